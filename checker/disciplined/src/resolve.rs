//! The classes that a classification gives to the objects and variables of a program.

use reductio_programs::{Place, Program, StaticId};

use crate::class::{Class, Classification, Rule, Site, Subject};
use crate::text::{ClassificationError, Fault, nearest};

/// The class of each object of a program, by the instruction that makes it, and of each variable that belongs to none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// By the number of the instruction; the ones that make no object have some class.
    sites: Vec<Class>,
    statics: Vec<Class>,
}

impl Classes {
    /// Gives one class to all objects and variables, but for volatile variables.
    pub fn all(program: &Program, class: Class) -> Classes {
        let of = |volatile| if volatile { Class::Communication } else { class };
        let statics = program.statics().iter().map(|variable| of(variable.volatile)).collect();
        Classes { sites: vec![class; program.instructions()], statics }
    }

    /// Decides whether some objects are of a class.
    pub(crate) fn has(&self, class: Class) -> bool {
        self.sites.contains(&class)
    }

    /// The class of the objects that an instruction makes.
    pub fn of_site(&self, program: &Program, site: Place) -> Class {
        self.sites[program.number(site)]
    }

    /// The class of a variable that belongs to no object.
    pub fn of_static(&self, variable: StaticId) -> Class {
        self.statics.get(variable.index()).copied().unwrap_or(Class::Communication)
    }

    /// Gives the objects that an instruction makes a class.
    pub fn set_site(&mut self, program: &Program, site: Place, class: Class) {
        self.sites[program.number(site)] = class;
    }

    /// Gives a variable that belongs to no object a class.
    pub fn set_static(&mut self, variable: StaticId, class: Class) {
        if let Some(found) = self.statics.get_mut(variable.index()) {
            *found = class;
        }
    }
}

/// The instructions of a program that make objects.
pub(crate) fn sites(program: &Program) -> impl Iterator<Item = Place> {
    let all = (0..program.instructions()).filter_map(|number| program.place(number));
    all.filter(|place| program.class_at(*place).is_some())
}

/// The name of the class of the objects that an instruction makes.
pub(crate) fn class_name(program: &Program, site: Place) -> &str {
    let class = program.class_at(site);
    class.map_or("", |class| &program.classes()[class.index()].name)
}

impl Classification {
    /// The classes that the rules give to the objects and variables of a program. Where several rules speak about the
    /// same objects, the one counts that says more: a class and a line, then a line, then a class.
    ///
    /// ```
    /// use reductio_disciplined::Classification;
    /// use reductio_programs::{ENTRY, parse_program};
    ///
    /// let program = parse_program("thread main {\n  o := new Buffer\n}", "one", ENTRY).unwrap();
    /// assert!(Classification::parse("unshared Buffer at 2").unwrap().of(&program).is_ok());
    /// let faults = Classification::parse("unshared Bufer").unwrap().of(&program).unwrap_err();
    /// assert_eq!(faults[0].help().unwrap(), "did you mean `Buffer`?");
    /// ```
    ///
    /// # Errors
    /// A rule that speaks about nothing in the program, two that speak about the same and say as much, or one that
    /// gives a volatile variable another class than communication.
    pub fn of(&self, program: &Program) -> Result<Classes, Vec<ClassificationError>> {
        let mut classes = Classes::all(program, Class::default());
        let mut faults = Vec::new();
        // By the number of the instruction, the rule that counts so far.
        let mut chosen: Vec<Option<&Rule>> = vec![None; program.instructions()];
        for rule in &self.rules {
            let fault = |kind| ClassificationError::new(kind, rule.span.clone());
            match &rule.subject {
                Subject::Static(name) => match variable(program, name) {
                    Ok(found) if program.statics()[found.index()].volatile => {
                        if rule.class != Class::Communication {
                            faults.push(fault(Fault::Volatile { name: name.clone() }));
                        }
                    }
                    Ok(found) => classes.set_static(found, rule.class),
                    Err(kind) => faults.push(fault(kind)),
                },
                Subject::Objects { class, site } => {
                    let found = match objects(program, class.as_deref(), site.as_ref()) {
                        Ok(found) => found,
                        Err(kind) => {
                            faults.push(fault(kind));
                            continue;
                        }
                    };
                    let mut twice = None;
                    for place in found {
                        let slot = &mut chosen[program.number(place)];
                        match slot.map(|earlier| (earlier, weight(&earlier.subject))) {
                            Some((earlier, same)) if same == weight(&rule.subject) => {
                                twice = Some(earlier.span.clone());
                            }
                            Some((_, more)) if more > weight(&rule.subject) => {}
                            _ => *slot = Some(rule),
                        }
                    }
                    if let Some(other) = twice {
                        let kind = Fault::Twice { subject: rule.subject.to_string() };
                        let (span, other) = (rule.span.clone(), Some(other));
                        faults.push(ClassificationError { kind, span, other });
                    }
                }
            }
        }
        for (number, rule) in chosen.into_iter().enumerate() {
            if let Some(rule) = rule {
                classes.sites[number] = rule.class;
            }
        }
        if faults.is_empty() { Ok(classes) } else { Err(faults) }
    }
}

/// How much a subject says: the rule that says more counts.
fn weight(subject: &Subject) -> u8 {
    match subject {
        Subject::Objects { class, site } => {
            u8::from(class.is_some()) + 2 * u8::from(site.is_some())
        }
        Subject::Static(_) => 0,
    }
}

fn variable(program: &Program, name: &str) -> Result<StaticId, Fault> {
    let found = program.statics().iter().position(|variable| variable.name == name);
    found.and_then(|number| u32::try_from(number).ok()).map(StaticId).ok_or_else(|| {
        let all = program.statics().iter().map(|variable| &*variable.name);
        let nearest = nearest(name, all).map(str::to_owned);
        Fault::UnknownName { what: "variable", name: name.to_owned(), nearest }
    })
}

/// The instructions that make the objects about which a rule speaks: one at least.
fn objects(
    program: &Program,
    class: Option<&str>,
    site: Option<&Site>,
) -> Result<Vec<Place>, Fault> {
    let of_class = |place: &Place| class.is_none_or(|name| class_name(program, *place) == name);
    let of_class: Vec<Place> = sites(program).filter(of_class).collect();
    if let Some(name) = class
        && of_class.is_empty()
        && !program.classes().iter().any(|found| found.name == name)
    {
        let all = program.classes().iter().map(|found| &*found.name);
        let nearest = nearest(name, all).map(str::to_owned);
        return Err(Fault::UnknownName { what: "class", name: name.to_owned(), nearest });
    }
    let Some(site) = site else { return Ok(of_class) };
    let is_there = |place: &&Place| {
        program.line(**place) == site.line
            && site.file.as_deref().is_none_or(|file| is_in(program, **place, file))
    };
    let found: Vec<Place> = of_class.iter().filter(is_there).copied().collect();
    if found.is_empty() {
        let mut lines: Vec<u32> = of_class.iter().map(|place| program.line(*place)).collect();
        lines.sort_unstable();
        lines.dedup();
        let line = site.to_string();
        return Err(Fault::NotMade { class: class.map(str::to_owned), line, lines });
    }
    Ok(found)
}

/// Whether an instruction is of a source file. A program of one file only does not say which it is: then any name will
/// do.
fn is_in(program: &Program, place: Place, file: &str) -> bool {
    program.method(place.method).file.as_ref().is_none_or(|found| found == file)
}
