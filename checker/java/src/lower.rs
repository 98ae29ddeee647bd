//! From classes to a program: numbers for classes, fields and methods, and the methods that are still to be written.

mod arrays;
mod body;
mod calls;
mod emit;
mod entry;
mod explain;
mod fields;
mod method;
mod ops;
mod stubs;
mod traps;

use std::sync::Arc;

use reductio_programs::{
    ClassId, FieldId, Method as Written, MethodId, Program, ProgramBuilder, SelectorId, StaticId,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use body::{Body, Fault, Known, Slot};
pub(crate) use emit::{Entry, Finished};

use crate::class::{Class, Field, Method, Name, member};
use crate::descriptor::{Signature, Type, dotted, is_value};
use crate::error::JavaError;
use crate::hierarchy::{OBJECT, World};
use crate::init::Initializers;
use crate::kinds::Kinds;
use crate::op::Member;
use crate::options::Options;
use crate::reach::Reach;
use crate::select::{Home, Selected};

/// A method that is to be written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    /// A method of a class.
    Method(Member),
    /// The method that a thread runs.
    Thread,
    /// The copy of an array.
    CloneArray,
    /// The initialization of a class.
    Initialize(Name),
    /// The constants of an enum, of which the class object is given.
    Constants,
    /// The error that the virtual machine throws where an object has no method for a call.
    Error(Member, &'static str),
}

/// A program in the making.
pub(crate) struct Lowering<'w> {
    pub(crate) world: &'w World<'w>,
    pub(crate) reach: &'w Reach,
    pub(crate) initializers: &'w Initializers,
    pub(crate) options: &'w Options,
    pub(crate) builder: ProgramBuilder,
    methods: FxHashMap<Work, MethodId>,
    queue: Vec<(MethodId, Work)>,
    classes: FxHashMap<Type, ClassId>,
    types: Vec<Type>,
    mirrors: Vec<(Type, StaticId)>,
    /// The static fields that are read.
    read: FxHashSet<(Name, Name)>,
    /// Tells whether the class of any object may be asked for.
    pub(crate) mirrors_all: bool,
    /// Tells whether a thread may ask which one it is.
    pub(crate) asks_own: bool,
    /// Tells whether some instruction may ask whether a thread has ended.
    pub(crate) asks_end: bool,
    /// The calls of initializers in the prologue, and where it ends.
    prologue: Vec<(u32, Name)>,
    prologue_end: u32,
    /// The number of expressions so far that make new boxes.
    new_boxes: u32,
    /// How values are told.
    kinds: Kinds,
}

/// The prologue of a program: where it calls which initializer, and where it ends, in the method that the first thread
/// runs.
pub(crate) struct Prologue {
    pub(crate) calls: Vec<(u32, Name)>,
    pub(crate) end: u32,
}

impl<'w> Lowering<'w> {
    pub(crate) fn new(
        name: &str,
        world: &'w World<'w>,
        reach: &'w Reach,
        initializers: &'w Initializers,
        options: &'w Options,
    ) -> Self {
        Lowering {
            world,
            reach,
            initializers,
            options,
            builder: ProgramBuilder::new(name),
            methods: FxHashMap::default(),
            queue: Vec::new(),
            classes: FxHashMap::default(),
            types: Vec::new(),
            mirrors: Vec::new(),
            read: FxHashSet::default(),
            mirrors_all: reach.has(OBJECT, "getClass"),
            asks_own: reach.has("reductio/Model", "current"),
            asks_end: reach.has("reductio/Model", "hasEnded"),
            prologue: Vec::new(),
            prologue_end: 0,
            new_boxes: 0,
            kinds: Kinds::default(),
        }
    }

    /// A number for an expression that makes new boxes.
    pub(crate) fn new_box(&mut self) -> u32 {
        self.new_boxes += 1;
        self.new_boxes
    }

    /// Makes the program whose first thread initializes the class that is started, and runs its `main`.
    ///
    /// # Errors
    /// [`JavaError::CorruptCode`]; [`JavaError::Program`] is a fault of ours.
    pub(crate) fn run(
        mut self,
        start: &Name,
        main: &Arc<Method>,
    ) -> Result<(Program, Prologue, Kinds), JavaError> {
        let text = self.class_id(&Type::class("java/lang/String"));
        self.builder.text_class(text);
        self.builder.throws_all();
        let entry = self.builder.method(Written {
            name: "start".into(),
            is_library: true,
            ..Written::default()
        });
        self.method_id(Work::Method(member(main)));
        for class in &self.reach.instantiated {
            self.class_id(&Type::Class(class.clone()));
        }
        loop {
            while let Some((id, work)) = self.queue.pop() {
                self.write(id, &work)?;
            }
            self.tables();
            if self.queue.is_empty() {
                // The prologue comes last: only now is it known what has to be there. It may need more.
                self.entry(entry, start, main);
                if self.queue.is_empty() {
                    break;
                }
            }
        }
        self.tables();
        self.relate();
        let prologue = Prologue { calls: self.prologue, end: self.prologue_end };
        Ok((self.builder.build(entry)?, prologue, self.kinds))
    }

    fn write(&mut self, id: MethodId, work: &Work) -> Result<(), JavaError> {
        match work {
            Work::Method(member) => {
                let class = self.world.class(&member.class);
                let method =
                    class.as_ref().and_then(|class| class.method(&member.name, &member.descriptor));
                match method.cloned() {
                    Some(method) if method.is_native => self.native(id, &method),
                    Some(method) => self.java(id, &method)?,
                    None => {}
                }
            }
            Work::Thread => self.thread(id),
            Work::CloneArray => self.clone_array(id),
            Work::Initialize(class) => self.initialize(id, class),
            Work::Constants => self.constants(id),
            Work::Error(of, error) => self.no_method(id, of, error),
        }
        Ok(())
    }

    /// The number of a method; if it is new, it will be written.
    pub(crate) fn method_id(&mut self, work: Work) -> MethodId {
        if let Some(known) = self.methods.get(&work) {
            return *known;
        }
        let is_library = match &work {
            Work::Method(member) => self.world.is_library(&member.class),
            Work::Initialize(_) | Work::Error(..) => false,
            Work::Thread | Work::CloneArray | Work::Constants => true,
        };
        let mut written = Written { is_library, ..Written::default() };
        match &work {
            Work::Method(member) => {
                let class = self.world.class(&member.class);
                if let Some(class) = class {
                    written.file.clone_from(&class.file);
                    if let Some(method) = class.method(&member.name, &member.descriptor) {
                        let own = usize::from(!method.is_static);
                        written.has_receiver = !method.is_static;
                        let all = method.signature.parameters.len() + own;
                        written.parameters = u32::try_from(all).unwrap_or(u32::MAX);
                    }
                }
                written.name = format!("{}.{}", dotted(&member.class), member.name);
            }
            Work::Error(of, _) => {
                written.name = format!("{}.{}", dotted(&of.class), of.name);
                let signature = Signature::parse(&of.descriptor);
                let all = signature.map_or(0, |found| found.parameters.len()) + 1;
                written.parameters = u32::try_from(all).unwrap_or(u32::MAX);
                written.has_receiver = true;
            }
            Work::Thread => {
                written.name = "java.lang.Thread.start".into();
                written.parameters = 1;
            }
            Work::CloneArray => {
                written.name = "java.lang.Object.clone".into();
                written.parameters = 1;
            }
            Work::Initialize(class) => written.name = format!("{}.<initialize>", dotted(class)),
            Work::Constants => {
                written.name = "java.lang.Class.getEnumConstants".into();
                written.parameters = 1;
            }
        }
        written.registers = written.parameters;
        let id = self.builder.method(written);
        if let Work::Method(member) = &work
            && let Some(class) = self.world.class(&member.class)
            && let Some(method) = class.method(&member.name, &member.descriptor)
        {
            self.kinds.add_method(id, &method.signature);
        }
        self.methods.insert(work.clone(), id);
        self.queue.push((id, work));
        id
    }

    pub(crate) fn class_id(&mut self, of: &Type) -> ClassId {
        if let Some(known) = self.classes.get(of) {
            return *known;
        }
        let id = self.builder.class(&of.told());
        self.classes.insert(of.clone(), id);
        self.types.push(of.clone());
        id
    }

    pub(crate) fn selector(&mut self, name: &str, descriptor: &str, home: &Home) -> SelectorId {
        self.builder.selector(&format!("{name}{descriptor}{}", home.told()))
    }

    pub(crate) fn field_id(&mut self, class: &Class, field: &str) -> FieldId {
        let id = self.builder.field(&format!("{}.{field}", dotted(class.name())));
        if let Some(found) = class.fields.iter().find(|found| &*found.name == field) {
            self.kinds.add_field(id, &found.of);
        }
        id
    }

    pub(crate) fn static_id(&mut self, class: &Class, field: &Field) -> StaticId {
        let name = format!("{}.{}", dotted(class.name()), field.name);
        let id = self.builder.static_variable(&name, field.is_volatile);
        self.kinds.add_static(id, &field.of);
        id
    }

    /// The variable with the object that stands for a class.
    pub(crate) fn mirror(&mut self, of: &Type) -> StaticId {
        if let Some((_, known)) = self.mirrors.iter().find(|(known, _)| known == of) {
            return *known;
        }
        let id = self.builder.static_variable(&format!("{}.class", of.told()), false);
        self.mirrors.push((of.clone(), id));
        let class = self.class_id(of);
        self.builder.class_mut(class).mirror = Some(id);
        id
    }

    /// Fills the tables of methods of all classes of which there are objects.
    fn tables(&mut self) {
        let mut at = 0;
        while let Some(of) = self.types.get(at).cloned() {
            at += 1;
            let class: Name = match &of {
                Type::Class(name) if self.is_made(name) => name.clone(),
                Type::Array(_) => OBJECT.into(),
                _ => continue,
            };
            let id = self.class_id(&of);
            for (slot, selected) in self.reach.table(self.world, &class) {
                let selector = self.selector(&slot.name, &slot.descriptor, &slot.home);
                if let Selected::Method(method) = &selected
                    && slot.home == Home::Any
                    && (&*slot.name, &*slot.descriptor) == HASH_CODE
                {
                    self.table_hash(id, &class, method);
                }
                let work = match selected {
                    Selected::Method(method) => Work::Method(member(&method)),
                    Selected::Error(error) => {
                        let of = Member {
                            class: class.clone(),
                            name: slot.name,
                            descriptor: slot.descriptor,
                        };
                        Work::Error(of, error)
                    }
                };
                let method = self.method_id(work);
                self.builder.implement(id, selector, method);
            }
        }
    }

    /// Says by which hash code hash tables find the objects of a class: by their own one, or by none if it is an
    /// identity hash code or that of a value.
    fn table_hash(&mut self, id: ClassId, class: &Name, found: &Arc<Method>) {
        let has_none = is_value(class) || [OBJECT, "java/lang/Enum"].contains(&&*found.class);
        let called = if has_none {
            Member::new(TABLES, "none", "(Ljava/lang/Object;)I")
        } else {
            member(found)
        };
        let called = self.method_id(Work::Method(called));
        let selector = self.selector(TABLE_HASH.0, TABLE_HASH.1, &Home::Any);
        self.builder.implement(id, selector, called);
    }

    /// The class above all whose objects Java may give away again where it is asked for one: views, constant and empty
    /// collections, comparators. `None` if no such object is made.
    pub(crate) fn shared(&mut self) -> Option<ClassId> {
        let any = self.reach.instantiated.iter().any(|name| self.world.may_be_shared(name));
        any.then(|| self.class_id(&Type::class(SHARED)))
    }

    fn is_made(&self, name: &Name) -> bool {
        self.reach.instantiated.contains(name)
    }

    /// Says which classes are above which, and which fields are volatile.
    fn relate(&mut self) {
        let types = self.types.clone();
        for of in &types {
            let id = self.class_id(of);
            let above: Vec<ClassId> = if let Type::Class(name) = of {
                let above = self.world.with_above(name);
                let others = above.iter().map(|above| above.name()).chain([OBJECT]);
                let others = others.filter(|other| *other != &**name);
                let shared = self.world.may_be_shared(name).then_some(SHARED);
                let others = others.chain(shared);
                others.filter_map(|other| self.classes.get(&Type::class(other)).copied()).collect()
            } else {
                let others = types.iter().filter(|other| *other != of);
                let others = others.filter(|other| self.world.is_below(of, other));
                others.map(|other| self.classes[other]).collect()
            };
            self.builder.class_mut(id).above = above;
            match of {
                Type::Array(element) if element.is_reference() => {
                    let is_object = **element == Type::class(OBJECT);
                    let element = self.classes.get(&**element).copied();
                    self.builder.class_mut(id).element = element.filter(|_| !is_object);
                }
                Type::Class(name) => {
                    for class in self.world.with_above(name).iter() {
                        for field in class.fields.iter().filter(|field| field.is_volatile) {
                            let is_quiet = field.name.ends_with("$quiet")
                                && self.world.is_library(class.name());
                            let field = self.field_id(class, &field.name);
                            self.builder.volatile(id, field);
                            if is_quiet {
                                self.builder.quiet(field);
                            }
                        }
                        if class.name() == "java/lang/Thread" {
                            for hidden in [STARTED, ENDED] {
                                let field = self.field_id(class, hidden);
                                self.builder.volatile(id, field);
                            }
                            // That a thread is found to have been started orders nothing.
                            let started = self.field_id(class, STARTED);
                            self.builder.quiet(started);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// The class of the library that asks keys for the hash codes by which hash tables find them.
pub(crate) const TABLES: &str = "reductio/Hash";
/// The method that it calls.
pub(crate) const HASH_CODE: (&str, &str) = ("hashCode", "()I");
/// The method that it is given instead.
pub(crate) const TABLE_HASH: (&str, &str) = ("$tableHash", "()I");

/// What stands above the classes of which [`World::may_be_shared`] says so. No class file has the name.
const SHARED: &str = "reductio/Shared";

/// The hidden field of a Thread object with the identity of the thread.
pub(crate) const STARTED: &str = "$thread";
/// The hidden field of a Thread object that says that its `run` is over.
pub(crate) const ENDED: &str = "$ended";
