//! Substitution replaces everything at once and captures nothing.

use reductio_algebra::{
    Definition, DefinitionError, Formula, Index, Substitution, Symbol, Term, TermKind, Theory,
    Vocabulary,
};

const DECLARATIONS: &str = "
theory generic
index i, j, k
action x, y, z, u_i, v_i, w_{i,j}
predicate q, p_i
definition (M) ours: M_i = v_i u_i*
definition (S) ours: S = (+i : u_i)
definition (box) ours: [x] = (+i : x u_i)
definition (R) ours: R = y q T
definition (Q) ours: Q = [y] R
";

fn names() -> Vocabulary {
    Theory::parse(DECLARATIONS, &[]).unwrap().vocabulary().clone()
}

fn term(text: &str) -> Term {
    names().parse_term(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn formula(text: &str) -> Formula {
    names().parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// `x := t`, `u_i := t` or `u_{i,j} := t`, and `i := j` for indices, at once.
fn substitution(indices: &[(&str, &str)], symbols: &[(Symbol, &[&str], &str)]) -> Substitution {
    let mut s = Substitution::new();
    for (i, j) in indices {
        s.index(&(*i).into(), &Index::free(j)).unwrap();
    }
    for (symbol, parameters, to) in symbols {
        let parameters: Vec<_> = parameters.iter().map(|p| (*p).into()).collect();
        s.symbol(symbol, &parameters, &term(to)).unwrap();
    }
    s
}

fn x() -> Symbol {
    Symbol::action("x", 0)
}

fn y() -> Symbol {
    Symbol::action("y", 0)
}

fn u() -> Symbol {
    Symbol::action("u", 1)
}

#[test]
fn a_free_index_is_not_captured_by_a_binder_of_its_name() {
    let s = substitution(&[], &[(x(), &[], "u_i")]);
    let result = s.apply(&term("(+i : x u_i)"));
    assert_eq!(result, term("(+j : u_i u_j)"));
    assert_eq!(result.to_string(), "(+i1 : u_i u_i1)");
    assert_eq!(result.free_indices(), ["i".into()]);
}

#[test]
fn a_family_takes_the_indices_of_each_occurrence() {
    let s = substitution(&[], &[(u(), &["i"], "(+j : v_j w_{j,i})")]);
    assert_eq!(s.apply(&term("u_k")), term("(+j : v_j w_{j,k})"));
    assert_eq!(s.apply(&term("u_j")), term("(+i : v_i w_{i,j})"));
    // At a bound index the replacement's own binder stands between, and must not catch it.
    assert_eq!(s.apply(&term("(+j : u_j x)")), term("(+k : (+j : v_j w_{j,k}) x)"));
    let both = s.apply(&term("(+j,i : u_j u_i)")).to_string();
    assert_eq!(both, "(+j,i : (+j1 : v_j1 w_{j1,j}) (+j1 : v_j1 w_{j1,i}))");
}

#[test]
fn the_parameters_of_a_family_are_replaced_at_once() {
    let w = Symbol::action("w", 2);
    let s = substitution(&[], &[(w, &["i", "j"], "w_{j,i} u_k")]);
    assert_eq!(s.apply(&term("w_{j,i}")), term("w_{i,j} u_k"));
    assert_eq!(s.apply(&term("(+k : w_{k,i})")), term("(+j : w_{i,j} u_k)"));
}

#[test]
fn symbols_are_swapped() {
    let s = substitution(&[], &[(x(), &[], "y"), (y(), &[], "x")]);
    assert_eq!(s.apply(&term("x y* (x + y)")), term("y x* (y + x)"));
}

#[test]
fn indices_are_swapped_and_replacements_left_alone() {
    let s = substitution(&[("i", "j"), ("j", "i")], &[(x(), &[], "u_i")]);
    // The i that comes in with x is not the i of the term.
    assert_eq!(s.apply(&term("w_{i,j} x")), term("w_{j,i} u_i"));
    assert_eq!(s.apply(&term("M_i")), term("M_j"));
    let apart = formula("i != j => x <= u_i").substituted(&s);
    assert_eq!(apart, formula("j != i => u_i <= u_j"));
}

#[test]
fn quantified_indices_are_not_free() {
    let s = substitution(&[("i", "k")], &[(x(), &[], "u_i")]);
    let all = formula("for all i: i != j => x <= u_i").substituted(&s);
    assert_eq!(all, formula("for all k: k != j => u_i <= u_k"));
}

#[test]
fn a_definition_is_unfolded_below_an_outer_binder() {
    // [u_i] below (+i : ...): the binder of the definition has the same name.
    let outer = term("(+i : v_i [u_i])");
    let TermKind::Sum(binder) = outer.kind() else { panic!("a sum") };
    let opened = binder.opened(&Index::free("k"));
    let TermKind::Seq(_, boxed) = opened.kind() else { panic!("a product") };
    assert_eq!(boxed.unfolded(), Some(term("(+j : u_k u_j)")));
    // The same, when the substitution forces the unfolding in place.
    let s = substitution(&[], &[(u(), &["i"], "u_i y")]);
    let family = |i: &str| term(&format!("u_{i} y"));
    let inner = Term::index_sum(&"j".into(), &family("k").seq(&family("j")));
    assert_eq!(s.apply(&outer), Term::index_sum(&"k".into(), &term("v_k").seq(&inner)));
}

#[test]
fn a_definition_that_the_substitution_does_not_touch_keeps_its_name() {
    let s = substitution(&[("i", "k")], &[(x(), &[], "z")]);
    assert_eq!(s.apply(&term("M_i x")), term("M_k z"));
    assert_eq!(s.apply(&term("[x]")), term("[z]"));
}

#[test]
fn a_definition_that_the_substitution_touches_is_unfolded() {
    let s = substitution(&[], &[(u(), &["i"], "x v_i")]);
    assert_eq!(s.apply(&term("M_k")), term("v_k (x v_k)*"));
    assert_eq!(s.apply(&term("S")), term("(+i : x v_i)"));
    // R mentions y, its argument in the box does not matter to the box.
    let s = substitution(&[], &[(y(), &[], "z")]);
    assert_eq!(s.apply(&term("[R]")), term("[z q T]"));
}

#[test]
fn what_a_definition_hands_to_another_counts_as_mentioned() {
    // x is behind P only as the argument of the box.
    let def = Definition::new("P", Vec::new(), Vec::new(), term("[x]")).unwrap();
    let p = Term::defined(&def, Vec::new(), Vec::new()).unwrap();
    let s = substitution(&[], &[(x(), &[], "z")]);
    assert_eq!(s.apply(&p), term("[z]"));
    let s = substitution(&[], &[(y(), &[], "z")]);
    assert_eq!(s.apply(&p), p);
    assert_eq!(s.apply(&term("Q")), term("[z] (z q T)"));
}

#[test]
fn opening_and_binding_keep_the_indices_of_outer_binders() {
    let nested = term("(+i,j : w_{i,j})");
    let TermKind::Sum(outer) = nested.kind() else { panic!("a sum") };
    let TermKind::Sum(inner) = outer.body().kind() else { panic!("a sum") };
    // Without its own binder, the index of the outer one is the nearest.
    let w = |i, j| Term::symbol(Symbol::action("w", 2), vec![i, j]).unwrap();
    let opened = inner.opened(&Index::free("k"));
    assert_eq!(opened, w(Index::Bound(0), Index::free("k")));
    assert_eq!(Term::index_sum(&"k".into(), &opened), *outer.body());
    assert_eq!(outer.opened(&Index::free("i")), term("(+j : w_{i,j})"));
}

#[test]
fn the_parameter_of_a_definition_is_not_the_symbol() {
    // The x of [x] = ... is a parameter: replacing the symbol x reaches only the argument.
    let s = substitution(&[], &[(x(), &[], "y")]);
    assert_eq!(s.apply(&term("[z]")), term("[z]"));
    // Unfolded for u, the argument x still becomes y.
    let s = substitution(&[], &[(x(), &[], "y"), (u(), &["i"], "x")]);
    assert_eq!(s.apply(&term("[x]")), term("(+i : y x)"));
}

#[test]
fn a_parameter_that_an_inner_definition_means_otherwise_is_refused() {
    let r = term("R");
    let refused = Definition::new("[]'", Vec::new(), vec![y()], term("y").plus(&r));
    assert!(matches!(
        refused,
        Err(DefinitionError::Shadowing { parameter, inner, .. }) if &*parameter == "y" && &*inner == "R"
    ));
    assert!(Definition::new("[]'", Vec::new(), vec![x()], term("x").plus(&r)).is_ok());
}

#[test]
fn definitions_without_a_meaning_are_refused() {
    let free = Definition::new("N", vec!["i".into()], Vec::new(), term("u_i v_j"));
    assert!(matches!(free, Err(DefinitionError::FreeIndex { index, .. }) if &*index == "j"));
    let twice = Definition::new("[]", Vec::new(), vec![x(), x()], term("x"));
    assert!(matches!(twice, Err(DefinitionError::RepeatedParameter { .. })));
    let open = Term::symbol(u(), vec![Index::Bound(0)]).unwrap();
    let dangling = Definition::new("N", Vec::new(), Vec::new(), open);
    assert!(matches!(dangling, Err(DefinitionError::Dangling { .. })));
}

#[test]
fn sorts_survive() {
    let s = substitution(&[], &[(Symbol::predicate("p", 1), &["i"], "!(q p_i)")]);
    let result = s.apply(&term("!(.i : p_i) q"));
    assert_eq!(result, term("!(.i : !(q p_i)) q"));
    assert!(result.is_predicate());
}
