#!/usr/bin/env bash
# egg 0.11.0: `Explanation::check_proof` accepts a step whose rule is not among the rules, and a step of a conditional rule
# whose condition is false.
#
# Expected of a checker of proofs: it panics unless each step is an instance of one of the given rules, as it does
# where the instance of a known rule has the wrong right side.
# Seen: `x = y` by "no such rule" is accepted, whatever the rules are; `(/ 0 0) = 1` by a rule that asks for a divisor that is not
# zero is accepted, since conditions are not looked at. A known rule with a wrong instance is refused.
# What follows: a proof found by egg has to be made again by something that knows the conditions.
#
# Needs cargo. Takes about a minute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src"
cat > "$folder/Cargo.toml" <<'TOML'
[package]
name = "probe"
version = "0.0.0"
edition = "2021"
publish = false

[dependencies]
egg = "=0.11.0"
TOML
cat > "$folder/src/main.rs" <<'RUST'
use egg::{rewrite, EGraph, ENodeOrVar, Id, Pattern, RecExpr, Rewrite, Subst, SymbolLang, Var};

type Graph = EGraph<SymbolLang, ()>;

fn term(text: &str) -> RecExpr<SymbolLang> {
    text.parse().unwrap()
}

/// Whether the divisor `?a` is something else than the numeral 0.
fn is_not_zero(graph: &mut Graph, _: Id, subst: &Subst) -> bool {
    let divisor: Var = "?a".parse().unwrap();
    !graph[subst[divisor]].nodes.iter().any(|node| node.op.as_str() == "0")
}

/// Whether the proof that two terms are equal, from one step that is claimed for a rule, passes the check.
fn is_accepted(lhs: &str, rhs: &str, claimed: &str) -> bool {
    let rules: Vec<Rewrite<SymbolLang, ()>> =
        vec![rewrite!("commute"; "(+ ?a ?b)" => "(+ ?b ?a)"), rewrite!("cancel"; "(/ ?a ?a)" => "1" if is_not_zero)];
    let mut graph = Graph::default().with_explanations_enabled();
    let pattern = |text: &str| -> RecExpr<ENodeOrVar<SymbolLang>> { text.parse::<Pattern<SymbolLang>>().unwrap().ast };
    graph.union_instantiations(&pattern(lhs), &pattern(rhs), &Subst::default(), claimed);
    graph.rebuild();
    let mut proof = graph.explain_equivalence(&term(lhs), &term(rhs));
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| proof.check_proof(&rules))).is_ok()
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for (lhs, rhs, rule) in [
        ("(+ x y)", "(+ y x)", "commute"),
        ("(+ x y)", "(+ x x)", "commute"),
        ("x", "y", "no such rule"),
        ("(/ 0 0)", "1", "cancel"),
    ] {
        println!("{lhs} = {rhs} by {rule}: {}", if is_accepted(lhs, rhs, rule) { "accepted" } else { "refused" });
    }
}
RUST
cargo run --quiet --manifest-path "$folder/Cargo.toml" --target-dir "$folder/target" | tee "$folder/seen"
diff "$folder/seen" - <<'SEEN'
(+ x y) = (+ y x) by commute: accepted
(+ x y) = (+ x x) by commute: refused
x = y by no such rule: accepted
(/ 0 0) = 1 by cancel: accepted
SEEN
