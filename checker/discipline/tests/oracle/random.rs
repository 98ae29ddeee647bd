//! Random systems over most of the language, with things that people seldom write: constant conditions, empty families,
//! one thread or none, code that no run reaches, values that are out of range.

mod expressions;

use super::syntax::{
    Claim, Clause, Expr, Family, Global, Kind, LockRef, Program, Range, Stmt, Target, ThreadRef,
    Type,
};

/// A stream of random numbers that depends on a seed only (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.bits() % n.max(1) as u64).unwrap()
    }

    fn from(&mut self, (low, high): Range) -> i64 {
        low + i64::try_from(self.below(usize::try_from(high - low + 1).unwrap())).unwrap()
    }

    fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())].clone()) }
    }
}

/// The random system of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut draw = Random(seed);
    let mut maker = Maker { draw: &mut draw, program: empty(), family: None, bound: Vec::new() };
    maker.globals();
    maker.families();
    maker.clauses();
    maker.claims();
    let mut program = maker.program;
    program.number();
    program
}

/// The random system of a seed, with some acquisitions made tries, and notifications made signals; none where it has
/// neither.
pub(crate) fn trying(seed: u64) -> Option<Program> {
    let before = program(seed);
    let mut after = before.clone();
    let mut draw = Random(seed ^ 0x7279);
    let globals = after.globals.iter().filter_map(|global| match global {
        Global::Variable { name, index: None, ty: Type::Bool, .. } => Some(name.clone()),
        _ => None,
    });
    let globals: Vec<String> = globals.collect();
    for family in &mut after.families {
        let locals = family.locals.iter().filter(|(_, ty, _)| *ty == Type::Bool);
        let names = locals.map(|(name, _, _)| name.clone());
        let truths: Vec<String> = names.chain(globals.iter().cloned()).collect();
        tries(&mut draw, &mut family.body, &truths);
    }
    after.number();
    (after != before).then_some(after)
}

fn tries(draw: &mut Random, body: &mut [Stmt], truths: &[String]) {
    for stmt in body {
        stmt.kind.blocks_mut().into_iter().for_each(|block| tries(draw, block, truths));
        let is_negated = draw.happens(40);
        let new = match &stmt.kind {
            Kind::Acquire(lock) if draw.happens(70) => match draw.pick(truths) {
                Some(name) if draw.happens(60) => {
                    Kind::TryInto(Target { name, index: None }, lock.clone())
                }
                _ => {
                    let (taken, not_taken) = (Vec::new(), Vec::new());
                    Kind::TryIf { lock: lock.clone(), is_negated, taken, not_taken }
                }
            },
            Kind::Synchronized(lock, body) if draw.happens(50) => {
                let kind = Kind::Release(lock.clone());
                let release = Stmt { id: 0, label: None, is_idle: false, kind };
                let taken = body.iter().cloned().chain([release]).collect();
                Kind::TryIf { lock: lock.clone(), is_negated, taken, not_taken: Vec::new() }
            }
            Kind::Notify(lock) if draw.happens(70) => Kind::Signal(lock.clone()),
            Kind::NotifyAll(lock) if draw.happens(70) => Kind::Broadcast(lock.clone()),
            _ => continue,
        };
        stmt.kind = new;
    }
}

fn empty() -> Program {
    Program { n: 0, globals: Vec::new(), families: Vec::new(), claims: Vec::new() }
}

struct Maker<'d> {
    draw: &'d mut Random,
    program: Program,
    /// The family whose code is being made; `None` in predicates.
    family: Option<usize>,
    bound: Vec<(String, Range)>,
}

/// The place of a statement.
#[derive(Clone, Copy)]
struct Around {
    depth: usize,
    in_loop: bool,
    may_stop: bool,
}

/// A variable that can be named here: its name, the range of its index, and its type.
type Known = (String, Option<Range>, Type);

impl Maker<'_> {
    fn globals(&mut self) {
        self.program.n = self.draw.from((0, 2));
        let types = [
            Type::Int((0, 2)),
            Type::Int((0, 1)),
            Type::Bool,
            Type::Int((1, 3)),
            Type::IntOrNone((0, 1)),
            Type::Color,
        ];
        for k in 0..=self.draw.below(3) {
            let ty = self.draw.pick(&types).unwrap();
            let initial = self.draw.happens(40).then(|| self.literal(ty));
            let index = self.draw.happens(25).then(|| self.range(15));
            let name = format!("x{k}");
            self.program.globals.push(Global::Variable {
                name,
                index,
                ty,
                initial,
                by: Vec::new(),
            });
        }
        if self.draw.happens(15) {
            let name = "who".to_owned();
            let ty = Type::ThreadOrNone;
            self.program.globals.push(Global::Variable {
                name,
                index: None,
                ty,
                initial: None,
                by: Vec::new(),
            });
        }
        for k in 0..self.draw.below(3) {
            let is_monitor = self.draw.happens(40);
            let depth = if self.draw.happens(20) { 2 } else { 1 };
            let index = self.draw.happens(20).then(|| self.range(10));
            self.program.globals.push(Global::Lock {
                name: format!("m{k}"),
                index,
                depth,
                is_monitor,
            });
        }
        if self.draw.happens(25) {
            let max = self.draw.from((1, 2));
            let initial = self.draw.from((0, max));
            self.program.globals.push(Global::Semaphore { name: "s".to_owned(), initial, max });
        }
        if self.draw.happens(20) {
            let capacity = 1 + self.draw.below(2);
            self.program.globals.push(Global::Queue {
                name: "q".to_owned(),
                item: (0, 1),
                capacity,
            });
        }
    }

    /// A small range of indices; this percentage of them is empty.
    fn range(&mut self, empty: usize) -> Range {
        if self.draw.happens(empty) {
            return [(1, 0), (0, -1), (2, 0)][self.draw.below(3)];
        }
        [(0, 0), (0, 1), (1, 2), (1, 1)][self.draw.below(4)]
    }

    fn families(&mut self) {
        let count = 1 + self.draw.below(3);
        let mut threads = 0;
        for number in 0..count {
            let mut range = self.draw.happens(45).then(|| self.range(12));
            let size = |r: Option<Range>| r.map_or(1, |(low, high)| (high - low + 1).max(0));
            if threads + size(range) > 3 {
                range = None;
            }
            threads += size(range);
            let mut locals = Vec::new();
            for k in 0..self.draw.below(3) {
                let types =
                    [Type::Int((0, 2)), Type::Bool, Type::Int((0, 1)), Type::IntOrNone((0, 1))];
                let ty = self.draw.pick(&types).unwrap();
                let initial = self.draw.happens(40).then(|| self.literal(ty));
                locals.push((format!("l{number}{k}"), ty, initial));
            }
            let name = format!("t{number}");
            self.program.families.push(Family { name, range, locals, body: Vec::new() });
        }
        for number in 0..count {
            self.family = Some(number);
            self.bound = self.parameter(number);
            let length = self.draw.below(5) + usize::from(self.draw.happens(95));
            let around = Around { depth: 0, in_loop: false, may_stop: true };
            let mut body = self.block(length, around);
            let mut labels = 0;
            self.label(&mut body, &mut labels, true);
            self.program.families[number].body = body;
        }
        self.family = None;
        self.bound.clear();
    }

    /// The parameter `i` with its range, if the range is not empty.
    fn parameter(&self, family: usize) -> Vec<(String, Range)> {
        let range = self.program.families[family].range;
        range.filter(|(low, high)| low <= high).map(|r| ("i".to_owned(), r)).into_iter().collect()
    }

    fn label(&mut self, body: &mut [Stmt], count: &mut usize, may_first: bool) {
        for (k, stmt) in body.iter_mut().enumerate() {
            if k > 0 || may_first {
                if self.draw.happens(45) {
                    stmt.label = Some(format!("L{count}"));
                    *count += 1;
                }
                let may_idle = matches!(
                    stmt.kind,
                    Kind::Await(_)
                        | Kind::Receive(..)
                        | Kind::Acquire(_)
                        | Kind::Wait(_)
                        | Kind::Down(_)
                        | Kind::If(..)
                        | Kind::Choose(_)
                );
                stmt.is_idle = may_idle && self.draw.happens(12);
            }
            let is_choice = matches!(stmt.kind, Kind::Choose(_));
            let whens: Vec<bool> = match &stmt.kind {
                Kind::Choose(branches) => branches.iter().map(|(when, _)| when.is_some()).collect(),
                _ => Vec::new(),
            };
            for (k, block) in stmt.kind.blocks_mut().into_iter().enumerate() {
                self.label(block, count, !is_choice || whens[k]);
            }
        }
    }

    fn block(&mut self, length: usize, around: Around) -> Vec<Stmt> {
        (0..length).map(|_| self.statement(around)).collect()
    }

    /// A block of a few statements, often of none.
    fn inner(&mut self, around: Around) -> Vec<Stmt> {
        let length = [0, 1, 1, 2][self.draw.below(4)];
        self.block(length, Around { depth: around.depth + 1, ..around })
    }

    fn statement(&mut self, around: Around) -> Stmt {
        let mut kind = None;
        while kind.is_none() {
            let choice = self.draw.below(if around.depth < 2 { 34 } else { 24 });
            kind = self.kind(choice, around);
        }
        Stmt { id: 0, label: None, is_idle: false, kind: kind.unwrap() }
    }

    fn kind(&mut self, choice: usize, around: Around) -> Option<Kind> {
        Some(match choice {
            0 => Kind::Skip,
            1..7 => {
                let (target, ty) = self.target()?;
                Kind::Assign(target, self.value(ty))
            }
            7 => {
                let (target, ty) = self.target()?;
                let is_int = matches!(ty, Type::Int(_));
                let range = (is_int && self.draw.happens(60))
                    .then(|| [(0, 1), (1, 2), (0, 3)][self.draw.below(3)]);
                Kind::Any(target, range)
            }
            8 => {
                let guard = self.draw.happens(60).then(|| self.condition(2));
                let mut list = Vec::new();
                for _ in 0..=self.draw.below(2) {
                    let (target, ty) = self.target()?;
                    let value = self.value(ty);
                    list.push((target, value));
                }
                Kind::Atomic(guard, list)
            }
            9..12 => Kind::Await(self.condition(2)),
            12 => Kind::Assert(self.condition(2)),
            13 => Kind::Acquire(self.lock(false)?),
            14 => Kind::Release(self.lock(false)?),
            15 if self.draw.happens(60) => Kind::Wait(self.lock(true)?),
            16 if self.draw.happens(50) => Kind::Notify(self.lock(true)?),
            17 if self.draw.happens(50) => Kind::NotifyAll(self.lock(true)?),
            18 => Kind::Down(self.semaphore()?),
            19 => Kind::Up(self.semaphore()?),
            20 => {
                self.queue()?;
                let e = self.value(Type::Int((0, 1)));
                Kind::Send("q".to_owned(), e)
            }
            21 => {
                self.queue()?;
                let (target, ty) = self.target()?;
                if !matches!(ty, Type::Int(_) | Type::IntOrNone(_)) {
                    return None;
                }
                Kind::Receive("q".to_owned(), target)
            }
            22 if around.in_loop => {
                if self.draw.happens(50) {
                    Kind::Break
                } else {
                    Kind::Continue
                }
            }
            23 if around.may_stop && self.draw.happens(40) => Kind::Stop,
            24..27 => {
                let mut arms = Vec::new();
                for _ in 0..=usize::from(self.draw.happens(25)) {
                    let condition = self.condition(2);
                    arms.push((condition, self.inner(around)));
                }
                let other = if self.draw.happens(50) { self.inner(around) } else { Vec::new() };
                Kind::If(arms, other)
            }
            27 => {
                let condition = self.condition(2);
                Kind::While(condition, self.inner(Around { in_loop: true, ..around }))
            }
            28 => {
                let inside = Around { in_loop: true, depth: around.depth + 1, ..around };
                // The first statement takes a step.
                let mut body = vec![self.stepping(around)];
                body.extend(self.inner(inside));
                Kind::Loop(body)
            }
            29..31 => {
                let mut branches = Vec::new();
                for _ in 0..2 + usize::from(self.draw.happens(25)) {
                    let when = self.draw.happens(40).then(|| self.condition(2));
                    branches.push((when, self.inner(around)));
                }
                Kind::Choose(branches)
            }
            31..34 => {
                let lock = self.lock(false)?;
                let inside = Around { in_loop: false, may_stop: false, depth: around.depth + 1 };
                let length = 1 + self.draw.below(2);
                Kind::Synchronized(lock, self.block(length, inside))
            }
            _ => return None,
        })
    }

    fn stepping(&mut self, around: Around) -> Stmt {
        loop {
            let stmt = self.statement(Around { depth: 2, in_loop: false, may_stop: false });
            let is_step = !matches!(stmt.kind, Kind::Break | Kind::Continue | Kind::Stop);
            if is_step && around.depth < 9 {
                return stmt;
            }
        }
    }

    fn known(&self) -> Vec<Known> {
        let of = |global: &Global| match global {
            Global::Variable { name, index, ty, .. } => Some((name.clone(), *index, *ty)),
            _ => None,
        };
        let mut all: Vec<Known> = self.program.globals.iter().filter_map(of).collect();
        all.retain(|(_, index, _)| index.is_none_or(|(low, high)| low <= high));
        if let Some(family) = self.family {
            let locals = &self.program.families[family].locals;
            all.extend(locals.iter().map(|(name, ty, _)| (name.clone(), None, *ty)));
        }
        all
    }

    fn target(&mut self) -> Option<(Target, Type)> {
        let known = self.known();
        let (name, index, ty) = self.draw.pick(&known)?;
        let index = index.map(|range| self.index(range));
        Some((Target { name, index }, ty))
    }

    /// An index, mostly one in range.
    fn index(&mut self, range: Range) -> Expr {
        if self.draw.happens(60) {
            return Expr::Int(self.draw.from(range));
        }
        let fitting =
            self.bound.iter().filter(|(_, (low, high))| range.0 <= *low && *high <= range.1);
        let mut choices: Vec<Expr> =
            fitting.map(|(name, _)| Expr::Name(name.clone(), None)).collect();
        if self.family.is_some() {
            let known = self.known();
            let plain = known.iter().filter(|(_, index, ty)| {
                let meets = |(low, high): Range| low <= range.1 && range.0 <= high;
                index.is_none() && matches!(ty, Type::Int(r) | Type::IntOrNone(r) if meets(*r))
            });
            choices.extend(plain.map(|(name, _, _)| Expr::Name(name.clone(), None)));
        }
        self.draw.pick(&choices).unwrap_or_else(|| Expr::Int(self.draw.from(range)))
    }

    fn lock(&mut self, needs_waiters: bool) -> Option<LockRef> {
        let of = |global: &Global| match global {
            Global::Lock { name, index, is_monitor, .. } if *is_monitor || !needs_waiters => {
                Some((name.clone(), *index))
            }
            _ => None,
        };
        let mut all: Vec<(String, Option<Range>)> =
            self.program.globals.iter().filter_map(of).collect();
        all.retain(|(_, index)| index.is_none_or(|(low, high)| low <= high));
        let (name, range) = self.draw.pick(&all)?;
        let index = range.map(|range| Box::new(self.index(range)));
        Some(LockRef { name, index })
    }

    fn has(&self, is_it: fn(&Global) -> bool) -> Option<String> {
        let found = self.program.globals.iter().find(|global| is_it(global))?;
        match found {
            Global::Semaphore { name, .. } | Global::Queue { name, .. } => Some(name.clone()),
            _ => None,
        }
    }

    fn semaphore(&self) -> Option<String> {
        self.has(|global| matches!(global, Global::Semaphore { .. }))
    }

    fn queue(&self) -> Option<String> {
        self.has(|global| matches!(global, Global::Queue { .. }))
    }

    /// Makes exclusive access predicates for some of the variables.
    fn clauses(&mut self) {
        for k in 0..self.program.globals.len() {
            let Global::Variable { index, ty, .. } = &self.program.globals[k] else { continue };
            let (index, is_thread) = (*index, *ty == Type::ThreadOrNone);
            if is_thread || !self.draw.happens(45) {
                continue;
            }
            self.bound = index
                .filter(|(low, high)| low <= high)
                .map(|r| ("k".to_owned(), r))
                .into_iter()
                .collect();
            let mut clauses = Vec::new();
            if self.draw.happens(70)
                && let Some(lock) = self.lock(false)
            {
                clauses.push(Clause::By(lock));
            } else {
                for family in self.program.families.clone() {
                    if self.draw.happens(75) {
                        clauses.push(self.clause(&family));
                    }
                }
            }
            self.bound.clear();
            if let Global::Variable { by, .. } = &mut self.program.globals[k] {
                *by = clauses;
            }
        }
    }

    fn clause(&mut self, family: &Family) -> Clause {
        let has_index = family.range.is_some();
        let index = has_index.then(|| Box::new(Expr::Name("j".to_owned(), None)));
        let thread = ThreadRef { family: family.name.clone(), index };
        let own = Expr::At(thread.clone(), self.places(family));
        let condition = match self.draw.below(4) {
            0 => Expr::Not(own.into()),
            1 => match self.lock(false) {
                Some(lock) => {
                    Expr::Binary("==", Expr::Owner(lock).into(), Expr::Thread(thread).into())
                }
                None => own,
            },
            2 => {
                let more = self.condition(1);
                Expr::And(vec![own, more])
            }
            _ => own,
        };
        Clause::For { family: family.name.clone(), has_index, condition }
    }

    fn claims(&mut self) {
        for _ in 0..self.draw.below(4) {
            let is_invariant = self.draw.happens(50);
            let condition = self.condition(2);
            self.program.claims.push(Claim { is_invariant, condition });
        }
    }
}

pub(crate) fn labels_of(body: &[Stmt], labels: &mut Vec<String>) {
    for stmt in body {
        labels.extend(stmt.label.clone());
        stmt.kind.blocks().into_iter().for_each(|block| labels_of(block, labels));
    }
}
