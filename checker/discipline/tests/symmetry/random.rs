//! Random systems with families: arrays, pointers, locks, monitors, semaphores, queues, quantified guards and claims.

use std::fmt::Write as _;

use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_search::{Order, Query, search};

use super::agree::{Met, compare, symmetric};
use super::names::{Names, stored};

/// Draws what a system has.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 20) % bound as u64).unwrap()
    }

    fn one(&mut self, of: &[&str]) -> String {
        of[self.below(of.len())].to_owned()
    }

    fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

const GUARDS: &[&str] = &[
    "x == 0",
    "x != 1",
    "a[i] == 0",
    "last == none",
    "last == i",
    "last != i",
    "l == 0",
    "forall v : U . a[v] == 0",
    "exists v : U . v != i and a[v] == 1",
    "second == last",
    "last != none and second != i",
    "(count v : U . a[v] == 1) < 2",
];
const ACTIONS: &[&str] = &[
    "x := 0",
    "x := 1",
    "x := 2",
    "a[i] := 1",
    "a[i] := 0",
    "last := i",
    "last := none",
    "l := 1",
    "l := a[i]",
    "second := last",
    "second := i",
    "last := second",
    "x := x + 1",
    "l := x",
];
const STEPS: &[&str] = &[
    "down s",
    "up s",
    "up d[i]",
    "down d[i]",
    "up d[last]",
    "a[last] := 1",
    "send q i",
    "receive q into last",
    "assert x != 2",
    "assert last != i",
    "acquire m",
    "release m",
    "skip",
];
const SINGLE: &[&str] = &[
    "x := 1",
    "last := none",
    "r := last",
    "last := r",
    "up d[r]",
    "a[r] := 1",
    "receive q into r",
    "await exists v : U . a[v] == 1",
    "await last == none",
    "up s",
    "down s",
    "await x == 1",
    "synchronized o { notify o }",
    "synchronized o { notifyAll o }",
    "synchronized m { p := 1 - p }",
    "if r != none { send q r }",
    "await forall v : U . v == r or a[v] == 0",
];

fn statement(draw: &mut Draw, depth: usize, label: &str) -> String {
    let guard = draw.one(GUARDS);
    let action = draw.one(ACTIONS);
    let inner = |draw: &mut Draw| statement(draw, depth + 1, "");
    let text = match draw.below(if depth > 1 { 6 } else { 12 }) {
        0 | 1 => action,
        2 => format!("await {guard}"),
        3 => format!("await {guard} then {{ {action}; {} }}", draw.one(ACTIONS)),
        4 | 5 => draw.one(STEPS),
        6 => format!("if {guard} {{ {} }} else {{ {} }}", inner(draw), inner(draw)),
        7 => format!("synchronized m {{ p := 1 - p\n {} }}", inner(draw)),
        8 => format!("synchronized o {{ if {guard} {{ wait o }} }}"),
        9 => format!(
            "synchronized o {{ {}\n {} o }}",
            inner(draw),
            draw.one(&["notify", "notifyAll"])
        ),
        10 => format!("choose {{ {action} }} or {{ {} }}", inner(draw)),
        _ => format!("atomic {{ {action}; {} }}", draw.one(ACTIONS)),
    };
    format!("{label}{text}")
}

/// A random system, and what a renaming changes in it.
pub(crate) fn system(seed: u64) -> (String, Vec<Names>) {
    let mut draw = Draw::new(seed);
    (0..20).for_each(|_| _ = draw.below(2));
    let members = [2, 2, 3, 3, 3, 4][draw.below(6)];
    let mut text = format!(
        "const N = {members}\ntype U = 0 .. N - 1\nvar x : 0 .. 2 = 0\nvar a[i : U] : 0 .. 1 = 0\n\
         var last : U or none = none\nvar second : U or none = none\nlock m\nmonitor o\n\
         protected p : 0 .. 1 = 0 by m\nsemaphore s = 1 max 2\nsemaphore d[i : U] = 0 max 1\n\
         queue q of U capacity 2\n"
    );
    let mut names = vec![Names {
        members,
        threads: vec!["u"],
        arrays: vec!["a", "d"],
        values: vec!["last", "second", "t.r"],
        queues: vec![("q", "")],
        forgotten: vec![],
    }];
    text += "thread u[i : U] {\n  local l : 0 .. 1 = 0\n";
    let count = 1 + draw.below(4);
    let is_loop = draw.is(4);
    text += if is_loop { "  loop {\n" } else { "" };
    for number in 0..count {
        let _ = writeln!(text, "  {}", statement(&mut draw, 0, &format!("L{number}: ")));
    }
    if draw.is(12) {
        text += &draw.one(&["  if i == 0 { x := 1 }\n", "  x := i mod 3\n", "  await last == 1\n"]);
    }
    text += if is_loop { "  }\n}\n" } else { "}\n" };
    if draw.is(2) {
        text += "thread t {\n  local r : U or none = none\n";
        for _ in 0..=draw.below(3) {
            let _ = writeln!(text, "  {}", draw.one(SINGLE));
        }
        text += "}\n";
    } else if draw.is(3) {
        text += "type V = 0 .. 1\nvar b[j : V] : 0 .. 1 = 0\nvar top : V or none = none\n\
                 thread z[j : V] {\n";
        for _ in 0..=draw.below(2) {
            let step = draw.one(&[
                "b[j] := 1",
                "top := j",
                "await top != j",
                "x := 1",
                "synchronized m { p := 1 - p }",
                "await exists v : U . a[v] == 1",
                "last := none",
                "synchronized o { wait o }",
            ]);
            let _ = writeln!(text, "  {step}");
        }
        text += "}\n";
        names.push(Names {
            members: 2,
            threads: vec!["z"],
            arrays: vec!["b"],
            values: vec!["top"],
            ..Names::default()
        });
    }
    for claim in [
        "invariant \"1\": forall v : U . a[v] == 0 or x < 2\n",
        "invariant \"2\": not (exists v, w : U . v != w and u[v] at L0 and u[w] at L0 and x == 1)\n",
        "invariant \"3\": a[0] == 0 or x != 2\n",
        "invariant \"4\": last == none or last == 0\n",
        "reach \"5\": u[0] at L0 and u[1] at end\n",
        "reach \"6\": exists v : U . last == v and a[v] == 1\n",
        "reach \"7\": forall v : U . u[v] at end\n",
        "reach \"8\": m.owner == u[1] and x == 1\n",
    ] {
        if draw.is(3) {
            text += claim;
        }
    }
    (text, names)
}

/// The most states of a plain search that is compared.
const MOST: usize = 3_000;

/// Compares the searches of a random system; tells whether it is symmetric and not too large.
pub(crate) fn look(seed: u64, met: &mut Met, declined: &mut usize) -> bool {
    let (text, names) = system(seed);
    let system = match parse_system(&text, "random", &[]) {
        Ok(system) => system,
        Err(errors) => {
            println!("{seed}: {errors}");
            met.unreadable += 1;
            return false;
        }
    };
    let (discipline, symmetry) = symmetric(Discipline::new(system));
    let Some(symmetry) = symmetry else {
        *declined += 1;
        return false;
    };
    let few = Query { keep_going: true, max_states: MOST, ..Query::default() };
    if !search(&Packed::new(&discipline), &Order::Unreduced, &few).is_complete() {
        return false;
    }
    let sizes = compare(&discipline, &symmetry, met);
    let all_renamed = discipline.symmetry(None).1.iter().all(|one| one.asymmetry.is_none());
    for (order, size) in [Order::Unreduced, Order::Reduced].into_iter().zip(sizes) {
        if all_renamed && let Some(states) = stored(&discipline, order, MOST / 4) {
            assert_eq!(Names::orbits(&names, &states), size, "{text}\n{order:?}");
            met.counted += 1;
        }
    }
    true
}

/// Looks at so many systems.
pub(crate) fn run(seeds: std::ops::Range<u64>) -> (Met, usize) {
    let (mut met, mut declined) = (Met::default(), 0);
    for seed in seeds {
        let looked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            look(seed, &mut met, &mut declined);
        }));
        if let Err(why) = looked {
            eprintln!("seed {seed}:\n{}", system(seed).0);
            std::panic::resume_unwind(why);
        }
    }
    println!("{met:?}, {declined} declined");
    (met, declined)
}

#[test]
fn random_families_have_the_same_answers() {
    let (met, declined) = run(0..40);
    assert!(met.systems > 30 && met.findings > 50 && met.stuck > 5 && met.counted > 40);
    assert!(declined > 0 && met.unreadable == 0 && met.states * 2 < met.plain_states);
}

/// `cargo test -p reductio-discipline --release --test discipline -- --ignored --nocapture ten_thousand`
#[test]
#[ignore = "minutes"]
fn ten_thousand_random_families_have_the_same_answers() {
    let count = std::env::var("ORACLE_SYSTEMS").ok().and_then(|n| n.parse().ok());
    run(1_000..1_000 + count.unwrap_or(10_000));
}
