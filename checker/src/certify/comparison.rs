//! The comparison of a certificate with the texts of its systems: whether what it speaks of is what they mean.
//!
//! A verifier confirms answers about the system that a certificate describes, whichever that is. The text is read anew
//! here, and described by the code that writes certificates; what is compared are the two descriptions as JSON values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value as Json, json};

use super::facts::Facts;
use super::{COMPARE, FIELD, FORMAT, description};
use crate::check::{Parameters, Subject, SubjectErrors};
use crate::file::File;
use crate::search::Order;

/// A certificate of checks that was read, as far as it describes systems.
#[derive(Clone, Debug)]
pub struct CheckCertificate {
    checks: Vec<Map<String, Json>>,
}

/// The result of comparing one check of a certificate with the text of its system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The name of the system.
    pub system: String,
    /// The name of the text that it was compared with.
    pub file: String,
    /// The values of constants that the certificate gives, which the text was read with.
    pub constants: Vec<(String, i64)>,
    /// The variables that the certificate protects and the text does not: `check` has found who may access them when.
    pub found: Vec<String>,
    /// The name of the program that confirms the answers.
    pub verifier: &'static str,
    /// The first differences, at most [`MOST`]; none where the system of the text is that of the certificate.
    pub differences: Vec<Difference>,
}

/// The most differences that are told of one system.
pub const MOST: usize = 5;

/// A place at which a certificate describes another system than the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The way to it from the check: `transitions/3/guard/1`.
    pub at: String,
    /// The value in the certificate, as JSON; none where it has none.
    pub certificate: Option<String>,
    /// The value that the text has there; none where it has none.
    pub text: Option<String>,
}

/// The reason why a certificate cannot be compared with texts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// The file is no certificate of checks.
    #[error("it is no certificate of checks: {0}")]
    NotACertificate(String),
    /// There is no text for a check.
    #[error("the certificate is about `{file}`, of which no text is given")]
    NoText {
        /// The name of the text, as the certificate has it.
        file: String,
    },
    /// A text is given of which the certificate says nothing.
    #[error("the certificate says nothing of `{file}`")]
    NoCheck {
        /// The name of the text.
        file: String,
    },
    /// A text cannot be read with the constants of the certificate.
    #[error("a text cannot be read")]
    Subject(SubjectErrors),
    /// A text cannot be described as a family of threads.
    #[error("a text cannot be described as a family: {0}")]
    Family(String),
    /// The flag was raised.
    #[error("interrupted while the text was read")]
    Cancelled,
}

/// Decides whether bytes look like a certificate of checks, of any version.
pub fn is_check_certificate(bytes: &[u8]) -> bool {
    bytes.starts_with(format!("{{\"{FIELD}\":").as_bytes())
}

impl CheckCertificate {
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
            let check = check.as_object().ok_or_else(|| refused("a check is no object"))?;
            let has_file = check.get("file").is_some_and(Json::is_string);
            let has_name = check.get("system").is_some_and(Json::is_string);
            if !has_file || !has_name || constants(check).is_none() || order(check).is_none() {
                return Err(refused("a check has not `system`, `file`, `constants` and `search`"));
            }
            Ok(check.clone())
        });
        Ok(CheckCertificate { checks: checks.collect::<Result<_, _>>()? })
    }

    /// Compares each check with the text of its system, which is the one of the same file name; where there is one
    /// text, and the certificate is about one, that one, whatever it is called. The parameters are those of the check.
    ///
    /// # Errors
    /// [`ComparisonError`], where not everything can be compared.
    pub fn compare(
        &self,
        texts: &[Arc<File>],
        parameters: &Parameters,
        cancel: Option<&AtomicBool>,
    ) -> Result<Vec<Compared>, ComparisonError> {
        let mut names: Vec<&str> = self.checks.iter().map(file).collect();
        names.dedup();
        let is_one = names.len() == 1 && texts.len() == 1;
        let of =
            |name: &str| texts.iter().position(|text| is_one || last(text.name()) == last(name));
        if let Some(name) = names.iter().find(|name| of(name).is_none()) {
            return Err(ComparisonError::NoText { file: (*name).to_owned() });
        }
        let used: Vec<usize> = names.iter().filter_map(|name| of(name)).collect();
        if let Some(unused) = (0..texts.len()).find(|k| !used.contains(k)) {
            return Err(ComparisonError::NoCheck { file: texts[unused].name().to_owned() });
        }
        let each = self.checks.iter().filter_map(|check| {
            let text = &texts[of(file(check))?];
            Some(compared(check, text, parameters, cancel))
        });
        each.collect()
    }
}

fn compared(
    check: &Map<String, Json>,
    text: &Arc<File>,
    parameters: &Parameters,
    cancel: Option<&AtomicBool>,
) -> Result<Compared, ComparisonError> {
    let constants = constants(check).unwrap_or_default();
    let parameters = Parameters { constants: constants.clone(), ..parameters.clone() };
    let subject = Subject::load(text, &parameters, cancel).map_err(ComparisonError::Subject)?;
    let discipline = subject.discipline().ok_or(ComparisonError::Cancelled)?;
    let facts = Facts::new(discipline, order(check).unwrap_or(Order::Unreduced));
    let mut differences = Vec::new();
    let mut found_by_check = Vec::new();
    for (name, wanted) in description::system(&facts) {
        let mut found = check.get(name).cloned().unwrap_or(Json::Null);
        if name == "protected" {
            let wanted = Json::Array(wanted);
            found_by_check = protections(&found, &wanted, &mut differences);
            continue;
        }
        if name == "invariants" {
            without_found_ones(&mut found, wanted.len());
        }
        compare(&plain(name, found), &plain(name, Json::Array(wanted)), name, &mut differences);
    }
    let system = check["system"].as_str().unwrap_or_default().to_owned();
    let file = text.name().to_owned();
    let (verifier, found) = ("verify.py", found_by_check);
    Ok(Compared { system, file, constants, found, verifier, differences })
}

/// Compares what is protected, variable by variable, and returns those that the text does not protect: `check` has
/// found how, and asks no less for it.
fn protections(certificate: &Json, text: &Json, out: &mut Vec<Difference>) -> Vec<String> {
    let (certificate, text) = (by_variable(certificate), by_variable(text));
    for (name, wanted) in &text {
        let found = certificate.get(name).unwrap_or(&Json::Null);
        compare(found, wanted, &format!("protected/{name}"), out);
    }
    certificate.into_keys().filter(|name| !text.contains_key(name)).collect()
}

/// The cells and the exclusive access predicates of each protected variable.
fn by_variable(groups: &Json) -> BTreeMap<String, Json> {
    let mut all = BTreeMap::new();
    for group in groups.as_array().into_iter().flatten() {
        for variable in group["variables"].as_array().into_iter().flatten() {
            let mut name = variable["name"].as_str().unwrap_or_default().to_owned();
            // Two of one name are two.
            while all.contains_key(&name) {
                name.push('\'');
            }
            all.insert(name, json!({ "cells": variable["cells"], "access": group["access"] }));
        }
    }
    all
}

/// Takes away the invariants behind those of the text: the checker found them itself, and a verifier decides them like
/// the others.
fn without_found_ones(invariants: &mut Json, of_text: usize) {
    if let Some(all) = invariants.as_array_mut() {
        let is_found = |one: &Json| one["assumed"] == Json::Bool(true);
        if all.iter().skip(of_text).all(is_found) {
            all.truncate(of_text);
        }
    }
}

/// Takes away what is no part of the system, but of how it was searched: a verifier decides that again.
fn plain(name: &str, mut entries: Json) -> Json {
    let of_search: &[&str] = match name {
        "points" => &["visible"],
        "transitions" => &["overflow", "visible because"],
        "invariants" => &["assumed"],
        "reach" => &["kept"],
        _ => &[],
    };
    for entry in entries.as_array_mut().into_iter().flatten() {
        if let Some(entry) = entry.as_object_mut() {
            for field in of_search {
                entry.remove(*field);
            }
        }
    }
    entries
}

/// Adds the first differences between what the certificate has and what the text has.
pub(super) fn compare(certificate: &Json, text: &Json, at: &str, out: &mut Vec<Difference>) {
    if out.len() >= MOST || certificate == text {
        return;
    }
    let one =
        |a: Option<&Json>, b: Option<&Json>, at: String, out: &mut Vec<Difference>| match (a, b) {
            (Some(a), Some(b)) => compare(a, b, &at, out),
            (None, None) => {}
            (a, b) if out.len() < MOST => {
                let told = |value: Option<&Json>| value.map(Json::to_string);
                out.push(Difference { at, certificate: told(a), text: told(b) });
            }
            _ => {}
        };
    match (certificate, text) {
        (Json::Array(a), Json::Array(b)) => {
            for k in 0..a.len().max(b.len()) {
                one(a.get(k), b.get(k), format!("{at}/{k}"), out);
            }
        }
        (Json::Object(a), Json::Object(b)) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for name in names {
                one(a.get(name), b.get(name), format!("{at}/{name}"), out);
            }
        }
        (a, b) => out.push(Difference {
            at: at.to_owned(),
            certificate: Some(a.to_string()),
            text: Some(b.to_string()),
        }),
    }
}

pub(super) fn file(check: &Map<String, Json>) -> &str {
    check.get("file").and_then(Json::as_str).unwrap_or_default()
}

pub(super) fn last(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

pub(super) fn constants(check: &Map<String, Json>) -> Option<Vec<(String, i64)>> {
    let pairs = check.get("constants")?.as_array()?.iter();
    pairs.map(|pair| Some((pair[0].as_str()?.to_owned(), pair[1].as_i64()?))).collect()
}

fn order(check: &Map<String, Json>) -> Option<Order> {
    match check.get("search")?.as_str()? {
        "reduced" => Some(Order::Reduced),
        "unreduced" => Some(Order::Unreduced),
        _ => None,
    }
}
