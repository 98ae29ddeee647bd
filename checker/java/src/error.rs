//! The reasons why class files cannot be used.

use thiserror::Error;

/// The reason why class files cannot be made into a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JavaError {
    /// A file cannot be read.
    #[error("`{file}` cannot be read: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// The message of the system.
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
        /// The fault, in words.
        what: String,
    },
    /// The code of a method contradicts itself.
    #[error("the code of `{class}.{method}` is corrupt: {what}")]
    CorruptCode {
        /// The class.
        class: String,
        /// The method.
        method: String,
        /// The fault, in words.
        what: String,
    },
    /// A class file is of a version that is not known.
    #[error(
        "the class file `{file}` has version {version}: versions 45 to {newest} are read; compile with `--release 25` \
         or below"
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
    #[error("there is no class `{class}`{}", needed_by(.user))]
    MissingClass {
        /// The class.
        class: String,
        /// The class that needs it; empty if it is asked for.
        user: String,
        /// The classes to begin with, or some of them, where such a class is asked for.
        mains: Vec<String>,
    },
    /// A class is above itself.
    #[error("the class `{class}` is above itself")]
    Circular {
        /// The class.
        class: String,
    },
    /// Two different classes have one name.
    #[error("the class `{class}` is there twice, and not the same: in `{file}` and in `{other}`")]
    Twice {
        /// The class.
        class: String,
        /// The file of the first one.
        file: String,
        /// The file of the other one.
        other: String,
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
        /// The fault, in words.
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
        /// The things of which there are too many.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// There is no Java compiler on the machine.
    #[error("`{file}` is Java source, and there is no `javac` to compile it")]
    NoCompiler {
        /// The source file.
        file: String,
    },
    /// The Java compiler refuses a source file.
    #[error("`javac` does not compile `{file}`")]
    NotCompiled {
        /// The source file.
        file: String,
        /// The messages of the compiler.
        messages: String,
    },
    /// The program that was made contradicts itself, which is a fault of this crate.
    #[error("the program cannot be made: {0}")]
    Program(#[from] reductio_programs::ProgramError),
}

/// The class that needs one that is not there, at the end of a sentence.
fn needed_by(user: &str) -> String {
    if user.is_empty() { String::new() } else { format!(", which `{user}` needs") }
}

impl JavaError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            JavaError::Unreadable { .. } => "E1201",
            JavaError::NoClassFile { .. } => "E1202",
            JavaError::Truncated { .. } => "E1203",
            JavaError::Corrupt { .. } => "E1204",
            JavaError::CorruptCode { .. } => "E1205",
            JavaError::Version { .. } => "E1206",
            JavaError::MissingClass { .. } => "E1207",
            JavaError::Circular { .. } => "E1208",
            JavaError::NoMain => "E1209",
            JavaError::NoMainIn { .. } => "E1210",
            JavaError::SeveralMains { .. } => "E1211",
            JavaError::Jar { .. } => "E1212",
            JavaError::Traversal { .. } => "E1213",
            JavaError::TooLarge { .. } => "E1214",
            JavaError::NoCompiler { .. } => "E1215",
            JavaError::NotCompiled { .. } => "E1216",
            JavaError::Program(_) => "E1217",
            JavaError::Twice { .. } => "E1218",
        }
    }

    /// The remedies, a line each.
    pub fn help(&self) -> Vec<String> {
        let one = |text: &str| vec![text.to_owned()];
        match self {
            JavaError::NoClassFile { .. } => one(
                "a class file is what `javac` writes; a directory or a jar with class files will do as well",
            ),
            JavaError::Truncated { .. }
            | JavaError::Corrupt { .. }
            | JavaError::CorruptCode { .. } => one("compile it again"),
            JavaError::MissingClass { mains, .. } => {
                let mut all =
                    one("name the directory or the jar that has all classes of the program");
                if !mains.is_empty() {
                    all.insert(0, format!("classes with a `main`: {}", mains.join(", ")));
                }
                all
            }
            JavaError::Twice { .. } => one("name the folder or the jar of one of them"),
            JavaError::NoMain | JavaError::NoMainIn { .. } => one(
                "a program begins with `public static void main(String[] args)` of a class: write one that starts the \
                 threads",
            ),
            JavaError::SeveralMains { classes } => {
                let first = classes.first().map_or("Main", |class| class);
                vec![format!("say which one: `--main {first}`")]
            }
            JavaError::NoCompiler { .. } => {
                one("install a JDK, or compile elsewhere and give the class files")
            }
            JavaError::NotCompiled { messages, .. } => {
                messages.lines().map(str::to_owned).collect()
            }
            JavaError::Program(_) => one("this is a fault of Reductio: please report it"),
            _ => Vec::new(),
        }
    }

    /// The file that the error is about, if it is about one.
    pub fn file(&self) -> Option<&str> {
        match self {
            JavaError::Unreadable { file, .. }
            | JavaError::NoClassFile { file }
            | JavaError::Truncated { file }
            | JavaError::Corrupt { file, .. }
            | JavaError::Version { file, .. }
            | JavaError::Jar { file, .. }
            | JavaError::Traversal { file, .. }
            | JavaError::TooLarge { file, .. }
            | JavaError::NoCompiler { file }
            | JavaError::NotCompiled { file, .. }
            | JavaError::Twice { other: file, .. } => Some(file),
            _ => None,
        }
    }
}
