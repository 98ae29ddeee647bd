//! The test whether a program may take the monitors of Thread objects, or those of the streams that print.
//!
//! Java's library takes these itself: `join` waits on the Thread object, whose end is notified there, and what prints
//! holds its stream. Nobody can tell unless somebody else takes them too; only then are they taken here. What may be
//! found there is followed through variables, parameters and arrays, without regard to the order of instructions: too
//! much is found rather than too little.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::class::{Code, Method, Name, member};
use crate::descriptor::Type;
use crate::hierarchy::World;
use crate::library::STREAM;
use crate::op::{Access, Element, How, Member, Op, Piece, Test, shuffle};
use crate::reach::Reach;

pub(crate) const THREAD: &str = "java/lang/Thread";
/// The class whose objects print themselves while they hold the stream.
const THROWABLE: &str = "java/lang/Throwable";

/// The classes that are watched; a set of them is a number, by bits.
const WATCHED: [&str; 2] = [THREAD, STREAM];

/// A set of watched classes of which a value may be.
type Kinds = u8;

/// Finds the classes of the library whose monitors matter: those that are watched, as far as somebody may take their
/// monitors.
pub(crate) fn taken(world: &World<'_>, reach: &Reach) -> Vec<&'static str> {
    let mut flow = Flow::new(world, reach);
    while flow.round() {}
    let mut taken: Vec<&str> = Vec::new();
    for (bit, class) in WATCHED.into_iter().enumerate() {
        if flow.entered & 1 << bit != 0 || class == STREAM && tells_itself(world, reach) {
            taken.push(class);
        }
    }
    if taken.contains(&STREAM) {
        taken.push(THROWABLE);
    }
    taken
}

/// Whether code of the user may run while the library holds a stream: that of `toString` where texts are formatted, or
/// of what a throwable tells of itself.
fn tells_itself(world: &World<'_>, reach: &Reach) -> bool {
    let holds = reach.has(STREAM, "printf")
        || reach.has(STREAM, "format")
        || reach.has(THROWABLE, "printStackTrace");
    let tells = |method: &Arc<Method>| {
        ["toString", "getMessage", "getLocalizedMessage"].contains(&&*method.name)
            && method.signature.parameters.is_empty()
            && !world.is_library(&method.class)
    };
    holds && reach.order.iter().any(tells)
}

/// A value on the stack.
#[derive(Clone, Copy, Default, PartialEq)]
struct Value {
    kinds: Kinds,
    wide: bool,
}

impl Value {
    fn new(kinds: Kinds, wide: bool) -> Value {
        Value { kinds, wide }
    }
}

/// What may be where, as far as it is known.
struct Flow<'w, 'p> {
    world: &'w World<'p>,
    reach: &'w Reach,
    /// The methods by name and descriptor.
    named: FxHashMap<(Name, Name), Vec<usize>>,
    numbers: FxHashMap<Member, usize>,
    /// For each method, its local variables.
    locals: Vec<FxHashMap<u16, Kinds>>,
    results: Vec<Kinds>,
    fields: FxHashMap<(Name, Name), Kinds>,
    arrays: Kinds,
    /// What may be of which type, as far as it was asked.
    types: FxHashMap<Type, Kinds>,
    /// The kinds of the classes of which objects are made.
    made: Vec<(Name, Kinds)>,
    /// What the user's code takes the monitor of.
    entered: Kinds,
    changed: bool,
}

impl<'w, 'p> Flow<'w, 'p> {
    fn new(world: &'w World<'p>, reach: &'w Reach) -> Self {
        let mut named: FxHashMap<(Name, Name), Vec<usize>> = FxHashMap::default();
        let mut numbers = FxHashMap::default();
        for (number, method) in reach.order.iter().enumerate() {
            let key = (method.name.clone(), method.descriptor.clone());
            named.entry(key).or_default().push(number);
            numbers.insert(member(method), number);
        }
        let kinds = |name: &Name| {
            let is = |bit: usize| world.is_class_below(name, WATCHED[bit]);
            (0..WATCHED.len()).filter(|bit| is(*bit)).fold(0, |kinds, bit| kinds | 1 << bit)
        };
        let made = reach.instantiated.iter().map(|name| (name.clone(), kinds(name)));
        Flow {
            world,
            reach,
            named,
            numbers,
            locals: vec![FxHashMap::default(); reach.order.len()],
            results: vec![0; reach.order.len()],
            fields: FxHashMap::default(),
            arrays: 0,
            types: FxHashMap::default(),
            made: made.filter(|(_, kinds)| *kinds != 0).collect(),
            entered: 0,
            changed: false,
        }
    }

    /// Goes through all methods once. Whether something new was found.
    fn round(&mut self) -> bool {
        self.changed = false;
        for number in 0..self.reach.order.len() {
            let method = self.reach.order[number].clone();
            let own = self.of_type(&Type::Class(method.class.clone()));
            let is_own_code = !self.world.is_library(&method.class);
            if !method.is_static {
                self.local(number, 0, own);
                if method.is_synchronized && is_own_code {
                    self.entered |= own;
                }
            }
            match &method.code {
                Some(code) => self.code(number, &method, code, is_own_code),
                None if method.is_native => self.native(number, &method),
                None => {}
            }
        }
        self.changed
    }

    /// The kinds of which objects of a type may be.
    fn of_type(&mut self, of: &Type) -> Kinds {
        let Type::Class(name) = of else { return 0 };
        if let Some(known) = self.types.get(of) {
            return *known;
        }
        let below = |made: &&(Name, Kinds)| self.world.is_class_below(&made.0, name);
        let kinds = self.made.iter().filter(below).fold(0, |all, (_, kinds)| all | kinds);
        self.types.insert(of.clone(), kinds);
        kinds
    }

    fn local(&mut self, method: usize, local: u16, kinds: Kinds) {
        if kinds != 0 {
            let place = self.locals[method].entry(local).or_default();
            self.changed |= *place | kinds != *place;
            *place |= kinds;
        }
    }

    fn field(&mut self, member: &Member, of: &Type) -> (Name, Name) {
        let class = self.world.field(&member.class, &member.name, of);
        let class = class.map_or(member.class.clone(), |(class, _)| class.name().into());
        (class, member.name.clone())
    }

    fn write_field(&mut self, key: (Name, Name), kinds: Kinds) {
        if kinds != 0 {
            let place = self.fields.entry(key).or_default();
            self.changed |= *place | kinds != *place;
            *place |= kinds;
        }
    }

    fn result(&mut self, method: usize, kinds: Kinds) {
        self.changed |= self.results[method] | kinds != self.results[method];
        self.results[method] |= kinds;
    }

    /// A native method keeps what it is given in the field `value`, and gives what it is given or what is there, or the
    /// thread itself.
    fn native(&mut self, number: usize, method: &Method) {
        let given = self.locals[number].values().fold(0, |all, kinds| all | kinds);
        let key = (method.class.clone(), Name::from("value"));
        self.write_field(key.clone(), given);
        let kept = self.fields.get(&key).copied().unwrap_or(0);
        if let Some(of) = &method.signature.result {
            let all = self.of_type(of);
            let own = if *of == Type::class(THREAD) { all } else { 0 };
            self.result(number, (given | kept) & all | own);
        }
    }

    fn code(&mut self, number: usize, method: &Method, code: &Code, is_own_code: bool) {
        let mut before: Vec<Option<Vec<Value>>> = vec![None; code.ops.len()];
        let mut open = Vec::new();
        meet(&mut before, &mut open, 0, &[]);
        for catch in &code.catches {
            meet(&mut before, &mut open, catch.target, &[Value::default()]);
        }
        while let Some(at) = open.pop() {
            let Some(mut stack) = before[at].clone() else { continue };
            let op = &code.ops[at];
            if self.step(number, method, op, &mut stack, is_own_code).is_none() {
                continue;
            }
            for target in op.targets() {
                meet(&mut before, &mut open, target, &stack);
            }
            if op.falls_through() {
                meet(&mut before, &mut open, at + 1, &stack);
            }
        }
    }

    /// What an operation does to the stack; `None` if the stack is too low, as in code that is refused later.
    fn step(
        &mut self,
        number: usize,
        method: &Method,
        op: &Op,
        stack: &mut Vec<Value>,
        is_own_code: bool,
    ) -> Option<()> {
        match op {
            Op::Load(local, wide) => {
                let kinds = self.locals[number].get(local).copied().unwrap_or(0);
                stack.push(Value::new(kinds, *wide));
            }
            Op::Store(local, _) => {
                let value = stack.pop()?;
                self.local(number, *local, value.kinds);
            }
            Op::ArrayLoad(element) => {
                pop(stack, 2)?;
                let kinds = if *element == Element::Reference { self.arrays } else { 0 };
                stack.push(Value::new(kinds, element.is_wide()));
            }
            Op::ArrayStore(_) => {
                let value = pop(stack, 3)?;
                self.changed |= self.arrays | value != self.arrays;
                self.arrays |= value;
            }
            Op::Shuffle(how) => shuffle(stack, *how, |value| value.wide)?,
            Op::Return(has) => {
                if *has {
                    let value = stack.pop()?;
                    let all = method.signature.result.as_ref().map_or(0, |of| self.of_type(of));
                    self.result(number, value.kinds & all);
                }
            }
            Op::Field(access, member, of) => self.access(*access, member, of, stack)?,
            Op::Invoke(how, member, signature) => {
                let mut arguments = Vec::new();
                for _ in &signature.parameters {
                    arguments.push(stack.pop()?);
                }
                if *how != How::Static {
                    arguments.push(stack.pop()?);
                }
                arguments.reverse();
                let kinds = self.call(*how, member, &arguments);
                if let Some(of) = &signature.result {
                    stack.push(Value::new(kinds & self.of_type(of), of.is_wide()));
                }
            }
            Op::New(class) => {
                let kinds = self.of_made(class);
                stack.push(Value::new(kinds, false));
            }
            Op::Cast(of) => {
                let value = stack.pop()?;
                stack.push(Value::new(value.kinds & self.of_type(of), false));
            }
            Op::Enter => {
                let value = stack.pop()?;
                if is_own_code {
                    self.entered |= value.kinds;
                }
            }
            _ => plain(op, stack)?,
        }
        Some(())
    }

    fn of_made(&self, class: &Name) -> Kinds {
        self.made.iter().find(|(made, _)| made == class).map_or(0, |(_, kinds)| *kinds)
    }

    fn access(
        &mut self,
        access: Access,
        member: &Member,
        of: &Type,
        stack: &mut Vec<Value>,
    ) -> Option<()> {
        let key = self.field(member, of);
        match access {
            Access::Put | Access::PutStatic => {
                let value = stack.pop()?;
                let kinds = value.kinds & self.of_type(of);
                self.write_field(key, kinds);
                if access == Access::Put {
                    stack.pop()?;
                }
            }
            Access::Get | Access::GetStatic => {
                if access == Access::Get {
                    stack.pop()?;
                }
                let kinds = self.fields.get(&key).copied().unwrap_or(0);
                stack.push(Value::new(kinds & self.of_type(of), of.is_wide()));
            }
        }
        Some(())
    }

    /// Hands arguments on to the methods that a call may mean, and gives what they may return.
    fn call(&mut self, how: How, member: &Member, arguments: &[Value]) -> Kinds {
        let targets = match how {
            How::Static | How::Special => {
                let found = self.world.method(&member.class, &member.name, &member.descriptor);
                let found = found.map(|found| crate::class::member(&found));
                found.and_then(|found| self.numbers.get(&found)).map(|found| vec![*found])
            }
            How::Virtual | How::Interface => {
                self.named.get(&(member.name.clone(), member.descriptor.clone())).cloned()
            }
        };
        let mut kinds = 0;
        for target in targets.into_iter().flatten() {
            let mut local = 0;
            for argument in arguments {
                self.local(target, local, argument.kinds);
                local += if argument.wide { 2 } else { 1 };
            }
            kinds |= self.results[target];
        }
        kinds
    }
}

/// Joins what is known of the stack before an operation.
fn meet(before: &mut [Option<Vec<Value>>], open: &mut Vec<usize>, at: usize, stack: &[Value]) {
    match before.get_mut(at) {
        Some(place @ None) => {
            *place = Some(stack.to_vec());
            open.push(at);
        }
        Some(Some(known)) if known.len() == stack.len() => {
            let mut changed = false;
            for (known, value) in known.iter_mut().zip(stack) {
                changed |= known.kinds | value.kinds != known.kinds;
                known.kinds |= value.kinds;
            }
            if changed {
                open.push(at);
            }
        }
        _ => {}
    }
}

/// Takes values from a stack, and gives the kinds of the first one.
fn pop(stack: &mut Vec<Value>, count: usize) -> Option<Kinds> {
    let first = stack.pop()?;
    for _ in 1..count {
        stack.pop()?;
    }
    Some(first.kinds)
}

/// What operations do to the stack that make no objects which matter and hand none on.
fn plain(op: &Op, stack: &mut Vec<Value>) -> Option<()> {
    let (pops, push) = match op {
        Op::Push(constant) => (0, Some(matches!(constant, crate::op::Constant::Wide(_)))),
        Op::Binary(_, wide) => (2, Some(*wide)),
        Op::Unary(_, wide) => (1, Some(*wide)),
        Op::If(Test::Numbers(_) | Test::Same(_), _) => (2, None),
        Op::If(..) | Op::Switch(..) | Op::Throw | Op::Exit | Op::CheckNull => (1, None),
        Op::Concat(pieces) => {
            let is_argument = |piece: &&Piece| matches!(piece, Piece::Argument(_));
            (pieces.iter().filter(is_argument).count(), Some(false))
        }
        Op::NewArray(_) | Op::Length | Op::InstanceOf(_) | Op::ClassName => (1, Some(false)),
        Op::MultiArray(_, dimensions) => (usize::from(*dimensions), Some(false)),
        Op::Unsupported(_, pops, push) => (*pops, *push),
        _ => (0, None),
    };
    if pops > 0 {
        pop(stack, pops)?;
    }
    stack.extend(push.map(|wide| Value::new(0, wide)));
    Some(())
}
