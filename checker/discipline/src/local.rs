//! The local hypotheses: what (13)-(21) follow from, said about one transition or two, in states without a history
//! variable.
//!
//! A state is control points and cells. In it `a_{g,i}` holds where thread `i` accesses the protected object `g` (a
//! guard that is pending reads it, or the command of an enabled transition touches it), `e_{g,i}` is the exclusive
//! access predicate, `b` holds where the state is bad, `p_i` where `i` is at a visible control point, `f_i` where `i`
//! is about to fail at an `up` of a full semaphore (one with an invisible `up`). `s_i = u_i + v_i` are the steps of
//! `i`; `c_{i,j}`: `i` and `j` access nothing in common; `o_i`: `i` may access all that it accesses. Different indices
//! of threads stand for different threads, but `j` and `l` in [`LocalHypothesis::X`] and [`LocalHypothesis::C`].
//!
//! **Two lemmas.** *Commutation*: from a state that is not bad, a step of `j` and then an invisible one of `i` can be
//! had in the other order, unless `i` is about to fail in between. *No mending*: an invisible step of `i` does not lead
//! out of the bad states into which a step of `j` has led, unless `i` is about to fail there. If it is, `i` can move
//! first, and then `j` is about to fail. So a history variable that remembers the bad states is not needed: where a bad
//! state is met, it can be met by reduced steps. That both follow, and Theorem 1 from them, is proved: `reductio prove`
//! has the scripts.
//!
//! | decided by | hypotheses |
//! |---|---|
//! | the watch on bad states ([`Violation`](crate::Violation)), exactly | R1, R2, Rf, R3 |
//! | the roles of cells ([`Usage`](crate::Usage)), and the footprint argument below | Fu, Fv, Fs, Fa, Fc |
//! | what `up` and `down` are, below | Fu, Fv, f1, f2 |
//! | [`EffectKind::Takes`], [`EffectKind::TakesBack`] of invisible transitions | a1 |
//! | [`EffectKind::Gives`] of invisible transitions | a2 |
//! | [`EffectKind::Takes`] of visible transitions | bv |
//! | [`EffectKind::Drops`] of invisible transitions | A |
//! | [`EffectKind::Gives`] of visible transitions | B1 |
//! | [`EffectKind::Steals`] | B2 |
//! | a question for each transition of another thread, where A, B1 and B2 do not answer for X | C |
//! | A, or B1 and B2, or C ([`ChosenSet`]) | X |
//! | how transitions are classified | 14a, 15a, 18, 19, 20 |
//! | the search, along reduced steps | bounded |
//!
//! # The footprint argument
//!
//! Fu, Fv, Fs, Fa and Fc are decided for no system. They follow from what a transition is, as a computation, and from
//! the roles of the cells that it touches. A transition that is pending evaluates its guard and, where that holds,
//! performs its command; a cell that it reads or writes meanwhile it *touches*, and which cells these are depends on
//! the state. Five properties of this computation are used (`checker/system/tests/footprint` tests each of them on
//! every kind of operation, in all valuations):
//!
//! 1. *Determinism.* In one state it touches the same cells each time and ends in the same state.
//! 2. *Locality.* What it touches, and what it does, depends only on the values of what it touches: in two states that
//!    agree on what it touches in one, it touches the same, reads the same and writes the same.
//! 3. *Frame.* It changes no cell that it does not touch.
//! 4. *Sequence.* Cells are touched one after the other, and which is the next depends only on the values read so far.
//! 5. *First difference.* If two states differ in a cell that it touches in one of them, they differ in a cell that it
//!    touches in both. (By 4: up to the first such cell that it reads it goes the same way in both.)
//!
//! The cells of an invisible transition of `i` are its program counter, cells that nobody changes, cells of `i` alone,
//! and cells of protected objects, which it accesses; or the cells of a lock, by an operation that needs the lock. Let
//! `i` be at an invisible point, and let `j` take a step, `i` and `j` having no object in common.
//!
//! - Fs: whatever `i` touches at its point, by whichever transition, is nothing that `j` writes, locks apart: program
//!   counters and cells of one thread are written by that thread alone, constant cells by nobody, and a protected cell
//!   that `j` writes and `i` touches is of an object that both access. By 3 and 2 all transitions of `i` touch after
//!   the step what they touched before it: `i` accesses nothing new.
//! - Fu, Fv: as in Fs, the step of `i` can be had first, and touches and writes the same. In the state before both `j`
//!   touches nothing that `i` writes, so by 2 it does the same after the step of `i`. By 3 both orders end in the same
//!   state.
//! - Fa: in the same way, what another thread `k` touches is nothing that `i` writes, so `k` goes on to access what it
//!   accessed.
//! - Fc: let `i` and `k` have an object in common, which a transition of `k` touches. Where the step of `i` changes
//!   nothing that this transition touches, it touches the object still. Else, by 5, the step changes a cell that the
//!   transition touches before and after it. If that cell is protected, its object is one that both accessed and that
//!   `k` accesses still. If it is of a lock, the transition is an operation on the lock; such an operation touches
//!   protected cells only as indices, before it touches the lock, so by 4 it touches these still.
//!
//! Operations on a lock that need it (`release`, `notify`, `notifyAll`, the first half of `wait`) touch cells that
//! others touch too. They fail where the thread does not own the lock, and while it does nobody else's operation on
//! that lock is enabled or succeeds, so these commute by cases; one lock and monitor with three threads has all the
//! cases, and the tests of `checker/validate` go through all its valuations. That is all that others can do to a lock
//! without owning it but for `try`, `signal` and `broadcast`. A try touches the owner and the depth of a lock, so where
//! somebody tries it only `notify` and `notifyAll` may be invisible, which write the wait set alone. A signal touches
//! the wait set, so where somebody signals only `release` may be invisible, which writes the owner and the depth. What
//! a try writes beside the lock it touches whatever these do, so Fc is as before.
//!
//! # Semaphores
//!
//! An `up` may be invisible, and touches the cell that others touch by `up` and `down`, but by nothing else: an `up` on
//! which anything else is done is visible. What it accesses are the protected objects that choose the semaphore of an
//! array; both `up`, which never waits, and `down` read them in their guards, whatever the semaphore's value is. So Fs,
//! Fa and Fc are as above. Let `i` be at an invisible `up` of a semaphore with value `n` and greatest value `m`, and
//! let `i` and `j` have no object in common.
//!
//! - Fu, Fv: `i` is not about to fail before the step of `j` nor after it. If that is an `up` that does not fail, then
//!   `n + 1 < m`: in both orders both succeed, and the value is `n + 2`. If `j` fails, `n = m`, and `i` is about to
//!   fail. If it is `down`, then `n < m`, since `i` is not about to fail: in both orders the value is `n` at the end,
//!   and `j`, which can go on at `n`, can go on at `n + 1`. (Not the other way round: `up` enables `down`. That is not
//!   asked for.)
//! - f1: a step of `j` after which `i` is about to fail, and was not before, is an `up` from `n = m - 1`. If `i` moves
//!   first, the value is `m`, and `j` is about to fail.
//! - f2: where `k` is about to fail its semaphore is full, and an invisible step of `i` takes nothing from it; nor does
//!   it change which semaphore it is, since `i` and `k` have no object in common.
//!
//! `checker/validate/tests/validate` goes through all values, of one semaphore and of an array, and shows that without
//! the two conditions about `f_i` two `up`s do not commute, and a `down` and an `up` do not.

use crate::effects::EffectKind;
use crate::requirement::Requirement;

/// A hypothesis about one transition or two, from which (13)-(21) follow without a history variable; or one of the two
/// lemmas, which follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocalHypothesis {
    /// A forbidden access makes a state bad.
    R1,
    /// Two threads with access to one object make a state bad.
    R2,
    /// A thread that is about to fail at an `up` makes a state bad.
    Rf,
    /// Nothing else makes a state bad.
    R3,
    /// Invisible steps with disjoint footprints commute, and so do two `up`s where no thread is about to fail.
    Fu,
    /// A visible step and an invisible one with disjoint footprints commute, and so do an operation on a semaphore and
    /// an `up` whose thread is not about to fail.
    Fv,
    /// No step changes what a thread at an invisible point accesses, where the two have no object in common.
    Fs,
    /// An invisible step ends no access of a thread with which it has no object in common.
    Fa,
    /// An invisible step leaves a common access where there was one.
    Fc,
    /// A step of one thread that makes another thread fail at an invisible `up` fails itself where that other thread
    /// moves first.
    F1,
    /// An invisible step does not save a thread that is about to fail at an `up`.
    F2,
    /// (a): an invisible step makes no other thread's predicate false.
    A1,
    /// (a): an invisible step makes no other thread's predicate true.
    A2,
    /// (b): a visible step takes no access from a thread that is about to use it at an invisible point.
    Bv,
    /// An invisible step does not end an overlap that a step of another thread has made.
    X,
    /// Set A, (c): an invisible step from a control point where this set is chosen does not make its own thread's
    /// predicate false.
    A,
    /// Set B, (b'): a visible step makes no other thread's predicate true.
    B1,
    /// Set B, (c'): no step gives its thread access that another thread has.
    B2,
    /// Set C: no step from a state that is not bad makes an overlap with a thread at a control point where this set is
    /// chosen.
    C,
    /// (14a): an invisible step of another thread leads to no visible control point of this one.
    Invisible14a,
    /// (15a): a visible step of another thread leads to no visible control point of this one.
    Visible15a,
    /// (18): no invisible step starts at a visible control point.
    Separated18,
    /// (19): at an invisible control point some invisible step is enabled.
    NonBlocking19,
    /// (20): no visible step starts at an invisible control point.
    Separated20,
    /// (13) without the history variable: no thread takes invisible steps for ever without a bad state.
    Bounded,
    /// The first lemma: from a state that is not bad, invisible steps can be had before steps of others.
    Commutation,
    /// The second lemma: an invisible step does not lead out of bad states that another thread has led into.
    NoMending,
}

use LocalHypothesis as H;

impl LocalHypothesis {
    /// All hypotheses, and last the two lemmas.
    pub const ALL: [LocalHypothesis; 27] = [
        H::R1,
        H::R2,
        H::Rf,
        H::R3,
        H::Fu,
        H::Fv,
        H::Fs,
        H::Fa,
        H::Fc,
        H::F1,
        H::F2,
        H::A1,
        H::A2,
        H::Bv,
        H::X,
        H::A,
        H::B1,
        H::B2,
        H::C,
        H::Invisible14a,
        H::Visible15a,
        H::Separated18,
        H::NonBlocking19,
        H::Separated20,
        H::Bounded,
        H::Commutation,
        H::NoMending,
    ];

    /// The label, without parentheses.
    pub fn label(self) -> &'static str {
        match self {
            H::R1 => "R1",
            H::R2 => "R2",
            H::Rf => "Rf",
            H::R3 => "R3",
            H::Fu => "Fu",
            H::Fv => "Fv",
            H::Fs => "Fs",
            H::Fa => "Fa",
            H::Fc => "Fc",
            H::F1 => "f1",
            H::F2 => "f2",
            H::A1 => "a1",
            H::A2 => "a2",
            H::Bv => "bv",
            H::X => "X",
            H::A => "A",
            H::B1 => "B1",
            H::B2 => "B2",
            H::C => "C",
            H::Invisible14a => "14a",
            H::Visible15a => "15a",
            H::Separated18 => "18",
            H::NonBlocking19 => "19",
            H::Separated20 => "20",
            H::Bounded => "bounded",
            H::Commutation => "commutation",
            H::NoMending => "no mending",
        }
    }

    /// The formula of the statement file `theorems/statements/discipline/local.oa`, or of S5's, for an object `g` and
    /// threads `i`, `j`, `k`, `l`; without the premises that threads are different. In R3 `n_{i,j}` says that they are.
    /// `A_{g,i}` and `C_{g,i}` hold where Set A, or Set C, is [chosen](ChosenSet) for `g`, `i` and the control point of
    /// `i`.
    pub fn formula(self) -> &'static str {
        match self {
            H::R1 => "a_{g,i} !e_{g,i} <= b",
            H::R2 => "e_{g,i} e_{g,j} <= b",
            H::Rf => "f_i <= b",
            H::R3 => {
                "b <= (+g,i : a_{g,i} !e_{g,i}) + (+g,i,j : n_{i,j} e_{g,i} e_{g,j}) + (+i : f_i)"
            }
            H::Fu => "c_{i,j} !f_i u_j !f_i u_i <= u_i u_j",
            H::Fv => "c_{i,j} !f_i v_j !f_i u_i <= u_i v_j",
            H::Fs => "c_{i,j} !p_i !a_{g,i} s_j a_{g,i} = 0",
            H::Fa => "c_{i,k} a_{g,k} u_i <= u_i a_{g,k}",
            H::Fc => "!c_{i,k} u_i <= (+h : a_{h,i} a_{h,k} u_i a_{h,k})",
            H::F1 => "c_{i,j} !f_i s_j !p_i f_i <= u_i f_j T",
            H::F2 => "c_{i,k} f_k u_i <= u_i f_k",
            H::A1 => "o_i e_{g,k} u_i <= u_i e_{g,k}",
            H::A2 => "o_i !e_{g,k} u_i <= u_i !e_{g,k}",
            H::Bv => "o_j !e_{g,j} !p_i a_{g,i} e_{g,i} v_j <= v_j e_{g,i}",
            H::X => "!b !p_i s_j o_i e_{g,i} e_{g,l} u_i !e_{g,i} = 0",
            H::A => "A_{g,i} o_i e_{g,i} u_i <= u_i e_{g,i}",
            H::B1 => "o_j !e_{g,i} v_j <= v_j !e_{g,i}",
            H::B2 => "o_j e_{g,i} !e_{g,j} s_j <= s_j !e_{g,j}",
            H::C => "!b s_j C_{g,i} e_{g,i} e_{g,l} = 0",
            H::Invisible14a => "u_j p_i <= p_i u_j",
            H::Visible15a => "v_j p_i <= p_i v_j",
            H::Separated18 => "p_i u_i = 0",
            H::NonBlocking19 => "1 <= p_i + u_i T",
            H::Separated20 => "!p_i v_i = 0",
            H::Bounded => "(u_i !b)^w = 0",
            H::Commutation => "!b s_j !f_i u_i <= u_i s_j",
            H::NoMending => "!b s_j !f_i b u_i !b = 0",
        }
    }

    /// The indices of the formula: `g` for an object, others for threads.
    pub fn indices(self) -> &'static [&'static str] {
        match self {
            H::R3 => &[],
            H::Fu
            | H::Fv
            | H::F1
            | H::Invisible14a
            | H::Visible15a
            | H::Commutation
            | H::NoMending => &["i", "j"],
            H::Fc | H::F2 => &["i", "k"],
            H::Rf | H::Separated18 | H::NonBlocking19 | H::Separated20 | H::Bounded => &["i"],
            H::R1 | H::A => &["g", "i"],
            H::R2 | H::Fs | H::Bv | H::B1 | H::B2 => &["g", "i", "j"],
            H::Fa | H::A1 | H::A2 => &["g", "i", "k"],
            H::X | H::C => &["g", "i", "j", "l"],
        }
    }

    /// A sentence for what is wrong where it fails; `{g}` stands for an object, `{i}` and so on for threads.
    pub fn failure(self) -> &'static str {
        match self {
            H::R1 => "{i} accesses {g} without access, and the state does not count as bad",
            H::R2 => "{i} and {j} have access to {g}, and the state does not count as bad",
            H::Rf => "{i} is about to fail at an `up`, and the state does not count as bad",
            H::R3 => {
                "the state counts as bad; no access is forbidden in it, no two threads have access to one object, and \
                 nobody is about to fail"
            }
            H::Fu | H::Fv => {
                "{i} and {j} access nothing in common, and the step of {i} cannot be had before that of {j}"
            }
            H::Fs => {
                "{i} is at an invisible control point and comes to access {g} by a step of {j}"
            }
            H::Fa => {
                "{k} accesses {g} no more after an invisible step of {i}, which accesses nothing that {k} does"
            }
            H::Fc => {
                "{i} and {k} access an object in common; after the invisible step of {i} {k} accesses none of these"
            }
            H::F1 => {
                "after a step of {j} {i} is about to fail at an `up`; if {i} moves first, {j} is not"
            }
            H::F2 => "{k} is about to fail at an `up`, and after the invisible step of {i} is not",
            H::A1 => "an invisible step of {i} takes {g} from {k}",
            H::A2 => "an invisible step of {i} gives {k} access to {g}",
            H::Bv => "a visible step of {j} takes {g} from {i}, which is about to use it",
            H::X => {
                "after a step of {j} both {i} and {l} have access to {g}, and an invisible step of {i} hides this"
            }
            H::A => "an invisible step of {i} drops its access to {g}",
            H::B1 => "a visible step of {j} gives {i} access to {g}",
            H::B2 => "a step of {j} gives it access to {g} while {i} has it",
            H::C => "a step of {j} leads to a state in which both {i} and {l} have access to {g}",
            H::Invisible14a | H::Visible15a => "a step of {j} leads {i} to a visible control point",
            H::Separated18 => "{i} takes an invisible step from a visible control point",
            H::NonBlocking19 => {
                "{i} is at an invisible control point, and none of its invisible steps is enabled"
            }
            H::Separated20 => "{i} takes a visible step from an invisible control point",
            H::Bounded => "{i} takes invisible steps for ever, and no state after them is bad",
            H::Commutation => {
                "the state is not bad, and the step of {i} cannot be had before that of {j}"
            }
            H::NoMending => {
                "the step of {j} leads to a bad state, and the invisible one of {i} out of it"
            }
        }
    }

    /// The cases of which it speaks: states, steps, or pairs of steps one after the other.
    pub fn unit(self) -> &'static str {
        match self {
            H::R1 | H::R2 | H::Rf | H::R3 | H::NonBlocking19 => "states",
            H::Fu | H::Fv | H::X | H::Commutation | H::NoMending => "pairs of steps",
            _ => "steps",
        }
    }

    /// Tells whether the hypothesis follows from the others: the two lemmas do, and X from any of the sets A, B and C.
    pub fn is_derived(self) -> bool {
        matches!(self, H::X | H::Commutation | H::NoMending)
    }
}

impl EffectKind {
    /// The hypotheses that are met where no transition has the effect: no invisible one, and no visible one.
    pub fn decides(self) -> (&'static [LocalHypothesis], &'static [LocalHypothesis]) {
        match self {
            EffectKind::Gives => (&[H::A2], &[H::B1]),
            EffectKind::Takes => (&[H::A1], &[H::Bv]),
            EffectKind::TakesBack => (&[H::A1], &[]),
            EffectKind::Drops => (&[H::A], &[]),
            EffectKind::Steals => (&[H::B2], &[H::B2]),
        }
    }
}

impl Requirement {
    /// The local hypothesis that fails in some system without it, and that it decides alone or with others; none for
    /// [`Requirement::NoHiding`], which is about claims and decides (21').
    pub fn decides(self) -> Option<LocalHypothesis> {
        Some(match self {
            Requirement::NoInvisibleGift | Requirement::BadStates => H::A2,
            Requirement::NoInvisibleTaking | Requirement::OverlappingStates => H::A1,
            Requirement::NoVisibleTaking => H::Bv,
            Requirement::NoVisibleGift => H::B1,
            Requirement::NoDropInSetA => H::A,
            Requirement::NoStealingInSetB => H::B2,
            Requirement::Separation => H::Separated20,
            Requirement::NonBlockInvis => H::NonBlocking19,
            Requirement::VisibleOpen => H::Fu,
            Requirement::VisibleOperations => H::Fv,
            Requirement::NoHiding => return None,
            Requirement::Rule1 => H::R1,
            Requirement::Rule2 => H::R2,
            Requirement::FullSemaphores => H::Rf,
        })
    }
}

/// The set of conditions by which a discipline answers for [`LocalHypothesis::X`], for one object and one thread at one
/// control point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenSet {
    /// Invisible steps of the thread from there do not drop its access.
    A,
    /// Invisible steps of the thread may drop its access. Visible steps give no thread access, and no thread gets it
    /// while this one has it.
    B,
    /// Invisible steps of the thread from there may drop its access. While it is there, no step of another thread leads
    /// from a state that is not bad into one in which this thread and another have access.
    C,
}
