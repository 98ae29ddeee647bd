//! The readings of S2: as printed, or with repairs.

/// A rule of S2 that calls variables owned or protected that are not, and its repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Repair {
    /// H1. Printed: an edge that a summarize adds first is one-to-one. Repaired: only edges from a current node to a
    /// current node of the same iteration are, and whatever else is written to the field clears the mark for good (S2
    /// 5.4).
    OnlyCurrent,
    /// H2. Printed: locks are nodes. Repaired: a lock is a node and the relation in which it stands to the variable (S2
    /// 6.2).
    Relations,
    /// H3. Printed: a current node is one object. Repaired: only if its allocator is outside of loops, in code that one
    /// thread runs (S2 6.2).
    OneObject,
    /// H4. Printed: ownership changes if the loop block of the allocator has no access afterwards. Repaired: whatever
    /// is reached in the same iteration counts, inner loops and the exposing statement itself too (S2 6.1).
    InnerLoops,
    /// H5. Printed: a static variable is owned if a thread that is started outside of loops is the only one to access
    /// it. Repaired: and if it is started by a thread of which there is only one, and so on (S2 4.2).
    Transitive,
    /// H6. Printed: new edges go to the statements of other graphs. Repaired: and to those of the same graph, if
    /// several threads run it (S2 5.3).
    SameGraph,
    /// H7. Printed: no field of the root expression is written between lock and access. Repaired: nor a local variable
    /// (S2 6.2).
    Locals,
    /// H8. Printed: the thread itself writes no such field. Repaired: nor does another one (S2 6.2).
    OtherThreads,
}

impl Repair {
    /// All repairs, H1 to H8.
    pub const ALL: [Repair; 8] = [
        Repair::OnlyCurrent,
        Repair::Relations,
        Repair::OneObject,
        Repair::InnerLoops,
        Repair::Transitive,
        Repair::SameGraph,
        Repair::Locals,
        Repair::OtherThreads,
    ];
}

/// A reading of S2: which of its rules are repaired.
///
/// ```
/// use reductio_heap::{Reading, Repair};
///
/// assert!(Reading::default().repairs(Repair::Locals));
/// assert!(!Reading::repaired().without(Repair::Locals).repairs(Repair::Locals));
/// assert_eq!(Reading::printed().with(Repair::Locals).without(Repair::Locals), Reading::printed());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// A bit for each repair.
    repairs: u8,
}

impl Reading {
    /// The rules as they are printed.
    pub const fn printed() -> Reading {
        Reading { repairs: 0 }
    }

    /// The rules with all repairs.
    pub const fn repaired() -> Reading {
        Reading { repairs: u8::MAX }
    }

    /// Adds a repair to the reading.
    #[must_use]
    pub const fn with(self, repair: Repair) -> Reading {
        Reading { repairs: self.repairs | 1 << repair as u8 }
    }

    /// Takes a repair away from the reading.
    #[must_use]
    pub const fn without(self, repair: Repair) -> Reading {
        Reading { repairs: self.repairs & !(1 << repair as u8) }
    }

    /// Decides whether a rule is repaired.
    pub const fn repairs(self, repair: Repair) -> bool {
        self.repairs & 1 << repair as u8 != 0
    }
}

impl Default for Reading {
    fn default() -> Self {
        Reading::repaired()
    }
}
