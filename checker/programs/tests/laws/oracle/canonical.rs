//! Canonical states by brute force: of all orders of the threads the one with the least state counts.

use std::collections::BTreeMap;

use super::interpret::{Giv, Item, St, Status, Th, What};
use super::term::Val;

/// Calls `visit` with all values of a thread.
fn thread_values(thread: &Th, visit: &mut dyn FnMut(Val)) {
    if let Status::Waiting(object, _) | Status::Notified(object, _) = thread.status {
        visit(object);
    }
    if thread.status == Status::Ended {
        return;
    }
    thread.env.values().for_each(|value| visit(*value));
    for item in &thread.stack {
        if let Item::Unlock(term, _) = item {
            term.values(visit);
        }
    }
    if let Some(doing) = &thread.doing {
        match &doing.what {
            What::Assign(_, given) => given_values(given, visit),
            What::Write(object, _, given) => {
                object.values(visit);
                given_values(given, visit);
            }
            What::Join(term)
            | What::Lock(_, term)
            | What::Assert(term)
            | What::Find(term, _)
            | What::Take(term, _)
            | What::Unlock(term) => term.values(visit),
            What::Decide(cond, ..) => cond.values(visit),
            What::Skip => {}
        }
    }
}

fn given_values(given: &Giv, visit: &mut dyn FnMut(Val)) {
    match given {
        Giv::Term(term) => term.values(visit),
        Giv::Any(low, high) => {
            low.values(visit);
            high.values(visit);
        }
        Giv::New | Giv::Fork(_) => {}
    }
}

fn map_given(given: &mut Giv, change: &dyn Fn(Val) -> Val) {
    match given {
        Giv::Term(term) => term.map(change),
        Giv::Any(low, high) => {
            low.map(change);
            high.map(change);
        }
        Giv::New | Giv::Fork(_) => {}
    }
}

fn map_thread(thread: &mut Th, change: &dyn Fn(Val) -> Val) {
    if thread.status == Status::Ended {
        thread.env.clear();
    }
    if let Status::Waiting(object, _) | Status::Notified(object, _) = &mut thread.status {
        *object = change(*object);
    }
    thread.env.values_mut().for_each(|value| *value = change(*value));
    for item in &mut thread.stack {
        if let Item::Unlock(term, _) = item {
            term.map(change);
        }
    }
    let Some(doing) = &mut thread.doing else { return };
    match &mut doing.what {
        What::Assign(_, given) => map_given(given, change),
        What::Write(object, _, given) => {
            object.map(change);
            map_given(given, change);
        }
        What::Join(term)
        | What::Lock(_, term)
        | What::Assert(term)
        | What::Find(term, _)
        | What::Take(term, _)
        | What::Unlock(term) => term.map(change),
        What::Decide(cond, ..) => cond.map(change),
        What::Skip => {}
    }
}

/// All orders of a list.
fn orders(list: &[u32]) -> Vec<Vec<u32>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (k, first) in list.iter().enumerate() {
        let rest = [&list[..k], &list[k + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [&[*first], &order[..]].concat()));
    }
    all
}

/// The objects and threads that can be reached from threads, in the order in which they are met.
fn reached(state: &St, from: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut objects, mut threads): (Vec<u32>, Vec<u32>) = (Vec::new(), from.to_vec());
    let (mut object, mut thread) = (0, 0);
    loop {
        let mut met: Vec<Val> = Vec::new();
        if let Some(at) = threads.get(thread) {
            thread += 1;
            thread_values(&state.threads[at], &mut |value| met.push(value));
        } else if let Some(at) = objects.get(object) {
            object += 1;
            met.extend(state.heap[at].cells.values());
            met.extend(state.heap[at].owner.map(|(owner, _)| owner));
        } else {
            return (objects, threads);
        }
        for value in met {
            match value {
                Val::Num(_) => {}
                Val::Obj(at) if objects.contains(&at) => {}
                Val::Thr(at) if threads.contains(&at) => {}
                Val::Obj(at) => objects.push(at),
                Val::Thr(at) => threads.push(at),
            }
        }
    }
}

/// The least of the states that differ from one in names alone, without what cannot be reached.
pub(crate) fn canonical(state: &St) -> St {
    let live: Vec<u32> = state
        .threads
        .iter()
        .filter(|(_, thread)| thread.status != Status::Ended)
        .map(|(number, _)| *number)
        .collect();
    let (_, kept) = reached(state, &live);
    let renamed = |order: Vec<u32>| {
        let (objects, threads) = reached(state, &order);
        let number = |list: &[u32], at: u32| {
            let place = list.iter().position(|found| *found == at).unwrap();
            u32::try_from(place).unwrap()
        };
        let change = |value: Val| match value {
            Val::Num(_) => value,
            Val::Obj(at) => Val::Obj(number(&objects, at)),
            Val::Thr(at) => Val::Thr(number(&threads, at)),
        };
        let mut new = St { threads: BTreeMap::new(), heap: BTreeMap::new() };
        for at in &threads {
            let mut thread = state.threads[at].clone();
            map_thread(&mut thread, &change);
            if thread.status == Status::Ended {
                // Nothing of it is left but its name.
                thread.code = 0;
            }
            new.threads.insert(number(&threads, *at), thread);
        }
        for at in &objects {
            let mut object = state.heap[at].clone();
            object.cells.values_mut().for_each(|value| *value = change(*value));
            object.owner = object.owner.map(|(owner, times)| (change(owner), times));
            new.heap.insert(number(&objects, *at), object);
        }
        new
    };
    orders(&kept).into_iter().map(renamed).min().unwrap_or_default()
}
