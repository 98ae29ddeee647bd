//! The checkers of systems against the formulas of the statement file, evaluated by the generic evaluator in
//! the naive model; and what becomes of Theorem 1 when a complement is lost.

use reductio_algebra::{Evaluator, Formula, Label, Theory};
use reductio_relations::systems::{Hypotheses, Hypothesis, System, Word, for_each_system};
use reductio_relations::{Naive, Random};
use reductio_theorems::bundled::S5;

fn theory() -> Theory {
    Theory::parse(S5.text, &[]).expect("the statement file is right")
}

fn formula(theory: &Theory, label: &str) -> Formula {
    theory
        .statement(&Label::new(label).unwrap())
        .unwrap_or_else(|| panic!("no {label}"))
        .formula
        .clone()
}

fn evaluate(system: &System, formula: &Formula) -> bool {
    let (model, values) = (Naive { states: system.states() }, system.assignment());
    Evaluator::new(&model, &values).formula(formula).expect("every symbol has a value")
}

/// The hypotheses with their formulas; of (14) and (15), which the file has as equations, their halves.
struct Formulas {
    hypotheses: Vec<(Vec<Hypothesis>, Formula)>,
    conclusion: Formula,
}

impl Formulas {
    fn new() -> Self {
        use Hypothesis::{H13, H14a, H14b, H15a, H15b, H16, H17, H18, H19, H20, H21};
        let theory = theory();
        let rows: [(&[Hypothesis], &str); 13] = [
            (&[H13], "13"),
            (&[H14a, H14b], "14"),
            (&[H14a], "14a"),
            (&[H14b], "14b"),
            (&[H15a, H15b], "15"),
            (&[H15a], "15a"),
            (&[H15b], "15b"),
            (&[H16], "16"),
            (&[H17], "17"),
            (&[H18], "18"),
            (&[H19], "19"),
            (&[H20], "20"),
            (&[H21], "21"),
        ];
        let hypotheses =
            rows.into_iter().map(|(h, label)| (h.to_vec(), formula(&theory, label))).collect();
        Formulas { hypotheses, conclusion: formula(&theory, "22") }
    }

    fn compare(&self, system: &System) {
        for (hypotheses, formula) in &self.hypotheses {
            let holds = hypotheses.iter().all(|h| system.holds(*h));
            assert_eq!(holds, evaluate(system, formula), "{hypotheses:?} in\n{system}");
        }
        self.compare_conclusion(system);
    }

    fn compare_conclusion(&self, system: &System) {
        assert_eq!(system.conclusion(), evaluate(system, &self.conclusion), "in\n{system}");
        assert_eq!(system.conclusion(), system.violation().is_none());
    }
}

/// Whether no renaming of two states and two processes makes the system smaller.
fn is_least(system: &System) -> bool {
    let swaps: [&[usize]; 2] = [&[0, 1], &[1, 0]];
    swaps.iter().all(|s| swaps.iter().all(|p| system.renamed(s, p) >= *system))
}

#[test]
fn s5_13_to_22_in_all_systems_of_one_process_or_state() {
    let formulas = Formulas::new();
    let mut seen = 0;
    for (states, processes) in [(1, 1), (1, 2), (2, 1)] {
        for_each_system(states, processes, Hypotheses::NONE, |system| {
            // Every predicate p_0, not only the determined one.
            for p in 0..1 << states {
                let p = (0..processes).map(|i| if i == 0 { p } else { system.p(i) }).collect();
                formulas.compare(&system.clone().with_p(p).unwrap());
                seen += 1;
            }
        });
    }
    assert_eq!(seen, 8 * 2 + 32 * 2 + 1024 * 4);
}

/// All 262,144 systems up to renaming; the hypotheses in every eighth (in all of them: the ignored test).
fn all_of_two_and_two(step: usize) -> (usize, usize) {
    let formulas = Formulas::new();
    let (mut seen, mut all) = (0, 0);
    for_each_system(2, 2, Hypotheses::NONE, |system| {
        all += 1;
        if is_least(system) {
            seen += 1;
            if seen % step == 0 {
                formulas.compare(system);
            } else if seen % 2 == 0 {
                formulas.compare_conclusion(system);
            }
        }
    });
    (all, seen)
}

#[test]
fn s5_13_to_22_in_systems_of_two_states_and_two_processes() {
    assert_eq!(all_of_two_and_two(16), (262_144, 66_048));
}

#[test]
#[ignore = "takes seconds in release mode: every system instead of one in 16"]
fn s5_13_to_22_in_all_systems_of_two_states_and_two_processes() {
    assert_eq!(all_of_two_and_two(1), (262_144, 66_048));
}

#[test]
fn s5_13_to_22_in_random_systems() {
    let formulas = Formulas::new();
    let mut random = Random::new(0x5EED_0013);
    let mut failing = 0;
    for round in 0..2000u64 {
        let (states, processes) = (3 + (round % 2) as usize, 1 + (round % 3) as usize);
        let mut word = || {
            let sparse = random.bits() & random.bits();
            Word::from_code(
                states,
                if random.bits().is_multiple_of(2) { sparse & random.bits() } else { sparse },
            )
        };
        let u = (0..processes).map(|_| word()).collect();
        let v = (0..processes).map(|_| word()).collect();
        let all = (1 << states) - 1;
        let system = System::new(states, random.bits() & all, u, v).unwrap();
        formulas.compare(&system);
        let p = (0..processes).map(|_| random.bits() & all).collect();
        let free = system.with_p(p).unwrap();
        formulas.compare(&free);
        failing += u32::from(!free.conclusion());
    }
    assert!(failing > 100, "the conclusion was false in {failing} systems only");
}

/// The theory with one line of the statement file changed.
fn broken(from: &str, to: &str) -> Theory {
    assert_eq!(S5.text.matches(from).count(), 1);
    Theory::parse(&S5.text.replace(from, to), &[]).expect("the change is well-formed")
}

fn system(text: &str) -> System {
    text.parse().expect("a system")
}

#[test]
fn s5_13_without_complement_is_refuted() {
    let theory = broken("(u_i !q)^w = 0\nhyp", "(u_i q)^w = 0\nhyp");
    // An invisible loop at 0 lets the violation by v_0 wait for ever.
    let system = system(
        "states 4\nprocesses 2\nq = {2, 3}\nv_0 = {(0,2)}\nu_1 = {(0,0), (2,3)}\nv_1 = {(1,0)}\n",
    );
    assert!(evaluate(&system, &formula(&theory, "13")));
    assert!(system.satisfies(Hypotheses::ALL.without(Hypothesis::H13)));
    assert!(!system.conclusion() && !evaluate(&system, &formula(&theory, "22")));
}

#[test]
fn s5_6_without_complement_is_refuted() {
    let theory = broken("N_i = M_i p_i !q", "N_i = M_i p_i q");
    // Two visible steps to a violation: the first is a step of N, but does not end in q.
    let system = system("states 3\nprocesses 1\nq = {2}\nv_0 = {(0,1), (1,2)}\n");
    assert!(system.satisfies(Hypotheses::ALL) && system.conclusion());
    assert!(!evaluate(&system, &formula(&theory, "22")));
}

/// `p_i v_i = 0` is satisfiable and has no counterexample: it makes the theorem empty, for then neither `u` nor
/// `v` leads anywhere from `p`.
#[test]
fn s5_20_without_complement_is_vacuous() {
    let theory = broken("!p_i v_i = 0", "p_i v_i = 0");
    let wrong = formula(&theory, "20");
    let nowhere = theory.vocabulary().parse_formula("p (u + v) = 0").expect("a formula");
    let mut seen = 0;
    for (states, processes) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for_each_system(states, processes, Hypotheses::ALL.without(Hypothesis::H20), |system| {
            let misplaced = (0..processes)
                .all(|i| (0..states).all(|s| system.p(i) >> s & 1 == 0 || is_idle(system, i, s)));
            if misplaced {
                seen += 1;
                assert!(evaluate(system, &wrong) && evaluate(system, &nowhere));
                assert!(system.conclusion());
            }
        });
    }
    assert_eq!(seen, VACUOUS);
}

const VACUOUS: usize = 22158;

fn is_idle(system: &System, i: usize, s: usize) -> bool {
    use reductio_relations::systems::Rows;
    system.v(i).row(s) == 0
}
