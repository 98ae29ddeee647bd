//! Definitions, hypotheses and statements, line by line as the statement file has them, and the theorems.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reductio_algebra::{Label, Statement, StatementKind, Style, Symbol};
use reductio_theorems::Certificate;

use super::CertifiedTheory;
use super::names::{Names, comment, label};
use super::plan::Plan;
use super::steps::parameters;
use super::terms::{ALGEBRA, As, PROCESSES, Writer, type_of};

/// Writes the readable half of a module.
pub(super) struct Statements<'a> {
    pub(super) part: &'a CertifiedTheory<'a>,
    pub(super) names: &'a Names<'a>,
}

impl Statements<'_> {
    /// The section in which the symbols of the theory are variables.
    pub(super) fn write(&self, out: &mut String) {
        let theory = self.part.theory;
        let writer = Writer { names: self.names, theory, in_section: true };
        out.push_str("\nSection Statements.\n");
        for symbol in theory.vocabulary().symbols() {
            let _ = writeln!(out, "Variable {} : {}.", self.names.symbol(symbol), type_of(symbol));
        }
        for item in theory.definitions() {
            let definition = &item.definition;
            let text = item.equation.to_statement(Style::Ascii);
            let status = item.status.as_str();
            let _ = write!(
                out,
                "\n(* definition {} {status}: {} *)\n",
                comment(&item.label.to_string()),
                comment(&text)
            );
            let _ = write!(out, "Definition {}", Names::definition(definition));
            for index in definition.index_parameters() {
                let _ = write!(out, " ({} : {PROCESSES})", Names::index(index));
            }
            for symbol in definition.term_parameters() {
                let _ = write!(out, " ({} : {})", self.names.symbol(symbol), type_of(symbol));
            }
            let wanted = As::sort(definition.sort());
            let kind = if wanted == As::Predicate { "predicate " } else { "" };
            let _ =
                writeln!(out, " : {kind}{ALGEBRA} := {}.", writer.term(definition.body(), wanted));
        }
        let wanted = self.wanted();
        for statement in theory.statements().iter().filter(|s| wanted.contains(&s.label)) {
            let _ = write!(
                out,
                "\n(* {} *)\nDefinition {} : Prop :=\n  {}.\n",
                comment(&self.heading(statement)),
                name(statement),
                writer.formula(&statement.formula)
            );
        }
        out.push_str("\nEnd Statements.\n");
    }

    /// The labels of the certified statements, and of the hypotheses that their proofs use.
    fn wanted(&self) -> BTreeSet<Label> {
        let all = self.part.certificates.iter();
        all.flat_map(|c| std::iter::once(c.label()).chain(c.hypotheses())).cloned().collect()
    }

    fn heading(&self, statement: &Statement) -> String {
        let kind = match statement.kind {
            StatementKind::Hypothesis => "hypothesis",
            StatementKind::Lemma => "lemma",
            StatementKind::Theorem => "theorem",
        };
        let assuming = statement.assuming.iter().map(|labels| {
            let labels: Vec<String> = labels.iter().map(Label::to_string).collect();
            format!(" assuming {}", labels.join(", "))
        });
        let text = (self.part.source)(&statement.label)
            .unwrap_or_else(|| statement.formula.to_statement(Style::Ascii));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!(
            "{kind} {} {}{}: {text}",
            statement.label,
            statement.status.as_str(),
            assuming.collect::<String>()
        )
    }

    /// Writes `Theorem thm_25 : forall ..., hyp_18 ... -> stmt_25 ...`, and returns the theorem's name.
    pub(super) fn theorem(
        &self,
        certificate: &Certificate,
        goal: usize,
        plan: &Plan<'_>,
        writer: &Writer<'_>,
        out: &mut String,
    ) -> String {
        let theory = self.part.theory;
        let Some(statement) = theory.statement(certificate.label()) else { return String::new() };
        let hypotheses: Vec<&Statement> =
            certificate.hypotheses().iter().filter_map(|l| theory.statement(l)).collect();
        let mut symbols: Vec<Symbol> = Vec::new();
        for s in hypotheses.iter().copied().chain([statement]) {
            for symbol in s.formula.symbols() {
                if !symbols.contains(&symbol) {
                    symbols.push(symbol);
                }
            }
        }
        let symbols = writer.in_order(symbols);
        let applied = |s: &Statement| {
            let mut text = name(s);
            for symbol in writer.in_order(s.formula.symbols()) {
                let _ = write!(text, " {}", self.names.symbol(&symbol));
            }
            text
        };
        let theorem = format!("thm_{}", label(&statement.label));
        let _ = write!(out, "Definition {theorem}");
        for symbol in &symbols {
            let _ = write!(out, " ({} : {})", self.names.symbol(symbol), type_of(symbol));
        }
        let _ = write!(out, " :\n  ");
        for hypothesis in &hypotheses {
            let _ = write!(out, "{} -> ", applied(hypothesis));
        }
        let _ = write!(out, "{} :=\n  ", applied(statement));
        if !hypotheses.is_empty() {
            out.push_str("fun");
            for hypothesis in &hypotheses {
                let _ = write!(out, " {}", label_of(hypothesis));
            }
            out.push_str(" => ");
        }
        let step = &plan.steps[goal];
        let _ = write!(out, "step_{goal}");
        for symbol in parameters(step, writer).0 {
            let _ = write!(out, " {}", self.names.symbol(&symbol));
        }
        for (_, formula) in &step.hypotheses {
            let known = hypotheses.iter().find(|h| h.formula == *formula);
            let _ = write!(out, " {}", known.map_or_else(String::new, |h| label_of(h)));
        }
        out.push_str(".\n");
        theorem
    }
}

/// The name of a statement: `hyp_18`, `stmt_25`.
fn name(statement: &Statement) -> String {
    let kind = if statement.kind == StatementKind::Hypothesis { "hyp" } else { "stmt" };
    format!("{kind}_{}", label(&statement.label))
}

fn label_of(hypothesis: &Statement) -> String {
    format!("from_{}", label(&hypothesis.label))
}
