//! The writer: certificates to a file.

use std::collections::HashMap;
use std::fmt::Write as _;

use reductio_algebra::{Formula, Index, Kind, Label, Style, Substitution, Term, TermKind, Theory};

use super::error::WriteError;
use super::rule::{AXIOMS, RULES};
use super::sequents::Sequents;
use super::table::Table;
use super::{MAX_LINE, VERSIONS};
use crate::certificate::Certificate;
use crate::kernel::{Axiom, Given, Theorem};

/// Certified statements of a theory.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The theory.
    pub theory: &'a Theory,
    /// Its certificates.
    pub certificates: Vec<&'a Certificate>,
}

/// Writes a certificate file: the theories' definitions and hypotheses, the certified statements, and the steps
/// that prove them, each sequent once.
///
/// # Errors
/// [`WriteError`] when a name cannot be written, or a term is too deep. Linear in the number of steps.
pub fn write(sections: &[Section<'_>]) -> Result<String, WriteError> {
    let mut writer = Writer::default();
    let _ = writeln!(writer.table.text, "reductio certificate {}", VERSIONS[0]);
    let mut theorems = Vec::new();
    for section in sections.iter().filter(|s| !s.certificates.is_empty()) {
        writer.items(section)?;
        theorems.extend(section.certificates.iter().map(|c| c.theorem()));
    }
    writer.steps(&theorems)?;
    let [y, t, d, f] = writer.table.counts();
    let (h, c, s) = (writer.hypotheses, writer.claims, writer.steps);
    let _ = writeln!(writer.table.text, "end y {y} t {t} d {d} f {f} h {h} c {c} s {s}");
    let mut text = writer.table.text;
    if writer.table.is_over_symbols {
        let first = |version| format!("reductio certificate {version}\n");
        let rest = text.split_off(first(VERSIONS[0]).len());
        text = first(VERSIONS[1]) + &rest;
    }
    let size = text.lines().map(str::len).max().unwrap_or(0) as u64 + 1;
    let limit = MAX_LINE as u64;
    if size > limit {
        return Err(WriteError::Limit { what: "the bytes of a line", size, limit });
    }
    Ok(text)
}

#[derive(Default)]
struct Writer {
    table: Table,
    hypotheses: usize,
    claims: usize,
    steps: usize,
}

impl Writer {
    fn items(&mut self, section: &Section<'_>) -> Result<(), WriteError> {
        let theory = section.theory;
        let _ = writeln!(self.table.text, "theory {}", theory.name());
        for item in theory.definitions() {
            let number = self.table.definition(&item.definition)?;
            let Formula::Relation(head, _, body) = &item.equation else { continue };
            let body = self.table.term(body)?;
            let body = self.table.written_term(body).to_text(Style::Ascii);
            let head = head.to_text(Style::Ascii);
            let label = &item.label;
            let _ = writeln!(self.table.text, "definition {number} {label}: {head} = {body}");
        }
        let mut numbers: HashMap<&Label, usize> = HashMap::new();
        for h in theory.hypotheses() {
            numbers.insert(&h.label, self.hypotheses);
            let head = format!("hypothesis {}", self.hypotheses);
            self.item(&head, &h.formula, &[], &h.label)?;
            self.hypotheses += 1;
        }
        for certificate in &section.certificates {
            let Some(statement) = theory.statement(certificate.label()) else { continue };
            let kind = if statement.kind == Kind::Theorem { "theorem" } else { "lemma" };
            let mut uses: Vec<usize> =
                certificate.hypotheses().iter().filter_map(|l| numbers.get(l).copied()).collect();
            uses.sort_unstable();
            let head = format!("{kind} {}", self.claims);
            self.item(&head, &statement.formula, &uses, &statement.label)?;
            self.claims += 1;
        }
        Ok(())
    }

    fn item(
        &mut self,
        head: &str,
        formula: &Formula,
        uses: &[usize],
        label: &Label,
    ) -> Result<(), WriteError> {
        let number = self.table.formula(formula)?;
        let text = self.table.written_formula(number).to_text(Style::Ascii);
        let _ = write!(self.table.text, "{head} {number}");
        for hypothesis in uses {
            let _ = write!(self.table.text, " {hypothesis}");
        }
        let _ = writeln!(self.table.text, " {label}: {text}");
        Ok(())
    }

    fn steps(&mut self, theorems: &[&Theorem]) -> Result<(), WriteError> {
        let sequents = Sequents::of(theorems);
        let mut claims: HashMap<usize, Vec<usize>> = HashMap::new();
        for (claim, theorem) in theorems.iter().enumerate() {
            let Some(step) = sequents.number(theorem) else { continue };
            claims.entry(step).or_default().push(claim);
        }
        for step in sequents.steps() {
            let number = self.steps;
            let theorem = step.theorem();
            let premises = sequents.premises(step);
            let Some(line) = self.step(theorem, &premises)? else {
                let (rule, step) = (theorem.rule(), theorem.to_string());
                return Err(WriteError::Step { rule, step });
            };
            let _ = writeln!(self.table.text, "s {number} {line}");
            for claim in claims.get(&number).into_iter().flatten() {
                let _ = writeln!(self.table.text, "proved {claim} {number}");
            }
            self.steps += 1;
        }
        Ok(())
    }

    /// Rule and arguments; `None` where the format does not have such a step.
    fn step(
        &mut self,
        theorem: &Theorem,
        premises: &[usize],
    ) -> Result<Option<String>, WriteError> {
        let Some((_, rule)) = RULES.iter().find(|(name, _)| *name == theorem.rule()) else {
            return Ok(None);
        };
        let mut line = (*rule).to_owned();
        let concl = theorem.conclusion();
        let relation = match concl {
            Formula::Relation(x, _, y) => Some((x, y)),
            _ => None,
        };
        match (*rule, theorem.given(), relation, concl) {
            ("assume", _, _, formula) => self.formula(&mut line, formula)?,
            ("discharge", _, _, Formula::Implies(formula, _)) => {
                self.formula(&mut line, formula)?;
            }
            ("gen" | "sum_least" | "prod_greatest", Given::Index(i), _, _) => {
                let _ = write!(line, " {i}");
            }
            ("gen_sym", Given::Symbol(x), _, _) => {
                self.table.is_over_symbols = true;
                let _ = write!(line, " {}", self.table.symbol(x));
            }
            ("cases", Given::Indices(i, j), _, _) => {
                let _ = write!(line, " {i} {j}");
            }
            ("axiom", Given::Axiom(axiom), Some((x, y)), _) => {
                let Some(terms) = arguments(*axiom, x, y) else { return Ok(None) };
                let Some((_, name, _)) = AXIOMS.iter().find(|(a, ..)| a == axiom) else {
                    return Ok(None);
                };
                let _ = write!(line, " {name}");
                for term in terms {
                    self.term(&mut line, term)?;
                }
            }
            ("refl" | "unfold", _, Some((x, _)), _) => self.term(&mut line, x)?,
            ("sum_upper", Given::Index(j), Some((_, sum)), _) => {
                self.term(&mut line, sum)?;
                let _ = write!(line, " {j}");
            }
            ("prod_lower", Given::Index(j), Some((product, _)), _) => {
                self.term(&mut line, product)?;
                let _ = write!(line, " {j}");
            }
            ("sum_l" | "sum_r", _, Some((product, _)), _) => {
                let TermKind::Seq(x, y) = product.kind() else { return Ok(None) };
                self.term(&mut line, x)?;
                self.term(&mut line, y)?;
            }
            _ => {}
        }
        for premise in premises {
            let _ = write!(line, " {premise}");
        }
        match (*rule, theorem.given()) {
            ("spec", Given::Index(j)) => {
                let _ = write!(line, " {j}");
            }
            ("spec_sym", Given::Term(to)) => {
                self.table.is_over_symbols = true;
                self.term(&mut line, to)?;
            }
            ("inst", Given::Substitution(s)) => self.substitution(&mut line, s)?,
            _ => {}
        }
        Ok(Some(line))
    }

    fn formula(&mut self, line: &mut String, formula: &Formula) -> Result<(), WriteError> {
        let _ = write!(line, " {}", self.table.formula(formula)?);
        Ok(())
    }

    fn term(&mut self, line: &mut String, term: &Term) -> Result<(), WriteError> {
        let _ = write!(line, " {}", self.table.term(term)?);
        Ok(())
    }

    fn substitution(&mut self, line: &mut String, s: &Substitution) -> Result<(), WriteError> {
        for (name, to) in s.indices() {
            let to = match to {
                Index::Free(to) => to,
                other => return Err(WriteError::Dangling { what: format!("{other:?}") }),
            };
            let _ = write!(line, " {name}={to}");
        }
        for (symbol, parameters, to) in s.symbols() {
            let (symbol, to) = (self.table.symbol(symbol), self.table.term(to)?);
            let _ = write!(line, " {symbol}");
            for parameter in parameters {
                let _ = write!(line, ",{parameter}");
            }
            let _ = write!(line, "={to}");
        }
        Ok(())
    }
}

/// The terms that an axiom was taken at, read off its equation `lhs = rhs`.
fn arguments<'a>(axiom: Axiom, lhs: &'a Term, rhs: &'a Term) -> Option<Vec<&'a Term>> {
    let parts = |t: &'a Term| match t.kind() {
        TermKind::Plus(x, y) | TermKind::Seq(x, y) | TermKind::Loop(x, y) => Some((x, y)),
        _ => None,
    };
    let inner = |t: &'a Term| match t.kind() {
        TermKind::Star(x) | TermKind::Omega(x) => Some(x),
        _ => None,
    };
    Some(match axiom {
        Axiom::PlusAssoc | Axiom::DistribR => {
            let (left, z) = parts(lhs)?;
            let (x, y) = parts(left)?;
            vec![x, y, z]
        }
        Axiom::SeqAssoc | Axiom::DistribL => {
            let (x, right) = parts(lhs)?;
            let (y, z) = parts(right)?;
            vec![x, y, z]
        }
        Axiom::PlusComm | Axiom::LoopDef => {
            let (x, y) = parts(lhs)?;
            vec![x, y]
        }
        Axiom::PlusIdem | Axiom::PlusZero | Axiom::OneSeq | Axiom::SeqOne => vec![rhs],
        Axiom::ZeroSeq | Axiom::NotSeqL => vec![parts(lhs)?.1],
        Axiom::SeqZero | Axiom::NotSeqR | Axiom::NotPlus => vec![parts(lhs)?.0],
        Axiom::StarUnfold | Axiom::OmegaUnfold => vec![inner(lhs)?],
    })
}
