//! Certificates of families of threads, for every number of threads: files of them, and their comparison with texts.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::COMPARE;
use super::comparison::{Compared, ComparisonError, compare, constants, file, last};
use crate::check::FamilyReport;
use crate::file::File;
use crate::parameterized::{Limits, decide_certified};

/// The field that every file of certificates of families begins with.
const FIELD: &str = "reductio family certificate";
/// The version of the format, which is the value of that field.
const FORMAT: u32 = 1;

/// The beginning of a file of certificates of families, up to the number of its version.
pub const FAMILIES_FIRST: &str = "{\"reductio family certificate\": ";

/// The text of a file with the certificates of these reports.
///
/// # Errors
/// The report that has no certificate, with the reason.
pub fn families_to_file<'r>(
    reports: impl Iterator<Item = &'r FamilyReport>,
) -> Result<String, (&'r FamilyReport, String)> {
    let mut checks = Vec::new();
    for report in reports {
        match &report.certificate {
            Some(Ok(certificate)) => {
                let quoted = |text: &str| Json::from(text).to_string();
                let constants = report.constants.iter();
                let constants = constants.map(|(name, value)| serde_json::json!([name, value]));
                checks.push(format!(
                    "{{\"file\": {},\n\"indices\": {},\n\"constants\": {},\n{}",
                    quoted(report.file.name()),
                    Json::from(report.indices.clone()),
                    Json::Array(constants.collect()),
                    certificate.text.strip_prefix('{').unwrap_or(&certificate.text)
                ));
            }
            Some(Err(why)) => return Err((report, why.clone())),
            None => return Err((report, "none was asked for".to_owned())),
        }
    }
    let checks = checks.join(",\n");
    Ok(format!(
        "{FAMILIES_FIRST}{FORMAT}, \"compare\": \"{COMPARE}\", \"checks\": [\n{checks}\n]}}\n"
    ))
}

/// Decides whether bytes look like a certificate of families, of any version.
pub fn is_family_certificate(bytes: &[u8]) -> bool {
    bytes.starts_with(format!("{{\"{FIELD}\":").as_bytes())
}

/// A certificate of families that was read, as far as it describes them.
#[derive(Clone, Debug)]
pub struct FamilyCertificate {
    checks: Vec<Map<String, Json>>,
}

/// The fields that describe a family.
const DESCRIPTION: [&str; 6] = ["thread", "families", "shared", "threads", "protected", "claims"];

impl FamilyCertificate {
    /// Reads the file.
    ///
    /// # Errors
    /// [`ComparisonError::NotACertificate`].
    pub fn parse(bytes: &[u8]) -> Result<Self, ComparisonError> {
        let refused = |why: &str| ComparisonError::NotACertificate(why.to_owned());
        let whole: Json =
            serde_json::from_slice(bytes).map_err(|error| refused(&error.to_string()))?;
        if whole[FIELD] != FORMAT {
            let why = format!("`{FIELD}`, the version of its format, is not {FORMAT}");
            return Err(ComparisonError::NotACertificate(why));
        }
        if whole["compare"] != COMPARE {
            return Err(refused("`compare` does not say how to compare it with the text"));
        }
        let checks = whole["checks"].as_array().filter(|checks| !checks.is_empty());
        let checks = checks.ok_or_else(|| refused("there is no check"))?.iter();
        let checks = checks.map(|check| {
            let is_whole = check["file"].is_string() && check["indices"].is_array();
            let check = check.as_object().filter(|check| is_whole && constants(check).is_some());
            check
                .cloned()
                .ok_or_else(|| refused("a check has not `file`, `indices` and `constants`"))
        });
        Ok(FamilyCertificate { checks: checks.collect::<Result<_, _>>()? })
    }

    /// Compares each family with its text, which is the one of the same file name; where there is one text, and the
    /// certificate is about one, that one, whatever it is called.
    ///
    /// # Errors
    /// [`ComparisonError`], where not everything can be compared.
    pub fn compare(&self, texts: &[Arc<File>]) -> Result<Vec<Compared>, ComparisonError> {
        let is_one = self.checks.len() == 1 && texts.len() == 1;
        let is_of = |text: &Arc<File>, check: &Map<String, Json>| {
            is_one || last(text.name()) == last(file(check))
        };
        let is_used = |text: &&Arc<File>| self.checks.iter().any(|check| is_of(text, check));
        if let Some(unused) = texts.iter().find(|text| !is_used(text)) {
            return Err(ComparisonError::NoCheck { file: unused.name().to_owned() });
        }
        let each = self.checks.iter().map(|check| {
            let text = texts.iter().find(|text| is_of(text, check));
            let text =
                text.ok_or_else(|| ComparisonError::NoText { file: file(check).to_owned() })?;
            compared(check, text)
        });
        each.collect()
    }
}

fn compared(check: &Map<String, Json>, text: &Arc<File>) -> Result<Compared, ComparisonError> {
    let constants = constants(check).unwrap_or_default();
    let indices = check["indices"].as_array().into_iter().flatten();
    let indices: Vec<&str> = indices.filter_map(Json::as_str).collect();
    // Nothing is searched: what is asked for is the description.
    let limits = Limits { configurations: 0, states: 0, threads: 0, ..Limits::default() };
    let (_, certificate) = decide_certified(text.text(), &indices, &constants, &limits)
        .map_err(|error| ComparisonError::Family(error.to_string()))?;
    let certificate = certificate.map_err(ComparisonError::Family)?;
    let wanted: Json = serde_json::from_str(&certificate.text).expect("it was written as JSON");
    let mut differences = Vec::new();
    for name in DESCRIPTION {
        let found = check.get(name).unwrap_or(&Json::Null);
        compare(found, &wanted[name], name, &mut differences);
    }
    let system = check["thread"].as_str().unwrap_or_default().to_owned();
    let file = text.name().to_owned();
    let (verifier, found) = ("verify_families.py", Vec::new());
    Ok(Compared { system, file, constants, found, verifier, differences })
}
