//! Names in class files.

use std::sync::Arc;

/// The name of something in a class file. Names of classes have slashes.
pub(crate) type Name = Arc<str>;

/// Decides whether the name of a class begins as those of the library do.
pub(crate) fn is_of_library(name: &str) -> bool {
    name.starts_with("java/") || name.starts_with("reductio/")
}

/// The class whose rights code has: that of a lambda expression has those of the class in which it stands.
pub(crate) fn actor(class: &str) -> &str {
    class.split_once("$$Lambda$").map_or(class, |(outer, _)| outer)
}
