//! The faults for which a system, with the parameters that are given for it, is not read.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use reductio_algebra::text::Shown;
use reductio_algebra::text::vocabulary::nearest;

use crate::file::File;
use crate::language::SystemError;
use crate::system::Defect;

/// One fault of a system's text or of its [`Parameters`](super::Parameters).
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// A fault of the system's text, of a constant, or of a further invariant.
    #[error("{error}")]
    Text {
        /// The system's file, or the text of the invariant.
        file: Arc<File>,
        /// The fault, with its place.
        error: SystemError,
    },
    /// A further invariant that the system refuses.
    #[error("{0}")]
    Property(Defect),
    /// A name of something to be demoted that is the name of no variable that is protected or has a class.
    #[error("there is no protected variable `{name}`")]
    NotProtected {
        /// The name as given.
        name: String,
        /// The names of the protected variables, and of those with a class.
        known: Vec<String>,
    },
    /// A form of the lock discipline was asked for, and no variable has a class.
    #[error("`{system}` has no variable with a lock discipline")]
    NoClass {
        /// The name of the system.
        system: String,
    },
}

impl SubjectError {
    /// The stable code of the fault, such as `E0691`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text { error, .. } => error.code(),
            Self::Property(_) => "E0690",
            Self::NotProtected { .. } => "E0691",
            Self::NoClass { .. } => "E0696",
        }
    }

    /// The remedy for the author, where one is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Text { error, .. } => error.help(),
            Self::Property(_) => None,
            Self::NoClass { .. } => Some(
                "leave `--discipline` out, or declare a variable with `disciplined` or `unshared`"
                    .to_owned(),
            ),
            Self::NotProtected { name, known } => {
                Some(match nearest(name, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if known.is_empty() => "the system has no protected variable".to_owned(),
                    None => format!("the protected variables are {}", known.join(", ")),
                })
            }
        }
    }
}

/// The fault with its place, its line and the remedy.
impl fmt::Debug for SubjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Text { file, error } = self {
            return write!(f, "{}", Shown { file: Some(file.name()), text: file.text(), error });
        }
        write!(f, "{self} ({})", self.code())?;
        self.help().map_or(Ok(()), |help| write!(f, "\n  help: {help}"))
    }
}

/// All faults for which a system is not read, a slice of them. As text, which `unwrap` shows too, and a `main` that
/// returns them, each has its place, its line and the remedy.
///
/// ```
/// use reductio::File;
/// use reductio::check::{Parameters, Subject};
///
/// let file = File::new("wrong.sys", "thread t { x := 1 }").into();
/// let errors = Subject::load(&file, &Parameters::default(), None).unwrap_err();
/// assert!(format!("{errors:?}").starts_with("\nwrong.sys:1:12: there is no name `x` (E0607)\n"));
/// ```
#[derive(Clone)]
pub struct SubjectErrors(Vec<SubjectError>);

impl Deref for SubjectErrors {
    type Target = [SubjectError];

    fn deref(&self) -> &[SubjectError] {
        &self.0
    }
}

impl FromIterator<SubjectError> for SubjectErrors {
    fn from_iter<I: IntoIterator<Item = SubjectError>>(errors: I) -> Self {
        SubjectErrors(errors.into_iter().collect())
    }
}

impl fmt::Display for SubjectErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|error| write!(f, "\n{error:?}"))
    }
}

/// The text of [`Display`](fmt::Display).
impl fmt::Debug for SubjectErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SubjectErrors {}
