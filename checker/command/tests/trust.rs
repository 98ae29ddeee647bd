//! Answers say which question they answer: what names stand for, that nothing was asked, what is assumed of memory; and
//! faults say what to do.

use crate::common::{Answer, Folder, assert_valid};

/// Runs the command with arguments separated by white space, where a formula stands in quotes.
fn run(folder: &Folder, arguments: &str) -> Answer {
    let mut words = Vec::new();
    for (k, part) in arguments.split('"').enumerate() {
        if k % 2 == 1 {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    folder.run_with(&words, None)
}

/// What names stand for without a file: actions, unless they are complemented or declared.
#[test]
fn no_name_is_guessed() {
    let folder = Folder::new().with("law.oa", "theory Law\n\naction x, y\npredicate p\n");
    for (arguments, code, said) in [
        (r#"decide "r s = s r""#, 1, "  r, s: actions\n  fails"),
        (r#"decide "l r = r l""#, 1, "  l, r: actions\n  fails"),
        (r#"decide "b l_i <= l_i b""#, 1, "  b, l_i: actions\n  fails"),
        (r#"decide "a b c = a (b c)""#, 0, "  a, b, c: actions\n  holds"),
        (r#"decide "foo bar = bar foo""#, 1, "  bar, foo: actions\n  fails"),
        (r#"decide "!r s = s !r""#, 1, "  r: predicate; s: action\n  fails"),
        (r#"decide "!(r + s) = !s !r""#, 0, "  r, s: predicates\n  holds"),
        (r#"decide "(.i : p_i) <= p_j""#, 0, "  p_i: predicate\n  holds"),
        (r#"decide --predicates r,s "r s = s r""#, 0, "  r, s: predicates\n  holds"),
        (r#"decide --predicates p_i "p_i p_j = p_j p_i""#, 0, "  p_i: predicate\n  holds"),
        (r#"decide "1* = 1""#, 0, "1* = 1\n  holds"),
        (r#"decide law.oa "p x = p p x""#, 0, "  p: predicate; x: action\n  holds"),
        (r#"prove --formula "r s = s r""#, 1, "  r, s: actions\n"),
        (r#"prove --predicates r,s --formula "r s = s r""#, 0, "  r, s: predicates\n"),
        (r#"models --find "r s = s r""#, 1, "r, s: actions\n"),
        (r#"models --predicates r,s --find "r s = s r""#, 0, "r, s: predicates\n"),
    ] {
        let answer = run(&folder, arguments);
        assert_eq!(answer.code, code, "{arguments}: {answer:?}");
        assert!(answer.out.contains(said), "{arguments}: {answer:?}");
        assert!(!answer.out.contains("omega algebra that satisfies"), "{arguments}: {answer:?}");
    }
    for arguments in [
        r#"decide --predicates t "r s = s r""#,
        r#"decide --predicates 7 "r s = s r""#,
        r#"decide law.oa --predicates p "p x = x""#,
        r#"prove --predicates t --formula "r = r""#,
        r#"models --predicates t --find "r = r""#,
    ] {
        let answer = run(&folder, arguments);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{arguments}: {answer:?}");
    }
    let answer = run(&folder, r#"decide law.oa "q x = x""#);
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0107"]), "{answer:?}");
    let schema = include_str!("../../schemas/decide.schema.json");
    let json = assert_valid(schema, &run(&folder, r#"decide "!p x = x" --format json"#));
    let names = &json["results"][0];
    assert_eq!((&names["actions"][0], &names["predicates"][0]), (&"x".into(), &"p".into()));
}

#[test]
fn inductions_are_explained_wherever_they_are() {
    let answer = run(&Folder::new(), r#"decide --explain "y x <= x y => (x + y)* <= x* y*""#);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("holds (search by induction)"), "{answer:?}");
    assert!(!answer.out.contains("No induction"), "{answer:?}");
    assert!(answer.out.contains("(* ind "), "{answer:?}");
}

/// Nothing asked is no answer: exit code 3, and a sentence.
#[test]
fn nothing_asked_is_not_green() {
    let folder = Folder::new()
        .with("text.md", "# A heading\n")
        .with("empty.md", "")
        .with("empty.std", "")
        .with("locks.std", "T0|acq(L)|1\nT0|rel(L)|2\n")
        .with("names.oa", "theory Names2\n\naction x\n")
        .with("laws.oap", "proofs of Laws\n")
        .with("one.sys", "thread t { A: skip }\n");
    for (arguments, said) in [
        ("notebook check text.md", "there is no cell"),
        ("notebook check empty.md", "there is no cell"),
        ("notebook grade text.md", "there is no exercise"),
        ("race empty.std", "nothing is asked"),
        ("race locks.std", "nothing is asked"),
        ("race empty.std --format json", "nothing is asked"),
        ("test one.sys --runs 0", "at least 1"),
        ("prove names.oa", "nothing to prove"),
        ("prove laws.oap", "nothing to prove"),
        ("models names.oa", "nothing to evaluate"),
        ("decide names.oa", "nothing is asked"),
        ("export coq names.oa", "nothing is exported"),
    ] {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, 3, "{arguments}: {answer:?}");
        let both = format!("{}{}", answer.out, answer.err);
        assert!(both.contains(said), "{arguments}: {answer:?}");
    }
}

/// A forgotten `down` that only an invariant notices.
#[test]
fn mutants_are_asked_all_claims() {
    let text = "semaphore w = 1 max 1\nvar c : 0 .. 2\n\
                thread t[i : 0 .. 1] { down w; c := c + 1; c := c - 1; up w }\n\
                invariant \"one\": c <= 1\n";
    let folder = Folder::new().with("sem.sys", text);
    let answer = folder.run("test sem.sys --mutants");
    assert_eq!(answer.code, 0, "{answer:?}");
    let row = |start: &str| answer.out.lines().find(|line| line.trim_start().starts_with(start));
    for forgotten in ["t[0]  down w", "t[0]  up w", "t[0]  c := c - 1"] {
        let row = row(forgotten).unwrap_or_else(|| panic!("{forgotten}: {answer:?}"));
        assert!(row.ends_with("claims"), "{row}");
    }
    // What a claim says of the system itself is asked as well.
    let broken = Folder::new().with("bad.sys", text.replace("c <= 1", "c <= 0"));
    let answer = broken.run("test bad.sys --mutants");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(!answer.out.contains("forgotten"), "{answer:?}");
}

/// Each mistake, with the code of the fault, and words of the message and of the remedy.
#[test]
fn faults_say_what_to_do() {
    let theory = "theory A\n\naction x, y\n\nlemma (1) ours: x = 0 => x y = 0\n";
    let script = |steps: &str| {
        format!("proofs of A\n\nlemma (1): x = 0 => x y = 0\nproof\n    x y\n{steps}qed\n")
    };
    let half = script("  <= {(hyp)}\n    0 y\n  <= {(regular algebra)}\n    x\n");
    let folder = Folder::new()
        .with("value.sys", "type S = { idle, b }\nvar s : S\nthread t { A: s := b }\n")
        .with("name.sys", "var in : bool\nthread t { A: skip }\n")
        .with("assigned.sys", "thread t { in := true }\n")
        .with("thread.sys", "thread loop { A: skip }\n")
        .with("lock.sys", "lock m\nvar x : 0 .. 1\nthread t { x := m.nonsense }\n")
        .with("owner.sys", "lock m\nvar x : bool\nthread t { x := m.free }\n")
        .with("leave.sys", "thread t { A: skip; break }\n")
        .with("base.oa", "theory B\n\naction x, y\n\nlemma (2) ours: x <= x + y\n")
        .with("twice.oa", "theory D extends B\n\nlemma (2) ours: y <= x + y\n")
        .with("a.oa", theory)
        .with("with.oap", script("  <= {0 = 1 (hyp) with x := 0}\n    0\n"))
        .with("half.oa", theory.replace("x y = 0", "x y = x"))
        .with("half.oap", half.replace("x y = 0", "x y = x"))
        .with("open.oap", script("  <= {(hyp)\n    0\n"))
        .with("bad.oa", "theory bad\n\naction x\n\nlemma (1) ours: x +\n");
    for (arguments, code, said) in [
        ("check value.sys", "E0603", "`idle` is a word of the language"),
        ("check name.sys", "E0603", "`in` is a word of the language"),
        ("check assigned.sys", "E0603", "`in` is a word of the language"),
        ("check thread.sys", "E0603", "`loop` is a word of the language"),
        ("check lock.sys", "E0611", "nonsense"),
        ("check owner.sys", "E0625", "only predicates can"),
        ("check leave.sys", "E0627", "`stop` ends the thread"),
        ("prove base.oa twice.oa", "E0112", "base.oa:5"),
        ("prove a.oa with.oap", "E0104", "values stand behind references"),
        ("prove half.oa half.oap", "E0316", "where every step is an `=`"),
        ("prove a.oa open.oap", "E0104", "expected"),
        ("models bad.oa 1", "E0104", "expected a term"),
        ("prove bad.oa 1", "E0104", "expected a term"),
    ] {
        let answer = folder.run(arguments);
        assert!(answer.codes().contains(&code), "{arguments}: {answer:?}");
        assert!(answer.err.contains(said), "{arguments}: {answer:?}");
    }
    // The statement of the file that cannot be read is not taken for the bundled one of the same label.
    assert_eq!(folder.run("models bad.oa 1").out, "");
}

/// Where an open variable is read and no lock orders its accesses, the answer says what it assumes of memory.
#[test]
fn what_is_assumed_of_memory_is_said() {
    let system = |one: &str, two: &str| {
        format!(
            "lock m\nvar x : 0 .. 1\nvar y : 0 .. 1\nthread a {{ {one} }}\nthread b {{ {two} }}\n"
        )
    };
    let folder = Folder::new()
        .with("open.sys", system("x := 1", "y := x"))
        .with("locked.sys", system("acquire m; x := 1; release m", "acquire m; y := x; release m"))
        .with("half.sys", system("acquire m; x := 1; release m", "acquire m; release m; y := x"))
        .with("apart.sys", system("x := 1", "y := 1"));
    let sentence = "Memory is sequentially consistent: x is read without a lock";
    for (name, is_said) in [("open", true), ("locked", false), ("half", true), ("apart", false)] {
        for unreduced in ["", " --unreduced"] {
            let answer = folder.run(&format!("check {name}.sys{unreduced}"));
            let said = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(said.contains(sentence), is_said, "{name}: {answer:?}");
        }
    }
}
