//! `Barrier`, as `std`'s, but who leads is free.

use std::sync::{Arc, Mutex, PoisonError};

use crate::run::context::{current, here};
use crate::search::access::ObjectId;
use crate::search::op::Op;
use crate::sync::ident::Ident;

/// A point at which some number of threads wait for each other, as [`std::sync::Barrier`]. In a search, who leads is
/// decided when somebody asks, and may be any of them.
#[derive(Debug)]
pub struct Barrier {
    ident: Ident,
    size: usize,
    inner: std::sync::Barrier,
    rounds: Mutex<Vec<Arc<Round>>>,
}

/// A round of a barrier: who leads is asked by those who passed.
#[derive(Debug)]
struct Round {
    barrier: ObjectId,
    answers: Mutex<(bool, usize)>,
    size: usize,
}

/// The knowledge of a thread after it passed a [`Barrier`].
#[derive(Debug)]
pub struct BarrierWaitResult {
    leads: std::sync::OnceLock<bool>,
    round: Option<Arc<Round>>,
}

impl Barrier {
    /// A barrier for some number of threads.
    #[track_caller]
    pub fn new(size: usize) -> Self {
        Barrier {
            ident: Ident::new("Barrier"),
            size,
            inner: std::sync::Barrier::new(size),
            rounds: Mutex::new(Vec::new()),
        }
    }

    /// Waits until as many threads as the barrier is for have come.
    #[track_caller]
    pub fn wait(&self) -> BarrierWaitResult {
        let site = here();
        let Some(context) = current() else {
            let leads = self.inner.wait().is_leader().into();
            return BarrierWaitResult { leads, round: None };
        };
        let id = self.ident.id(&context);
        let size = self.size;
        context.quietly(|state| state.add_barrier(id, size));
        let number = context.step(Op::Arrive(id), site).unwrap_or(0);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        context.step(Op::Pass(id, number), site);
        let mut rounds = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        while rounds.len() <= number as usize {
            let answers = Mutex::new((false, 0));
            rounds.push(Arc::new(Round { barrier: id, answers, size: size.max(1) }));
        }
        let round = rounds.get(number as usize).cloned();
        BarrierWaitResult { leads: std::sync::OnceLock::new(), round }
    }
}

impl BarrierWaitResult {
    /// Tells whether this thread is the one that leads. One of those who passed does.
    #[track_caller]
    pub fn is_leader(&self) -> bool {
        let site = here();
        if let Some(known) = self.leads.get() {
            return *known;
        }
        let (Some(round), Some(context)) = (&self.round, current()) else { return false };
        context.step(Op::Lead(round.barrier), site);
        let (decided, asked) = *round.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let leads = !decided && (asked + 1 == round.size || context.choose(2) == Some(1));
        *round.answers.lock().unwrap_or_else(PoisonError::into_inner) =
            (decided || leads, asked + 1);
        *self.leads.get_or_init(|| leads)
    }
}
