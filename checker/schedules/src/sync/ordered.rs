//! The operations of atomics with their orderings: what they are as steps, and as questions to a memory that is not
//! sequentially consistent.

use std::sync::atomic::Ordering;

use crate::memory::engine::{Answer, Request};
use crate::memory::graph::{Change, Manner};
use crate::run::context::{current, here};
use crate::run::drf::{Kind, Use};
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;

/// Orders what is before and after it. Does nothing in a search where all operations are sequentially consistent.
#[track_caller]
pub fn fence(order: Ordering) {
    let Some(context) = current() else { return std::sync::atomic::fence(order) };
    std::sync::atomic::fence(order);
    let (me, site) = (context.me, here());
    context.checked(|state| {
        if state.memory.is_some() {
            state.quietly_asks(me, Request::Fence(order));
            state.note("comes to a fence", None, Some(site));
        }
        state.drf.fence(me, order);
    });
}

/// The value of an atomic, as a memory keeps it.
pub(super) trait Bits: Copy {
    fn bits(self) -> u64;
    fn of(bits: u64) -> Self;
}

macro_rules! bits {
    ($($value:ty),*) => {
        $(
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_possible_wrap,
                clippy::cast_lossless,
                trivial_numeric_casts,
                reason = "there and back again"
            )]
            impl Bits for $value {
                fn bits(self) -> u64 {
                    self as u64
                }

                fn of(bits: u64) -> Self {
                    bits as $value
                }
            }
        )*
    };
}

bits!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl Bits for bool {
    fn bits(self) -> u64 {
        u64::from(self)
    }

    fn of(bits: u64) -> Self {
        bits != 0
    }
}

impl<T> Bits for *mut T {
    fn bits(self) -> u64 {
        self as usize as u64
    }

    #[allow(clippy::cast_possible_truncation, reason = "there and back again")]
    fn of(bits: u64) -> Self {
        bits as usize as *mut T
    }
}

/// The answer to an operation in a search of a memory that is not sequentially consistent. `None` in all others.
/// `value` is that of the atomic, and is set if what is written is now the last one.
pub(super) fn asked<T: Bits>(
    op: fn(ObjectId) -> Op,
    ident: &Ident,
    site: Site,
    value: T,
    request: impl FnOnce(usize) -> Request,
    set: impl FnOnce(T),
) -> Option<Answer> {
    let context = current()?;
    if !context.is_weak() {
        return None;
    }
    let id = ident.id(&context);
    let answer = context.asks(op(id), value.bits(), site, request)?;
    if let Some(last) = answer.last {
        set(T::of(last));
    }
    Some(answer)
}

/// A change of a value whatever it is.
pub(super) fn always(order: Ordering, with: fn(u64, u64) -> u64, operand: u64) -> Change {
    Change { manner: Manner::Plain, expected: None, with, operand, success: order, failure: order }
}

/// One step that reads, writes, or does both.
fn accessed<T>(
    ident: &Ident,
    op: fn(ObjectId) -> Op,
    (kind, order): (Kind, Ordering),
    site: Site,
    act: impl FnOnce() -> T,
) -> T {
    if let Some(context) = current() {
        let id = ident.id(&context);
        context.takes_for_strongest(order, site);
        if context.step(op(id), site).is_some() {
            let thread = context.me;
            let used = Use { thread, kind, order: Some(order), site };
            context.quietly(|state| state.orders(id, used));
        }
    }
    act()
}

/// Reads.
pub(super) fn read<T>(ident: &Ident, order: Ordering, site: Site, act: impl FnOnce() -> T) -> T {
    accessed(ident, Op::Load, (Kind::Read, order), site, act)
}

/// Writes, whatever the value is.
pub(super) fn write<T>(ident: &Ident, order: Ordering, site: Site, act: impl FnOnce() -> T) -> T {
    accessed(ident, Op::Store, (Kind::Write, order), site, act)
}

/// Reads and writes, in any case.
pub(super) fn changed<T>(ident: &Ident, order: Ordering, site: Site, act: impl FnOnce() -> T) -> T {
    accessed(ident, Op::Store, (Kind::Change, order), site, act)
}

/// An operation that writes only if it succeeds.
pub(super) fn update<T, E>(
    ident: &Ident,
    (success, failure): (Ordering, Ordering),
    site: Site,
    act: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let Some(context) = current() else { return act() };
    let id = ident.id(&context);
    context.takes_for_strongest(success, site);
    context.takes_for_strongest(failure, site);
    let is_step = context.step(Op::Update(id), site).is_some();
    let done = act();
    if is_step {
        let (me, wrote) = (context.me, done.is_ok());
        context.quietly(|state| {
            state.touch(id, if wrote { Touch::Write } else { Touch::Read });
            let (kind, order) = if wrote { (Kind::Change, success) } else { (Kind::Read, failure) };
            state.orders(id, Use { thread: me, kind, order: Some(order), site });
            if let Some(event) = state.trace.last_mut() {
                event.visible = event.accesses.len();
            }
            if wrote {
                state.moved(me);
            } else {
                state.looked(me, site, &[id]);
            }
        });
    }
    done
}

/// Decides whether an operation that may fail without reason does so, where executions of a memory that is not
/// sequentially consistent are drawn by chance.
pub(super) fn fails_by_chance(failure: Ordering) -> bool {
    let is_possible = matches!(failure, Ordering::Relaxed | Ordering::Acquire | Ordering::SeqCst);
    let Some(context) = current().filter(|_| is_possible) else { return false };
    context.quietly(|state| state.is_in_order()) == Some(true) && fails_once()
}

/// Decides whether an operation that may fail without reason does so: both is tried, once in an execution.
pub(super) fn fails_once() -> bool {
    let Some(context) = current() else { return false };
    let fails = context.checked(|state| !state.failed && state.choose(2) == 1);
    if fails == Some(true) {
        context.quietly(|state| state.failed = true);
    }
    fails == Some(true)
}
