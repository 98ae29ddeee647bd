//! Stores of states against a list of them: the same numbers, and the states come back, whichever store their parts were in before.

use reductio_programs::generate::Draw;
use reductio_programs::{
    Address, Frame, MethodId, Object, Part, Place, State, StateStore, Status, Thread, Value,
};
use reductio_search::{Store, ValueStore};

/// The number of states. Their parts take more than a store keeps ready.
const STATES: usize = 4_000;

fn place(at: usize) -> Place {
    Place { method: MethodId(0), at: u32::try_from(at).unwrap() }
}

fn values(draw: &mut Draw, count: usize, different: usize) -> Vec<Value> {
    let number = |draw: &mut Draw| i64::try_from(draw.below(different)).unwrap() - 3;
    (0..count).map(|_| Value::Int(number(draw))).collect()
}

fn thread(draw: &mut Draw) -> Part<Thread> {
    let frames = (0..1 + draw.below(2))
        .map(|_| Frame { place: place(draw.below(4)), registers: values(draw, 6, 4).into() })
        .collect();
    let waits = Status::Notified { object: Address(1), depth: 2 };
    Part::new(Thread {
        status: if draw.happens(20) { waits } else { Status::Running },
        frames,
        forks: 0,
        allocations: 0,
        background: draw.happens(10),
    })
}

fn object(draw: &mut Draw) -> Part<Object> {
    let cells = values(draw, 2, 5).into_iter().zip(0..).map(|(value, number)| (number, value));
    let cells = cells.filter(|(_, value)| *value != Value::ZERO).collect();
    let length = draw.happens(20).then_some(2);
    Part::new(Object { site: place(draw.below(3)), length, cells, owner: None, queue: None })
}

/// A state that differs from another one in a part or two; its addresses may leave numbers out.
fn next(draw: &mut Draw, before: &State) -> State {
    let mut state = before.clone();
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
            state.threads[at].make_mut().frames[0].registers[0] = Value::Int(7);
        }
        4 if state.threads.len() < 4 => state.threads.push(thread(draw)),
        _ => *state.statics.make_mut() = values(draw, 2, 3),
    }
    if state.threads.len() > 1 && draw.happens(20) {
        state.threads.pop();
    }
    state
}

#[test]
fn stores_give_the_numbers_of_a_list_and_the_states_back() {
    let seed = 20;
    println!("seed {seed}");
    let mut draw = Draw::new(seed);
    let mut state = State { threads: vec![thread(&mut draw)], ..State::default() };
    let (mut store, mut list) = (StateStore::default(), ValueStore::default());
    // Another one, which meets half of the states, so that their parts are at home there.
    let (mut other, mut other_list) = (StateStore::default(), ValueStore::default());
    let mut again = 0;
    for turn in 0..STATES {
        let (hash, list_hash) = (store.hash(&state), Store::hash(&list, &state));
        assert_eq!(hash, other.hash(&state));
        let found = store.insert(hash, &state).unwrap();
        assert_eq!(Some(found), list.insert(list_hash, &state), "{state:?}");
        again += usize::from(!found.1);
        if draw.happens(50) {
            assert_eq!(other.insert(hash, &state), other_list.insert(list_hash, &state));
        }
        // A copy goes ways of its own.
        if turn == STATES / 2 {
            (other, other_list) = (store.clone(), list.clone());
        }
        if draw.happens(30) {
            let number = u32::try_from(draw.below(store.len())).unwrap();
            store.load(number, &mut state);
        }
        state = next(&mut draw, &state);
    }
    println!("{} states, {again} met again, {} bytes", store.len(), store.bytes());
    assert!(store.len() > STATES / 2 && again > 100);
    for (store, list) in [(&store, &list), (&other, &other_list)] {
        let (mut loaded, mut expected) = (State::default(), State::default());
        for number in 0..u32::try_from(store.len()).unwrap() {
            store.load(number, &mut loaded);
            list.load(number, &mut expected);
            assert_eq!(loaded, expected);
        }
        assert_eq!(store.len(), list.len());
    }
}
