//! Makes the contexts of an inlined program, and the edges between its statements.

use reductio_programs::{Caught, Instruction, MethodId, Place, Program};
use rustc_hash::FxHashMap;

use super::references::References;
use super::{
    Context, ContextId, Edge, EdgeKind, Graph, GraphId, Inlined, Limits, Statement, StatementId,
};
use crate::error::HeapError;

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Inlines all calls of a program.
pub(super) fn inline(program: &Program, limits: Limits) -> Result<Inlined, HeapError> {
    let mut contexts = Contexts { program, limits, inlined: Inlined::empty() };
    contexts.graph(program.entry())?;
    let references = References::find(&mut contexts)?;
    for context in 0..contexts.inlined.contexts.len() {
        contexts.connect(ContextId(number(context)), &references);
    }
    Ok(contexts.inlined)
}

/// The contexts that have been made, as calls were reached.
pub(super) struct Contexts<'a> {
    pub(super) program: &'a Program,
    limits: Limits,
    pub(super) inlined: Inlined,
}

impl Contexts<'_> {
    /// The graph of a kind of thread, which is made if there is none.
    pub(super) fn graph(&mut self, method: MethodId) -> Result<GraphId, HeapError> {
        if let Some(found) = self.inlined.graph_of(method) {
            return Ok(found);
        }
        let graph = GraphId(number(self.inlined.graphs.len()));
        let root = self.context(graph, method, None, Place { method, at: 0 })?;
        let start = self.inlined.context(root).first;
        self.inlined.graphs.push(Graph { method, root, start });
        Ok(graph)
    }

    /// The context of a method in the place of a call, which is made if there is none.
    pub(super) fn child(
        &mut self,
        caller: ContextId,
        at: u32,
        method: MethodId,
    ) -> Result<ContextId, HeapError> {
        if let Some(found) = self.inlined.children.get(&(caller, at, method)) {
            return Ok(*found);
        }
        let mut calls = vec![method];
        let mut above = Some(caller);
        while let Some(context) = above {
            let found = self.inlined.context(context);
            calls.push(found.method);
            above = found.caller.map(|(context, _)| context);
        }
        let context = self.inlined.context(caller);
        let (graph, call) = (context.graph, Place { method: context.method, at });
        if calls[1..].contains(&method) {
            calls.reverse();
            return Err(HeapError::Recursive { call, calls });
        }
        let child = self.context(graph, method, Some((caller, at)), call)?;
        self.inlined.children.insert((caller, at, method), child);
        Ok(child)
    }

    fn context(
        &mut self,
        graph: GraphId,
        method: MethodId,
        caller: Option<(ContextId, u32)>,
        call: Place,
    ) -> Result<ContextId, HeapError> {
        let id = ContextId(number(self.inlined.contexts.len()));
        let first = StatementId(number(self.inlined.statements.len()));
        let size = self.program.method(method).code.len();
        let limit = self.limits.statements.min(u32::MAX as usize / 2);
        if self.inlined.statements.len() + size > limit {
            return Err(HeapError::TooManyStatements { call, limit });
        }
        self.inlined.contexts.push(Context { graph, method, caller, first });
        let statement = |at| {
            let place = Place { method, at };
            Statement { place, graph, context: id, block: None }
        };
        self.inlined.statements.extend((0..number(size)).map(statement));
        self.inlined.edges.resize(self.inlined.statements.len(), Vec::new());
        Ok(id)
    }

    /// Finds the edges from the statements of a context.
    fn connect(&mut self, id: ContextId, references: &References) {
        let Context { method, caller, first, .. } = *self.inlined.context(id);
        let found = self.program.method(method);
        let inside = |at: u32| StatementId(first.0 + at);
        for (at, instruction) in found.code.iter().enumerate() {
            let at = number(at);
            let mut edges = Vec::new();
            match instruction {
                Instruction::Call { .. } | Instruction::CallVirtual { .. } => {
                    for child in references.called(inside(at)) {
                        let to = self.inlined.context(*child).first;
                        edges.push(Edge { to, kind: EdgeKind::Enter });
                    }
                }
                Instruction::Return { .. } => {
                    if let Some((caller, at)) = caller {
                        let call = self.inlined.statement_in(caller, at);
                        let size = self.program.method(self.inlined.context(caller).method);
                        if ((at + 1) as usize) < size.code.len() {
                            let to = StatementId(call.0 + 1);
                            edges.push(Edge { to, kind: EdgeKind::Leave { call } });
                        }
                    }
                }
                Instruction::Throw { .. } => edges.extend(references.caught(inside(at))),
                _ => {
                    let next = instruction.falls_through().then_some(at + 1);
                    for to in instruction.target().into_iter().chain(next) {
                        if (to as usize) < found.code.len() {
                            edges.push(Edge { to: inside(to), kind: EdgeKind::Next });
                        }
                    }
                }
            }
            // A jump reads nothing; whatever else there is may go wrong.
            if !matches!(instruction, Instruction::Jump { .. }) {
                for handler in found.handlers.iter().filter(|handler| handler.covers(at)) {
                    if matches!(handler.caught, Caught::Wrong(_)) {
                        edges.push(Edge { to: inside(handler.target), kind: EdgeKind::Wrong });
                    }
                }
            }
            self.inlined.edges[inside(at).index()] = edges;
        }
    }
}

impl Inlined {
    fn empty() -> Inlined {
        Inlined {
            graphs: Vec::new(),
            contexts: Vec::new(),
            statements: Vec::new(),
            edges: Vec::new(),
            blocks: Vec::new(),
            children: FxHashMap::default(),
        }
    }
}
