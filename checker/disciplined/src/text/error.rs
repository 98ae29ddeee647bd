//! Faults of classifications, with their places.

use std::ops::Range;

use thiserror::Error;

/// A fault of a classification.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct ClassificationError {
    /// The kind of the fault.
    pub kind: Fault,
    /// The place, in bytes of the text; an empty one where something is missing.
    pub span: Range<usize>,
    /// The place of an earlier rule that matters.
    pub other: Option<Range<usize>>,
}

impl ClassificationError {
    pub(crate) fn new(kind: Fault, span: Range<usize>) -> Self {
        ClassificationError { kind, span, other: None }
    }

    /// The stable code, such as `E1103`.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The remedy for the author.
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }

    /// The line and the column of the fault in its text, from 1 on; columns count characters.
    ///
    /// ```
    /// use reductio_disciplined::Classification;
    ///
    /// let text = "unshared A\nshared B\n";
    /// let faults = Classification::parse(text).unwrap_err();
    /// assert_eq!((faults[0].code(), faults[0].place(text)), ("E1102", (2, 1)));
    /// ```
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

/// The kinds of faults of a classification. Each has a code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text is larger than can be worked on.
    #[error("{size} bytes of classification: more than the limit of {}", super::MAX_TEXT)]
    TooLarge {
        /// The number of bytes.
        size: usize,
    },
    /// A line starts with a word that is no class.
    #[error(
        "expected `unshared`, `disciplined`, `method`, `atomic` or `communication`, found `{found}`"
    )]
    NoClass {
        /// The word.
        found: String,
    },
    /// A line ends before it says what has the class.
    #[error("expected {}, found the end of the line", if *is_static { "the name of a variable" } else { "what has the class" })]
    NoSubject {
        /// Tells whether `static` stands there.
        is_static: bool,
    },
    /// The word after `at` is no line of a source file.
    #[error("expected a line, such as `12` or `Main.java:12`, found {}", match found { Some(found) => format!("`{found}`"), None => "the end of the line".to_owned() })]
    NoLine {
        /// The word, if there is one.
        found: Option<String>,
    },
    /// Something stands after a rule.
    #[error("expected the end of the line, found `{found}`")]
    More {
        /// The first word after the rule.
        found: String,
    },
    /// A class or variable has a class already.
    #[error("`{subject}` has a class already")]
    Twice {
        /// The class or variable with two classes.
        subject: String,
    },
    /// The program has no class, or no variable, of a name.
    #[error("the program has no {what} `{name}`")]
    UnknownName {
        /// The kind of thing.
        what: &'static str,
        /// The name.
        name: String,
        /// The nearest name.
        nearest: Option<String>,
    },
    /// The program makes no such object in a line.
    #[error("the program makes no object{} in line {line}", match class { Some(class) => format!(" of class `{class}`"), None => String::new() })]
    NotMade {
        /// The name of the class, if one is given.
        class: Option<String>,
        /// The line, with its file if one is given.
        line: String,
        /// The lines in which such objects are made.
        lines: Vec<u32>,
    },
    /// A variable that belongs to no object has no methods.
    #[error("`{name}` belongs to no object: calls of methods are no operations on it")]
    NoMethods {
        /// The name of the variable.
        name: String,
    },
    /// A volatile variable can only be for communication.
    #[error("`{name}` is volatile: it is always for communication")]
    Volatile {
        /// The name of the variable.
        name: String,
    },
}

impl Fault {
    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::TooLarge { .. } => "E1101",
            Fault::NoClass { .. } => "E1102",
            Fault::NoSubject { .. } => "E1103",
            Fault::NoLine { .. } => "E1104",
            Fault::More { .. } => "E1105",
            Fault::Twice { .. } => "E1106",
            Fault::UnknownName { .. } => "E1107",
            Fault::NotMade { .. } => "E1108",
            Fault::Volatile { .. } => "E1109",
            Fault::NoMethods { .. } => "E1110",
        }
    }

    /// The remedy.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Fault::TooLarge { .. } => "classify by class, not by line".to_owned(),
            Fault::NoClass { found } => {
                let near = crate::class::Class::ALL.map(crate::class::Class::word);
                match nearest(found, near.into_iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        "a rule is one line, such as `unshared Producer`; comments start with `--`"
                            .to_owned()
                    }
                }
            }
            Fault::NoSubject { is_static: true } => {
                "name a variable that belongs to no object: `static Main.done`".to_owned()
            }
            Fault::NoSubject { is_static: false } => {
                "name a class, a line, or both: `Buffer`, `at 12`, `Buffer at 12`".to_owned()
            }
            Fault::NoLine { .. } => "give the line in which `new` stands".to_owned(),
            Fault::More { .. } => {
                "write one rule in each line; comments start with `--`".to_owned()
            }
            Fault::Twice { .. } => "keep one of the two rules".to_owned(),
            Fault::UnknownName { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}`?")
            }
            Fault::UnknownName { .. } => return None,
            Fault::NotMade { lines, .. } if lines.is_empty() => return None,
            Fault::NotMade { lines, .. } => {
                let few: Vec<String> = lines.iter().take(5).map(u32::to_string).collect();
                format!("such objects are made in line {}", few.join(", "))
            }
            Fault::Volatile { .. } => "leave the rule out".to_owned(),
            Fault::NoMethods { .. } => {
                "write `disciplined static`, or give the class of the object that it refers to"
                    .to_owned()
            }
        })
    }
}

/// The name that is nearest to another, if it is near.
pub(crate) fn nearest<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let near = all.map(|other| (strsim::jaro_winkler(name, other), other));
    let best = near.max_by(|one, two| one.0.total_cmp(&two.0));
    best.filter(|(how, _)| *how > 0.75).map(|(_, other)| other)
}
