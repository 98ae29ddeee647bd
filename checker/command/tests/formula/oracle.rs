//! A second opinion on formulas, which shares no code with the library: it has its own terms, printer and evaluation,
//! in all models with few states.

use std::fmt;

/// The largest number of states of a model that is evaluated.
pub(crate) const MOST: usize = 32;

/// A relation: the row is the state before, the bit the state after.
pub(crate) type Rel = [u32; MOST];

/// The index of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// No index.
    None,
    /// The free index `k`.
    Free,
    /// The index of the binder this many levels up.
    Bound(usize),
}

/// The names of symbols (actions `x`, `y`, `u_i`, predicates `p`, `q`, `r_i`), whether each is a predicate, and whether
/// it is a family.
pub(crate) const NAMES: [(&str, bool, bool); 6] = [
    ("x", false, false),
    ("y", false, false),
    ("u", false, true),
    ("p", true, false),
    ("q", true, false),
    ("r", true, true),
];

#[derive(Clone, Debug)]
pub(crate) enum Term {
    Zero,
    One,
    Top,
    Symbol(usize, At),
    Not(Box<Term>),
    Plus(Box<Term>, Box<Term>),
    Seq(Box<Term>, Box<Term>),
    Loop(Box<Term>, Box<Term>),
    Star(Box<Term>),
    Omega(Box<Term>),
    Sum(Box<Term>),
    Product(Box<Term>),
}

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Equal(Term, Term),
    Below(Term, Term),
    Implies(Box<Formula>, Box<Formula>),
    /// The formula for all values of a symbol without index.
    Each(usize, Box<Formula>),
}

/// A model: the values of all symbols for all processes.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) states: usize,
    pub(crate) processes: usize,
    /// The values by symbol, then by process; symbols without index have one value.
    pub(crate) values: Vec<Vec<Rel>>,
}

impl Model {
    fn one(&self) -> Rel {
        let mut out = [0; MOST];
        (0..self.states).for_each(|s| out[s] = 1 << s);
        out
    }

    fn row(&self) -> u32 {
        if self.states == MOST { u32::MAX } else { (1 << self.states) - 1 }
    }

    fn seq(&self, a: &Rel, b: &Rel) -> Rel {
        let mut out = [0; MOST];
        for s in 0..self.states {
            for (t, row) in b.iter().enumerate().take(self.states) {
                if a[s] >> t & 1 == 1 {
                    out[s] |= row;
                }
            }
        }
        out
    }

    fn plus(a: &Rel, b: &Rel) -> Rel {
        let mut out = *a;
        out.iter_mut().zip(b).for_each(|(x, y)| *x |= y);
        out
    }

    /// The star of a relation. As many steps as there are states reach whatever can be reached.
    fn star(&self, a: &Rel) -> Rel {
        let step = Self::plus(&self.one(), a);
        (0..self.states).fold(self.one(), |reached, _| self.seq(&reached, &step))
    }

    /// The omega of a relation: a state from which steps can go on for ever is related to all states.
    fn omega(&self, a: &Rel) -> Rel {
        let mut alive = self.row();
        for _ in 0..self.states {
            let next = (0..self.states).filter(|s| alive >> s & 1 == 1 && a[*s] & alive != 0);
            alive = next.fold(0, |set, s| set | 1 << s);
        }
        let mut out = [0; MOST];
        (0..self.states).filter(|s| alive >> s & 1 == 1).for_each(|s| out[s] = self.row());
        out
    }

    /// The value of a term. `free` is the process of the free index, `bound` are those of the binders, the inmost last.
    fn term(&self, t: &Term, free: usize, bound: &mut Vec<usize>) -> Rel {
        let mut of = |t: &Term| self.term(t, free, bound);
        match t {
            Term::Zero => [0; MOST],
            Term::One => self.one(),
            Term::Top => {
                let mut out = [0; MOST];
                (0..self.states).for_each(|s| out[s] = self.row());
                out
            }
            Term::Symbol(k, at) => {
                let process = match at {
                    At::None => 0,
                    At::Free => free,
                    At::Bound(up) => bound[bound.len() - 1 - up],
                };
                self.values[*k][process]
            }
            Term::Not(p) => {
                let (p, one) = (of(p), self.one());
                let mut out = [0; MOST];
                (0..self.states).for_each(|s| out[s] = one[s] & !p[s]);
                out
            }
            Term::Plus(a, b) => Self::plus(&of(a), &of(b)),
            Term::Seq(a, b) => self.seq(&of(a), &of(b)),
            Term::Loop(a, b) => {
                let (a, b) = (of(a), of(b));
                Self::plus(&self.omega(&a), &self.seq(&self.star(&a), &b))
            }
            Term::Star(a) => self.star(&of(a)),
            Term::Omega(a) => self.omega(&of(a)),
            Term::Sum(a) => (0..self.processes).fold([0; MOST], |sum, process| {
                bound.push(process);
                let one = self.term(a, free, bound);
                bound.pop();
                Self::plus(&sum, &one)
            }),
            Term::Product(a) => (0..self.processes).fold(self.one(), |product, process| {
                bound.push(process);
                let one = self.term(a, free, bound);
                bound.pop();
                self.seq(&product, &one)
            }),
        }
    }

    fn at(&self, formula: &Formula, free: usize) -> bool {
        let below = |a: &Rel, b: &Rel| (0..self.states).all(|s| a[s] & !b[s] == 0);
        let of = |t: &Term| self.term(t, free, &mut Vec::new());
        match formula {
            Formula::Equal(a, b) => {
                let (a, b) = (of(a), of(b));
                below(&a, &b) && below(&b, &a)
            }
            Formula::Below(a, b) => below(&of(a), &of(b)),
            Formula::Implies(a, b) => !self.at(a, free) || self.at(b, free),
            Formula::Each(k, a) => {
                let width = if NAMES[*k].1 { 1 } else { self.states };
                let bits = self.states * width;
                assert!(bits <= 9, "{} states: {formula}", self.states);
                (0..1u32 << bits).all(|number| {
                    let mut model = self.clone();
                    model.values[*k][0] = [0; MOST];
                    for bit in (0..bits).filter(|bit| number >> bit & 1 == 1) {
                        let to = if NAMES[*k].1 { bit } else { bit % width };
                        model.values[*k][0][bit / width] |= 1 << to;
                    }
                    model.at(a, free)
                })
            }
        }
    }

    /// Whether a formula holds for all values of its free index.
    pub(crate) fn holds(&self, formula: &Formula) -> bool {
        (0..self.processes).all(|process| self.at(formula, process))
    }
}

impl Term {
    fn visit(&self, see: &mut dyn FnMut(usize)) {
        match self {
            Term::Zero | Term::One | Term::Top => {}
            Term::Symbol(k, _) => see(*k),
            Term::Not(a) | Term::Star(a) | Term::Omega(a) | Term::Sum(a) | Term::Product(a) => {
                a.visit(see);
            }
            Term::Plus(a, b) | Term::Seq(a, b) | Term::Loop(a, b) => {
                a.visit(see);
                b.visit(see);
            }
        }
    }
}

impl Formula {
    fn visit(&self, see: &mut dyn FnMut(usize)) {
        match self {
            Formula::Equal(a, b) | Formula::Below(a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Formula::Implies(a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Formula::Each(k, a) => a.visit(&mut |other| {
                if other != *k {
                    see(other);
                }
            }),
        }
    }

    /// Whether a formula has a quantifier over actions or predicates.
    pub(crate) fn has_each(&self) -> bool {
        match self {
            Formula::Equal(..) | Formula::Below(..) => false,
            Formula::Implies(a, b) => a.has_each() || b.has_each(),
            Formula::Each(..) => true,
        }
    }

    /// The symbols that occur free in a formula.
    pub(crate) fn symbols(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.visit(&mut |k| {
            if !found.contains(&k) {
                found.push(k);
            }
        });
        found.sort_unstable();
        found
    }
}

/// Writes a term with every operation in parentheses, so that nothing rests on precedence.
fn write(t: &Term, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const BOUND: [&str; 4] = ["i", "j", "m", "n"];
    let two = |a: &Term, sign: &str, b: &Term, f: &mut fmt::Formatter<'_>| {
        f.write_str("(")?;
        write(a, depth, f)?;
        f.write_str(sign)?;
        write(b, depth, f)?;
        f.write_str(")")
    };
    match t {
        Term::Zero => f.write_str("0"),
        Term::One => f.write_str("1"),
        Term::Top => f.write_str("T"),
        Term::Symbol(k, at) => {
            f.write_str(NAMES[*k].0)?;
            match at {
                At::None => Ok(()),
                At::Free => f.write_str("_k"),
                At::Bound(up) => write!(f, "_{}", BOUND[depth - 1 - up]),
            }
        }
        Term::Not(a) => {
            f.write_str("!(")?;
            write(a, depth, f)?;
            f.write_str(")")
        }
        Term::Plus(a, b) => two(a, " + ", b, f),
        Term::Seq(a, b) => two(a, " ", b, f),
        Term::Loop(a, b) => two(a, " ? ", b, f),
        Term::Star(a) | Term::Omega(a) => {
            f.write_str("(")?;
            write(a, depth, f)?;
            f.write_str(if matches!(t, Term::Star(_)) { ")*" } else { ")^w" })
        }
        Term::Sum(a) | Term::Product(a) => {
            let sign = if matches!(t, Term::Sum(_)) { '+' } else { '.' };
            write!(f, "({sign}{} : ", BOUND[depth])?;
            write(a, depth + 1, f)?;
            f.write_str(")")
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, 0, f)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Equal(a, b) => write!(f, "{a} = {b}"),
            Formula::Below(a, b) => write!(f, "{a} <= {b}"),
            Formula::Implies(a, b) if !matches!(**a, Formula::Equal(..) | Formula::Below(..)) => {
                write!(f, "({a}) => {b}")
            }
            Formula::Each(k, a) => {
                let sort = if NAMES[*k].1 { "predicates" } else { "actions" };
                write!(f, "for all {sort} {}: {a}", NAMES[*k].0)
            }
            Formula::Implies(a, b) => write!(f, "{a} => {b}"),
        }
    }
}

/// A stream of random numbers (splitmix64).
pub(crate) struct Stream(pub(crate) u64);

impl Stream {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }
}

/// The number of models with three states that are tried if there are too many for all.
const SAMPLES: u64 = 20_000;

/// The largest number of bits of which all values are tried: 2^17 models.
const MOST_BITS: usize = 17;

/// A model with at most three states and two processes in which the formula is false. All models are tried if they are
/// not too many, else some.
pub(crate) fn countermodel(formula: &Formula) -> Option<Model> {
    let symbols = formula.symbols();
    let most = if symbols.iter().any(|k| NAMES[*k].2) { 2 } else { 1 };
    let mut stream = Stream(7);
    // Of what is said of all actions, all relations are tried in each model.
    for states in 1..=if formula.has_each() { 2 } else { 3 } {
        // Without symbols with an index, the number of processes plays no role.
        for processes in 1..=most {
            let places = |k: usize| if NAMES[k].2 { processes } else { 1 };
            let bits = |k: usize| if NAMES[k].1 { states } else { states * states };
            let total: usize = symbols.iter().map(|k| places(*k) * bits(*k)).sum();
            let all = total <= MOST_BITS;
            for number in 0..if all { 1 << total } else { SAMPLES } {
                let mut word = if all { number } else { stream.next() };
                if !all && number % 2 == 0 {
                    // Sparse ones too.
                    word &= stream.next();
                }
                let mut values = vec![vec![[0; MOST]; processes]; NAMES.len()];
                for k in &symbols {
                    for value in values[*k].iter_mut().take(places(*k)) {
                        for bit in 0..bits(*k) {
                            if word & 1 == 1 {
                                let (a, b) = if NAMES[*k].1 {
                                    (bit, bit)
                                } else {
                                    (bit / states, bit % states)
                                };
                                value[a] |= 1 << b;
                            }
                            word >>= 1;
                        }
                    }
                }
                let model = Model { states, processes, values };
                if !model.holds(formula) {
                    return Some(model);
                }
            }
        }
    }
    None
}
