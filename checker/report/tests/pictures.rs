//! Pictures of state spaces agree with searches.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use reductio::discipline::Packed;
use reductio::discipline::{Discipline, Settings};
use reductio::language::parse_system;
use reductio::search::{Order, Query, search};
use reductio::validate::{TooLarge, Unexplored};
use reductio_report::picture::{MOST_DRAWN, MOST_STATES, Mark, Panels, StateGraph};

/// The examples that follow their discipline, with their constants made small.
fn systems() -> Vec<(String, reductio::system::System)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let named = |path: &std::path::PathBuf| {
        let name = path.file_stem()?.to_str()?.to_owned();
        let text = std::fs::read_to_string(path).ok()?;
        let is_good = path.extension()? == "sys" && !name.ends_with("_broken");
        let system = parse_system(&text, &name, &[]).ok().filter(|_| is_good)?;
        Some((name, system))
    };
    paths.iter().filter_map(named).collect()
}

#[test]
fn states_and_steps_are_those_of_both_searches() {
    let (mut compared, mut drawn) = (0, 0);
    for (name, system) in systems() {
        let discipline = Discipline::with(&system, &Settings::default(), None).unwrap();
        let Ok(graph) = StateGraph::new(&discipline, MOST_STATES, None) else { continue };
        let explore = |order: Order| {
            let query = Query { keep_going: true, ..Query::default() };
            search(&Packed::new(&discipline), &order, &query)
        };
        let (full, reduced) = (explore(Order::Unreduced), explore(Order::Reduced));
        if full.findings.iter().chain(&reduced.findings).next().is_some() {
            continue;
        }
        assert_eq!(
            (graph.states(), graph.edges().len() as u64),
            (full.states, full.transitions),
            "{name}"
        );
        assert_eq!(graph.stored(), reduced.states, "{name}");
        compared += 1;
        let is_small = graph.states() <= MOST_DRAWN;
        let said = graph.to_svg(Panels::Over);
        assert_eq!(said.contains("more than 60 states are not drawn"), !is_small, "{name}");
        let dot = |panels| read_dot(&graph.to_dot(panels)).unwrap();
        let counts = dot(Panels::SideBySide).iter().map(Dot::counts).collect::<Vec<_>>();
        let transitions = usize::try_from(full.transitions).unwrap();
        assert_eq!(counts[0], (full.states, transitions), "{name}");
        assert_eq!(counts[1], (reduced.states, graph.reduced().count()), "{name}");
        assert_eq!(dot(Panels::Over), dot(Panels::SideBySide)[..1], "{name}");
        assert_eq!(dot(Panels::Reduced), dot(Panels::SideBySide)[1..], "{name}");
        drawn += usize::from(is_small);
    }
    assert!(compared >= 5 && drawn >= 1, "{compared} compared, {drawn} drawn");
}

#[test]
fn a_picture_has_a_title_a_description_and_every_state() {
    let text =
        "lock m\nprotected x : 0 .. 1 by m\nthread t[i : 0 .. 1] { acquire m; x := 1; release m }";
    let system = parse_system(text, "<two> & more", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let graph = StateGraph::new(&discipline, MOST_STATES, None).unwrap();
    for panels in [Panels::Over, Panels::SideBySide] {
        let svg = graph.to_svg(panels);
        assert!(svg.contains("role=\"img\"") && svg.contains("prefers-color-scheme:dark"));
        assert!(svg.contains("<title>&lt;two&gt; &amp; more: ") && svg.contains("<desc>"));
        for state in 0..graph.states() {
            assert!(svg.contains(&format!(">{state}</text>")), "{state}");
        }
        assert_eq!(svg, StateGraph::new(&discipline, MOST_STATES, None).unwrap().to_svg(panels));
    }
}

#[test]
fn too_many_states_are_counted_and_a_bad_one_is_reached() {
    let text = "lock m\nprotected x : 0 .. 9 by m\nvar n : 0 .. 99\n\
        thread a { loop { if n < 99 { n := n + 1 } } }\nthread b { skip; A: x := 1 }";
    let system = parse_system(text, "large", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let graph = StateGraph::new(&discipline, MOST_STATES, None).unwrap();
    assert!(graph.states() > MOST_DRAWN);
    let said = graph.to_text();
    assert!(said.contains("more than 60 states are not drawn"), "{said}");
    let end = "a shortest run to a bad state, 1 step:\n  b: skip\n\
        for Graphviz: reductio states large.sys --format dot\n";
    assert!(said.ends_with(end), "{said}");
    let svg = graph.to_svg(Panels::Over);
    assert!(svg.contains("a shortest run to a bad state, 1 step</text>"), "{svg}");
    assert!(svg.contains(">b: skip</text>") && svg.contains(">bad</text>"), "{svg}");
    assert!(svg.contains(">for Graphviz: reductio states large.sys --format dot</text>"), "{svg}");
}

#[test]
fn too_many_states_and_nothing_wrong_or_a_long_way_to_a_deadlock() {
    let counting = "var n : 0 .. 99\nthread a { loop { if n < 99 { n := n + 1 } } }";
    let system = parse_system(counting, "fine", &[]).unwrap();
    let graph = StateGraph::new(&Discipline::new(&system), MOST_STATES, None).unwrap();
    assert!(graph.states() > MOST_DRAWN && graph.shortest_run().is_none());
    assert!(graph.to_text().contains("\nno state is bad, no thread fails, no total deadlock\n"));
    assert!(
        graph.to_svg(Panels::Over).contains("no state is bad, no thread fails, no total deadlock<")
    );
    let stuck = "var n : 0 .. 99\nthread a { while n < 99 { n := n + 1 } await n < 7; skip }";
    let system = parse_system(stuck, "stuck", &[]).unwrap();
    let graph = StateGraph::new(&Discipline::new(&system), MOST_STATES, None).unwrap();
    let run = graph.shortest_run().unwrap();
    assert_eq!(run.mark, Mark::Deadlock);
    // The run is one, and it ends where it says.
    let mut at = 0;
    for number in &run.edges {
        let edge = &graph.edges()[*number];
        assert_eq!(edge.from, at);
        at = edge.to;
    }
    assert_eq!(graph.marks()[at], Mark::Deadlock);
    assert!(run.edges.len() > 80, "{}", run.edges.len());
    let more = format!(">and {} more steps</text>", run.edges.len() - 80);
    assert!(graph.to_svg(Panels::Over).contains(&more), "{}", run.edges.len());
    assert!(graph.to_text().contains(&format!("to a deadlock, {} steps:", run.edges.len())));
}

#[test]
fn a_graph_at_the_limit_and_one_past_it() {
    let text = "var n : 0 .. 9\nthread a { while n < 9 { n := n + 1 } }";
    let system = parse_system(text, "ten", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let states = StateGraph::new(&discipline, MOST_STATES, None).unwrap().states();
    assert_eq!(StateGraph::new(&discipline, states, None).unwrap().states(), states);
    let error = StateGraph::new(&discipline, states - 1, None).unwrap_err();
    let exact = TooLarge { states: states as u128, is_exact: true, limit: states - 1 };
    assert_eq!(error, Unexplored::TooLarge(exact));
}

#[test]
fn what_is_wrong_is_marked_in_graph_picture_and_text() {
    for (text, mark, word, shape) in [
        ("protected x : 0 .. 1 by m\nlock m\nthread a { x := 1 }", Mark::Bad, "bad", "\"r\""),
        (
            "var n : 0 .. 1\nthread a { n := 1; assert n == 0 }",
            Mark::Failure,
            "failure",
            "failure\"",
        ),
        (
            "var n : 0 .. 1\nthread a { n := 1; await n == 0; skip }",
            Mark::Deadlock,
            "deadlock",
            "<rect class=\"q\"",
        ),
    ] {
        let system = parse_system(text, "wrong", &[]).unwrap();
        let graph = StateGraph::new(&Discipline::new(&system), MOST_STATES, None).unwrap();
        let found: Vec<usize> =
            (0..graph.states()).filter(|state| graph.marks()[*state] != Mark::None).collect();
        let [state] = found[..] else { panic!("{found:?}") };
        assert_eq!((graph.marks()[state], mark.word()), (mark, Some(word)));
        let dots = read_dot(&graph.to_dot(Panels::Over)).unwrap();
        let marked: Vec<usize> =
            dots[0].nodes.iter().filter(|n| n.1.contains(&word.to_owned())).map(|n| n.0).collect();
        assert_eq!(marked, [state]);
        assert!(dots[0].nodes[0].1.contains(&"initial".to_owned()));
        assert!(graph.to_svg(Panels::Over).contains(shape), "{word}");
        let line = graph
            .to_text()
            .lines()
            .find(|l| l.starts_with(&format!("{state:>4}")))
            .unwrap()
            .to_owned();
        assert!(line.contains(&format!(", {word} ")), "{line}");
    }
}

#[test]
fn steps_with_the_same_ends_are_told_apart_and_counted() {
    let text = "var n : 0 .. 1\nthread a { loop { n := 1 } }\nthread b { loop { n := 1 } }";
    let system = parse_system(text, "alike", &[]).unwrap();
    let graph = StateGraph::new(&Discipline::new(&system), MOST_STATES, None).unwrap();
    let ends: Vec<(usize, usize)> = graph.edges().iter().map(|e| (e.from, e.to)).collect();
    assert!(ends.iter().filter(|e| **e == ends[0]).count() > 1, "{ends:?}");
    let svg = graph.to_svg(Panels::Over);
    let mut paths: Vec<&str> = svg
        .lines()
        .filter_map(|l| l.split("<path class=\"e").nth(1)?.split(" d=\"").nth(1))
        .collect();
    let all = paths.len();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), all, "two arrows lie on each other");
}

/// A graph as Graphviz would read it: nodes with the words of their class, and edges.
#[derive(Debug, PartialEq)]
struct Dot {
    name: String,
    nodes: Vec<(usize, Vec<String>)>,
    edges: Vec<(usize, usize, Vec<String>)>,
}

impl Dot {
    fn counts(&self) -> (usize, usize) {
        (self.nodes.len(), self.edges.len())
    }
}

/// The value of an attribute of a line; quotes within it are escaped.
fn attribute(line: &str, name: &str) -> Option<String> {
    let rest = line.split_once(&format!("{name}=\""))?.1;
    let mut value = String::new();
    let mut all = rest.chars();
    loop {
        match all.next()? {
            '"' => return Some(value),
            '\\' => value.extend(['\\', all.next()?]),
            c => value.push(c),
        }
    }
}

/// Reads all lines of a graph; `None` if a line is not understood, a node stands twice, or an edge has no ends.
fn read_dot(text: &str) -> Option<Vec<Dot>> {
    let mut graphs: Vec<Dot> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("digraph ").and_then(|l| l.strip_suffix(" {")) {
            graphs.push(Dot { name: name.to_owned(), nodes: Vec::new(), edges: Vec::new() });
            is_open = !is_open;
            continue;
        }
        let graph = graphs.last_mut().filter(|_| is_open)?;
        if line == "}" {
            let is_node = |n: &usize| graph.nodes.iter().any(|(node, _)| node == n);
            let is_whole = graph.edges.iter().all(|(a, b, _)| is_node(a) && is_node(b));
            let mut numbers: Vec<usize> = graph.nodes.iter().map(|n| n.0).collect();
            numbers.dedup();
            if !is_whole || numbers.len() != graph.nodes.len() {
                return None;
            }
            is_open = false;
            continue;
        }
        let line = line.strip_prefix("  ")?.strip_suffix(';')?;
        if ["label=", "labelloc=t", "node [", "edge ["].iter().any(|head| line.starts_with(head)) {
            continue;
        }
        let class = attribute(line, ", class")?.split(' ').map(str::to_owned).collect();
        let (ends, _) = line.split_once(" [label=\"")?;
        match ends.split_once(" -> ") {
            None => graph.nodes.push((ends.parse().ok()?, class)),
            Some((from, to)) => graph.edges.push((from.parse().ok()?, to.parse().ok()?, class)),
        }
    }
    (!is_open).then_some(graphs)
}

#[test]
fn the_reader_of_graphs_refuses() {
    let fine = "digraph g {\n  0 [label=\"a\", class=\"x\"];\n}\n";
    assert_eq!(read_dot(fine).unwrap()[0].counts(), (1, 0));
    assert_eq!(read_dot(fine.trim_end_matches("}\n")), None);
    assert_eq!(read_dot(&fine.replace('}', "  0 -> 1 [label=\"\", class=\"\"];\n}")), None);
    assert_eq!(read_dot(&fine.replace("0 [", "zero [")), None);
}

/// Graphviz, where it is installed, reads the graphs and counts the same nodes and edges.
#[test]
fn graphviz_reads_what_is_written() {
    let text =
        "lock m\nprotected x : 0 .. 1 by m\nthread t[i : 0 .. 1] { acquire m; x := 1; release m }";
    let system = parse_system(text, "a \\ \"name\" & {more}", &[]).unwrap();
    let graph = StateGraph::new(&Discipline::new(&system), MOST_STATES, None).unwrap();
    let dot = graph.to_dot(Panels::SideBySide);
    let ours = read_dot(&dot).unwrap();
    let started =
        Command::new("dot").arg("-Tplain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = started else {
        eprintln!("not tried: there is no Graphviz here");
        return;
    };
    child.stdin.take().unwrap().write_all(dot.as_bytes()).unwrap();
    let answer = child.wait_with_output().unwrap();
    assert!(answer.status.success());
    let plain = String::from_utf8(answer.stdout).unwrap();
    let count = |head: &str| plain.lines().filter(|line| line.starts_with(head)).count();
    assert_eq!(count("graph "), 2);
    let (nodes, edges) =
        (ours[0].nodes.len() + ours[1].nodes.len(), ours[0].edges.len() + ours[1].edges.len());
    assert_eq!((count("node "), count("edge ")), (nodes, edges));
}

#[test]
fn a_bad_state_is_met_and_not_stored() {
    let text = "lock m\nprotected x : 0 .. 1 by m\n\
        thread a { acquire m; x := 1; release m }\nthread b { A: skip; B: x := 0 }";
    let system = parse_system(text, "forgotten", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let graph = StateGraph::new(&discipline, MOST_STATES, None).unwrap();
    let query = Query { keep_going: true, ..Query::default() };
    let reduced = search(&Packed::new(&discipline), &Order::Reduced, &query);
    assert!(!reduced.findings.is_empty());
    assert_eq!(graph.stored(), reduced.states);
    assert!(graph.to_text().contains("passed, bad"), "{}", graph.to_text());
    assert!(graph.to_svg(Panels::Over).contains("bad\" cx"));
}
