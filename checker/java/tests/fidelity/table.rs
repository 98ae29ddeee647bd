//! The table of all public methods of the classes that have models.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::effects::Models;
use super::javap::{Class, Method, classes};

/// A method of the JDK or of a model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    pub(crate) class: String,
    /// The name with the types of the parameters.
    pub(crate) method: String,
    pub(crate) descriptor: String,
    /// How the JDK has it: `-` if it does not, else `yes`, with `static`, `synchronized`, `abstract`, `interruptible`.
    pub(crate) jdk: String,
    /// How the model has it: `left out`, `declined`, `in part`, `native`, `abstract`, `code`; and from which class, if
    /// it inherits it.
    pub(crate) model: String,
    /// What its bytecode takes.
    pub(crate) takes: String,
    /// Whether it waits, and whether for a time.
    pub(crate) waits: String,
}

impl Row {
    /// Whether the model has no such method.
    pub(crate) fn is_left_out(&self) -> bool {
        self.model == "left out"
    }

    /// Whether the model does something.
    pub(crate) fn is_there(&self) -> bool {
        !self.is_left_out() && !self.model.starts_with("declined")
    }

    /// Whether the JDK's method is synchronized.
    pub(crate) fn is_synchronized(&self) -> bool {
        self.jdk.contains("synchronized")
    }

    /// Whether the JDK's method is synchronized and the model takes no monitor.
    pub(crate) fn differs(&self) -> bool {
        let takes = if self.jdk.contains("static") { "class" } else { "own" };
        self.is_synchronized()
            && self.is_there()
            && !self.takes.split(' ').any(|word| word == takes)
    }
}

/// The folder of the library.
pub(crate) fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
}

/// What the JDK has, and the models.
pub(crate) struct Both {
    pub(crate) jdk: BTreeMap<String, Class>,
    /// The classes above those of the JDK, of which some have no model.
    above: BTreeMap<String, Class>,
    pub(crate) models: Models,
}

impl Both {
    /// Unpacks the models into a folder, and asks `javap` for them and for the JDK's own.
    pub(crate) fn new(work: &Path) -> Both {
        let archive = fs::File::open(library().join("library.zip")).unwrap();
        let mut archive = zip::ZipArchive::new(archive).unwrap();
        archive.extract(work).unwrap();
        let names: Vec<String> = archive
            .file_names()
            .filter_map(|name| Some(name.ok()?.strip_suffix(".class")?.replace('/', ".")))
            .collect();
        let models = classes(&names, &["-p", "-c"], Some(work));
        assert_eq!(models.len(), names.len());
        let of_java: Vec<String> =
            names.into_iter().filter(|name| name.starts_with("java.")).collect();
        let mut jdk = classes(&of_java, &["-public"], None);
        let mut above = jdk.clone();
        jdk.retain(|_, class| class.is_public);
        loop {
            let unknown = |name: &&String| !above.contains_key(*name);
            let missing: BTreeSet<String> = above
                .values()
                .flat_map(|class| class.above.iter().filter(unknown).cloned())
                .collect();
            if missing.is_empty() {
                return Both { jdk, above, models: Models::new(models) };
            }
            let missing: Vec<String> = missing.into_iter().collect();
            let more = classes(&missing, &["-public"], None);
            assert_eq!(more.len(), missing.len(), "{missing:?}");
            above.extend(more);
        }
    }

    /// The rows, by class.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for class in self.jdk.values() {
            let model = &self.models.classes[&class.name];
            for method in &class.methods {
                rows.push(self.row(model, method, Some(method)));
            }
            let is_new = |method: &&Method| {
                let is_it = |other: &Method| {
                    other.name == method.name && other.descriptor == method.descriptor
                };
                method.is("public")
                    && !class.methods.iter().any(is_it)
                    && !self.is_inherited(&class.name, method)
            };
            for method in model.methods.iter().filter(is_new) {
                rows.push(self.row(model, method, None));
            }
        }
        rows.sort();
        rows.dedup();
        without_bridges(rows)
    }

    /// Whether the JDK's class inherits a method from another one that has a model.
    fn is_inherited(&self, class: &str, method: &Method) -> bool {
        let is_it =
            |other: &Method| other.name == method.name && other.descriptor == method.descriptor;
        let inherits = |above: &String| {
            self.above[above].methods.iter().any(is_it) || self.is_inherited(above, method)
        };
        method.name != "<init>" && self.above[class].above.iter().any(inherits)
    }

    fn row(&self, model: &Class, method: &Method, jdk: Option<&Method>) -> Row {
        let parameters = parameters(&method.descriptor);
        let short: Vec<&str> =
            parameters.iter().map(|name| name.rsplit('.').next().unwrap_or(name)).collect();
        let name = if method.name == "<init>" { "new" } else { &method.name };
        let mut row = Row {
            class: model.name.clone(),
            method: format!("{name}({})", short.join(", ")),
            descriptor: method.descriptor.clone(),
            jdk: jdk.map_or_else(|| "-".to_owned(), form),
            model: "left out".to_owned(),
            takes: "-".to_owned(),
            waits: "-".to_owned(),
        };
        // Values are made by static methods.
        let made = |name: &str| {
            let begins = |other: &&Method| {
                other.name == name
                    && other.descriptor.split(')').next() == method.descriptor.split(')').next()
            };
            model.methods.iter().find(begins).map(|found| (model, found))
        };
        let found = self.models.resolve(&model.name, &method.name, &method.descriptor);
        let found = found.or_else(|| {
            if method.name == "<init>" { made("make").or_else(|| made("valueOf")) } else { None }
        });
        let Some((of, found)) = found.filter(|(_, found)| {
            found.is("static") == method.is("static") || method.name == "<init>"
        }) else {
            return row;
        };
        let effects = self.models.effects(of, found);
        let word = match Models::declines(found) {
            (true, _) => "declined",
            (_, true) => "in part",
            _ if found.is("native") => "native",
            _ if found.is("abstract") => "abstract",
            _ => "code",
        };
        word.clone_into(&mut row.model);
        if of.name != model.name {
            write!(row.model, " of {}", of.name).unwrap();
        }
        let told = |names: &[&'static str]| {
            let all: Vec<&str> =
                names.iter().copied().filter(|name| effects.contains(name)).collect();
            if all.is_empty() { "-".to_owned() } else { all.join(" ") }
        };
        row.takes = told(&["own", "class", "hidden", "tries"]);
        row.waits = told(&["waits", "timed"]);
        row
    }
}

/// Rows without what compilers add so that a method overrides one with another type of result: no source can name it.
fn without_bridges(rows: Vec<Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    for row in rows {
        match out.last_mut().filter(|last| (&last.class, &last.method) == (&row.class, &row.method))
        {
            Some(last) if last.is_left_out() => *last = row,
            Some(_) => {}
            None => out.push(row),
        }
    }
    out
}

fn form(method: &Method) -> String {
    let mut out = "yes".to_owned();
    for modifier in ["static", "synchronized", "abstract"] {
        if method.is(modifier) {
            write!(out, " {modifier}").unwrap();
        }
    }
    if method.throws.contains("InterruptedException") {
        out += " interruptible";
    }
    out
}

/// The names of the types of a descriptor's parameters.
pub(crate) fn parameters(descriptor: &str) -> Vec<String> {
    let inner = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let mut out = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        rest = &rest[dimensions..];
        let (name, after) = match rest.split_at(1) {
            ("L", after) => {
                let (name, after) = after.split_once(';').unwrap();
                (name.replace('/', "."), after)
            }
            (letter, after) => {
                let name = match letter {
                    "I" => "int",
                    "J" => "long",
                    "Z" => "boolean",
                    "C" => "char",
                    "B" => "byte",
                    "S" => "short",
                    "F" => "float",
                    _ => "double",
                };
                (name.to_owned(), after)
            }
        };
        out.push(name + &"[]".repeat(dimensions));
        rest = after;
    }
    out
}

/// Writes rows as the file has them.
pub(crate) fn write(rows: &[Row]) -> String {
    let mut out = "class\tmethod\tdescriptor\tJDK 17\tmodel\ttakes\twaits\n".to_owned();
    for row in rows {
        let Row { class, method, descriptor, jdk, model, takes, waits } = row;
        writeln!(out, "{class}\t{method}\t{descriptor}\t{jdk}\t{model}\t{takes}\t{waits}").unwrap();
    }
    out
}

/// Reads the rows of a file.
pub(crate) fn read(text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let parts: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let [class, method, descriptor, jdk, model, takes, waits] =
            <[String; 7]>::try_from(parts).unwrap();
        Row { class, method, descriptor, jdk, model, takes, waits }
    };
    text.lines().skip(1).map(row).collect()
}
