//! Types as they are written.

use super::Elaborator;
use crate::error::{Limit, SystemErrorKind};
use crate::scope::{Dimension, Meaning};
use crate::syntax::{BaseType, Binder, Expr, ExprKind, Name, Span, TypeExpr};
use crate::types::Type;
use reductio_system::Value;

impl Elaborator<'_> {
    /// The type that is written here; unknown after a fault. It may be a range without values: a variable of such a
    /// type is refused where it is declared ([`Self::inhabited`]), indices over it are those of an empty family.
    pub(crate) fn type_of(&mut self, written: &TypeExpr<'_>) -> Type {
        let base = match &written.base {
            BaseType::Bool => Type::Truth,
            BaseType::Thread => Type::Thread,
            BaseType::Range(bounds) => self.range_of(bounds, &written.span),
            BaseType::Named(name) => self.named_type(name),
        };
        if !written.or_none {
            return base;
        }
        match base {
            Type::Unknown => Type::Unknown,
            Type::Integer(low, high) if low == Value::MIN => {
                self.too_many(i64::from(low) - 1, high.into(), &written.span)
            }
            Type::Integer(low, high) if i64::from(high) - i64::from(low) + 2 > MOST_VALUES => {
                self.too_many(i64::from(low) - 1, high.into(), &written.span)
            }
            Type::Integer(..) | Type::Enumeration(_) | Type::Thread => Type::OrNone(Box::new(base)),
            other => {
                self.wrong_type(
                    "a range, an enumeration or `thread` before `or none`",
                    &other,
                    &written.span,
                );
                Type::Unknown
            }
        }
    }

    fn named_type(&mut self, name: &Name<'_>) -> Type {
        match self.scope.meaning(name.text) {
            Some(Meaning::Type(ty)) => ty.clone(),
            Some(Meaning::Broken) => Type::Unknown,
            Some(other) => {
                let (text, is) = (name.text.to_owned(), other.describe().to_owned());
                let wanted = "a type".to_owned();
                self.fault(SystemErrorKind::WrongKind { name: text, is, wanted }, &name.span());
                Type::Unknown
            }
            None => {
                let nearest = self.near_global(name.text, |m| matches!(m, Meaning::Type(_)));
                let text = name.text.to_owned();
                self.fault(
                    SystemErrorKind::UnknownName { what: "type", name: text, nearest },
                    &name.span(),
                );
                Type::Unknown
            }
        }
    }

    /// The type itself, if it has a value; otherwise the fault is reported, and the type is unknown.
    pub(crate) fn inhabited(&mut self, ty: Type, span: &Span) -> Type {
        let types = &self.scope.types;
        let leaves = types.leaves(&ty);
        let ranges = leaves.iter().map(|(_, leaf)| (leaf, types.range(leaf)));
        let empty = ranges.into_iter().find(|(_, (low, high))| low > high);
        let kind = match empty {
            None => return ty,
            Some((Type::Thread, _)) => SystemErrorKind::NoThreads,
            Some((_, (low, high))) => {
                SystemErrorKind::EmptyRange { low: low.into(), high: high.into() }
            }
        };
        self.fault(kind, span);
        Type::Unknown
    }

    /// The range between two constants. An empty range between two numbers is a mistake; one that constants make empty
    /// is that of an empty family.
    pub(crate) fn range_of(&mut self, bounds: &[Expr<'_>; 2], span: &Span) -> Type {
        let is_written = bounds.iter().all(|bound| matches!(bound.kind, ExprKind::Number(_)));
        let [low, high] = bounds;
        let (Some(low), Some(high)) = (self.constant(low), self.constant(high)) else {
            return Type::Unknown;
        };
        if low > high && is_written {
            let (low, high) = (low.into(), high.into());
            self.fault(SystemErrorKind::EmptyRange { low, high }, span);
            return Type::Unknown;
        }
        if i64::from(high) - i64::from(low) + 1 > MOST_VALUES {
            return self.too_many(low.into(), high.into(), span);
        }
        Type::Integer(low, high)
    }

    fn too_many(&mut self, low: i64, high: i64, span: &Span) -> Type {
        let size = (high - low + 1).unsigned_abs();
        self.fault(SystemErrorKind::Limit { limit: Limit::Values, size }, span);
        Type::Unknown
    }

    /// The indices of an array or of threads; none after a fault.
    pub(crate) fn dimensions(&mut self, binders: &[Binder<'_>]) -> Option<Vec<Dimension>> {
        let mut out = Vec::new();
        for binder in binders {
            let ty = self.type_of(&binder.ty);
            if !matches!(ty, Type::Integer(..) | Type::Enumeration(_) | Type::Thread) {
                self.wrong_type(
                    "a range, an enumeration or `thread` for an index",
                    &ty,
                    &binder.ty.span,
                );
                continue;
            }
            let (low, high) = self.scope.types.range(&ty);
            // 2^31 at most.
            let length = (i64::from(high) - i64::from(low) + 1).max(0);
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            out.push(Dimension { ty, low, length });
        }
        (out.len() == binders.len()).then_some(out)
    }
}

/// The most values of a cell.
const MOST_VALUES: i64 = 1 << 31;
