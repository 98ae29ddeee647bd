//! Files that are too large are declined, and their sizes never computed.

use reductio_exchange::proof_file::{self, MAX_DEPTH, MAX_NODES};

use crate::example::{refusal, with_more};

/// Lines that make a term from the one before, again and again.
fn tower(count: usize, line: impl Fn(usize) -> String) -> String {
    (10..10 + count).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_too_large_is_declined() {
    let end = "end y 2 t 10 d 1 f 5 h 1 c 2 s 4";
    let is_limit = |lines: &str, reason: &str| {
        let error = proof_file::read(&with_more(lines, end)).unwrap_err();
        assert!(error.kind.is_limit() && error.to_string().contains(reason), "{error}");
    };
    // Each term twice the one before, and a tall one.
    is_limit(&tower(64, |n| format!("t {n} + {} {}", n - 1, n - 1)), "the nodes of a formula");
    is_limit(&tower(500, |n| format!("t {n} * {}", n - 1)), "the depth of a formula");
    // Definitions that double, never unfolded.
    let definition = |n: usize| {
        let t = 10 + 2 * (n - 10);
        format!("t {t} + {} {}\nd {} u 0 {t}\nt {} d {} i", t - 1, t - 1, n - 9, t + 1, n - 9)
    };
    let doubling = tower(64, |n| definition(n).replace(" u 0 ", &format!(" a{n} i ")));
    is_limit(&doubling, "the nodes of a formula");
    // Formulas that grow by steps: discharged again and again, or instantiated with themselves.
    let step = |n: usize| format!("s {} discharge 0 {}", n - 6, n - 7);
    is_limit(&tower(500, step), "the depth of a formula");
    let grow = "t 10 . 0 0\nt 11 . 10 10\nt 12 . 11 11\nt 13 . 12 12\nt 14 . 13 13\n";
    let steps = tower(20, |n| format!("s {} inst {} 0=14", n - 6, if n == 10 { 2 } else { n - 7 }));
    is_limit(&format!("{grow}{steps}"), "the nodes of a formula");
    // A line without end, many hypotheses.
    is_limit(&format!("s 4 inst 3 {}", "0".repeat(1 << 17)), "the bytes of a line");
    let hypotheses: Vec<String> = (0..1_100)
        .map(|k| {
            let (f, a, t) = (5 + k, 4 + 2 * k, 5 + 2 * k);
            let last = if k == 0 { 0 } else { t - 2 };
            format!("f {f} != i i{k}\ns {a} assume {f}\ns {t} discharge 4 {last}")
        })
        .collect();
    assert!(refusal(&with_more(&hypotheses.join("\n"), end)).contains("the depth of a formula"));
    const { assert!(MAX_DEPTH < 1_000 && MAX_NODES < 1 << 21) };
}
