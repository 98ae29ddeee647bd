//! `(? ind)` without a hint: a term lies below `y^w`, or `y ? z`, when it goes on with `y`, or ends with `z`.

use reductio_algebra::{Relation, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::loop_ind;

use super::auto::TOGETHER;
use super::derive::Context;
use super::facts::Facts;
use crate::script::hint::ReferenceKind;

impl Context<'_> {
    /// Proves `s <= t` or `s = t` where a side is `y^w` or `y ? z`: with the other side `x`, from `x <= y x + z`.
    /// Returns the text of the hint.
    pub(super) fn coinductive(
        &self,
        (s, relation, t): (&Term, Relation, &Term),
        kinds: &[ReferenceKind],
    ) -> Option<(Theorem, String)> {
        let kinds = &kinds[..kinds.len().min(TOGETHER)];
        let mut sides = vec![(s, t)];
        if relation == Relation::Equal {
            sides.push((t, s));
        }
        let small = self.limits.part(10);
        for (x, goal) in sides {
            let (y, z) = match goal.kind() {
                TermKind::Omega(y) if !goal.is_top() => (y.clone(), Term::zero()),
                TermKind::Loop(y, z) => (y.clone(), z.clone()),
                _ => continue,
            };
            let step = y.seq(x).plus(&z);
            // With as few facts as will do: the hint names them.
            let mut tries: Vec<&[ReferenceKind]> = vec![&[]];
            tries.extend(kinds.chunks(1));
            tries.push(kinds);
            for cited in tries {
                let Some((premise, _)) = self.prove_by((x, Relation::Below, &step), cited, small)
                else {
                    continue;
                };
                let Ok(conclusion) = loop_ind(&premise) else { continue };
                let mut facts = Facts::default();
                for kind in cited {
                    self.cite_unwritten(kind, &mut facts)?;
                }
                let origin = facts.derived(Vec::new());
                facts.add(&conclusion, &[], origin);
                if let Ok((theorem, _)) = facts.prove(s, relation, t, &self.apart, small) {
                    let names: Vec<String> = cited.iter().map(ReferenceKind::to_string).collect();
                    let (by, also) = match &names[..] {
                        [] => (String::new(), String::new()),
                        some => (format!(" {}", some.join(", ")), format!("{}; ", some.join(", "))),
                    };
                    return Some((theorem, format!("{{{also}{x} <= {step}{by}; (? ind)}}")));
                }
            }
        }
        None
    }
}
