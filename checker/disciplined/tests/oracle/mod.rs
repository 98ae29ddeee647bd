//! Everything that a program can do, and what that says about a classification: slow, and straight from the
//! definitions. It takes the steps of the machine, and shares nothing else with the search.

mod calls;
pub(crate) mod compared;

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use reductio_disciplined::Class;
use reductio_programs::{
    Action, Address, Bounds, Event, Expression, Failure, Instruction, Machine, Place, Program,
    StableNames, State, Status, ThreadId, Value, Variable,
};

/// What is known of a program and a classification.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Truth {
    /// The failures that can be reached.
    pub(crate) wrong: BTreeSet<Failure>,
    /// Whether a total deadlock can be reached.
    pub(crate) deadlock: bool,
    /// The allocation sites and the numbers of fields whose class is wrong: -1 for the objects as a whole, -2 for
    /// elements, no site and the number of the variable for one that belongs to no object.
    pub(crate) broken: BTreeSet<(Option<Place>, i64)>,
    pub(crate) states: usize,
    /// Whether calls are operations on some objects.
    pub(crate) is_granular: bool,
}

/// An access: by whom, whether it writes, and under which locks.
type Access = (ThreadId, bool, BTreeSet<Address>);

/// A state, and what has happened on the way to it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    state: State,
    /// Whether a thread was forked.
    several: bool,
    /// The objects that somebody else than their maker could reach at some time.
    shared: BTreeSet<Address>,
    /// All accesses of disciplined variables that count.
    accesses: BTreeMap<Variable, BTreeSet<Access>>,
    /// The threads that touched an unshared object.
    touched: BTreeMap<Address, BTreeSet<ThreadId>>,
    /// What is kept of calls that are operations.
    calls: calls::Calls,
}

/// The thread that has made an object: it is in the object's stable name.
fn maker(object: Address) -> u32 {
    object.0 >> 25
}

fn references(values: impl IntoIterator<Item = Value>) -> impl Iterator<Item = Address> {
    values.into_iter().filter_map(|value| match value {
        Value::Object(address) => Some(address),
        _ => None,
    })
}

/// Adds what can be reached by others in the state.
fn share(node: &mut Node) {
    let mut found: Vec<Address> = Vec::new();
    if node.several {
        found.extend(references(node.state.statics.iter().copied()));
    }
    for (number, thread) in (0..).zip(&node.state.threads) {
        for frame in &thread.frames {
            let held = references(frame.registers.iter().copied());
            found.extend(held.filter(|object| maker(*object) != number));
        }
    }
    loop {
        for object in node.shared.clone() {
            let cells = node.state.object(object).map(|o| o.cells.clone()).unwrap_or_default();
            found.extend(references(cells.into_iter().map(|(_, value)| value)));
        }
        let before = node.shared.len();
        node.shared.extend(found.drain(..));
        if node.shared.len() == before {
            return;
        }
    }
}

#[expect(clippy::too_many_lines, reason = "it is the definition, case by case")]
/// What a step adds to the history. `after` is the state after it.
fn look(
    program: &Program,
    node: &mut Node,
    (before, event): (&State, &Event),
    site_of: &dyn Fn(&State, Address) -> Option<Place>,
    class_of: &dyn Fn(Option<Place>) -> Class,
    truth: &mut Truth,
) {
    let thread = event.thread;
    let after = node.state.clone();
    let calls = calls::Look { program, class_of };
    let is_granular = truth.is_granular;
    let covered = is_granular && calls.step(node, before, event, truth);
    let class = |object| site_of(&after, object).map(|site| (site, class_of(Some(site))));
    let mut unshared = |node: &mut Node, object: Address, site: Place| {
        let all = node.touched.entry(object).or_default();
        all.insert(thread);
        if all.len() > 1 {
            truth.broken.insert((Some(site), -1));
        }
    };
    match &event.action {
        Action::Read { variable, is_volatile: false }
        | Action::Write { variable, is_volatile: false }
        | Action::Update { variable, is_volatile: false } => {
            let is_write = !matches!(event.action, Action::Read { .. });
            let (is_shared, of, number) = match *variable {
                Variable::Field(object, field) => {
                    (node.shared.contains(&object), Some(object), i64::from(field.0))
                }
                Variable::Element(object, _) => (node.shared.contains(&object), Some(object), -2),
                Variable::Static(variable) => (node.several, None, i64::from(variable.0)),
            };
            if !is_shared {
                return;
            }
            let (site, class) = match of {
                Some(object) => {
                    class(object).map_or((None, Class::Communication), |(s, c)| (Some(s), c))
                }
                None => (None, class_of(None)),
            };
            match (class, of, site) {
                (Class::Unshared, Some(object), Some(site)) => unshared(node, object, site),
                (Class::Unshared, ..) => {
                    let all = node.accesses.entry(*variable).or_default();
                    all.insert((thread, true, BTreeSet::new()));
                    let threads: BTreeSet<ThreadId> = all.iter().map(|one| one.0).collect();
                    if threads.len() > 1 {
                        truth.broken.insert((None, number));
                    }
                }
                (Class::Disciplined, ..) if !covered => {
                    let heap = after.heap.iter();
                    let own = heap.filter(|(_, o)| o.owner.is_some_and(|(t, _)| t == thread));
                    let locks: BTreeSet<Address> = own.map(|(lock, _)| *lock).collect();
                    let all = node.accesses.entry(*variable).or_default();
                    all.insert((thread, is_write, locks));
                    let threads: BTreeSet<ThreadId> = all.iter().map(|one| one.0).collect();
                    let first = all.iter().next().map(|one| one.2.clone()).unwrap_or_default();
                    let has_lock =
                        first.iter().any(|lock| all.iter().all(|one| one.2.contains(lock)));
                    if threads.len() > 1 && all.iter().any(|one| one.1) && !has_lock {
                        truth.broken.insert((site, number));
                    }
                }
                _ => {}
            }
        }
        Action::Acquire { object, .. }
        | Action::Refused { object }
        | Action::Release { object, .. }
        | Action::StartWait { object }
        | Action::EndWait { object }
        | Action::Notify { object, .. }
            if node.shared.contains(object) =>
        {
            if let Some((site, Class::Unshared)) = class(*object) {
                unshared(node, *object, site);
            }
        }
        Action::Fork { .. } => node.several = true,
        Action::Join { thread: from } => {
            for threads in node.touched.values_mut() {
                if threads.remove(from) {
                    threads.insert(thread);
                }
            }
            for all in node.accesses.values_mut().chain(node.calls.whole.values_mut()) {
                let by = |found: ThreadId| if found == *from { thread } else { found };
                *all = all.iter().map(|one| (by(one.0), one.1, one.2.clone())).collect();
            }
        }
        _ => {}
    }
    share(node);
    // Who is about to take a lock touches it.
    for number in (0..).map(ThreadId).take(node.state.threads.len()) {
        let Some(found) = node.state.thread(number) else { continue };
        let (Status::Running, Some(frame)) = (found.status, found.frames.last()) else { continue };
        let Instruction::Acquire { object: Expression::Register(register) } =
            program.instruction(frame.place)
        else {
            continue;
        };
        let Value::Object(object) = frame.registers[register.index()] else { continue };
        if truth.is_granular && node.shared.contains(&object) {
            calls.come(node, number, object, truth);
        }
        let site = site_of(&node.state, object).unwrap();
        if node.shared.contains(&object) && class_of(Some(site)) == Class::Unshared {
            let all = node.touched.entry(object).or_default();
            all.insert(number);
            if all.len() > 1 {
                truth.broken.insert((Some(site), -1));
            }
        }
    }
}

/// The truth about a program whose objects have classes by allocation site; `None` if there are too many states, or a
/// limit is met.
pub(crate) fn truth(
    program: &Program,
    class_of: &dyn Fn(Option<Place>) -> Class,
    bounds: Bounds,
    most: usize,
) -> Option<Truth> {
    let machine = Machine::new(program, bounds);
    let names = StableNames::default();
    let mut truth = Truth::default();
    let first = Node {
        state: machine.initial(),
        several: false,
        shared: BTreeSet::new(),
        accesses: BTreeMap::new(),
        touched: BTreeMap::new(),
        calls: calls::Calls::default(),
    };
    let all = (0..program.instructions()).filter_map(|number| program.place(number));
    let mut sites = all.filter(|place| program.class_at(*place).is_some());
    truth.is_granular =
        sites.any(|site| matches!(class_of(Some(site)), Class::Method | Class::Atomic));
    let mut seen = HashSet::from([first.clone()]);
    let mut open = VecDeque::from([first]);
    let site_of = |state: &State, object: Address| state.object(object).map(|found| found.site);
    while let Some(node) = open.pop_front() {
        let mut any = false;
        for thread in (0..).map(ThreadId).take(node.state.threads.len()) {
            for choice in 0..machine.choices(&node.state, thread) {
                any = true;
                let mut next = node.clone();
                let event = machine.step(&mut next.state, thread, choice, &names)?;
                if event.halted.is_some() {
                    return None;
                }
                look(program, &mut next, (&node.state, &event), &site_of, class_of, &mut truth);
                truth.wrong.extend(Failure::of(&next.state));
                next.state.collect_garbage();
                let is_there = |object: &Address| next.state.object(*object).is_some();
                next.shared.retain(is_there);
                next.touched.retain(|object, _| is_there(object));
                next.calls.owners.retain(|object, _| is_there(object));
                next.calls.whole.retain(|object, _| is_there(object));
                next.calls.uses.retain(|(object, _), _| is_there(object));
                next.accesses.retain(|variable, _| match variable {
                    Variable::Field(object, _) | Variable::Element(object, _) => is_there(object),
                    Variable::Static(_) => true,
                });
                if seen.insert(next.clone()) {
                    if seen.len() > most {
                        return None;
                    }
                    open.push_back(next);
                }
            }
        }
        let is_fine = any || node.state.is_over() || Failure::blocks(&node.state);
        truth.deadlock |= !is_fine;
    }
    truth.states = seen.len();
    Some(truth)
}
