//! The names of searches, such as `composed+persistent+sleep`.

use std::fmt;
use std::str::FromStr;

use reductio_algebra::text::vocabulary::nearest;
use thiserror::Error;

use crate::selective::Sleep;

/// A search of a system: how it walks, which steps it takes, and which of these it leaves out. Its name is that of the
/// walk, then `+` and the name of each part that leaves out something.
///
/// ```
/// use reductio::compare::SearchName;
///
/// let name: SearchName = "sss+persistent+sleep".parse()?;
/// assert_eq!(name.to_string(), "sss+persistent+sleep");
/// let error = "sss+persistant".parse::<SearchName>().unwrap_err();
/// assert_eq!(error.to_string(), "`persistant` is no part of a search; did you mean `persistent`?");
/// # Ok::<(), reductio::compare::SearchNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchName {
    /// The way in which the search goes through the system.
    pub walk: Walk,
    /// The steps that it takes.
    pub steps: Steps,
    /// The steps among these that it leaves out because they were taken before.
    pub sleep: Asleep,
}

/// A way to go through a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Walk {
    /// Stores every state.
    Unreduced,
    /// Stores visible states, and looks at the states between them (S5, Theorem 1).
    Reduced,
    /// Stores the states of the composed system C(M) (S1, section 5).
    Composed,
    /// Walks executions, and stores nothing (S1, section 2: *state-less selective search*).
    Sss,
    /// Walks executions with bounds 1, 2, 3 and so on, until no execution is cut.
    SssCyc,
    /// Walks executions with the invisible transitions of a thread first (S1, section 4).
    IfSss,
    /// Walks executions as [`Walk::IfSss`] does, with bounds 1, 2, 3 and so on.
    IfSssCyc,
    /// Walks executions of the composed system.
    ComposedSss,
}

/// The steps that a search takes from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Steps {
    /// The steps of all threads.
    All,
    /// The steps of a persistent set.
    Persistent,
    /// The steps of a persistent set by the lock discipline (S1, Algorithms 2-LD and 2-LD').
    Locks,
    /// The steps that dynamic partial-order reduction finds to be needed (Flanagan and Godefroid 2005).
    Dynamic,
    /// The steps of source sets (Abdulla, Aronis, Jonsson and Sagonas 2014).
    Source,
}

/// The steps that sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asleep {
    /// None.
    Never,
    /// Sleep sets by dependency in any state.
    Unconditional,
    /// Sleep sets by dependency in the state at hand.
    Conditional,
}

impl Asleep {
    pub(super) fn sleep(self) -> Sleep {
        match self {
            Asleep::Never => Sleep::Never,
            Asleep::Unconditional => Sleep::Unconditional,
            Asleep::Conditional => Sleep::Conditional,
        }
    }
}

impl Walk {
    /// All ways.
    pub const ALL: [Walk; 8] = [
        Walk::Unreduced,
        Walk::Reduced,
        Walk::Composed,
        Walk::Sss,
        Walk::SssCyc,
        Walk::IfSss,
        Walk::IfSssCyc,
        Walk::ComposedSss,
    ];

    /// The name of the way.
    pub fn name(self) -> &'static str {
        match self {
            Walk::Unreduced => "unreduced",
            Walk::Reduced => "reduced",
            Walk::Composed => "composed",
            Walk::Sss => "sss",
            Walk::SssCyc => "sss-cyc",
            Walk::IfSss => "if-sss",
            Walk::IfSssCyc => "if-sss-cyc",
            Walk::ComposedSss => "composed-sss",
        }
    }

    /// Tells whether the search stores states.
    pub fn is_stored(self) -> bool {
        matches!(self, Walk::Unreduced | Walk::Reduced | Walk::Composed)
    }

    /// Tells whether invisible transitions are put together with others.
    pub fn is_coarse(self) -> bool {
        !matches!(self, Walk::Unreduced | Walk::Sss | Walk::SssCyc)
    }

    /// Tells whether bounds are tried one after the other.
    pub fn deepens(self) -> bool {
        matches!(self, Walk::SssCyc | Walk::IfSssCyc)
    }
}

impl Steps {
    /// The part of the name; none where nothing is left out.
    fn part(self) -> Option<&'static str> {
        match self {
            Steps::All => None,
            Steps::Persistent => Some("persistent"),
            Steps::Locks => Some("2-ld"),
            Steps::Dynamic => Some("dynamic"),
            Steps::Source => Some("source"),
        }
    }
}

impl Asleep {
    fn part(self) -> Option<&'static str> {
        match self {
            Asleep::Never => None,
            Asleep::Unconditional => Some("sleep"),
            Asleep::Conditional => Some("conditional"),
        }
    }
}

const STEPS: [Steps; 4] = [Steps::Persistent, Steps::Locks, Steps::Dynamic, Steps::Source];
const ASLEEP: [Asleep; 2] = [Asleep::Unconditional, Asleep::Conditional];

impl SearchName {
    /// The search that leaves out nothing, with which others are compared.
    pub const UNREDUCED: SearchName =
        SearchName { walk: Walk::Unreduced, steps: Steps::All, sleep: Asleep::Never };

    /// All searches that there are.
    pub fn all() -> Vec<SearchName> {
        let mut all = Vec::new();
        for walk in Walk::ALL {
            for steps in [Steps::All].into_iter().chain(STEPS) {
                for sleep in [Asleep::Never].into_iter().chain(ASLEEP) {
                    let name = SearchName { walk, steps, sleep };
                    if name.obstacle().is_none() {
                        all.push(name);
                    }
                }
            }
        }
        all
    }

    /// The searches that are compared where nobody names any.
    pub fn usual() -> Vec<SearchName> {
        use Asleep::{Conditional, Never, Unconditional};
        use Steps::{All, Dynamic, Locks, Persistent, Source};
        let of = |(walk, steps, sleep)| SearchName { walk, steps, sleep };
        let names = [
            (Walk::Unreduced, All, Never),
            (Walk::Unreduced, All, Unconditional),
            (Walk::Unreduced, Persistent, Never),
            (Walk::Unreduced, Persistent, Unconditional),
            (Walk::Unreduced, Locks, Unconditional),
            (Walk::Reduced, All, Never),
            (Walk::Composed, All, Never),
            (Walk::Composed, Persistent, Never),
            (Walk::Composed, Persistent, Unconditional),
            (Walk::Composed, Locks, Unconditional),
            (Walk::Sss, All, Never),
            (Walk::Sss, All, Unconditional),
            (Walk::Sss, Persistent, Unconditional),
            (Walk::Sss, Persistent, Conditional),
            (Walk::Sss, Dynamic, Unconditional),
            (Walk::Sss, Source, Unconditional),
            (Walk::IfSss, All, Never),
            (Walk::IfSss, Persistent, Unconditional),
            (Walk::ComposedSss, Persistent, Unconditional),
            (Walk::ComposedSss, Dynamic, Unconditional),
            (Walk::ComposedSss, Source, Unconditional),
        ];
        names.into_iter().map(of).collect()
    }

    /// Why there is no such search, if there is none.
    fn obstacle(self) -> Option<SearchNameError> {
        let is_dynamic = matches!(self.steps, Steps::Dynamic | Steps::Source);
        let part = self.steps.part().or(self.sleep.part()).unwrap_or_default();
        let of =
            |part, why| Some(SearchNameError::NotTogether { walk: self.walk.name(), part, why });
        match self.walk {
            Walk::Reduced if !part.is_empty() => {
                of(part, "it takes all steps; `composed` takes parts")
            }
            walk if walk.is_stored() && is_dynamic => of(
                part,
                "races are looked for along executions, which are not followed twice where states are stored",
            ),
            walk if walk.deepens() && is_dynamic => {
                of(part, "races call for nothing in executions that are cut")
            }
            _ if is_dynamic && self.sleep == Asleep::Conditional => {
                of("conditional", "what a race calls for is found by dependency in any state")
            }
            _ => None,
        }
    }
}

impl fmt::Display for SearchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.walk.name())?;
        for part in [self.steps.part(), self.sleep.part()].into_iter().flatten() {
            write!(f, "+{part}")?;
        }
        Ok(())
    }
}

/// The reason why a text names no search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchNameError {
    /// The first word is no way to go through a system.
    #[error("there is no search `{found}`; {}", hint(.nearest.as_deref(), "they begin with unreduced, reduced, composed, sss, sss-cyc, if-sss, if-sss-cyc or composed-sss"))]
    UnknownWalk {
        /// The word.
        found: String,
        /// The most similar one.
        nearest: Option<String>,
    },
    /// A word behind a `+` is no part of a search.
    #[error("`{found}` is no part of a search; {}", hint(.nearest.as_deref(), "parts are persistent, 2-ld, dynamic, source; sleep, conditional"))]
    UnknownPart {
        /// The word.
        found: String,
        /// The most similar one.
        nearest: Option<String>,
    },
    /// Two parts of a name say different things of the same.
    #[error(
        "`{found}` comes after another part that says the same or something else of it; a search has one of \
             persistent, 2-ld, dynamic and source, and one of sleep and conditional"
    )]
    Twice {
        /// The second part.
        found: String,
    },
    /// The parts do not go together.
    #[error("`{walk}` has no `+{part}`: {why}")]
    NotTogether {
        /// The way.
        walk: &'static str,
        /// The part.
        part: &'static str,
        /// The reason.
        why: &'static str,
    },
}

fn hint(nearest: Option<&str>, otherwise: &str) -> String {
    nearest.map_or_else(|| otherwise.to_owned(), |word| format!("did you mean `{word}`?"))
}

impl FromStr for SearchName {
    type Err = SearchNameError;

    fn from_str(text: &str) -> Result<Self, SearchNameError> {
        let mut words = text.trim().split('+').map(str::trim);
        let first = words.next().unwrap_or_default();
        let Some(walk) = Walk::ALL.into_iter().find(|walk| walk.name() == first) else {
            let nearest = nearest(first, Walk::ALL.iter().map(|walk| walk.name()));
            return Err(SearchNameError::UnknownWalk { found: first.to_owned(), nearest });
        };
        let mut name = SearchName { walk, steps: Steps::All, sleep: Asleep::Never };
        for word in words {
            let twice = || SearchNameError::Twice { found: word.to_owned() };
            if let Some(steps) = STEPS.into_iter().find(|steps| steps.part() == Some(word)) {
                if name.steps != Steps::All {
                    return Err(twice());
                }
                name.steps = steps;
            } else if let Some(sleep) = ASLEEP.into_iter().find(|it| it.part() == Some(word)) {
                if name.sleep != Asleep::Never {
                    return Err(twice());
                }
                name.sleep = sleep;
            } else {
                let parts = STEPS.iter().filter_map(|it| it.part());
                let parts = parts.chain(ASLEEP.iter().filter_map(|it| it.part()));
                let nearest = nearest(word, parts);
                return Err(SearchNameError::UnknownPart { found: word.to_owned(), nearest });
            }
        }
        name.obstacle().map_or(Ok(name), Err)
    }
}
