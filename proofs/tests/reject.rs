//! The scripts that are refused, with code and place; and their near twins that are not.
//!
//! A file of `accept/` or `reject/` starts with what must be found in it: `-- expect: E0309 at 12:5` for a fault,
//! `-- expect-warning: W0301 at 12:5` for a warning, in the order of the text, and nothing else; `-- limit: 50` sets
//! the work limit. Its theory is `small.oa`, `words.oa`, `quantified.oa`, or S5. `name.second.oap` is a second script
//! of the same replay.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{parse_place, place, replay_place, s5};
use reductio_algebra::Theory;
use reductio_proofs::replay::replay_only;
use reductio_proofs::{ReplayLimits, Script};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn small() -> Theory {
    Theory::parse(include_str!("small.oa"), &[]).unwrap()
}

fn quantified() -> Theory {
    Theory::parse(include_str!("quantified.oa"), &[]).unwrap()
}

fn words() -> Theory {
    Theory::parse(include_str!("words.oa"), &[]).unwrap()
}

fn header<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let head = text.lines().take_while(|line| line.starts_with("--"));
    head.filter_map(|line| line.strip_prefix("-- ")?.strip_prefix(key)?.strip_prefix(": "))
        .collect()
}

#[derive(Debug, Default, PartialEq)]
struct Found {
    faults: Vec<String>,
    warnings: Vec<String>,
}

/// Faults and warnings per script.
fn check(texts: &[String]) -> Vec<Found> {
    let theory = match Script::theory_name(&texts[0]) {
        Ok(name) if name == "S5" => s5(),
        Ok(name) if name == "words" => words(),
        Ok(name) if name == "quantified" => quantified(),
        _ => small(),
    };
    let mut found: Vec<Found> = texts.iter().map(|_| Found::default()).collect();
    let mut scripts = Vec::new();
    for (text, found) in texts.iter().zip(&mut found) {
        match Script::parse(text, &theory) {
            Ok(script) => scripts.push(script),
            Err(errors) => {
                found.faults = errors.iter().map(|e| parse_place(e, text)).collect();
            }
        }
    }
    if scripts.len() < texts.len() {
        return found;
    }
    let mut limits = ReplayLimits::default();
    if let [limit] = header(&texts[0], "limit")[..] {
        limits.states_per_step = limit.parse().unwrap();
    }
    let proved =
        |label: &_| scripts.iter().any(|s| s.derivations.iter().any(|d| d.label == *label));
    let replay = replay_only(&theory, &scripts, limits, &proved);
    // By place, whatever the order in which the derivations were replayed.
    let mut all: Vec<(usize, usize, bool, String)> = Vec::new();
    for (number, fault) in replay.faults() {
        all.push((*number, fault.span.start, true, replay_place(fault, &texts[*number])));
    }
    for outcome in replay.outcomes() {
        let number = outcome.script.unwrap();
        let text = &texts[number];
        for fault in outcome.result.as_ref().err().into_iter().flatten() {
            all.push((number, fault.span.start, true, replay_place(fault, text)));
        }
        for w in &outcome.warnings {
            let shown = place(w.kind.code(), w.span.start, text);
            all.push((number, w.span.start, false, shown));
        }
    }
    all.sort();
    for (number, _, is_fault, shown) in all {
        let found = &mut found[number];
        if is_fault { found.faults.push(shown) } else { found.warnings.push(shown) }
    }
    found
}

/// The files of a folder against their first lines; returns the codes that occur.
fn check_folder(folder: &str) -> Vec<String> {
    let mut codes = Vec::new();
    let mut wrong = 0;
    for path in files(folder) {
        if path.to_string_lossy().ends_with(".second.oap") {
            continue;
        }
        let second = path.with_extension("second.oap");
        let texts: Vec<String> = [&path, &second]
            .into_iter()
            .filter(|p| p.exists())
            .map(|p| fs::read_to_string(p).unwrap())
            .collect();
        let expected: Vec<Found> = texts
            .iter()
            .map(|text| Found {
                faults: header(text, "expect").into_iter().map(str::to_owned).collect(),
                warnings: header(text, "expect-warning").into_iter().map(str::to_owned).collect(),
            })
            .collect();
        let faults: usize = expected.iter().map(|f| f.faults.len()).sum();
        assert_eq!(faults > 0, folder == "reject", "{}", path.display());
        let found = check(&texts);
        if found != expected {
            println!("{}\n    expected {expected:?}\n    found    {found:?}", path.display());
            wrong += 1;
        }
        for f in expected {
            codes.extend(f.faults.iter().chain(&f.warnings).map(|s| s[..5].to_owned()));
        }
    }
    assert_eq!(wrong, 0, "files of {folder}/ that differ from what they expect");
    codes
}

#[test]
fn accepted_scripts_are_proved() {
    check_folder("accept");
}

#[test]
fn rejected_scripts_name_their_faults() {
    let codes = check_folder("reject");
    // Every fault of a replay, but for the last checks of certificate (E0318) and kernel (E0319), which no
    // script should reach: what they would find is found earlier.
    for number in 1..=17 {
        let code = format!("E03{number:02}");
        assert!(codes.contains(&code), "no file is refused with {code}");
    }
    for code in ["E0103", "E0104", "E0105", "E0107", "E0108", "E0109", "E0112", "E0113", "E0115"] {
        assert!(codes.iter().any(|c| c == code), "no file is refused with {code}");
    }
}
