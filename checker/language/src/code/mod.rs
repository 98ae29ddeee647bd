//! From the code of a thread to control points and transitions.

mod emit;
mod graph;
mod looks;
mod operations;
mod procedures;
mod statements;

use graph::{Act, Edge, Graph, Node};
use rustc_hash::FxHashMap;

use super::declare::Work;
use super::elaborate::{Elaborator, Mode};
use super::error::SystemErrorKind;
use super::syntax::{Procedure, Span};
use super::text::{Lines, one_line};
use reductio_system::{Expression, ThreadId};

/// The loop around a statement.
#[derive(Clone, Debug)]
struct Loop {
    start: Node,
    next: Node,
    /// The number of `synchronized` around it.
    locks: usize,
    head: Span,
}

/// The code of one thread that is being read.
struct Code<'a, 'w> {
    text: &'a str,
    reader: Elaborator<'w>,
    graph: Graph,
    end: Node,
    loops: Vec<Loop>,
    /// The number of `synchronized` around the current statement.
    locks: usize,
    labels: FxHashMap<&'a str, Span>,
    procedures: &'w [Procedure<'a>],
    /// The procedures whose statements are read, the innermost last.
    calls: Vec<Call<'a>>,
}

/// A procedure whose statements are read.
struct Call<'a> {
    name: &'a str,
    /// The control point to which it returns.
    next: Node,
    /// The number of `synchronized` around the call.
    locks: usize,
}

impl Code<'_, '_> {
    /// Adds transitions from `start` to `end`.
    fn edge(&mut self, start: Node, end: Node, act: Act, text: &str, place: &Span) {
        self.side(start, end, act, text, place, false);
    }

    /// Adds the second side of a test whose first side was added before.
    fn otherwise(&mut self, start: Node, end: Node, act: Act, text: &str, place: &Span) {
        self.side(start, end, act, text, place, true);
    }

    fn side(
        &mut self,
        start: Node,
        end: Node,
        act: Act,
        text: &str,
        place: &Span,
        is_otherwise: bool,
    ) {
        if self.reader.spend(place) {
            let (text, place) = (text.into(), place.clone());
            self.graph.edges.push(Edge { start, end, act, is_otherwise, text, place });
        }
    }

    /// Adds a transition with a guard and no command.
    fn test(&mut self, start: Node, end: Node, guard: Expression, text: &str, place: &Span) {
        self.edge(start, end, Act::Step { guard, command: Vec::new() }, text, place);
    }

    /// A piece of the text on one line.
    fn words(&self, span: &Span) -> String {
        one_line(&self.text[span.clone()])
    }

    /// A jump from `from` to `to`. A loop that jumps to its own start takes no step.
    fn jump(&mut self, from: Node, to: Node, place: &Span) {
        if !self.graph.jump(from, to) {
            let head = self.loops.last().map_or_else(|| place.clone(), |inner| inner.head.clone());
            self.reader.fault(SystemErrorKind::NoStep, &head);
        }
    }
}

impl<'a> Work<'a, '_> {
    /// The code of all threads: control points, labels, transitions.
    pub(super) fn code(&mut self, text: &'a str) {
        let lines = Lines::new(text);
        for group in 0..self.declarations.len() {
            let threads: Vec<ThreadId> = self.scope.groups[group].threads().collect();
            for (number, thread) in threads.into_iter().enumerate() {
                self.thread_code(text, &lines, group, number, thread);
            }
        }
    }

    fn thread_code(
        &mut self,
        text: &'a str,
        lines: &Lines,
        group: usize,
        number: usize,
        thread: ThreadId,
    ) {
        let file = self.file;
        let declaration = &file.threads[self.declarations[group]];
        let arguments = self.arguments(group, number);
        let mut graph = Graph::default();
        let (first, end) = (graph.node(), graph.node());
        graph.nodes[end].place = Some(declaration.end..declaration.end + 1);
        let procedures = &file.procedures[..];
        let mut reader = self.reader(Mode::Code(thread));
        for ((binder, ty), value) in arguments {
            reader.bind(&binder.name, ty, value);
        }
        let labels = FxHashMap::default();
        let (loops, calls) = (Vec::new(), Vec::new());
        let mut code =
            Code { text, reader, graph, end, loops, locks: 0, labels, procedures, calls };
        code.block(&declaration.body, first, end);
        let graph = code.graph;
        self.emit(graph, lines, group, thread, [first, end]);
    }
}
