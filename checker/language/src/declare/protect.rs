//! Exclusive access predicates and claims.

use super::names::expression_names;
use super::variables::read_by;
use super::{Work, bind_all, built};
use crate::elaborate::{Elaborator, Mode};
use crate::error::SystemErrorKind;
use crate::scope::{Meaning, elements};
use crate::syntax::{ClaimKind, Clause, Expr, ExprKind, Name, Sharing};
use crate::text::one_line;
use crate::types::{Type, interval};
use reductio_system::{CellId, Expression, ThreadId, Value};

impl Work<'_, '_> {
    /// Declares the predicates `e(x, i)` of every element of every protected variable, and of each copy where several
    /// threads may read it at the same time.
    pub(crate) fn protect(&mut self) {
        for variable in &self.file.variables {
            let Sharing::Protected(rights) = &variable.sharing else { continue };
            if !self.is_first(&variable.name) {
                continue;
            }
            let Some(Meaning::Variable { array, .. }) =
                self.scope.meaning(variable.name.text).cloned()
            else {
                continue;
            };
            let size = self.scope.types.size(&array.ty);
            let threads = self.builder.thread_count();
            for (number, values) in elements(&array.dimensions).enumerate() {
                let mut parts: Vec<Vec<Expression>> = vec![Vec::new(); threads];
                let mut reading = parts.clone();
                let mut reader = self.reader(Mode::Predicate);
                bind_all(&mut reader, &variable.indices, &array.dimensions, &values);
                for right in rights {
                    let parts = if right.is_shared { &mut reading } else { &mut parts };
                    reader.clause(&right.clause, parts);
                }
                // Whoever may write may read.
                let reading = reading.into_iter().zip(&parts);
                let reading: Vec<Expression> = reading
                    .map(|(read, write)| reader.any_of([&write[..], &read].concat()))
                    .collect();
                let predicates: Vec<Expression> =
                    parts.into_iter().map(|parts| reader.any_of(parts)).collect();
                if !self.faults.is_empty() {
                    continue;
                }
                let subscript = self.scope.types.subscript(&array.dimensions, &values);
                let first = array.first.index() + number * size;
                let cells = |first: usize| (first..first + size).map(CellId::new).collect();
                let name = format!("{}{subscript}", variable.name.text);
                built(self.builder.protect(&name, cells(first), predicates.clone()));
                let Some(copied) = self.scope.copied.get(variable.name.text) else { continue };
                for (thread, read) in reading.into_iter().enumerate() {
                    let name = read_by(&name, &self.scope.types.threads[thread]);
                    let mut predicates = predicates.clone();
                    predicates[thread] = read;
                    let first = first + (1 + thread) * copied.stride;
                    built(self.builder.protect(name, cells(first), predicates));
                }
            }
        }
    }

    /// Declares the properties that are claimed of all reachable states, of some, or of all runs.
    pub(crate) fn claims(&mut self, text: &str) {
        for claim in &self.file.claims {
            let condition = || one_line(&text[claim.condition.span.clone()]);
            let title = claim.title.map_or_else(condition, str::to_owned);
            let place = Some(claim.span.clone());
            let mut reader = self.reader(Mode::Predicate);
            match claim.kind {
                ClaimKind::Property => {
                    let formula = reader.formula(&claim.condition, text);
                    self.builder.property(title, &formula, place);
                }
                ClaimKind::Invariant => {
                    let predicate = reader.truth(&claim.condition);
                    self.builder.invariant(title, predicate, place);
                }
                ClaimKind::Reach => {
                    let predicate = reader.truth(&claim.condition);
                    self.builder.reach(title, predicate, place);
                }
            }
        }
    }
}

impl Elaborator<'_> {
    /// A disjunction of predicates.
    fn any_of(&self, parts: Vec<Expression>) -> Expression {
        self.connected(parts, true)
    }

    /// Adds the predicate of a clause to that of each thread that it is about.
    fn clause(&mut self, clause: &Clause<'_>, parts: &mut [Vec<Expression>]) {
        match clause {
            Clause::By(lock) => {
                if let Some(lock) = self.lock(lock, false) {
                    for (number, parts) in parts.iter_mut().enumerate() {
                        parts.push(lock.is_owned_by(ThreadId::new(number)));
                    }
                }
            }
            Clause::For { thread, indices: None, condition } => {
                for number in self.covered(thread, condition) {
                    let id = Value::try_from(number).expect("at most 64 threads");
                    let is_name =
                        !matches!(self.scope.meaning(thread.text), Some(Meaning::Group(_)))
                            && !self.is_bound(thread.text);
                    if is_name {
                        self.bind(thread, Type::Thread, id);
                    }
                    let holds = self.truth(condition);
                    if is_name {
                        self.bound.pop();
                    }
                    parts[number].push(holds);
                }
            }
            Clause::For { thread, indices: Some(indices), condition } => {
                self.clause_of_group(thread, indices, condition, parts);
            }
        }
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.iter().any(|bound| bound.name == name)
    }

    /// The threads of `for thread when`: one thread, or every thread if the name is new.
    fn covered(&mut self, thread: &Name<'_>, condition: &Expr<'_>) -> Vec<usize> {
        let all = || (0..self.scope.types.threads.len()).collect();
        if let Some(bound) = self.bound.iter().rev().find(|bound| bound.name == thread.text) {
            if bound.ty == Type::Thread {
                return vec![usize::try_from(bound.value).unwrap_or(0)];
            }
            let ty = bound.ty.clone();
            self.wrong_type("a thread", &ty, &thread.span());
            return Vec::new();
        }
        match self.scope.meaning(thread.text) {
            Some(Meaning::Group(group)) => {
                let group = &self.scope.groups[*group];
                if group.parameters.is_empty() {
                    return vec![group.first];
                }
                let what = format!("indices of `{}`", group.name);
                let expected = group.parameters.len();
                self.fault(
                    SystemErrorKind::WrongCount { what, expected, found: 0 },
                    &thread.span(),
                );
                Vec::new()
            }
            Some(Meaning::Broken) => Vec::new(),
            Some(other) => {
                let (name, is) = (thread.text.to_owned(), other.describe().to_owned());
                let wanted = "a thread, or a new name for every thread".to_owned();
                self.fault(SystemErrorKind::WrongKind { name, is, wanted }, &thread.span());
                Vec::new()
            }
            None => {
                let mut names = Vec::new();
                expression_names(condition, &mut names);
                if names.contains(&thread.text) {
                    return all();
                }
                let nearest = self.near_global(thread.text, |m| matches!(m, Meaning::Group(_)));
                let kind = SystemErrorKind::UnusedName { name: thread.text.to_owned(), nearest };
                self.fault(kind, &thread.span());
                Vec::new()
            }
        }
    }

    /// Reads `for user[i] when`, with a new name `i` for each instance, or `for user[0] when` for one.
    fn clause_of_group(
        &mut self,
        thread: &Name<'_>,
        indices: &[Expr<'_>],
        condition: &Expr<'_>,
        parts: &mut [Vec<Expression>],
    ) {
        let group = match self.scope.meaning(thread.text) {
            Some(Meaning::Group(group)) => &self.scope.groups[*group],
            Some(Meaning::Broken) => return,
            other => {
                let nearest = self.near_global(thread.text, |m| matches!(m, Meaning::Group(_)));
                let name = thread.text.to_owned();
                let kind = match other {
                    None => SystemErrorKind::UnknownName { what: "thread", name, nearest },
                    Some(other) => {
                        let (is, wanted) = (other.describe().to_owned(), "a thread".to_owned());
                        SystemErrorKind::WrongKind { name, is, wanted }
                    }
                };
                return self.fault(kind, &thread.span());
            }
        };
        if indices.len() != group.parameters.len() {
            let what = format!("indices of `{}`", group.name);
            let (expected, found) = (group.parameters.len(), indices.len());
            return self
                .fault(SystemErrorKind::WrongCount { what, expected, found }, &thread.span());
        }
        for (number, values) in elements(&group.parameters).enumerate() {
            let outer = self.bound.len();
            let mut is_meant = true;
            for (index, (dimension, value)) in
                indices.iter().zip(group.parameters.iter().zip(values))
            {
                match &index.kind {
                    ExprKind::Name(name)
                        if !self.is_bound(name) && self.scope.meaning(name).is_none() =>
                    {
                        let name = Name { text: name, start: index.span.start };
                        self.bind(&name, dimension.ty.clone(), value);
                    }
                    _ => is_meant &= self.is_index(index, dimension, value),
                }
            }
            if is_meant {
                let holds = self.truth(condition);
                parts[group.first + number].push(holds);
            }
            self.bound.truncate(outer);
        }
    }

    /// Whether a constant index is this value; reported if it is no index at all.
    fn is_index(
        &mut self,
        index: &Expr<'_>,
        dimension: &crate::scope::Dimension,
        value: Value,
    ) -> bool {
        let mode = std::mem::replace(&mut self.mode, Mode::Constant);
        let leaf = self.fitted(index, &dimension.ty, "the index").swap_remove(0);
        self.mode = mode;
        let Expression::Constant(known) = leaf.expression else { return false };
        let (low, high) = self.scope.types.range(&dimension.ty);
        if !(low..=high).contains(&known) {
            let range = interval(low.into(), high.into());
            let kind = SystemErrorKind::NeverInRange {
                what: "the index",
                value: known.to_string(),
                range,
            };
            self.fault(kind, &index.span);
        }
        known == value
    }
}
