//! Pairs of a shared part and a local state: a set that has all that some numbers of threads can come to, and the rules
//! that are about these.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

use crate::frame::{Frame, Mover, Waking};
use crate::limits::{Stopped, Watch};
use crate::mutation::Mutation;
use crate::rule::{Effects, Locals, NOTHING, Rule, allows};
use crate::sight::{Seen, Sight};
use crate::space::{LocalId, SharedId, Space};

/// All pairs and rules of some families.
pub(crate) struct Pairs {
    pub(crate) space: Space,
    pub(crate) effects: Effects,
    /// The initial shared part, and the initial local state of each family.
    pub(crate) start: (SharedId, Vec<LocalId>),
    /// The local states that were met with each shared part.
    pub(crate) around: FxHashMap<SharedId, Vec<LocalId>>,
    known: FxHashSet<(SharedId, LocalId)>,
    pub(crate) rules: Vec<Rule>,
    /// The number of a transition of the mover that each rule is about.
    pub(crate) labels: Vec<usize>,
    /// The rules by their shared part before, and after.
    pub(crate) from: FxHashMap<SharedId, Vec<usize>>,
    pub(crate) to: FxHashMap<SharedId, Vec<usize>>,
    /// The threads in sight that are enough for a violation of rule 1 of the discipline.
    pub(crate) trespasses: Vec<(SharedId, Locals)>,
}

/// A question about threads in sight.
#[derive(Clone, Debug)]
struct Question {
    shared: SharedId,
    threads: Locals,
    mover: Mover,
    transition: usize,
    asked: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Which step is it?
    Step,
    /// Whom does it wake?
    Wakes,
    /// Does it touch what it must not?
    Trespass,
}

/// Questions of one shared part that wait for threads.
#[derive(Default)]
struct Waiting {
    /// By the pointer that must name the thread; none where any thread that waits is meant.
    questions: Vec<(Option<usize>, Question)>,
}

struct Search<'f, 'w> {
    frame: &'f Frame,
    watch: &'w Watch<'w>,
    mutation: Option<Mutation>,
    pairs: Pairs,
    waiting: FxHashMap<SharedId, Waiting>,
    fresh: Vec<(SharedId, LocalId)>,
    questions: Vec<Question>,
    seen_rules: FxHashSet<Rule>,
    seen_seeds: FxHashSet<(SharedId, Locals)>,
}

impl Pairs {
    pub(crate) fn new(
        frame: &Frame,
        watch: &Watch<'_>,
        mutation: Option<Mutation>,
    ) -> Result<Pairs, Stopped> {
        let mut space = Space::default();
        let (shared, locals) = frame.instance.parts(&frame.instance.system.initial());
        let first = frame.instance.first.iter().map(|first| locals[*first].clone());
        let first = first.map(|local| space.locals.number(local)).collect();
        let start = (space.shared.number(shared.into()), first);
        let pairs = Pairs {
            space,
            effects: Effects::new(),
            start: start.clone(),
            around: FxHashMap::default(),
            known: FxHashSet::default(),
            rules: Vec::new(),
            labels: Vec::new(),
            from: FxHashMap::default(),
            to: FxHashMap::default(),
            trespasses: Vec::new(),
        };
        let mut search = Search {
            frame,
            watch,
            mutation,
            pairs,
            waiting: FxHashMap::default(),
            fresh: Vec::new(),
            questions: Vec::new(),
            seen_rules: FxHashSet::default(),
            seen_seeds: FxHashSet::default(),
        };
        start.1.iter().for_each(|local| search.add(start.0, *local));
        search.close()?;
        let mut pairs = search.pairs;
        for (number, rule) in pairs.rules.iter().enumerate() {
            pairs.to.entry(rule.to).or_default().push(number);
        }
        Ok(pairs)
    }

    /// Decides whether a local state was met with a shared part.
    pub(crate) fn has(&self, shared: SharedId, local: LocalId) -> bool {
        self.known.contains(&(shared, local))
    }

    /// All pairs.
    pub(crate) fn known(&self) -> &FxHashSet<(SharedId, LocalId)> {
        &self.known
    }

    /// The number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// The local states with a shared part.
    pub(crate) fn with(&self, shared: SharedId) -> &[LocalId] {
        self.around.get(&shared).map_or(&[], Vec::as_slice)
    }
}

impl Search<'_, '_> {
    fn add(&mut self, shared: SharedId, local: LocalId) {
        if self.pairs.known.insert((shared, local)) {
            self.fresh.push((shared, local));
        }
    }

    fn close(&mut self) -> Result<(), Stopped> {
        loop {
            let kept = self.pairs.known.len().max(self.pairs.rules.len());
            self.watch.look(kept, 160)?;
            if let Some(question) = self.questions.pop() {
                self.ask(question);
            } else if let Some((shared, local)) = self.fresh.pop() {
                self.meet(shared, local);
            } else {
                return Ok(());
            }
        }
    }

    /// A local state is met with a shared part for the first time.
    fn meet(&mut self, shared: SharedId, local: LocalId) {
        let around = self.pairs.around.entry(shared).or_default();
        around.push(local);
        if around.len() == 1 {
            for single in self.frame.instance.singles.clone() {
                self.start(shared, &Locals::new(), Mover::Single(single));
            }
        }
        // Questions that are new look at this one by themselves.
        let before = self.waiting.get(&shared).map_or(0, |waiting| waiting.questions.len());
        let mover = Mover::Member(self.pairs.space.family(local));
        self.start(shared, &smallvec![local], mover);
        for at in 0..before {
            let (wanted, question) = &self.waiting[&shared].questions[at];
            if let Some(question) = self.joined(*wanted, question, local) {
                self.questions.push(question);
            }
        }
        for at in 0..self.pairs.from.get(&shared).map_or(0, Vec::len) {
            self.happens_to(self.pairs.from[&shared][at], local);
        }
    }

    /// The question with one more thread in sight, if that thread is wanted.
    fn joined(
        &self,
        wanted: Option<usize>,
        question: &Question,
        local: LocalId,
    ) -> Option<Question> {
        let space = &self.pairs.space;
        let one = space.locals.get(local);
        let is_wanted = match wanted {
            Some(pointer) => one.flags & 1 << pointer != 0,
            None => true,
        };
        let threads = question.threads.iter().copied().chain([local]);
        let is_possible = is_wanted && space.joint_flags(threads.clone()).is_some();
        is_possible.then(|| Question { threads: threads.collect(), ..question.clone() })
    }

    fn start(&mut self, shared: SharedId, threads: &Locals, mover: Mover) {
        let locals: Vec<_> = threads.iter().map(|one| self.pairs.space.locals.get(*one)).collect();
        let parts = self.pairs.space.shared.get(shared);
        let pending = Sight::new(self.frame, parts, &locals).pending(mover);
        let thread = self.frame.thread(mover);
        for transition in pending {
            let question = Question {
                shared,
                threads: threads.clone(),
                mover,
                transition,
                asked: Asked::Step,
            };
            match self.frame.waking(thread, transition) {
                // It is asked for by the side for when nobody waits, for each thread that may be woken.
                Waking::One(_) => continue,
                Waking::Nobody => {
                    let wakes = Question { asked: Asked::Wakes, ..question.clone() };
                    self.wait(None, wakes);
                }
                Waking::Nothing | Waking::All => {}
            }
            if self.frame.touches(thread, transition) {
                self.questions.push(Question { asked: Asked::Trespass, ..question.clone() });
            }
            self.questions.push(question);
        }
    }

    /// Lets a question wait for a thread, and asks it of those that were met.
    fn wait(&mut self, wanted: Option<usize>, question: Question) {
        for local in self.pairs.with(question.shared) {
            self.questions.extend(self.joined(wanted, &question, *local));
        }
        self.waiting.entry(question.shared).or_default().questions.push((wanted, question));
    }

    fn ask(&mut self, question: Question) {
        let Question { shared, threads, mover, transition, asked } = &question;
        let space = &self.pairs.space;
        let locals: Vec<_> = threads.iter().map(|one| space.locals.get(*one)).collect();
        let sight = Sight::new(self.frame, space.shared.get(*shared), &locals);
        let needs = match asked {
            Asked::Trespass => match sight.trespasses(*mover, *transition) {
                Seen::Known(true) => {
                    let mut seed = threads.clone();
                    seed.sort_unstable();
                    if self.seen_seeds.insert((*shared, seed.clone())) {
                        self.pairs.trespasses.push((*shared, seed));
                    }
                    return;
                }
                Seen::Known(false) => return,
                Seen::Needs(pointer) => pointer,
            },
            Asked::Step | Asked::Wakes => {
                let transition = if *asked == Asked::Step {
                    *transition
                } else {
                    // The thread that is woken is the last before those that pointers name: the second, or the first.
                    let slot = usize::from(matches!(mover, Mover::Member(_)));
                    let slots = self.frame.slots(threads.iter().map(|one| space.family(*one)));
                    match self.side_that_wakes(*mover, *transition, slots[slot]) {
                        Some(side) => side,
                        None => return,
                    }
                };
                match sight.step(*mover, transition) {
                    Seen::Known(None) => return,
                    Seen::Known(Some(step)) => return self.found(&question, step),
                    Seen::Needs(pointer) => pointer,
                }
            }
        };
        self.wait(Some(needs), question);
    }

    /// The side of a `notify` that wakes a thread of a family, by the side for when nobody waits.
    fn side_that_wakes(&self, mover: Mover, nobody: usize, woken: usize) -> Option<usize> {
        let thread = self.frame.thread(mover);
        let count = self.frame.instance.system.thread(thread).transitions().len();
        (nobody + 1..count)
            .take_while(|number| {
                matches!(self.frame.waking(thread, *number), Waking::One(_) | Waking::Nothing)
            })
            .find(|number| self.frame.waking(thread, *number) == Waking::One(woken))
    }

    fn found(&mut self, question: &Question, step: crate::sight::Step) {
        let space = &mut self.pairs.space;
        let to = space.shared.number(step.shared.into());
        let after: Locals = step.after.into_iter().map(|one| space.locals.number(one)).collect();
        let mut effect = step.effect;
        if self.mutation == Some(Mutation::ForgetsTransfers) {
            effect.sets.clear();
        }
        if self.mutation == Some(Mutation::KeepsFlags) {
            effect.moves.clear();
        }
        let rule = Rule {
            from: question.shared,
            to,
            mover: question.mover,
            sight: question.threads.clone(),
            after,
            effect: self.pairs.effects.number(effect),
            asks: step.asks,
            fails: step.fails,
        };
        if self.mutation == Some(Mutation::WakesNobody) && question.asked == Asked::Wakes {
            return;
        }
        if !self.seen_rules.insert(rule.clone()) {
            return;
        }
        let number = self.pairs.rules.len();
        self.pairs.from.entry(rule.from).or_default().push(number);
        rule.after.iter().for_each(|local| self.add(to, *local));
        self.pairs.rules.push(rule);
        self.pairs.labels.push(question.transition);
        for at in 0..self.pairs.with(question.shared).len() {
            self.happens_to(number, self.pairs.with(question.shared)[at]);
        }
    }

    /// A rule happens while a thread is in a local state.
    fn happens_to(&mut self, number: usize, local: LocalId) {
        let rule = &self.pairs.rules[number];
        let flags = self.pairs.space.joint_flags(rule.sight.iter().copied()).unwrap_or(u64::MAX);
        if rule.effect == NOTHING && rule.from == rule.to {
            return;
        }
        if allows(&self.pairs.space, flags, &rule.asks, local) {
            let (to, effect) = (rule.to, rule.effect);
            let after = self.pairs.effects.of(effect, local, &mut self.pairs.space);
            self.add(to, after);
        }
    }
}
