//! Random sketches: programs over locks and semaphores, with noise, and predicates of several families.

use reductio_relations::Random;
use reductio_system::Fairness;

use super::predicates;
use super::sketch::{
    Action, LockKind, LockRef, PredicateSketch, SEMAPHORE_MAX, Sketch, StepSketch, ThreadSketch,
    ValueSketch, VariableRef,
};

/// The kinds of locks, plain ones twice.
const KINDS: [LockKind; 4] = [LockKind::Plain, LockKind::Plain, LockKind::Deep, LockKind::Monitor];

/// A source of random choices.
pub(super) struct Draw(Random);

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Draw(Random::new(seed))
    }

    /// A number below `n`; 0 if `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// Decides whether something with `percent` percent happens.
    pub(super) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One element of a list.
    pub(super) fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).cloned()
    }
}

/// The manner of a sketch: how its threads mostly run, and what its predicates mostly say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Sections under locks.
    Locks,
    /// Sections under a semaphore, or a hand-over by it.
    Semaphores,
    /// A flag says whose turn it is.
    Turns,
    /// Anything else.
    Any,
}

/// The random sketch of a seed; with `is_tiny` one of which all valuations can be gone through, with 2 threads more
/// often, fewer things, and arbitrary predicates more often.
pub(super) fn sketch(seed: u64, is_tiny: bool) -> Sketch {
    let mut draw = Draw::new(seed);
    let draw = &mut draw;
    let manner = match draw.below(20) {
        _ if is_tiny && draw.happens(50) => Manner::Any,
        0..10 => Manner::Locks,
        10..14 => Manner::Semaphores,
        14..17 => Manner::Turns,
        _ => Manner::Any,
    };
    let count = if draw.happens(if is_tiny { 85 } else { 75 }) { 2 } else { 3 };
    let kinds = if is_tiny { &KINDS[..2] } else { &KINDS };
    let amounts: [&[usize]; 3] = if is_tiny {
        [&[0, 0, 0, 1], &[0, 0, 1], &[1]]
    } else {
        [&[0, 0, 1, 1, 2], &[0, 1, 1, 2, 2], &[1, 1, 2]]
    };
    let [flags, locks, objects] = amounts.map(|list| draw.pick(list).unwrap_or(0));
    let mut sketch = Sketch {
        threads: Vec::new(),
        flags: if manner == Manner::Turns { flags.max(1) } else { flags },
        locks: if manner == Manner::Locks { locks.max(1) } else { locks },
        lock_kind: draw.pick(kinds).unwrap_or(LockKind::Plain),
        semaphores: Vec::new(),
        objects: vec![Vec::new(); objects],
        classes: Vec::new(),
        invariants: Vec::new(),
        goals: Vec::new(),
        properties: Vec::new(),
    };
    if manner == Manner::Semaphores || draw.happens(if is_tiny { 3 } else { 10 }) {
        sketch.semaphores.push(i32::try_from(draw.below(2)).unwrap_or(0));
    }
    for number in 0..count {
        let points = match (is_tiny, count) {
            (true, 2) => 2 + draw.below(3),
            (true, _) => 2 + draw.below(2),
            (false, 2) => 3 + draw.below(3),
            (false, _) => 3 + draw.below(2),
        };
        let locals = if is_tiny { [0, 0, 0, 1, 1] } else { [0, 0, 1, 1, 2] }[draw.below(5)];
        let thread = thread(draw, &Names { sketch: &sketch, number, locals }, manner, points);
        sketch.threads.push(thread);
    }
    for object in 0..sketch.objects.len() {
        sketch.objects[object] = predicates::for_object(draw, &sketch, manner, object);
    }
    if draw.happens(30) {
        let claim = predicates::table(draw, &sketch, 0);
        sketch.invariants.push(claim);
    }
    if draw.happens(30) {
        let claim = predicates::table(draw, &sketch, 0);
        sketch.goals.push(claim);
    }
    for thread in &mut sketch.threads {
        odd_ends(draw, thread);
    }
    sketch
}

/// Adds now and then an oddity that a person seldom writes: a thread that is stuck where others end, a step that waits
/// for a constant, alone or as one branch of a choice.
fn odd_ends(draw: &mut Draw, thread: &mut ThreadSketch) {
    if draw.happens(8) {
        thread.end = None;
    }
    if draw.happens(8) {
        let at = draw.below(thread.steps.len());
        let value = draw.happens(40);
        if let Some(step) = thread.steps.get_mut(at) {
            step.action = Action::Await(value);
        }
    }
    if draw.happens(10) {
        let (at, end) = (draw.below(thread.steps.len()), draw.below(thread.points));
        let value = draw.happens(20);
        if let Some(start) = thread.steps.get(at).map(|step| step.start) {
            thread.steps.insert(at, StepSketch { start, end, action: Action::Await(value) });
        }
    }
}

/// The things that a thread may name.
struct Names<'a> {
    sketch: &'a Sketch,
    number: usize,
    locals: usize,
}

impl Names<'_> {
    fn data(&self, draw: &mut Draw) -> VariableRef {
        if self.locals > 0 && draw.happens(if self.sketch.objects.len() > 1 { 20 } else { 3 }) {
            return VariableRef::DataAt(draw.below(self.locals));
        }
        VariableRef::Data(draw.below(self.sketch.objects.len()))
    }

    fn variable(&self, draw: &mut Draw) -> VariableRef {
        match draw.below(10) {
            0..2 if self.locals > 0 => VariableRef::Local(draw.below(self.locals)),
            2..4 if self.sketch.flags > 0 => VariableRef::Flag(draw.below(self.sketch.flags)),
            _ => self.data(draw),
        }
    }

    fn test(&self, draw: &mut Draw) -> (VariableRef, bool) {
        (self.variable(draw), draw.happens(50))
    }

    fn assignment(&self, draw: &mut Draw) -> (VariableRef, ValueSketch) {
        let source = match draw.below(12) {
            0..4 => ValueSketch::Constant(draw.happens(50)),
            4..8 => ValueSketch::Copy(self.variable(draw)),
            8..11 => ValueSketch::Not(self.variable(draw)),
            _ => ValueSketch::Next(self.variable(draw)),
        };
        (self.variable(draw), source)
    }

    fn lock(&self, draw: &mut Draw) -> LockRef {
        if self.sketch.locks == 2 && self.locals > 0 && draw.happens(8) {
            return LockRef::At(draw.below(self.locals));
        }
        LockRef::Number(draw.below(self.sketch.locks))
    }

    /// A guarded command: often without guard, often one assignment.
    fn plain(&self, draw: &mut Draw) -> Action {
        let tests = i32::from(!draw.happens(75));
        let guard = (0..tests).map(|_| self.test(draw)).collect();
        let count = [0, 1, 1, 1, 1, 2][draw.below(6)];
        let assignments = (0..count).map(|_| self.assignment(draw)).collect();
        Action::Plain { guard, assignments }
    }

    /// A random action of a thread that has access, mostly to `object`.
    fn access(&self, draw: &mut Draw, object: usize) -> Action {
        let own = VariableRef::Data(object % self.sketch.objects.len());
        let data = if draw.happens(85) { own } else { self.data(draw) };
        let other =
            if self.locals > 0 { VariableRef::Local(draw.below(self.locals)) } else { data };
        let assignment = match draw.below(4) {
            0 => (data, ValueSketch::Constant(true)),
            1 => (data, ValueSketch::Not(data)),
            2 => (other, ValueSketch::Copy(data)),
            _ => (data, ValueSketch::Constant(false)),
        };
        Action::Plain { guard: Vec::new(), assignments: vec![assignment] }
    }

    /// A random action of any kind.
    fn action(&self, draw: &mut Draw) -> Action {
        let Sketch { locks, lock_kind, semaphores, .. } = self.sketch;
        let is_monitor = *lock_kind == LockKind::Monitor;
        match draw.below(32) {
            0 => {
                let (x, value) = self.test(draw);
                Action::Assert(x, value)
            }
            1 if *locks > 0 => Action::Acquire(self.lock(draw)),
            2 if *locks > 0 => Action::Release(self.lock(draw)),
            3 if *locks > 0 && is_monitor => Action::Wait(self.lock(draw)),
            4 if *locks > 0 && is_monitor => Action::Notify(self.lock(draw)),
            5 if *locks > 0 && is_monitor => Action::NotifyAll(self.lock(draw)),
            6 if !semaphores.is_empty() => Action::Down(draw.below(semaphores.len())),
            7 if !semaphores.is_empty() => Action::Up(draw.below(semaphores.len())),
            8..14 => {
                let object = draw.below(self.sketch.objects.len());
                self.access(draw, object)
            }
            _ => self.plain(draw),
        }
    }

    /// A straight program in the manner of the sketch, with noise.
    fn program(&self, draw: &mut Draw, manner: Manner, length: usize) -> Vec<Action> {
        let Sketch { locks, semaphores, flags, .. } = self.sketch;
        let mut actions: Vec<Action> = (0..length).map(|_| self.action(draw)).collect();
        match if draw.happens(93) { manner } else { Manner::Any } {
            // One lock is taken inside the other, in any order: deadlocks come from this.
            Manner::Locks if *locks == 2 && length >= 4 && draw.happens(60) => {
                let first = draw.below(2);
                let [one, two] = [first, 1 - first].map(LockRef::Number);
                actions = vec![Action::Acquire(one), Action::Acquire(two)];
                if length > 4 {
                    actions.push(self.access(draw, first));
                }
                actions.extend([Action::Release(two), Action::Release(one)]);
            }
            Manner::Locks if *locks > 0 && length >= 2 => {
                let lock = self.lock(draw);
                let object = if let LockRef::Number(k) = lock { k } else { 0 };
                let ends = [Action::Acquire(lock), Action::Release(lock)];
                self.section(draw, &mut actions, ends, object);
                if self.sketch.lock_kind == LockKind::Monitor && length > 2 && draw.happens(60) {
                    let at = 1 + draw.below(length - 2);
                    let all = [Action::Wait(lock), Action::Notify(lock), Action::NotifyAll(lock)];
                    actions[at] = all[draw.below(3)].clone();
                }
            }
            Manner::Semaphores if !semaphores.is_empty() && length >= 2 => {
                if draw.happens(50) {
                    self.section(draw, &mut actions, [Action::Down(0), Action::Up(0)], 0);
                } else {
                    // One half of a hand-over: wait for the other's `up`, or do one.
                    let half = if draw.happens(50) { Action::Down(0) } else { Action::Up(0) };
                    let at = draw.below(length);
                    for action in &mut actions {
                        *action = self.access(draw, 0);
                    }
                    actions[at] = half;
                }
            }
            Manner::Turns if *flags > 0 && length >= 2 => self.turns(draw, &mut actions),
            _ => {}
        }
        if draw.happens(25) {
            let at = draw.below(actions.len());
            actions[at] = self.action(draw);
        }
        actions
    }

    /// Waits until the flag says that it is this thread's turn, and last gives the turn away.
    fn turns(&self, draw: &mut Draw, actions: &mut [Action]) {
        let flag = VariableRef::Flag(draw.below(self.sketch.flags));
        let mine = self.number > 0;
        let wait = Action::Plain { guard: vec![(flag, mine)], assignments: Vec::new() };
        let pass = (flag, ValueSketch::Constant(!mine));
        let last = match draw.below(3) {
            0 => Action::Plain { guard: vec![(flag, mine)], assignments: vec![pass] },
            1 => match self.access(draw, 0) {
                Action::Plain { guard, mut assignments } => {
                    assignments.push(pass);
                    Action::Plain { guard, assignments }
                }
                other => other,
            },
            _ => Action::Plain { guard: Vec::new(), assignments: vec![pass] },
        };
        self.section(draw, actions, [wait, last], 0);
    }

    fn section(
        &self,
        draw: &mut Draw,
        actions: &mut [Action],
        [first, last]: [Action; 2],
        object: usize,
    ) {
        let end = actions.len() - 1;
        for action in &mut actions[1..end] {
            if draw.happens(80) {
                *action = self.access(draw, object);
            }
        }
        actions[0] = first;
        actions[end] = last;
    }
}

fn thread(draw: &mut Draw, names: &Names<'_>, manner: Manner, points: usize) -> ThreadSketch {
    let length = if draw.happens(50) { points } else { points - 1 };
    let mut steps = Vec::new();
    for (start, action) in names.program(draw, manner, length).into_iter().enumerate() {
        let next = (start + 1) % points;
        let end = if draw.happens(8) { draw.below(points) } else { next };
        steps.push(StepSketch { start, end, action });
        // A second step from the same point: a choice, or the other branch of a test.
        if draw.happens(15) {
            let other = draw.below(points);
            if draw.happens(60) {
                let (x, value) = names.test(draw);
                let guarded = |value| {
                    let assignments = Vec::new();
                    Action::Plain { guard: vec![(x, value)], assignments }
                };
                if let Some(last) = steps.last_mut() {
                    last.action = guarded(value);
                }
                steps.push(StepSketch { start, end: other, action: guarded(!value) });
            } else {
                steps.push(StepSketch { start, end: other, action: names.action(draw) });
            }
        }
    }
    let end = (length < points).then_some(points - 1);
    ThreadSketch { points, end, locals: names.locals, steps, fairness: Fairness::Unfair }
}

/// The number of values of a semaphore.
pub(super) fn semaphore_values() -> usize {
    usize::try_from(SEMAPHORE_MAX).unwrap_or(0) + 1
}

/// The condition that holds in every state.
pub(super) fn always() -> PredicateSketch {
    PredicateSketch(vec![Vec::new()])
}
