//! Wraps long unbranched chains of nodes into rows, so that a chain of fifty states is a block and not a tower.

/// The smallest number of nodes of a chain that is wrapped.
const LONG: usize = 20;

/// The smallest and the largest width of a row.
const ROW: (usize, usize) = (4, 10);

/// A unit of the layout: a node, or a row of a long chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// The nodes, from left to right.
    pub(super) nodes: Vec<usize>,
    /// The number of columns that the unit takes; all rows of a chain take the same.
    pub(super) width: usize,
    /// Tells whether the nodes stand at the right end of these columns, as in a last row that goes from right to left.
    pub(super) is_right: bool,
}

/// Makes the units of a graph: its nodes, and the rows of its long chains. The unit of node 0 comes first. Rows of a
/// chain go from left to right and from right to left in turns.
///
/// `edges` is sorted and has no loops.
pub(super) fn units(nodes: usize, edges: &[(usize, usize)]) -> Vec<Unit> {
    let (mut into, mut out) = (vec![0usize; nodes], vec![0usize; nodes]);
    for &(a, b) in edges {
        out[a] += 1;
        into[b] += 1;
    }
    // From `a` there is one way only, to `b`, and to `b` no other. Node 0 begins what it is in.
    let mut next: Vec<Option<usize>> = vec![None; nodes];
    let mut is_next = vec![false; nodes];
    for &(a, b) in edges {
        if out[a] == 1 && into[b] == 1 && b != 0 {
            next[a] = Some(b);
            is_next[b] = true;
        }
    }
    // A ring that node 0 does not lead to has no first node, and stays as it is.
    let chains: Vec<Vec<usize>> = (0..nodes)
        .filter(|head| !is_next[*head])
        .map(|head| std::iter::successors(Some(head), |node| next[*node]).collect())
        .collect();
    let mut is_wrapped = vec![false; nodes];
    let mut rows: Vec<Vec<Unit>> = vec![Vec::new(); nodes];
    for chain in chains.into_iter().filter(|chain| chain.len() >= LONG) {
        for node in &chain {
            is_wrapped[*node] = true;
        }
        rows[chain[0]] = wrapped(&chain);
    }
    let mut units = Vec::new();
    for (node, rows) in rows.into_iter().enumerate() {
        if !is_wrapped[node] {
            units.push(Unit { nodes: vec![node], width: 1, is_right: false });
        }
        units.extend(rows);
    }
    units
}

/// The rows of a chain: about as many rows as nodes in each.
fn wrapped(chain: &[usize]) -> Vec<Unit> {
    let width = (ROW.0..ROW.1).find(|n| n * n >= chain.len()).unwrap_or(ROW.1);
    let row = |(number, nodes): (usize, &[usize])| {
        let (mut nodes, is_right) = (nodes.to_vec(), number % 2 == 1);
        if is_right {
            nodes.reverse();
        }
        Unit { nodes, width, is_right }
    };
    chain.chunks(width).enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::units;

    fn chain(nodes: usize) -> Vec<(usize, usize)> {
        (1..nodes).map(|k| (k - 1, k)).collect()
    }

    #[test]
    fn a_long_chain_goes_to_and_fro_and_a_short_one_stays() {
        assert!(units(19, &chain(19)).iter().all(|unit| unit.width == 1));
        let wrapped = units(22, &chain(22));
        let rows: Vec<&[usize]> = wrapped.iter().map(|unit| &*unit.nodes).collect();
        let row = |first: usize| [first, first + 1, first + 2, first + 3, first + 4];
        let back = |first: usize| [first + 4, first + 3, first + 2, first + 1, first];
        assert_eq!(rows, [&row(0)[..], &back(5), &row(10), &back(15), &[20, 21]]);
        assert!(wrapped[1].is_right && !wrapped[2].is_right);
        // A branch ends a chain: one of nineteen nodes is left, and one of twenty-one.
        let mut branched = chain(40);
        branched.push((18, 40));
        branched.sort_unstable();
        let single = units(41, &branched).into_iter().filter(|unit| unit.width == 1);
        assert_eq!(single.count(), 20);
    }

    #[test]
    fn every_node_is_in_one_unit_also_of_rings() {
        // A ring that begins with node 0, and one that nothing leads to.
        let mut edges = chain(22);
        edges.push((21, 0));
        edges.extend((22..44).map(|k| (k, if k == 43 { 22 } else { k + 1 })));
        edges.sort_unstable();
        let mut nodes: Vec<usize> =
            units(44, &edges).into_iter().flat_map(|unit| unit.nodes).collect();
        assert_eq!(nodes[0], 0);
        nodes.sort_unstable();
        assert_eq!(nodes, (0..44).collect::<Vec<_>>());
    }
}
