//! # Lock disciplines (S1 sections 3.4 and 7; S3 sections 4 and 9)
//!
//! Threads that access a variable only while they own a lock, always the same one, cannot disturb one another there: their accesses
//! may be invisible. Which lock protects which variable need not be said. A *monitor* finds out while a search goes on:
//! beside each state it keeps, for each variable, the locks that were owned at every access so far. A variable that is
//! only read needs no lock, and a variable that one thread initializes needs none until it has.
//!
//! [`LockDiscipline`] is a [`Protocol`](reductio_discipline::Protocol): searches take it as they take exclusive access. [`Classes`] say which
//! variables are lock-disciplined and which are unshared, and [`Rule`] in which of its forms the discipline is meant.
//!
//! ```
//! use reductio_discipline::Packed;
//! use reductio_language::parse_system;
//! use reductio_locking::{Classes, LockDiscipline, Rule};
//! use reductio_search::{FindingKind, Order, Query, search};
//!
//! let text = "
//!     lock m
//!     var x : 0 .. 2
//!     thread t { acquire m; x := 1; release m }
//!     thread u { x := 2 }";
//! let system = parse_system(text, "race", &[]).unwrap();
//! let mut classes = Classes::new(&system);
//! let x = system.cells().iter().position(|cell| cell.name() == "x").unwrap();
//! classes.discipline(reductio_system::CellId::new(x), None).unwrap();
//! let discipline = LockDiscipline::new(&classes, Rule::Repaired).unwrap();
//! let found = search(&Packed::new(&discipline), &Order::Reduced, &Query::default());
//! assert!(matches!(found.findings[0].kind, FindingKind::Discipline(_)));
//! ```

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
