//! The renamed forms of a claim.

use rustc_hash::FxHashSet;

use super::super::System;
use super::super::compiled::Compiled;
use super::super::expression::Expression;
use super::normal::Normal;
use super::verify::Generator;

/// The most renamed forms of a claim: each is looked at in each state.
const MOST: usize = 4_096;

/// The renamed forms of a claim, each with a renaming that makes it of the claim.
#[derive(Clone, Debug)]
pub struct Forms {
    forms: Vec<(Compiled, Vec<usize>)>,
}

impl Forms {
    /// All forms under the renamings that some generate; none where there are too many, or the claim cannot be renamed.
    pub(super) fn of(
        system: &System,
        claim: &Expression,
        generators: &[&Generator],
    ) -> Option<Self> {
        let normal = Normal { cells: system.cells(), in_steps: false };
        let threads: Vec<usize> = (0..system.threads().len()).collect();
        let mut known: FxHashSet<Expression> = FxHashSet::default();
        let first = normal.expression(claim);
        known.insert(first.clone());
        let mut all = vec![(first, threads)];
        let mut at = 0;
        while at < all.len() {
            for generator in generators {
                let (form, threads) = &all[at];
                let renamed = normal.expression(&generator.action.truth(form).ok()?);
                if known.insert(renamed.clone()) {
                    let becomes =
                        |thread: &usize| generator.thread(super::ThreadId::new(*thread)).index();
                    let threads = threads.iter().map(becomes).collect();
                    all.push((renamed, threads));
                }
            }
            if all.len() > MOST {
                return None;
            }
            at += 1;
        }
        let compiled = |(form, threads): (Expression, Vec<usize>)| {
            (Compiled::new(&form, system.layout(), system.cells()), threads)
        };
        // The claim itself as it was: it is compiled best.
        let mut forms: Vec<_> = all.into_iter().map(compiled).collect();
        forms[0].0 = Compiled::new(claim, system.layout(), system.cells());
        Some(Forms { forms })
    }

    /// Decides whether all forms hold in a state.
    #[inline]
    pub fn all_hold(&self, system: &System, state: &[u64]) -> bool {
        self.forms.iter().all(|(form, _)| form.holds(system.layout(), state))
    }

    /// Decides whether some form holds in a state.
    #[inline]
    pub fn any_holds(&self, system: &System, state: &[u64]) -> bool {
        self.forms.iter().any(|(form, _)| form.holds(system.layout(), state))
    }

    /// A renaming after which the claim itself does not hold in a state, if some form of it does not; none if all hold.
    pub fn breaking(&self, system: &System, state: &[u64]) -> Option<Vec<usize>> {
        let (_, threads) =
            self.forms.iter().find(|(form, _)| !form.holds(system.layout(), state))?;
        let mut back = vec![0; threads.len()];
        threads.iter().enumerate().for_each(|(thread, &becomes)| back[becomes] = thread);
        Some(back)
    }

    /// The number of forms: one for a claim that is symmetric.
    pub fn count(&self) -> usize {
        self.forms.len()
    }
}
