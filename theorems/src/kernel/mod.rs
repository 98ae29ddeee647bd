//! The trusted kernel: the inference rules of S5 section 3, of index families, and nothing else.
//!
//! A [`Theorem`] is a sequent `H |- F`: whenever all hypotheses `H` hold, `F` holds, for all values of
//! the free symbols in any omega algebra, over any finite nonempty set of processes. Only the functions
//! of this folder make theorems. Free symbols and free indices are universally quantified over the whole
//! sequent, so [`instantiate`] replaces them in hypotheses and conclusion alike.
//!
//! `theorem.rs` has the type, and the functions by which the rules, and nobody else, make a theorem;
//! `conditions.rs` the conditions that rules put on their premises. The rules follow, in the order of [`Rule::ALL`]:
//! `hypotheses.rs`, `quantifiers.rs`, `indices.rs`, `equality.rs`, `induction.rs`, `families.rs`,
//! `definitions.rs`.

mod conditions;
mod definitions;
mod equality;
mod families;
mod hypotheses;
mod indices;
mod induction;
mod quantifiers;
mod theorem;

pub use crate::axiom::Axiom;
pub use crate::given::Given;
pub use crate::rule::Rule;
pub use crate::rule_error::{Expression, RuleError};
pub use definitions::unfold;
pub use equality::{axiom, le_elim, le_intro, plus, refl, seq, sym, trans};
pub use families::{
    product_greatest, product_lower, sum_distrib_l, sum_distrib_r, sum_least, sum_upper,
};
pub use hypotheses::{assume, discharge, modus_ponens};
pub use indices::{apart_sym, cases};
pub use induction::{loop_ind, star_ind_l, star_ind_r};
pub use quantifiers::{generalize, generalize_symbol, instantiate, specialize, specialize_symbol};
pub use theorem::Theorem;
