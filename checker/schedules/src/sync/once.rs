//! `Once`, as `std`'s.

use crate::mutants::{self, Mutant};
use crate::run::context::{Context, current, here};
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;

/// Something that is done once, as [`std::sync::Once`]. In a search, to begin, to end, and to look are steps.
#[derive(Debug)]
pub struct Once {
    ident: Ident,
    inner: std::sync::Once,
}

/// The facts about earlier attempts that a closure is told which is called once.
#[derive(Debug)]
pub struct OnceState(bool);

impl OnceState {
    /// Tells whether an earlier attempt panicked.
    pub fn is_poisoned(&self) -> bool {
        self.0
    }
}

/// An attempt: it ends when this is dropped.
pub(crate) struct Attempt<'a> {
    context: &'a Context,
    id: ObjectId,
    site: Site,
    pub(crate) filled: bool,
}

impl<'a> Attempt<'a> {
    /// Waits until nobody else tries, and begins. `None` if it was done before.
    pub(crate) fn begin(context: &'a Context, id: ObjectId, site: Site) -> Option<Self> {
        let begins = context.step(Op::Begin(id), site) != Some(0);
        if !begins && mutants::is(Mutant::Twice) {
            context.step(Op::Complete(id, false), site);
        }
        // Made only if it begins: to drop it is a step.
        begins.then(|| Attempt { context, id, site, filled: false })
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        self.context.step(Op::Complete(self.id, self.filled), self.site);
    }
}

impl Once {
    /// Nothing has been done.
    #[track_caller]
    pub fn new() -> Self {
        Once { ident: Ident::new("Once"), inner: std::sync::Once::new() }
    }

    /// Calls the closure if none was called before, and waits while another one is called.
    ///
    /// # Panics
    /// If a closure panicked before.
    #[track_caller]
    pub fn call_once(&self, act: impl FnOnce()) {
        let site = here();
        let Some(context) = current() else { return self.inner.call_once(act) };
        self.call(&context, site, |state| {
            assert!(!state.is_poisoned(), "Once instance has previously been poisoned");
            act();
        });
    }

    /// Calls the closure if none was called before without a panic.
    #[track_caller]
    pub fn call_once_force(&self, act: impl FnOnce(&OnceState)) {
        let site = here();
        let Some(context) = current() else {
            return self.inner.call_once_force(|state| act(&OnceState(state.is_poisoned())));
        };
        self.call(&context, site, act);
    }

    fn call(&self, context: &Context, site: Site, act: impl FnOnce(&OnceState)) {
        let id = self.ident.id(context);
        let Some(mut attempt) = Attempt::begin(context, id, site) else { return };
        let failed = context.quietly(|state| state.world.locks.get(&id).is_some_and(|l| l.failed));
        act(&OnceState(failed == Some(true)));
        attempt.filled = true;
        self.inner.call_once(|| ());
    }

    /// Waits until a closure was called.
    ///
    /// # Panics
    /// If a closure panicked before, or does meanwhile.
    #[track_caller]
    pub fn wait(&self) {
        let site = here();
        let Some(context) = current() else { return self.inner.wait() };
        let id = self.ident.id(&context);
        let filled = context.step(Op::Filled { cell: id, forced: false }, site);
        assert!(filled != Some(0), "Once instance has previously been poisoned");
    }

    /// Waits until a closure was called without a panic.
    #[track_caller]
    pub fn wait_force(&self) {
        let site = here();
        let Some(context) = current() else { return self.inner.wait_force() };
        let id = self.ident.id(&context);
        context.step(Op::Filled { cell: id, forced: true }, site);
    }

    /// Tells whether a closure was called.
    #[track_caller]
    pub fn is_completed(&self) -> bool {
        let site = here();
        if let Some(context) = current() {
            let id = self.ident.id(&context);
            let seen = context.step(Op::Look(id), site);
            if context.is_weak() {
                return seen == Some(1);
            }
            return context
                .quietly(|state| state.world.locks.get(&id).is_some_and(|lock| lock.filled))
                .unwrap_or(false);
        }
        self.inner.is_completed()
    }
}

#[cfg(feature = "parking_lot")]
impl Once {
    /// Tells whether the work is done, whether the last attempt failed, and whether somebody tries now.
    pub(crate) fn progress(&self, context: &Context, site: Site) -> Option<(bool, bool, bool)> {
        let id = self.ident.id(context);
        // What an attempt that has begun changes is seen as well.
        context.looks_at_lock(id);
        context.step(Op::Look(id), site)?;
        context.quietly(|state| {
            let lock = state.world.locks.get(&id);
            lock.map_or((false, false, false), |l| (l.filled, l.failed, l.writer.is_some()))
        })
    }
}

impl Default for Once {
    #[track_caller]
    fn default() -> Self {
        Once::new()
    }
}
