//! Every limit has a text at it, which is read, and one past it, which is refused.

use std::fmt::Write as _;

use reductio::language::{Limit, MAX_NESTING};

use crate::language::{codes, good, parse};

#[test]
fn bytes_of_text() {
    let text = "thread t { skip }\n".to_owned();
    let most = usize::try_from(Limit::Text.most()).unwrap();
    let padded = |size: usize| format!("{text}{}", " ".repeat(size - text.len()));
    good(&padded(most));
    assert_eq!(codes(&padded(most + 1)), ["E0601"]);
}

#[test]
fn threads() {
    good("thread t[i : 1 .. 64] { skip }");
    good("thread t[i : 1 .. 63] { skip }\nthread u { skip }");
    assert_eq!(codes("thread t[i : 1 .. 65] { skip }"), ["E0633"]);
    assert_eq!(codes("thread t[i : 1 .. 64] { skip }\nthread u { skip }"), ["E0633"]);
    assert_eq!(
        codes("thread t[i : 1 .. 100000, j : 1 .. 100000, k : 1 .. 2147483647] { skip }"),
        ["E0633"]
    );
}

#[test]
fn control_points() {
    // One for each statement, and `end`.
    let most = usize::try_from(Limit::Points.most()).unwrap();
    let text = |count: usize| format!("thread t {{\n{}}}", "skip\n".repeat(count));
    assert_eq!(good(&text(most - 1)).threads()[0].points().len(), most);
    assert_eq!(codes(&text(most)), ["E0634"]);
    // `end` does not count where nothing leads to it.
    let text = |count: usize| format!("thread t {{ loop {{\n{}}} }}", "skip\n".repeat(count));
    assert_eq!(good(&text(most)).threads()[0].points().len(), most);
    assert_eq!(codes(&text(most + 1)), ["E0634"]);
}

#[test]
fn nodes() {
    let text = |high: usize| {
        format!(
            "type T = 1 .. 1000\nthread t {{ skip }}\ninvariant forall i : T, j : 1 .. {high} . i != j - 2000"
        )
    };
    // For each pair: `j` itself, the comparison, its sides, the difference, its sides.
    good(&text(160));
    assert_eq!(codes(&text(170)), ["E0635"]);
    let wide = "thread t { skip }\ninvariant forall i, j, k, l, m : 0 .. 2147483646 . i == j";
    assert_eq!(codes(wide), ["E0635"]);
    let any = "var x : 0 .. 2147483646\nthread t { x := any }";
    assert_eq!(codes(any), ["E0635"]);
    let protected = "lock m\nprotected x[i : 0 .. 60000] : bool for t when exists k : 0 .. 60 . k == i and m.owner == t
        thread u[i : 0 .. 63] { skip }";
    assert_eq!(codes(protected), ["E0635"]);
}

#[test]
fn cells() {
    // One is the program counter.
    good("var x[i : 1 .. 65535] : bool\nthread t { skip }");
    assert_eq!(codes("var x[i : 1 .. 65536] : bool\nthread t { skip }"), ["E0636"]);
    let text = |last: &str| {
        format!(
            "var x[i : 1 .. 65000] : bool\nvar y[i : 1 .. 500] : bool\n{last}\nthread t {{ skip }}"
        )
    };
    good(&text("var z[i : 1 .. 35] : bool"));
    for past in [
        "var z[i : 1 .. 37] : bool",
        "semaphore z[i : 1 .. 37]",
        "lock z[i : 1 .. 37]",
        "lock z[i : 1 .. 20] depth 2",
        "monitor z[i : 1 .. 20]",
        "queue z of bool capacity 36",
        "protected z[i : 1 .. 37] : bool by m\nlock m",
        "type R = record { a : bool, b : bool }\nvar z[i : 1 .. 20] : R",
    ] {
        assert_eq!(codes(&text(past)), ["E0636"], "{past}");
    }
    let locals = "thread t[i : 1 .. 64] { local x[j : 1 .. 2000] : bool; skip }";
    assert_eq!(codes(locals), ["E0636"]);
    let huge = "var x[i : 0 .. 2147483646, j : 0 .. 2147483646, k : 0 .. 2147483646] : bool\nthread t { skip }";
    assert_eq!(codes(huge), ["E0636"]);
    let mut records = "type R0 = record { a : bool, b : bool }\n".to_owned();
    for n in 1..40 {
        let _ = writeln!(records, "type R{n} = record {{ a : R{}, b : R{} }}", n - 1, n - 1);
    }
    assert_eq!(codes(&format!("{records}var x : R39\nthread t {{ skip }}")), ["E0636"]);
}

#[test]
fn values() {
    let text = |ty: &str| format!("var x : {ty}\nthread t {{ skip }}");
    good(&text("0 .. 2147483647"));
    good(&text("-2147483648 .. -1"));
    assert_eq!(codes(&text("-1 .. 2147483647")), ["E0637"]);
    assert_eq!(codes(&text("-2147483648 .. 2147483647")), ["E0637"]);
    good(&text("0 .. 2147483646 or none"));
    assert_eq!(codes(&text("0 .. 2147483647 or none")), ["E0637"]);
    good(&text("-2147483647 .. -1 or none"));
    assert_eq!(codes(&text("-2147483648 .. 0 or none")), ["E0637"]);
}

/// A fault is told once, and nothing overflows the stack.
#[test]
fn nesting() {
    let condition = |text: &str| format!("var x : 0 .. 3\nthread t {{ skip }}\ninvariant {text}");
    let around = |open: &str, inner: &str, close: &str, count: usize| {
        condition(&format!("{}{inner}{}", open.repeat(count), close.repeat(count)))
    };
    good(&around("(", "x == 1", ")", MAX_NESTING - 1));
    assert_eq!(codes(&around("(", "x == 1", ")", MAX_NESTING)), ["E0605"]);
    for (open, inner, close) in [
        ("(", "x == 1", ")"),
        ("not ", "x == 1", ""),
        ("- ", "x", " == 1"),
        ("exists i : 0 .. 1 . ", "x == 1", ""),
        ("if x == 1 then true else ", "x == 1", ""),
        ("if ", "x == 1", " then true else false"),
        ("x[", "1", "]"),
        ("x in { ", "1", "}"),
        ("x + ", "1", " == 1"),
        ("", "x", ".f"),
        ("x == 1 and (", "x == 1", ")"),
    ] {
        let deep = codes(&around(open, inner, close, 20_000));
        assert_eq!(deep, ["E0605"], "{open}");
    }
    assert_eq!(codes(&around("(", "x == 1", ")", 100_000)), ["E0605"]);
    let chain = |word: &str| condition(&vec!["x == 1"; 50_000].join(word));
    good(&chain(" and "));
    good(&chain(" or "));
    assert_eq!(codes(&condition(&format!("{} == 1", vec!["x"; 50_000].join(" + ")))), ["E0605"]);
    for (open, close) in
        [("loop {\n", "}\n"), ("if true {", "}"), ("choose {", "}"), ("if true { } else { ", "}")]
    {
        let block = |count: usize| {
            format!("thread t {{ {}skip\n{} }}", open.repeat(count), close.repeat(count))
        };
        good(&block(MAX_NESTING - 1));
        assert_eq!(codes(&block(50_000)), ["E0605"], "{open}");
    }
    let else_if =
        format!("thread t {{ if true {{ skip }} {} }}", "else if true { skip }\n".repeat(2_000));
    good(&else_if);
    let mut constants = String::new();
    for n in 0..30_000 {
        let _ = writeln!(constants, "const A{n} = A{}", n + 1);
    }
    good(&format!("{constants}const A30000 = 1\nthread t {{ skip }}"));
    assert_eq!(codes(&format!("{constants}const A30000 = A0\nthread t {{ skip }}")), ["E0617"]);
}

/// Faults without end are found in time that is linear in their number.
#[test]
fn many_faults() {
    let text = format!("var abcdef : bool\nthread t {{\n{}}}", "abcdeg := abcdeh\n".repeat(40_000));
    // And too many control points.
    assert_eq!(parse(&text).unwrap_err().len(), 80_001);
    let text = "}}}}\n)))) ]]]\n".repeat(30_000);
    assert!(!parse(&text).unwrap_err().is_empty());
    let text = format!("thread t {{\n{}", "( { [ x := ;\n".repeat(30_000));
    assert!(!parse(&text).unwrap_err().is_empty());
}
