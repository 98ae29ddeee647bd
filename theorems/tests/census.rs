//! The kernel and the other trusted files are as large as `ARCHITECTURE.md` says, and the rules and axioms are those of
//! this crate's `README.md`.

use std::fs;
use std::path::{Path, PathBuf};

use reductio_theorems::{Axiom, Rule};

const KERNEL: &str = "theorems/src/kernel";

/// The files of the kernel, in the order of its rules.
const KERNEL_FILES: [&str; 10] = [
    "mod.rs",
    "theorem.rs",
    "conditions.rs",
    "hypotheses.rs",
    "quantifiers.rs",
    "indices.rs",
    "equality.rs",
    "induction.rs",
    "families.rs",
    "definitions.rs",
];

/// The files besides the kernel that a reader has to trust.
const TRUSTED: [&str; 16] = [
    "theorems/src/axiom.rs",
    "theorems/src/certificate.rs",
    "algebra/src/name.rs",
    "algebra/src/term/mod.rs",
    "algebra/src/term/symbol.rs",
    "algebra/src/term/equality.rs",
    "algebra/src/definition.rs",
    "algebra/src/substitution.rs",
    "algebra/src/formula.rs",
    "algebra/src/text/label.rs",
    "algebra/src/text/cursor.rs",
    "algebra/src/text/grammar.rs",
    "algebra/src/text/lexer.rs",
    "algebra/src/text/vocabulary.rs",
    "algebra/src/text/theory.rs",
    "algebra/src/text/print.rs",
];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(project().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The text of the kernel, file after file.
fn kernel() -> String {
    KERNEL_FILES.map(|file| read(&format!("{KERNEL}/{file}"))).concat()
}

/// Lines that are neither blank nor comments, up to the unit tests.
fn code_lines(source: &str) -> usize {
    source
        .lines()
        .map(str::trim)
        .take_while(|line| *line != "#[cfg(test)]")
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

/// The top-level public functions that make a theorem: `(name, first paragraph of the comment)`.
fn rules(kernel: &str) -> Vec<(String, String)> {
    let mut rules = Vec::new();
    let mut comment = Vec::new();
    let mut lines = kernel.lines();
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("///") {
            comment.push(text.trim());
        } else if let Some(rest) = line.strip_prefix("pub fn ") {
            let mut signature = rest.to_owned();
            while !signature.contains('{') {
                signature.push_str(lines.next().unwrap_or("{"));
            }
            let made = signature.split("->").nth(1).unwrap_or("").trim_end_matches('{').trim();
            assert!(
                made == "Theorem" || made == "Result<Theorem, RuleError>",
                "`{rest}` is public and no rule"
            );
            let name = rest.split('(').next().unwrap_or("").to_owned();
            let first = comment.split(|line| line.is_empty()).next().unwrap_or_default();
            rules.push((name, first.join(" ")));
            comment.clear();
        } else {
            comment.clear();
        }
    }
    rules
}

/// The names in the first column of the table below a heading.
fn table(text: &str, heading: &str) -> Vec<String> {
    let start = text.find(heading).unwrap_or_else(|| panic!("there is no `{heading}`"));
    text[start..]
        .lines()
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .filter_map(|line| line.split('`').nth(1).map(str::to_owned))
        .collect()
}

#[test]
fn the_numbers_in_architecture_md_are_current() {
    let architecture = read("ARCHITECTURE.md");
    let kernel = kernel();
    let mut wanted = vec![format!(
        "Kernel: {KERNEL}, {} code lines, {} rules, {} axioms.",
        code_lines(&kernel),
        rules(&kernel).len(),
        Axiom::ALL.len()
    )];
    wanted.extend(TRUSTED.map(|p| format!("Trusted: {p}, {} code lines.", code_lines(&read(p)))));
    let stated: Vec<&str> = architecture
        .lines()
        .filter(|line| line.starts_with("Kernel: ") || line.starts_with("Trusted: "))
        .collect();
    assert_eq!(stated, wanted, "should be:\n{}\n", wanted.join("\n"));
}

#[test]
fn the_kernel_makes_theorems_in_one_place() {
    let folder = project().join(KERNEL);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = names.collect();
    let mut listed = KERNEL_FILES.to_vec();
    files.sort_unstable();
    listed.sort_unstable();
    assert_eq!(files, listed, "the files of the kernel, and those that are counted here");
    // The field of a theorem is private to its file, and there one function fills it.
    let made = |text: &str| text.matches("Theorem(Arc::new(").count();
    assert_eq!((made(&kernel()), made(&read(&format!("{KERNEL}/theorem.rs")))), (1, 1));
}

#[test]
fn the_tables_of_rules_and_axioms_are_current() {
    let readme = read("theorems/README.md");
    let names: Vec<String> = rules(&kernel()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        Rule::ALL.map(Rule::name),
        "the public functions of the kernel, and the names of its rules"
    );
    assert_eq!(table(&readme, "| rule |"), names);
    let axioms: Vec<String> = Axiom::ALL.iter().map(|a| format!("{a:?}")).collect();
    assert_eq!(table(&readme, "| axiom |"), axioms);
}

/// The parts of the census that need no document.
#[test]
fn the_census_counts_what_it_should() {
    assert_eq!(code_lines("// a\n\nfn f() {\n    // b\n}\n#[cfg(test)]\nmod tests {}\n"), 2);
    let source =
        "/// `A`\n/// `B`.\n///\n/// C.\npub fn a(\n    t: &T,\n) -> Theorem {\n}\n  pub fn b() {}";
    assert_eq!(rules(source), [("a".to_owned(), "`A` `B`.".to_owned())]);
    assert_eq!(table("x\n| rule | f |\n|---|---|\n| `a` | b |\n\n| `c` |\n", "| rule |"), ["a"]);
}

/// `cargo test -p reductio-theorems --test theorems census:: -- --ignored --nocapture` prints the numbers
/// of `ARCHITECTURE.md` and the tables of `theorems/README.md`.
#[test]
#[ignore = "prints what ARCHITECTURE.md and README.md say"]
fn print_the_section() {
    let kernel = kernel();
    let rules = rules(&kernel);
    println!("## The trusted base\n\n```text");
    println!(
        "Kernel: {KERNEL}, {} code lines, {} rules, {} axioms.",
        code_lines(&kernel),
        rules.len(),
        Axiom::ALL.len()
    );
    for path in TRUSTED {
        println!("Trusted: {path}, {} code lines.", code_lines(&read(path)));
    }
    println!("```\n\n## Rules and axioms\n\n| rule | what it concludes |\n|---|---|");
    for (name, formula) in rules {
        println!("| `{name}` | {} |", formula.replace('|', "\\|"));
    }
    println!("\n| axiom | formula |\n|---|---|");
    let axioms = read(TRUSTED[0]);
    for axiom in Axiom::ALL {
        let variant = format!("    {axiom:?},\n");
        let before = axioms[..axioms.find(&variant).expect("the axiom is declared")].trim_end();
        let comment = before.rsplit("///").next().unwrap_or("").trim();
        println!("| `{axiom:?}` | {comment} |");
    }
}
