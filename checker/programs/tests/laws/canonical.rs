//! Canonical states against brute force: two states have the same form if and only if some renaming makes one from the
//! other, once what nobody can reach is dropped. All renamings are tried.

use reductio_programs::generate::Draw;
use reductio_programs::{
    Address, Frame, MethodId, Object, Part, Place, State, Status, Thread, ThreadId, Value,
};

fn place(at: usize) -> Place {
    Place { method: MethodId(0), at: u32::try_from(at).unwrap() }
}

fn value(draw: &mut Draw, threads: usize, objects: usize) -> Value {
    match draw.below(8) {
        0..4 if objects > 0 => Value::Object(Address(u32::try_from(draw.below(objects)).unwrap())),
        4 | 5 => Value::Thread(ThreadId(u32::try_from(draw.below(threads)).unwrap())),
        6 => Value::Int(1),
        _ => Value::ZERO,
    }
}

/// A state whose threads differ in nothing but the objects that they refer to, which differ in nothing.
fn bare(draw: &mut Draw, threads: usize, objects: usize) -> State {
    let mut state = State { statics: Part::new(vec![Value::ZERO]), ..State::default() };
    let address = |draw: &mut Draw| Address(u32::try_from(draw.below(objects)).unwrap());
    let registers = 1 + draw.below(2);
    for _ in 0..threads {
        let registers = (0..registers).map(|_| Value::Object(address(draw))).collect();
        let frames = vec![Frame { place: place(0), registers }];
        let status = Status::Running;
        state.threads.push(Part::new(Thread {
            status,
            frames,
            forks: 0,
            allocations: 0,
            background: false,
        }));
    }
    for at in (0..).take(objects) {
        let object =
            Object { site: place(9), length: None, cells: Vec::new(), owner: None, queue: None };
        state.heap.push((Address(at), Part::new(object)));
    }
    state
}

/// A state with few different things, so that much of it looks alike.
fn random(draw: &mut Draw) -> State {
    let threads = 1 + draw.below(4);
    let objects = draw.below(5);
    let registers = draw.below(3);
    if draw.happens(30) && objects > 0 {
        return bare(draw, threads, objects);
    }
    let mut state = State::default();
    for _ in 0..threads {
        let mut status = Status::Running;
        if draw.happens(15) && objects > 0 {
            let object = Address(u32::try_from(draw.below(objects)).unwrap());
            status = if draw.happens(50) {
                Status::Waiting { object, depth: 1, timed: false }
            } else {
                Status::Notified { object, depth: 1 }
            };
        }
        let mut frames = Vec::new();
        for _ in 0..=usize::from(draw.happens(10)) {
            let registers = (0..registers).map(|_| value(draw, threads, objects)).collect();
            frames.push(Frame { place: place(usize::from(draw.happens(15))), registers });
        }
        if draw.happens(15) {
            status = Status::Ended;
            frames.clear();
        }
        state.threads.push(Part::new(Thread {
            status,
            frames,
            forks: 0,
            allocations: 0,
            background: false,
        }));
    }
    for number in 0..objects {
        let mut object =
            Object { site: place(9), length: None, cells: Vec::new(), owner: None, queue: None };
        for cell in 0..draw.below(3) {
            object.set_cell(u32::try_from(cell).unwrap(), value(draw, threads, objects));
        }
        if draw.happens(20) {
            object.owner = Some((ThreadId(u32::try_from(draw.below(threads)).unwrap()), 1));
        }
        state.heap.push((Address(u32::try_from(number).unwrap()), Part::new(object)));
    }
    if draw.happens(15) {
        state.statics = Part::new(vec![value(draw, threads, objects)]);
    } else {
        state.statics = Part::new(vec![Value::ZERO]);
    }
    state
}

/// New names for threads and objects, by their old ones.
struct Names<'n> {
    threads: &'n [u32],
    objects: &'n [u32],
}

impl Names<'_> {
    fn value(&self, value: Value) -> Value {
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => value,
            Value::Object(Address(at)) => Value::Object(Address(self.objects[at as usize])),
            Value::Thread(ThreadId(at)) => Value::Thread(ThreadId(self.threads[at as usize])),
        }
    }

    fn address(&self, Address(at): Address) -> Address {
        Address(self.objects[at as usize])
    }

    /// The state under the names, of which those of threads are all the numbers up to theirs.
    fn state(&self, state: &State) -> State {
        let mut threads = vec![None; state.threads.len()];
        for (thread, name) in state.threads.iter().zip(self.threads) {
            let mut thread = (**thread).clone();
            thread.status = match thread.status {
                Status::Waiting { object, depth, timed } => {
                    Status::Waiting { object: self.address(object), depth, timed }
                }
                Status::Notified { object, depth } => {
                    Status::Notified { object: self.address(object), depth }
                }
                status => status,
            };
            for frame in &mut thread.frames {
                frame.registers.iter_mut().for_each(|value| *value = self.value(*value));
            }
            threads[*name as usize] = Some(Part::new(thread));
        }
        let mut heap = Vec::new();
        for (address, object) in &state.heap {
            let mut object = (**object).clone();
            object.cells.iter_mut().for_each(|(_, value)| *value = self.value(*value));
            object.owner = object
                .owner
                .map(|(ThreadId(owner), depth)| (ThreadId(self.threads[owner as usize]), depth));
            heap.push((self.address(*address), Part::new(object)));
        }
        heap.sort_by_key(|(address, _)| *address);
        let statics = Part::new(state.statics.iter().map(|value| self.value(*value)).collect());
        State { threads: threads.into_iter().flatten().collect(), heap, statics }
    }
}

/// The items of a list that are kept.
fn only<T: Clone>(all: &[T], kept: &[bool]) -> Vec<T> {
    let kept = all.iter().zip(kept).filter(|(_, is_kept)| **is_kept);
    kept.map(|(found, _)| found.clone()).collect()
}

/// The state without what nobody can reach, with names without gaps: by going through everything again and again.
fn without_garbage(state: &State) -> State {
    let mut objects = vec![false; state.heap.len()];
    let mut threads: Vec<bool> =
        state.threads.iter().map(|thread| thread.status != Status::Ended).collect();
    loop {
        let mut met: Vec<Value> = state.statics.to_vec();
        for (thread, is_kept) in state.threads.iter().zip(&threads) {
            if *is_kept {
                met.extend(thread.frames.iter().flat_map(|frame| frame.registers.iter()));
                if let Status::Waiting { object, .. } | Status::Notified { object, .. } =
                    thread.status
                {
                    met.push(Value::Object(object));
                }
            }
        }
        for ((_, object), is_kept) in state.heap.iter().zip(&objects) {
            if *is_kept {
                met.extend(object.cells.iter().map(|(_, value)| *value));
                met.extend(object.owner.map(|(owner, _)| Value::Thread(owner)));
            }
        }
        let before = (objects.clone(), threads.clone());
        for value in met {
            match value {
                Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => {}
                Value::Object(Address(at)) => objects[at as usize] = true,
                Value::Thread(ThreadId(at)) => threads[at as usize] = true,
            }
        }
        if before == (objects.clone(), threads.clone()) {
            break;
        }
    }
    let numbered = |kept: &[bool]| {
        let mut next = 0;
        let number = |kept: &bool| {
            next += u32::from(*kept);
            next.saturating_sub(1)
        };
        kept.iter().map(number).collect::<Vec<u32>>()
    };
    let (new_threads, new_objects) = (numbered(&threads), numbered(&objects));
    let names = Names { threads: &new_threads, objects: &new_objects };
    let kept = State {
        threads: only(&state.threads, &threads),
        heap: only(&state.heap, &objects),
        statics: state.statics.clone(),
    };
    // The threads are in their places already; what refers to them is renamed.
    rename_values(&kept, &names)
}

/// Renames what is referred to, and the objects; threads stay in their places.
fn rename_values(state: &State, names: &Names<'_>) -> State {
    let mut state = state.clone();
    for thread in &mut state.threads {
        let thread = thread.make_mut();
        thread.status = match thread.status {
            Status::Waiting { object, depth, timed } => {
                Status::Waiting { object: names.address(object), depth, timed }
            }
            Status::Notified { object, depth } => {
                Status::Notified { object: names.address(object), depth }
            }
            status => status,
        };
        for frame in &mut thread.frames {
            frame.registers.iter_mut().for_each(|value| *value = names.value(*value));
        }
    }
    for (address, object) in &mut state.heap {
        *address = names.address(*address);
        let object = object.make_mut();
        object.cells.iter_mut().for_each(|(_, value)| *value = names.value(*value));
        object.owner = object
            .owner
            .map(|(ThreadId(owner), depth)| (ThreadId(names.threads[owner as usize]), depth));
    }
    state.statics = Part::new(state.statics.iter().map(|value| names.value(*value)).collect());
    state
}

fn orders(count: usize) -> Vec<Vec<u32>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(count - 1) {
        for at in 0..count {
            let mut order = order.clone();
            order.insert(at, u32::try_from(count - 1).unwrap());
            all.push(order);
        }
    }
    all
}

/// Whether some renaming makes one state from the other: all are tried.
fn are_alike(one: &State, two: &State) -> bool {
    let (one, two) = (without_garbage(one), without_garbage(two));
    if one.threads.len() != two.threads.len() || one.heap.len() != two.heap.len() {
        return false;
    }
    orders(one.threads.len()).iter().any(|threads| {
        orders(one.heap.len()).iter().any(|objects| Names { threads, objects }.state(&one) == two)
    })
}

/// The state with other names, and with objects that nobody can reach.
fn disguised(draw: &mut Draw, state: &State) -> State {
    let mut state = state.clone();
    for _ in 0..draw.below(3) {
        let address = Address(u32::try_from(state.heap.len()).unwrap());
        let mut object =
            Object { site: place(9), length: None, cells: Vec::new(), owner: None, queue: None };
        object.set_cell(0, value(draw, state.threads.len(), state.heap.len() + 1));
        state.heap.push((address, Part::new(object)));
    }
    let mut threads: Vec<u32> = (0..).take(state.threads.len()).collect();
    let mut objects: Vec<u32> = (0..).take(state.heap.len()).collect();
    draw.shuffle(&mut threads);
    draw.shuffle(&mut objects);
    // Addresses with gaps.
    let stretch = 1 + u32::try_from(draw.below(3)).unwrap();
    for at in &mut objects {
        *at *= stretch;
    }
    Names { threads: &threads, objects: &objects }.state(&state)
}

/// The state with one thing changed.
fn changed(draw: &mut Draw, state: &State) -> State {
    let mut state = state.clone();
    let (threads, objects) = (state.threads.len(), state.heap.len());
    let new = value(draw, threads, objects);
    if draw.happens(50) && objects > 0 {
        let object = state.heap[draw.below(objects)].1.make_mut();
        if draw.happens(70) {
            object.set_cell(u32::try_from(draw.below(2)).unwrap(), new);
        } else {
            object.owner = draw
                .happens(60)
                .then(|| (ThreadId(u32::try_from(draw.below(threads)).unwrap()), 1));
        }
    } else {
        let thread = state.threads[draw.below(threads)].make_mut();
        if let Some(frame) = thread.frames.last_mut() {
            if frame.registers.is_empty() || draw.happens(10) {
                frame.place.at ^= 1;
            } else {
                let at = draw.below(frame.registers.len());
                frame.registers[at] = new;
            }
        }
    }
    state
}

/// Compares a random state with its forms under other names, and with a changed one. Returns whether the change makes a
/// difference.
pub(crate) fn check(seed: u64) -> bool {
    let mut draw = Draw::new(seed);
    let state = random(&mut draw);
    let (form, renaming) = state.canonical();
    assert_eq!(form.canonical().0, form, "seed {seed}: the form of the form, {state:#?}");
    assert!(are_alike(&state, &form), "seed {seed}: {state:#?}\n{form:#?}");
    // The renaming says where everything went.
    for (address, object) in &state.heap {
        match renaming.address(*address) {
            Some(new) => assert_eq!(form.object(new).unwrap().site, object.site),
            None => assert!(form.heap.len() < state.heap.len()),
        }
    }
    for (number, thread) in (0..).zip(&state.threads) {
        match renaming.thread(ThreadId(number)) {
            Some(new) => assert_eq!(
                form.thread(new).unwrap().place(),
                thread.place(),
                "seed {seed}: {state:#?}"
            ),
            None => assert_eq!(thread.status, Status::Ended),
        }
    }
    let disguised = disguised(&mut draw, &state);
    assert_eq!(disguised.canonical().0, form, "seed {seed}: {state:#?}\n{disguised:#?}");
    let other = changed(&mut draw, &state);
    let is_same = are_alike(&state, &other);
    assert_eq!(other.canonical().0 == form, is_same, "seed {seed}: {state:#?}\n{other:#?}");
    // Threads that keep their names.
    let mut kept = state.clone();
    kept.collect_garbage();
    assert_eq!(kept.canonical_heap().0, state.canonical_heap().0, "seed {seed}");
    assert_eq!(kept.canonical().0, form, "seed {seed}");
    !is_same
}

fn compare(count: u64, first: u64) {
    println!("seeds {first} to {}", first + count - 1);
    let different = (first..first + count).filter(|seed| check(*seed)).count() as u64;
    let equal = count - different;
    println!("{count} disguised alike; of the changed ones {different} differ, {equal} do not");
    assert!(different > count / 3 && equal > count / 50);
}

fn states(everyday: u64) -> u64 {
    std::env::var("CANONICAL_STATES").ok().and_then(|count| count.parse().ok()).unwrap_or(everyday)
}

#[test]
fn forms_are_equal_just_where_some_renaming_fits() {
    compare(states(20_000), 0);
}

#[test]
#[ignore = "the full size: some minutes"]
fn forms_are_equal_just_where_some_renaming_fits_for_many_states() {
    compare(states(300_000), 5_000_000);
}

/// Threads in a ring, each of which refers to the next one's object: all look alike, and none may be taken as the first
/// without looking at the others.
#[test]
fn a_ring_is_one_state_wherever_it_is_cut() {
    let ring = |order: &[u32]| {
        let count = order.len();
        let mut state = State::default();
        let mut threads = vec![None; count];
        for (k, name) in order.iter().enumerate() {
            let own = Value::Object(Address(*name));
            let next = Value::Object(Address(order[(k + 1) % count]));
            let frames = vec![Frame { place: place(0), registers: [own, next].into() }];
            let thread = Thread {
                status: Status::Running,
                frames,
                forks: 0,
                allocations: 0,
                background: false,
            };
            threads[*name as usize] = Some(Part::new(thread));
            let object = Object {
                site: place(9),
                length: None,
                cells: Vec::new(),
                owner: None,
                queue: None,
            };
            state.heap.push((Address(*name), Part::new(object)));
        }
        state.heap.sort_by_key(|(address, _)| *address);
        state.threads = threads.into_iter().flatten().collect();
        state
    };
    let form = ring(&[0, 1, 2, 3, 4, 5]).canonical().0;
    assert_eq!(ring(&[3, 0, 5, 1, 4, 2]).canonical().0, form);
    // Two rings of three are another state.
    let one = ring(&[0, 1, 2]);
    let mut two = one.clone();
    for thread in &one.threads {
        let mut thread = thread.clone();
        for value in &mut thread.make_mut().frames[0].registers {
            if let Value::Object(Address(at)) = value {
                *value = Value::Object(Address(*at + 3));
            }
        }
        two.threads.push(thread);
    }
    for (address, object) in &one.heap {
        two.heap.push((Address(address.0 + 3), object.clone()));
    }
    assert_ne!(two.canonical().0, form);
    assert_eq!(two.canonical().0.heap.len(), 6);
}
