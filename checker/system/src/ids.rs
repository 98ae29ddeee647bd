//! Values of cells, and the numbers of cells, variables, objects, threads and control points.

/// A value of a cell; truth values are 0 and 1.
pub type Value = i32;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(super) u32);

        impl $name {
            /// The id with this index.
            ///
            /// # Panics
            /// Past `u32::MAX`; the builder's limits are far below.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("within the builder's limits"))
            }

            /// The index into the system's list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A cell of a system: the smallest thing with a value.
    CellId
}
id! {
    /// A variable of a system: a range of cells with one name.
    VariableId
}
id! {
    /// A protected object of a system.
    ObjectId
}
id! {
    /// A thread of a system.
    ThreadId
}

impl ThreadId {
    /// The cell that holds the thread's control point.
    pub fn counter(self) -> CellId {
        CellId::new(self.index())
    }
}

/// The number of a control point within its thread.
pub type Point = u16;
