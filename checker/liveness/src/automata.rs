//! Automata that read a run together.
//!
//! The automaton of a conjunction may have exponentially more states than those of its parts. Where it is too large,
//! the parts read the run side by side: a state is one state of each, made when it is first met. A claim that something
//! holds for some value is such a conjunction, when it is negated: one part for each value.

use std::hash::Hash;

use reductio_search::Stopped;
use reductio_temporal::{Automaton, BitSet, Formula, NotTranslated, TranslationLimits};
use rustc_hash::FxHashMap;

use super::acceptance::{MarkSets, NONE, SetId};

/// The work that is spent on one automaton of a formula with parts before the parts are taken instead.
const TOGETHER: usize = 2_000_000;

/// The number of transitions that may be open to all parts together from one state.
const OPEN: usize = 1 << 16;

/// Automata, all of which must accept a run. They begin in state 0.
pub(super) struct Automata<A> {
    parts: Vec<Part<A>>,
    /// The atoms of all parts, each once.
    atoms: Vec<A>,
    marks: usize,
    /// The states, each as one state of every part; not kept where there is one part.
    tuples: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
}

struct Part<A> {
    automaton: Automaton<A>,
    /// The numbers of its atoms among those of all parts.
    atoms: Vec<usize>,
    /// The number of its first mark among those of all parts.
    first_mark: usize,
    /// Whether a state accepts every run.
    accepts_all: Vec<bool>,
    /// The numbers of the marks of its transitions.
    marks: Vec<Vec<SetId>>,
}

impl<A: Clone + Eq + Hash> Automata<A> {
    /// Makes automata that accept the runs of which a formula is true.
    ///
    /// # Errors
    /// When the automaton of a part is too large, or the flag was raised.
    pub(super) fn of(
        formula: &Formula<A>,
        limits: &TranslationLimits<'_>,
    ) -> Result<Self, NotTranslated> {
        let formulas = formula.conjuncts();
        let mut automata = Vec::new();
        if formulas.len() > 1 {
            let limits = TranslationLimits { work: TOGETHER.min(limits.work), ..*limits };
            match Automaton::of(formula, &limits) {
                Ok(automaton) => automata.push(automaton),
                Err(NotTranslated::Cancelled) => return Err(NotTranslated::Cancelled),
                Err(_) => {}
            }
            if automata.is_empty() {
                for part in &formulas {
                    automata.push(Automaton::of(part, &limits)?);
                }
            }
        } else {
            automata.push(Automaton::of(formula, limits)?);
        }
        let mut atoms: Vec<A> = Vec::new();
        let mut places: FxHashMap<A, usize> = FxHashMap::default();
        let mut marks = 0;
        let mut parts = Vec::new();
        for automaton in automata {
            let own = automaton.atoms().iter().map(|atom| {
                *places.entry(atom.clone()).or_insert_with(|| {
                    atoms.push(atom.clone());
                    atoms.len() - 1
                })
            });
            let own = own.collect();
            let accepts_all = (0..automaton.states())
                .map(|state| {
                    automaton.transitions(state).iter().any(|way| {
                        way.to == state
                            && way.guard.admits_all()
                            && BitSet::below(automaton.marks()).is_subset(&way.marks)
                    })
                })
                .collect();
            let first_mark = marks;
            marks += automaton.marks();
            let part = Part { automaton, atoms: own, first_mark, accepts_all, marks: Vec::new() };
            parts.push(part);
        }
        let first: Box<[u32]> = parts.iter().map(|_| 0).collect();
        let (tuples, numbers) = (vec![first.clone()], FxHashMap::from_iter([(first, 0)]));
        Ok(Automata { parts, atoms, marks, tuples, numbers })
    }
}

impl<A> Automata<A> {
    /// The number of marks of all parts. The marks are the numbers below it.
    pub(super) fn marks(&self) -> usize {
        self.marks
    }

    /// Numbers the marks of all transitions.
    pub(super) fn number(&mut self, sets: &mut MarkSets) {
        for part in &mut self.parts {
            let of = |state: usize| {
                let marks = part.automaton.transitions(state).iter().map(|transition| {
                    let marks = transition.marks.iter().map(|mark| mark + part.first_mark);
                    sets.number(&marks.collect())
                });
                marks.collect()
            };
            part.marks = (0..part.automaton.states()).map(of).collect();
        }
    }

    /// The bytes that the states take.
    pub(super) fn bytes(&self) -> usize {
        self.tuples.len() * (2 * self.parts.len() * size_of::<u32>() + 3 * size_of::<Box<[u32]>>())
    }

    /// Adds the transitions that are open from a state where exactly some atoms are true: where each leads, and its
    /// marks.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn open(
        &mut self,
        at: u32,
        sets: &mut MarkSets,
        mut truth: impl FnMut(&A) -> bool,
        out: &mut Vec<(u32, SetId)>,
    ) -> Result<(), Stopped> {
        let truths: Vec<bool> = self.atoms.iter().map(&mut truth).collect();
        if let [part] = &self.parts[..] {
            out.extend(part.open(at as usize, &truths));
            return Ok(());
        }
        let from = self.tuples[at as usize].clone();
        let mut all: Vec<(Vec<u32>, SetId)> = vec![(Vec::new(), NONE)];
        for (part, state) in self.parts.iter().zip(&from) {
            let mut own: Vec<(u32, SetId)> = part.open(*state as usize, &truths).collect();
            // Whatever another way accepts, this one accepts.
            if let Some(best) = own.iter().find(|(to, _)| part.accepts_all[*to as usize]).copied() {
                own = vec![best];
            }
            if all.len() * own.len() > OPEN {
                return Err(Stopped::Memory);
            }
            let mut next = Vec::with_capacity(all.len() * own.len());
            for (before, marks) in &all {
                for (to, more) in &own {
                    let mut tuple = before.clone();
                    tuple.push(*to);
                    next.push((tuple, sets.union(*marks, *more)));
                }
            }
            all = next;
        }
        for (tuple, marks) in all {
            let tuple: Box<[u32]> = tuple.into();
            let known = self.numbers.get(&tuple).copied();
            let number = if let Some(number) = known {
                number
            } else {
                let number = u32::try_from(self.tuples.len()).map_err(|_| Stopped::Memory)?;
                self.tuples.push(tuple.clone());
                self.numbers.insert(tuple, number);
                number
            };
            out.push((number, marks));
        }
        Ok(())
    }
}

impl<A> Part<A> {
    fn open(&self, state: usize, truths: &[bool]) -> impl Iterator<Item = (u32, SetId)> {
        let own = self.atoms.iter().enumerate().filter(|(_, atom)| truths[**atom]);
        let own: BitSet = own.map(|(place, _)| place).collect();
        let ways = self.automaton.transitions(state).iter().zip(&self.marks[state]);
        ways.filter(move |(way, _)| way.guard.admits(&own)).map(|(way, marks)| {
            (u32::try_from(way.to).expect("states of automata are few"), *marks)
        })
    }
}
