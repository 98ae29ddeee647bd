//! The arguments of the kernel's rules, for carrying a proof elsewhere. The kernel writes them beside a theorem and
//! never reads them.

use std::sync::Arc;

use reductio_algebra::{Name, Substitution, Symbol, Term};

use crate::axiom::Axiom;

/// The arguments of a rule besides its premises, where premises and conclusion do not tell them.
#[derive(Clone, Debug)]
pub enum Given {
    /// Premises and conclusion tell everything.
    Nothing,
    /// The axiom of `axiom`.
    Axiom(Axiom),
    /// The index of `generalize`, `specialize`, `sum_upper`, `sum_least`, `product_lower`, `product_greatest`.
    Index(Name),
    /// The indices `i` and `j` of `cases`.
    Indices(Name, Name),
    /// The symbol of `generalize_symbol`.
    Symbol(Symbol),
    /// The term of `specialize_symbol`.
    Term(Term),
    /// The substitution of `instantiate`.
    Substitution(Arc<Substitution>),
}
