//! Locks, monitors, semaphores and queues.

use super::{Work, bind_all, built};
use crate::elaborate::Mode;
use crate::error::{Limit, SystemErrorKind};
use crate::scope::{Array, Dimension, Meaning, elements};
use crate::syntax::{Expr, Object, ObjectKind, TypeExpr};
use crate::types::Type;
use reductio_system::{CellId, Domain, Value, VariableClass, VariableId};

impl Work<'_, '_> {
    /// Declares all locks, monitors, semaphores and queues.
    pub(super) fn declare_objects(&mut self) {
        for object in &self.file.objects {
            self.check_parameters(&object.indices);
            let dimensions = self.reader(Mode::Constant).dimensions(&object.indices);
            let meaning = match &object.kind {
                ObjectKind::Lock { depth, is_monitor } => {
                    self.locks(object, dimensions, depth.as_ref(), *is_monitor)
                }
                ObjectKind::Semaphore { initial, max } => {
                    self.semaphore(object, dimensions, initial.as_ref(), max.as_ref())
                }
                ObjectKind::Queue { of, capacity } => self.queue(object, dimensions, of, capacity),
            };
            if let Some(meaning) = meaning {
                self.scope.define(object.name.text, &object.name.span(), meaning);
            }
        }
    }

    fn locks(
        &mut self,
        object: &Object<'_>,
        dimensions: Option<Vec<Dimension>>,
        depth: Option<&Expr<'_>>,
        is_monitor: bool,
    ) -> Option<Meaning> {
        let depth = match depth {
            Some(depth) => self.size(depth, "the depth of a lock", 1, MOST)?,
            None => 1,
        };
        let dimensions = dimensions?;
        let waiters = if is_monitor { self.builder.thread_count() } else { 0 };
        let fields = 1 + usize::from(depth > 1) + waiters;
        let names = self.element_names(object, &dimensions, fields)?;
        // A thread that waits keeps the depth in a cell of its own.
        let saved = if depth > 1 { waiters as u64 } else { 0 };
        if !self.take_cells(saved, &object.name.span()) {
            return None;
        }
        let locks = built(self.builder.locks(object.name.text, &names, depth, is_monitor));
        built(self.builder.variable_place(locks.variable(), object.name.span()));
        Some(Meaning::Locks { dimensions, locks, is_monitor })
    }

    fn semaphore(
        &mut self,
        object: &Object<'_>,
        dimensions: Option<Vec<Dimension>>,
        initial: Option<&Expr<'_>>,
        max: Option<&Expr<'_>>,
    ) -> Option<Meaning> {
        let threads = Value::try_from(self.builder.thread_count()).unwrap_or(Value::MAX);
        let given = match max {
            Some(max) => Some(self.size(max, "the maximum of a semaphore", 1, MOST)?),
            None => None,
        };
        let dimensions = dimensions?;
        let names = self.element_names(object, &dimensions, 1)?;
        let mut initials = Vec::new();
        for values in elements(&dimensions) {
            let Some(initial) = initial else {
                initials.push(0);
                continue;
            };
            let mut reader = self.reader(Mode::Constant);
            bind_all(&mut reader, &object.indices, &dimensions, &values);
            initials.push(reader.constant(initial)?);
        }
        let most = initials.iter().copied().max().unwrap_or(0);
        // The default leaves room for every thread.
        let max = given.unwrap_or(threads.max(most));
        let least = initials.iter().copied().min().unwrap_or(0);
        for value in [least, most] {
            if !(0..=max).contains(&value) {
                let (value, most) = (value.into(), max.into());
                let what = "the initial value of a semaphore";
                let span =
                    initial.map_or_else(|| object.name.span(), |initial| initial.span.clone());
                self.faults.add(SystemErrorKind::BadSize { what, value, least: 0, most }, span);
                return None;
            }
        }
        let domain = built(Domain::integers(0, max));
        let cells =
            names.into_iter().zip(initials).map(|(name, initial)| (name, domain.clone(), initial));
        let (variable, first) =
            self.add_variable(object, VariableClass::Semaphore, cells.collect());
        Some(Meaning::Semaphore {
            array: Array { dimensions, ty: Type::Unknown, first },
            variable,
            max,
        })
    }

    fn queue(
        &mut self,
        object: &Object<'_>,
        dimensions: Option<Vec<Dimension>>,
        of: &TypeExpr<'_>,
        capacity: &Expr<'_>,
    ) -> Option<Meaning> {
        let mut reader = self.reader(Mode::Constant);
        let item = reader.type_of(of);
        let item = reader.inhabited(item, &of.span);
        let most = i64::try_from(Limit::Cells.most()).unwrap_or(MOST);
        let capacity = self.size(capacity, "the capacity of a queue", 1, most)?;
        let dimensions = dimensions?;
        if item == Type::Unknown {
            return None;
        }
        let leaves: Vec<(String, Domain)> = self
            .scope
            .types
            .leaves(&item)
            .into_iter()
            .map(|(name, ty)| (name, self.scope.types.domain(&ty)))
            .collect();
        let slots = usize::try_from(capacity).unwrap_or(usize::MAX);
        let names =
            self.element_names(object, &dimensions, 1 + slots.saturating_mul(leaves.len()))?;
        let length = built(Domain::integers(0, capacity));
        let mut cells = Vec::new();
        for name in names {
            cells.push((format!("{name}.length"), length.clone(), 0));
            for slot in 0..capacity {
                for (end, domain) in &leaves {
                    // Canonical: a slot that is not in use holds the least value.
                    cells.push((format!("{name}.item[{slot}]{end}"), domain.clone(), domain.low()));
                }
            }
        }
        let (variable, first) = self.add_variable(object, VariableClass::Queue, cells);
        Some(Meaning::Queue {
            array: Array { dimensions, ty: Type::Unknown, first },
            variable,
            item,
            capacity,
        })
    }

    fn add_variable(
        &mut self,
        object: &Object<'_>,
        class: VariableClass,
        cells: Vec<(String, Domain, Value)>,
    ) -> (VariableId, CellId) {
        let variable = built(self.builder.variables(object.name.text, class, cells));
        built(self.builder.variable_place(variable, object.name.span()));
        (variable, self.first_cell(variable))
    }

    /// The names of the elements, if the declaration counts and there is room for `size` cells for each of them.
    fn element_names(
        &mut self,
        object: &Object<'_>,
        dimensions: &[Dimension],
        size: usize,
    ) -> Option<Vec<String>> {
        let count = dimensions.iter().fold(1_u64, |n, d| n.saturating_mul(d.length.into()));
        let cells = count.saturating_mul(size as u64);
        if !self.is_first(&object.name) || !self.take_cells(cells, &object.name.span()) {
            return None;
        }
        let subscript = |values: Vec<Value>| self.scope.types.subscript(dimensions, &values);
        Some(
            elements(dimensions)
                .map(|values| format!("{}{}", object.name.text, subscript(values)))
                .collect(),
        )
    }

    /// A constant between two bounds.
    fn size(
        &mut self,
        expr: &Expr<'_>,
        what: &'static str,
        least: i64,
        most: i64,
    ) -> Option<Value> {
        let value = self.reader(Mode::Constant).constant(expr)?;
        if (least..=most).contains(&i64::from(value)) {
            return Some(value);
        }
        let kind = SystemErrorKind::BadSize { what, value: value.into(), least, most };
        self.faults.add(kind, expr.span.clone());
        None
    }
}

/// The greatest maximum of a counter, which is then 31 bits wide.
const MOST: i64 = i32::MAX as i64 - 1;
