//! # Java programs
//!
//! A [`ClassPath`] has the class files of a program: single ones, directories, jars. [`lower`] makes them into a
//! [`Program`](reductio_programs::Program) with a heap, which can be searched like any other: classes, fields, methods and
//! lines keep their names.
//!
//! The virtual machine works with a stack; programs work with registers. So each local variable is a register, and values on the stack
//! are expressions over registers, until they have to be in a place that is known. What instructions of the virtual
//! machine throw themselves, such as `NullPointerException`, is made and thrown by code at the same line.
//!
//! Only what can be reached from `main` becomes part of the program. Classes of `java.lang`, `java.util` and the like are
//! models of our own, compiled from Java sources that are shipped with this crate. What has no model, and what is
//! not supported, halts the thread that comes to it: then the answer to a question about the program is open.
//! [`missing`] lists it beforehand.
//!
//! ```
//! use reductio_java::{ClassPath, JavaError, Options, lower};
//!
//! let path = ClassPath::default();
//! let error = lower(&path, &Options::default()).unwrap_err();
//! assert_eq!(error, JavaError::NoMain);
//! ```

mod class;
mod compile;
mod decode;
mod descriptor;
mod desugar;
mod error;
mod hierarchy;
mod init;
mod intrinsics;
mod jar;
mod kinds;
mod lambda;
mod library;
mod link;
mod literal;
mod lower;
mod lowered;
mod missing;
mod monitors;
mod name;
mod op;
mod opcodes;
mod options;
mod path;
mod prepare;
mod reach;
mod record;
mod select;
mod stack;
mod verification_type;
mod verify;
mod waits;

pub use error::JavaError;
pub use kinds::{Kind, Kinds};
pub use lowered::{Lowered, lower};
pub use missing::{Missing, missing, missing_from_main};
pub use options::Options;
pub use path::ClassPath;
