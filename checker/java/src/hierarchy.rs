//! Classes and what is above them: where fields and methods are found.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::{Class, Name};
use crate::descriptor::Type;
use crate::library::{self, with_monitors};
use crate::name::is_of_library;
use crate::path::ClassPath;

pub(crate) const OBJECT: &str = "java/lang/Object";

/// All classes: those of the library and those of the user, as they are asked for.
pub(crate) struct World<'p> {
    pub(crate) path: &'p ClassPath,
    /// The classes of the library whose monitors matter.
    monitors: Vec<&'static str>,
    known: RefCell<FxHashMap<Name, Option<Arc<Class>>>>,
    above: RefCell<FxHashMap<Name, Arc<[Arc<Class>]>>>,
    /// The reason why no thread can use a class, if none can.
    pub(crate) problems: RefCell<FxHashMap<Name, Option<Arc<str>>>>,
}

impl<'p> World<'p> {
    pub(crate) fn new(path: &'p ClassPath) -> Self {
        World::with_monitors(path, Vec::new())
    }

    /// The classes where the monitors of objects of some classes of the library matter.
    pub(crate) fn with_monitors(path: &'p ClassPath, monitors: Vec<&'static str>) -> Self {
        let (known, above, problems) = Default::default();
        World { path, monitors, known, above, problems }
    }

    /// Decides whether the monitors of objects of a class of the library matter.
    pub(crate) fn has_monitors(&self, class: &str) -> bool {
        self.monitors.contains(&class)
    }

    /// A class by name. Models of the library come before users' classes in the library's own packages.
    pub(crate) fn class(&self, name: &str) -> Option<Arc<Class>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let found = self.find(name);
        self.known.borrow_mut().insert(name.into(), found.clone());
        found
    }

    fn find(&self, name: &str) -> Option<Arc<Class>> {
        if let Some(lambda) = self.lambda(name) {
            return Some(lambda);
        }
        if is_of_library(name)
            && let Some(found) = library::find(name)
        {
            if self.has_monitors(name) {
                return Some(Arc::new(with_monitors(&found)));
            }
            return Some(found);
        }
        self.path.class(name)
    }

    /// The class that stands for a lambda expression, if the name is that of one.
    fn lambda(&self, name: &str) -> Option<Arc<Class>> {
        let (outer, number) = name.rsplit_once("$$Lambda$")?;
        let number = number.parse::<usize>().ok().filter(|_| !outer.contains("$$Lambda$"))?;
        self.class(outer)?.lambdas.get(number).cloned()
    }

    /// Decides whether a class stands for a lambda expression.
    pub(crate) fn is_lambda(&self, name: &str) -> bool {
        self.lambda(name).is_some()
    }

    /// Decides whether a class is of the library.
    pub(crate) fn is_library(&self, name: &str) -> bool {
        is_of_library(name) && self.class(name).is_some()
    }

    /// Decides whether Java leaves open if two objects of a class are one: those of the library whose class nobody else
    /// can name, and which methods give away of which is said what they do, not that they are new. So are the views of
    /// maps, one of which each map keeps, and the empty list.
    pub(crate) fn may_be_shared(&self, name: &str) -> bool {
        let is_told_apart = |above: &str| self.is_class_below(name, above);
        self.is_library(name)
            && (name == "java/util/concurrent/ConcurrentHashMap$KeySetView"
                || self.class(name).is_some_and(|class| !class.is_public))
            // `newCondition` gives a new one.
            && name != "java/util/concurrent/locks/LockCondition"
            && !["java/lang/Enum", "java/lang/Thread", "java/lang/Throwable"]
                .into_iter()
                .any(is_told_apart)
    }

    /// A class and all that is above it, superclasses first, each once. Classes that are not there are left out.
    pub(crate) fn with_above(&self, name: &str) -> Arc<[Arc<Class>]> {
        if let Some(known) = self.above.borrow().get(name) {
            return known.clone();
        }
        let mut all: Vec<Arc<Class>> = Vec::new();
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        let mut next = Some(Name::from(name));
        while let Some(class) = next.take() {
            if seen.insert(class.clone())
                && let Some(class) = self.class(&class)
            {
                next.clone_from(&class.above);
                all.push(class);
            }
        }
        let mut at = 0;
        while at < all.len() {
            for interface in all[at].interfaces.clone() {
                if seen.insert(interface.clone())
                    && let Some(interface) = self.class(&interface)
                {
                    all.push(interface);
                }
            }
            at += 1;
        }
        let all: Arc<[Arc<Class>]> = all.into();
        self.above.borrow_mut().insert(name.into(), all.clone());
        all
    }

    /// The interfaces that are initialized together with a class: those with default methods, the highest first.
    pub(crate) fn initialized_with(&self, class: &Class) -> Vec<Name> {
        if class.is_interface {
            return Vec::new();
        }
        let has_default = |class: &Class| {
            let mut methods = class.methods.iter();
            methods.any(|method| !method.is_static && !method.is_abstract)
        };
        let mut found = Vec::new();
        for own in &class.interfaces {
            // What is above comes later in the list.
            for interface in self.with_above(own).iter().rev() {
                let name = Name::from(interface.name());
                let is_meant = interface.is_interface
                    && interface.initializer().is_some()
                    && has_default(interface);
                if is_meant && !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        found
    }

    /// Decides whether a class is above itself.
    pub(crate) fn is_circular(&self, name: &str) -> bool {
        self.with_above(name)
            .iter()
            .skip(1)
            .any(|class| class.above.iter().chain(&class.interfaces).any(|above| &**above == name))
    }

    /// Decides whether objects of a class are of another one.
    pub(crate) fn is_class_below(&self, name: &str, above: &str) -> bool {
        name == above
            || above == OBJECT
            || self.with_above(name).iter().any(|class| class.name() == above)
    }

    /// Decides whether values of a type are of another one.
    pub(crate) fn is_below(&self, of: &Type, above: &Type) -> bool {
        match (of, above) {
            _ if of == above => true,
            (Type::Class(of), Type::Class(above)) => self.is_class_below(of, above),
            (Type::Array(_), Type::Class(above)) => {
                [OBJECT, "java/lang/Cloneable", "java/io/Serializable"].contains(&&**above)
            }
            (Type::Array(of), Type::Array(above)) => {
                of.is_reference() && above.is_reference() && self.is_below(of, above)
            }
            _ => false,
        }
    }

    /// The methods of a class and of those above it with a name, as sources write them.
    pub(crate) fn overloads(&self, class: &str, name: &str) -> String {
        let mut all: Vec<String> = Vec::new();
        for class in self.with_above(class).iter() {
            for method in class.methods.iter().filter(|method| &*method.name == name) {
                let told = format!("`{name}{}`", method.signature.told());
                if !all.contains(&told) {
                    all.push(told);
                }
            }
        }
        all.join(", ")
    }
}
