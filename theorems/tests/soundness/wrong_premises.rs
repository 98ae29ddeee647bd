//! For each rule a premise that it must refuse, with the right error.

use reductio_algebra::{Formula, Index, Substitution, SubstitutionError, Symbol, Term, name};
use reductio_theorems::{Axiom, Expression, Rule, RuleError, Theorem, kernel};

use crate::soundness::language::{assume, dangling, escaped, formula, name, term};

/// The answer of a rule to a wrong premise, and whether that is the right refusal.
pub(crate) type Refusal = (Rule, Result<Theorem, RuleError>, fn(&RuleError) -> bool);

fn is_open_term(e: &RuleError) -> bool {
    matches!(e, RuleError::Dangling { got: Expression::Term(_), .. })
}

fn is_open_formula(e: &RuleError) -> bool {
    matches!(e, RuleError::Dangling { got: Expression::Formula(_), .. })
}

/// The rule that an error names, if it names one.
fn rule_of(error: &RuleError) -> Option<Rule> {
    match error {
        RuleError::NotRelation { rule, .. }
        | RuleError::NotInductive { rule, .. }
        | RuleError::NotOfShape { rule, .. }
        | RuleError::Shape { rule, .. }
        | RuleError::Dangling { rule, .. } => Some(*rule),
        _ => None,
    }
}

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
        (Rule::Assume, kernel::assume(&open), is_open_formula),
        (Rule::Discharge, kernel::discharge(&open, &apart), is_open_formula),
        (
            Rule::ModusPonens,
            kernel::modus_ponens(&assume("i != j => x <= y"), &assume("j != i")),
            |e| matches!(e, RuleError::NotPremise { premise, .. } if *premise == formula("j != i")),
        ),
        (
            Rule::ModusPonens,
            kernel::modus_ponens(&assume("x <= y"), &assume("x <= y")),
            |e| matches!(e, RuleError::NotPremise { implication, .. } if *implication == formula("x <= y")),
        ),
        (
            Rule::Generalize,
            kernel::generalize(&k, &x_u),
            |e| matches!(e, RuleError::IndexNotFree { index, .. } if &**index == "k"),
        ),
        (
            Rule::Specialize,
            kernel::specialize(&x_u, &k),
            |e| matches!(e, RuleError::NotForAll { got, .. } if *got == formula("x u_k <= u_k")),
        ),
        (
            Rule::GeneralizeSymbol,
            kernel::generalize_symbol(&x(), &assume("x y <= y")),
            |e| matches!(e, RuleError::SymbolNotFree { symbol, .. } if *symbol == x()),
        ),
        (
            Rule::GeneralizeSymbol,
            kernel::generalize_symbol(&Symbol::action(name!("y"), 0), &assume("C = x")),
            |e| matches!(e, RuleError::SymbolNotFree { place, .. } if *place == formula("C = x")),
        ),
        (
            Rule::GeneralizeSymbol,
            kernel::generalize_symbol(&x(), &assume("for all actions z: z [x] = z")),
            |e| matches!(e, RuleError::SymbolNotFree { symbol, .. } if *symbol == x()),
        ),
        (
            Rule::GeneralizeSymbol,
            kernel::generalize_symbol(&Symbol::action(name!("u"), 1), &assume("x = y")),
            |e| matches!(e, RuleError::Family { symbol, .. } if symbol.arity == 1),
        ),
        (
            Rule::SpecializeSymbol,
            kernel::specialize_symbol(&assume("for all predicates z: z y <= y"), &term("x")),
            |e| matches!(e, RuleError::Shape { got, .. } if *got == term("x")),
        ),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&all, &dangling()), is_open_term),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&all, &escaped()), is_open_term),
        (
            Rule::SpecializeSymbol,
            kernel::specialize_symbol(&assume("for all i: u_i <= x"), &term("x")),
            |e| matches!(e, RuleError::NotForAllSymbols { .. }),
        ),
        (
            Rule::SpecializeSymbol,
            kernel::specialize_symbol(&assume("x = x => for all actions z: z <= y"), &term("x")),
            |e| matches!(e, RuleError::NotForAllSymbols { .. }),
        ),
        (Rule::Specialize, kernel::specialize(&all, &k), |e| {
            matches!(e, RuleError::NotForAll { .. })
        }),
        (Rule::Assume, kernel::assume(&Formula::equal(&escaped(), &term("x"))), is_open_formula),
        (
            Rule::Discharge,
            kernel::discharge(&Formula::equal(&escaped(), &escaped()), &apart),
            is_open_formula,
        ),
        (
            Rule::Cases,
            differ,
            |e| matches!(e, RuleError::CasesDiffer { equal, .. } if **equal == formula("u_j <= x")),
        ),
        (
            Rule::Cases,
            swapped,
            |e| matches!(e, RuleError::CasesDiffer { apart, .. } if **apart == formula("u_j <= x")),
        ),
        (Rule::ApartSym, kernel::apart_sym(&x_u), |e| matches!(e, RuleError::NotOfShape { .. })),
    ]
}

fn refused_for_order() -> Vec<Refusal> {
    let (below, apart, z) = (assume("x <= y"), assume("i != j"), term("z"));
    vec![
        (
            Rule::Axiom,
            kernel::axiom(Axiom::NotPlus, &term("x"), &z, &z),
            |e| matches!(e, RuleError::Shape { got, .. } if *got == term("x")),
        ),
        (
            Rule::Axiom,
            kernel::axiom(Axiom::NotSeqL, &term("p*"), &z, &z),
            |e| matches!(e, RuleError::Shape { got, .. } if *got == term("p*")),
        ),
        (Rule::Axiom, kernel::axiom(Axiom::NotSeqR, &term("p T"), &z, &z), |e| {
            matches!(e, RuleError::Shape { .. })
        }),
        (Rule::Axiom, kernel::axiom(Axiom::PlusIdem, &z, &z, &dangling()), is_open_term),
        (Rule::Refl, kernel::refl(&escaped()), is_open_term),
        (Rule::Axiom, kernel::axiom(Axiom::PlusIdem, &escaped(), &z, &z), is_open_term),
        (Rule::Refl, kernel::refl(&dangling()), is_open_term),
        (Rule::Sym, kernel::sym(&below), |e| matches!(e, RuleError::NotOfShape { .. })),
        (
            Rule::Trans,
            kernel::trans(&below, &assume("x <= y")),
            |e| matches!(e, RuleError::Broken { left, right, .. } if *left == term("y") && *right == term("x")),
        ),
        (Rule::Trans, kernel::trans(&apart, &apart), |e| {
            matches!(e, RuleError::NotRelation { .. })
        }),
        (Rule::LeIntro, kernel::le_intro(&assume("x + y = x")), |e| {
            matches!(e, RuleError::NotOfShape { .. })
        }),
        (Rule::LeIntro, kernel::le_intro(&assume("x + y <= y")), |e| {
            matches!(e, RuleError::NotOfShape { .. })
        }),
        (Rule::LeElim, kernel::le_elim(&assume("x = y")), |e| {
            matches!(e, RuleError::NotOfShape { .. })
        }),
        (
            Rule::Plus,
            kernel::plus(&below, &apart),
            |e| matches!(e, RuleError::NotRelation { got, .. } if *got == formula("i != j")),
        ),
        (Rule::Seq, kernel::seq(&assume("x <= y => y <= z"), &below), |e| {
            matches!(e, RuleError::NotRelation { .. })
        }),
        (Rule::StarIndR, kernel::star_ind_r(&assume("x y <= y")), |e| {
            matches!(e, RuleError::NotInductive { .. })
        }),
        (Rule::StarIndL, kernel::star_ind_l(&assume("x y <= x")), |e| {
            matches!(e, RuleError::NotInductive { .. })
        }),
        (Rule::StarIndL, kernel::star_ind_l(&assume("x y = y")), |e| {
            matches!(e, RuleError::NotInductive { .. })
        }),
        (Rule::LoopInd, kernel::loop_ind(&assume("x <= z + y x")), |e| {
            matches!(e, RuleError::NotInductive { .. })
        }),
        (Rule::LoopInd, kernel::loop_ind(&assume("x <= x y + z")), |e| {
            matches!(e, RuleError::NotInductive { .. })
        }),
    ]
}

fn refused_for_families() -> Vec<Refusal> {
    let (x, k) = (term("x"), name("k"));
    let product = term("(.i : p_i)");
    let open = Term::index_sum(&k, &term("u_k").seq(&dangling()));
    vec![
        (Rule::SumUpper, kernel::sum_upper(&product, &k), |e| matches!(e, RuleError::Shape { .. })),
        (Rule::SumUpper, kernel::sum_upper(&open, &k), is_open_term),
        (
            Rule::SumLeast,
            kernel::sum_least(&k, &assume("u_k <= x")),
            |e| matches!(e, RuleError::IndexNotFree { place: Expression::Formula(f), .. } if *f == formula("u_k <= x")),
        ),
        (
            Rule::SumLeast,
            kernel::sum_least(&k, &free_in_bound("for all i: u_i <= v_i")),
            |e| matches!(e, RuleError::IndexNotFree { place: Expression::Term(t), .. } if *t == term("v_k")),
        ),
        (Rule::SumLeast, kernel::sum_least(&k, &kernel::refl(&x).unwrap()), |e| {
            matches!(e, RuleError::NotOfShape { .. })
        }),
        (Rule::SumDistribL, kernel::sum_distrib_l(&x, &x), |e| {
            matches!(e, RuleError::Shape { .. })
        }),
        (
            Rule::SumDistribR,
            kernel::sum_distrib_r(&product, &x),
            |e| matches!(e, RuleError::Shape { got, .. } if *got == term("(.i : p_i)")),
        ),
        (Rule::ProductLower, kernel::product_lower(&term("(+i : p_i)"), &k), |e| {
            matches!(e, RuleError::Shape { .. })
        }),
        (
            Rule::ProductGreatest,
            kernel::product_greatest(&k, &assume("p <= p_k")),
            |e| matches!(e, RuleError::IndexNotFree { place: Expression::Formula(f), .. } if *f == formula("p <= p_k")),
        ),
        (
            Rule::ProductGreatest,
            kernel::product_greatest(&k, &free_in_bound("for all i: x <= p_i")),
            |e| matches!(e, RuleError::Shape { got, .. } if *got == term("x")),
        ),
        (
            Rule::ProductGreatest,
            kernel::product_greatest(&k, &free_in_bound("for all i: p <= u_i")),
            |e| matches!(e, RuleError::Shape { got, .. } if *got != term("p")),
        ),
        (Rule::Unfold, kernel::unfold(&x), |e| matches!(e, RuleError::Shape { .. })),
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
            Err(error) => {
                assert!(right(&error), "{rule} refused with {error:?}");
                assert!(rule_of(&error).is_none_or(|of| of == rule), "{rule} calls itself {error}");
            }
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
