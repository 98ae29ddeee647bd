//! The statements that are checked. They are the objects of S5's statement file, not copies of them.

use std::sync::LazyLock;

use reductio_algebra::{Formula, Label, Symbol, Term, Theory, name};

/// `u_i`: the invisible steps of a thread.
pub(super) static U_I: LazyLock<Symbol> = LazyLock::new(|| Symbol::action(name!("u"), 1));
/// `v_i`: the visible steps of a thread.
pub(super) static V_I: LazyLock<Symbol> = LazyLock::new(|| Symbol::action(name!("v"), 1));
/// `p_i`: the thread is at a visible control point.
pub(super) static P_I: LazyLock<Symbol> = LazyLock::new(|| Symbol::predicate(name!("p"), 1));
/// `q`: some state so far was bad.
pub(super) static Q: LazyLock<Symbol> = LazyLock::new(|| Symbol::predicate(name!("q"), 0));
/// `I`: a claim is violated, or reached.
pub(super) static I: LazyLock<Symbol> = LazyLock::new(|| Symbol::predicate(name!("I"), 0));

/// A statement to check, with a term for the pairs of states that it speaks of.
#[derive(Debug)]
pub(super) struct Checked {
    /// The label of the statement, without parentheses: `16`.
    pub label: &'static str,
    /// The statement itself, as the statement file has it.
    pub formula: Formula,
    /// The pairs of states that the statement speaks of, over `i` and `j`: where this is 0, the statement says nothing.
    pub instances: Term,
    /// Tells whether the statement speaks of two different threads.
    pub is_binary: bool,
    /// A sentence that says what does not exist when the statement holds vacuously; `{i}` and `{j}` stand for threads.
    pub missing: &'static str,
}

/// The label of each statement, the term for what it speaks of, and the sentence for when there is nothing.
const TABLE: [(&str, &str, &str); 10] = [
    ("13", "u_i !q", "{i} makes no invisible step without violation"),
    (
        "14",
        "u_j p_i + p_i u_j",
        "{j} makes no invisible step while {i} is at a visible control point",
    ),
    (
        "15",
        "v_j p_i + p_i v_j",
        "{j} makes no visible step while {i} is at a visible control point",
    ),
    ("16", "u_j u_i !q", "no invisible steps of {j} and then {i} without violation"),
    (
        "17",
        "v_j u_i !q",
        "no visible step of {j} and then an invisible one of {i} without violation",
    ),
    ("18", "p_i", "{i} is at no visible control point"),
    ("19", "!p_i", "{i} is at no invisible control point"),
    ("20", "!p_i", "{i} is at no invisible control point"),
    ("21", "q u_i", "{i} makes no invisible step after a violation"),
    ("22", "p (u + v)* q", "no violation is reached from a visible state"),
];

/// A statement of our own: what a search rests on where the initial state is not visible, and invisible steps come
/// first.
const START: [(&str, &str, &str); 1] =
    [("22, from any state", "(u + v)* q", "no violation is reached")];
const FROM_ANY_STATE: &str = "(u + v)* q <= (u !q)* ((1 + u) q T + p N* R)";

/// The statements about a claim, from the remark at the end of S5 section 4: `q + I` behaves like `q`, and the theorem
/// holds with it.
const CLAIM: [(&str, &str, &str); 2] = [
    ("21'", "I u_i !q", "{i} makes no invisible step where the claim is settled"),
    ("monotonicity remark", "p (u + v)* I", "the claim is settled nowhere"),
];

/// The statements without claims: (13)-(21), (22), and (22) from any state.
pub(super) static HYPOTHESES_AND_CONCLUSION: LazyLock<Vec<Checked>> =
    LazyLock::new(|| read(&TABLE).into_iter().chain(read(&START)).collect());
/// The statements about one claim: (21') and the theorem with `q + I`.
pub(super) static FOR_A_CLAIM: LazyLock<Vec<Checked>> = LazyLock::new(|| read(&CLAIM));

fn read(table: &[(&'static str, &str, &'static str)]) -> Vec<Checked> {
    let bundled = "the bundled statements of S5 are read by the tests";
    let theory = Theory::parse(reductio_theorems::bundled::S5.text, &[]).expect(bundled);
    let formula = |label: &str| match Label::new(label).ok().and_then(|l| theory.statement(&l)) {
        Some(statement) => statement.formula.clone(),
        None => theory.vocabulary().parse_formula(FROM_ANY_STATE).expect(bundled),
    };
    let row = |&(label, instances, missing): &(&'static str, &str, &'static str)| {
        // Only the conclusion of a theorem: its hypotheses are checked by themselves.
        let formula = formula(label);
        let instances = theory.vocabulary().parse_term(instances).expect(bundled);
        Checked { label, formula, instances, is_binary: missing.contains("{j}"), missing }
    };
    table.iter().map(row).collect()
}
