//! The look at every declaration and statement of a text.

use super::shapes::{Kind, Shape, Shapes};
use super::{Families, Obstacle, Pointers};
use crate::syntax::{
    Actions, Binder, Clause, Expr, ExprKind, File, Object, ObjectKind, Sharing, Span, Statement,
    StatementKind, Thread, TypeBody, TypeExpr, Variable,
};

pub(super) struct Walk<'f, 'a> {
    pub(super) file: &'f File<'a>,
    pub(super) text: &'f str,
    pub(super) shapes: Shapes<'f, 'a>,
    pub(super) families: Families,
    pub(super) obstacles: Vec<Obstacle>,
    /// The names that are bound, the innermost last.
    pub(super) bound: Vec<(String, Kind<'a>)>,
    /// Tells whether quantifiers over the family are allowed: in claims.
    pub(super) is_claim: bool,
}

impl<'f, 'a> Walk<'f, 'a> {
    pub(super) fn new(file: &'f File<'a>, text: &'f str, families: Families) -> Self {
        let indices = families.families.iter().map(|family| family.index.clone());
        let shapes = Shapes::new(file, indices.collect());
        let (obstacles, bound) = (Vec::new(), Vec::new());
        Walk { file, text, shapes, families, obstacles, bound, is_claim: false }
    }

    pub(super) fn finish(mut self) -> Result<Families, Vec<Obstacle>> {
        self.all_declarations();
        self.obstacles.sort_by_key(|one| one.span.start);
        if self.obstacles.is_empty() { Ok(self.families) } else { Err(self.obstacles) }
    }

    pub(super) fn refuse(&mut self, span: &Span, construct: impl Into<String>) {
        self.obstacles.push(Obstacle { span: span.clone(), construct: construct.into() });
    }

    /// Refuses a value for its kind, unless a part of it is refused already: that is the cause.
    pub(super) fn refuse_value(&mut self, span: &Span, construct: &str) {
        let is_part = |one: &Obstacle| span.start <= one.span.start && one.span.end <= span.end;
        if !self.obstacles.iter().any(is_part) {
            self.refuse(span, construct);
        }
    }

    /// The family over a type, if it is the index type of one.
    pub(super) fn index(&self, ty: &TypeExpr<'a>) -> Option<usize> {
        match self.shapes.of(ty) {
            Shape::Index { family, or_none: false } => Some(family),
            _ => None,
        }
    }

    /// The family whose threads have a declared name.
    pub(super) fn of_thread(&self, name: &str) -> Option<usize> {
        self.families.families.iter().position(|family| family.thread == name)
    }

    pub(super) fn is_thread(&self, ty: &TypeExpr<'a>) -> bool {
        self.shapes.of(ty) == Shape::Thread
    }

    /// Decides whether the values of a type are threads of a family, others among them or not.
    pub(super) fn is_of_family(&self, ty: &TypeExpr<'a>) -> bool {
        !matches!(self.shapes.of(ty), Shape::Ordinary | Shape::Record(_))
    }

    fn all_declarations(&mut self) {
        let file = self.file;
        for constant in &file.constants {
            self.ordinary(&constant.value);
        }
        let is_index = |name: &str| self.families.families.iter().any(|one| one.index == name);
        let types = file.types.iter().filter(|one| !is_index(one.name.text));
        for declared in types.collect::<Vec<_>>() {
            match &declared.body {
                TypeBody::Plain(ty) => self.bounds(ty),
                TypeBody::Record(fields) => fields.iter().for_each(|(_, ty)| self.bounds(ty)),
                // A constant is the size of a type that is not asked for.
                TypeBody::Any { .. } | TypeBody::Enumeration(_) => {}
            }
        }
        // The arrays first: expressions anywhere may read them.
        let variables = file.variables.iter().map(|one| (one.name.text, &one.indices));
        let objects = file.objects.iter().map(|one| (one.name.text, &one.indices));
        for (name, indices) in variables.chain(objects) {
            if let [one] = &indices[..]
                && let Some(family) = self.index(&one.ty)
            {
                self.families.families[family].arrays.push(name.to_owned());
            }
        }
        file.variables.iter().for_each(|variable| self.variable(variable, None));
        file.objects.iter().for_each(|object| self.object(object));
        file.threads.iter().for_each(|thread| self.thread(thread));
        for procedure in &file.procedures {
            let before = self.bound.len();
            // A procedure is read once for all its calls: it sees the locals of all threads.
            let locals = file.threads.iter().flat_map(|thread| &thread.locals);
            for local in locals {
                let kind = self.shapes.of(&local.ty).into();
                self.bound.push((local.name.text.to_owned(), kind));
            }
            self.bind(&procedure.parameters);
            self.statements(&procedure.body);
            self.bound.truncate(before);
        }
        file.claims.iter().for_each(|claim| self.claim(claim));
    }

    fn thread(&mut self, thread: &'f Thread<'a>) {
        let is_member = self.of_thread(thread.name.text).is_some();
        if is_member && thread.parameters.len() > 1 {
            self.refuse(&thread.name.span(), "the threads of the family have a second parameter");
        }
        let before = self.bound.len();
        self.bind(&thread.parameters);
        for local in &thread.locals {
            self.variable(local, Some(thread));
            let kind = self.shapes.of(&local.ty).into();
            self.bound.push((local.name.text.to_owned(), kind));
        }
        self.statements(&thread.body);
        self.bound.truncate(before);
    }

    /// Looks at the bounds of a type.
    fn bounds(&mut self, ty: &TypeExpr<'a>) {
        ty.bounds().for_each(|bound| self.ordinary(bound));
    }

    /// Binds names, each to a value of a type that is not `thread`.
    pub(super) fn bind(&mut self, binders: &[Binder<'a>]) {
        for binder in binders {
            let kind = match self.shapes.of(&binder.ty) {
                Shape::Index { family, or_none: false } => Kind::Index(family),
                Shape::Index { family, .. } => {
                    self.refuse(&binder.ty.span, "a name for a thread of the family or none");
                    Kind::Index(family)
                }
                Shape::Thread => {
                    self.refuse(&binder.ty.span, "a value that is any thread");
                    Kind::Thread
                }
                Shape::Ordinary | Shape::Record(_) => Kind::Ordinary,
            };
            self.bounds(&binder.ty);
            self.bound.push((binder.name.text.to_owned(), kind));
        }
    }

    fn variable(&mut self, variable: &Variable<'a>, thread: Option<&Thread<'a>>) {
        let (name, span) = (variable.name.text, variable.name.span());
        let before = self.bound.len();
        self.bind(&variable.indices);
        let over = variable.indices.iter().any(|index| self.index(&index.ty).is_some());
        if over && (thread.is_some() || variable.indices.len() > 1) {
            self.refuse(&span, "an array over the family with more than one index, or a local one");
        }
        self.bounds(&variable.ty);
        let shape = self.shapes.of(&variable.ty);
        let is_member = thread.is_some_and(|thread| self.of_thread(thread.name.text).is_some());
        if over || is_member {
            self.no_pointer(&variable.ty, "a local that points to a thread of the family");
        } else if let Some(leaves) = self.pointers(&variable.ty) {
            let thread = thread.map(|thread| thread.name.text.to_owned());
            let variable = name.to_owned();
            self.families.pointers.push(Pointers { thread, variable, leaves });
        }
        if let Some(initial) = &variable.initial {
            match (shape, &initial.kind) {
                (Shape::Index { .. }, ExprKind::None) => {}
                (Shape::Index { .. }, _) => {
                    self.refuse(&initial.span, "a pointer that begins with a particular thread");
                }
                _ => self.ordinary(initial),
            }
        }
        match &variable.sharing {
            Sharing::Open => {}
            Sharing::Unshared | Sharing::Disciplined(_) => {
                self.refuse(&span, "a variable under another lock discipline");
            }
            Sharing::Protected(rights) => {
                for right in rights {
                    if right.is_shared {
                        self.refuse(&span, "access to read together");
                    }
                    self.clause(&right.clause);
                }
            }
        }
        self.bound.truncate(before);
    }

    /// The cells of a type that are pointers, if some are.
    fn pointers(&mut self, ty: &TypeExpr<'a>) -> Option<Vec<Option<usize>>> {
        let leaves = self.shapes.leaves(self.shapes.of(ty));
        if leaves.contains(&Shape::Thread) {
            self.refuse(&ty.span, "a value that is any thread");
        }
        let index = leaves.iter().find_map(|leaf| match leaf {
            Shape::Index { family, or_none: false } => Some(*family),
            _ => None,
        });
        if let Some(family) = index {
            let index = &self.families.families[family].index;
            let what = format!(
                "a pointer that begins with a particular thread: `{index} or none` begins with none"
            );
            self.refuse(&ty.span, what);
        }
        let pointer = |leaf: &Shape<'_>| match leaf {
            Shape::Index { family, or_none: true } => Some(*family),
            _ => None,
        };
        let leaves: Vec<Option<usize>> = leaves.iter().map(pointer).collect();
        leaves.iter().any(Option::is_some).then_some(leaves)
    }

    fn no_pointer(&mut self, ty: &TypeExpr<'a>, what: &str) {
        let leaves = self.shapes.leaves(self.shapes.of(ty));
        if leaves.iter().any(|leaf| matches!(leaf, Shape::Index { .. } | Shape::Thread)) {
            self.refuse(&ty.span, what);
        }
    }

    fn clause(&mut self, clause: &Clause<'a>) {
        let Clause::For { thread, indices, condition } = clause else {
            let Clause::By(lock) = clause else { return };
            return self.ordinary(lock);
        };
        let bound = self.bound.len();
        let family = self.of_thread(thread.text);
        if indices.is_none() && !self.file.threads.iter().any(|one| one.name.text == thread.text) {
            self.bound.push((thread.text.to_owned(), Kind::Thread));
        }
        for index in indices.iter().flatten() {
            match &index.kind {
                ExprKind::Name(name) if self.bound.iter().all(|(bound, _)| bound != name) => {
                    let kind = family.map_or(Kind::Ordinary, Kind::Index);
                    self.bound.push(((*name).to_owned(), kind));
                }
                _ => match self.kind(index) {
                    Kind::Index(of) if family == Some(of) => {}
                    _ if family.is_some() => self.refuse(&index.span, "a thread that is named"),
                    kind => self.fits(Kind::Ordinary, kind, &index.span),
                },
            }
        }
        self.ordinary(condition);
        self.bound.truncate(bound);
    }

    fn object(&mut self, object: &Object<'a>) {
        let before = self.bound.len();
        self.bind(&object.indices);
        let over = object.indices.iter().any(|index| self.index(&index.ty).is_some());
        let span = object.name.span();
        match &object.kind {
            ObjectKind::Lock { depth, .. } => {
                if over {
                    self.refuse(&span, "a lock for each thread");
                }
                if let Some(depth) = depth {
                    self.ordinary(depth);
                }
            }
            ObjectKind::Semaphore { initial, max } => {
                if over && object.indices.len() > 1 {
                    self.refuse(&span, "semaphores over the family with more than one index");
                }
                initial.iter().chain(max).for_each(|size| self.ordinary(size));
                if max.is_none() {
                    self.refuse(&span, "a semaphore without a constant `max`");
                }
            }
            ObjectKind::Queue { of, capacity } => {
                if over {
                    self.refuse(&span, "a queue for each thread");
                }
                self.bounds(of);
                if let Some(leaves) = self.pointers(of) {
                    let variable = object.name.text.to_owned();
                    self.families.pointers.push(Pointers { thread: None, variable, leaves });
                }
                self.ordinary(capacity);
            }
        }
        self.bound.truncate(before);
    }

    fn statements(&mut self, statements: &[Statement<'a>]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement<'a>) {
        match &statement.kind {
            StatementKind::Broken
            | StatementKind::Skip
            | StatementKind::Return
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Stop => {}
            StatementKind::Assign(assign) => self.assign(&assign.target, &assign.value),
            StatementKind::Any { target, range } => {
                if self.kind(target) != Kind::Ordinary {
                    self.refuse(&target.span, "a pointer that gets any thread");
                }
                range.iter().flat_map(|range| range.iter()).for_each(|bound| self.ordinary(bound));
            }
            StatementKind::Atomic { guard, body } => {
                if let Some(guard) = guard {
                    self.ordinary(guard);
                }
                self.actions(body);
            }
            StatementKind::Call { name, arguments } => {
                let procedures = self.file.procedures.iter();
                let called = procedures.clone().find(|one| one.name.text == name.text);
                let parameters = called.map_or(&[][..], |one| &one.parameters);
                for (number, argument) in arguments.iter().enumerate() {
                    let index = parameters.get(number).and_then(|one| self.index(&one.ty));
                    let target = index.map_or(Kind::Ordinary, Kind::Index);
                    let value = self.kind(argument);
                    self.fits(target, value, &argument.span);
                }
            }
            StatementKind::Await(condition) | StatementKind::Assert(condition) => {
                self.ordinary(condition);
            }
            StatementKind::If { arms, otherwise } => {
                for arm in arms {
                    self.ordinary(&arm.condition);
                    self.statements(&arm.body);
                }
                self.statements(otherwise);
            }
            StatementKind::While(condition, body) | StatementKind::When(condition, body) => {
                self.ordinary(condition);
                self.statements(body);
            }
            StatementKind::Loop(body) => self.statements(body),
            StatementKind::Choose(ways) => ways.iter().for_each(|way| self.statements(way)),
            StatementKind::Operate(_, object) => self.ordinary(object),
            StatementKind::Synchronized(lock, body, _) => {
                self.ordinary(lock);
                self.statements(body);
            }
            StatementKind::Send { queue, values } => self.transfer(queue, values, true),
            StatementKind::Receive { queue, targets } => self.transfer(queue, targets, false),
        }
    }

    /// Looks at the values that are sent, or the targets of a receive.
    fn transfer(&mut self, queue: &Expr<'a>, values: &[Expr<'a>], is_sent: bool) {
        self.ordinary(queue);
        let item = self.item(queue);
        let parts = match item {
            Kind::Record(record) => self.shapes.fields(record),
            _ => Vec::new(),
        };
        for (number, value) in values.iter().enumerate() {
            let kind = self.kind(value);
            let part = match parts.get(number) {
                Some((_, shape)) if !matches!(kind, Kind::Record(_)) || values.len() > 1 => {
                    (*shape).into()
                }
                _ => item,
            };
            let (target, value_kind) = if is_sent { (part, kind) } else { (kind, part) };
            self.fits(target, value_kind, &value.span);
        }
    }

    fn actions(&mut self, actions: &Actions<'a>) {
        if let Some(decision) = &actions.decision {
            for (condition, actions) in &decision.arms {
                self.ordinary(condition);
                self.actions(actions);
            }
            self.actions(&decision.otherwise);
        }
        for assign in &actions.assigns {
            self.assign(&assign.target, &assign.value);
        }
    }

    fn assign(&mut self, target: &Expr<'a>, value: &Expr<'a>) {
        let (target, kind) = (self.kind(target), self.kind(value));
        self.fits(target, kind, &value.span);
    }
}
