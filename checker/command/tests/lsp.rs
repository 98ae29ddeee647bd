//! A dialogue with the language server: the real command, over its standard input and output.

#![expect(clippy::needless_pass_by_value, reason = "messages are made where they are sent")]

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, command};
use serde_json::{Value, json};

/// A conversation with the server.
struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
    /// The newest diagnostics of each text, by its URI, with the version.
    published: Vec<(String, Value)>,
}

impl Dialogue {
    fn start() -> Self {
        let mut command = command();
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Dialogue { child, input, output, next: 0, published: Vec::new() }
    }

    /// Starts the server, and opens a folder.
    fn in_folder(folder: &Path) -> Self {
        let mut dialogue = Dialogue::start();
        let answer = dialogue.ask(
            "initialize",
            json!({
                "processId": null,
                "capabilities": {},
                "workspaceFolders": [{ "uri": uri(folder), "name": "f" }],
                "initializationOptions": { "explanations": "explained" },
            }),
        );
        assert_eq!(answer["serverInfo"]["name"], "reductio", "{answer}");
        dialogue.tell("initialized", json!({}));
        dialogue
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Reads one message.
    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                _ if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap().to_owned();
            self.published.retain(|(known, _)| *known != uri);
            self.published.push((uri, message["params"].clone()));
        }
        message
    }

    /// Asks, and returns the whole answer.
    fn ask_for_all(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask_for_all(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, path: &Path, text: &str) {
        let id = format!("reductio-{}", path.extension().unwrap().to_str().unwrap());
        let own = json!({ "uri": uri(path), "languageId": id, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": own }));
    }

    fn change(&mut self, path: &Path, version: i32, changes: Value) {
        let own = json!({ "uri": uri(path), "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": own, "contentChanges": changes }),
        );
    }

    /// The diagnostics of a version of a text, as soon as they satisfy a condition.
    fn diagnostics(
        &mut self,
        path: &Path,
        version: i32,
        is_wanted: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        let uri = uri(path);
        loop {
            let known = self.published.iter().find(|(known, _)| *known == uri);
            if let Some((_, params)) = known
                && params["version"] == version
            {
                let all = params["diagnostics"].as_array().unwrap().clone();
                if is_wanted(&all) {
                    return all;
                }
            }
            self.read();
        }
    }

    /// Asks about the place of `|` in the text that was opened.
    fn at(&mut self, method: &str, path: &Path, text: &str, part: &str) -> Value {
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": place(text, part) });
        self.ask(method, params)
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        let late = self.ask_for_all("textDocument/hover", json!({}));
        assert_eq!(late["error"]["code"], -32600);
        self.tell("exit", Value::Null);
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The place in a text of the `|` in a part of it.
fn place(text: &str, part: &str) -> Value {
    let (before, after) = part.split_once('|').unwrap();
    let at =
        text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("{part}")) + before.len();
    let line = text[..at].matches('\n').count();
    let column = text[..at].rsplit('\n').next().unwrap().encode_utf16().count();
    json!({ "line": line, "character": column })
}

fn codes(found: &[Value]) -> Vec<String> {
    found.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
}

/// The text after the edits of an answer.
fn edited(text: &str, edits: &Value) -> String {
    let byte = |place: &Value| {
        let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
        let mut left = place["character"].as_u64().unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut at = start;
        for c in text[start..].chars().take_while(|_| true) {
            if left == 0 {
                break;
            }
            left -= u64::try_from(c.len_utf16()).unwrap();
            at += c.len_utf8();
        }
        at
    };
    let mut all: Vec<_> = edits.as_array().unwrap().iter().collect();
    all.sort_by_key(|edit| std::cmp::Reverse(byte(&edit["range"]["start"])));
    let mut text_after = text.to_owned();
    for edit in all {
        let (start, end) = (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]));
        text_after.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text_after
}

const LAW: &str = "theory Law\naction x, y -- 𝒳\nlemma (One) ours: y <= x => x* y <= x* x\nlemma (Two) ours: x <= x + y\n";
const PROOF: &str = "proofs of Law\n-- 𝒳 ≤ 𝒴\nlemma (One): y <= x => x* y <= x* x\nproof\n    x* y\n  <= {(regular algebra)}\n    x* x\nqed\n\nlemma (Two): x <= x + y\nproof\n    x\n  <= {(auto)}\n    x + y\nqed\n";
const SYSTEM: &str = "system s\nlock m\nprotected data : 0 .. 3 by m\nvar flag : bool\nthread t[i : 0 .. 1] {\n  A: acquire m\n  data := 1\n  release m\n  flag := true\n}\n";

struct Files {
    _folder: Folder,
    law: PathBuf,
    proof: PathBuf,
    system: PathBuf,
    root: PathBuf,
}

fn files() -> Files {
    let folder = Folder::new().with("law.oa", LAW).with("law.oap", PROOF).with("s.sys", SYSTEM);
    let root = fs::canonicalize(folder.path()).unwrap();
    let (law, proof, system) = (root.join("law.oa"), root.join("law.oap"), root.join("s.sys"));
    Files { _folder: folder, law, proof, system, root }
}

#[test]
fn a_derivation_is_written() {
    let files = files();
    let mut dialogue = Dialogue::in_folder(&files.root);
    // The statement file is beside the script, and not open.
    dialogue.open(&files.proof, PROOF);
    let found = dialogue.diagnostics(&files.proof, 1, |found| found.len() > 1);
    assert_eq!(codes(&found), ["E0309", "W0303"], "{found:?}");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["range"]["start"], place(PROOF, "|<= {(regular"));
    assert_eq!(found[0]["codeDescription"]["href"], "explained:/E0309.md");
    let explained = dialogue.ask("reductio/explain", json!({ "code": "E0309" }));
    assert!(explained["text"].as_str().unwrap().starts_with("E0309: "), "{explained}");

    let said = dialogue.at("textDocument/hover", &files.proof, PROOF, "lemma (O|ne)");
    let said = said["contents"]["value"].as_str().unwrap();
    assert!(
        said.contains("lemma **(One)** of Law, ours") && said.contains("y <= x => x* y <= x* x"),
        "{said}"
    );
    let to = dialogue.at("textDocument/definition", &files.proof, PROOF, "lemma (O|ne)");
    assert_eq!(
        (&to["uri"], &to["range"]["start"]),
        (&json!(uri(&files.law)), &place(LAW, "lemma |(One)"))
    );
    let to = dialogue.at("textDocument/definition", &files.proof, PROOF, "    x* |y\n");
    assert_eq!(to["range"]["start"], place(LAW, "x, |y -- "), "{to}");

    let state = dialogue.at("reductio/derivationState", &files.proof, PROOF, "    x|* x\nqed");
    let state = state["markdown"].as_str().unwrap();
    for part in ["**(One)**", "(hyp): `y <= x`", "so far: `x* y <= x* x`", "has reached its end"] {
        assert!(state.contains(part), "{part}: {state}");
    }
    let state = dialogue.at("reductio/derivationState", &files.proof, PROOF, "    x|* y\n");
    assert!(
        state["markdown"].as_str().unwrap().contains("still to show: `x* y <= x* x`"),
        "{state}"
    );
    assert_eq!(
        dialogue.at("reductio/derivationState", &files.proof, PROOF, "proofs| of"),
        Value::Null
    );

    // The remedy for the refused step, and what `(auto)` found.
    let remedies = |dialogue: &mut Dialogue, text: &str, part: &str| {
        let at = place(text, part);
        let range = json!({ "start": at, "end": at });
        let params = json!({ "textDocument": { "uri": uri(&files.proof) }, "range": range, "context": { "diagnostics": [] } });
        dialogue.ask("textDocument/codeAction", params).as_array().unwrap().clone()
    };
    let all = remedies(&mut dialogue, PROOF, "{(reg|ular");
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0]["title"], "cite (hyp)");
    let cited = edited(PROOF, &all[0]["edit"]["changes"][uri(&files.proof)]);
    assert!(cited.contains("{(regular algebra); (hyp)}"), "{cited}");
    let all = remedies(&mut dialogue, PROOF, "{(au|to)");
    assert_eq!(all[0]["title"], "write what (auto) found");
    let edits = &all[0]["edit"]["changes"][uri(&files.proof)];
    let found = edited(PROOF, edits);
    assert!(!found.contains("(auto)"), "{found}");

    // Both remedies, and nothing is wrong any more.
    dialogue.change(&files.proof, 2, json!([{ "text": cited }]));
    let change = edits[0].clone();
    let range = json!({ "start": place(&cited, "|{(auto)}"), "end": place(&cited, "{(auto)}|") });
    dialogue.change(&files.proof, 3, json!([{ "range": range, "text": change["newText"] }]));
    // What is wrong in the text between is not said any more, or was said before.
    let found = dialogue.diagnostics(&files.proof, 3, <[Value]>::is_empty);
    assert!(found.is_empty());

    // Half a proof: the state is known, and its faults are.
    let half = "proofs of Law\nlemma (One): y <= x => x* y <= x* x\nproof\n    x* y\n  <= {(hyp)}\n    x* x\n  = {";
    dialogue.change(&files.proof, 4, json!([{ "text": half }]));
    let found = dialogue.diagnostics(&files.proof, 4, |found| !found.is_empty());
    assert!(codes(&found)[0].starts_with("E01"), "{found:?}");
    let state = dialogue.at("reductio/derivationState", &files.proof, half, "    x* x|");
    assert!(state["markdown"].as_str().unwrap().contains("so far: `x* y <= x* x`"), "{state}");
    let all = dialogue.at("textDocument/completion", &files.proof, half, "{(h|yp");
    assert_eq!(all[0]["label"], "hyp", "{all}");

    // A fault in the statement file is said of the script too.
    dialogue.change(&files.proof, 5, json!([{ "text": PROOF }]));
    let other = LAW.replace("x <= x + y", "x <= y + x");
    dialogue.open(&files.law, &other);
    let found =
        dialogue.diagnostics(&files.proof, 5, |found| codes(found).contains(&"E0301".to_owned()));
    let related = found.iter().find(|one| one["code"] == "E0301").unwrap();
    assert_eq!(related["relatedInformation"][0]["location"]["uri"], uri(&files.law), "{related}");
    dialogue.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(&files.law) } }));
    dialogue.diagnostics(&files.proof, 5, |found| codes(found) == ["E0309", "W0303"]);
    dialogue.end();
}

#[test]
fn a_system_is_written() {
    let files = files();
    let mut dialogue = Dialogue::in_folder(&files.root);
    dialogue.open(&files.system, SYSTEM);
    dialogue.diagnostics(&files.system, 1, <[Value]>::is_empty);
    let hover = |dialogue: &mut Dialogue, part: &str| {
        let said = dialogue.at("textDocument/hover", &files.system, SYSTEM, part);
        said["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let said = hover(&mut dialogue, "protected da|ta");
    assert!(
        said.contains("protected data : 0 .. 3 by m") && said.contains("data: protected, Set"),
        "{said}"
    );
    let said = hover(&mut dialogue, "fl|ag := true");
    assert!(said.contains("flag: open"), "{said}");
    let said = hover(&mut dialogue, "ac|quire m");
    assert!(said.contains("`A: acquire m` of t[0], t[1] is visible: operation on m"), "{said}");
    let said = hover(&mut dialogue, "lo|ck m");
    assert!(said.contains("`lock m`"), "{said}");

    let to = dialogue.at("textDocument/definition", &files.system, SYSTEM, "  da|ta := 1");
    assert_eq!(to["range"]["start"], place(SYSTEM, "protected |data"));
    let outline = dialogue.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri(&files.system) } }),
    );
    let names: Vec<&str> =
        outline.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["s", "m", "data", "flag", "t"]);
    assert_eq!(outline[4]["children"][0]["name"], "A");

    // A misspelt name: what is meant, and the remedy.
    let wrong = SYSTEM.replace("data := 1", "dat := 1");
    dialogue.change(&files.system, 2, json!([{ "text": wrong }]));
    let found = dialogue.diagnostics(&files.system, 2, |found| !found.is_empty());
    assert_eq!(codes(&found), ["E0607"]);
    let params = json!({ "textDocument": { "uri": uri(&files.system) }, "range": found[0]["range"], "context": { "diagnostics": found } });
    let all = dialogue.ask("textDocument/codeAction", params);
    assert_eq!(all[0]["title"], "write `data`", "{all}");
    assert_eq!(edited(&wrong, &all[0]["edit"]["changes"][uri(&files.system)]), SYSTEM);

    let messy = "system s\nthread t{\nx:=1\n}\n";
    dialogue.change(&files.system, 3, json!([{ "text": messy }]));
    let params = json!({ "textDocument": { "uri": uri(&files.system) }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = dialogue.ask("textDocument/formatting", params);
    assert_eq!(edited(messy, &edits), "system s\nthread t {\n  x := 1\n}\n");
    let all =
        dialogue.at("textDocument/completion", &files.system, "system s\nthread t{\n", "thr|ead");
    assert!(all.as_array().unwrap().iter().any(|one| one["label"] == "thread"), "{all}");
    dialogue.end();
}

#[test]
fn what_makes_no_sense_is_answered_with_an_error() {
    let mut dialogue = Dialogue::start();
    let early = dialogue.ask_for_all("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002, "{early}");
    for (text, code) in
        [("{", -32700), ("[1]", -32600), ("{\"method\": 5}", -32600), ("{}", -32600)]
    {
        dialogue.send(text);
        let answer = dialogue.read();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&Value::Null, &json!(code)),
            "{text}"
        );
    }
    let wrong = dialogue.ask_for_all("initialize", json!({ "capabilities": 7 }));
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    dialogue.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(
        dialogue.ask_for_all("initialize", json!({ "capabilities": {} }))["error"]["code"],
        -32600
    );
    assert_eq!(dialogue.ask_for_all("workspace/unheardOf", json!({}))["error"]["code"], -32601);
    let at = json!({ "textDocument": { "uri": "file:///none.sys" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(dialogue.ask_for_all("textDocument/hover", at)["error"]["code"], -32602);
    assert_eq!(dialogue.ask_for_all("textDocument/hover", json!({}))["error"]["code"], -32602);
    // Notifications have no answer: what makes no sense is passed over.
    dialogue.tell("textDocument/didChange", json!({ "textDocument": 1 }));
    dialogue.tell("textDocument/didOpen", json!({ "textDocument": { "uri": "untitled:1", "languageId": "c", "version": 1, "text": "x" } }));
    // A request that is cancelled before its turn.
    dialogue.tell("$/cancelRequest", json!({ "id": dialogue.next + 1 }));
    let cancelled = dialogue.ask_for_all("textDocument/hover", json!({}));
    assert_eq!(cancelled["error"]["code"], -32800, "{cancelled}");
    // Places that are none are moved to the nearest.
    let path = Path::new("/none/t.sys");
    dialogue.open(path, SYSTEM);
    for (line, character) in [(0, 999), (999, 0), (4_000_000_000_u32, 4_000_000_000_u32)] {
        let position = json!({ "line": line, "character": character });
        dialogue.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri(path) }, "position": position }),
        );
    }
    dialogue.end();
    // Who goes without a word is noticed.
    let mut dialogue = Dialogue::start();
    drop(dialogue.input.take());
    assert_eq!(dialogue.child.wait().unwrap().code(), Some(1));
}

/// A lemma whose step `(auto)` does not find in any time that a person has.
fn endless() -> (String, String) {
    let n = 9;
    let letters: Vec<String> = (0..n).map(|k| format!("x{k}")).collect();
    let mut lemma = String::new();
    for j in 1..n {
        for i in 0..j {
            let (k, l) = ((i + 1) % n, (j + 1) % n);
            let _ = write!(lemma, "x{j} x{i} <= x{i} x{j} + x{k} x{l} => ");
        }
    }
    let (left, right) = (format!("({})*", letters.join(" + ")), letters.join("* ") + "*");
    let lemma = format!("{lemma}{left} <= {right}");
    let law = format!("theory Long\naction {}\nlemma (1) ours: {lemma}\n", letters.join(", "));
    let script = format!(
        "proofs of Long\nlemma (1): {lemma}\nproof\n    {left}\n  <= {{(auto)}}\n    {right}\nqed\n"
    );
    (law, script)
}

#[test]
fn an_edit_ends_the_search_before_it() {
    let (law, script) = endless();
    let folder = Folder::new().with("long.oa", law);
    let path = fs::canonicalize(folder.path()).unwrap().join("long.oap");
    let mut dialogue = Dialogue::in_folder(path.parent().unwrap());
    dialogue.open(&path, &script);
    dialogue.diagnostics(&path, 1, <[Value]>::is_empty);
    // The search goes on; questions are answered all the same.
    let start = Instant::now();
    dialogue.at("textDocument/hover", &path, &script, "lemma (|1)");
    dialogue.change(&path, 2, json!([{ "text": script.replace("{(auto)}", "{(hy)}") }]));
    let found = dialogue.diagnostics(&path, 2, |found| !found.is_empty());
    assert!(codes(&found)[0].starts_with("E01"), "{found:?}");
    let time = start.elapsed();
    // Generous, for busy machines: without an end the search takes minutes.
    assert!(time < Duration::from_secs(20), "{time:?}");
    dialogue.end();
}

/// The times of the answers for the largest bundled file of each language; printed, not asserted.
#[test]
fn answer_times() {
    let project = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let bundled =
        ["theorems/statements", "proofs/scripts", "checker/examples", "checker/coarsening/systems"];
    let mut dialogue = Dialogue::in_folder(&project);
    for ending in ["oa", "oap", "sys", "prog"] {
        let mut all = Vec::new();
        for folder in bundled {
            collect(&project.join(folder), ending, &mut all);
        }
        let (size, path) = all.into_iter().max().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let own = json!({ "textDocument": { "uri": uri(&path) } });
        let line = text.matches('\n').count() / 2;
        let position = json!({ "line": line, "character": 5 });
        let at = json!({ "textDocument": own["textDocument"], "position": position });
        let start = Instant::now();
        dialogue.open(&path, &text);
        let found = dialogue.diagnostics(&path, 1, |_| true);
        let mut times = vec![("first diagnostics", start.elapsed())];
        let errors: Vec<_> = found.iter().filter(|one| one["severity"] == 1).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        for (what, params) in [
            ("hover", &at),
            ("hover again", &at),
            ("definition", &at),
            ("completion", &at),
            ("documentSymbol", &own),
        ] {
            let start = Instant::now();
            let method = format!("textDocument/{}", what.split(' ').next().unwrap());
            dialogue.ask(&method, params.clone());
            times.push((what, start.elapsed()));
        }
        let start = Instant::now();
        let mut params = own.clone();
        params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
        assert!(dialogue.ask("textDocument/formatting", params).is_array(), "{}", path.display());
        times.push(("formatting", start.elapsed()));
        if ending == "oap" {
            let start = Instant::now();
            dialogue.ask("reductio/derivationState", at.clone());
            times.push(("state", start.elapsed()));
        }
        let start = Instant::now();
        dialogue.change(
            &path,
            2,
            json!([{ "range": { "start": position, "end": position }, "text": " " }]),
        );
        dialogue.diagnostics(&path, 2, |_| true);
        times.push(("diagnostics after an edit", start.elapsed()));
        let times: Vec<String> = times
            .iter()
            .map(|(what, time)| format!("{what} {:.1} ms", time.as_secs_f64() * 1e3))
            .collect();
        println!(
            "{} ({size} bytes): {}",
            path.strip_prefix(&project).unwrap().display(),
            times.join(", ")
        );
        dialogue.tell("textDocument/didClose", own.clone());
    }
    dialogue.end();
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<(u64, PathBuf)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push((fs::metadata(&path).unwrap().len(), path));
        }
    }
}
