//! All tests of this crate in one executable, so that its libraries are linked once.

mod figures;
mod inlined;
mod sound;
mod support;
mod unsound;
mod wrong;
