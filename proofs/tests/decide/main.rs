//! The decision procedure against what shares no code with it.
//!
//! `random_pairs`: the same verdict as an oracle of guarded automata over all choices of tests, on terms of which a
//! good part is equal or near it; theorems are true in finite models, and words turn into models in which the formula
//! is false. `library`: the table of laws and near-misses. `limits`: declined at the stated number of states, and not
//! before.

mod generate;
mod library;
mod limits;
mod oracle;
mod random_pairs;
