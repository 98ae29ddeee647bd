//! The parts of a program that can be reached from `main`: methods, classes of which objects are made, classes that are
//! initialized.
//!
//! A virtual call reaches the methods of all classes below its class of which objects are made somewhere that can be
//! reached (rapid type analysis).

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::{Method, Name};
use crate::descriptor::{Type, is_value};
use crate::hierarchy::{OBJECT, World};
use crate::op::{Access, Constant, How, Member, Op, Piece};
use crate::select::{Home, Selected};

/// The exceptions that instructions throw themselves.
pub(crate) const THROWN: [&str; 8] = [
    "java/lang/NullPointerException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArithmeticException",
    "java/lang/NegativeArraySizeException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/NoClassDefFoundError",
];

/// The exception that waiting for a negative time throws.
pub(crate) const NO_TIME: &str = "java/lang/IllegalArgumentException";

/// The exception into which an exception of a static initializer is put.
pub(crate) const IN_INITIALIZER: &str = "java/lang/ExceptionInInitializerError";
/// The constructor that it is made by.
pub(crate) const WITH_CAUSE: &str = "(Ljava/lang/Throwable;)V";

/// The method that makes the one that is told of at later uses of the class.
pub(crate) const OF_THROWN: &str = "(Ljava/lang/Throwable;)Ljava/lang/ExceptionInInitializerError;";
/// The constructor with a text and a cause.
pub(crate) const WITH_BOTH: &str = "(Ljava/lang/String;Ljava/lang/Throwable;)V";

/// The constructor that they are made by.
pub(crate) const WITH_TEXT: &str = "(Ljava/lang/String;)V";

/// A name and a descriptor.
type Selector = (Name, Name);

/// The name, the descriptor and the home that virtual calls share which find the same method of an object.
pub(crate) struct Slot {
    pub(crate) name: Name,
    pub(crate) descriptor: Name,
    pub(crate) home: Home,
}

/// Virtual calls that find the same method of an object.
struct Virtual {
    home: Home,
    /// The method that they mean.
    resolved: Arc<Method>,
    /// The classes that they name.
    classes: Vec<Name>,
}

/// The part of a program that can be reached.
#[derive(Default)]
pub(crate) struct Reach {
    methods: FxHashSet<Member>,
    pub(crate) order: Vec<Arc<Method>>,
    pub(crate) instantiated: Vec<Name>,
    is_instantiated: FxHashSet<Name>,
    /// The virtual calls, by what they call.
    virtuals: FxHashMap<Selector, Vec<Virtual>>,
    /// The classes whose initialization is asked for.
    pub(crate) initialized: Vec<Name>,
    is_initialized: FxHashSet<Name>,
    /// The static fields that are written elsewhere than in the initializer of their class.
    written: FxHashSet<(Name, Name)>,
    /// The enums whose class objects are pushed.
    enums: FxHashSet<Name>,
    /// Tells whether somebody may ask why the initializer of a class failed before.
    pub(crate) asks_failure: bool,
}

impl Reach {
    /// Finds what can be reached from a method, and from the initializer of the class that is started.
    pub(crate) fn from(world: &World<'_>, start: &Name, main: &Arc<Method>) -> Reach {
        let mut reach = Reach::default();
        reach.initialize(world, start);
        reach.initialize(world, &main.class.clone());
        for class in THROWN {
            reach.instantiate(world, &class.into());
            reach.call(world, How::Special, &Member::new(class, "<init>", WITH_TEXT));
        }
        reach.instantiate(world, &IN_INITIALIZER.into());
        reach.call(world, How::Special, &Member::new(IN_INITIALIZER, "<init>", WITH_CAUSE));
        reach.instantiate(world, &"java/lang/String".into());
        reach.instantiate(world, &"java/lang/Class".into());
        reach.call(
            world,
            How::Static,
            &Member::new("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"),
        );
        reach.add(main);
        let mut done = 0;
        loop {
            while let Some(method) = reach.order.get(done).cloned() {
                done += 1;
                reach.visit(world, &method);
            }
            if reach.asks_failure || !reach.may_ask_failure(world) {
                return reach;
            }
            reach.asks_failure = true;
            reach.call(world, How::Static, &Member::new(IN_INITIALIZER, "of", OF_THROWN));
            reach.call(world, How::Special, &Member::new(THROWN[7], "<init>", WITH_BOTH));
        }
    }

    /// Whether somebody may look at the cause of the error that later uses of a class throw whose initializer has
    /// failed.
    fn may_ask_failure(&self, world: &World<'_>) -> bool {
        let asks = |name| self.has("java/lang/Throwable", name);
        let has_initializer =
            |name: &Name| world.class(name).is_some_and(|class| class.initializer().is_some());
        let mut own = self.initialized.iter().filter(|name| !world.is_library(name));
        (asks("getCause") || asks("initCause")) && own.any(has_initializer)
    }

    fn add(&mut self, method: &Arc<Method>) {
        let (class, name) = (method.class.clone(), method.name.clone());
        let key = Member { class, name, descriptor: method.descriptor.clone() };
        if self.methods.insert(key) {
            self.order.push(method.clone());
        }
    }

    fn visit(&mut self, world: &World<'_>, method: &Arc<Method>) {
        if method.is_native {
            return self.native(world, method);
        }
        let Some(code) = &method.code else { return };
        for op in &code.ops {
            match op {
                Op::New(class) => {
                    self.initialize(world, class);
                    self.instantiate(world, class);
                }
                Op::Invoke(_, member, signature)
                    if &*member.name == "<init>" && is_value(&member.class) =>
                {
                    if let Some(made) = world.maker(&member.class, &signature.parameters) {
                        let Method { class, name, descriptor, .. } = &*made;
                        self.call(world, How::Static, &Member::new(class, name, descriptor));
                    }
                }
                Op::Invoke(how, member, _) => self.call_from(world, &method.class, *how, member),
                Op::Field(access @ (Access::GetStatic | Access::PutStatic), member, of) => {
                    let Some((class, field)) = world.field(&member.class, &member.name, of) else {
                        continue;
                    };
                    let class: Name = class.name().into();
                    self.initialize(world, &class);
                    let is_own = &*method.name == "<clinit>" && method.class == class;
                    if *access == Access::PutStatic && !is_own {
                        self.written.insert((class, field.name));
                    }
                }
                Op::Push(Constant::Class(Type::Class(class)))
                    if world.class(class).is_some_and(|class| class.is_enum)
                        && self.enums.insert(class.clone()) =>
                {
                    let values = format!("()[L{class};");
                    self.call(world, How::Static, &Member::new(class, "values", &values));
                }
                Op::Concat(pieces) => {
                    let is_boxed =
                        |piece: &Piece| matches!(piece, Piece::Argument(of) if of.is_reference());
                    if pieces.iter().any(is_boxed) {
                        let told = Member::new(OBJECT, "toString", "()Ljava/lang/String;");
                        self.call(world, How::Virtual, &told);
                    }
                }
                _ => {}
            }
        }
    }

    fn native(&mut self, world: &World<'_>, method: &Arc<Method>) {
        match (&*method.class, &*method.name) {
            ("reductio/Model", "start") => {
                self.call(world, How::Virtual, &Member::new("java/lang/Thread", "run", "()V"));
            }
            ("java/lang/Object", "wait") if !method.signature.parameters.is_empty() => {
                self.instantiate(world, &NO_TIME.into());
                self.call(world, How::Special, &Member::new(NO_TIME, "<init>", WITH_TEXT));
            }
            ("reductio/Model", "current") => {
                let first = Member::new("java/lang/Thread", "first", "()Ljava/lang/Thread;");
                self.call(world, How::Static, &first);
            }
            (class, "valueOf") => self.instantiate(world, &class.into()),
            _ => {}
        }
    }

    fn call(&mut self, world: &World<'_>, how: How, member: &Member) {
        self.call_from(world, "", how, member);
    }

    /// Finds what a call in a class may reach.
    fn call_from(&mut self, world: &World<'_>, from: &str, how: How, member: &Member) {
        let class: &str = if member.class.starts_with('[') { OBJECT } else { &member.class };
        let Some(method) = world.called(from, how, member) else { return };
        if method.is_static {
            self.initialize(world, &method.class);
        }
        match how {
            How::Virtual | How::Interface if method.is_virtual() => {
                self.virtual_call(world, how, class, &method);
                // Final ones may be done in place.
                if method.is_native {
                    self.add(&method);
                }
            }
            _ => self.add(&method),
        }
    }

    fn virtual_call(&mut self, world: &World<'_>, how: How, class: &str, method: &Arc<Method>) {
        let home = Home::of(how, class, method);
        let key = (method.name.clone(), method.descriptor.clone());
        let calls = self.virtuals.entry(key).or_default();
        let at = calls.iter().position(|known| known.home == home).unwrap_or_else(|| {
            calls.push(Virtual { home, resolved: method.clone(), classes: Vec::new() });
            calls.len() - 1
        });
        if calls[at].classes.iter().any(|known| &**known == class) {
            return;
        }
        calls[at].classes.push(class.into());
        for method in self.targets(world, class, method) {
            self.add(&method);
        }
    }

    fn initialize(&mut self, world: &World<'_>, class: &Name) {
        let mut next = Some(class.clone());
        while let Some(name) = next.take() {
            if !self.is_initialized.insert(name.clone()) {
                return;
            }
            let Some(class) = world.class(&name) else { return };
            if let Some(method) = class.initializer() {
                self.add(method);
            }
            for interface in world.initialized_with(&class) {
                self.initialize(world, &interface);
            }
            next.clone_from(&class.above);
            self.initialized.push(name);
        }
    }

    fn instantiate(&mut self, world: &World<'_>, class: &Name) {
        let is_there = world.class(class).is_some() && world.problem(class).is_none();
        if self.is_instantiated.contains(class) || !is_there {
            return;
        }
        self.is_instantiated.insert(class.clone());
        self.instantiated.push(class.clone());
        for (_, found) in self.table(world, class) {
            if let Selected::Method(found) = found {
                self.add(&found);
            }
        }
    }

    /// The methods that a virtual call may mean, where it names a class, and by it a method.
    pub(crate) fn targets(
        &self,
        world: &World<'_>,
        class: &str,
        resolved: &Method,
    ) -> Vec<Arc<Method>> {
        let mut found: Vec<Arc<Method>> = Vec::new();
        for made in self.instantiated.iter().filter(|made| world.is_class_below(made, class)) {
            if let Selected::Method(method) = world.select(made, resolved)
                && !found.iter().any(|known| known.class == method.class)
            {
                found.push(method);
            }
        }
        found
    }

    /// The virtual calls that objects of a class may get: what each finds.
    pub(crate) fn table(&self, world: &World<'_>, class: &str) -> Vec<(Slot, Selected)> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<Selector> = FxHashSet::default();
        for above in world.with_above(class).iter() {
            for method in &above.methods {
                let key = (method.name.clone(), method.descriptor.clone());
                let Some(calls) = self.virtuals.get(&key) else { continue };
                if !seen.insert(key.clone()) {
                    continue;
                }
                for call in calls {
                    if call.classes.iter().any(|called| world.is_class_below(class, called)) {
                        let (name, descriptor) = key.clone();
                        let slot = Slot { name, descriptor, home: call.home.clone() };
                        found.push((slot, world.select(class, &call.resolved)));
                    }
                }
            }
        }
        found
    }

    /// Decides whether a static field is written elsewhere than in the initializer of its class.
    pub(crate) fn is_written(&self, class: &str, field: &str) -> bool {
        self.written.contains(&(class.into(), field.into()))
    }

    /// Decides whether a method can be reached.
    pub(crate) fn has(&self, class: &str, name: &str) -> bool {
        self.order.iter().any(|method| &*method.class == class && &*method.name == name)
    }

    /// The enums whose class objects are pushed.
    pub(crate) fn enums(&self) -> Vec<Name> {
        let mut all: Vec<Name> = self.enums.iter().cloned().collect();
        all.sort();
        all
    }
}
