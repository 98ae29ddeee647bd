#![doc = include_str!("../README.md")]

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
