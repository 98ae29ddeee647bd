//! Threads that are stuck for ever in the states of several workers.

use std::sync::atomic::Ordering;

use super::super::Task;
use super::super::look::{At, Found};
use super::super::model::Model;
use super::super::orbits::Canonizer;
use super::super::query::StuckAnswer;
use super::super::reduction::Reduction;
use super::super::stuck::{self, Ended, Kept, Part};
use super::Shard;

/// Findings, each with the worker that has the state.
pub(super) type FoundBy<M> = Vec<(usize, Found<<M as Model>::Violation>)>;

impl<M: Model, R: Reduction<M>> Shard<'_, M, R> {
    /// Lets go of the steps between states, if another worker has found that there is no memory for them.
    pub(super) fn lose_edges(&mut self) {
        if self.out.shared.loses_edges.load(Ordering::Relaxed) && self.share.kept.bytes() > 0 {
            self.share.kept.lose();
        }
    }
}

/// Looks for threads that are stuck for ever in the states of all workers; each is returned with the worker that has
/// the state.
pub(super) fn find_stuck<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    shards: &mut [Shard<'_, M, R>],
    ended: &Ended,
) -> (StuckAnswer, FoundBy<M>) {
    let bytes = ended.bytes + shards.iter().map(|shard| shard.share.bytes()).sum::<usize>();
    let ended = Ended { bytes, ..*ended };
    for Shard { share: shard, .. } in shards.iter_mut() {
        if let Kept::Edges(edges) = &mut shard.kept {
            edges.finish();
            if edges.is_lost() {
                shard.kept.lose();
            }
        }
    }
    let mut parts = Vec::new();
    for Shard { share: shard, .. } in &*shards {
        let Kept::Edges(edges) = &shard.kept else {
            return (shard.kept.answer(task.query), Vec::new());
        };
        let open = [&shard.dead, &shard.open];
        let (store, expanded, levels) = (&shard.store, shard.expanded, &shard.levels);
        let renamed = Canonizer::all(shard.canonizer.as_deref());
        parts.push(Part { store, edges, open, expanded, levels, renamed });
    }
    let (answer, all) = stuck::find(task, &parts, &ended);
    let found = |stuck: stuck::StuckAt| {
        let at = At::Stored(stuck.number);
        (stuck.part, Found { kind: stuck.kind(), at, rank: (0, 0) })
    };
    (answer, all.into_iter().map(found).collect())
}
