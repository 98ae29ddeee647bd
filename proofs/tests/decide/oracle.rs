//! Languages of guarded strings, by the automaton of positions (Glushkov 1961) over all choices of tests.
//!
//! Slow on purpose: each transition is looked at under each of the `2^n` choices for the `n` tests. `T` is the
//! language of all guarded strings over the letters of the question and one more, which stands for any action that
//! the question does not name. `x^w` is a letter.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use reductio_algebra::{Term, TermKind};

/// A set of choices of tests, one bit each.
type Choices = u32;

/// The letter that no term but `T` mentions.
const OTHER: usize = 0;

/// The letters and tests of a question.
pub(crate) struct Oracle {
    letters: Vec<Term>,
    tests: Vec<Term>,
}

/// Position 0 is the start; from `p` under a choice of tests to `q`, reading the letter of `q`.
pub(crate) struct Automaton {
    letter: Vec<usize>,
    follow: Vec<BTreeMap<usize, Choices>>,
    last: Vec<Choices>,
}

/// The letters with which an expression begins and ends.
struct Ends {
    empty: Choices,
    first: BTreeMap<usize, Choices>,
    last: BTreeMap<usize, Choices>,
}

fn add(to: &mut BTreeMap<usize, Choices>, at: usize, choices: Choices) {
    if choices != 0 {
        *to.entry(at).or_default() |= choices;
    }
}

impl Oracle {
    /// The oracle for questions about these terms.
    pub(crate) fn new(terms: [&Term; 2]) -> Self {
        let mut oracle = Oracle { letters: vec![Term::top()], tests: Vec::new() };
        for t in terms {
            oracle.collect(t);
        }
        assert!(oracle.tests.len() < 5, "a set of choices has 32 bits");
        oracle
    }

    fn collect(&mut self, t: &Term) {
        match t.kind() {
            TermKind::Plus(a, b) | TermKind::Seq(a, b) => {
                self.collect(a);
                self.collect(b);
            }
            TermKind::Star(a) | TermKind::Not(a) => self.collect(a),
            TermKind::Loop(a, b) => {
                self.collect(&a.omega());
                self.collect(a);
                self.collect(b);
            }
            TermKind::Zero | TermKind::One => {}
            _ => {
                let known = if t.is_predicate() { &mut self.tests } else { &mut self.letters };
                if !known.contains(t) {
                    known.push(t.clone());
                }
            }
        }
    }

    /// The number of choices of tests.
    pub(crate) fn choices(&self) -> usize {
        1 << self.tests.len()
    }

    fn all(&self) -> Choices {
        Choices::MAX >> (32 - self.choices())
    }

    /// The choices under which a predicate holds.
    pub(crate) fn holds(&self, p: &Term) -> Choices {
        match p.kind() {
            TermKind::Zero => 0,
            TermKind::One => self.all(),
            TermKind::Plus(a, b) => self.holds(a) | self.holds(b),
            TermKind::Seq(a, b) => self.holds(a) & self.holds(b),
            TermKind::Not(a) => self.all() & !self.holds(a),
            _ => {
                let at = self.tests.iter().position(|t| t == p).expect("a test of the question");
                (0..self.choices()).filter(|c| c >> at & 1 == 1).map(|c| 1 << c).sum()
            }
        }
    }

    /// The letter of an action.
    pub(crate) fn letter(&self, action: &Term) -> usize {
        self.letters.iter().position(|l| l == action).expect("a letter of the question")
    }

    /// The automaton of a term.
    pub(crate) fn automaton(&self, t: &Term) -> Automaton {
        let (letter, follow) = (vec![OTHER], vec![BTreeMap::new()]);
        let mut made = Automaton { letter, follow, last: Vec::new() };
        let ends = self.ends(t, &mut made);
        made.follow[0] = ends.first;
        made.last = vec![0; made.letter.len()];
        made.last[0] = ends.empty;
        for (p, choices) in ends.last {
            made.last[p] = choices;
        }
        made
    }

    fn ends(&self, t: &Term, made: &mut Automaton) -> Ends {
        if t.is_predicate() {
            let none = BTreeMap::new;
            return Ends { empty: self.holds(t), first: none(), last: none() };
        }
        match t.kind() {
            TermKind::Plus(a, b) => {
                let (a, b) = (self.ends(a, made), self.ends(b, made));
                either(a, b)
            }
            TermKind::Seq(a, b) => {
                let (a, b) = (self.ends(a, made), self.ends(b, made));
                then(a, b, made)
            }
            TermKind::Star(a) => {
                let a = self.ends(a, made);
                self.again(a, made)
            }
            TermKind::Loop(a, b) => {
                let endless = self.ends(&a.omega(), made);
                let rounds = self.ends(a, made);
                let rounds = self.again(rounds, made);
                let end = self.ends(b, made);
                either(endless, then(rounds, end, made))
            }
            _ if t.is_top() => {
                let each = (0..self.letters.len()).map(|l| self.one(l, made));
                let any = each.reduce(either).expect("a letter");
                self.again(any, made)
            }
            _ => self.one(self.letter(t), made),
        }
    }

    fn one(&self, letter: usize, made: &mut Automaton) -> Ends {
        let at = made.letter.len();
        made.letter.push(letter);
        made.follow.push(BTreeMap::new());
        let only = BTreeMap::from([(at, self.all())]);
        Ends { empty: 0, first: only.clone(), last: only }
    }

    fn again(&self, a: Ends, made: &mut Automaton) -> Ends {
        link(&a.last, &a.first, made);
        Ends { empty: self.all(), ..a }
    }

    /// Whether every guarded string of `e` is one of `f`; `None` past `limit` pairs of states.
    pub(crate) fn is_below(&self, e: &Term, f: &Term, limit: usize) -> Option<bool> {
        let (e, f) = (self.automaton(e), self.automaton(f));
        let start = (0, BTreeSet::from([0]));
        let mut met = BTreeSet::from([start.clone()]);
        let mut next = VecDeque::from([start]);
        while let Some((p, set)) = next.pop_front() {
            if met.len() > limit {
                return None;
            }
            for choice in 0..self.choices() {
                if e.ends_at(p, choice) && !set.iter().any(|q| f.ends_at(*q, choice)) {
                    return Some(false);
                }
                for to in e.after(p, choice) {
                    let state = (to, f.read(&set, choice, e.letter[to]));
                    if met.insert(state.clone()) {
                        next.push_back(state);
                    }
                }
            }
        }
        Some(true)
    }

    /// Whether a guarded string, one choice more than letters, is one of the automaton.
    pub(crate) fn accepts(of: &Automaton, choices: &[usize], letters: &[usize]) -> bool {
        let start = BTreeSet::from([0]);
        let steps = choices.iter().zip(letters);
        let set = steps.fold(start, |set, (choice, letter)| of.read(&set, *choice, *letter));
        choices.last().is_some_and(|end| set.iter().any(|p| of.ends_at(*p, *end)))
    }
}

impl Automaton {
    fn after(&self, p: usize, choice: usize) -> impl Iterator<Item = usize> {
        self.follow[p].iter().filter(move |(_, c)| *c >> choice & 1 == 1).map(|(q, _)| *q)
    }

    fn ends_at(&self, p: usize, choice: usize) -> bool {
        self.last[p] >> choice & 1 == 1
    }

    fn read(&self, set: &BTreeSet<usize>, choice: usize, letter: usize) -> BTreeSet<usize> {
        let to = set.iter().flat_map(|p| self.after(*p, choice));
        to.filter(|q| self.letter[*q] == letter).collect()
    }
}

fn link(last: &BTreeMap<usize, Choices>, first: &BTreeMap<usize, Choices>, made: &mut Automaton) {
    for (p, c) in last {
        for (q, d) in first {
            add(&mut made.follow[*p], *q, c & d);
        }
    }
}

fn either(a: Ends, b: Ends) -> Ends {
    let mut both = Ends { empty: a.empty | b.empty, ..a };
    both.first.extend(b.first);
    both.last.extend(b.last);
    both
}

fn then(a: Ends, b: Ends, made: &mut Automaton) -> Ends {
    link(&a.last, &b.first, made);
    let mut both = Ends { empty: a.empty & b.empty, first: a.first, last: b.last };
    for (q, c) in b.first {
        add(&mut both.first, q, a.empty & c);
    }
    for (p, c) in a.last {
        add(&mut both.last, p, b.empty & c);
    }
    both
}
