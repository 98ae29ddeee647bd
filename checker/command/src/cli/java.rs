//! The arguments of the verb `java`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::programs::JavaOptions;

pub(super) const JAVA_EXAMPLES: &str = "\
Examples:
  reductio java missing classes/              what is not supported, with the lines
  reductio java suggest classes/ > Main.classes   which objects are shared, and how
  reductio check classes/ --classes Main.classes  check that, by S1's reduced search
  reductio java experiment classes/           states by bytecode, by line and reduced (S1, figure 4)";

/// The arguments of `java`.
#[derive(Args, Debug)]
pub(crate) struct JavaArgs {
    #[command(subcommand)]
    pub(crate) verb: JavaVerb,
}

/// The tasks for Java programs besides `check`.
#[derive(Debug, Subcommand)]
pub(crate) enum JavaVerb {
    /// List what a program has that is not supported: of what `main` can reach
    Missing {
        /// A folder of class files, a jar, a class file or a source file
        #[arg(value_name = "PROGRAM")]
        path: String,
        /// The class whose `main` is meant [default: each class that has one]
        #[arg(long, value_name = "CLASS", conflicts_with = "all")]
        main: Option<String>,
        /// List all of it, whether it can be reached or not
        #[arg(long)]
        all: bool,
    },
    /// Write which objects are unshared, disciplined or for communication, as found by trying
    Suggest {
        /// A folder of class files, a jar, a class file or a source file
        #[arg(value_name = "PROGRAM")]
        path: String,
        #[command(flatten)]
        java: JavaOptions,
        /// Say too which classes have methods whose calls are single operations
        #[arg(long)]
        methods: bool,
    },
    /// Count states where a step is a bytecode, a line, or a visible operation and all up to the next one
    Experiment {
        /// A folder of class files, a jar, a class file or a source file
        #[arg(value_name = "PROGRAM")]
        path: String,
        #[command(flatten)]
        java: JavaOptions,
        /// The classes of objects [default: all are disciplined]
        #[arg(long, value_name = "FILE")]
        classes: Option<PathBuf>,
    },
}
