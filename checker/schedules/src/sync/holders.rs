//! The holders of a shared value: what the search sees of [`Arc`](crate::sync::Arc) and [`Weak`](crate::sync::Weak).
//!
//! Who drops the last handle runs the destructor. This is a question of schedules only where several threads could be
//! the last one and the destructor does something that others see, or where somebody asks how many handles there are.
//! The search finds out: a handle is dropped without a step until a last one does something that the search sees, while
//! another thread's drop did not come before it for sure. Then the search begins again, and drops of handles made in
//! this line are steps.

use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;

use crate::run::context::Context;
use crate::run::slot::Seen;
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Site;
use crate::search::op::{Handle, Op};
use crate::sync::ident::Ident;

/// The handles of one value.
#[derive(Debug)]
pub(crate) struct Holders {
    ident: Ident,
    drops: Mutex<Drops>,
}

/// Of each thread of an execution that dropped a handle: the step in which it did so the last time.
#[derive(Debug, Default)]
struct Drops {
    execution: u64,
    last: SmallVec<[(usize, usize); 4]>,
}

/// The numbers of handles that a step saw and left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) strong: usize,
    pub(crate) weak: usize,
}

impl Holders {
    #[track_caller]
    pub(crate) fn new() -> Self {
        Holders { ident: Ident::new("Arc"), drops: Mutex::new(Drops::default()) }
    }

    fn site(&self) -> Site {
        self.ident.made_at()
    }

    fn id(&self, context: &Context) -> ObjectId {
        self.ident.id(context)
    }

    /// A handle is added. A step only where somebody asks for the number of handles.
    pub(crate) fn add(&self, context: &Context, site: Site) {
        if Self::stops(context, Seen::Counts(self.site())) {
            let id = self.id(context);
            if context.step(Op::Handle(id, Handle::Clone), site).is_some() {
                touched(context, id, &[Touch::Grow]);
            }
        }
    }

    /// A handle of the value is about to be dropped: says whether it is the last one, and another one might have been.
    /// `counts` looks at the handles that are there.
    pub(crate) fn give_up(&self, context: &Context, counts: impl Fn() -> Counts) -> bool {
        if Self::stops(context, Seen::Drops(self.site())) {
            // A destructor has no line of its own.
            let id = self.id(context);
            if context.step(Op::Handle(id, Handle::Drop), self.site()).is_some() {
                touched(context, id, dropping(counts().strong));
            }
            self.dropped(context);
            return false;
        }
        let is_last = counts().strong == 1;
        let races = is_last && !self.settled(context);
        self.dropped(context);
        races
    }

    /// A handle that does not keep the value is about to be dropped.
    pub(crate) fn give_up_weak(&self, context: &Context) {
        if Self::stops(context, Seen::Counts(self.site())) {
            let id = self.id(context);
            if context.step(Op::Handle(id, Handle::Clone), self.site()).is_some() {
                touched(context, id, &[Touch::Grow]);
            }
        }
        self.dropped(context);
    }

    /// Somebody looks at the numbers of handles.
    pub(crate) fn look<T>(
        &self,
        context: &Context,
        site: Site,
        look: impl Fn() -> (T, Counts),
    ) -> T {
        let (seen, counts) = look();
        if (counts.strong, counts.weak) == (1, 0) && self.settled(context) {
            return seen;
        }
        Self::learn(context, Seen::Counts(self.site()));
        Self::learn(context, Seen::Drops(self.site()));
        let id = self.id(context);
        if context.step(Op::Handle(id, Handle::Look), site).is_some() {
            touched(context, id, &[Touch::Holders]);
        }
        look().0
    }

    /// Somebody wants to have the value, if this is the only handle. `keeps` says that the handle stays if it is not.
    pub(crate) fn take<T>(
        &self,
        context: &Context,
        site: Site,
        keeps: bool,
        counts: impl Fn() -> Counts,
        take: impl FnOnce() -> T,
        taken: impl Fn(&T) -> bool,
    ) -> T {
        let Counts { strong, weak } = counts();
        if (strong, weak) == (1, 0) && self.settled(context) {
            return take();
        }
        Self::learn(context, Seen::Drops(self.site()));
        let id = self.id(context);
        let op = if keeps { Handle::Unwrap } else { Handle::Drop };
        if context.step(Op::Handle(id, op), site).is_none() {
            return take();
        }
        let strong = counts().strong;
        let done = take();
        if !keeps {
            touched(context, id, dropping(strong));
            self.dropped(context);
        } else if taken(&done) {
            touched(context, id, &[Touch::Holders, Touch::Last]);
            context.quietly(|state| state.moved(context.me));
        } else {
            touched(context, id, &[Touch::Holders]);
            context.quietly(|state| state.looked(context.me, site, &[id]));
        }
        done
    }

    /// A handle that does not keep the value becomes one that does, if there is still one.
    pub(crate) fn upgrade<T>(
        &self,
        context: &Context,
        site: Site,
        act: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        Self::learn(context, Seen::Drops(self.site()));
        let id = self.id(context);
        let is_step = context.step(Op::Handle(id, Handle::Upgrade), site).is_some();
        let done = act();
        if is_step {
            touched(context, id, &[Touch::Revive]);
            if done.is_none() {
                context.quietly(|state| state.looked(context.me, site, &[id]));
            }
        }
        done
    }

    /// Runs the destructor of the value, of which another thread might have dropped the last handle, and sees whether
    /// it does something that others see.
    pub(crate) fn watched(&self, context: &Context, drop: impl FnOnce()) {
        let (me, seen) = (context.me, Seen::Drops(self.site()));
        let before = context.quietly(|state| {
            let is_given_up = state.given_up.is_some();
            if !is_given_up && let Some(slot) = state.threads.get_mut(&me) {
                slot.watched.push(seen);
            }
            (state.talk, is_given_up)
        });
        let watch = Watch { holders: self, context, before };
        drop();
        std::mem::drop(watch);
    }

    /// Whether a small operation is a step of its own, as has been learnt.
    fn stops(context: &Context, seen: Seen) -> bool {
        context.quietly(|state| state.stops_where_seen(seen)) == Some(true)
    }

    fn learn(context: &Context, seen: Seen) {
        context.checked(|state| state.sees(seen));
    }

    /// Whether all handles that other threads dropped were dropped before, in every schedule that is equivalent to this
    /// one.
    fn settled(&self, context: &Context) -> bool {
        let drops = self.drops.lock().unwrap_or_else(PoisonError::into_inner);
        if drops.execution != context.execution.number {
            return true;
        }
        let me = context.me;
        let settled = context.quietly(|state| {
            drops.last.iter().all(|(thread, step)| state.is_past(me, *thread, *step))
        });
        settled.unwrap_or(true)
    }

    fn dropped(&self, context: &Context) {
        let me = context.me;
        let step = context.quietly(|state| state.threads.get(&me).and_then(|slot| slot.last));
        let Some(Some(step)) = step else { return };
        let mut drops = self.drops.lock().unwrap_or_else(PoisonError::into_inner);
        if drops.execution != context.execution.number {
            *drops = Drops { execution: context.execution.number, last: SmallVec::new() };
        }
        match drops.last.iter_mut().find(|(thread, _)| *thread == me) {
            Some(entry) => entry.1 = step,
            None => drops.last.push((me, step)),
        }
    }
}

/// What it is to drop one of so many handles.
fn dropping(strong: usize) -> &'static [Touch] {
    match strong {
        0 | 1 => &[Touch::Last],
        2 => &[Touch::Shrink, Touch::LeavesOne],
        _ => &[Touch::Shrink],
    }
}

/// Says what the step that this thread has just taken did.
fn touched(context: &Context, id: ObjectId, touches: &[Touch]) {
    context.quietly(|state| {
        for touch in touches {
            state.touch(id, *touch);
        }
        if let Some(event) = state.trace.last_mut() {
            event.visible = event.accesses.len();
        }
    });
}

/// Looks at what a destructor has done when it is over, also by a panic.
struct Watch<'a> {
    holders: &'a Holders,
    context: &'a Context,
    /// What was said before, and whether the execution was given up.
    before: Option<(u64, bool)>,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let seen = Seen::Drops(self.holders.site());
        let me = self.context.me;
        let after = self.context.quietly(|state| {
            if matches!(self.before, Some((_, false)))
                && let Some(slot) = state.threads.get_mut(&me)
            {
                slot.watched.pop();
            }
            (state.talk, state.given_up.is_some())
        });
        if let (Some((_, false)), Some((_, true))) = (self.before, after) {
            // The same, but that the execution goes on by itself.
            self.context.quietly(|state| state.saw_before(seen));
        } else if after.is_some() && (after != self.before || std::thread::panicking()) {
            Holders::learn(self.context, seen);
        }
        // The execution has ended within the destructor. What was found there will be found again.
        if after.is_none() && self.before.is_some() {
            self.context.execution.lock().saw(seen);
        }
    }
}
