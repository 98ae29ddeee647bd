//! Systems built in code that are refused, and why: expressions that are no truth values where one is needed.

use reductio_discipline::Discipline;
use reductio_discipline::Packed;
use reductio_search::{FindingKind, Query, Unreduced, search};
use reductio_system::{
    Arithmetic, Atom, CellId, Defect, Domain, Expression, Fairness, Formula, System, SystemBuilder,
    ThreadId, VariableClass,
};

/// A thread with this guard, the assignment `x := value` and this invariant; `x` is in 0 .. 3.
fn system(
    guard: impl Fn(Expression) -> Expression,
    value: impl Fn(Expression) -> Expression,
    claim: impl Fn(Expression) -> Expression,
) -> Result<System, Defect> {
    let mut system = SystemBuilder::new("defective");
    let thread = system.thread("t")?;
    let start = system.point(thread, "A", true)?;
    let x = system.variable("x", VariableClass::Shared, Domain::integers(0, 3)?, 0)?;
    let read = || Expression::cell(x);
    let step = system.transition(thread, start, start).guard(guard(read()));
    step.assign(x, value(read())).text("x := ...").add()?;
    system.invariant("claim", claim(read()), None);
    system.finish()
}

fn yes(_: Expression) -> Expression {
    Expression::TRUE
}

fn both(parts: [Expression; 2]) -> Expression {
    Expression::And(Box::new(parts))
}

const NO_TRUTH: &str = "what is negated, joined or decided on is not a truth value";

/// What is wrong at the top, or inside, of an expression over `x`, and what is said of it.
fn wrong(x: &Expression) -> Vec<(Expression, &'static str)> {
    let x = || x.clone();
    let decided = Expression::If(Box::new([x(), Expression::TRUE, Expression::FALSE]));
    vec![
        (x().negated(), NO_TRUTH),
        (Expression::Not(Box::new(i32::MIN.into())), NO_TRUTH),
        (both([x().less(2), x()]), NO_TRUTH),
        (Expression::Or(Box::new([x(), x().less(2)])), NO_TRUTH),
        (decided, NO_TRUTH),
        // Deep inside.
        (both([x().less(2), x().negated().equals(1)]), NO_TRUTH),
        (Expression::Among(Box::new(x()), Box::new([2, 1])), "not in order"),
        (Expression::Among(Box::new(x()), Box::new([1, 1])), "there twice"),
    ]
}

#[test]
fn what_is_no_truth_value_is_refused_wherever_it_stands() {
    assert!(system(yes, |x| x, yes).is_ok());
    let count = wrong(&Expression::TRUE).len();
    for k in 0..count {
        let bad = |x: Expression| wrong(&x).swap_remove(k).0;
        let said = wrong(&Expression::TRUE)[k].1;
        for refused in [system(bad, |x| x, yes), system(yes, bad, yes), system(yes, |x| x, bad)] {
            let Err(Defect::Misuse { what }) = refused else { panic!("{k}: {refused:?}") };
            assert!(what.contains(said) || what.contains("not a truth value"), "{k}: {what}");
        }
    }
    // At the top of a condition; as a value it is in order.
    assert!(
        matches!(system(|x| x, |x| x, yes), Err(Defect::Misuse { what }) if what == "a condition of `t` is not a truth value")
    );
    assert!(
        matches!(system(yes, |x| x, |x| x), Err(Defect::Misuse { what }) if what == "a condition of `claim` is not a truth value")
    );
}

/// A thread with the control points A and B and a step from A to B; at B nothing starts.
fn two_points(ends: &[usize]) -> Result<System, Defect> {
    let mut system = SystemBuilder::new("two points");
    let thread = system.thread("t")?;
    let points = [system.point(thread, "A", true)?, system.point(thread, "B", true)?];
    for &end in ends {
        system.end(thread, points[end])?;
    }
    system.transition(thread, points[0], points[1]).text("go").add()?;
    system.finish()
}

fn deadlocks(system: &System) -> bool {
    let discipline = Discipline::new(system);
    let found = search(&Packed::new(&discipline), &Unreduced, &Query::default());
    found.findings.iter().any(|finding| finding.kind == FindingKind::Deadlock)
}

#[test]
fn a_thread_ends_where_that_is_said_only() {
    assert!(deadlocks(&two_points(&[]).unwrap()));
    assert!(!deadlocks(&two_points(&[1]).unwrap()));
    let Err(Defect::Misuse { what }) = two_points(&[0]) else { panic!() };
    assert_eq!(what, "`go` starts at `A`, where `t` has ended");
    let mut system = SystemBuilder::new("no such point");
    let thread = system.thread("t").unwrap();
    assert!(matches!(system.end(thread, 3), Err(Defect::Unknown { .. })));
}

#[test]
fn a_system_without_threads_is_one_state() {
    let mut system = SystemBuilder::new("nobody");
    let x =
        system.variable("x", VariableClass::Shared, Domain::integers(0, 3).unwrap(), 2).unwrap();
    system.invariant("x is 2", Expression::cell(x).equals(2), None);
    let system = system.finish().unwrap();
    assert!(system.successors(&system.initial()).is_empty() && !deadlocks(&system));
}

/// The second side of a test is disabled where its guard fails: the first side must be there to fail.
#[test]
fn a_second_side_of_a_test_needs_the_first() {
    let build = |first: Option<i32>| {
        let mut system = SystemBuilder::new("sides");
        let thread = system.thread("t")?;
        let start = system.point(thread, "A", true)?;
        let x = system.variable("x", VariableClass::Shared, Domain::integers(0, 3)?, 0)?;
        let x_is = |value| Expression::cell(x).equals(value);
        if let Some(value) = first {
            system.transition(thread, start, start).guard(x_is(value)).text("yes").add()?;
        }
        let second = system.transition(thread, start, start).guard(x_is(1).negated());
        second.otherwise().text("no").add()
    };
    assert!(matches!(build(None), Err(Defect::Misuse { .. })));
    assert!(matches!(build(Some(2)), Err(Defect::Misuse { .. })));
    assert!(build(Some(1)).is_ok());
}

/// A thread that is to initialize a cell: one that there is, of a disciplined cell, once, and one that touches it.
#[test]
fn initializing_threads_are_checked() {
    let built = |class, touched: bool, twice: bool| -> Result<System, Defect> {
        let mut system = SystemBuilder::new("initialized");
        let thread = system.thread("t")?;
        let start = system.point(thread, "A", true)?;
        let x = system.variable("x", class, Domain::truth(), 0)?;
        let step = system.transition(thread, start, start);
        let step = if touched { step.assign(x, 1) } else { step };
        step.add()?;
        assert_eq!(system.touches(thread, x), touched);
        for _ in 0..=usize::from(twice) {
            system.initialized_by(x, thread)?;
        }
        system.finish()
    };
    let system = built(VariableClass::Disciplined, true, false).unwrap();
    let cell = system.under_lock_discipline().next().unwrap();
    assert_eq!(system.cell(cell).initializer(), Some(ThreadId::new(0)));
    let said = |result: Result<System, Defect>| result.unwrap_err().to_string();
    assert_eq!(
        said(built(VariableClass::Disciplined, false, false)),
        "`x` is to be initialized by `t`, which never touches it"
    );
    let no = "`x` is not of a disciplined variable, or has an initializing thread already";
    assert_eq!(said(built(VariableClass::Disciplined, true, true)), no);
    for class in [VariableClass::Unshared, VariableClass::Shared] {
        assert_eq!(said(built(class, true, false)), no);
    }
    let mut system = SystemBuilder::new("nobody");
    let thread = system.thread("t").unwrap();
    let x = system.variable("x", VariableClass::Disciplined, Domain::truth(), 0).unwrap();
    for (cell, thread) in
        [(x, ThreadId::new(1)), (thread.counter(), thread), (CellId::new(2), thread)]
    {
        assert!(matches!(system.initialized_by(cell, thread), Err(Defect::Unknown { .. })));
    }
}

/// A property over `x` in a system that has it from the beginning, and in one to which it is added.
fn with_property(atom: impl Fn(Expression) -> Expression) -> [Result<System, Defect>; 2] {
    let formula = |x: CellId| {
        let other = Formula::atom(Atom::new("x is 0", Expression::cell(x).equals(0)));
        other.until(Formula::atom(Atom::new("atom", atom(Expression::cell(x)))))
    };
    let make = |from_beginning: bool| {
        let mut system = SystemBuilder::new("defective");
        let thread = system.thread("t")?;
        system.point(thread, "A", true)?;
        let x = system.variable("x", VariableClass::Shared, Domain::integers(0, 3)?, 0)?;
        if from_beginning {
            system.property("claim", &formula(x), None);
        }
        let mut system = system.finish()?;
        if !from_beginning {
            system.add_property("claim", &formula(x))?;
        }
        Ok(system)
    };
    [make(true), make(false)]
}

#[test]
fn atoms_of_properties_are_checked_as_claims_are() {
    for system in with_property(|x| x.equals(3)) {
        let system = system.unwrap();
        let property = &system.properties()[0];
        assert_eq!(property.to_string(), "(x is 0) until atom");
        let holds = |atom| system.atom_holds(0, atom, &system.initial());
        assert!(holds(0) && !holds(1));
    }
    for system in with_property(|x| x) {
        assert!(matches!(system, Err(Defect::Misuse { .. })));
    }
    for system in with_property(|x| {
        let divided = Expression::Compute(Arithmetic::Divide, Box::new([1.into(), x]));
        divided.equals(1)
    }) {
        assert!(matches!(system, Err(Defect::Misuse { what }) if what.contains("may fail")));
    }
    for system in with_property(|_| Expression::cell(CellId::new(9)).equals(1)) {
        assert!(matches!(system, Err(Defect::Unknown { .. })));
    }
    let mut builder = SystemBuilder::new("nobody");
    let missing = builder.fair(ThreadId::new(0), Fairness::Weak);
    assert!(matches!(missing, Err(Defect::Unknown { .. })));
}

/// A local that an atom reads is never forgotten, though its thread reads it no more.
#[test]
fn what_a_property_reads_is_remembered() {
    let mut builder = SystemBuilder::new("remembered");
    let thread = builder.thread("t").unwrap();
    let [start, end] = ["A", "end"].map(|name| builder.point(thread, name, true).unwrap());
    let class = VariableClass::Local(thread);
    let x = builder.variable("x", class, Domain::truth(), 0).unwrap();
    builder.transition(thread, start, end).assign(x, 1).add().unwrap();
    builder.forget_dead_locals();
    let mut system = builder.finish().unwrap();
    let after = |system: &System| system.value(&system.successors(&system.initial())[0].state, x);
    assert_eq!(after(&system), 0);
    let formula = Formula::atom(Atom::new("x", Expression::cell(x))).eventually();
    system.add_property("set", &formula).unwrap();
    assert_eq!(after(&system), 1);
}
