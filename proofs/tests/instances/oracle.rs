//! Formulas with quantifiers over actions and predicates, evaluated in all models of one state and random ones of two:
//! a relation is a set of four pairs, a number below 16.

use std::fmt::Write as _;

use reductio_algebra::{Formula, Relation, Sort, Symbol, Term, TermKind};

/// Xorshift.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// The pairs `(i, j)` at bit `2 i + j`; with one state only bit 0.
type Rel = u8;
type Values = Vec<(Symbol, Rel)>;

struct Model {
    states: usize,
}

impl Model {
    fn all(&self) -> Rel {
        if self.states == 1 { 1 } else { 15 }
    }

    fn one(&self) -> Rel {
        if self.states == 1 { 1 } else { 9 }
    }

    fn pair(r: Rel, i: usize, j: usize) -> bool {
        r >> (2 * i + j) & 1 == 1
    }

    fn of(&self, is_in: impl Fn(usize, usize) -> bool) -> Rel {
        let mut r = 0;
        for i in 0..self.states {
            for j in 0..self.states {
                r |= Rel::from(is_in(i, j)) << (2 * i + j);
            }
        }
        r
    }

    fn then(&self, a: Rel, b: Rel) -> Rel {
        self.of(|i, j| (0..self.states).any(|k| Self::pair(a, i, k) && Self::pair(b, k, j)))
    }

    /// From a state with an endless run to every state.
    fn for_ever(&self, a: Rel) -> Rel {
        let mut live = vec![true; self.states];
        for _ in 0..self.states {
            let next: Vec<bool> = (0..self.states)
                .map(|i| (0..self.states).any(|j| Self::pair(a, i, j) && live[j]))
                .collect();
            live = next;
        }
        self.of(|i, _| live[i])
    }

    fn star(&self, a: Rel) -> Rel {
        let once = a | self.one();
        self.then(once, self.then(once, once))
    }

    fn value(&self, t: &Term, values: &Values) -> Rel {
        let at = |t: &Term| self.value(t, values);
        match t.kind() {
            TermKind::Zero => 0,
            TermKind::One => self.one(),
            TermKind::Symbol(s, _) => {
                values
                    .iter()
                    .rev()
                    .find(|(known, _)| known == s)
                    .unwrap_or_else(|| panic!("{s:?}"))
                    .1
            }
            TermKind::Plus(a, b) => at(a) | at(b),
            TermKind::Seq(a, b) => self.then(at(a), at(b)),
            TermKind::Star(a) => self.star(at(a)),
            TermKind::Omega(a) => self.for_ever(at(a)),
            TermKind::Loop(a, b) => self.for_ever(at(a)) | self.then(self.star(at(a)), at(b)),
            TermKind::Not(p) => self.one() & !at(p),
            other => panic!("{other:?}"),
        }
    }

    fn range(&self, sort: Sort) -> Vec<Rel> {
        let most = if sort == Sort::Action { self.all() } else { self.one() };
        (0..16).filter(|r| r & !most == 0).collect()
    }

    fn holds(&self, f: &Formula, values: &mut Values) -> bool {
        match f {
            Formula::Relation(l, relation, r) => {
                let (l, r) = (self.value(l, values), self.value(r, values));
                if *relation == Relation::Equal { l == r } else { l & !r == 0 }
            }
            Formula::Implies(a, b) => !self.holds(a, values) || self.holds(b, values),
            Formula::ForAllSymbols(binder) => {
                let taken: Vec<_> = values.iter().map(|(s, _)| s.name.clone()).collect();
                let (symbol, body) = binder.opened_fresh(&taken);
                self.range(symbol.sort).into_iter().all(|value| {
                    values.push((symbol.clone(), value));
                    let holds = self.holds(&body, values);
                    values.pop();
                    holds
                })
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Whether a model of one state, or one of so many random ones of two, refutes a formula.
pub(super) fn is_refuted_somewhere(random: &mut Random, f: &Formula, models: usize) -> bool {
    let symbols = f.symbols();
    let one = Model { states: 1 };
    for bits in 0..1_u32 << symbols.len() {
        let value = |k: usize| Rel::from(bits >> k & 1 == 1);
        let mut values: Values =
            symbols.iter().enumerate().map(|(k, s)| (s.clone(), value(k))).collect();
        if !one.holds(f, &mut values) {
            return true;
        }
    }
    let two = Model { states: 2 };
    (0..models).any(|_| {
        let mut values: Values = Vec::new();
        for s in &symbols {
            let range = two.range(s.sort);
            values.push((s.clone(), range[random.below(range.len())]));
        }
        !two.holds(f, &mut values)
    })
}

/// A random term over some letters, as text.
fn term(random: &mut Random, letters: &[&str], depth: usize) -> String {
    if depth == 0 || random.below(3) == 0 {
        return match random.below(8) {
            0 => "0".to_owned(),
            1 => "1".to_owned(),
            _ => letters[random.below(letters.len())].to_owned(),
        };
    }
    let mut inner = || term(random, letters, depth - 1);
    let (a, b) = (inner(), inner());
    match random.below(8) {
        0..=2 => format!("({a} {b})"),
        3..=5 => format!("({a} + {b})"),
        6 => format!("({a})*"),
        _ => format!("({a})^w"),
    }
}

fn relation(random: &mut Random, letters: &[&str], depth: usize) -> String {
    let sign = ["<=", "="][random.below(2)];
    format!("{} {sign} {}", term(random, letters, depth), term(random, letters, depth))
}

/// A random formula with premises about all actions or predicates.
pub(super) fn formula(random: &mut Random) -> String {
    let free = ["x", "y", "x", "y", "q"];
    let mut text = String::new();
    for _ in 0..=random.below(2) {
        let (word, bound) =
            [("actions", "z"), ("predicates", "p"), ("actions", "x")][random.below(3)];
        let letters = [&free[..], &[bound, bound, bound]].concat();
        let body = match random.below(4) {
            0 => {
                let premise = relation(random, &letters, 1);
                format!("({premise} => {})", relation(random, &letters, 1))
            }
            1 => {
                let inner = [&letters[..], &["w", "w"]].concat();
                format!(
                    "((for all actions w: {}) => {})",
                    relation(random, &inner, 1),
                    relation(random, &letters, 1)
                )
            }
            _ => relation(random, &letters, 1),
        };
        let _ = write!(text, "(for all {word} {bound}: {body}) => ");
    }
    if random.below(3) == 0 {
        let _ = write!(text, "{} => ", relation(random, &free, 1));
    }
    if random.below(6) == 0 {
        let letters = [&free[..], &["z"]].concat();
        return format!("{text}(for all actions z: {})", relation(random, &letters, 1));
    }
    text + &relation(random, &free, 1)
}
