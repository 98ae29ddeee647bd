//! The facts that are known of a program beforehand, and those that a finished round of the analysis tells: how many
//! threads there are of each kind, and which kinds use each static variable.

use reductio_programs::{Instruction, Program, StaticId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::Facts;
use crate::flow::{Flow, Order};
use crate::inline::{GraphId, Inlined, StatementId};
use crate::nodes::ThreadType;
use crate::reading::{Reading, Repair};

/// What threads do, by kinds of them.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// The statement that forks the threads of each kind; `None` for the first thread.
    kinds: Vec<Option<StatementId>>,
    /// Who forks the threads of each kind, and whether in a loop.
    forks: Vec<Vec<(ThreadType, bool)>>,
    /// The kinds of thread that access each static variable.
    statics: FxHashMap<StaticId, FxHashSet<ThreadType>>,
}

impl Facts {
    /// The facts that are known beforehand, of all statements to which control leads.
    pub(crate) fn beforehand(
        program: &Program,
        inlined: &Inlined,
        order: &Order,
        reading: Reading,
    ) -> Facts {
        Uses::beforehand(program, inlined, order).facts(inlined, reading)
    }

    /// The facts that a finished round tells.
    pub(crate) fn of(flow: &Flow<'_>) -> Facts {
        Uses::of(flow).facts(flow.inlined, flow.reading)
    }
}

impl Uses {
    fn of(flow: &Flow<'_>) -> Uses {
        let mut uses = Uses {
            kinds: flow.kinds.iter().map(|kind| kind.fork).collect(),
            forks: vec![Vec::new(); flow.kinds.len()],
            statics: FxHashMap::default(),
        };
        for (thread, statement) in flow.points.all() {
            if let Some(kind) = flow.forked(*statement) {
                let is_in_loop = flow.inlined.statement(*statement).block.is_some();
                uses.forks[kind.index()].push((*thread, is_in_loop));
            }
        }
        for (variable, used) in &flow.statics {
            uses.statics.insert(*variable, used.iter().map(|(kind, _)| *kind).collect());
        }
        uses
    }

    fn beforehand(program: &Program, inlined: &Inlined, order: &Order) -> Uses {
        use Instruction as I;
        let mirrors: Vec<StaticId> =
            program.classes().iter().filter_map(|class| class.mirror).collect();
        // What the code of each graph forks and uses.
        let mut forks: Vec<Vec<(StatementId, GraphId)>> = vec![Vec::new(); inlined.graphs().len()];
        let mut statics: Vec<FxHashSet<StaticId>> =
            vec![FxHashSet::default(); inlined.graphs().len()];
        for (statement, found) in (0..).map(StatementId).zip(inlined.statements()) {
            if !order.is_reached(statement) {
                continue;
            }
            let graph = found.graph.index();
            match program.instruction(found.place) {
                I::Fork { method, .. } => {
                    let to = inlined.graph_of(*method);
                    forks[graph].extend(to.map(|to| (statement, to)));
                }
                I::ReadStatic { from: variable, .. }
                | I::ReadConstant { from: variable, .. }
                | I::WriteStatic { to: variable, .. } => {
                    statics[graph].insert(*variable);
                }
                I::Mirror { .. } => statics[graph].extend(&mirrors),
                _ => {}
            }
        }
        let mut uses = Uses { kinds: vec![None], forks: vec![Vec::new()], ..Uses::default() };
        let mut kind_of: FxHashMap<StatementId, usize> = FxHashMap::default();
        let mut graphs = vec![0_usize];
        let mut next = 0;
        while let Some(graph) = graphs.get(next).copied() {
            let thread = ThreadType(u32::try_from(next).unwrap_or(u32::MAX));
            for variable in &statics[graph] {
                uses.statics.entry(*variable).or_default().insert(thread);
            }
            for (fork, to) in &forks[graph] {
                let kind = *kind_of.entry(*fork).or_insert(graphs.len());
                if kind == graphs.len() {
                    graphs.push(to.index());
                    uses.kinds.push(Some(*fork));
                    uses.forks.push(Vec::new());
                }
                uses.forks[kind].push((thread, inlined.statement(*fork).block.is_some()));
            }
            next += 1;
        }
        uses
    }

    /// What follows.
    fn facts(&self, inlined: &Inlined, reading: Reading) -> Facts {
        let mut facts = Facts::default();
        for (fork, count) in self.kinds.iter().zip(self.counts()) {
            facts.single.extend(fork.filter(|_| count <= 1));
        }
        for (variable, kinds) in &self.statics {
            let mut kinds = kinds.iter();
            if let (Some(kind), None) = (kinds.next(), kinds.next())
                && is_alone(inlined, reading, &facts, self.kinds[kind.index()])
            {
                facts.private.insert(*variable);
            }
        }
        facts
    }

    /// The number of threads of each kind: 2 stands for any number above 1.
    fn counts(&self) -> Vec<u8> {
        let mut counts = vec![0_u8; self.kinds.len()];
        loop {
            let mut has_changed = false;
            for kind in 0..counts.len() {
                let mut count = u8::from(kind == 0);
                for (parent, is_in_loop) in &self.forks[kind] {
                    let parents = counts[parent.index()];
                    count += if *is_in_loop { 2 * parents.min(1) } else { parents };
                    count = count.min(2);
                }
                has_changed |= count != counts[kind];
                counts[kind] = count;
            }
            if !has_changed {
                return counts;
            }
        }
    }
}

/// Decides whether there is one thread of a kind, for static variables (S2 4.2; H5). The kind is told by the statement
/// that forks it.
pub(crate) fn is_alone(
    inlined: &Inlined,
    reading: Reading,
    facts: &Facts,
    fork: Option<StatementId>,
) -> bool {
    if reading.repairs(Repair::Transitive) {
        return facts.is_single(fork);
    }
    fork.is_none_or(|fork| inlined.statement(fork).block.is_none())
}
