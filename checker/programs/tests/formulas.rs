//! Formulas about the runs of programs: their text, what is wrong with it, and what their conditions mean in a state.

use reductio_programs::syntax::Source;
use reductio_programs::{
    Bounds, Condition, ENTRY, Fresh, Machine, Observed, Program, SourceError, State, ThreadId,
    parse_formula, parse_program,
};
use reductio_temporal::Formula;

const TEXT: &str = "
property \"it is filled\": always (Box.full == 0 => eventually Box.full == 1)
thread main {
  b := new Box
  n := new Node
  m := new Node
  b.full := 1
  b.next := n
  n.count := 3
}";

fn program() -> Program {
    parse_program(TEXT, "box", ENTRY).unwrap()
}

fn codes(text: &str) -> Vec<&'static str> {
    let faults = parse_formula(text, &program()).map(|formula| formula.to_string());
    faults.unwrap_err().iter().map(SourceError::code).collect()
}

fn printed(text: &str) -> String {
    parse_formula(text, &program())
        .unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
        .to_string()
}

#[test]
fn operators_bind_as_in_systems() {
    for (text, expected) in [
        ("always Box.full => Box.full", "always Box.full => Box.full"),
        (
            "not Box.full or Box.full and always Box.full",
            "not Box.full or (Box.full and always Box.full)",
        ),
        ("Box.full leads_to Box.next.count == 3", "Box.full leads_to (Box.next.count == 3)"),
        ("(always Box.full) until Box.full", "(always Box.full) until Box.full"),
        ("not Box.full until Box.full + 1 > 1", "not Box.full until (Box.full + 1 > 1)"),
        // What is in parentheses without an operator of runs is one condition.
        ("always (Box.full or Box.next)", "always (Box.full or Box.next)"),
        ("((Box.full) == (1 + 0)) release true", "(Box.full == 1 + 0) release 1"),
    ] {
        let said = printed(text);
        assert_eq!(said, expected, "{text}");
        assert_eq!(printed(&said), said, "what is printed is read back");
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_refused() {
    for text in [
        "Box.full => Box.full => Box.full",
        "Box.full leads_to Box.full => Box.full",
        "Box.full until Box.full until Box.full",
        "Box.full and Box.full until Box.full",
        "Box.full until Box.full or Box.full",
        "always Box.full until Box.full",
    ] {
        assert_eq!(codes(text), ["E1022"], "{text}");
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    for (text, expected) in [
        ("eventually Bix.full", vec!["E1020"]),
        ("eventually full", vec!["E1020"]),
        ("eventually Box", vec!["E1020"]),
        ("eventually Box.ful", vec!["E1021"]),
        ("next Box.full", vec!["E1023"]),
        ("X Box.full", vec!["E1023"]),
        ("G Box.full", vec!["E1003"]),
        ("always", vec!["E1020"]),
        ("eventually Box.full == 1 2", vec!["E1003"]),
        ("eventually Box.full := 1", vec!["E1003"]),
        ("eventually (Box.full", vec!["E1004"]),
        ("", vec!["E1003"]),
        ("[] Box.full", vec!["E1002"]),
        ("Box.full == 1 and Bix.full or Box.ful", vec!["E1020", "E1021"]),
        ("eventually (Box.full == 1).next", vec!["E1003"]),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
    let deep = "not ".repeat(10_000) + "Box.full";
    assert_eq!(codes(&deep), ["E1005"]);
    let deep = "(".repeat(10_000) + "always Box.full";
    assert_eq!(codes(&deep), ["E1005"]);
}

#[test]
fn properties_are_declared_in_the_text() {
    let program = program();
    let [property] = program.properties() else { panic!("one property") };
    assert_eq!(property.title, "it is filled");
    let expected = "always ((Box.full == 0) => eventually (Box.full == 1))";
    assert_eq!(property.formula.to_string(), expected);
    // What is printed is read back with the same properties.
    let source = Source::parse(TEXT).unwrap();
    let again = parse_program(&source.to_string(), "box", ENTRY).unwrap();
    assert_eq!(again.properties()[0].formula.to_string(), expected);
    for (text, expected) in [
        ("property \"p\": always Box.full\nproperty \"p\": always Box.full", "E1009"),
        ("property \"p\": always Bix.full", "E1020"),
        ("property always Box.full", "E1003"),
        ("property \"p\" always Box.full", "E1003"),
        ("property \"p\": always Box.full thread t { }", "E1003"),
        ("property \"p: always Box.full", "E1002"),
    ] {
        let text = TEXT.replace("thread main", &format!("{text}\nthread main"));
        let faults = parse_program(&text, "box", ENTRY).unwrap_err();
        assert!(faults.iter().any(|fault| fault.code() == expected), "{text}: {faults:?}");
    }
}

/// The state after some steps of the first thread.
fn after(program: &Program, steps: usize) -> State {
    let machine = Machine::new(program, Bounds::default());
    let mut state = machine.initial();
    for _ in 0..steps {
        machine.step(&mut state, ThreadId(0), 0, &Fresh).unwrap();
    }
    state
}

#[test]
fn conditions_are_about_static_variables_and_the_only_object_of_a_class() {
    let program = program();
    let condition = |text: &str| -> Condition {
        let formula: Formula<Condition> = parse_formula(text, &program).unwrap();
        formula.atoms()[0].clone()
    };
    let holds = |text: &str, steps| condition(text).holds(&program, &after(&program, steps));
    // Before there is an object, its fields are 0, and so is what is behind null.
    for text in ["Box.full == 0", "Box.next == null", "Box.next.count == 0"] {
        assert!(holds(text, 0) && !holds(text, 6), "{text}");
    }
    assert!(holds("Box.next.count == 3", 6) && holds("Box.full + 2 == Box.next.count", 6));
    // What cannot be computed does not hold.
    for (text, steps) in [("1 div Box.full == 1", 0), ("Box.next < 1", 6), ("Box.next + 1 == 1", 6)]
    {
        assert!(!holds(text, steps), "{text}");
    }
    let state = after(&program, 4);
    assert!(condition("Node.count == 0").ambiguous(&program, &state).is_some());
    assert!(condition("Box.next.count == 0").ambiguous(&program, &state).is_none());
    let observed: Vec<Observed> = condition("Box.next.count == 3").observes().collect();
    let names: Vec<&str> = observed
        .iter()
        .map(|observed| match observed {
            Observed::Field(field) => &program.fields()[field.index()][..],
            Observed::Class(class) => &program.classes()[class.index()].name[..],
            Observed::Static(_) => "static",
        })
        .collect();
    assert_eq!(names, ["Box", "next", "count"]);
}
