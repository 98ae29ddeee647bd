//! Random terms and formulas, and smaller ones where a test fails.

use std::sync::LazyLock;

use quickcheck::{Arbitrary, Gen};
use reductio_algebra::{
    Formula, Index, Name, Sort, Substitution, Symbol, Term, TermKind, Theory, Vocabulary,
};

const DECLARATIONS: &str = "
theory random
index i, j, k, i', i1
action x, y, u_i, v_i, w_{i,j}
predicate q, r', p_i
definition (M) ours: M_i = v_i u_i*
definition (S) ours: S = (+i : u_i)
definition (P) ours: P_i = !p_i q
definition (W) ours: W_{i,j} = w_{j,i} (+i1 : w_{i,i1})
definition (box) ours: [x] = (+i : x u_i) ? q T
definition (box') ours: [q, x]' = q (+i : x u_i)
definition (box'') ours: [q]'' = (.i : p_i + q)
definition (Q) ours: Q = [y] S
";

/// The declared indices.
pub(crate) const INDICES: [&str; 5] = ["i", "j", "k", "i'", "i1"];

static THEORY: LazyLock<Theory> =
    LazyLock::new(|| Theory::parse(DECLARATIONS, &[]).expect("the declarations are read"));

/// The names that random terms are built from.
pub(crate) fn vocabulary() -> &'static Vocabulary {
    THEORY.vocabulary()
}

/// A random number below `n`.
pub(crate) fn below(g: &mut Gen, n: usize) -> usize {
    usize::arbitrary(g) % n
}

/// A random declared index.
pub(crate) fn index(g: &mut Gen) -> Name {
    INDICES[below(g, INDICES.len())].parse().unwrap()
}

fn indices(g: &mut Gen, n: usize) -> Vec<Index> {
    (0..n).map(|_| Index::Free(index(g))).collect()
}

fn symbol(g: &mut Gen, names: &Vocabulary, sort: Sort) -> Term {
    let fitting: Vec<&Symbol> = names.symbols().iter().filter(|s| s.sort <= sort).collect();
    let symbol = fitting[below(g, fitting.len())].clone();
    let indices = indices(g, symbol.arity);
    Term::symbol(symbol, indices).expect("as many indices as the symbol takes")
}

fn defined(g: &mut Gen, names: &Vocabulary, sort: Sort, size: usize) -> Term {
    let fitting: Vec<_> = names.definitions().iter().filter(|d| d.sort() <= sort).collect();
    let definition = fitting[below(g, fitting.len())];
    let indices = indices(g, definition.index_parameters().len());
    let parameters = definition.term_parameters().iter();
    let terms = parameters.map(|s| term(g, names, s.sort, size / 2)).collect();
    Term::defined(definition, indices, terms).expect("arguments that fit")
}

/// A random term of a sort with at most about `size` nodes.
pub(crate) fn term(g: &mut Gen, names: &Vocabulary, sort: Sort, size: usize) -> Term {
    if size <= 1 {
        return match below(g, 6) {
            0 => Term::zero(),
            1 => Term::one(),
            2 if sort == Sort::Action => Term::top(),
            _ => symbol(g, names, sort),
        };
    }
    let half = |g: &mut Gen| term(g, names, sort, size / 2);
    let predicate = |g: &mut Gen| term(g, names, Sort::Predicate, size - 1);
    match below(g, if sort == Sort::Action { 12 } else { 8 }) {
        0 | 1 => half(g).plus(&half(g)),
        2 | 3 => half(g).seq(&half(g)),
        4 => predicate(g).complement().expect("a predicate"),
        5 => {
            let body = predicate(g);
            Term::index_product(&index(g), &body).expect("a predicate")
        }
        6 => {
            let body = term(g, names, sort, size - 1);
            Term::index_sum(&index(g), &body)
        }
        7 => defined(g, names, sort, size),
        8 => half(g).looping(&half(g)),
        9 => term(g, names, sort, size - 1).omega(),
        10 => term(g, names, sort, size - 1).star(),
        _ => predicate(g),
    }
}

fn formula(g: &mut Gen, names: &Vocabulary, size: usize) -> Formula {
    let half = |g: &mut Gen| term(g, names, Sort::Action, size / 2);
    match below(g, if size > 1 { 8 } else { 3 }) {
        0 => Formula::equal(&half(g), &half(g)),
        1 => Formula::below(&half(g), &half(g)),
        2 => Formula::Apart(Index::Free(index(g)), Index::Free(index(g))),
        3 | 4 => {
            let premise = formula(g, names, size / 2);
            premise.implies(formula(g, names, size / 2))
        }
        5 => {
            let body = formula(g, names, size - 1);
            body.for_all(&index(g))
        }
        _ => {
            let body = formula(g, names, size - 1);
            for_all_values(g, names, &body)
        }
    }
}

/// Binds a declared symbol, under its own name or that of something else.
fn for_all_values(g: &mut Gen, names: &Vocabulary, body: &Formula) -> Formula {
    let plain: Vec<&Symbol> = names.symbols().iter().filter(|s| s.arity == 0).collect();
    let hints = ["x", "y", "q", "r'", "z", "i", "S", "Q", "actions", "x1"];
    let symbol = plain[below(g, plain.len())];
    let hint = hints[below(g, hints.len())].parse().unwrap();
    body.for_all_values(symbol, &hint).expect("a symbol without indices")
}

/// Renames free indices, so that a binder's hint may be the name of a free index in its scope.
fn renaming(g: &mut Gen) -> Substitution {
    let mut s = Substitution::new();
    for name in INDICES {
        s.index(&name.parse().unwrap(), &Index::Free(index(g))).expect("a free index");
    }
    s
}

/// A term of either sort.
#[derive(Clone, Debug)]
pub(crate) struct AnyTerm(pub(crate) Term);

impl Arbitrary for AnyTerm {
    fn arbitrary(g: &mut Gen) -> Self {
        let sort = if bool::arbitrary(g) { Sort::Action } else { Sort::Predicate };
        let size = 1 + below(g, g.size());
        let built = term(g, vocabulary(), sort, size);
        AnyTerm(renaming(g).apply(&built))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(smaller(&self.0).into_iter().map(AnyTerm))
    }
}

/// Any formula.
#[derive(Clone, Debug)]
pub(crate) struct AnyFormula(pub(crate) Formula);

impl Arbitrary for AnyFormula {
    fn arbitrary(g: &mut Gen) -> Self {
        let size = 1 + below(g, g.size());
        let built = formula(g, vocabulary(), size);
        AnyFormula(built.substituted(&renaming(g)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(smaller_formulas(&self.0).into_iter().map(AnyFormula))
    }
}

/// A name for opening a binder: its hint, or another declared index that does not occur.
fn opening(hint: &Name, taken: &[Name]) -> Name {
    let declared = INDICES.iter().map(|n| n.parse().unwrap());
    [hint.clone()].into_iter().chain(declared).find(|n| !taken.contains(n)).unwrap_or(hint.clone())
}

/// Terms with fewer nodes: the operands, and the same node over smaller operands.
fn smaller(term: &Term) -> Vec<Term> {
    use TermKind as K;
    let pairs = |a: &Term, b: &Term, join: &dyn Fn(&Term, &Term) -> Term| {
        let left = smaller(a).into_iter().map(|a| join(&a, b)).collect::<Vec<_>>();
        let right = smaller(b).into_iter().map(|b| join(a, &b)).collect::<Vec<_>>();
        [vec![a.clone(), b.clone()], left, right].concat()
    };
    match term.kind() {
        K::Zero => Vec::new(),
        K::One => vec![Term::zero()],
        K::Symbol(..) | K::Bound(..) => vec![Term::zero(), Term::one()],
        K::Plus(a, b) => pairs(a, b, &Term::plus),
        K::Seq(a, b) => pairs(a, b, &Term::seq),
        K::Loop(a, b) => pairs(a, b, &Term::looping),
        K::Star(a) => with(a, smaller(a).iter().map(Term::star)),
        K::Omega(a) => with(a, smaller(a).iter().map(Term::omega)),
        K::Not(a) => with(a, smaller(a).iter().filter_map(|t| t.complement().ok())),
        K::Sum(b) | K::Product(b) => {
            let name = opening(b.hint(), &b.body().free_indices());
            let body = b.opened(&Index::Free(name.clone()));
            let inner = smaller(&body);
            match term.kind() {
                K::Sum(_) => with(&body, inner.iter().map(|t| Term::index_sum(&name, t))),
                _ => with(&body, inner.iter().filter_map(|t| Term::index_product(&name, t).ok())),
            }
        }
        K::Defined(definition, indices, terms) => {
            let mut all = [vec![Term::zero()], terms.clone()].concat();
            for (at, argument) in terms.iter().enumerate() {
                for less in smaller(argument) {
                    let mut changed = terms.clone();
                    changed[at] = less;
                    all.extend(Term::defined(definition, indices.clone(), changed));
                }
            }
            all
        }
    }
}

fn with(first: &Term, rest: impl Iterator<Item = Term>) -> Vec<Term> {
    [first.clone()].into_iter().chain(rest).collect()
}

fn smaller_formulas(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Relation(a, r, b) => {
            let left = smaller(a).into_iter().map(|a| Formula::Relation(a, *r, b.clone()));
            let right = smaller(b).into_iter().map(|b| Formula::Relation(a.clone(), *r, b));
            left.chain(right).collect()
        }
        Formula::Apart(..) => Vec::new(),
        Formula::Implies(a, b) => {
            let (a, b) = (&**a, &**b);
            let left = smaller_formulas(a).into_iter().map(|a| a.implies(b.clone()));
            let right = smaller_formulas(b).into_iter().map(|b| a.clone().implies(b));
            [a.clone(), b.clone()].into_iter().chain(left).chain(right).collect()
        }
        Formula::ForAll(binder) => {
            let name = opening(binder.hint(), &binder.body().free_indices());
            let body = binder.opened(&Index::Free(name.clone()));
            let inner = smaller_formulas(&body).into_iter().map(|f| f.for_all(&name));
            [body.clone()].into_iter().chain(inner).collect()
        }
        Formula::ForAllSymbols(binder) => {
            // Shrunk terms must be over declared names, and smaller.
            let least = binder.opened(&Term::zero()).expect("0 is of every sort");
            let (symbol, body) = binder.opened_fresh(&[]);
            let inner = smaller_formulas(&body);
            let inner = inner.into_iter().map(|f| f.for_all_values(&symbol, binder.hint()));
            [least].into_iter().chain(inner.map(|f| f.expect("no indices"))).collect()
        }
    }
}
