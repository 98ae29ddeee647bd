//! Properties and fairness: what formulas mean, how operators bind, which words are names.

use std::fmt::Write as _;

use reductio::language::{ParsedSystem, WrittenClaim};
use reductio::system::{Fairness, Formula, Thread};

use crate::language::{codes, good, parse, shown};

const SYSTEM: &str = "\
type Bit = 0 .. 1
var p : bool
var q : bool
var r : bool
var a[i : Bit] : Bit
lock m
thread t { A: acquire m; p := true; B: release m }
thread u[i : Bit] { idle I: await q }
";

/// The formula of a property, and the words and predicates of its atoms.
fn formula(text: &str) -> String {
    let system = good(&format!("{SYSTEM}property {text}"));
    system.properties()[0].to_string()
}

#[test]
fn operators_bind_as_the_reference_says() {
    for (written, read) in [
        ("always p", "always p"),
        ("always not p", "always (not p)"),
        ("not always p", "not always p"),
        (
            "always eventually p or eventually always q",
            "always eventually p or eventually always q",
        ),
        ("always p and q", "always p and q"),
        ("always (p and q)", "always (p and q)"),
        ("eventually p => eventually q", "eventually p => eventually q"),
        ("p and eventually q => r or always p", "(p and eventually q) => (r or always p)"),
        ("p leads_to q or r", "p leads_to (q or r)"),
        ("p and q leads_to r", "(p and q) leads_to r"),
        ("(always p) until q", "(always p) until q"),
        ("p until always q", "p until (always q)"),
        ("not p until not q", "(not p) until (not q)"),
        ("p until q => q release p", "(p until q) => (q release p)"),
        ("p until q leads_to r", "(p until q) leads_to r"),
        ("p until (q until r)", "p until (q until r)"),
        ("(p until q) and r", "(p until q) and r"),
        ("always forall i : Bit . a[i] == 0 => p", "always (forall i : Bit . a[i] == 0 => p)"),
        ("always (p => q)", "always (p => q)"),
        ("(p => q) => eventually r", "(p => q) => eventually r"),
        ("if p then q else r", "if p then q else r"),
        ("eventually (t at A, B)", "eventually (t at A, B)"),
        ("eventually t at end and p", "eventually (t at end) and p"),
        ("always m.free", "always m.free"),
        ("p == true until u[0] at I", "(p == true) until (u[0] at I)"),
        ("true until p and true", ""),
        ("always true", "always true"),
        ("eventually (p and not p)", "eventually (p and not p)"),
        ("always\n  (p or\n  q)", "always (p or q)"),
        ("always p or -- in words\n q", "always p or q"),
    ] {
        if read.is_empty() {
            assert_eq!(codes(&format!("{SYSTEM}property {written}")), ["E0640"], "{written}");
            continue;
        }
        // As text, an atom of several words stands in parentheses, and parts about one state are put together.
        let all = |text: &str| text.replace(['(', ')'], "");
        let mut words: Vec<String> = all(&formula(written)).split(' ').map(str::to_owned).collect();
        let mut wanted: Vec<String> = all(read).split(' ').map(str::to_owned).collect();
        words.sort();
        wanted.sort();
        assert_eq!(words, wanted, "{written}");
        assert_eq!(formula(read), formula(&formula(written)), "{written}: {}", formula(written));
    }
}

#[test]
fn what_is_about_one_state_is_one_atom() {
    let atoms = |text: &str| {
        let system = good(&format!("{SYSTEM}property {text}"));
        let atoms = system.properties()[0].atoms();
        atoms.iter().map(|atom| atom.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(atoms("p and not q"), ["p and not q"]);
    assert_eq!(atoms("p and eventually r and not q"), ["p and not q", "r"]);
    assert_eq!(atoms("always (p => q or a[0] == 1)"), ["p => q or a[0] == 1"]);
    assert_eq!(atoms("(p until q) or false"), ["p", "q"]);
    assert_eq!(atoms("always p => eventually p"), ["p"], "the same predicate is one atom");
    assert_eq!(
        atoms("forall i : Bit . a[i] == 0 leads_to u[i] at I"),
        [
            "a[i] == 0 for i = 0",
            "u[i] at I for i = 0",
            "a[i] == 0 for i = 1",
            "u[i] at I for i = 1"
        ]
    );
    assert_eq!(atoms("exists i : Bit . eventually (exists k : Bit . a[k] == i)").len(), 2);
    // Constants are worked out.
    assert_eq!(atoms("always (p or true)"), Vec::<String>::new());
    assert_eq!(formula("forall i : 1 .. N . always a[i] == 0\nconst N = 0"), "true");
    assert_eq!(formula("exists i : 1 .. N . always a[i] == 0\nconst N = 0"), "false");
}

#[test]
fn atoms_are_true_in_the_states_of_their_predicates() {
    let system = good(&format!("{SYSTEM}property \"held\": p => eventually not m.free\n"));
    let property = &system.properties()[0];
    assert_eq!(property.name(), "held");
    let next = system.successors(&system.initial()).swap_remove(0).state;
    for state in [system.initial(), next] {
        for (number, atom) in property.atoms().iter().enumerate() {
            assert_eq!(system.atom_holds(0, number, &state), system.holds(&atom.predicate, &state));
        }
    }
    // A thread that failed is still where it was, as in invariants.
    let failing = good("thread t { A: assert false }\nproperty eventually t at A");
    let failed = failing.successors(&failing.initial()).swap_remove(0);
    assert!(failed.failure.is_some() && failing.atom_holds(0, 0, &failed.state));
}

#[test]
fn fairness_is_that_of_the_declaration() {
    let system = good(
        "fair thread t[i : 0 .. 1] { skip }\nstrongly fair thread u { skip }\nthread v { skip }",
    );
    let fairness: Vec<Fairness> = system.threads().iter().map(Thread::fairness).collect();
    let weak = Fairness::Weak;
    assert_eq!(fairness, [weak, weak, Fairness::Strong, Fairness::Unfair]);
    for text in [
        "strongly thread t { skip }",
        "fair lock m",
        "strongly fair var x : bool",
        "fair fair thread t { skip }",
    ] {
        let errors = parse(&format!("{text}\nthread w {{ skip }}")).unwrap_err();
        assert_eq!(errors.len(), 1, "{}", shown(text, &errors));
        assert_eq!(errors[0].code(), "E0603");
    }
}

#[test]
fn a_broken_property_ends_before_the_next_declaration() {
    for next in [
        "fair thread w { skip }",
        "strongly fair thread w { skip }",
        "property \"x\": y",
        "reach y",
    ] {
        let text = format!("{SYSTEM}property always (p\n{next}\ninvariant z");
        let known: Vec<_> = codes(&text);
        let of_next = usize::from(next.ends_with('y'));
        assert_eq!(known.len(), 2 + of_next, "{}", shown(&text, &parse(&text).unwrap_err()));
    }
}

#[test]
fn claims_of_the_command_line_may_be_formulas() {
    let model = ParsedSystem::parse(SYSTEM, "test", &[]).unwrap();
    assert!(matches!(model.claim("p => q"), Ok(WrittenClaim::Invariant(_))));
    let Ok(WrittenClaim::Property(formula)) = model.claim("t at A leads_to t at B") else {
        panic!()
    };
    let mut system = model.system().clone();
    system.add_property("goes on", &formula).unwrap();
    assert_eq!(system.properties()[0].to_string(), "(t at A) leads_to (t at B)");
    assert!(system.atom_holds(0, 0, &system.initial()));
    for (text, code) in [
        ("always", "E0607"),
        ("p until", "E0603"),
        ("p q", "E0603"),
        ("next p", "E0639"),
        ("p until q or r", "E0640"),
        ("acquire m", "E0641"),
        ("p := q", "E0641"),
        ("(always p) + 1 == 2", "E0627"),
    ] {
        let errors = model.claim(text).unwrap_err();
        assert_eq!((errors.len(), errors[0].code()), (1, code), "{}", shown(text, &errors));
    }
    assert_eq!(model.predicate("always p").unwrap_err()[0].code(), "E0627");
}

/// Any formula.
fn any(depth: usize, random: &mut dyn FnMut(usize) -> usize) -> Formula<&'static str> {
    if depth == 0 || random(6) == 0 {
        return match random(8) {
            0 => Formula::constant(true),
            1 => Formula::constant(false),
            n => Formula::atom(["p", "q", "r", "m.free", "a[0] == 1", "t at A, B"][n % 6]),
        };
    }
    let left = any(depth - 1, random);
    match random(9) {
        0 => left.not(),
        1 => left.always(),
        2 => left.eventually(),
        n => {
            let right = any(depth - 1, random);
            match n {
                3 => left.and(right),
                4 => left.or(right),
                5 => left.implies(right),
                6 => left.until(right),
                7 => left.release(right),
                _ => left.leads_to(right),
            }
        }
    }
}

/// What a formula is written as is read as that formula, whatever it is.
#[test]
fn formulas_are_written_as_they_are_read() {
    let mut seed = 0x5eed_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut text = SYSTEM.to_owned();
    let mut all = Vec::new();
    for _ in 0..500 {
        let formula = any(5, &mut random);
        // What is about one state would become one atom.
        let formula = formula.eventually();
        writeln!(text, "property {formula}").unwrap();
        all.push(formula);
    }
    let system = good(&text);
    let mut temporal = 0;
    for (property, formula) in system.properties().iter().zip(all) {
        let read = property.formula().map(|atom| property.atoms()[*atom].name.clone());
        let again = good(&format!("{SYSTEM}property {read}"));
        assert_eq!(
            again.properties()[0].formula().to_string(),
            property.formula().to_string(),
            "{formula}"
        );
        temporal += usize::from(read.atoms().len() > 2);
    }
    assert!(temporal > 50, "{temporal}");
}
