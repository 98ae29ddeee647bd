//! What can be reached from `main`: methods, classes of which objects are made, classes that are initialized.
//!
//! A virtual call reaches the methods of all classes below its class of which objects are made somewhere that can be reached (rapid
//! type analysis).

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::{Method, Name};
use crate::descriptor::Type;
use crate::error::JavaError;
use crate::hierarchy::{OBJECT, World};
use crate::intrinsics::NO_TIME;
use crate::op::{Access, Constant, How, Member, Op, Piece};

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

/// What an exception of a static initializer is put into.
pub(crate) const IN_INITIALIZER: &str = "java/lang/ExceptionInInitializerError";
/// The constructor that it is made by.
pub(crate) const WITH_CAUSE: &str = "(Ljava/lang/Throwable;)V";

/// The constructor that they are made by.
pub(crate) const WITH_TEXT: &str = "(Ljava/lang/String;)V";

/// A name and a descriptor.
type Selector = (Name, Name);

/// What can be reached.
#[derive(Default)]
pub(crate) struct Reach {
    methods: FxHashSet<Member>,
    pub(crate) order: Vec<Arc<Method>>,
    pub(crate) instantiated: Vec<Name>,
    is_instantiated: FxHashSet<Name>,
    /// The virtual calls, by what they call: the classes that they name.
    virtuals: FxHashMap<Selector, Vec<Name>>,
    /// The classes whose initialization is asked for.
    pub(crate) initialized: Vec<Name>,
    is_initialized: FxHashSet<Name>,
    /// The static fields that are written elsewhere than in the initializer of their class.
    written: FxHashSet<(Name, Name)>,
    /// The enums whose class objects are pushed.
    enums: FxHashSet<Name>,
}

impl Reach {
    /// Finds what can be reached from a method.
    ///
    /// # Errors
    /// [`JavaError::MissingClass`] and [`JavaError::Circular`], for what is above a class of which objects are made.
    pub(crate) fn from(world: &World<'_>, main: &Arc<Method>) -> Result<Reach, JavaError> {
        let mut reach = Reach::default();
        reach.initialize(world, &main.class.clone());
        for class in THROWN {
            reach.instantiate(world, &class.into())?;
            reach.call(world, How::Special, &Member::new(class, "<init>", WITH_TEXT));
        }
        reach.instantiate(world, &IN_INITIALIZER.into())?;
        reach.call(world, How::Special, &Member::new(IN_INITIALIZER, "<init>", WITH_CAUSE));
        reach.instantiate(world, &"java/lang/String".into())?;
        reach.instantiate(world, &"java/lang/Class".into())?;
        reach.call(
            world,
            How::Static,
            &Member::new("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"),
        );
        reach.add(main);
        let mut done = 0;
        while let Some(method) = reach.order.get(done).cloned() {
            done += 1;
            reach.visit(world, &method)?;
        }
        Ok(reach)
    }

    fn add(&mut self, method: &Arc<Method>) {
        let (class, name) = (method.class.clone(), method.name.clone());
        let key = Member { class, name, descriptor: method.descriptor.clone() };
        if self.methods.insert(key) {
            self.order.push(method.clone());
        }
    }

    fn visit(&mut self, world: &World<'_>, method: &Arc<Method>) -> Result<(), JavaError> {
        if method.is_native {
            return self.native(world, method);
        }
        let Some(code) = &method.code else { return Ok(()) };
        for op in &code.ops {
            match op {
                Op::New(class) => {
                    self.initialize(world, class);
                    self.instantiate(world, class)?;
                }
                Op::Invoke(how, member, _) => self.call(world, *how, member),
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
                        self.virtual_call(world, OBJECT, "toString", "()Ljava/lang/String;");
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn native(&mut self, world: &World<'_>, method: &Arc<Method>) -> Result<(), JavaError> {
        match (&*method.class, &*method.name) {
            ("reductio/Model", "start") => {
                self.virtual_call(world, "java/lang/Thread", "run", "()V");
            }
            ("java/lang/Object", "wait") if !method.signature.parameters.is_empty() => {
                self.instantiate(world, &NO_TIME.into())?;
                self.call(world, How::Special, &Member::new(NO_TIME, "<init>", WITH_TEXT));
            }
            ("reductio/Model", "current") => {
                let first = Member::new("java/lang/Thread", "first", "()Ljava/lang/Thread;");
                self.call(world, How::Static, &first);
            }
            (class, "valueOf") => self.instantiate(world, &class.into())?,
            _ => {}
        }
        Ok(())
    }

    fn call(&mut self, world: &World<'_>, how: How, member: &Member) {
        let Member { class, name, descriptor } = member;
        let class: &str = if class.starts_with('[') { OBJECT } else { class };
        let Some(method) = world.method(class, name, descriptor) else { return };
        if method.is_static {
            self.initialize(world, &method.class);
        }
        match how {
            How::Virtual | How::Interface if method.is_virtual() => {
                self.virtual_call(world, class, name, descriptor);
                // Final ones may be done in place.
                if method.is_native {
                    self.add(&method);
                }
            }
            _ => self.add(&method),
        }
    }

    fn virtual_call(&mut self, world: &World<'_>, class: &str, name: &str, descriptor: &str) {
        let known = self.virtuals.entry((name.into(), descriptor.into())).or_default();
        if known.iter().any(|known| &**known == class) {
            return;
        }
        known.push(class.into());
        for method in self.targets(world, class, name, descriptor) {
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

    fn instantiate(&mut self, world: &World<'_>, class: &Name) -> Result<(), JavaError> {
        if self.is_instantiated.contains(class) || world.class(class).is_none() {
            return Ok(());
        }
        if world.is_circular(class) {
            return Err(JavaError::Circular { class: crate::descriptor::dotted(class) });
        }
        if let Some((missing, user)) = world.missing_superclass(class) {
            let told = crate::descriptor::dotted;
            return Err(JavaError::MissingClass { class: told(&missing), user: told(&user) });
        }
        self.is_instantiated.insert(class.clone());
        self.instantiated.push(class.clone());
        for above in world.with_above(class).iter() {
            for method in &above.methods {
                let key = (method.name.clone(), method.descriptor.clone());
                let Some(classes) = self.virtuals.get(&key) else { continue };
                if classes.iter().any(|called| world.is_class_below(class, called))
                    && let Some(found) = world.select(class, &key.0, &key.1)
                {
                    self.add(&found);
                }
            }
        }
        Ok(())
    }

    /// The methods that a virtual call may mean.
    pub(crate) fn targets(
        &self,
        world: &World<'_>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Vec<Arc<Method>> {
        let mut found: Vec<Arc<Method>> = Vec::new();
        for made in self.instantiated.iter().filter(|made| world.is_class_below(made, class)) {
            if let Some(method) = world.select(made, name, descriptor)
                && !found.iter().any(|known| known.class == method.class)
            {
                found.push(method);
            }
        }
        found
    }

    /// The virtual calls that objects of a class may get: what each finds.
    pub(crate) fn table(&self, world: &World<'_>, class: &str) -> Vec<Arc<Method>> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<Selector> = FxHashSet::default();
        for above in world.with_above(class).iter() {
            for method in &above.methods {
                let key = (method.name.clone(), method.descriptor.clone());
                if !seen.insert(key.clone()) || !self.virtuals.contains_key(&key) {
                    continue;
                }
                let classes = &self.virtuals[&key];
                if classes.iter().any(|called| world.is_class_below(class, called))
                    && let Some(method) = world.select(class, &key.0, &key.1)
                {
                    found.push(method);
                }
            }
        }
        found
    }

    /// Whether a static field is written elsewhere than in the initializer of its class.
    pub(crate) fn is_written(&self, class: &str, field: &str) -> bool {
        self.written.contains(&(class.into(), field.into()))
    }

    /// Whether a method can be reached.
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
