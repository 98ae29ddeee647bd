//! Pictures of the abstract states of families of any number of threads.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reductio::parameterized::AbstractStates;
use reductio_relations::svg::{float, text};

use super::graph::{GraphEdge, Mark, StateGraph, Treatment};
use super::layered::layout;
use super::panel::Panel;
use super::pen::{ACROSS, DOWN, TOP, head};
use super::svg::{MARGIN, MOST_DRAWN};
use crate::page::plural;

/// The abstract states of families of threads, with the steps between them: a state says of each local state how many
/// threads are in it, or how many or more.
#[derive(Clone, Debug)]
pub struct CountedGraph {
    pub(super) graph: StateGraph,
    /// The number from which on threads are not counted.
    pub(super) level: usize,
    /// The number of states in which threads begin, which come first.
    pub(super) initial: usize,
}

impl CountedGraph {
    /// Makes the graph of the abstract states of a system with this name. Texts and pictures name the command where the
    /// graph is too large to be drawn.
    pub fn new(name: &str, states: AbstractStates, command: String) -> Self {
        let count = states.states.len();
        let edges = states.steps.into_iter().map(|step| GraphEdge {
            from: step.from,
            to: step.to,
            thread: step.mover,
            text: step.text,
            is_visible: true,
            is_walked: true,
        });
        let graph = StateGraph {
            name: name.to_owned(),
            threads: states.movers,
            words: states.states,
            is_visible: vec![true; count],
            marks: vec![Mark::None; count],
            treatments: vec![Treatment::Passed; count],
            edges: edges.collect(),
            starts: (0..states.initial).collect(),
            reduced: BTreeSet::new(),
            command,
        };
        CountedGraph { graph, level: states.level, initial: states.initial }
    }

    /// The numbers of states and steps.
    fn summary(&self) -> String {
        format!(
            "{}: {} for every number of threads, {}",
            self.graph.name,
            plural(self.graph.states(), "abstract state"),
            plural(self.graph.edges.len(), "step")
        )
    }

    /// The meaning of a state.
    fn meaning(&self) -> String {
        let begin = match self.initial {
            1 => "state 0 is".to_owned(),
            count => format!("states 0 to {} are", count - 1),
        };
        format!(
            "threads in equal local states are counted up to {}; whatever runs come to is part of a state; {begin} initial",
            self.level
        )
    }

    /// The graph as text: its numbers, and for at most [`MOST_DRAWN`] states lines for each; for more states the
    /// command that writes the graph.
    pub fn to_text(&self) -> String {
        let mut out = format!("{}\n{}\n", self.summary(), self.meaning());
        if self.graph.states() > MOST_DRAWN {
            let command = &self.graph.command;
            let _ = write!(
                out,
                "more than {MOST_DRAWN} states are not drawn\nfor Graphviz: {command}\n"
            );
            return out;
        }
        for state in 0..self.graph.states() {
            let mut words = self.graph.words[state].lines();
            let _ = writeln!(out, "{state:>4}  {}", words.next().unwrap_or_default());
            for line in words {
                let _ = writeln!(out, "      {line}");
            }
            for edge in self.graph.from(state) {
                let to = self.graph.edges[edge].to;
                let _ = writeln!(out, "      -> {to}  {}", self.graph.step(edge));
            }
        }
        out
    }

    /// The graph as input for Graphviz: each abstract state is a box and each step an edge.
    pub fn to_dot(&self) -> String {
        let label = format!("{}\n{}", self.summary(), self.meaning());
        self.graph.counted_dot(&label)
    }

    /// The graph as an SVG file. For more than [`MOST_DRAWN`] states it has the numbers, and the command that writes
    /// the graph for Graphviz.
    pub fn to_svg(&self) -> String {
        let (title, meaning) = (self.summary(), self.meaning());
        let is_drawn = self.graph.states() <= MOST_DRAWN;
        let pairs: Vec<(usize, usize)> = if is_drawn {
            self.graph.edges.iter().map(|edge| (edge.from, edge.to)).collect()
        } else {
            Vec::new()
        };
        let places = layout(if is_drawn { self.graph.states() } else { 0 }, &pairs);
        let columns = places.iter().map(|place| place.x).fold(0.0, f64::max);
        let layers = places.iter().map(|place| place.y).max().unwrap_or(0);
        let wide = |text: &str, each: f64| float(text.chars().count()) * each + 24.0;
        let command = format!("for Graphviz: {}", self.graph.command);
        let mut width =
            (columns * ACROSS + 2.0 * MARGIN).max(wide(&title, 9.4)).max(wide(&meaning, 6.4));
        if !is_drawn {
            width = width.max(wide(&command, 7.0));
        }
        let legend = TOP + float(layers) * DOWN + MARGIN + 26.0;
        let height = legend + 18.0 * float(self.graph.threads.len().div_ceil(3)) + 18.0;
        let mut out = head(&title, &self.to_text(), (width, height));
        text(&mut out, "", (width / 2.0, 46.0), &meaning);
        if is_drawn {
            let left = (width - columns * ACROSS) / 2.0;
            let shown = vec![true; self.graph.states()];
            let width = columns * ACROSS;
            let panel = Panel { graph: &self.graph, places: &places, left, width, shown };
            panel.full(&mut out, false);
            self.graph.legend(&mut out, legend, &[]);
        } else {
            text(&mut out, "c", (12.0, legend), &command);
        }
        out.push_str("</svg>\n");
        out
    }
}
