//! Formulas in given models: verdicts with witnesses that replay, and models as text.

use std::fmt::Write as _;

use reductio_algebra::{EvalError, Formula, Symbol, Theory, Vocabulary, name};
use reductio_relations::{
    Assignment, Falsity, FiniteModel, How, ModelFault, Naive, PairSet, Path, Random, Satisfaction,
    Side, Witness,
};

const THEORY: &str = "
theory small
index i, j
action x, y, u_i, v_i, w_{i,j}
predicate p_i, q
definition (p) ours: p = (.i : p_i)
definition (u) ours: u = (+i : u_i)
definition (M) ours: M_i = v_i u_i*
definition (R) ours: R = (1 + (+i : M_i)) q T
";

fn names() -> Vocabulary {
    Theory::parse(THEORY, &[]).unwrap().vocabulary().clone()
}

fn formula(text: &str) -> Formula {
    names().parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn model(text: &str) -> FiniteModel {
    FiniteModel::parse(text, names().symbols()).unwrap_or_else(|e| panic!("{e:?}"))
}

/// Three states, two processes; process 0 may run 0 -> 1 -> 2, process 1 only 2 -> 2.
fn system() -> FiniteModel {
    model(
        "states 3\nprocesses 2\n\
         p_0 = {0, 2}\np_1 = {0, 1}\nq = {2}\n\
         u_0 = {(1,2)}\nu_1 = {(2,2)}\nv_0 = {(0,1)}\nv_1 = {}\n\
         x = {(0,1), (1,2)}\ny = {(2,0)}\n\
         w_{0,0} = {}\nw_{0,1} = {(0,1)}\nw_{1,0} = {}\nw_{1,1} = {}",
    )
}

fn witness(text: &str) -> (Formula, Witness) {
    let formula = formula(text);
    let verdict = system().satisfies(&formula).unwrap();
    let Satisfaction::Fails(witness) = verdict else { panic!("{text} holds") };
    assert!(witness.replays(&formula, &system()), "{text}:\n{witness}");
    (formula, *witness)
}

#[test]
fn what_holds_has_no_witness() {
    for text in ["x y x <= x*", "p <= !q", "v_i <= M_i", "q T <= R", "i != j => u_i u_j <= u_i"] {
        let verdict = system().satisfies(&formula(text)).unwrap();
        assert!(verdict.holds() && verdict.witness().is_none(), "{text}");
    }
}

#[test]
fn witnesses_tell_the_path() {
    for (text, path) in [
        ("x x <= x", "0 -x-> 1 -x-> 2"),
        ("x* <= 1", "0 -x-> 1"),
        ("x* y <= y", "0 -x-> 1 -x-> 2 -y-> 0"),
        ("(x + y)* <= x*", "1 -x-> 2 -y-> 0"),
        ("(x + y)^w q <= x", "0 (-x-> 1 -x-> 2 -y-> 0)^w ~> 2 [q]"),
        ("x u^w = 0", "0 -x-> 1 -u_0-> 2 (-u_1-> 2)^w ~> 0"),
        ("u ? x <= u* x", "1 -u_0-> 2 (-u_1-> 2)^w ~> 0"),
        ("p (u + (+i : v_i))* q = 0", "0 [p] -v_0-> 1 -u_0-> 2 [q]"),
        ("M_i <= v_i", "0 M_0{-v_0-> 1 -u_0-> 2}"),
        ("T x T <= !p", "0 -T-> 0 -x-> 1 -T-> 0"),
        ("!(p_i + q) = 0", "1 [!(p_0 + q)]"),
        ("w_{i,j} = w_{j,i}", "0 -w_{0,1}-> 1"),
    ] {
        assert_eq!(witness(text).1.path().unwrap().to_string(), path, "{text}");
    }
}

#[test]
fn a_witness_is_printed_for_a_person() {
    let (_, witness) = witness("i != j => q u_j <= u_j => M_i u_j* <= v_i");
    assert_eq!(
        witness.to_string(),
        "for i = 0, j = 1\n\
         holds:     0 != 1\n\
         \x20          q u_1 <= u_1\n\
         fails:     M_0 u_1* <= v_0\n\
         because:   (0,2) is in the left side, not in the right side\n\
         path:      0 M_0{-v_0-> 1 -u_0-> 2}  in M_0 u_1*"
    );
}

#[test]
fn equations_say_which_side_has_the_pair() {
    let (_, witness) = witness("x = x*");
    let Falsity::Pair { side, path } = &witness.failure else { panic!("{witness}") };
    assert_eq!(
        (*side, witness.pair(), &path.how),
        (Side::Right, Some((0, 0)), &How::Repeated(vec![]))
    );
}

#[test]
fn a_false_side_condition_is_a_witness() {
    let (_, witness) = witness("q <= 1 => i != j");
    assert_eq!(witness.to_string(), "for i = 0, j = 0\nholds:     q <= 1\nfails:     0 != 0");
}

/// The value of a quantified action is part of the reason, and is checked.
#[test]
fn a_witness_gives_quantified_actions_a_value() {
    let text = "(for all predicates z: z q <= z) => for all actions y: x y <= x + y";
    let (formula, good) = witness(text);
    let model = system();
    // The model has a `y` of its own, which the formula does not mention.
    assert_eq!(good.values.len(), 1);
    let (y, value) = good.values[0].clone();
    assert_eq!((y.name.as_str(), value), ("y", PairSet::from([(1, 0)])));
    assert!(
        good.to_string().starts_with("for y = {(1,0)}\nholds:     for all predicates z:"),
        "{good}"
    );
    let forged = |change: &dyn Fn(&mut Witness)| {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!bad.replays(&formula, &model), "{bad}");
    };
    forged(&|w| w.values.clear());
    forged(&|w| w.values[0].1 = PairSet::new());
    forged(&|w| w.values[0].1 = PairSet::from([(1, 7)]));
    forged(&|w| w.values[0].0 = Symbol::action(name!("x"), 0));
    forged(&|w| w.values[0].0 = Symbol::action(name!("y"), 1));
    forged(&|w| w.values[0].0 = Symbol::predicate(name!("y"), 0));
    forged(&|w| w.values.push((Symbol::action(name!("z"), 0), PairSet::new())));
    forged(&|w| drop(w.premises.pop()));
    // A premise about all predicates that fails for one.
    let with_other = |text: &str| {
        let formula = self::formula(text);
        assert!(!good.replays(&formula, &model), "{text}");
    };
    with_other("(for all predicates z: z <= q) => for all actions y: x y <= x + y");
    with_other("for all actions y: x y <= x + y");
    with_other("(for all predicates z: z q <= z) => for all predicates y: x y <= x + y");
}

#[test]
fn too_many_values_are_no_verdict() {
    let text = |states: usize| format!("states {states}\nprocesses 1\nx = {{}}\nq = {{}}");
    let claim = formula("for all actions z: x z <= z");
    let predicates = formula("for all predicates z: x z <= z");
    for (states, is_few) in [(1, true), (3, true), (4, true), (5, false), (9, false)] {
        let holds = model(&text(states)).satisfies(&claim);
        assert_eq!(holds.is_ok(), is_few, "{states}");
        let other = Err(EvalError::TooManyValues(reductio_algebra::Sort::Action));
        assert!(is_few || holds == other);
        assert!(model(&text(states)).satisfies(&predicates).unwrap().holds());
    }
    let many = model(&text(17)).satisfies(&predicates);
    assert_eq!(many, Err(EvalError::TooManyValues(reductio_algebra::Sort::Predicate)));
    // Each inner quantifier goes through its values again; they count together.
    let nested = "for all actions z, y: z y <= y z";
    assert!(model(&text(2)).satisfies(&formula(nested)).unwrap().witness().is_some());
    let nested = "for all actions z, y: z y <= T";
    assert!(model(&text(2)).satisfies(&formula(nested)).unwrap().holds());
    assert!(model(&text(3)).satisfies(&formula(nested)).is_err());
    // What fails at the first values fails, however many there are.
    let early = "for all actions z, y: 1 <= z";
    assert!(!model(&text(3)).satisfies(&formula(early)).unwrap().holds());
}

#[test]
fn forged_witnesses_do_not_replay() {
    let (formula, good) = witness("i != j => (x + y)* <= x* + w_{i,j}");
    let model = system();
    let forged = |change: &dyn Fn(&mut Witness)| {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!bad.replays(&formula, &model), "{bad}");
    };
    let path = |w: &mut Witness, change: &dyn Fn(&mut Path)| match &mut w.failure {
        Falsity::Pair { path, .. } => change(path),
        Falsity::Same => unreachable!("the conclusion is a relation"),
    };
    forged(&|w| w.indices[1].1 = 0);
    forged(&|w| w.indices[1].1 = 7);
    forged(&|w| drop(w.indices.pop()));
    forged(&|w| w.premises.clear());
    forged(&|w| w.conclusion = formula.clone());
    forged(&|w| w.failure = Falsity::Same);
    forged(&|w| {
        if let Falsity::Pair { side, .. } = &mut w.failure {
            *side = Side::Right;
        }
    });
    forged(&|w| path(w, &|p| p.to = 1));
    forged(&|w| path(w, &|p| p.from = 9));
    forged(&|w| path(w, &|p| p.how = How::Step));
    forged(&|w| path(w, &|p| p.how = How::Test));
    forged(&|w| path(w, &|p| p.how = How::Repeated(vec![])));
    // The same witness against another model, and against another formula.
    let other = FiniteModel::new(
        3,
        model.meaning().clone().with(&Symbol::action(name!("y"), 0), &[], PairSet::new()),
    )
    .unwrap();
    assert!(good.replays(&formula, &model) && !good.replays(&formula, &other));
    assert!(!good.replays(&self::formula("(x + y)* <= x*"), &model));
}

#[test]
fn a_symbol_without_a_value_is_an_error() {
    let small = model("states 1\nprocesses 1\nq = {0}");
    let x = Symbol::action(name!("x"), 0);
    assert_eq!(small.satisfies(&formula("q <= x")), Err(EvalError::Symbol(x)));
}

#[test]
fn printed_models_are_read_back() {
    let symbols = names().symbols().to_vec();
    let mut random = Random::new(5);
    for case in 0..300 {
        let states = 1 + case % 5;
        let meaning = random.assignment(Naive { states }, 1 + case % 3, &symbols);
        let model = FiniteModel::new(states, meaning).unwrap();
        assert_eq!(FiniteModel::parse(&model.to_string(), &symbols), Ok(model.clone()), "{model}");
    }
}

#[test]
fn comments_spaces_and_other_spellings_are_read() {
    let spaced =
        model("\n-- sizes\n processes 1 -- one\nstates 2\n\nx={ ( 0 , 1 ),(1,1)}\nq = {(1,1)}\n");
    assert_eq!(spaced.to_string(), "states 2\nprocesses 1\nq = {1}\nx = {(0,1), (1,1)}\n");
}

#[test]
fn faults_of_a_model_have_a_place() {
    let head = "states 2\nprocesses 2\n";
    for (text, line, column, message) in [
        ("q = {1}", 3, 1, ""),
        ("  z = {}", 3, 3, "`z` is not declared"),
        ("vv_0 = {}", 3, 1, "`vv_0` is not declared: did you mean `v`?"),
        ("u = {}", 3, 1, "`u` takes 1 index, not 0"),
        ("w_0 = {}", 3, 1, "`w` takes 2 indices, not 1"),
        ("u_2 = {}", 3, 3, "there is no process 2: they are 0 to 1"),
        ("x = {(0,1), (0,2)}", 3, 13, "there is no state 2: they are 0 to 1"),
        ("q = {2}", 3, 6, "there is no state 2: they are 0 to 1"),
        ("p_1 = {(0,1)}", 3, 8, "`p` is a predicate: it cannot relate 0 to 1"),
        ("x = {0}", 3, 6, "expected a pair of states `(0,1)`, found `0`"),
        ("x = {(0,1)", 3, 11, "expected `,` or `}`, found the end of the line"),
        ("x {(0,1)}", 3, 3, "expected `=`, found `{`"),
        ("x = {} y", 3, 8, "expected the end of the line, found `y`"),
        ("x = {}\nx = {}", 4, 1, "`x` has a value already"),
        ("= {}", 3, 1, "expected a name, found `=`"),
        ("states 3", 3, 1, "`states` has a value already"),
        ("x = {(0,99999999999999999999999)}", 3, 6, "there is no state"),
    ] {
        let result = FiniteModel::parse(&format!("{head}{text}"), names().symbols());
        if message.is_empty() {
            assert!(result.is_ok(), "{result:?}");
            continue;
        }
        let errors = result.unwrap_err();
        let shown = errors[0].to_string();
        assert_eq!(
            (errors.len(), errors[0].line, errors[0].column),
            (1, line, column),
            "{text}: {shown}"
        );
        assert!(shown.contains(message), "{text}: {shown}");
    }
    for (text, message) in [
        ("", "1:1: a model starts with its number of states, for instance `states 2`"),
        (
            "states 2",
            "1:1: a model starts with its number of processes, for instance `processes 2`",
        ),
        ("q = {}", "1:1: a model starts with its number of states"),
        ("states 0\nprocesses 1", "1:8: a model has 1 to 4096 states, not 0"),
        ("states 1\nprocesses 0", "2:11: a model has 1 to 4096 processes, not 0"),
        ("states 4097\nprocesses 1", "1:8: a model has 1 to 4096 states, not 4097"),
        ("states two", "1:8: expected a number, found `t`"),
    ] {
        let errors = FiniteModel::parse(text, &[]).unwrap_err();
        assert!(errors[0].to_string().starts_with(message), "{text}: {errors:?}");
    }
    let all =
        FiniteModel::parse(&format!("{head}a = {{}}\nq = {{0}}\nx = {{(3,0)}}"), names().symbols());
    assert_eq!(all.unwrap_err().iter().map(|e| e.line).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn a_model_is_checked_when_it_is_made() {
    let (x, q) = (Symbol::action(name!("x"), 0), Symbol::predicate(name!("q"), 0));
    let with = |symbol: &Symbol, at: &[usize], pair| {
        FiniteModel::new(2, Assignment::new(1).with(symbol, at, PairSet::from([pair]))).unwrap_err()
    };
    assert_eq!(with(&x, &[], (0, 2)), ModelFault::State { state: 2, states: 2 });
    assert!(matches!(with(&q, &[], (0, 1)), ModelFault::NotPredicate { from: 0, to: 1, .. }));
    assert!(matches!(with(&x, &[0], (0, 1)), ModelFault::Arity { takes: 0, got: 1, .. }));
    let u = Symbol::action(name!("u"), 1);
    assert_eq!(with(&u, &[1], (0, 1)), ModelFault::Process { index: 1, processes: 1 });
    assert!(matches!(
        FiniteModel::new(0, Assignment::new(1)),
        Err(ModelFault::Size { got: 0, .. })
    ));
}

/// `d60` is `x y` done 2^60 times: its value is worked out once for each name, in both models and by the check of
/// the witness, and the path is told as far as it can be.
#[test]
fn names_that_double_are_evaluated_once_each() {
    let mut text = "theory D\naction x, y\ndefinition (d0) ours: d0 = x y\n".to_owned();
    for k in 1..=60 {
        let before = k - 1;
        let _ = writeln!(text, "definition (d{k}) ours: d{k} = d{before} d{before}");
    }
    let theory = Theory::parse(&text, &[]).unwrap();
    let formula = |text: &str| theory.vocabulary().parse_formula(text).unwrap();
    let model = "states 2\nprocesses 1\nx = {(0,1), (1,0)}\ny = {(0,0), (1,1)}";
    let model = FiniteModel::parse(model, theory.vocabulary().symbols()).unwrap();
    for holds in ["d60 = 1", "d0 = x", "d1 = 1", "d59 d0 = x"] {
        assert_eq!(model.satisfies(&formula(holds)), Ok(Satisfaction::Holds), "{holds}");
    }
    let fails = formula("d60 <= x");
    let Ok(Satisfaction::Fails(witness)) = model.satisfies(&fails) else { panic!("it is false") };
    assert!(witness.replays(&fails, &model));
    assert!(witness.path().unwrap().steps().len() < 10_000);
    let limits = reductio_relations::SearchLimits::default();
    let outcome = reductio_relations::find_countermodel(&fails, &limits);
    assert!(outcome.countermodel().is_some());
}
