//! Completions and manual pages agree with the command line.

use crate::common;
use crate::common::{Folder, words};

fn answer(line: &str) -> common::Answer {
    Folder::new().run_with(&words(line), None)
}

/// The verbs, as `--help` lists them.
fn verbs() -> Vec<String> {
    let help = answer("--help").out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let verb = |line: &str| line.strip_prefix("  ")?.split_whitespace().next().map(str::to_owned);
    list.lines().filter(|line| !line.starts_with("   ")).filter_map(verb).collect()
}

#[test]
fn every_verb_has_a_manual_page_and_is_completed() {
    let verbs = verbs();
    assert!(verbs.len() > 8 && verbs.iter().any(|verb| verb == "check"), "{verbs:?}");
    for verb in verbs.iter().filter(|verb| *verb != "help") {
        let page = answer(&format!("man {verb}"));
        assert_eq!((page.code, &*page.err), (0, ""), "{page:?}");
        assert!(page.out.contains(&format!(".TH reductio-{verb} 1")), "{page:?}");
    }
    assert!(answer("man").out.contains(".TH reductio 1"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&format!("completions {shell}"));
        assert_eq!((script.code, &*script.err), (0, ""), "{shell}");
        for word in verbs.iter().map(String::as_str).chain(["keep-going", "all-drops"]) {
            assert!(script.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn unknown_verbs_and_shells_are_refused() {
    let page = answer("man chek");
    assert_eq!((page.code, &*page.out), (3, ""), "{page:?}");
    assert!(page.err.contains("no verb 'chek'; the verbs are prove,"), "{page:?}");
    let script = answer("completions sh");
    assert_eq!((script.code, &*script.out), (3, ""), "{script:?}");
    assert!(script.err.contains("possible values: bash,"), "{script:?}");
}
