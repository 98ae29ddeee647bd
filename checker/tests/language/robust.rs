//! Reading any text ends with a system or with faults.

use reductio::language::parse_system;
use reductio_relations::Random;

use crate::language::{shown, texts};

fn below(random: &mut Random, bound: usize) -> usize {
    usize::try_from(random.bits() % bound as u64).unwrap()
}

/// Reads a text; faults must have places within it, systems must take their first steps.
fn read(text: &str, counts: &mut [usize; 2]) {
    match parse_system(text, "mutant", &[]) {
        Ok(system) => {
            counts[0] += 1;
            let initial = system.initial();
            for next in system.successors(&initial) {
                system.successors(&next.state);
            }
        }
        Err(errors) => {
            counts[1] += 1;
            assert!(!errors.is_empty());
            for error in &errors {
                let span = error.span.clone().unwrap_or_default();
                assert!(text.get(span).is_some(), "{error:?} in {text}");
            }
            shown(text, &errors);
        }
    }
}

fn all_texts() -> Vec<String> {
    let folders = ["tests/systems/accept", "tests/systems/reject"];
    folders.iter().flat_map(|folder| texts(folder)).map(|(_, text)| text).collect()
}

#[test]
fn truncated_texts() {
    let mut counts = [0, 0];
    for text in all_texts() {
        for end in (0..text.len()).step_by(9).filter(|end| text.is_char_boundary(*end)) {
            read(&text[..end], &mut counts);
        }
    }
    assert!(counts[0] > 30 && counts[1] > 1_500, "{counts:?}");
}

#[test]
fn texts_with_one_or_two_characters_changed() {
    const SEED: u64 = 20_061_121;
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let letters: Vec<char> = "abimtxAB019 \n\n.,:;=<>+-*(){}[]\"é_".chars().collect();
    let mut counts = [0, 0];
    for text in all_texts() {
        for round in 0..80 {
            let mut letters_of: Vec<char> = text.chars().collect();
            for _ in 0..=round % 2 {
                let at = below(&mut random, letters_of.len());
                let letter = letters[below(&mut random, letters.len())];
                match below(&mut random, 3) {
                    0 => letters_of[at] = letter,
                    1 => letters_of.insert(at, letter),
                    _ => {
                        letters_of.remove(at);
                    }
                }
            }
            read(&letters_of.iter().collect::<String>(), &mut counts);
        }
    }
    assert!(counts[0] > 120 && counts[1] > 2_000, "{counts:?}");
}

/// Lines left out, doubled or exchanged: declarations and blocks that do not fit together.
#[test]
fn texts_with_lines_changed() {
    const SEED: u64 = 20_061_122;
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let mut counts = [0, 0];
    let texts = all_texts();
    for text in &texts {
        for _ in 0..60 {
            let mut lines: Vec<&str> = text.lines().collect();
            let at = below(&mut random, lines.len());
            let other = texts[below(&mut random, texts.len())].lines().collect::<Vec<_>>();
            match below(&mut random, 4) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[below(&mut random, lines.len())]),
                2 => lines.swap(at, below(&mut random, text.lines().count())),
                _ => lines.insert(at, other[below(&mut random, other.len())]),
            }
            read(&lines.join("\n"), &mut counts);
        }
    }
    assert!(counts[0] > 120 && counts[1] > 1_000, "{counts:?}");
}
