//! The symbols that the rules are tried on.

use reductio_algebra::{Formula, Index, Name, Symbol, Term, Theory, Vocabulary, name};
use reductio_theorems::{Theorem, kernel};

use crate::soundness::audit::Sequent;

const DECLARATIONS: &str = "
theory generic
index i, j, k
action x, x', y, y', z
action u_i, v_i, w_{i,j}
predicate p, q, r, p_i, q_i
definition (M) ours: M_i = v_i u_i*
definition (S) ours: S = (+i : u_i)
definition (C) ours: C = y y
definition (box) ours: [x] = x + q T + (+i : x u_i)
";

/// The names of the generic language.
pub(crate) fn names() -> Vocabulary {
    Theory::parse(DECLARATIONS, &[]).expect("the declarations are read").vocabulary().clone()
}

/// A formula of the generic language.
pub(crate) fn formula(text: &str) -> Formula {
    names().parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// A term of the generic language.
pub(crate) fn term(text: &str) -> Term {
    names().parse_term(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// `F |- F`.
pub(crate) fn assume(text: &str) -> Theorem {
    kernel::assume(&formula(text)).expect("a formula that was read is closed")
}

/// An index name.
pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

/// `u_#0`: an index that nothing binds.
pub(crate) fn dangling() -> Term {
    Term::symbol(Symbol::action(name!("u"), 1), vec![Index::Bound(0)]).expect("u takes one index")
}

/// The bound symbol of a quantifier that was left behind.
pub(crate) fn escaped() -> Term {
    let Formula::ForAllSymbols(binder) = formula("for all actions z: z = z") else {
        panic!("a quantifier was read");
    };
    match binder.body() {
        Formula::Relation(z, ..) => z.clone(),
        other => panic!("{other}"),
    }
}

/// Hypotheses before `|-`, separated by `;`, and a conclusion.
pub(crate) fn sequent(text: &str) -> Sequent {
    let (hyps, concl) = text.split_once("|-").expect("a sequent has a turnstile");
    let hyps = hyps.split(';').filter(|h| !h.trim().is_empty()).map(formula).collect();
    Sequent { hyps, concl: formula(concl) }
}
