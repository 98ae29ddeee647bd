//! The kernel against finite relational models.
//!
//! `rules_hold_in_models`: each rule is run, and what it proves is evaluated. `random_derivations`: so
//! are rules in random order on random premises. `wrong_twins`: each rule is altered, and the same
//! evaluation must notice. `wrong_premises`: premises are altered, and the rule must refuse.
//! `forgeries`: ways to a false theorem that were open once.

mod audit;
mod forgeries;
mod language;
mod random_derivations;
mod reading;
mod rules_hold_in_models;
mod wrong_premises;
mod wrong_twins;
