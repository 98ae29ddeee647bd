//! A first classification of a program, found by trying.

use std::collections::{BTreeMap, BTreeSet};

use reductio_programs::{Place, Program, StaticId};

use crate::class::{Class, Classification, Site, Subject};
use crate::model::{Atomicity, Touched};
use crate::monitor::Kind;
use crate::resolve::{Classes, class_name, sites};
use crate::search::{Answer, Options, search};

/// A classification that was found by trying.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The classification. What it does not speak about is disciplined.
    pub classification: Classification,
    /// The number of searches.
    pub rounds: usize,
    /// The answer of the last search, by this classification. Where it is complete, no class is wrong.
    pub answer: Answer,
    /// What was touched in that search once it was published.
    touched: BTreeSet<Touched>,
}

/// Finds a classification that the monitor finds no fault with. All objects are taken for unshared at first; those that
/// a search finds to be shared are disciplined in the next one, and those that break the discipline are for
/// communication.
///
/// Of objects that nobody touches once others can reach them it says nothing.
///
/// Where searches end early, the classification is right for what they have seen; the answer says so. Cost: that of two
/// searches more than twice the number of instructions that make objects, at most; mostly three or four.
///
/// ```
/// use reductio_disciplined::{Options, suggest};
/// use reductio_programs::{ENTRY, parse_program};
///
/// let text = "
///     thread main {
///       own := new Own
///       box := new Box
///       box.own := own
///       flag := new Flag
///       t := fork other
///       own.a := 1
///       synchronized box { box.full := 1 }
///       flag.up := 1
///     }
///     thread other {
///       synchronized box { box.full := 2 }
///       x := flag.up
///     }";
/// let program = parse_program(text, "three", ENTRY).unwrap();
/// let found = suggest(&program, &Options::default());
/// assert_eq!(found.classification.to_string(), "unshared Own\ncommunication Flag\n");
/// assert!(found.answer.unknown().is_none());
/// ```
pub fn suggest(program: &Program, options: &Options<'_>) -> Suggestion {
    let options = &Options { atomicity: Atomicity::Reduced, monitor: true, slip: None, ..*options };
    let mut classes = Classes::all(program, Class::Unshared);
    let mut rounds = 0;
    // Each round takes a class down by one.
    let most = 2 * (sites(program).count() + program.statics().len()) + 2;
    loop {
        let (answer, touched) = search(program, &classes, options);
        rounds += 1;
        if answer.breaches.is_empty() {
            // Of what nobody touches, nothing need be said.
            for site in sites(program).filter(|site| !touched.contains(&Touched::Site(*site))) {
                classes.set_site(program, site, Class::default());
            }
            for (number, variable) in (0..).zip(program.statics()) {
                let found = StaticId(number);
                if !variable.volatile && !touched.contains(&Touched::Static(found)) {
                    classes.set_static(found, Class::default());
                }
            }
            let classification = in_rules(program, &classes);
            // Objects that are made in one line and of one class have one rule.
            let resolved = classification.of(program).unwrap_or_else(|_| classes.clone());
            if resolved == classes || rounds > most {
                return Suggestion { classification, rounds, answer, touched };
            }
            classes = resolved;
            continue;
        }
        for breach in &answer.breaches {
            match breach.kind {
                Kind::Field(site, _) => classes.set_site(program, site, Class::Communication),
                Kind::Objects(site)
                | Kind::Whole(site)
                | Kind::Operation(site)
                | Kind::Outside(site, ..)
                | Kind::Inside(site)
                | Kind::Locks(site) => classes.set_site(program, site, Class::Disciplined),
                Kind::Static(variable) => {
                    let next = match classes.of_static(variable) {
                        Class::Unshared => Class::Disciplined,
                        _ => Class::Communication,
                    };
                    classes.set_static(variable, next);
                }
            }
        }
    }
}

/// Says of a suggested classification which classes of the program have the granularity of methods too: those whose
/// disciplined objects the monitor finds no fault with if calls of their methods are the operations on them.
///
/// Cost: that of a search more for each class that has not, at most.
pub fn suggest_methods(
    program: &Program,
    suggestion: Suggestion,
    options: &Options<'_>,
) -> Suggestion {
    let options = &Options { atomicity: Atomicity::Reduced, monitor: true, slip: None, ..*options };
    let Ok(classes) = suggestion.classification.of(program) else { return suggestion };
    let is_found = |site: &Place| {
        classes.of_site(program, *site) == Class::Disciplined
            && suggestion.touched.contains(&Touched::Fields(*site))
    };
    let names: BTreeSet<&str> =
        sites(program).filter(is_found).map(|site| class_name(program, site)).collect();
    // All objects of a class have the granularity, or none.
    let is_other = |site: &Place| classes.of_site(program, *site) != Class::Disciplined;
    let others: BTreeSet<&str> =
        sites(program).filter(is_other).map(|site| class_name(program, site)).collect();
    let mut left: BTreeSet<&str> = names.difference(&others).copied().collect();
    let mut rounds = suggestion.rounds;
    while !left.is_empty() {
        let mut tried = classes.clone();
        for site in sites(program).filter(|site| left.contains(class_name(program, *site))) {
            tried.set_site(program, site, Class::Method);
        }
        let (answer, touched) = search(program, &tried, options);
        rounds += 1;
        if answer.breaches.is_empty() {
            let classification = in_rules(program, &tried);
            return Suggestion { classification, rounds, answer, touched };
        }
        let wrong = answer.breaches.iter().filter_map(|breach| breach.kind.site());
        let wrong: BTreeSet<&str> = wrong.map(|site| class_name(program, site)).collect();
        let before = left.len();
        left.retain(|name| !wrong.contains(name));
        if left.len() == before {
            break;
        }
    }
    Suggestion { rounds, ..suggestion }
}

/// The rules for classes: a rule for each class of the program whose objects are all of one class, for the others rules
/// by line.
fn in_rules(program: &Program, classes: &Classes) -> Classification {
    let mut by_class: BTreeMap<&str, BTreeMap<Site, Class>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for place in sites(program) {
        let name = class_name(program, place);
        if !order.contains(&name) {
            order.push(name);
        }
        let class = classes.of_site(program, place);
        let all = by_class.entry(name).or_default();
        // The class that allows more.
        all.entry(site(program, place))
            .and_modify(|found| *found = class.max(*found))
            .or_insert(class);
    }
    let mut found = Classification::default();
    for name in order {
        let all = &by_class[name];
        let mut different = all.values();
        let first = different.next().copied().unwrap_or_default();
        if different.all(|class| *class == first) {
            if first != Class::default() {
                let class = Some(name.to_owned());
                found.add(first, Subject::Objects { class, site: None });
            }
            continue;
        }
        for (site, class) in all.iter().filter(|(_, class)| **class != Class::default()) {
            let subject =
                Subject::Objects { class: Some(name.to_owned()), site: Some(site.clone()) };
            found.add(*class, subject);
        }
    }
    for (number, variable) in (0..).zip(program.statics()) {
        let class = classes.of_static(StaticId(number));
        if !variable.volatile && class != Class::default() {
            found.add(class, Subject::Static(variable.name.clone()));
        }
    }
    found
}

fn site(program: &Program, place: Place) -> Site {
    Site { file: program.method(place.method).file.clone(), line: program.line(place) }
}
