//! A storage structure graph with names.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reductio::heap::{Slot, StatementId};

use super::{Analyzed, Names};

/// A line of a program, as a user writes it: `12`, or `Main.java:12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    file: Option<String>,
    line: u32,
}

impl Line {
    /// Reads a line. `None` if it is none.
    pub fn parse(text: &str) -> Option<Line> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) => (Some(file.to_owned()), line),
            None => (None, text),
        };
        let line = line.trim().parse().ok().filter(|line| *line > 0)?;
        Some(Line { file, line })
    }
}

/// The objects to which each variable may refer when a thread comes to a line (S2 5.2): variables, objects, and edges
/// between them. A node with a star stands for all objects of its line but the one that the thread has made in this
/// iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGraph {
    pub(super) title: String,
    /// The names of the nodes, those of variables first.
    pub(super) nodes: Vec<String>,
    pub(super) variables: usize,
    /// Edges by the numbers of nodes, with the part.
    pub(super) arrows: Vec<(usize, usize, String)>,
    /// Tells whether other threads may access some part of the node's objects.
    pub(super) is_shared: Vec<bool>,
}

impl HeapGraph {
    /// The graph before the first statements of a line, over all calls and kinds of thread. `None` if no thread comes
    /// to the line.
    pub fn at(of: &Analyzed<'_>, line: &Line) -> Option<HeapGraph> {
        let names = Names::new(of);
        let program = of.program;
        let is_it = |statement: StatementId| {
            let place = of.inlined.statement(statement).place;
            let method = program.method(place.method);
            let is_file = line.file.is_none() || line.file == method.file;
            let is_first = place.at == 0 || {
                let before = reductio::programs::Place { at: place.at - 1, ..place };
                program.line(before) != line.line
            };
            program.line(place) == line.line && is_file && is_first && !method.is_library
        };
        let count = u32::try_from(of.inlined.statements().len()).unwrap_or(u32::MAX);
        let mut edges = BTreeSet::new();
        let mut shared = BTreeSet::new();
        let mut is_reached = false;
        for statement in (0..count).map(StatementId).filter(|statement| is_it(*statement)) {
            let graph = of.analysis.graph_at(statement);
            is_reached |= of.analysis.is_reached(statement);
            shared.extend(graph.shared);
            shared.extend(graph.partly);
            let context = of.inlined.statement(statement).context;
            edges.extend(graph.edges.into_iter().filter(|(slot, _)| match slot {
                Slot::Register(found, _) => *found == context && names.is_named(*slot),
                _ => true,
            }));
        }
        if !is_reached {
            return None;
        }
        let mut graph = HeapGraph {
            title: match &line.file {
                Some(file) => format!("{}: before {file}:{}", program.name(), line.line),
                None => format!("{}: before line {}", program.name(), line.line),
            },
            nodes: Vec::new(),
            variables: 0,
            arrows: Vec::new(),
            is_shared: Vec::new(),
        };
        let roots: BTreeSet<Slot> = edges
            .iter()
            .map(|(slot, _)| *slot)
            .filter(|slot| !matches!(slot, Slot::Part(..)))
            .collect();
        for slot in &roots {
            graph.nodes.push(names.slot(*slot));
            graph.is_shared.push(matches!(slot, Slot::Static(_)));
        }
        graph.variables = graph.nodes.len();
        // Only what can be reached from a variable that is shown.
        let mut objects = Vec::new();
        let mut open: Vec<_> =
            edges.iter().filter(|(slot, _)| roots.contains(slot)).map(|e| e.1).collect();
        while let Some(node) = open.pop() {
            if !objects.contains(&node) {
                objects.push(node);
                let from = |slot: &Slot| matches!(slot, Slot::Part(from, _) if *from == node);
                open.extend(edges.iter().filter(|(slot, _)| from(slot)).map(|edge| edge.1));
            }
        }
        objects.sort_unstable();
        for node in &objects {
            graph.nodes.push(names.node(*node));
            graph.is_shared.push(shared.contains(node));
        }
        let object =
            |node| objects.iter().position(|other| *other == node).map(|at| at + roots.len());
        for (slot, to) in &edges {
            let from = match slot {
                Slot::Part(from, _) => object(*from),
                _ => roots.iter().position(|other| other == slot),
            };
            let part =
                if matches!(slot, Slot::Part(..)) { names.slot(*slot) } else { String::new() };
            if let (Some(from), Some(to)) = (from, object(*to)) {
                graph.arrows.push((from, to, part));
            }
        }
        Some(graph)
    }

    /// The edges: from a variable or an object, its part, and to an object.
    pub(super) fn edges(&self) -> Vec<(String, Option<String>, String)> {
        let edge = |(from, to, part): &(usize, usize, String)| {
            let part = (*from >= self.variables).then(|| part.clone());
            (self.nodes[*from].clone(), part, self.nodes[*to].clone())
        };
        self.arrows.iter().map(edge).collect()
    }

    /// The graph as text: a line for each edge.
    pub fn to_text(&self) -> String {
        let mut out = format!("{}\n\n", self.title);
        for (from, part, to) in self.edges() {
            let _ = match part {
                Some(part) => writeln!(out, "  {from}.{part} -> {to}"),
                None => writeln!(out, "  {from} -> {to}"),
            };
        }
        if self.arrows.is_empty() {
            out.push_str("  nothing refers to an object\n");
        }
        let shared: Vec<&str> = (self.variables..self.nodes.len())
            .filter(|node| self.is_shared[*node])
            .map(|node| self.nodes[node].as_str())
            .collect();
        let _ = match &shared[..] {
            [] => writeln!(out, "\nshared with other threads: none"),
            all => writeln!(out, "\nshared with other threads: {}", all.join(", ")),
        };
        out
    }

    /// The graph for Graphviz: circles are variables, boxes objects, grey ones those that other threads may access.
    pub fn to_dot(&self) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let mut out = format!("digraph heap {{\n  label={};\n  labelloc=t;\n", quoted(&self.title));
        out.push_str("  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n");
        for (number, name) in self.nodes.iter().enumerate() {
            let shape = if number < self.variables { "ellipse" } else { "box" };
            let fill =
                if self.is_shared[number] { ", style=filled, fillcolor=\"#dfe3e8\"" } else { "" };
            let _ = writeln!(out, "  {number} [label={}, shape={shape}{fill}];", quoted(name));
        }
        for (from, to, part) in &self.arrows {
            let _ = writeln!(out, "  {from} -> {to} [label={}];", quoted(part));
        }
        out + "}\n"
    }
}
