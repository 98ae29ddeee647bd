//! The answer to a formula as a claim, for `prove --formula`.

use std::sync::Arc;

use reductio_algebra::{Label, StatementKind, Status};

use crate::claim::{Claim, Evidence, Proved, Refusal};
use crate::diagnostics::Diagnostic;
use crate::library::{Library, LoadedTheory};
use crate::question::{Asker, FormulaAnswer, QuestionLimits, read, unused, warning};
use crate::refutation::shown;
use crate::verdict::Verdict;

/// Answers a formula with one claim; `predicates` are names of predicates, where no theory is given. A formula that
/// holds is the theorem of a new theory, which is added to a copy of the library.
pub fn prove_formula(
    library: &Library,
    text: &str,
    predicates: &[String],
    limits: QuestionLimits<'_>,
) -> (Library, Proved) {
    let mut library = library.clone();
    let (bad_input, warnings) = (library.faults.clone(), library.warnings.clone());
    let mut proved = Proved { bad_input, warnings, ..Proved::default() };
    let asked = read(&mut library, text, predicates).and_then(|(number, formula)| {
        if let Some(fault) = unused(predicates, &[&formula]) {
            return Err(vec![fault]);
        }
        let answer = Asker::new(&library, number, limits).answer(&formula);
        answer.map(|a| (number, a)).map_err(|fault| vec![*fault])
    });
    let (number, answer) = match asked {
        Ok(found) => found,
        Err(faults) => {
            proved.bad_input.extend(faults);
            return (library, proved);
        }
    };
    let claim = claim(&answer);
    if let Verdict::Holds(proof) = &answer.verdict {
        let used = &proof.hypotheses;
        proved.warnings.extend(warning(&library, number, used, limits));
        let (theory, file) = (proof.theory.clone(), proof.file.clone());
        let (name, base) = (theory.name().to_owned(), Some(library.theories[number].name.clone()));
        let theory = theory.into();
        library.theories.push(LoadedTheory { name, theory, file, base, is_bundled: false });
    }
    if let Verdict::Fails(refusal) | Verdict::Declined(refusal) = &claim.verdict {
        proved.faults.extend(refusal.faults.iter().cloned());
    }
    proved.claims.push(claim);
    (library, proved)
}

fn claim(answer: &FormulaAnswer) -> Claim {
    let text = answer.formula.to_string();
    let refusal = |code, message: String, help: Vec<String>| {
        let mut fault = Diagnostic::error(code, message);
        fault.help = help;
        Refusal { faults: vec![fault], is_refuted: code == "E0019", ..Refusal::default() }
    };
    let verdict = match &answer.verdict {
        Verdict::Holds(proof) => Verdict::Holds(Evidence {
            certificate: proof.certificate.clone(),
            hypotheses: proof.hypotheses.clone(),
            kernel_steps: proof.kernel_steps,
        }),
        Verdict::Fails(found) => {
            let help = format!("it is false in {}", shown(&found.found));
            Verdict::Fails(refusal("E0019", format!("`{text}` is false"), vec![help]))
        }
        Verdict::Declined(reasons) => {
            let message =
                format!("`{text}` is undecided: neither a proof nor a countermodel was found");
            Verdict::Declined(refusal("E0020", message, reasons.clone()))
        }
    };
    let proof = answer.verdict.evidence();
    let theory = proof.map_or("Formula", |p| p.theory.name()).to_owned();
    let found =
        answer.method.map_or_else(|| "undecided".to_owned(), |m| format!("by {}", m.word()));
    Claim {
        heading: format!("{theory}, {found}"),
        theory,
        label: proof.map_or_else(
            || Label::new("formula").expect("a word is a label"),
            |p| p.certificate.label().clone(),
        ),
        kind: StatementKind::Theorem,
        status: Status::Ours,
        assuming: None,
        formula: answer.formula.clone(),
        derivation: proof.and_then(|p| p.derivation.clone()),
        verdict,
        is_counted: false,
        warnings: proof.map_or_else(Vec::new, |p| p.warnings.clone()),
        is_bundled: false,
        answer: Some(Arc::new(answer.clone())),
    }
}
