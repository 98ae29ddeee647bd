//! Certificates: proved statements are written, read back, and compared with the statements; changed certificates are
//! refused with the step.

use crate::common::{Folder, assert_valid};
use crate::corruptions::{certificate, corrupted, stated};
use reductio::prelude::*;
use reductio::verify;
use reductio_exchange::proof_file::{self, Section};
use reductio_relations::Random;

#[test]
fn all_bundled_theories_go_through_a_file() {
    let library = Library::bundled();
    let proved = prove(&library, &Selection::new(&library, &[]), ReplayLimits::default(), None);
    let mut claims = 0;
    for loaded in &library.theories {
        let of_theory = proved.claims.iter().filter(|c| c.theory == loaded.theory.name());
        let certificates: Vec<&Certificate> =
            of_theory.map(|c| &c.verdict.evidence().unwrap().certificate).collect();
        let section = Section { theory: &loaded.theory, certificates };
        let text = proof_file::write(std::slice::from_ref(&section)).unwrap();
        let checked = proof_file::read(&text).unwrap_or_else(|e| panic!("{e}"));
        let theory = &checked.theories[0];
        assert_eq!(theory.differences(&loaded.theory), [], "{}", theory.name);
        assert_eq!(theory.claims.len(), section.certificates.len());
        for (claim, certificate) in theory.claims.iter().zip(&section.certificates) {
            assert_eq!(claim.label, *certificate.label());
            assert_eq!(claim.theorem.conclusion(), certificate.theorem().conclusion());
            assert_eq!(claim.hypotheses, certificate.hypotheses());
            claims += 1;
        }
    }
    assert_eq!(claims, proved.claims.len());
    assert!(claims >= 251, "{claims}");
}

#[test]
fn two_hundred_changed_steps_are_refused_or_harmless() {
    let text = certificate("S5", &[]);
    let library = Library::bundled();
    let s5 = &library.theories[library.theory("S5").unwrap()].theory;
    let (mut refused, mut harmless) = (0, 0);
    for changed in corrupted(&text, 200, 0x5EED) {
        match proof_file::read(&changed.text) {
            Err(error) => {
                let told = error.to_string();
                assert!(told.contains("step "), "{}: {told}", changed.what);
                assert!(error.line >= changed.line, "{}: {told}", changed.what);
                refused += 1;
            }
            Ok(checked) => {
                // The kernel made other theorems, and they are the same statements.
                assert_eq!(checked.theories[0].differences(s5), [], "{}", changed.what);
                assert_eq!(stated(&changed.text), stated(&text));
                assert_eq!(checked.theories[0].claims.len(), 29);
                harmless += 1;
            }
        }
    }
    assert_eq!(refused + harmless, 200);
    assert!(refused >= 190, "{refused}");
}

#[test]
fn random_bytes_never_panic_and_never_prove_another_statement() {
    let text = certificate("S5", &["25", "26", "31"]);
    let library = Library::bundled();
    let mut random = Random::new(0xF022);
    let mut below = |n: usize| usize::try_from(random.bits() % n as u64).unwrap();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..1_000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            match below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, b" \n0123456789stfdy=(.:+"[below(22)]),
                2 => bytes[at] = u8::try_from(below(256)).unwrap(),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match verify::verify("fuzz", &bytes, &library, true).verdict {
            Verdict::Holds(found) => {
                assert_eq!(found.compared.len(), 1);
                accepted += 1;
            }
            Verdict::Fails(faults) | Verdict::Declined(faults) => {
                assert!(!faults.is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > 800 && accepted < 100, "{refused} {accepted}");
}

#[test]
fn the_command_writes_and_checks() {
    let folder = Folder::new();
    let answer = folder.run("prove 25 26 --certificate some.cert");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("Certificate: some.cert, "), "{answer:?}");
    let answer = folder.run("verify some.cert");
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    for said in [
        "some.cert: accepted",
        "Definitions, hypotheses and statements are those of theorems/statements/s5.oa.",
        "  hypothesis (18): for all i: p_i u_i = 0\n",
        "  lemma (25): p u* <= 1   (rests on 18)\n",
        "2 statements, proved in ",
    ] {
        assert!(answer.out.contains(said), "{said}: {answer:?}");
    }
    let text = std::fs::read(folder.path().join("some.cert")).unwrap();
    assert_eq!(folder.run_with(&["verify", "-"], Some(&text)).code, 0);
    let schema = include_str!("../../schemas/verify.schema.json");
    let json = assert_valid(schema, &folder.run("verify some.cert --format json"));
    assert_eq!(json["results"][0]["label"], "25");
    assert_eq!(json["results"][0]["compared"], "theorems/statements/s5.oa");
    assert_valid(schema, &folder.run("verify no.cert --format json"));
    let schema = include_str!("../../schemas/prove.schema.json");
    let json = assert_valid(schema, &folder.run("prove 25 --certificate some.cert --format json"));
    assert_eq!(json["certificate"]["statements"], 1);
}

#[test]
fn what_is_not_proved_has_no_certificate() {
    let folder = Folder::new()
        .with("bad.oa", "theory Bad action x, y lemma (1) ours: x y = y x lemma (2) ours: x = x")
        .with(
            "bad.oap",
            "proofs of Bad\nlemma (2): x = x\nproof\n  x\n  = {(regular algebra)}\n  x\nqed\n",
        )
        .with("other.txt", "not ours");
    let answer = folder.run("prove bad.oa bad.oap --certificate bad.cert");
    assert!(answer.codes().contains(&"E0706") && answer.code == 3, "{answer:?}");
    assert!(!folder.path().join("bad.cert").exists());
    let answer = folder.run("prove 25 --certificate other.txt");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0706"]));
    assert_eq!(std::fs::read(folder.path().join("other.txt")).unwrap(), b"not ours");
}

#[test]
fn a_certificate_is_tied_to_its_statement_file() {
    let mine = include_str!("../../../theorems/statements/s5.oa").replace(":   ", ": ");
    // Statements that the same proofs prove, in another statement file: with fewer hypotheses allowed, of another
    // kind, over another definition of a name that the statement does not use.
    for (from, to, reason) in [
        (
            "lemma (26) transcribed: p u <= p",
            "lemma (26) transcribed: p u <= 1",
            "(26) states `p u <= 1`",
        ),
        ("(26) transcribed: ", "(26) transcribed assuming (13): ", "which (26) does not assume"),
        ("lemma (26)", "theorem (26)", "(26) is a lemma in one, and a theorem in the other"),
        ("R = (1 + M) q T", "R = q T", "(11) defines `R = (1 + M) q T` in the certificate"),
        ("(21) transcribed: q u_i <= u_i q", "(21) transcribed: q u_i = u_i q", "(21) assumes"),
        (
            "lemma (26) transcribed: ",
            "lemma (26x) transcribed: ",
            "the theory has no statement (26)",
        ),
    ] {
        assert!(mine.contains(from), "{from}");
        let folder = Folder::new().with("other.oa", mine.replace(from, to));
        assert_eq!(folder.run("prove 26 --certificate 26.cert").code, 0);
        assert_eq!(folder.run("verify 26.cert").code, 0);
        let answer = folder.run("verify 26.cert --statements other.oa");
        assert_eq!(answer.code, 1, "{answer:?}");
        assert!(answer.codes().iter().all(|c| ["E0704", "W0006"].contains(c)), "{answer:?}");
        assert!(answer.err.contains(reason), "{reason}: {answer:?}");
    }
    // A theory of that name with other statements, proved: not those that are bundled.
    let folder = Folder::new()
        .with("own.oa", "theory S5 action x lemma (26) ours: x <= x + x")
        .with("own.oap", "proofs of S5\nlemma (26): x <= x + x\nproof\n  x\n  <= {(regular algebra)}\n  x + x\nqed\n")
        .with("small.oa", "theory Small action x lemma (1) ours: x = x");
    let answer = folder.run("prove own.oa own.oap --certificate own.cert");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(folder.run("verify own.cert --statements own.oa").code, 0);
    let answer = folder.run("verify own.cert");
    assert_eq!((answer.code, answer.codes()), (1, vec!["E0704"]));
    let answer = folder.run("verify own.cert --statements small.oa");
    assert_eq!((answer.code, answer.codes()), (1, vec!["E0704"]));
}

#[test]
fn statements_altered_after_the_fact_are_refused() {
    let text = certificate("S5", &["26"]);
    let alter = |from: &str, to: &str| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    };
    let line = |what: &str| text.lines().find(|l| l.contains(what)).unwrap().to_owned();
    // (18) says u_i p_i = 0, in its formula and in its text: the proof does not fit.
    let product = line("hypothesis 5 ");
    let equation =
        line(&format!("all i {}", number(&line(&format!("f {} all", field(&product, 2))), 4)));
    let left = field(&line(&format!("f {} = ", field(&equation, 4))), 3).to_owned();
    let term = line(&format!("t {left} . "));
    let swapped = format!("t {left} . {} {}", field(&term, 4), field(&term, 3));
    let altered = alter(&format!("\n{term}\n"), &format!("\n{swapped}\n"));
    let refusal = |text: &str| proof_file::read(text).unwrap_err().to_string();
    assert!(refusal(&altered).contains("the text says `for all i: p_i u_i = 0`"));
    let altered = altered.replace("(18): for all i: p_i u_i = 0", "(18): for all i: u_i p_i = 0");
    assert!(refusal(&altered).contains(": step "), "{}", refusal(&altered));
    // The text alone, the label alone.
    assert!(refusal(&alter("(26): p u <= p", "(26): p u = p")).contains("the text says `p u = p`"));
    let library = Library::bundled();
    let relabelled = alter("(26): p u <= p", "(25): p u <= p");
    let Verdict::Fails(faults) =
        verify::verify("x", relabelled.as_bytes(), &library, false).verdict
    else {
        panic!()
    };
    assert!(faults[0].message.contains("(25) states `p u* <= 1`"), "{faults:?}");
}

#[test]
fn a_definition_is_listed_once() {
    let text = certificate("S5", &["26"]);
    let line = text.lines().find(|line| line.starts_with("definition 0 (4): ")).unwrap();
    // The same definition under a second label, and under the same.
    for (again, reason) in [
        (line.replace("(4)", "(4 again)"), "line 8: `p` with 0 indices means two things"),
        (line.to_owned(), "line 8: the label (4) is given twice"),
    ] {
        let twice = text.replacen(line, &format!("{line}\n{again}"), 1);
        let refusal = proof_file::read(&twice).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{reason}: {refusal}");
    }
}

fn field(line: &str, at: usize) -> &str {
    line.split(' ').nth(at).unwrap()
}

fn number(line: &str, at: usize) -> usize {
    field(line, at).parse().unwrap()
}
