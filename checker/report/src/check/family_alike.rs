//! The reasons why the threads of a text are treated alike, for `explain FILE.sys`: as text and as JSON.

use std::sync::Arc;

use reductio::language::{Families, FamilyClaimKind, Pointers};
use reductio::parameterized::find_families;
use reductio::{Diagnostic, Exit, File};
use schemars::JsonSchema;
use serde::Serialize;

use super::family::{CLAIMS, diagnostics, listed};
use crate::page::{HEADING, Page, plural};

/// Says in plain words why a text is decided for every number of threads.
///
/// # Errors
/// The diagnostics that say why it is not.
pub fn why(
    file: &Arc<File>,
    indices: &[String],
    constants: &[(String, i64)],
    page: &Page,
) -> Result<String, (Vec<Diagnostic>, Exit)> {
    let families = find_families(file.text(), indices, constants)
        .map_err(|error| diagnostics(file, indices, &error))?;
    let threads = families.families.iter().map(|one| format!("{}[{}]", one.thread, one.index));
    let threads: Vec<String> = threads.collect();
    let heading = format!("{}: decided for every number of {}", file.name(), listed(&threads));
    let mut out = format!("{HEADING}{}{HEADING:#}", page.prose(&heading, 2));
    out += &page.prose(ALIKE, 2);
    for family in &families.families {
        let own = match &family.arrays[..] {
            [] => "no variable".to_owned(),
            all => listed(all),
        };
        let own = format!(
            "each `{}` has its own locals, and of the shared variables: {own}",
            family.thread
        );
        out += &page.prose(&own, 2);
    }
    let pointers = pointers(&families);
    if !pointers.is_empty() {
        let said = format!("who is meant at a time, is the value of {}", listed(&pointers));
        out += &page.prose(&said, 2);
    }
    for claim in &families.claims {
        let title = claim.title.as_deref().unwrap_or(&claim.text);
        let said = match (&claim.obstacle, &claim.witnesses) {
            (Some(obstacle), _) => format!("not decided: \"{title}\": {}", obstacle.construct),
            (None, Some(witnesses)) => format!(
                "\"{title}\": {} decide it, whatever others do",
                plural(witnesses.iter().sum(), "thread")
            ),
            (None, None) => format!(
                "looked for with few threads only: \"{title}\": more threads may change it back"
            ),
        };
        out += &page.prose(&said, 2);
    }
    Ok(out)
}

/// The names of the variables that are threads of families.
fn pointers(families: &Families) -> Vec<String> {
    let pointer = |one: &Pointers| match &one.thread {
        Some(thread) => format!("{thread}.{}", one.variable),
        None => one.variable.clone(),
    };
    families.pointers.iter().map(pointer).collect()
}

const ALIKE: &str = "All threads of a family are treated alike: their numbers are compared with each other, and are not \
calculated, ordered or counted. So it matters only how many threads are in equal states, and more threads can do what fewer can.";

/// A text that is decided for every number of threads.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AlikeEntry {
    file: String,
    /// The families, in the order in which their index types are declared.
    families: Vec<AlikeFamilyEntry>,
    /// The variables whose values are threads of families.
    pointers: Vec<String>,
    claims: Vec<AlikeClaimEntry>,
}

/// A family of threads that are treated alike.
#[derive(Debug, Serialize, JsonSchema)]
struct AlikeFamilyEntry {
    /// The index type over which the family is.
    family: String,
    /// The declared name of the threads.
    thread: String,
    /// The least number of threads that there may be.
    least: usize,
    /// The shared variables that have an element for each thread.
    own: Vec<String>,
}

/// A claim, with the number of threads that decide it.
#[derive(Debug, Serialize, JsonSchema)]
struct AlikeClaimEntry {
    #[schemars(extend("enum" = CLAIMS[4..]))]
    claim: &'static str,
    text: String,
    /// The most threads of each family that decide it whatever others do; null where more threads may change it back.
    witnesses: Option<Vec<usize>>,
    /// The reason why it is not decided, if it is not.
    obstacle: Option<String>,
}

impl AlikeEntry {
    /// Finds the families of a text.
    ///
    /// # Errors
    /// The diagnostics that say why they are not decided for every number of threads.
    pub(super) fn new(
        file: &Arc<File>,
        indices: &[String],
        constants: &[(String, i64)],
    ) -> Result<Self, (Vec<Diagnostic>, Exit)> {
        let families = find_families(file.text(), indices, constants)
            .map_err(|error| diagnostics(file, indices, &error))?;
        let entries = families.families.iter().map(|family| AlikeFamilyEntry {
            family: family.index.clone(),
            thread: family.thread.clone(),
            least: family.least,
            own: family.arrays.clone(),
        });
        let claims = families.claims.iter().map(|claim| AlikeClaimEntry {
            claim: match claim.kind {
                FamilyClaimKind::Invariant => CLAIMS[4],
                FamilyClaimKind::Property => CLAIMS[5],
                FamilyClaimKind::Reach => CLAIMS[6],
            },
            text: claim.title.clone().unwrap_or_else(|| claim.text.clone()),
            witnesses: claim.witnesses.clone(),
            obstacle: claim.obstacle.as_ref().map(|obstacle| obstacle.construct.clone()),
        });
        Ok(AlikeEntry {
            file: file.name().to_owned(),
            families: entries.collect(),
            pointers: pointers(&families),
            claims: claims.collect(),
        })
    }
}
