//! Certificates of families: a verifier in Python, which shares no code with this crate, accepts those that are made
//! and refuses mutants. Of each mutant it is argued that it must be refused.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use reductio_language::Families;
use reductio_parameterized::{Answer, Limits, Outcome, decide_certified};
use serde_json::{Value as Json, json};

use crate::table::text;
use crate::text::{Random, family, two_families};

/// A program that verifies many files, and writes one line for each: Python is started once.
const MANY: &str = "\
import sys, os
sys.path.insert(0, os.path.dirname(sys.argv[1]))
sys.dont_write_bytecode = True
import verify, verify_families
sys.setrecursionlimit(verify.RECURSION)
for path in sys.argv[2:]:
    try:
        verify_families.verify(path, True)
        print('accepted')
    except verify.Refused as refusal:
        print('refused: ' + ascii(str(refusal)))
";

/// The number of the next folder: several tests write files of one name at a time.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// What the verifier says of each file; none where there is no Python. `REDUCTIO_REQUIRE_PYTHON` makes its absence a
/// failure.
fn verified(name: &str, texts: &[String]) -> Option<Vec<String>> {
    let is_there =
        Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !is_there {
        assert!(std::env::var_os("REDUCTIO_REQUIRE_PYTHON").is_none(), "there is no python3");
        eprintln!("{name}: skipped, there is no python3");
        return None;
    }
    let verifier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certificate/verify_families.py");
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut out = Vec::new();
    for texts in texts.chunks(500) {
        let files: Vec<PathBuf> =
            (0..texts.len()).map(|k| folder.join(format!("{k}.json"))).collect();
        for (file, text) in files.iter().zip(texts) {
            std::fs::write(file, text).unwrap();
        }
        let run = Command::new("python3")
            .args(["-c", MANY])
            .arg(&verifier)
            .args(&files)
            .output()
            .unwrap();
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        out.extend(String::from_utf8(run.stdout).unwrap().lines().map(str::to_owned));
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(out.len(), texts.len());
    Some(out)
}

/// An answer, and the file of its certificate.
fn certified(text: &str) -> (Answer, Json) {
    within(text, &Limits::default()).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

fn within(text: &str, limits: &Limits<'_>) -> Result<(Answer, Json), String> {
    let declared = Families::declared(text).into_iter();
    let mut indices: Vec<String> = declared.map(|(index, _)| index).collect();
    if indices.is_empty() {
        indices.push("User".to_owned());
    }
    let (answer, certificate) =
        decide_certified(text, &indices, &[], limits).map_err(|error| error.to_string())?;
    let mut check: Json = serde_json::from_str(&certificate?.text).unwrap();
    check["file"] = "a.sys".into();
    check["indices"] = json!(indices);
    check["constants"] = json!([]);
    let file = json!({
        "reductio family certificate": 1,
        "compare": "reductio verify FILE.json FILE.sys",
        "checks": [check],
    });
    Ok((answer, file))
}

const SMALL: [&str; 6] =
    ["counter", "double_checked", "last_claim", "pool", "pool_if", "three_inside"];
const MORE: [&str; 10] = [
    "buffer_all",
    "buffer_one",
    "upgrade",
    "file_system",
    "master",
    "clerks",
    "clerks_free",
    "many_writers_if",
    "producers_consumers",
    "supervised",
];

#[test]
fn certificates_are_accepted() {
    let names = SMALL.iter().chain(&MORE);
    let texts: Vec<String> =
        names.clone().map(|name| certified(&text(name)).1.to_string()).collect();
    for (name, said) in names.zip(verified("accepted", &texts).unwrap_or_default()) {
        assert_eq!(said, "accepted", "{name}");
    }
}

#[test]
#[ignore = "a minute or two"]
fn certificates_of_large_families_are_accepted() {
    for name in ["driver", "many_writers", "readers_writers", "ticket_lock"] {
        let (answer, file) = certified(&text(name));
        let answers = file["checks"][0]["answers"].as_array().unwrap();
        let undecided = answers.iter().filter(|answer| answer["answer"] == "undecided").count();
        assert_eq!(undecided, answer.outcomes().filter(|one| !one.is_decided()).count(), "{name}");
        let start = std::time::Instant::now();
        if let Some(said) = verified("large", &[file.to_string()]) {
            assert_eq!(said, ["accepted"], "{name}");
            println!("{name}: {:?}", start.elapsed());
        }
    }
}

#[test]
fn certificates_of_random_families_are_accepted() {
    random(family, 0..8);
    // Two pointers are compared, of which each may name a thread out of sight.
    random(family, 204..205);
    random(two_families, 0..8);
}

#[test]
#[ignore = "minutes"]
fn certificates_of_many_random_families_are_accepted() {
    let count = std::env::var("REDUCTIO_FAMILIES").map_or(300, |n| n.parse().unwrap());
    random(family, 0..count);
    random(two_families, 0..count);
}

fn random(made: fn(u64) -> String, seeds: std::ops::Range<u64>) {
    let limits = Limits { configurations: 1_500, states: 1_500, threads: 3, ..Limits::default() };
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    for seed in seeds {
        let (_, file) =
            within(&made(seed), &limits).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        names.push(seed);
        texts.push(file.to_string());
    }
    for (seed, said) in names.iter().zip(verified("random", &texts).unwrap_or_default()) {
        assert_eq!(said, "accepted", "seed {seed}");
    }
    println!("{} accepted", texts.len());
}

/// Mutants of a certificate, each with its name; `most` of each kind, evenly chosen.
fn mutants(file: &Json, most: usize) -> Vec<(String, Json)> {
    let check = &file["checks"][0];
    let mut out = Vec::new();
    let some = |count: usize| {
        let chosen = count.min(most);
        (0..chosen).map(move |k| k * count / chosen)
    };
    let mut add = |name: String, change: &dyn Fn(&mut Json)| {
        let mut mutant = file.clone();
        change(&mut mutant["checks"][0]);
        assert_ne!(mutant, *file, "{name}");
        out.push((name, mutant));
    };
    // The pairs are the least set that has the first ones and is closed: with one less it is not closed.
    let pairs = check["pairs"].as_array().unwrap();
    let all: Vec<(usize, usize)> = (0..pairs.len())
        .flat_map(|s| (0..pairs[s].as_array().unwrap().len()).map(move |k| (s, k)))
        .collect();
    for k in some(all.len()) {
        let (s, at) = all[k];
        add(format!("without pair {s}, {at}"), &|check| {
            check["pairs"][s].as_array_mut().unwrap().remove(at);
        });
    }
    // So it is with another value in a shared part or a local state: one of the least set is missing then.
    let is_new = |name: &str, of: &Json| !check[name].as_array().unwrap().contains(of);
    for (at, cell) in check["shared"].as_array().unwrap().iter().enumerate() {
        let states = check["shared states"].as_array().unwrap();
        for k in some(states.len()) {
            let mut state = states[k].clone();
            let value = state[at].as_i64().unwrap();
            let families = check["families"].as_array().unwrap().len();
            let low = cell["low"].as_i64().unwrap_or(-i64::try_from(families).unwrap());
            let high = cell["high"].as_i64().unwrap_or(0);
            state[at] = (if value < high { value + 1 } else { low }).into();
            if state != states[k] && is_new("shared states", &state) {
                add(format!("other shared part {k}, {at}"), &|check| {
                    check["shared states"][k] = state.clone();
                });
            }
        }
    }
    let locals = check["local states"].as_array().unwrap();
    let cells = |local: &Json| {
        let family = usize::try_from(local[0].as_u64().unwrap()).unwrap();
        check["families"][family]["cells"].as_array().unwrap()
    };
    let most = locals.iter().map(|local| cells(local).len()).max().unwrap_or(0);
    for at in 0..most {
        let own: Vec<usize> = (0..locals.len()).filter(|k| at < cells(&locals[*k]).len()).collect();
        for k in some(own.len()).map(|k| own[k]) {
            let mut local = locals[k].clone();
            let cell = &cells(&local)[at];
            let value = local[1][at].as_i64().unwrap();
            let (low, high) = (cell["low"].as_i64().unwrap(), cell["high"].as_i64().unwrap());
            local[1][at] = (if value < high { value + 1 } else { low }).into();
            if local != locals[k] && is_new("local states", &local) {
                add(format!("other local state {k}, {at}"), &|check| {
                    check["local states"][k] = local.clone();
                });
            }
        }
    }
    of_abstract_states(check, &some, &mut add);
    // An element that is no seed, as if its thread could go on at once: seeds are added before all others.
    for (which, set) in check["going on"].as_array().unwrap().iter().enumerate() {
        let set = set.as_array().unwrap();
        let later: Vec<usize> = (0..set.len()).filter(|k| !set[*k][3].is_null()).collect();
        for k in some(later.len()) {
            let at = later[k];
            add(format!("goes on at once {which}, {at}"), &|check| {
                check["going on"][which][at][3] = Json::Null;
            });
        }
        // A thread that is in an abstract state must be covered.
        if !set.is_empty() {
            add(format!("nobody goes on {which}"), &|check| check["going on"][which] = json!([]));
        }
    }
    for (number, answer) in check["answers"].as_array().unwrap().iter().enumerate() {
        let name = format!("{} {number}", answer["claim"]);
        if let Some(basis) = answer["basis"].as_array() {
            of_basis(check, (number, &name), basis, &some, &mut add);
        }
        if let Some(run) = answer["run"].as_array() {
            of_run(answer, (number, &name), run, &mut add);
        }
    }
    out
}

/// Adds a mutant: its name, and the change of the check.
type Add<'a> = &'a mut dyn FnMut(String, &dyn Fn(&mut Json));

/// Mutants of the abstract states.
fn of_abstract_states<I: Iterator<Item = usize>>(
    check: &Json,
    some: &dyn Fn(usize) -> I,
    add: Add<'_>,
) {
    // Of abstract states none stands for all that another one does, and each is reached. A set without one of them, or
    // with a smaller one in its place, that had the first one and were closed, would have a larger one than that.
    for (list, states) in check["abstract states"].as_array().unwrap().iter().enumerate() {
        let states = states.as_array().unwrap();
        for k in some(states.len()) {
            add(format!("without abstract state {list}, {k}"), &|check| {
                check["abstract states"][list].as_array_mut().unwrap().remove(k);
            });
        }
        let places = |k: usize| {
            let counts = states[k][1].as_array().unwrap().iter().enumerate();
            let any = counts.filter(|(_, count)| count[1] == 0).map(|(at, _)| at);
            any.map(move |at| (k, at)).collect::<Vec<_>>()
        };
        let all: Vec<(usize, usize)> = (0..states.len()).flat_map(places).collect();
        for (k, at) in some(all.len()).map(|k| all[k]) {
            add(format!("nobody in abstract state {list}, {k}, {at}"), &|check| {
                check["abstract states"][list][k][1].as_array_mut().unwrap().remove(at);
            });
        }
    }
}

/// Mutants of the run of an answer.
fn of_run(answer: &Json, (number, name): (usize, &str), run: &[Json], add: Add<'_>) {
    // A shortest run, and the least number.
    let is_shown = !["no_stuck_thread"].contains(&answer["claim"].as_str().unwrap());
    if is_shown && !run.is_empty() {
        add(format!("{name}: without the last step"), &|check| {
            check["answers"][number]["run"].as_array_mut().unwrap().pop();
        });
    }
    // The numbers are the least: with one less of a family there is no such run.
    for (family, threads) in answer["numbers"].as_array().unwrap().iter().enumerate() {
        let threads = threads.as_u64().unwrap();
        if threads > 1 {
            add(format!("{name}: with fewer threads of {family}"), &|check| {
                check["answers"][number]["numbers"][family] = (threads - 1).into();
            });
        }
    }
    add(format!("{name}: the other way round"), &|check| {
        let answer = &mut check["answers"][number]["answer"];
        *answer = if *answer == "holds" { "fails".into() } else { "holds".into() };
    });
    add(format!("{name}: with a basis of nothing"), &|check| {
        let answer = check["answers"][number].as_object_mut().unwrap();
        answer.remove("run");
        answer.remove("numbers");
        answer.insert("basis".to_owned(), json!([]));
        let is_reach = answer["claim"] == "reach";
        answer.insert("answer".to_owned(), if is_reach { "fails" } else { "holds" }.into());
    });
}

/// Mutants of the basis of an answer.
fn of_basis<I: Iterator<Item = usize>>(
    check: &Json,
    (number, name): (usize, &str),
    basis: &[Json],
    some: &dyn Fn(usize) -> I,
    add: Add<'_>,
) {
    let of = |element: &Json| -> (usize, Vec<u64>) {
        let locals = element[1].as_array().unwrap().iter().map(|one| one.as_u64().unwrap());
        (usize::try_from(element[0].as_u64().unwrap()).unwrap(), locals.collect())
    };
    let all: Vec<(usize, Vec<u64>)> = basis.iter().map(of).collect();
    // The first configurations with any number of threads are what must not be in the set.
    let first = first(check);
    add(format!("{name}: with a beginning"), &|check| {
        let element = json!([first.0, [first.1, first.1]]);
        check["answers"][number]["basis"].as_array_mut().unwrap().push(element);
    });
    // The set is the least one that has the seeds and is closed under steps backward, and its elements are least.
    // Without one, or with a larger one in its place, it is a smaller set. That is so where an element has a thread
    // for each pointer that names one: else others may have all threads that it stands for.
    let pointers: Vec<usize> = (0..check["shared"].as_array().unwrap().len())
        .filter(|at| check["shared"][*at]["pointer"] == true)
        .collect();
    let is_whole = |element: &(usize, Vec<u64>)| {
        let has = |at: &usize| {
            let flagged = |local: &u64| {
                let local = &check["local states"][usize::try_from(*local).unwrap()];
                local[2].as_array().unwrap().contains(&json!(at))
            };
            element.1.iter().any(flagged)
        };
        let is_named = |at: &&usize| check["shared states"][element.0][**at].as_i64().unwrap() < 0;
        pointers.iter().filter(is_named).all(has)
    };
    let whole: Vec<usize> = (0..all.len()).filter(|k| is_whole(&all[*k])).collect();
    for k in some(whole.len()) {
        let at = whole[k];
        add(format!("{name}: without element {at}"), &|check| {
            check["answers"][number]["basis"].as_array_mut().unwrap().remove(at);
        });
        let with: Vec<u64> = all[at].1.iter().copied().chain([first.1]).collect();
        add(format!("{name}: a larger element {at}"), &|check| {
            check["answers"][number]["basis"][at][1] = json!(with);
        });
    }
}

/// The numbers of the first shared part and the first local state.
fn first(check: &Json) -> (usize, u64) {
    let initial = |cell: &Json| cell["initial"].as_i64().unwrap_or(0);
    let shared: Vec<i64> = check["shared"].as_array().unwrap().iter().map(initial).collect();
    let cells = check["families"][0]["cells"].as_array().unwrap().iter().map(initial);
    let local = json!([0, cells.collect::<Vec<i64>>(), []]);
    let place = |name: &str, one: Json| {
        check[name].as_array().unwrap().iter().position(|other| *other == one).unwrap()
    };
    (place("shared states", json!(shared)), place("local states", local) as u64)
}

/// Asks that all mutants of these systems are refused, and returns how many there were.
fn refused(names: &[&str], most: usize) -> usize {
    let mut count = 0;
    for name in names {
        let start = std::time::Instant::now();
        let (_, file) = certified(&text(name));
        let (names, files): (Vec<String>, Vec<Json>) = mutants(&file, most).into_iter().unzip();
        let texts: Vec<String> = files.iter().map(Json::to_string).collect();
        for (mutant, said) in names.iter().zip(verified("mutants", &texts).unwrap_or_default()) {
            assert!(said.starts_with("refused"), "{name}, {mutant}: {said}");
        }
        println!("{name}: {} mutants, {:?}", texts.len(), start.elapsed());
        count += texts.len();
    }
    count
}

#[test]
fn mutants_are_refused() {
    let count = refused(&SMALL[..5], 2);
    assert!(count >= 60, "{count}");
}

/// Systems with small certificates: each of their mutants takes little time.
#[test]
#[ignore = "a minute or two"]
fn a_thousand_mutants_are_refused() {
    let large = ["master", "file_system"];
    let names = SMALL.iter().chain(&MORE).copied().filter(|name| !large.contains(name));
    let names: Vec<&str> = names.collect();
    let count = refused(&names, 12);
    println!("{count} mutants of {} systems, all refused", names.len());
    assert!(count >= 1_000 && names.len() >= 10, "{count}");
}

/// Statements that are left out or weakened, and what then fails for some number of threads.
const BROKEN: [(&str, &str, &str); 9] = [
    ("counter", "synchronized m { count", "if count <= 3 { count"),
    ("pool", "while free == 0", "if free == 0"),
    ("pool", "free : 0 .. 2 = 2", "free : 0 .. 3 = 3"),
    ("pool", "notify m", "skip"),
    ("three_inside", "inside < 3", "inside <= 3"),
    ("buffer_all", "notifyAll m", "notify m"),
    ("double_checked", "synchronized m {", "if ready or not ready {"),
    ("double_checked", "V: value := part; P: ready := true", "P: ready := true; V: value := part"),
    ("last_claim", "last := none\n", "skip\n"),
];

/// The description of a system for which a claim fails, with the proofs of one for which it holds.
#[test]
fn proofs_of_other_systems_are_refused() {
    let mut texts = Vec::new();
    let mut names = Vec::new();
    for (name, right, wrong) in BROKEN {
        let good = text(name);
        assert!(good.contains(right), "{name}: {right}");
        let bad = good.replace(right, wrong);
        let ((good, mut file), (bad, other)) = (certified(&good), certified(&bad));
        let fails = |(one, other): (&Outcome, &Outcome)| {
            matches!((one, other), (Outcome::Holds(_), Outcome::Fails { .. }))
        };
        assert!(good.outcomes().zip(bad.outcomes()).any(fails), "{name}: {wrong}");
        for part in ["families", "shared", "threads", "protected", "claims"] {
            file["checks"][0][part] = other["checks"][0][part].clone();
        }
        names.push((name, wrong));
        texts.push(file.to_string());
    }
    for (name, said) in names.iter().zip(verified("others", &texts).unwrap_or_default()) {
        assert!(said.starts_with("refused"), "{name:?}: {said}");
    }
}

/// All values of a file, each by the way to it.
fn places(value: &Json, way: &mut Vec<String>, out: &mut Vec<String>) {
    let each: Vec<(String, &Json)> = match value {
        Json::Array(all) => all.iter().enumerate().map(|(k, one)| (k.to_string(), one)).collect(),
        Json::Object(all) => all
            .iter()
            .map(|(name, one)| (name.replace('~', "~0").replace('/', "~1"), one))
            .collect(),
        _ => Vec::new(),
    };
    let joined = way.join("/");
    out.push(if way.is_empty() { joined } else { format!("/{joined}") });
    for (name, one) in each {
        way.push(name);
        places(one, way, out);
        way.pop();
    }
}

/// Whatever is changed, the verifier ends with an answer: `verified` asks that Python does not fail.
#[test]
fn no_edit_makes_the_verifier_fail() {
    let mut random = Random::new(7);
    let mut texts = vec![String::new(), "{}".to_owned(), "[[[[".to_owned(), "null".to_owned()];
    for name in ["counter", "upgrade"] {
        let (_, file) = certified(&text(name));
        let whole = file.to_string();
        let mut all = Vec::new();
        places(&file, &mut Vec::new(), &mut all);
        for _ in 0..60 {
            let mut pick = |count: usize| usize::try_from(random.below(count as u64)).unwrap();
            let at = &all[pick(all.len())];
            let values = [
                json!(-1),
                json!(0),
                json!(1),
                json!(1_i64 << 40),
                json!(true),
                json!("x"),
                json!([]),
                json!({}),
                Json::Null,
                json!(["own", ["thread", 0], 1]),
            ];
            let mut edited = file.clone();
            *edited.pointer_mut(at).unwrap() = values[pick(values.len())].clone();
            texts.push(edited.to_string());
        }
        texts.push(whole[..whole.len() / 2].to_owned());
    }
    if let Some(said) = verified("edits", &texts) {
        let refused = said.iter().filter(|said| said.starts_with("refused")).count();
        assert!(refused > texts.len() / 2, "{refused} of {}", texts.len());
    }
}
