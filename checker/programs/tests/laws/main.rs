//! What holds of all programs: held against a second interpreter, against all renamings of a state, and between
//! searches, on random programs and states; and that wrong rules are noticed.

mod canonical;
mod mutants;
mod oracle;
mod searches;
mod store;
