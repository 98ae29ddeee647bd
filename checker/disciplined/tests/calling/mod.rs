//! Random programs whose threads call methods of a few shared objects, which refer to others.

use reductio_programs::{
    BinaryOp, Caught, ClassId, Expression, FieldId, Handler, Instruction, Method, MethodId,
    Program, ProgramBuilder, Register, Wrong,
};

use crate::random::Random;

/// The object whose method it is.
const THIS: Register = Register(0);
/// Another object, that of an inner class, and a lock.
const OTHER: Register = Register(1);
const LOCK: Register = Register(2);
const INNER: Register = Register(3);
const NUMBER: Register = Register(4);
const CHILD: Register = Register(5);
const REGISTERS: u32 = 6;

struct Maker {
    random: Random,
    builder: ProgramBuilder,
    classes: [ClassId; 3],
    /// Two for numbers, one for inner objects, and a volatile one.
    fields: [FieldId; 4],
    line: u32,
    /// Whether all threads call methods under a lock.
    is_locked: bool,
    /// One in so many statements does what the rules of calls forbid.
    odd: u64,
}

fn method(name: &str, parameters: u32, has_receiver: bool) -> Method {
    Method {
        name: name.to_owned(),
        parameters,
        registers: REGISTERS,
        temporaries: parameters,
        has_receiver,
        ..Method::default()
    }
}

/// A random program.
pub(crate) fn program(seed: u64) -> Program {
    let mut random = Random(seed ^ 0x9e37_79b9);
    let mut builder = ProgramBuilder::new(format!("calls {seed}"));
    let classes = ["A", "N", "L"].map(|name| builder.class(name));
    let fields = ["a", "b", "inner", "flag"].map(|name| builder.field(name));
    builder.volatile(classes[0], fields[3]);
    let is_locked = random.one_in(2);
    let odd = [4, 12, 60][usize::try_from(random.below(3)).unwrap()];
    let mut maker = Maker { random, builder, classes, fields, line: 0, is_locked, odd };
    let mut methods: Vec<MethodId> = Vec::new();
    for number in 0..2 + maker.random.below(2) {
        let new = maker.builder.method(method(&format!("m{number}"), 3, true));
        maker.method(new, &methods);
        methods.push(new);
    }
    let mut threads: Vec<MethodId> = Vec::new();
    for number in 0..=maker.random.below(2) {
        // Now and then a thread runs a method.
        let has_receiver = maker.random.one_in(12);
        let new = maker.builder.method(method(&format!("t{number}"), 3, has_receiver));
        maker.thread(new, &methods);
        threads.push(new);
    }
    let main = maker.builder.method(method("main", 0, false));
    maker.push(main, Instruction::New { to: LOCK, class: classes[2] });
    for register in [THIS, OTHER] {
        maker.push(main, Instruction::New { to: register, class: classes[0] });
        if !maker.random.one_in(6) {
            maker.push(main, Instruction::New { to: INNER, class: classes[1] });
        }
        let (object, field) = (register.into(), fields[2]);
        maker.push(main, Instruction::Write { object, field, value: INNER.into() });
    }
    for _ in 0..=maker.random.below(2) {
        let method = threads[usize::try_from(maker.random.below(threads.len() as u64)).unwrap()];
        let arguments = if maker.random.one_in(4) {
            [OTHER.into(), THIS.into(), LOCK.into()]
        } else {
            [THIS.into(), OTHER.into(), LOCK.into()]
        };
        let arguments = arguments.into();
        maker.push(main, Instruction::Fork { to: Some(CHILD), method, arguments });
    }
    if maker.random.one_in(4) {
        maker.push(main, Instruction::Join { thread: CHILD.into() });
    }
    maker.thread(main, &methods);
    maker.builder.build(main).unwrap()
}

impl Maker {
    fn push(&mut self, method: MethodId, instruction: Instruction) -> u32 {
        self.line += 1;
        self.builder.push(method, self.line, instruction)
    }

    fn is_odd(&mut self) -> bool {
        self.random.one_in(self.odd)
    }

    /// A method of the class `A`: synchronized or not.
    fn method(&mut self, at: MethodId, others: &[MethodId]) {
        let is_synchronized = self.random.one_in(2);
        if is_synchronized {
            if self.is_odd() {
                self.own(at);
            }
            self.push(at, Instruction::Acquire { object: THIS.into() });
        }
        for _ in 0..=self.random.below(3) {
            self.statement(at, others);
        }
        if is_synchronized && !self.is_odd() {
            self.push(at, Instruction::Release { object: THIS.into() });
            if self.is_odd() {
                self.own(at);
            }
        }
        self.push(at, Instruction::Return { value: 0.into() });
    }

    /// A read or write of a field of an object.
    fn access(&mut self, at: MethodId, object: Register, fields: u64) {
        let field = self.fields[usize::try_from(self.random.below(fields)).unwrap()];
        let object = object.into();
        if self.random.one_in(2) {
            self.push(at, Instruction::Read { to: NUMBER, object, field });
            if self.random.one_in(3) {
                let number = Expression::Constant(i64::try_from(self.random.below(2)).unwrap());
                let condition = Expression::binary(BinaryOp::Different, NUMBER.into(), number);
                self.push(at, Instruction::Assert { condition });
            }
        } else {
            let value = i64::try_from(self.random.below(3)).unwrap().into();
            self.push(at, Instruction::Write { object, field, value });
        }
    }

    fn own(&mut self, at: MethodId) {
        self.access(at, THIS, 2);
    }

    /// Does something with the inner object.
    fn inner(&mut self, at: MethodId) {
        let (object, field) = (THIS.into(), self.fields[2]);
        self.push(at, Instruction::Read { to: INNER, object, field });
        let is_locked = self.random.one_in(2);
        if is_locked {
            self.push(at, Instruction::Acquire { object: INNER.into() });
        }
        if !self.random.one_in(4) {
            self.access(at, INNER, 1);
        }
        if is_locked && !self.is_odd() {
            self.push(at, Instruction::Release { object: INNER.into() });
        }
    }

    fn call(&mut self, at: MethodId, methods: &[MethodId], object: Register) {
        let Some(last) = methods.len().checked_sub(1) else { return };
        let chosen = usize::try_from(self.random.below(methods.len() as u64)).unwrap();
        let method = methods[chosen.min(last)];
        let arguments = [object.into(), OTHER.into(), LOCK.into()].into();
        self.push(at, Instruction::Call { to: None, method, arguments });
    }

    fn statement(&mut self, at: MethodId, others: &[MethodId]) {
        use Instruction as I;
        match self.random.below(8) {
            0 | 1 => self.own(at),
            2 => {
                let object = if self.is_odd() { OTHER } else { THIS };
                self.access(at, object, 2);
            }
            3 | 4 => self.inner(at),
            5 => {
                let (class, field) = (self.classes[1], self.fields[2]);
                self.push(at, I::New { to: INNER, class });
                self.push(at, I::Write { object: THIS.into(), field, value: INNER.into() });
            }
            6 => {
                let object = if self.is_odd() { OTHER } else { THIS };
                self.call(at, others, object);
            }
            _ if self.is_odd() => self.odd_statement(at),
            _ => _ = self.push(at, I::Skip),
        }
    }

    /// Something that a method must not do.
    fn odd_statement(&mut self, at: MethodId) {
        use Instruction as I;
        let this: Expression = THIS.into();
        match self.random.below(9) {
            0 => self.access(at, OTHER, 2),
            1 => {
                self.push(at, I::Acquire { object: LOCK.into() });
                self.own(at);
                self.push(at, I::Release { object: LOCK.into() });
            }
            2 => {
                let field = self.fields[3];
                self.push(at, I::Write { object: this, field, value: 1.into() });
            }
            3 => {
                let field = self.fields[3];
                self.push(at, I::Read { to: NUMBER, object: this, field });
            }
            4 => _ = self.push(at, I::Release { object: LOCK.into() }),
            5 => {
                let others = None;
                self.push(at, I::Choose { to: NUMBER, low: 0.into(), high: 1.into(), others });
            }
            6 => _ = self.push(at, I::NotifyAll { object: this }),
            7 => {
                let start = self.builder.next(at);
                self.push(at, I::Throw { value: this });
                let target = self.builder.next(at);
                self.push(at, I::Skip);
                if self.random.one_in(2) {
                    let caught = if self.random.one_in(4) {
                        Caught::Wrong(Wrong::Null)
                    } else {
                        Caught::Any
                    };
                    let handler =
                        Handler { from: start, to: target, caught, target, register: None };
                    self.builder.method_mut(at).handlers.push(handler);
                }
            }
            _ => {
                let object: Expression = LOCK.into();
                self.push(at, I::TryAcquire { to: NUMBER, object });
            }
        }
    }

    /// What a thread does: calls, mostly.
    fn thread(&mut self, at: MethodId, methods: &[MethodId]) {
        use Instruction as I;
        for _ in 0..=self.random.below(2) {
            let is_locked = self.is_locked && !self.random.one_in(12);
            if is_locked {
                self.push(at, I::Acquire { object: LOCK.into() });
            }
            let kinds = if self.is_odd() { 12 } else { 8 };
            match self.random.below(kinds) {
                8 | 9 => self.own(at),
                10 | 11 => self.inner(at),
                number => {
                    let object = if number == 7 { OTHER } else { THIS };
                    let start = self.builder.next(at);
                    self.call(at, methods, object);
                    let target = self.builder.next(at);
                    if self.random.one_in(3) {
                        let caught = Caught::Any;
                        let handler =
                            Handler { from: start, to: target, caught, target, register: None };
                        self.push(at, I::Skip);
                        self.builder.method_mut(at).handlers.push(handler);
                    }
                }
            }
            if is_locked && !self.is_odd() {
                self.push(at, I::Release { object: LOCK.into() });
            }
        }
        self.push(at, I::Return { value: 0.into() });
    }
}
