//! The touches of a step, and which of them depend on each other.

use smallvec::SmallVec;

use crate::mutants::{self, Mutant};

/// An object that threads communicate by, named so that it has the same name in every execution: by the thread that
/// made it, and the number of objects that this thread had made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId {
    pub(crate) maker: u32,
    pub(crate) number: u32,
}

impl ObjectId {
    /// The maker of objects that were there before the execution.
    pub(crate) const OUTSIDE: u32 = u32::MAX;
    /// The maker of objects that are named by the line in which they are made.
    pub(crate) const LATE: u32 = u32::MAX - 2;
    /// The makers of objects that belong to a `static`: from this number on.
    pub(crate) const STATICS: u32 = 1 << 31;
    /// The maker of what belongs to a thread itself: its token of `park`, its end. The number is the thread's.
    pub(crate) const OF_THREAD: u32 = u32::MAX - 1;

    /// The object that a step touches which ends the execution, whatever others were about to do.
    pub(crate) const EVERYTHING: Self = ObjectId { maker: Self::OF_THREAD, number: u32::MAX };

    /// The token of a thread.
    pub(crate) fn of_thread(thread: usize) -> Self {
        let number = u32::try_from(thread).unwrap_or(u32::MAX);
        ObjectId { maker: Self::OF_THREAD, number }
    }
}

/// One thing that a step does to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Touch {
    /// Reads an atomic.
    Read,
    /// Writes an atomic.
    Write,
    /// Takes a lock for itself.
    Acquire,
    /// Takes a lock together with other readers.
    Share,
    /// Gives a lock back.
    Release,
    /// Gives a reader's lock back.
    Unshare,
    /// Sees whether a lock is free, or poisoned.
    Peek,
    /// Is added to those who wait for a condition.
    Await,
    /// Wakes one or more who wait.
    Notify,
    /// Would wake, but nobody waits.
    NotifyNobody,
    /// Stops waiting since the time is over.
    Withdraw,
    /// Adds to a semaphore.
    Up,
    /// Takes from a semaphore.
    Down,
    /// Sees how much a semaphore has.
    Count,
    /// Makes a thread's token available.
    Unpark,
    /// Takes the token.
    Park,
    /// Sees that there is no token.
    NoToken,
    /// Puts a message into a channel.
    Send,
    /// Takes a message out of a channel.
    Receive,
    /// Sees whether there is a message, or a sender.
    Poll,
    /// Sees whether there is room for a message.
    Room,
    /// A sender is gone.
    CloseSender,
    /// The receiver is gone.
    CloseReceiver,
    /// Is ready to take a message from a sender that waits for that.
    Offer,
    /// Comes to a barrier.
    Arrive,
    /// Comes to a barrier that more threads come to than it lets pass at once.
    Crowd,
    /// The thread is at its end.
    Finish,
    /// Sees whether a thread is at its end.
    LookAtEnd,
    /// Waits to write.
    Queue,
    /// Adds a handle of a value.
    Grow,
    /// Drops a handle that is not the last one.
    Shrink,
    /// Drops a handle, after which there is one: whoever drops it is the last one.
    LeavesOne,
    /// Drops the last handle.
    Last,
    /// Sees how many handles there are.
    Holders,
    /// Adds a handle if there is still one.
    Revive,
}

use Touch::{
    Acquire, Arrive, Await, CloseReceiver, CloseSender, Count, Crowd, Down, Finish, Grow, Holders,
    Last, LeavesOne, LookAtEnd, NoToken, Notify, NotifyNobody, Offer, Park, Peek, Poll, Queue,
    Read, Receive, Release, Revive, Room, Send, Share, Shrink, Unpark, Unshare, Up, Withdraw,
    Write,
};

/// All touches, in the order of their declaration.
const ALL: [Touch; 35] = [
    Read,
    Write,
    Acquire,
    Share,
    Release,
    Unshare,
    Peek,
    Await,
    Notify,
    NotifyNobody,
    Withdraw,
    Up,
    Down,
    Count,
    Unpark,
    Park,
    NoToken,
    Send,
    Receive,
    Poll,
    Room,
    CloseSender,
    CloseReceiver,
    Offer,
    Arrive,
    Crowd,
    Finish,
    LookAtEnd,
    Queue,
    Grow,
    Shrink,
    LeavesOne,
    Last,
    Holders,
    Revive,
];

impl Touch {
    /// Decides whether two touches of one object by different threads depend on each other: in some state the order in
    /// which they happen matters, and both orders are possible.
    #[inline]
    pub(crate) fn conflicts(self, other: Touch) -> bool {
        if mutants::is(Mutant::Acquire) && (self, other) == (Acquire, Acquire)
            || mutants::is(Mutant::ReadWrite) && (self == Read || other == Read)
            || mutants::is(Mutant::Notify) && (self == Await || other == Await)
            || mutants::is(Mutant::Down) && (self, other) == (Down, Down)
            || mutants::is(Mutant::Last) && (self == Last || other == Last)
        {
            return false;
        }
        CONFLICTS[self as usize] >> other as u32 & 1 == 1
    }

    /// Whether to drop a handle is something else once another one was dropped: it drops the last one then. These two
    /// may come in any order, and whoever comes later is the last one; so they do not race, but who sleeps is woken.
    fn is_next_to_last(self, other: Touch) -> bool {
        let is = |one, two| one == LeavesOne && matches!(two, Shrink | LeavesOne);
        is(self, other) || is(other, self)
    }

    /// One half of [`Touch::conflicts`]: every pair is listed once.
    const fn before(self, other: Touch) -> bool {
        match self {
            Write => matches!(other, Read | Write),
            Acquire => matches!(other, Acquire | Share | Peek),
            Peek => matches!(other, Share | Release | Unshare),
            Await => matches!(other, Notify | NotifyNobody),
            Notify => matches!(other, Notify | NotifyNobody | Withdraw),
            Withdraw => matches!(other, NotifyNobody),
            Down => matches!(other, Down | Up | Count),
            Count => matches!(other, Up),
            Park => matches!(other, Unpark | Park | NoToken),
            NoToken => matches!(other, Unpark),
            Send => matches!(other, Send | Poll | CloseReceiver | Room),
            Receive => matches!(other, Receive | Room | Poll),
            Poll => matches!(other, CloseSender),
            Room => matches!(other, CloseReceiver | Offer),
            Crowd => matches!(other, Crowd),
            Finish => matches!(other, LookAtEnd),
            Queue => matches!(other, Share | Peek),
            Last => matches!(other, Shrink | Revive | Holders),
            Holders => matches!(other, Grow | Shrink | Revive),
            Revive => matches!(other, Shrink),
            _ => false,
        }
    }

    /// Decides whether one touch happens before another, where they come in this order: they conflict, or the second
    /// may have waited for the first.
    #[inline]
    pub(crate) fn happens_before(self, later: Touch) -> bool {
        self.conflicts(later)
            || matches!((self, later), (Release | Unshare, Acquire) | (Release, Share))
                && !mutants::is(Mutant::Release)
    }
}

/// For each touch the set of those that it conflicts with, as bits: the search asks more often than anything else.
const CONFLICTS: [u64; ALL.len()] = {
    let mut found = [0; ALL.len()];
    let mut one = 0;
    while one < ALL.len() {
        assert!(ALL[one] as usize == one, "they stand in the order of their declaration");
        let mut other = 0;
        while other < ALL.len() {
            if ALL[one].before(ALL[other]) || ALL[other].before(ALL[one]) {
                found[one] |= 1 << other;
            }
            other += 1;
        }
        one += 1;
    }
    found
};

/// The touches of a step, in order.
pub(crate) type Accesses = SmallVec<[(ObjectId, Touch); 4]>;

/// Decides whether two steps of different threads depend on each other.
#[inline]
pub(crate) fn conflict(one: &Accesses, other: &Accesses) -> bool {
    let ends = |(object, _): &(ObjectId, Touch)| *object == ObjectId::EVERYTHING;
    if one.iter().any(ends) || other.iter().any(ends) {
        return true;
    }
    one.iter().any(|(object, touch)| {
        other.iter().any(|(another, second)| {
            object == another && (touch.conflicts(*second) || touch.is_next_to_last(*second))
        })
    })
}

/// Decides whether a step comes before another one in every execution that is equivalent to one in which it does.
pub(crate) fn ordered(earlier: &[(ObjectId, Touch)], later: &[(ObjectId, Touch)]) -> bool {
    earlier.iter().any(|(object, touch)| {
        later.iter().any(|(another, second)| object == another && touch.happens_before(*second))
    })
}

impl Touch {
    /// Tells whether something is different afterwards for a thread that looks at the object again and again.
    #[inline]
    pub(crate) fn changes(self) -> bool {
        !matches!(
            self,
            Read | Peek
                | NotifyNobody
                | Count
                | NoToken
                | Poll
                | Room
                | LookAtEnd
                | Share
                | Queue
                | Holders
                | LeavesOne
        )
    }
}
