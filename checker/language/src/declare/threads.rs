//! The threads of a system: their number and their names.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

use super::{Work, built};
use crate::elaborate::Mode;
use crate::error::{Limit, SystemErrorKind};
use crate::scope::{Dimension, Group, Meaning, elements};
use crate::syntax::{Binder, Statement, StatementKind};
use crate::types::{Type, Types};
use reductio_system::Value;

impl Work<'_, '_> {
    /// Declares every thread of every declaration. A declaration with a fault gets one thread, so that its code is
    /// read.
    pub(super) fn declare_threads(&mut self) {
        for (number, declaration) in self.file.threads.iter().enumerate() {
            self.check_parameters(&declaration.parameters);
            let is_group = matches!(&declaration.parameters[..], []);
            let parameters = self.reader(Mode::Constant).dimensions(&declaration.parameters);
            let of_threads = parameters.iter().flatten().any(|p| p.ty == Type::Thread);
            if of_threads {
                let first = &declaration.parameters[0].ty.span;
                let mut reader = self.reader(Mode::Constant);
                reader.wrong_type(
                    "a range or an enumeration for the threads",
                    &Type::Thread,
                    first,
                );
            }
            let is_broken = (parameters.is_none() && !is_group) || of_threads;
            let parameters = if is_broken { Vec::new() } else { parameters.unwrap_or_default() };
            let first = self.scope.types.threads.len();
            let count = parameters.iter().fold(1_u64, |n, p| n.saturating_mul(p.length.into()));
            let total = count.saturating_add(first as u64);
            if total > Limit::Threads.most() {
                let kind = SystemErrorKind::Limit { limit: Limit::Threads, size: total };
                self.faults.add(kind, declaration.name.span());
                continue;
            }
            if !self.is_first(&declaration.name) {
                continue;
            }
            for values in elements(&parameters) {
                let name = format!(
                    "{}{}",
                    declaration.name.text,
                    self.scope.types.subscript(&parameters, &values)
                );
                let thread = built(self.builder.thread(name.clone()));
                built(self.builder.fair(thread, declaration.fairness));
                self.scope.types.threads.push(name);
            }
            let group = self.scope.groups.len();
            self.declarations.push(number);
            self.scope.groups.push(Group {
                name: declaration.name.text.to_owned(),
                parameters,
                first,
                count: self.scope.types.threads.len() - first,
                locals: FxHashMap::default(),
                ambiguous: FxHashSet::default(),
                labels: BTreeMap::new(),
                end: None,
                points: 0,
                is_broken: is_broken || has_broken(&declaration.body),
            });
            if !is_broken {
                self.scope.define(
                    declaration.name.text,
                    &declaration.name.span(),
                    Meaning::Group(group),
                );
            }
        }
        if self.file.threads.is_empty() && !self.file.has_nameless && self.file.broken.is_empty() {
            self.faults.add_outside(SystemErrorKind::NoThreads);
        }
        // Where all families are empty, the system has no thread; that is no fault.
        if self.scope.types.threads.is_empty() && !self.faults.is_empty() {
            self.declare_placeholder();
        }
        // Their program counters.
        self.cells = self.scope.types.threads.len() as u64;
    }

    /// Declares a thread in the place of those with faults, so that the rest of the text can be read.
    fn declare_placeholder(&mut self) {
        let name = "?".to_owned();
        built(self.builder.thread(name.clone()));
        self.scope.types.threads.push(name.clone());
        self.scope.groups.push(Group {
            name,
            parameters: Vec::new(),
            first: 0,
            count: 1,
            locals: FxHashMap::default(),
            ambiguous: FxHashSet::default(),
            labels: BTreeMap::new(),
            end: None,
            points: 0,
            is_broken: true,
        });
    }

    /// Checks that the names of parameters are new.
    pub(super) fn check_parameters(&mut self, binders: &[Binder<'_>]) {
        let mut reader = self.reader(Mode::Constant);
        for binder in binders {
            reader.check_new(&binder.name);
            reader.bind(&binder.name, Type::Unknown, 0);
        }
    }
}

impl Types {
    /// The text behind the name of an element: `[0, read]`.
    pub(crate) fn subscript(&self, dimensions: &[Dimension], values: &[Value]) -> String {
        if dimensions.is_empty() {
            return String::new();
        }
        let shown = dimensions
            .iter()
            .zip(values)
            .map(|(dimension, value)| self.show(&dimension.ty, *value));
        format!("[{}]", shown.collect::<Vec<_>>().join(", "))
    }

    /// A value as it is written.
    pub(crate) fn show(&self, ty: &Type, value: Value) -> String {
        let names = match ty {
            Type::Enumeration(number) => &self.enumerations[*number].values,
            Type::Thread => &self.threads,
            _ => return value.to_string(),
        };
        usize::try_from(value).ok().and_then(|k| names.get(k)).cloned().unwrap_or_default()
    }
}

/// Whether some statement could not be read; its label, or a label in it, is unknown.
fn has_broken(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Broken => true,
        StatementKind::If { arms, otherwise } => {
            has_broken(otherwise) || arms.iter().any(|arm| has_broken(&arm.body))
        }
        StatementKind::While(_, body)
        | StatementKind::Loop(body)
        | StatementKind::When(_, body)
        | StatementKind::Synchronized(_, body, _) => has_broken(body),
        StatementKind::Choose(branches) => branches.iter().any(|branch| has_broken(branch)),
        _ => false,
    })
}
