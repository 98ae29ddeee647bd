//! Certified statements as a Coq file that stands alone.
//!
//! The file holds the [`PRELUDE`] (the axioms of S5 section 3 as a record, and every rule of the kernel as a
//! proved lemma), then for each theory a module: its definitions and statements as the statement file has them,
//! the steps of the proofs as applications of the rules, and the theorems. It ends with `Print Assumptions` for
//! each theorem, which must say "Closed under the global context". Nothing in it searches; what holds by
//! associativity, units and the like, from facts at their places, is computed, so the file has fewer steps than the
//! kernel.
//!
//! Statements are written from the theory, never from a theorem: Coq decides whether what was proved is what
//! is stated.

mod axioms;
mod chain;
mod compress;
mod flat;
mod forms;
mod intern;
mod names;
mod plan;
mod planned;
mod rules;
mod statements;
mod steps;
mod terms;
mod weave;

use std::fmt::Write as _;

use reductio_algebra::{Label, Theory};
use reductio_theorems::Certificate;

use flat::Flattenings;
use intern::Formulas;
use names::Names;
use plan::Plan;
use statements::Statements;
use steps::Steps;
use terms::{ALGEBRA, PROCESSES, Writer};

/// The Coq text that every exported file begins with: algebra, rules, and flattening.
pub const PRELUDE: &str = include_str!("prelude.v");

/// The Coq proof that binary relations are an instance of the prelude's record.
const RELATIONS: &str = include_str!("relations.v");

/// The first line of every file that is written here.
pub const FIRST_LINE: &str = "(* Written by reductio export coq. *)\n";

/// A Coq file of its own: binary relations over any type, with omega as infinite paths, are an omega algebra, and
/// sets of states its predicates. `(? ind)` and complements need excluded middle, which is an argument there and
/// no axiom.
///
/// ```
/// let text = reductio_exchange::coq::relations();
/// assert!(text.contains("Definition relations : omega_algebra."));
/// ```
pub fn relations() -> String {
    format!("{FIRST_LINE}\n{PRELUDE}\n{RELATIONS}")
}

/// A theory with certificates for some of its statements.
pub struct CertifiedTheory<'a> {
    /// The theory that states them.
    pub theory: &'a Theory,
    /// The certificates, in the order in which the file is to have them.
    pub certificates: Vec<&'a Certificate>,
    /// The text of a statement in its file, for a comment beside it; a statement without one is printed.
    pub source: &'a dyn Fn(&Label) -> Option<String>,
}

/// A Coq file with its theorems and sizes.
pub struct Export {
    /// The text of the file.
    pub text: String,
    /// The names of the theorems, each after the module that it is in.
    pub theorems: Vec<String>,
    /// The number of kernel steps behind them.
    pub kernel_steps: usize,
    /// The number of steps in the file: those that flattening proves, alone or with facts, are in chains or left out.
    pub steps: usize,
}

/// Writes certified statements as one Coq file. Linear in the number of steps.
///
/// ```
/// use reductio_algebra::{Label, Theory, name};
/// use reductio_exchange::coq;
/// use reductio_theorems::{Axiom, Certificate, kernel};
/// let theory = Theory::parse("theory Law action x lemma (1) ours: x + x = x", &[]).unwrap();
/// let x = reductio_algebra::Term::action(name!("x"));
/// let theorem = kernel::axiom(Axiom::PlusIdem, &x, &x, &x)?;
/// let certificate = Certificate::new(&theory, &Label::new("1").unwrap(), &theorem).unwrap();
/// let part = coq::CertifiedTheory { theory: &theory, certificates: vec![&certificate], source: &|_| None };
/// let export = coq::export(&[part]);
/// assert!(export.text.contains("Definition stmt_1 : Prop :=\n  x_ + x_ == x_."));
/// assert!(export.text.ends_with("Print Assumptions theory_Law.thm_1.\n"));
/// # Ok::<(), reductio_theorems::RuleError>(())
/// ```
pub fn export(parts: &[CertifiedTheory<'_>]) -> Export {
    let mut export = Export {
        text: format!("{FIRST_LINE}\n{PRELUDE}"),
        theorems: Vec::new(),
        kernel_steps: 0,
        steps: 0,
    };
    for part in parts {
        write_part(part, &mut export);
    }
    export.text.push('\n');
    for theorem in &export.theorems {
        let _ = writeln!(export.text, "Print Assumptions {theorem}.");
    }
    export
}

fn write_part(part: &CertifiedTheory<'_>, export: &mut Export) {
    let names = Names::of(part.theory);
    let mut formulas = Formulas::default();
    let goals: Vec<_> = part.certificates.iter().map(|c| c.theorem()).collect();
    let mut flat = Flattenings::default();
    let plan = Plan::of(&goals, &mut formulas, &mut flat.unfolded);
    let module = format!("theory_{}", names::escaped(part.theory.name()));
    let out = &mut export.text;
    let _ = write!(
        out,
        "\n(* {} *)\n\nModule {module}.\nSection Theory.\nVariable {ALGEBRA} : omega_algebra.\n\
         Variable {PROCESSES} : processes.\n{}",
        names::comment(part.theory.name()),
        notations()
    );
    let statements = Statements { part, names: &names };
    statements.write(out);
    let writer = Writer { names: &names, theory: part.theory, in_section: false };
    let mut steps =
        Steps { writer: &writer, plan: &plan, formulas: &mut formulas, flat: &mut flat };
    out.push_str("\n(* The steps of the proofs. *)\n\n");
    for at in 0..plan.steps.len() {
        if plan.steps[at].is_named {
            out.push_str(&steps.definition(at));
        }
    }
    out.push_str("\n(* The theorems. *)\n\n");
    for (certificate, goal) in part.certificates.iter().zip(&plan.goals) {
        let name = statements.theorem(certificate, *goal, &plan, &writer, out);
        export.theorems.push(format!("{module}.{name}"));
    }
    let _ = write!(out, "\nEnd Theory.\nEnd {module}.\n");
    export.kernel_steps += plan.kernel_steps;
    export.steps += plan.steps.len();
}

/// The notations of the prelude in the section's algebra, so that `0 == 1` says where, and fast.
fn notations() -> String {
    let mut out = "Local Set Warnings \"-notation-overridden\".\n".to_owned();
    for (notation, meaning) in [
        ("0", "@zero A"),
        ("1", "@one A"),
        ("'T'", "@omega A (@one A)"),
        ("x + y", "@plus A x y"),
        ("x * y", "@seq A x y"),
        ("x ? y", "@loop A x y"),
        ("x ^*", "@star A x"),
        ("x ^w", "@omega A x"),
        ("x == y", "@eqv A x y"),
        ("x <= y", "@below A x y"),
    ] {
        let meaning = meaning.replace(" A", &format!(" {ALGEBRA}"));
        let _ = writeln!(out, "Local Notation \"{notation}\" := ({meaning}) : oa_scope.");
    }
    for name in ["f_nil", "f_cons", "no_fact", "fact_le", "fact_eq", "link_le", "link_eq"] {
        let _ = writeln!(out, "Local Notation {name} := ({name} {ALGEBRA}).");
    }
    out
}
