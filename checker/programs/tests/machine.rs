//! What instructions do that no text has: calls, arrays, variables of no object; and that whatever grows without end
//! comes to a limit.

use reductio_programs::{
    Action, BinaryOp, Bounds, CanonicalModel, ENTRY, Event, Expression, Failure, Fresh,
    Granularity, Instruction, Limit, Machine, Method, MethodId, Program, ProgramBuilder,
    ProgramError, Queues, Register, StableModel, State, Status, ThreadId, UnaryOp, Value, Variable,
    Wrong, parse_program,
};
use reductio_search::{FindingKind, Query, Stopped, Unreduced, search};
use reductio_selective::{Limits, Selection, explore};

fn method(name: &str, parameters: u32, registers: u32) -> Method {
    Method {
        name: name.to_owned(),
        parameters,
        registers,
        temporaries: registers,
        ..Method::default()
    }
}

fn add(left: Register, right: i64) -> Expression {
    Expression::binary(BinaryOp::Add, left.into(), right.into())
}

/// Runs the first thread to its end, and returns the last state and what happened.
fn run(program: &Program) -> (State, Vec<Event>) {
    let machine = Machine::new(program, Bounds::default());
    let (mut state, mut events) = (machine.initial(), Vec::new());
    while let Some(event) = machine.step(&mut state, ThreadId(0), 0, &Fresh) {
        events.push(event);
        assert!(events.len() < 10_000);
    }
    (state, events)
}

fn wrong(build: impl FnOnce(&mut ProgramBuilder, MethodId)) -> Option<Wrong> {
    let mut builder = ProgramBuilder::new("wrong");
    let main = builder.method(method("main", 0, 3));
    build(&mut builder, main);
    let program = builder.build(main).unwrap();
    let (state, _) = run(&program);
    Failure::of(&state).next().map(|failure| failure.wrong)
}

const A: Register = Register(0);
const B: Register = Register(1);
const C: Register = Register(2);

#[test]
fn methods_have_frames_and_call_themselves() {
    // sum(n) = n == 0 ? 0 : n + sum(n - 1)
    let mut builder = ProgramBuilder::new("sum");
    let main = builder.method(method("main", 0, 1));
    let sum = builder.method(method("sum", 1, 2));
    builder.push(
        main,
        1,
        Instruction::Call { to: Some(A), method: sum, arguments: [10.into()].into() },
    );
    let right = Expression::binary(BinaryOp::Equal, A.into(), 55.into());
    builder.push(main, 2, Instruction::Assert { condition: right });
    builder.push(sum, 3, Instruction::Branch { condition: A.into(), otherwise: 3 });
    let arguments = [add(A, -1)].into();
    builder.push(sum, 4, Instruction::Call { to: Some(B), method: sum, arguments });
    let value = Expression::binary(BinaryOp::Add, A.into(), B.into());
    builder.push(sum, 5, Instruction::Return { value });
    builder.push(sum, 6, Instruction::Return { value: 0.into() });
    let program = builder.build(main).unwrap();
    let (state, events) = run(&program);
    assert_eq!(state.threads[0].status, Status::Ended);
    // 11 calls, as many returns, and the assertion.
    assert_eq!(events.len(), 23);
    assert!(events.iter().all(|event| event.action == Action::Local && event.wrong.is_none()));
    assert!(events[..22].iter().all(|event| !event.has_ended) && events[22].has_ended);
}

#[test]
fn the_class_of_an_object_decides_what_is_called() {
    let mut builder = ProgramBuilder::new("dispatch");
    let [one, two] = ["One", "Two"].map(|name| builder.class(name));
    let number = builder.selector("number");
    let main = builder.method(method("main", 0, 3));
    for (class, value) in [(one, 1), (two, 2)] {
        let found = builder.method(method("number", 1, 1));
        builder.push(found, 1, Instruction::Return { value: value.into() });
        builder.implement(class, number, found);
    }
    for (class, value) in [(two, 2), (one, 1)] {
        builder.push(main, 2, Instruction::New { to: A, class });
        let arguments = [A.into()].into();
        builder.push(
            main,
            3,
            Instruction::CallVirtual { to: Some(B), selector: number, arguments },
        );
        let condition = Expression::binary(BinaryOp::Equal, B.into(), value.into());
        builder.push(main, 4, Instruction::Assert { condition });
        builder.push(main, 5, Instruction::ClassOf { to: C, object: A.into() });
        let condition = Expression::binary(BinaryOp::Equal, C.into(), i64::from(class.0).into());
        builder.push(main, 6, Instruction::Assert { condition });
    }
    let none = builder.selector("none");
    let arguments = [A.into()].into();
    builder.push(main, 7, Instruction::CallVirtual { to: None, selector: none, arguments });
    let program = builder.build(main).unwrap();
    let (state, _) = run(&program);
    let failures: Vec<_> =
        Failure::of(&state).map(|found| (found.line(&program), found.wrong)).collect();
    assert_eq!(failures, [(7, Wrong::NoMethod)]);
}

#[test]
fn arrays_have_elements_and_ends() {
    let mut builder = ProgramBuilder::new("array");
    let class = builder.class("Array");
    let main = builder.method(method("main", 0, 3));
    builder.push(main, 1, Instruction::NewArray { to: A, class, length: 3.into() });
    builder.push(
        main,
        2,
        Instruction::WriteElement { array: A.into(), index: 2.into(), value: 7.into() },
    );
    builder.push(main, 3, Instruction::ReadElement { to: B, array: A.into(), index: 2.into() });
    builder.push(main, 4, Instruction::Length { to: C, array: A.into() });
    let sum = Expression::binary(BinaryOp::Add, B.into(), C.into());
    let condition = Expression::binary(BinaryOp::Equal, sum, 10.into());
    builder.push(main, 5, Instruction::Assert { condition });
    builder.push(main, 6, Instruction::ReadElement { to: B, array: A.into(), index: 3.into() });
    let program = builder.build(main).unwrap();
    let (state, events) = run(&program);
    let Action::Allocate { object } = events[0].action else { panic!() };
    let variable = Variable::Element(object, 2);
    assert_eq!(events[1].action, Action::Write { variable, is_volatile: false });
    assert_eq!(events[2].action, Action::Read { variable, is_volatile: false });
    assert_eq!(state.value(variable), Value::Int(7));
    assert_eq!(
        Failure::of(&state).map(|found| found.wrong).collect::<Vec<_>>(),
        [Wrong::OutOfBounds]
    );
}

#[test]
fn what_goes_wrong_says_why() {
    let array = |length: i64| {
        move |builder: &mut ProgramBuilder, main| {
            let class = builder.class("Array");
            builder.push(main, 1, Instruction::NewArray { to: A, class, length: length.into() });
            let field = builder.field("f");
            builder.push(main, 1, Instruction::Read { to: B, object: A.into(), field });
        }
    };
    assert_eq!(wrong(array(-1)), Some(Wrong::NegativeLength));
    assert_eq!(wrong(array(0)), Some(Wrong::NoFields));
    let of_object = |instruction: fn(Expression) -> Instruction| {
        move |builder: &mut ProgramBuilder, main| {
            let class = builder.class("Object");
            builder.push(main, 1, Instruction::New { to: A, class });
            builder.push(main, 1, instruction(A.into()));
        }
    };
    let length = |array| Instruction::Length { to: B, array };
    assert_eq!(wrong(of_object(length)), Some(Wrong::NoArray));
    assert_eq!(wrong(of_object(|object| Instruction::Release { object })), Some(Wrong::NotOwner));
    assert_eq!(
        wrong(of_object(|object| Instruction::Wait { object, timed: false })),
        Some(Wrong::NotOwner)
    );
    assert_eq!(wrong(of_object(|object| Instruction::Notify { object })), Some(Wrong::NotOwner));
    assert_eq!(wrong(of_object(|object| Instruction::NotifyAll { object })), Some(Wrong::NotOwner));
    assert_eq!(wrong(of_object(|thread| Instruction::Join { thread })), Some(Wrong::NoThread));
    let negative = |of| Instruction::Assert { condition: Expression::unary(UnaryOp::Negate, of) };
    assert_eq!(wrong(of_object(negative)), Some(Wrong::NoNumber));
    assert_eq!(wrong(of_object(|_| Instruction::Acquire { object: 0.into() })), Some(Wrong::Null));
    assert_eq!(
        wrong(of_object(|_| Instruction::Acquire { object: 5.into() })),
        Some(Wrong::NoObject)
    );
    let text = |builder: &mut ProgramBuilder, main| {
        let text = builder.text("java.lang.Exception");
        builder.push(main, 1, Instruction::Fail { text });
    };
    assert!(matches!(wrong(text), Some(Wrong::Failure(_))));
    for number in 0..20 {
        assert_eq!(Wrong::with_number(number).unwrap().number(), number);
    }
}

#[test]
fn variables_of_no_object_are_shared() {
    let mut builder = ProgramBuilder::new("static");
    let (plain, volatile) =
        (builder.static_variable("x", false), builder.static_variable("y", true));
    let main = builder.method(method("main", 0, 1));
    let other = builder.method(method("other", 0, 1));
    builder.push(main, 1, Instruction::Fork { to: None, method: other, arguments: [].into() });
    builder.push(main, 2, Instruction::WriteStatic { to: plain, value: 1.into() });
    builder.push(main, 3, Instruction::WriteStatic { to: volatile, value: 1.into() });
    builder.push(other, 4, Instruction::ReadStatic { to: A, from: volatile });
    builder.push(other, 4, Instruction::Branch { condition: A.into(), otherwise: 4 });
    builder.push(other, 5, Instruction::ReadStatic { to: A, from: plain });
    builder.push(other, 6, Instruction::Assert { condition: A.into() });
    let program = builder.build(main).unwrap();
    let model = CanonicalModel::new(&program, Bounds::default(), Granularity::Instruction);
    let found = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
    assert!(found.findings.is_empty() && found.is_complete());
    let (_, events) = run(&program);
    let variable = Variable::Static(volatile);
    assert_eq!(events[2].action, Action::Write { variable, is_volatile: true });
}

/// The limits that a search meets, and the states that it has seen.
fn limits(text: &str, bounds: Bounds) -> (Vec<Limit>, usize) {
    let program = parse_program(text, "grows", ENTRY).unwrap();
    let model = CanonicalModel::new(&program, bounds, Granularity::LocalsAfter);
    let found = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
    assert!(found.is_complete());
    // What is halted is no deadlock.
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    (model.limits(), found.states)
}

#[test]
fn what_grows_without_end_comes_to_a_limit() {
    let few = Bounds {
        threads: 8,
        objects: 50,
        frames: 20,
        elements: 4,
        choices: 10,
        ..Bounds::default()
    };
    let forks = "thread main { fork main\n fork main\n while 1 { skip } }";
    assert_eq!(limits(forks, few).0, [Limit::Threads]);
    let list = "thread main { o := null\n loop { p := new A\n p.next := o\n o := p } }";
    assert_eq!(limits(list, few).0, [Limit::Objects]);
    assert_eq!(limits(list, Bounds { objects: 500, ..few }).0, [Limit::Objects]);
    assert_eq!(limits("thread main { x := any 0 .. 10 }", few).0, [Limit::Choices]);
    assert_eq!(limits("thread main { x := any 0 .. 9 }", few).0, []);
    // What nobody can reach, and threads that have ended, do not count.
    let (met, states) = limits(
        "thread main { loop { o := new A\n t := fork w\n join t } }\nthread w { skip }",
        few,
    );
    assert!(met.is_empty() && states < 20, "{met:?}, {states}");
    let garbage = "thread main { loop { o := new A } }";
    assert_eq!(limits(garbage, few).0, []);

    // Calls.
    let mut builder = ProgramBuilder::new("calls");
    let main = builder.method(method("main", 0, 0));
    builder.push(main, 1, Instruction::Call { to: None, method: main, arguments: [].into() });
    let program = builder.build(main).unwrap();
    let model = CanonicalModel::new(&program, few, Granularity::Instruction);
    let found = search(&model, &Unreduced, &Query::default());
    assert!(found.is_complete() && found.findings.is_empty() && model.limits() == [Limit::Frames]);
    // Numbers grow for ever: the limit of the search ends it.
    let program =
        parse_program("thread main { x := 0\n loop { x := x + 1 } }", "x", ENTRY).unwrap();
    let model = CanonicalModel::new(&program, few, Granularity::Instruction);
    let found = search(&model, &Unreduced, &Query { memory: 1 << 22, ..Query::default() });
    assert_eq!(found.stopped, Some(Stopped::Memory));
    assert!(found.states > 10_000);
}

#[test]
fn walks_come_to_the_limits_as_well() {
    let few = Bounds { threads: 80, objects: 50, ..Bounds::default() };
    for (text, limit) in [
        ("thread main { loop { fork w } }\nthread w { stop }", Limit::Threads),
        ("thread main { o := null\n loop { p := new A\n p.next := o\n o := p } }", Limit::Objects),
    ] {
        let program = parse_program(text, "grows", ENTRY).unwrap();
        let model = StableModel::new(&program, few);
        let found = explore(&model, &Selection::default(), &Limits::default());
        assert_eq!((found.stopped, model.limits()), (None, vec![limit]), "{text}");
        assert!(found.findings.is_empty());
    }
}

#[test]
fn programs_that_refer_to_what_is_not_there_are_refused() {
    let build = |instruction: Instruction| {
        let mut builder = ProgramBuilder::new("missing");
        let main = builder.method(method("main", 0, 1));
        builder.push(main, 1, instruction);
        builder.build(main).unwrap_err()
    };
    let what = |error| match error {
        ProgramError::Missing { what, .. } => what,
        other => panic!("{other}"),
    };
    assert_eq!(what(build(Instruction::Jump { target: 2 })), "instruction");
    assert_eq!(what(build(Instruction::Compute { to: B, value: 1.into() })), "register");
    assert_eq!(what(build(Instruction::Assert { condition: B.into() })), "register");
    assert_eq!(
        what(build(Instruction::New { to: A, class: reductio_programs::ClassId(0) })),
        "class"
    );
    let method_of = |method| Instruction::Call { to: None, method, arguments: [1.into()].into() };
    assert_eq!(what(build(method_of(MethodId(1)))), "method");
    assert!(matches!(
        build(method_of(MethodId(0))),
        ProgramError::Arguments { given: 1, wanted: 0, .. }
    ));
    let mut deep = Expression::Constant(0);
    for _ in 0..2_000 {
        deep = Expression::unary(UnaryOp::Not, deep);
    }
    assert!(matches!(build(Instruction::Assert { condition: deep }), ProgramError::TooDeep { .. }));
    let error = ProgramBuilder::new("none").build(MethodId(0)).unwrap_err();
    assert_eq!(error, ProgramError::Entry(MethodId(0)));
}

#[test]
fn who_comes_first_is_served_first() {
    let text = "
thread main {
  l := new Lock
  fork one
  fork two
}
thread one {
  acquire l
  l.a := l.a + 1
  if l.a == 1 { wait l }
  release l
}
thread two {
  acquire l
  l.a := l.a + 1
  notify l
  release l
}";
    let free = parse_program(text, "queues", ENTRY).unwrap();
    let fair = free.clone().with_queues(Queues::FirstCome);
    let states = |program: &Program| {
        let model = CanonicalModel::new(program, Bounds::default(), Granularity::Instruction);
        let found = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
        assert!(found.is_complete());
        (found.states, found.deadlocks)
    };
    // A thread that finds the lock taken gets into the queue, which is a step more.
    let (fair_states, fair_deadlocks) = states(&fair);
    let (free_states, free_deadlocks) = states(&free);
    assert_eq!((free_deadlocks, fair_deadlocks), (0, 0));
    assert!(fair_states > free_states, "{fair_states}, {free_states}");
    // Three threads wait in an order; the first that is notified is the first that came.
    let order = |queues| {
        let text = "
thread main {
  l := new Lock
  acquire l
  fork one
  wait l
  acquire l
  l.first := 1
  release l
  release l
}
thread one {
  acquire l
  fork two
  wait l
  assert l.first == 1
  release l
}
thread two {
  acquire l
  notify l
  notify l
  release l
}";
        let program = parse_program(text, "order", ENTRY).unwrap().with_queues(queues);
        let model = CanonicalModel::new(&program, Bounds::default(), Granularity::Instruction);
        let found = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
        found.findings.iter().any(|found| matches!(found.kind, FindingKind::Discipline(_)))
    };
    assert!(order(Queues::Free));
    assert!(!order(Queues::FirstCome));
}
