//! The initialization of classes: which are initialized before `main`, and which when they are first used.
//!
//! An initializer that only makes objects and writes the static fields of its own class does the same whenever it runs:
//! it runs in the prologue of the program. What it writes there, and nobody else writes, is constant.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::{Method, Name};
use crate::descriptor::Type;
use crate::hierarchy::World;
use crate::op::{Access, How, Member, Op};
use crate::reach::Reach;

/// The greatest number of operations of an initializer that is looked at, with all that it calls.
const MAX_OPS: usize = 50_000;

/// The greatest number of looks within each other, at classes and at methods that they call.
const MAX_DEPTH: usize = 256;

/// The times at which classes are initialized.
pub(crate) struct Initializers {
    /// The classes that are initialized in the prologue, in order.
    pub(crate) eager: Vec<Name>,
    known: FxHashMap<Name, When>,
    /// How many looks there are within each other.
    depth: usize,
    /// The classes that are initialized when they are used, whatever they look like.
    later: FxHashSet<Name>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// It is being looked at.
    Open,
    /// There is nothing to be done.
    Never,
    Before,
    AtUse,
}

/// A look at one initializer.
struct Look<'a> {
    home: &'a Name,
    seen: FxHashSet<Member>,
    left: usize,
}

impl Initializers {
    /// Looks at the classes that can be reached.
    pub(crate) fn of(world: &World<'_>, reach: &Reach, later: &FxHashSet<Name>) -> Initializers {
        let (eager, known) = (Vec::new(), FxHashMap::default());
        let mut all = Initializers { eager, known, depth: 0, later: later.clone() };
        for class in &reach.initialized {
            all.when(world, reach, class);
        }
        all
    }

    /// Whether a class is initialized before `main`, or has nothing to initialize.
    fn is_before(&mut self, world: &World<'_>, reach: &Reach, class: &Name) -> bool {
        self.when(world, reach, class) != When::AtUse
    }

    fn when(&mut self, world: &World<'_>, reach: &Reach, name: &Name) -> When {
        match self.known.get(name) {
            // Initializers that need each other: who comes first matters.
            Some(When::Open) => return When::AtUse,
            Some(known) => return *known,
            None => {}
        }
        self.known.insert(name.clone(), When::Open);
        self.depth += 1;
        let is_deep = self.depth > MAX_DEPTH;
        let found = if is_deep { When::AtUse } else { self.look(world, reach, name) };
        self.depth -= 1;
        self.known.insert(name.clone(), found);
        if found == When::Before {
            self.eager.push(name.clone());
        }
        found
    }

    fn look(&mut self, world: &World<'_>, reach: &Reach, name: &Name) -> When {
        let Some(class) = world.class(name) else { return When::Never };
        if world.problem(name).is_some() {
            return When::AtUse;
        }
        let above = class.above.clone();
        let mut needed = world.initialized_with(&class);
        needed.extend(above);
        let is_before = needed.iter().all(|needed| self.is_before(world, reach, needed));
        let Some(method) = class.initializer() else {
            return if is_before { When::Never } else { When::AtUse };
        };
        let mut look = Look { home: name, seen: FxHashSet::default(), left: MAX_OPS };
        let may = is_before && !self.later.contains(name);
        if may && self.is_pure(world, reach, method, &mut look) {
            When::Before
        } else {
            When::AtUse
        }
    }

    /// Whether a method does only what an initializer in the prologue may.
    fn is_pure(
        &mut self,
        world: &World<'_>,
        reach: &Reach,
        method: &Arc<Method>,
        look: &mut Look<'_>,
    ) -> bool {
        let (class, name) = (method.class.clone(), method.name.clone());
        let key = Member { class, name, descriptor: method.descriptor.clone() };
        if !look.seen.insert(key) {
            return true;
        }
        if method.is_native {
            return is_pure_native(&method.class, &method.name);
        }
        let Some(code) = &method.code else { return false };
        let Some(left) = look.left.checked_sub(code.ops.len()) else { return false };
        look.left = left;
        let throws = code.ops.iter().any(|op| matches!(op, Op::Throw));
        if throws && !world.is_library(&method.class) {
            return false;
        }
        self.depth += 1;
        let is_pure = self.depth <= MAX_DEPTH
            && code.ops.iter().all(|op| self.is_pure_op(world, reach, (&method.class, op), look));
        self.depth -= 1;
        is_pure
    }

    fn is_pure_op(
        &mut self,
        world: &World<'_>,
        reach: &Reach,
        (from, op): (&str, &Op),
        look: &mut Look<'_>,
    ) -> bool {
        let is_home = |class: &Name| class == look.home;
        match op {
            Op::Unsupported(..) => false,
            Op::New(class) => is_home(class) || self.is_before(world, reach, class),
            Op::Field(access @ (Access::GetStatic | Access::PutStatic), member, of) => {
                let Some((class, field)) = world.field(&member.class, &member.name, of) else {
                    return false;
                };
                let name: Name = class.name().into();
                if is_home(&name) {
                    return true;
                }
                // What another class has may have changed by the time when this one is used.
                let never_changes =
                    !of.is_reference() || class.is_enum || *of == Type::class("java/lang/String");
                *access == Access::GetStatic
                    && (field.is_final || class.is_enum)
                    && !reach.is_written(&name, &field.name)
                    && never_changes
                    && self.is_before(world, reach, &name)
            }
            Op::Invoke(how, member, _) => {
                if member.class.starts_with('[') {
                    return &*member.name == "clone";
                }
                let found = world.called(from, *how, member);
                let Some(found) = found else { return false };
                let is_virtual = matches!(how, How::Virtual | How::Interface) && found.is_virtual();
                if !is_virtual {
                    let may = !found.is_static
                        || is_home(&found.class)
                        || self.is_before(world, reach, &found.class);
                    return may && self.is_pure(world, reach, &found, look);
                }
                let targets = reach.targets(world, &member.class, &found);
                targets.iter().all(|method| self.is_pure(world, reach, method, look))
            }
            _ => true,
        }
    }

    /// Decides whether the initialization of a class may be to do when it is used. That of a class without an
    /// initializer may be too: it waits for those above.
    pub(crate) fn is_at_use(&self, class: &str) -> bool {
        self.known.get(class) == Some(&When::AtUse)
    }

    /// Decides whether a static field is written in the prologue alone.
    pub(crate) fn is_constant(&self, reach: &Reach, class: &str, field: &str) -> bool {
        let known = self.known.get(class).copied();
        matches!(known, Some(When::Never | When::Before)) && !reach.is_written(class, field)
    }
}

/// Whether a native method neither chooses nor prints nor waits nor has to do with threads.
fn is_pure_native(class: &str, name: &str) -> bool {
    match class {
        "reductio/Model" => !matches!(
            name,
            "choose"
                | "chooseSome"
                | "only"
                | "unsupported"
                | "tryAcquire"
                | "start"
                | "isStarted"
                | "awaitEnd"
                | "hasEnded"
                | "current"
                | "isCurrent"
                | "inherit"
                | "print"
                | "enumConstants"
        ),
        "java/lang/Object" => name == "getClass",
        "java/lang/Thread" => false,
        _ => true,
    }
}
