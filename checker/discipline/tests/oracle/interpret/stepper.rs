//! The steps of single statements.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::super::syntax::{Expr, Global, LockRef, Stmt, Target, Type};
use super::evaluate::is_constant;
use super::{
    Fails, Interpreter, Mistake, Move, Scene, State, Todo, Value, is_in, joined, prefixed, saved,
    waits,
};

/// A thread that is about to take a step in a state.
pub(super) struct Stepper<'s, 'p> {
    pub(super) it: &'s Interpreter<'p>,
    pub(super) state: &'s State,
    pub(super) thread: usize,
}

impl Stepper<'_, '_> {
    /// Makes a step whose effect `act` works out on a copy of the state, or none if it is not enabled. If it fails, the
    /// thread stays where it is and nothing else changes.
    pub(super) fn attempt(
        &self,
        is_never: bool,
        act: impl FnOnce(&mut State, &Scene<'_>) -> Result<Option<Vec<Todo>>, Fails>,
    ) -> Move {
        let touched = RefCell::default();
        let own = &self.it.threads[self.thread];
        let bound = own.index.map(|k| ("i".to_owned(), k)).into_iter().collect();
        let scene = Scene { state: self.state, me: Some(self.thread), bound, touched: &touched };
        let mut after = self.state.clone();
        let after = match act(&mut after, &scene) {
            Ok(None) => None,
            Ok(Some(todo)) => {
                after.threads[self.thread].todo = self.it.settled(todo);
                Some(after)
            }
            Err(Fails) => {
                let mut failed = self.state.clone();
                failed.threads[self.thread].has_failed = true;
                Some(failed)
            }
        };
        Move { touched: touched.into_inner(), after, is_never }
    }

    pub(super) fn truth(&self, e: &Expr, scene: &Scene<'_>) -> Result<bool, Fails> {
        match self.it.eval(e, scene)? {
            Value::Bool(value) => Ok(value),
            other => panic!("{e} is {other:?}"),
        }
    }

    /// Whether a condition is false in every state because it reads nothing of the state.
    pub(super) fn is_never(&self, e: Option<&Expr>) -> bool {
        let Some(e) = e else { return false };
        let own = &self.it.threads[self.thread];
        let touched = RefCell::default();
        let nowhere = State { threads: Vec::new(), values: BTreeMap::new() };
        let bound = own.index.map(|k| ("i".to_owned(), k)).into_iter().collect();
        let scene = Scene { state: &nowhere, me: Some(self.thread), bound, touched: &touched };
        is_constant(e) && matches!(self.it.eval(e, &scene), Ok(Value::Bool(false)))
    }

    /// Executes assignments in order, each in the state that the ones before have made.
    pub(super) fn assign(
        &self,
        after: &mut State,
        list: &[(&Target, &Expr)],
        scene: &Scene<'_>,
    ) -> Result<(), Fails> {
        for (target, e) in list {
            let now = after.clone();
            let inner = Scene { state: &now, bound: scene.bound.clone(), ..*scene };
            let value = self.it.eval(e, &inner)?;
            self.put(after, target, value, &inner)?;
        }
        Ok(())
    }

    pub(super) fn put(
        &self,
        after: &mut State,
        target: &Target,
        value: Value,
        scene: &Scene<'_>,
    ) -> Result<(), Fails> {
        let (name, is_protected) = self.it.variable(&target.name, target.index.as_ref(), scene)?;
        let own = &self.it.threads[self.thread].family.locals;
        let local = own.iter().find(|(n, _, _)| *n == target.name).map(|(_, ty, _)| *ty);
        let global = self.it.program.globals.iter().find_map(|global| match global {
            Global::Variable { name, ty, .. } if *name == target.name => Some(*ty),
            _ => None,
        });
        if !is_in(local.or(global).unwrap(), &value) {
            return Err(Fails);
        }
        if is_protected {
            scene.touched.borrow_mut().insert(name.clone());
        }
        after.values.insert(name, value);
        Ok(())
    }

    pub(super) fn go(
        &self,
        guard: Option<&Expr>,
        list: &[(&Target, &Expr)],
        rest: &[Todo],
    ) -> Move {
        self.attempt(self.is_never(guard), |after, scene| {
            if let Some(guard) = guard
                && !self.truth(guard, scene)?
            {
                return Ok(None);
            }
            self.assign(after, list, scene)?;
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn test(&self, e: &Expr, yes: &[Todo], no: &[Todo]) -> Vec<Move> {
        let once = || {
            self.attempt(false, |_, scene| {
                Ok(Some(if self.truth(e, scene)? { yes.to_vec() } else { no.to_vec() }))
            })
        };
        let mut moves = vec![once()];
        let fails =
            self.attempt(false, |_, scene| self.truth(e, scene).map(|_| None)).after.is_some();
        if fails && self.it.mistake == Some(Mistake::FailingTestsAreTwo) {
            moves.push(once());
        }
        moves
    }

    pub(super) fn arm(
        &self,
        id: usize,
        arms: &[(Expr, Vec<Stmt>)],
        other: &[Stmt],
        k: usize,
        rest: &[Todo],
    ) -> Vec<Move> {
        let (e, body) = &arms[k];
        let is_last = k + 1 == arms.len();
        let no = if is_last { joined(other, rest) } else { prefixed(Todo::Arm(id, k + 1), rest) };
        self.test(e, &joined(body, rest), &no)
    }

    pub(super) fn assert(&self, e: &Expr, rest: &[Todo]) -> Vec<Move> {
        vec![self.attempt(false, |_, scene| {
            if self.truth(e, scene)? { Ok(Some(rest.to_vec())) } else { Err(Fails) }
        })]
    }

    pub(super) fn any(
        &self,
        target: &Target,
        range: Option<(i64, i64)>,
        rest: &[Todo],
    ) -> Vec<Move> {
        let locals = &self.it.threads[self.thread].family.locals;
        let local = locals.iter().find(|(n, _, _)| *n == target.name).map(|(_, ty, _)| *ty);
        let global = self.it.program.globals.iter().find_map(|global| match global {
            Global::Variable { name, ty, .. } if *name == target.name => Some(*ty),
            _ => None,
        });
        let ints = |(low, high)| (low..=high).map(Value::Int);
        let values: Vec<Value> = match (range, local.or(global).unwrap()) {
            (Some(range), _) | (None, Type::Int(range)) => ints(range).collect(),
            (None, Type::IntOrNone(range)) => {
                std::iter::once(Value::None).chain(ints(range)).collect()
            }
            (None, Type::Bool) => [false, true].map(Value::Bool).to_vec(),
            (None, Type::Color) => (0..3).map(Value::Color).collect(),
            (None, Type::ThreadOrNone) => {
                let all = (0..self.it.threads.len()).map(Value::Thread);
                std::iter::once(Value::None).chain(all).collect()
            }
        };
        let of = |value: Value| {
            self.attempt(false, |after, scene| {
                self.put(after, target, value, scene)?;
                Ok(Some(rest.to_vec()))
            })
        };
        values.into_iter().map(of).collect()
    }

    pub(super) fn acquire(&self, lock: &LockRef, rest: &[Todo]) -> Move {
        let me = Value::Thread(self.thread);
        self.attempt(false, |after, scene| {
            let name = self.it.lock(lock, scene)?;
            let (owner, depth) = (format!("{name}.owner"), format!("{name}.depth"));
            let Value::Int(level) = after.values[&depth] else { unreachable!() };
            if after.values[&owner] != Value::None && after.values[&owner] != me {
                return Ok(None);
            }
            if level == self.it.depth_of(lock) {
                return Err(Fails);
            }
            after.values.insert(owner, me);
            after.values.insert(depth, Value::Int(level + 1));
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn release(&self, lock: &LockRef, rest: &[Todo]) -> Move {
        self.attempt(false, |after, scene| {
            let name = self.owned(lock, scene)?;
            let depth = format!("{name}.depth");
            let Value::Int(level) = after.values[&depth] else { unreachable!() };
            after.values.insert(depth, Value::Int(level - 1));
            if level == 1 {
                after.values.insert(format!("{name}.owner"), Value::None);
            }
            Ok(Some(rest.to_vec()))
        })
    }

    /// The name of the lock, if the thread owns it.
    pub(super) fn owned(&self, lock: &LockRef, scene: &Scene<'_>) -> Result<String, Fails> {
        let name = self.it.lock(lock, scene)?;
        let is_mine = scene.state.values[&format!("{name}.owner")] == Value::Thread(self.thread);
        if is_mine { Ok(name) } else { Err(Fails) }
    }

    pub(super) fn wait(&self, lock: &LockRef, rest: &[Todo]) -> Move {
        let own = &self.it.threads[self.thread].name;
        self.attempt(false, |after, scene| {
            let name = self.owned(lock, scene)?;
            let level = after.values[&format!("{name}.depth")].clone();
            after.values.insert(waits(&name, own), Value::Bool(true));
            after.values.insert(saved(own), level);
            after.values.insert(format!("{name}.depth"), Value::Int(0));
            after.values.insert(format!("{name}.owner"), Value::None);
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn reacquire(&self, lock: &LockRef, rest: &[Todo]) -> Move {
        let own = &self.it.threads[self.thread].name;
        self.attempt(false, |after, scene| {
            let name = self.it.lock(lock, scene)?;
            let is_free = after.values[&format!("{name}.owner")] == Value::None;
            if !is_free || after.values[&waits(&name, own)] == Value::Bool(true) {
                return Ok(None);
            }
            let level = after.values.insert(saved(own), Value::Int(0)).unwrap();
            after.values.insert(format!("{name}.depth"), level);
            after.values.insert(format!("{name}.owner"), Value::Thread(self.thread));
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn notify(&self, lock: &LockRef, rest: &[Todo], all: bool) -> Vec<Move> {
        self.awaken(lock, rest, all, true)
    }

    /// `signal` and `broadcast`, for which the lock may be anybody's.
    pub(super) fn wake(&self, lock: &LockRef, rest: &[Todo], all: bool) -> Vec<Move> {
        self.awaken(lock, rest, all, false)
    }

    /// Tries a lock, and says in a variable whether that went well; the thread goes on with the first of `ways` if it
    /// did.
    pub(super) fn try_lock(
        &self,
        lock: &LockRef,
        target: Option<&Target>,
        ways: &[Vec<Todo>; 2],
    ) -> Move {
        let me = Value::Thread(self.thread);
        self.attempt(false, |after, scene| {
            let name = self.it.lock(lock, scene)?;
            let (owner, depth) = (format!("{name}.owner"), format!("{name}.depth"));
            let Value::Int(level) = after.values[&depth] else { unreachable!() };
            let most = self.it.depth_of(lock);
            let is_free = after.values[&owner] == Value::None;
            let is_again = after.values[&owner] == me && most > 1;
            if is_again && level == most {
                return Err(Fails);
            }
            if is_free || is_again {
                after.values.insert(owner, me);
                after.values.insert(depth, Value::Int(level + 1));
            }
            let goes_well = is_free || is_again;
            if let Some(target) = target {
                self.put(after, target, Value::Bool(goes_well), scene)?;
            }
            Ok(Some(ways[usize::from(!goes_well)].clone()))
        })
    }

    fn awaken(&self, lock: &LockRef, rest: &[Todo], all: bool, needs_lock: bool) -> Vec<Move> {
        // A thread that runs does not wait.
        let waiting = |scene: &Scene<'_>| -> Result<Vec<String>, Fails> {
            let name =
                if needs_lock { self.owned(lock, scene)? } else { self.it.lock(lock, scene)? };
            let others =
                self.it.threads.iter().enumerate().filter(|(k, _)| all || *k != self.thread);
            let flags = others.map(|(_, other)| waits(&name, &other.name));
            Ok(flags.filter(|flag| scene.state.values[flag] == Value::Bool(true)).collect())
        };
        let mut count = 0;
        let whole = self.attempt(false, |after, scene| {
            let waiting = waiting(scene)?;
            count = waiting.len();
            for flag in waiting {
                after.values.insert(flag, Value::Bool(false));
            }
            Ok(Some(rest.to_vec()))
        });
        if all || count < 2 {
            return vec![whole];
        }
        let one = |k: usize| {
            self.attempt(false, |after, scene| {
                after.values.insert(waiting(scene)?.swap_remove(k), Value::Bool(false));
                Ok(Some(rest.to_vec()))
            })
        };
        (0..count).map(one).collect()
    }

    pub(super) fn count(&self, name: &str, is_up: bool, rest: &[Todo]) -> Move {
        let max = self.it.program.globals.iter().find_map(|global| match global {
            Global::Semaphore { name: n, max, .. } if n == name => Some(*max),
            _ => None,
        });
        self.attempt(false, |after, _| {
            let Value::Int(value) = after.values[name] else { unreachable!() };
            let next = match (is_up, value) {
                (false, 0) => return Ok(None),
                (false, value) => value - 1,
                (true, value) if Some(value) == max => return Err(Fails),
                (true, value) => value + 1,
            };
            after.values.insert(name.to_owned(), Value::Int(next));
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn send(&self, queue: &str, e: &Expr, rest: &[Todo]) -> Move {
        let (item, capacity) = self.queue(queue);
        self.attempt(false, |after, scene| {
            let Value::List(mut items) = after.values[queue].clone() else { unreachable!() };
            if items.len() == capacity {
                return Ok(None);
            }
            match self.it.eval(e, scene)? {
                Value::Int(value) if (item.0..=item.1).contains(&value) => items.push(value),
                _ => return Err(Fails),
            }
            after.values.insert(queue.to_owned(), Value::List(items));
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn receive(&self, queue: &str, target: &Target, rest: &[Todo]) -> Move {
        self.attempt(false, |after, scene| {
            let Value::List(mut items) = after.values[queue].clone() else { unreachable!() };
            if items.is_empty() {
                return Ok(None);
            }
            let first = items.remove(0);
            self.put(after, target, Value::Int(first), scene)?;
            after.values.insert(queue.to_owned(), Value::List(items));
            Ok(Some(rest.to_vec()))
        })
    }

    pub(super) fn queue(&self, queue: &str) -> ((i64, i64), usize) {
        let found = self.it.program.globals.iter().find_map(|global| match global {
            Global::Queue { name, item, capacity } if name == queue => Some((*item, *capacity)),
            _ => None,
        });
        found.unwrap()
    }
}
