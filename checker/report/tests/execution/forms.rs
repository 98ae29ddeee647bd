//! Executions as text, for Graphviz and as SVG.

use reductio::discipline::Discipline;
use reductio::execution::{Execution, HandOver};
use reductio::system::{
    Domain, Expression, ObjectId, System, SystemBuilder, ThreadId, VariableClass,
};
use reductio_algebra::Style;
use reductio_report::execution::{TooLong, show_state, to_dot, to_json, to_svg, to_text};
use reductio_report::page::Page;

use crate::execution::systems::{DEADLOCK, HAND_OVER, MANY, REST, execution, origin, system};

const TO_THE_END: [&str; 6] = ["writer", "writer", "reader", "reader", "writer", "reader"];

fn text(text: &str, names: &[&str], width: usize) -> String {
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, names).unwrap().with_origin(origin(text));
    to_text(&execution, &Page::new(width, Style::Ascii))
}

#[test]
fn a_column_for_each_thread() {
    assert_eq!(
        text(HAND_OVER, &TO_THE_END, 80),
        "hand_over (SIZE = 2): 6 steps
Initially writer has data.

 step  line    writer                reader
               --------------------  --------------------
    1     7  . A: data := 1
                 data: 0 -> 1
    2     8  + B: up full
                 full: 0 -> 1
                 no longer has data
 ! after step 2: writer at C is about to write data without exclusive access:
    nobody has it
    3    13  +                       Q: down full
             |                         full: 1 -> 0
             |                         has data
    4    14  |                       R: seen := data
                                       seen: 0 -> 1
    5     9  : C: data := 2
                 data: 1 -> 2
    6    15  :                       S: assert seen == 1
                                       no longer has data

. comes before the first visible step of its thread
+ begins a reduced step
| goes on with it
: goes on with an earlier one of its thread

after step 2: the discipline is violated
after step 6: no thread can go on, and none has to:
  writer has ended
  reader has ended
"
    );
}

#[test]
fn threads_below_each_other() {
    assert_eq!(
        text(HAND_OVER, &TO_THE_END, 50),
        "hand_over (SIZE = 2): 6 steps
Initially writer has data.

 step  line
    1     7  . writer at A: data := 1
                 data: 0 -> 1
    2     8  + writer at B: up full
                 full: 0 -> 1;
                 writer no longer has data
 ! after step 2: writer at C is about to write
    data without exclusive access: nobody has it
    3    13  + reader at Q: down full
             |   full: 1 -> 0; reader has data
    4    14  | reader at R: seen := data
                 seen: 0 -> 1
    5     9  : writer at C: data := 2
                 data: 1 -> 2
    6    15  : reader at S: assert seen == 1
                 reader no longer has data

. comes before the first visible step of its
  thread
+ begins a reduced step
| goes on with it
: goes on with an earlier one of its thread

after step 2: the discipline is violated
after step 6: no thread can go on, and none has
  to:
  writer has ended
  reader has ended
"
    );
}

#[test]
fn three_threads_have_columns_on_eighty_and_no_more() {
    let wide = |count: usize, width: usize| {
        let text_of = format!(
            "lock fork[f : 0 .. {0}]\nthread philosopher[i : 0 .. {0}] {{ T: acquire fork[i]; H: acquire fork[(i + 1) mod {count}] }}",
            count - 1
        );
        let names: Vec<String> = (0..count).map(|k| format!("philosopher[{k}]")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let out = text(&text_of, &names, width);
        out.lines().nth(2).unwrap().contains("philosopher[1]")
    };
    assert!(wide(3, 80));
    assert!(!wide(4, 80) && wide(4, 100));
    assert!(!wide(3, 60));
}

#[test]
fn a_run_without_lines_and_constants() {
    let system = system(REST);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["client"]).unwrap();
    assert_eq!(
        to_text(&execution, &Page::new(80, Style::Ascii)),
        "rest: 1 step in 1 reduced step

 step    server  client
         ------  ----------------------
    1  +         send jobs 3
                   jobs.length: 0 -> 1;
                   jobs.item[0]: 0 -> 3

+ is a reduced step

the run stops after step 1
"
    );
    let nothing = Execution::replay(&discipline, &[]).unwrap();
    let text = to_text(&nothing, &Page::new(80, Style::Ascii));
    assert_eq!(text, "rest: 0 steps\n\nno step is taken\n");
}

#[test]
fn states_in_words() {
    let system = system(DEADLOCK);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["philosopher[0]", "philosopher[1]"]).unwrap();
    assert_eq!(
        show_state(&system, execution.last()),
        "philosopher[0] at H, philosopher[1] at H\nfork[0].owner = philosopher[0]\nfork[1].owner = \
         philosopher[1]\n"
    );
    let initial = "philosopher[0] at T, philosopher[1] at T\n";
    assert_eq!(show_state(&system, &system.initial()), initial);
}

#[test]
fn hand_overs() {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &TO_THE_END).unwrap();
    let (object, from, to) = (ObjectId::new(0), ThreadId::new(0), ThreadId::new(1));
    assert_eq!(execution.hand_overs(), [HandOver { object, from, to, given: 2, taken: 3 }]);
    let svg = to_svg(&execution).unwrap();
    assert!(svg.contains("class=\"a late\"") && svg.contains(">data (given up in step 2)</text>"));
}

#[test]
fn access_that_comes_back_is_no_hand_over() {
    let text =
        "lock m\nprotected x : bool by m\nthread one { loop { acquire m; x := true; release m } }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["one"; 7]).unwrap();
    assert_eq!(execution.hand_overs(), []);
}

#[test]
fn access_that_passes_in_one_step() {
    let text = "var who : 0 .. 1 = 0
        protected x[k : 0 .. 3] : bool for one when who == 0 for two when who == 1
        thread one { who := 1 }
        thread two { await who == 1; who := 0 }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["one", "two", "two"]).unwrap();
    assert_eq!(execution.hand_overs().len(), 8);
    let svg = to_svg(&execution).unwrap();
    // All four at once, in both directions.
    assert_eq!(svg.matches(">x[0], x[1], 2 more</text>").count(), 2);
    assert_eq!(svg.matches("<path class=\"a\"").count(), 3, "two and the legend's");
    assert!(!svg.contains("class=\"a late\""));
}

#[test]
fn steps_are_told_apart_by_shape() {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let svg = to_svg(&execution(&discipline, &TO_THE_END).unwrap()).unwrap();
    assert_well_formed(&svg);
    // With the legend: 2 visible steps, 4 invisible ones.
    assert_eq!(svg.matches("<rect class=\"v\"").count(), 3);
    assert_eq!(svg.matches("<rect class=\"i\" rx=").count(), 5);
    for part in [
        "<title>hand_over: 6 steps</title>",
        "prefers-color-scheme:dark",
        "<desc>step 1: A: data := 1",
    ] {
        assert!(svg.contains(part), "{part}");
    }
    let failed = many_svg(&["one", "two", "one", "one"]);
    assert!(
        failed.contains("<rect class=\"v x\"") && failed.contains("fails: the assertion is false")
    );
}

fn many_svg(names: &[&str]) -> String {
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let svg = to_svg(&execution(&discipline, names).unwrap()).unwrap();
    assert_well_formed(&svg);
    svg
}

#[test]
fn a_chart_has_at_most_two_hundred_steps() {
    let names = vec!["two"; 201];
    assert!(many_svg(&names[..200]).contains(">200</text>"));
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let long = execution(&discipline, &names).unwrap();
    let error = to_svg(&long).unwrap_err();
    assert_eq!(error, TooLong { steps: 201, limit: 200 });
    assert!(error.to_string().contains("201 steps, more than the 200"));
    assert!(to_dot(&long).contains("label=\"two: L: y := not y\""));
}

#[test]
fn a_path_for_graphviz() {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["writer", "writer"]).unwrap();
    assert_eq!(
        to_dot(&execution),
        r#"digraph run {
  label="hand_over: 2 steps in 1 reduced step\ncontrol points of writer, reader";
  labelloc=t;
  node [fontname="sans-serif"];
  edge [fontname="sans-serif"];
  0 [label="0\nA | Q", shape=ellipse];
  1 [label="1\nB | Q", shape=box];
  2 [label="2\nC | Q", shape=ellipse, peripheries=2];
  0 -> 1 [label="writer: A: data := 1", style=dashed];
  1 -> 2 [label="writer: B: up full", style=bold];
  ending [label="after step 2: writer at C is about to write data\n  without exclusive access: nobody has it", shape=plaintext];
  2 -> ending [style=dotted, arrowhead=none];
}
"#
    );
}

#[test]
fn an_endless_loop_leads_back() {
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let dot = to_dot(&execution(&discipline, &["two", "two", "two"]).unwrap());
    assert!(dot.contains("  2 -> 1 [label=") && dot.contains("  1 -> ending"), "{dot}");
    assert!(!dot.contains("  3 ["), "{dot}");
}

/// A system with names that are markup, too long, or no text at all.
fn strange() -> System {
    let mut system = SystemBuilder::new("<b>\"&amp;\u{1}\n\u{ffff}");
    let thread = system.thread("a\tb<c>".repeat(40)).unwrap();
    let start = system.point(thread, "--> \"A\"", true).unwrap();
    let cell = system
        .variable("x\u{7}&".repeat(90), VariableClass::Shared, Domain::integers(0, 1).unwrap(), 0)
        .unwrap();
    let value = Expression::Constant(1).minus(Expression::cell(cell));
    let text = "x := <\u{0}>&'\"\\ -- ]]>\n".repeat(30);
    system.transition(thread, start, start).assign(cell, value).text(text).add().unwrap();
    system.finish().unwrap()
}

#[test]
fn strange_names_do_no_harm() {
    let system = strange();
    let discipline = Discipline::new(&system);
    let execution = Execution::replay(&discipline, &[(ThreadId::new(0), 0); 3]).unwrap();
    assert_well_formed(&to_svg(&execution).unwrap());
    for width in [40, 80, 300] {
        let text = to_text(&execution, &Page::new(width, Style::Ascii));
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
        assert!(text.lines().all(|line| line.chars().count() <= width.max(320)), "{text}");
    }
    assert!(!to_dot(&execution).contains(|c: char| c.is_control() && c != '\n'));
    let json = to_json(&execution);
    Execution::from_json(&json, &discipline, reductio::execution::Origin::default()).unwrap();
}

/// Asserts that tags are balanced, attributes quoted and not repeated, entities known, and characters allowed in XML
/// 1.0.
pub(crate) fn assert_well_formed(xml: &str) {
    assert!(
        !xml.contains(|c: char| (c < ' ' && c != '\n') || c == '\u{ffff}'),
        "a control character"
    );
    let mut open: Vec<&str> = Vec::new();
    let mut parts = xml.split('<');
    assert_eq!(parts.next(), Some(""));
    for part in parts {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
        for entity in part.split('&').skip(1) {
            let name = entity.split_once(';').expect("an entity ends").0;
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{name}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{xml}");
            continue;
        }
        let inner = tag.strip_suffix('/').unwrap_or(tag);
        let (name, attributes) = inner.split_once(' ').unwrap_or((inner, ""));
        assert!(name.chars().all(char::is_alphanumeric) && !name.is_empty(), "{name}");
        let pieces: Vec<&str> = attributes.split('"').collect();
        assert!(pieces.len() % 2 == 1 && pieces[pieces.len() - 1].is_empty(), "{attributes}");
        let mut names: Vec<&str> = pieces.iter().step_by(2).map(|piece| piece.trim()).collect();
        assert_eq!(names.pop(), Some(""));
        assert!(names.iter().all(|name| name.ends_with('=')), "{attributes}");
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{attributes}");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
