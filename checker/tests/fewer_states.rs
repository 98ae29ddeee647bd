//! Systems whose reduced searches are small because conditions are asked only where they matter: (b) where access is
//! about to be used, Set C for single transitions, `up` where a semaphore is full, and all of them in the states of
//! inductive invariants.

use reductio::check::{EXAMPLES, disagreement};
use reductio::discipline::{Discipline, Packed, Settings, SideConditions};
use reductio::language::parse_system;
use reductio::search::{Order, Query, search};
use reductio::validate::{MAX_STATES, Space, validate};

/// A system: its name and text, its visible states to which reduced steps lead, those where every `up` is visible, all
/// its states, the set of conditions that its objects meet, and how many invariants are assumed.
type Pin = (&'static str, &'static str, [usize; 3], &'static str, usize);

const SYSTEMS: [Pin; 6] = [
    // A note of one's own is cleared after the hand-over: 29 visible states where that is visible.
    ("handover", include_str!("systems/fewer/handover.sys"), [17, 17, 46], "C", 0),
    // A token goes round: 48 where the invariants say nothing of single steps.
    ("ring", include_str!("systems/fewer/ring.sys"), [12, 24, 60], "B", 3),
    // Whose turn it is; 12 where giving up access before saying so is visible.
    ("turns", include_str!("systems/fewer/turns.sys"), [8, 8, 20], "C", 0),
    // Access is taken away that nobody is about to use: once outside the theorem.
    ("desk", include_str!("systems/fewer/desk.sys"), [2, 2, 12], "C", 0),
    // Buffers of a pool; without what the invariants say of other threads 46.
    ("slots", include_str!("systems/fewer/slots.sys"), [4, 14, 146], "B", 3),
    // Semaphores between clients and a driver.
    ("driver", include_str!("systems/fewer/driver.sys"), [33, 57, 600], "B", 8),
];

#[test]
fn conditions_are_asked_only_where_they_matter() {
    for (name, text, states, set, assumed) in SYSTEMS {
        let system = parse_system(text, name, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
        let settings = Settings { exact_reach: true, ..Settings::default() };
        let discipline = Discipline::with(system, &settings, None).unwrap();
        assert_eq!(discipline.assumed_invariants().len(), assumed, "{name}");
        let found = |side: &SideConditions| match side {
            SideConditions::SetA => "A",
            SideConditions::SetB => "B",
            SideConditions::SetC => "C",
            other => panic!("{name}: {other:?}"),
        };
        assert!(discipline.conditions().iter().all(|side| found(side) == set), "{name}");
        let explore = |discipline: &Discipline, order: Order| {
            let query = Query { keep_going: true, ..Query::default() };
            search(&Packed::new(discipline), &order, &query)
        };
        let settings = Settings { visible_ups: true, ..settings };
        let waiting = Discipline::with(discipline.shared_system(), &settings, None).unwrap();
        let few = explore(&discipline, Order::Reduced);
        let more = explore(&waiting, Order::Reduced);
        let many = explore(&discipline, Order::Unreduced);
        assert!(!few.cut_short, "{name}: no semaphore overflows");
        assert_eq!(disagreement(&many, &few, true), None, "{name}");
        assert_eq!(disagreement(&many, &more, true), None, "{name}");
        assert_eq!([few.states, more.states, many.states], states, "{name}");
        let validation = validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap();
        assert!(validation.holds(), "{name}: {}", reductio::validate::render(&validation));
    }
}

/// The guide's table: for each system all states, the visible ones where every `up` is visible, and the visible ones.
/// (What is between was measured once, before conditions were asked only where they matter.)
#[test]
fn the_guide_tells_how_many_states_are_left() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../guide/src/theorems/discipline.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, section) = page.split_once("\n## How many states are left\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let told: Vec<Vec<&str>> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let own = SYSTEMS.iter().map(|(name, text, ..)| (*name, *text));
    let systems = EXAMPLES.iter().map(|example| (example.name, example.text)).chain(own);
    let mut count = 0;
    for (name, text) in systems {
        let system = parse_system(text, name, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
        if system.under_lock_discipline().next().is_some() {
            continue;
        }
        let states = |order: Order, visible_ups: bool| {
            let settings = Settings { visible_ups, ..Settings::default() };
            let discipline = Discipline::with(&system, &settings, None).unwrap();
            let query = Query { keep_going: true, ..Query::default() };
            let found = search(&Packed::new(&discipline), &order, &query);
            if found.cut_short { "cut short".to_owned() } else { grouped(found.states) }
        };
        let row = told.iter().find(|row| row[0] == format!("`{name}`"));
        let measured = [
            states(Order::Unreduced, true),
            states(Order::Reduced, true),
            states(Order::Reduced, false),
        ];
        println!("| `{name}` | {} | ? | {} | {} |", measured[0], measured[1], measured[2]);
        let row = row.unwrap_or_else(|| panic!("{name} is not in the guide: {measured:?}"));
        assert_eq!([row[1], row[3], row[4]], measured, "{name}");
        count += 1;
    }
    assert_eq!(told.len(), count);
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", number / 1_000, number % 1_000)
}
