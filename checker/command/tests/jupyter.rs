//! The notebooks in Jupyter itself: Jupytext opens them, nbclient runs them in the installed kernel, and every output
//! is the stored one. Wrong notebooks are noticed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;
use crate::common::{Answer, Folder};

/// The numbered notebooks, below the folder of the project.
fn notebooks() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notebooks");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = entries
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with(|c: char| c.is_ascii_digit()) && name.ends_with(".md")
        })
        .collect();
    all.sort();
    // They are numbered from 1 without a gap: none is passed over.
    for (place, path) in all.iter().enumerate() {
        let name = path.file_name().unwrap().to_string_lossy();
        assert!(name.starts_with(&format!("{:02}-", place + 1)), "{all:?}");
    }
    assert!(!all.is_empty());
    all
}

/// A folder with the kernel installed below it, and a Python with what is needed.
struct Jupyter {
    python: &'static str,
    folder: Folder,
}

impl Jupyter {
    /// Finds Jupyter. `REDUCTIO_REQUIRE_JUPYTER` makes its absence a failure.
    fn found(test: &str) -> Option<Self> {
        let has = |python: &&str| {
            let mut command = Command::new(python);
            let output = command.args(["-c", "import jupytext, nbclient, jupyter_client"]).output();
            output.is_ok_and(|output| output.status.success())
        };
        let python = if cfg!(feature = "jupyter") {
            let found = ["python3", "python"].into_iter().find(has);
            found.ok_or("python3 has no jupytext, nbclient, jupyter_client")
        } else {
            Err("this build has no live kernel: --features jupyter")
        };
        let python = match python {
            Ok(python) => python,
            Err(why) => {
                assert!(std::env::var_os("REDUCTIO_REQUIRE_JUPYTER").is_none(), "{why}");
                eprintln!("{test}: skipped, {why}");
                return None;
            }
        };
        let folder = Folder::new();
        let answer = folder.run("jupyter install --prefix env");
        assert_eq!(answer.code, 0, "{answer:?}");
        Some(Jupyter { python, folder })
    }

    /// Runs notebooks, and neither reads nor writes anything of the user's Jupyter.
    fn check(&self, notebooks: &[PathBuf]) -> Answer {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jupyter/notebooks.py");
        let below = |name: &str| self.folder.path().join(name);
        let output = Command::new(self.python)
            .arg(program)
            .args(notebooks)
            .env("JUPYTER_PATH", below("env/share/jupyter"))
            .env("JUPYTER_DATA_DIR", below("data"))
            .env("JUPYTER_CONFIG_DIR", below("config"))
            .env("JUPYTER_RUNTIME_DIR", below("runtime"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .unwrap();
        Answer::from(output)
    }

    /// Asserts that a changed copy of a notebook fails with one fault, in this cell.
    fn refuses(&self, name: &str, text: &str, cell: usize, why: &str) {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let answer = self.check(&[path]);
        let at = format!("{name}: cell {cell}: ");
        assert_eq!(answer.code, 1, "{answer:?}");
        let faults: Vec<&str> =
            answer.out.lines().filter(|line| line.contains(": cell ")).collect();
        assert_eq!(faults.len(), 1, "{answer:?}");
        assert!(faults[0].contains(&at) && faults[0].contains(why), "{answer:?}");
    }
}

#[test]
fn every_notebook_answers_in_jupyter_what_it_shows() {
    let test = "every_notebook_answers_in_jupyter_what_it_shows";
    let Some(jupyter) = Jupyter::found(test) else { return };
    let all = notebooks();
    let answer = jupyter.check(&all);
    assert_eq!(answer.code, 0, "{answer:?}");
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines.len(), all.len(), "{answer:?}");
    for (line, path) in lines.iter().zip(&all) {
        // As many cells and pictures as `notebook check` finds.
        let own = common::command().args(["notebook", "check"]).arg(path).output().unwrap();
        assert_eq!(*line, String::from_utf8(own.stdout).unwrap().trim_end());
        assert!(line.ends_with(": as stored"), "{line}");
    }
}

/// A notebook of two accepted cells, the second with a picture and a table, and of two refused ones, with a diagnostic
/// and without.
const SMALL: &str = "\
---
kernelspec:
  display_name: Reductio
  language: reductio
  name: reductio
---

```{code-cell} reductio
states 2
x = {(0,1)}
```

```{code-cell} reductio
eval x
```

```{code-cell} reductio
:tags: [raises-exception]

check nothing
```

```{code-cell} reductio
:tags: [raises-exception]

decide \"x y = y x\"
```
";

#[test]
fn what_jupyter_would_show_otherwise_is_caught() {
    let Some(jupyter) = Jupyter::found("what_jupyter_would_show_otherwise_is_caught") else {
        return;
    };
    let path = jupyter.folder.path().join("small.md");
    std::fs::write(&path, SMALL).unwrap();
    assert_eq!(jupyter.folder.run("notebook bless small.md").code, 0);
    let good = std::fs::read_to_string(&path).unwrap();
    let answer = jupyter.check(std::slice::from_ref(&path));
    let (code, said) = (answer.code, answer.out.trim_end());
    assert_eq!(
        (code, said.ends_with("small.md: 4 cells, 3 pictures: as stored")),
        (0, true),
        "{answer:?}"
    );
    let changed = |old: &str, new: &str| {
        assert!(good.contains(old), "{old}");
        good.replacen(old, new, 1)
    };
    let marked = ":tags: [raises-exception]\n\n";

    // Outputs: a text, a diagnostic, one that is gone, one too many.
    let text = changed("x = {(0,1)}\n```\n\n![", "x = {(1,0)}\n```\n\n![");
    jupyter.refuses("text.md", &text, 1, "text is not as stored");
    let text = changed("there is no system `nothing`", "there is no system `something`");
    jupyter.refuses("diagnostic.md", &text, 3, "diagnostic is not as stored");
    let (before, after) = good.split_once("<details").unwrap();
    let rest = after.split_once("</details>\n").unwrap().1;
    jupyter.refuses("gone.md", &format!("{before}{rest}"), 1, "text that is not stored");
    let text = changed("</details>", "```text\nmore\n```\n\n</details>");
    jupyter.refuses("more.md", &text, 1, "stored, and not answered: 'more");

    // Marks.
    jupyter.refuses("unmarked.md", &changed(marked, ""), 3, "it is refused, and not marked");
    let text = changed("reductio\neval x", &format!("reductio\n{marked}eval x"));
    jupyter.refuses("marked.md", &text, 2, "marked as one that is refused, and it is accepted");

    // A picture.
    let picture = jupyter.folder.path().join("pictures/small-1.svg");
    let drawn = std::fs::read_to_string(&picture).unwrap();
    std::fs::write(&picture, drawn.replacen("<title>", "<title>not ", 1)).unwrap();
    jupyter.refuses("picture.md", &good, 1, "svg is not as stored");
    std::fs::remove_file(&picture).unwrap();
    jupyter.refuses("missing.md", &good, 1, "small-1.svg is missing");

    // Another kernel.
    let other = jupyter.folder.path().join("other.md");
    std::fs::write(&other, changed("  name: reductio", "  name: other")).unwrap();
    let answer = jupyter.check(&[other]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("it is for another kernel"), "{answer:?}");
}
