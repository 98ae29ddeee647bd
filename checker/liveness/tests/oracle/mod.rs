//! A second opinion about fair runs: an explicit graph, its product with the textbook's tableau, and fixpoints over
//! sets of edges. It shares nothing with the library.
#![allow(dead_code, reason = "each test uses some of it")]

#[path = "../../../temporal/tests/oracle/mod.rs"]
pub(crate) mod formulas;

use formulas::{Tableau, Tree, has_fair_cycle};
use reductio_temporal::Fairness;

/// A graph of states: which letter (a set of atoms, as bits) each has, and which thread takes it where.
#[derive(Clone, Debug)]
pub(crate) struct Explicit {
    pub(crate) letters: Vec<usize>,
    /// From, thread, to. The initial state is 0.
    pub(crate) steps: Vec<(usize, usize, usize)>,
    /// The threads that may stop in a state although they can move: thread, state.
    pub(crate) stops: Vec<(usize, usize)>,
}

impl Explicit {
    fn has_to_move(&self, thread: usize, state: usize) -> bool {
        self.steps.iter().any(|&(from, mover, _)| from == state && mover == thread)
            && !self.stops.contains(&(thread, state))
    }

    /// Whether a formula is false of some fair run.
    pub(crate) fn refutes(&self, tree: &Tree, fairness: &[Fairness]) -> bool {
        let tableau = Tableau::new(&Tree::Not(tree.clone().into()));
        let promises = tableau.promises();
        // A run that ends repeats its last state.
        let mut steps: Vec<(usize, Option<usize>, usize)> =
            self.steps.iter().map(|&(from, thread, to)| (from, Some(thread), to)).collect();
        for state in 0..self.letters.len() {
            let is_kept = |&(from, thread, _): &(usize, usize, usize)| {
                from == state && self.has_to_move(thread, state)
            };
            if !self.steps.iter().any(is_kept) {
                steps.push((state, None, state));
            }
        }
        // The edges of the product, each with the step it is of, and the promises before.
        let mut product = Vec::new();
        for (step, &(from, _, to)) in steps.iter().enumerate() {
            for there in 0..promises {
                for here in 0..promises {
                    if tableau.leads(here, self.letters[to], there) {
                        product.push((from * promises + here, to * promises + there, step, here));
                    }
                }
            }
        }
        let nodes = self.letters.len() * promises;
        let mut reached = vec![false; nodes];
        for here in (0..promises).filter(|&here| tableau.is_initial(self.letters[0], here)) {
            reached[here] = true;
        }
        for _ in 0..nodes {
            let before = reached.clone();
            for &(from, to, ..) in &product {
                reached[to] |= reached[from];
            }
            if before == reached {
                break;
            }
        }
        let reached: Vec<usize> = (0..nodes).filter(|&node| reached[node]).collect();
        let strong: Vec<usize> =
            (0..fairness.len()).filter(|&thread| fairness[thread] == Fairness::Strong).collect();
        // Which strongly fair threads move again and again is guessed; the others can move nowhere.
        (0..1_usize << strong.len()).any(|guess| {
            let moves = |place: &usize| guess >> *place & 1 == 1;
            let rests: Vec<usize> = (0..strong.len())
                .filter(|place| !moves(place))
                .map(|place| strong[place])
                .collect();
            let allowed: Vec<_> = product
                .iter()
                .filter(|(_, _, step, _)| {
                    rests.iter().all(|&thread| !self.has_to_move(thread, steps[*step].0))
                })
                .collect();
            let mut sets: Vec<Vec<bool>> = Vec::new();
            for until in 0..tableau.untils() {
                let is_fair = |(_, _, step, here): &&(usize, usize, usize, usize)| {
                    tableau.is_fair(until, self.letters[steps[*step].0], *here)
                };
                sets.push(allowed.iter().map(is_fair).collect());
            }
            for (thread, fairness) in fairness.iter().enumerate() {
                if *fairness == Fairness::Weak {
                    let is_fair = |step: usize| {
                        steps[step].1 == Some(thread) || !self.has_to_move(thread, steps[step].0)
                    };
                    sets.push(allowed.iter().map(|(_, _, step, _)| is_fair(*step)).collect());
                }
            }
            for thread in (0..strong.len()).filter(|place| moves(place)).map(|place| strong[place])
            {
                let moves = allowed.iter().map(|(_, _, step, _)| steps[*step].1 == Some(thread));
                sets.push(moves.collect());
            }
            let edges: Vec<(usize, usize)> =
                allowed.iter().map(|(from, to, ..)| (*from, *to)).collect();
            has_fair_cycle(nodes, &reached, &edges, &sets)
        })
    }
}

/// A formula of which most say that something happens at last.
pub(crate) fn random_claim(atoms: usize, choose: &mut impl FnMut(usize) -> usize) -> Tree {
    let small = |choose: &mut dyn FnMut(usize) -> usize| match choose(4) {
        0 => Tree::Not(Tree::Atom(choose(atoms)).into()),
        1 => Tree::Or(Tree::Atom(choose(atoms)).into(), Tree::Atom(choose(atoms)).into()),
        _ => Tree::Atom(choose(atoms)),
    };
    let eventually = |f: Tree| Tree::Eventually(f.into());
    let always = |f: Tree| Tree::Always(f.into());
    match choose(8) {
        0 => eventually(small(choose)),
        1 => always(eventually(small(choose))),
        2 => Tree::LeadsTo(small(choose).into(), small(choose).into()),
        3 => eventually(always(small(choose))),
        4 => {
            let again = always(eventually(small(choose)));
            Tree::Implies(again.into(), always(eventually(small(choose))).into())
        }
        5 => Tree::Until(small(choose).into(), small(choose).into()),
        _ => {
            let size = 2 + choose(6);
            Tree::random(size, atoms, choose)
        }
    }
}
