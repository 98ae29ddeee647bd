//! The slice of a command that matters to a predicate. The slice is executed; of the rest only the touched objects are
//! noted.

use std::collections::BTreeSet;

use reductio_system::{Assignment, Cell, CellId, Expression, Place, System, Transition};

/// The number of a class of objects that have the same predicates, as all objects under one lock have.
pub(super) type ClassId = u32;

/// The slice of a command: which cells matter, and the treatment of each assignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    relevant: Vec<CellId>,
    assignments: Vec<Treatment>,
}

/// The treatment of an assignment.
#[derive(Clone, Debug)]
enum Treatment {
    /// It is executed in full.
    Full,
    /// It is executed, but it does not matter which element it changes.
    Unread,
    /// It is not executed: nothing that matters reads the cell that it changes, it does not fail, and in every state it
    /// touches just these classes.
    Touches(Vec<ClassId>),
}

impl Plan {
    /// Makes the slice for predicates that read the cells in `support`. `classes` has the class of each cell's object.
    pub(super) fn new(
        system: &System,
        transition: &Transition,
        support: &[CellId],
        classes: &[Option<ClassId>],
    ) -> Self {
        let command = transition.command();
        if command.is_empty() {
            return Plan::default();
        }
        let mut relevant: BTreeSet<CellId> = support.iter().copied().collect();
        let mut assignments = Vec::with_capacity(command.len());
        // Backwards: what is read matters only if what it goes into does.
        for assignment in command.iter().rev() {
            let treatment = treatment(system.cells(), assignment, &relevant, classes);
            if !matches!(treatment, Treatment::Touches(_)) {
                let mut read = |place: &Place| {
                    place.for_each_candidate(&mut |cell| {
                        relevant.insert(cell);
                    });
                };
                assignment.value.for_each_place(&mut read);
                if let Place::Element { indices, .. } = &assignment.target {
                    indices.iter().for_each(|index| index.value.for_each_place(&mut read));
                }
            }
            assignments.push(treatment);
        }
        assignments.reverse();
        Plan { relevant: relevant.into_iter().collect(), assignments }
    }

    /// The cells whose values matter after the transition or within it, sorted.
    pub(super) fn relevant(&self) -> &[CellId] {
        &self.relevant
    }

    /// The classes that an assignment touches, if nothing else about it matters.
    pub(super) fn touched_only(&self, assignment: usize) -> Option<&[ClassId]> {
        match self.assignments.get(assignment) {
            Some(Treatment::Touches(classes)) => Some(classes),
            _ => None,
        }
    }

    /// Decides whether the element that an assignment changes does not matter.
    pub(super) fn is_unread(&self, assignment: usize) -> bool {
        matches!(self.assignments.get(assignment), Some(Treatment::Unread))
    }
}

fn treatment(
    cells: &[Cell],
    assignment: &Assignment,
    relevant: &BTreeSet<CellId>,
    classes: &[Option<ClassId>],
) -> Treatment {
    let mut is_read = false;
    let mut is_like_another = true;
    let mut domain = None;
    assignment.target.for_each_candidate(&mut |cell| {
        is_read |= relevant.contains(&cell);
        let own = cells[cell.index()].domain();
        let own = (own.low(), own.high());
        is_like_another &= *domain.get_or_insert(own) == own;
    });
    if is_read {
        return Treatment::Full;
    }
    let mut touched = Vec::new();
    let is_known = touches(&assignment.value, classes, &mut touched)
        && touches_at(&assignment.target, classes, &mut touched);
    if is_known && !assignment.can_fail(cells) {
        return Treatment::Touches(touched);
    }
    let is_one_class = class_at(&assignment.target, classes).is_some();
    if is_like_another && is_one_class { Treatment::Unread } else { Treatment::Full }
}

/// Adds the classes that the evaluation of an expression touches. Returns `false` if they are not the same in all
/// states.
fn touches(
    expression: &Expression,
    classes: &[Option<ClassId>],
    touched: &mut Vec<ClassId>,
) -> bool {
    match expression {
        Expression::Constant(_) => true,
        Expression::Read(place) => touches_at(place, classes, touched),
        Expression::Not(inner) | Expression::Among(inner, _) => touches(inner, classes, touched),
        Expression::Compare(_, sides) | Expression::Compute(_, sides) => {
            sides.iter().all(|side| touches(side, classes, touched))
        }
        // Only the first part is evaluated in all states.
        Expression::And(parts) | Expression::Or(parts) => {
            parts.iter().enumerate().all(|(k, part)| {
                let before = touched.len();
                touches(part, classes, touched) && (k == 0 || touched.len() == before)
            })
        }
        Expression::If(parts) => {
            if !touches(&parts[0], classes, touched) {
                return false;
            }
            let mut other = touched.clone();
            let is_known =
                touches(&parts[1], classes, touched) && touches(&parts[2], classes, &mut other);
            is_known
                && touched.len() == other.len()
                && touched.iter().all(|class| other.contains(class))
        }
    }
}

fn touches_at(place: &Place, classes: &[Option<ClassId>], touched: &mut Vec<ClassId>) -> bool {
    if let Place::Element { indices, .. } = place
        && !indices.iter().all(|index| touches(&index.value, classes, touched))
    {
        return false;
    }
    let Some(class) = class_at(place, classes) else { return false };
    if let Some(class) = class
        && !touched.contains(&class)
    {
        touched.push(class);
    }
    true
}

/// The class of all cells that a place may be: `Some(None)` if none is protected, `None` if the classes differ.
#[expect(clippy::option_option, reason = "whether it is known, and then whether there is one")]
fn class_at(place: &Place, classes: &[Option<ClassId>]) -> Option<Option<ClassId>> {
    let mut found = None;
    let mut is_one = true;
    place.for_each_candidate(&mut |cell| {
        let class = classes.get(cell.index()).copied().flatten();
        is_one &= *found.get_or_insert(class) == class;
    });
    found.filter(|_| is_one)
}

#[cfg(test)]
mod tests;
