//! Files that `models` reads and writes: a user's statements, checkpoints, pictures.

use crate::common::{Answer, Folder, assert_valid};

const SCHEMA: &str = include_str!("../../schemas/models.schema.json");

const LAW: &str = "theory Law\naction x, y\npredicate p\nhypothesis (H) ours: x y <= y x\n\
    lemma (1) ours: x* y <= y x*\ntheorem (2) ours: y x <= x y\n";

fn law() -> Folder {
    Folder::new().with("law.oa", LAW)
}

#[test]
fn statements_of_a_file_under_their_hypotheses() {
    let answer = law().run("models law.oa");
    assert_eq!((answer.code, &*answer.err), (1, ""), "{answer:?}");
    let expected =
        "Law (1): x* y <= y x*\nno counterexample with up to 3 states; all models were tried\n";
    assert!(answer.out.starts_with(expected), "{answer:?}");
    assert!(
        answer.out.contains("Law (2): y x <= x y\nfalse in a model with 2 states (the smallest)")
    );
    assert!(answer.out.contains("holds:     x y <= y x\n"), "{answer:?}");
    assert_eq!(law().run("models law.oa 1").code, 0);
    assert_eq!(law().run("models law.oa Law:2").code, 1);
    assert_eq!(law().run("models .").out, answer.out);
    assert_eq!(law().run_with(&["models", "-"], Some(LAW.as_bytes())).out, answer.out);
    let value = assert_valid(SCHEMA, &law().run("models law.oa --format json"));
    assert_eq!(value["results"][1]["id"], "Law (2)");
}

#[test]
fn formulas_over_the_names_of_a_file() {
    let find = |text: &str, more: &[&str]| {
        let arguments = [&["models", "law.oa", "--find", text], more].concat();
        law().run_with(&arguments, None)
    };
    // Under the hypothesis; what the file says nothing of may be false.
    assert_eq!(find("x* y <= y x*", &[]).code, 0);
    let answer = find("y* x <= x y*", &[]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("under H of Law"), "{answer:?}");
    assert_eq!(find("p x <= x", &[]).code, 0);
    let answer = find("z <= z", &[]);
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0107"]), "{answer:?}");
    assert_eq!(find("x <= x", &["1"]).codes(), ["E0016"]);
    let two = law().with("other.oa", LAW.replace("theory Law", "theory Other"));
    assert_eq!(two.run_with(&["models", ".", "--find", "x = x"], None).codes(), ["E0016"]);
    // Of a theory and one that extends it, the names of the latter.
    let more = law().with("more.oa", "theory More extends Law\naction z\n");
    assert_eq!(more.run_with(&["models", ".", "--find", "x z = x z"], None).code, 0);
}

#[test]
fn faulty_files_are_told_and_nothing_is_searched() {
    for (arguments, codes) in [
        ("models lew.oa", vec!["E0001"]),
        ("models law.oa 99", vec!["E0008"]),
        ("models law.oa H", vec!["E0009"]),
        ("models law.oa --find x", vec!["E0104"]),
        ("models bad.oa", vec!["E0104"]),
        ("models bad.oa --find x=x", vec!["E0104"]),
        ("models law.oa --checkpoint run.txt", vec!["E0016"]),
        ("models --drop 22", vec!["E0013"]),
    ] {
        let answer = law().with("bad.oa", "theory Bad\naction\n").run(arguments);
        assert_eq!((answer.code, answer.codes()), (3, codes), "{arguments}: {answer:?}");
        assert_eq!(answer.out, "", "{arguments}");
    }
    let nothing = law().with("none.oa", "theory None\naction x\n").run("models none.oa");
    assert_eq!((nothing.code, nothing.codes()), (3, vec!["W0001"]));
}

/// A lost overline in (6) makes Theorem 1 false; contradictory hypotheses make everything true.
#[test]
fn wrong_transcriptions_are_noticed() {
    let s5 = include_str!("../../../theorems/statements/s5.oa");
    let wrong = s5.replace("N_i = M_i p_i !q", "N_i = M_i p_i q");
    assert_ne!(wrong, s5);
    let answer = Folder::new().with("wrong.oa", wrong).run("models wrong.oa 22");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("fails:     p (u + v)* q <= N* R"), "{answer:?}");
    let absurd = "theory Absurd\naction x\nhypothesis (1) ours: x = 0\nhypothesis (2) ours: 1 <= x\n\
        lemma (3) ours: x = 1\n";
    let folder = Folder::new().with("absurd.oa", absurd);
    let answer = folder.run("models absurd.oa");
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("Vacuous: no model was found"), "{answer:?}");
    let value = assert_valid(SCHEMA, &folder.run("models absurd.oa --format json"));
    assert_eq!(value["results"][0]["is_vacuous"], true);
    assert!(!law().run("models law.oa 1").out.contains("Vacuous"));
}

#[test]
fn what_is_sampled_is_undecided_until_more_is_allowed() {
    let find = |more: &[&str]| {
        // True, and not provable: only models are left.
        let arguments = [&["models", "--find", "x <= x T x + y z"], more].concat();
        Folder::new().run_with(&arguments, None)
    };
    let answer = find(&["--evaluations", "1000"]);
    assert_eq!(answer.code, 2);
    assert!(answer.out.contains("were sampled"), "{answer:?}");
    let answer = find(&["--evaluations", "20000", "--states", "2"]);
    // That all models of a few sizes were tried is no proof.
    assert_eq!(answer.code, 2);
    assert!(answer.out.contains("all models were tried"), "{answer:?}");
    // The absence of sampling is not enough: at this size nothing at all was tried.
    assert_eq!(find(&["--evaluations", "0", "--states", "1"]).code, 2);
}

fn refused(folder: &Folder, states: usize) -> Answer {
    let answer =
        folder.run(&format!("models --states {states} --processes 1 --checkpoint run.txt"));
    assert_eq!((answer.code, answer.codes(), &*answer.out), (3, vec!["E0015"], ""), "{answer:?}");
    answer
}

#[test]
fn checkpoints_that_do_not_fit_are_left_alone() {
    let folder = Folder::new();
    let ask = "models --states 3 --processes 1 --checkpoint run.txt";
    let first = folder.run(ask);
    assert_eq!(first.code, 0);
    // One size only.
    assert_eq!(first.out.lines().count(), 3, "{first:?}");
    assert!(first.out.contains("11,735"), "{first:?}");
    assert_eq!(folder.run(ask).out, first.out);
    let path = folder.path().join("run.txt");
    let good = std::fs::read_to_string(&path).unwrap();
    let answer = refused(&folder, 2);
    for part in ["belongs to another run", "--> run.txt:2:1", "ask for the size of that run"] {
        assert!(answer.err.contains(part), "{part}: {answer:?}");
    }
    let newer = good.replacen("reductio-count 2", "reductio-count 3", 1);
    let damaged = good.replacen("units", "unite", 1);
    let cut = good[..good.len() / 2].to_owned();
    for (text, says) in [
        (newer, "is of another version: `reductio-count 3`"),
        (damaged, "is damaged"),
        (cut, "is damaged"),
        ("My thesis\n".to_owned(), "is a file of another kind: it starts with `My thesis`"),
        (String::new(), "is a file of another kind"),
    ] {
        std::fs::write(&path, &text).unwrap();
        let answer = refused(&folder, 3);
        assert!(answer.err.contains(says) && answer.err.contains("help: "), "{says}: {answer:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "it is left as it was");
    }
    std::fs::write(&path, [0xFF, 0xFE]).unwrap();
    assert!(refused(&folder, 3).err.contains("bytes that are no text"));
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(refused(&folder, 3).err.contains("cannot be read or written"));
    let answer = folder.run("models --states 2 --checkpoint nothing/run.txt --format json");
    let value = assert_valid(SCHEMA, &answer);
    assert_eq!((answer.code, &value["errors"][0]["code"]), (3, &"E0015".into()));
    assert_eq!(value["errors"][0]["file"], "nothing/run.txt");
}

#[test]
fn pictures() {
    let folder = law();
    let dot = folder.run("models --drop 20 --format dot");
    assert_eq!((dot.code, &*dot.err), (0, ""), "{dot:?}");
    assert!(dot.out.starts_with("digraph model {\n  label=\"without (20)\";"), "{dot:?}");
    let svg = folder.run("models law.oa 2 --format svg");
    assert_eq!((svg.code, &*svg.err), (1, ""));
    assert!(svg.out.contains("<title>Law (2): y x &lt;= x y</title>"), "{svg:?}");
    assert_eq!(svg.out.matches("<svg").count(), 1);
    // Several pictures: graphs one after the other, or files.
    let several = folder.run("models --drop 20 --drop 18 --format dot").out;
    assert_eq!(several.matches("digraph").count(), 2);
    let crowd = folder.run("models --drop 20 --drop 18 --format svg");
    assert_eq!((crowd.code, crowd.codes(), &*crowd.out), (3, vec!["E0016"], ""));
    let saved = folder.run("models --drop 20 --drop 18 --format svg --save pictures");
    assert_eq!(
        (saved.code, &*saved.out),
        (0, "pictures/without-20.svg\npictures/without-18.svg\n")
    );
    let text = std::fs::read_to_string(folder.path().join("pictures/without-18.svg")).unwrap();
    assert!(text.contains("<title>without (18)</title>"));
    let blocked = folder.run("models --drop 20 --format svg --save law.oa");
    assert_eq!((blocked.code, blocked.codes()), (3, vec!["E0012"]));
    assert_eq!(folder.run("models --save pictures").codes(), ["E0016"]);
}

#[test]
fn nothing_to_draw() {
    for (arguments, code) in [
        ("models --states 2 --format dot", 0),
        ("models --drop 14b --states 2 --format svg", 0),
        ("models --find T=T --format svg", 0),
    ] {
        let answer = law().run(arguments);
        assert_eq!(
            (answer.code, answer.codes(), &*answer.out),
            (code, vec!["W0002"], ""),
            "{arguments}"
        );
    }
    assert_eq!(law().run("models --states 0 --format svg").codes(), ["E0014"]);
}

#[test]
fn what_the_hypotheses_of_another_theorem_are_for() {
    let folder = Folder::new();
    let answer = folder.run("models Lipton:Lipton --all-drops --format json");
    let json = assert_valid(SCHEMA, &answer);
    let results = json["results"].as_array().unwrap();
    let dropped: Vec<&str> = results.iter().map(|r| r["dropped"].as_str().unwrap()).collect();
    let all = ["no return", "own first half", "own second half", "right movers", "left movers"];
    assert_eq!(dropped, all);
    for result in results.iter().filter(|r| r["dropped"] != "no return") {
        assert_eq!((&result["verdict"], &result["states"]), (&"fails".into(), &3.into()));
    }
    // A countermodel is what was asked for; (no return) has none with up to three states and two processes.
    assert_eq!(answer.code, 0);
    assert_eq!(
        (&results[0]["verdict"], &results[0]["is_exhaustive"]),
        (&"holds".into(), &true.into())
    );
    assert_eq!(folder.run("models Lipton:Lipton --drop movers").code, 3);
    let one = folder.run_with(&["models", "Lipton:Lipton", "--drop", "(left movers)"], None);
    assert_eq!(one.code, 0, "{one:?}");
    assert!(one.out.starts_with("Lipton (Lipton) without (left movers): "), "{one:?}");
}
