//! The objects that a step accesses. They decide which steps of two threads commute.

use smallvec::SmallVec;

/// The operation by which a step touches an object: a variable, a lock or monitor, a semaphore, or a queue. An object
/// is of one of these kinds. An operation that fails instead is the same operation; that a thread gives back a lock
/// that it does not own is told by the [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// The step, or the condition under which it is enabled, reads a variable.
    Read,
    /// The step writes a variable. Whether it is enabled does not depend on it.
    Write,
    /// The step takes a lock: it waits while another thread owns it.
    Acquire,
    /// The step gives a lock back.
    Release,
    /// The step takes a lock and gives it back: several steps were put together into one.
    Borrow,
    /// The first half of `wait` of a monitor: the thread joins the wait set and gives the lock back.
    StartWait,
    /// The second half of `wait`: the thread waits until it was notified and the lock is free, and takes the lock.
    EndWait,
    /// One thread, or all, leave the wait set of a monitor.
    Notify,
    /// The step lowers a semaphore: it waits while the value is zero.
    Down,
    /// The step raises a semaphore. At the greatest value it fails.
    Up,
    /// The step puts an item into a queue: it waits while the queue is full.
    Send,
    /// The step takes the first item of a queue: it waits while there is none.
    Receive,
    /// The step leaves a lock, semaphore or queue as it is, and its thread could have taken another step instead that
    /// waits for it.
    Watch,
}

impl Access {
    /// All kinds of access.
    pub const ALL: [Access; 13] = [
        Access::Read,
        Access::Write,
        Access::Acquire,
        Access::Release,
        Access::Borrow,
        Access::StartWait,
        Access::EndWait,
        Access::Notify,
        Access::Down,
        Access::Up,
        Access::Send,
        Access::Receive,
        Access::Watch,
    ];

    /// Tells whether such an access can change the object.
    pub fn changes(self) -> bool {
        !matches!(self, Access::Read | Access::Watch)
    }

    /// Tells whether what other threads do to the object can change how the operation ends: it waits for something, or
    /// fails where there is no room. What only the owner of a lock does is up to the owner.
    pub fn may_be_changed(self) -> bool {
        !matches!(
            self,
            Access::Write | Access::Release | Access::StartWait | Access::Notify | Access::Watch
        )
    }

    /// Whether the operation can take a lock that is free.
    fn takes(self) -> bool {
        matches!(self, Access::Acquire | Access::Borrow | Access::EndWait)
    }

    /// Whether the operation can make a lock free.
    fn frees(self) -> bool {
        matches!(self, Access::Release | Access::StartWait)
    }

    /// Decides whether two operations on one object by different threads are *dependent*: there is a state of the
    /// object in which one enables or disables the other, or in which both are enabled and their order matters.
    ///
    /// Of two threads one at most owns a lock. So the operations that need the lock and never wait (release, the first
    /// half of wait, notify) are dependent on none of each other; and a notification changes nothing for a thread that
    /// waits for the lock as well, since it is not free.
    pub fn depends_on(self, other: Access) -> bool {
        use Access::{Borrow, Notify, Read, Watch};
        match (self, other) {
            // A lock that is borrowed is as it was, and a notification never waits.
            (Read | Watch, Read | Watch)
            | (Borrow, Borrow)
            | (Watch, Borrow | Notify)
            | (Borrow | Notify, Watch) => false,
            (one, two) if one.is_of_lock() && two.is_of_lock() => {
                one.takes() && (two.takes() || two.frees()) || two.takes() && one.frees()
            }
            // Of a variable, semaphore or queue; or two kinds of object under one number, of which nothing is known.
            _ => true,
        }
    }

    fn is_of_lock(self) -> bool {
        self.takes() || self.frees() || self == Access::Notify
    }

    /// Decides whether two operations on one object by different threads, which are dependent, may be enabled in one
    /// state of the object. A release that another thread waits for is not: as long as it is enabled, the lock is
    /// owned.
    pub fn may_be_enabled_with(self, other: Access) -> bool {
        !(self.takes() && other.frees() || self.frees() && other.takes())
    }
}

/// The part of an object's state that decides how an operation depends on others (the *conditional* dependency).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing is known of it.
    Unknown,
    /// The value of a semaphore or the length of a queue, and the greatest one.
    Filled {
        /// The value.
        value: i32,
        /// The greatest value.
        most: i32,
    },
    /// The lock is owned by the thread that performs the operation.
    Owned,
    /// The lock is not owned by the thread that performs the operation: to give it back fails, whatever others do.
    NotOwned,
}

/// A touch of an object: the object's number, the kind of access, and what is known of the object before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// The number of the object. The model gives objects their numbers.
    pub object: usize,
    /// The kind of access.
    pub access: Access,
    /// The object's state before the step.
    pub level: Level,
}

impl Touch {
    /// Decides whether two touches by steps of different threads are dependent in whatever state.
    pub fn depends_on(&self, other: &Touch) -> bool {
        self.object == other.object
            && self.access.depends_on(other.access)
            && !self.is_alone()
            && !other.is_alone()
    }

    /// Whether the operation has nothing to do with what others do to the lock: it gives back a lock that its thread
    /// does not own, which fails, or takes one that it owns. Only the thread itself could change that.
    fn is_alone(&self) -> bool {
        match self.level {
            Level::NotOwned => self.access.frees(),
            Level::Owned => self.access.takes(),
            Level::Unknown | Level::Filled { .. } => false,
        }
    }

    /// Decides whether two touches by steps of different threads are dependent in the state in which both levels were
    /// taken: a semaphore that is neither at an end nor next to it, or a queue that is neither empty nor full, leaves
    /// room for both operations in either order.
    pub fn depends_here_on(&self, other: &Touch) -> bool {
        if !self.depends_on(other) {
            return false;
        }
        let leaves_room = |level| {
            let Level::Filled { value, most } = level else { return false };
            match (self.access, other.access) {
                (Access::Down, Access::Down) => value >= 2,
                (Access::Up, Access::Up) => value <= most - 2,
                (Access::Down, Access::Up)
                | (Access::Up, Access::Down)
                | (Access::Send, Access::Receive)
                | (Access::Receive, Access::Send) => 0 < value && value < most,
                _ => false,
            }
        };
        !leaves_room(self.level) || !leaves_room(other.level)
    }

    /// Decides whether two dependent touches by steps of different threads may be enabled in the state before the
    /// first.
    pub fn may_race_with(&self, later: &Touch) -> bool {
        self.depends_on(later) && self.access.may_be_enabled_with(later.access)
    }
}

/// The objects that a step touches, each with its kinds of access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accesses {
    /// `None` when nothing is known: the step may touch everything.
    known: Option<SmallVec<[Touch; 4]>>,
}

impl Accesses {
    /// Accesses of a step that touches nothing but its own thread's variables.
    pub fn none() -> Self {
        Accesses { known: Some(SmallVec::new()) }
    }

    /// Accesses of a step that may touch every object in every way.
    pub fn unknown() -> Self {
        Accesses { known: None }
    }

    /// Adds an access to an object of which nothing more is known; changes nothing if the accesses are unknown.
    pub fn add(&mut self, object: usize, access: Access) {
        self.touch(Touch { object, access, level: Level::Unknown });
    }

    /// Adds a touch; changes nothing if the accesses are unknown.
    pub fn touch(&mut self, touch: Touch) {
        if let Some(known) = &mut self.known
            && !known.contains(&touch)
        {
            known.push(touch);
        }
    }

    /// Adds the accesses of a transition that the same step takes later. Of a semaphore or queue that is touched more
    /// than once nothing is known any more: what one touch leaves room for, all of them together may not.
    ///
    /// ```
    /// use reductio_search::{Access, Accesses, Level, Touch};
    ///
    /// let up = |value| {
    ///     let mut all = Accesses::none();
    ///     all.touch(Touch { object: 0, access: Access::Up, level: Level::Filled { value, most: 3 } });
    ///     all
    /// };
    /// let mut twice = up(1);
    /// twice.then(&up(2));
    /// assert!(up(1).commutes_here_with(&up(1)));
    /// assert!(!up(1).commutes_here_with(&twice) && !twice.commutes_here_with(&up(1)));
    /// ```
    pub fn then(&mut self, later: &Accesses) {
        if let (Some(known), Some(more)) = (&mut self.known, &later.known) {
            let again = |touch: &Touch| {
                let is_filled = matches!(touch.level, Level::Filled { .. });
                is_filled && more.iter().any(|other| other.object == touch.object)
            };
            let again: SmallVec<[usize; 4]> =
                known.iter().filter(|touch| again(touch)).map(|touch| touch.object).collect();
            known.extend(more.iter().copied());
            for touch in known.iter_mut().filter(|touch| again.contains(&touch.object)) {
                touch.level = Level::Unknown;
            }
            known.sort_unstable();
            known.dedup();
        } else {
            self.known = None;
        }
    }

    /// Adds the accesses of another step, for what is asked of both.
    pub fn extend(&mut self, other: &Accesses) {
        match &other.known {
            Some(touches) => touches.iter().for_each(|touch| self.touch(*touch)),
            None => self.known = None,
        }
    }

    /// Puts the touches of transitions that follow one another in one step together: a lock that is taken, and then
    /// given back, was [borrowed](Access::Borrow), since the whole step leaves it as it was. A lock must not be given
    /// back first.
    pub fn borrow_locks(&mut self) {
        let Some(known) = &mut self.known else { return };
        let of = |known: &[Touch], access| -> SmallVec<[usize; 2]> {
            let is =
                |t: &&Touch| t.access == access && !(t.level == Level::Owned && access.takes());
            known.iter().filter(is).map(|t| t.object).collect()
        };
        let given = of(known, Access::Release);
        let mut borrowed = of(known, Access::Acquire);
        borrowed.retain(|object| given.contains(object));
        for object in borrowed {
            known.retain(|t| {
                t.object != object || !matches!(t.access, Access::Acquire | Access::Release)
            });
            known.push(Touch { object, access: Access::Borrow, level: Level::Unknown });
        }
    }

    /// Says anew what is known of the objects before the step, where something is.
    pub fn set_levels(&mut self, level: impl Fn(&Touch) -> Level) {
        for touch in self.known.iter_mut().flatten() {
            if touch.level != Level::Unknown {
                touch.level = level(touch);
            }
        }
    }

    /// The touches, or `None` when they are unknown.
    pub fn known(&self) -> Option<&[Touch]> {
        self.known.as_deref()
    }

    /// Tells whether the step touches nothing that others may touch.
    pub fn is_empty(&self) -> bool {
        self.known.as_ref().is_some_and(SmallVec::is_empty)
    }

    /// Decides whether two steps with these accesses, by different threads, commute in every state, and neither enables
    /// or disables the other. Cost: the product of the numbers of their accesses.
    ///
    /// ```
    /// use reductio_search::{Access, Accesses};
    ///
    /// let (mut read, mut write) = (Accesses::none(), Accesses::none());
    /// read.add(3, Access::Read);
    /// write.add(3, Access::Write);
    /// assert!(read.commutes_with(&read) && !read.commutes_with(&write));
    /// assert!(!Accesses::unknown().commutes_with(&Accesses::none()));
    /// ```
    pub fn commutes_with(&self, other: &Accesses) -> bool {
        !self.are_related(other, Touch::depends_on)
    }

    /// Decides whether two steps by different threads commute in the state in which both accesses were taken, and
    /// neither enables or disables the other there.
    pub fn commutes_here_with(&self, other: &Accesses) -> bool {
        !self.are_related(other, Touch::depends_here_on)
    }

    /// Decides whether a later step of another thread with these accesses may have been enabled before this one, and
    /// does not commute with it.
    pub fn may_race_with(&self, later: &Accesses) -> bool {
        self.are_related(later, Touch::may_race_with)
    }

    fn are_related(&self, other: &Accesses, related: impl Fn(&Touch, &Touch) -> bool) -> bool {
        let (Some(one), Some(two)) = (&self.known, &other.known) else { return true };
        one.iter().any(|a| two.iter().any(|b| related(a, b)))
    }
}
