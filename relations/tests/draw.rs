//! Pictures of models.

use reductio_algebra::{Symbol, name};
use reductio_relations::{Drawing, FiniteModel, Naive, Random};

fn symbols() -> Vec<Symbol> {
    vec![
        Symbol::action(name!("u"), 1),
        Symbol::action(name!("v"), 1),
        Symbol::predicate(name!("p"), 1),
        Symbol::predicate(name!("q"), 0),
    ]
}

fn model() -> FiniteModel {
    let text = "states 3\nprocesses 2\np_0 = {0, 1}\nq = {1}\nu_0 = {(0,1), (1,1)}\nu_1 = {(1,0)}\nv_0 = {(0,1)}\nv_1 = {}";
    FiniteModel::parse(text, &symbols()).unwrap()
}

#[test]
fn dot_names_every_state_and_every_pair() {
    let expected = r##"digraph model {
  label="a \"small\" model";
  rankdir=LR;
  node [shape=circle, fontname="sans-serif"];
  edge [fontname="sans-serif"];
  0 [label="0\np_0\nbefore", penwidth=2];
  1 [label="1\np_0 q", shape=doublecircle];
  2 [label="2\nafter", penwidth=2];
  0 -> 1 [label="u_0", color="#0b62a4", fontcolor="#0b62a4"];
  0 -> 1 [label="v_0", color="#1b7a4b", fontcolor="#1b7a4b"];
  1 -> 0 [label="u_1", color="#b3470a", fontcolor="#b3470a"];
  1 -> 1 [label="u_0", color="#0b62a4", fontcolor="#0b62a4"];
}
"##;
    let model = model();
    let dot = Drawing::new(&model).title("a \"small\" model").pair(0, 2).to_dot();
    assert_eq!(dot, expected);
}

#[test]
fn svg_is_balanced_and_says_what_it_shows() {
    let model = model();
    let svg = Drawing::new(&model).title("p & q < 1").pair(0, 2).to_svg();
    assert!(svg.contains("<title>p &amp; q &lt; 1</title>"));
    let said = "States 0 to 2. u_0: 0 to 1, 1 to 1. u_1: 1 to 0. v_0: 0 to 1. v_1: no step. In state 0: \
                p_0. In state 1: p_0 q. The pair is (0,2).";
    assert!(svg.contains(&format!("<desc>{said}</desc>")), "{svg}");
    for tag in ["svg", "title", "desc", "style", "text"] {
        let count = |text: String| svg.matches(&text).count();
        assert_eq!(count(format!("<{tag}")), count(format!("</{tag}>")), "{tag}");
    }
    // One arrow for each pair, three ovals and one more for q, and all is within the page.
    assert_eq!(svg.matches("<path class=\"e e").count(), 4 + 4);
    assert_eq!(svg.matches("<ellipse").count(), 4);
    assert!(svg.contains("prefers-color-scheme:dark") && svg.contains("currentColor"));
    assert_eq!(svg, Drawing::new(&model).title("p & q < 1").pair(0, 2).to_svg());
}

/// The numbers of a picture, from the attributes that are coordinates.
fn coordinates(svg: &str, attribute: &str) -> Vec<f64> {
    let before = format!(" {attribute}=\"");
    let parts = svg.split(&before).skip(1);
    parts.map(|rest| rest[..rest.find('"').unwrap()].parse().unwrap()).collect()
}

#[test]
fn nothing_leaves_the_page() {
    let mut random = Random::new(3);
    for states in 1..=12 {
        let meaning = random.assignment(Naive { states }, 2, &symbols());
        let model = FiniteModel::new(states, meaning).unwrap();
        let svg = Drawing::new(&model).with_matrices().to_svg();
        let page = &svg[svg.find("viewBox=\"0 0 ").unwrap() + 13..];
        let mut sizes =
            page[..page.find('"').unwrap()].split(' ').map(|n| n.parse::<f64>().unwrap());
        let (width, height) = (sizes.next().unwrap(), sizes.next().unwrap());
        for (attributes, limit) in [(["x", "cx"], width), (["y", "cy"], height)] {
            for attribute in attributes {
                let all = coordinates(&svg, attribute);
                assert!(!all.is_empty());
                assert!(
                    all.iter().all(|x| (0.0..=limit).contains(x)),
                    "{states}: {attribute}\n{svg}"
                );
            }
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

#[test]
fn matrices_have_the_pairs_of_each_action_up_to_twelve_states() {
    let mut random = Random::new(5);
    for states in [1, 2, 3, 7, 12, 13] {
        let meaning = random.assignment(Naive { states }, 2, &symbols());
        let model = FiniteModel::new(states, meaning).unwrap();
        let graph = Drawing::new(&model).to_svg();
        let svg = Drawing::new(&model).with_matrices().to_svg();
        assert!(!graph.contains("<rect class"));
        if states > 12 {
            assert_eq!(svg, graph);
            continue;
        }
        let actions = ["u_0", "u_1", "v_0", "v_1"];
        let relation = |name: &str| {
            let (symbol, index) = name.split_once('_').unwrap();
            model
                .get(&Symbol::action(symbol.parse().unwrap(), 1), &[index.parse().unwrap()])
                .unwrap()
                .clone()
        };
        for (colour, name) in actions.iter().enumerate() {
            let ones = svg.matches(&format!("<rect class=\"x f{colour}\"")).count();
            assert_eq!(ones, relation(name).pairs().count(), "{states}: {name}\n{svg}");
        }
        let ones = svg.matches("<text class=\"d\"").count();
        let cells = svg.matches("<rect class").count();
        assert_eq!(cells, 4 * states * states);
        assert_eq!(svg.matches("<rect class=\"z\"").count(), cells - ones);
        assert_eq!(svg.matches(" = {").count(), 3, "three predicates as sets");
        // The words that stand for the picture are the same: they had all pairs already.
        let said = |svg: &str| {
            svg.split("<desc>").nth(1).unwrap().split("</desc>").next().unwrap().to_owned()
        };
        assert_eq!(said(&svg), said(&graph));
    }
    // A cell is where it should be: the one pair of v_0, from 0 to 1.
    let svg = Drawing::new(&model()).with_matrices().to_svg();
    let row: Vec<&str> =
        svg.lines().filter(|l| l.starts_with("<rect class")).skip(18).take(9).collect();
    let place = row.iter().position(|l| l.contains("\"x f2\"")).unwrap();
    assert_eq!(place, 1, "{row:?}");
}

#[test]
#[ignore = "writes pictures to look at into the directory PICTURES"]
fn pictures() {
    let Ok(directory) = std::env::var("PICTURES") else { return };
    let mut random = Random::new(3);
    for states in 1..=12 {
        let meaning = random.assignment(Naive { states }, 1, &symbols());
        let model = FiniteModel::new(states, meaning).unwrap();
        let svg = Drawing::new(&model).pair(0, states / 2).with_matrices().to_svg();
        std::fs::write(format!("{directory}/{states}.svg"), svg).unwrap();
    }
    std::fs::write(format!("{directory}/small.svg"), Drawing::new(&model()).pair(0, 2).to_svg())
        .unwrap();
}
