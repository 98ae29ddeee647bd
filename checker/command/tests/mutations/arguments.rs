//! Command lines that somebody might write, with arguments changed, and the ways in which the command may end.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use reductio_command::EXPLANATIONS;
use serde_json::Value;

use crate::common::{Folder, command, words};
use crate::mutations::files::Corpus;
use crate::mutations::kept;
use crate::mutations::tokens::{ODD, Random, mutated};

/// A command line, with the files that it names.
struct Line {
    arguments: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
}

/// The command lines that are changed, and all their words.
pub(crate) struct Seeds {
    lines: Vec<Line>,
    words: Vec<String>,
}

/// Options that are added to command lines with these verbs: tests have no time for large answers.
const HASTE: [(&str, &str, &str); 5] = [
    ("check", "--max-states", "2000"),
    ("check", "--timeout", "2"),
    ("models", "--states", "2"),
    ("models", "--timeout", "2"),
    ("states", "--max-states", "100"),
];

/// Words that no example has.
const MORE: [&str; 24] = [
    "--format",
    "json",
    "text",
    "dot",
    "svg",
    "--quiet",
    "--verbose",
    "--html",
    "page.html",
    "--save",
    "saved",
    "--output",
    "-",
    "--unreduced",
    "--compare",
    "--keep-going",
    "--deny-warnings",
    "--unicode",
    "--color",
    "--help",
    "--version",
    "--",
    "--max-states",
    "--timeout",
];

impl Seeds {
    pub(crate) fn new() -> Self {
        let mut lines = Vec::new();
        for explanation in EXPLANATIONS.iter() {
            // Files that are too large on purpose say nothing new.
            let small = explanation.files.iter().filter(|file| file.times == 1);
            let files = small.map(|file| (file.name.to_owned(), file.bytes.to_vec())).collect();
            if let Some(line) = explanation.command() {
                lines.push(Line { arguments: arguments(&line), files });
            }
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
        for name in ["systems", "models", "own", "wrong", "decide", "help", "explain"] {
            let text = std::fs::read_to_string(folder.join(format!("{name}.trycmd"))).unwrap();
            let files: Vec<(String, Vec<u8>)> =
                std::fs::read_dir(folder.join(format!("{name}.in")))
                    .into_iter()
                    .flatten()
                    .map(|entry| entry.unwrap())
                    .filter(|entry| entry.path().is_file())
                    .map(|entry| {
                        let name = entry.file_name().into_string().unwrap();
                        (name, std::fs::read(entry.path()).unwrap())
                    })
                    .collect();
            let commands = text.lines().filter(|line| line.starts_with("$ reductio "));
            lines.extend(commands.map(|line| Line {
                arguments: arguments(line.trim_start_matches("$ ")),
                files: files.clone(),
            }));
        }
        let own = lines.iter().flat_map(|line| line.arguments.iter().cloned());
        let mut words: Vec<String> = own.chain(MORE.map(str::to_owned)).collect();
        words.sort();
        words.dedup();
        assert!(lines.len() > 100, "{} command lines", lines.len());
        Seeds { lines, words }
    }

    /// Runs the command line of a seed, and says how it ended, or what is wrong with that.
    pub(crate) fn run(
        &self,
        seed: u64,
        corpus: &Corpus,
        limit: Duration,
    ) -> Result<String, String> {
        let mut random = Random::new(seed);
        let line = random.pick(&self.lines);
        let mut arguments = line.arguments.clone();
        for (verb, limit, value) in HASTE {
            if arguments.first().is_some_and(|word| word == verb)
                && !arguments.iter().any(|word| word == limit)
            {
                arguments.extend([limit.to_owned(), value.to_owned()]);
            }
        }
        for _ in 0..*random.pick(&[0, 0, 0, 1, 1, 2, 3]) {
            self.change(&mut arguments, &mut random);
        }
        // No bytes that no command line can have, and nothing outside of the folder.
        arguments
            .retain(|word| !word.contains('\0') && !word.starts_with('/') && !word.contains("../"));
        let mut folder = Folder::new();
        for (name, bytes) in &line.files {
            let ending = name.rsplit('.').next().unwrap_or_default();
            let bytes = match std::str::from_utf8(bytes) {
                Ok(text) if random.below(3) == 0 => {
                    mutated(text, corpus.pool(ending), &mut random).into_bytes()
                }
                _ => bytes.clone(),
            };
            folder = folder.with(name, bytes);
        }
        ended(&folder, &arguments, limit).map_err(|wrong| {
            let kept = kept().join(format!("{seed}"));
            let _ = std::fs::remove_dir_all(&kept);
            std::fs::rename(folder.path(), &kept).unwrap();
            format!("{wrong}\nfor {arguments:?} in {}", kept.display())
        })
    }

    fn change(&self, arguments: &mut Vec<String>, random: &mut Random) {
        let at = random.below(arguments.len() + 1);
        let word = match random.below(5) {
            0 => (*random.pick(&ODD)).to_owned(),
            _ => random.pick(&self.words).clone(),
        };
        match random.below(6) {
            0 | 1 => arguments.insert(at, word),
            2 if at < arguments.len() => drop(arguments.remove(at)),
            3 if at < arguments.len() => arguments[at] = word,
            4 if at < arguments.len() => {
                arguments[at] = mutated(&arguments[at], &self.words, random);
            }
            _ if at + 1 < arguments.len() => arguments.swap(at, at + 1),
            _ => arguments.push(word),
        }
    }
}

fn arguments(line: &str) -> Vec<String> {
    words(line.strip_prefix("reductio ").unwrap()).into_iter().map(str::to_owned).collect()
}

/// Runs the command, and judges how it ends.
fn ended(folder: &Folder, arguments: &[String], limit: Duration) -> Result<String, String> {
    let mut child = command()
        .args(arguments)
        .current_dir(folder.path())
        // Nothing is written to the home of whoever runs the tests.
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot be started: {error}"))?;
    let Some([out, err]) = outputs(&mut child, limit) else {
        child.kill().unwrap();
        child.wait().unwrap();
        return Err(format!("hangs for more than {limit:?}"));
    };
    let code = child.wait().unwrap().code();
    judged(code, &out, &err)
}

/// The outputs of the command until it ends, or `None` if that takes too long.
fn outputs(child: &mut Child, limit: Duration) -> Option<[String; 2]> {
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (send, read) = channel();
    std::thread::spawn(move || {
        let aside = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).unwrap();
            bytes
        });
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).unwrap();
        let all = [bytes, aside.join().unwrap()];
        // Nobody listens any more where it took too long.
        let _ = send.send(all.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
    });
    read.recv_timeout(limit).ok()
}

/// Checks that an exit code is a documented one, and goes with the outputs.
pub(crate) fn judged(code: Option<i32>, out: &str, err: &str) -> Result<String, String> {
    let wrong = |what: &str| Err(format!("{what}\n{out}\n{err}"));
    let Some(code) = code else { return wrong("ended by a signal") };
    if !(0..=3).contains(&code) {
        return wrong(&format!("code {code}"));
    }
    if err.contains("this is a bug of reductio") {
        return wrong("calls itself a bug");
    }
    let has_error = err.lines().any(|line| line.starts_with("error"));
    if code == 0 && has_error {
        return wrong("code 0 with an error");
    }
    if code == 3 && err.is_empty() && !out.starts_with('{') {
        return wrong("code 3 without a word");
    }
    if out.starts_with("{\"") || out.starts_with("{\n") {
        match serde_json::from_str::<Value>(out) {
            Err(error) => return wrong(&format!("no JSON: {error}")),
            Ok(value) => {
                if told(&value).is_some_and(|said| said != code && !(has_error && code == 3)) {
                    return wrong(&format!("the JSON belies the code {code}"));
                }
            }
        }
    }
    Ok(format!("exit {code}"))
}

/// The exit code that goes with the verdicts of an answer; `None` for commands whose verdicts are no claims.
fn told(answer: &Value) -> Option<i32> {
    let command = answer["command"].as_str()?;
    if !["check", "prove", "decide"].contains(&command) {
        return None;
    }
    if !answer["errors"].as_array()?.is_empty() {
        return Some(3);
    }
    let verdicts = answer["results"].as_array()?.iter().map(|result| result["verdict"].as_str());
    let verdicts: Vec<&str> = verdicts.collect::<Option<_>>()?;
    let has = |word: &str| verdicts.contains(&word);
    Some(if has("fails") {
        1
    } else if has("declined") {
        2
    } else {
        0
    })
}
