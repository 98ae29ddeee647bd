//! The names in conditions about states: static variables, and fields of the only object of a class.

use reductio_temporal::Formula;

use super::error::{Faults, SourceErrorKind, nearest};
use super::syntax::{Expr, ExprKind, Span};
use crate::condition::{Condition, Path, Root};
use crate::ids::{ClassId, FieldId, StaticId};
use crate::instruction::Expression;
use crate::program::Program;

/// Gives the names of a formula their meaning in a program. `None` where one has none, which is reported.
pub(super) fn formula(
    written: &Formula<Expr>,
    program: &Program,
    faults: &mut Faults,
) -> Option<Formula<Condition>> {
    let conditions = written.map(|expr| condition(expr, program, faults));
    conditions.try_map(|condition| condition.clone().ok_or(())).ok()
}

/// Gives the names of an expression their meaning in a program. `None` where one has none, which is reported.
fn condition(expr: &Expr, program: &Program, faults: &mut Faults) -> Option<Condition> {
    let mut paths = Vec::new();
    let value = expression(expr, program, &mut paths, faults)?;
    // As it is printed, so that its words do not depend on the layout.
    Some(Condition::new(expr.to_string(), value, paths))
}

fn expression(
    expr: &Expr,
    program: &Program,
    paths: &mut Vec<Path>,
    faults: &mut Faults,
) -> Option<Expression> {
    Some(match &expr.kind {
        ExprKind::Number(number) => Expression::Constant(*number),
        ExprKind::Null => Expression::Constant(0),
        ExprKind::Unary(op, of) => Expression::unary(*op, expression(of, program, paths, faults)?),
        ExprKind::Binary(op, left, right) => {
            let left = expression(left, program, paths, faults);
            let right = expression(right, program, paths, faults);
            Expression::binary(*op, left?, right?)
        }
        ExprKind::Local(_) | ExprKind::Field(..) => {
            let path = path(expr, program, faults)?;
            let place = paths.iter().position(|known| *known == path).unwrap_or(paths.len());
            if place == paths.len() {
                paths.push(path);
            }
            Path::register(place).into()
        }
    })
}

/// The names of `a.b.c`, and the place of each; `None` if the first is no name.
fn names(expr: &Expr) -> Option<Vec<(&str, Span)>> {
    let mut names = Vec::new();
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Field(of, field) => {
                names.push((&field.text[..], field.span.clone()));
                at = of;
            }
            ExprKind::Local(name) => {
                names.push((name, at.span.clone()));
                names.reverse();
                return Some(names);
            }
            _ => return None,
        }
    }
}

fn path(expr: &Expr, program: &Program, faults: &mut Faults) -> Option<Path> {
    let Some(names) = names(expr) else {
        let found = "another expression before `.`".to_owned();
        let expected = vec!["a static variable, or a class with a field".to_owned()];
        faults.add(SourceErrorKind::Expected { expected, found }, expr.span.clone());
        return None;
    };
    // The name of a variable or class may have dots of its own. The longest that there is counts.
    let joined = |count: usize| {
        let words: Vec<&str> = names[..count].iter().map(|(name, _)| *name).collect();
        words.join(".")
    };
    let lengths = (1..=names.len()).rev();
    let variable =
        lengths.clone().find_map(|count| Some((find_static(program, &joined(count))?, count)));
    let class =
        lengths.skip(1).find_map(|count| Some((find_class(program, &joined(count))?, count)));
    let (root, count) = match (variable, class) {
        (Some((variable, count)), _) => (Root::Static(variable), count),
        (None, Some((class, count))) => (Root::Only(class), count),
        (None, None) => {
            unknown(expr, program, faults);
            return None;
        }
    };
    let mut steps = Vec::new();
    for (name, span) in &names[count..] {
        let mut fields = find_fields(program, name);
        // The first field belongs to the class that is named.
        if let (Root::Only(class), true) = (root, steps.is_empty()) {
            fields.retain(|(owner, _)| {
                owner.is_none_or(|owner| {
                    owner == class
                        || program.is_below(class, owner)
                        || program.is_below(owner, class)
                })
            });
        }
        if fields.is_empty() {
            let known = program.fields().iter().map(|field| last_name(field));
            let nearest = nearest(name, known);
            let name = (*name).to_owned();
            faults.add(SourceErrorKind::UnknownField { name, nearest }, span.clone());
            return None;
        }
        steps.push(fields);
    }
    Some(Path { root, steps })
}

fn unknown(expr: &Expr, program: &Program, faults: &mut Faults) {
    let name = names(expr).unwrap_or_default();
    let name: Vec<&str> = name.iter().map(|(name, _)| *name).collect();
    let name = name.join(".");
    let statics = program.statics().iter().map(|variable| &variable.name);
    let classes = program.classes().iter().map(|class| &class.name);
    // With a field behind it, what is meant may be a class.
    let of = name.rsplit_once('.').map_or("", |(of, _)| of);
    let nearest = nearest(&name, statics.map(String::as_str))
        .or_else(|| nearest(of, classes.map(String::as_str)));
    faults.add(SourceErrorKind::UnknownVariable { name, nearest }, expr.span.clone());
}

/// Whether a name of the program is the one that is written: `Outer.Inner` stands for `Outer$Inner`.
fn is_named(name: &str, written: &str) -> bool {
    name.len() == written.len()
        && name.chars().zip(written.chars()).all(|(a, b)| a == b || a == '$' && b == '.')
}

fn find_static(program: &Program, written: &str) -> Option<StaticId> {
    let mut all = (0..).zip(program.statics());
    all.find(|(_, variable)| is_named(&variable.name, written)).map(|(k, _)| StaticId(k))
}

fn find_class(program: &Program, written: &str) -> Option<ClassId> {
    let mut all = (0..).zip(program.classes());
    all.find(|(_, class)| is_named(&class.name, written)).map(|(k, _)| ClassId(k))
}

fn last_name(field: &str) -> &str {
    field.rsplit_once('.').map_or(field, |(_, name)| name)
}

/// The fields of a name, with the classes that they belong to.
fn find_fields(program: &Program, name: &str) -> Vec<(Option<ClassId>, FieldId)> {
    let all = (0..).zip(program.fields()).filter(|(_, field)| last_name(field) == name);
    all.map(|(k, field)| {
        let class = field.rsplit_once('.').and_then(|(class, _)| find_class(program, class));
        (class, FieldId(k))
    })
    .collect()
}
