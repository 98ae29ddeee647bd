//! Compiled predicates and guards against the evaluation of the expressions that they were compiled from, which shares
//! no code with them, in random states of systems with domains of all shapes.

use quickcheck::Gen;
use reductio_system::{
    Arithmetic, CellId, Comparison, Domain, Expression, Failure, PackedState, Place, StepOutcome,
    System, SystemBuilder, ThreadId, Value, VariableClass,
};

/// Domains with one value, two, a few, a power of two, 64 and 65 values, many, and at both ends of all integers.
const DOMAINS: [(Value, Value); 10] = [
    (7, 7),
    (0, 1),
    (-2, 2),
    (1, 4),
    (0, 63),
    (-1, 63),
    (0, 5_000),
    (Value::MAX - 2, Value::MAX),
    (Value::MIN, Value::MIN + 4),
    (0, 1),
];

fn number(g: &mut Gen, below: usize) -> usize {
    usize::try_from(u64::try_from(below).map_or(0, |n| random(g) % n)).unwrap_or(0)
}

fn random(g: &mut Gen) -> u64 {
    <u64 as quickcheck::Arbitrary>::arbitrary(g)
}

/// Three threads with a few control points and cells of all domains, more than one word of them.
fn cells(builder: &mut SystemBuilder) -> Vec<CellId> {
    let mut out = Vec::new();
    for round in 0..3 {
        for (k, (low, high)) in DOMAINS.into_iter().enumerate() {
            let domain = Domain::integers(low, high).unwrap();
            let name = format!("x{round}_{k}");
            out.push(builder.variable(name, VariableClass::Shared, domain, low).unwrap());
        }
    }
    out
}

/// A constant: of the domain, beside it, or any.
fn constant(g: &mut Gen, (low, high): (Value, Value)) -> Value {
    match number(g, 8) {
        0 => low.saturating_sub(1),
        1 => high.saturating_add(1),
        #[expect(clippy::cast_possible_truncation)]
        2 => random(g) as Value,
        // As far from the least value as a power of two: what is shifted out of a word must not look like it.
        3 => low.wrapping_add(1 << number(g, 31)),
        _ => within(g, (low, high)),
    }
}

/// One of the first two values of a domain: states have these often, so that equalities hold often.
fn edge(g: &mut Gen, (low, high): (Value, Value)) -> Value {
    if number(g, 2) == 0 { low } else { high.min(low.saturating_add(1)) }
}

fn within(g: &mut Gen, (low, high): (Value, Value)) -> Value {
    let size = i64::from(high) - i64::from(low) + 1;
    let offset = i64::try_from(random(g) >> 1).unwrap() % size;
    Value::try_from(i64::from(low) + offset).unwrap()
}

/// A random truth value over cells with these domains.
fn truth(g: &mut Gen, cells: &[(CellId, (Value, Value))], depth: usize) -> Expression {
    let (cell, domain) = cells[number(g, cells.len())];
    let read = Expression::cell(cell);
    let several = |g: &mut Gen| -> Box<[Expression]> {
        (0..number(g, 5)).map(|_| truth(g, cells, depth - 1)).collect()
    };
    let compare = |comparison, sides| Expression::Compare(comparison, Box::new(sides));
    let comparisons =
        [Comparison::Equal, Comparison::Different, Comparison::Less, Comparison::AtMost];
    match number(g, if depth == 0 { 6 } else { 12 }) {
        0 => Expression::from(Value::from(number(g, 2) == 0)),
        1 | 2 => {
            let comparison = comparisons[number(g, comparisons.len())];
            let constant = Expression::from(constant(g, domain));
            let sides = if number(g, 4) == 0 { [constant, read] } else { [read, constant] };
            compare(comparison, sides)
        }
        3 => {
            let values: Vec<Value> = (0..number(g, 5)).map(|_| constant(g, domain)).collect();
            read.among(values)
        }
        4 if domain == (0, 1) => read,
        4 | 5 => {
            let other = cells[number(g, cells.len())].0;
            compare(comparisons[number(g, 4)], [read, Expression::cell(other)])
        }
        6 => Expression::Not(Box::new(truth(g, cells, depth - 1))),
        7 => Expression::And(several(g)),
        8 => Expression::Or(several(g)),
        // A disjunction of conjunctions that begin alike, as a quantifier inside another one is.
        9 => {
            let firsts = [truth(g, cells, 0), truth(g, cells, 0)];
            let parts = (0..=number(g, 4)).map(|_| {
                let first = &firsts[usize::from(number(g, 4) == 0)];
                first.clone().and(truth(g, cells, depth - 1))
            });
            Expression::Or(parts.collect())
        }
        // A conjunction of equalities, some of them of one cell.
        10 => {
            let equalities = (0..=number(g, 5)).map(|k| {
                let (cell, domain) =
                    if k == 1 { (cell, domain) } else { cells[number(g, cells.len())] };
                Expression::cell(cell).equals(edge(g, domain))
            });
            Expression::And(equalities.collect())
        }
        _ => Expression::If(Box::new([
            truth(g, cells, depth - 1),
            truth(g, cells, depth - 1),
            truth(g, cells, depth - 1),
        ])),
    }
}

fn random_state(g: &mut Gen, system: &System) -> PackedState {
    let mut state = system.initial();
    for (index, cell) in system.cells().iter().enumerate() {
        let range = (cell.domain().low(), cell.domain().high());
        let value = if number(g, 3) == 0 { within(g, range) } else { edge(g, range) };
        system.layout().write(&mut state, CellId::new(index), value);
    }
    state
}

#[test]
fn a_compiled_predicate_holds_where_its_expression_does() {
    let (mut held, mut not) = (0, 0);
    let mut g = Gen::from_size_and_seed(10, 0xC0DE);
    for _ in 0..300 {
        let mut builder = SystemBuilder::new("random");
        for thread in 0..3 {
            let id = builder.thread(format!("t{thread}")).unwrap();
            for point in 0..=number(&mut g, 6) {
                builder.point(id, format!("P{point}"), true).unwrap();
            }
        }
        let cells = cells(&mut builder);
        let domains = cells.iter().copied().zip(DOMAINS.into_iter().cycle());
        let mut known: Vec<_> = domains.collect();
        // Control points are most of what predicates are about.
        for thread in 0..3 {
            known.extend(vec![(ThreadId::new(thread).counter(), (0, 6)); 6]);
        }
        let mut system = builder.finish().unwrap();
        for k in 0..8 {
            let predicate = truth(&mut g, &known, 3);
            system.add_invariant(format!("I{k}"), predicate).unwrap();
        }
        for _ in 0..40 {
            let state = random_state(&mut g, &system);
            for (number, claim) in system.invariants().iter().enumerate() {
                let wanted = claim.predicate.evaluate(&mut system.layout().memory(&state));
                let wanted = wanted.expect("it cannot fail") == 1;
                let found = system.invariant_holds(number, &state);
                assert_eq!(found, wanted, "{:?} in {state:?}", claim.predicate);
                *(if wanted { &mut held } else { &mut not }) += 1;
            }
        }
    }
    assert!(held > 20_000 && not > 20_000, "{held} held, {not} did not");
}

/// A guard that fails makes its thread fail, whatever stands beside it.
#[test]
fn a_guard_that_may_fail_fails_where_its_expression_does() {
    let mut seen = [0; 3];
    let mut g = Gen::from_size_and_seed(10, 0xFA11);
    for _ in 0..200 {
        let mut builder = SystemBuilder::new("random");
        let thread = builder.thread("t").unwrap();
        let [start, end] = ["A", "B"].map(|name| builder.point(thread, name, true).unwrap());
        let cells = cells(&mut builder);
        let known: Vec<_> = cells.iter().copied().zip(DOMAINS.into_iter().cycle()).collect();
        let small = Expression::cell(cells[2]);
        let divided =
            Expression::Compute(Arithmetic::Divide, Box::new([Expression::from(4), small]));
        let mut parts = vec![truth(&mut g, &known, 2), divided.equals(2), truth(&mut g, &known, 2)];
        parts.rotate_left(number(&mut g, 3));
        let guard = if number(&mut g, 2) == 0 {
            Expression::And(parts.into())
        } else {
            Expression::Or(parts.into())
        };
        builder.transition(thread, start, end).guard(guard).text("step").add().unwrap();
        let system = builder.finish().unwrap();
        let transition = &system.thread(thread).transitions()[0];
        for _ in 0..50 {
            let mut state = random_state(&mut g, &system);
            system.layout().write(&mut state, thread.counter(), Value::from(start));
            let wanted = match transition.guard().evaluate(&mut system.layout().memory(&state)) {
                Ok(0) => (StepOutcome::Disabled, 0),
                Ok(_) => (StepOutcome::Done, 1),
                Err(failure) => (StepOutcome::Failed(failure), 2),
            };
            let mut next = PackedState::new();
            assert_eq!(system.execute(thread, transition, &state, &mut next), wanted.0);
            seen[wanted.1] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 300), "{seen:?}");
}

/// Products of products that are always too large have bounds like others.
#[test]
fn a_product_that_always_overflows_fails() {
    let most = || Expression::from(Value::MAX);
    let times = |left, right| Expression::Compute(Arithmetic::Multiply, Box::new([left, right]));
    let mut builder = SystemBuilder::new("overflow");
    let thread = builder.thread("t").unwrap();
    let [start, end] = ["A", "B"].map(|name| builder.point(thread, name, true).unwrap());
    let cube = times(times(most(), most()), times(most(), most()));
    builder.transition(thread, start, end).guard(cube.equals(1)).text("step").add().unwrap();
    let system = builder.finish().unwrap();
    let next = system.successors(&system.initial());
    assert_eq!(next[0].failure, Some(Failure::Overflow));
}

/// A place that depends on the state is read where it is.
#[test]
fn an_element_is_read_where_the_index_says() {
    let mut builder = SystemBuilder::new("array");
    let thread = builder.thread("t").unwrap();
    builder.point(thread, "A", true).unwrap();
    let cells = cells(&mut builder);
    let mut system = builder.finish().unwrap();
    let index =
        reductio_system::Index { value: Expression::cell(cells[1]), low: 0, length: 2, stride: 8 };
    let place = Place::Element { first: cells[1], indices: Box::new([index]) };
    system.add_invariant("element", Expression::Read(place).equals(1)).unwrap();
    let mut state = system.initial();
    for (k, wanted) in [(0, false), (1, true)] {
        system.layout().write(&mut state, cells[1], k);
        system.layout().write(&mut state, cells[9], k);
        assert_eq!(system.invariant_holds(0, &state), wanted);
    }
}
