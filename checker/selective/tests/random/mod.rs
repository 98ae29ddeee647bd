//! Random systems with more threads than those of `reductio_generate`, and more that waits.

use std::fmt::Write;

/// A sequence of numbers that look random.
fn draw(seed: &mut u64, below: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 11) % below
}

/// The text of a random system of three or four threads over three flags and two semaphores; with `loops`, many of them
/// go round.
pub(crate) fn text(seed: u64, loops: bool) -> String {
    let mut seed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let seed = &mut seed;
    let step = |seed: &mut u64| {
        let (x, y) = (draw(seed, 3), draw(seed, 3));
        let (c, d) = (draw(seed, 2), draw(seed, 2));
        match draw(seed, 6) {
            0 => format!("x[{x}] := {c}"),
            1 => format!("await x[{x}] == {c}"),
            2 => format!("await x[{x}] == {c} then {{ x[{y}] := {d} }}"),
            3 => format!("down s[{c}]"),
            4 => format!("up s[{c}]"),
            _ => format!(
                "choose {{ await x[{x}] == {c} then {{ x[{y}] := {d} }} }} or {{ await x[{y}] == {c} }}"
            ),
        }
    };
    let mut text = "var x[i : 0 .. 2] : 0 .. 1\nsemaphore s[i : 0 .. 1] = 1 max 3\n".to_owned();
    for thread in 0..3 + draw(seed, 2) {
        let steps: Vec<String> = (0..=draw(seed, 3)).map(|_| step(seed)).collect();
        let steps = steps.join("; ");
        let all = if loops && draw(seed, 3) > 0 { format!("loop {{ {steps} }}") } else { steps };
        writeln!(text, "thread t{thread} {{ {all} }}").unwrap();
    }
    text
}
