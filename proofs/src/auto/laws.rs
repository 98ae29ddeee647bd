//! Rewriting rules for the e-graph: the laws that it knows, and facts.

use egg::{
    Condition, ConditionalApplier, ENodeOrVar, Id, Pattern, PatternAst, Rewrite, Subst, Symbol, Var,
};
use reductio_algebra::{Relation, Sort};

use super::Equation;
use super::node::{Ast, Graph, Leaves, Node, variable};

pub(super) type Rule = Rewrite<Node, Leaves>;

/// The name under which explanations mention a law; facts are mentioned by number.
pub(super) const LAW: &str = "law";

/// Laws of regular algebra with omega that hold for all terms. Sums are dealt with in `sums`.
const LAWS: [(&str, &str); 19] = [
    ("(. ?x (. ?y ?z))", "(. (. ?x ?y) ?z)"),
    ("(. (. ?x ?y) ?z)", "(. ?x (. ?y ?z))"),
    ("(. one ?x)", "?x"),
    ("(. ?x one)", "?x"),
    ("(. zero ?x)", "zero"),
    ("(. ?x zero)", "zero"),
    ("(star ?x)", "(+ one (. ?x (star ?x)))"),
    ("(. ?x (star ?x))", "(. (star ?x) ?x)"),
    ("(. (star ?x) ?x)", "(. ?x (star ?x))"),
    ("(. (star ?x) (star ?x))", "(star ?x)"),
    ("(star (star ?x))", "(star ?x)"),
    ("(star one)", "one"),
    ("(star zero)", "one"),
    ("(. ?x (star (. ?y ?x)))", "(. (star (. ?x ?y)) ?x)"),
    ("(. (star (. ?x ?y)) ?x)", "(. ?x (star (. ?y ?x)))"),
    ("(omega ?x)", "(. ?x (omega ?x))"),
    ("(. ?x (omega ?x))", "(omega ?x)"),
    ("(omega zero)", "zero"),
    ("(loop ?x ?y)", "(+ (omega ?x) (. (star ?x) ?y))"),
];

/// Laws for predicates `x` and `y`.
const TESTS: [(&str, &str); 2] = [("(. ?x ?y)", "(. ?y ?x)"), ("(. ?x ?x)", "?x")];

/// The laws as rules.
pub(super) fn laws() -> Vec<Rule> {
    let parse = |text: &str| text.parse::<Pattern<Node>>().ok().map(|p| p.ast);
    let rule = |&(from, to): &(&str, &str), tests: &[&str]| {
        let tests = tests.iter().filter_map(|v| v.parse().ok()).collect();
        rule(LAW, parse(from)?, parse(to)?, tests)
    };
    let plain = LAWS.iter().filter_map(|law| rule(law, &[]));
    plain.chain(TESTS.iter().filter_map(|law| rule(law, &["?x", "?y"]))).collect()
}

/// The rules of a fact with variables: `l = r` in the directions that determine the other side, `l <= r` as
/// `r = l + r`.
pub(super) fn of_fact(fact: &Equation, leaves: &mut Leaves) -> Vec<Rule> {
    let mut pattern = |term| leaves.pattern(term, &fact.variables);
    let (Some(l), Some(r)) = (pattern(&fact.lhs), pattern(&fact.rhs)) else { return Vec::new() };
    let ends = match fact.relation {
        Relation::Equal => vec![(l.clone(), r.clone()), (r, l)],
        Relation::Below => match pattern(&fact.lhs.plus(&fact.rhs)) {
            Some(both) => vec![(r, both)],
            None => Vec::new(),
        },
    };
    let tests: Vec<Var> = (fact.variables.iter())
        .filter(|v| v.sort == Sort::Predicate)
        .map(|v| variable(&fact.variables, v))
        .collect();
    let name = fact.fact.to_string();
    ends.into_iter().filter_map(|(from, to)| rule(&name, from, to, tests.clone())).collect()
}

/// A rule; `None` for a left side that is a sum or fits anything, or does not determine the right side.
fn rule(name: &str, from: PatternAst<Node>, to: PatternAst<Node>, tests: Vec<Var>) -> Option<Rule> {
    match from.last()? {
        ENodeOrVar::Var(_) | ENodeOrVar::ENode(Node::Sum(_)) => return None,
        ENodeOrVar::ENode(_) => {}
    }
    let vars = variables(&from);
    if variables(&to).iter().any(|v| !vars.contains(v)) {
        return None;
    }
    let tests: Vec<Var> = tests.into_iter().filter(|v| vars.contains(v)).collect();
    let name = Symbol::from(name);
    let (from, to) = (Pattern::new(from), Pattern::new(to));
    if tests.is_empty() {
        return Rewrite::new(name, from, to).ok();
    }
    let applier = ConditionalApplier { condition: AreTests(tests), applier: to };
    Rewrite::new(name, from, applier).ok()
}

fn variables(ast: &Ast) -> Vec<Var> {
    let var = |node: &ENodeOrVar<Node>| match node {
        ENodeOrVar::Var(v) => Some(*v),
        ENodeOrVar::ENode(_) => None,
    };
    ast.iter().filter_map(var).collect()
}

/// The condition that the variables stand for predicates.
struct AreTests(Vec<Var>);

impl Condition<Node, Leaves> for AreTests {
    fn check(&self, graph: &mut Graph, _: Id, subst: &Subst) -> bool {
        self.0.iter().all(|v| subst.get(*v).is_some_and(|id| graph[*id].data.is_test))
    }
}
