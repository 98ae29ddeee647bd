//! The statement files of this crate.

/// A file of the project, carried in the program.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its path in the project, for messages.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// S5: definitions (4)-(12), hypotheses (13)-(21), the lemmas and the theorems.
pub const S5: Source =
    Source { path: "theorems/statements/s5.oa", text: include_str!("../statements/s5.oa") };

/// Laws of Kleene algebra, with tests and with omega.
pub const LAWS: Source =
    Source { path: "theorems/statements/laws.oa", text: include_str!("../statements/laws.oa") };
