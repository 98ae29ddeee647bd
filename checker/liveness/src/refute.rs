//! The search for a run of which a formula is false.

use std::hash::Hash;

use reductio_search::{Model, Query, Reduction, Stopped};
use reductio_temporal::{NotTranslated, TranslationLimits};

use super::acceptance::{Acceptance, MarkSets, SetId};
use super::answer::{Answer, Lasso};
use super::automata::Automata;
use super::components::{Accepted, Components, Edge, Graph};
use super::confirm::{Question, confirm};
use super::lasso::lasso;
use super::product::{Product, Way};
use super::shorten::shorten;
use super::starving;

/// Looks for a fair run of which the formula of a question is false. Of the query the limits count, the flag and the
/// listener, and whether states are bad that violate the discipline: where that is known to be followed, it need not be
/// asked again.
///
/// Cost: the states of the model times those of the automaton of the negated formula, times the steps from each; with
/// strongly fair threads, times their number at worst.
///
/// # Errors
/// When the automaton of the negated formula is too large, or the flag was raised while it was made.
pub fn refute<M, R, A, V>(
    question: &Question<'_, M, A, V>,
    reduction: &R,
    query: &Query<'_>,
) -> Result<Answer, NotTranslated>
where
    M: Model,
    R: Reduction<M>,
    A: Clone + Eq + Hash,
    V: Fn(&A, &M::State) -> bool,
{
    let limits = TranslationLimits { cancel: query.cancel, ..TranslationLimits::default() };
    let automata = Automata::of(&question.formula.clone().not(), &limits)?;
    let threads = question.model.threads();
    let fairness = &question.fairness[..threads.min(question.fairness.len())];
    let acceptance = Acceptance::new(automata.marks(), fairness);
    let product =
        Product::new(question.model, reduction, query, (automata, acceptance), &question.truth);
    let mut search = Search { product, ways: Vec::new(), bytes: 0 };
    let mut components = Components::default();
    let found = search.run(&mut components);
    let mut answer = Answer {
        lasso: None,
        unconfirmed: None,
        states: search.product.states(),
        product_states: search.product.nodes(),
        transitions: search.product.transitions,
        bytes: search.product.bytes() + components.bytes(),
        met: search.product.met,
        stopped: None,
    };
    let told = found.and_then(|found| match found {
        None => Ok(None),
        Some((begins, accepted)) => {
            lasso(&mut search.product, &components, &begins, &accepted).map(Some)
        }
    });
    match told {
        Ok(None) => {}
        Ok(Some(lasso)) => tell(question, lasso, &mut answer),
        Err(why) => answer.stopped = Some(why),
    }
    Ok(answer)
}

/// Puts a lasso into an answer, as short as it gets, if it is confirmed.
fn tell<M, A, V>(question: &Question<'_, M, A, V>, lasso: Lasso, answer: &mut Answer)
where
    M: Model,
    V: Fn(&A, &M::State) -> bool,
{
    let lasso = shorten(question, lasso);
    match confirm(question, &lasso) {
        Ok(()) => answer.lasso = Some(lasso),
        Err(why) => answer.unconfirmed = Some((lasso, why)),
    }
}

/// The product as a graph.
struct Search<'a, M: Model, R, A, V> {
    product: Product<'a, M, R, A, V>,
    ways: Vec<Way>,
    /// The bytes of the search of components when it was asked last.
    bytes: usize,
}

impl<M, R, A, V> Search<'_, M, R, A, V>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    fn run(
        &mut self,
        components: &mut Components,
    ) -> Result<Option<(Vec<u32>, Accepted)>, Stopped> {
        let begins = self.product.begin()?;
        for &begin in &begins {
            if let Some(accepted) = components.search(self, begin)? {
                return Ok(Some((begins, accepted)));
            }
        }
        Ok(None)
    }
}

impl<M, R, A, V> Graph for Search<'_, M, R, A, V>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    fn sets(&mut self) -> &mut MarkSets {
        &mut self.product.sets
    }

    fn successors(&mut self, node: u32, edges: &mut Vec<Edge>) -> Result<(), Stopped> {
        self.ways.clear();
        self.product.ways(node, &mut self.ways)?;
        edges.extend(self.ways.iter().map(|way| Edge { to: way.to, marks: way.marks }));
        Ok(())
    }

    fn look_up(&mut self, depth: usize, bytes: usize) -> Result<(), Stopped> {
        self.bytes = bytes;
        self.product.look_up(depth, bytes)
    }

    fn look_into(&mut self, nodes: &[u32], marks: SetId) -> Result<Option<Accepted>, Stopped> {
        starving::look_into(&mut self.product, nodes, marks, self.bytes)
    }
}
