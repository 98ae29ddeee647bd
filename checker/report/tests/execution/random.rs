//! All forms of random walks of random systems.

use reductio::discipline::Discipline;
use reductio::execution::{Execution, Pace, Walk, simulate};
use reductio::testing::generate::Sketch;
use reductio_algebra::Style;
use reductio_report::execution::{to_json, to_svg, to_text};
use reductio_report::page::{Page, columns};

use crate::execution::files::assert_valid;
use crate::execution::forms::assert_well_formed;
use crate::execution::systems::{MANY, origin, system};

const SEED: u64 = 20_011;

fn assert_sound(walk: &Execution<'_>, page: &Page) {
    let text = to_text(walk, page);
    for line in text.lines() {
        assert!(columns(line) <= page.width && line.trim_end() == line, "{line:?} in\n{text}");
    }
    assert_well_formed(&to_svg(walk).unwrap());
    let json = to_json(walk);
    let read = Execution::from_json(&json, walk.discipline(), walk.origin().clone()).unwrap();
    assert_eq!(to_json(&read), json);
}

#[test]
fn walks_of_random_systems() {
    for seed in SEED..SEED + 400 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        let pace = if seed % 2 == 0 { Pace::Single } else { Pace::Reduced };
        let walk = simulate(&discipline, Walk { seed, steps: 12, pace }, None);
        let width = [40, 60, 80, 120][usize::try_from(seed / 2 % 4).unwrap()];
        assert_sound(&walk, &Page::new(width, Style::Ascii));
        if seed % 20 == 0 {
            assert_valid(&to_json(&walk));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_walk() {
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let text = |seed, pace| {
        let walk =
            simulate(&discipline, Walk { seed, steps: 10, pace }, None).with_origin(origin(MANY));
        assert_eq!(walk.seed(), Some(seed));
        to_text(&walk, &Page::new(80, Style::Ascii))
    };
    let mut different = 0;
    for seed in 0..20 {
        for pace in [Pace::Single, Pace::Reduced] {
            assert_eq!(text(seed, pace), text(seed, pace));
            different += usize::from(
                text(seed, pace)
                    != text(seed + 1, pace)
                        .replace(&format!("seed {}", seed + 1), &format!("seed {seed}")),
            );
        }
    }
    assert!(different > 10, "{different}");
    assert!(text(3, Pace::Single).starts_with("many (SIZE = 2): "));
    assert!(text(3, Pace::Single).lines().next().unwrap().ends_with(", seed 3"));
}
