//! Second opinions about formulas, which share nothing with the library: syntax trees of their own, their truth at a
//! position by the definition, and the textbook's tableau (O. Lichtenstein and A. Pnueli, POPL 1985; E. Clarke, O.
//! Grumberg and K. Hamaguchi, CAV 1994).
#![allow(dead_code, reason = "each test uses some of it")]

use reductio_temporal::Formula;

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    Constant(bool),
    Atom(usize),
    Not(Box<Tree>),
    Always(Box<Tree>),
    Eventually(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Until(Box<Tree>, Box<Tree>),
    Release(Box<Tree>, Box<Tree>),
    LeadsTo(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The library's formula.
    pub(crate) fn to_formula(&self) -> Formula<usize> {
        match self {
            Tree::Constant(value) => Formula::constant(*value),
            Tree::Atom(atom) => Formula::atom(*atom),
            Tree::Not(f) => f.to_formula().not(),
            Tree::Always(f) => f.to_formula().always(),
            Tree::Eventually(f) => f.to_formula().eventually(),
            Tree::And(f, g) => f.to_formula().and(g.to_formula()),
            Tree::Or(f, g) => f.to_formula().or(g.to_formula()),
            Tree::Implies(f, g) => f.to_formula().implies(g.to_formula()),
            Tree::Until(f, g) => f.to_formula().until(g.to_formula()),
            Tree::Release(f, g) => f.to_formula().release(g.to_formula()),
            Tree::LeadsTo(f, g) => f.to_formula().leads_to(g.to_formula()),
        }
    }

    /// A formula with so many nodes, and atoms below `atoms`. `choose` gives a number below its argument.
    pub(crate) fn random(
        size: usize,
        atoms: usize,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Tree {
        match size {
            0 | 1 if choose(12) == 0 => Tree::Constant(choose(2) == 0),
            0 | 1 => Tree::Atom(choose(atoms)),
            2 => Self::unary(choose(3), Self::random(1, atoms, choose)),
            _ => match choose(9) {
                operator @ 0..3 => Self::unary(operator, Self::random(size - 1, atoms, choose)),
                operator => {
                    let left = 1 + choose(size - 2);
                    let left_tree = Self::random(left, atoms, choose);
                    Self::binary(
                        operator - 3,
                        left_tree,
                        Self::random(size - 1 - left, atoms, choose),
                    )
                }
            },
        }
    }

    pub(crate) fn unary(operator: usize, f: Tree) -> Tree {
        [Tree::Not, Tree::Always, Tree::Eventually][operator](f.into())
    }

    pub(crate) fn binary(operator: usize, f: Tree, g: Tree) -> Tree {
        let all = [Tree::And, Tree::Or, Tree::Implies, Tree::Until, Tree::Release, Tree::LeadsTo];
        all[operator](f.into(), g.into())
    }

    /// All formulas with exactly so many nodes, over two atoms.
    pub(crate) fn all(size: usize) -> Vec<Tree> {
        if size == 1 {
            return vec![Tree::Atom(0), Tree::Atom(1), Tree::Constant(false), Tree::Constant(true)];
        }
        let mut all = Vec::new();
        for f in Self::all(size - 1) {
            all.extend((0..3).map(|operator| Self::unary(operator, f.clone())));
        }
        for left in 1..size - 1 {
            let (lefts, rights) = (Self::all(left), Self::all(size - 1 - left));
            for f in &lefts {
                for g in &rights {
                    all.extend((0..6).map(|operator| Self::binary(operator, f.clone(), g.clone())));
                }
            }
        }
        all
    }

    /// The truth at a position, by the definition. A position is the letter of a word that goes on for ever: positions
    /// from `stem` on repeat with the length of the rest.
    pub(crate) fn is_true(&self, word: &[usize], stem: usize, at: usize) -> bool {
        let place = |position: usize| {
            if position < word.len() {
                position
            } else {
                stem + (position - stem) % (word.len() - stem)
            }
        };
        // Every position from here on is one of these.
        let later = || (at..=at + word.len()).map(place);
        let holds = |f: &Tree, at: usize| f.is_true(word, stem, at);
        match self {
            Tree::Constant(value) => *value,
            Tree::Atom(atom) => word[at] >> atom & 1 == 1,
            Tree::Not(f) => !holds(f, at),
            Tree::Always(f) => later().all(|at| holds(f, at)),
            Tree::Eventually(f) => later().any(|at| holds(f, at)),
            Tree::And(f, g) => holds(f, at) && holds(g, at),
            Tree::Or(f, g) => holds(f, at) || holds(g, at),
            Tree::Implies(f, g) => !holds(f, at) || holds(g, at),
            Tree::Until(f, g) => {
                let goal = later().position(|at| holds(g, at));
                goal.is_some_and(|goal| later().take(goal).all(|at| holds(f, at)))
            }
            Tree::Release(f, g) => {
                let end = later().position(|at| holds(f, at)).map_or(usize::MAX, |end| end + 1);
                later().take(end).all(|at| holds(g, at))
            }
            Tree::LeadsTo(f, g) => {
                let served = |from: usize| (from..=from + word.len()).any(|at| holds(g, place(at)));
                later().all(|at| !holds(f, at) || served(at))
            }
        }
    }

    /// The tableau's own core: atoms, negation, disjunction and `until`.
    fn core(&self) -> Core {
        let not = |f: Core| Core::Not(f.into());
        let or = |f: Core, g: Core| Core::Or(f.into(), g.into());
        let until = |f: Core, g: Core| Core::Until(f.into(), g.into());
        match self {
            Tree::Constant(value) => Core::Constant(*value),
            Tree::Atom(atom) => Core::Atom(*atom),
            Tree::Not(f) => not(f.core()),
            Tree::Always(f) => not(until(Core::Constant(true), not(f.core()))),
            Tree::Eventually(f) => until(Core::Constant(true), f.core()),
            Tree::And(f, g) => not(or(not(f.core()), not(g.core()))),
            Tree::Or(f, g) => or(f.core(), g.core()),
            Tree::Implies(f, g) => or(not(f.core()), g.core()),
            Tree::Until(f, g) => until(f.core(), g.core()),
            Tree::Release(f, g) => not(until(not(f.core()), not(g.core()))),
            Tree::LeadsTo(f, g) => {
                let served = until(Core::Constant(true), g.core());
                not(until(Core::Constant(true), not(or(not(f.core()), served))))
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Core {
    Constant(bool),
    Atom(usize),
    Not(Box<Core>),
    Or(Box<Core>, Box<Core>),
    Until(Box<Core>, Box<Core>),
}

/// The tableau of a formula. A state is a letter (which atoms are true) and a promise for each `until` whether it is
/// true of the next state.
pub(crate) struct Tableau {
    root: Core,
    untils: Vec<Core>,
}

impl Tableau {
    pub(crate) fn new(tree: &Tree) -> Self {
        let root = tree.core();
        let mut untils = Vec::new();
        collect(&root, &mut untils);
        Tableau { root, untils }
    }

    /// The number of sets of promises; a set is a number below it.
    pub(crate) fn promises(&self) -> usize {
        1 << self.untils.len()
    }

    /// The number of `until`s.
    pub(crate) fn untils(&self) -> usize {
        self.untils.len()
    }

    fn satisfies(&self, f: &Core, letter: usize, promises: usize) -> bool {
        match f {
            Core::Constant(value) => *value,
            Core::Atom(atom) => letter >> atom & 1 == 1,
            Core::Not(f) => !self.satisfies(f, letter, promises),
            Core::Or(f, g) => {
                self.satisfies(f, letter, promises) || self.satisfies(g, letter, promises)
            }
            Core::Until(l, r) => {
                let number = self.untils.iter().position(|until| until == f).unwrap();
                let promised = promises >> number & 1 == 1;
                self.satisfies(r, letter, promises)
                    || self.satisfies(l, letter, promises) && promised
            }
        }
    }

    /// Whether a run that is in this state at the beginning may satisfy the formula.
    pub(crate) fn is_initial(&self, letter: usize, promises: usize) -> bool {
        self.satisfies(&self.root, letter, promises)
    }

    /// Whether the promises are kept by the next state.
    pub(crate) fn leads(&self, promises: usize, next_letter: usize, next_promises: usize) -> bool {
        self.untils.iter().enumerate().all(|(number, until)| {
            (promises >> number & 1 == 1) == self.satisfies(until, next_letter, next_promises)
        })
    }

    /// Whether a state must come again and again for an `until`: it is false there, or its goal is true.
    pub(crate) fn is_fair(&self, number: usize, letter: usize, promises: usize) -> bool {
        let Core::Until(_, goal) = &self.untils[number] else { unreachable!() };
        !self.satisfies(&self.untils[number], letter, promises)
            || self.satisfies(goal, letter, promises)
    }
}

fn collect(f: &Core, untils: &mut Vec<Core>) {
    match f {
        Core::Constant(_) | Core::Atom(_) => {}
        Core::Not(f) => collect(f, untils),
        Core::Or(f, g) | Core::Until(f, g) => {
            collect(f, untils);
            collect(g, untils);
        }
    }
    if matches!(f, Core::Until(..)) && !untils.contains(f) {
        untils.push(f.clone());
    }
}

/// Whether a graph with sets of edges has a path from one of the first nodes to a cycle that goes through each of
/// the sets, by taking away what cannot lie on one (E. A. Emerson and C.-L. Lei, LICS 1986). Edges are pairs of nodes;
/// `sets` says for each set and each edge whether it belongs to it.
pub(crate) fn has_fair_cycle(
    nodes: usize,
    first: &[usize],
    edges: &[(usize, usize)],
    sets: &[Vec<bool>],
) -> bool {
    let mut alive = vec![true; nodes];
    loop {
        let before = alive.clone();
        // At least one edge in any case.
        let every = vec![true; edges.len()];
        for set in sets.iter().chain(std::iter::once(&every)) {
            // The nodes from which an edge of the set is reached, within those that are left.
            let mut reaches = vec![false; nodes];
            loop {
                let mut changes = false;
                for (edge, &(from, to)) in edges.iter().enumerate() {
                    if alive[from] && alive[to] && !reaches[from] && (set[edge] || reaches[to]) {
                        reaches[from] = true;
                        changes = true;
                    }
                }
                if !changes {
                    break;
                }
            }
            alive = reaches;
        }
        if alive == before {
            break;
        }
    }
    let mut reached = vec![false; nodes];
    for &node in first {
        reached[node] = true;
    }
    for _ in 0..nodes {
        for &(from, to) in edges {
            reached[to] |= reached[from];
        }
    }
    (0..nodes).any(|node| reached[node] && alive[node])
}

/// A generator of numbers below a bound.
pub(crate) fn chooser(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}
