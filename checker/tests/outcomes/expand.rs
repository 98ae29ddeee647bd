//! Programs from templates: a file has primitives, each with the texts of some words, and programs that use the words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a Java source of programs begins with.
pub(crate) const IMPORTS: &str = "import java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n\n";

/// The text of each word of a primitive.
type Words = BTreeMap<String, String>;

/// A Java source for each primitive of a template: the name of its class, and its text. `name` is that of the file.
pub(crate) fn expand(name: &str, template: &str) -> Vec<(String, String)> {
    let mut primitives: Vec<(String, Words)> = Vec::new();
    let mut programs: Vec<(String, String)> = Vec::new();
    for line in template.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (first, programs.last_mut(), primitives.last_mut()) {
            ("primitive", ..) => primitives.push((rest.to_owned(), Words::new())),
            ("program", ..) => programs.push((rest.to_owned(), String::new())),
            (_, Some((_, body)), _) => body.extend([line, "\n"]),
            (_, None, Some((_, words))) => {
                words.insert(first.to_owned(), rest.to_owned());
            }
            _ => panic!("{name}: `{line}` belongs to nothing"),
        }
    }
    let mut letters = name.chars();
    let family: String =
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect();
    let mut out = Vec::new();
    for (primitive, mut words) in primitives {
        words.insert(
            "MAIN".to_owned(),
            "public static void main(String[] arguments) throws Exception".to_owned(),
        );
        let class = format!("{family}{primitive}");
        let mut text = format!("{IMPORTS}final class {class} {{\n");
        for (program, body) in &programs {
            writeln!(text, "static class {program} {{\n{}}}", replace(body, &words)).unwrap();
        }
        out.push((class, text + "}\n"));
    }
    out
}

/// A text with each word replaced by its own text; `$` in it is what stands in parentheses after the word.
fn replace(text: &str, words: &Words) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|letter: char| !letter.is_ascii_alphanumeric())
            .unwrap_or(rest.len())
            .max(first.len_utf8());
        let (word, after) = rest.split_at(end);
        rest = after;
        match words.get(word) {
            None => out += word,
            Some(found) if found.contains('$') => {
                let inner = after.strip_prefix('(').and_then(|inner| inner.split_once(')'));
                let (argument, after) = inner.unwrap_or_else(|| panic!("`{word}` has no argument"));
                out += &found.replace('$', argument);
                rest = after;
            }
            Some(found) => {
                out += found;
                // An argument that is not needed.
                if let Some((argument, after)) =
                    after.strip_prefix('(').and_then(|inner| inner.split_once(')'))
                    && argument.len() == 1
                {
                    rest = after;
                }
            }
        }
    }
    out
}
