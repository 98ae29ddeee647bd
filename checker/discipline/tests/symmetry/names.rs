//! Orbits of states as they are printed: the least of all renamings. It knows of a system what somebody has written
//! down here, and nothing of how states are packed or sorted.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reductio_discipline::{Discipline, Packed};
use reductio_search::{Model, Order, Query, ReducedSteps};
use reductio_system::PackedState;

/// The names of what a renaming of one index type changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// The number of members.
    pub(crate) members: usize,
    /// The threads with an index of the type.
    pub(crate) threads: Vec<&'static str>,
    /// The variables and objects with one.
    pub(crate) arrays: Vec<&'static str>,
    /// The variables, or parts of them, whose values are of the type.
    pub(crate) values: Vec<&'static str>,
    /// The queues whose items, or this part of them, are of the type.
    pub(crate) queues: Vec<(&'static str, &'static str)>,
    /// Locals of single threads whose values are of the type, and where they are forgotten.
    pub(crate) forgotten: Vec<(&'static str, &'static str, &'static [&'static str])>,
}

type Printed = Vec<(String, String)>;

/// All renamings of so many members.
fn permutations(members: usize) -> Vec<Vec<usize>> {
    if members == 0 {
        return vec![Vec::new()];
    }
    let mut out = Vec::new();
    for shorter in permutations(members - 1) {
        for at in 0..members {
            let mut longer = shorter.clone();
            longer.insert(at, members - 1);
            out.push(longer);
        }
    }
    out
}

/// A text in which each `name[k]` of a list of names has another number.
fn renumbered(text: &str, names: &[&str], of: &[usize]) -> String {
    let mut out = String::new();
    let mut rest = text;
    'next: while !rest.is_empty() {
        for name in names {
            let is_start = !out.ends_with(|c: char| c.is_alphanumeric() || c == '.');
            if let Some(behind) = rest.strip_prefix(name)
                && is_start
                && let Some(behind) = behind.strip_prefix('[')
                && let Some((number, behind)) = behind.split_once(']')
                && let Ok(number) = number.parse::<usize>()
            {
                let _ = write!(out, "{name}[{}]", of[number]);
                rest = behind;
                continue 'next;
            }
        }
        let next = rest.chars().next().unwrap();
        out.push(next);
        rest = &rest[next.len_utf8()..];
    }
    out
}

impl Names {
    fn renamed(&self, state: &Printed, of: &[usize]) -> Printed {
        let get = |name: &str| state.iter().find(|(own, _)| own == name).map(|(_, v)| v.as_str());
        let number = |value: &str| match value.parse::<usize>() {
            Ok(number) => of[number].to_string(),
            Err(_) => value.to_owned(),
        };
        let threads: Vec<&str> = self.threads.clone();
        let all: Vec<&str> = self.threads.iter().chain(&self.arrays).copied().collect();
        let mut out: Printed = state
            .iter()
            .map(|(name, value)| {
                let mut value = renumbered(value, &threads, of);
                let base = |full: &str| name == full || name.starts_with(&format!("{full}["));
                if self.values.iter().any(|full| base(full)) {
                    value = number(&value);
                }
                for (queue, part) in &self.queues {
                    let slot = name
                        .strip_prefix(&format!("{queue}.item["))
                        .and_then(|rest| rest.strip_suffix(part))
                        .and_then(|rest| rest.strip_suffix(']'));
                    if let Some(slot) = slot.and_then(|slot| slot.parse::<usize>().ok()) {
                        let length = get(&format!("{queue}.length")).unwrap();
                        if slot < length.parse().unwrap() {
                            value = number(&value);
                        }
                    }
                }
                for (local, thread, at) in &self.forgotten {
                    let here = get(thread).unwrap();
                    let here = here.strip_prefix("failed at ").unwrap_or(here);
                    if name == local && !at.contains(&here) {
                        value = number(&value);
                    }
                }
                (renumbered(name, &all, of), value)
            })
            .collect();
        out.sort();
        out
    }

    /// The number of orbits of some states, under all renamings of each of some index types.
    pub(crate) fn orbits(all: &[Names], states: &[Printed]) -> usize {
        let mut groups: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for names in all {
            let longer = permutations(names.members);
            groups = groups
                .into_iter()
                .flat_map(|group| {
                    longer.iter().map(move |one| {
                        let mut group = group.clone();
                        group.push(one.clone());
                        group
                    })
                })
                .collect();
        }
        let least = |state: &Printed| {
            let renamed = |group: &Vec<Vec<usize>>| {
                let mut state = state.clone();
                state.sort();
                for (names, of) in all.iter().zip(group) {
                    state = names.renamed(&state, of);
                }
                state
            };
            groups.iter().map(renamed).min().unwrap()
        };
        states.iter().map(least).collect::<BTreeSet<Printed>>().len()
    }
}

/// The states that a plain search stores, as they are printed; none if there are too many, or it meets what ends one.
pub(crate) fn stored(discipline: &Discipline, order: Order, most: usize) -> Option<Vec<Printed>> {
    let model = Packed::new(discipline);
    let query = Query::default();
    let mut steps = ReducedSteps::new(&model, &order, &query);
    let mut seen: BTreeSet<PackedState> = BTreeSet::new();
    let mut open: Vec<PackedState> = Vec::new();
    let met = steps
        .begin(|_, state| {
            if seen.insert(state.clone()) {
                open.push(state.clone());
            }
        })
        .unwrap();
    if !met.is_nothing() {
        return None;
    }
    while let Some(state) = open.pop() {
        let mut more = Vec::new();
        let met = steps.from(&state, |step| more.push(step.end.clone())).unwrap();
        if met.endless.is_some() {
            return None;
        }
        for next in more {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(seen.iter().map(|state| model.parts(state)).collect())
}
