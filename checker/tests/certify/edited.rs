//! Certificates in which something was edited, whatever it is: an edit that is accepted shows in the printed
//! description, or describes the same system; what the answers say is true of the system that is described; and the
//! comparison with the text notices each system that is another.

use std::collections::BTreeMap;
use std::sync::Arc;

use reductio::File;
use reductio::certify::{CertifyLimits, CheckCertificate, Compared, certify, to_file};
use reductio::check::{CheckOptions, EXAMPLES, Parameters, Subject, check};
use reductio::search::Order;
use serde_json::{Value, json};

use super::oracle::{Asked, truth};
use super::python::{Told, describe_all, python};

/// The system of two threads that write without a lock, of which the invariant is false.
const SMALL: &str = "\
system small
var x : 0 .. 2
thread a { x := 1 }
thread b { x := 2; assert x == 2 }
invariant \"small\": x <= 1
";

/// An array that is read at an index that depends on the state.
const ARRAY: &str = "\
system array
var k : 0 .. 1
var full[i : 0 .. 1] : bool
thread a { full[0] := true; k := 1 }
thread b { await full[k]; full[1] := true }
invariant \"not both\": not (full[0] and full[1])
reach \"both\": full[0] and full[1]
";

/// A lock, whose threads have invisible steps: the answers rest on the theorem.
const LOCKED: &str = "\
system locked
lock m
type Turn = { mine, yours }
var turn : Turn
protected count : 0 .. 2 by m
thread user[u : 1 .. 2] { acquire m; count := count + 1; release m }
thread other { loop { idle A: await turn == yours; turn := mine } }
invariant \"few\": count <= 2
reach \"two\": count == 2
";

fn made(text: &str, order: Order) -> (Arc<File>, Value) {
    let file = Arc::new(File::new("edited.sys", text));
    let subject = Subject::load(&file, &Parameters::default(), None).unwrap();
    let options = CheckOptions { order, keep_going: true, ..CheckOptions::default() };
    let report = check(&subject, &options, None, None);
    let made = certify(&report, &CertifyLimits::default()).unwrap();
    (file, serde_json::from_str(&to_file(&[made])).unwrap())
}

/// An edit of one place, told, and the certificate after it.
type Edit = (String, Value);

/// Every edit of everything in a value: each scalar becomes others, each part is dropped, written twice, changed with
/// the next.
fn edits(original: &Value) -> Vec<Edit> {
    let mut places = Vec::new();
    everywhere(original, "", &mut places);
    let mut pools: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for place in &places {
        let value = original.pointer(place).unwrap();
        if value.is_string() {
            let pool = pools.entry(shape(place)).or_default();
            if !pool.contains(value) {
                pool.push(value.clone());
            }
        }
    }
    let mut all = Vec::new();
    for place in &places {
        let value = original.pointer(place).unwrap();
        let mut put = |other: Value| {
            let mut changed = original.clone();
            *changed.pointer_mut(place).unwrap() = other.clone();
            let short: String = other.to_string().chars().take(60).collect();
            all.push((format!("{place} becomes {short}"), changed));
        };
        match value {
            Value::Number(number) => {
                let number = number.as_i64().unwrap();
                for other in [number + 1, number - 1, 0, 1, 2, i64::from(i32::MAX)] {
                    if other != number {
                        put(json!(other));
                    }
                }
            }
            Value::Bool(is_so) => put(json!(!is_so)),
            Value::Null => [json!([]), json!("claims, mixed sets")].into_iter().for_each(put),
            Value::String(word) => {
                let words = WORDS.iter().find(|words| words.contains(&word.as_str()));
                let others = words.into_iter().flat_map(|words| words.iter().map(|w| json!(w)));
                let pool = pools[&shape(place)].iter().take(4).cloned();
                let odd = [json!("odd"), json!(format!("{word} (0, visible)"))];
                let mut others: Vec<Value> = others.chain(pool).chain(odd).collect();
                others.retain(|other| other != value);
                others.into_iter().for_each(put);
            }
            Value::Array(parts) => {
                for k in 0..parts.len() {
                    let mut dropped = parts.clone();
                    dropped.remove(k);
                    put(json!(dropped));
                    let mut twice = parts.clone();
                    twice.insert(k, parts[k].clone());
                    put(json!(twice));
                    if k + 1 < parts.len() && parts[k] != parts[k + 1] {
                        let mut swapped = parts.clone();
                        swapped.swap(k, k + 1);
                        put(json!(swapped));
                    }
                }
            }
            Value::Object(fields) => {
                for name in fields.keys() {
                    let mut dropped = fields.clone();
                    dropped.remove(name);
                    put(json!(dropped));
                }
                for name in ADDED.iter().filter(|(name, _)| !fields.contains_key(*name)) {
                    let mut added = fields.clone();
                    added.insert(name.0.to_owned(), serde_json::from_str(name.1).unwrap());
                    put(json!(added));
                }
            }
        }
    }
    all
}

/// Words that stand in one another's places.
const WORDS: [&[&str]; 8] = [
    &["and", "or"],
    &["=", "!=", "<", "<="],
    &["+", "-", "*", "div", "mod"],
    &["holds", "fails", "undecided"],
    &["reduced", "unreduced"],
    &["B", "C", "A"],
    &["not", "cell"],
    &["discipline", "no_failure", "no_deadlock", "no_endless_loop", "invariant", "reach"],
];

/// Fields that an object may have, and these values.
const ADDED: [(&str, &str); 8] = [
    ("failed", "true"),
    ("fails to", "0"),
    ("otherwise", "true"),
    ("overflow", "true"),
    ("forgets", "[2]"),
    ("command", "[[[\"cell\", 2], 0]]"),
    ("names", "[\"one\", \"two\", \"three\"]"),
    ("run", "[]"),
];

fn everywhere(value: &Value, place: &str, out: &mut Vec<String>) {
    out.push(place.to_owned());
    match value {
        Value::Array(parts) => {
            let each = parts.iter().enumerate();
            each.for_each(|(k, part)| everywhere(part, &format!("{place}/{k}"), out));
        }
        Value::Object(fields) => {
            for (name, part) in fields {
                everywhere(
                    part,
                    &format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")),
                    out,
                );
            }
        }
        _ => {}
    }
}

/// A place without its numbers.
fn shape(place: &str) -> String {
    place.split('/').filter(|part| part.parse::<u32>().is_err()).collect::<Vec<_>>().join("/")
}

/// What is printed of a check: what is decided again taken away; what may be left out, written out; of what each thread
/// has, its own order alone.
fn meaning(check: &Value) -> Value {
    let mut check = check.clone();
    let fields = check.as_object_mut().unwrap();
    for name in ["hypotheses", "answers", "states", "search", "theorem"] {
        fields.remove(name);
    }
    let threads = fields["threads"].as_array().unwrap().len();
    for (list, of_search) in
        [("protected", "sets"), ("invariants", "assumed"), ("reach", "kept"), ("points", "")]
    {
        without(&mut fields[list], of_search);
    }
    let unwritten = [
        ("failed", json!(false)),
        ("otherwise", json!(false)),
        ("overflow", json!(false)),
        ("command", json!([])),
        ("forgets", json!([])),
        ("names", json!([])),
        ("visible because", json!([])),
    ];
    for list in ["cells", "points", "transitions"] {
        for entry in fields[list].as_array_mut().unwrap() {
            let entry = entry.as_object_mut().unwrap();
            entry.retain(|name, value| !unwritten.contains(&(name.as_str(), value.clone())));
        }
    }
    // The names of a counter's values are those of the control points, which are there anyway.
    let counters = fields["cells"].as_array_mut().unwrap().iter_mut().take(threads);
    counters.for_each(|cell| drop(cell.as_object_mut().unwrap().remove("names")));
    fields["points"].as_array_mut().unwrap().sort_by_key(|entry| entry["thread"].as_i64());
    let place = |entry: &Value| (entry["thread"].as_i64(), entry["from"].as_i64());
    fields["transitions"].as_array_mut().unwrap().sort_by_key(place);
    check
}

/// What is no part of the system, though it is printed, taken away: names of files, and how it is searched.
fn system_of(mut check: Value) -> Value {
    let fields = check.as_object_mut().unwrap();
    fields.remove("file");
    fields.remove("system");
    for (list, of_search) in [
        ("points", "visible"),
        ("transitions", "overflow"),
        ("transitions", "visible because"),
        ("protected", "sets"),
        ("invariants", "assumed"),
        ("reach", "kept"),
    ] {
        without(&mut fields[list], of_search);
    }
    fields["protected"].as_array_mut().unwrap().sort_by_key(ToString::to_string);
    check
}

fn without(entries: &mut Value, field: &str) {
    for entry in entries.as_array_mut().unwrap() {
        entry.as_object_mut().unwrap().remove(field);
    }
}

#[derive(Debug, Default)]
struct Counts {
    edits: usize,
    accepted: usize,
    same_description: usize,
    judged: usize,
    same_system: usize,
}

fn fuzz(
    python: &str,
    name: &str,
    (file, original): (&Arc<File>, &Value),
    most: usize,
    counts: &mut Counts,
) {
    let all = edits(original);
    let step = all.len().div_ceil(most).max(1);
    let chosen: Vec<Edit> = all.into_iter().step_by(step).collect();
    let mut texts = vec![original.to_string()];
    texts.extend(chosen.iter().map(|(_, edited)| edited.to_string()));
    let told = describe_all(python, name, &texts);
    let Told::Accepted(described) = &told[0] else { panic!("{:?}", told[0]) };
    let first = meaning(&original["checks"][0]);
    let described_only = |check: &Value| {
        let mut check = system_of(check.clone());
        for name in ["hypotheses", "answers", "states", "search", "theorem", "constants"] {
            check.as_object_mut().unwrap().remove(name);
        }
        check
    };
    let (raw, system) = (described_only(&original["checks"][0]), system_of(first.clone()));
    let mut known: BTreeMap<String, Result<Option<BTreeMap<Asked, bool>>, String>> =
        BTreeMap::new();
    for ((what, edited), told) in chosen.iter().zip(&told[1..]) {
        counts.edits += 1;
        let Told::Accepted(description) = told else { continue };
        counts.accepted += 1;
        let checks = edited["checks"].as_array().unwrap();
        let check = &checks[0];
        let means = meaning(check);
        let is_same = description == described;
        counts.same_description += usize::from(is_same);
        let is_first = checks.len() == 1 && means == first;
        assert_eq!(is_same, is_first, "{name}: {what}: the description does not tell");
        // Whatever is accepted is true of the system that is described.
        let found = known.entry(means.to_string()).or_insert_with(|| truth(check, 20_000));
        let found = found.as_ref().unwrap_or_else(|why| panic!("{name}: {what}: {why}"));
        if let Some(found) = found {
            counts.judged += 1;
            for answer in check["answers"].as_array().unwrap() {
                let asked =
                    (answer["claim"].as_str().unwrap().to_owned(), answer["number"].as_u64());
                match answer["answer"].as_str().unwrap() {
                    "undecided" => {}
                    word => assert_eq!(found[&asked], word == "holds", "{name}: {what}: {asked:?}"),
                }
            }
        }
        // The comparison with the text says so where it is another system, and nothing where nothing was changed in it.
        let compared = compare(file, edited);
        let is_same_system = compared.differences.is_empty();
        counts.same_system += usize::from(is_same_system);
        assert!(!is_same_system || system_of(means) == system, "{name}: {what}: no difference");
        let is_raw = described_only(check) == raw;
        assert!(is_same_system || !is_raw, "{name}: {what}: {:?}", compared.differences);
    }
}

fn compare(file: &Arc<File>, edited: &Value) -> Compared {
    let certificate = CheckCertificate::parse(edited.to_string().as_bytes()).unwrap();
    let compared =
        certificate.compare(std::slice::from_ref(file), &Parameters::default(), None).unwrap();
    compared.into_iter().next().unwrap()
}

#[test]
fn an_edit_that_is_accepted_shows_or_leaves_the_answers_true() {
    let Some(python) = python("edits") else { return };
    let mut counts = Counts::default();
    for (name, text, order) in [
        ("small", SMALL, Order::Unreduced),
        ("array", ARRAY, Order::Unreduced),
        ("locked", LOCKED, Order::Reduced),
    ] {
        let (file, original) = made(text, order);
        fuzz(python, name, (&file, &original), 700, &mut counts);
    }
    eprintln!("{counts:?}");
    assert!(counts.edits > 1_500 && counts.accepted > 80, "{counts:?}");
    assert!(counts.same_system < counts.accepted && counts.judged > 80, "{counts:?}");
}

/// All edits of the certificates of the bundled systems with few states; `REDUCTIO_EDITS` is the most of each.
#[test]
#[ignore = "minutes of Python"]
fn all_edits_of_small_bundled_certificates_show_or_leave_the_answers_true() {
    let Some(python) = python("all edits") else { return };
    let most = std::env::var("REDUCTIO_EDITS").ok().and_then(|most| most.parse().ok());
    let mut counts = Counts::default();
    for (name, text, order) in [
        ("small", SMALL, Order::Unreduced),
        ("array", ARRAY, Order::Unreduced),
        ("locked", LOCKED, Order::Reduced),
        ("locked-unreduced", LOCKED, Order::Unreduced),
    ] {
        let (file, original) = made(text, order);
        fuzz(python, name, (&file, &original), usize::MAX, &mut counts);
    }
    for example in EXAMPLES {
        let subject = example.subject();
        let options = CheckOptions { keep_going: true, ..CheckOptions::default() };
        let report = check(&subject, &options, None, None);
        let Ok(made) = certify(&report, &CertifyLimits::default()) else { continue };
        if made.states.is_none_or(|states| states > 40) || made.cases > 2_000 {
            continue;
        }
        let original: Value = serde_json::from_str(&to_file(&[made])).unwrap();
        fuzz(python, example.name, (&subject.file, &original), most.unwrap_or(500), &mut counts);
    }
    eprintln!("{counts:?}");
}

fn forged(change: impl Fn(&mut Value)) -> (Arc<File>, Value, Value) {
    let (file, original) = made(SMALL, Order::Unreduced);
    let mut changed = original.clone();
    change(&mut changed["checks"][0]);
    (file, original, changed)
}

fn descriptions(python: &str, name: &str, certificates: &[&Value]) -> Vec<Told> {
    let texts: Vec<String> = certificates.iter().map(ToString::to_string).collect();
    describe_all(python, name, &texts)
}

/// Says of a certificate of SMALL that its invariant and its assertion hold, with the states that are left.
fn whitewash(check: &mut Value, states: &[&[i64]]) {
    check["states"] = json!(states);
    for answer in check["answers"].as_array_mut().unwrap() {
        let (claim, number) = (answer["claim"].clone(), answer.get("number").cloned());
        *answer = json!({ "claim": claim, "answer": "holds" });
        if let Some(number) = number {
            answer["number"] = number;
        }
    }
}

/// A thread that is at its end at first: the answers are true of that system, and the description shows that it is
/// another.
#[test]
fn a_thread_that_starts_at_its_end_is_described_so() {
    let Some(python) = python("a start point") else { return };
    let (file, original, changed) = forged(|check| {
        let end = check["points"].as_array().unwrap().iter().filter(|p| p["thread"] == 1);
        let end = end.clone().position(|p| p["name"] == "end").unwrap_or(2);
        check["cells"][1]["initial"] = json!(end);
        let a_end = check["transitions"][0]["to"].as_i64().unwrap();
        let end = i64::try_from(end).unwrap();
        whitewash(check, &[&[0, end, 0], &[a_end, end, 1]]);
    });
    let told = descriptions(python, "start", &[&original, &changed]);
    let [Told::Accepted(honest), Told::Accepted(other)] = &told[..] else { panic!("{told:?}") };
    assert!(honest.contains("thread b, from ") && honest != other, "{other}");
    let differences = compare(&file, &changed).differences;
    assert_eq!((differences.len(), &*differences[0].at), (1, "cells/1/initial"), "{differences:?}");
}

/// A counter that is called as the variable that the invariant reads.
#[test]
fn a_counter_has_the_name_of_its_thread() {
    let Some(python) = python("a name") else { return };
    let (_, original, changed) = forged(|check| {
        check["cells"][0]["name"] = json!("x");
        check["invariants"][0]["predicate"] = json!(["<=", ["cell", 0], 1]);
    });
    let (_, _, twice) = forged(|check| {
        check["threads"][0] = json!("x");
        check["cells"][0]["name"] = json!("x");
    });
    let told = descriptions(python, "name", &[&original, &changed, &twice]);
    assert!(matches!(&told[0], Told::Accepted(_)), "{told:?}");
    for told in &told[1..] {
        let Told::Refused(why) = told else { panic!("{told:?}") };
        assert!(why.contains("two cells have the same name"), "{why}");
    }
}

/// An index of which less is allowed than the text says: the description shows it, and the comparison says where.
#[test]
fn the_range_of_an_index_is_described() {
    let Some(python) = python("a range") else { return };
    let (file, original) = made(ARRAY, Order::Unreduced);
    let mut places = Vec::new();
    everywhere(&original, "", &mut places);
    let is_length = |place: &&String| {
        place.contains("/guard/")
            && place.ends_with("/2/0/2")
            && original.pointer(place) == Some(&json!(2))
    };
    let place = places.iter().find(is_length).expect("an index of length 2 in a guard");
    let mut changed = original.clone();
    *changed.pointer_mut(place).unwrap() = json!(1);
    let differences = compare(&file, &changed).differences;
    let at = place.trim_start_matches("/checks/0/");
    assert_eq!((differences.len(), &*differences[0].at), (1, at), "{differences:?}");
    assert_eq!(differences[0].text.as_deref(), Some("2"));
    // The step fails now, so that the old answers are not true; what is printed is another system.
    let told =
        super::python::systems(python, "range", &[original.to_string(), changed.to_string()]);
    assert!(
        told[0].contains("[k in 0 .. 1, each 1 on]")
            && told[1].contains("[k in 0 .. 0, each 1 on]")
    );
    assert_ne!(told[0], told[1]);
}
