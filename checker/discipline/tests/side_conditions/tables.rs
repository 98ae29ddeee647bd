//! What is found on all ways is what there is in all states, with tables of two dimensions: elements that differ in
//! their ranges and in their objects, indices that may be outside, predicates that read some of the elements.

use std::time::{Duration, Instant};

use reductio_discipline::Discipline;
use reductio_discipline::effects::EffectKind;
use reductio_language::parse_system;
use reductio_system::{
    CellId, Domain, Expression, Index, Lock, ObjectId, Place, Position, System, SystemBuilder,
    ThreadId, Value, VariableClass,
};

use super::exact::{Compared, compare, reported};
use super::naive;
use super::wide::{Draw, Scope, Shown, plain};

/// A random system; `None` for one that the builder refuses.
fn draw_system(seed: u64) -> Option<System> {
    let draw = &mut Draw(seed);
    let mut builder = SystemBuilder::new("drawn");
    let count = if draw.happens(25) { 3 } else { 2 };
    let threads: Vec<ThreadId> =
        (0..count).map(|k| builder.thread(format!("t{k}")).unwrap()).collect();
    for &thread in &threads {
        for point in ["A", "B"] {
            builder.point(thread, point, true).unwrap();
        }
    }
    let domains = [(0, 1), (0, 2), (-1, 0)].map(|(low, high)| Domain::integers(low, high).unwrap());
    let class =
        if draw.happens(50) { VariableClass::Local(threads[0]) } else { VariableClass::Shared };
    let index = builder.variable("k", class, domains[0].clone(), 0).unwrap();
    let wild = draw.happens(40).then(|| {
        let domain = Domain::integers(0, 2).unwrap();
        builder.variable("j", VariableClass::Shared, domain, 0).unwrap()
    });
    // Where there is no lock, nothing is behind the table.
    let is_even = draw.happens(50);
    let elements = (0..4).map(|k| {
        let domain = if is_even { &domains[0] } else { &domains[draw.below(3)] };
        (format!("t{}{}", k / 2, k % 2), domain.clone(), 0)
    });
    let elements = elements.collect();
    let is_protected = draw.happens(75);
    let class = if is_protected { VariableClass::Protected } else { VariableClass::Shared };
    let table = builder.variables("t", class, elements).unwrap();
    let table: Vec<CellId> = builder.declared(table).unwrap().cells().collect();
    let mut integers = table.clone();
    integers.extend([index, index, index]);
    integers.extend(wild);
    if !is_protected {
        let object = VariableClass::Protected;
        integers.push(builder.variable("x", object, domains[0].clone(), 0).unwrap());
    }
    let lock = (threads.len() < 3 && draw.happens(50))
        .then(|| builder.locks("m", &["m".to_owned()], 1, false).unwrap().at(Vec::new()));
    let (rows, columns) = ((0, 2, 2), (0, 2, 1));
    let arrays = vec![
        (table[0], vec![rows, columns]),
        (table[0], vec![columns, rows]),
        (table[0], vec![(1, 2, 2), (-1, 2, 1)]),
        (table[0], vec![(0, 4, 1)]),
        (table[0], vec![rows]),
        (table[1], vec![columns]),
        (table[2], vec![columns]),
    ];
    let scope = Scope { ends: vec![0, 1], integers, truths: Vec::new(), arrays };
    for &thread in &threads {
        for start in 0..2 {
            for _ in 0..draw.below(3) {
                let end = u16::try_from(draw.below(2)).unwrap();
                let at = Position { thread, start, end, text: String::new(), place: None };
                match (draw.below(8), &lock) {
                    (0, Some(lock)) => builder.acquire(&at, lock).unwrap(),
                    (1, Some(lock)) => builder.release(&at, lock).unwrap(),
                    (2 | 3, _) => plain(draw, &mut builder, &at, &scope),
                    _ => moves(draw, &mut builder, &at, &scope, index),
                }
            }
        }
    }
    let objects: Vec<Vec<CellId>> = match draw.below(4) {
        _ if !is_protected => vec![vec![*scope.integers.last().unwrap()]],
        0 => vec![table.clone()],
        1 => table.iter().map(|cell| vec![*cell]).collect(),
        2 => table.chunks(2).map(<[CellId]>::to_vec).collect(),
        _ => vec![vec![table[0], table[2]], vec![table[1], table[3]]],
    };
    // In half of the systems the table only matters for what goes from it into the index.
    let read = if draw.happens(50) { &table[..] } else { &[] };
    let one = |draw: &mut Draw| predicate(draw, &threads, lock.as_ref(), read, index);
    let mut predicates: Vec<Expression> = Vec::new();
    for (number, cells) in objects.into_iter().enumerate() {
        if predicates.is_empty() || draw.happens(50) {
            predicates = threads.iter().map(|_| one(draw)).collect();
        }
        builder.protect(format!("object {number}"), cells, predicates.clone()).unwrap();
    }
    builder.invariant("claim", one(draw), None);
    builder.reach("goal", one(draw), None);
    if draw.happens(50) {
        builder.forget_dead_locals();
    }
    builder.finish().ok()
}

/// Some assignments from elements to elements and to the index.
fn moves(
    draw: &mut Draw,
    builder: &mut SystemBuilder,
    at: &Position,
    scope: &Scope,
    index: CellId,
) {
    let element = |draw: &mut Draw| scope.element(draw, 0).unwrap();
    let mut transition = builder.transition(at.thread, at.start, at.end);
    for _ in 0..=draw.below(3) {
        let target = if draw.happens(60) { element(draw) } else { Place::Cell(index) };
        let value = match draw.below(4) {
            0 => Expression::Constant(draw.value(-1, 2)),
            1 => Expression::cell(draw.pick(&scope.integers)),
            2 => Expression::Read(element(draw)),
            _ => Expression::If(Box::new([
                Expression::Read(element(draw)).equals(scope.integer(draw, 0)),
                draw.value(0, 1).into(),
                draw.value(0, 1).into(),
            ])),
        };
        transition = transition.set(target, value);
    }
    transition.add().unwrap();
}

/// A truth value whose evaluation does not fail: `index` is 0 or 1.
fn predicate(
    draw: &mut Draw,
    threads: &[ThreadId],
    lock: Option<&Lock>,
    table: &[CellId],
    index: CellId,
) -> Expression {
    let literal = |draw: &mut Draw| match (draw.below(6), lock) {
        (2 | 3 | 5, _) if table.is_empty() => Expression::cell(index).equals(draw.value(0, 1)),
        (0, Some(lock)) => lock.is_owned_by(draw.pick(threads)),
        (0 | 1, _) => Expression::at(draw.pick(threads), [draw.value(0, 1).try_into().unwrap()]),
        (2, _) => Expression::cell(draw.pick(table)).equals(draw.value(-1, 2)),
        (3, _) => Expression::cell(draw.pick(table)).less(Expression::cell(draw.pick(table))),
        (4, _) => Expression::cell(index).equals(draw.value(0, 1)),
        _ => {
            let index = |draw: &mut Draw, stride| {
                let value = if draw.happens(60) {
                    Expression::cell(index)
                } else {
                    draw.value(0, 1).into()
                };
                Index { value, low: 0, length: 2, stride }
            };
            let indices = [index(draw, 2), index(draw, 1)].into();
            Expression::Read(Place::Element { first: table[0], indices }).equals(draw.value(0, 1))
        }
    };
    let (one, other) = (literal(draw), literal(draw));
    match draw.below(6) {
        0..3 => one,
        3 => one.and(other),
        4 => one.or(other),
        _ => one.negated(),
    }
}

fn agree(seeds: std::ops::Range<u64>, most: u64) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        let Some(system) = draw_system(seed) else { continue };
        if naive::count_valuations(&system) <= most {
            compare(&system, &Shown(seed, &system), &mut compared);
        }
    }
    println!("{compared:?}");
    compared
}

#[test]
fn tables_are_decided_as_in_all_states() {
    let compared = agree(0..1_500, 2_000);
    let Compared { systems, effects, hides, invisible, set_a, set_b, blocking, .. } = compared;
    assert!(systems > 500 && effects > 1_000 && hides > 300 && invisible > 300);
    assert!(set_a > 120 && set_b > 600 && blocking > 100);
}

#[test]
#[ignore = "30,000 systems"]
fn tables_at_length() {
    assert!(agree(1 << 20..(1 << 20) + 30_000, 8_000).systems > 10_000);
}

/// Of an element that no predicate reads, two values are compared: the one before a write and the one after it.
#[test]
fn an_element_is_another_one_after_it_is_written() {
    let mut builder = SystemBuilder::new("flipped");
    let threads = ["one", "two"].map(|name| builder.thread(name).unwrap());
    for thread in threads {
        for point in ["A", "B"] {
            builder.point(thread, point, true).unwrap();
        }
    }
    let bit = Domain::integers(0, 1).unwrap();
    let elements = [0, 1].map(|k| (format!("t{k}"), bit.clone(), 0)).into();
    let table = builder.variables("t", VariableClass::Shared, elements).unwrap();
    let first = builder.declared(table).unwrap().cells().next().unwrap();
    let mut shared =
        |name: &str| builder.variable(name, VariableClass::Shared, bit.clone(), 0).unwrap();
    let (index, same) = (shared("k"), shared("same"));
    let x = builder.variable("x", VariableClass::Protected, bit, 0).unwrap();
    let predicates = threads.map(|_| Expression::cell(same).equals(1));
    builder.protect("x", vec![x], predicates.into()).unwrap();
    let at_index = || Place::Element {
        first,
        indices: [Index { value: Expression::cell(index), low: 0, length: 2, stride: 1 }].into(),
    };
    let read = || Expression::Read(at_index());
    builder
        .transition(threads[0], 0, 1)
        .assign(same, read())
        .set(at_index(), Expression::from(1).minus(read()))
        .assign(
            same,
            Expression::If(Box::new([read().equals(Expression::cell(same)), 1.into(), 0.into()])),
        )
        .add()
        .unwrap();
    let system = builder.finish().unwrap();
    let mut compared = Compared::default();
    compare(&system, &"flipped", &mut compared);
    // It drops its own access and takes back that of the other.
    assert_eq!(compared.effects, 2);
}

fn parsed(text: &str) -> System {
    parse_system(text, "system", &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The predicates read one of 40,000 elements: the others are not gone through.
#[test]
fn what_a_write_to_a_large_table_does_to_one_element_is_decided() {
    let system = parsed(
        "
        var t[a : 0 .. 199, b : 0 .. 199] : 0 .. 1
        var i : 0 .. 199
        var j : 0 .. 199
        protected x : 0 .. 1 for one when t[190, 190] == 1 for two when t[190, 190] == 0
        thread one { t[i, j] := 1 - t[i, j] }
        thread two { skip }",
    );
    let start = Instant::now();
    let discipline = Discipline::new(&system);
    let taken = start.elapsed();
    let found: Vec<_> = reported(&discipline).into_iter().collect();
    let kinds = [EffectKind::Gives, EffectKind::Takes, EffectKind::Drops, EffectKind::Steals];
    assert_eq!(found, kinds.map(|kind| (0, 0, 0, kind)));
    assert_eq!(discipline.effects().undecided().next(), None);
    // Generous, for busy machines.
    assert!(taken < Duration::from_secs(5), "{taken:?}");
}

/// Forty doublings would make a term of 2^40 parts.
#[test]
fn a_value_that_is_computed_from_itself_again_and_again_is_given_up() {
    let doublings = "y := (y + y) mod 1000; ".repeat(40);
    let system = parsed(&format!(
        "
        var y : 0 .. 1000
        protected x : 0 .. 1 for one when y == 1
        thread one {{ atomic {{ {doublings} }} }}
        thread two {{ skip }}"
    ));
    let start = Instant::now();
    let discipline = Discipline::new(&system);
    let taken = start.elapsed();
    assert!(reported(&discipline).contains(&(0, 0, 0, EffectKind::Drops)));
    assert!(taken < Duration::from_secs(5), "{taken:?}");
}

/// Of a table of which only the last element may be 1, the elements before it are more than are gone through: what
/// they show is shown, and what the last one does is assumed.
#[test]
fn what_only_the_last_element_of_a_large_table_does_is_assumed() {
    let mut builder = SystemBuilder::new("far");
    let threads = ["one", "two"].map(|name| builder.thread(name).unwrap());
    for thread in threads {
        for point in ["A", "B"] {
            builder.point(thread, point, true).unwrap();
        }
    }
    let most = 29_999;
    let elements = (0..=most).map(|k| {
        let domain = Domain::integers(0, Value::from(k == most)).unwrap();
        (format!("t{k}"), domain, 0)
    });
    let elements = elements.collect();
    let table = builder.variables("t", VariableClass::Shared, elements).unwrap();
    let first = builder.declared(table).unwrap().cells().next().unwrap();
    let mut shared = |name: &str, most| {
        let domain = Domain::integers(0, most).unwrap();
        builder.variable(name, VariableClass::Shared, domain, 0).unwrap()
    };
    let (index, flag) = (shared("k", most), shared("flag", 1));
    let bit = Domain::integers(0, 1).unwrap();
    let x = builder.variable("x", VariableClass::Protected, bit, 0).unwrap();
    let is_set = || Expression::cell(flag).equals(1);
    builder.protect("x", vec![x], vec![Expression::FALSE, is_set()]).unwrap();
    let value = Expression::cell(index);
    let indices = [Index { value, low: 0, length: 30_000, stride: 1 }].into();
    let read = Expression::Read(Place::Element { first, indices });
    builder.transition(threads[0], 0, 1).assign(flag, read).add().unwrap();
    let system = builder.finish().unwrap();
    let discipline = Discipline::new(&system);
    let has = |kind| {
        let effect = discipline.effects().get(ObjectId::new(0), threads[0], 0, kind);
        effect.map(|effect| effect.is_shown)
    };
    assert_eq!(has(EffectKind::Takes), Some(true));
    assert_eq!(has(EffectKind::Gives), Some(false));
    assert_eq!(has(EffectKind::Drops), None);
}
