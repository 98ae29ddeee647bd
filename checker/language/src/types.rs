//! Types of values.

use reductio_system::{Bounds, Domain, Value};

/// The type of a value. That of an integer expression has its possible values, as far as the declared types tell: they
/// are the same for every instance of a replicated thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// The type of an expression whose fault has been reported: it fits everywhere.
    Unknown,
    Truth,
    Integer(Value, Value),
    /// An enumeration, by its number in [`Types`].
    Enumeration(usize),
    Thread,
    /// The type of `none`, before it is known of which type it is a value.
    None,
    /// An integer range, an enumeration or `thread`, with `none`; kept as one less than the least value.
    OrNone(Box<Type>),
    /// A record, by its number in [`Types`].
    Record(usize),
}

/// An enumeration.
#[derive(Clone, Debug)]
pub(super) struct Enumeration {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// A record.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) name: String,
    pub(super) fields: Vec<Field>,
    /// The cells of a record: its fields, and those of the records in it, with their names.
    pub(super) leaves: Vec<(String, Type)>,
}

/// A field of a record.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: Type,
    /// The number of cells before it.
    pub(super) offset: usize,
}

/// The enumerations and records that the numbers in a [`Type`] stand for, and the threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Types {
    pub(super) enumerations: Vec<Enumeration>,
    pub(super) records: Vec<Record>,
    /// The names of the threads, once they are known.
    pub(super) threads: Vec<String>,
}

impl Types {
    /// The least and the greatest value of a type of one cell.
    pub(super) fn range(&self, ty: &Type) -> (Value, Value) {
        let below = |count: usize| Value::try_from(count).unwrap_or(Value::MAX) - 1;
        match ty {
            Type::Truth => (0, 1),
            Type::Integer(low, high) => (*low, *high),
            Type::Enumeration(number) => (0, below(self.enumerations[*number].values.len())),
            Type::Thread => (0, below(self.threads.len())),
            Type::OrNone(base) => (self.none(base), self.range(base).1.max(self.none(base))),
            Type::Unknown | Type::None | Type::Record(_) => (0, 0),
        }
    }

    /// The value that stands for `none` in `base or none`.
    pub(super) fn none(&self, base: &Type) -> Value {
        self.range(base).0.saturating_sub(1)
    }

    /// The values of a type of one cell, as bounds.
    pub(super) fn bounds(&self, ty: &Type) -> Bounds {
        let (low, high) = self.range(ty);
        Bounds { low: low.into(), high: high.into(), can_fail: false }
    }

    /// The domain of a cell.
    pub(super) fn domain(&self, ty: &Type) -> Domain {
        let named = |low, names: Vec<String>| Domain::named(low, names);
        let or_none = |names: &[String]| {
            named(-1, std::iter::once("none".to_owned()).chain(names.iter().cloned()).collect())
        };
        let domain = match ty {
            Type::Enumeration(number) => named(0, self.enumerations[*number].values.clone()),
            Type::Thread => named(0, self.threads.clone()),
            Type::Integer(low, high) => Domain::integers(*low, *high),
            Type::OrNone(base) => match &**base {
                Type::Enumeration(number) => or_none(&self.enumerations[*number].values),
                Type::Thread => or_none(&self.threads),
                base => match self.range(base) {
                    (low, high) if low > high => named(self.none(base), vec!["none".to_owned()]),
                    (low, high) => Domain::integers_or_none(low, high),
                },
            },
            Type::Truth | Type::Unknown | Type::None | Type::Record(_) => Ok(Domain::truth()),
        };
        domain.expect("types are checked when they are declared")
    }

    /// The cells of a value, each with the end of its name, and its type.
    pub(super) fn leaves(&self, ty: &Type) -> Vec<(String, Type)> {
        match ty {
            Type::Record(number) => self.records[*number].leaves.clone(),
            _ => vec![(String::new(), ty.clone())],
        }
    }

    /// The number of cells of a value.
    pub(super) fn size(&self, ty: &Type) -> usize {
        match ty {
            Type::Record(number) => self.records[*number].leaves.len(),
            _ => 1,
        }
    }

    /// The type as messages name it; integers without their range.
    pub(super) fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Unknown => "something".to_owned(),
            Type::Truth => "a truth value".to_owned(),
            Type::Integer(..) => "an integer".to_owned(),
            Type::Enumeration(number) => {
                format!("a value of `{}`", self.enumerations[*number].name)
            }
            Type::Thread => "a thread".to_owned(),
            Type::None => "`none`".to_owned(),
            Type::OrNone(base) => format!("{} or `none`", self.describe(base)),
            Type::Record(number) => format!("a record `{}`", self.records[*number].name),
        }
    }

    /// The values of a type as messages name them: `0 .. 3`.
    pub(super) fn describe_range(&self, ty: &Type) -> String {
        match ty {
            Type::Integer(low, high) => interval(i64::from(*low), i64::from(*high)),
            Type::OrNone(base) => format!("{} or none", self.describe_range(base)),
            Type::Enumeration(number) => format!("`{}`", self.enumerations[*number].name),
            _ => self.describe(ty),
        }
    }
}

/// `low .. high`, or the only value.
pub(super) fn interval(low: i64, high: i64) -> String {
    if low == high { low.to_string() } else { format!("{low} .. {high}") }
}

/// A type that has the values of both, if there is one.
pub(super) fn join(left: &Type, right: &Type) -> Option<Type> {
    Some(match (left, right) {
        (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
        (Type::Integer(a, b), Type::Integer(c, d)) => Type::Integer(*a.min(c), *b.max(d)),
        (Type::None, base @ (Type::Integer(..) | Type::Enumeration(_) | Type::Thread))
        | (base @ (Type::Integer(..) | Type::Enumeration(_) | Type::Thread), Type::None) => {
            Type::OrNone(Box::new(base.clone()))
        }
        (Type::OrNone(_), Type::None) => left.clone(),
        (Type::None, Type::OrNone(_)) => right.clone(),
        (Type::OrNone(left), Type::OrNone(right)) => Type::OrNone(Box::new(join(left, right)?)),
        (Type::OrNone(left), right) => Type::OrNone(Box::new(join(left, right)?)),
        (left, Type::OrNone(right)) => Type::OrNone(Box::new(join(left, right)?)),
        _ if left == right => left.clone(),
        _ => return None,
    })
}
