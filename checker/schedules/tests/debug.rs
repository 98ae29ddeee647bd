mod random {
    pub(crate) mod engine;
    pub(crate) mod oracle;
    pub(crate) mod program;
}
use random::program::*;
use random::{engine, oracle};
use reductio_schedules::{Explorer, Strategy};
#[test]
fn debug() {
    use Do::*;
    let program = Program {
        threads: vec![
            vec![Lock(1), Add(1, 1), PanicIf(2), Unlock(1)],
            vec![Lock(0), Add(0, 3), Unlock(0), Lock(1), Add(1, 1), Unlock(1)],
            vec![Lock(0), Add(0, 3), PanicIf(1), Unlock(0)],
        ],
        semaphore: 0,
        bound: 1,
        barrier: 2,
    };
    let e = oracle::outcomes(&program, 10000).unwrap();
    println!("{e:?}");
    for s in [Strategy::Optimal, Strategy::Source, Strategy::InvisibleFirst, Strategy::Selective] {
        let (f, r) = engine::outcomes(&Explorer::new().strategy(s), &program);
        println!("{s:?} {} {} {f:?}", r.executions, r.blocked);
    }
}
