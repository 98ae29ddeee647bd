//! The product of a model and an automaton, worked out as far as a search looks at it.
//!
//! A node is a stored state of the model with a state of the automaton, which is about to read it. Each state of the
//! model is stored once; its nodes are a list. A node takes eight bytes here, and four in the search of components.

use reductio_search::{
    Chunks, Met, Model, Query, ReducedSteps, Reduction, SearchProgress, Stopped, Store, ThreadStep,
};
use reductio_temporal::BitSet;

use super::acceptance::{Acceptance, MarkSets, NONE, SetId};
use super::automata::Automata;

/// The end of a list of nodes: the number of the state of the model follows.
const LAST: u32 = 1 << 31;

/// The mark of a state of the model that has no nodes yet.
const NO_NODE: u32 = u32::MAX;

/// How often limits are looked at: once for so many nodes.
const PAUSE: u64 = 1 << 8;

/// A node's state of the automaton, and the next node of the same state of the model, or that state.
#[derive(Clone, Copy)]
struct Entry {
    at: u32,
    next: u32,
}

/// A transition of the product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u32,
    pub(super) marks: SetId,
    /// The first single step; `None` where the run has ended and its last state is repeated.
    pub(super) step: Option<ThreadStep>,
}

/// A reduced step from the state that is looked at.
struct Step {
    first: ThreadStep,
    /// The number of the state at its end.
    end: u32,
    /// The marks for what threads can do just after the first single step.
    after: SetId,
}

/// The product, as far as it is known.
pub(super) struct Product<'a, M: Model, R, A, V> {
    model: &'a M,
    query: &'a Query<'a>,
    automata: Automata<A>,
    truth: &'a V,
    steps: ReducedSteps<'a, M, R>,
    pub(super) sets: MarkSets,
    /// For each thread the marks of its steps because it moves.
    moves: Vec<SetId>,
    store: M::Store,
    /// The first node of each state of the model.
    first: Chunks<u32>,
    entries: Chunks<Entry>,
    /// The number of each node in which the search begins, with the number of its state in `steps`.
    begins: Vec<(u32, u32)>,
    pub(super) met: Met,
    pub(super) transitions: u64,
    looked_at: u64,
    // Kept for their memory.
    state: Option<M::State>,
    open: Vec<(u32, SetId)>,
    found: Vec<Step>,
}

impl<'a, M, R, A, V> Product<'a, M, R, A, V>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    pub(super) fn new(
        model: &'a M,
        reduction: &'a R,
        query: &'a Query<'a>,
        (mut automata, acceptance): (Automata<A>, Acceptance),
        truth: &'a V,
    ) -> Self {
        let mut sets = MarkSets::new(acceptance);
        automata.number(&mut sets);
        let moves = (0..model.threads())
            .map(|thread| {
                let acceptance = sets.acceptance();
                let weak = acceptance.weak.iter().position(|weak| *weak == thread);
                let strong = acceptance.strong.iter().position(|strong| *strong == thread);
                let weak = weak.map(|place| acceptance.weak_mark(place));
                let marks = weak.into_iter().chain(strong.map(|place| acceptance.moves(place)));
                let marks = marks.collect();
                sets.number(&marks)
            })
            .collect();
        Product {
            model,
            query,
            automata,
            truth,
            steps: ReducedSteps::new(model, reduction, query),
            sets,
            moves,
            store: model.store(),
            first: Chunks::new(),
            entries: Chunks::new(),
            begins: Vec::new(),
            met: Met::default(),
            transitions: 0,
            looked_at: 0,
            state: None,
            open: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The number of states of the model.
    pub(super) fn states(&self) -> usize {
        self.store.len()
    }

    /// The number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let lists = self.first.bytes() + self.entries.bytes();
        self.store.bytes() + lists + self.sets.bytes() + self.steps.bytes() + self.automata.bytes()
    }

    pub(super) fn cancel(&self) -> Result<(), Stopped> {
        let is_raised = self
            .query
            .cancel
            .is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed));
        if is_raised { Err(Stopped::Cancelled) } else { Ok(()) }
    }

    /// Looks at the flag, and from time to time at the other limits. `more` bytes belong to the search.
    pub(super) fn look_up(&mut self, depth: usize, more: usize) -> Result<(), Stopped> {
        self.cancel()?;
        if self.looked_at.is_multiple_of(PAUSE) {
            let bytes = self.bytes() + more;
            if bytes > self.query.memory {
                return Err(Stopped::Memory);
            }
            if let Some(report) = self.query.progress {
                report(SearchProgress { states: self.states(), frontier: depth, depth, bytes });
            }
        }
        self.looked_at += 1;
        Ok(())
    }

    /// The nodes in which the search begins.
    pub(super) fn begin(&mut self) -> Result<Vec<u32>, Stopped> {
        let (store, first) = (&mut self.store, &mut self.first);
        let mut full = None;
        let mut begins = Vec::new();
        let met = self.steps.begin(|number, state| match insert(store, first, state) {
            Ok(state) => begins.push((state, number)),
            Err(why) => full = Some(why),
        })?;
        if let Some(why) = full {
            return Err(why);
        }
        self.met.merge(met);
        for (state, number) in begins {
            let node = self.node(state, 0)?;
            self.begins.push((node, number));
        }
        Ok(self.begins.iter().map(|(node, _)| *node).collect())
    }

    /// The single steps from the initial state to a node in which the search begins.
    pub(super) fn run_to(&self, node: u32) -> Vec<ThreadStep> {
        let number = self.begins.iter().find(|(begin, _)| *begin == node);
        number.map_or_else(Vec::new, |(_, number)| self.steps.run_to(*number))
    }

    /// The single steps of a transition between nodes.
    pub(super) fn spell(
        &mut self,
        from: u32,
        first: ThreadStep,
        to: u32,
    ) -> Option<Vec<ThreadStep>> {
        let (mut before, mut after) = (self.model.initial(), self.model.initial());
        self.store.load(self.state_of(from), &mut before);
        self.store.load(self.state_of(to), &mut after);
        self.steps.spell(&before, first, &after)
    }

    /// The number of a node's state of the model: it stands at the end of the list of its nodes.
    fn state_of(&self, node: u32) -> u32 {
        let mut next = self.entries.get(node as usize).next;
        while next & LAST == 0 {
            next = self.entries.get(next as usize).next;
        }
        next & !LAST
    }

    /// The node of two states, made if there is none.
    fn node(&mut self, state: u32, at: u32) -> Result<u32, Stopped> {
        let first = self.first.get(state as usize);
        let mut next = if first == NO_NODE { state | LAST } else { first };
        let head = next;
        while next & LAST == 0 {
            let entry = self.entries.get(next as usize);
            if entry.at == at {
                return Ok(next);
            }
            next = entry.next;
        }
        let node = u32::try_from(self.entries.len()).ok().filter(|node| *node < LAST);
        let node = node.ok_or(Stopped::States)?;
        self.entries.push(Entry { at, next: head });
        self.first.set(state as usize, node);
        Ok(node)
    }

    /// Adds the transitions from a node to `ways`.
    pub(super) fn ways(&mut self, node: u32, ways: &mut Vec<Way>) -> Result<(), Stopped> {
        let number = self.state_of(node);
        let at = self.entries.get(node as usize).at;
        let mut state = self.state.take().unwrap_or_else(|| self.model.initial());
        self.store.load(number, &mut state);
        let result = self.ways_from(number, &state, at, ways);
        self.state = Some(state);
        result
    }

    fn ways_from(
        &mut self,
        number: u32,
        state: &M::State,
        at: u32,
        ways: &mut Vec<Way>,
    ) -> Result<(), Stopped> {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        let truth = |atom: &A| (self.truth)(atom, state);
        let told = self.automata.open(at, &mut self.sets, truth, &mut open);
        let told = told.and_then(|()| self.ways_by(number, state, &open, ways));
        self.open = open;
        told
    }

    /// Adds the transitions by which the automata go along these ways.
    fn ways_by(
        &mut self,
        number: u32,
        state: &M::State,
        open: &[(u32, SetId)],
        ways: &mut Vec<Way>,
    ) -> Result<(), Stopped> {
        if open.is_empty() {
            return Ok(());
        }
        let met = self.find_steps(state)?;
        self.met.merge(met);
        let found = std::mem::take(&mut self.found);
        let here = self.marks_where(|thread| {
            self.steps.movers().binary_search(&thread).is_ok()
                && !self.model.may_stop(thread, state)
        });
        let here = self.sets.number(&here);
        for step in &found {
            let mut fair = self.sets.union(here, step.after);
            fair = self.sets.union(fair, self.moves[step.first.0]);
            for &(to, marks) in open {
                let to = self.node(step.end, to)?;
                let marks = self.sets.union(marks, fair);
                ways.push(Way { to, marks, step: Some(step.first) });
            }
        }
        self.transitions += (found.len() * open.len()) as u64;
        self.found = found;
        // The run ends here, if nobody has to go on: its last state is repeated for ever.
        let ends = self.steps.movers().iter().all(|thread| self.model.may_stop(*thread, state));
        if ends && !met.is_cut {
            for &(to, marks) in open {
                let to = self.node(number, to)?;
                let marks = self.sets.union(marks, here);
                ways.push(Way { to, marks, step: None });
            }
        }
        Ok(())
    }

    /// Finds the reduced steps from a state.
    fn find_steps(&mut self, state: &M::State) -> Result<Met, Stopped> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let Product { model, store, first, sets, steps, .. } = self;
        let mut full = None;
        let before = store.len();
        let met = steps.from(state, |step| {
            if full.is_some() {
                return;
            }
            match insert(store, first, step.end) {
                Err(why) => full = Some(why),
                Ok(end) => {
                    let mut after = NONE;
                    if !std::ptr::eq(step.after, step.end) {
                        let acceptance = sets.acceptance();
                        let marks = marks_where(acceptance, |thread| {
                            thread == step.thread || must_move(*model, thread, step.after)
                        });
                        after = sets.number(&marks);
                    }
                    found.push(Step { first: (step.thread, step.step), end, after });
                }
            }
        })?;
        self.found = found;
        if let Some(why) = full {
            Err(why)
        } else if self.store.len() > self.query.max_states.max(before) {
            Err(Stopped::States)
        } else {
            Ok(met)
        }
    }

    fn marks_where(&self, can_move: impl Fn(usize) -> bool) -> BitSet {
        marks_where(self.sets.acceptance(), can_move)
    }
}

/// The marks for a state: weakly fair threads that cannot move, strongly fair threads that can.
fn marks_where(acceptance: &Acceptance, can_move: impl Fn(usize) -> bool) -> BitSet {
    let weak = acceptance.weak.iter().enumerate();
    let weak = weak.filter(|(_, thread)| !can_move(**thread));
    let strong = acceptance.strong.iter().enumerate();
    let strong = strong.filter(|(_, thread)| can_move(**thread));
    weak.map(|(place, _)| acceptance.weak_mark(place))
        .chain(strong.map(|(place, _)| acceptance.can_move(place)))
        .collect()
}

/// Decides whether a thread can move in a state, and may not stop there.
pub(super) fn must_move<M: Model>(model: &M, thread: usize, state: &M::State) -> bool {
    let mut can_move = false;
    if !model.may_stop(thread, state) {
        model.steps(thread, state, |_, _| can_move = true);
    }
    can_move
}

/// Stores a state of a model, and returns its number.
fn insert<S>(
    store: &mut impl Store<S>,
    first: &mut Chunks<u32>,
    state: &S,
) -> Result<u32, Stopped> {
    let hash = store.hash(state);
    match store.insert(hash, state) {
        Some((number, is_new)) if number < LAST - 1 => {
            if is_new {
                first.push(NO_NODE);
            }
            Ok(number)
        }
        Some(_) => Err(Stopped::States),
        None => Err(Stopped::Memory),
    }
}
