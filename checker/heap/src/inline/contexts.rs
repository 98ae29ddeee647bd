//! Makes the contexts of an inlined program: methods in the place of calls.

use reductio_programs::{MethodId, Place, Program};
use rustc_hash::FxHashMap;

use super::{Context, ContextId, Graph, GraphId, Inlined, Limits, Statement, StatementId};
use crate::error::HeapError;

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The contexts that have been made, as calls were reached.
pub(super) struct Contexts<'a> {
    pub(super) program: &'a Program,
    pub(super) limits: Limits,
    pub(super) inlined: Inlined,
}

impl<'a> Contexts<'a> {
    /// No contexts yet.
    pub(super) fn new(program: &'a Program, limits: Limits) -> Self {
        Contexts { program, limits, inlined: Inlined::empty() }
    }

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
