//! Random programs: a few threads that share a few objects, with everything that programs can do, and odd things too.

use reductio_programs::{
    BinaryOp, Caught, ClassId, Expression, FieldId, Handler, Instruction, Method, MethodId,
    Program, ProgramBuilder, Register, StaticId, Wrong,
};

/// A source of random numbers (`SplitMix64`), the same for the same seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    pub(crate) fn one_in(&mut self, most: u64) -> bool {
        self.below(most) == 0
    }
}

/// Two objects that all threads know.
const SHARED: [Register; 2] = [Register(0), Register(1)];
/// An object that a thread has made or read.
const OWN: Register = Register(2);
/// A number.
const NUMBER: Register = Register(3);
/// A thread.
const CHILD: Register = Register(4);
const REGISTERS: u32 = 5;

#[expect(clippy::struct_excessive_bools, reason = "each is drawn alone")]
struct Maker {
    random: Random,
    builder: ProgramBuilder,
    classes: [ClassId; 2],
    /// Two fields for numbers, one for objects, and one that is volatile in one class.
    fields: [FieldId; 4],
    global: StaticId,
    line: u32,
    /// Whether the program has what is not in figure 2 of S4: monitors, volatile variables, choices, statics.
    is_rich: bool,
    /// Whether the program has what Java has besides: exceptions, tried locks, timed waits, atomic updates.
    is_exotic: bool,
    /// Whether most statements are reads, writes and assertions, so that much depends on the order of few steps.
    is_sharp: bool,
    /// Whether the method has put something into the register of its own object, or of its child.
    has_own: bool,
    has_child: bool,
    /// How many statements may still be made.
    left: u32,
}

/// A random program. Every instruction has a line of its own. Exotic programs have exceptions, tried locks, timed waits
/// and atomic updates.
pub(crate) fn program(seed: u64, is_exotic: bool) -> Program {
    let mut random = Random(seed);
    let mut builder = ProgramBuilder::new(format!("random {seed}"));
    let classes = [builder.class("A"), builder.class("B")];
    let fields = ["a", "b", "next", "flag"].map(|name| builder.field(name));
    builder.volatile(classes[0], fields[3]);
    let global = builder.static_variable("global", false);
    let is_rich = random.one_in(2);
    let is_sharp = random.one_in(2);
    let mut maker = Maker {
        random,
        builder,
        classes,
        fields,
        global,
        line: 0,
        is_rich,
        is_exotic,
        is_sharp,
        has_own: false,
        has_child: false,
        left: 0,
    };
    let method = |name: &str, parameters| Method {
        name: name.to_owned(),
        parameters,
        registers: REGISTERS,
        temporaries: parameters,
        ..Method::default()
    };
    let threads = 1 + maker.random.below(3);
    let mut methods: Vec<MethodId> = Vec::new();
    for number in 0..threads {
        let new = maker.builder.method(method(&format!("t{number}"), 2));
        (maker.has_own, maker.has_child) = (false, false);
        maker.left =
            2 + u32::try_from(maker.random.below(if threads == 3 { 3 } else { 5 })).unwrap();
        maker.block(new, &methods, 0);
        methods.push(new);
    }
    let main = maker.builder.method(method("main", 0));
    (maker.has_own, maker.has_child) = (false, false);
    for (place, register) in SHARED.into_iter().enumerate() {
        if place == 0 || !maker.random.one_in(12) {
            let class = maker.classes[place];
            maker.push(main, Instruction::New { to: register, class });
        }
    }
    maker.left = 1 + u32::try_from(maker.random.below(3)).unwrap();
    if maker.random.one_in(3) {
        maker.statement(main, &[], 0);
    }
    for _ in 0..2 + maker.random.below(2) {
        let method = methods[usize::try_from(maker.random.below(threads)).unwrap()];
        maker.fork(main, method);
        if maker.random.one_in(6) {
            maker.push(main, Instruction::Join { thread: CHILD.into() });
        }
    }
    if maker.random.one_in(2) {
        maker.push(main, Instruction::Join { thread: CHILD.into() });
    }
    maker.left = u32::try_from(maker.random.below(3)).unwrap();
    maker.block(main, &methods, 0);
    maker.builder.build(main).unwrap()
}

impl Maker {
    fn push(&mut self, method: MethodId, instruction: Instruction) -> u32 {
        self.line += 1;
        self.builder.push(method, self.line, instruction)
    }

    fn fork(&mut self, at: MethodId, method: MethodId) {
        self.has_child = true;
        let arguments = [SHARED[0].into(), SHARED[1].into()].into();
        self.push(at, Instruction::Fork { to: Some(CHILD), method, arguments });
    }

    /// A register with an object, most of the time.
    fn object(&mut self) -> Expression {
        match self.random.below(48) {
            0 => NUMBER.into(),
            1..=10 if self.has_own || self.random.one_in(10) => OWN.into(),
            1..=32 => SHARED[0].into(),
            _ => SHARED[1].into(),
        }
    }

    fn shared(&mut self) -> Expression {
        SHARED[usize::from(self.random.one_in(3))].into()
    }

    fn number_field(&mut self) -> FieldId {
        self.fields[usize::from(self.random.one_in(3))]
    }

    fn block(&mut self, method: MethodId, forkable: &[MethodId], depth: u32) {
        while self.left > 0 {
            self.statement(method, forkable, depth);
            if depth > 0 && self.random.one_in(2) {
                return;
            }
        }
    }

    fn statement(&mut self, method: MethodId, forkable: &[MethodId], depth: u32) {
        use Instruction as I;
        self.left = self.left.saturating_sub(1);
        if self.is_exotic && self.random.one_in(2) {
            return self.exotic_statement(method, forkable, depth);
        }
        if self.is_sharp && !self.random.one_in(5) {
            return self.sharp_statement(method, forkable, depth);
        }
        let binary =
            |op, number: i64| Expression::binary(op, NUMBER.into(), Expression::Constant(number));
        match self.random.below(if self.is_rich { 34 } else { 24 }) {
            0..=2 => {
                let (object, field) = (self.object(), self.number_field());
                self.push(method, I::Read { to: NUMBER, object, field });
            }
            3..=5 => {
                let (object, field) = (self.object(), self.number_field());
                let number = i64::try_from(self.random.below(2)).unwrap();
                let value = if self.random.one_in(3) { NUMBER.into() } else { number.into() };
                self.push(method, I::Write { object, field, value });
            }
            6 => {
                let (object, value) = (self.shared(), self.object());
                self.push(method, I::Write { object, field: self.fields[2], value });
            }
            7 => {
                let object = self.shared();
                self.push(method, I::Read { to: OWN, object, field: self.fields[2] });
                self.has_own |= self.random.one_in(3);
            }
            8..=12 => {
                let object = if self.random.one_in(6) { self.object() } else { self.shared() };
                self.push(method, I::Acquire { object: object.clone() });
                if !self.random.one_in(8) {
                    if depth < 2 {
                        self.block(method, forkable, depth + 1);
                    }
                    if !self.random.one_in(16) {
                        self.push(method, I::Release { object });
                    }
                }
            }
            13 => {
                let class = self.classes[usize::from(self.random.one_in(2))];
                self.push(method, I::New { to: OWN, class });
                self.has_own = true;
            }
            14 if self.random.one_in(4) => {
                let object = self.object();
                self.push(method, I::Release { object });
            }
            15 | 16 => {
                let op = if self.random.one_in(2) { BinaryOp::Equal } else { BinaryOp::Different };
                let number = i64::try_from(self.random.below(2)).unwrap();
                self.push(method, I::Assert { condition: binary(op, number) });
            }
            17 => {
                let value = Expression::binary(
                    BinaryOp::Modulo,
                    binary(BinaryOp::Add, 1),
                    Expression::Constant(2),
                );
                self.push(method, I::Compute { to: NUMBER, value });
            }
            18 | 19 => {
                let branch =
                    self.push(method, I::Branch { condition: NUMBER.into(), otherwise: 0 });
                if depth < 2 {
                    self.block(method, forkable, depth + 1);
                }
                let end = self.builder.next(method);
                self.builder.set_target(method, branch, end);
            }
            20 | 21 => {
                // Round for ever, or while a number is not 0.
                let start = self.builder.next(method);
                let branch = self.random.one_in(2).then(|| {
                    self.push(method, I::Branch { condition: NUMBER.into(), otherwise: 0 })
                });
                self.left = self.left.min(3);
                if depth < 2 {
                    self.block(method, forkable, depth + 1);
                } else {
                    self.push(method, I::Skip);
                }
                self.push(method, I::Jump { target: start });
                let end = self.builder.next(method);
                if let Some(branch) = branch {
                    self.builder.set_target(method, branch, end);
                }
            }
            22 => match forkable.first() {
                Some(first) if depth == 0 => self.fork(method, *first),
                _ => _ = self.push(method, I::Yield),
            },
            23 if self.has_child || self.random.one_in(8) => {
                self.push(method, I::Join { thread: CHILD.into() });
            }
            14 | 23 => _ = self.push(method, I::Skip),
            rich => self.rich_statement(method, rich),
        }
    }

    /// A statement with what is not in figure 2 of S4.
    fn rich_statement(&mut self, method: MethodId, kind: u64) {
        use Instruction as I;
        match kind {
            24..=26 => {
                let object = self.shared();
                self.push(method, I::Write { object, field: self.fields[3], value: 1.into() });
            }
            27 | 28 => {
                let object = self.shared();
                self.push(method, I::Read { to: NUMBER, object, field: self.fields[3] });
            }
            29 => {
                let object = self.shared();
                self.push(method, I::Acquire { object: object.clone() });
                self.push(method, I::Wait { object: object.clone(), timed: false });
                self.push(method, I::Release { object });
            }
            30 => {
                let object = self.shared();
                self.push(method, I::Acquire { object: object.clone() });
                if self.random.one_in(2) {
                    self.push(method, I::Notify { object: object.clone() });
                } else {
                    self.push(method, I::NotifyAll { object: object.clone() });
                }
                self.push(method, I::Release { object });
            }
            31 => {
                _ = self.push(
                    method,
                    I::Choose { to: NUMBER, low: 0.into(), high: 1.into(), others: None },
                );
            }
            32 => _ = self.push(method, I::ReadStatic { to: NUMBER, from: self.global }),
            _ => {
                let to = self.global;
                self.push(method, I::WriteStatic { to, value: 1.into() });
            }
        }
    }

    /// A statement with what Java has.
    fn exotic_statement(&mut self, method: MethodId, forkable: &[MethodId], depth: u32) {
        use Instruction as I;
        let flag = self.fields[3];
        match self.random.below(12) {
            0..=2 => {
                // Tries to take a lock, and has it in one of two branches.
                let object = self.shared();
                self.push(method, I::TryAcquire { to: NUMBER, object: object.clone() });
                let branch =
                    self.push(method, I::Branch { condition: NUMBER.into(), otherwise: 0 });
                if depth < 2 {
                    self.block(method, forkable, depth + 1);
                }
                if !self.random.one_in(8) {
                    self.push(method, I::Release { object });
                }
                let end = self.builder.next(method);
                self.builder.set_target(method, branch, end);
            }
            3 => {
                let object = self.shared();
                self.push(method, I::Acquire { object: object.clone() });
                self.push(method, I::Wait { object: object.clone(), timed: true });
                self.push(method, I::Release { object });
            }
            4 | 5 => {
                let field = if self.random.one_in(4) { self.number_field() } else { flag };
                let object = self.shared();
                let number = i64::try_from(self.random.below(2)).unwrap();
                let expected = self.random.one_in(2).then(|| number.into());
                let value =
                    Expression::binary(BinaryOp::Equal, NUMBER.into(), Expression::Constant(0));
                self.push(method, I::Update { to: NUMBER, object, field, expected, value });
            }
            6 => {
                let object = self.shared();
                self.push(method, I::Depth { to: NUMBER, object });
            }
            7 | 8 => {
                let value = self.object();
                self.push(method, I::Throw { value });
            }
            _ => {
                let start = self.builder.next(method);
                if depth < 2 {
                    self.left = self.left.max(2);
                    self.block(method, forkable, depth + 1);
                } else {
                    self.push(method, I::Throw { value: SHARED[0].into() });
                }
                let end = self.builder.next(method);
                let jump = self.push(method, I::Jump { target: 0 });
                let target = self.push(method, I::Skip);
                let caught = match self.random.below(4) {
                    0 => Caught::Any,
                    1 => Caught::Class(self.classes[0]),
                    2 => Caught::Wrong(Wrong::Null),
                    _ => Caught::Wrong(Wrong::NotOwner),
                };
                let register = self.random.one_in(2).then_some(OWN);
                let handler = Handler { from: start, to: end, caught, target, register };
                self.builder.method_mut(method).handlers.push(handler);
                if depth < 2 && self.random.one_in(2) {
                    self.block(method, forkable, depth + 1);
                }
                let end = self.builder.next(method);
                self.builder.set_target(method, jump, end);
            }
        }
    }

    /// A statement of a program in which much depends on the order of few steps.
    fn sharp_statement(&mut self, method: MethodId, forkable: &[MethodId], depth: u32) {
        use Instruction as I;
        let object: Expression = SHARED[0].into();
        let number = i64::try_from(self.random.below(3)).unwrap();
        let condition = |op| Expression::binary(op, NUMBER.into(), Expression::Constant(number));
        let field = self.number_field();
        match self.random.below(9) {
            0..=2 => _ = self.push(method, I::Read { to: NUMBER, object, field }),
            3..=4 => _ = self.push(method, I::Write { object, field, value: number.into() }),
            5 => {
                self.push(method, I::Read { to: NUMBER, object, field });
                let condition = condition(BinaryOp::Different);
                self.push(method, I::Assert { condition });
            }
            6 => {
                self.push(method, I::Read { to: NUMBER, object, field });
                let condition = condition(BinaryOp::Equal);
                let branch = self.push(method, I::Branch { condition, otherwise: 0 });
                if depth < 2 {
                    self.block(method, forkable, depth + 1);
                }
                let end = self.builder.next(method);
                self.builder.set_target(method, branch, end);
            }
            7 => {
                // Waits until a number is another one.
                let start = self.push(method, I::Read { to: NUMBER, object, field });
                let condition = condition(BinaryOp::Equal);
                let branch = self.push(method, I::Branch { condition, otherwise: 0 });
                self.push(method, I::Jump { target: start });
                let end = self.builder.next(method);
                self.builder.set_target(method, branch, end);
            }
            _ => {
                self.push(method, I::Acquire { object: object.clone() });
                if depth < 2 {
                    self.block(method, forkable, depth + 1);
                }
                self.push(method, I::Release { object });
            }
        }
    }
}
