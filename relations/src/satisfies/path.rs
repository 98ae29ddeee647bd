//! Paths: why a pair of states is in the value of a term, as actions between states.

use std::fmt;

use reductio_algebra::Term;

/// A reason why `(from, to)` is in the value of `term`.
///
/// Indices in the term are processes: `u_0`. A path is printed as the states passed and the steps between them, for
/// instance `0 [p] -v_1-> 1 M_0{-v_0-> 2 -u_0-> 1} [q]`: tests in square brackets, the path of a defined name in
/// braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The term, without free index variables.
    pub term: Term,
    /// The state before.
    pub from: usize,
    /// The state after.
    pub to: usize,
    /// The outermost reason.
    pub how: How,
}

/// The outermost reason of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The term is a predicate that holds in the state.
    Test,
    /// The term is an action symbol that relates the states.
    Step,
    /// The term is `T`.
    Anything,
    /// The pair is in a summand of `x + y`, of `x^w + x* y` for `x ? y`, or of an index sum.
    Chosen(Box<Path>),
    /// The term is `x y`: a path of `x`, then a path of `y`.
    Then(Box<Path>, Box<Path>),
    /// The term is `x*`: any number of paths of `x`, one after the other.
    Repeated(Vec<Path>),
    /// The term is `x^w`: a stem that leads to a state, and a cycle that leads from it to itself; then any state may
    /// be the last.
    Forever {
        /// The steps to the cycle.
        stem: Vec<Path>,
        /// The steps around the cycle, at least one.
        cycle: Vec<Path>,
    },
    /// The term is a defined name: a path of the term that it abbreviates.
    Named(Box<Path>),
    /// The path goes on for too long to be told: `d2 = d1 d1`, `d1 = d0 d0` double it with each name.
    Untold,
}

impl Path {
    /// The action symbols (and names whose path is not told) on the way, with the states before and after each; a
    /// cycle once.
    pub fn steps(&self) -> Vec<(usize, Term, usize)> {
        let mut steps = Vec::new();
        self.collect(&mut steps);
        steps
    }

    fn collect(&self, steps: &mut Vec<(usize, Term, usize)>) {
        match &self.how {
            How::Test => {}
            How::Step | How::Anything | How::Untold => {
                steps.push((self.from, self.term.clone(), self.to));
            }
            How::Chosen(path) | How::Named(path) => path.collect(steps),
            How::Then(first, second) => {
                first.collect(steps);
                second.collect(steps);
            }
            How::Repeated(paths) => paths.iter().for_each(|p| p.collect(steps)),
            How::Forever { stem, cycle } => {
                stem.iter().chain(cycle).for_each(|p| p.collect(steps));
            }
        }
    }

    /// Whether the path is one symbol, test or `T`.
    fn is_single(&self) -> bool {
        match &self.how {
            How::Test | How::Step | How::Anything | How::Untold => true,
            How::Chosen(path) | How::Named(path) => path.is_single(),
            How::Repeated(paths) => paths.len() == 1 && paths[0].is_single(),
            How::Then(..) | How::Forever { .. } => false,
        }
    }

    /// The text of the path after its first state.
    fn tail(&self) -> String {
        let all = |paths: &[Path]| paths.iter().map(Path::tail).collect::<String>();
        match &self.how {
            How::Test if self.term == Term::one() => String::new(),
            How::Test => format!(" [{}]", self.term),
            How::Step | How::Anything | How::Untold => format!(" -{}-> {}", self.term, self.to),
            How::Chosen(path) => path.tail(),
            How::Then(first, second) => first.tail() + &second.tail(),
            How::Repeated(paths) => all(paths),
            How::Forever { stem, cycle } => {
                let cycle = all(cycle);
                format!("{} ({})^w ~> {}", all(stem), cycle.trim_start(), self.to)
            }
            How::Named(path) if path.is_single() => path.tail(),
            How::Named(path) => format!(" {}{{{}}}", self.term, path.tail().trim_start()),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.tail())
    }
}
