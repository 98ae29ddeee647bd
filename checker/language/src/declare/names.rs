//! The global names of a text, each once, and the order in which constants and types can be worked out.

use rustc_hash::FxHashMap;

use crate::error::SystemErrorKind;
use crate::faults::Faults;
use crate::help::{DISCIPLINED, UNSHARED};
use crate::scope::{Meaning, Scope};
use crate::syntax::{
    BaseType, Expr, ExprKind, File, Name, ObjectKind, Sharing, TypeBody, TypeExpr,
};

/// Gives every declared name an entry; the first declaration of a name counts, later ones are reported.
pub(super) fn register(file: &File<'_>, scope: &mut Scope, faults: &mut Faults) {
    let mut all: Vec<(Name<'_>, &'static str)> = Vec::new();
    all.extend(file.constants.iter().map(|c| (c.name, "a constant")));
    for declaration in &file.types {
        all.push((declaration.name, "a type"));
        if let TypeBody::Enumeration(values) = &declaration.body {
            all.extend(values.iter().map(|value| (*value, "a value of an enumeration")));
        }
    }
    for variable in &file.variables {
        let is = match variable.sharing {
            Sharing::Open => OPEN,
            Sharing::Protected(_) => PROTECTED,
            Sharing::Unshared => UNSHARED,
            Sharing::Disciplined(_) => DISCIPLINED,
        };
        all.push((variable.name, is));
    }
    all.extend(file.objects.iter().map(|object| {
        let is = match object.kind {
            ObjectKind::Lock { is_monitor: false, .. } => "a lock",
            ObjectKind::Lock { is_monitor: true, .. } => "a monitor",
            ObjectKind::Semaphore { .. } => "a semaphore",
            ObjectKind::Queue { .. } => "a queue",
        };
        (object.name, is)
    }));
    all.extend(file.threads.iter().map(|thread| (thread.name, "a thread")));
    all.sort_by_key(|(name, _)| name.start);
    let mut kinds: FxHashMap<&str, &'static str> = FxHashMap::default();
    for (name, is) in all {
        let Some((_, first)) = scope.names.get(name.text) else {
            kinds.insert(name.text, is);
            let is_value = matches!(is, "a constant" | "a type" | "a value of an enumeration");
            let is = if is == OPEN { "a variable" } else { is };
            let meaning = if is_value { Meaning::Broken } else { Meaning::Declared(is) };
            scope.names.insert(name.text.to_owned(), (meaning, name.span()));
            continue;
        };
        let known = kinds[name.text];
        let text = name.text.to_owned();
        let has_class = |is| [PROTECTED, UNSHARED, DISCIPLINED].contains(&is);
        let kind = if has_class(known) || has_class(is) {
            SystemErrorKind::Contradiction { name: text, first: known, second: is }
        } else {
            SystemErrorKind::Duplicate { name: text }
        };
        faults.add_with(kind, name.span(), first.clone(), "first declared here");
        // Which of them is meant where the name is used is not known.
        scope.broken.insert(name.text.to_owned());
    }
}

const PROTECTED: &str = "a protected variable";
const OPEN: &str = "a variable that is open to all";

/// A constant or a type, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Constant(usize),
    Type(usize),
}

/// The constants and types, each behind those that it mentions. One that is declared through itself is reported, and
/// left out.
pub(super) fn in_order(file: &File<'_>, faults: &mut Faults) -> Vec<Item> {
    let constants = file.constants.iter().enumerate().map(|(k, c)| (c.name, Item::Constant(k)));
    let types = file.types.iter().enumerate().map(|(k, t)| (t.name, Item::Type(k)));
    let items: Vec<(Name<'_>, Item)> = constants.chain(types).collect();
    let numbers: FxHashMap<&str, usize> =
        items.iter().enumerate().rev().map(|(number, (name, _))| (name.text, number)).collect();
    let mentions: Vec<Vec<usize>> = items
        .iter()
        .map(|(_, item)| {
            let mut names = Vec::new();
            match item {
                Item::Constant(k) => expression_names(&file.constants[*k].value, &mut names),
                Item::Type(k) => body_names(&file.types[*k].body, &mut names),
            }
            names.iter().filter_map(|name| numbers.get(name).copied()).collect()
        })
        .collect();
    let mut order = Vec::new();
    let mut state = vec![State::New; items.len()];
    for start in 0..items.len() {
        // A path of items with the number of their mentions that have been looked at: no recursion, whatever the
        // length.
        let mut path = vec![(start, 0)];
        if state[start] != State::New {
            continue;
        }
        state[start] = State::Open;
        while let Some((item, next)) = path.last_mut() {
            let (item, looked) = (*item, *next);
            *next += 1;
            let Some(&mentioned) = mentions[item].get(looked) else {
                path.pop();
                if state[item] == State::Open {
                    state[item] = State::Done;
                    order.push(items[item].1);
                }
                continue;
            };
            match state[mentioned] {
                State::Done | State::Cyclic => {}
                State::New => {
                    state[mentioned] = State::Open;
                    path.push((mentioned, 0));
                }
                State::Open => {
                    let from = path.iter().position(|(item, _)| *item == mentioned).unwrap_or(0);
                    report_cycle(&items, &path[from..], faults);
                    for (item, _) in &path[from..] {
                        state[*item] = State::Cyclic;
                    }
                }
            }
        }
    }
    order
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
    Cyclic,
}

fn report_cycle(items: &[(Name<'_>, Item)], path: &[(usize, usize)], faults: &mut Faults) {
    let Some((first, _)) = path.first() else { return };
    let mut names: Vec<&str> = path.iter().map(|(item, _)| items[*item].0.text).collect();
    names.push(names[0]);
    if names.len() > SHOWN {
        names.splice(SHOWN - 2..names.len() - 1, ["..."]);
    }
    let kind =
        SystemErrorKind::Cycle { name: items[*first].0.text.to_owned(), cycle: names.join(", ") };
    faults.add(kind, items[*first].0.span());
}

/// The most names of a cycle that are shown.
const SHOWN: usize = 8;

fn body_names<'a>(body: &TypeBody<'a>, names: &mut Vec<&'a str>) {
    match body {
        TypeBody::Plain(ty) => type_names(ty, names),
        TypeBody::Enumeration(_) | TypeBody::Any { .. } => {}
        TypeBody::Record(fields) => fields.iter().for_each(|(_, ty)| type_names(ty, names)),
    }
}

fn type_names<'a>(ty: &TypeExpr<'a>, names: &mut Vec<&'a str>) {
    if let BaseType::Named(name) = &ty.base {
        names.push(name.text);
    }
    ty.bounds().for_each(|bound| expression_names(bound, names));
}

/// The names in an expression, bound ones included.
pub(super) fn expression_names<'a>(expr: &Expr<'a>, names: &mut Vec<&'a str>) {
    match &expr.kind {
        ExprKind::Name(name) => names.push(name),
        ExprKind::Quantified { binders, .. } | ExprKind::Count { binders, .. } => {
            for binder in binders {
                type_names(&binder.ty, names);
            }
        }
        _ => {}
    }
    expr.kind.parts().into_iter().for_each(|part| expression_names(part, names));
}
