//! The writer: certificates to a file.

use std::collections::HashMap;
use std::fmt::{Display, Write as _};

use reductio_algebra::{Formula, Index, Label, StatementKind, Style, Substitution, Term, Theory};
use reductio_theorems::{Certificate, Theorem};

use super::error::WriteError;
use super::rule::{axiom_word, word};
use super::sequents::Sequents;
use super::table::Table;
use super::{MAX_LINE, VERSIONS};
use crate::inference::Inference;

/// Certified statements of a theory.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The theory.
    pub theory: &'a Theory,
    /// The certificates of the statements.
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
            let kind = if statement.kind == StatementKind::Theorem { "theorem" } else { "lemma" };
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
            let line = self.step(theorem, &premises)?;
            let _ = writeln!(self.table.text, "s {number} {line}");
            for claim in claims.get(&number).into_iter().flatten() {
                let _ = writeln!(self.table.text, "proved {claim} {number}");
            }
            self.steps += 1;
        }
        Ok(())
    }

    /// The text of a step: its rule and the rule's arguments.
    fn step(&mut self, theorem: &Theorem, premises: &[usize]) -> Result<String, WriteError> {
        use Inference as I;
        let rule = theorem.rule();
        let Some(inference) = Inference::of(theorem, premises) else {
            return Err(WriteError::Step { rule, step: theorem.to_string() });
        };
        let mut line = word(rule).to_owned();
        match inference {
            I::Assume(formula) => self.formula(&mut line, formula)?,
            I::Discharge(formula, t) => {
                self.formula(&mut line, formula)?;
                push(&mut line, t);
            }
            I::Generalize(i, t) | I::SumLeast(i, t) | I::ProductGreatest(i, t) => {
                push(&mut line, i);
                push(&mut line, t);
            }
            I::Specialize(t, j) => {
                push(&mut line, t);
                push(&mut line, j);
            }
            I::GeneralizeSymbol(x, t) => {
                self.table.is_over_symbols = true;
                push(&mut line, self.table.symbol(x));
                push(&mut line, t);
            }
            I::SpecializeSymbol(t, to) => {
                self.table.is_over_symbols = true;
                push(&mut line, t);
                self.term(&mut line, to)?;
            }
            I::Instantiate(t, substitution) => {
                push(&mut line, t);
                self.substitution(&mut line, substitution)?;
            }
            I::Cases(i, j, [equal, apart]) => {
                push(&mut line, i);
                push(&mut line, j);
                push(&mut line, equal);
                push(&mut line, apart);
            }
            I::Axiom(axiom, terms) => {
                push(&mut line, axiom_word(axiom).0);
                for term in terms {
                    self.term(&mut line, term)?;
                }
            }
            I::Refl(x) | I::Unfold(x) => self.term(&mut line, x)?,
            I::SumUpper(x, j) | I::ProductLower(x, j) => {
                self.term(&mut line, x)?;
                push(&mut line, j);
            }
            I::SumDistribL(x, y) | I::SumDistribR(x, y) => {
                self.term(&mut line, x)?;
                self.term(&mut line, y)?;
            }
            I::ModusPonens([a, b]) | I::Trans([a, b]) | I::Plus([a, b]) | I::Seq([a, b]) => {
                push(&mut line, a);
                push(&mut line, b);
            }
            I::ApartSym(t)
            | I::Sym(t)
            | I::LeIntro(t)
            | I::LeElim(t)
            | I::StarIndR(t)
            | I::StarIndL(t)
            | I::LoopInd(t) => push(&mut line, t),
        }
        Ok(line)
    }

    fn formula(&mut self, line: &mut String, formula: &Formula) -> Result<(), WriteError> {
        push(line, self.table.formula(formula)?);
        Ok(())
    }

    fn term(&mut self, line: &mut String, term: &Term) -> Result<(), WriteError> {
        push(line, self.table.term(term)?);
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

/// Appends a field to a line.
fn push(line: &mut String, field: impl Display) {
    let _ = write!(line, " {field}");
}
