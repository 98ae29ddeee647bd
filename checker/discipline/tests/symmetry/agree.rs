//! The answers of two searches of one system: plain, and up to renamings.

use std::collections::BTreeSet;

use reductio_discipline::{Discipline, Packed, Violation};
use reductio_search::{
    Exploration, Finding, FindingKind, Order, Query, Strategy, StuckAnswer, search,
};
use reductio_system::{PackedState, Symmetry, System, ThreadId};

/// A discipline that treats all threads of a family alike, with its symmetry.
pub(crate) fn symmetric(discipline: Discipline) -> (Discipline, Option<Symmetry>) {
    let (symmetry, _) = discipline.symmetry(None);
    let Some(symmetry) = symmetry else { return (discipline, None) };
    let more = discipline.less_visible(&symmetry);
    let discipline = if more.is_empty() { discipline } else { discipline.with_alike(&more) };
    assert_eq!(discipline.less_visible(&symmetry), []);
    (discipline, Some(symmetry))
}

/// A finding without its run, with the first thread that its thread can be renamed to.
fn sort(symmetry: &Symmetry, system: &System, kind: &FindingKind<Violation>) -> String {
    let first = |thread: usize| symmetry.first_alike(ThreadId::new(thread)).index();
    let object = |object: reductio_system::ObjectId| {
        let cell = system.objects()[object.index()].cells()[0];
        system.variables()[system.cell(cell).variable().index()].name().to_owned()
    };
    match *kind {
        FindingKind::Discipline(Violation::Access { object: x, thread, .. }) => {
            format!("access to {} by {}", object(x), first(thread.index()))
        }
        FindingKind::Discipline(Violation::NotExclusive { object: x, .. }) => {
            format!("overlap at {}", object(x))
        }
        FindingKind::Failure { thread, reason, step } => {
            let at = step.map(|step| system.threads()[thread].transitions()[step].start());
            format!("failure of {} at {at:?}: {reason}", first(thread))
        }
        FindingKind::EndlessLoop { thread, .. } => format!("loop of {}", first(thread)),
        ref other => format!("{other:?}"),
    }
}

/// Makes a run again, in the interpreter, and checks that it ends in what was found.
fn check_run(discipline: &Discipline, finding: &Finding<Violation>) {
    let system = discipline.system();
    let mut state = system.initial();
    let mut states = vec![state.clone()];
    for &(thread, step) in &finding.run {
        let all = system.successors_of(ThreadId::new(thread), &state);
        let next = all.into_iter().find(|next| next.transition == step);
        state = next.expect("a step of a run").state;
        states.push(state.clone());
    }
    let is_failed = |thread: usize, state: &PackedState| {
        let id = ThreadId::new(thread);
        system.thread(id).is_failed(system.at(state, id))
    };
    match finding.kind {
        FindingKind::Discipline(violation) => {
            assert!(discipline.violations(&state).contains(&violation), "{violation:?}");
        }
        FindingKind::Invariant(number) => {
            assert!(!system.holds(&system.invariants()[number].predicate, &state));
        }
        FindingKind::Failure { thread, step, .. } => {
            assert!(is_failed(thread, &state));
            assert_eq!(finding.run.last(), step.map(|step| (thread, step)).as_ref());
        }
        FindingKind::Deadlock => assert!(system.successors(&state).is_empty()),
        FindingKind::EndlessLoop { thread, from } => {
            assert_eq!(states[from], state);
            assert!(finding.run[from..].iter().all(|(other, _)| *other == thread));
        }
        FindingKind::Stuck { thread } => {
            let id = ThreadId::new(thread);
            assert!(!system.thread(id).may_rest(system.at(&state, id)));
            assert!(!is_failed(thread, &state));
            assert!(!moves(system, id, &state), "thread {thread} is told to be stuck, and is not");
        }
        FindingKind::Property { .. } => unreachable!(),
    }
}

/// Whether a thread takes a step on some way from a state.
fn moves(system: &System, thread: ThreadId, state: &PackedState) -> bool {
    let mut seen = BTreeSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        if !system.successors_of(thread, &state).is_empty() {
            return true;
        }
        for next in system.successors(&state) {
            if seen.insert(next.state.clone()) {
                open.push(next.state);
            }
        }
    }
    false
}

/// What was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) systems: usize,
    pub(crate) findings: usize,
    pub(crate) stuck: usize,
    pub(crate) plain_states: usize,
    pub(crate) states: usize,
    pub(crate) counted: usize,
    pub(crate) unreadable: usize,
}

/// Compares the searches of a system under a discipline that treats threads alike.
pub(crate) fn compare(discipline: &Discipline, symmetry: &Symmetry, met: &mut Met) -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut all = (Vec::new(), Vec::new());
    for order in [Order::Unreduced, Order::Reduced] {
        let plain = Packed::new(discipline);
        let renamed = plain.up_to(Some(symmetry));
        let query = Query { keep_going: true, stuck: true, ..Query::default() };
        let expected = search(&plain, &order, &query);
        let found = search(&renamed, &order, &query);
        if order == Order::Unreduced {
            all = (expected.goals.clone(), expected.reached.clone());
        }
        let goals = (order == Order::Reduced).then_some((&all.0[..], &all.1[..]));
        let same =
            |found: &Exploration<Violation>| same(discipline, symmetry, &expected, found, goals);
        same(&found);
        let depth_first = Query { strategy: Strategy::DepthFirst, ..query };
        same(&search(&renamed, &order, &depth_first));
        let parallel = search(&renamed, &order, &Query { workers: 3, ..query });
        same(&parallel);
        assert_eq!((expected.depth, found.states), (found.depth, parallel.states));
        assert_eq!(parallel.depth, found.depth);
        // The first finding of a search that ends with it is as near as that of a plain one.
        let first = Query { keep_going: false, ..query };
        let (one, other) = (search(&plain, &order, &first), search(&renamed, &order, &first));
        assert_eq!(one.findings.is_empty(), other.findings.is_empty());
        other.findings.iter().for_each(|finding| check_run(discipline, finding));
        if order == Order::Unreduced && one.stopped.is_some() {
            let length = |found: &Exploration<Violation>| {
                let runs = found.findings.iter();
                runs.filter(|one| !matches!(one.kind, FindingKind::Stuck { .. }))
                    .map(|finding| finding.run.len())
                    .min()
            };
            assert_eq!(length(&one), length(&other));
        }
        let stuck = |kind: &FindingKind<Violation>| matches!(kind, FindingKind::Stuck { .. });
        met.stuck += found.findings.iter().filter(|one| stuck(&one.kind)).count();
        met.findings += found.findings.len();
        met.plain_states += expected.states;
        met.states += found.states;
        sizes.push(found.states);
    }
    met.systems += 1;
    sizes
}

fn same(
    discipline: &Discipline,
    symmetry: &Symmetry,
    expected: &Exploration<Violation>,
    found: &Exploration<Violation>,
    all: Option<(&[bool], &[Vec<bool>])>,
) {
    let system = discipline.system();
    let sorts = |found: &Exploration<Violation>| -> BTreeSet<String> {
        found.findings.iter().map(|one| sort(symmetry, system, &one.kind)).collect()
    };
    assert_eq!(sorts(expected), sorts(found));
    found.findings.iter().for_each(|finding| check_run(discipline, finding));
    // A reduced search may miss what is to be reached, and meet a renamed form of it; one that is cut short may miss
    // what other threads do.
    let goals = all.unwrap_or((&expected.goals, &expected.reached));
    for (number, reached) in found.goals.iter().enumerate() {
        assert!(*reached >= expected.goals[number] && *reached <= goals.0[number], "goal {number}");
    }
    let (least, most) = (expected.reached.iter().flatten(), goals.1.iter().flatten());
    for ((found, least), most) in found.reached.iter().flatten().zip(least).zip(most) {
        assert!(found >= least && found <= most);
    }
    assert_eq!(expected.cut_short, found.cut_short);
    assert_eq!(expected.stuck, found.stuck);
    assert!(expected.stuck != StuckAnswer::NotAsked);
    assert_eq!(expected.deadlocks > 0, found.deadlocks > 0);
    assert!(found.states <= expected.states);
    assert!(expected.is_complete() && found.is_complete());
}
