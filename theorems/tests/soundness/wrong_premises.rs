//! For each rule a premise that it must refuse, with the right error.

use reductio_algebra::{Formula, Index, Substitution, SubstitutionError, Symbol, Term, name};
use reductio_theorems::{Axiom, RuleError, Theorem, kernel};

use crate::language::{assume, dangling, escaped, formula, name, term};

/// What a rule makes of a wrong premise, and whether that is the right refusal.
pub(crate) type Refusal = (&'static str, Result<Theorem, RuleError>, fn(&RuleError) -> bool);

fn x() -> Symbol {
    Symbol::action(name!("x"), 0)
}

fn refused_for_hypotheses() -> Vec<Refusal> {
    let (i, j, k) = (name("i"), name("j"), name("k"));
    let open = Formula::equal(&dangling(), &dangling());
    let apart = assume("i != j");
    let x_u = assume("x u_k <= u_k");
    let all = assume("for all actions z: z y <= y");
    let differ = kernel::cases(&i, &j, &assume("u_j <= u_k"), &assume("u_i <= x"));
    let swapped = kernel::cases(&j, &i, &assume("u_j <= x"), &assume("u_i <= x"));
    vec![
        ("assume", kernel::assume(&open), |e| {
            matches!(e, RuleError::Dangling { rule: "assume", .. })
        }),
        ("discharge", kernel::discharge(&open, &apart), |e| {
            matches!(e, RuleError::Dangling { rule: "discharge", .. })
        }),
        (
            "modus_ponens",
            kernel::modus_ponens(&assume("i != j => x <= y"), &assume("j != i")),
            |e| matches!(e, RuleError::NotPremise { premise, .. } if *premise == formula("j != i")),
        ),
        (
            "modus_ponens",
            kernel::modus_ponens(&assume("x <= y"), &assume("x <= y")),
            |e| matches!(e, RuleError::NotPremise { implication, .. } if *implication == formula("x <= y")),
        ),
        (
            "generalize",
            kernel::generalize(&k, &x_u),
            |e| matches!(e, RuleError::IndexNotFree { index, .. } if &**index == "k"),
        ),
        (
            "specialize",
            kernel::specialize(&x_u, &k),
            |e| matches!(e, RuleError::NotForAll { got } if *got == formula("x u_k <= u_k")),
        ),
        (
            "generalize_symbol",
            kernel::generalize_symbol(&x(), &assume("x y <= y")),
            |e| matches!(e, RuleError::SymbolNotFree { symbol, .. } if *symbol == x()),
        ),
        (
            "generalize_symbol",
            kernel::generalize_symbol(&Symbol::action(name!("y"), 0), &assume("C = x")),
            |e| matches!(e, RuleError::SymbolNotFree { place, .. } if *place == formula("C = x")),
        ),
        (
            "generalize_symbol",
            kernel::generalize_symbol(&x(), &assume("for all actions z: z [x] = z")),
            |e| matches!(e, RuleError::SymbolNotFree { symbol, .. } if *symbol == x()),
        ),
        (
            "generalize_symbol",
            kernel::generalize_symbol(&Symbol::action(name!("u"), 1), &assume("x = y")),
            |e| matches!(e, RuleError::Family { symbol } if symbol.arity == 1),
        ),
        (
            "specialize_symbol",
            kernel::specialize_symbol(&assume("for all predicates z: z y <= y"), &term("x")),
            |e| matches!(e, RuleError::Shape { rule: "specialize_symbol", got, .. } if *got == term("x")),
        ),
        ("specialize_symbol", kernel::specialize_symbol(&all, &dangling()), |e| {
            matches!(e, RuleError::Dangling { rule: "specialize_symbol", .. })
        }),
        ("specialize_symbol", kernel::specialize_symbol(&all, &escaped()), |e| {
            matches!(e, RuleError::Dangling { rule: "specialize_symbol", .. })
        }),
        (
            "specialize_symbol",
            kernel::specialize_symbol(&assume("for all i: u_i <= x"), &term("x")),
            |e| matches!(e, RuleError::NotForAllSymbols { .. }),
        ),
        (
            "specialize_symbol",
            kernel::specialize_symbol(&assume("x = x => for all actions z: z <= y"), &term("x")),
            |e| matches!(e, RuleError::NotForAllSymbols { .. }),
        ),
        ("specialize", kernel::specialize(&all, &k), |e| matches!(e, RuleError::NotForAll { .. })),
        ("assume", kernel::assume(&Formula::equal(&escaped(), &term("x"))), |e| {
            matches!(e, RuleError::Dangling { rule: "assume", .. })
        }),
        ("discharge", kernel::discharge(&Formula::equal(&escaped(), &escaped()), &apart), |e| {
            matches!(e, RuleError::Dangling { rule: "discharge", .. })
        }),
        (
            "cases",
            differ,
            |e| matches!(e, RuleError::CasesDiffer { equal, .. } if **equal == formula("u_j <= x")),
        ),
        (
            "cases",
            swapped,
            |e| matches!(e, RuleError::CasesDiffer { apart, .. } if **apart == formula("u_j <= x")),
        ),
        ("apart_sym", kernel::apart_sym(&x_u), |e| {
            matches!(e, RuleError::NotOfShape { rule: "apart_sym", .. })
        }),
    ]
}

fn refused_for_order() -> Vec<Refusal> {
    let (below, apart, z) = (assume("x <= y"), assume("i != j"), term("z"));
    vec![
        (
            "axiom",
            kernel::axiom(Axiom::NotPlus, &term("x"), &z, &z),
            |e| matches!(e, RuleError::Shape { rule: "axiom", got, .. } if *got == term("x")),
        ),
        (
            "axiom",
            kernel::axiom(Axiom::NotSeqL, &term("p*"), &z, &z),
            |e| matches!(e, RuleError::Shape { rule: "axiom", got, .. } if *got == term("p*")),
        ),
        ("axiom", kernel::axiom(Axiom::NotSeqR, &term("p T"), &z, &z), |e| {
            matches!(e, RuleError::Shape { rule: "axiom", .. })
        }),
        ("axiom", kernel::axiom(Axiom::PlusIdem, &z, &z, &dangling()), |e| {
            matches!(e, RuleError::Dangling { rule: "axiom", .. })
        }),
        ("refl", kernel::refl(&escaped()), |e| {
            matches!(e, RuleError::Dangling { rule: "refl", .. })
        }),
        ("axiom", kernel::axiom(Axiom::PlusIdem, &escaped(), &z, &z), |e| {
            matches!(e, RuleError::Dangling { rule: "axiom", .. })
        }),
        ("refl", kernel::refl(&dangling()), |e| {
            matches!(e, RuleError::Dangling { rule: "refl", .. })
        }),
        ("sym", kernel::sym(&below), |e| matches!(e, RuleError::NotOfShape { rule: "sym", .. })),
        (
            "trans",
            kernel::trans(&below, &assume("x <= y")),
            |e| matches!(e, RuleError::Broken { left, right } if *left == term("y") && *right == term("x")),
        ),
        ("trans", kernel::trans(&apart, &apart), |e| {
            matches!(e, RuleError::NotRelation { rule: "trans", .. })
        }),
        ("le_intro", kernel::le_intro(&assume("x + y = x")), |e| {
            matches!(e, RuleError::NotOfShape { rule: "le_intro", .. })
        }),
        ("le_intro", kernel::le_intro(&assume("x + y <= y")), |e| {
            matches!(e, RuleError::NotOfShape { rule: "le_intro", .. })
        }),
        ("le_elim", kernel::le_elim(&assume("x = y")), |e| {
            matches!(e, RuleError::NotOfShape { rule: "le_elim", .. })
        }),
        (
            "plus",
            kernel::plus(&below, &apart),
            |e| matches!(e, RuleError::NotRelation { rule: "plus", got } if *got == formula("i != j")),
        ),
        ("seq", kernel::seq(&assume("x <= y => y <= z"), &below), |e| {
            matches!(e, RuleError::NotRelation { rule: "seq", .. })
        }),
        ("star_ind_r", kernel::star_ind_r(&assume("x y <= y")), |e| {
            matches!(e, RuleError::NotInductive { rule: "star_ind_r", .. })
        }),
        ("star_ind_l", kernel::star_ind_l(&assume("x y <= x")), |e| {
            matches!(e, RuleError::NotInductive { rule: "star_ind_l", .. })
        }),
        ("star_ind_l", kernel::star_ind_l(&assume("x y = y")), |e| {
            matches!(e, RuleError::NotInductive { rule: "star_ind_l", .. })
        }),
        ("loop_ind", kernel::loop_ind(&assume("x <= z + y x")), |e| {
            matches!(e, RuleError::NotInductive { rule: "loop_ind", .. })
        }),
        ("loop_ind", kernel::loop_ind(&assume("x <= x y + z")), |e| {
            matches!(e, RuleError::NotInductive { rule: "loop_ind", .. })
        }),
    ]
}

fn refused_for_families() -> Vec<Refusal> {
    let (x, k) = (term("x"), name("k"));
    let product = term("(.i : p_i)");
    let open = Term::index_sum(&k, &term("u_k").seq(&dangling()));
    vec![
        ("sum_upper", kernel::sum_upper(&product, &k), |e| {
            matches!(e, RuleError::Shape { rule: "sum_upper", .. })
        }),
        ("sum_upper", kernel::sum_upper(&open, &k), |e| {
            matches!(e, RuleError::Dangling { rule: "sum_upper", .. })
        }),
        (
            "sum_least",
            kernel::sum_least(&k, &assume("u_k <= x")),
            |e| matches!(e, RuleError::IndexNotFree { place, .. } if *place == formula("u_k <= x")),
        ),
        (
            "sum_least",
            kernel::sum_least(&k, &free_in_bound("for all i: u_i <= v_i")),
            |e| matches!(e, RuleError::IndexNotFree { place, .. } if *place == formula("v_k = v_k")),
        ),
        ("sum_least", kernel::sum_least(&k, &kernel::refl(&x).unwrap()), |e| {
            matches!(e, RuleError::NotOfShape { rule: "sum_least", .. })
        }),
        ("sum_distrib_l", kernel::sum_distrib_l(&x, &x), |e| {
            matches!(e, RuleError::Shape { rule: "sum_distrib_l", .. })
        }),
        (
            "sum_distrib_r",
            kernel::sum_distrib_r(&product, &x),
            |e| matches!(e, RuleError::Shape { rule: "sum_distrib_r", got, .. } if *got == term("(.i : p_i)")),
        ),
        ("product_lower", kernel::product_lower(&term("(+i : p_i)"), &k), |e| {
            matches!(e, RuleError::Shape { rule: "product_lower", .. })
        }),
        ("product_greatest", kernel::product_greatest(&k, &assume("p <= p_k")), |e| {
            matches!(e, RuleError::IndexNotFree { .. })
        }),
        (
            "product_greatest",
            kernel::product_greatest(&k, &free_in_bound("for all i: x <= p_i")),
            |e| matches!(e, RuleError::Shape { rule: "product_greatest", got, .. } if *got == term("x")),
        ),
        (
            "product_greatest",
            kernel::product_greatest(&k, &free_in_bound("for all i: p <= u_i")),
            |e| matches!(e, RuleError::Shape { rule: "product_greatest", got, .. } if *got != term("p")),
        ),
        ("unfold", kernel::unfold(&x), |e| matches!(e, RuleError::Shape { rule: "unfold", .. })),
    ]
}

/// The family's law at `k`: `k` is free in the conclusion and not in the hypothesis.
fn free_in_bound(family: &str) -> Theorem {
    kernel::specialize(&assume(family), &name("k")).expect("the law is quantified")
}

pub(crate) fn refusals() -> Vec<Refusal> {
    let mut all = refused_for_hypotheses();
    all.extend(refused_for_order());
    all.extend(refused_for_families());
    all
}

#[test]
fn wrong_premises_are_refused() {
    for (rule, result, right) in refusals() {
        match result {
            Ok(theorem) => panic!("{rule} proved {theorem}"),
            Err(error) => assert!(right(&error), "{rule} refused with {error:?}"),
        }
    }
}

/// `instantiate` cannot fail: what it must not do is refused by the substitution.
#[test]
fn wrong_substitutions_are_refused() {
    let mut s = Substitution::new();
    let p = Symbol::predicate(name!("p"), 0);
    let u = Symbol::action(name!("u"), 1);
    let sort = s.symbol(&p, &[], &term("x")).unwrap_err();
    assert!(matches!(sort, SubstitutionError::Sort { symbol, .. } if symbol == p));
    let arity = s.symbol(&u, &[], &term("x")).unwrap_err();
    assert!(matches!(arity, SubstitutionError::Arity { got: 0, .. }));
    let open = s.symbol(&u, &[name("i")], &dangling()).unwrap_err();
    assert!(matches!(open, SubstitutionError::Dangling { .. }));
    let open = s.symbol(&x(), &[], &escaped()).unwrap_err();
    assert!(matches!(open, SubstitutionError::Dangling { .. }));
    let bound = s.index(&name("i"), &Index::Bound(0)).unwrap_err();
    assert!(matches!(bound, SubstitutionError::Dangling { .. }));
    assert!(s.is_empty());
}
