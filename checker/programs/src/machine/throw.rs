//! The instruction at which a thread goes on that throws something or goes wrong.

use super::step::Step;
use crate::ids::Place;
use crate::names::Names;
use crate::program::{Caught, Handler, Program};
use crate::state::{Frame, Status};
use crate::value::Value;
use crate::wrong::Wrong;

/// The instruction at which a thread goes on instead of going wrong.
pub(super) fn caught_wrong(program: &Program, place: Place, wrong: Wrong) -> Option<u32> {
    let found = covering(program, place).find(|handler| handler.caught == Caught::Wrong(wrong));
    found.map(|handler| handler.target)
}

/// The handlers that cover an instruction, in order.
fn covering(program: &Program, place: Place) -> impl Iterator<Item = &Handler> {
    program.method(place.method).handlers.iter().filter(move |handler| handler.covers(place.at))
}

impl<N: Names> Step<'_, '_, N> {
    /// Leaves the frames that do not catch an object, and goes on where one does.
    pub(super) fn throw(&mut self, thrown: Value) {
        let program = self.program;
        let class = self.state.class_of(program, thrown);
        while let Some(frame) = self.own.frames.last_mut() {
            let catches = |handler: &&Handler| match handler.caught {
                Caught::Any => true,
                Caught::Class(wanted) => class.is_some_and(|class| program.is_below(class, wanted)),
                Caught::Wrong(_) => false,
            };
            if let Some(handler) = covering(program, frame.place).find(catches) {
                frame.place.at = handler.target;
                if let Some(register) = handler.register {
                    frame.registers[register.index()] = thrown;
                }
                return;
            }
            self.own.frames.pop();
        }
        // The place of the failure tells which class, and where the object was made.
        let site = match thrown {
            Value::Object(address) => self.state.object(address).map(|found| found.site),
            _ => None,
        };
        let place = site.unwrap_or(self.place);
        self.own.frames.push(Frame { place, registers: Box::default() });
        self.own.status = Status::Wrong(Wrong::Uncaught);
    }
}
