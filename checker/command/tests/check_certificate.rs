//! `check --certificate`: what is written, and when nothing is. What the certificates say is tested in
//! `checker/tests/certify`.

use crate::common::{Folder, assert_valid};

const SCHEMA: &str = include_str!("../../schemas/check.schema.json");
const GOOD: &str = "system good\nlock m\nprotected x : 0 .. 1 by m\nthread t[i : 0 .. 1] { acquire m; x := 1; release m }\n";
const BAD: &str =
    "system bad\nlock m\nprotected x : 0 .. 1 by m\nthread t[i : 0 .. 1] { x := 1 }\n";
/// That an invisible step hides no violation of the invariant is a matter of two large numbers.
const WIDE: &str = "\
system wide
lock m
var a : 0 .. 99999
thread one { local k : 0 .. 99999; acquire m; k := 5; release m }
thread two { acquire m; a := 5; release m }
invariant \"no such sum\": one.k + a != 200001
";

fn folder() -> Folder {
    let folder = Folder::new().with("good.sys", GOOD).with("bad.sys", BAD).with("wide.sys", WIDE);
    folder.with("other.txt", "not ours").with("wrong.sys", "thread {")
}

fn read(folder: &Folder, name: &str) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(folder.path().join(name)).unwrap()).unwrap()
}

#[test]
fn one_file_has_all_reports() {
    let folder = folder();
    let answer =
        folder.run("check good.sys bad.sys --compare --certificate all.json --format json");
    let json = assert_valid(SCHEMA, &answer);
    assert_eq!((answer.code, json["certificate"]["checks"].as_u64()), (1, Some(4)));
    let checks = read(&folder, "all.json")["checks"].as_array().unwrap().clone();
    let said: Vec<(&str, &str)> = checks
        .iter()
        .map(|check| (check["system"].as_str().unwrap(), check["search"].as_str().unwrap()))
        .collect();
    let both = |name| [(name, "unreduced"), (name, "reduced")];
    assert_eq!(said, [both("good"), both("bad")].concat());
    // It is one of ours, and may be written over.
    let answer = folder.run("check good.sys --certificate all.json");
    assert!(answer.code == 0 && answer.out.contains("Certificate: all.json, "), "{answer:?}");
    assert_eq!(read(&folder, "all.json")["checks"].as_array().unwrap().len(), 1);
    assert!(
        assert_valid(SCHEMA, &folder.run("check good.sys --format json"))["certificate"].is_null()
    );
}

#[test]
fn the_system_of_the_text_is_compared_with_that_of_the_certificate() {
    const SCHEMA: &str = include_str!("../../schemas/verify.schema.json");
    let folder = folder()
        .with("sized.sys", "system sized\nconst N = 1\nvar x : 0 .. N\nthread t { x := N }\n");
    folder.run("check good.sys bad.sys --keep-going --certificate both.json");
    let answer = folder.run("verify both.json good.sys bad.sys");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("the system `good` is that of good.sys"), "{answer:?}");
    let json = assert_valid(SCHEMA, &folder.run("verify both.json good.sys bad.sys --format json"));
    assert_eq!((&json["verdict"], json["systems"].as_array().unwrap().len()), (&"holds".into(), 2));
    // The constants are those of the certificate.
    folder.run("check sized.sys --const N=3 --certificate sized.json");
    let answer = folder.run("verify sized.json sized.sys");
    assert!(answer.code == 0 && answer.out.contains("sized.sys with N = 3"), "{answer:?}");
    // Another system; a text that is missing, or is too much; no certificate of checks; no text.
    let folder = folder.with("other.sys", GOOD.replace("x := 1", "x := 0"));
    folder.run("check good.sys --certificate good.json");
    let answer = folder.run("verify good.json other.sys");
    assert_eq!((answer.code, answer.codes()), (1, vec!["E0704"]), "{answer:?}");
    assert!(answer.err.contains("transitions/2/command/0/1: 1 in the certificate, 0 in the text"));
    let json = assert_valid(SCHEMA, &folder.run("verify good.json other.sys --format json"));
    assert_eq!(json["systems"][0]["differences"][0]["at"], "transitions/2/command/0/1");
    for (arguments, code, codes) in [
        ("verify both.json good.sys", 3, "E0016"),
        ("verify good.json good.sys bad.sys", 3, "E0016"),
        ("verify good.sys good.sys", 1, "E0702"),
        ("verify good.json", 3, "E0016"),
        ("verify good.json none.sys", 3, "E0001"),
        ("verify good.json good.sys --const N=1", 3, "E0016"),
    ] {
        let answer = folder.run(arguments);
        assert_eq!((answer.code, answer.codes()), (code, vec![codes]), "{arguments}: {answer:?}");
    }
}

#[test]
fn no_other_file_is_written_over_and_nothing_is_written_in_part() {
    let folder = folder();
    for (arguments, name) in [
        ("check good.sys --certificate other.txt", "other.txt"),
        ("check good.sys --certificate -", "-"),
        ("check good.sys wrong.sys --certificate some.json", "some.json"),
        ("check none.sys --certificate some.json", "some.json"),
        ("check good.sys --certificate no/folder.json", "no/folder.json"),
    ] {
        let answer = folder.run(arguments);
        assert!(answer.code == 3 && answer.codes().contains(&"E0706"), "{arguments}: {answer:?}");
        let file = folder.path().join(name);
        assert_eq!(file.exists(), name == "other.txt", "{arguments}");
    }
    assert_eq!(std::fs::read(folder.path().join("other.txt")).unwrap(), b"not ours");
}

#[test]
fn too_many_cases_have_no_certificate() {
    let folder = folder();
    for arguments in ["", " --timeout 1"] {
        let answer = folder.run(&format!("check wide.sys --certificate wide.json{arguments}"));
        assert_eq!((answer.code, answer.codes()), (2, vec!["E0706"]), "{answer:?}");
        assert!(!folder.path().join("wide.json").exists());
    }
    let answer = folder.run("check wide.sys --max-states 10 --unreduced --certificate wide.json");
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(read(&folder, "wide.json")["checks"][0]["states"].is_null());
}
