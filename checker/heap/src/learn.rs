//! What a finished round of the analysis tells.

use rustc_hash::FxHashMap;

use crate::facts::Facts;
use crate::flow::Flow;
use crate::nodes::ThreadType;
use crate::reading::Repair;

impl Facts {
    /// What a finished round tells.
    pub(crate) fn of(flow: &Flow<'_>) -> Facts {
        let counts = counts(flow);
        let mut facts = Facts::default();
        for (kind, count) in flow.kinds.iter().zip(counts) {
            facts.single.extend(kind.fork.filter(|_| count <= 1));
        }
        for (variable, uses) in &flow.statics {
            let mut kinds: Vec<ThreadType> = uses.iter().map(|(kind, _)| *kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            if let [kind] = kinds[..]
                && is_alone(flow, &facts, kind)
            {
                facts.private.insert(*variable);
            }
        }
        facts
    }
}

/// Whether there is one thread of a kind, for static variables (S2 4.2; H5).
pub(crate) fn is_alone(flow: &Flow<'_>, facts: &Facts, kind: ThreadType) -> bool {
    let fork = flow.kinds[kind.index()].fork;
    if flow.reading.repairs(Repair::Transitive) {
        return facts.is_single(fork);
    }
    fork.is_none_or(|fork| flow.inlined.statement(fork).block.is_none())
}

/// The number of threads of each kind: 2 stands for any number above 1.
fn counts(flow: &Flow<'_>) -> Vec<u8> {
    let mut counts = vec![0_u8; flow.kinds.len()];
    let mut forks: FxHashMap<usize, Vec<(ThreadType, bool)>> = FxHashMap::default();
    for (thread, statement) in &flow.points {
        if let Some(kind) = flow.forked(*statement) {
            let is_in_loop = flow.inlined.statement(*statement).block.is_some();
            forks.entry(kind.index()).or_default().push((*thread, is_in_loop));
        }
    }
    loop {
        let mut has_changed = false;
        for kind in 0..counts.len() {
            let mut count = u8::from(kind == 0);
            for (parent, is_in_loop) in forks.get(&kind).into_iter().flatten() {
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
