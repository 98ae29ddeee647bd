#![doc = include_str!("README.md")]

/// The reference of statements, the text of `.oa` files.
pub const STATEMENTS: &str = include_str!("src/reference/statements.md");

/// The reference of scripts, the text of `.oap` files.
pub const SCRIPTS: &str = include_str!("src/reference/scripts.md");

/// The reference of systems of threads, the text of `.sys` files.
pub const SYSTEMS: &str = include_str!("src/reference/systems.md");

/// The reference of programs with a heap, the text of `.prog` files.
pub const PROGRAMS: &str = include_str!("src/reference/programs.md");
