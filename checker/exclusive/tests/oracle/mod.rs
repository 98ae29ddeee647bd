//! Everything that a program can do, and what that says about claims: slow, and straight from the definitions. It takes
//! the steps of the machine, and shares nothing else with the check.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use reductio_exclusive::{Claims, Guard, Link, Variables, Wrong};
use reductio_programs::{
    Action, Address, Bounds, Event, Failure, Instruction, Machine, Place, Program, StableNames,
    State, Status, ThreadId, Value, Variable,
};

/// What is known of a program and claims about it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Truth {
    /// The failures that can be reached.
    pub(crate) wrong: BTreeSet<Failure>,
    /// Whether a total deadlock can be reached.
    pub(crate) deadlock: bool,
    /// The pairs of instructions that race: two threads are at them, and access one variable.
    pub(crate) races: BTreeSet<(Place, Place)>,
    /// The instructions at which a thread can be stuck for ever, although no run on is a total deadlock or goes wrong.
    pub(crate) stuck: BTreeSet<Place>,
    /// The claims that are wrong.
    pub(crate) broken: BTreeSet<Wrong>,
    pub(crate) states: usize,
}

/// A state, and what has happened on the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    state: State,
    /// Whether a thread was forked.
    several: bool,
    /// Who owns an object; nobody if it is shared.
    owner: BTreeMap<Address, Option<ThreadId>>,
    /// Who has handed over what.
    gave: BTreeSet<(ThreadId, Address)>,
    /// What has ever referred to an object.
    holders: BTreeMap<Address, BTreeSet<(Link, Address)>>,
    /// How many objects an instruction has made, up to two.
    made: BTreeMap<Place, u32>,
    /// Who has accessed a variable while it was shared, by the object and what is accessed.
    users: BTreeMap<(Option<Address>, Variables), BTreeSet<ThreadId>>,
    /// The sets of locks of the named site that were owned at accesses.
    held: BTreeMap<(Option<Address>, Variables), BTreeSet<BTreeSet<Address>>>,
}

fn references(values: impl IntoIterator<Item = Value>) -> impl Iterator<Item = Address> {
    values.into_iter().filter_map(|value| match value {
        Value::Object(address) => Some(address),
        _ => None,
    })
}

/// What can be reached from some objects, they included, along those that a thread owns.
fn closure(node: &Node, thread: ThreadId, from: Vec<Address>) -> BTreeSet<Address> {
    let mut all: BTreeSet<Address> = BTreeSet::new();
    let mut open = from;
    while let Some(object) = open.pop() {
        if all.insert(object) && node.owner.get(&object) == Some(&Some(thread)) {
            let cells = node.state.object(object).map(|o| o.cells.clone()).unwrap_or_default();
            open.extend(references(cells.into_iter().map(|(_, value)| value)));
        }
    }
    all
}

struct Judge<'a> {
    claims: &'a Claims,
    truth: Truth,
}

impl Judge<'_> {
    fn site(node: &Node, object: Address) -> Place {
        node.state.object(object).unwrap().site
    }

    fn not_given(&mut self, node: &Node, thread: ThreadId, object: Address) {
        let owner = node.owner[&object];
        if node.gave.contains(&(thread, object)) || owner.is_some_and(|owner| owner != thread) {
            self.truth.broken.insert(Wrong::TouchedLater(Self::site(node, object)));
        }
    }

    fn share(&mut self, node: &mut Node, thread: ThreadId, from: Vec<Address>) {
        for object in closure(node, thread, from) {
            self.not_given(node, thread, object);
            if node.owner[&object] == Some(thread) {
                node.owner.insert(object, None);
            }
        }
    }

    fn lock(node: &Node, guard: &Guard, object: Option<Address>) -> Option<Address> {
        let field =
            |at: Address, field| references([node.state.value(Variable::Field(at, field))]).next();
        match guard {
            Guard::Reached { up, down } => {
                let mut at = object?;
                for link in up {
                    let all = node.holders.get(&at)?;
                    let mut found = all.iter().filter(|(other, _)| other == link);
                    let holder = found.next()?.1;
                    if found.next().is_some() {
                        return None;
                    }
                    at = holder;
                }
                down.iter().try_fold(at, |at, name| field(at, *name))
            }
            Guard::From { variable, down } => {
                let at = references([node.state.static_value(*variable)]).next()?;
                down.iter().try_fold(at, |at, name| field(at, *name))
            }
            Guard::MadeAt(site) => {
                let heap = node.state.heap.iter();
                heap.filter(|(_, found)| found.site == *site).map(|(at, _)| *at).next()
            }
            Guard::OneOf(_) | Guard::OneThread | Guard::ReadOnly => None,
        }
    }

    fn touch(
        &mut self,
        node: &mut Node,
        (thread, place): (ThreadId, Place),
        variables: Variables,
        object: Option<Address>,
        is_write: bool,
    ) {
        if let Some(object) = object {
            self.not_given(node, thread, object);
        }
        let is_open = object.map_or(node.several, |object| node.owner[&object].is_none());
        if !is_open {
            return;
        }
        let is_by_guard = self.claims.guards.get(&variables) == Some(&Guard::OneThread);
        if !is_by_guard && self.claims.owned.contains(&(place, variables)) {
            self.truth.broken.insert(Wrong::NotOwned(place, variables));
        }
        let Some(guard) = self.claims.guards.get(&variables) else {
            return;
        };
        let is_own = |owner: Option<(ThreadId, u32)>| owner.is_some_and(|one| one.0 == thread);
        let is_fine = match guard {
            Guard::OneThread => {
                let users = node.users.entry((object, variables)).or_default();
                users.insert(thread);
                users.len() == 1
            }
            Guard::ReadOnly => !is_write,
            Guard::OneOf(site) if object.is_some() => {
                let heap = node.state.heap.iter();
                let owned = heap.filter(|(_, o)| o.site == *site && is_own(o.owner));
                let owned: BTreeSet<Address> = owned.map(|(lock, _)| *lock).collect();
                let all = node.held.entry((object, variables)).or_default();
                all.insert(owned.clone());
                owned.iter().any(|lock| all.iter().all(|one| one.contains(lock)))
            }
            Guard::OneOf(_) => false,
            _ => Self::lock(node, guard, object)
                .is_some_and(|lock| is_own(node.state.object(lock).and_then(|found| found.owner))),
        };
        if !is_fine {
            self.truth.broken.insert(match guard {
                Guard::OneThread => Wrong::SeveralUsers(variables),
                Guard::ReadOnly => Wrong::WrittenLater(variables),
                _ => Wrong::NotProtected(variables),
            });
        }
    }

    fn write(&mut self, node: &mut Node, thread: ThreadId, variable: Variable) {
        let stored: Vec<Address> = references([node.state.value(variable)]).collect();
        let guards: Vec<&Guard> = self.claims.guards.values().collect();
        let (holder, link) = match variable {
            Variable::Field(object, field) => (object, Link::Field(field)),
            Variable::Element(object, _) => (object, Link::Element),
            Variable::Static(variable) => {
                if node.several {
                    let is_from = |guard: &&&Guard| matches!(guard, Guard::From { variable: found, .. } if *found == variable);
                    if guards.iter().any(|guard| is_from(&guard)) {
                        self.truth.broken.insert(Wrong::StaticMoved(variable));
                    }
                    self.share(node, thread, stored);
                }
                return;
            }
        };
        let is_open = node.owner[&holder].is_none();
        if let Link::Field(field) = link
            && is_open
            && guards.iter().any(|guard| guard.down().contains(&field))
        {
            self.truth.broken.insert(Wrong::FieldMoved(field));
        }
        for object in &stored {
            if !guards.iter().any(|guard| guard.up().contains(&link)) {
                continue;
            }
            let all = node.holders.entry(*object).or_default();
            let is_new = all.insert((link, holder));
            let count = all.iter().filter(|(found, _)| *found == link).count();
            if count > 1 || is_new && node.owner[object].is_none() {
                let wrong = Wrong::SeveralHolders(Self::site(node, *object), link);
                self.truth.broken.insert(wrong);
            }
        }
        if is_open {
            self.share(node, thread, stored);
        } else {
            for object in stored {
                self.not_given(node, thread, object);
            }
        }
    }

    fn fork(&mut self, node: &mut Node, (thread, place): (ThreadId, Place), child: ThreadId) {
        if !node.several {
            node.several = true;
            let all = references(node.state.statics.iter().copied()).collect();
            self.share(node, thread, all);
        }
        let frames = node.state.thread(child).map(|child| child.frames.clone()).unwrap();
        let all = frames.iter().flat_map(|frame| frame.registers.iter().copied());
        let all: Vec<Address> = references(all).collect();
        // What may not be handed over is shared, with what can be reached from it. The way to it goes along what may be
        // handed over.
        let may = |node: &Node, object: Address| {
            node.owner[&object] == Some(thread)
                && self.claims.handed.contains(&(place, Self::site(node, object)))
        };
        let mut reached: BTreeSet<Address> = BTreeSet::new();
        let mut open = all;
        while let Some(object) = open.pop() {
            if reached.insert(object) && may(node, object) {
                let cells = node.state.object(object).unwrap().cells.clone();
                open.extend(references(cells.into_iter().map(|(_, value)| value)));
            }
        }
        let rest: Vec<Address> = reached.iter().copied().filter(|at| !may(node, *at)).collect();
        self.share(node, thread, rest);
        for object in reached {
            if node.owner[&object] == Some(thread) {
                node.owner.insert(object, Some(child));
                node.gave.insert((thread, object));
            }
        }
    }

    fn look(&mut self, node: &mut Node, event: &Event) {
        let by = (event.thread, event.place);
        match event.action {
            Action::Allocate { object } => {
                node.owner.insert(object, Some(event.thread));
                let site = Self::site(node, object);
                let is_single = Guard::MadeAt(site);
                if self.claims.guards.values().any(|guard| *guard == is_single) {
                    let count = node.made.entry(site).or_default();
                    *count = (*count + 1).min(2);
                    if *count > 1 {
                        self.truth.broken.insert(Wrong::SeveralMade(site));
                    }
                }
            }
            Action::Read { variable, .. }
            | Action::Write { variable, .. }
            | Action::Update { variable, .. } => {
                let variables = Variables::of(&node.state, variable).unwrap();
                let object = match variable {
                    Variable::Field(object, _) | Variable::Element(object, _) => Some(object),
                    Variable::Static(_) => None,
                };
                let is_write = !matches!(event.action, Action::Read { .. });
                self.touch(node, by, variables, object, is_write);
                if is_write {
                    self.write(node, event.thread, variable);
                }
            }
            Action::Look {
                variable: Variable::Field(object, _) | Variable::Element(object, _),
            } => {
                self.not_given(node, event.thread, object);
            }
            Action::Acquire { object, depth } if depth > 1 => {
                self.not_given(node, event.thread, object);
            }
            Action::Release { object, depth } if depth > 0 => {
                self.not_given(node, event.thread, object);
            }
            Action::Acquire { object, .. }
            | Action::Release { object, .. }
            | Action::Refused { object }
            | Action::StartWait { object }
            | Action::EndWait { object }
            | Action::Notify { object, .. } => {
                let variables = Variables::Lock(Self::site(node, object));
                self.touch(node, by, variables, Some(object), true);
            }
            Action::Fork { child } => self.fork(node, by, child),
            _ => {}
        }
    }

    /// Who is about to take a lock touches it; and what two threads are about to access at a time races.
    fn pending(&mut self, program: &Program, machine: Machine<'_>, node: &mut Node) {
        let mut all = Vec::new();
        for thread in (0..).map(ThreadId).take(node.state.threads.len()) {
            let Some(found) = node.state.thread(thread) else { continue };
            if found.status != Status::Running {
                continue;
            }
            let Some(place) = found.place() else { continue };
            if let (Instruction::Acquire { .. }, Some(object)) =
                (program.instruction(place), machine.takes_lock(&node.state, thread))
            {
                let owner = node.state.object(object).and_then(|found| found.owner);
                if owner.is_none_or(|(owner, _)| owner != thread) {
                    let variables = Variables::Lock(Self::site(node, object));
                    self.touch(node, (thread, place), variables, Some(object), true);
                }
            }
            // What the thread accesses is found by taking its step.
            let mut next = node.state.clone();
            let event = machine.step(&mut next, thread, 0, &StableNames::default());
            let (variable, writes) = match event.map(|event| event.action) {
                Some(Action::Read { variable, is_volatile: false }) => (variable, false),
                Some(
                    Action::Write { variable, is_volatile: false }
                    | Action::Update { variable, is_volatile: false },
                ) => (variable, true),
                _ => continue,
            };
            all.push((place, variable, writes));
        }
        for (number, one) in all.iter().enumerate() {
            for two in &all[number + 1..] {
                if one.1 == two.1 && (one.2 || two.2) {
                    self.truth.races.insert((one.0.min(two.0), one.0.max(two.0)));
                }
            }
        }
    }
}

/// The truth about a program and claims; `None` if there are too many states, or a limit is met.
pub(crate) fn truth(
    program: &Program,
    claims: &Claims,
    bounds: Bounds,
    most: usize,
) -> Option<Truth> {
    let machine = Machine::new(program, bounds);
    let names = StableNames::default();
    let mut judge = Judge { claims, truth: Truth::default() };
    let first = Node {
        state: machine.initial(),
        several: false,
        owner: BTreeMap::new(),
        gave: BTreeSet::new(),
        holders: BTreeMap::new(),
        made: BTreeMap::new(),
        users: BTreeMap::new(),
        held: BTreeMap::new(),
    };
    let mut seen = HashMap::from([(first.clone(), 0)]);
    let mut open = VecDeque::from([first.clone()]);
    let mut all = vec![first];
    let mut edges: Vec<(usize, ThreadId, usize)> = Vec::new();
    let mut dead: BTreeSet<usize> = BTreeSet::new();
    while let Some(node) = open.pop_front() {
        let mut any = false;
        let from = seen[&node];
        for thread in (0..).map(ThreadId).take(node.state.threads.len()) {
            for choice in 0..machine.choices(&node.state, thread) {
                any = true;
                let mut next = node.clone();
                let event = machine.step(&mut next.state, thread, choice, &names)?;
                if event.halted.is_some() {
                    return None;
                }
                judge.look(&mut next, &event);
                judge.pending(program, machine, &mut next);
                judge.truth.wrong.extend(Failure::of(&next.state));
                let number = seen.get(&next).copied().unwrap_or(seen.len());
                edges.push((from, thread, number));
                if number == seen.len() {
                    if seen.len() > most {
                        return None;
                    }
                    seen.insert(next.clone(), number);
                    all.push(next.clone());
                    open.push_back(next);
                }
            }
        }
        let is_fine = any || node.state.is_over() || Failure::blocks(&node.state);
        judge.truth.deadlock |= !is_fine;
        if !any || Failure::blocks(&node.state) {
            dead.insert(from);
        }
    }
    judge.truth.states = seen.len();
    judge.truth.stuck = stuck(&all, &edges, &dead);
    Some(judge.truth)
}

/// The instructions at which a thread waits in some state, from where no run leads to a step of it, or to a state of
/// `dead`.
fn stuck(
    all: &[Node],
    edges: &[(usize, ThreadId, usize)],
    dead: &BTreeSet<usize>,
) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for thread in (0..16).map(ThreadId) {
        let mut fine: Vec<bool> = (0..all.len()).map(|number| dead.contains(&number)).collect();
        for (from, mover, _) in edges {
            fine[*from] |= *mover == thread;
        }
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for (from, _, to) in edges.iter().rev() {
                if fine[*to] && !fine[*from] {
                    fine[*from] = true;
                    grows = true;
                }
            }
        }
        for (node, is_fine) in all.iter().zip(fine) {
            let Some(thread) = node.state.thread(thread) else { continue };
            let waits = matches!(
                thread.status,
                Status::Running | Status::Waiting { .. } | Status::Notified { .. }
            );
            if waits && !is_fine && !thread.background {
                found.extend(thread.place());
            }
        }
    }
    found
}
