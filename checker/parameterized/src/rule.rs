//! Steps of families: the threads in sight before and after, and what happens to all others.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::effect::Effect;
use crate::frame::Mover;
use crate::space::{Interned, Local, LocalId, SharedId, Space};

/// Local states of threads in sight.
pub(crate) type Locals = SmallVec<[LocalId; 4]>;

/// Cells of the threads of families, each with its family.
pub(crate) type Asks = SmallVec<[(usize, usize); 1]>;

/// A step of families. It can be taken where the shared part is `from`, threads in sight are in the local states
/// `sight`, and no other thread has one of the cells `asks`, each of a family, at other values than 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    pub(crate) from: SharedId,
    pub(crate) to: SharedId,
    pub(crate) mover: Mover,
    pub(crate) sight: Locals,
    pub(crate) after: Locals,
    pub(crate) effect: u32,
    pub(crate) asks: Asks,
    pub(crate) fails: bool,
}

/// The effect that is none.
pub(crate) const NOTHING: u32 = 0;

/// The effects of the rules on local states.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    all: Interned<Effect>,
    known: FxHashMap<(u32, LocalId), LocalId>,
}

impl Effects {
    pub(crate) fn new() -> Self {
        let mut all = Interned::default();
        let nothing = all.number(Effect::default());
        debug_assert_eq!(nothing, NOTHING);
        Effects { all, known: FxHashMap::default() }
    }

    pub(crate) fn number(&mut self, effect: Effect) -> u32 {
        if effect.is_nothing() { NOTHING } else { self.all.number(effect) }
    }

    /// The local state of a thread out of sight after a step.
    pub(crate) fn of(&mut self, effect: u32, local: LocalId, space: &mut Space) -> LocalId {
        if effect == NOTHING {
            return local;
        }
        if let Some(after) = self.known.get(&(effect, local)) {
            return *after;
        }
        let after = self.all.get(effect).of(space.locals.get(local));
        let after = space.locals.number(after);
        self.known.insert((effect, local), after);
        after
    }
}

/// Decides whether a thread out of sight of a step lets it happen: it has none of the flags in sight, and its cells
/// that are asked for are 0.
pub(crate) fn allows(space: &Space, flags: u64, asks: &[(usize, usize)], local: LocalId) -> bool {
    let local = space.locals.get(local);
    local.flags & flags == 0 && !is_asked(local, asks)
}

/// Decides whether one of the cells that are asked for is a thread's, and not 0.
pub(crate) fn is_asked(local: &Local, asks: &[(usize, usize)]) -> bool {
    let is_it = |(family, cell): &(usize, usize)| {
        *family == usize::from(local.family) && local.cells[*cell] != 0
    };
    asks.iter().any(is_it)
}
