//! Steps of a proof with all that their rules' functions take, which is all that another checker has to be told.

use reductio_algebra::{Formula, Name, Substitution, Symbol, Term, TermKind};
use reductio_theorems::{Axiom, Given, Rule, Theorem};

/// A rule with its arguments, in the order of the rule's function; `P` is whatever stands for a premise.
pub(crate) enum Inference<'a, P> {
    Assume(&'a Formula),
    Discharge(&'a Formula, P),
    ModusPonens([P; 2]),
    Generalize(&'a Name, P),
    Specialize(P, &'a Name),
    GeneralizeSymbol(&'a Symbol, P),
    SpecializeSymbol(P, &'a Term),
    Instantiate(P, &'a Substitution),
    Cases(&'a Name, &'a Name, [P; 2]),
    ApartSym(P),
    /// An axiom, with the terms that it is over and no more.
    Axiom(Axiom, Vec<&'a Term>),
    Refl(&'a Term),
    Sym(P),
    Trans([P; 2]),
    LeIntro(P),
    LeElim(P),
    Plus([P; 2]),
    Seq([P; 2]),
    StarIndR(P),
    StarIndL(P),
    LoopInd(P),
    SumUpper(&'a Term, &'a Name),
    SumLeast(&'a Name, P),
    SumDistribL(&'a Term, &'a Term),
    SumDistribR(&'a Term, &'a Term),
    ProductLower(&'a Term, &'a Name),
    ProductGreatest(&'a Name, P),
    Unfold(&'a Term),
}

impl<'a, P: Copy> Inference<'a, P> {
    /// The last step of a theorem's proof, with `premises` for the theorems that it was made from.
    ///
    /// `None` where there are more or fewer premises than the rule takes; the kernel provides all else.
    pub(crate) fn of(theorem: &'a Theorem, premises: &[P]) -> Option<Self> {
        use Inference as I;
        let (given, formula) = (theorem.given(), theorem.conclusion());
        let one = || <[P; 1]>::try_from(premises).ok().map(|[p]| p);
        let two = || <[P; 2]>::try_from(premises).ok();
        let index = || match given {
            Given::Index(i) => Some(i),
            _ => None,
        };
        let sides = || match formula {
            Formula::Relation(lhs, _, rhs) => Some((lhs, rhs)),
            _ => None,
        };
        let lhs = || sides().map(|(lhs, _)| lhs);
        let rhs = || sides().map(|(_, rhs)| rhs);
        Some(match theorem.rule() {
            Rule::Assume => I::Assume(formula),
            Rule::Discharge => match formula {
                Formula::Implies(premise, _) => I::Discharge(premise, one()?),
                _ => return None,
            },
            Rule::ModusPonens => I::ModusPonens(two()?),
            Rule::Generalize => I::Generalize(index()?, one()?),
            Rule::Specialize => I::Specialize(one()?, index()?),
            Rule::GeneralizeSymbol => match given {
                Given::Symbol(x) => I::GeneralizeSymbol(x, one()?),
                _ => return None,
            },
            Rule::SpecializeSymbol => match given {
                Given::Term(to) => I::SpecializeSymbol(one()?, to),
                _ => return None,
            },
            Rule::Instantiate => match given {
                Given::Substitution(s) => I::Instantiate(one()?, s),
                _ => return None,
            },
            Rule::Cases => match given {
                Given::Indices(i, j) => I::Cases(i, j, two()?),
                _ => return None,
            },
            Rule::ApartSym => I::ApartSym(one()?),
            Rule::Axiom => match given {
                Given::Axiom(axiom) => I::Axiom(*axiom, arguments(*axiom, lhs()?, rhs()?)?),
                _ => return None,
            },
            Rule::Refl => I::Refl(lhs()?),
            Rule::Sym => I::Sym(one()?),
            Rule::Trans => I::Trans(two()?),
            Rule::LeIntro => I::LeIntro(one()?),
            Rule::LeElim => I::LeElim(one()?),
            Rule::Plus => I::Plus(two()?),
            Rule::Seq => I::Seq(two()?),
            Rule::StarIndR => I::StarIndR(one()?),
            Rule::StarIndL => I::StarIndL(one()?),
            Rule::LoopInd => I::LoopInd(one()?),
            Rule::SumUpper => I::SumUpper(rhs()?, index()?),
            Rule::SumLeast => I::SumLeast(index()?, one()?),
            Rule::SumDistribL => {
                let (x, sum) = operands(lhs()?)?;
                I::SumDistribL(x, sum)
            }
            Rule::SumDistribR => {
                let (sum, y) = operands(lhs()?)?;
                I::SumDistribR(sum, y)
            }
            Rule::ProductLower => I::ProductLower(lhs()?, index()?),
            Rule::ProductGreatest => I::ProductGreatest(index()?, one()?),
            Rule::Unfold => I::Unfold(lhs()?),
        })
    }
}

fn operands(term: &Term) -> Option<(&Term, &Term)> {
    match term.kind() {
        TermKind::Plus(x, y) | TermKind::Seq(x, y) | TermKind::Loop(x, y) => Some((x, y)),
        _ => None,
    }
}

/// The terms that an axiom was taken at, read off its equation `lhs = rhs`.
fn arguments<'a>(axiom: Axiom, lhs: &'a Term, rhs: &'a Term) -> Option<Vec<&'a Term>> {
    let inner = |t: &'a Term| match t.kind() {
        TermKind::Star(x) | TermKind::Omega(x) => Some(x),
        _ => None,
    };
    Some(match axiom {
        Axiom::PlusAssoc | Axiom::DistribR => {
            let (left, z) = operands(lhs)?;
            let (x, y) = operands(left)?;
            vec![x, y, z]
        }
        Axiom::SeqAssoc | Axiom::DistribL => {
            let (x, right) = operands(lhs)?;
            let (y, z) = operands(right)?;
            vec![x, y, z]
        }
        Axiom::PlusComm | Axiom::LoopDef => {
            let (x, y) = operands(lhs)?;
            vec![x, y]
        }
        Axiom::PlusIdem | Axiom::PlusZero | Axiom::OneSeq | Axiom::SeqOne => vec![rhs],
        Axiom::ZeroSeq | Axiom::NotSeqL => vec![operands(lhs)?.1],
        Axiom::SeqZero | Axiom::NotSeqR | Axiom::NotPlus => vec![operands(lhs)?.0],
        Axiom::StarUnfold | Axiom::OmegaUnfold => vec![inner(lhs)?],
    })
}
