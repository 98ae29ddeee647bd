//! The bundled laws at the disposal of theories that do not state them.
//!
//! A law has no hypotheses, and its symbols stand for anything, whatever a theory that uses it calls its own: only the
//! theorem is taken over, none of the names. Each law is proved when it is first needed, and once.

use std::sync::{LazyLock, Mutex, PoisonError};

use reductio_algebra::{Label, Statement, StatementKind, Theory};
use reductio_theorems::Theorem;
use rustc_hash::FxHashMap;

use crate::limits::ReplayLimits;
use crate::replay::replay_only;
use crate::script::Script;

static THEORY: LazyLock<Theory> = LazyLock::new(|| {
    let text = reductio_theorems::bundled::LAWS.text;
    Theory::parse(text, &[]).expect("tests read what is bundled")
});

/// The scripts of the laws, apart from the theory: the reader of scripts asks which laws there are.
static SCRIPTS: LazyLock<Vec<Script>> =
    LazyLock::new(|| Script::parse(crate::bundled::LAWS.text, &THEORY).into_iter().collect());

/// The laws, which may be cited by label. Numbers are left to the theories that use them.
pub(crate) fn statements() -> impl Iterator<Item = &'static Statement> {
    let is_law = |s: &&Statement| s.kind != StatementKind::Hypothesis && s.label.number().is_none();
    THEORY.statements().iter().filter(is_law)
}

/// The law with a label.
pub(crate) fn statement(label: &Label) -> Option<&'static Statement> {
    THEORY.statement(label).filter(|s| s.label.number().is_none())
}

/// The theorem of a law.
pub(crate) fn theorem(label: &Label) -> Option<Theorem> {
    static PROVED: Mutex<FxHashMap<Label, Option<Theorem>>> =
        Mutex::new(FxHashMap::with_hasher(rustc_hash::FxBuildHasher));
    statement(label)?;
    let known = || PROVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get(label) {
        return found.clone();
    }
    // The lock is free while the law is proved: two threads that prove it find the same.
    let replay = replay_only(&THEORY, &SCRIPTS, ReplayLimits::default(), &|l| l == label);
    let found = replay.theorem(label).cloned();
    known().insert(label.clone(), found.clone());
    found
}
