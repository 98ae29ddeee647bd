//! A system as it was given: its text, its parameters, and its transitions as they were classified.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::error::{SubjectError, SubjectErrors};
use reductio_algebra::TextErrors;

use crate::discipline::{Discipline, Settings};
use crate::execution::{Origin, Rules};
use crate::file::File;
use crate::language::{ParsedSystem, SystemError, WrittenClaim};
use crate::locking::{Classes, LockDiscipline, Rule};
use crate::system::{CellId, Fairness, ObjectId, System, Thread};

/// The variables with rules of their own that are treated as open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Demotion {
    /// No protected variable is treated as open.
    #[default]
    None,
    /// The protected variables that meet no set of side conditions are treated as open.
    Outside,
    /// The variables with these names, which are protected or have a class, are treated as open: variables such as
    /// `data`, or elements such as `data[1]`.
    Named(Vec<String>),
}

/// Additions to a system's text that its user makes: other constants, further claims, variables to be treated as open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The values of constants, in place of those in the text.
    pub constants: Vec<(String, i64)>,
    /// Further invariants, and formulas that are properties, in the language of systems.
    pub properties: Vec<String>,
    /// The variables to be treated as open.
    pub demotion: Demotion,
    /// The form of the lock discipline that was asked for; none for [`Rule::Repaired`] where variables have a class.
    pub rule: Option<Rule>,
    /// Tells whether all threads are assumed, in properties, to be weakly fair at least.
    pub fair: bool,
}

/// A system with its parameters, and its transitions classified by the discipline: whatever is asked of a system is
/// asked of this value.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The text of the system; empty for a system that was made in Rust.
    pub file: Arc<File>,
    /// The parameters with which the text was read.
    pub parameters: Parameters,
    system: Arc<System>,
    settings: Settings,
    /// The classified transitions; `None` where the classification was cancelled.
    discipline: Option<Arc<Discipline>>,
    /// The lock discipline of the variables that have a class; `None` if none has.
    locks: Option<Arc<LockDiscipline>>,
    /// The cells with a class that are treated as open.
    open: Vec<CellId>,
    loaded_in: Duration,
}

impl Subject {
    /// Reads a system and classifies its transitions, once for all that is asked of them. When `cancel` is raised
    /// before they are classified, the subject has no discipline, and every object counts as outside of the theorem.
    ///
    /// # Errors
    /// All faults of the text and of the parameters.
    ///
    /// # Panics
    /// Never: a system's own classes are in order.
    pub fn load(
        file: &Arc<File>,
        parameters: &Parameters,
        cancel: Option<&AtomicBool>,
    ) -> Result<Subject, SubjectErrors> {
        let start = Instant::now();
        let in_text = |file: &Arc<File>, errors: TextErrors<SystemError>| {
            let file = file.clone();
            errors.into_iter().map(move |error| SubjectError::Text { file: file.clone(), error })
        };
        let stem =
            Path::new(file.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or("system");
        let model = ParsedSystem::parse(file.text(), stem, &parameters.constants)
            .map_err(|errors| in_text(file, errors).collect::<SubjectErrors>())?;
        let mut faults = Vec::new();
        let mut claims = Vec::new();
        for text in &parameters.properties {
            match model.claim(text) {
                Ok(claim) => claims.push((text, claim)),
                Err(errors) => {
                    faults.extend(in_text(&Arc::new(File::new("--property", text)), errors));
                }
            }
        }
        let mut system = model.into_system();
        if parameters.fair {
            let fair = |thread: &Thread| thread.fairness().max(Fairness::Weak);
            let fairness: Vec<Fairness> = system.threads().iter().map(fair).collect();
            system = system.with_fairness(&fairness);
        }
        for (text, claim) in claims {
            let added = match claim {
                WrittenClaim::Invariant(predicate) => system.add_invariant(text.clone(), predicate),
                WrittenClaim::Property(formula) => system.add_property(text.clone(), &formula),
            };
            faults.extend(added.err().map(SubjectError::Property));
        }
        let demotion = &parameters.demotion;
        let (demoted, open) = match demotion {
            Demotion::Named(names) => named(&system, names, &mut faults),
            Demotion::None | Demotion::Outside => (Vec::new(), Vec::new()),
        };
        if parameters.rule.is_some() && system.under_lock_discipline().next().is_none() {
            faults.push(SubjectError::NoClass { system: system.name().to_owned() });
        }
        let mut settings = Settings { demoted, find_invariants: true, ..Settings::default() };
        if !faults.is_empty() {
            return Err(faults.into_iter().collect());
        }
        let system = Arc::new(system);
        let classified = |settings: &Settings| {
            Discipline::with(system.clone(), settings, cancel).ok().map(Arc::new)
        };
        let mut discipline = classified(&settings);
        // What is open is read by visible steps, which may take another object outside.
        while *demotion == Demotion::Outside
            && let Some(known) = &discipline
            && known.outside().next().is_some()
        {
            settings.demoted.extend(known.outside().map(|(object, _)| object));
            discipline = classified(&settings);
        }
        let classes = Classes::of(&system).without(&open);
        let rule = parameters.rule.unwrap_or_default();
        let locks = match &discipline {
            Some(_) if !classes.is_empty() => {
                let found = LockDiscipline::with(&classes, rule, &settings, cancel);
                let found = found.expect("classes of the system's own variables");
                // Where this is cancelled, nothing can be asked.
                discipline = discipline.filter(|_| found.is_some());
                found.map(Arc::new)
            }
            _ => None,
        };
        Ok(Subject {
            file: file.clone(),
            parameters: parameters.clone(),
            system,
            settings,
            discipline,
            locks,
            open,
            loaded_in: start.elapsed(),
        })
    }

    /// Makes the subject of a system that was made in Rust, and has no text, from its discipline. Variables with a
    /// class have the lock discipline [`Rule::Repaired`].
    ///
    /// # Panics
    /// Never: a system's own classes are in order.
    pub fn of_discipline(discipline: impl Into<Arc<Discipline>>) -> Self {
        let discipline = discipline.into();
        let system = discipline.shared_system();
        let classes = Classes::of(&system);
        let locks = (!classes.is_empty()).then(|| {
            let settings = discipline.settings();
            let found = LockDiscipline::with(&classes, Rule::default(), settings, None);
            Arc::new(found.ok().flatten().expect("classes of the system's own variables"))
        });
        Subject {
            locks,
            open: Vec::new(),
            file: Arc::new(File::new(system.name(), "")),
            parameters: Parameters::default(),
            system,
            settings: discipline.settings().clone(),
            discipline: Some(discipline),
            loaded_in: Duration::ZERO,
        }
    }

    /// The subject with another form of the lock discipline.
    ///
    /// # Panics
    /// Never: a system's own classes are in order.
    #[must_use]
    pub fn under(mut self, rule: Rule) -> Self {
        if self.locks.is_some() {
            let classes = Classes::of(&self.system).without(&self.open);
            let found = LockDiscipline::with(&classes, rule, &self.settings, None);
            self.locks = found.expect("classes of the system's own variables").map(Arc::new);
            self.parameters.rule = Some(rule);
        }
        self
    }

    /// The subject with the objects watched that meet no set of side conditions ([`Settings::watched`]). What is open
    /// is read by visible steps, which may take another object outside.
    pub(super) fn watching(&self, cancel: Option<&AtomicBool>) -> Self {
        let mut out = self.clone();
        while let Some(known) = &out.discipline {
            let outside: Vec<ObjectId> = known.outside().map(|(object, _)| object).collect();
            if outside.is_empty() {
                break;
            }
            let mut settings = known.settings().clone();
            settings.watched.extend(outside);
            let discipline = Discipline::with(out.shared_system(), &settings, cancel).ok();
            out = out.with_discipline(discipline);
        }
        out
    }

    /// The subject with no object watched: those that meet no set of side conditions meet none again.
    pub(crate) fn unwatched(&self, cancel: Option<&AtomicBool>) -> Self {
        let settings = Settings { watched: Vec::new(), ..self.settings.clone() };
        self.with_discipline(Discipline::with(self.shared_system(), &settings, cancel).ok())
    }

    /// Replaces the discipline of the subject, and its system by the system of the new discipline. Variables with a
    /// class are open to it, unless it protects them.
    pub(crate) fn with_discipline(&self, discipline: Option<Discipline>) -> Self {
        let discipline = discipline.map(Arc::new);
        let of = |known: &Arc<Discipline>| (known.shared_system(), known.settings().clone());
        let (system, settings) =
            discipline.as_ref().map_or_else(|| (self.system.clone(), self.settings.clone()), of);
        Subject { system, settings, discipline, locks: None, ..self.clone() }
    }

    pub(crate) fn shared_system(&self) -> Arc<System> {
        self.system.clone()
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The settings of the discipline: how protected objects are treated.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The time that it took to read the system and to classify its transitions.
    pub fn loaded_in(&self) -> Duration {
        self.loaded_in
    }

    /// The discipline of the system, with its classified transitions; `None` where the classification was cancelled.
    pub fn discipline(&self) -> Option<&Arc<Discipline>> {
        self.discipline.as_ref()
    }

    /// The lock discipline of the variables that have a class, if there are some and they are not treated as open.
    pub fn locks(&self) -> Option<&Arc<LockDiscipline>> {
        self.locks.as_ref()
    }

    /// The lock discipline of the subject, with other settings; none if its variables have no class, or if this was
    /// cancelled.
    pub(crate) fn locks_with(
        &self,
        settings: &Settings,
        cancel: Option<&AtomicBool>,
    ) -> Option<LockDiscipline> {
        let classes = Classes::of(&self.system).without(&self.open);
        let found = LockDiscipline::with(&classes, self.locks.as_ref()?.rule(), settings, cancel);
        found.expect("classes of the system's own variables")
    }

    /// The cells with a class that are treated as open.
    pub fn open_cells(&self) -> &[CellId] {
        &self.open
    }

    /// The rules by which executions of the system are judged; `None` where the classification was cancelled.
    pub fn rules(&self) -> Option<Rules<'_>> {
        Some(Rules::new(self.discipline.as_deref()?, self.locks.as_deref()))
    }

    /// Tells whether some object that is not demoted meets no set of side conditions, or may.
    pub fn is_outside(&self) -> bool {
        self.discipline.as_ref().is_none_or(|known| known.outside().next().is_some())
    }

    /// The text and the constants of the system, for the headings of executions.
    pub fn origin(&self) -> Origin {
        Origin { file: Some(self.file.clone()), constants: self.parameters.constants.clone() }
    }
}

/// The objects, and the cells with a class, with the given names, each of a variable, an element or an object; adds a
/// fault for each name without either.
fn named(
    system: &System,
    names: &[String],
    faults: &mut Vec<SubjectError>,
) -> (Vec<ObjectId>, Vec<CellId>) {
    let variable_name =
        |cell: CellId| system.variables()[system.cell(cell).variable().index()].name();
    let mut open = Vec::new();
    let variable_of = |object: ObjectId| {
        let cell = system.objects()[object.index()].cells()[0];
        system.variables()[system.cell(cell).variable().index()].name()
    };
    let all = || (0..system.objects().len()).map(ObjectId::new);
    let mut out = Vec::new();
    for name in names {
        let of_name = |object: &ObjectId| {
            system.objects()[object.index()].name() == name || variable_of(*object) == name
        };
        let found: Vec<ObjectId> = all().filter(of_name).collect();
        let classes = system.under_lock_discipline();
        let is_of_name =
            |cell: &CellId| system.cell(*cell).name() == name || variable_name(*cell) == name;
        let cells: Vec<CellId> = classes.filter(is_of_name).collect();
        open.extend(&cells);
        if found.is_empty() && cells.is_empty() {
            let classes = system.under_lock_discipline().map(variable_name);
            let mut known: Vec<String> =
                all().map(variable_of).chain(classes).map(str::to_owned).collect();
            known.dedup();
            faults.push(SubjectError::NotProtected { name: name.clone(), known });
        }
        out.extend(found);
    }
    out.sort_unstable();
    out.dedup();
    (out, open)
}
