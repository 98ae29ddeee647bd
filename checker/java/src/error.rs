//! Why class files cannot be used.

use thiserror::Error;

/// Why class files cannot be made into a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JavaError {
    /// A file cannot be read.
    #[error("`{file}` cannot be read: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        why: String,
    },
    /// A file is neither a class file nor a jar nor a directory.
    #[error("`{file}` is no class file: it begins with other bytes")]
    NoClassFile {
        /// The file.
        file: String,
    },
    /// A class file ends too early.
    #[error("the class file `{file}` is truncated")]
    Truncated {
        /// The file.
        file: String,
    },
    /// A class file contradicts itself.
    #[error("the class file `{file}` is corrupt: {what}")]
    Corrupt {
        /// The file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// The code of a method contradicts itself.
    #[error("the code of `{class}.{method}` is corrupt: {what}")]
    CorruptCode {
        /// The class.
        class: String,
        /// The method.
        method: String,
        /// What is wrong.
        what: String,
    },
    /// A class file is of a version that is not known.
    #[error(
        "the class file `{file}` has version {version}: versions 45 to {newest} are read; compile with `--release 21` or below"
    )]
    Version {
        /// The file.
        file: String,
        /// The version.
        version: u16,
        /// The newest version that is known.
        newest: u16,
    },
    /// A class that is needed is not there.
    #[error("the class `{class}`, which `{user}` needs, is not there")]
    MissingClass {
        /// The class.
        class: String,
        /// The class that needs it.
        user: String,
    },
    /// A class is above itself.
    #[error("the class `{class}` is above itself")]
    Circular {
        /// The class.
        class: String,
    },
    /// No class has a method `public static void main(String[])`.
    #[error("no class has a method `public static void main(String[])`")]
    NoMain,
    /// The class that was asked for has no method `public static void main(String[])`.
    #[error("the class `{class}` has no method `public static void main(String[])`")]
    NoMainIn {
        /// The class.
        class: String,
    },
    /// Several classes have a method `main`, and none was asked for.
    #[error("several classes have a method `main`: {}", classes.join(", "))]
    SeveralMains {
        /// The classes.
        classes: Vec<String>,
    },
    /// A jar cannot be read.
    #[error("the jar `{file}` cannot be read: {what}")]
    Jar {
        /// The jar.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// An entry of a jar has a name that leads out of it.
    #[error("the jar `{file}` has an entry `{entry}`, which leads out of it")]
    Traversal {
        /// The jar.
        file: String,
        /// The entry.
        entry: String,
    },
    /// There is more of something than can be worked on.
    #[error("`{file}` is too large: {what} are more than {limit}")]
    TooLarge {
        /// The file.
        file: String,
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The program that was made contradicts itself, which is a fault of this crate.
    #[error("the program cannot be made: {0}")]
    Program(#[from] reductio_programs::ProgramError),
}
