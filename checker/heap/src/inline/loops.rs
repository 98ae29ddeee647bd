//! Loops (S2 5.1: loop blocks).
//!
//! A loop is a largest set of statements that can all reach each other. If control enters it at one statement only, its
//! header, then the loops inside are found in what is left without the edges to the header: these are the natural loops
//! of the graph. If control enters it at several statements, the whole of it is one block, for it has no iterations.

use super::{BlockId, GraphId, Inlined, StatementId};

/// A loop of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The graph.
    pub graph: GraphId,
    /// The statement at which each iteration begins. `None` if control can enter the loop elsewhere too.
    pub header: Option<StatementId>,
    /// The innermost loop around this one.
    pub outer: Option<BlockId>,
}

/// A set of statements in which loops are to be looked for.
struct Part {
    statements: Vec<usize>,
    outer: Option<BlockId>,
    /// The header of the loop around; edges to it do not count.
    header: Option<usize>,
}

/// Finds the loops of all graphs, and the innermost one of each statement.
pub(super) fn find(inlined: &mut Inlined) {
    for number in 0..inlined.graphs.len() {
        let graph = GraphId(u32::try_from(number).unwrap_or(u32::MAX));
        let start = inlined.graphs[number].start;
        let statements = reached(inlined, start);
        let mut open = vec![Part { statements, outer: None, header: None }];
        while let Some(part) = open.pop() {
            for loop_ in components(inlined, &part) {
                let entries = entries(inlined, &loop_, start);
                let header = match entries[..] {
                    [header] => Some(header),
                    _ => None,
                };
                let block = BlockId(u32::try_from(inlined.blocks.len()).unwrap_or(u32::MAX));
                let statement = |at: usize| StatementId(u32::try_from(at).unwrap_or(u32::MAX));
                let outer = part.outer;
                inlined.blocks.push(Block { graph, header: header.map(statement), outer });
                for at in &loop_ {
                    inlined.statements[*at].block = Some(block);
                }
                if header.is_some() {
                    open.push(Part { statements: loop_, outer: Some(block), header });
                }
            }
        }
    }
}

/// The statements that can be reached from one.
fn reached(inlined: &Inlined, start: StatementId) -> Vec<usize> {
    let mut is_reached = vec![false; inlined.statements.len()];
    let mut open = vec![start.index()];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut is_reached[at], true) {
            found.push(at);
            open.extend(inlined.edges[at].iter().map(|edge| edge.to.index()));
        }
    }
    found
}

/// The statements of a loop to which control comes from outside, or with which its graph begins.
fn entries(inlined: &Inlined, statements: &[usize], start: StatementId) -> Vec<usize> {
    let mut is_inside = vec![false; inlined.statements.len()];
    for at in statements {
        is_inside[*at] = true;
    }
    let mut is_entry = vec![false; inlined.statements.len()];
    is_entry[start.index()] = true;
    for (at, edges) in inlined.edges.iter().enumerate() {
        if !is_inside[at] {
            for edge in edges {
                is_entry[edge.to.index()] = true;
            }
        }
    }
    statements.iter().copied().filter(|at| is_entry[*at]).collect()
}

/// The sets of statements that can all reach each other, of more than one statement or with an edge to itself (Tarjan
/// 1972).
fn components(inlined: &Inlined, part: &Part) -> Vec<Vec<usize>> {
    const NOT_SEEN: usize = usize::MAX;
    let size = inlined.statements.len();
    let mut is_inside = vec![false; size];
    for at in &part.statements {
        is_inside[*at] = true;
    }
    let next = |at: usize, edge: usize| inlined.edges[at].get(edge).map(|found| found.to.index());
    let counts = |to: usize| is_inside[to] && Some(to) != part.header;
    let (mut seen, mut low) = (vec![NOT_SEEN; size], vec![0; size]);
    let mut is_open = vec![false; size];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut count = 0;
    for &root in &part.statements {
        if seen[root] != NOT_SEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((at, edge)) = path.last_mut() {
            let at = *at;
            if *edge == 0 && seen[at] == NOT_SEEN {
                (seen[at], low[at]) = (count, count);
                count += 1;
                stack.push(at);
                is_open[at] = true;
            }
            if let Some(to) = next(at, *edge) {
                *edge += 1;
                if !counts(to) {
                    continue;
                }
                if seen[to] == NOT_SEEN {
                    path.push((to, 0));
                } else if is_open[to] {
                    low[at] = low[at].min(seen[to]);
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                low[*before] = low[*before].min(low[at]);
            }
            if low[at] == seen[at] {
                let mut component = Vec::new();
                while let Some(last) = stack.pop() {
                    is_open[last] = false;
                    component.push(last);
                    if last == at {
                        break;
                    }
                }
                let is_loop = component.len() > 1
                    || inlined.edges[at].iter().any(|edge| edge.to.index() == at && counts(at));
                if is_loop {
                    found.push(component);
                }
            }
        }
    }
    found
}
