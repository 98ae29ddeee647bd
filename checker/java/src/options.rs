//! The options of a program.

/// The options of the program that class files are made into.
///
/// ```
/// let options = reductio_java::Options { main: Some("app.Main".into()), ..Default::default() };
/// assert!(options.fold);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The class whose `main` the first thread runs, with dots; if there is none, the only one that has one.
    pub main: Option<String>,
    /// The arguments of `main`.
    pub arguments: Vec<String>,
    /// Tells whether instructions that only move values between local variables and the stack are put together. If not,
    /// then each instruction of a class file is a step of its own.
    pub fold: bool,
    /// Tells whether threads that wait for a notification may wake up without one, as Java allows: at each `wait` of
    /// the program, and at each `await` of a condition, it is open whether that may happen.
    pub spurious: bool,
}

impl Default for Options {
    /// Any class, no arguments, few steps, and nobody wakes up without a notification.
    fn default() -> Self {
        Options { main: None, arguments: Vec::new(), fold: true, spurious: false }
    }
}
