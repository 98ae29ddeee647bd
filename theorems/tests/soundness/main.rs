//! The kernel against finite relational models.
//!
//! `rules_hold_in_models`: each rule is run, and what it proves is evaluated. `wrong_twins`: each rule
//! is altered, and the same evaluation must notice; its premises are altered, and the rule must refuse.
//! `forgeries`: ways to a false theorem that were open once, or might be thought of.

mod audit;
mod forgeries;
mod language;
mod rules_hold_in_models;
mod wrong_twins;
