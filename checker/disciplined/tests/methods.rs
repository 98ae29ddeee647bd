//! What each rule of calls as operations refuses, and what it lets pass: a program for each, with what is said of it.

use reductio_disciplined::{Answer, Classification, Options, Unknown, check};
use reductio_programs::{
    FieldId, Instruction, Method, MethodId, Program, ProgramBuilder, Register,
};

const THIS: Register = Register(0);
const OTHER: Register = Register(1);
const INNER: Register = Register(2);
const NUMBER: Register = Register(3);

/// A program in the making: two objects of class `Box`, each with a `Node`, of which the first is handed to two
/// threads.
struct Maker {
    builder: ProgramBuilder,
    add: MethodId,
    count: FieldId,
    next: FieldId,
    line: u32,
}

impl Maker {
    fn new() -> Maker {
        let mut builder = ProgramBuilder::new("methods");
        let add = builder.method(method("Box.add", 2, true));
        let (count, next) = (builder.field("count"), builder.field("next"));
        Maker { builder, add, count, next, line: 0 }
    }

    fn push(&mut self, at: MethodId, instruction: Instruction) {
        self.line += 1;
        self.builder.push(at, self.line, instruction);
    }

    fn read(&mut self, at: MethodId, object: Register) {
        let (object, field) = (object.into(), self.count);
        self.push(at, Instruction::Read { to: NUMBER, object, field });
    }

    fn write(&mut self, at: MethodId, object: Register) {
        let (object, field) = (object.into(), self.count);
        self.push(at, Instruction::Write { object, field, value: 1.into() });
    }

    fn inner(&mut self, at: MethodId) {
        let (object, field) = (THIS.into(), self.next);
        self.push(at, Instruction::Read { to: INNER, object, field });
    }

    fn acquire(&mut self, at: MethodId, object: Register) {
        self.push(at, Instruction::Acquire { object: object.into() });
    }

    fn release(&mut self, at: MethodId, object: Register) {
        self.push(at, Instruction::Release { object: object.into() });
    }

    fn call(&mut self, at: MethodId) {
        let (method, arguments) = (self.add, [THIS.into(), OTHER.into()].into());
        self.push(at, Instruction::Call { to: None, method, arguments });
    }

    /// The program whose threads do what `body` says, after `add` was written.
    fn program(mut self, body: impl Fn(&mut Maker, MethodId)) -> Program {
        let end = Instruction::Return { value: 0.into() };
        let add = self.add;
        self.push(add, end.clone());
        let other = self.builder.method(method("other", 2, false));
        let main = self.builder.method(method("main", 0, false));
        let [of_box, of_node] = ["Box", "Node"].map(|name| self.builder.class(name));
        for register in [THIS, OTHER] {
            self.push(main, Instruction::New { to: register, class: of_box });
            self.push(main, Instruction::New { to: INNER, class: of_node });
            let (object, field) = (register.into(), self.next);
            self.push(main, Instruction::Write { object, field, value: INNER.into() });
        }
        let arguments = [THIS.into(), OTHER.into()].into();
        self.push(main, Instruction::Fork { to: None, method: other, arguments });
        for at in [main, other] {
            body(&mut self, at);
            self.push(at, end.clone());
        }
        self.builder.build(main).unwrap()
    }
}

fn method(name: &str, parameters: u32, has_receiver: bool) -> Method {
    let name = name.to_owned();
    let (registers, temporaries) = (4, parameters);
    Method { name, parameters, registers, temporaries, has_receiver, ..Method::default() }
}

fn checked(program: &Program, classes: &str) -> Answer {
    let classes = Classification::parse(classes).unwrap().of(program).unwrap();
    check(program, &classes, &Options::default())
}

fn told(program: &Program, classes: &str) -> Vec<String> {
    let answer = checked(program, classes);
    assert_eq!(answer.unknown(), Some(Unknown::WrongClass), "{answer:?}");
    answer.breaches.iter().map(|breach| breach.told(program).to_string()).collect()
}

/// The number of states of a program whose classes are right.
fn holds(program: &Program, classes: &str) -> usize {
    let answer = checked(program, classes);
    let told: Vec<String> =
        answer.breaches.iter().map(|breach| breach.told(program).to_string()).collect();
    assert!(answer.unknown().is_none(), "{told:?}");
    answer.states
}

/// A counter with a synchronized method, whose fields nobody else touches.
fn counter() -> Program {
    let mut maker = Maker::new();
    let add = maker.add;
    maker.acquire(add, THIS);
    maker.read(add, THIS);
    maker.write(add, THIS);
    maker.release(add, THIS);
    maker.program(Maker::call)
}

#[test]
fn a_class_with_synchronized_methods_has_the_granularity_of_methods() {
    assert_eq!(holds(&counter(), "method Box"), holds(&counter(), "disciplined Box"));
    holds(&counter(), "atomic Box");
}

#[test]
fn a_method_that_others_see_at_work_is_no_operation() {
    // It takes its lock twice: others can come in between.
    let mut maker = Maker::new();
    let add = maker.add;
    for _ in 0..2 {
        maker.acquire(add, THIS);
        maker.write(add, THIS);
        maker.release(add, THIS);
    }
    let program = maker.program(Maker::call);
    holds(&program, "disciplined Box");
    let expected = "`Box` made in line 8 does not have the granularity of methods: a call of a method is no single operation, for in it \
                    `other` takes a lock in line 4 in `Box.add`, which others can see (G1)";
    assert_eq!(told(&program, "method Box"), [expected]);
    // It chooses.
    let mut maker = Maker::new();
    let add = maker.add;
    maker.acquire(add, THIS);
    let (low, high) = (0.into(), 1.into());
    maker.push(add, Instruction::Choose { to: NUMBER, low, high, others: None });
    maker.release(add, THIS);
    let found = told(&maker.program(Maker::call), "method Box");
    assert!(found[0].contains("(G1)"), "{found:?}");
    // It waits.
    let mut maker = Maker::new();
    let add = maker.add;
    maker.acquire(add, THIS);
    maker.push(add, Instruction::Wait { object: THIS.into(), timed: false });
    maker.release(add, THIS);
    let found = told(&maker.program(Maker::call), "atomic Box");
    assert!(found[0].contains("waits in line 2") && found[0].contains("(G1)"), "{found:?}");
    // It takes another object's lock.
    let mut maker = Maker::new();
    let add = maker.add;
    maker.acquire(add, OTHER);
    maker.write(add, THIS);
    maker.release(add, OTHER);
    let program = maker.program(Maker::call);
    holds(&program, "disciplined Box");
    let found = told(&program, "method Box");
    assert!(found[0].contains("takes a lock in line 1 in `Box.add`"), "{found:?}");
}

#[test]
fn fields_that_other_code_touches_are_not_those_of_methods() {
    let mut maker = Maker::new();
    let add = maker.add;
    maker.acquire(add, THIS);
    maker.write(add, THIS);
    maker.release(add, THIS);
    let program = maker.program(|maker, at| {
        maker.call(at);
        maker.acquire(at, THIS);
        maker.read(at, THIS);
        maker.release(at, THIS);
    });
    holds(&program, "disciplined Box");
    let found = told(&program, "method Box");
    assert!(found[0].contains("a field is touched by what is none of its methods"), "{found:?}");
    assert!(found[0].contains("reads `count`") && found[0].ends_with("(G2)"), "{found:?}");
    // A field that nobody writes any more is as good as final.
    let mut maker = Maker::new();
    let add = maker.add;
    maker.read(add, THIS);
    let program = maker.program(|maker, at| {
        maker.call(at);
        maker.read(at, THIS);
    });
    holds(&program, "method Box");
}

#[test]
fn fields_of_another_instance_are_none_of_a_method() {
    let mut maker = Maker::new();
    let add = maker.add;
    maker.write(add, OTHER);
    let program = maker.program(|maker, at| {
        maker.acquire(at, OTHER);
        maker.call(at);
        maker.release(at, OTHER);
    });
    holds(&program, "disciplined Box");
    let expected = "`Box` made in line 6 does not have the granularity of methods: a method touches a field of another instance, `other` writes \
                    `count` in line 1 in `Box.add` (G3)";
    let found = told(&program, "method Box");
    assert!(found.iter().any(|told| told.starts_with(expected)), "{found:?}");
}

#[test]
fn the_fields_of_an_object_have_one_lock() {
    let mut maker = Maker::new();
    let add = maker.add;
    maker.write(add, THIS);
    let program = maker.program(|maker, at| {
        maker.acquire(at, OTHER);
        maker.call(at);
        maker.release(at, OTHER);
    });
    holds(&program, "method Box");
    let mut maker = Maker::new();
    let add = maker.add;
    maker.write(add, THIS);
    let found = told(&maker.program(Maker::call), "method Box");
    assert!(found[0].contains("is not under the lock discipline as a whole"), "{found:?}");
}

/// A method that takes the lock of the node of its box.
fn nested(is_kept: bool) -> Maker {
    let mut maker = Maker::new();
    let add = maker.add;
    maker.acquire(add, THIS);
    maker.inner(add);
    maker.acquire(add, INNER);
    maker.write(add, INNER);
    if !is_kept {
        maker.release(add, INNER);
    }
    maker.release(add, THIS);
    maker
}

#[test]
fn locks_inside_of_atomic_objects_are_invisible() {
    let program = nested(false).program(Maker::call);
    let found = told(&program, "method Box");
    assert!(found[0].contains("takes a lock in line 3 in `Box.add`"), "{found:?}");
    let (as_disciplined, as_atomic) = (holds(&program, ""), holds(&program, "atomic Box"));
    assert!(as_atomic < as_disciplined, "{as_atomic} {as_disciplined}");
}

#[test]
fn what_atomic_objects_touch_nobody_else_may_touch() {
    let program = nested(false).program(|maker, at| {
        maker.call(at);
        maker.inner(at);
        maker.acquire(at, INNER);
        maker.read(at, INNER);
        maker.release(at, INNER);
    });
    holds(&program, "");
    let found = told(&program, "atomic Box");
    assert!(found[0].starts_with("`Node` made in line "), "{found:?}");
    assert!(found[0].contains("is not encapsulated in one atomic object"), "{found:?}");
}

#[test]
fn locks_inside_of_atomic_objects_are_given_back_in_the_same_call() {
    let kept = nested(true).program(Maker::call);
    let found = told(&kept, "atomic Box");
    assert!(found.iter().any(|told| told.contains("keeps one that it has")), "{found:?}");
    let mut maker = Maker::new();
    let add = maker.add;
    maker.release(add, OTHER);
    let program = maker.program(|maker, at| {
        maker.acquire(at, OTHER);
        maker.call(at);
    });
    let found = told(&program, "atomic Box");
    assert!(found[0].contains("gives back a lock that it has not taken"), "{found:?}");
}
