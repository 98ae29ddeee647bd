//! Indices of arrays.

use super::{Elaborator, Leaf, Typed};
use crate::error::SystemErrorKind;
use crate::scope::Dimension;
use crate::syntax::{Expr, Span};
use crate::types::{Type, interval};
use reductio_system::{Bounds, CellId, Expression, Index, Place};

/// An offset from a first cell: a number of cells, and indices that depend on the state.
#[derive(Clone, Debug)]
pub(crate) struct Offset {
    pub(crate) cells: usize,
    pub(crate) indices: Vec<Index>,
}

impl Offset {
    /// The place, `more` cells further.
    pub(crate) fn place(&self, first: CellId, more: usize) -> Place {
        let first = CellId::new(first.index() + self.cells + more);
        if self.indices.is_empty() {
            return Place::Cell(first);
        }
        Place::Element { first, indices: self.indices.clone().into() }
    }
}

impl Elaborator<'_> {
    /// The offset of the element with these indices, if elements have `size` cells. None after a fault.
    pub(super) fn offset(
        &mut self,
        name: &str,
        dimensions: &[Dimension],
        arguments: &[Expr<'_>],
        size: usize,
        span: &Span,
    ) -> Option<Offset> {
        if arguments.len() != dimensions.len() {
            let what = format!("indices of `{name}`");
            let (expected, found) = (dimensions.len(), arguments.len());
            self.fault(SystemErrorKind::WrongCount { what, expected, found }, span);
            return None;
        }
        let mut out = Offset { cells: 0, indices: Vec::new() };
        let mut stride = size;
        for (dimension, argument) in dimensions.iter().zip(arguments).rev() {
            let (value, bounds) = self.index(dimension, argument);
            let low = i64::from(dimension.low);
            let is_inside = low <= bounds.low && bounds.high < low + i64::from(dimension.length);
            match value {
                Expression::Constant(value) if is_inside => {
                    out.cells += usize::try_from(i64::from(value) - low).unwrap_or(0) * stride;
                }
                value => out.indices.insert(
                    0,
                    Index {
                        value,
                        low: dimension.low,
                        length: dimension.length,
                        stride: u32::try_from(stride).expect("fewer than 65,536 cells"),
                    },
                ),
            }
            stride *= dimension.length as usize;
        }
        Some(out)
    }

    /// The value of an index, as one of its dimension.
    fn index(&mut self, dimension: &Dimension, argument: &Expr<'_>) -> (Expression, Bounds) {
        let value = self.value(argument);
        if self.is_total && matches!(value.ty, Type::OrNone(_)) {
            let value = self.scope.types.describe(&value.ty);
            let range = self.scope.types.describe_range(&dimension.ty);
            self.partial(SystemErrorKind::PartialIndex { value, range }, &argument.span);
            let low = dimension.low;
            return (low.into(), super::exactly(low));
        }
        let is_fitting = value.ty == dimension.ty || matches!(value.ty, Type::Integer(..));
        let (low, high) = self.scope.types.range(&dimension.ty);
        // The fault is reported where the value is fitted.
        let is_never = match value.ty {
            Type::Integer(least, most) => most < low || high < least || high < low,
            _ => false,
        };
        let leaf = self.fit(value, &dimension.ty, &argument.span, "the index").swap_remove(0);
        let is_inside = i64::from(low) <= leaf.bounds.low && leaf.bounds.high <= i64::from(high);
        if is_fitting && !is_inside && !is_never {
            let value = interval(leaf.bounds.low, leaf.bounds.high);
            let range = self.scope.types.describe_range(&dimension.ty);
            self.partial(SystemErrorKind::PartialIndex { value, range }, &argument.span);
        }
        (leaf.expression, leaf.bounds)
    }

    /// The value in the cells at an offset.
    pub(super) fn read(&self, ty: &Type, first: CellId, offset: &Offset) -> Typed {
        let size = self.scope.types.size(ty);
        self.cells(ty, (0..size).map(|k| offset.place(first, k)).collect())
    }

    /// The value in these cells.
    pub(crate) fn cells(&self, ty: &Type, places: Vec<Place>) -> Typed {
        let types = &self.scope.types;
        let leaves = places.into_iter().zip(types.leaves(ty)).map(|(place, (_, leaf))| Leaf {
            expression: Expression::Read(place),
            bounds: types.bounds(&leaf),
        });
        Typed { ty: ty.clone(), leaves: leaves.collect() }
    }
}
