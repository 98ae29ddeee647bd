//! Races of an execution as SARIF 2.1.0, which editors and code hosts read.

use reductio::races::{Access, Names, Race};
use reductio::{Diagnostic, Exit};
use serde_json::{Value, json};

use super::{Trace, words};

/// The races of some traces, one result for each variable that has some, and errors as notifications.
pub fn to_value(traces: &[Trace], errors: &[Diagnostic]) -> Value {
    let exit = traces.iter().map(Trace::exit).fold(Exit::Holds, Exit::worst);
    let results: Vec<Value> = traces
        .iter()
        .filter(|trace| trace.is_answered())
        .flat_map(|trace| {
            trace.found.first_races().into_iter().map(move |race| result(trace, race))
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "reductio",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [{
                    "id": "race",
                    "name": "DataRace",
                    "shortDescription": { "text": "Two accesses of a variable, at least one of them a write, are not ordered." },
                    "defaultConfiguration": { "level": "error" },
                }],
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": exit < Exit::BadInput && errors.iter().all(|error| error.is_warning),
                "exitCode": exit.code(),
                "toolExecutionNotifications": errors.iter().map(notification).collect::<Vec<_>>(),
            }],
            "results": results,
        }],
    })
}

fn result(trace: &Trace, race: &Race) -> Value {
    let names = &trace.found.names;
    let variable = names.of_variable(race.variable);
    let accesses = trace.found.tallies[race.variable.index()].races;
    let with: Vec<String> = race
        .with
        .iter()
        .map(|access| format!("line {}: {}", access.line, words::acts(access, names, true)))
        .collect();
    let text = format!(
        "Race on {variable}: {} in line {} {}; not ordered after {}. {}.",
        words::acts(&race.access, names, false),
        race.access.line,
        words::held(&race.access, names),
        words::list(&with, "and"),
        words::remedy(race, names)
    );
    json!({
        "ruleId": "race",
        "ruleIndex": 0,
        "level": "error",
        "message": { "text": text },
        "locations": [location(trace, &race.access, 0)],
        "relatedLocations": (1..).zip(&race.with)
            .map(|(id, access)| location(trace, access, id))
            .collect::<Vec<_>>(),
        "properties": { "variable": variable, "races": accesses },
    })
}

fn location(trace: &Trace, access: &Access, id: u32) -> Value {
    let names: &Names = &trace.found.names;
    let mut location = json!({
        "id": id,
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&trace.file) },
            "region": { "startLine": access.line },
        },
        "message": { "text": format!(
            "{} {}", words::acts(access, names, id > 0), words::held(access, names)
        ) },
    });
    if let Some(place) = access.location {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": names.of_location(place) }]);
    }
    location
}

fn notification(error: &Diagnostic) -> Value {
    json!({
        "level": if error.is_warning { "warning" } else { "error" },
        "descriptor": { "id": error.code },
        "message": { "text": error.message },
        "locations": error.place.iter().map(|place| json!({
            "physicalLocation": {
                "artifactLocation": { "uri": uri(place.file.name()) },
                "region": { "startLine": place.file.line_col(place.span.start).0 },
            },
        })).collect::<Vec<_>>(),
    })
}

/// A path as a relative reference: what is no plain character is escaped.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect::<Vec<_>>()
        .concat()
}
