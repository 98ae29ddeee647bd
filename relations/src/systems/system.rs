//! Systems: the relations that S5 section 4 starts from.

use reductio_algebra::{Symbol, name};

use super::error::SystemError;
use super::rows::{Rows, States, Wide, Word, all_states, members, pairs};
use crate::{Assignment, PairSet};

/// The largest number of processes of a system.
pub const MAX_PROCESSES: usize = 64;

/// A system with `n` states `0..n` and `k` processes `0..k`: for each process `i` the invisible action
/// `u_i`, the visible action `v_i` and the predicate `p_i`, and the predicate `q` (S5 section 4).
///
/// Hypotheses (18) and (19) say that `p_i` is where `u_i` is disabled. A new system has these; [`System::with_p`]
/// makes one in which `p_i` is any other set.
///
/// ```
/// use reductio_relations::systems::{Hypotheses, Rows, System, Word};
/// // One process: a visible step from 0 to 1, an invisible one from 1 into the violation 2.
/// let (mut u, mut v) = (Word(0), Word(0));
/// v.insert(0, 1);
/// u.insert(1, 2);
/// let system = System::new(3, 0b100, vec![u], vec![v])?;
/// assert_eq!(system.p(0), 0b101);
/// assert!(system.satisfies(Hypotheses::ALL));
/// assert!(system.violation().is_none());
/// # Ok::<(), reductio_relations::systems::SystemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct System<R: Rows = Word> {
    states: usize,
    q: States,
    p: Vec<States>,
    u: Vec<R>,
    v: Vec<R>,
}

/// A system with up to 64 states.
pub type LargeSystem = System<Wide>;

/// The states in which `u` is disabled: `p_i` according to (18) and (19).
pub(super) fn disabled<R: Rows>(u: &R, states: usize) -> States {
    members(all_states(states)).filter(|&s| u.row(s) == 0).fold(0, |p, s| p | 1 << s)
}

impl<R: Rows> System<R> {
    /// The system of these relations, each `p_i` the states in which `u_i` is disabled.
    ///
    /// # Errors
    /// [`SystemError`] when there is no state or no process, more than can be represented, not one `v_i`
    /// for each `u_i`, or a state beyond the last.
    pub fn new(states: usize, q: States, u: Vec<R>, v: Vec<R>) -> Result<Self, SystemError> {
        if states == 0 || states > R::MAX {
            return Err(SystemError::States { states, limit: R::MAX });
        }
        if u.is_empty() || u.len() > MAX_PROCESSES {
            return Err(SystemError::Processes { processes: u.len(), limit: MAX_PROCESSES });
        }
        if u.len() != v.len() {
            return Err(SystemError::Uneven { invisible: u.len(), visible: v.len() });
        }
        let beyond = |set: States| members(set & !all_states(states)).next();
        let rows = u.iter().chain(&v).flat_map(|x| (0..states).map(|s| x.row(s)));
        if let Some(state) = rows.chain([q]).find_map(beyond) {
            return Err(SystemError::Beyond { state, states });
        }
        let p = u.iter().map(|u| disabled(u, states)).collect();
        Ok(System { states, q, p, u, v })
    }

    /// The system with a given `p_i` for each process.
    ///
    /// # Errors
    /// [`SystemError`] when there is not one for each process, or one has a state beyond the last.
    pub fn with_p(mut self, p: Vec<States>) -> Result<Self, SystemError> {
        if p.len() != self.processes() {
            return Err(SystemError::Uneven { invisible: self.processes(), visible: p.len() });
        }
        let (states, all) = (self.states, all_states(self.states));
        if let Some(state) = p.iter().find_map(|p| members(p & !all).next()) {
            return Err(SystemError::Beyond { state, states });
        }
        self.p = p;
        Ok(self)
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The set of all states.
    pub fn all(&self) -> States {
        all_states(self.states)
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.u.len()
    }

    /// The predicate `q`: the states in which the discipline has been violated.
    pub fn q(&self) -> States {
        self.q
    }

    /// The predicate `p_i`: the states in which `u_i` is disabled.
    pub fn p(&self, i: usize) -> States {
        self.p[i]
    }

    /// The predicate `p`, the intersection of all `p_i`: S5 (4).
    pub fn p_all(&self) -> States {
        self.p.iter().fold(self.all(), |all, p| all & p)
    }

    /// Tells whether every `p_i` is the set that (18) and (19) determine.
    pub fn is_p_determined(&self) -> bool {
        (0..self.processes()).all(|i| self.p[i] == disabled(&self.u[i], self.states))
    }

    /// The invisible action `u_i`.
    pub fn u(&self, i: usize) -> &R {
        &self.u[i]
    }

    /// The visible action `v_i`.
    pub fn v(&self, i: usize) -> &R {
        &self.v[i]
    }

    /// The number of pairs of all `u_i` and `v_i`, and of `p_i` where it is not determined.
    pub fn size(&self) -> u32 {
        let actions: u32 = self.u.iter().chain(&self.v).map(|x| pairs(x, self.states)).sum();
        let free = if self.is_p_determined() { &[][..] } else { &self.p };
        actions + free.iter().map(|p| p.count_ones()).sum::<u32>()
    }

    /// The system in which state `s` is called `state[s]`, and process `i` is called `process[i]`.
    ///
    /// # Panics
    /// When these are not permutations of the states and of the processes.
    #[must_use]
    pub fn renamed(&self, state: &[usize], process: &[usize]) -> Self {
        assert!(is_permutation(state, self.states) && is_permutation(process, self.processes()));
        let set = |from: States| members(from).fold(0, |to, s| to | 1 << state[s]);
        let relation = |x: &R| {
            let mut y = R::empty(self.states);
            (0..self.states).for_each(|s| y.set_row(state[s], set(x.row(s))));
            y
        };
        let mut new = self.clone();
        new.q = set(self.q);
        for (i, &at) in process.iter().enumerate() {
            new.p[at] = set(self.p[i]);
            new.u[at] = relation(&self.u[i]);
            new.v[at] = relation(&self.v[i]);
        }
        new
    }

    /// The values of the symbols of S5 section 4, for an evaluation of its formulas.
    pub fn assignment(&self) -> Assignment<PairSet> {
        let predicate = |set: States| members(set).map(|s| (s, s)).collect::<PairSet>();
        let action = |x: &R| -> PairSet {
            (0..self.states).flat_map(|s| members(x.row(s)).map(move |t| (s, t))).collect()
        };
        let mut all = Assignment::new(self.processes());
        all.set(&Symbol::predicate(name!("q"), 0), &[], predicate(self.q));
        for i in 0..self.processes() {
            all.set(&Symbol::predicate(name!("p"), 1), &[i], predicate(self.p[i]));
            all.set(&Symbol::action(name!("u"), 1), &[i], action(&self.u[i]));
            all.set(&Symbol::action(name!("v"), 1), &[i], action(&self.v[i]));
        }
        all
    }

    /// The system in another representation.
    ///
    /// # Errors
    /// [`SystemError::States`] when there are too many states.
    pub fn converted<S: Rows>(&self) -> Result<System<S>, SystemError> {
        let relations = |xs: &[R]| {
            let convert = |x: &R| {
                let mut y = S::empty(self.states);
                (0..self.states.min(S::MAX)).for_each(|s| y.set_row(s, x.row(s)));
                y
            };
            xs.iter().map(convert).collect()
        };
        System::new(self.states, self.q, relations(&self.u), relations(&self.v))?
            .with_p(self.p.clone())
    }
}

fn is_permutation(image: &[usize], size: usize) -> bool {
    image.len() == size && (0..size).all(|s| image.contains(&s))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(s: usize, t: usize) -> Word {
        let mut x = Word(0);
        x.insert(s, t);
        x
    }

    #[test]
    fn s5_18_19_p_is_where_u_is_disabled() {
        let system = System::new(2, 2, vec![pair(0, 1), Word(0)], vec![Word(0); 2]).unwrap();
        assert_eq!((system.p(0), system.p(1), system.p_all()), (2, 3, 2));
        assert!(system.is_p_determined());
        let free = system.clone().with_p(vec![3, 0]).unwrap();
        assert!(!free.is_p_determined());
        assert_eq!((system.size(), free.size()), (1, 3));
    }

    #[test]
    fn what_is_no_system_is_refused() {
        let none: Vec<Word> = Vec::new();
        let one = vec![Word(0)];
        let new = |n, q, u: &Vec<Word>, v: &Vec<Word>| System::new(n, q, u.clone(), v.clone());
        assert!(matches!(new(0, 0, &one, &one), Err(SystemError::States { states: 0, .. })));
        assert!(matches!(new(9, 0, &one, &one), Err(SystemError::States { states: 9, limit: 8 })));
        assert!(matches!(new(1, 0, &none, &none), Err(SystemError::Processes { .. })));
        assert!(matches!(new(1, 0, &one, &none), Err(SystemError::Uneven { .. })));
        assert!(matches!(new(1, 2, &one, &one), Err(SystemError::Beyond { state: 1, states: 1 })));
        let far = vec![pair(0, 3)];
        assert!(matches!(new(2, 0, &one, &far), Err(SystemError::Beyond { state: 3, states: 2 })));
        let one = new(1, 0, &one, &one).unwrap();
        assert!(matches!(one.clone().with_p(vec![2]), Err(SystemError::Beyond { .. })));
        assert!(matches!(one.with_p(vec![]), Err(SystemError::Uneven { .. })));
    }

    #[test]
    fn renaming_moves_states_and_processes() {
        let old = System::new(2, 1, vec![pair(0, 1), Word(0)], vec![pair(1, 1), Word(0)]).unwrap();
        let new = old.renamed(&[1, 0], &[1, 0]);
        assert_eq!(new.q(), 2);
        assert_eq!((new.u(1), new.v(1), new.p(1)), (&pair(1, 0), &pair(0, 0), 1));
        assert_eq!(new.renamed(&[1, 0], &[1, 0]), old);
    }

    #[test]
    fn a_converted_system_is_the_same() {
        let small = System::new(2, 1, vec![pair(0, 1)], vec![pair(1, 1)]).unwrap();
        let large: LargeSystem = small.converted().unwrap();
        assert_eq!(large.assignment(), small.assignment());
        assert_eq!(large.converted::<Word>().unwrap(), small);
    }
}
