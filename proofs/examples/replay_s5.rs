//! Scratch.
use reductio_algebra::Theory;
use reductio_proofs::*;
fn main() {
    let theory = Theory::parse(reductio_theorems::bundled::S5.text, &[]).unwrap();
    let mut scripts = vec![];
    for src in [bundled::S5, bundled::S5_BEYOND] {
    let script = match Script::parse(src.text, &theory) { Ok(s) => s, Err(e) => { for e in e { println!("{} at {:?}: {}", e, e.span, &src.text[e.span.start..(e.span.end+30).min(src.text.len())]); } return } };
    scripts.push(script); }
    let t = std::time::Instant::now();
    let replay = replay(&theory, &scripts, Limits::default());
    println!("{:?}", t.elapsed());
    for o in replay.outcomes() {
        match &o.result {
            Ok(c) => println!("{} holds {} steps {} kernel, {:?}", o.label, o.steps, replay.kernel_steps(&o.label), c.hypotheses().iter().map(|l| l.as_str()).collect::<Vec<_>>()),
            Err(e) => { println!("{} FAILS", o.label); for e in e { println!("    {} {:?}", e, e.help); } }
        }
        for w in &o.warnings { println!("    warning {}", w.kind); }
    }
}
