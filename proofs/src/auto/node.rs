//! Terms as nodes of the e-graph, and back.

use egg::{
    Analysis, DidMerge, EGraph, ENodeOrVar, FlatTerm, Id, Language, RecExpr, Var, define_language,
};
use reductio_algebra::{Symbol, Term, TermKind};

define_language! {
    /// A node of a term. `Sum` is a set: sorted, no duplicates, no `0`.
    pub(super) enum Node {
        "zero" = Zero,
        "one" = One,
        "+" = Sum(Box<[Id]>),
        "." = Seq([Id; 2]),
        "star" = Star([Id; 1]),
        "omega" = Omega([Id; 1]),
        "loop" = Loop([Id; 2]),
        Leaf(u32),
    }
}

/// The e-graph. Each class knows whether it has a predicate.
pub(super) type Graph = EGraph<Node, Leaves>;

/// A term with variables.
pub(super) type Ast = RecExpr<ENodeOrVar<Node>>;

/// The terms that the leaves stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves(Vec<Term>);

impl Leaves {
    fn leaf(&mut self, term: &Term) -> Node {
        let known = self.0.iter().position(|t| t == term);
        let number = known.unwrap_or_else(|| {
            self.0.push(term.clone());
            self.0.len() - 1
        });
        Node::Leaf(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Writes a term as a pattern, sums flat and products to the right. `None` where a variable stands inside a leaf.
    pub(super) fn pattern(&mut self, term: &Term, variables: &[Symbol]) -> Option<Ast> {
        let mut ast = Ast::default();
        self.write(term, variables, &mut ast)?;
        Some(ast)
    }

    /// Writes a term without variables.
    pub(super) fn ground(&mut self, term: &Term) -> Option<RecExpr<Node>> {
        let plain = |node: &ENodeOrVar<Node>| match node {
            ENodeOrVar::ENode(node) => Some(node.clone()),
            ENodeOrVar::Var(_) => None,
        };
        let ast = self.pattern(term, &[])?;
        Some(ast.iter().map(plain).collect::<Option<Vec<_>>>()?.into())
    }

    fn write(&mut self, term: &Term, variables: &[Symbol], out: &mut Ast) -> Option<Id> {
        use TermKind as K;
        let node = match term.kind() {
            K::Zero => Node::Zero,
            K::One => Node::One,
            K::Symbol(symbol, _) if symbol.arity == 0 && variables.contains(symbol) => {
                return Some(out.add(ENodeOrVar::Var(variable(variables, symbol))));
            }
            K::Plus(..) => {
                let mut parts = Vec::new();
                summands(term, &mut parts);
                let mut ids = Vec::new();
                for part in parts {
                    ids.push(self.write(&part, variables, out)?);
                }
                match ids[..] {
                    [] => Node::Zero,
                    [one] => return Some(one),
                    _ => Node::Sum(ids.into()),
                }
            }
            K::Seq(..) => return self.word(term, variables, out),
            K::Star(x) => Node::Star([self.write(x, variables, out)?]),
            K::Omega(x) => Node::Omega([self.write(x, variables, out)?]),
            K::Loop(x, y) => {
                Node::Loop([self.write(x, variables, out)?, self.write(y, variables, out)?])
            }
            _ if term.mentions(&|s| variables.contains(s)) => return None,
            _ => self.leaf(term),
        };
        Some(out.add(ENodeOrVar::ENode(node)))
    }

    fn word(&mut self, term: &Term, variables: &[Symbol], out: &mut Ast) -> Option<Id> {
        let mut word = None;
        for factor in crate::tactic::product::factors_of(term).iter().rev() {
            let id = self.write(factor, variables, out)?;
            word = Some(match word {
                None => id,
                Some(rest) => out.add(ENodeOrVar::ENode(Node::Seq([id, rest]))),
            });
        }
        Some(word.unwrap_or_else(|| out.add(ENodeOrVar::ENode(Node::One))))
    }

    /// The term of an explanation; `None` for a node that no term has.
    pub(super) fn read(&self, flat: &FlatTerm<Node>) -> Option<Term> {
        let mut parts = Vec::new();
        for child in &flat.children {
            parts.push(self.read(child)?);
        }
        Some(match (&flat.node, &parts[..]) {
            (Node::Zero, []) => Term::zero(),
            (Node::One, []) => Term::one(),
            (Node::Sum(_), [first, rest @ ..]) => rest.iter().fold(first.clone(), |a, b| a.plus(b)),
            (Node::Seq(_), [a, b]) => a.seq(b),
            (Node::Star(_), [x]) => x.star(),
            (Node::Omega(_), [x]) => x.omega(),
            (Node::Loop(_), [x, y]) => x.looping(y),
            (Node::Leaf(k), []) => self.0.get(*k as usize)?.clone(),
            _ => return None,
        })
    }
}

/// The name of a variable: `?0`, `?1`, ... in the order of the list.
pub(super) fn variable(variables: &[Symbol], symbol: &Symbol) -> Var {
    let number = variables.iter().position(|v| v == symbol).unwrap_or(variables.len());
    Var::from_u32(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The summands of a term, without `0` and without repetition.
fn summands(term: &Term, out: &mut Vec<Term>) {
    match term.kind() {
        TermKind::Plus(a, b) => {
            summands(a, out);
            summands(b, out);
        }
        TermKind::Zero => {}
        _ if out.contains(term) => {}
        _ => out.push(term.clone()),
    }
}

/// The facts known of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The class has a predicate.
    pub(super) is_test: bool,
    /// The class has `0`.
    pub(super) is_zero: bool,
}

impl Analysis<Node> for Leaves {
    type Data = Known;

    fn make(graph: &mut Graph, node: &Node, _: Id) -> Known {
        let is_test = match node {
            Node::Zero | Node::One => true,
            Node::Sum(_) | Node::Seq(_) => node.all(|child| graph[child].data.is_test),
            Node::Leaf(k) => graph.analysis.0.get(*k as usize).is_some_and(Term::is_predicate),
            Node::Star(_) | Node::Omega(_) | Node::Loop(_) => false,
        };
        Known { is_test, is_zero: *node == Node::Zero }
    }

    fn merge(&mut self, a: &mut Known, b: Known) -> DidMerge {
        let before = *a;
        *a = Known { is_test: a.is_test || b.is_test, is_zero: a.is_zero || b.is_zero };
        DidMerge(*a != before, *a != b)
    }

    /// A class with `0` is matched as nothing else: otherwise all products with it would be.
    fn modify(graph: &mut Graph, id: Id) {
        if graph[id].data.is_zero {
            graph[id].nodes.retain(|node| *node == Node::Zero);
        }
    }
}
