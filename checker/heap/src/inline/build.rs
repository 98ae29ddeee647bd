//! Makes the edges between the statements of an inlined program.

use reductio_programs::{Caught, Instruction, Program};

use super::contexts::{Contexts, number};
use super::references::References;
use super::{Context, ContextId, Edge, EdgeKind, Inlined, Limits, StatementId};
use crate::error::HeapError;
use crate::options::Options;

/// Inlines all calls of a program.
pub(super) fn inline(
    program: &Program,
    limits: Limits,
    options: &Options<'_>,
) -> Result<Inlined, HeapError> {
    let mut contexts = Contexts::new(program, limits);
    contexts.graph(program.entry())?;
    let references = References::find(&mut contexts, options)?;
    for context in 0..contexts.inlined.contexts.len() {
        contexts.connect(ContextId(number(context)), &references);
    }
    Ok(contexts.inlined)
}

impl Contexts<'_> {
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
