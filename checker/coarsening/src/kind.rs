//! The ways in which single steps can be put together with others (S2 section 4).

use reductio_programs::{Action, Event, Instruction, Place, Thread, Variable};

use crate::classify::Known;
use crate::options::Points;
use crate::single::{Kind, Singles};
use crate::slip::Slip;

impl Singles<'_> {
    /// The control point after a step.
    pub(crate) fn point(&self, place: Place, kind: Kind) -> u32 {
        if self.options.points == Points::Settled || kind == Kind::Invisible {
            return 0;
        }
        u32::try_from(self.machine.program().number(place) + 1).unwrap_or(u32::MAX)
    }

    /// The way in which a step can be put together with others. `is_handed` says whether it hands a lock to another
    /// thread.
    pub(crate) fn kind(&self, before: &Thread, event: &Event, is_handed: bool) -> Kind {
        if event.wrong.is_some() || event.halted.is_some() {
            return Kind::Visible;
        }
        let reductions = self.options.reductions;
        let is_known = || match self.known.known(self.machine.program(), before) {
            Known::Nothing => false,
            Known::Owned => reductions.owned,
            Known::Protected => reductions.protected,
        };
        let invisible_if = |is: bool| if is { Kind::Invisible } else { Kind::Visible };
        match &event.action {
            Action::Allocate { .. } => invisible_if(!self.is_observed_there(event.place)),
            Action::Local | Action::Print { .. } => Kind::Invisible,
            Action::Look { .. } | Action::Read { .. } => invisible_if(is_known()),
            Action::Write { variable, .. } | Action::Update { variable, .. } => {
                let is_hidden = self.options.has(Slip::ObservedIsHidden);
                invisible_if((is_hidden || !self.is_observed(*variable)) && is_known())
            }
            Action::Acquire { .. } if self.tries(event.place) => Kind::Visible,
            Action::Acquire { depth, .. } => {
                let is_free = self.options.has(Slip::LockIsInvisible);
                invisible_if(is_known() || (*depth > 1 || is_free) && reductions.relock)
            }
            Action::Release { depth, .. } if *depth > 0 => {
                invisible_if(is_known() || reductions.relock)
            }
            Action::Release { .. } if !is_handed && is_known() => Kind::Invisible,
            Action::Release { .. } if self.options.has(Slip::UnlockIsInvisible) => Kind::Invisible,
            Action::Release { object, .. } if reductions.unlock => Kind::Unlock(*object),
            Action::Notify { woken, .. } if woken.is_empty() => Kind::Invisible,
            Action::Notify { .. } if self.options.has(Slip::NotifyIsInvisible) => Kind::Invisible,
            Action::Notify { object, .. } if reductions.notify => Kind::Notify(*object),
            // Who begins to wait for a lock is seen to, even if the lock is protected: it may be held by a thread that
            // waits to be notified.
            _ => Kind::Visible,
        }
    }

    /// Whether an instruction takes a lock only if nobody has it.
    fn tries(&self, place: Place) -> bool {
        matches!(self.instruction(place), Instruction::TryAcquire { .. })
    }

    /// Whether it is observed that an object is made at a place.
    fn is_observed_there(&self, place: Place) -> bool {
        let program = self.machine.program();
        program.class_at(place).is_some_and(|made| {
            self.options.observed_classes.iter().any(|class| program.is_below(made, *class))
        })
    }

    fn is_observed(&self, variable: Variable) -> bool {
        match variable {
            Variable::Field(_, field) => self.options.observed_fields.contains(&field),
            Variable::Element(..) => false,
            Variable::Static(found) => self.options.observed_statics.contains(&found),
        }
    }
}

impl Kind {
    /// The cases that S2 counts as transformations of their own: a lock that is free, taken, or the thread's own; an
    /// unlock with nobody waiting, with somebody, or that does not let go (figure 3).
    pub(crate) fn case(action: &Action, is_handed: bool) -> u8 {
        match action {
            Action::Refused { .. } => 1,
            Action::Acquire { depth: 2.., .. } | Action::Release { depth: 1.., .. } => 2,
            Action::Release { .. } if is_handed => 1,
            _ => 0,
        }
    }
}
