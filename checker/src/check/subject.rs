//! A system as it was given: its text, its constants, what is asked of its protected variables.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::diagnostics::Diagnostic;
use crate::discipline::{Discipline, Settings};
use crate::execution::Origin;
use crate::file::File;
use crate::language::{ParsedSystem, SystemError};
use crate::system::{ObjectId, System};

/// Which protected variables are treated as open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Demotion {
    /// None.
    #[default]
    None,
    /// Those that meet neither set of side conditions.
    Outside,
    /// Those with these names: variables such as `data`, or elements such as `data[1]`.
    Named(Vec<String>),
}

/// A system, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its text.
    pub file: Arc<File>,
    /// The constants that were set from outside.
    pub constants: Vec<(String, i64)>,
    /// The invariants that were added from outside.
    pub properties: Vec<String>,
    /// What was to be treated as open.
    pub demotion: Demotion,
    system: Arc<System>,
    settings: Settings,
    /// Its transitions, classified once for all that is asked of them; none where that was interrupted.
    discipline: Option<Arc<Discipline>>,
    loaded_in: Duration,
}

impl Subject {
    /// Reads a system. `properties` are further invariants, in the language of systems.
    ///
    /// # Errors
    /// All faults of the text, of the constants and of the properties.
    pub fn load(
        file: &Arc<File>,
        constants: &[(String, i64)],
        properties: &[String],
        demotion: &Demotion,
    ) -> Result<Subject, Vec<Diagnostic>> {
        Self::load_until(file, constants, properties, demotion, None)
    }

    /// The same. When `cancel` is raised before its transitions are classified, every object counts as outside of the
    /// theorem.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn load_until(
        file: &Arc<File>,
        constants: &[(String, i64)],
        properties: &[String],
        demotion: &Demotion,
        cancel: Option<&AtomicBool>,
    ) -> Result<Subject, Vec<Diagnostic>> {
        let start = Instant::now();
        let stem =
            Path::new(file.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or("system");
        let model = ParsedSystem::parse(file.text(), stem, constants).map_err(|errors| {
            errors.iter().map(|error| of_system(file, error)).collect::<Vec<_>>()
        })?;
        let mut faults = Vec::new();
        let mut claims = Vec::new();
        for text in properties {
            match model.predicate(text) {
                Ok(predicate) => claims.push((text, predicate)),
                Err(errors) => {
                    let place = Arc::new(File::new("--property", text));
                    faults.extend(errors.iter().map(|error| of_system(&place, error)));
                }
            }
        }
        let mut system = model.into_system();
        for (text, predicate) in claims {
            if let Err(defect) = system.claim(text.clone(), predicate) {
                faults.push(Diagnostic::error("E0690", defect.to_string()));
            }
        }
        let demoted = match demotion {
            Demotion::Named(names) => named(&system, names, &mut faults),
            Demotion::None | Demotion::Outside => Vec::new(),
        };
        let mut settings = Settings { demoted, ..Settings::default() };
        if !faults.is_empty() {
            return Err(faults);
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
        Ok(Subject {
            file: file.clone(),
            constants: constants.to_vec(),
            properties: properties.to_vec(),
            demotion: demotion.clone(),
            system,
            settings,
            discipline,
            loaded_in: start.elapsed(),
        })
    }

    /// A system that was made in Rust, with its discipline: it has no text.
    pub fn of_discipline(discipline: impl Into<Arc<Discipline>>) -> Self {
        let discipline = discipline.into();
        let system = discipline.shared_system();
        Subject {
            file: Arc::new(File::new(system.name(), "")),
            constants: Vec::new(),
            properties: Vec::new(),
            demotion: Demotion::None,
            system,
            settings: discipline.settings().clone(),
            discipline: Some(discipline),
            loaded_in: Duration::ZERO,
        }
    }

    /// The same text with another discipline, and the system of that.
    pub(crate) fn with_discipline(&self, discipline: Option<Discipline>) -> Self {
        let discipline = discipline.map(Arc::new);
        let of = |known: &Arc<Discipline>| (known.shared_system(), known.settings().clone());
        let (system, settings) =
            discipline.as_ref().map_or_else(|| (self.system.clone(), self.settings.clone()), of);
        Subject { system, settings, discipline, ..self.clone() }
    }

    pub(crate) fn shared_system(&self) -> Arc<System> {
        self.system.clone()
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// How its protected objects are treated.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How long it took to read it and to classify its transitions.
    pub fn loaded_in(&self) -> Duration {
        self.loaded_in
    }

    /// Its classified transitions; none where classification was interrupted.
    pub fn discipline(&self) -> Option<&Arc<Discipline>> {
        self.discipline.as_ref()
    }

    /// Whether some object that is not demoted meets neither set of side conditions, or may.
    pub fn is_outside(&self) -> bool {
        self.discipline.as_ref().is_none_or(|known| known.outside().next().is_some())
    }

    /// For the headings of executions.
    pub fn origin(&self) -> Origin {
        Origin { file: Some(self.file.clone()), constants: self.constants.clone() }
    }
}

/// The objects that are meant by names of variables, elements or objects.
fn named(system: &System, names: &[String], faults: &mut Vec<Diagnostic>) -> Vec<ObjectId> {
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
        if found.is_empty() {
            let mut known: Vec<&str> = all().map(variable_of).collect();
            known.dedup();
            let fault =
                Diagnostic::error("E0691", format!("there is no protected variable `{name}`"));
            faults.push(
                match reductio_algebra::text::vocabulary::nearest(name, known.iter().copied()) {
                    Some(near) => fault.help(format!("did you mean `{near}`?")),
                    None if known.is_empty() => fault.help("the system has no protected variable"),
                    None => fault.help(format!("the protected variables are {}", known.join(", "))),
                },
            );
        }
        out.extend(found);
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The diagnostic for a fault of a system's text.
fn of_system(file: &Arc<File>, error: &SystemError) -> Diagnostic {
    let mut out = Diagnostic::error(error.code(), error.to_string());
    out.path = Some(file.name().to_owned());
    if let Some(span) = &error.span {
        out = out.at(file, span);
    }
    if let Some((span, what)) = &error.other {
        out = out.with(file, span, what.clone());
    }
    out.help.extend(error.help());
    out
}
