//! Verdicts: the three answers to a claim.

/// The answer to a claim: it holds, with the evidence `E`; it fails, with the witness `W`; or the question was
/// given up, with the reason `R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<E, W, R = W> {
    /// The claim holds.
    Holds(E),
    /// The claim fails.
    Fails(W),
    /// The question was given up because a limit was reached.
    Declined(R),
}

impl<E, W, R> Verdict<E, W, R> {
    /// The verdict as a word for reports.
    ///
    /// ```
    /// use reductio_search::Verdict;
    /// assert_eq!(Verdict::<(), ()>::Declined(()).word(), "declined");
    /// ```
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds(_) => "holds",
            Verdict::Fails(_) => "fails",
            Verdict::Declined(_) => "declined",
        }
    }

    /// The evidence, if the claim holds.
    pub fn evidence(&self) -> Option<&E> {
        match self {
            Verdict::Holds(evidence) => Some(evidence),
            _ => None,
        }
    }
}
