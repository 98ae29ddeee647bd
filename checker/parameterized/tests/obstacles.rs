//! Texts that do not treat all threads of a family alike: declined, with the line and the construct.

use reductio_language::{Families, FamilyClaimKind, parse_system};
use reductio_parameterized::{FamilyError, Limits, Outcome, decide};

use crate::table::text;

const HEAD: &str = "const N = 2\ntype User = 0 .. N - 1\n";

/// The obstacles of a text behind the declaration of the type: the lines, from 1 on, and the constructs.
fn obstacles(rest: &str) -> Vec<(usize, String)> {
    let text = format!("{HEAD}{rest}");
    parse_system(&text, "text", &[]).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    match Families::find(&text, &["User"]) {
        Ok(_) => Vec::new(),
        Err(all) => all.into_iter().map(|one| (one.line(&text) - 2, one.construct)).collect(),
    }
}

fn declined(rest: &str, line: usize, construct: &str) {
    let found = obstacles(rest);
    let is_it = |(at, what): &(usize, String)| *at == line && what.contains(construct);
    assert!(found.iter().any(is_it), "{rest}\n{found:?}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a line for each kind")]
fn each_kind_of_obstacle_is_told_with_its_line() {
    let user = "thread user[u : User] { skip }";
    declined(
        "var turn : User\nthread user[u : User] { await turn == u }",
        1,
        "a pointer that begins with a particular thread",
    );
    declined(
        "var turn : User or none = 0\nthread user[u : User] { await turn == u }",
        1,
        "a pointer that begins",
    );
    declined(
        "var x : 0 .. 9\nthread user[u : User] {\n  x := u + 1\n}",
        3,
        "arithmetic on indices",
    );
    declined(
        "var x : 0 .. 9\nthread user[u : User] {\n  x := u\n}",
        3,
        "an index of the family as a value",
    );
    declined("thread user[u : User] {\n  await u > 0\n}", 2, "an order on indices");
    declined("thread user[u : User] {\n  await u == 0\n}", 2, "compared with a particular value");
    declined(
        "thread user[u : User] {\n  await u in { 0, 1 }\n}",
        2,
        "compared with a particular value",
    );
    declined(&format!("var x : 0 .. N\n{user}"), 1, "`N`, the number of threads");
    declined(&format!("const M = N + 1\n{user}"), 1, "`N`, the number of threads");
    declined(&format!("queue c of bool capacity N\n{user}"), 1, "`N`, the number of threads");
    declined(
        "var x : 0 .. 9\nthread user[u : User] {\n  await x < N\n}",
        3,
        "`N`, the number of threads",
    );
    declined(&format!("semaphore s = 0\n{user}"), 1, "a semaphore without a constant `max`");
    declined(
        "var w[u : User] : bool\nthread user[u : User] {\n  await forall v : User . w[v]\n}",
        3,
        "a quantifier over the family",
    );
    declined(
        "var w[u : User] : bool\nthread user[u : User] {\n  await (count v : User . w[v]) == 1\n}",
        3,
        "the number of threads",
    );
    declined(
        &format!(
            "protected y : bool for t when exists v : User . t == user[v] and user[v] at end\n{user}"
        ),
        1,
        "a quantifier over the family",
    );
    declined(
        "lock row[u : User]\nthread user[u : User] { acquire row[u]; release row[u] }",
        1,
        "a lock for each thread",
    );
    declined(
        &format!("queue c[u : User] of bool capacity 1\n{user}"),
        1,
        "a queue for each thread",
    );
    declined(
        "thread user[u : User] {\n  local next : User or none\n}",
        2,
        "a local that points to a thread",
    );
    declined(
        &format!("var next[u : User] : User or none\n{user}"),
        1,
        "a local that points to a thread",
    );
    declined(&format!("queue c of User capacity 1\n{user}"), 1, "a pointer that begins");
    declined(&format!("var x[u, v : User] : bool\n{user}"), 1, "more than one index");
    declined("thread user[u : User, k : 0 .. 1] { skip }", 1, "a second parameter");
    declined(&format!("var last : thread or none\n{user}"), 1, "a value that is any thread");
    declined(
        "var last : thread or none\nthread user[u : User] {\n  last := me\n}",
        3,
        "`me` as a value",
    );
    declined(&format!("unshared x : bool\n{user}"), 1, "another lock discipline");
    declined(&format!("disciplined x : bool\n{user}"), 1, "another lock discipline");
    declined(
        "protected x : bool for user[v] when user[v] at A read for user[v] when user[v] at B\nthread user[u : User] { A: skip; B: skip }",
        1,
        "access to read together",
    );
    declined(
        "var w[u : User] : bool\nthread user[u : User] {\n  w[0] := true\n}",
        3,
        "an element or thread of the family that is named",
    );
    declined(
        &format!("protected y : bool for user[0] when user[0] at end\n{user}"),
        1,
        "a thread that is named",
    );
    declined(
        "var p : User or none = none\nthread user[u : User] {\n  p := any\n}",
        3,
        "a pointer that gets any thread",
    );
    declined(
        "var p : User or none = none\nthread user[u : User] {\n  p := 1\n}",
        3,
        "no thread in sight",
    );
    declined(
        "thread user[u : User] { skip }\nthread other[u : User] { skip }",
        2,
        "2 declarations of threads",
    );
    declined(
        "procedure f(k : 0 .. 9) { await k == 0 }\nthread user[u : User] {\n  call f(u)\n}",
        3,
        "an index of the family as a value",
    );
}

#[test]
fn what_treats_all_alike_is_accepted() {
    for rest in [
        "var p : User or none = none\nthread user[u : User] { await p == none; p := u; await p == u }",
        "type Pointer = User or none\nvar p[k : 0 .. 1] : Pointer\nthread user[u : User] { p[0] := u; p[1] := p[0]; await p[1] != u }",
        "type Job = record { what : 0 .. 1, who : User or none }\nqueue c of Job capacity 2\nsemaphore done[u : User] = 0 max 1\nthread user[u : User] { send c (1, u); down done[u] }\nthread server { local j : Job; loop { receive c into j; up done[j.who] } }",
        "procedure f(v : User) { p := v }\nvar p : User or none\nthread user[u : User] { call f(u) }",
        "lock m\nprotected y : bool for t when m.owner == t\nthread user[u : User] { synchronized m { y := true } }\nthread other { skip }",
        "monitor o\ninvariant exists t : thread . not o.waiters[t]\nthread user[u : User] { skip }",
    ] {
        assert_eq!(obstacles(rest), [], "{rest}");
    }
}

#[test]
fn the_number_may_be_any() {
    let text = "type User = 2 .. any\nlock m\nthread user[u : User] { acquire m; release m }";
    let family = Families::find(text, &["User"]).unwrap().families.remove(0);
    assert_eq!((family.constant.as_str(), family.least), ("User", 2));
    let error = parse_system(text, "text", &[]).unwrap_err();
    assert_eq!(error[0].code(), "E0642");
    assert!(error[0].help().unwrap().contains("--const User=3"));
    let with = |number| parse_system(text, "text", &[("User".to_owned(), number)]);
    assert_eq!(with(3).unwrap().threads().len(), 3);
    assert_eq!(with(1).unwrap_err()[0].code(), "E0632");
    assert_eq!(
        parse_system(&text.replace("2 .. any", "any"), "text", &[("User".to_owned(), 1)])
            .unwrap()
            .threads()
            .len(),
        1
    );
}

#[test]
fn the_size_of_the_type_must_be_free() {
    for (ty, construct) in [
        ("0 .. 3", "so its size is fixed"),
        ("0 .. M", "so its size is fixed"),
        ("1 .. N", ""),
        ("0 .. N - 1", ""),
    ] {
        let text =
            format!("const N = 2\nconst M = 2\ntype User = {ty}\nthread user[u : User] {{ skip }}");
        match Families::find(&text, &["User"]) {
            Ok(all) => {
                assert_eq!((construct, all.families[0].constant.as_str()), ("", "N"), "{ty}");
            }
            Err(all) => assert!(all[0].construct.contains(construct), "{all:?}"),
        }
    }
    assert!(
        Families::find("thread t { skip }", &["User"]).unwrap_err()[0]
            .construct
            .contains("no type")
    );
}

#[test]
fn claims_have_obstacles_of_their_own() {
    let text = "type User = any\nvar w[u : User] : bool\nthread user[u : User] { A: w[u] := true }
invariant \"all or none\": (forall u : User . w[u]) or (forall u : User . not w[u])
invariant \"some\": exists u : User . user[u] at A or w[u]
reach \"all\": forall u : User . w[u]
reach \"first\": w[0]
invariant \"implied\": (exists u : User . w[u]) => (forall u, v : User . w[u] or not w[v])
property \"later\": eventually forall u : User . w[u]";
    let family = Families::find(text, &["User"]).unwrap();
    let witnesses: Vec<_> =
        family.claims.iter().map(|claim| claim.witnesses.as_ref().map(|all| all[0])).collect();
    assert_eq!(witnesses[..5], [Some(2), None, None, Some(0), Some(3)]);
    let obstacle =
        |number: usize| family.claims[number].obstacle.as_ref().map(|one| one.line(text));
    assert_eq!(
        (0..6).map(obstacle).collect::<Vec<_>>(),
        [None, None, None, Some(7), None, Some(9)]
    );
    assert_eq!(family.claims[5].kind, FamilyClaimKind::Property);
    let answer = decide(text, &["User"], &[], &Limits::default()).unwrap();
    let told: Vec<&Outcome> = answer.claims.iter().map(|claim| &claim.outcome).collect();
    assert!(
        matches!(told[0], Outcome::Fails { threads, is_from_on: true, .. } if *threads == [2]),
        "{told:?}"
    );
    assert!(
        matches!(told[1], Outcome::Undecided { reason } if reason.contains("more threads may change it back"))
    );
    assert!(
        matches!(told[2], Outcome::Reached { threads, is_from_on: false, .. } if *threads == [1])
    );
    assert!(matches!(told[3], Outcome::Undecided { reason } if reason.contains("that is named")));
    assert!(matches!(told[5], Outcome::Undecided { reason } if reason.contains("whole runs")));
}

#[test]
fn families_that_do_not_qualify_are_declined_with_line_and_construct() {
    for (name, line, construct) in [
        ("barrier", 5, "outside of its type"),
        ("await_all", 8, "a quantifier over the family"),
        ("philosophers", 5, "a lock for each thread"),
        ("turn", 5, "a pointer that begins"),
    ] {
        let error = decide(&text(name), &["User"], &[], &Limits::default()).unwrap_err();
        let FamilyError::Obstacles { obstacles } = &error else { panic!("{name}: {error}") };
        let has = |one: &(usize, reductio_language::Obstacle)| {
            one.0 == line && one.1.construct.contains(construct)
        };
        assert!(obstacles.iter().any(has), "{name}: {error}");
    }
}
