//! Where a thread goes on between its actions.

use reductio_programs::syntax::{ExprKind, Given, LockOp, StatementKind};

use super::interpret::{Doing, Giv, Item, Oracle, Status, Th, What, assigns};
use super::term::Bad;
use super::term::{Cond, Env, Term};

impl Oracle<'_> {
    /// Goes on to the next action.
    pub(super) fn settle(&self, own: &mut Th) {
        if own.status != Status::Run {
            return;
        }
        let mut met: Vec<Vec<Item>> = Vec::new();
        loop {
            if let Some(doing) = &mut own.doing {
                let env = &own.env;
                let settled = match &mut doing.what {
                    What::Skip | What::Take(..) | What::Unlock(_) => Ok(()),
                    What::Assign(_, given) => settle_given(given, env),
                    What::Write(object, _, given) => {
                        if object.is_pure() {
                            settle_given(given, env)
                        } else {
                            object.settle(env)
                        }
                    }
                    What::Join(term)
                    | What::Lock(_, term)
                    | What::Assert(term)
                    | What::Find(term, _) => term.settle(env),
                    What::Decide(cond, ..) => cond.settle(env),
                };
                if let Err(bad) = settled {
                    own.status = Status::Parked(bad);
                    return;
                }
                let What::Decide(Cond::Done(holds), block, at, arm) = doing.what else { return };
                own.doing = None;
                self.decide(own, holds, (block, at), arm);
                continue;
            }
            let Some(item) = own.stack.pop() else {
                own.status = Status::Ended;
                return;
            };
            let (block, at) = match item {
                Item::Unlock(term, line) => {
                    own.doing = Some(Doing { line, site: 0, what: What::Unlock(term) });
                    continue;
                }
                Item::Again(block, at) => (block, at),
                Item::Block(block, at) => {
                    if at >= self.blocks[block].len() {
                        continue;
                    }
                    own.stack.push(Item::Block(block, at + 1));
                    (block, at)
                }
            };
            let mut place = own.stack.clone();
            place.push(Item::Again(block, at));
            if let Some(first) = met.iter().position(|earlier| *earlier == place) {
                // Round without a step: it stays at the least place of the circle.
                own.stack.clone_from(met[first..].iter().min().unwrap());
                own.status = Status::Spin;
                return;
            }
            met.push(place);
            if self.begin(own, block, at) {
                own.stack.clear();
                own.status = Status::Ended;
                return;
            }
        }
    }

    /// Begins a statement. Returns whether the thread ends.
    fn begin(&self, own: &mut Th, block: usize, at: usize) -> bool {
        let statement = &self.blocks[block][at];
        let inner = &self.inner[&(block, at)];
        let what = match &statement.kind {
            StatementKind::Assign(to, given) => What::Assign(Some(to.text.clone()), giv(given)),
            StatementKind::Write { object, field, value } => {
                What::Write(Term::of(object), field.text.clone(), giv(value))
            }
            StatementKind::Fork(name) => What::Assign(None, Giv::Fork(name.text.clone())),
            StatementKind::Join(of) => What::Join(Term::of(of)),
            StatementKind::Lock(op, of) => {
                let op = match op {
                    LockOp::Acquire => 0,
                    LockOp::Release => 1,
                    LockOp::Wait => 2,
                    LockOp::Notify => 3,
                    LockOp::NotifyAll => 4,
                };
                What::Lock(op, Term::of(of))
            }
            StatementKind::Assert(of) => What::Assert(Term::of(of)),
            StatementKind::IfGoto(of, _) | StatementKind::While(of, _) => {
                What::Decide(Cond::of(of), block, at, 0)
            }
            StatementKind::If { arms, .. } => What::Decide(Cond::of(&arms[0].0), block, at, 0),
            StatementKind::Synchronized(lock, body) => match &lock.kind {
                ExprKind::Local(name) if !assigns(body, name) => {
                    What::Take(Term::of(lock), inner[0])
                }
                _ => What::Find(Term::of(lock), inner[0]),
            },
            StatementKind::Skip | StatementKind::Yield => What::Skip,
            StatementKind::Stop => return true,
            StatementKind::Loop(_) => {
                own.stack.push(Item::Again(block, at));
                own.stack.push(Item::Block(inner[0], 0));
                return false;
            }
            StatementKind::Goto(label) => {
                self.go_to(own, &label.text);
                return false;
            }
            StatementKind::Break => {
                while !matches!(own.stack.pop(), Some(Item::Again(..))) {}
                return false;
            }
            StatementKind::Continue => {
                while !matches!(own.stack.last(), Some(Item::Again(..))) {
                    own.stack.pop();
                }
                return false;
            }
            StatementKind::Broken => unreachable!(),
        };
        let (line, site) = (self.line(statement.span.start), statement.span.start);
        own.doing = Some(Doing { line, site, what });
        false
    }

    fn go_to(&self, own: &mut Th, label: &str) {
        let (block, at) = self.labels[&(own.code, label)];
        while !matches!(own.stack.last(), Some(Item::Block(found, _)) if *found == block) {
            own.stack.pop();
        }
        own.stack.pop();
        own.stack.push(Item::Block(block, at));
    }

    fn decide(&self, own: &mut Th, holds: bool, (block, at): (usize, usize), arm: usize) {
        let statement = &self.blocks[block][at];
        let inner = &self.inner[&(block, at)];
        match &statement.kind {
            StatementKind::IfGoto(_, label) => {
                if holds {
                    self.go_to(own, &label.text);
                }
            }
            StatementKind::While(..) => {
                if holds {
                    own.stack.push(Item::Again(block, at));
                    own.stack.push(Item::Block(inner[0], 0));
                }
            }
            StatementKind::If { arms, .. } => {
                if holds {
                    own.stack.push(Item::Block(inner[arm], 0));
                } else if let Some((next, _)) = arms.get(arm + 1) {
                    let line = self.line(next.span.start);
                    let what = What::Decide(Cond::of(next), block, at, arm + 1);
                    own.doing = Some(Doing { line, site: 0, what });
                } else {
                    own.stack.push(Item::Block(inner[arms.len()], 0));
                }
            }
            _ => unreachable!(),
        }
    }
}

fn giv(given: &Given) -> Giv {
    match given {
        Given::Expr(of) => Giv::Term(Term::of(of)),
        Given::New(_) => Giv::New,
        Given::Any(low, high) => Giv::Any(Term::of(low), Term::of(high)),
        Given::Fork(name) => Giv::Fork(name.text.clone()),
    }
}

fn settle_given(given: &mut Giv, env: &Env) -> Result<(), Bad> {
    match given {
        Giv::Term(term) => term.settle(env),
        Giv::Any(low, high) => {
            if low.is_pure() {
                high.settle(env)
            } else {
                low.settle(env)
            }
        }
        Giv::New | Giv::Fork(_) => Ok(()),
    }
}
