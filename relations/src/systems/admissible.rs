//! The number of visible actions `v_j` beside given invisible ones, without going through them.
//!
//! (15) and (20) bound each row of `v_j` by itself. (17), for a process `i` that is enabled in `s`, bounds row
//! `s` by the rows that `u_i` leads to: let `W` be the union of the rows `t` of `v_j` with `s u_i t`;
//!
//! - if `u_i` leads from `s` into `q`, or `W` meets `q`, every row `s` will do;
//! - else row `s` may have the states `t` with `u_i(t)` inside `W`, and no others.
//!
//! So rows that no `u_i` leads to are counted by a power of 2, and the *inner* rows, which some
//! `u_i` leads to, are gone through. Of the targets in `q` only matters whether there is one: they are one
//! bit of the row, with a weight. Rows in `q` are bounded by (15), (20) alone.
//!
//! For Burnside's lemma only the `v_j` are counted that a permutation of the states leaves as they are:
//! one row of each cycle is chosen, and it must be left as it is by the power that fixes its state.

use super::cores::Core;
use super::renaming::Renaming;
use super::rows::{Rows, States, all_states, members};

/// The bit of a row that stands for all targets in `q`.
const INTO_Q: States = 1 << 8;

/// The number of admissible `v_j`, and of invisible actions with the same core as `u_j`.
pub(super) struct Counter<'a> {
    states: usize,
    q: States,
    renaming: Renaming,
    /// The predicate `p_j`.
    p: States,
    others: &'a [Core],
    /// The states that (15) leaves row `s`.
    class: [States; 8],
    /// The inner states in order, each with those whose rows can be checked when it has its row.
    steps: Vec<(usize, Vec<usize>)>,
    /// Whether row `s` of an inner state is bounded by rows that come before it.
    bounded: [bool; 8],
    /// Representatives of the rows that no `u_i` leads to.
    outer: Vec<usize>,
    rows: [States; 8],
}

impl<'a> Counter<'a> {
    /// A counter for a `renaming` that leaves `q` and `p_j` as they are, and permutes `others`.
    pub(super) fn new(
        states: usize,
        q: States,
        renaming: Renaming,
        p: States,
        others: &'a [Core],
    ) -> Self {
        let all = all_states(states);
        let mut class = [0; 8];
        for (s, class) in class.iter_mut().enumerate().take(states) {
            *class = others.iter().fold(all, |class, other| {
                class & if other.p >> s & 1 == 1 { other.p } else { !other.p }
            });
        }
        let mut counter = Counter {
            states,
            q,
            renaming,
            p,
            others,
            class,
            steps: Vec::new(),
            bounded: [false; 8],
            outer: Vec::new(),
            rows: [0; 8],
        };
        counter.arrange();
        counter
    }

    /// The processes that bound row `s`.
    fn bounds(&self, s: usize) -> impl Iterator<Item = &'a Core> + use<'a> {
        let q = self.q;
        let others: &'a [Core] = self.others;
        others.iter().filter(move |other| other.u.row(s) & !q != 0 && other.u.row(s) & q == 0)
    }

    /// The rows that bound row `s`.
    fn before(&self, s: usize) -> States {
        self.bounds(s).fold(0, |rows, other| rows | other.u.row(s))
    }

    fn cycle(&self, s: usize) -> States {
        (0..self.renaming.cycle(s))
            .fold((0, s), |(set, at), _| (set | 1 << at, self.renaming.at(at)))
            .0
    }

    /// Orders the inner rows so that a row comes after those that bound it, as far as that is possible.
    fn arrange(&mut self) {
        let domain = self.p & !self.q & all_states(self.states);
        let inner = members(domain).fold(0, |inner, s| inner | self.before(s));
        self.outer = self.renaming.representatives(domain & !inner).collect();
        let (mut left, mut placed): (States, States) = (inner, 0);
        while left != 0 {
            let ready = |s: &usize| self.before(*s) & !placed == 0;
            let next = self.renaming.representatives(left).find(ready);
            let s = next.unwrap_or(left.trailing_zeros() as usize);
            self.bounded[s] = next.is_some();
            left &= !self.cycle(s);
            placed |= self.cycle(s);
            let checkable = self
                .renaming
                .representatives(placed)
                .filter(|&t| !self.bounded[t] && self.before(t) & !placed == 0)
                .filter(|t| !self.steps.iter().any(|(_, checked)| checked.contains(t)))
                .collect();
            self.steps.push((s, checkable));
        }
    }

    /// The largest row `s`, given the rows that bound it.
    fn allowed(&self, s: usize) -> States {
        let mut free = self.class[s] & !self.q;
        if self.class[s] & self.q != 0 {
            free |= INTO_Q;
        }
        for other in self.bounds(s) {
            let reached = members(other.u.row(s)).fold(0, |w, t| w | self.rows[t]);
            if reached & INTO_Q == 0 {
                let fits = |t: &usize| other.u.row(*t) & !reached == 0;
                free = members(free & !INTO_Q).filter(fits).fold(0, |row, t| row | 1 << t);
            }
        }
        free
    }

    /// The renaming that must leave row `s` as it is.
    fn stabilizer(&self, s: usize) -> Renaming {
        self.renaming.power(self.renaming.cycle(s))
    }

    /// The number of sets of targets in `q` that row `s` may have, the empty one included.
    fn q_choices(&self, s: usize) -> u64 {
        1 << self.stabilizer(s).orbits(self.class[s] & self.q)
    }

    fn place(&mut self, s: usize, row: States) {
        let (mut at, mut row) = (s, row);
        loop {
            self.rows[at] = row;
            row = self.renaming.set(row & !INTO_Q) | row & INTO_Q;
            at = self.renaming.at(at);
            if at == s {
                return;
            }
        }
    }

    /// The number of admissible rows outside `q`.
    pub(super) fn outside(&mut self) -> u64 {
        self.rows_from(0)
    }

    fn rows_from(&mut self, at: usize) -> u64 {
        let Some((s, checked)) = self.steps.get(at).map(|(s, checked)| (*s, checked.clone()))
        else {
            return self.outer.iter().map(|&s| self.choices(s)).product();
        };
        let bounded = self.bounded[s];
        let free = if bounded { self.allowed(s) } else { self.class[s] & !self.q | self.flag(s) };
        let (fixed, weight) = (self.stabilizer(s), self.q_choices(s) - 1);
        let plain = fixed.is_identity();
        let mut total = 0;
        let mut row = free;
        loop {
            let targets = row & !INTO_Q;
            if plain || fixed.set(targets) == targets {
                self.place(s, row);
                if checked.iter().all(|&t| self.rows[t] & !self.allowed(t) == 0) {
                    let rest = self.rows_from(at + 1);
                    total += rest * if row & INTO_Q == 0 { 1 } else { weight };
                }
            }
            if row == 0 {
                return total;
            }
            row = (row - 1) & free;
        }
    }

    fn flag(&self, s: usize) -> States {
        if self.class[s] & self.q == 0 { 0 } else { INTO_Q }
    }

    /// The number of rows `s`, given the rows that bound it.
    fn choices(&self, s: usize) -> u64 {
        let free = self.allowed(s);
        let outside = 1 << self.stabilizer(s).orbits(free & !INTO_Q);
        if free & INTO_Q == 0 { outside } else { outside * self.q_choices(s) }
    }

    /// The number of ways to choose the rows in `q`, of `v_j` and of an action with the core of `u_j`.
    pub(super) fn inside(&self) -> u64 {
        let row = |s: usize| {
            let fixed = self.stabilizer(s);
            if self.p >> s & 1 == 1 {
                1 << fixed.orbits(self.class[s])
            } else {
                (1 << fixed.orbits(self.class[s] & self.q)) - 1
            }
        };
        self.renaming.representatives(self.q).map(row).product()
    }
}
