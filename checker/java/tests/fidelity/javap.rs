//! Classes as `javap` of the JDK tells them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A class as it is told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) is_public: bool,
    /// The superclass and the interfaces.
    pub(crate) above: Vec<String>,
    pub(crate) methods: Vec<Method>,
}

/// A method, or a constructor, whose name is `<init>`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) descriptor: String,
    pub(crate) modifiers: BTreeSet<String>,
    /// The exceptions that are declared.
    pub(crate) throws: String,
    /// The instructions, with what they refer to.
    pub(crate) code: Vec<(String, String)>,
}

impl Method {
    pub(crate) fn is(&self, modifier: &str) -> bool {
        self.modifiers.contains(modifier)
    }
}

/// Whether the tools of the JDK are there. `REDUCTIO_REQUIRE_JAVA` makes their absence a failure.
pub(crate) fn is_there() -> bool {
    let is_there =
        Command::new("javap").arg("-version").output().is_ok_and(|found| found.status.success());
    if !is_there {
        assert!(std::env::var_os("REDUCTIO_REQUIRE_JAVA").is_none(), "there is no javap");
        println!("skipped: there is no javap");
    }
    is_there
}

/// Asks for classes, those of a folder, or those of the JDK.
pub(crate) fn classes(
    names: &[String],
    options: &[&str],
    folder: Option<&Path>,
) -> BTreeMap<String, Class> {
    let mut command = Command::new("javap");
    command.args(options).arg("-s");
    match folder {
        // As files: else the JDK's own classes are told.
        Some(folder) => command.args(
            names.iter().map(|name| folder.join(format!("{}.class", name.replace('.', "/")))),
        ),
        None => command.args(names),
    };
    let out = command.output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let mut all = BTreeMap::new();
    let mut class = Class::default();
    for line in text.lines() {
        if line.ends_with('{') && !line.starts_with(' ') {
            class = header(line);
        } else if line == "}" {
            all.insert(class.name.clone(), std::mem::take(&mut class));
        } else if line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(';') {
            class.methods.push(method(line.trim(), &class.name));
        } else if let Some(descriptor) = line.strip_prefix("    descriptor: ") {
            descriptor.clone_into(&mut class.methods.last_mut().unwrap().descriptor);
        } else if let Some((number, rest)) = line.trim().split_once(": ")
            && number.parse::<usize>().is_ok()
            && let Some(method) = class.methods.last_mut()
        {
            let (operation, comment) = rest.split_once("//").unwrap_or((rest, ""));
            let operation = operation.split_whitespace().next().unwrap_or_default();
            let comment = comment.trim().rsplit(' ').next().unwrap_or_default().replace('"', "");
            method.code.push((operation.to_owned(), comment));
        }
    }
    for class in all.values_mut() {
        class.methods.retain(|method| method.descriptor.starts_with('('));
    }
    all
}

/// A text without what is in angle brackets.
fn erased(text: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out
}

fn header(line: &str) -> Class {
    let text = erased(line).replace(',', " ");
    let mut words = text.trim_end_matches('{').split_whitespace();
    let mut class = Class::default();
    for word in words.by_ref() {
        match word {
            "public" => class.is_public = true,
            "class" | "interface" | "enum" => break,
            _ => {}
        }
    }
    words.next().unwrap_or_default().clone_into(&mut class.name);
    class.above = words
        .filter(|word| !matches!(*word, "extends" | "implements"))
        .map(str::to_owned)
        .collect();
    if class.above.is_empty() && class.name != "java.lang.Object" {
        class.above.push("java.lang.Object".to_owned());
    }
    class
}

fn method(line: &str, class: &str) -> Method {
    let (before, after) = line.split_once('(').unwrap_or((line, ""));
    let before = erased(before);
    let mut words: Vec<&str> = before.split_whitespace().collect();
    let name = words.pop().unwrap_or_default();
    let name = if name == class { "<init>" } else { name };
    let throws =
        after.split_once(") throws ").map_or("", |(_, throws)| throws.trim_end_matches(';'));
    Method {
        name: name.to_owned(),
        modifiers: words.into_iter().map(str::to_owned).collect(),
        throws: throws.to_owned(),
        ..Method::default()
    }
}
