//! Automata, truth on lassos, and two second opinions about both.

use crate::oracle::{Tableau, Tree, chooser, has_fair_cycle};
use reductio_temporal::{Automaton, BitSet, Formula, NotTranslated, TranslationLimits, holds_on};

/// A word of letters (each a set of atoms as bits) that repeats from `stem` on.
type Word = (Vec<usize>, usize);

/// All words over `letters` letters with at most so many in the stem and the cycle.
fn words(letters: usize, stem: usize, cycle: usize) -> Vec<Word> {
    let mut words = Vec::new();
    for length in 1..=stem + cycle {
        for number in 0..letters.pow(u32::try_from(length).unwrap()) {
            let digits = (0..length).scan(number, |rest, _| {
                let letter = *rest % letters;
                *rest /= letters;
                Some(letter)
            });
            let word: Vec<usize> = digits.collect();
            for start in length.saturating_sub(cycle)..=stem.min(length - 1) {
                words.push((word.clone(), start));
            }
        }
    }
    words
}

fn on_lasso(formula: &Formula<usize>, (word, stem): &Word) -> bool {
    let truth = |atom: &usize, letter: &usize| letter >> atom & 1 == 1;
    holds_on(formula, &word[..*stem], &word[*stem..], truth)
}

/// Whether an automaton accepts a word: the product is a graph, searched by the oracle's fixpoints.
fn accepts(automaton: &Automaton<usize>, (word, stem): &Word) -> bool {
    let (mut edges, mut sets) = (Vec::new(), vec![Vec::new(); automaton.marks()]);
    for at in 0..word.len() {
        let next = if at + 1 < word.len() { at + 1 } else { *stem };
        let truths: BitSet = automaton
            .atoms()
            .iter()
            .enumerate()
            .filter(|(_, atom)| word[at] >> **atom & 1 == 1)
            .map(|(place, _)| place)
            .collect();
        for state in 0..automaton.states() {
            for transition in automaton.transitions(state) {
                if transition.guard.admits(&truths) {
                    let states = automaton.states();
                    edges.push((at * states + state, next * states + transition.to));
                    for (mark, set) in sets.iter_mut().enumerate() {
                        set.push(transition.marks.contains(mark));
                    }
                }
            }
        }
    }
    has_fair_cycle(word.len() * automaton.states(), &[0], &edges, &sets)
}

/// Whether the tableau has a way along a word.
fn tableau_accepts(tableau: &Tableau, (word, stem): &Word) -> bool {
    let promises = tableau.promises();
    let (mut edges, mut sets) = (Vec::new(), vec![Vec::new(); tableau.untils()]);
    for at in 0..word.len() {
        let next = if at + 1 < word.len() { at + 1 } else { *stem };
        for here in 0..promises {
            for there in (0..promises).filter(|&there| tableau.leads(here, word[next], there)) {
                edges.push((at * promises + here, next * promises + there));
                for (number, set) in sets.iter_mut().enumerate() {
                    set.push(tableau.is_fair(number, word[at], here));
                }
            }
        }
    }
    let first: Vec<usize> =
        (0..promises).filter(|&here| tableau.is_initial(word[0], here)).collect();
    has_fair_cycle(word.len() * promises, &first, &edges, &sets)
}

fn translate(formula: &Formula<usize>) -> Automaton<usize> {
    Automaton::of(formula, &TranslationLimits::default()).unwrap()
}

/// Holds all opinions about a formula against each other, and returns how many words satisfy it.
fn compare(tree: &Tree, words: &[Word], with_tableau: bool) -> usize {
    let formula = tree.to_formula();
    let automaton = translate(&formula);
    let tableau = with_tableau.then(|| Tableau::new(tree));
    let mut satisfied = 0;
    for word in words {
        let expected = tree.is_true(&word.0, word.1, 0);
        assert_eq!(on_lasso(&formula, word), expected, "on the lasso: {formula} {word:?}");
        assert_eq!(
            accepts(&automaton, word),
            expected,
            "automaton: {formula} {word:?} {automaton:?}"
        );
        if let Some(tableau) = &tableau {
            assert_eq!(tableau_accepts(tableau, word), expected, "tableau: {formula} {word:?}");
        }
        satisfied += usize::from(expected);
    }
    satisfied
}

#[test]
fn all_small_formulas_on_all_short_lassos() {
    let words = words(4, 1, 2);
    assert_eq!(words.len(), 4 + 16 + 16 + 64);
    let mut formulas = 0;
    let mut satisfied = 0;
    for size in 1..=4 {
        for tree in Tree::all(size) {
            satisfied += compare(&tree, &words, size < 4);
            formulas += 1;
        }
    }
    assert_eq!((formulas, satisfied), (1_120, 62_496));
}

/// Formulas with `size` nodes at most and three atoms, on random lassos.
fn random_formulas(seed: u64, count: usize, size: usize, with_tableau: bool) -> (usize, usize) {
    let mut choose = chooser(seed);
    let (mut satisfied, mut looked_at) = (0, 0);
    for _ in 0..count {
        let size = 3 + choose(size - 2);
        let tree = Tree::random(size, 3, &mut choose);
        let words: Vec<Word> = (0..12)
            .map(|_| {
                let stem = choose(4);
                let length = stem + 1 + choose(4);
                ((0..length).map(|_| choose(8)).collect(), stem)
            })
            .collect();
        let few_promises = with_tableau && Tableau::new(&tree).untils() <= 4;
        satisfied += compare(&tree, &words, few_promises);
        looked_at += words.len();
    }
    (satisfied, looked_at)
}

#[test]
fn larger_formulas_on_random_lassos() {
    let (satisfied, looked_at) = random_formulas(1, 2_000, 12, true);
    assert!(
        satisfied > looked_at / 4 && satisfied < looked_at * 3 / 4,
        "{satisfied} of {looked_at}"
    );
}

#[test]
#[ignore = "some minutes"]
fn many_formulas() {
    let all = words(4, 1, 2);
    for tree in Tree::all(5) {
        compare(&tree, &all, false);
    }
    println!("{:?}", random_formulas(2, 40_000, 16, true));
    println!("{:?}", random_formulas(3, 2_000, 24, false));
}

/// The sizes for textbook formulas: states, transitions, marks.
#[test]
fn automata_are_small() {
    let (p, q) = (|| Formula::atom(0), || Formula::atom(1));
    let again = |f: Formula<usize>| f.eventually().always();
    for (formula, expected) in [
        (p().always(), (1, 1, 0)),
        (p().eventually(), (2, 3, 1)),
        (again(p()), (1, 2, 1)),
        (again(p()).and(again(q())), (1, 4, 2)),
        (p().always().eventually(), (2, 3, 1)),
        (p().until(q()), (2, 3, 1)),
        (p().release(q()), (2, 3, 0)),
        (p().leads_to(q()), (2, 5, 1)),
        (p().leads_to(q()).not(), (2, 3, 1)),
        (again(p()).implies(again(q())), (4, 8, 1)),
        (p().and(p().not()), (1, 0, 0)),
        (p().always().and(p().not().eventually()), (1, 0, 0)),
        (Formula::constant(true), (1, 1, 0)),
    ] {
        let automaton = translate(&formula);
        let transitions = (0..automaton.states()).map(|state| automaton.transitions(state).len());
        let size = (automaton.states(), transitions.sum::<usize>(), automaton.marks());
        assert_eq!(size, expected, "{formula} {automaton:?}");
    }
}

/// A formula whose automaton must remember all subsets of its atoms.
fn exponential(atoms: usize) -> Formula<usize> {
    (0..atoms)
        .map(|atom| Formula::atom(atom).until(Formula::atom(atoms + atom)))
        .fold(Formula::constant(true), |all, one| all.and(one.eventually().always().eventually()))
}

#[test]
fn blow_up_is_an_error() {
    assert!(Automaton::of(&exponential(3), &TranslationLimits::default()).is_ok());
    let limits = TranslationLimits { states: 50, work: 1_000_000, cancel: None };
    let size = |limits| Automaton::of(&exponential(12), &limits).unwrap_err();
    assert_eq!(size(limits), NotTranslated::TooLarge { states: 50, work: 1_000_000 });
    let few = TranslationLimits { states: usize::MAX, work: 10_000, cancel: None };
    assert_eq!(size(few), NotTranslated::TooLarge { states: usize::MAX, work: 10_000 });
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let cancelled = TranslationLimits { cancel: Some(&cancel), ..TranslationLimits::default() };
    assert_eq!(size(cancelled), NotTranslated::Cancelled);
}

/// No recursion: ten thousand operators inside each other.
#[test]
fn depth_does_no_harm() {
    let mut formula = Formula::atom(0);
    for number in 0..10_000 {
        formula = match number % 3 {
            0 => formula.not(),
            1 => formula.eventually(),
            _ => formula.always(),
        };
    }
    let automaton = translate(&formula);
    let word: Word = (vec![0, 1], 0);
    assert_eq!(accepts(&automaton, &word), on_lasso(&formula, &word));
}
