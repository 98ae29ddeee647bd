//! Changes of ownership: what a thread hands over when it starts another one must not be accessed by it afterwards (S2
//! 6.1; H4).

use std::sync::Arc;

use reductio_programs::{Expression, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Scopes;
use crate::bits::{Bits, join};
use crate::error::HeapError;
use crate::flow::Point;
use crate::inline::BlockId;
use crate::nodes::{Node, Nodes, Part};
use crate::options::Slip;
use crate::reading::Repair;

/// What some statements expose and access.
#[derive(Clone, Debug, Default)]
struct Done {
    exposed: Bits,
    accessed: FxHashMap<Node, FxHashSet<Part>>,
}

impl Scopes<'_, '_> {
    /// Finds out which parts do not change their owner, given what is shared. Returns the statements that start threads
    /// for which there are more.
    pub(super) fn hand_over(&mut self) -> Result<Vec<Point>, HeapError> {
        let flow = self.flow;
        let is_fork = |point: &Point| matches!(flow.instruction(*point), Instruction::Fork { .. });
        let points = || flow.points.iter();
        let mut exposed: FxHashMap<Point, Bits> = FxHashMap::default();
        for point in points() {
            flow.pause()?;
            let found = self.exposed(point);
            if !found.is_empty() {
                exposed.insert(point, found);
            }
        }
        let mut changed = Vec::new();
        for fork in points().filter(is_fork) {
            let Instruction::Fork { arguments, .. } = flow.instruction(fork) else { continue };
            if self.keep(fork, arguments, &exposed) {
                changed.push(fork);
            }
        }
        Ok(changed)
    }

    /// The nodes that a statement exposes: those that can be reached from what it puts into a shared variable or gives
    /// to a new thread.
    fn exposed(&self, point: Point) -> Bits {
        use Instruction as I;
        let flow = self.flow;
        let (thread, _) = flow.points.at(point);
        let before = &flow.before[point.index()];
        let value = |expression: &Expression| flow.value(point, before, expression);
        let nodes = match flow.instruction(point) {
            I::Write { value: given, .. }
            | I::WriteElement { value: given, .. }
            | I::Update { value: given, .. } => {
                let parts = &self.accessed[point.index()];
                let is_shared =
                    parts.iter().any(|(node, part)| self.is_shared(point, *node, *part));
                if is_shared { value(given) } else { Nodes::new() }
            }
            I::WriteStatic { to, value: given } if !flow.is_private(*to) => value(given),
            I::Fork { arguments, .. } => arguments.iter().flat_map(value).collect(),
            _ => Nodes::new(),
        };
        if nodes.is_empty() { Bits::default() } else { flow.reachable(thread, before, nodes) }
    }

    /// Finds what a statement that starts a thread hands over and that does not change its owner. Returns whether there
    /// is more than before.
    fn keep(
        &mut self,
        fork: Point,
        arguments: &[Expression],
        exposed: &FxHashMap<Point, Bits>,
    ) -> bool {
        let flow = self.flow;
        let (thread, statement) = flow.points.at(fork);
        let before = &flow.before[fork.index()];
        let first = arguments.iter().flat_map(|argument| flow.value(fork, before, argument));
        let given = flow.reachable(thread, before, first);
        let later = self.done(self.later(fork, None), exposed);
        let mut same: FxHashMap<Option<BlockId>, Done> = FxHashMap::default();
        let mut nodes = Bits::default();
        let mut parts: Vec<(Node, Part)> = Vec::new();
        for node in given.iter().map(Node) {
            let allocator = flow.allocator(node.allocator());
            let is_own = node.is_current() && allocator.thread == thread;
            let mut look = |done: &Done, name: Node| {
                if done.exposed.has(name.0) {
                    nodes.add(node.0);
                }
                let accessed = done.accessed.get(&name).into_iter().flatten();
                parts.extend(accessed.map(|part| (node, *part)));
            };
            if is_own {
                let block = allocator.block;
                let is_printed = !flow.reading.repairs(Repair::InnerLoops);
                let is_asked = |at: &Point| {
                    let (_, found) = flow.points.at(*at);
                    let is_in_block = flow.inlined.statement(found).block == block;
                    !is_printed || is_in_block && found != statement
                };
                let same = same.entry(block).or_insert_with(|| {
                    self.done(self.later(fork, block).into_iter().filter(is_asked), exposed)
                });
                look(same, node);
                look(&later, node.allocator().summary());
            } else {
                look(&later, node);
            }
        }
        let kept = self.kept.entry(fork).or_default();
        let mut is_more = join(&mut kept.nodes, &Arc::new(nodes));
        for (node, part) in parts {
            let number = self.numbers.number(node, part);
            is_more |= kept.add_part(number);
        }
        is_more
    }

    /// What some statements do.
    fn done(
        &self,
        points: impl IntoIterator<Item = Point>,
        exposed: &FxHashMap<Point, Bits>,
    ) -> Done {
        let mut done = Done::default();
        for at in points {
            let exposed = exposed.get(&at).filter(|_| !self.flow.slips(Slip::LaterExposures));
            if let Some(exposed) = exposed {
                done.exposed.add_all(exposed);
            }
            for (node, part) in &self.accessed[at.index()] {
                if !self.flow.slips(Slip::LaterAccesses) {
                    done.accessed.entry(*node).or_default().insert(*part);
                }
            }
        }
        done
    }

    /// The statements that a thread may come to after a statement, before an iteration of a loop ends.
    fn later(&self, from: Point, block: Option<BlockId>) -> Vec<Point> {
        let flow = self.flow;
        let mut found = Bits::default();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (to, _) in &flow.control[at.index()] {
                let (one, other) = (flow.points.at(at).1, flow.points.at(*to).1);
                let is_over =
                    block.is_some_and(|block| flow.inlined.ended(one, other).any(|b| b == block));
                if !is_over && found.add(to.0) {
                    open.push(*to);
                }
            }
        }
        found.iter().map(Point).collect()
    }
}
