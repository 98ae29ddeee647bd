//! Random expressions.

use super::super::syntax::{Expr, Family, ThreadRef, Type};
use super::{Known, Maker, Random, labels_of};

impl Maker<'_> {
    pub(super) fn literal(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Bool => Expr::Bool(self.draw.happens(50)),
            Type::Int(range) => Expr::Int(self.draw.from(range)),
            Type::IntOrNone(range) if self.draw.happens(70) => Expr::Int(self.draw.from(range)),
            Type::IntOrNone(_) | Type::ThreadOrNone => Expr::None,
            Type::Color => Expr::Color(self.draw.below(3)),
        }
    }

    /// A value of a type; now and then it may be out of range.
    pub(super) fn value(&mut self, ty: Type) -> Expr {
        if self.draw.happens(25) {
            return self.literal(ty);
        }
        match ty {
            Type::Bool => self.condition(2),
            Type::Int(_) if self.draw.happens(15) => {
                self.variable(|ty| matches!(ty, Type::IntOrNone(_)), ty)
            }
            Type::Int(_) => self.int(2),
            Type::IntOrNone(_) if self.draw.happens(50) => {
                self.variable(|ty| matches!(ty, Type::IntOrNone(_)), ty)
            }
            Type::IntOrNone(_) => self.int(1),
            Type::Color => self.variable(|ty| ty == Type::Color, ty),
            Type::ThreadOrNone if self.family.is_some() && self.draw.happens(60) => Expr::Me,
            Type::ThreadOrNone => self.variable(|ty| ty == Type::ThreadOrNone, ty),
        }
    }

    /// A variable of a fitting type, or else a literal.
    pub(super) fn variable(&mut self, is_fine: fn(Type) -> bool, ty: Type) -> Expr {
        let mut known = self.known();
        known.retain(|(_, _, ty)| is_fine(*ty));
        match self.draw.pick(&known) {
            None => self.literal(ty),
            Some((name, index, _)) => Expr::Name(name, index.map(|r| Box::new(self.index(r)))),
        }
    }

    /// An integer expression. In predicates it has a value in every state.
    pub(super) fn int(&mut self, depth: usize) -> Expr {
        let choice = self.draw.below(if depth == 0 { 6 } else { 12 });
        let literal = |draw: &mut Random| Expr::Int(draw.from((0, 2)));
        match choice {
            0 => literal(self.draw),
            1 => Expr::Name("N".to_owned(), None),
            2 => {
                let bound = self.bound.clone();
                self.draw
                    .pick(&bound)
                    .map_or_else(|| literal(self.draw), |(n, _)| Expr::Name(n, None))
            }
            3..7 => self.variable(|ty| matches!(ty, Type::Int(_)), Type::Int((0, 2))),
            7..9 => {
                let op = ["+", "-", "*"][self.draw.below(3)];
                let (a, b) = (self.int(depth - 1), self.int(depth - 1));
                Expr::Binary(op, a.into(), b.into())
            }
            9 => {
                let op = ["div", "mod"][self.draw.below(2)];
                let a = self.int(depth - 1);
                let b = if self.family.is_some() && self.draw.happens(50) {
                    self.variable(|ty| matches!(ty, Type::Int(_)), Type::Int((1, 2)))
                } else {
                    Expr::Int(self.draw.from((1, 2)))
                };
                Expr::Binary(op, a.into(), b.into())
            }
            10 => Expr::Minus(self.int(depth - 1).into()),
            _ => {
                let c = self.condition(depth - 1);
                Expr::If(c.into(), self.int(depth - 1).into(), self.int(depth - 1).into())
            }
        }
    }

    /// A condition; one in six is decided by constants.
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        if self.draw.happens(16) {
            return self.constant();
        }
        if self.family.is_none()
            && self.draw.happens(45)
            && let Some(e) = self.of_predicates()
        {
            return e;
        }
        match self.draw.below(if depth == 0 { 6 } else { 11 }) {
            0..3 => {
                let op = ["==", "!=", "<", "<=", ">", ">="][self.draw.below(6)];
                let (a, b) = (self.int(depth.min(1)), self.int(0));
                Expr::Binary(op, a.into(), b.into())
            }
            3 => self.variable(|ty| ty == Type::Bool, Type::Bool),
            4 => {
                let a = self.int(0);
                if self.draw.happens(50) {
                    Expr::Within(a.into(), [(0, 1), (1, 2), (2, 1)][self.draw.below(3)])
                } else {
                    Expr::Among(a.into(), vec![0, 2])
                }
            }
            5 => {
                let known = self.known();
                let odd = known.iter().filter(|(_, _, ty)| {
                    matches!(ty, Type::IntOrNone(_) | Type::Color | Type::ThreadOrNone)
                });
                let odd: Vec<Known> = odd.cloned().collect();
                let Some((name, index, ty)) = self.draw.pick(&odd) else { return self.constant() };
                let a = Expr::Name(name, index.map(|r| Box::new(self.index(r))));
                let op = if self.draw.happens(50) { "==" } else { "!=" };
                Expr::Binary(op, a.into(), self.literal(ty).into())
            }
            6 => Expr::Not(self.condition(depth - 1).into()),
            7 => Expr::And((0..2).map(|_| self.condition(depth - 1)).collect()),
            8 => Expr::Or((0..2).map(|_| self.condition(depth - 1)).collect()),
            9 => {
                let c = self.condition(depth - 1);
                Expr::If(
                    c.into(),
                    self.condition(depth - 1).into(),
                    self.condition(depth - 1).into(),
                )
            }
            _ => {
                let range = self.range(15);
                let name = format!("b{}", self.bound.len());
                if range.0 <= range.1 {
                    self.bound.push((name.clone(), range));
                }
                let body = self.condition(depth - 1);
                self.bound.retain(|(bound, _)| *bound != name);
                let is_forall = self.draw.happens(50);
                Expr::Quantified { is_forall, name, range, body: body.into() }
            }
        }
    }

    /// A condition over constants alone.
    pub(super) fn constant(&mut self) -> Expr {
        let bound = self.bound.clone();
        let name = self.draw.pick(&bound).map_or("N".to_owned(), |(name, _)| name);
        match self.draw.below(4) {
            0 => Expr::Bool(self.draw.happens(40)),
            1 => Expr::Binary("==", Expr::Int(self.draw.from((0, 1))).into(), Expr::Int(1).into()),
            _ => {
                let op = ["==", "<", ">="][self.draw.below(3)];
                Expr::Binary(
                    op,
                    Expr::Name(name, None).into(),
                    Expr::Int(self.draw.from((0, 2))).into(),
                )
            }
        }
    }

    /// A thread by its name, with its family.
    pub(super) fn thread(&mut self) -> Option<(ThreadRef, Family)> {
        let families = self.program.families.clone();
        let family = self.draw.pick(&families)?;
        let index = match family.range {
            None => None,
            Some((low, high)) if low > high => return None,
            Some(range) => Some(Box::new(self.index(range))),
        };
        Some((ThreadRef { family: family.name.clone(), index }, family))
    }

    /// An expression that only predicates may have: where threads are, who owns a lock.
    pub(super) fn of_predicates(&mut self) -> Option<Expr> {
        // Over all threads of a family, none included.
        if self.draw.happens(20) {
            let families = self.program.families.clone();
            let family = self.draw.pick(&families)?;
            let range = family.range?;
            let name = format!("b{}", self.bound.len());
            let thread = ThreadRef {
                family: family.name.clone(),
                index: Some(Expr::Name(name.clone(), None).into()),
            };
            let labels = self.places(&family);
            let body = Expr::At(thread, labels);
            let is_forall = self.draw.happens(50);
            return Some(Expr::Quantified { is_forall, name, range, body: body.into() });
        }
        match self.draw.below(8) {
            0..4 => {
                let (thread, family) = self.thread()?;
                let labels = self.places(&family);
                Some(Expr::At(thread, labels))
            }
            4 => {
                let (thread, family) = self.thread()?;
                let (name, ty, _) = self.draw.pick(&family.locals)?;
                let local = Expr::LocalOf(thread, name);
                let value = self.literal(ty);
                Some(Expr::Binary("==", local.into(), value.into()))
            }
            5 => {
                let lock = self.lock(false)?;
                if self.draw.happens(30) {
                    return Some(Expr::Free(lock));
                }
                if self.draw.happens(30) {
                    let depth = Expr::Depth(lock);
                    return Some(Expr::Binary("<", depth.into(), Expr::Int(1).into()));
                }
                let (thread, _) = self.thread()?;
                Some(Expr::Binary("==", Expr::Owner(lock).into(), Expr::Thread(thread).into()))
            }
            6 => {
                let lock = self.lock(true)?;
                let (thread, _) = self.thread()?;
                Some(Expr::Waits(lock, thread))
            }
            _ => {
                let counter = if self.draw.happens(50) {
                    Expr::Value(self.semaphore()?)
                } else {
                    Expr::Length(self.queue()?)
                };
                Some(Expr::Binary("<=", counter.into(), Expr::Int(self.draw.from((0, 1))).into()))
            }
        }
    }

    /// One or two of the labels of a family, or `end` or `failed`.
    pub(super) fn places(&mut self, family: &Family) -> Vec<String> {
        let mut labels = vec!["end".to_owned(), "failed".to_owned()];
        labels_of(&family.body, &mut labels);
        let one = self.draw.below(labels.len());
        let mut out = vec![labels[one].clone()];
        if self.draw.happens(25) {
            let two = self.draw.below(labels.len());
            if two != one {
                out.push(labels[two].clone());
            }
        }
        out
    }
}
