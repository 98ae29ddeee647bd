//! The first-order prover E on the axioms of Kleene algebra with tests (Debian: eprover).

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use reductio_algebra::{Relation, Sort};

use super::{Law, Notation};

/// Seconds for each law.
const LIMIT: u32 = 10;

/// Kozen's axioms; tests are the elements with a complement, closed under all operations.
const AXIOMS: &str = "
fof(a01, axiom, ![X,Y,Z]: plus(X,plus(Y,Z)) = plus(plus(X,Y),Z)).
fof(a02, axiom, ![X,Y]: plus(X,Y) = plus(Y,X)).
fof(a03, axiom, ![X]: plus(X,X) = X).
fof(a04, axiom, ![X]: plus(X,zero) = X).
fof(a05, axiom, ![X,Y,Z]: seq(X,seq(Y,Z)) = seq(seq(X,Y),Z)).
fof(a06, axiom, ![X]: seq(zero,X) = zero).
fof(a07, axiom, ![X]: seq(X,zero) = zero).
fof(a08, axiom, ![X]: seq(one,X) = X).
fof(a09, axiom, ![X]: seq(X,one) = X).
fof(a10, axiom, ![X,Y,Z]: seq(X,plus(Y,Z)) = plus(seq(X,Y),seq(X,Z))).
fof(a11, axiom, ![X,Y,Z]: seq(plus(X,Y),Z) = plus(seq(X,Z),seq(Y,Z))).
fof(a12, axiom, ![X,Y]: (leq(X,Y) <=> plus(X,Y) = Y)).
fof(a13, axiom, ![X]: plus(one,seq(X,star(X))) = star(X)).
fof(a14, axiom, ![X]: plus(one,seq(star(X),X)) = star(X)).
fof(a15, axiom, ![X,Y,Z]: (leq(plus(Z,seq(X,Y)),Y) => leq(seq(star(X),Z),Y))).
fof(a16, axiom, ![X,Y,Z]: (leq(plus(Z,seq(Y,X)),Y) => leq(seq(Z,star(X)),Y))).
fof(a17, axiom, ![P]: (test(P) => (test(not(P)) & plus(P,not(P)) = one & seq(P,not(P)) = zero & seq(not(P),P) = zero))).
fof(a18, axiom, ![P,Q]: ((test(P) & test(Q)) => (test(plus(P,Q)) & test(seq(P,Q))))).
fof(a19, axiom, test(zero) & test(one)).
";

const TPTP: Notation = Notation {
    zero: "zero",
    one: "one",
    plus: |a, b| format!("plus({a},{b})"),
    seq: |a, b| format!("seq({a},{b})"),
    star: |a| format!("star({a})"),
    not: |a| format!("not({a})"),
};

/// Seconds until E proves the law, `None` when it does not within its limit; or why it cannot be asked.
pub(crate) fn time(law: &Law, folder: &Path) -> Result<Option<f64>, String> {
    let (lhs, relation, rhs) = law.sides();
    let (lhs, rhs) = (TPTP.write(lhs, &|_| None), TPTP.write(rhs, &|_| None));
    let mut text = String::from(AXIOMS);
    for symbol in law.formula.symbols().iter().filter(|s| s.sort == Sort::Predicate) {
        writeln!(text, "fof(is_{0}, axiom, test({0})).", symbol.name)
            .expect("a string can be written to");
    }
    let claim = match relation {
        Relation::Equal => format!("{lhs} = {rhs}"),
        Relation::Below => format!("leq({lhs},{rhs})"),
    };
    writeln!(text, "fof(law, conjecture, {claim}).").expect("a string can be written to");
    let file = folder.join("law.p");
    let skipped = |e: std::io::Error| format!("E is skipped (Debian package eprover): {e}");
    fs::write(&file, text).map_err(skipped)?;
    let start = Instant::now();
    let output = Command::new("eprover")
        .args(["--auto", "--silent", &format!("--cpu-limit={LIMIT}")])
        .arg(&file)
        .output()
        .map_err(skipped)?;
    let time = start.elapsed().as_secs_f64();
    let is_proved = String::from_utf8_lossy(&output.stdout).contains("SZS status Theorem");
    Ok(is_proved.then_some(time))
}
