//! The schemas in `checker/schemas` are those of the types that are written as JSON. After a change that is meant,
//! `REDUCTIO_SCHEMAS=overwrite cargo test -p reductio-command --test command schemas::` writes them again.

use std::path::Path;

use reductio::execution::RunFile;
use reductio_command::explain::ExplainAnswer;
use reductio_report::check::classification::ClassificationAnswer;
use reductio_report::check::json::CheckAnswer;
use reductio_report::compare::json::CompareAnswer;
use reductio_report::decide::json::DecideAnswer;
use reductio_report::heap::json::HeapAnswer;
use reductio_report::json::ErrorsAnswer;
use reductio_report::models::json::ModelsAnswer;
use reductio_report::picture::json::StatesAnswer;
use reductio_report::prove::json::ProveAnswer;
use reductio_report::race::json::RaceAnswer;
use reductio_report::testing::json::TestAnswer;
use reductio_report::validate::json::ValidateAnswer;
use reductio_report::verify::json::VerifyAnswer;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::json;

/// The schema of the JSON that is written of a type; for an answer of a verb, with the verb.
fn schema<T: JsonSchema>(title: &str, verb: Option<&str>) -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    RecursiveTransform(tidy).transform(&mut schema);
    schema.insert("title".to_owned(), title.into());
    let properties = schema.get_mut("properties").unwrap().as_object_mut().unwrap();
    properties.insert("tool".to_owned(), json!({ "const": "reductio" }));
    if let Some(verb) = verb {
        properties.insert("command".to_owned(), json!({ "const": verb }));
    }
    folded(&serde_json::to_string_pretty(&schema).unwrap())
}

/// Allows no other fields than those that are written, and leaves out what only Rust understands.
fn tidy(schema: &mut Schema) {
    schema.remove("format");
    schema.remove("default");
    if schema.get("type").is_some_and(|kind| kind == "object") && schema.get("properties").is_some()
    {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    if let Some(serde_json::Value::String(text)) = schema.get_mut("description") {
        *text = without_links(&text.replace('\n', " "));
    }
}

/// Leaves the names of links in documentation and takes away where they lead.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, mut rest) = part.split_once("`]").unwrap();
        if rest.starts_with('(') {
            rest = rest.split_once(')').unwrap().1;
        }
        out = format!("{out}`{name}`{rest}");
    }
    out
}

/// Puts each list and object that has room in one line there.
fn folded(json: &str) -> String {
    let (mut lines, mut open) = (Vec::<String>::new(), Vec::<usize>::new());
    for line in json.lines() {
        lines.push(line.to_owned());
        if line.trim_start().starts_with(['}', ']']) {
            let from = open.pop().unwrap();
            let inner = lines[from + 1..].iter().map(|line| line.trim_start());
            let joined = inner.fold(lines[from].clone(), |all, line| format!("{all} {line}"));
            if joined.len() <= 120 {
                lines.truncate(from);
                lines.push(joined);
            }
        }
        if line.ends_with(['{', '[']) {
            open.push(lines.len() - 1);
        }
    }
    lines.join("\n") + "\n"
}

fn schemas() -> [(&'static str, String); 15] {
    fn answer<T: JsonSchema>(verb: &str) -> String {
        schema::<T>(&format!("The answer of `reductio {verb} --format json`"), Some(verb))
    }
    [
        ("prove", answer::<ProveAnswer>("prove")),
        ("models", answer::<ModelsAnswer>("models")),
        ("decide", answer::<DecideAnswer>("decide")),
        ("explain", answer::<ExplainAnswer>("explain")),
        ("verify", answer::<VerifyAnswer>("verify")),
        ("check", answer::<CheckAnswer>("check")),
        ("compare", answer::<CompareAnswer>("compare")),
        ("race", answer::<RaceAnswer>("race")),
        ("heap", answer::<HeapAnswer>("heap")),
        ("validate", answer::<ValidateAnswer<'_>>("validate")),
        ("test", answer::<TestAnswer>("test")),
        (
            "classification",
            schema::<ClassificationAnswer>(
                "The answer of `reductio explain FILE.sys --format json`",
                Some("explain"),
            ),
        ),
        (
            "states",
            schema::<StatesAnswer<'_>>(
                "The answer of `reductio states --format json`; where there is none, that of errors.schema.json",
                Some("states"),
            ),
        ),
        (
            "errors",
            schema::<ErrorsAnswer>(
                "The answer of `reductio simulate`, `replay`, `states` and `export` with `--format json` where there is \
                 no run, no graph, or no export",
                None,
            ),
        ),
        (
            "run",
            schema::<RunFile>(
                "A run: `reductio simulate --format json`, `reductio replay --format json`; `reductio replay --run` \
                 reads it",
                None,
            ),
        ),
    ]
}

#[test]
fn the_files_are_what_the_types_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let mut names = Vec::new();
    for (name, schema) in schemas() {
        let name = format!("{name}.schema.json");
        let path = folder.join(&name);
        if std::env::var_os("REDUCTIO_SCHEMAS").is_some_and(|wish| wish == "overwrite") {
            std::fs::write(&path, &schema).unwrap();
        }
        let file = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        assert!(file == schema, "{name} differs; REDUCTIO_SCHEMAS=overwrite writes it again");
        names.push(name);
    }
    let files = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    names.sort();
    assert_eq!(files, names);
}
