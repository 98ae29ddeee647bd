#![doc = include_str!("../README.md")]

mod classes;
mod discipline;
mod foresight;
mod monitor;
mod mover;
mod touches;
mod violation;

pub use classes::{Class, ClassError, Classes};
pub use discipline::{LockDiscipline, Rule};
pub use foresight::LockForesight;
pub use violation::{LockViolation, Wrong};
