//! Random programs about ownership and locks: loops, several threads of one kind, fields and locals that move, objects
//! that are handed over, wrappers, locks in fields, calls, virtual calls, arrays, static variables, exceptions.

use reductio_programs::generate::Draw;
use reductio_programs::{
    BinaryOp, Caught, ClassId, Expression, FieldId, Handler, Instruction, Method, MethodId,
    Program, ProgramBuilder, Register, SelectorId, StaticId,
};

/// The registers that refer to objects.
const OBJECTS: u32 = 4;
/// The greatest number of registers.
const REGISTERS: u32 = 16;

/// What the methods of a program are.
struct World {
    classes: Vec<ClassId>,
    array: ClassId,
    fields: Vec<FieldId>,
    number: FieldId,
    statics: Vec<StaticId>,
    /// What is forked, with its number of parameters.
    threads: Vec<(MethodId, u32)>,
    helpers: Vec<(MethodId, u32)>,
    selector: SelectorId,
    manner: Manner,
}

/// How the numbers of objects are mostly accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Bare,
    /// Under the object's own lock.
    Own,
    /// Those of an object in a field, under the lock of the object around.
    Around,
    /// Under the lock of an object in a field.
    Inside,
    /// Under the lock of an object in a static variable.
    Static,
}

struct Writer<'a> {
    draw: &'a mut Draw,
    builder: &'a mut ProgramBuilder,
    world: &'a World,
    method: MethodId,
    /// The number of statements that may still be written.
    left: usize,
    /// The next free register.
    free: u32,
    line: u32,
    handlers: Vec<Handler>,
    /// The threads that the method may fork, and the helpers that it may call, from these on.
    first_thread: usize,
    first_helper: usize,
}

/// The random program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut draw = Draw::new(seed ^ 0x005e_ed0f_4ea9);
    let mut builder = ProgramBuilder::new("random");
    let classes = vec![builder.class("A"), builder.class("B"), builder.class("C")];
    let array = builder.class("A[]");
    let fields = ["f", "g", "h"].iter().map(|name| builder.field(name)).collect();
    let number = builder.field("n");
    let statics = ["S", "T"].iter().map(|name| builder.static_variable(name, false)).collect();
    let selector = builder.selector("m");
    let mut method = |name: &str, parameters: u32| {
        let method = Method {
            name: name.into(),
            parameters,
            registers: REGISTERS,
            temporaries: OBJECTS,
            ..Method::default()
        };
        (builder.method(method), parameters)
    };
    let mut threads = Vec::new();
    for name in ["t0", "t1", "t2"].iter().take(1 + draw.below(3)) {
        threads.push(method(name, 1 + u32::from(draw.happens(40))));
    }
    let mut helpers = Vec::new();
    for name in ["h0", "h1"].iter().take(draw.below(3)) {
        helpers.push(method(name, 1 + u32::from(draw.happens(50))));
    }
    let virtuals = [method("A.m", 1).0, method("B.m", 1).0];
    let main = method("main", 0).0;
    let manners =
        [Manner::Bare, Manner::Own, Manner::Around, Manner::Inside, Manner::Inside, Manner::Static];
    let manner = draw.pick(&manners);
    let world =
        World { classes, array, fields, number, statics, threads, helpers, selector, manner };
    for (class, method) in world.classes.iter().zip(virtuals) {
        builder.implement(*class, selector, method);
    }
    let mut write =
        |method: MethodId, parameters: u32, size: usize, threads: usize, helpers: usize| {
            let mut writer = Writer {
                draw: &mut draw,
                builder: &mut builder,
                world: &world,
                method,
                left: size,
                free: OBJECTS,
                line: 1,
                handlers: Vec::new(),
                first_thread: threads,
                first_helper: helpers,
            };
            writer.body(parameters);
        };
    write(main, 0, 9, 0, 0);
    for (number, (thread, parameters)) in world.threads.iter().enumerate() {
        write(*thread, *parameters, 5, number + 1, 0);
    }
    for (number, (helper, parameters)) in world.helpers.iter().enumerate() {
        write(*helper, *parameters, 3, usize::MAX, number + 1);
    }
    for method in virtuals {
        write(method, 1, 2, usize::MAX, usize::MAX);
    }
    builder.build(main).unwrap()
}

impl Writer<'_> {
    fn push(&mut self, instruction: Instruction) -> u32 {
        self.builder.push(self.method, self.line, instruction)
    }

    fn object(&mut self) -> Register {
        Register(u32::try_from(self.draw.below(OBJECTS as usize)).unwrap())
    }

    fn field(&mut self) -> FieldId {
        self.draw.pick(&self.world.fields)
    }

    fn class(&mut self) -> ClassId {
        self.draw.pick(&self.world.classes)
    }

    fn number(&mut self) -> Register {
        self.free = (self.free + 1).min(REGISTERS - 1);
        Register(self.free)
    }

    fn body(&mut self, parameters: u32) {
        for register in (parameters..OBJECTS).map(Register) {
            let most = if parameters == 0 { 4 } else { 8 };
            match self.draw.below(most) {
                0..3 => {
                    let class = self.class();
                    self.push(Instruction::New { to: register, class });
                }
                3..6 if parameters > 0 => {
                    let value = Register(0).into();
                    self.push(Instruction::Compute { to: register, value });
                }
                6 => {
                    let from = self.draw.pick(&self.world.statics);
                    self.push(Instruction::ReadStatic { to: register, from });
                }
                _ => {}
            }
        }
        let from = self.builder.next(self.method);
        while self.left > 0 {
            self.statement(0);
        }
        if self.draw.happens(15) {
            // Whatever goes wrong in the middle is caught behind it.
            let to = self.builder.next(self.method);
            let over = self.push(Instruction::Jump { target: 0 });
            let target = self.builder.next(self.method);
            let register = Some(Register(3));
            let wrong = reductio_programs::Wrong::Null;
            self.handlers.push(Handler { from, to, caught: Caught::Any, target, register });
            let caught = Caught::Wrong(wrong);
            self.handlers.push(Handler { from, to, caught, target, register: None });
            self.left = 1;
            self.statement(1);
            let end = self.builder.next(self.method);
            self.builder.set_target(self.method, over, end);
        }
        let value = self.object().into();
        self.push(Instruction::Return { value });
        self.builder.method_mut(self.method).handlers = std::mem::take(&mut self.handlers);
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..=self.draw.below(3) {
            if self.left > 0 {
                self.statement(depth + 1);
            }
        }
    }

    /// Writes something that needs an object, if there is one.
    fn guarded(&mut self, object: Register, write: impl FnOnce(&mut Self)) {
        let is_guarded = self.draw.happens(85);
        let branch = is_guarded
            .then(|| self.push(Instruction::Branch { condition: object.into(), otherwise: 0 }));
        write(self);
        if let Some(branch) = branch {
            let next = self.push(Instruction::Skip);
            self.builder.set_target(self.method, branch, next);
        }
    }

    fn statement(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        self.line += 1;
        let (a, b) = (self.object(), self.object());
        let field = self.field();
        match self.draw.below(if depth < 3 { 38 } else { 20 }) {
            0..3 => {
                let class = self.class();
                self.push(Instruction::New { to: a, class });
            }
            3 => {
                self.push(Instruction::Compute { to: a, value: b.into() });
            }
            4..7 => self.guarded(b, |writer| {
                writer.push(Instruction::Read { to: a, object: b.into(), field });
            }),
            7..10 => self.guarded(a, |writer| {
                writer.push(Instruction::Write { object: a.into(), field, value: b.into() });
            }),
            10..13 | 32 | 33 => self.number_of(a),
            13 => {
                let from = self.draw.pick(&self.world.statics);
                self.push(Instruction::ReadStatic { to: a, from });
            }
            14 => {
                let to = self.draw.pick(&self.world.statics);
                self.push(Instruction::WriteStatic { to, value: b.into() });
            }
            15 => {
                let class = self.world.array;
                self.push(Instruction::NewArray { to: a, class, length: 2.into() });
            }
            16 => self.guarded(a, |writer| {
                let index = 0.into();
                writer.push(Instruction::WriteElement { array: a.into(), index, value: b.into() });
            }),
            17 => self.guarded(b, |writer| {
                writer.push(Instruction::ReadElement { to: a, array: b.into(), index: 0.into() });
            }),
            18 => match self.draw.below(6) {
                0 => self.guarded(a, |writer| {
                    writer.push(Instruction::Throw { value: a.into() });
                }),
                1 => {
                    let to = self.number();
                    self.push(Instruction::TryAcquire { to, object: a.into() });
                }
                2 => {
                    self.push(Instruction::Release { object: a.into() });
                }
                3 => {
                    self.push(Instruction::Acquire { object: a.into() });
                }
                4 => {
                    self.push(Instruction::NotifyAll { object: a.into() });
                }
                _ => {
                    let value = b.into();
                    let expected = self.draw.happens(50).then(|| 0.into());
                    self.push(Instruction::Update {
                        to: b,
                        object: a.into(),
                        field,
                        expected,
                        value,
                    });
                }
            },
            19 => self.call(a),
            20..25 => self.synchronized(a, depth),
            25 | 26 => {
                let to = self.number();
                let (low, high) = (0.into(), 1.into());
                self.push(Instruction::Choose { to, low, high, others: None });
                let branch = self.push(Instruction::Branch { condition: to.into(), otherwise: 0 });
                self.block(depth);
                let over = self.push(Instruction::Jump { target: 0 });
                let otherwise = self.push(Instruction::Skip);
                self.builder.set_target(self.method, branch, otherwise);
                if self.draw.happens(50) {
                    self.block(depth);
                }
                let end = self.push(Instruction::Skip);
                self.builder.set_target(self.method, over, end);
            }
            27..30 => self.repeated(depth),
            30 | 31 => self.pair(a, b),
            _ => self.fork(a, b),
        }
    }

    /// Makes two objects that refer to each other, or an object that refers to one that is there.
    fn pair(&mut self, a: Register, b: Register) {
        let (class, other) = (self.class(), self.class());
        self.push(Instruction::New { to: a, class });
        if self.draw.happens(70) {
            self.push(Instruction::New { to: b, class: other });
        }
        let field = self.world.fields[0];
        self.guarded(a, |writer| {
            writer.push(Instruction::Write { object: a.into(), field, value: b.into() });
        });
        if self.draw.happens(30) {
            let field = self.field();
            self.guarded(b, |writer| {
                writer.push(Instruction::Write { object: b.into(), field, value: a.into() });
            });
        }
    }

    /// Accesses the number of an object, mostly in the manner of the program.
    fn number_of(&mut self, a: Register) {
        let field = self.world.number;
        let access = |writer: &mut Self, object: Register| {
            if writer.draw.happens(60) {
                writer.push(Instruction::Write { object: object.into(), field, value: 1.into() });
            } else {
                let to = writer.number();
                writer.push(Instruction::Read { to, object: object.into(), field });
            }
        };
        let manner = if self.draw.happens(88) { self.world.manner } else { Manner::Bare };
        let way = self.world.fields[0];
        self.guarded(a, |writer| {
            let lock = |writer: &mut Self, lock: Register| {
                writer.push(Instruction::Acquire { object: lock.into() });
            };
            match manner {
                Manner::Bare => access(writer, a),
                Manner::Own => {
                    lock(writer, a);
                    access(writer, a);
                    writer.push(Instruction::Release { object: a.into() });
                }
                Manner::Around => {
                    lock(writer, a);
                    let to = writer.number();
                    writer.push(Instruction::Read { to, object: a.into(), field: way });
                    writer.guarded(to, |writer| access(writer, to));
                    writer.push(Instruction::Release { object: a.into() });
                }
                Manner::Inside => {
                    let to = writer.number();
                    writer.push(Instruction::Read { to, object: a.into(), field: way });
                    writer.guarded(to, |writer| {
                        lock(writer, to);
                        access(writer, a);
                        writer.push(Instruction::Release { object: to.into() });
                    });
                }
                Manner::Static => {
                    let (to, from) = (writer.number(), writer.world.statics[0]);
                    writer.push(Instruction::ReadStatic { to, from });
                    writer.guarded(to, |writer| {
                        lock(writer, to);
                        access(writer, a);
                        writer.push(Instruction::Release { object: to.into() });
                    });
                }
            }
        });
    }

    fn synchronized(&mut self, lock: Register, depth: usize) {
        // The lock is kept in a register of its own, as a compiler does; sometimes it is the local itself that may
        // move.
        let kept = if self.draw.happens(80) { self.number() } else { lock };
        if kept != lock {
            self.push(Instruction::Compute { to: kept, value: lock.into() });
        }
        self.guarded(kept, |writer| {
            writer.push(Instruction::Acquire { object: kept.into() });
            writer.block(depth);
            if writer.draw.happens(10) {
                writer.push(Instruction::Wait { object: kept.into(), timed: true });
                writer.block(depth);
            }
            writer.push(Instruction::Release { object: kept.into() });
        });
    }

    /// A loop of two iterations, which may be left before.
    fn repeated(&mut self, depth: usize) {
        let count = self.number();
        self.push(Instruction::Compute { to: count, value: 0.into() });
        let head = self.builder.next(self.method);
        let condition = Expression::binary(BinaryOp::Less, count.into(), 2.into());
        let branch = self.push(Instruction::Branch { condition, otherwise: 0 });
        self.block(depth);
        if self.draw.happens(60) {
            self.block(depth);
        }
        let value = Expression::binary(BinaryOp::Add, count.into(), 1.into());
        self.push(Instruction::Compute { to: count, value });
        let left = self.draw.happens(15).then(|| {
            let to = self.number();
            let (low, high) = (0.into(), 1.into());
            self.push(Instruction::Choose { to, low, high, others: None });
            self.push(Instruction::Branch { condition: to.into(), otherwise: 0 })
        });
        self.push(Instruction::Jump { target: head });
        let end = self.push(Instruction::Skip);
        for branch in left.into_iter().chain([branch]) {
            self.builder.set_target(self.method, branch, end);
        }
    }

    fn fork(&mut self, a: Register, b: Register) {
        let threads = self.world.threads.get(self.first_thread..).unwrap_or_default();
        if threads.is_empty() {
            return self.call(a);
        }
        let (method, parameters) = self.draw.pick(threads);
        let arguments = [a, b].map(Expression::from).into_iter().take(parameters as usize);
        self.push(Instruction::Fork { to: None, method, arguments: arguments.collect() });
        if self.draw.happens(35) {
            let class = self.class();
            self.push(Instruction::New { to: a, class });
        }
    }

    fn call(&mut self, a: Register) {
        let b = self.object();
        let helpers = self.world.helpers.get(self.first_helper..).unwrap_or_default();
        let may_dispatch = self.first_helper != usize::MAX;
        if may_dispatch && (helpers.is_empty() || self.draw.happens(30)) {
            let selector = self.world.selector;
            let arguments = Box::new([b.into()]);
            self.push(Instruction::CallVirtual { to: Some(a), selector, arguments });
        } else if !helpers.is_empty() {
            let (method, parameters) = self.draw.pick(helpers);
            let arguments = [b, a].map(Expression::from).into_iter().take(parameters as usize);
            let arguments = arguments.collect();
            self.push(Instruction::Call { to: Some(a), method, arguments });
        }
    }
}
