//! Substitution replaces everything at once and captures nothing.

use std::fmt::Write as _;

use reductio_algebra::{
    Definition, DefinitionError, Formula, Index, Substitution, Symbol, Term, TermKind, Theory,
    Vocabulary, name,
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
        s.index(&i.parse().unwrap(), &Index::free(j.parse().unwrap())).unwrap();
    }
    for (symbol, parameters, to) in symbols {
        let parameters: Vec<_> = parameters.iter().map(|p| p.parse().unwrap()).collect();
        s.symbol(symbol, &parameters, &term(to)).unwrap();
    }
    s
}

fn x() -> Symbol {
    Symbol::action(name!("x"), 0)
}

fn y() -> Symbol {
    Symbol::action(name!("y"), 0)
}

fn u() -> Symbol {
    Symbol::action(name!("u"), 1)
}

#[test]
fn a_free_index_is_not_captured_by_a_binder_of_its_name() {
    let s = substitution(&[], &[(x(), &[], "u_i")]);
    let result = s.apply(&term("(+i : x u_i)"));
    assert_eq!(result, term("(+j : u_i u_j)"));
    assert_eq!(result.to_string(), "(+i1 : u_i u_i1)");
    assert_eq!(result.free_indices(), [name!("i")]);
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
    let w = Symbol::action(name!("w"), 2);
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
    let opened = binder.opened(&Index::free(name!("k")));
    let TermKind::Seq(_, boxed) = opened.kind() else { panic!("a product") };
    assert_eq!(boxed.unfolded(), Some(term("(+j : u_k u_j)")));
    // The same, when the substitution forces the unfolding in place.
    let s = substitution(&[], &[(u(), &["i"], "u_i y")]);
    let family = |i: &str| term(&format!("u_{i} y"));
    let inner = Term::index_sum(&name!("j"), &family("k").seq(&family("j")));
    assert_eq!(s.apply(&outer), Term::index_sum(&name!("k"), &term("v_k").seq(&inner)));
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
    let w = |i, j| Term::symbol(Symbol::action(name!("w"), 2), vec![i, j]).unwrap();
    let opened = inner.opened(&Index::free(name!("k")));
    assert_eq!(opened, w(Index::Bound(0), Index::free(name!("k"))));
    assert_eq!(Term::index_sum(&name!("k"), &opened), *outer.body());
    assert_eq!(outer.opened(&Index::free(name!("i"))), term("(+j : w_{i,j})"));
}

#[test]
fn opening_keeps_the_symbols_of_outer_quantifiers() {
    let body = |text: &str| {
        let Formula::ForAllSymbols(binder) = formula(text) else { panic!("{text}") };
        binder.body().clone()
    };
    // Without its own quantifier, the symbol of the outer one is the nearest.
    let Formula::ForAllSymbols(inner) = body("for all actions z: for all actions w: z w <= w z")
    else {
        panic!("two quantifiers")
    };
    assert_eq!(inner.opened(&term("x")).unwrap(), body("for all actions z: z x <= x z"));
}

/// The body of `for all actions z: ...` with a term for `z`, as text.
fn at(text: &str, to: &str) -> String {
    let Formula::ForAllSymbols(binder) = formula(text) else { panic!("{text}") };
    binder.opened(&term(to)).unwrap().to_string()
}

#[test]
fn a_bound_symbol_is_replaced_without_capture() {
    assert_eq!(at("for all actions z: z x <= z", "u_i y"), "(u_i y) x <= u_i y");
    // A free symbol stays free below a quantifier of its name, a free index below a binder of its name.
    assert_eq!(
        at("for all actions z: for all actions x: x <= z", "x"),
        "for all actions x1: x1 <= x"
    );
    assert_eq!(at("for all actions z: for all i: u_i <= z", "u_i"), "for all i1: u_i1 <= u_i");
    assert_eq!(at("for all actions z: x <= (+i : u_i z)", "v_i"), "x <= (+i1 : u_i1 v_i)");
    assert_eq!(
        at("for all actions x: (for all actions x: x <= y) => x = y", "z"),
        "(for all actions x: x <= y) => z = y"
    );
    assert_eq!(at("for all predicates p: !p z <= z", "q q"), "!(q q) z <= z");
    assert_eq!(at("for all actions z: [z] <= z", "x"), "[x] <= x");
    let Formula::ForAllSymbols(binder) = formula("for all predicates p: p <= 1") else { panic!() };
    assert!(binder.opened(&term("x")).is_err());
    assert!(binder.opened(&term("q")).is_ok());
}

#[test]
fn a_substitution_does_not_touch_bound_symbols_nor_is_caught_by_them() {
    let s = substitution(&[], &[(x(), &[], "y z"), (y(), &[], "x")]);
    let result = formula("for all actions x: x y <= x").substituted(&s);
    assert_eq!(result, formula("for all actions z: z x <= z"));
    assert_eq!(result.to_string(), "for all actions x1: x1 x <= x1");
    let family = substitution(&[("i", "j")], &[(u(), &["k"], "x v_k w_{i,k}")]);
    let result = formula("for all actions x: for all j: x u_j <= u_i x").substituted(&family);
    assert_eq!(
        result.to_string(),
        "for all actions x1: for all j1: x1 x v_j1 w_{i,j1} <= (x v_j w_{i,j}) x1"
    );
}

#[test]
fn formulas_that_differ_in_bound_names_are_equal_and_in_sorts_are_not() {
    assert_eq!(formula("for all actions x: x <= y"), formula("for all actions z: z <= y"));
    assert_ne!(formula("for all actions x: x <= y"), formula("for all actions y: y <= y"));
    assert_ne!(formula("for all actions x, z: x <= z"), formula("for all actions x, z: z <= x"));
    assert_ne!(formula("for all actions x: y = y"), formula("for all predicates x: y = y"));
    assert_ne!(formula("for all actions x: y = y"), formula("y = y"));
    assert_ne!(formula("for all actions x: q <= x"), formula("for all predicates x: q <= x"));
}

#[test]
fn binding_and_opening_undo_each_other() {
    for text in [
        "x y <= y x",
        "(for all actions x: x y <= x) => x = y",
        "for all i: x u_i <= (+j : w_{i,j} x)",
        "(for all i: for all actions z: z x u_i <= z) => [x] <= x",
    ] {
        let open = formula(text);
        let bound = open.for_all_values(&x(), &name!("z")).unwrap();
        assert!(bound.is_closed() && !bound.symbols().contains(&x()), "{bound}");
        let Formula::ForAllSymbols(binder) = &bound else { panic!("{bound}") };
        assert_eq!(binder.opened(&term("x")).unwrap(), open, "{text}");
        let (symbol, body) = binder.opened_fresh(&[name!("z")]);
        assert!(&*symbol.name != "z" && !open.symbols().contains(&symbol));
        assert_eq!(body.for_all_values(&symbol, &symbol.name).unwrap(), bound);
    }
    assert!(formula("u_i <= x").for_all_values(&u(), &name!("u")).is_err());
}

/// Binding goes through names: what stands behind one is not what it was.
#[test]
fn binding_unfolds_what_mentions_the_symbol() {
    let bound = formula("R x <= Q").for_all_values(&y(), &name!("y")).unwrap();
    assert_eq!(bound.to_string(), "for all actions y: (y q T) x <= [y] y q T");
    assert_eq!(
        formula("S <= x").for_all_values(&y(), &name!("y")).unwrap().to_string(),
        "for all actions y: S <= x"
    );
    // What is read below a quantifier of the name is another symbol, and the definition means the one of the theory.
    let read = formula("for all actions y: R <= y");
    assert_eq!(
        read.symbols(),
        formula("R <= x").symbols().into_iter().filter(|s| *s != x()).collect::<Vec<_>>()
    );
    assert_eq!(read.to_string(), "for all actions y1: R <= y1");
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
    let free = Definition::new("N", vec![name!("i")], Vec::new(), term("u_i v_j"));
    assert!(matches!(free, Err(DefinitionError::FreeIndex { index, .. }) if &*index == "j"));
    let twice = Definition::new("[]", Vec::new(), vec![x(), x()], term("x"));
    assert!(matches!(twice, Err(DefinitionError::RepeatedParameter { .. })));
    let open = Term::symbol(u(), vec![Index::Bound(0)]).unwrap();
    let dangling = Definition::new("N", Vec::new(), Vec::new(), open);
    assert!(matches!(dangling, Err(DefinitionError::Dangling { .. })));
}

#[test]
fn sorts_survive() {
    let s = substitution(&[], &[(Symbol::predicate(name!("p"), 1), &["i"], "!(q p_i)")]);
    let result = s.apply(&term("!(.i : p_i) q"));
    assert_eq!(result, term("!(.i : !(q p_i)) q"));
    assert!(result.is_predicate());
}

/// `d0 = x y` and `d1 = d0 d0` up to `d60`; and once more with bracketed names, where the argument is doubled.
fn doubling() -> Theory {
    let mut text =
        "theory D\nindex i\naction x, y, u_i\ndefinition (d0) ours: d0 = x y\n".to_owned();
    for k in 1..=60 {
        let before = k - 1;
        let _ = writeln!(text, "definition (d{k}) ours: d{k} = d{before} d{before}");
    }
    text += "definition (b) ours: [x] = x x\n";
    let _ = writeln!(text, "lemma (1) ours: d60 = {}u_i{}", "[".repeat(60), "]".repeat(60));
    Theory::parse(&text, &[]).unwrap_or_else(|e| panic!("{e:?}"))
}

/// As trees these terms have 2^60 nodes: a function that goes through one as a tree does not come back.
#[test]
fn what_terms_share_is_gone_through_once() {
    let (one, other) = (doubling(), doubling());
    let statement = |t: &Theory| t.statements()[0].formula.clone();
    // Equality, of what has no part in common.
    assert_eq!(statement(&one), statement(&other));
    let term = |t: &Theory, text: &str| t.vocabulary().parse_term(text).unwrap();
    let (d60, brackets) =
        (term(&one, "d60"), term(&other, &("[".repeat(60) + "u_i" + &"]".repeat(60))));
    assert_eq!(d60, term(&other, "d60"));
    assert_ne!(d60, term(&other, "d59"));
    assert_eq!(d60.symbols(), [x(), y()]);
    assert!(d60.mentions(&|s| *s == y()) && !d60.mentions(&|s| *s == u()));
    // `x y` is two levels, a name one more, and each product one.
    assert_eq!(d60.unfolded_depth(), 3 + 2 * 60);
    // A substitution that unfolds all of it, twice, and gets the same.
    let unfold = |t: &Theory| {
        let mut s = Substitution::new();
        s.symbol(&x(), &[], &term(t, "u_i")).unwrap();
        s.apply(&term(t, "d60"))
    };
    let (all, again) = (unfold(&one), unfold(&other));
    assert_eq!(all, again);
    assert_eq!(all.size(), u32::MAX);
    assert_eq!(all.free_indices(), [name!("i")]);
    assert_eq!(all.symbols(), [u(), y()]);
    assert_eq!(all.to_string(), "<4294967295 or more nodes>");
    assert_eq!(Term::index_sum(&name!("i"), &all).free_indices(), []);
    let mut rename = Substitution::new();
    rename.index(&name!("i"), &Index::Free(name!("j"))).unwrap();
    assert_eq!(rename.apply(&all).free_indices(), [name!("j")]);
    // Unfolding puts an argument in many places.
    let mut unfolded = brackets;
    for _ in 0..60 {
        let mut s = Substitution::new();
        s.symbol(&u(), &[name!("k")], &term(&one, "x")).unwrap();
        unfolded = unfolded.unfolded().unwrap_or(unfolded);
        assert_eq!(s.apply(&unfolded).free_indices(), []);
    }
}

/// A function that walks a term calls itself as deep as the term is, also behind names.
#[test]
fn names_that_stand_for_too_high_terms_are_refused() {
    let mut body = Term::action(name!("x"));
    let mut refused = None;
    for k in 0..2 * reductio_algebra::MAX_UNFOLDED_DEPTH {
        match Definition::new(&format!("d{k}"), Vec::new(), Vec::new(), body.seq(&body)) {
            Ok(d) => body = Term::defined(&d, Vec::new(), Vec::new()).unwrap(),
            Err(error) => {
                refused = Some((k, error));
                break;
            }
        }
    }
    let (k, error) = refused.expect("there is a limit");
    assert!(matches!(error, DefinitionError::TooDeep { depth, limit, .. } if depth > limit));
    assert!(k >= reductio_algebra::MAX_UNFOLDED_DEPTH / 2 - 2, "{k}");
}

#[test]
fn what_a_substitution_has_is_what_it_was_given() {
    assert!(Substitution::new().is_empty());
    let s = substitution(&[("i", "j")], &[(u(), &["k"], "x w_{k,k}")]);
    assert!(!s.is_empty());
    assert_eq!(s.indices(), [(name!("i"), Index::free(name!("j")))]);
    let [(symbol, parameters, to)] = s.symbols() else { panic!("{s:?}") };
    assert_eq!((symbol, parameters.as_slice(), to), (&u(), &[name!("k")][..], &term("x w_{k,k}")));
}

#[test]
fn a_predicate_is_not_replaced_by_an_action() {
    let q = Symbol::predicate(name!("q"), 0);
    let mut s = Substitution::new();
    assert!(s.symbol(&q, &[], &term("x")).is_err());
    assert!(s.is_empty());
    // An action may be replaced by a predicate, and each by one of its sort.
    s.symbol(&x(), &[], &term("q")).unwrap();
    s.symbol(&y(), &[], &term("z")).unwrap();
    s.symbol(&q, &[], &term("!q")).unwrap();
    assert_eq!(formula("x y <= q").substituted(&s), formula("q z <= !q"));
}

#[test]
fn a_replacement_with_binders_of_its_own_takes_an_outer_bound_index() {
    let s = substitution(&[], &[(u(), &["i"], "(+j : w_{i,j} (+k : w_{k,i} w_{j,k}))")]);
    let replaced = formula("(+i : u_i (+j : u_i u_j)) <= x").substituted(&s);
    let of = |i: &str| format!("(+n : w_{{{i},n}} (+k : w_{{k,{i}}} w_{{n,k}}))");
    let names = Theory::parse(&DECLARATIONS.replace("i, j, k", "i, j, k, n"), &[]).unwrap();
    let text = format!("(+i : {} (+j : {} {})) <= x", of("i"), of("i"), of("j"));
    assert_eq!(replaced, names.vocabulary().parse_formula(&text).unwrap());
}

/// The argument of a definition has a bound index of its own beside one of the binder around it, and is put below a
/// binder of the body.
#[test]
fn an_argument_keeps_its_own_bound_indices_when_it_is_put_below_a_binder() {
    let s = substitution(&[], &[(u(), &["k"], "v_k")]);
    let replaced = formula("(+i : [(+j : w_{i,j} w_{j,i})] y) <= x").substituted(&s);
    let names = Theory::parse(&DECLARATIONS.replace("i, j, k", "i, j, k, n"), &[]).unwrap();
    let text = "(+i : (+n : (+j : w_{i,j} w_{j,i}) v_n) y) <= x";
    assert_eq!(replaced, names.vocabulary().parse_formula(text).unwrap());
}

#[test]
fn a_term_mentions_its_symbols_and_those_of_the_definitions_in_it() {
    let mentions = |text: &str, symbol: &Symbol| term(text).mentions(&|s| s == symbol);
    assert!(mentions("y (x + 1)*", &x()) && !mentions("y (z + 1)*", &x()));
    assert!(mentions("y S", &u()) && !mentions("y R", &u()));
    assert!(mentions("x + y z", &x()) && mentions("y + z x", &x()));
}
