//! Formulas of linear temporal logic are true of the reduced system if and only if they are of the base system, and if
//! and only if an oracle says so: it gives each state of the oracle's graph every truth of the parts of a formula, and
//! looks for strongly connected sets.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use reductio_coarsening::{
    ByLine, Known, Limits, Options, Property, PropertyAnswer, Reductions, Slip, decide,
};
use reductio_programs::{Bounds, Program, parse_formula};

use super::FEW;
use super::graph::{End, Graph};
use super::oracle;
use super::sketch::{Lock, Op, Random, Sketch, Var};

/// A formula, with its own meaning and its own text.
#[derive(Clone, Debug)]
enum Ltl {
    /// The value at a place of what is observed is this number.
    Is(usize, i64),
    /// The value is at least this number.
    AtLeast(usize, i64),
    Not(Box<Ltl>),
    And(Box<Ltl>, Box<Ltl>),
    Until(Box<Ltl>, Box<Ltl>),
    // What is written with another operator.
    Or(Box<Ltl>, Box<Ltl>),
    Implies(Box<Ltl>, Box<Ltl>),
    Always(Box<Ltl>),
    Eventually(Box<Ltl>),
    Release(Box<Ltl>, Box<Ltl>),
    LeadsTo(Box<Ltl>, Box<Ltl>),
}

use Ltl::{Always, And, AtLeast, Eventually, Implies, Is, LeadsTo, Not, Or, Release, Until};

fn not(of: Ltl) -> Ltl {
    Not(Box::new(of))
}

/// A formula that is true of everything.
fn top() -> Ltl {
    not(And(Box::new(Is(0, 0)), Box::new(not(Is(0, 0)))))
}

impl Ltl {
    fn random(random: &mut Random, depth: usize, places: &[usize]) -> Ltl {
        let place = places[usize::try_from(random.below(places.len() as u64)).unwrap()];
        let value = i64::try_from(random.below(3)).unwrap();
        let kind = if depth == 0 { random.below(3) } else { 3 + random.below(9) };
        let mut one = || Box::new(Ltl::random(random, depth.saturating_sub(1), places));
        match kind {
            0 => not(Is(place, value)),
            1 => AtLeast(place, 1),
            2 => Is(place, value),
            3 => Not(one()),
            4 => And(one(), one()),
            5 => Or(one(), one()),
            6 => Until(one(), one()),
            7 => Release(one(), one()),
            8 => LeadsTo(one(), one()),
            9 => Always(one()),
            10 => Implies(one(), one()),
            _ => Eventually(one()),
        }
    }

    /// A formula that seldom is decided by the first states alone.
    fn lively(random: &mut Random, depth: usize, places: &[usize]) -> Ltl {
        let one = Box::new(Ltl::random(random, depth - 1, places));
        match random.below(4) {
            0 => Always(Box::new(Eventually(one))),
            1 => Eventually(Box::new(Always(one))),
            2 => Eventually(one),
            _ => Ltl::random(random, depth, places),
        }
    }

    fn text(&self) -> String {
        let name = |place: &usize| match place {
            0 => "G.seen".to_owned(),
            k => format!("P{}.seen{}", k - 1, k - 1),
        };
        match self {
            Is(place, value) => format!("{} == {value}", name(place)),
            AtLeast(place, value) => format!("{} >= {value}", name(place)),
            Not(of) => format!("not ({})", of.text()),
            And(a, b) => format!("({}) and ({})", a.text(), b.text()),
            Or(a, b) => format!("({}) or ({})", a.text(), b.text()),
            Implies(a, b) => format!("({}) => ({})", a.text(), b.text()),
            Until(a, b) => format!("({}) until ({})", a.text(), b.text()),
            Release(a, b) => format!("({}) release ({})", a.text(), b.text()),
            LeadsTo(a, b) => format!("({}) leads_to ({})", a.text(), b.text()),
            Always(of) => format!("always ({})", of.text()),
            Eventually(of) => format!("eventually ({})", of.text()),
        }
    }

    /// The formula by `not`, `and` and `until` alone.
    fn plain(&self) -> Ltl {
        let eventually = |of: Ltl| Until(Box::new(top()), Box::new(of));
        let both = |a: Ltl, b: Ltl| And(Box::new(a), Box::new(b));
        match self {
            Is(..) | AtLeast(..) => self.clone(),
            Not(of) => not(of.plain()),
            And(a, b) => both(a.plain(), b.plain()),
            Until(a, b) => Until(Box::new(a.plain()), Box::new(b.plain())),
            Or(a, b) => not(both(not(a.plain()), not(b.plain()))),
            Implies(a, b) => not(both(a.plain(), not(b.plain()))),
            Always(of) => not(eventually(not(of.plain()))),
            Eventually(of) => eventually(of.plain()),
            Release(a, b) => not(Until(Box::new(not(a.plain())), Box::new(not(b.plain())))),
            LeadsTo(a, b) => not(eventually(both(a.plain(), not(eventually(b.plain()))))),
        }
    }

    fn untils<'f>(&'f self, into: &mut Vec<&'f Ltl>) {
        match self {
            Not(of) => of.untils(into),
            And(a, b) => {
                a.untils(into);
                b.untils(into);
            }
            Until(a, b) => {
                a.untils(into);
                b.untils(into);
                into.push(self);
            }
            _ => {}
        }
    }
}

/// The truth of a plain formula where the truth of each `until` is given, by its place.
fn truth(formula: &Ltl, seen: &[i64], guess: usize, untils: &[&Ltl]) -> bool {
    match formula {
        Is(place, value) => seen[*place] == *value,
        AtLeast(place, value) => seen[*place] >= *value,
        Not(of) => !truth(of, seen, guess, untils),
        And(a, b) => truth(a, seen, guess, untils) && truth(b, seen, guess, untils),
        _ => {
            let place = untils.iter().position(|until| std::ptr::eq(*until, formula)).unwrap();
            guess >> place & 1 == 1
        }
    }
}

/// The edges from each node: who moves, and where to.
type Edges = HashMap<usize, Vec<(Option<usize>, usize)>>;

/// The strongly connected components of a graph, by Kosaraju's algorithm: nodes in the order in which they are left,
/// backwards along edges.
fn components(reached: &Edges, starts: &[usize]) -> Vec<Vec<usize>> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for &start in starts {
        if !seen.insert(start) {
            continue;
        }
        let mut way = vec![(start, 0)];
        while let Some((node, next)) = way.last_mut() {
            if let Some(&(_, to)) = reached[node].get(*next) {
                *next += 1;
                if seen.insert(to) {
                    way.push((to, 0));
                }
            } else {
                order.push(*node);
                way.pop();
            }
        }
    }
    let mut back: HashMap<usize, Vec<usize>> = HashMap::new();
    for (node, nexts) in reached {
        for (_, to) in nexts {
            back.entry(*to).or_default().push(*node);
        }
    }
    let mut seen = HashSet::new();
    let mut components: Vec<Vec<usize>> = Vec::new();
    for &root in order.iter().rev() {
        let mut open = vec![root];
        let mut all = Vec::new();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                all.push(node);
                open.extend(back.get(&node).into_iter().flatten());
            }
        }
        components.push(all);
    }
    components.retain(|all| !all.is_empty());
    components
}

/// Whether a formula is false of some maximal run that meets no failure, and is fair to all threads if that is asked
/// for.
fn fails(graph: &Graph, formula: &Ltl, is_fair: bool) -> bool {
    let plain = formula.plain();
    let mut untils = Vec::new();
    plain.untils(&mut untils);
    let guesses = 1_usize << untils.len();
    // Who moves, and where to; a run that ends stays where it is.
    let edges = |state: usize| -> Vec<(Option<usize>, usize)> {
        match graph.ends[state] {
            Some(End::Failed(_)) => Vec::new(),
            Some(_) => vec![(None, state)],
            None => graph.nexts[state].iter().map(|next| (Some(next.0), next.1)).collect(),
        }
    };
    let holds = |part: &Ltl, state: usize, guess| truth(part, &graph.seen[state], guess, &untils);
    let agrees = |from: (usize, usize), to: (usize, usize)| {
        untils.iter().enumerate().all(|(place, until)| {
            let Until(a, b) = until else { unreachable!() };
            let later = holds(a, from.0, from.1) && to.1 >> place & 1 == 1;
            (from.1 >> place & 1 == 1) == (holds(b, from.0, from.1) || later)
        })
    };
    let number = |node: (usize, usize)| node.0 * guesses + node.1;
    let nexts = |node: usize| -> Vec<(Option<usize>, usize)> {
        let from = (node / guesses, node % guesses);
        let mut nexts = Vec::new();
        for (mover, to) in edges(from.0) {
            nexts.extend(
                (0..guesses)
                    .filter(|guess| agrees(from, (to, *guess)))
                    .map(|guess| (mover, number((to, guess)))),
            );
        }
        nexts
    };
    let starts: Vec<usize> = (0..guesses)
        .filter(|guess| !holds(&plain, 0, *guess))
        .map(|guess| number((0, guess)))
        .collect();
    let mut reached: Edges = HashMap::new();
    let mut open = starts.clone();
    while let Some(node) = open.pop() {
        if let std::collections::hash_map::Entry::Vacant(entry) = reached.entry(node) {
            let nexts = entry.insert(nexts(node));
            open.extend(nexts.iter().map(|next| next.1));
        }
    }
    let components = components(&reached, &starts);
    let component: HashMap<usize, usize> = (0..)
        .zip(&components)
        .flat_map(|(number, all)| all.iter().map(move |node| (*node, number)))
        .collect();
    let threads = graph.alive.iter().map(Vec::len).max().unwrap_or(0);
    components.iter().any(|all| {
        let inside: Vec<Option<usize>> = all
            .iter()
            .flat_map(|node| &reached[node])
            .filter(|(_, to)| component[to] == component[&all[0]])
            .map(|(mover, _)| *mover)
            .collect();
        let is_fulfilled = |place: usize, until: &Ltl| {
            let Until(_, b) = until else { unreachable!() };
            all.iter().any(|node| {
                (node % guesses) >> place & 1 == 0 || holds(b, node / guesses, node % guesses)
            })
        };
        let is_treated_fairly = |thread: usize| {
            let rests = |node: &usize| {
                edges(node / guesses).iter().all(|(mover, _)| *mover != Some(thread))
            };
            inside.contains(&Some(thread)) || all.iter().any(rests)
        };
        !inside.is_empty()
            && untils.iter().enumerate().all(|(place, until)| is_fulfilled(place, until))
            && (!is_fair || (0..threads).all(is_treated_fairly))
    })
}

/// A random program, in which more threads go on for ever than in others, some of them with nothing that others see.
fn lively(random: &mut Random) -> Sketch {
    let sketch = Sketch::random(random);
    let ops = |thread: &Vec<(Op, u32)>| thread.iter().map(|(op, _)| *op).collect::<Vec<Op>>();
    let mut threads: Vec<Vec<Op>> = sketch.threads.iter().map(ops).collect();
    for thread in &mut threads[1..] {
        if thread.last() != Some(&Op::Again) && random.below(100) < 40 {
            thread.push(Op::Again);
        }
        if random.below(100) < 8 {
            *thread = vec![Op::Choose, Op::Write(Var::Own, 1), Op::Again];
        }
    }
    Sketch::of(&threads)
}

/// The places of what is observed that changes.
fn places(graph: &Graph) -> Vec<usize> {
    let changes = |place: &usize| graph.seen.iter().any(|seen| seen[*place] != 0);
    (0..graph.seen[0].len()).filter(changes).collect()
}

/// What the model says of a formula.
fn says(
    sketch: &Sketch,
    program: &Program,
    formula: &Ltl,
    is_fair: bool,
    reductions: Reductions,
    slip: Option<Slip>,
) -> PropertyAnswer {
    let text = formula.text();
    let formula =
        parse_formula(&text, program).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let known = Arc::new(ByLine(sketch.known.clone()));
    let bounds = Bounds { threads: 8, ..Bounds::default() };
    let options = Options { reductions, slip, bounds, ..Options::default() };
    let property = Property { formula: &formula, is_fair };
    decide(program, options, known, property, &Limits::default()).unwrap()
}

/// What the model says otherwise than the oracle.
fn wrong(
    (sketch, graph, program): (&Sketch, &Graph, &Program),
    formula: &Ltl,
    is_fair: bool,
    reductions: Reductions,
    slip: Option<Slip>,
) -> Option<String> {
    let said = says(sketch, program, formula, is_fair, reductions, slip);
    let has_failed = graph.ends().iter().any(|end| matches!(end, End::Failed(_)));
    let expected = fails(graph, formula, is_fair);
    let is_right = match said.verdict().word() {
        "fails" => expected,
        "holds" => !expected,
        _ => !expected && has_failed,
    };
    let why = said.unknown.as_ref().map(ToString::to_string);
    let told = || format!("{}: expected to fail: {expected}, {why:?}", said.verdict().word());
    (!is_right).then(told)
}

/// How often formulas failed and held, of those that no end of a run decides how often, and how often the reduced
/// system had fewer states.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    fails: usize,
    holds: usize,
    fair_matters: usize,
    reduced: usize,
}

fn compare(seed: u64, count: usize, most: usize) -> Counts {
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut counts = Counts::default();
    let mut done = 0;
    while done < count {
        let sketch = lively(&mut random);
        let Some(graph) = oracle::explore(&sketch, most) else { continue };
        let program = super::program(&sketch);
        let places = places(&graph);
        if places.is_empty() {
            continue;
        }
        done += 1;
        for _ in 0..2 {
            let depth = 1 + usize::try_from(random.below(2)).unwrap();
            let formula = Ltl::lively(&mut random, depth, &places);
            let mut words = Vec::new();
            for is_fair in [false, true] {
                for reductions in [Reductions::ALL, Reductions::NONE] {
                    let subject = (&sketch, &graph, &program);
                    if let Some(what) = wrong(subject, &formula, is_fair, reductions, None) {
                        let text = &sketch.text;
                        panic!(
                            "{what}\n{}\nfair: {is_fair}\n{reductions:?}\n{text}",
                            formula.text()
                        );
                    }
                }
                words.push(fails(&graph, &formula, is_fair));
            }
            counts.fails += usize::from(words[1]);
            counts.holds += usize::from(!words[0]);
            counts.fair_matters += usize::from(words[0] && !words[1]);
            let states =
                |reductions| says(&sketch, &program, &formula, true, reductions, None).states;
            counts.reduced += usize::from(states(Reductions::ALL) < states(Reductions::NONE));
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn formulas_are_true_of_the_reduced_system_if_and_only_if_of_the_base() {
    let Counts { fails, holds, fair_matters, reduced } = compare(2_106, 50, FEW / 3);
    let counts = [fails, holds, fair_matters, reduced];
    assert!(counts.into_iter().zip([30, 30, 2, 30]).all(|(is, least)| is >= least), "{counts:?}");
}

#[test]
#[ignore = "minutes"]
fn many_formulas_are_true_of_the_reduced_system_if_and_only_if_of_the_base() {
    let Counts { fails, holds, fair_matters, reduced } = compare(1_998, 2_000, FEW);
    assert!([fails, holds, fair_matters, reduced].iter().all(|count| *count >= 100));
}

/// A thread that goes round without a step that others see, and one that is to write.
fn spins() -> Sketch {
    let writes = vec![Op::Write(Var::Observed, 1)];
    let spins = vec![Op::Write(Var::Own, 1), Op::Again];
    Sketch::of(&[vec![Op::Fork(1), Op::Fork(2)], writes, spins])
}

#[test]
fn who_goes_round_for_ever_may_keep_all_others_from_moving() {
    let sketch = spins();
    let (graph, program) = (oracle::explore(&sketch, FEW).unwrap(), super::program(&sketch));
    let writes = Eventually(Box::new(Is(0, 1)));
    let word = |is_fair, slip| {
        let said = says(&sketch, &program, &writes, is_fair, Reductions::ALL, slip);
        said.verdict().word()
    };
    assert!(fails(&graph, &writes, false) && !fails(&graph, &writes, true));
    assert_eq!((word(false, None), word(true, None)), ("fails", "holds"));
    // Without the step that goes round, `fails` is missed.
    assert_eq!(word(false, Some(Slip::DivergenceIsForgotten)), "holds");
}

/// The program with each write of a variable that is protected and observed followed by another one; as it is where
/// operations are counted.
fn twice(sketch: Sketch) -> Sketch {
    let all = || sketch.threads.iter().map(|thread| thread.iter().map(|(op, _)| *op));
    if all().flatten().any(|op| matches!(op, Op::Unless(..))) {
        return sketch;
    }
    let again = |op| match op {
        Op::Write(var @ Var::ProtectedObserved(_), value) => {
            vec![op, Op::Write(var, (value + 1) % 3)]
        }
        _ => vec![op],
    };
    let threads: Vec<Vec<Op>> = all().map(|ops| ops.flat_map(again).collect()).collect();
    Sketch::of(&threads)
}

#[test]
fn wrong_rules_about_formulas_are_found_out_by_random_programs() {
    let mut random = Random(77);
    let mut left = vec![Slip::ObservedIsHidden, Slip::DivergenceIsForgotten];
    for _ in 0..1_000 {
        if left.is_empty() {
            return;
        }
        let sketch = twice(lively(&mut random));
        let Some(graph) = oracle::explore(&sketch, FEW) else { continue };
        let program = super::program(&sketch);
        // What is protected is hidden more easily.
        let mut places = places(&graph);
        places.retain(|place| *place > 0);
        if places.is_empty() {
            continue;
        }
        for _ in 0..3 {
            let formula = Ltl::lively(&mut random, 2, &places);
            let subject = (&sketch, &graph, &program);
            left.retain(|slip| {
                wrong(subject, &formula, false, Reductions::ALL, Some(*slip)).is_none()
            });
        }
    }
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_condition_about_the_only_object_of_a_class_is_refused_where_there_are_several() {
    let lock = Lock::Own;
    let sketch = Sketch::of(&[vec![Op::Fork(1)], vec![Op::Lock(lock), Op::Write(Var::Own, 1)]]);
    let program = super::program(&sketch);
    let formula = parse_formula("always M.a == 0", &program).unwrap();
    let known = Arc::new(ByLine(vec![Known::Nothing; sketch.known.len()]));
    let property = Property { formula: &formula, is_fair: false };
    let answer = decide(&program, Options::default(), known, property, &Limits::default());
    let why = answer.unwrap().unknown.unwrap();
    assert_eq!(why.to_string(), "a condition is about the only `M`, and a run makes several");
}
