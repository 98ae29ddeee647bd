//! Ways through the product, as searches for shortest ways remember them.

use reductio_search::ThreadStep;
use rustc_hash::FxHashMap;

use super::acceptance::SetId;

/// A transition from a node.
#[derive(Clone, Copy)]
pub(super) struct From {
    pub(super) node: u32,
    pub(super) step: Option<ThreadStep>,
    pub(super) marks: SetId,
}

/// The transitions that lead to a node, from one without a parent.
pub(super) fn trace(parents: &FxHashMap<u32, Option<From>>, to: u32) -> Vec<(From, u32)> {
    let (mut way, mut at) = (Vec::new(), to);
    while let Some(Some(from)) = parents.get(&at) {
        way.push((*from, at));
        at = from.node;
    }
    way.reverse();
    way
}

/// The bytes that such a table takes.
pub(super) fn bytes(parents: &FxHashMap<u32, Option<From>>) -> usize {
    parents.capacity() * (size_of::<(u32, Option<From>)>() + 5)
}
