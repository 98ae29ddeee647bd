//! The grammars for editors know every word of the languages, and no others.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common;
use serde_json::Value;

fn project() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn words(file: &str, name: &str) -> BTreeSet<String> {
    common::listed(file, name).into_iter().collect()
}

/// The words between `\b(?:` and `)\b` in the expressions of a grammar, each with its scope.
fn coloured(grammar: &Value, out: &mut Vec<(String, String)>) {
    if let Some(list) = grammar["patterns"].as_array() {
        for pattern in list {
            coloured(pattern, out);
        }
    }
    let (Some(scope), Some(expression)) = (grammar["name"].as_str(), grammar["match"].as_str())
    else {
        return;
    };
    for part in expression.split(r"\b(?:").skip(1) {
        let alternatives = part.split(r")\b").next().unwrap();
        out.extend(alternatives.split('|').map(|word| (word.to_owned(), scope.to_owned())));
    }
}

fn grammar(ending: &str) -> (Value, Vec<(String, String)>) {
    let path = project().join(format!("checker/editors/vscode/syntaxes/{ending}.tmLanguage.json"));
    let grammar: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(grammar["scopeName"], format!("source.reductio.{ending}"));
    assert_eq!(grammar["fileTypes"], serde_json::json!([ending]));
    let mut found = Vec::new();
    coloured(&grammar, &mut found);
    (grammar, found)
}

#[test]
fn systems() {
    let lexer = "checker/language/src/lexer.rs";
    let mut wanted = words(lexer, "DECLARATIONS");
    wanted.extend(words(lexer, "WORDS"));
    wanted.extend(words(lexer, "PROPERTY_WORDS"));
    assert!(wanted.len() > 50, "{wanted:?}");
    let (_, found) = grammar("sys");
    let once: BTreeSet<String> = found.iter().map(|(word, _)| word.clone()).collect();
    assert_eq!(once.len(), found.len(), "a word has one colour");
    assert_eq!(once, wanted);
    // `read` may be a name, but not before `by` and `for`.
    let (text, _) = grammar("sys");
    assert!(text.to_string().contains(r"\\bread(?=\\s+(?:by|for)\\b)"), "{text}");
}

#[test]
fn programs() {
    let lexer = "checker/programs/src/text/lexer.rs";
    let mut wanted: BTreeSet<String> =
        words(lexer, "DECLARATIONS").union(&words(lexer, "WORDS")).cloned().collect();
    // Only between the operands of formulas; elsewhere they are names.
    wanted.extend(["always", "eventually", "leads_to", "until"].map(str::to_owned));
    assert!(wanted.len() > 25, "{wanted:?}");
    let (_, found) = grammar("prog");
    let once: BTreeSet<String> = found.iter().map(|(word, _)| word.clone()).collect();
    assert_eq!(once.len(), found.len(), "a word has one colour");
    assert_eq!(once, wanted);
}

/// What the package of the extension lists is there, and it is about the four languages.
#[test]
fn the_extension_has_its_parts() {
    let folder = project().join("checker/editors/vscode");
    let text = fs::read_to_string(folder.join("package.json")).unwrap();
    let package: Value = serde_json::from_str(&text).unwrap();
    let languages = package["contributes"]["languages"].as_array().unwrap();
    let endings: Vec<&str> =
        languages.iter().map(|language| language["extensions"][0].as_str().unwrap()).collect();
    assert_eq!(endings, [".oa", ".oap", ".sys", ".prog"]);
    for language in languages {
        let id = language["id"].as_str().unwrap();
        let path = language["configuration"].as_str().unwrap();
        let configuration = fs::read_to_string(folder.join(path)).unwrap();
        serde_json::from_str::<Value>(&configuration).unwrap();
        let grammars = package["contributes"]["grammars"].as_array().unwrap();
        let own = grammars.iter().find(|grammar| grammar["language"] == id).unwrap();
        assert!(folder.join(own["path"].as_str().unwrap()).exists(), "{own}");
    }
    // The client asks for what the server has.
    let client = fs::read_to_string(folder.join("src/extension.js")).unwrap();
    let server = fs::read_to_string(project().join("checker/command/src/lsp/requests.rs")).unwrap();
    for request in client.split("sendRequest(\"").skip(1) {
        let name = request.split('"').next().unwrap();
        assert!(server.contains(&format!("\"{name}\" =>")), "{name}");
    }
    assert_eq!(
        fs::read_to_string(folder.join("LICENSE")).unwrap(),
        fs::read_to_string(project().join("LICENSE")).unwrap()
    );
}

#[test]
fn statements_and_derivations() {
    let keywords = words("algebra/src/name.rs", "KEYWORDS");
    let known = |ending| -> BTreeSet<String> {
        grammar(ending).1.into_iter().map(|(word, _)| word).collect()
    };
    let all: BTreeSet<String> = known("oa").union(&known("oap")).cloned().collect();
    let statuses = ["transcribed", "restored", "reconstructed", "ours"].map(str::to_owned);
    let wanted: BTreeSet<String> = keywords.into_iter().chain(statuses).collect();
    assert_eq!(all, wanted);
    let (hints, _) = grammar("oap");
    let hints = hints.to_string();
    for word in words("proofs/src/script/hint.rs", "THEORIES") {
        assert!(hints.contains(&word), "{word}");
    }
}
