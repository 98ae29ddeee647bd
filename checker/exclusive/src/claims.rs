//! Claims about a program: who owns objects where, and which locks protect which variables.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;

use reductio_programs::{Address, FieldId, Place, Program, State, StaticId, Variable};
use reductio_watched::Shared;
use rustc_hash::FxBuildHasher;

/// A part of an object: what guards are about. The elements of an array are one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    Field(FieldId),
    Elements,
    Lock,
}

/// The variables that claims tell apart: those of one allocation site and field. The lock of an object is a variable of
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variables {
    /// A field of the objects that an instruction makes.
    Field(Place, FieldId),
    /// The elements of the arrays that an instruction makes.
    Elements(Place),
    /// The locks of the objects that an instruction makes.
    Lock(Place),
    /// A variable that belongs to no object.
    Static(StaticId),
}

impl Variables {
    /// The variables among which a variable of a state is; `None` if its object is not there.
    pub fn of(state: &State, variable: Variable) -> Option<Variables> {
        Some(match variable {
            Variable::Field(object, field) => Variables::Field(state.object(object)?.site, field),
            Variable::Element(object, _) => Variables::Elements(state.object(object)?.site),
            Variable::Static(found) => Variables::Static(found),
        })
    }

    /// The instruction that makes the objects; `None` for a variable that belongs to no object.
    pub fn site(self) -> Option<Place> {
        match self {
            Variables::Field(site, _) | Variables::Elements(site) | Variables::Lock(site) => {
                Some(site)
            }
            Variables::Static(_) => None,
        }
    }

    /// The part of the object; `None` for a variable that belongs to no object.
    pub(crate) fn part(self) -> Option<Part> {
        match self {
            Variables::Field(_, field) => Some(Part::Field(field)),
            Variables::Elements(_) => Some(Part::Elements),
            Variables::Lock(_) => Some(Part::Lock),
            Variables::Static(_) => None,
        }
    }

    /// The variables in words.
    pub fn told(self, program: &Program) -> Shared {
        let nowhere = Address(0);
        match self {
            Variables::Field(site, field) => {
                Shared::of(program, Variable::Field(nowhere, field), Some(site))
            }
            Variables::Elements(site) => {
                Shared::of(program, Variable::Element(nowhere, 0), Some(site))
            }
            Variables::Lock(site) => {
                Shared { site: Some(site), line: program.line(site), field: "lock".to_owned() }
            }
            Variables::Static(found) => Shared::of(program, Variable::Static(found), None),
        }
    }
}

/// A field or element by which one object refers to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Link {
    /// A field.
    Field(FieldId),
    /// Any element of an array.
    Element,
}

/// The way to the lock that protects a variable of a shared object: the thread that owns it has exclusive access (S2
/// section 6.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// The lock of an object that is reached from the variable's object: first up, each time to the one object that
    /// refers to it by a link, then down by fields, which are not written once their object is shared. Of S2's terms,
    /// the object between is the *root*, and `up` is the variable selector, read backwards; `down` is the lock
    /// selector. Where both are empty this is the lock of the object itself.
    Reached {
        /// The links up.
        up: Vec<Link>,
        /// The fields down.
        down: Vec<FieldId>,
    },
    /// The lock of an object that is reached from a variable which belongs to no object and is not written once there
    /// are two threads.
    From {
        /// The variable.
        variable: StaticId,
        /// The fields down.
        down: Vec<FieldId>,
    },
    /// The lock of the only object that an instruction makes in the whole run.
    MadeAt(Place),
    /// One lock among those of the objects that an instruction makes: always the same for one variable, or for one
    /// array.
    OneOf(Place),
    /// No lock: one thread alone accesses the variable once its object is shared.
    OneThread,
    /// No lock: nobody writes the variable once its object is shared.
    ReadOnly,
}

impl Guard {
    /// The way in which the claim is wrong if an access of a variable breaks the guard.
    pub(crate) fn broken(&self, variables: Variables) -> Wrong {
        match self {
            Guard::OneThread => Wrong::SeveralUsers(variables),
            Guard::ReadOnly => Wrong::WrittenLater(variables),
            _ => Wrong::NotProtected(variables),
        }
    }

    /// The lock of the variable's own object.
    pub fn own_lock() -> Guard {
        Guard::Reached { up: Vec::new(), down: Vec::new() }
    }

    /// The fields that must not be written once their object is shared.
    pub fn down(&self) -> &[FieldId] {
        match self {
            Guard::Reached { down, .. } | Guard::From { down, .. } => down,
            Guard::MadeAt(_) | Guard::OneOf(_) | Guard::OneThread | Guard::ReadOnly => &[],
        }
    }

    /// The links up.
    pub fn up(&self) -> &[Link] {
        match self {
            Guard::Reached { up, .. } => up,
            _ => &[],
        }
    }
}

/// Claims about a program, which nobody need believe: [`check`](crate::check) finds out whether they are right.
///
/// That an object belongs to the thread that has made it until other threads can reach it is no claim but a matter of
/// fact. What is claimed is what becomes of it then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Claims {
    /// The guards of variables: once its object is shared, whoever accesses the variable owns this lock.
    pub guards: BTreeMap<Variables, Guard>,
    /// The accesses at which the thread owns the object: no other one may reach it there. By instruction. Where the
    /// guard is [`Guard::OneThread`], that is the claim.
    pub owned: BTreeSet<(Place, Variables)>,
    /// The objects that a fork hands over, by its place and theirs: the forking thread never touches them again, and
    /// the new one owns them.
    pub handed: BTreeSet<(Place, Place)>,
}

impl Claims {
    /// Tells whether nothing is claimed.
    pub fn is_empty(&self) -> bool {
        self.guards.is_empty() && self.owned.is_empty() && self.handed.is_empty()
    }

    /// The number of claims.
    pub fn len(&self) -> usize {
        self.guards.len() + self.owned.len() + self.handed.len()
    }

    /// A hash of the claims, the same in all processes of one build.
    pub fn fingerprint(&self) -> u64 {
        FxBuildHasher.hash_one(self)
    }

    /// Takes back what a breach shows to be wrong. `false` if nothing was claimed that it could show to be wrong.
    pub fn take_back(&mut self, wrong: Wrong) -> bool {
        let before = self.len();
        match wrong {
            Wrong::NotOwned(place, variables) => {
                self.owned.remove(&(place, variables));
            }
            Wrong::NotProtected(variables)
            | Wrong::SeveralUsers(variables)
            | Wrong::WrittenLater(variables) => {
                self.guards.remove(&variables);
            }
            Wrong::TouchedLater(site) => self.handed.retain(|(_, handed)| *handed != site),
            Wrong::SeveralHolders(site, link) => self.guards.retain(|variables, guard| {
                !guard.up().contains(&link)
                    || guard.up().len() == 1 && variables.site() != Some(site)
            }),
            Wrong::FieldMoved(field) => {
                self.guards.retain(|_, guard| !guard.down().contains(&field));
            }
            Wrong::StaticMoved(found) => self.guards.retain(
                |_, guard| !matches!(guard, Guard::From { variable, .. } if *variable == found),
            ),
            Wrong::SeveralMade(site) => {
                self.guards.retain(|_, guard| *guard != Guard::MadeAt(site));
            }
        }
        self.len() < before
    }
}

/// A claim that is wrong, by what shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrong {
    /// At this instruction, a thread accesses a variable of an object that is shared.
    NotOwned(Place, Variables),
    /// A thread accesses a variable of a shared object without its guard.
    NotProtected(Variables),
    /// A second thread accesses a variable of a shared object that one thread alone should access.
    SeveralUsers(Variables),
    /// A thread writes a variable of a shared object that nobody should write.
    WrittenLater(Variables),
    /// A thread touches or hands on an object made here, which it has handed over.
    TouchedLater(Place),
    /// Two objects refer to one object made here by this link, or one does after the object was shared.
    SeveralHolders(Place, Link),
    /// A field by which a lock is found is written although its object is shared.
    FieldMoved(FieldId),
    /// A variable by which a lock is found is written although there are two threads.
    StaticMoved(StaticId),
    /// An instruction makes a second object.
    SeveralMade(Place),
}

impl Wrong {
    /// A number for each wrong claim of a program, which is the same in all processes. Two of very large programs may
    /// have one.
    pub(crate) fn number(self, program: &Program) -> usize {
        let (all, fields) = (program.instructions(), program.fields().len());
        let variables = |found: Variables| match found {
            Variables::Field(site, field) => all * field.index() + program.number(site),
            Variables::Elements(site) => all * fields + program.number(site),
            Variables::Lock(site) => all * (fields + 1) + program.number(site),
            Variables::Static(found) => all * (fields + 2) + found.index(),
        };
        let (kind, number) = match self {
            Wrong::NotOwned(place, found) => {
                (0, variables(found).wrapping_mul(all).wrapping_add(program.number(place)))
            }
            Wrong::NotProtected(found) => (1, variables(found)),
            Wrong::SeveralUsers(found) => (2, variables(found)),
            Wrong::WrittenLater(found) => (3, variables(found)),
            Wrong::TouchedLater(site) => (4, program.number(site)),
            Wrong::SeveralHolders(site, link) => {
                let link = if let Link::Field(field) = link { field.index() + 1 } else { 0 };
                (5, all * link + program.number(site))
            }
            Wrong::FieldMoved(field) => (6, field.index()),
            Wrong::StaticMoved(found) => (7, found.index()),
            Wrong::SeveralMade(site) => (8, program.number(site)),
        };
        number.wrapping_mul(9).wrapping_add(kind)
    }
}
