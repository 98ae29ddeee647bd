//! An execution as a test in Rust, which executes it again.

use std::fmt::Write as _;
use std::path::Path;

use reductio::check::{Demotion, Parameters, Subject};
use reductio::execution::{Ending, Execution};
use reductio::locking::Rule;

use super::json::to_json;
use super::text::ending_in_words;

/// An execution as the text of a test in Rust that needs only the crate `reductio`: it has the text of the system and
/// the run in it, executes the steps again and asserts that they end as they did. `subject` is the subject of the
/// execution.
///
/// ```
/// use std::sync::Arc;
/// use reductio::File;
/// use reductio::check::{CheckOptions, Parameters, Subject, check};
///
/// let text = "lock m\nthread t { acquire m; A: acquire m }";
/// let file = Arc::new(File::new("twice.sys", text));
/// let subject = Subject::load(&file, &Parameters::default(), None).unwrap();
/// let report = check(&subject, &CheckOptions::default(), None, None);
/// let test = reductio_report::execution::to_rust_test(&report.execution(0).unwrap(), &subject);
/// assert!(test.contains("#[test]\nfn twice_"), "{test}");
/// assert!(test.contains("execution.ending()"), "{test}");
/// ```
pub fn to_rust_test(execution: &Execution<'_>, subject: &Subject) -> String {
    let system = subject.system().name();
    let path = Path::new(subject.file.name()).file_name().unwrap_or_default();
    let file = path.to_string_lossy();
    let parameters = &subject.parameters;
    let mut names = vec!["Parameters", "Subject"];
    if !matches!(parameters.demotion, Demotion::None) {
        names.insert(0, "Demotion");
    }
    let mut out = String::new();
    let words = one_line(&ending_in_words(execution));
    let _ = writeln!(out, "// A run of `{}` as a test: {words}.", one_line(system));
    out += "//\n// `reductio check --emit-test rust` wrote it. It passes as long as the system can go wrong in this \
            way: when the\n\
            // system below is mended, the run cannot be executed any more, or ends otherwise.\n\n";
    out += "use std::sync::Arc;\n\nuse reductio::File;\n";
    let _ = writeln!(out, "use reductio::check::{{{}}};", names.join(", "));
    out += "use reductio::execution::{Ending, RunFile};\n";
    if parameters.rule.is_some() {
        out += "use reductio::locking::Rule;\n";
    }
    let _ = write!(
        out,
        "\n/// The text of the system.\nconst SYSTEM: &str = {};\n",
        raw(subject.file.text())
    );
    let run = to_json(execution);
    let _ = write!(
        out,
        "\n/// The run: its steps, and what they do.\nconst RUN: &str = {};\n",
        raw(run.trim_end())
    );
    let (name, ending) = (identifier(system), execution.ending());
    let _ = write!(out, "\n#[test]\nfn {name}_{}() {{\n", verb(ending));
    let _ = writeln!(out, "    let file = Arc::new(File::new({file:?}, SYSTEM));");
    let _ = writeln!(out, "    let parameters = {};", of_parameters(parameters));
    out += "    let subject = Subject::load(&file, &parameters, None).expect(\"the system is in order\");\n";
    out += "    let rules = subject.rules().expect(\"nobody interrupts it\");\n";
    out += "    let run = RunFile::parse(RUN).expect(\"this is a run\");\n";
    out += "    // Every step is executed again, and compared with what the run says of it.\n";
    out += "    let execution = run.replay(rules, subject.origin()).expect(\"the run can be executed\");\n";
    let _ = writeln!(out, "    {}\n}}", assertion(ending));
    out
}

/// The words of an ending for the name of a test.
fn verb(ending: Ending) -> &'static str {
    match ending {
        Ending::DisciplineViolated(_) => "violates_the_discipline",
        Ending::Failed { .. } => "fails",
        Ending::InvariantViolated(_) => "violates_an_invariant",
        Ending::EndlessLoop { .. } => "loops_for_ever",
        Ending::Deadlock => "deadlocks",
        Ending::Stuck { .. } => "gets_stuck",
        Ending::AtRest => "comes_to_rest",
        Ending::PropertyFalse { .. } => "makes_a_property_false",
        Ending::Reached(_) => "reaches_a_state",
        Ending::Stopped => "can_be_run",
    }
}

/// The line that asserts the ending.
fn assertion(ending: Ending) -> String {
    let equal = |what: String| format!("assert_eq!(execution.ending(), {what});");
    let like = |what: String| format!("assert!(matches!(execution.ending(), {what}));");
    match ending {
        Ending::DisciplineViolated(_) => like("Ending::DisciplineViolated(_)".to_owned()),
        Ending::Failed { .. } => like("Ending::Failed { .. }".to_owned()),
        Ending::InvariantViolated(number) => equal(format!("Ending::InvariantViolated({number})")),
        Ending::EndlessLoop { from, .. } => {
            like(format!("Ending::EndlessLoop {{ from: {from}, .. }}"))
        }
        Ending::Deadlock => equal("Ending::Deadlock".to_owned()),
        Ending::Stuck { .. } => like("Ending::Stuck { .. }".to_owned()),
        Ending::AtRest => equal("Ending::AtRest".to_owned()),
        Ending::PropertyFalse { property, from } => {
            equal(format!("Ending::PropertyFalse {{ property: {property}, from: {from:?} }}"))
        }
        Ending::Reached(number) => equal(format!("Ending::Reached({number})")),
        Ending::Stopped => equal("Ending::Stopped".to_owned()),
    }
}

/// The parameters of the subject as an expression.
fn of_parameters(parameters: &Parameters) -> String {
    let Parameters { constants, properties, demotion, rule, fair } = parameters;
    let texts = |all: &[String]| {
        let all: Vec<String> = all.iter().map(|text| format!("{text:?}.to_owned()")).collect();
        format!("vec![{}]", all.join(", "))
    };
    let mut fields = Vec::new();
    if !constants.is_empty() {
        let all = constants.iter().map(|(name, value)| format!("({name:?}.to_owned(), {value})"));
        fields.push(format!("constants: vec![{}]", all.collect::<Vec<_>>().join(", ")));
    }
    if !properties.is_empty() {
        fields.push(format!("properties: {}", texts(properties)));
    }
    match demotion {
        Demotion::None => {}
        Demotion::Outside => fields.push("demotion: Demotion::Outside".to_owned()),
        Demotion::Named(names) => {
            fields.push(format!("demotion: Demotion::Named({})", texts(names)));
        }
    }
    if let Some(rule) = rule {
        fields.push(format!("rule: Some({})", of_rule(*rule)));
    }
    if *fair {
        fields.push("fair: true".to_owned());
    }
    if fields.is_empty() {
        return "Parameters::default()".to_owned();
    }
    format!("Parameters {{ {}, ..Parameters::default() }}", fields.join(", "))
}

fn of_rule(rule: Rule) -> String {
    format!("Rule::{rule:?}")
}

/// A text as a raw string, with as many marks as it needs.
fn raw(text: &str) -> String {
    // A carriage return may not stand in a raw string.
    if text.contains('\r') {
        return format!("{text:?}");
    }
    let mut marks = String::new();
    while text.contains(&format!("\"{marks}")) {
        marks.push('#');
    }
    format!("r{marks}\"{text}\"{marks}")
}

/// A name of Rust that is like the name of a system.
fn identifier(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        let fits = c.is_ascii_alphanumeric();
        if fits || !out.ends_with('_') {
            out.push(if fits { c } else { '_' });
        }
    }
    let out = out.trim_matches('_');
    if out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.to_owned()
    } else {
        format!("system_{out}")
    }
}

/// A text on one line, for a comment.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
