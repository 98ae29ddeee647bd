//! Programs against the interpreter, on random transitions in random states: sums and quotients, elements of arrays,
//! values out of range, copies between domains of all shapes. Then the same with mistakes in the programs, which must
//! be noticed.

use quickcheck::{Arbitrary, Gen};

use super::super::expression::{Arithmetic, Comparison, Expression, Failure, Index, Place};
use super::super::ids::{CellId, ThreadId, Value};
use super::super::layout::PackedState;
use super::super::step::StepOutcome;
use super::super::{Domain, System, SystemBuilder, Target, VariableClass};
use super::{Node, Programs};

/// Domains with one value, two, a few, so many that nobody branches on them, and at both ends of all integers.
const DOMAINS: [(Value, Value); 8] = [
    (3, 3),
    (0, 1),
    (-2, 2),
    (0, 5),
    (-1, 6),
    (0, 9_000),
    (Value::MAX - 2, Value::MAX),
    (Value::MIN, Value::MIN + 4),
];
/// The number of elements of the array, and the greatest value of each.
const ELEMENTS: u32 = 3;
const GREATEST: Value = 3;

fn below(g: &mut Gen, many: usize) -> usize {
    usize::try_from(u64::arbitrary(g) % many as u64).unwrap()
}

fn pick<T: Clone>(g: &mut Gen, all: &[T]) -> T {
    all[below(g, all.len())].clone()
}

/// The cells that a thread may use.
struct Cells {
    single: Vec<CellId>,
    truths: Vec<CellId>,
    /// The first element of the array.
    array: CellId,
}

impl Cells {
    fn place(&self, g: &mut Gen, depth: usize) -> Place {
        if depth == 0 || below(g, 3) > 0 {
            return Place::Cell(pick(g, &self.single));
        }
        let value = self.number(g, depth - 1);
        let index = Index { value, low: 0, length: ELEMENTS, stride: 1 };
        Place::Element { first: self.array, indices: Box::new([index]) }
    }

    fn number(&self, g: &mut Gen, depth: usize) -> Expression {
        use Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};
        match below(g, if depth == 0 { 4 } else { 8 }) {
            0 | 1 => Expression::from(pick(g, &[-2, -1, 0, 1, 1, 2, 3, 5, Value::MAX, Value::MIN])),
            2..=4 => Expression::Read(self.place(g, depth)),
            5 | 6 => {
                let operation = pick(g, &[Add, Add, Subtract, Multiply, Divide, Remainder]);
                let sides = [self.number(g, depth - 1), self.number(g, depth - 1)];
                Expression::Compute(operation, Box::new(sides))
            }
            _ => Expression::If(Box::new([
                self.truth(g, depth - 1),
                self.number(g, depth - 1),
                self.number(g, depth - 1),
            ])),
        }
    }

    fn equality(&self, g: &mut Gen) -> Expression {
        Expression::cell(pick(g, &self.single)).equals(pick(g, &[0, 1, 3]))
    }

    fn truth(&self, g: &mut Gen, depth: usize) -> Expression {
        use Comparison::{AtMost, Different, Equal, Less};
        match below(g, if depth == 0 { 5 } else { 10 }) {
            0 => Expression::cell(pick(g, &self.truths)),
            1 | 2 => {
                let sides = [Expression::cell(pick(g, &self.single)), self.number(g, 0)];
                Expression::Compare(pick(g, &[Equal, Different]), Box::new(sides))
            }
            3 => Expression::from(Value::from(below(g, 4) > 0)),
            4 => self.number(g, 0).among([-1, 0, 1, 3]),
            5 => {
                let sides = [self.number(g, depth - 1), self.number(g, depth - 1)];
                let comparison = pick(g, &[Equal, Different, Less, AtMost]);
                Expression::Compare(comparison, Box::new(sides))
            }
            6 => Expression::Not(Box::new(self.truth(g, depth - 1))),
            7 => Expression::And((0..below(g, 4)).map(|_| self.truth(g, depth - 1)).collect()),
            8 => Expression::Or((0..below(g, 4)).map(|_| self.truth(g, depth - 1)).collect()),
            _ => Expression::If(Box::new([0; 3].map(|_| self.truth(g, depth - 1)))),
        }
    }
}

/// Two threads with a few control points and transitions, over more than one word of cells.
fn random_system(g: &mut Gen) -> System {
    let mut builder = SystemBuilder::new("random");
    let threads = ["one", "two"].map(|name| builder.thread(name).unwrap());
    for thread in threads {
        for name in ["A", "B", "C"] {
            builder.point(thread, name, true).unwrap();
        }
    }
    let shared: Vec<CellId> = DOMAINS
        .into_iter()
        .enumerate()
        .map(|(k, (low, high))| {
            // In between something wide, so that there are several words.
            let wide = Domain::integers(0, Value::MAX - 1).unwrap();
            builder.variable(format!("w{k}"), VariableClass::Shared, wide, 0).unwrap();
            let domain = Domain::integers(low, high).unwrap();
            builder.variable(format!("x{k}"), VariableClass::Shared, domain, high).unwrap()
        })
        .collect();
    let domain = Domain::integers(0, GREATEST).unwrap();
    let cells = (0..ELEMENTS).map(|k| (format!("a[{k}]"), domain.clone(), 0)).collect();
    let array = builder.variables("a", VariableClass::Shared, cells).unwrap();
    let array = builder.declared(array).unwrap().cells().next().unwrap();
    for thread in threads {
        let mut single = shared.clone();
        for (k, (low, high)) in [(0, 4), (-2, 2), (0, 1)].into_iter().enumerate() {
            let domain = Domain::integers(low, high).unwrap();
            let class = VariableClass::Local(thread);
            single.push(builder.variable(format!("l{k} {}", thread.0), class, domain, 0).unwrap());
        }
        let truths = vec![shared[1], single[single.len() - 1]];
        let cells = Cells { single, truths, array };
        for _ in 0..5 {
            let (start, end) = (pick(g, &[0, 0, 1, 2]), pick(g, &[0, 1, 2]));
            let end = match below(g, 8) {
                0 => Target::Failed(Failure::Assertion),
                _ => Target::Point(end),
            };
            let depth = below(g, 4);
            let guard = match below(g, 3) {
                // Several cells, in several words.
                0 => Expression::And([0; 2].map(|_| cells.equality(g)).into()),
                _ => cells.truth(g, depth),
            };
            let mut transition = builder.transition(thread, start, end).guard(guard).text("step");
            for _ in 0..below(g, 4) {
                let (place, value) = (cells.place(g, 2), cells.number(g, depth));
                transition = transition.set(place, value);
            }
            transition.second_side(below(g, 5) == 0).add().unwrap();
        }
    }
    if below(g, 2) == 0 {
        builder.forget_dead_locals();
    }
    builder.finish().unwrap()
}

fn random_state(g: &mut Gen, system: &System) -> PackedState {
    let mut state = system.initial();
    for (index, cell) in system.cells().iter().enumerate() {
        // Mostly small numbers, near the least one.
        let size = cell.domain().size().min(if below(g, 8) == 0 { u64::MAX } else { 7 });
        let offset = u32::try_from(u64::arbitrary(g) % size).unwrap();
        let value = cell.domain().low().wrapping_add_unsigned(offset);
        system.layout().write(&mut state, CellId::new(index), value);
    }
    state
}

/// How often programs had each outcome: disabled, done, failed.
type Counts = [usize; 3];

/// Whether a transition has the same outcome by its program and by the interpreter, in a state in which it is pending.
fn agree(
    (system, programs): (&System, &Programs),
    (thread, number): (ThreadId, usize),
    state: &PackedState,
    counts: &mut Counts,
) -> bool {
    let (mut wanted, mut found) = (PackedState::new(), PackedState::new());
    let transition = &system.thread(thread).transitions()[number];
    let outcome = system.execute(thread, transition, state, &mut wanted);
    let kind = match outcome {
        StepOutcome::Disabled => 0,
        StepOutcome::Done => 1,
        StepOutcome::Failed(_) => 2,
    };
    counts[kind] += 1;
    outcome == programs.execute(system, thread, number, state, &mut found)
        && (outcome == StepOutcome::Disabled || wanted == found)
}

/// Calls `visit` with random systems, states of them, and transitions that are pending there.
fn draw(
    (seed, systems, states): (u64, usize, usize),
    mut visit: impl FnMut(&System, (ThreadId, usize), &PackedState),
) {
    let mut g = Gen::from_size_and_seed(10, seed);
    for _ in 0..systems {
        let system = random_system(&mut g);
        for _ in 0..states {
            let state = random_state(&mut g, &system);
            for thread in system.thread_ids() {
                let point = system.at(&state, thread);
                assert_eq!(system.programs().at(thread, &state), usize::from(point));
                let failed = system.thread(thread).is_failed(point);
                assert_eq!(system.programs().has_failed(thread, &state), failed);
                let pending = system.programs().pending(thread, &state);
                assert_eq!(pending, system.thread(thread).pending_numbers(point));
                pending.for_each(|number| visit(&system, (thread, number), &state));
            }
        }
    }
}

fn all_agree(seed: u64, systems: usize) {
    let (mut counts, mut interpreted) = ([0; 3], 0);
    draw((seed, systems, 60), |system, step, state| {
        let programs = system.programs();
        assert!(
            agree((system, programs), step, state, &mut counts),
            "seed {seed}: {:?} in {state:?}",
            system.thread(step.0).transitions()[step.1]
        );
        let start = programs.threads[step.0.index()].first as usize + step.1;
        interpreted += usize::from(matches!(programs.nodes[start], Node::Interpret));
    });
    let all: usize = counts.iter().sum();
    println!("{counts:?} outcomes, {interpreted} by the interpreter, seed {seed}");
    assert!(counts.iter().all(|count| *count > systems * 10), "{counts:?}");
    assert!(interpreted * 5 < all, "{interpreted} of {all} transitions are not compiled");
}

#[test]
fn a_program_does_what_its_transition_says() {
    all_agree(0x0C0D_E001, 300);
}

#[test]
#[ignore = "a minute"]
fn a_program_does_what_its_transition_says_in_20_000_systems() {
    all_agree(0x0C0D_E002, 20_000);
}

/// The mistakes that a program can have.
#[derive(Clone, Copy, Debug)]
enum Mistake {
    Bit,
    Value,
    Branch,
    If,
    Among,
    Enabled,
    Disabled,
    Kept,
    Set,
    Lost,
    Copied,
    Offset,
    Failure,
}

const MISTAKES: [Mistake; 13] = [
    Mistake::Bit,
    Mistake::Value,
    Mistake::Branch,
    Mistake::If,
    Mistake::Among,
    Mistake::Enabled,
    Mistake::Disabled,
    Mistake::Kept,
    Mistake::Set,
    Mistake::Lost,
    Mistake::Copied,
    Mistake::Offset,
    Mistake::Failure,
];

/// Makes a mistake on the way that a program takes in a state; none where it has nothing that can be mistaken so.
fn mistaken(
    programs: &Programs,
    (thread, number): (ThreadId, usize),
    state: &PackedState,
    mistake: Mistake,
) -> Option<Programs> {
    let mut out = programs.clone();
    let mut at = programs.threads[thread.index()].first as usize + number;
    loop {
        match programs.nodes[at] {
            Node::Branch { word, shift, mask, .. } => {
                if let (Mistake::Branch, Node::Branch { shift, .. }) = (mistake, &mut out.nodes[at])
                {
                    *shift = (*shift + 1) % 64;
                    return Some(out);
                }
                let value = state[word as usize] >> shift & u64::from(mask);
                at = next(&programs.nodes[at], value)?;
            }
            Node::If { word, mask: tested, bits: wanted, .. } => {
                if state[word as usize] & tested != wanted {
                    return None;
                }
                if let (Mistake::If, Node::If { mask, bits, .. }) = (mistake, &mut out.nodes[at])
                    && tested != 0
                {
                    let bit = 1 << tested.trailing_zeros();
                    *mask &= !bit;
                    *bits &= !bit;
                    return Some(out);
                }
                at = next(&programs.nodes[at], 0)?;
            }
            _ => break,
        }
    }
    let node = &mut out.nodes[at];
    let (is_test, effect) = match *node {
        Node::Bits { effect, mask, .. } => (mask != 0, Some(effect)),
        Node::Unless { effect, .. } | Node::Among { effect, .. } | Node::Test { effect, .. } => {
            (true, Some(effect))
        }
        _ => (false, None),
    };
    match (mistake, &mut *node) {
        (Mistake::Bit, Node::Bits { mask, bits, .. }) if *mask != 0 => {
            let bit = 1 << mask.trailing_zeros();
            *mask &= !bit;
            *bits &= !bit;
            return Some(out);
        }
        (Mistake::Value, Node::Bits { mask, bits, .. } | Node::Unless { mask, bits, .. })
            if *mask != 0 =>
        {
            *bits ^= 1 << mask.trailing_zeros();
            return Some(out);
        }
        (Mistake::Among, Node::Among { set, .. }) => {
            *set = !*set;
            return Some(out);
        }
        (Mistake::Enabled, _) if is_test => {
            *node = Node::Bits { word: 0, effect: effect?, mask: 0, bits: 0 };
            return Some(out);
        }
        (Mistake::Disabled, _) if effect.is_some() => {
            *node = Node::Never;
            return Some(out);
        }
        _ => {}
    }
    let effect = &mut out.effects[effect? as usize];
    match mistake {
        Mistake::Kept if effect.settings.1 > 0 => {
            let setting = &mut out.settings[effect.settings.0 as usize];
            // A bit that is one and becomes zero.
            let gone = state[setting.word as usize] & !setting.keep & !setting.bits;
            setting.keep |= 1_u64.checked_shl(gone.trailing_zeros())?;
        }
        Mistake::Set if effect.settings.1 > 0 => {
            let setting = &mut out.settings[effect.settings.0 as usize];
            setting.bits ^= 1 << (!setting.keep).trailing_zeros();
        }
        Mistake::Lost if effect.settings.1 > 1 => effect.settings.1 -= 1,
        Mistake::Copied if effect.copies.1 > 0 => effect.copies.1 -= 1,
        Mistake::Offset if effect.copies.1 > 0 => {
            out.copies[effect.copies.0 as usize].offset ^= 1;
        }
        Mistake::Failure => {
            effect.failure = match effect.failure {
                None => Some(Failure::Assertion),
                Some(_) => None,
            };
        }
        _ => return None,
    }
    Some(out)
}

/// The node behind another one, for the value of the field that it branches on.
fn next(node: &Node, value: u64) -> Option<usize> {
    match *node {
        Node::Branch { first, .. } => Some(first as usize + usize::try_from(value).unwrap()),
        Node::If { then, .. } => Some(then as usize),
        _ => None,
    }
}

#[test]
fn mistakes_in_programs_are_noticed() {
    let mut tried = [0_usize; MISTAKES.len()];
    let mut noticed = [0_usize; MISTAKES.len()];
    let mut turn = 0;
    draw((0x0C0D_E003, 400, 20), |system, step, state| {
        turn += 1;
        let which = turn % MISTAKES.len();
        let wrong = mistaken(system.programs(), step, state, MISTAKES[which]);
        let Some(wrong) = wrong else { return };
        tried[which] += 1;
        // A mistake that does not matter in this state may matter in one that differs in one bit.
        let has_noticed = (0..=64 * state.len()).any(|bit| {
            let mut near = state.clone();
            if let Some(word) = near.get_mut(bit / 64) {
                *word ^= 1 << (bit % 64);
            }
            is_state(system, &near)
                && system.at(&near, step.0) == system.at(state, step.0)
                && !agree((system, &wrong), step, &near, &mut [0; 3])
        });
        noticed[which] += usize::from(has_noticed);
    });
    println!("{noticed:?} of {tried:?} mistakes were noticed");
    for (which, mistake) in MISTAKES.iter().enumerate() {
        // Some change nothing: a bit is so anyway, or two fields are never different.
        let (tried, noticed) = (tried[which], noticed[which]);
        assert!(noticed > 5 && noticed * 4 > tried, "{mistake:?}: {noticed} of {tried}");
    }
}

/// Whether every cell of a state has a value of its domain, and no other bit is set.
fn is_state(system: &System, state: &PackedState) -> bool {
    let mut copy = system.layout().zero();
    for (index, cell) in system.cells().iter().enumerate() {
        let value = system.value(state, CellId::new(index));
        if !cell.domain().has(value) {
            return false;
        }
        system.layout().write(&mut copy, CellId::new(index), value);
    }
    copy == *state
}
