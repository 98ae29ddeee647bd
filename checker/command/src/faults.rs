//! Diagnostics for errors of the library that several verbs tell.

use reductio::check::Subject;
use reductio::diagnostics::Diagnostic;
use reductio::programs::Program;
use reductio::validate::TooLarge;

/// The diagnostic for a state graph of more states than its limit allows.
pub(crate) fn of_graph(system: &str, error: TooLarge) -> Diagnostic {
    Diagnostic::error("E0695", format!("{system}: {error}"))
        .help("`--const NAME=VALUE` gives a constant another value")
        .help("`reductio states FILE --max-states N` sets the limit; `reductio check` has none")
}

/// The fault that locks are to be guessed of a system whose classes say how threads share its variables.
pub(crate) fn no_guess(subject: &Subject) -> Diagnostic {
    let message = format!(
        "`--guess-locks` looks at no classes, and variables of `{}` have some",
        subject.system().name()
    );
    let help = "leave it out: `check` finds the locks of disciplined variables";
    Diagnostic::error("E0016", message).help(help)
}

/// The fault that an option was given that programs with a heap do not have.
pub(crate) fn not_for_programs(option: &str, program: &str) -> Diagnostic {
    let message = format!("`{option}` is for systems of threads, and `{program}` is a program");
    Diagnostic::error("E0016", message)
        .help("leave it out: `reductio check --help` says what programs have")
}

/// The fault that an option about properties was given, and a program has none.
pub(crate) fn no_properties(option: &str, program: &str) -> Diagnostic {
    let message = format!("`{option}` is about properties, and the program `{program}` has none");
    Diagnostic::error("E0016", message)
        .help("leave it out, or claim one with `--property` or in the text of a program")
}

/// The fault that an option was given that only programs with a heap have, and that there is none.
pub(crate) fn only_for_programs(option: &str) -> Diagnostic {
    let message = format!("`{option}` is for programs with a heap, and no file is one");
    Diagnostic::error("E0016", message)
        .help("programs are in `.prog` files, or begin with `program NAME`")
}

/// The fault that an option was given that only Java programs have, and that there is none.
pub(crate) fn only_for_java(option: &str) -> Diagnostic {
    let message = format!("`{option}` is for Java programs, and no file is one");
    Diagnostic::error("E0016", message)
        .help("Java programs are class files, jars, folders with class files, and `.java` files")
}

/// The warning that a state graph does not look at classes; none where no variable has one.
pub(crate) fn classes_in_graph(subject: &Subject) -> Option<Diagnostic> {
    subject.locks()?;
    let name = subject.system().name();
    let message = format!("{name}: the graph looks at no classes: to it these variables are open");
    let help = "`reductio check` decides whether their lock discipline is followed";
    Some(Diagnostic::error("W0007", message).warning().help(help))
}

/// The warning that a command does not look at the properties of a system; none where it has none. `what` is the
/// command's subject: "the graph", "the comparison".
pub(crate) fn properties_unseen(subject: &Subject, what: &str) -> Option<Diagnostic> {
    unseen(subject.system().name(), subject.system().properties().len(), what)
}

/// The warning that a command does not look at the properties that a program declares; none where it has none.
pub(crate) fn program_properties_unseen(program: &Program, what: &str) -> Option<Diagnostic> {
    unseen(program.name(), program.properties().len(), what)
}

fn unseen(name: &str, properties: usize, what: &str) -> Option<Diagnostic> {
    let properties = match properties {
        0 => return None,
        1 => "the property".to_owned(),
        count => format!("the {count} properties"),
    };
    let message = format!("{name}: {what} does not look at {properties} of whole runs");
    let help = "`reductio check` decides them";
    Some(Diagnostic::error("W0008", message).warning().help(help))
}
