//! Answers to hand-written questions: runs, ends, limits, many threads, and what is not confirmed.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reductio_liveness::{Answer, Ending, Lasso, Question, Unconfirmed, confirm, refute};
use reductio_search::{Model, Order, Query, Stopped, Unreduced, ValueStore, Visibility};
use reductio_temporal::{Fairness, Formula, NotTranslated};

/// A model whose states are numbers, with a function for its steps: thread, state, and a list for the numbers and
/// states after its steps. States from `hidden` to before the next multiple of ten are at an invisible point of
/// thread 0.
struct Numbers<F> {
    threads: usize,
    steps: F,
    hidden: usize,
}

impl<F: Fn(usize, usize) -> Vec<usize> + Sync> Model for Numbers<F> {
    type State = usize;
    type Violation = &'static str;
    type Store = ValueStore<usize>;

    fn threads(&self) -> usize {
        self.threads
    }

    fn initial(&self) -> usize {
        0
    }

    fn steps(&self, thread: usize, state: &usize, mut visit: impl FnMut(usize, &usize)) {
        for (number, next) in (self.steps)(thread, *state).iter().enumerate() {
            visit(number, next);
        }
    }

    fn store(&self) -> ValueStore<usize> {
        ValueStore::default()
    }

    fn violation(&self, state: &usize) -> Option<&'static str> {
        (*state == 13).then_some("thirteen")
    }
}

impl<F: Fn(usize, usize) -> Vec<usize> + Sync> Visibility for Numbers<F> {
    fn is_visible(&self, thread: usize, state: &usize) -> bool {
        thread > 0 || state % 10 < self.hidden
    }
}

fn numbers<F: Fn(usize, usize) -> Vec<usize> + Sync>(threads: usize, steps: F) -> Numbers<F> {
    Numbers { threads, steps, hidden: 10 }
}

/// An atom: the state is this number.
fn is(number: usize) -> Formula<usize> {
    Formula::atom(number)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "questions ask it so")]
fn truth(atom: &usize, state: &usize) -> bool {
    atom == state
}

fn ask<F: Fn(usize, usize) -> Vec<usize> + Sync>(
    model: &Numbers<F>,
    formula: &Formula<usize>,
    fairness: &[Fairness],
    query: &Query<'_>,
) -> Answer {
    let question = Question { model, formula, truth, fairness };
    refute(&question, &Unreduced, query).unwrap()
}

#[test]
fn the_last_state_of_a_run_that_ends_is_repeated() {
    let model = numbers(1, |_, state| if state < 3 { vec![state + 1] } else { Vec::new() });
    let ask =
        |formula: &Formula<usize>| ask(&model, formula, &[Fairness::Strong], &Query::default());
    let ends = Lasso { stem: vec![(0, 0); 3], ending: Ending::Ends };
    assert_eq!(ask(&is(3).eventually().always().not()).lasso, Some(ends.clone()));
    assert_eq!(ask(&is(2).always().eventually()).lasso, Some(ends));
    assert!(ask(&is(3).always().eventually()).has_none());
    let answer = ask(&Formula::constant(false));
    assert_eq!((answer.lasso.unwrap().stem.len(), answer.states), (3, 4));
}

#[test]
fn a_system_without_threads_ends_at_once() {
    let model = numbers(0, |_, _| Vec::new());
    let answer = ask(&model, &is(1).eventually(), &[Fairness::Weak], &Query::default());
    assert_eq!(answer.lasso, Some(Lasso { stem: Vec::new(), ending: Ending::Ends }));
    assert!(ask(&model, &is(0).always(), &[], &Query::default()).has_none());
}

/// The cycle closes in the whole state: the automaton may need more rounds of it, but they are not told.
#[test]
fn lassos_are_short() {
    // A long way round, with a short cut to where two loops of two steps begin.
    let steps = |_: usize, state: usize| match state {
        0 => vec![1, 50],
        50 => vec![51, 52],
        51 | 52 => vec![50],
        99 => vec![0],
        _ => vec![state + 1],
    };
    let model = numbers(1, steps);
    let both = is(51).eventually().always().and(is(52).eventually().always());
    let lasso = ask(&model, &both.not(), &[], &Query::default()).lasso.unwrap();
    assert_eq!((lasso.stem.len(), lasso.cycle().len()), (1, 4));
    let only = is(51).eventually();
    let lasso = ask(&model, &only, &[], &Query::default()).lasso.unwrap();
    assert_eq!((lasso.stem.len(), lasso.cycle().len()), (1, 2));
    // The cycle begins as early as it can.
    let around = numbers(1, |_, state| vec![(state + 1) % 5]);
    let lasso = ask(&around, &is(3).leads_to(is(9)), &[], &Query::default()).lasso.unwrap();
    assert_eq!((lasso.stem.len(), lasso.cycle().len()), (0, 5));
}

/// Each of many threads must move: there are too many sets of threads to look for a shortest round.
#[test]
fn rounds_with_many_marks_are_found() {
    let model = numbers(25, |_, state| vec![(state + 1) % 50]);
    let never = is(60).eventually();
    for fair in [Fairness::Weak, Fairness::Strong] {
        let lasso = ask(&model, &never, &[fair; 25], &Query::default()).lasso.unwrap();
        assert_eq!((lasso.stem.len(), lasso.cycle().len()), (0, 50));
    }
}

/// A token goes round among a hundred threads, and one more thread does nothing for ever.
#[test]
fn more_than_a_hundred_threads() {
    const RING: usize = 100;
    let model = numbers(RING + 1, |thread, state| {
        if thread == RING {
            vec![state]
        } else if thread == state {
            vec![(state + 1) % RING]
        } else {
            Vec::new()
        }
    });
    let comes = is(50).eventually().always();
    for fair in [Fairness::Weak, Fairness::Strong] {
        let mut fairness = vec![fair; RING + 1];
        let answer = ask(&model, &comes, &fairness, &Query::default());
        assert!(answer.has_none(), "{:?}", answer.lasso);
        assert_eq!(answer.states, RING);
        fairness[70] = Fairness::Unfair;
        let lasso = ask(&model, &comes, &fairness, &Query::default()).lasso.unwrap();
        assert_eq!((lasso.stem.len(), lasso.cycle()), (70, &[(RING, 0)][..]));
    }
}

/// The component falls into smaller ones twice: whoever can move on the large cycle is starved there.
#[test]
fn strong_fairness_takes_several_looks() {
    // Thread 0 goes round 0, 1, 2, 0; it can also go on to 3 and from there to and fro between 3 and 4, and 5 and back
    // to 0.
    let steps = |thread: usize, state: usize| match (thread, state) {
        (0, 0 | 1 | 3) => vec![state + 1],
        (0, 2) => vec![0, 3],
        (0, 4) => vec![3, 5],
        (0, 5) => vec![0, 5],
        (1, 0) | (2, 3) => vec![9],
        _ => Vec::new(),
    };
    let model = numbers(3, steps);
    let strong = |threads: &[usize]| -> Vec<Fairness> {
        let of = |thread| if threads.contains(&thread) { Fairness::Strong } else { Fairness::Weak };
        (0..3).map(of).collect()
    };
    let ends = is(9).eventually();
    let ask = |threads: &[usize]| ask(&model, &ends, &strong(threads), &Query::default()).lasso;
    assert_eq!(ask(&[]).unwrap().steps().count(), 3);
    let around = ask(&[1]).unwrap();
    assert!(around.cycle().len() <= 2 && around.steps().count() >= 4, "{around:?}");
    let last = ask(&[1, 2]).unwrap();
    assert_eq!((last.stem.len(), last.cycle()), (5, &[(0, 1)][..]));
    assert_eq!(ask(&[0, 1, 2]), Some(last));
}

/// A thread moves in the component, but only through a state in which another one is starved: that shows at the third
/// look.
#[test]
fn strong_fairness_takes_a_third_look() {
    let steps = |thread: usize, state: usize| match (thread, state) {
        (0, 0) => vec![1],
        (0, 1 | 3) => vec![2],
        (0, 2) => vec![1, 3],
        (1, 0) => vec![9],
        (2, 1) => vec![0],
        _ => Vec::new(),
    };
    let model = numbers(3, steps);
    let fairness = [Fairness::Weak, Fairness::Strong, Fairness::Strong];
    let lasso = ask(&model, &is(9).eventually(), &fairness, &Query::default()).lasso.unwrap();
    assert_eq!((lasso.stem.len(), lasso.cycle()), (2, &[(0, 1), (0, 0)][..]));
}

/// A way of two hundred thousand states, all on one path: nothing recurses.
#[test]
fn long_paths_do_no_harm() {
    const END: usize = 200_000;
    let model = numbers(1, |_, state| vec![(state + 1) % END]);
    let query = Query::default();
    let answer = ask(&model, &is(7).eventually().always(), &[], &query);
    assert!(answer.has_none());
    assert_eq!((answer.states, answer.product_states), (END, 2 * END - 1));
    let answer = ask(&model, &is(7).leads_to(is(END)), &[], &query);
    assert_eq!(answer.lasso.unwrap().steps().count(), END);
}

#[test]
fn limits_are_kept() {
    let model = numbers(2, |thread, state| vec![state + 1 + 7 * thread]);
    let never = is(usize::MAX).eventually();
    let ask = |query: Query<'_>| ask(&model, &is(0).implies(never.clone().not()), &[], &query);
    let states = ask(Query { max_states: 5_000, ..Query::default() });
    assert_eq!(states.stopped, Some(Stopped::States));
    assert!(!states.has_none() && states.states <= 5_002, "{}", states.states);
    let memory = ask(Query { memory: 1 << 20, ..Query::default() });
    assert_eq!(memory.stopped, Some(Stopped::Memory));
    assert!(!memory.has_none() && memory.bytes < 4 << 20, "{}", memory.bytes);
    // The flag is raised while the search goes on.
    let (cancel, calls) = (AtomicBool::new(false), AtomicUsize::new(0));
    let report = |_| {
        if calls.fetch_add(1, Ordering::Relaxed) == 3 {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let (cancel_flag, progress) = (Some(&cancel), Some(&report as &(dyn Fn(_) + Sync)));
    let cancelled = ask(Query { cancel: cancel_flag, progress, ..Query::default() });
    assert_eq!(cancelled.stopped, Some(Stopped::Cancelled));
    assert!(cancelled.states > 100 && cancelled.states < 10_000, "{}", cancelled.states);
    let question = Question { model: &model, formula: &never, truth, fairness: &[] };
    let query = Query { cancel: Some(&cancel), ..Query::default() };
    let raised = refute(&question, &Unreduced, &query).unwrap_err();
    assert_eq!(raised, NotTranslated::Cancelled);
}

#[test]
fn what_a_reduced_search_does_not_follow_is_told() {
    let ask = |hidden: usize, steps: fn(usize, usize) -> Vec<usize>, formula: &Formula<usize>| {
        let model = Numbers { threads: 1, steps, hidden };
        let question = Question { model: &model, formula, truth, fairness: &[] };
        refute(&question, &Order::Reduced, &Query::default()).unwrap()
    };
    let comes = is(10).eventually();
    let straight = |_: usize, state: usize| if state < 20 { vec![state + 1] } else { Vec::new() };
    // A bad state, from which no steps are taken.
    // It is where a reduced step ends, on the way of one, or on the way of the first.
    for hidden in [10, 3, 0] {
        let cut = ask(hidden, straight, &is(20).eventually());
        assert!(cut.met.is_cut && cut.lasso.is_none() && !cut.has_none(), "{hidden}");
        assert!(cut.unconfirmed.is_none(), "{hidden}");
    }
    let before = ask(10, straight, &comes);
    assert!(before.has_none());
    // A loop of invisible steps, from the beginning and later.
    let round = |_: usize, state: usize| match state {
        0 | 8 => vec![7],
        7 => vec![8, 10],
        _ => Vec::new(),
    };
    let endless = ask(5, round, &comes);
    assert_eq!((endless.met.endless, endless.has_none()), (Some(0), false));
    assert!(endless.lasso.is_none());
    let from_the_beginning = ask(0, |_, state| vec![(state + 1) % 4], &comes);
    assert_eq!(from_the_beginning.met.endless, Some(0));
    assert!(!from_the_beginning.has_none());
    // Unreduced, the loop is a run like any other.
    let model = Numbers { threads: 1, steps: round, hidden: 5 };
    let question = Question { model: &model, formula: &comes, truth, fairness: &[] };
    let found = refute(&question, &Order::Unreduced, &Query::default()).unwrap();
    assert_eq!(found.lasso.unwrap().cycle().len(), 2);
}

/// Where an invisible step changes an atom, a run that is found may not be one: then it is no answer.
#[test]
fn a_run_that_is_not_confirmed_is_no_answer() {
    let model = Numbers {
        threads: 1,
        steps: |_, state| if state < 12 { vec![state + 1] } else { vec![12] },
        hidden: 5,
    };
    let passed = is(7).eventually();
    let question = Question { model: &model, formula: &passed, truth, fairness: &[] };
    let answer = refute(&question, &Order::Reduced, &Query::default()).unwrap();
    assert!(answer.lasso.is_none() && !answer.has_none());
    assert_eq!(answer.unconfirmed.unwrap().1, Unconfirmed::True);
}

#[test]
fn confirm_refuses_what_is_not_so() {
    // Thread 1 can move at 1 only, and leads out.
    let model = numbers(2, |thread, state| match (thread, state) {
        (0, 0..3) => vec![state + 1],
        (0, 3) => vec![0],
        (1, 1) => vec![9],
        _ => Vec::new(),
    });
    let comes = is(9).eventually();
    let say = |stem: &[usize], cycle: Option<&[usize]>, fairness: &[Fairness]| {
        let of = |threads: &[usize]| threads.iter().map(|&thread| (thread, 0)).collect();
        let ending = cycle.map_or(Ending::Ends, |cycle| Ending::Repeats(of(cycle)));
        let question = Question { model: &model, formula: &comes, truth, fairness };
        confirm(&question, &Lasso { stem: of(stem), ending })
    };
    let round: Option<&[usize]> = Some(&[0, 0, 0, 0]);
    assert_eq!(say(&[], round, &[]), Ok(()));
    assert_eq!(say(&[0], round, &[Fairness::Strong, Fairness::Weak]), Ok(()));
    let unfair = Unconfirmed::Unfair { thread: 1 };
    assert_eq!(say(&[0], round, &[Fairness::Weak, Fairness::Strong]), Err(unfair));
    assert_eq!(say(&[0], Some(&[0, 0]), &[]), Err(Unconfirmed::NoCycle));
    assert_eq!(say(&[0], Some(&[]), &[]), Err(Unconfirmed::NoCycle));
    assert_eq!(say(&[1], round, &[]), Err(Unconfirmed::NoStep { number: 0 }));
    assert_eq!(say(&[7], round, &[]), Err(Unconfirmed::NoStep { number: 0 }));
    assert_eq!(say(&[0, 0], None, &[]), Err(Unconfirmed::NoEnd { thread: 0 }));
    assert_eq!(say(&[0, 1], None, &[]), Err(Unconfirmed::True));
}
