//! Run files: executions as JSON, written and read back; their schema is `run.schema.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ending_entry::EndingEntry;
use super::entry::{AccessEntry, StepEntry, entries, same, violation};
use super::error::RunFileError;
use super::lock_entry::{self, LockAccessEntry};
use super::names::{find_thread, thread_names};
use super::rules::Rules;
use super::run::{Execution, Origin};
use crate::discipline::SideConditions;
use crate::system::{System, Thread};

/// An execution as it stands in a file. To be replayed it needs `tool`, `kind`, `system` and, for each step, `thread`
/// and `transition`; its other fields are for readers, and the replay compares most of them with the execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// Always `reductio`.
    #[cfg_attr(feature = "schemars", schemars(extend("const" = "reductio")))]
    pub tool: String,
    /// The version of the program that wrote the file.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub version: Option<String>,
    /// Always `run`.
    #[cfg_attr(feature = "schemars", schemars(extend("const" = "run")))]
    pub kind: String,
    /// The name of the system.
    pub system: String,
    /// The name of the file of the system.
    #[serde(default)]
    pub file: Option<String>,
    /// The constants of the system, where they are known.
    #[serde(default)]
    pub constants: BTreeMap<String, i64>,
    /// The protected objects that were treated as open, where that is known.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub demoted: Option<Vec<String>>,
    /// The form of the lock discipline, where variables have a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discipline: Option<String>,
    /// The seed of the random walk, if the run is one.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The names of the threads, in their order.
    #[cfg_attr(feature = "schemars", schemars(required, length(min = 1)))]
    #[serde(default)]
    pub threads: Option<Vec<String>>,
    /// Tells whether the run is an execution of the reduced system.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub reduced: Option<bool>,
    /// The exclusive access predicates that hold in the initial state.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub access: Option<Vec<AccessEntry>>,
    /// The violation in the initial state, if that state is bad.
    #[serde(default)]
    pub violation: Option<String>,
    /// The steps, in order.
    pub steps: Vec<StepEntry>,
    /// The ending; it is worked out from the states if it is left out.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub ending: Option<EndingEntry>,
    /// The accesses to the variable whose lock discipline is violated, where the run ends so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locks: Option<Vec<LockAccessEntry>>,
    /// The ending in words.
    #[cfg_attr(feature = "schemars", schemars(required))]
    #[serde(default)]
    pub ending_in_words: Option<String>,
}

impl RunFile {
    /// Reads a run file, or the first run of an answer of `reductio check`. The file names its system, which is not
    /// read.
    ///
    /// # Errors
    /// [`RunFileError::Syntax`], [`RunFileError::NotARun`], [`RunFileError::Field`].
    ///
    /// ```
    /// use reductio::execution::RunFile;
    /// let run = r#"{"tool": "reductio", "kind": "run", "system": "s", "steps": [{"thread": "t", "transition": 0}]}"#;
    /// assert_eq!(RunFile::parse(run).unwrap().system, "s");
    /// let error = RunFile::parse("{\"tool\": \"reductio\",").unwrap_err();
    /// assert_eq!(error.place(), Some((1, 20)));
    /// ```
    pub fn parse(text: &str) -> Result<Self, RunFileError> {
        let known: Sniff = match serde_json::from_str(text) {
            Ok(known) => known,
            Err(error) if error.is_data() => {
                let found = "it is no object that says `\"tool\": \"reductio\", \"kind\": \"run\"`"
                    .to_owned();
                return Err(RunFileError::NotARun { found });
            }
            Err(error) => {
                let (line, column, message) = (error.line(), error.column(), error_text(&error));
                return Err(RunFileError::Syntax { line, column, message, is_cut: error.is_eof() });
            }
        };
        let field = |error: serde_json::Error| {
            let (line, column, message) = (error.line(), error.column(), error_text(&error));
            RunFileError::Field { line, column, message }
        };
        if known.tool.as_deref() == Some("reductio") && known.command.as_deref() == Some("check") {
            let answer: Answer = serde_json::from_str(text).map_err(field)?;
            let found = || "it is an answer of `reductio check` that has no run".to_owned();
            let run = answer.results.into_iter().find_map(|result| result.run);
            return run.ok_or_else(|| RunFileError::NotARun { found: found() });
        }
        if known.tool.as_deref() != Some("reductio") || known.kind.as_deref() != Some("run") {
            let found = match (&known.tool, &known.command, &known.kind) {
                (Some(tool), ..) if tool != "reductio" => {
                    format!("it is by another tool, `{tool}`")
                }
                (_, Some(command), _) => format!("it is an answer of `reductio {command}`"),
                (Some(_), _, Some(kind)) => format!("its kind is `{kind}`"),
                _ => "it does not say `\"tool\": \"reductio\", \"kind\": \"run\"`".to_owned(),
            };
            return Err(RunFileError::NotARun { found });
        }
        serde_json::from_str(text).map_err(field)
    }

    /// Makes the execution of a system that the file describes. The fields of the file are compared with the execution,
    /// but for those that may change without harm: the version, the name of the system's file, lines, whole sentences,
    /// and which steps are visible, a matter of classification.
    ///
    /// # Errors
    /// [`RunFileError`] where the file is about another system, where a step cannot be executed, and where the file
    /// says something that is not so.
    pub fn replay<'a>(
        &self,
        rules: impl Into<Rules<'a>>,
        origin: Origin,
    ) -> Result<Execution<'a>, RunFileError> {
        let rules = rules.into();
        let discipline = rules.exclusive();
        let system = discipline.system();
        self.check_system(system, &origin)?;
        let open = demoted(rules);
        if let Some(run) = self.demoted.as_ref().filter(|run| **run != open) {
            let option = match &run[..] {
                [] => "neither `--demote` nor `--demote-outside`".to_owned(),
                names => format!("`--demote {}`", names.join(",")),
            };
            return Err(RunFileError::OtherDemotion {
                run: run.join(", "),
                system: open.join(", "),
                option,
            });
        }
        if let Some(run) = &self.discipline
            && rule(rules).as_ref() != Some(run)
        {
            let system = rule(rules);
            return Err(RunFileError::OtherRule { run: run.clone(), system });
        }
        let known = thread_names(system);
        let mut steps = Vec::with_capacity(self.steps.len());
        for (index, entry) in self.steps.iter().enumerate() {
            let Some(thread) = find_thread(system, &entry.thread) else {
                let (thread, known) = (entry.thread.clone(), known.join(", "));
                return Err(RunFileError::NoThread { step: index + 1, thread, known });
            };
            steps.push((thread, entry.transition));
        }
        let mut execution = Execution::replay(rules, &steps)?.with_origin(origin);
        execution.seed = self.seed;
        let access = entries(system, &execution.access(&execution.states()[0]));
        same("access", self.access.as_ref(), Some(&access), None)?;
        for (index, entry) in self.steps.iter().enumerate() {
            entry.check(&StepEntry::of(&execution, index + 1), index + 1)?;
        }
        if let Some(ending) = &self.ending {
            let claimed = ending.resolve(&execution)?;
            execution = execution.ending_in(claimed)?;
        }
        let locks = lock_entry::of_ending(&execution);
        same("locks", self.locks.as_ref(), locks.as_ref(), None)?;
        Ok(execution)
    }

    fn check_system(&self, system: &System, origin: &Origin) -> Result<(), RunFileError> {
        if self.system != system.name() {
            let (run, system) = (self.system.clone(), system.name().to_owned());
            return Err(RunFileError::OtherSystem { run, system });
        }
        let constants: BTreeMap<String, i64> = origin.constants.iter().cloned().collect();
        if !self.constants.is_empty() && !constants.is_empty() && self.constants != constants {
            let shown = |constants: &BTreeMap<String, i64>, between: &str, pre: &str| {
                let one = |(name, value): (&String, &i64)| format!("{pre}{name}{between}{value}");
                constants.iter().map(one).collect::<Vec<_>>()
            };
            return Err(RunFileError::OtherConstants {
                run: shown(&self.constants, " = ", "").join(", "),
                system: shown(&constants, " = ", "").join(", "),
                options: shown(&self.constants, "=", "--const ").join(" "),
            });
        }
        let known: Vec<&str> = system.threads().iter().map(Thread::name).collect();
        match &self.threads {
            Some(threads) if *threads != known => {
                let (run, system) = (threads.join(", "), known.join(", "));
                Err(RunFileError::OtherThreads { run, system })
            }
            _ => Ok(()),
        }
    }
}

/// The fields that tell a run from other JSON.
#[derive(Deserialize)]
struct Sniff {
    tool: Option<String>,
    kind: Option<String>,
    command: Option<String>,
}

/// The fields of an answer of `reductio check` that have runs.
#[derive(Deserialize)]
struct Answer {
    results: Vec<Checked>,
}

#[derive(Deserialize)]
struct Checked {
    run: Option<RunFile>,
}

/// The names of the objects that are treated as open, and of the variables whose class is not looked at.
fn demoted(rules: Rules<'_>) -> Vec<String> {
    let (system, discipline) = (rules.system(), rules.exclusive());
    let objects = system.objects().iter().zip(discipline.conditions());
    let open = objects.filter(|(_, conditions)| matches!(conditions, SideConditions::Demoted));
    let classless = rules.classless().into_iter();
    let classless = classless.map(|cell| system.cell(cell).name().to_owned());
    open.map(|(object, _)| object.name().to_owned()).chain(classless).collect()
}

/// The name of the form of the lock discipline, if there is one.
fn rule(rules: Rules<'_>) -> Option<String> {
    rules.locks().map(|locks| locks.rule().name().to_owned())
}

/// The message of an error without the place that `serde_json` adds, and without the names of all fields.
fn error_text(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(&*text, |(message, _)| message);
    message.split_once(", expected one of").map_or(message, |(message, _)| message).to_owned()
}

impl<'a> Execution<'a> {
    /// Makes the run file of the execution, without the ending in words: the crate `reductio-report` adds it.
    pub fn to_run_file(&self) -> RunFile {
        let system = self.system();
        let file = self.origin.file.as_ref().map(|file| file.name().to_owned());
        let threads = system.threads().iter().map(|thread| thread.name().to_owned());
        RunFile {
            tool: "reductio".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            kind: "run".to_owned(),
            system: system.name().to_owned(),
            file,
            constants: self.origin.constants.iter().cloned().collect(),
            demoted: Some(demoted(self.rules())),
            discipline: rule(self.rules()),
            seed: self.seed,
            threads: Some(threads.collect()),
            reduced: Some(self.is_reduced()),
            access: Some(entries(system, &self.access(&self.states[0]))),
            violation: violation(self, 0),
            steps: (1..=self.steps.len()).map(|number| StepEntry::of(self, number)).collect(),
            ending: Some(EndingEntry::of(self)),
            locks: lock_entry::of_ending(self),
            ending_in_words: None,
        }
    }

    /// Reads a run file and replays it.
    ///
    /// # Errors
    /// [`RunFileError`], as [`RunFile::parse`] and [`RunFile::replay`].
    pub fn from_json(
        text: &str,
        rules: impl Into<Rules<'a>>,
        origin: Origin,
    ) -> Result<Self, RunFileError> {
        RunFile::parse(text)?.replay(rules, origin)
    }
}
