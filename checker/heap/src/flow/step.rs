//! The effect of a statement on the graph: strong updates of registers and private variables, weak updates of all
//! others (S2 5.3).

use reductio_programs::{
    ClassId, Expression, Instruction, MethodId, Register, SelectorId, StaticId,
};
use smallvec::SmallVec;

use super::{Before, Flow, Point};
use crate::inline::{ContextId, Edge, EdgeKind};
use crate::nodes::{Node, Nodes, Part, Slot, ThreadType};

impl Flow<'_> {
    /// Performs a statement, and lets the thread come to those after it.
    pub(super) fn statement(&mut self, point: Point) {
        use Instruction as I;
        let (_, statement) = self.points.at(point);
        let mut before = self.before[point.index()].clone();
        let (program, inlined) = (self.program, self.inlined);
        let edges = inlined.edges(statement);
        for edge in edges.iter().filter(|edge| edge.kind == EdgeKind::Wrong) {
            self.take(point, *edge, &before);
        }
        let found = *inlined.statement(statement);
        match program.instruction(found.place) {
            I::Call { method, arguments, .. } => {
                self.enter(point, before, *method, arguments, None);
            }
            I::CallVirtual { selector, arguments, .. } => {
                self.dispatch(point, &before, *selector, arguments);
            }
            I::Return { value } => {
                let value = self.value(point, &before, value);
                before.frames.forget(found.context);
                for edge in edges {
                    let EdgeKind::Leave { call } = edge.kind else { continue };
                    let call = *inlined.statement(call);
                    let mut after = before.clone();
                    if let Some(to) = program.instruction(call.place).result() {
                        self.assign(&mut after, Slot::Register(call.context, to), &value);
                    }
                    self.take(point, *edge, &after);
                }
            }
            I::Throw { value } => {
                let value = self.value(point, &before, value);
                for edge in edges {
                    let EdgeKind::Caught { register } = edge.kind else { continue };
                    let mut after = before.clone();
                    let target = inlined.statement(edge.to).context;
                    let mut context = found.context;
                    while context != target {
                        after.frames.forget(context);
                        let Some((caller, _)) = inlined.context(context).caller else { break };
                        context = caller;
                    }
                    if let Some(register) = register {
                        self.assign(&mut after, Slot::Register(target, register), &value);
                    }
                    self.take(point, *edge, &after);
                }
            }
            instruction => {
                self.simple(point, &mut before, instruction);
                for edge in edges.iter().filter(|edge| edge.kind == EdgeKind::Next) {
                    self.take(point, *edge, &before);
                }
            }
        }
    }

    /// A strong update with sorted nodes.
    fn assign(&mut self, after: &mut Before, slot: Slot, value: &[Node]) {
        if let Slot::Register(context, register) = slot {
            after.frames.assign(context, register, value);
            return;
        }
        for at in 0..self.tables.of_slot(slot).len() {
            let (node, edge) = self.tables.of_slot(slot)[at];
            if value.binary_search(&node).is_err() {
                after.remove(edge);
            }
        }
        for node in value {
            after.add(self.tables.edge(slot, *node));
        }
    }

    /// A weak update of a variable that others see.
    fn write(&mut self, thread: ThreadType, after: &mut Before, slot: Slot, value: &[Node]) {
        for node in value {
            after.add(self.tables.edge(slot, *node));
            self.publish(thread, slot, *node);
        }
    }

    fn simple(&mut self, point: Point, after: &mut Before, instruction: &Instruction) {
        use Instruction as I;
        let (thread, statement) = self.points.at(point);
        let found = *self.inlined.statement(statement);
        let result = |to: Register| Slot::Register(found.context, to);
        match instruction {
            I::New { to, .. } | I::NewArray { to, .. } | I::NewLike { to, .. } => {
                let made = self.made_at(point);
                let is_summary = self.allocator(made).is_summary;
                let node = if is_summary { made.summary() } else { made.current() };
                self.assign(after, result(*to), &[node]);
            }
            I::Write { object, field, value } => {
                self.write_part(point, after, object, Part::Field(*field), value);
            }
            I::WriteElement { array, value, .. } => {
                self.write_part(point, after, array, Part::Elements, value);
            }
            I::Update { to, object, field, value, .. } => {
                let old = self.result(point, after).unwrap_or_default();
                // If the new value is the old one, which is in the register by then, nothing is written.
                if *value != Expression::Register(*to) {
                    self.write_part(point, after, object, Part::Field(*field), value);
                }
                self.assign(after, result(*to), &old);
            }
            I::WriteStatic { to, value } => {
                let value = self.value(point, after, value);
                self.statics.entry(*to).or_default().insert((thread, true));
                let slot = Slot::Static(*to);
                if self.is_private(*to) {
                    self.assign(after, slot, &value);
                } else {
                    self.expose(thread, after, &value);
                    self.write(thread, after, slot, &value);
                }
            }
            I::Fork { to, method, arguments } => {
                self.fork(point, after, *method, arguments);
                if let Some(to) = to {
                    self.assign(after, result(*to), &[]);
                }
            }
            other => {
                match other {
                    I::ReadStatic { from, .. } => {
                        self.statics.entry(*from).or_default().insert((thread, true));
                    }
                    I::ReadConstant { from, .. } => {
                        self.statics.entry(*from).or_default().insert((thread, false));
                    }
                    I::Mirror { .. } => {
                        for mirror in self.mirrors() {
                            self.statics.entry(mirror).or_default().insert((thread, false));
                        }
                    }
                    _ => {}
                }
                if let Some(to) = other.result() {
                    let value = self.result(point, after).unwrap_or_default();
                    self.assign(after, result(to), &value);
                }
            }
        }
    }

    /// The nodes to which the result of a statement may refer, if it has one and makes no object.
    pub(crate) fn result(&self, point: Point, before: &Before) -> Option<Nodes> {
        use Instruction as I;
        let (thread, statement) = self.points.at(point);
        let found = self.inlined.statement(statement);
        let part = |object: &Expression, part: Part| {
            let mut all = Nodes::new();
            for node in self.value(point, before, object) {
                all.extend(self.targets(thread, before, Slot::Part(node, part)));
            }
            all.sort_unstable();
            all.dedup();
            all
        };
        Some(match self.program.instruction(found.place) {
            I::Compute { value, .. } => self.value(point, before, value),
            I::Read { object, field, .. } | I::Update { object, field, .. } => {
                part(object, Part::Field(*field))
            }
            I::ReadElement { array, .. } => part(array, Part::Elements),
            I::ReadStatic { from, .. } | I::ReadConstant { from, .. } => {
                self.targets(thread, before, Slot::Static(*from))
            }
            I::Mirror { .. } => {
                let of = |mirror| self.targets(thread, before, Slot::Static(mirror));
                let mut all: Nodes = self.mirrors().into_iter().flat_map(of).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
            I::Own { .. } => {
                let root = self.inlined.graphs()[found.graph.index()].root;
                self.targets(thread, before, Slot::Register(root, Register(0)))
            }
            I::New { .. } | I::NewArray { .. } | I::NewLike { .. } => return None,
            _ => Nodes::new(),
        })
    }

    /// The nodes to which the result of a statement may refer, whatever the statement is.
    pub(crate) fn results(&self, point: Point) -> Nodes {
        use Instruction as I;
        let (thread, statement) = self.points.at(point);
        let found = self.inlined.statement(statement);
        match self.program.instruction(found.place) {
            I::New { .. } | I::NewArray { .. } | I::NewLike { .. } => {
                let made = self.allocator_of.get(&(thread, statement));
                made.map_or_else(Nodes::new, |made| {
                    Nodes::from_slice(&[made.current(), made.summary()])
                })
            }
            I::Call { to: Some(to), .. } | I::CallVirtual { to: Some(to), .. } => {
                let next = self.inlined.statement_in(found.context, found.place.at + 1);
                let slot = Slot::Register(found.context, *to);
                let next = self.point(thread, next);
                next.map_or_else(Nodes::new, |next| {
                    self.targets(thread, &self.before[next.index()], slot)
                })
            }
            _ => self.result(point, &self.before[point.index()]).unwrap_or_default(),
        }
    }

    /// The static variables with the objects that stand for classes.
    fn mirrors(&self) -> Vec<StaticId> {
        let classes = self.program.classes().iter();
        let mut found: Vec<StaticId> = classes.filter_map(|class| class.mirror).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn write_part(
        &mut self,
        point: Point,
        after: &mut Before,
        object: &Expression,
        part: Part,
        value: &Expression,
    ) {
        let (thread, _) = self.points.at(point);
        let value = self.value(point, after, value);
        let objects = self.value(point, after, object);
        if self.is_any_exposed(thread, after, &objects) {
            self.expose(thread, after, &value);
        }
        for node in objects {
            self.write(thread, after, Slot::Part(node, part), &value);
        }
    }

    /// Starts a thread: the arguments are exposed.
    fn fork(
        &mut self,
        point: Point,
        after: &mut Before,
        method: MethodId,
        arguments: &[Expression],
    ) {
        let (thread, statement) = self.points.at(point);
        let Some(graph) = self.inlined.graph_of(method) else { return };
        let kind = self.kind(graph, Some(statement));
        let found = &self.inlined.graphs()[graph.index()];
        let (root, start) = (found.root, found.start);
        let mut first = Before::default();
        for (register, argument) in (0..).map(Register).zip(arguments) {
            let nodes = self.value(point, after, argument);
            self.expose(thread, after, &nodes);
            let mut public = Nodes::new();
            for node in nodes {
                public.push(self.public(node));
            }
            public.sort_unstable();
            public.dedup();
            first.frames.assign(root, register, &public);
        }
        self.come(kind, start, &first);
    }

    /// Calls the methods that the receivers have.
    fn dispatch(
        &mut self,
        point: Point,
        before: &Before,
        selector: SelectorId,
        arguments: &[Expression],
    ) {
        let Some(receiver) = arguments.first() else { return };
        let receivers = self.value(point, before, receiver);
        let classes = self.program.classes();
        let of_class = |class: ClassId| classes[class.index()].methods.get(&selector).copied();
        let mut calls: Vec<(MethodId, Nodes)> = Vec::new();
        let mut add = |method: MethodId, node: Option<Node>| {
            let known = calls.iter().position(|(known, _)| *known == method);
            let at = known.unwrap_or_else(|| {
                calls.push((method, Nodes::new()));
                calls.len() - 1
            });
            calls[at].1.extend(node);
        };
        for class in &self.value_classes {
            if let Some(method) = of_class(*class) {
                add(method, None);
            }
        }
        for node in receivers {
            let class = self.allocator(node.allocator()).class;
            let all = (0..).map(ClassId).take(classes.len());
            for class in all.filter(|other| class.is_none_or(|class| class == *other)) {
                if let Some(method) = of_class(class) {
                    add(method, Some(node));
                }
            }
        }
        for (method, mut nodes) in calls {
            nodes.dedup();
            self.enter(point, before.clone(), method, arguments, Some(nodes));
        }
    }

    /// Goes into a method that is called.
    fn enter(
        &mut self,
        point: Point,
        mut before: Before,
        method: MethodId,
        arguments: &[Expression],
        receivers: Option<Nodes>,
    ) {
        let (_, statement) = self.points.at(point);
        let Some(callee) = self.inlined.callee(statement, method) else { return };
        let to = self.inlined.context(callee).first;
        self.pass(point, &mut before, callee, arguments, receivers);
        let enters = |edge: &&Edge| edge.kind == EdgeKind::Enter && edge.to == to;
        for edge in self.inlined.edges(statement).iter().filter(enters) {
            self.take(point, *edge, &before);
        }
    }

    fn pass(
        &mut self,
        point: Point,
        before: &mut Before,
        callee: ContextId,
        arguments: &[Expression],
        receivers: Option<Nodes>,
    ) {
        let mut values: SmallVec<[Nodes; 4]> =
            arguments.iter().map(|argument| self.value(point, before, argument)).collect();
        if let (Some(first), Some(receivers)) = (values.first_mut(), receivers) {
            *first = receivers;
        }
        for (register, value) in (0..).map(Register).zip(values) {
            self.assign(before, Slot::Register(callee, register), &value);
        }
    }
}
