//! The threads that initialize disciplined variables.

use super::{Work, bind_all, built};
use crate::elaborate::{Elaborator, Mode};
use crate::error::SystemErrorKind;
use crate::scope::{Meaning, elements};
use crate::syntax::{Expr, ExprKind, Sharing};
use crate::types::Type;
use reductio_system::{CellId, Expression, ThreadId};

impl Work<'_, '_> {
    /// Notes the initializing thread of each element of each disciplined variable. The code of threads has been read:
    /// a thread that never touches the element is refused.
    pub(crate) fn initialize(&mut self) {
        // Code that could not be read may be where a thread touches the variable.
        let is_read = self.faults.is_empty();
        for variable in &self.file.variables {
            let Sharing::Disciplined(Some(thread)) = &variable.sharing else { continue };
            if !self.is_first(&variable.name) {
                continue;
            }
            let Some(Meaning::Variable { array, .. }) =
                self.scope.meaning(variable.name.text).cloned()
            else {
                continue;
            };
            let size = self.scope.types.size(&array.ty);
            for (number, values) in elements(&array.dimensions).enumerate() {
                let mut reader = self.reader(Mode::Constant);
                bind_all(&mut reader, &variable.indices, &array.dimensions, &values);
                let found = reader.initializer(thread);
                let (Some(found), true) = (found, is_read) else { continue };
                let first = array.first.index() + number * size;
                let cells = (first..first + size).map(CellId::new);
                if !cells.clone().any(|cell| self.builder.touches(found, cell)) {
                    let subscript = self.scope.types.subscript(&array.dimensions, &values);
                    let kind = SystemErrorKind::NeverTouches {
                        thread: self.scope.types.threads[found.index()].clone(),
                        name: format!("{}{subscript}", variable.name.text),
                    };
                    self.faults.add(kind, thread.span.clone());
                    continue;
                }
                // Of a record the thread may initialize the fields that it touches.
                for cell in cells {
                    if self.builder.touches(found, cell) {
                        built(self.builder.initialized_by(cell, found));
                    }
                }
            }
        }
    }
}

impl Elaborator<'_> {
    /// The thread that stands behind `initialized by`.
    fn initializer(&mut self, thread: &Expr<'_>) -> Option<ThreadId> {
        let name = match &thread.kind {
            ExprKind::Name(name) => Some((name, thread.span.clone())),
            ExprKind::Index(base, _) => match &base.kind {
                ExprKind::Name(name) => Some((name, base.span.clone())),
                _ => None,
            },
            _ => None,
        };
        if let Some((name, span)) = name
            && !self.bound.iter().any(|bound| bound.name == *name)
        {
            let name = (*name).to_owned();
            let wrong = match self.scope.meaning(&name) {
                Some(Meaning::Group(_) | Meaning::Broken) => None,
                Some(other) => {
                    let (is, wanted) = (other.describe().to_owned(), "a thread".to_owned());
                    Some(SystemErrorKind::WrongKind { name, is, wanted })
                }
                None => {
                    let nearest = self.near_global(&name, |m| matches!(m, Meaning::Group(_)));
                    Some(SystemErrorKind::UnknownName { what: "thread", name, nearest })
                }
            };
            if let Some(wrong) = wrong {
                self.fault(wrong, &span);
                return None;
            }
        }
        let leaf = self.fitted(thread, &Type::Thread, "the initializing thread").swap_remove(0);
        let Expression::Constant(number) = leaf.expression else { return None };
        let number = usize::try_from(number).ok()?;
        (number < self.scope.types.threads.len()).then(|| ThreadId::new(number))
    }
}
