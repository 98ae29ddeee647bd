//! Stores of states against a list of them: the same numbers, and the states come back, whichever store their parts
//! were in before.

use std::collections::HashMap;

use reductio_programs::generate::Draw;
use reductio_programs::{
    Address, Frame, MethodId, Object, Part, Place, State, StateStore, Status, Thread, Value,
};
use reductio_search::Store;

/// The number of states. Their parts take more than a store keeps ready.
const STATES: usize = 4_000;

fn place(at: usize) -> Place {
    Place { method: MethodId(0), at: u32::try_from(at).unwrap() }
}

fn values(draw: &mut Draw, count: usize, different: usize) -> Vec<Value> {
    let number = |draw: &mut Draw| i64::try_from(draw.below(different)).unwrap() - 3;
    (0..count).map(|_| Value::Int(number(draw))).collect()
}

/// A thread: one of few, so that it is met again in parts of other states, or one of many.
fn thread(draw: &mut Draw) -> Part<Thread> {
    let (count, different) = if draw.happens(50) { (1, 2) } else { (6, 4) };
    let frames = (0..=draw.below(2))
        .map(|_| Frame { place: place(0), registers: values(draw, count, different).into() })
        .collect();
    let waits = Status::Notified { object: Address(1), depth: 2 };
    Part::new(Thread {
        status: if draw.happens(20) { waits } else { Status::Running },
        frames,
        forks: 0,
        allocations: 0,
        background: false,
    })
}

fn object(draw: &mut Draw) -> Part<Object> {
    let cells = values(draw, 2, 5).into_iter().zip(0..).map(|(value, number)| (number, value));
    let cells = cells.filter(|(_, value)| *value != Value::ZERO).collect();
    let length = draw.happens(20).then_some(2);
    Part::new(Object { site: place(draw.below(3)), length, cells, owner: None, queue: None })
}

/// Changes a part or two of a state, in place where nobody else has them; its addresses may leave numbers out.
fn change(draw: &mut Draw, state: &mut State) {
    match draw.below(6) {
        0 => {
            let at = draw.below(state.threads.len());
            state.threads[at] = thread(draw);
        }
        1 if state.heap.len() < 5 => {
            let last = state.heap.last().map_or(0, |(last, _)| last.0 + 1);
            let skipped = u32::from(draw.happens(10));
            state.heap.push((Address(last + skipped), object(draw)));
        }
        2 => {
            state.heap.pop();
        }
        3 => {
            let at = draw.below(state.threads.len());
            let value = values(draw, 1, 2)[0];
            state.threads[at].make_mut().frames[0].registers[0] = value;
        }
        4 if state.threads.len() < 4 => state.threads.push(thread(draw)),
        _ => *state.statics.make_mut() = values(draw, 2, 3),
    }
    if state.threads.len() > 1 && draw.happens(20) {
        state.threads.pop();
    }
}

/// The texts of states, each once, in the order in which they came.
#[derive(Clone, Default)]
struct Texts {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Texts {
    /// The number of a state, and whether it is new.
    fn insert(&mut self, state: &State) -> (u32, bool) {
        let text = format!("{state:?}");
        let next = u32::try_from(self.all.len()).unwrap();
        let number = *self.numbers.entry(text.clone()).or_insert(next);
        if number == next {
            self.all.push(text);
        }
        (number, number == next)
    }
}

#[test]
fn stores_give_the_numbers_of_a_list_and_the_states_back() {
    let seed = 20;
    println!("seed {seed}");
    let mut draw = Draw::new(seed);
    let mut state = State { threads: vec![thread(&mut draw)], ..State::default() };
    let (mut store, mut texts) = (StateStore::default(), Texts::default());
    // Another one, which meets half of the states, so that their parts are at home there.
    let (mut other, mut other_texts) = (StateStore::default(), Texts::default());
    let mut again = 0;
    for turn in 0..STATES {
        let hash = store.hash(&state);
        let found = store.insert(hash, &state).unwrap();
        assert_eq!(found, texts.insert(&state), "{state:?}");
        again += usize::from(!found.1);
        if draw.happens(50) {
            assert_eq!(other.insert(other.hash(&state), &state), Some(other_texts.insert(&state)));
        }
        // A copy goes ways of its own.
        if turn == STATES / 2 {
            (other, other_texts) = (store.clone(), texts.clone());
        }
        if draw.happens(30) {
            let number = u32::try_from(draw.below(store.len())).unwrap();
            store.load(number, &mut state);
        }
        change(&mut draw, &mut state);
    }
    println!("{} states, {again} met again, {} bytes", store.len(), store.bytes());
    assert!(store.len() > STATES / 2 && again > 100);
    for (store, texts) in [(&store, &texts), (&other, &other_texts)] {
        let mut loaded = State::default();
        for (number, text) in (0..).zip(&texts.all) {
            store.load(number, &mut loaded);
            assert_eq!(format!("{loaded:?}"), *text);
        }
        assert_eq!(store.len(), texts.all.len());
    }
}
