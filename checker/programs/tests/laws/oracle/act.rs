//! The steps of a thread.

use std::collections::BTreeMap;

use super::interpret::{Doing, Giv, Item, Ob, Oracle, St, Status, Th, What};
use super::term::{Bad, Term, Val};

impl Oracle<'_> {
    /// The states after the steps of a thread; `None` beyond the limits.
    pub(super) fn steps(&self, state: &St, number: u32) -> Option<Vec<St>> {
        let mut next = state.clone();
        let mut own = state.threads[&number].clone();
        let me = Val::Thr(number);
        let free = |object: Val| match object {
            Val::Obj(object) => state.heap[&object].owner.is_none(),
            _ => true,
        };
        let line = own.doing.as_ref().map_or(0, |doing| doing.line);
        match own.status.clone() {
            Status::Run => {}
            Status::Spin => return Some(vec![next]),
            Status::Parked(bad) => {
                own.status = Status::Wrong(bad, line);
                next.threads.insert(number, own);
                return Some(vec![next]);
            }
            Status::Notified(object, times) => {
                if !free(object) {
                    return Some(Vec::new());
                }
                let Val::Obj(at) = object else { unreachable!() };
                next.heap.get_mut(&at)?.owner = Some((me, times));
                own.status = Status::Run;
                own.doing = None;
                self.settle(&mut own);
                next.threads.insert(number, own);
                return Some(vec![next]);
            }
            Status::Waiting(..) | Status::Ended | Status::Wrong(..) => return Some(Vec::new()),
        }
        match self.act(state, number, own.clone()) {
            Ok(found) => found,
            Err(bad) => {
                own.status = Status::Wrong(bad, line);
                next.threads.insert(number, own);
                Some(vec![next])
            }
        }
    }

    /// The states after the action at which a thread is.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of statement")]
    fn act(&self, state: &St, number: u32, mut own: Th) -> Result<Option<Vec<St>>, Bad> {
        let me = Val::Thr(number);
        let mut next = state.clone();
        let env = own.env.clone();
        let read = |object: Val, field: &str| {
            let found = object_of(object)?;
            Ok(state.heap[&found].cells.get(field).copied().unwrap_or(Val::Num(0)))
        };
        let mut doing = own.doing.clone().unwrap();
        let mut done = true;
        let mut several: Vec<(Th, St)> = Vec::new();
        match &mut doing.what {
            What::Skip => {}
            What::Assign(to, Giv::Term(term)) => {
                let is_last = match &*term {
                    Term::Field(object, _) => object.is_pure(),
                    Term::Mark(_) => true,
                    _ => false,
                };
                let is_pure = term.is_pure();
                if !is_pure {
                    term.step(&env, &read)?;
                }
                if is_pure || is_last {
                    let value = term.value(&env)?;
                    own.env.extend(to.clone().map(|to| (to, value)));
                } else {
                    done = false;
                }
            }
            What::Assign(to, given) => {
                let Some(values) = self.give(&mut next, given, &own, &read, doing.site)? else {
                    return Ok(None);
                };
                if values.is_empty() {
                    done = false;
                }
                for (value, state) in values {
                    let mut own = own.clone();
                    own.env.extend(to.clone().map(|to| (to, value)));
                    several.push((own, state));
                }
            }
            What::Write(object, _, Giv::Term(value)) if object.is_pure() && value.is_pure() => {
                let found = object_of(object.value(&env)?)?;
                let value = value.value(&env)?;
                let What::Write(_, field, _) = &doing.what else { unreachable!() };
                let cells = &mut next.heap.get_mut(&found).unwrap().cells;
                if value == Val::Num(0) {
                    cells.remove(field);
                } else {
                    cells.insert(field.clone(), value);
                }
            }
            What::Write(object, ..) if !object.is_pure() => {
                object.step(&env, &read)?;
                done = false;
            }
            What::Write(_, _, Giv::Term(value)) => {
                value.step(&env, &read)?;
                done = false;
            }
            What::Write(object, field, given) => {
                let (object, field) = (object.clone(), field.clone());
                let Some(values) = self.give(&mut next, given, &own, &read, doing.site)? else {
                    return Ok(None);
                };
                done = false;
                let mut states = Vec::new();
                for (value, mut state) in values {
                    let mut own = own.clone();
                    let given = Giv::Term(Term::Val(value));
                    let what = What::Write(object.clone(), field.clone(), given);
                    own.doing = Some(Doing { what, ..doing.clone() });
                    self.settle(&mut own);
                    state.threads.insert(number, own);
                    states.push(state);
                }
                if !states.is_empty() {
                    return Ok(Some(states));
                }
            }
            What::Join(term) | What::Lock(_, term) | What::Assert(term) if !term.is_pure() => {
                term.step(&env, &read)?;
                done = false;
            }
            What::Join(term) => {
                let Val::Thr(other) = term.value(&env)? else { return Err("NoThread") };
                if state.threads[&other].status != Status::Ended {
                    return Ok(Some(Vec::new()));
                }
            }
            What::Assert(term) => {
                if term.value(&env)? == Val::Num(0) {
                    return Err("Assertion");
                }
            }
            What::Decide(cond, ..) => {
                cond.step(&env, &read)?;
                done = false;
            }
            What::Find(term, block) => {
                let is_last = match &*term {
                    Term::Field(object, _) => object.is_pure(),
                    Term::Mark(_) => true,
                    _ => false,
                };
                let is_pure = term.is_pure();
                if !is_pure {
                    term.step(&env, &read)?;
                }
                if is_pure || is_last {
                    let found = Term::Val(term.value(&env)?);
                    doing.what = What::Take(found, *block);
                }
                done = false;
            }
            What::Take(term, block) => {
                let found = object_of(term.value(&env)?)?;
                let object = next.heap.get_mut(&found).unwrap();
                object.owner = match object.owner {
                    None => Some((me, 1)),
                    Some((owner, times)) if owner == me => Some((me, times + 1)),
                    Some(_) => return Ok(Some(Vec::new())),
                };
                own.stack.push(Item::Unlock(term.clone(), doing.line));
                own.stack.push(Item::Block(*block, 0));
            }
            What::Unlock(term) => {
                release(&mut next, object_of(term.value(&env)?)?, me, 1)?;
            }
            What::Lock(op, term) => {
                let object = term.value(&env)?;
                let found = object_of(object)?;
                match *op {
                    0 => {
                        let object = next.heap.get_mut(&found).unwrap();
                        object.owner = match object.owner {
                            None => Some((me, 1)),
                            Some((owner, times)) if owner == me => Some((me, times + 1)),
                            Some(_) => return Ok(Some(Vec::new())),
                        };
                    }
                    1 => release(&mut next, found, me, 1)?,
                    2 => {
                        let times = match state.heap[&found].owner {
                            Some((owner, times)) if owner == me => times,
                            _ => return Err("NotOwner"),
                        };
                        release(&mut next, found, me, times)?;
                        own.status = Status::Waiting(object, times);
                        next.threads.insert(number, own);
                        return Ok(Some(vec![next]));
                    }
                    kind => {
                        if state.heap[&found].owner.is_none_or(|(owner, _)| owner != me) {
                            return Err("NotOwner");
                        }
                        let waiting: Vec<u32> = state
                            .threads
                            .iter()
                            .filter(|(_, thread)| {
                                matches!(thread.status, Status::Waiting(at, _) if at == object)
                            })
                            .map(|(number, _)| *number)
                            .collect();
                        let wake = |state: &mut St, number: u32| {
                            let thread = state.threads.get_mut(&number).unwrap();
                            if let Status::Waiting(object, times) = thread.status {
                                thread.status = Status::Notified(object, times);
                            }
                        };
                        if kind == 3 {
                            for one in waiting {
                                let mut state = next.clone();
                                wake(&mut state, one);
                                several.push((own.clone(), state));
                            }
                        } else {
                            for one in waiting {
                                wake(&mut next, one);
                            }
                        }
                    }
                }
            }
        }
        if several.is_empty() {
            several.push((own, next));
        }
        let mut states = Vec::new();
        for (mut own, mut state) in several {
            own.doing = (!done).then(|| doing.clone());
            self.settle(&mut own);
            state.threads.insert(number, own);
            states.push(state);
        }
        Ok(Some(states))
    }

    /// The values that may be given, each with the state then; none if a step was taken within the bounds of a choice.
    fn give(
        &self,
        next: &mut St,
        given: &mut Giv,
        own: &Th,
        read: &dyn Fn(Val, &str) -> Result<Val, Bad>,
        site: usize,
    ) -> Result<Option<Vec<(Val, St)>>, Bad> {
        match given {
            Giv::Term(_) => unreachable!(),
            Giv::New => {
                if next.heap.len() >= super::BOUNDS.objects as usize {
                    return Ok(None);
                }
                let object = next.heap.keys().last().map_or(0, |last| last + 1);
                next.heap.insert(object, Ob { site, cells: BTreeMap::new(), owner: None });
                Ok(Some(vec![(Val::Obj(object), next.clone())]))
            }
            Giv::Fork(name) => {
                if next.threads.len() >= super::BOUNDS.threads as usize {
                    return Ok(None);
                }
                let child = next.threads.keys().last().map_or(0, |last| last + 1);
                next.threads.insert(child, self.thread(name, &own.env));
                Ok(Some(vec![(Val::Thr(child), next.clone())]))
            }
            Giv::Any(low, high) => {
                for bound in [&mut *low, &mut *high] {
                    if !bound.is_pure() {
                        bound.step(&own.env, read)?;
                        return Ok(Some(Vec::new()));
                    }
                }
                let (low, high) = (low.value(&own.env)?, high.value(&own.env)?);
                let (Val::Num(low), Val::Num(high)) = (low, high) else { return Err("NoNumber") };
                if low > high {
                    return Err("EmptyChoice");
                }
                if high - low >= i64::from(super::BOUNDS.choices) {
                    return Ok(None);
                }
                Ok(Some((low..=high).map(|value| (Val::Num(value), next.clone())).collect()))
            }
        }
    }
}

fn object_of(value: Val) -> Result<u32, Bad> {
    match value {
        Val::Obj(object) => Ok(object),
        Val::Num(0) => Err("Null"),
        _ => Err("NoObject"),
    }
}

fn release(state: &mut St, object: u32, me: Val, times: u32) -> Result<(), Bad> {
    let owner = &mut state.heap.get_mut(&object).unwrap().owner;
    match *owner {
        Some((found, depth)) if found == me => {
            *owner = (depth > times).then_some((me, depth - times));
            Ok(())
        }
        _ => Err("NotOwner"),
    }
}
