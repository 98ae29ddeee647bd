mod support;
use reductio_heap::*;
#[test]
fn zz() {
    for name in ["ConditionBuffer", "PoolOfOneNested", "ExecutorSum", "BlockingQueueSum", "Figure1"]
    {
        println!("== {name}");
        let program = support::java(name, &[]);
        let t0 = std::time::Instant::now();
        let inlined = Inlined::new(&program, &Limits::default()).unwrap();
        eprintln!("inline {:?} {}", t0.elapsed(), inlined.statements().len());
        analyze(&program, &inlined, Reading::default(), &Options::default()).unwrap();
    }
}
