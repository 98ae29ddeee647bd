//! Pictures of state spaces say what the searches say.

use std::path::Path;

use reductio::discipline::{Discipline, Settings};
use reductio::language::parse_system;
use reductio::picture::{MOST_DRAWN, Panels, StateGraph};
use reductio::search::{Order, Packed, Query, search};

/// Systems of the examples that follow their discipline, with their constants made small.
fn systems() -> Vec<(String, reductio::system::System)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
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
        let discipline = Discipline::with(&system, &Settings::default());
        let Ok(graph) = StateGraph::new(&discipline) else { continue };
        let explore = |order| {
            let query = Query { order, keep_going: true, ..Query::default() };
            search(&Packed::new(&discipline), &query)
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
        assert_eq!(graph.to_svg(Panels::Over).is_some(), is_small);
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
    let graph = StateGraph::new(&discipline).unwrap();
    for panels in [Panels::Over, Panels::SideBySide] {
        let svg = graph.to_svg(panels).unwrap();
        assert!(svg.contains("role=\"img\"") && svg.contains("prefers-color-scheme:dark"));
        assert!(svg.contains("<title>&lt;two&gt; &amp; more: ") && svg.contains("<desc>"));
        for state in 0..graph.states() {
            assert!(svg.contains(&format!(">{state}</text>")), "{state}");
        }
        assert_eq!(svg, StateGraph::new(&discipline).unwrap().to_svg(panels).unwrap());
    }
}

#[test]
fn too_many_states_are_counted_and_a_bad_one_is_reached() {
    let text = "lock m\nprotected x : 0 .. 9 by m\nvar n : 0 .. 99\n\
        thread a { loop { if n < 99 { n := n + 1 } } }\nthread b { skip; A: x := 1 }";
    let system = parse_system(text, "large", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let graph = StateGraph::new(&discipline).unwrap();
    assert!(graph.states() > MOST_DRAWN);
    assert_eq!(graph.to_svg(Panels::Over), None);
    let said = graph.to_text();
    assert!(said.contains("more than 60 states are not drawn"), "{said}");
    assert!(said.ends_with("a shortest run to a bad state, 1 step:\n  b: skip\n"), "{said}");
}

#[test]
fn a_bad_state_is_met_and_not_stored() {
    let text = "lock m\nprotected x : 0 .. 1 by m\n\
        thread a { acquire m; x := 1; release m }\nthread b { A: skip; B: x := 0 }";
    let system = parse_system(text, "forgotten", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let graph = StateGraph::new(&discipline).unwrap();
    let query = Query { order: Order::Reduced, keep_going: true, ..Query::default() };
    let reduced = search(&Packed::new(&discipline), &query);
    assert!(!reduced.findings.is_empty());
    assert_eq!(graph.stored(), reduced.states);
    assert!(graph.to_text().contains("passed, bad"), "{}", graph.to_text());
    assert!(graph.to_svg(Panels::Over).unwrap().contains("bad\" cx"));
}
