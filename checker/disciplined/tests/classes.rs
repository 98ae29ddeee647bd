//! Wrong classifications are found, for each class and each way to be wrong, and right ones hold.

use reductio_disciplined::{
    Answer, Atomicity, Class, Classes, Classification, Options, Slip, Unknown, check,
};
use reductio_programs::{
    Bounds, ENTRY, Instruction, Limit, Method, Program, ProgramBuilder, Queues, Register,
    parse_program,
};
use reductio_watched::Stopped;

fn program(text: &str) -> Program {
    parse_program(text, "ours", ENTRY).unwrap()
}

fn checked(text: &str, classes: &str) -> (Program, Answer) {
    let program = program(text);
    let classes = Classification::parse(classes).unwrap().of(&program).unwrap();
    let answer = check(&program, &classes, &Options::default());
    (program, answer)
}

/// The breaches in words.
fn told(text: &str, classes: &str) -> Vec<String> {
    let (program, answer) = checked(text, classes);
    assert_eq!(answer.unknown(), Some(Unknown::WrongClass), "{answer:?}");
    assert_eq!((answer.failures().word(), answer.deadlocks().word()), ("declined", "declined"));
    answer.breaches.iter().map(|breach| breach.told(&program).to_string()).collect()
}

fn holds(text: &str, classes: &str) {
    let (program, answer) = checked(text, classes);
    let found: Vec<String> =
        answer.breaches.iter().map(|breach| breach.told(&program).to_string()).collect();
    assert!(answer.unknown().is_none(), "{found:?} {:?}", answer.stopped);
    assert_eq!(answer.rules().word(), "holds");
}

const UNLOCKED: &str = "thread main {
  b := new Box
  t := fork other
  b.full := 1
}
thread other {
  synchronized b { b.full := 2 }
}";

#[test]
fn what_two_threads_touch_is_not_unshared() {
    let found = told(UNLOCKED, "unshared Box");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("`Box` made in line 2 is not unshared: "), "{found:?}");
}

#[test]
fn what_is_written_without_the_lock_is_not_disciplined() {
    for classes in ["", "disciplined Box at 2"] {
        let found = told(UNLOCKED, classes);
        let expected = "`Box` made in line 2 is not under the lock discipline: `main` writes `full` in line 4, `other` writes \
                        `full` in line 7, and no lock is owned at every access";
        assert_eq!(found, [expected]);
    }
}

#[test]
fn communication_is_never_wrong_and_costs_states() {
    holds(UNLOCKED, "communication Box");
    let locked = UNLOCKED.replace("  b.full := 1", "  synchronized b { b.full := 1 }");
    holds(&locked, "");
    let states = |classes| checked(&locked, classes).1.states;
    assert!(states("") < states("communication Box"));
}

/// S1 section 7: the first thread writes without a lock, and then lets the second one go on, which writes with one.
/// Where accesses count from the second thread on, no run of the reduced search shows it; here it does.
#[test]
fn the_example_of_section_7_is_found() {
    let text = "thread main {
  o := new Lock
  v := new Value
  sem := new Semaphore
  t := fork second
  sem.up := 1
  v.a := 1
}
thread second {
  while sem.up == 0 { yield }
  synchronized o { v.a := 2 }
}";
    let found = told(text, "communication Semaphore");
    assert!(found[0].contains("`Value` made in line 3"), "{found:?}");
}

#[test]
fn initialization_needs_no_lock() {
    // What nobody else can reach, and what is handed over under a lock.
    holds(
        "thread main {
           b := new Box
           b.full := 7
           t := fork other
           n := new Node
           n.value := 1
           synchronized b { b.next := n }
         }
         thread other {
           synchronized b { n := b.next }
           if n != null { n.value := 2 }
         }",
        "",
    );
    // After it was handed over it is too late.
    let late = told(
        "thread main {
           b := new Box
           t := fork other
           n := new Node
           synchronized b { b.next := n }
           n.value := 1
         }
         thread other {
           synchronized b { n := b.next }
           if n != null { n.value := 2 }
         }",
        "",
    );
    assert!(late[0].starts_with("`Node` made in line 4"), "{late:?}");
}

#[test]
fn who_joins_takes_over() {
    let text = "thread main {
  b := new Box
  t := fork other
  join t
  b.full := 1
}
thread other { b.full := 2 }";
    holds(text, "");
    holds(text, "unshared Box");
    told(&text.replace("  join t\n", ""), "");
    // The one that has ended was not joined.
    let other = text.replace("join t", "u := fork third\n  join u") + "\nthread third { skip }";
    told(&other, "unshared Box");
}

#[test]
fn reading_needs_no_lock_until_somebody_writes() {
    let text = "thread main {
  b := new Box
  b.full := 1
  t := fork other
  x := b.full
}
thread other { x := b.full }";
    holds(text, "");
    told(&text.replace("  x := b.full\n}", "  b.full := 2\n}"), "");
}

#[test]
fn fields_may_have_different_locks() {
    holds(
        "thread main {
           b := new Box
           m := new Lock
           t := fork other
           synchronized b { b.left := 1 }
           synchronized m { b.right := 1 }
         }
         thread other {
           synchronized b { b.left := 2 }
           synchronized m { b.right := 2 }
         }",
        "",
    );
}

#[test]
fn locks_of_unshared_objects_are_invisible_and_looked_after() {
    let text = "thread main {
  b := new Box
  t := fork other
}
thread other {
  synchronized b { b.full := 1 }
  synchronized b { b.full := 2 }
}";
    holds(text, "unshared Box");
    let states = |classes| checked(text, classes).1.states;
    assert!(states("unshared Box") < states(""));
    // Two threads that come to the lock, of which one holds it for ever.
    let held = "  t := fork other\n  synchronized b { assert 0 }\n";
    let two = text.replace("  t := fork other\n", held);
    let (program, answer) = checked(&two, "unshared Box");
    let found = answer.breaches[0].told(&program).to_string();
    assert_eq!(answer.unknown(), Some(Unknown::WrongClass));
    assert!(found.contains("uses its lock"), "{found}");
}

#[test]
fn failures_of_runs_are_told_whatever_the_classes_are() {
    let text = UNLOCKED.replace("  b.full := 1", "  b.full := 1\n  assert 0");
    let (_, answer) = checked(&text, "unshared Box");
    assert_eq!((answer.rules().word(), answer.failures().word()), ("fails", "fails"));
    assert_eq!(answer.wrong[0].line, 5);
}

#[test]
fn deadlocks_are_found_by_reduced_steps() {
    let text = "thread main {
  a := new Lock
  b := new Lock
  t := fork other
  synchronized a { synchronized b { skip } }
}
thread other { synchronized b { synchronized a { skip } } }";
    let (_, answer) = checked(text, "");
    assert_eq!((answer.rules().word(), answer.deadlocks().word()), ("holds", "fails"));
    assert!(answer.deadlock.unwrap().steps.len() >= 5);
}

#[test]
fn invisible_loops_end() {
    // One that comes back to the same state, and one that counts.
    holds("thread main { t := fork spin }\nthread spin { loop { skip } }", "");
    let program = program("thread main { x := 0\n loop { x := x + 1 } }");
    let classes = Classification::default().of(&program).unwrap();
    let answer = check(&program, &classes, &Options { max_states: 100, ..Options::default() });
    assert_eq!(answer.stopped, Some(Stopped::States));
    assert_eq!(answer.failures().word(), "declined");
    // The accesses of a loop are invisible as well.
    holds(
        "thread main { b := new Box\n t := fork spin }\nthread spin { loop { b.up := 1 - b.up } }",
        "unshared Box",
    );
}

#[test]
fn bounds_are_told() {
    let program =
        program("thread main { loop { t := fork other } }\nthread other { loop { yield } }");
    let classes = Classification::default().of(&program).unwrap();
    let bounds = Bounds { threads: 4, ..Bounds::default() };
    let answer = check(&program, &classes, &Options { bounds, ..Options::default() });
    assert_eq!(answer.stopped, Some(Stopped::Bound(Limit::Threads)));
    let timeout = Some(std::time::Duration::ZERO);
    let answer = check(&program, &classes, &Options { timeout, ..Options::default() });
    assert_eq!(answer.stopped, Some(Stopped::Time));
}

#[test]
fn without_the_monitor_nothing_holds() {
    let program = program(UNLOCKED);
    let classes = Classes::all(&program, Class::Disciplined);
    let with = |atomicity, monitor| {
        check(&program, &classes, &Options { atomicity, monitor, ..Options::default() })
    };
    let off = with(Atomicity::Reduced, false);
    assert!(off.breaches.is_empty());
    assert_eq!(off.unknown(), Some(Unknown::NoMonitor));
    assert_eq!((off.rules().word(), off.failures().word()), ("declined", "declined"));
    let lines = with(Atomicity::Line, true);
    assert_eq!((lines.unknown(), lines.deadlocks().word()), (Some(Unknown::Lines), "declined"));
    // Where every instruction is a step, no class matters.
    let all = with(Atomicity::Bytecode, true);
    assert_eq!((all.rules().word(), all.failures().word()), ("fails", "holds"));
}

/// `main` writes a variable that belongs to no object, forks a thread that writes it as well, and writes it again.
fn statics(volatile: bool) -> Program {
    let mut builder = ProgramBuilder::new("statics");
    let done = builder.static_variable("Main.done", volatile);
    let method = |name: &str| Method { name: name.into(), ..Method::default() };
    let other = builder.method(method("other"));
    let write = |value: i64| Instruction::WriteStatic { to: done, value: value.into() };
    builder.push(other, 9, write(2));
    let main = builder.method(Method { registers: 1, temporaries: 1, ..method("main") });
    builder.push(main, 1, write(1));
    builder.push(
        main,
        2,
        Instruction::Fork { to: Some(Register(0)), method: other, arguments: [].into() },
    );
    builder.push(main, 3, write(3));
    builder.build(main).unwrap()
}

#[test]
fn variables_of_no_object_have_classes() {
    let plain = statics(false);
    let answer = |program: &Program, text: &str| {
        let classes = Classification::parse(text).unwrap().of(program).unwrap();
        check(program, &classes, &Options::default())
    };
    let found = answer(&plain, "");
    assert_eq!(found.rules().word(), "fails");
    let expected = "`Main.done` is not under the lock discipline: ";
    assert!(found.breaches[0].told(&plain).to_string().starts_with(expected));
    let found = answer(&plain, "unshared static Main.done");
    assert!(
        found.breaches[0].told(&plain).to_string().starts_with("`Main.done` is not unshared: ")
    );
    assert_eq!(answer(&plain, "communication static Main.done").rules().word(), "holds");
    assert_eq!(answer(&statics(true), "").rules().word(), "holds");
}

/// The verdicts about classes and failures: of the search as it is, and with a wrong reading.
fn with_slip(
    program: &Program,
    classes: &Classes,
    slip: Slip,
) -> [(&'static str, &'static str); 2] {
    [None, Some(slip)].map(|slip| {
        let answer = check(program, classes, &Options { slip, ..Options::default() });
        (answer.rules().word(), answer.failures().word())
    })
}

/// Who tries to take a lock sees that it was not given back yet.
#[test]
fn a_lock_that_is_given_back_is_seen_by_who_tries_to_take_it() {
    let mut builder = ProgramBuilder::new("tried");
    let class = builder.class("Lock");
    let (lock, taken) = (Register(0), Register(1));
    let method = |name: &str, parameters| Method {
        name: name.into(),
        parameters,
        registers: 2,
        temporaries: parameters,
        ..Method::default()
    };
    let other = builder.method(method("other", 1));
    builder.push(other, 5, Instruction::TryAcquire { to: taken, object: lock.into() });
    builder.push(other, 6, Instruction::Assert { condition: taken.into() });
    let main = builder.method(method("main", 0));
    builder.push(main, 1, Instruction::New { to: lock, class });
    let arguments = [lock.into()].into();
    builder.push(main, 2, Instruction::Fork { to: None, method: other, arguments });
    builder.push(main, 3, Instruction::Acquire { object: lock.into() });
    builder.push(main, 4, Instruction::Release { object: lock.into() });
    let program = builder.build(main).unwrap();
    let classes = Classes::all(&program, Class::Disciplined);
    let found = with_slip(&program, &classes, Slip::ReleaseInvisible);
    assert_eq!(found, [("holds", "fails"), ("holds", "holds")]);
}

/// Where who comes first is served first, a thread may get into the queue for a lock before those that are notified, or
/// after them.
#[test]
fn a_notification_is_seen_by_who_gets_into_the_queue() {
    let text = "thread main {
  l := new Lock
  flag := new Flag
  w := fork waiter
  u := fork user
  while flag.waits == 0 { yield }
  acquire l
  flag.taken := 1
  notifyAll l
  release l
}
thread waiter {
  acquire l
  flag.waits := 1
  wait l
  l.done := 1
  release l
}
thread user {
  while flag.taken == 0 { yield }
  acquire l
  done := l.done
  assert done
  release l
}";
    let program = program(text).with_queues(Queues::FirstCome);
    let classes = Classification::parse("communication Flag").unwrap().of(&program).unwrap();
    let found = with_slip(&program, &classes, Slip::NotifyInvisible);
    assert_eq!(found, [("holds", "fails"), ("holds", "holds")]);
}
