//! Searches of a comparison that an engine makes.

use super::name::{Asleep, SearchName, Steps, Walk};
use crate::check::Engine;
use crate::discipline::{Discipline, Packed, Protocol};
use crate::locking::LockDiscipline;
use crate::search::{Exploration, FindingKind, Order, Query};
use crate::selective::Stopped;
use crate::system::PackedState;

impl SearchName {
    /// Tells whether several processes can make the search together: it keeps states, and takes all steps from each.
    pub fn is_shared(self) -> bool {
        let keeps_states = matches!(self.walk, Walk::Unreduced | Walk::Reduced | Walk::Composed);
        keeps_states && self.steps == Steps::All && self.sleep == Asleep::Never
    }
}

/// Rules under which an engine searches systems.
pub(super) trait Engined: Protocol<State = PackedState> + Sized {
    /// Searches unreduced or reduced.
    fn by(
        engine: &dyn Engine,
        model: &Packed<'_, Self>,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<Self::Violation>;

    /// Searches the composed system.
    fn composed_by(
        engine: &dyn Engine,
        model: &Packed<'_, Self>,
        query: &Query<'_>,
    ) -> Exploration<Self::Violation>;
}

macro_rules! engined {
    ($($rules:ident: $by:ident, $composed_by:ident;)*) => {$(
        impl Engined for $rules {
            fn by(
                engine: &dyn Engine,
                model: &Packed<'_, Self>,
                order: Order,
                query: &Query<'_>,
            ) -> Exploration<Self::Violation> {
                engine.$by(model, order, query)
            }

            fn composed_by(
                engine: &dyn Engine,
                model: &Packed<'_, Self>,
                query: &Query<'_>,
            ) -> Exploration<Self::Violation> {
                engine.$composed_by(model, query)
            }
        }
    )*};
}

engined! {
    Discipline: search, search_composed;
    LockDiscipline: search_locks, search_composed_locks;
}

/// Takes out of an exploration of a composed system that invisible transitions go on for ever, if some do: then they
/// cannot be put together, and nothing is said of what there is behind them.
pub(super) fn invisible<V>(found: &mut Exploration<V>) -> Option<Stopped> {
    let is_loop = |kind: &FindingKind<V>| matches!(kind, FindingKind::EndlessLoop { .. });
    let place = found.findings.iter().position(|finding| is_loop(&finding.kind))?;
    let finding = found.findings.remove(place);
    found.findings.retain(|finding| !is_loop(&finding.kind));
    let FindingKind::EndlessLoop { thread, .. } = finding.kind else { return None };
    Some(Stopped::Invisible { run: finding.run, thread, is_endless: true })
}
