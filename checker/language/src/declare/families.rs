//! The families of threads: for each index type with a thread for each of its values, what belongs to each value, and
//! which cells name one. Whether the values can be exchanged is not looked at here.

use super::Work;
use crate::scope::{Dimension, Meaning, elements};
use crate::syntax::{BaseType, Binder, ObjectKind, Span, TypeBody, TypeExpr};
use reductio_system::{
    CellId, Family, Live, Named, Obstacle, ObstacleKind, Pointer, System, ThreadId, Value,
    Variable, VariableClass,
};

/// The type of a value, as far as it may number the members of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort<'a> {
    /// A range or an enumeration with a name.
    Named(&'a str),
    /// A range without a name.
    Range(Value, Value),
    /// The type `thread`.
    Thread,
    Other,
}

impl<'a> Work<'a, '_> {
    /// The families of the system that was made of the text.
    pub(super) fn families(&self, system: &System) -> Vec<Family> {
        let mut known: Vec<Sort<'a>> = Vec::new();
        let mut out = Vec::new();
        for (group, declaration) in self.groups() {
            for (binder, dimension) in declaration.parameters.iter().zip(&group.parameters) {
                let sort = self.index(binder, dimension);
                let is_numbered = !matches!(sort, Sort::Thread | Sort::Other);
                if is_numbered && dimension.length > 1 && !known.contains(&sort) {
                    known.push(sort);
                    let family =
                        Finder::new(self, system, sort, dimension, &declaration.name.span());
                    out.extend(family.find(declaration.name.text));
                }
            }
        }
        out
    }

    fn groups(&self) -> impl Iterator<Item = (&crate::scope::Group, &crate::syntax::Thread<'a>)> {
        let declared = self.declarations.iter().map(|number| &self.file.threads[*number]);
        self.scope.groups.iter().zip(declared)
    }

    /// The sort of a type of one cell.
    fn sort(&self, ty: &TypeExpr<'a>) -> Sort<'a> {
        match &ty.base {
            BaseType::Bool | BaseType::Range(_) => Sort::Other,
            BaseType::Thread => Sort::Thread,
            BaseType::Named(name) => match self.body(name.text) {
                Some(TypeBody::Plain(inner)) => match &inner.base {
                    BaseType::Range(_) => Sort::Named(name.text),
                    _ => self.sort(inner),
                },
                Some(TypeBody::Enumeration(_) | TypeBody::Any { .. }) => Sort::Named(name.text),
                Some(TypeBody::Record(_)) | None => Sort::Other,
            },
        }
    }

    fn body(&self, name: &str) -> Option<&'_ TypeBody<'a>> {
        self.file.types.iter().find(|one| one.name.text == name).map(|one| &one.body)
    }

    /// The sort of an index.
    fn index(&self, binder: &Binder<'a>, dimension: &Dimension) -> Sort<'a> {
        if let BaseType::Range(_) = binder.ty.base {
            let length = Value::try_from(dimension.length).unwrap_or(Value::MAX);
            return Sort::Range(dimension.low, dimension.low.saturating_add(length - 1));
        }
        self.sort(&binder.ty)
    }

    /// Adds the sorts of the cells of a value.
    fn leaves(&self, ty: &TypeExpr<'a>, out: &mut Vec<Sort<'a>>) {
        if let BaseType::Named(name) = &ty.base {
            match self.body(name.text) {
                Some(TypeBody::Record(fields)) => {
                    return fields.iter().for_each(|(_, ty)| self.leaves(ty, out));
                }
                Some(TypeBody::Plain(inner)) if !ty.or_none => {
                    if let BaseType::Named(_) = inner.base {
                        return self.leaves(inner, out);
                    }
                }
                _ => {}
            }
        }
        out.push(self.sort(ty));
    }
}

/// Finds what belongs to the values of one index type.
struct Finder<'w, 'a, 'f> {
    work: &'w Work<'a, 'f>,
    system: &'w System,
    sort: Sort<'a>,
    low: Value,
    family: Family,
}

/// An array of variables or objects.
struct Elements<'v, 'a> {
    name: &'a str,
    span: Span,
    indices: &'v [Binder<'a>],
    dimensions: &'v [Dimension],
    first: CellId,
    /// For each cell of an element, the sort of its value, and when it counts.
    cells: Vec<(Sort<'a>, When)>,
    /// The value that stands for the first thread.
    first_thread: Value,
}

/// When the value of a cell counts.
#[derive(Clone, Copy)]
enum When {
    Always,
    Local(ThreadId),
    /// In a queue, whose length is the first cell of the element, where it has more items.
    Slot(Value),
}

impl<'w, 'a, 'f> Finder<'w, 'a, 'f> {
    fn new(
        work: &'w Work<'a, 'f>,
        system: &'w System,
        sort: Sort<'a>,
        dimension: &Dimension,
        span: &Span,
    ) -> Self {
        let members = dimension.length as usize;
        let family = Family {
            name: String::new(),
            threads: vec![Vec::new(); members],
            cells: vec![Vec::new(); members],
            pointers: Vec::new(),
            place: Some(span.clone()),
            obstacle: None,
        };
        Finder { work, system, sort, low: dimension.low, family }
    }

    /// The family; `thread` is the name of its threads, for a type that has none.
    fn find(mut self, thread: &str) -> Option<Family> {
        self.family.name = match self.sort {
            Sort::Named(name) => name.to_owned(),
            _ => thread.to_owned(),
        };
        self.threads();
        self.locals();
        self.variables();
        self.objects();
        let is_full = self.family.threads.iter().all(|member| !member.is_empty());
        is_full.then_some(self.family)
    }

    fn refuse(&mut self, variable: &str, span: &Span, kind: ObstacleKind) {
        let (variable, place) = (variable.to_owned(), Some(span.clone()));
        self.family.obstacle.get_or_insert(Obstacle { variable, kind, place });
    }

    /// The member that a value of the index type is.
    fn member(&self, value: Value) -> usize {
        usize::try_from(i64::from(value) - i64::from(self.low)).unwrap_or(0)
    }

    /// The member that a thread belongs to.
    fn member_of(&self, thread: Value) -> Option<usize> {
        let thread = usize::try_from(thread).ok()?;
        let has = |own: &Vec<ThreadId>| own.iter().any(|own| own.index() == thread);
        self.family.threads.iter().position(has)
    }

    fn threads(&mut self) {
        for (group, declaration) in self.work.groups() {
            let sorts: Vec<Sort<'_>> = declaration
                .parameters
                .iter()
                .zip(&group.parameters)
                .map(|(binder, dimension)| self.work.index(binder, dimension))
                .collect();
            let mut places = (0..sorts.len()).filter(|place| sorts[*place] == self.sort);
            let Some(place) = places.next() else { continue };
            if places.next().is_some() {
                let span = declaration.name.span();
                self.refuse(declaration.name.text, &span, ObstacleKind::TwoIndices);
            }
            for (number, thread) in group.threads().enumerate() {
                let member = self.member(group.arguments(number)[place]);
                self.family.threads[member].push(thread);
            }
        }
    }

    /// Adds the locals of all threads.
    fn locals(&mut self) {
        for (group, declaration) in self.work.groups() {
            for (number, thread) in group.threads().enumerate() {
                let id = Value::try_from(thread.index()).unwrap_or(Value::MAX);
                let Some(member) = self.member_of(id) else {
                    for local in &declaration.locals {
                        let Some(known) = group.locals.get(local.name.text) else { continue };
                        let first = known.array.first.index() + number * known.stride as usize;
                        let cells = self.cells_of(&local.ty, When::Local(thread));
                        self.add(&Elements {
                            name: local.name.text,
                            span: local.name.span(),
                            indices: &local.indices,
                            dimensions: &known.array.dimensions,
                            first: CellId::new(first),
                            cells,
                            first_thread: 0,
                        });
                    }
                    continue;
                };
                for local in &declaration.locals {
                    let Some(known) = group.locals.get(local.name.text) else { continue };
                    let mut sorts = Vec::new();
                    self.work.leaves(&local.ty, &mut sorts);
                    let indices = local.indices.iter().zip(&known.array.dimensions);
                    let indices: Vec<Sort<'_>> =
                        indices.map(|(index, of)| self.work.index(index, of)).collect();
                    let names = |sort: &Sort<'_>| *sort == self.sort || *sort == Sort::Thread;
                    let kind = if sorts.iter().any(names) {
                        ObstacleKind::PointsToMembers
                    } else if indices.iter().any(names) {
                        ObstacleKind::TwoIndices
                    } else {
                        continue;
                    };
                    self.refuse(local.name.text, &local.name.span(), kind);
                }
                let own = |class| class == VariableClass::Local(thread);
                let variables = self.system.variables().iter();
                let cells = variables.filter(|one| own(one.class())).flat_map(Variable::cells);
                self.family.cells[member].extend(cells);
            }
        }
    }

    fn cells_of(&self, ty: &TypeExpr<'a>, when: When) -> Vec<(Sort<'a>, When)> {
        let mut sorts = Vec::new();
        self.work.leaves(ty, &mut sorts);
        sorts.into_iter().map(|sort| (sort, when)).collect()
    }

    fn variables(&mut self) {
        let work = self.work;
        for variable in &work.file.variables {
            let Some(Meaning::Variable { array, .. }) = work.scope.meaning(variable.name.text)
            else {
                continue;
            };
            let cells = self.cells_of(&variable.ty, When::Always);
            let names = |sort: Sort<'_>| sort == self.sort || sort == Sort::Thread;
            if let Some(copied) = work.scope.copied.get(variable.name.text) {
                let indices = variable.indices.iter().zip(&array.dimensions);
                let mut indices = indices.map(|(index, of)| work.index(index, of));
                if cells.iter().any(|(sort, _)| names(*sort)) || indices.any(names) {
                    let span = variable.name.span();
                    self.refuse(variable.name.text, &span, ObstacleKind::TwoIndices);
                    continue;
                }
                for copy in 1..copied.copies {
                    let thread = Value::try_from(copy - 1).unwrap_or(Value::MAX);
                    if let Some(member) = self.member_of(thread) {
                        let first = copied.first.index() + copy * copied.stride;
                        let own = (first..first + copied.stride).map(CellId::new);
                        self.family.cells[member].extend(own);
                    }
                }
                continue;
            }
            self.add(&Elements {
                name: variable.name.text,
                span: variable.name.span(),
                indices: &variable.indices,
                dimensions: &array.dimensions,
                first: array.first,
                cells,
                first_thread: 0,
            });
        }
    }

    fn objects(&mut self) {
        let work = self.work;
        for object in &work.file.objects {
            let (dimensions, first, cells) = match work.scope.meaning(object.name.text) {
                Some(Meaning::Locks { dimensions, locks, is_monitor }) => {
                    let variable = &self.system.variables()[locks.variable().index()];
                    let all: Vec<CellId> = variable.cells().collect();
                    let count: usize = dimensions.iter().map(|one| one.length as usize).product();
                    if count == 0 || all.is_empty() {
                        continue;
                    }
                    let waiters = if *is_monitor { self.system.threads().len() } else { 0 };
                    let mut cells = vec![(Sort::Other, When::Always); all.len() / count];
                    cells[0].0 = Sort::Thread;
                    self.waiters(&all, cells.len(), waiters);
                    (dimensions, all[0], cells)
                }
                Some(Meaning::Semaphore { array, .. }) => {
                    (&array.dimensions, array.first, vec![(Sort::Other, When::Always)])
                }
                Some(Meaning::Queue { array, capacity, .. }) => {
                    let ObjectKind::Queue { of, .. } = &object.kind else { continue };
                    let mut cells = vec![(Sort::Other, When::Always)];
                    for slot in 0..*capacity {
                        cells.extend(self.cells_of(of, When::Slot(slot)));
                    }
                    (&array.dimensions, array.first, cells)
                }
                _ => continue,
            };
            self.add(&Elements {
                name: object.name.text,
                span: object.name.span(),
                indices: &object.indices,
                dimensions,
                first,
                cells,
                // The owner of a lock is 0 where it is free.
                first_thread: 1,
            });
        }
    }

    /// Adds the places of threads in the wait sets of monitors to what belongs to them.
    fn waiters(&mut self, all: &[CellId], size: usize, waiters: usize) {
        for monitor in all.chunks(size) {
            for (thread, cell) in monitor[size - waiters..].iter().enumerate() {
                let thread = Value::try_from(thread).unwrap_or(Value::MAX);
                if let Some(member) = self.member_of(thread) {
                    self.family.cells[member].push(*cell);
                }
            }
        }
    }

    /// Adds an array: its elements belong to members, or some of its cells name them.
    fn add(&mut self, array: &Elements<'_, 'a>) {
        let of = array.indices.iter().zip(array.dimensions);
        let sorts: Vec<Sort<'_>> = of.map(|(index, of)| self.work.index(index, of)).collect();
        let is_index = |sort: &Sort<'_>| *sort == self.sort || *sort == Sort::Thread;
        let places: Vec<usize> =
            (0..sorts.len()).filter(|place| is_index(&sorts[*place])).collect();
        let names = array.cells.iter().any(|(sort, _)| is_index(sort));
        if places.len() > 1 {
            return self.refuse(array.name, &array.span, ObstacleKind::TwoIndices);
        }
        if names && places.len() == 1 {
            return self.refuse(array.name, &array.span, ObstacleKind::PointsToMembers);
        }
        let size = array.cells.len();
        for (number, values) in elements(array.dimensions).enumerate() {
            let first = array.first.index() + number * size;
            if let [place] = places[..] {
                let member = match sorts[place] {
                    Sort::Thread => self.member_of(values[place]),
                    _ => Some(self.member(values[place])),
                };
                if let Some(member) = member {
                    self.family.cells[member].extend((first..first + size).map(CellId::new));
                }
                continue;
            }
            for (number, (sort, when)) in array.cells.iter().enumerate() {
                let (named, low) = match sort {
                    Sort::Thread if matches!(when, When::Always) => {
                        (Named::Thread, array.first_thread)
                    }
                    Sort::Thread => (Named::Thread, 0),
                    sort if *sort == self.sort => (Named::Member, self.low),
                    _ => continue,
                };
                let live = match *when {
                    When::Always => Live::Always,
                    When::Local(thread) => Live::Local(thread),
                    When::Slot(before) => Live::Slot { length: CellId::new(first), before },
                };
                let cell = CellId::new(first + number);
                self.family.pointers.push(Pointer { cell, named, low, live });
            }
        }
    }
}
