//! How long it takes to make a state canonical, by the size of its heap and by the number of threads that look alike;
//! and how many states of programs are searched in a second.
//!
//! `cargo bench -p reductio-programs`

use std::hint::black_box;
use std::time::Instant;

use reductio_programs::{
    Address, Bounds, CanonicalModel, ENTRY, Frame, Granularity, MethodId, Object, Part, Place,
    State, Status, Thread, Value, parse_program,
};
use reductio_search::{Query, Unreduced, search};

const PLACE: Place = Place { method: MethodId(0), at: 0 };

/// A list of objects that some threads refer to: all of them to its begin, with an object of their own beside it.
fn list(length: u32, threads: u32) -> State {
    let mut state = State::default();
    let object =
        |cells| Part::new(Object { site: PLACE, length: None, cells, owner: None, queue: None });
    // The addresses are in the wrong order, so that all of them are renamed.
    for at in 0..length {
        let before = at.checked_sub(1).map(|before| (0, Value::Object(Address(before))));
        state.heap.push((Address(at), object(before.into_iter().collect())));
    }
    for thread in 0..threads {
        let own = Address(length + thread);
        state.heap.push((own, object(vec![(0, Value::Int(1))])));
        let registers = [Value::Object(Address(length - 1)), Value::Object(own)].into();
        let frames = vec![Frame { place: PLACE, registers }];
        let status = Status::Running;
        state.threads.push(Part::new(Thread {
            status,
            frames,
            forks: 0,
            allocations: 0,
            background: false,
        }));
    }
    state
}

fn canonical(length: u32, threads: u32) {
    let state = list(length, threads);
    let times = (2_000_000 / (length * threads)).clamp(3, 20_000);
    let start = Instant::now();
    for _ in 0..times {
        black_box(black_box(&state).canonical());
    }
    let time = start.elapsed().as_secs_f64() / f64::from(times);
    let each = time * 1e9 / f64::from(length + threads);
    println!(
        "{length:>8} objects, {threads:>2} threads alike: {:>10.1} us, {each:>6.1} ns an object",
        time * 1e6
    );
}

const PROGRAMS: [(&str, &str); 4] = [
    (
        "buffer: 2 producers, 2 consumers, monitor",
        "thread main { b := new Buffer; fork producer; fork producer; fork consumer; fork consumer }
         thread producer { i := 0; while i < 3 { item := new Item; item.a := i; synchronized b { while b.full { wait b }; b.item := item; b.full := 1; notifyAll b }; i := i + 1 } }
         thread consumer { loop { synchronized b { while not b.full { wait b }; it := b.item; b.item := null; b.full := 0; notifyAll b }; x := it.a } }",
    ),
    (
        "stack: 3 threads push and pop nodes",
        "thread main { s := new Stack; fork w; fork w; fork w }
         thread w { i := 0; while i < 2 { n := new Node; synchronized s { n.next := s.top; s.top := n }; synchronized s { n := s.top; if n { s.top := n.next } }; i := i + 1 } }",
    ),
    (
        "independent work: 3 threads build lists of their own",
        "thread main { fork w; fork w; fork w }
         thread w { l := null; i := 0; while i < 4 { n := new Node; n.next := l; l := n; i := i + 1 } }",
    ),
    (
        "ten threads alike take a lock",
        "thread main { l := new Lock; i := 0; while i < 10 { fork w; i := i + 1 } }
         thread w { synchronized l { l.n := l.n + 1 } }",
    ),
];

fn states(name: &str, text: &str) {
    let text = text.replace("\n         thread", "\nthread").replace("; ", "\n");
    let Ok(program) = parse_program(&text, "bench", ENTRY) else {
        println!("{name} cannot be read");
        return;
    };
    for granularity in [Granularity::Instruction, Granularity::LocalsAfter] {
        let model = CanonicalModel::new(&program, Bounds::default(), granularity);
        let start = Instant::now();
        let found = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
        let time = start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss)]
        let rate = found.states as f64 / time;
        println!(
            "{name}, {granularity:?}: {} states, {} steps, {:.0} bytes each, {time:.2} s, {rate:.0} states/s",
            found.states,
            found.transitions,
            found.bytes_per_state()
        );
    }
}

fn main() {
    for length in [10, 100, 1_000, 10_000, 100_000] {
        canonical(length, 1);
    }
    for threads in [2, 4, 8, 16] {
        canonical(1_000, threads);
    }
    for (name, text) in PROGRAMS {
        states(name, text);
    }
}
