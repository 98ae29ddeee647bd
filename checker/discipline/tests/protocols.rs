//! A second protocol plugs into the search of systems: candidate sets of locks (Eraser's), which a monitor narrows at
//! each access to a shared variable, as part of the state. Walking all runs one by one finds the same.

use std::collections::HashSet;

use reductio_discipline::{Checker, Condition, Link, Outcome, Packed, Premise, Protocol};
use reductio_language::parse_system;
use reductio_search::{
    Exploration, FindingKind, Query, Reduction, Unreduced, ValueStore, VisibleStates, search,
};
use reductio_system::{
    CellId, OperationKind, PackedState, StepOutcome, System, ThreadId, Transition, VariableClass,
};

/// The locks that were held at every access to a variable so far; this bit says that there was none.
const UNTOUCHED: u64 = 1 << 63;

/// Every shared variable is accessed under a lock that is always the same one.
struct LockSets {
    system: System,
    variables: Vec<CellId>,
    /// The owner of each lock.
    locks: Vec<CellId>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Monitored {
    state: PackedState,
    /// By variable.
    candidates: Vec<u64>,
}

impl LockSets {
    fn new(text: &str) -> Self {
        let system = parse_system(text, "locks", &[]).unwrap();
        let of = |class| {
            let cells = (0..system.cells().len()).map(CellId::new);
            let is_one = |cell: &CellId| {
                system.variables()[system.cell(*cell).variable().index()].class() == class
            };
            cells.filter(is_one).collect()
        };
        let (variables, locks) = (of(VariableClass::Shared), of(VariableClass::Lock));
        LockSets { system, variables, locks }
    }

    /// The numbers of the variables that a transition may touch.
    fn touched(&self, transition: &Transition) -> Vec<usize> {
        let mut cells = Vec::new();
        transition.guard().for_each_place(&mut |place| {
            place.for_each_candidate(&mut |cell| cells.push(cell));
        });
        for assignment in transition.command() {
            assignment.target.for_each_candidate(&mut |cell| cells.push(cell));
            assignment.value.for_each_place(&mut |place| {
                place.for_each_candidate(&mut |cell| cells.push(cell));
            });
        }
        (0..self.variables.len()).filter(|k| cells.contains(&self.variables[*k])).collect()
    }
}

impl Protocol for LockSets {
    type State = Monitored;
    /// The number of the variable.
    type Violation = usize;
    type Store = ValueStore<Monitored>;

    fn system(&self) -> &System {
        &self.system
    }

    fn state(monitored: &Monitored) -> &PackedState {
        &monitored.state
    }

    fn state_mut(monitored: &mut Monitored) -> &mut PackedState {
        &mut monitored.state
    }

    fn initial(&self) -> Monitored {
        let candidates = vec![!0; self.variables.len()];
        Monitored { state: self.system.initial(), candidates }
    }

    fn remember(
        &self,
        before: &Monitored,
        thread: ThreadId,
        transition: usize,
        after: &mut Monitored,
    ) {
        let me = i32::try_from(thread.index()).unwrap() + 1;
        let is_mine = |k: &usize| self.system.value(&before.state, self.locks[*k]) == me;
        let held: u64 = (0..self.locks.len()).filter(is_mine).map(|k| 1 << k).sum();
        after.candidates.clone_from(&before.candidates);
        for variable in self.touched(&self.system.thread(thread).transitions()[transition]) {
            after.candidates[variable] &= held;
        }
    }

    fn store(&self) -> ValueStore<Monitored> {
        ValueStore::default()
    }

    fn is_visible(&self, _thread: ThreadId, _state: &Monitored) -> bool {
        true
    }

    /// Every step is visible, so nothing that the theorem says of invisible ones needs a check.
    fn premises(&self) -> Vec<Premise> {
        let (checker, link, outcome) = (Checker::Construction, Link::Immediate, Outcome::Met);
        Condition::ALL.map(|condition| Premise { condition, checker, link, outcome }).to_vec()
    }

    fn violation(&self, state: &Monitored) -> Option<usize> {
        state.candidates.iter().position(|candidates| *candidates == 0)
    }
}

fn explore<R: for<'s> Reduction<Packed<'s, LockSets>>>(
    protocol: &LockSets,
    reduction: &R,
) -> Exploration<usize> {
    search(&Packed::new(protocol), reduction, &Query { keep_going: true, ..Query::default() })
}

/// Walks all runs, which must end: what each state is met with, and the variables whose candidates run out. Which locks
/// a thread holds is counted along the run.
fn walk(
    protocol: &LockSets,
    state: &PackedState,
    (held, candidates): (&[u64], &[u64]),
    seen: &mut HashSet<(PackedState, Vec<u64>)>,
    bad: &mut HashSet<usize>,
) {
    seen.insert((state.clone(), candidates.to_vec()));
    bad.extend((0..candidates.len()).filter(|k| candidates[*k] == 0));
    for thread in protocol.system.thread_ids() {
        let owner = protocol.system.thread(thread);
        for transition in owner.pending(protocol.system.at(state, thread)) {
            let mut next = PackedState::new();
            let outcome = protocol.system.execute(thread, transition, state, &mut next);
            if outcome == StepOutcome::Disabled {
                continue;
            }
            let (mut held, mut candidates) = (held.to_vec(), candidates.to_vec());
            for k in protocol.touched(transition) {
                candidates[k] &= held[thread.index()];
            }
            if let Some(operation) = transition.operation() {
                let object = operation.object(&mut protocol.system.layout().memory(state));
                let (kind, lock) = (operation.kind(), object.unwrap().unwrap());
                let bit = 1 << protocol.locks.iter().position(|cell| *cell == lock).unwrap();
                match kind {
                    OperationKind::Acquire => held[thread.index()] |= bit,
                    OperationKind::Release => held[thread.index()] &= !bit,
                    other => panic!("{other:?}"),
                }
            }
            walk(protocol, &next, (&held, &candidates), seen, bad);
        }
    }
}

/// Two threads, and whether their accesses keep the protocol.
const SYSTEMS: [(&str, bool); 5] = [
    (
        "lock m
         var x : 0 .. 1
         thread t[i : 0 .. 1] { acquire m; x := 1 - x; release m }",
        true,
    ),
    (
        "lock m
         var x : 0 .. 1
         thread t[i : 0 .. 1] { acquire m; x := 1 - x; release m; x := 0 }",
        false,
    ),
    (
        "lock m
         lock n
         var x : 0 .. 1
         thread one { acquire m; x := 1; release m }
         thread two { acquire n; x := 0; release n }",
        false,
    ),
    (
        // Both hold n.
        "lock m
         lock n
         var x : 0 .. 1
         thread one { acquire m; acquire n; x := 1; release n; release m }
         thread two { acquire n; x := 0; release n }",
        true,
    ),
    (
        // Which accesses there are depends on who comes first.
        "lock m
         lock n
         var x : 0 .. 1
         var done : 0 .. 1
         thread one { acquire m; if done == 0 { x := 1 } else { skip }; release m }
         thread two { acquire m; done := 1; release m; acquire n; if x == 0 { x := 1 } else { skip }; release n }",
        false,
    ),
];

#[test]
fn a_monitor_remembers_what_all_runs_say() {
    for (text, keeps) in SYSTEMS {
        let protocol = LockSets::new(text);
        let (threads, variables) = (protocol.system.threads().len(), protocol.variables.len());
        let (mut seen, mut bad) = (HashSet::new(), HashSet::new());
        let begin = (&vec![0; threads][..], &vec![!0; variables][..]);
        walk(&protocol, &protocol.system.initial(), begin, &mut seen, &mut bad);
        let found = explore(&protocol, &Unreduced);
        assert!(found.is_complete());
        assert_eq!(found.states, seen.len(), "{text}");
        let violations = found.findings.iter().filter_map(|finding| match finding.kind {
            FindingKind::Discipline(variable) => Some(variable),
            _ => None,
        });
        assert_eq!(violations.collect::<HashSet<_>>().is_empty(), bad.is_empty(), "{text}");
        assert_eq!(bad.is_empty(), keeps, "{text}");
        // Everything is visible: a search of visible states stores all, up to violations.
        let reduced = explore(&protocol, &VisibleStates);
        assert_eq!(reduced.findings.is_empty(), found.findings.is_empty(), "{text}");
        assert!(reduced.states == found.states || !keeps, "{text}");
    }
}

/// What is remembered is part of the state: here two ways lead to one state of the system with other candidates.
#[test]
fn states_that_differ_in_what_is_remembered_are_different() {
    let text = "lock m
        var x : 0 .. 1
        thread one { choose { acquire m; x := 1; release m } or { x := 1; acquire m; release m } }";
    let protocol = LockSets::new(text);
    let found = explore(&protocol, &Unreduced);
    let plain = reductio_discipline::Discipline::new(protocol.system.clone());
    let all = search(&Packed::new(&plain), &Unreduced, &Query::default());
    assert!(found.states > all.states, "{} {}", found.states, all.states);
    assert_eq!(protocol.initial().candidates[0] & UNTOUCHED, UNTOUCHED);
}
