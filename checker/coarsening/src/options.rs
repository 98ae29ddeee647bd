//! The reductions that are applied, and the other options of a model.

use reductio_programs::{Bounds, ClassId, FieldId, StaticId};

use crate::slip::Slip;

/// The five reductions of S2 section 4, each of which can be switched off.
#[expect(clippy::struct_excessive_bools, reason = "each is a reduction on its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reductions {
    /// Accesses of owned variables and locks are invisible (4.2).
    pub owned: bool,
    /// Accesses of protected variables and locks are invisible (4.3).
    pub protected: bool,
    /// Taking a lock that the thread owns already, and giving it back without letting it go, is invisible (4.4).
    pub relock: bool,
    /// A notification is put together with what follows up to the unlock of the same object (4.5).
    pub notify: bool,
    /// An unlock is put together with what follows up to another unlock (4.6).
    pub unlock: bool,
}

impl Reductions {
    /// No reduction: the base model of S2 section 4.1.
    pub const NONE: Reductions =
        Reductions { owned: false, protected: false, relock: false, notify: false, unlock: false };

    /// All five.
    pub const ALL: Reductions =
        Reductions { owned: true, protected: true, relock: true, notify: true, unlock: true };
}

/// The part of a thread's past that tells states apart, besides what the program can do from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Points {
    /// Nothing.
    #[default]
    Settled,
    /// The visible operation that each thread took last, as in the models of S2: the begin of a loop that was just
    /// entered is another control point than the end of its body.
    AfterVisible,
}

/// The options of a model.
#[derive(Clone, Debug)]
pub struct Options {
    /// The reductions.
    pub reductions: Reductions,
    /// The part of a thread's past that tells states apart.
    pub points: Points,
    /// The bounds of the program's states.
    pub bounds: Bounds,
    /// The greatest number of objects that one allocator makes (S2 section 3); a thread that would make one more is
    /// halted.
    pub objects_per_site: u32,
    /// The fields and elements whose writes are observed: they stay visible whatever is known of them.
    pub observed_fields: Vec<FieldId>,
    /// The classes of which it is observed that an object is made, of one of them or of one below it.
    pub observed_classes: Vec<ClassId>,
    /// The variables of no object whose writes are observed.
    pub observed_statics: Vec<StaticId>,
    /// A wrong rule, for experiments; `None` for the model that keeps its promises.
    pub slip: Option<Slip>,
}

impl Options {
    pub(crate) fn has(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }
}

impl Default for Options {
    /// All reductions, 64 objects of one allocator.
    fn default() -> Self {
        Options {
            reductions: Reductions::ALL,
            points: Points::default(),
            bounds: Bounds::default(),
            objects_per_site: 64,
            observed_fields: Vec::new(),
            observed_classes: Vec::new(),
            observed_statics: Vec::new(),
            slip: None,
        }
    }
}
