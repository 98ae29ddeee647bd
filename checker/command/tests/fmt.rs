//! `reductio fmt`: files are laid out in place, standard input to standard output, and what cannot be read stays as it
//! is.

use std::fs;

use crate::common::Folder;

const MESSY: &str = "theory Law\naction  x\nlemma(1) ours: x<=x*\n\n\n";
const CLEAN: &str = "theory Law\naction x\nlemma (1) ours: x <= x*\n";

#[test]
fn files_and_folders_are_laid_out_in_place() {
    let folder = Folder::new()
        .with("a.oa", MESSY)
        .with("b.oa", CLEAN)
        .with("t.sys", "thread t{skip}")
        .with("p.prog", "thread main{skip}")
        .with("s.oap", "proofs of Law\nlemma (1): x <= x*\nproof\nx\n<= {(1)}\nx*\nqed")
        .with("other.txt", "x<=y");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let check = folder.run("fmt --check .");
    let said = "./a.oa is laid out otherwise\n./p.prog is laid out otherwise\n./s.oap is laid out otherwise\n./t.sys is laid out otherwise\n";
    assert_eq!((check.code, &*check.out, &*check.err), (1, said, ""));
    assert_eq!(read("a.oa"), MESSY);
    let done = folder.run("fmt .");
    assert_eq!(
        (done.code, &*done.out, &*done.err),
        (0, "./a.oa\n./p.prog\n./s.oap\n./t.sys\n", "")
    );
    assert_eq!((read("a.oa").as_str(), read("b.oa").as_str()), (CLEAN, CLEAN));
    assert_eq!(read("t.sys"), "thread t {skip}\n");
    assert_eq!(
        read("s.oap"),
        "proofs of Law\nlemma (1): x <= x*\nproof\n    x\n  <= {(1)}\n    x*\nqed\n"
    );
    assert_eq!(read("other.txt"), "x<=y");
    for again in ["fmt .", "fmt --check .", "fmt -q a.oa b.oa"] {
        let answer = folder.run(again);
        assert_eq!((answer.code, &*answer.out, &*answer.err), (0, "", ""), "{again}");
    }
}

#[test]
fn folders_below_are_laid_out_too() {
    let folder = Folder::new();
    for (name, text) in [
        ("laws/deep/a.oa", MESSY),
        ("laws/deep/er/p.prog", "thread main{skip}"),
        ("laws/.hidden/a.oa", MESSY),
        ("laws/target/a.oa", MESSY),
        ("laws/empty/other.txt", "x"),
        ("none/other.txt", "x"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let answer = folder.run("fmt laws");
    let said = "laws/deep/a.oa\nlaws/deep/er/p.prog\n";
    assert_eq!((answer.code, &*answer.out, &*answer.err), (0, said, ""));
    for left in ["laws/.hidden/a.oa", "laws/target/a.oa"] {
        assert_eq!(fs::read_to_string(folder.path().join(left)).unwrap(), MESSY, "{left}");
    }
    assert_eq!(folder.run("fmt --check laws").code, 0);
    let answer = folder.run("fmt none");
    assert_eq!(answer.codes(), ["E0003"]);
    assert!(answer.err.contains("nor has a folder inside it"), "{answer:?}");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    let answer = folder.run_with(&["fmt", "-"], Some(MESSY.as_bytes()));
    assert_eq!((answer.code, &*answer.out, &*answer.err), (0, CLEAN, ""));
    // It is what was asked for, however quiet.
    let quiet = folder.run_with(&["fmt", "-", "-q"], Some(MESSY.as_bytes()));
    assert_eq!((quiet.code, &*quiet.out), (0, CLEAN));
    let check = folder.run_with(&["fmt", "--check", "-"], Some(MESSY.as_bytes()));
    assert_eq!((check.code, &*check.out), (1, "<stdin> is laid out otherwise\n"));
}

#[test]
fn what_cannot_be_read_stays_as_it_is() {
    let wrong = "theory Law\naction x\nlemma (1 ours: x<=x*\n";
    let folder = Folder::new().with("wrong.oa", wrong).with("a.oa", MESSY);
    let answer = folder.run("fmt wrong.oa a.oa none.oa");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0001", "E0105"]));
    assert!(answer.err.contains("wrong.oa:3:7"), "{}", answer.err);
    assert_eq!(fs::read_to_string(folder.path().join("wrong.oa")).unwrap(), wrong);
    assert_eq!(fs::read_to_string(folder.path().join("a.oa")).unwrap(), CLEAN);
    assert_eq!(folder.run("fmt").code, 3);
    assert_eq!(folder.run("--format json fmt a.oa").codes(), ["E0016"]);
    let stdin = folder.run_with(&["fmt", "-"], Some(b"thread t {"));
    assert_eq!((stdin.code, &*stdin.out), (3, ""));
    let binary = Folder::new().with("b.oa", b"\xff\xfe");
    assert_eq!(binary.run("fmt b.oa").code, 3);
}

#[cfg(unix)]
#[test]
fn files_that_may_not_be_written_are_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new().with("a.oa", MESSY);
    let path = folder.path().join("a.oa");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(folder.run("fmt a.oa").code, 0);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o755);
}
