//! Sentences about the grounds of verdicts: theorems, their conditions, and who has checked them.

use reductio::check::{
    Argument, CheckReport, CitedTheorem, Ground, NotPreserved, Resort, Subject, read_without_lock,
};
use reductio::discipline::{Checker, Condition, Link, Outcome, Premise, SideConditions};
use reductio::system::ObjectId;

use super::locks;
use super::names::{object_names, shortened};

/// The basis of the verdicts, as one or two paragraphs; none where nothing is claimed about what was not found.
pub(crate) fn paragraphs(report: &CheckReport) -> Vec<String> {
    let locks = locks::paragraph(report);
    let memory = of_memory(report);
    locks.into_iter().chain(of_basis(report)).chain(memory).collect()
}

/// The sentence about memory, where the answers say something of variables that are read without a lock.
fn of_memory(report: &CheckReport) -> Option<String> {
    let names: Vec<String> = read_without_lock(report.subject.system())
        .into_iter()
        .map(|variable| variable.name().to_owned())
        .collect();
    if names.is_empty() || matches!(report.basis.argument, Argument::Nothing(_)) {
        return None;
    }
    let is = if names.len() == 1 { "is" } else { "are" };
    Some(format!(
        "Memory is sequentially consistent: {} {is} read without a lock, and whoever reads sees what was written last.",
        shortened(&names)
    ))
}

fn of_basis(report: &CheckReport) -> Vec<String> {
    let basis = &report.basis;
    match basis.argument {
        Argument::Nothing(_) => Vec::new(),
        Argument::EveryState => {
            let lost = listed(basis.not_preserved.iter().map(|lost| lost_words(*lost)));
            let lost = if lost.is_empty() { lost } else { format!(" Not decided: {lost}.") };
            vec![format!("These verdicts rest on no theorem: every state was looked at.{lost}")]
        }
        Argument::Reduction => {
            let is = |checker| numbers(&basis.labels(|premise| premise.checker == checker));
            let from = if basis.theorems.contains(&CitedTheorem::AnyState) {
                ", from any state,"
            } else {
                ""
            };
            vec![
                format!(
                    "By Theorem 1{from} these are the verdicts of the original system with all its steps ({}).",
                    met(report)
                ),
                format!(
                    "The kernel has proved the theorem. Decided here: {} for each transition{}, {} by the search; \
                     tested, not proved: {}. Not preserved: {}.",
                    is(Checker::Discipline),
                    assumed(&report.subject).map(|all| format!(" {all}")).unwrap_or_default(),
                    is(Checker::Search),
                    listed(tested(&basis.premises).into_iter()),
                    listed(basis.not_preserved.iter().map(|lost| lost_words(*lost)))
                ),
            ]
        }
    }
}

/// The facts that are tested and not proved.
fn tested(premises: &[Premise]) -> Vec<String> {
    let mut out = Vec::new();
    if premises.iter().any(|premise| premise.link == Link::Footprints) {
        out.push("that steps which touch nothing in common do not disturb one another".to_owned());
    }
    let tested = premises.iter().filter(|premise| premise.link == Link::Tested);
    let labels: Vec<&str> =
        tested.flat_map(|premise| premise.condition.labels()).copied().collect();
    if !labels.is_empty() {
        out.push(format!("that {} follow", numbers(&labels)));
    }
    out
}

/// The states in which transitions were looked at: `in the states of invariants that no step leaves ("x is set")`; none
/// where these were all states.
pub(crate) fn assumed(subject: &Subject) -> Option<String> {
    let names = assumed_names(subject);
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let all = shortened(&quoted);
    (!names.is_empty()).then(|| format!("in the states of invariants that no step leaves ({all})"))
}

/// The names of the invariants that a classification assumes.
pub(crate) fn assumed_names(subject: &Subject) -> Vec<String> {
    let numbers =
        subject.discipline().map_or(&[][..], |discipline| discipline.assumed_invariants());
    let invariants = subject.system().invariants();
    numbers.iter().map(|number| invariants[*number].name.clone()).collect()
}

/// The invariants that were found, in words.
pub(crate) fn found_names(subject: &Subject) -> Vec<String> {
    let all = subject.discipline().into_iter().flat_map(|discipline| discipline.found_invariants());
    all.map(|invariant| invariant.words(subject.system())).collect()
}

/// Says how the check went on where a variable met no set of side conditions as it was given, as a paragraph and a
/// list.
pub(crate) fn resort(report: &CheckReport) -> Option<(String, Vec<String>)> {
    let name = |is_wanted: fn(&SideConditions) -> bool| {
        shortened(&object_names(report.subject.system(), &report.objects(is_wanted)))
    };
    let found = found_names(&report.subject);
    let by_theorem = format!(
        "hold at first and no step falsifies them: the conditions need only be met in their states (theorem \"{}\")",
        CitedTheorem::Discipline.label()
    );
    Some(match report.resort? {
        Resort::Invariants => (
            format!(
                "Side conditions were decided under invariants that were found; they {by_theorem}:"
            ),
            found,
        ),
        Resort::Watching => {
            let more = if found.is_empty() {
                String::new()
            } else {
                format!(
                    " Those of others were decided under invariants that were found; they {by_theorem}:"
                )
            };
            let names = name(|side| matches!(side, SideConditions::Watched));
            let said = format!(
                "No set of side conditions is met by {names} (`reductio explain {}` says where): accesses to it were \
                 visible, and so was whatever changes who has the right to it; so that nobody breaks its discipline is \
                 a claim that no invisible step hides.{more}",
                report.subject.file.name()
            );
            (said, found)
        }
        Resort::EveryStep => {
            let names = name(|side| matches!(side, SideConditions::Neither(_)));
            let said = format!(
                "No set of side conditions is met by {names} (`reductio explain {}` says where), and reduced steps \
                 do not decide all claims: all steps were taken.",
                report.subject.file.name()
            );
            (said, Vec::new())
        }
    })
}

/// The side conditions that objects meet: `side conditions met: Set A by x; Set B by y`.
fn met(report: &CheckReport) -> String {
    let of = |objects: Vec<ObjectId>, set| {
        let names = object_names(report.subject.system(), &objects);
        (!names.is_empty()).then(|| format!("{set} by {}", shortened(&names)))
    };
    let set_a = report.objects(|side| matches!(side, SideConditions::SetA));
    let set_b = report.objects(|side| matches!(side, SideConditions::SetB));
    let set_c = report.objects(|side| matches!(side, SideConditions::SetC));
    let sets = [of(set_a, "Set A"), of(set_b, "Set B"), of(set_c, "Set C")];
    let met: Vec<String> = sets.into_iter().flatten().collect();
    if met.is_empty() {
        "nothing is protected".to_owned()
    } else {
        format!("side conditions met: {}", met.join("; "))
    }
}

fn numbers(labels: &[&str]) -> String {
    listed(labels.iter().map(|label| format!("({label})")))
}

/// Joins parts to a list in a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(parts: impl Iterator<Item = impl Into<String>>) -> String {
    let mut parts: Vec<String> = parts.map(Into::into).collect();
    match (parts.pop(), parts.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", parts.join(", ")),
    }
}

/// The name of a property about which a search says nothing.
pub(crate) fn lost_words(lost: NotPreserved) -> &'static str {
    match lost {
        NotPreserved::StatesBetween => "states between visible ones",
        NotPreserved::Sizes => "numbers of states and steps",
        NotPreserved::Liveness => "whether something happens at last",
        NotPreserved::AfterViolation => "what follows a violation",
        NotPreserved::DeadLocals => "locals that are read no more",
    }
}

/// The text of a condition.
pub(crate) fn condition_words(condition: Condition) -> &'static str {
    match condition {
        Condition::Bounded => "no thread takes invisible steps for ever",
        Condition::Independent => {
            "the steps of others do not change whether a thread can take invisible steps"
        }
        Condition::Commuting => {
            "invisible steps can be had before steps of other threads, unless there is a violation"
        }
        Condition::Separated => {
            "the transitions of a control point are all visible, or all invisible"
        }
        Condition::NonBlocking => "invisible control points never block",
        Condition::Latched => "a violation stays one",
        Condition::NotHidden => "invisible steps do not hide what a claim speaks of",
    }
}

/// The words for who has checked a condition, and how.
pub(crate) fn checker_words(premise: Premise) -> &'static str {
    match (premise.checker, premise.link) {
        (Checker::Construction, _) => "by construction",
        (Checker::Discipline, Link::Immediate) => "decided for each transition",
        (Checker::Discipline, Link::Footprints) => {
            "side conditions (a1, a2, bv, and A, or B1 and B2, or C), decided for each transition; they suffice by a \
             theorem, if steps that touch nothing in common do not disturb one another, which is tested, not proved"
        }
        (Checker::Discipline, Link::Tested) => {
            "decided for each transition; that this suffices is tested, not proved"
        }
        (Checker::Search, Link::Immediate) => "the search, at each reduced step",
        (Checker::Search, Link::Footprints) => {
            "the search, at each reduced step; this suffices by a theorem, if steps that touch nothing in common do \
             not disturb one another, which is tested, not proved"
        }
        (Checker::Search, Link::Tested) => {
            "the search, at each reduced step; that this suffices is tested, not proved"
        }
    }
}

/// The words for the outcome of a condition.
pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Met => "met",
        Outcome::NotMet => "not met",
        Outcome::Open => "not known",
    }
}

/// The words for the ground of a verdict.
pub(crate) fn ground_words(ground: Ground) -> &'static str {
    match ground {
        Ground::Run => "a run, executed again",
        Ground::State => "a state that was met",
        Ground::EveryState => "every state was looked at",
        Ground::EveryReducedStep => "every reduced step was followed to its end",
        Ground::Theorem(theorem) => theorem.label(),
        Ground::ReducedRuns => {
            "all runs by reduced steps were looked at, which the formula cannot tell from all runs: argued and tested, \
             not proved"
        }
        Ground::EveryRun => "all runs were looked at",
        Ground::Nothing => "",
    }
}
