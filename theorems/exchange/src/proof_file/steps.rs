//! The step lines: the kernel does each step again.

use reductio_algebra::{Index, Name, Substitution, Term};
use reductio_theorems::{Rule, RuleError, Theorem, kernel};

use super::error::ReadErrorKind;
use super::fields::{Fields, Numbered, Read, number, wrong};
use super::rule::{self, word};
use super::size::Size;
use super::terms::Known;
use super::{MAX_HYPOTHESES, MAX_WORK};

/// A theorem with the sizes of its hypotheses together and of its conclusion.
pub(super) struct Proved {
    pub(super) theorem: Theorem,
    hypotheses: Size,
    conclusion: Size,
}

impl Proved {
    fn size(&self) -> Size {
        Size::all(&[self.hypotheses, self.conclusion])
    }
}

/// All steps so far.
pub(super) struct Steps {
    pub(super) all: Numbered<Proved>,
    work: u64,
}

impl Steps {
    pub(super) fn new() -> Self {
        Steps { all: Numbered::new("step"), work: 0 }
    }

    /// Reads `s NUMBER RULE ARGUMENT...` after the number.
    pub(super) fn read(&mut self, terms: &Known, fields: &mut Fields<'_>) -> Read<()> {
        let name = fields.word("a rule")?;
        let rule = rule::rule(name).ok_or_else(|| wrong("a rule", name))?;
        let mut line = Line { terms, steps: &self.all, fields, premises: Vec::new() };
        let theorem = line.apply(rule)?;
        let premises = line.premises;
        let same = premises
            .iter()
            .find(|p| std::ptr::eq(p.theorem.hypotheses(), theorem.hypotheses()))
            .map(|p| p.hypotheses);
        let count = theorem.hypotheses().len();
        if count > MAX_HYPOTHESES {
            let what = "the hypotheses of a step";
            return Err(limit(what, count as u64, MAX_HYPOTHESES as u64));
        }
        let each = || theorem.hypotheses().iter().map(|h| terms.sizes.formula(h));
        let hypotheses = same.unwrap_or_else(|| Size::all(&each().collect::<Vec<_>>()));
        let conclusion = terms.sizes.formula(theorem.conclusion());
        let proved = Proved { theorem, hypotheses, conclusion };
        let looked_at: u64 = premises.iter().map(|p| p.conclusion.nodes).sum();
        let own = proved.size().checked()?.nodes;
        self.work += looked_at + own + (count * count) as u64;
        if self.work > MAX_WORK {
            return Err(limit("the nodes of all steps together", self.work, MAX_WORK));
        }
        self.all.push(proved);
        Ok(())
    }
}

fn limit(what: &'static str, size: u64, limit: u64) -> ReadErrorKind {
    ReadErrorKind::Limit { what, size, limit }
}

/// A step line that is being read.
struct Line<'a, 'b, 'c> {
    terms: &'a Known,
    steps: &'a Numbered<Proved>,
    fields: &'b mut Fields<'c>,
    premises: Vec<&'a Proved>,
}

type Binary = fn(&Theorem, &Theorem) -> Result<Theorem, RuleError>;
type Unary = fn(&Theorem) -> Result<Theorem, RuleError>;

impl<'a> Line<'a, '_, '_> {
    fn apply(&mut self, rule: Rule) -> Read<Theorem> {
        match rule {
            Rule::Assume => {
                let formula = self.terms.formulas.read(self.fields)?;
                self.end()?;
                Ok(kernel::assume(&formula.0)?)
            }
            Rule::Discharge => {
                let formula = self.terms.formulas.read(self.fields)?;
                let t = self.premise()?;
                self.end()?;
                Ok(kernel::discharge(&formula.0, t)?)
            }
            Rule::ModusPonens => self.binary(kernel::modus_ponens),
            Rule::Generalize => self.index_first(kernel::generalize),
            Rule::Specialize => {
                let t = self.premise()?;
                let j = self.index()?;
                self.end()?;
                Ok(kernel::specialize(t, &j)?)
            }
            Rule::GeneralizeSymbol => {
                self.terms.newer(word(rule))?;
                let symbol = self.terms.symbols.read(self.fields)?;
                let t = self.premise()?;
                self.end()?;
                Ok(kernel::generalize_symbol(symbol, t)?)
            }
            Rule::SpecializeSymbol => self.specialize_symbol(),
            Rule::Instantiate => self.instantiate(),
            Rule::Cases => {
                let (i, j) = (self.index()?, self.index()?);
                let (equal, apart) = (self.premise()?, self.premise()?);
                self.end()?;
                Ok(kernel::cases(&i, &j, equal, apart)?)
            }
            Rule::ApartSym => self.unary(kernel::apart_sym),
            Rule::Axiom => self.axiom(),
            Rule::Refl => self.term_only(kernel::refl),
            Rule::Sym => self.unary(kernel::sym),
            Rule::Trans => self.binary(kernel::trans),
            Rule::LeIntro => self.unary(kernel::le_intro),
            Rule::LeElim => self.unary(kernel::le_elim),
            Rule::Plus => self.binary(kernel::plus),
            Rule::Seq => self.binary(kernel::seq),
            Rule::StarIndR => self.unary(kernel::star_ind_r),
            Rule::StarIndL => self.unary(kernel::star_ind_l),
            Rule::LoopInd => self.unary(kernel::loop_ind),
            Rule::SumUpper => self.term_and_index(kernel::sum_upper),
            Rule::SumLeast => self.index_first(kernel::sum_least),
            Rule::SumDistribL => self.two_terms(kernel::sum_distrib_l),
            Rule::SumDistribR => self.two_terms(kernel::sum_distrib_r),
            Rule::ProductLower => self.term_and_index(kernel::product_lower),
            Rule::ProductGreatest => self.index_first(kernel::product_greatest),
            Rule::Unfold => self.term_only(kernel::unfold),
        }
    }

    fn premise(&mut self) -> Read<&'a Theorem> {
        let proved = self.steps.read(self.fields)?;
        self.premises.push(proved);
        Ok(&proved.theorem)
    }

    fn term(&mut self) -> Read<&'a Term> {
        Ok(&self.terms.terms.read(self.fields)?.0)
    }

    fn index(&mut self) -> Read<Name> {
        self.fields.name("an index")
    }

    fn end(&mut self) -> Read<()> {
        self.fields.end()
    }

    fn unary(&mut self, rule: Unary) -> Read<Theorem> {
        let t = self.premise()?;
        self.end()?;
        Ok(rule(t)?)
    }

    fn binary(&mut self, rule: Binary) -> Read<Theorem> {
        let (a, b) = (self.premise()?, self.premise()?);
        self.end()?;
        Ok(rule(a, b)?)
    }

    fn index_first(
        &mut self,
        rule: fn(&Name, &Theorem) -> Result<Theorem, RuleError>,
    ) -> Read<Theorem> {
        let i = self.index()?;
        let t = self.premise()?;
        self.end()?;
        Ok(rule(&i, t)?)
    }

    fn term_only(&mut self, rule: fn(&Term) -> Result<Theorem, RuleError>) -> Read<Theorem> {
        let x = self.term()?;
        self.end()?;
        Ok(rule(x)?)
    }

    fn two_terms(&mut self, rule: fn(&Term, &Term) -> Result<Theorem, RuleError>) -> Read<Theorem> {
        let (x, y) = (self.term()?, self.term()?);
        self.end()?;
        Ok(rule(x, y)?)
    }

    fn term_and_index(
        &mut self,
        rule: fn(&Term, &Name) -> Result<Theorem, RuleError>,
    ) -> Read<Theorem> {
        let x = self.term()?;
        let j = self.index()?;
        self.end()?;
        Ok(rule(x, &j)?)
    }

    fn axiom(&mut self) -> Read<Theorem> {
        let name = self.fields.word("an axiom")?;
        let (axiom, count) = rule::axiom(name).ok_or_else(|| wrong("an axiom", name))?;
        let terms = (0..count).map(|_| self.term()).collect::<Read<Vec<_>>>()?;
        self.end()?;
        // Axioms over fewer than three terms ignore the rest.
        let at = |k: usize| terms.get(k).copied().unwrap_or(terms[0]);
        Ok(kernel::axiom(axiom, at(0), at(1), at(2))?)
    }

    fn specialize_symbol(&mut self) -> Read<Theorem> {
        self.terms.newer(word(Rule::SpecializeSymbol))?;
        let t = self.premise()?;
        let (to, size) = self.terms.terms.read(self.fields)?;
        self.end()?;
        // The conclusion is no larger than this.
        self.premises[0].size().with_leaves(&[*size]).checked()?;
        Ok(kernel::specialize_symbol(t, to)?)
    }

    fn instantiate(&mut self) -> Read<Theorem> {
        let t = self.premise()?;
        let mut substitution = Substitution::new();
        let mut sizes = Vec::new();
        while let Some(item) = self.fields.word_or_end() {
            let expected = "a replacement";
            let (what, to) = item.split_once('=').ok_or_else(|| wrong(expected, item))?;
            if what.starts_with(|c: char| c.is_ascii_digit()) {
                sizes.push(self.replace_symbol(&mut substitution, what, to)?);
            } else {
                let name = Fields::of(what).name("an index")?;
                let to = Index::Free(Fields::of(to).name("an index")?);
                if substitution.indices().iter().any(|(n, _)| *n == name) {
                    return Err(ReadErrorKind::Twice { what: format!("the index `{name}`") });
                }
                substitution.index(&name, &to)?;
            }
        }
        // The conclusion is no larger than this.
        self.premises[0].size().with_leaves(&sizes).checked()?;
        Ok(kernel::instantiate(t, &substitution))
    }

    /// Adds the replacement `SYMBOL,PARAMETER,...=TERM`.
    fn replace_symbol(
        &mut self,
        substitution: &mut Substitution,
        what: &str,
        to: &str,
    ) -> Read<Size> {
        let mut words = what.split(',');
        let first = words.next().unwrap_or_default();
        let symbol = number(first).ok_or_else(|| wrong("a symbol", first))?;
        let symbol = self.terms.symbols.get(symbol)?;
        let mut parameters: Vec<Name> = Vec::new();
        for word in words {
            let name = Fields::of(word).name("an index")?;
            if parameters.contains(&name) {
                return Err(ReadErrorKind::Twice { what: format!("the parameter `{name}`") });
            }
            parameters.push(name);
        }
        if substitution.symbols().iter().any(|(s, _, _)| s == symbol) {
            return Err(ReadErrorKind::Twice { what: format!("the symbol `{}`", symbol.name) });
        }
        let term = number(to).ok_or_else(|| wrong("a term", to))?;
        let (term, size) = self.terms.terms.get(term)?;
        substitution.symbol(symbol, &parameters, term)?;
        Ok(*size)
    }
}
