//! Sums as sets: sorted, without duplicates and `0`, never nested; and products distribute over them.

use egg::Id;

use super::laws::LAW;
use super::node::{Graph, Node};

/// The most summands that a sum may grow to.
const MAX_SUMMANDS: usize = 24;

/// Two nodes that are equal by a law, the first with a node of its class for each child.
pub(super) struct Equal {
    from: Node,
    to: Made,
}

enum Made {
    Child(Id),
    Node(Node),
    /// A sum of products that is to be made.
    Products(Vec<[Id; 2]>),
}

/// A sum that stands below a node: a sum of the members of a class.
struct Below {
    /// The sum.
    sum: Node,
    parts: Vec<Id>,
}

/// The equalities that the normal form of sums, and distributivity, add to the e-graph. Linear in its size, but for
/// sums in sums.
pub(super) fn equalities(graph: &mut Graph) -> Vec<Equal> {
    let mut found = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    for class in graph.classes() {
        nodes.extend(
            class.nodes.iter().filter(|n| matches!(n, Node::Sum(_) | Node::Seq(_))).cloned(),
        );
    }
    for node in nodes {
        match &node {
            Node::Sum(parts) => {
                let set = as_set(graph, parts);
                if set[..] != parts[..] {
                    let to = match set[..] {
                        [] => Made::Node(Node::Zero),
                        [one] => Made::Child(one),
                        _ => Made::Node(Node::Sum(set.into())),
                    };
                    found.push(Equal { from: node.clone(), to });
                    continue;
                }
                for (k, &part) in parts.iter().enumerate() {
                    for Below { sum, parts: inner } in sums_of(graph, part) {
                        let mut from = parts.to_vec();
                        from[k] = graph.add_uncanonical(sum);
                        let mut all = parts.to_vec();
                        all.remove(k);
                        all.extend(inner);
                        let all = as_set(graph, &all);
                        if all.len() <= MAX_SUMMANDS {
                            let to = Made::Node(Node::Sum(all.into()));
                            found.push(Equal { from: Node::Sum(from.into()), to });
                        }
                    }
                }
            }
            Node::Seq([a, b]) => {
                for Below { sum, parts } in sums_of(graph, *a) {
                    let from = Node::Seq([graph.add_uncanonical(sum), *b]);
                    let to = Made::Products(parts.iter().map(|x| [*x, *b]).collect());
                    found.push(Equal { from, to });
                }
                for Below { sum, parts } in sums_of(graph, *b) {
                    let from = Node::Seq([*a, graph.add_uncanonical(sum)]);
                    let to = Made::Products(parts.iter().map(|y| [*a, *y]).collect());
                    found.push(Equal { from, to });
                }
            }
            _ => {}
        }
    }
    found
}

/// The sums of a class, in normal form.
fn sums_of(graph: &Graph, class: Id) -> Vec<Below> {
    let sum = |node: &Node| match node {
        Node::Sum(parts) if as_set(graph, parts)[..] == parts[..] => {
            Some(Below { sum: node.clone(), parts: parts.to_vec() })
        }
        _ => None,
    };
    graph[class].nodes.iter().filter_map(sum).collect()
}

/// The parts, sorted, without duplicates and zeros.
fn as_set(graph: &Graph, parts: &[Id]) -> Vec<Id> {
    let mut set: Vec<Id> = parts.iter().copied().filter(|id| !graph[*id].data.is_zero).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// Adds an equality. Returns whether it was new.
pub(super) fn add(graph: &mut Graph, equal: Equal) -> bool {
    let to = match equal.to {
        Made::Child(id) => id,
        Made::Node(node) => graph.add_uncanonical(node),
        Made::Products(products) => {
            let mut ids: Vec<Id> =
                products.into_iter().map(|p| graph.add_uncanonical(Node::Seq(p))).collect();
            ids.sort_unstable();
            ids.dedup();
            if let [one] = ids[..] { one } else { graph.add_uncanonical(Node::Sum(ids.into())) }
        }
    };
    let from = graph.add_uncanonical(equal.from);
    graph.union_trusted(from, to, LAW)
}
