//! Steps that the kernel does not make.

use crate::example::{refusal, with};

#[test]
fn lies_about_steps_are_refused_by_the_kernel() {
    for (line, changed, reason) in [
        ("s 0 assume 0", "s 0 assume 2", "(a) claims `x x* = x`, but step 1 proves `u u* = u`"),
        ("s 1 star_r 0", "s 1 star_l 0", "(a) claims `x x* = x`, but step 1 proves `x* x = x`"),
        (
            "s 1 star_r 0",
            "s 1 loop 0",
            "step 1: loop_ind needs a premise x <= y x + z, not x x <= x",
        ),
        ("s 1 star_r 0", "s 1 sym 0", "step 1: sym needs x = y, not x x <= x"),
        (
            "s 2 discharge 0 1",
            "s 2 discharge 0 2",
            "step 2: there is no step 2 before this line: there are 2",
        ),
        (
            "s 2 discharge 0 1",
            "s 2 discharge 9 1",
            "step 2: there is no formula 9 before this line: there are 5",
        ),
        ("s 2 discharge 0 1", "s 2 mp 0 1", "step 2: x x* = x is not the premise of x x <= x"),
        ("s 2 discharge 0 1", "s 2 trans 1 0", "step 2: the chain breaks: `x` is not `x x`"),
        ("s 2 discharge 0 1", "s 2 axiom not_plus 0", "step 2: axiom needs a predicate, not `x`"),
        (
            "s 2 discharge 0 1",
            "s 2 axiom plus_com 0 0",
            "step 2: expected an axiom, got `plus_com`",
        ),
        (
            "s 2 discharge 0 1",
            "s 2 axiom plus_comm 0",
            "step 2: expected term, got the end of the line",
        ),
        ("s 2 discharge 0 1", "s 2 believe 0", "step 2: expected a rule, got `believe`"),
        ("s 2 discharge 0 1", "s 2 refl 0 0", "step 2: expected the end of the line, got `0`"),
        ("s 2 discharge 0 1", "s 2 unfold 0", "step 2: unfold needs a defined name, not `x`"),
        ("s 2 discharge 0 1", "s 2 spec 1 j", "step 2: x x* = x is not quantified over an index"),
        (
            "s 2 discharge 0 1",
            "s 2 sum_upper 0 j",
            "step 2: sum_upper needs a sum (+i : ...), not `x`",
        ),
        ("s 2 discharge 0 1", "s 2  discharge 0 1", "step 2: expected a rule, got ``"),
        ("s 2 discharge 0 1", "s 02 discharge 0 1", "step 2: expected a number, got `02`"),
        ("s 3 inst 2 0=6", "s 3 inst 2 0=6 0=6", "step 3: the symbol `x` is given twice"),
        ("s 3 inst 2 0=6", "s 3 inst 2 0,i=6", "step 3: `x` takes 0 indices, not 1"),
        ("s 3 inst 2 0=6", "s 3 inst 2 1=6", "step 3: `u` takes 1 indices, not 0"),
        ("s 3 inst 2 0=6", "s 3 inst 2 i=j i=k", "step 3: the index `i` is given twice"),
        ("s 3 inst 2 0=6", "s 3 inst 2 i", "step 3: expected a replacement, got `i`"),
        (
            "s 3 inst 2 0=6",
            "s 3 inst 1 0=6",
            "(b) claims `u u <= u => u u* = u`, but step 3 proves `u u* = u`",
        ),
        (
            "s 3 inst 2 0=6",
            "s 3 inst 2 0=5",
            "(b) claims `u u <= u => u u* = u`, but step 3 proves `(+i : u_i) (+i : u_i) <= (+i : u_i) => (+i : u_i) (+i : u_i)* = (+i : u_i)`",
        ),
    ] {
        let got = refusal(&with(line, changed));
        assert!(got.ends_with(reason), "{changed}: {got}");
        assert!(got.contains("step "), "{got}");
    }
}
