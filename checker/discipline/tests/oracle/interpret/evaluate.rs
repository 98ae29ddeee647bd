//! The evaluation of expressions.

use super::super::syntax::{Expr, Global, LockRef, ThreadRef};
use super::{Fails, Interpreter, Scene, Value, element, waits};

impl Interpreter<'_> {
    pub(super) fn eval(&self, e: &Expr, scene: &Scene<'_>) -> Result<Value, Fails> {
        let int = |e: &Expr| match self.eval(e, scene)? {
            Value::Int(value) => Ok(value),
            Value::None => Err(Fails),
            other => panic!("{e} is {other:?}"),
        };
        let truth = |e: &Expr| match self.eval(e, scene)? {
            Value::Bool(value) => Ok(value),
            other => panic!("{e} is {other:?}"),
        };
        let read = |name: &str| scene.state.values[name].clone();
        Ok(match e {
            Expr::Int(value) => Value::Int(*value),
            Expr::Bool(value) => Value::Bool(*value),
            Expr::None => Value::None,
            Expr::Me => Value::Thread(scene.me.unwrap()),
            Expr::Color(k) => Value::Color(*k),
            Expr::Name(name, index) => return self.read(name, index.as_deref(), scene),
            Expr::Not(inner) => Value::Bool(!truth(inner)?),
            Expr::Minus(inner) => Value::Int(narrow(-int(inner)?)?),
            Expr::And(parts) => {
                for part in parts {
                    if !truth(part)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Value::Bool(true)
            }
            Expr::Or(parts) => {
                for part in parts {
                    if truth(part)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Value::Bool(false)
            }
            Expr::Binary("==", a, b) => Value::Bool(self.eval(a, scene)? == self.eval(b, scene)?),
            Expr::Binary("!=", a, b) => Value::Bool(self.eval(a, scene)? != self.eval(b, scene)?),
            // `a > b` is `b < a`.
            Expr::Binary(">", a, b) => Value::Bool(int(b)? < int(a)?),
            Expr::Binary(">=", a, b) => Value::Bool(int(b)? <= int(a)?),
            Expr::Binary(op, a, b) => {
                let (a, b) = (int(a)?, int(b)?);
                match *op {
                    "<" => Value::Bool(a < b),
                    "<=" => Value::Bool(a <= b),
                    "+" => Value::Int(narrow(a + b)?),
                    "-" => Value::Int(narrow(a - b)?),
                    "*" => Value::Int(narrow(a * b)?),
                    _ if b == 0 => return Err(Fails),
                    // Rounded down, and the remainder to that.
                    "div" => Value::Int(narrow(floor(a, b))?),
                    "mod" => Value::Int(narrow(a - b * floor(a, b))?),
                    other => panic!("{other}"),
                }
            }
            Expr::Within(inner, (low, high)) => Value::Bool((*low..=*high).contains(&int(inner)?)),
            Expr::Among(inner, values) => Value::Bool(values.contains(&int(inner)?)),
            Expr::If(c, a, b) => return self.eval(if truth(c)? { a } else { b }, scene),
            Expr::Quantified { is_forall, name, range: (low, high), body } => {
                for value in *low..=*high {
                    let mut bound = scene.bound.clone();
                    bound.push((name.clone(), value));
                    let inner = Scene { bound, ..*scene };
                    let Value::Bool(holds) = self.eval(body, &inner)? else { panic!("{body}") };
                    if holds != *is_forall {
                        return Ok(Value::Bool(holds));
                    }
                }
                Value::Bool(*is_forall)
            }
            Expr::At(thread, labels) => {
                let number = self.thread(thread, scene)?;
                let control = &scene.state.threads[number];
                Value::Bool(labels.iter().any(|label| match label.as_str() {
                    "end" => control.todo.is_empty(),
                    "failed" => control.has_failed,
                    _ => {
                        self.labels[number].iter().any(|(l, at)| l == label && *at == control.todo)
                    }
                }))
            }
            Expr::Thread(thread) => Value::Thread(self.thread(thread, scene)?),
            Expr::LocalOf(thread, name) => {
                let thread = &self.threads[self.thread(thread, scene)?].name;
                read(&format!("{thread}.{name}"))
            }
            Expr::Owner(lock) => read(&format!("{}.owner", self.lock(lock, scene)?)),
            Expr::Free(lock) => {
                Value::Bool(read(&format!("{}.owner", self.lock(lock, scene)?)) == Value::None)
            }
            Expr::Depth(lock) => read(&format!("{}.depth", self.lock(lock, scene)?)),
            Expr::Waits(lock, thread) => {
                let thread = &self.threads[self.thread(thread, scene)?].name;
                read(&waits(&self.lock(lock, scene)?, thread))
            }
            Expr::Value(name) => read(name),
            Expr::Length(name) => match read(name) {
                Value::List(items) => Value::Int(i64::try_from(items.len()).unwrap()),
                _ => panic!("{name} is no queue"),
            },
        })
    }

    /// The value of a name: a bound name, a local or a global variable, or the constant `N`.
    pub(super) fn read(
        &self,
        name: &str,
        index: Option<&Expr>,
        scene: &Scene<'_>,
    ) -> Result<Value, Fails> {
        if let Some((_, value)) = scene.bound.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(Value::Int(*value));
        }
        if name == "N" {
            return Ok(Value::Int(self.program.n));
        }
        let (full, is_protected) = self.variable(name, index, scene)?;
        if is_protected {
            scene.touched.borrow_mut().insert(full.clone());
        }
        Ok(scene.state.values[&full].clone())
    }

    /// The full name of a variable or an element, and whether it is protected.
    pub(super) fn variable(
        &self,
        name: &str,
        index: Option<&Expr>,
        scene: &Scene<'_>,
    ) -> Result<(String, bool), Fails> {
        if let Some(me) = scene.me {
            let own = &self.threads[me];
            if own.family.locals.iter().any(|(local, _, _)| local == name) {
                return Ok((format!("{}.{name}", own.name), false));
            }
        }
        let found = self.program.globals.iter().find_map(|global| match global {
            Global::Variable { name: n, index, by, .. } if n == name => Some((index, by)),
            _ => None,
        });
        let (range, by) = found.unwrap_or_else(|| panic!("no variable {name}"));
        let full = self.indexed(name, *range, index, scene)?;
        Ok((full, !by.is_empty()))
    }

    pub(super) fn indexed(
        &self,
        name: &str,
        range: Option<(i64, i64)>,
        index: Option<&Expr>,
        scene: &Scene<'_>,
    ) -> Result<String, Fails> {
        let Some(index) = index else { return Ok(name.to_owned()) };
        let (low, high) = range.unwrap();
        match self.eval(index, scene)? {
            Value::Int(k) if (low..=high).contains(&k) => Ok(element(name, Some(k))),
            _ => Err(Fails),
        }
    }

    pub(super) fn lock(&self, lock: &LockRef, scene: &Scene<'_>) -> Result<String, Fails> {
        let range = self.program.globals.iter().find_map(|global| match global {
            Global::Lock { name, index, .. } if *name == lock.name => Some(*index),
            _ => None,
        });
        self.indexed(&lock.name, range.unwrap(), lock.index.as_deref(), scene)
    }

    pub(super) fn depth_of(&self, lock: &LockRef) -> i64 {
        let found = self.program.globals.iter().find_map(|global| match global {
            Global::Lock { name, depth, .. } if *name == lock.name => Some(*depth),
            _ => None,
        });
        found.unwrap()
    }

    pub(super) fn thread(&self, thread: &ThreadRef, scene: &Scene<'_>) -> Result<usize, Fails> {
        let index = match &thread.index {
            None => None,
            Some(e) => match self.eval(e, scene)? {
                Value::Int(k) => Some(k),
                other => panic!("{e} is {other:?}"),
            },
        };
        let name = element(&thread.family, index);
        self.threads.iter().position(|own| own.name == name).ok_or(Fails)
    }
}

fn narrow(value: i64) -> Result<i64, Fails> {
    i32::try_from(value).map(i64::from).map_err(|_| Fails)
}

fn floor(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if quotient * b != a && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}
/// Whether an expression reads nothing but constants.
pub(crate) fn is_constant(e: &Expr) -> bool {
    match e {
        Expr::Int(_) | Expr::Bool(_) | Expr::Color(_) => true,
        Expr::Name(name, None) => name == "N" || name == "i",
        Expr::Not(inner) | Expr::Minus(inner) | Expr::Within(inner, _) | Expr::Among(inner, _) => {
            is_constant(inner)
        }
        // What decides may stand before what is not constant.
        Expr::And(parts) | Expr::Or(parts) => parts.iter().all(is_constant),
        Expr::Binary(_, a, b) => is_constant(a) && is_constant(b),
        Expr::If(c, a, b) => is_constant(c) && is_constant(a) && is_constant(b),
        _ => false,
    }
}
