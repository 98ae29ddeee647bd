//! What a step touches, from which it follows which steps commute.

use smallvec::SmallVec;

/// How a step touches an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// The step, or the condition under which it is enabled, reads the object.
    Read,
    /// The step writes the object. Whether it is enabled does not depend on it.
    Write,
    /// The step takes a lock or something else that others may hold: it may have to wait for it, and changes it.
    Acquire,
    /// The step gives a lock or something else back: it never waits, and changes it.
    Release,
}

impl Access {
    /// Whether the object may be another one afterwards.
    pub fn changes(self) -> bool {
        self != Access::Read
    }
}

/// The objects that a step touches, by numbers that the model gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accesses {
    /// None when nothing is known: the step may touch everything.
    known: Option<SmallVec<[(usize, Access); 8]>>,
}

impl Accesses {
    /// Nothing but what is the thread's own.
    pub fn none() -> Self {
        Accesses { known: Some(SmallVec::new()) }
    }

    /// Anything at all.
    pub fn unknown() -> Self {
        Accesses { known: None }
    }

    /// Adds an object.
    pub fn add(&mut self, object: usize, access: Access) {
        if let Some(known) = &mut self.known
            && !known.contains(&(object, access))
        {
            known.push((object, access));
        }
    }

    /// The objects and how they are touched; none when nothing is known.
    pub fn known(&self) -> Option<&[(usize, Access)]> {
        self.known.as_deref()
    }

    /// Whether steps of two threads that touch these objects commute, and neither enables or disables the other: no
    /// object is touched by both and changed by one. Cost: the product of their numbers.
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
        let (Some(one), Some(two)) = (&self.known, &other.known) else { return false };
        !one.iter().any(|(object, access)| {
            two.iter().any(|(o, a)| o == object && (access.changes() || a.changes()))
        })
    }
}
