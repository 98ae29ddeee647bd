//! Formulas: their shape, their text, and that depth does no harm.

use reductio_temporal::{Binary, Formula, Shape, Unary};

fn atom(name: &str) -> Formula<&str> {
    Formula::atom(name)
}

#[test]
fn text_has_the_parentheses_that_it_needs() {
    let (p, q, r) = (|| atom("p"), || atom("q"), || atom("r"));
    for (formula, text) in [
        (p().not().not(), "not not p"),
        (p().and(q()).and(r()), "p and q and r"),
        (p().and(q().and(r())), "p and (q and r)"),
        (p().or(q()).and(r()), "(p or q) and r"),
        (p().and(q()).or(r()), "(p and q) or r"),
        (p().and(q()).always(), "always (p and q)"),
        (p().always().and(q()), "always p and q"),
        (p().until(q()).until(r()), "(p until q) until r"),
        (p().until(q().until(r())), "p until (q until r)"),
        (p().not().release(q().eventually()), "not p release eventually q"),
        (p().always().until(q()), "(always p) until q"),
        (p().eventually().not().release(q()), "(not eventually p) release q"),
        (p().implies(q()).implies(r()), "(p => q) => r"),
        (p().leads_to(q().or(r())), "p leads_to (q or r)"),
        (Formula::constant(true).until(Formula::constant(false)), "true until false"),
    ] {
        assert_eq!(formula.to_string(), text);
    }
}

#[test]
fn atoms_of_several_words_stand_in_parentheses_inside() {
    let two = || atom("x == 1 or y");
    assert_eq!(two().to_string(), "x == 1 or y");
    assert_eq!(two().always().to_string(), "always (x == 1 or y)");
    assert_eq!(two().and(atom("t.at[i + 1]")).to_string(), "(x == 1 or y) and t.at[i + 1]");
    assert_eq!(atom("(a) or (b)").not().to_string(), "not ((a) or (b))");
    assert_eq!(atom("-x").not().to_string(), "not (-x)");
}

#[test]
fn shapes_lead_to_the_operands() {
    let formula = atom("a").and(atom("b").always()).until(atom("c").not());
    let Shape::Binary(Binary::Until, left, right) = formula.shape() else { panic!() };
    assert_eq!(left.to_formula(), atom("a").and(atom("b").always()));
    assert_eq!(right.to_formula(), atom("c").not());
    let Shape::Unary(Unary::Not, inner) = right.shape() else { panic!() };
    assert_eq!((inner.shape(), inner.size()), (Shape::Atom(&"c"), 1));
    let texts: Vec<String> = formula.subformulas().map(|part| part.to_string()).collect();
    let expected =
        ["a", "b", "always b", "a and always b", "c", "not c", "(a and always b) until not c"];
    assert_eq!(texts, expected);
}

#[test]
fn atoms_are_told_once_and_mapped_from_left_to_right() {
    let formula = atom("b").or(atom("a")).implies(atom("b").eventually());
    assert_eq!(formula.atoms(), [&"b", &"a"]);
    assert_eq!(formula.occurrences().count(), 3);
    let mut calls = Vec::new();
    let lengths = formula.map(|name| {
        calls.push(*name);
        name.len()
    });
    assert_eq!(
        (calls, lengths.to_string()),
        (vec!["b", "a", "b"], "(1 or 1) => eventually 1".into())
    );
    let failed = formula.try_map(|name| if *name == "a" { Err("no a") } else { Ok(*name) });
    assert_eq!(failed, Err("no a"));
    assert!(formula.is_temporal());
    assert!(!atom("a").and(atom("b").not()).is_temporal());
    assert!(atom("a").leads_to(atom("b")).is_temporal());
}

/// A hundred thousand operators deep: nothing here may recurse.
#[test]
fn depth_does_no_harm() {
    let mut formula = Formula::atom(0);
    for number in 0..100_000 {
        let operator = Unary::ALL[number % 3];
        formula = formula.unary(operator);
    }
    let other = formula.clone();
    assert_eq!(formula, other);
    assert!(formula.to_string().len() > 100_000);
    assert!(format!("{formula:?}").len() > 100_000);
    assert_eq!(formula.map(|atom| atom + 1).occurrences().sum::<i32>(), 1);
    let mut chain = Formula::atom(0);
    for _ in 0..50_000 {
        chain = chain.until(Formula::atom(1));
    }
    assert_eq!((chain.size(), chain.atoms().len()), (100_001, 2));
    assert!(chain.to_string().starts_with("((((("));
}
