//! The claims about families of threads, decided for every number of threads.

use crate::answer::{Answer, FamilyError};
use crate::certificate::{Certificate, Made, Proofs};
use crate::decision::Decision;
use crate::frame::Frame;
use crate::instance::Instance;
use crate::limits::{Limits, Watch};
use crate::mutation::Mutation;
use crate::reading::Reading;
use crate::seeds::Instances;

/// Decides the claims about families of threads, by the names of their index types, for every number of threads of
/// each.
///
/// # Errors
/// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike.
pub fn decide<S: AsRef<str>>(
    text: &str,
    indices: &[S],
    constants: &[(String, i64)],
    limits: &Limits<'_>,
) -> Result<Answer, FamilyError> {
    Ok(decide_mutated(text, &names(indices), constants, limits, None, None)?.0)
}

/// Decides as [`decide`] does, and makes a certificate of the answers, or says why there is none.
///
/// # Errors
/// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike.
///
/// ```
/// use reductio_parameterized::{Limits, decide_certified};
///
/// let text = "type User = any\nlock m\nthread user[u : User] { acquire m; release m }";
/// let (answer, certificate) = decide_certified(text, &["User"], &[], &Limits::default()).unwrap();
/// let certificate = certificate.unwrap();
/// assert_eq!((certificate.pairs, certificate.left_out.len()), (answer.pairs, 0));
/// ```
pub fn decide_certified<S: AsRef<str>>(
    text: &str,
    indices: &[S],
    constants: &[(String, i64)],
    limits: &Limits<'_>,
) -> Result<(Answer, Result<Certificate, String>), FamilyError> {
    let proofs = Some(Proofs::default());
    let (answer, made) = decide_mutated(text, &names(indices), constants, limits, None, proofs)?;
    let made = made.unwrap_or_else(|| Err("it was not asked for".to_owned()));
    Ok((answer, made))
}

/// Decides as [`decide`] does, with a fault.
///
/// # Errors
/// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike.
pub fn decide_with<S: AsRef<str>>(
    text: &str,
    indices: &[S],
    constants: &[(String, i64)],
    limits: &Limits<'_>,
    mutation: Mutation,
) -> Result<Answer, FamilyError> {
    Ok(decide_mutated(text, &names(indices), constants, limits, Some(mutation), None)?.0)
}

fn names<S: AsRef<str>>(indices: &[S]) -> Vec<&str> {
    indices.iter().map(AsRef::as_ref).collect()
}

/// An answer, and its certificate if one was asked for, or the reason why there is none.
type Decided = (Answer, Option<Result<Certificate, String>>);

fn decide_mutated(
    text: &str,
    indices: &[&str],
    constants: &[(String, i64)],
    limits: &Limits<'_>,
    mutation: Option<Mutation>,
    proofs: Option<Proofs>,
) -> Result<Decided, FamilyError> {
    let Reading { families, text } = Reading::new(text, indices, constants)?;
    let frame = Frame::new(&text, &families, constants)?;
    let (dead, fingerprint) = (frame.instance.dead.clone(), frame.instance.fingerprint());
    let make = |threads: &[usize]| {
        let instance = Instance::new(&text, &families, constants, threads, Some(&dead))?;
        if instance.fingerprint() == fingerprint {
            return Ok(instance);
        }
        let what = "the code or the variables are not those with other numbers".to_owned();
        Err(FamilyError::Shape { threads: threads.to_vec(), what })
    };
    let instances = Instances::new(make);
    let known = (frame, instances);
    let mut decision = Decision::new(&families, known, Watch::new(*limits), mutation, proofs);
    let (sizes, known) = decision.run()?;
    let proofs = decision.proofs.take();
    let answer = decision.answer(sizes);
    let Some(proofs) = proofs else { return Ok((answer, None)) };
    let Decision { frame, mut instances, .. } = decision;
    let (pairs, marked) = known.unzip();
    let made = Made {
        families: &families,
        frame: &frame,
        instances: &mut instances,
        pairs: pairs.as_ref(),
        marked: marked.as_ref().and_then(Option::as_ref),
        proofs,
    };
    let certificate = made.certificate(&answer)?;
    Ok((answer, Some(certificate)))
}
