//! Makes automata smaller: states with the same future are put together, and states and marks that no accepted run
//! needs are left out.

use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Transition};
use super::bits::BitSet;
use super::limits::{Budget, NotTranslated};

/// Makes an automaton with the same accepted runs that is at most as large.
pub(super) fn simplify<A>(
    automaton: Automaton<A>,
    budget: &mut Budget<'_>,
) -> Result<Automaton<A>, NotTranslated> {
    let Automaton { atoms, marks, states } = automaton;
    let states = merge(&states, budget)?;
    let components = components(&states);
    let states = prune(states, &components, marks);
    let (states, marks) = drop_marks(states, marks);
    let states = merge(&states, budget)?;
    Ok(Automaton { atoms, marks, states: reachable(&states) })
}

/// Puts states together that are bisimilar: for each transition of one the other has one with the same guard and marks
/// that leads to a bisimilar state. State 0 stays the first.
fn merge(
    states: &[Vec<Transition>],
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Transition>>, NotTranslated> {
    let mut classes = vec![0; states.len()];
    let mut count = 1;
    loop {
        let mut numbers = FxHashMap::default();
        let mut next = Vec::with_capacity(states.len());
        for (state, transitions) in states.iter().enumerate() {
            budget.spend(1 + transitions.len())?;
            let key = (classes[state], seen_as(transitions, &classes));
            let number = numbers.len();
            next.push(*numbers.entry(key).or_insert(number));
        }
        classes = next;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let mut merged = vec![Vec::new(); count];
    // Classes are numbered by their first states.
    for (state, transitions) in states.iter().enumerate().rev() {
        merged[classes[state]] = weakest(seen_as(transitions, &classes));
    }
    Ok(merged)
}

/// The transitions, which lead to the classes of states.
fn seen_as(transitions: &[Transition], classes: &[usize]) -> Vec<Transition> {
    let mut seen: Vec<Transition> =
        transitions.iter().map(|old| Transition { to: classes[old.to], ..old.clone() }).collect();
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// The transitions without those beside which another one leads to the same state, with a guard that is true at least
/// as often and at least the same marks.
fn weakest(transitions: Vec<Transition>) -> Vec<Transition> {
    let is_better = |one: &Transition, other: &Transition| {
        one.to == other.to && one.guard.is_weaker(&other.guard) && other.marks.is_subset(&one.marks)
    };
    let mut kept: Vec<Transition> = Vec::new();
    for new in transitions {
        if !kept.iter().any(|old| is_better(old, &new)) {
            kept.retain(|old| !is_better(&new, old));
            kept.push(new);
        }
    }
    kept
}

/// The number of each state's strongly connected component; transitions between components lead to lower numbers. This
/// is the algorithm of Tarjan.
fn components(states: &[Vec<Transition>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let mut order = vec![NEW; states.len()];
    let mut low = vec![NEW; states.len()];
    let mut component = vec![NEW; states.len()];
    let (mut visited, mut found) = (0, 0);
    let mut open = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in 0..states.len() {
        if order[start] == NEW {
            path.push((start, 0));
        }
        while let Some((state, next)) = path.last_mut() {
            let state = *state;
            if *next == 0 {
                order[state] = visited;
                low[state] = visited;
                visited += 1;
                open.push(state);
            } else {
                let before = states[state][*next - 1].to;
                if component[before] == NEW {
                    low[state] = low[state].min(low[before]);
                }
            }
            if let Some(transition) = states[state].get(*next) {
                *next += 1;
                let to = transition.to;
                if order[to] == NEW {
                    path.push((to, 0));
                } else if component[to] == NEW {
                    low[state] = low[state].min(order[to]);
                }
                continue;
            }
            path.pop();
            if low[state] == order[state] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == state {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

/// Leaves out transitions to states from which no run is accepted, and marks where they do not matter: a run comes
/// there only finitely often, or is not accepted if it stays.
fn prune(
    mut states: Vec<Vec<Transition>>,
    component: &[usize],
    marks: usize,
) -> Vec<Vec<Transition>> {
    let count = component.iter().max().map_or(0, |last| last + 1);
    let mut within: Vec<Option<BitSet>> = vec![None; count];
    for (state, transitions) in states.iter().enumerate() {
        for transition in transitions {
            if component[transition.to] == component[state] {
                within[component[state]].get_or_insert_default().extend(&transition.marks);
            }
        }
    }
    let all = BitSet::below(marks);
    let accepts: Vec<bool> = within.iter().map(|within| within.as_ref() == Some(&all)).collect();
    let mut is_useful = accepts.clone();
    // Successors have lower numbers.
    let mut by_component: Vec<usize> = (0..states.len()).collect();
    by_component.sort_by_key(|&state| component[state]);
    for state in by_component {
        let leads_on = states[state].iter().any(|transition| is_useful[component[transition.to]]);
        is_useful[component[state]] |= leads_on;
    }
    for (state, transitions) in states.iter_mut().enumerate() {
        transitions.retain(|transition| is_useful[component[transition.to]]);
        for transition in transitions {
            let here = component[state];
            if component[transition.to] != here || !accepts[here] {
                transition.marks.clear();
            }
        }
    }
    states
}

/// Leaves out marks that come whenever another one comes. At least one is left, where there was one, since a component
/// that does not accept has none.
fn drop_marks(mut states: Vec<Vec<Transition>>, marks: usize) -> (Vec<Vec<Transition>>, usize) {
    let places: Vec<BitSet> = (0..marks)
        .map(|mark| {
            let all = states.iter().flatten().enumerate();
            all.filter(|(_, transition)| transition.marks.contains(mark))
                .map(|(at, _)| at)
                .collect()
        })
        .collect();
    let mut kept: Vec<usize> = Vec::new();
    for mark in 0..marks {
        // Of marks that always come together the first is kept.
        let is_implied = (0..marks).any(|other| {
            other != mark
                && places[other].is_subset(&places[mark])
                && (places[other] != places[mark] || other < mark)
        });
        if !is_implied {
            kept.push(mark);
        }
    }
    for transition in states.iter_mut().flatten() {
        let old = &transition.marks;
        let new = kept.iter().enumerate().filter(|(_, mark)| old.contains(**mark));
        transition.marks = new.map(|(place, _)| place).collect();
    }
    (states, kept.len())
}

/// The states that can be reached from state 0, in the order in which they are met.
fn reachable(states: &[Vec<Transition>]) -> Vec<Vec<Transition>> {
    let mut numbers: FxHashMap<usize, usize> = std::iter::once((0, 0)).collect();
    let mut met = vec![0];
    let mut reached: Vec<Vec<Transition>> = Vec::new();
    while let Some(&state) = met.get(reached.len()) {
        let mut transitions = states[state].clone();
        for transition in &mut transitions {
            let new = met.len();
            transition.to = *numbers.entry(transition.to).or_insert_with_key(|&to| {
                met.push(to);
                new
            });
        }
        reached.push(transitions);
    }
    reached
}
