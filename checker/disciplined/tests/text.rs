//! The text of classifications: what is accepted, and what is said of what is not.

use reductio_disciplined::{Classification, ClassificationError, MAX_TEXT};
use reductio_programs::{ENTRY, Method, Program, ProgramBuilder, parse_program};

/// The code, line, column, sentence and remedy of each fault.
fn told(
    text: &str,
    faults: &[ClassificationError],
) -> Vec<(String, (usize, usize), String, String)> {
    let one = |fault: &ClassificationError| {
        let help = fault.help().unwrap_or_default();
        (fault.code().to_owned(), fault.place(text), fault.to_string(), help)
    };
    faults.iter().map(one).collect()
}

fn fault(text: &str) -> (String, (usize, usize), String, String) {
    let faults = Classification::parse(text).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
    told(text, &faults).remove(0)
}

#[test]
fn each_line_has_a_rule_or_none() {
    let text = "\n-- all\nunshared A -- comment\n\tdisciplined  B at 7\ncommunication C at Main.java:12\r\nunshared at 3\n\
                communication static Main.done\ncommunication int[]\nmethod D\natomic E at 9";
    let found = Classification::parse(text).unwrap();
    let expected = "unshared A\ndisciplined B at 7\ncommunication C at Main.java:12\nunshared at 3\n\
                    communication static Main.done\ncommunication int[]\nmethod D\natomic E at 9\n";
    assert_eq!(found.to_string(), expected);
    assert_eq!(Classification::parse(expected).unwrap().to_string(), expected);
    assert_eq!(&text[found.rules[1].span.clone()], "B at 7");
    assert!(Classification::parse("").unwrap().rules.is_empty());
}

#[test]
fn faults_say_where_what_was_expected_and_what_to_do() {
    let (code, place, sentence, help) = fault("unshared A\n  unsharde B");
    assert_eq!((&*code, place), ("E1102", (2, 3)));
    assert_eq!(
        sentence,
        "expected `unshared`, `disciplined`, `method`, `atomic` or `communication`, found `unsharde`"
    );
    assert_eq!(help, "did you mean `unshared`?");

    let (code, place, sentence, _) = fault("unshared");
    assert_eq!((&*code, place), ("E1103", (1, 9)));
    assert_eq!(sentence, "expected what has the class, found the end of the line");
    let (code, place, sentence, _) = fault("unshared static  -- which?");
    assert_eq!((&*code, place), ("E1103", (1, 16)));
    assert_eq!(sentence, "expected the name of a variable, found the end of the line");

    let (code, place, sentence, _) = fault("atomic static Main.x");
    assert_eq!((&*code, place), ("E1110", (1, 8)));
    assert_eq!(sentence, "`Main.x` belongs to no object: calls of methods are no operations on it");

    for (text, column, found) in [
        ("unshared A at", 14, "the end of the line"),
        ("unshared A at x", 15, "`x`"),
        ("unshared at 0", 13, "`0`"),
        ("unshared at :3", 13, "`:3`"),
        ("unshared at A.java:", 13, "`A.java:`"),
        ("unshared at 99999999999", 13, "`99999999999`"),
    ] {
        let (code, place, sentence, _) = fault(text);
        assert_eq!((&*code, place), ("E1104", (1, column)), "{text}");
        let expected = format!("expected a line, such as `12` or `Main.java:12`, found {found}");
        assert_eq!(sentence, expected);
    }
    let (code, place, sentence, _) = fault("unshared A B");
    assert_eq!((&*code, place), ("E1105", (1, 12)));
    assert_eq!(sentence, "expected the end of the line, found `B`");
    let (code, place, ..) = fault("unshared é B");
    assert_eq!((&*code, place), ("E1105", (1, 12)));
    let (code, place, sentence, _) = fault("unshared A\ncommunication A");
    assert_eq!((&*code, place, &*sentence), ("E1106", (2, 15), "`A` has a class already"));
    let (code, ..) = fault(&" ".repeat(MAX_TEXT + 1));
    assert_eq!(code, "E1101");
    assert!(Classification::parse(&" ".repeat(MAX_TEXT)).is_ok());
}

#[test]
fn all_faults_of_a_text_are_told() {
    let text = "shared A\nunshared\nunshared A\nunshared A";
    let faults = Classification::parse(text).unwrap_err();
    let codes: Vec<&str> = faults.iter().map(ClassificationError::code).collect();
    assert_eq!(codes, ["E1102", "E1103", "E1106"]);
}

fn program() -> Program {
    let text = "thread main {\n  a := new Buffer\n  b := new Buffer\n  c := new Flag\n}";
    parse_program(text, "ours", ENTRY).unwrap()
}

fn faults_of(text: &str) -> Vec<(String, (usize, usize), String, String)> {
    told(text, &Classification::parse(text).unwrap().of(&program()).unwrap_err())
}

#[test]
fn rules_that_fit_nothing_are_told() {
    let found = &faults_of("unshared Bufer")[0];
    assert_eq!((&*found.0, found.1), ("E1107", (1, 10)));
    assert_eq!(found.2, "the program has no class `Bufer`");
    assert_eq!(found.3, "did you mean `Buffer`?");
    let found = &faults_of("unshared static Main.x")[0];
    assert_eq!((&*found.0, &*found.2), ("E1107", "the program has no variable `Main.x`"));
    let found = &faults_of("unshared Buffer at 4")[0];
    assert_eq!(
        (&*found.0, &*found.2),
        ("E1108", "the program makes no object of class `Buffer` in line 4")
    );
    assert_eq!(found.3, "such objects are made in line 2, 3");
    let found = &faults_of("unshared at 1")[0];
    assert_eq!((&*found.0, &*found.2), ("E1108", "the program makes no object in line 1"));
}

#[test]
fn the_rule_that_says_more_counts() {
    use reductio_disciplined::Class;
    let program = program();
    let text = "communication at 3\nunshared Buffer at 3\ncommunication Buffer";
    let classes = Classification::parse(text).unwrap().of(&program).unwrap();
    let all = (0..program.instructions()).filter_map(|number| program.place(number));
    let found: Vec<Class> = all
        .filter(|place| program.class_at(*place).is_some())
        .map(|place| classes.of_site(&program, place))
        .collect();
    assert_eq!(found, [Class::Communication, Class::Unshared, Class::Disciplined]);
    // Two that say as much.
    let found = faults_of("unshared at 3\nunshared Buffer\ncommunication at Main.java:3");
    assert_eq!((&*found[0].0, found[0].1), ("E1106", (3, 15)));
}

#[test]
fn volatile_variables_are_for_communication() {
    let mut builder = ProgramBuilder::new("volatile");
    builder.static_variable("Main.done", true);
    let main = builder.method(Method::default());
    let program = builder.build(main).unwrap();
    let of = |text: &str| Classification::parse(text).unwrap().of(&program);
    assert!(of("communication static Main.done").is_ok());
    let faults = of("unshared static Main.done").unwrap_err();
    assert_eq!(faults[0].code(), "E1109");
    assert_eq!(faults[0].to_string(), "`Main.done` is volatile: it is always for communication");
}

#[test]
fn odd_texts_are_refused_or_read_but_never_worse() {
    // Pieces of rules in any order.
    let pieces = [
        "unshared",
        "at",
        "static",
        "12",
        ":",
        "A",
        "--",
        "\n",
        " ",
        "communication",
        "method",
        "é",
        "\t",
        "\r\n",
        "0",
    ];
    let mut number: u64 = 19;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..6 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text += pieces[usize::try_from(number >> 33).unwrap() % pieces.len()];
            text += if number >> 32 & 1 == 0 { " " } else { "" };
        }
        match Classification::parse(&text) {
            Ok(found) => {
                let printed = found.to_string();
                assert_eq!(Classification::parse(&printed).unwrap().to_string(), printed);
                let _ = found.of(&program());
            }
            Err(faults) => faults.iter().for_each(|fault| {
                assert!(fault.place(&text).0 >= 1 && fault.span.end <= text.len());
            }),
        }
    }
}
