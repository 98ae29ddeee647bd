//! Expressions as people read them, with the names of cells, values, threads and control points.

use super::System;
use super::cell::VariableClass;
use super::expression::{Arithmetic, Comparison, Expression, Place};
use super::ids::{CellId, ThreadId, Value};

impl System {
    /// An expression in words that are those of the language of systems where it has some: `token == 0`,
    /// `user[1] at A, B`. The cells of locks, semaphores and queues have the names that reports show.
    pub fn words(&self, expression: &Expression) -> String {
        match expression {
            Expression::Constant(value) => value.to_string(),
            Expression::Read(place) => self.place_words(place),
            Expression::Not(inner) => format!("not {}", self.part_words(inner)),
            Expression::And(parts) if parts.is_empty() => "true".to_owned(),
            Expression::Or(parts) if parts.is_empty() => "false".to_owned(),
            Expression::And(parts) => self.joined_words(parts, " and "),
            Expression::Or(parts) => self.joined_words(parts, " or "),
            Expression::Compare(comparison, sides) => self.comparison_words(*comparison, sides),
            Expression::Compute(operation, sides) => {
                let word = match operation {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    Arithmetic::Divide => "div",
                    Arithmetic::Remainder => "mod",
                };
                format!("{} {word} {}", self.part_words(&sides[0]), self.part_words(&sides[1]))
            }
            Expression::Among(inner, values) => {
                if let Some(thread) = self.counter(inner) {
                    return self.at_words(thread, values);
                }
                let values: Vec<String> =
                    values.iter().map(|value| self.value_words(inner, *value)).collect();
                format!("{} in {{ {} }}", self.part_words(inner), values.join(", "))
            }
            Expression::If(parts) => format!(
                "if {} then {} else {}",
                self.part_words(&parts[0]),
                self.part_words(&parts[1]),
                self.part_words(&parts[2])
            ),
        }
    }

    /// Says in words that a thread is at one of these control points: `user[1] at A, B`.
    pub fn at_words(&self, thread: ThreadId, points: &[Value]) -> String {
        let owner = self.thread(thread);
        let name = |point: &Value| {
            let point = usize::try_from(*point).ok().and_then(|point| owner.points().get(point));
            point.map_or("nowhere", |point| point.name())
        };
        let names: Vec<&str> = points.iter().map(name).collect();
        format!("{} at {}", owner.name(), names.join(", "))
    }

    fn comparison_words(&self, comparison: Comparison, sides: &[Expression; 2]) -> String {
        let [left, right] = sides;
        if let (Comparison::Equal, Some(thread), Expression::Constant(point)) =
            (comparison, self.counter(left), right)
        {
            return self.at_words(thread, &[*point]);
        }
        let word = match comparison {
            Comparison::Equal => "==",
            Comparison::Different => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
        };
        // A constant is a value of the other side.
        let side = |side: &Expression, other: &Expression| match side {
            Expression::Constant(value) => self.value_words(other, *value),
            _ => self.part_words(side),
        };
        format!("{} {word} {}", side(left, right), side(right, left))
    }

    fn joined_words(&self, parts: &[Expression], between: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.part_words(part)).collect();
        parts.join(between)
    }

    /// An expression as a part of another one, in parentheses where it has parts itself.
    fn part_words(&self, expression: &Expression) -> String {
        let words = self.words(expression);
        let is_whole = matches!(expression, Expression::Constant(_) | Expression::Read(_));
        if is_whole { words } else { format!("({words})") }
    }

    fn place_words(&self, place: &Place) -> String {
        match place {
            Place::Cell(cell) => self.cell(*cell).name().to_owned(),
            Place::Element { first, indices } => {
                let name = self.variables()[self.cell(*first).variable().index()].name();
                let indices: Vec<String> =
                    indices.iter().map(|index| self.words(&index.value)).collect();
                format!("{name}[{}]", indices.join(", "))
            }
        }
    }

    /// A value that an expression is compared with.
    fn value_words(&self, of: &Expression, value: Value) -> String {
        let cell: Option<CellId> = match of {
            Expression::Read(Place::Cell(cell)) => Some(*cell),
            Expression::Read(Place::Element { first, .. }) => Some(*first),
            _ => None,
        };
        cell.map_or_else(|| value.to_string(), |cell| self.cell(cell).domain().show(value))
    }

    /// The thread whose program counter an expression reads.
    fn counter(&self, expression: &Expression) -> Option<ThreadId> {
        let Expression::Read(Place::Cell(cell)) = expression else { return None };
        match self.variables()[self.cell(*cell).variable().index()].class() {
            VariableClass::Counter(thread) => Some(thread),
            _ => None,
        }
    }
}
