//! The reasons why an analysis gives no answer.

use reductio_programs::{MethodId, Place, Program};
use thiserror::Error;

/// The reason why nothing is known of a program's heap: then every access counts as visible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeapError {
    /// A method may call itself, so that its calls cannot be inlined.
    #[error("a method may call itself: {}", path(.calls))]
    Recursive {
        /// The call that comes back to a method that is being run.
        call: Place,
        /// The methods that are being run there, the outermost first, and at the end the one that is called again.
        calls: Vec<MethodId>,
    },
    /// Too many statements come out when all calls are inlined.
    #[error("more than {limit} statements come out when all calls are inlined")]
    TooManyStatements {
        /// The call at which the limit was passed.
        call: Place,
        /// The greatest number of statements.
        limit: usize,
    },
    /// The analysis took too long.
    #[error("the time was over after {seconds} s")]
    Timeout {
        /// The time that it had, in seconds.
        seconds: u64,
    },
    /// The analysis needed too much memory.
    #[error("more than {limit} bytes were needed")]
    Memory {
        /// The greatest number of bytes.
        limit: usize,
    },
    /// Somebody ended the analysis.
    #[error("the analysis was ended early")]
    Cancelled,
}

impl HeapError {
    /// The error in words, with the names and lines of a program.
    pub fn told(&self, program: &Program) -> String {
        match self {
            HeapError::Recursive { call, calls } => {
                let names: Vec<&str> =
                    calls.iter().map(|method| program.method(*method).name.as_str()).collect();
                let line = program.line_words(*call);
                format!("a method may call itself, at {line}: {}", names.join(" calls "))
            }
            HeapError::TooManyStatements { call, limit } => {
                let line = program.line_words(*call);
                format!(
                    "more than {limit} statements come out when all calls are inlined; the call at {line} was one too \
                     many"
                )
            }
            _ => self.to_string(),
        }
    }
}

fn path(calls: &[MethodId]) -> String {
    let names: Vec<String> = calls.iter().map(|method| format!("method {}", method.0)).collect();
    names.join(" calls ")
}
