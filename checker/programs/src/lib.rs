//! # Programs with a heap
//!
//! A [`Program`] has threads that fork others, objects with fields, locks and wait sets, arrays, and methods with
//! frames (S4 figure 2). [`ProgramBuilder`] makes one from instructions. A [`Machine`] takes its steps one at a time,
//! and tells each as an [`Event`].
//!
//! Which address an object has, and which number a thread, does not matter: [`State::canonical`] gives states that
//! differ in nothing else one form. Two models search the states of a program: [`CanonicalModel`] for searches that keep
//! states, and [`StableModel`] for those that walk executions, in which names never change.
//!
//! No value is beyond what can be explored: a thread that would pass one of the [`Bounds`] is halted, and the model says
//! so.
//!
//! ```
//! use reductio_programs::{Bounds, CanonicalModel, Granularity, Instruction, Method, ProgramBuilder, Register};
//! use reductio_search::{FindingKind, Query, Unreduced, search};
//!
//! // `main` makes an object and forks a thread that fails once it sees that `main` has written the object's field.
//! let mut builder = ProgramBuilder::new("handed on");
//! let (class, done) = (builder.class("Flag"), builder.field("done"));
//! let child = Method { name: "child".into(), parameters: 1, registers: 2, temporaries: 1, ..Method::default() };
//! let child = builder.method(child);
//! let (flag, seen) = (Register(0), Register(1));
//! builder.push(child, 5, Instruction::Read { to: seen, object: flag.into(), field: done });
//! builder.push(child, 5, Instruction::Assert { condition: seen.into() });
//! let main = Method { name: "main".into(), registers: 1, temporaries: 1, ..Method::default() };
//! let main = builder.method(main);
//! builder.push(main, 1, Instruction::New { to: flag, class });
//! let arguments = Box::new([flag.into()]);
//! builder.push(main, 2, Instruction::Fork { to: None, method: child, arguments });
//! builder.push(main, 3, Instruction::Write { object: flag.into(), field: done, value: 1.into() });
//! let program = builder.build(main).unwrap();
//!
//! let model = CanonicalModel::new(&program, Bounds::default(), Granularity::Instruction);
//! let found = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
//! let FindingKind::Discipline(failure) = &found.findings[0].kind else { panic!() };
//! assert_eq!(failure.told(&program).to_string(), "line 5: the assertion fails");
//! ```

/// The reference of the language: everything that can be written in a `.prog` file.
#[doc = include_str!("../reference.md")]
pub mod reference {}

mod arithmetic;
mod canonical;
mod condition;
mod encode;
mod evaluate;
mod event;
mod expression;
mod failure;
mod foresight;
#[cfg(feature = "generate")]
pub mod generate;
mod ids;
mod instruction;
mod machine;
mod model;
#[cfg(feature = "unsound")]
pub mod mutant;
#[cfg(not(feature = "unsound"))]
#[expect(dead_code, unreachable_pub, reason = "it is for the feature `unsound`")]
mod mutant;
mod names;
mod part;
mod pending;
mod program;
mod remembered;
mod state;
mod store;
mod text;
mod texts;
mod value;
mod variable;
mod wrong;

pub use arithmetic::{Conversion, FloatOp, Function, IntOp, Width, decimal};
pub use canonical::Renaming;
pub use condition::{Condition, Observed};
pub use event::{Action, Event, Variable};
pub use failure::Failure;
pub use foresight::ProgramForesight;
pub use ids::{ClassId, FieldId, MethodId, Place, Register, SelectorId, StaticId, TextId};
pub use instruction::{BinaryOp, Expression, Instruction, TextOp, UnaryOp};
pub use machine::Machine;
pub use model::{CanonicalModel, Granularity, Met, Patience, StableModel, is_where_it_was};
pub use names::{Fresh, Names, StableNames};
pub use part::Part;
pub use program::{
    Caught, Class, Handler, Method, Program, ProgramBuilder, ProgramError, Queues, Static,
    TemporalProperty,
};
pub use remembered::{Memory, Remembered, RememberedStore};
pub use state::{Frame, Object, Queue, State, Status, Thread};
pub use store::StateStore;
pub use text::{
    DECLARATIONS, ENTRY, MAX_NESTING, SourceError, SourceErrorKind, TextLimit, WORDS,
    parse_formula, parse_program, syntax, token_spans,
};
pub use value::{Address, Boxing, Made, ThreadId, Value};
pub use wrong::{Bounds, Limit, Wrong};
