//! Certificate files: what is written is read back, and every lie is refused for what it is.
//!
//! Most tests change the example of the document by a line: `example` has it, and what it says. `steps`: lies about
//! steps. `statements`: lies about what is claimed, and names that mean two things. `damage`: files that are cut,
//! moved, or something else. `quantifiers`: version 2. `limits`: what is too large. `rules`: all rules and axioms go
//! through a file, and a file is compared with a theory.

mod damage;
mod example;
mod limits;
mod quantifiers;
mod rules;
mod statements;
mod steps;
