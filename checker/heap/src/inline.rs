//! Programs with all calls inlined (S2 5.1).

mod build;
mod contexts;
mod definitions;
mod loops;
mod references;

use reductio_programs::{MethodId, Place, Program, Register, Thread};
use rustc_hash::FxHashMap;

use crate::error::HeapError;
use crate::options::Options;
pub use loops::Block;

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as a place in a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

numbers! {
    /// The number of a statement of an [`Inlined`] program.
    StatementId,
    /// The number of a [`Graph`].
    GraphId,
    /// The number of a [`Context`].
    ContextId,
    /// The number of a [`Block`].
    BlockId,
}

/// The limits on the size of an inlined program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest number of statements.
    pub statements: usize,
}

impl Default for Limits {
    /// 20,000 statements.
    fn default() -> Self {
        Limits { statements: 20_000 }
    }
}

/// The code of one kind of thread: of the first one, or of those that are forked with a method. All calls are inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The method that the threads run.
    pub method: MethodId,
    /// The context of the outermost frame.
    pub root: ContextId,
    /// The first statement.
    pub start: StatementId,
}

/// A method in the place of a call: a call string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The graph.
    pub graph: GraphId,
    /// The method that is run.
    pub method: MethodId,
    /// The context and the instruction that calls; `None` for the outermost frame.
    pub caller: Option<(ContextId, u32)>,
    /// The statement of the method's first instruction. Those of the others follow it.
    pub first: StatementId,
}

/// A statement of an inlined program: an instruction in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The instruction.
    pub place: Place,
    /// The graph.
    pub graph: GraphId,
    /// The frames that are being run.
    pub context: ContextId,
    /// The innermost loop around the statement; `None` outside of all loops, and for code that nobody reaches.
    pub block: Option<BlockId>,
}

/// The reason why a thread goes on at a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// The statement before is done.
    Next,
    /// The statement before is a call of this method.
    Enter,
    /// The statement before is the return; the call that it ends is in the context.
    Leave {
        /// The call.
        call: StatementId,
    },
    /// The statement before threw an object, which is caught here.
    Caught {
        /// The register of the context that gets what was thrown.
        register: Option<Register>,
    },
    /// The statement before went wrong and did nothing.
    Wrong,
}

/// A possible step of control from one statement to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The statement at which the thread goes on.
    pub to: StatementId,
    /// The reason.
    pub kind: EdgeKind,
}

/// A program with all calls inlined: one control-flow graph for the first thread, and one for each method that is
/// forked (S2 5.1).
///
/// A virtual call goes on in each method that the class of its receiver may have. Which classes that are is found out
/// beforehand, by an analysis that does not look at the order of instructions.
#[derive(Clone, Debug)]
pub struct Inlined {
    graphs: Vec<Graph>,
    contexts: Vec<Context>,
    statements: Vec<Statement>,
    edges: Vec<Vec<Edge>>,
    blocks: Vec<Block>,
    children: FxHashMap<(ContextId, u32, MethodId), ContextId>,
}

impl Inlined {
    /// Inlines all calls of a program.
    ///
    /// # Errors
    /// [`HeapError::Recursive`] and [`HeapError::TooManyStatements`].
    pub fn new(program: &Program, limits: &Limits) -> Result<Inlined, HeapError> {
        Inlined::within(program, limits, &Options::default())
    }

    /// Inlines all calls of a program, unless somebody ends it or it takes too long.
    ///
    /// # Errors
    /// As [`Inlined::new`], and [`HeapError::Timeout`] and [`HeapError::Cancelled`].
    pub fn within(
        program: &Program,
        limits: &Limits,
        options: &Options<'_>,
    ) -> Result<Inlined, HeapError> {
        let mut inlined = build::inline(program, *limits, options)?;
        loops::find(&mut inlined);
        Ok(inlined)
    }

    /// The graphs; that of the first thread comes first.
    pub fn graphs(&self) -> &[Graph] {
        &self.graphs
    }

    /// The graph of the threads that are forked with a method.
    pub fn graph_of(&self, method: MethodId) -> Option<GraphId> {
        let found = self.graphs.iter().position(|graph| graph.method == method)?;
        u32::try_from(found).ok().map(GraphId)
    }

    /// A context.
    pub fn context(&self, context: ContextId) -> &Context {
        &self.contexts[context.index()]
    }

    /// The number of contexts.
    pub fn contexts(&self) -> usize {
        self.contexts.len()
    }

    /// The context that is run by a call, if the method is one that may be called there.
    pub fn callee(&self, call: StatementId, method: MethodId) -> Option<ContextId> {
        let found = self.statement(call);
        self.children.get(&(found.context, found.place.at, method)).copied()
    }

    /// The statements, by number.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// A statement.
    pub fn statement(&self, statement: StatementId) -> &Statement {
        &self.statements[statement.index()]
    }

    /// The statement of an instruction in a context.
    pub fn statement_in(&self, context: ContextId, at: u32) -> StatementId {
        StatementId(self.context(context).first.0 + at)
    }

    /// The steps of control from a statement.
    pub fn edges(&self, statement: StatementId) -> &[Edge] {
        &self.edges[statement.index()]
    }

    /// The statements at which a thread may go on after a statement. One may come twice.
    pub fn successors(&self, statement: StatementId) -> impl Iterator<Item = StatementId> {
        self.edges(statement).iter().map(|edge| edge.to)
    }

    /// The loops, by number.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The statement at which a thread of a state is, by its frames. `None` if it has ended, and for frames that an
    /// inlined program does not have. A thread that waits to be notified is at its `wait`. Cost: linear in the number
    /// of frames.
    pub fn statement_of(&self, thread: &Thread) -> Option<StatementId> {
        if thread.is_over() {
            return None;
        }
        let (outermost, inner) = thread.frames.split_first()?;
        let is_of = |graph: &&Graph| graph.method == outermost.place.method;
        // The first thread's method may be forked too: the code is the same then.
        let graph = self.graphs.iter().find(is_of)?;
        let (mut context, mut at) = (graph.root, outermost.place.at);
        for frame in inner {
            context = *self.children.get(&(context, at, frame.place.method))?;
            at = frame.place.at;
        }
        Some(self.statement_in(context, at))
    }

    /// The loops an iteration of which ends when a thread goes from one statement to another, the innermost first.
    pub fn ended(&self, from: StatementId, to: StatementId) -> impl Iterator<Item = BlockId> {
        let chain = |block: Option<BlockId>| {
            std::iter::successors(block, |block| self.blocks[block.index()].outer)
        };
        let (inside, outside) = (self.statement(from).block, self.statement(to).block);
        let is_back = move |block: BlockId| self.blocks[block.index()].header == Some(to);
        // Within the innermost loop nothing ends but its own iteration: the headers of those around are not in it.
        let is_inner = inside == outside && !inside.is_some_and(is_back);
        let first = if is_inner { None } else { inside };
        chain(first)
            .filter(move |block| is_back(*block) || chain(outside).all(|other| other != *block))
    }
}
