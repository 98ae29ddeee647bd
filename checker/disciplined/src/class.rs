//! Classes of objects, and the rules that give them.

use std::fmt;

/// A class of objects (S1 section 3.1): who may touch them, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// One thread alone touches the object, once others can reach it. Its accesses and locks are invisible.
    Unshared,
    /// The granularity is that of methods (S1 section 8.1), and calls stand for all that they compute (S3 section 10):
    /// what they reach belongs to the object alone, and its locks are invisible.
    Atomic,
    /// The operations on the object are calls of its methods (S1 section 8.1): each is in one step (G1), and they alone
    /// touch its fields (G2, G3). It is touched by one thread alone, or only read, or some lock is owned at every
    /// access, once others can reach it.
    Method,
    /// Each variable of the object is touched by one thread alone, or only read, or some lock is owned at every access,
    /// once others can reach it. Accesses are invisible.
    #[default]
    Disciplined,
    /// Any thread may touch the object in any way. Each access is a point at which other threads may come in.
    Communication,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 5] =
        [Class::Unshared, Class::Atomic, Class::Method, Class::Disciplined, Class::Communication];

    /// The word for the class in a classification.
    pub fn word(self) -> &'static str {
        match self {
            Class::Unshared => "unshared",
            Class::Atomic => "atomic",
            Class::Method => "method",
            Class::Disciplined => "disciplined",
            Class::Communication => "communication",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The things that a rule speaks about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The objects that are instances of a class of the program, or are made in a line, or both; one of them at least
    /// is given.
    Objects {
        /// The name of the class.
        class: Option<String>,
        /// The line in which they are made.
        site: Option<Site>,
    },
    /// A variable that belongs to no object, by its name.
    Static(String),
}

/// A place where objects are made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The name of the source file, where the program has several.
    pub file: Option<String>,
    /// The line, from 1 on.
    pub line: u32,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Objects { class, site } => {
                let class = class.as_deref().unwrap_or_default();
                match site {
                    None => f.write_str(class),
                    Some(site) if class.is_empty() => write!(f, "at {site}"),
                    Some(site) => write!(f, "{class} at {site}"),
                }
            }
            Subject::Static(name) => write!(f, "static {name}"),
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{file}:{}", self.line),
            None => self.line.fmt(f),
        }
    }
}

/// A rule: what it speaks about has a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The class.
    pub class: Class,
    /// The objects, or the variable, that the rule speaks about.
    pub subject: Subject,
    /// The place of the subject in the text, in bytes; `0..0` for a rule that comes from no text.
    pub span: std::ops::Range<usize>,
}

/// A classification of a program's objects: rules, where what no rule speaks about is
/// [disciplined](Class::Disciplined).
///
/// It is printed as it is read by [`Classification::parse`](crate::Classification::parse).
///
/// ```
/// use reductio_disciplined::Classification;
///
/// let text = "unshared Producer\ncommunication Flag at 12\nunshared static count\n";
/// assert_eq!(Classification::parse(text).unwrap().to_string(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classification {
    /// The rules, in their order, which does not matter.
    pub rules: Vec<Rule>,
}

impl Classification {
    /// Adds a rule that comes from no text.
    pub fn add(&mut self, class: Class, subject: Subject) {
        self.rules.push(Rule { class, subject, span: 0..0 });
    }

    /// The classification that gives all objects of some classes of a program one class; for tests and examples.
    pub fn of_classes<'a>(class: Class, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Classification::default();
        for name in names {
            all.add(class, Subject::Objects { class: Some(name.to_owned()), site: None });
        }
        all
    }
}

impl fmt::Display for Classification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rule in &self.rules {
            writeln!(f, "{} {}", rule.class, rule.subject)?;
        }
        Ok(())
    }
}
