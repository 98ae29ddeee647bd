//! Variables that threads may share, and local ones.

use super::{Work, built};
use crate::elaborate::{Elaborator, Leaf, Mode};
use crate::error::SystemErrorKind;
use crate::scope::{Array, Copied, Dimension, Local, Meaning, elements};
use crate::syntax::{Binder, Span, Variable};
use crate::types::{Type, interval};
use reductio_system::{CellId, Domain, Expression, ThreadId, Value, VariableClass, VariableId};

/// A parameter of a thread, with its type.
pub(crate) type Binding<'f, 'a> = (&'f Binder<'a>, Type);

/// A thread with its parameters and their values.
type Owner<'f, 'a> = (ThreadId, Vec<(Binding<'f, 'a>, Value)>);

/// Binds index variables to the values for one element.
pub(crate) fn bind_all(
    reader: &mut Elaborator<'_>,
    binders: &[Binder<'_>],
    dimensions: &[Dimension],
    values: &[Value],
) {
    for (binder, (dimension, value)) in binders.iter().zip(dimensions.iter().zip(values)) {
        reader.bind(&binder.name, dimension.ty.clone(), *value);
    }
}

/// The name of what a thread reads of a variable that several may read at the same time.
pub(super) fn read_by(name: &str, thread: &str) -> String {
    format!("{name} (read by {thread})")
}

impl<'a, 'f> Work<'a, 'f> {
    /// Declares all variables that are not local ones.
    pub(super) fn declare_variables(&mut self) {
        for variable in &self.file.variables {
            let class = variable.sharing.class();
            let Some((dimensions, ty)) = self.shape(variable) else { continue };
            let is_copied = variable.sharing.is_read_together();
            let copies = if is_copied { 1 + self.scope.types.threads.len() } else { 1 };
            if !self.is_first(&variable.name) || !self.has_room(variable, &dimensions, &ty, copies)
            {
                continue;
            }
            let name = variable.name.text;
            let mut cells = self.cells_of(variable, name, &dimensions, &ty, None);
            let stride = cells.len();
            for thread in self.scope.types.threads.iter().take(copies - 1) {
                for at in 0..stride {
                    let (name, domain, initial) = cells[at].clone();
                    cells.push((read_by(&name, thread), domain, initial));
                }
            }
            let id = built(self.builder.variables(name, class, cells));
            if is_copied {
                let first = self.first_cell(id);
                let rest = first.index() + stride..first.index() + stride * copies;
                rest.for_each(|cell| built(self.builder.copy(CellId::new(cell))));
                let copied = Copied { first, stride, copies };
                self.scope.copied.insert(name.to_owned(), copied);
            }
            built(self.builder.variable_place(id, variable.name.span()));
            let array = Array { dimensions, ty, first: self.first_cell(id) };
            self.scope.define(name, &variable.name.span(), Meaning::Variable { array, class });
        }
    }

    /// Declares all local variables: those of one thread after those of another.
    pub(super) fn declare_locals(&mut self) {
        for group in 0..self.declarations.len() {
            let declaration = &self.file.threads[self.declarations[group]];
            let mut shapes = Vec::new();
            for local in &declaration.locals {
                if self.is_new_local(group, local)
                    && let Some((dimensions, ty)) = self.shape(local)
                    && self.has_room(local, &dimensions, &ty, self.scope.groups[group].count)
                {
                    let array = Array { dimensions, ty, first: CellId::new(0) };
                    let span = local.name.span();
                    let entry = Local { array: array.clone(), stride: 0, span };
                    self.scope.groups[group].locals.insert(local.name.text.to_owned(), entry);
                    shapes.push((local, array));
                } else if !self.scope.groups[group].locals.contains_key(local.name.text) {
                    self.scope.broken.insert(local.name.text.to_owned());
                }
            }
            let threads: Vec<ThreadId> = self.scope.groups[group].threads().collect();
            let stride: usize = shapes.iter().map(|(_, array)| self.cell_count(array)).sum();
            for (number, thread) in threads.into_iter().enumerate() {
                let owner = (thread, self.arguments(group, number));
                for (local, array) in &shapes {
                    let thread_name = &self.scope.types.threads[thread.index()];
                    let name = format!("{thread_name}.{}", local.name.text);
                    let cells =
                        self.cells_of(local, &name, &array.dimensions, &array.ty, Some(&owner));
                    let id =
                        built(self.builder.variables(name, VariableClass::Local(thread), cells));
                    built(self.builder.variable_place(id, local.name.span()));
                    let first = self.first_cell(id);
                    let locals = &mut self.scope.groups[group].locals;
                    if let Some(entry) = locals.get_mut(local.name.text).filter(|_| number == 0) {
                        entry.array.first = first;
                        entry.stride = u32::try_from(stride).expect("fewer than 65,536 cells");
                    }
                }
            }
        }
    }

    /// The parameters of a thread as constants; of unknown type if their declaration has a fault.
    pub(crate) fn arguments(&self, group: usize, number: usize) -> Vec<(Binding<'f, 'a>, Value)> {
        let declaration = &self.file.threads[self.declarations[group]];
        let group = &self.scope.groups[group];
        let values = group.arguments(number);
        let of = |k: usize| group.parameters.get(k).zip(values.get(k));
        let bindings = declaration.parameters.iter().enumerate().map(|(k, binder)| match of(k) {
            Some((dimension, value)) => ((binder, dimension.ty.clone()), *value),
            None => ((binder, Type::Unknown), 0),
        });
        bindings.collect()
    }

    /// The cell at which a variable begins; that of an empty array is never looked at.
    pub(super) fn first_cell(&self, variable: VariableId) -> CellId {
        let declared = self.builder.declared(variable);
        declared.and_then(|v| v.cells().next()).unwrap_or(CellId::new(0))
    }

    /// The indices and the type of a variable.
    fn shape(&mut self, variable: &Variable<'_>) -> Option<(Vec<Dimension>, Type)> {
        self.check_parameters(&variable.indices);
        let mut reader = self.reader(Mode::Constant);
        let dimensions = reader.dimensions(&variable.indices);
        let ty = reader.type_of(&variable.ty);
        let ty = reader.inhabited(ty, &variable.ty.span);
        if ty == Type::Unknown { None } else { Some((dimensions?, ty)) }
    }

    fn has_room(
        &mut self,
        variable: &Variable<'_>,
        dimensions: &[Dimension],
        ty: &Type,
        copies: usize,
    ) -> bool {
        let size = self.scope.types.size(ty) as u64;
        let lengths = dimensions.iter().map(|d| u64::from(d.length));
        let count = lengths.fold(size, u64::saturating_mul).saturating_mul(copies as u64);
        self.take_cells(count, &variable.name.span())
    }

    fn cell_count(&self, array: &Array) -> usize {
        let lengths = array.dimensions.iter().map(|d| d.length as usize);
        lengths.product::<usize>() * self.scope.types.size(&array.ty)
    }

    /// The cells of a variable, with their names and initial values.
    fn cells_of(
        &mut self,
        variable: &Variable<'_>,
        name: &str,
        dimensions: &[Dimension],
        ty: &Type,
        owner: Option<&Owner<'_, '_>>,
    ) -> Vec<(String, Domain, Value)> {
        let leaves: Vec<(String, Domain)> = self
            .scope
            .types
            .leaves(ty)
            .into_iter()
            .map(|(end, ty)| (end, self.scope.types.domain(&ty)))
            .collect();
        let mut out = Vec::new();
        for values in elements(dimensions) {
            let element = format!("{name}{}", self.scope.types.subscript(dimensions, &values));
            // `none` is the least value of its type.
            let mut initials: Vec<Value> = leaves.iter().map(|(_, domain)| domain.low()).collect();
            if let Some(initial) = &variable.initial {
                let mut reader = self.reader(Mode::Constant);
                if let Some((thread, arguments)) = owner {
                    reader.me = Some(*thread);
                    for ((binder, ty), value) in arguments {
                        reader.bind(&binder.name, ty.clone(), *value);
                    }
                }
                bind_all(&mut reader, &variable.indices, dimensions, &values);
                let fitted = reader.fitted(initial, ty, "the initial value");
                for (value, (leaf, (_, domain))) in
                    initials.iter_mut().zip(fitted.iter().zip(&leaves))
                {
                    *value = self.initial_value(leaf, domain, &initial.span).unwrap_or(*value);
                }
            }
            let cells = leaves.iter().zip(initials);
            out.extend(
                cells.map(|((end, domain), value)| {
                    (format!("{element}{end}"), domain.clone(), value)
                }),
            );
        }
        out
    }

    /// A constant of a domain; reported if it is not in it.
    fn initial_value(&mut self, leaf: &Leaf, domain: &Domain, span: &Span) -> Option<Value> {
        let Expression::Constant(value) = leaf.expression else { return None };
        if domain.has(value) {
            return Some(value);
        }
        let kind = SystemErrorKind::NeverInRange {
            what: "the initial value",
            value: value.to_string(),
            range: interval(domain.low().into(), domain.high().into()),
        };
        self.faults.add(kind, span.clone());
        None
    }

    /// Whether a local variable can be declared: its name is no parameter and no other local variable. A name that is
    /// global too is reported, and local.
    fn is_new_local(&mut self, group: usize, local: &Variable<'_>) -> bool {
        let declaration = &self.file.threads[self.declarations[group]];
        let name = local.name.text;
        let parameter = declaration.parameters.iter().find(|binder| binder.name.text == name);
        let other = self.scope.groups[group].locals.get(name).map(|other| other.span.clone());
        let near = parameter.map(|binder| binder.name.span()).or(other);
        let is_new = near.is_none();
        if let Some(first) =
            near.or_else(|| self.scope.names.get(name).map(|(_, span)| span.clone()))
        {
            let kind = SystemErrorKind::Duplicate { name: name.to_owned() };
            self.faults.add_with(kind, local.name.span(), first, "first declared here");
            self.scope.groups[group].ambiguous.insert(name.to_owned());
        }
        is_new
    }
}
