//! Threads that are started and joined, methods that are called and left.

use super::settle::settle;
use super::step::{Not, Step};
use crate::event::Action;
use crate::ids::MethodId;
use crate::instruction::Instruction;
use crate::names::Names;
use crate::part::Part;
use crate::state::{Frame, Status, Thread};
use crate::value::{ThreadId, Value};
use crate::wrong::{Limit, Wrong};

impl<N: Names> Step<'_, '_, N> {
    /// Performs an instruction after which other code is run, by this thread or another one.
    pub(super) fn control(&mut self) -> Result<Action, Not> {
        use Instruction as I;
        let program = self.program;
        let mut action = Action::Local;
        match program.instruction(self.place) {
            I::Throw { value } => {
                let thrown = self.value(value)?;
                match thrown {
                    Value::Object(_) => self.throw(thrown),
                    Value::Int(0) => return Err(Wrong::Null.into()),
                    _ => return Err(Wrong::NoObject.into()),
                }
            }
            I::Fork { to, method, arguments } => {
                let arguments = self.values(arguments)?;
                let child = self.fork(*method, &arguments)?;
                self.go_on(to.map(|to| (to, Value::Thread(child))));
                action = Action::Fork { child };
            }
            I::Join { thread } => {
                let Value::Thread(thread) = self.value(thread)? else {
                    return Err(Wrong::NoThread.into());
                };
                self.go_on(None);
                action = Action::Join { thread };
            }
            I::Call { method, arguments, .. } => {
                let arguments = self.values(arguments)?;
                self.call(*method, &arguments)?;
            }
            I::CallVirtual { selector, arguments, .. } => {
                let receiver = arguments.first().ok_or(Wrong::NoMethod)?;
                let class = self.class(receiver)?.map(|class| &program.classes()[class.index()]);
                let method = class.and_then(|class| class.methods.get(selector));
                let method = *method.ok_or(Wrong::NoMethod)?;
                let arguments = self.values(arguments)?;
                self.call(method, &arguments)?;
            }
            I::Return { value } => {
                let value = self.value(value)?;
                self.own.frames.pop();
                let call = self.own.place().map(|place| program.instruction(place));
                self.go_on(call.and_then(Instruction::result).map(|to| (to, value)));
            }
            _ => return Err(Wrong::NoObject.into()),
        }
        Ok(action)
    }

    fn fork(&mut self, method: MethodId, arguments: &[Value]) -> Result<ThreadId, Limit> {
        // The thread itself is not in its place.
        let others = self.state.threads.iter().filter(|found| found.status != Status::Absent);
        if others.count() + 1 >= self.bounds.threads as usize {
            return Err(Limit::Threads);
        }
        let name = self.names.thread(self.state, self.thread, self.own.forks);
        let most = self.bounds.threads;
        let child = name.filter(|child| child.0 < most).ok_or(Limit::Threads)?;
        if self.names.counts() {
            self.own.forks += 1;
        }
        let mut forked = Thread::new(self.program, method, arguments);
        settle(self.program, &mut forked);
        while self.state.threads.len() <= child.index() {
            self.state.threads.push(Part::new(Thread::absent()));
        }
        self.state.threads[child.index()] = Part::new(forked);
        Ok(child)
    }

    fn call(&mut self, method: MethodId, arguments: &[Value]) -> Result<(), Limit> {
        if self.own.frames.len() >= self.bounds.frames as usize {
            return Err(Limit::Frames);
        }
        let program = self.program;
        if let Some(frame) = self.own.frames.last_mut() {
            frame.forget(program.dead_during(self.place));
        }
        self.own.frames.push(Frame::new(program, method, arguments));
        Ok(())
    }
}
