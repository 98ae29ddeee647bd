//! The objects that a step accesses. They decide which steps of two threads commute.

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
    /// Whether such an access can change the object.
    pub fn changes(self) -> bool {
        self != Access::Read
    }
}

/// The objects that a step touches, each with its kind of access. The model gives objects their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accesses {
    /// `None` when nothing is known: the step may touch everything.
    known: Option<SmallVec<[(usize, Access); 8]>>,
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

    /// Adds an access to an object; changes nothing if the accesses are unknown.
    pub fn add(&mut self, object: usize, access: Access) {
        if let Some(known) = &mut self.known
            && !known.contains(&(object, access))
        {
            known.push((object, access));
        }
    }

    /// The objects with their kinds of access, or `None` when they are unknown.
    pub fn known(&self) -> Option<&[(usize, Access)]> {
        self.known.as_deref()
    }

    /// Whether two steps with these accesses, by different threads, commute, and neither enables or disables the other:
    /// no object is touched by both and changed by one of them. Cost: the product of the numbers of their accesses.
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
