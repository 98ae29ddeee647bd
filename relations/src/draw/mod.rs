//! Pictures of a model: states as nodes, one colour and label for each action.

mod dot;
mod layout;
mod matrix;
mod svg;

use reductio_algebra::{Sort, Symbol, name};

use crate::satisfies::{FiniteModel, at};

/// A drawing of a model, and the details that it shows.
///
/// A state shows the predicates that hold in it; where the *marked* predicate holds, which is `q` unless
/// another is chosen, its outline is doubled. Meant for up to a dozen states.
///
/// ```
/// use reductio_algebra::{Symbol, name};
/// use reductio_relations::{Drawing, FiniteModel};
/// let symbols = [Symbol::action(name!("u"), 1), Symbol::predicate(name!("q"), 0)];
/// let model = FiniteModel::parse("states 2\nprocesses 1\nq = {1}\nu_0 = {(0,1)}", &symbols).unwrap();
/// let drawing = Drawing::new(&model).title("one step into a violation");
/// assert!(drawing.to_dot().contains("0 -> 1 [label=\"u_0\""));
/// assert!(drawing.to_svg().contains("<title>one step into a violation</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    model: &'a FiniteModel,
    title: Option<String>,
    called: Option<(Symbol, String)>,
    mark: Symbol,
    pair: Option<(usize, usize)>,
    matrices: bool,
}

impl<'a> Drawing<'a> {
    /// The drawing of a model without title, pair or matrices.
    pub fn new(model: &'a FiniteModel) -> Self {
        let mark = Symbol::predicate(name!("q"), 0);
        Drawing { model, title: None, called: None, mark, pair: None, matrices: false }
    }

    /// The drawing with a title.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.title = Some(title.to_owned());
        self
    }

    /// The drawing with a text in place of the name of a symbol without indices: the term whose value it has.
    #[must_use]
    pub fn calling(mut self, symbol: &Symbol, text: &str) -> Self {
        self.called = Some((symbol.clone(), text.to_owned()));
        self
    }

    fn shown(&self, symbol: &Symbol, indices: &[usize]) -> String {
        let called = self.called.as_ref().filter(|(s, _)| s == symbol);
        called.map_or_else(|| at(&symbol.name, indices), |(_, text)| text.clone())
    }

    /// The drawing with another predicate marked, one without indices.
    #[must_use]
    pub fn mark(mut self, predicate: &Symbol) -> Self {
        self.mark = predicate.clone();
        self
    }

    /// The drawing with the pair of states of a witness, before and after, pointed out.
    #[must_use]
    pub fn pair(mut self, from: usize, to: usize) -> Self {
        self.pair = Some((from, to));
        self
    }

    /// The drawing with each action as a 0/1 matrix beside the graph (row: the state before, column: the state after)
    /// and each predicate as a set, in models of up to twelve states; the description of the picture says the same in
    /// words. This is for [`Drawing::to_svg`].
    ///
    /// ```
    /// use reductio_algebra::{Symbol, name};
    /// use reductio_relations::{Drawing, FiniteModel};
    /// let symbols = [Symbol::action(name!("u"), 1), Symbol::predicate(name!("q"), 0)];
    /// let model = FiniteModel::parse("states 2\nprocesses 1\nq = {1}\nu_0 = {(0,1)}", &symbols).unwrap();
    /// let svg = Drawing::new(&model).with_matrices().to_svg();
    /// assert_eq!(svg.matches("<rect class=\"x").count(), 1);
    /// assert_eq!(svg.matches("<rect class=\"z").count(), 3);
    /// assert!(svg.contains(">q = {1}</text>"));
    /// ```
    #[must_use]
    pub fn with_matrices(mut self) -> Self {
        self.matrices = true;
        self
    }

    fn heading(&self) -> String {
        let count =
            |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        self.title.clone().unwrap_or_else(|| {
            let states = count(self.model.states(), "state", "states");
            format!(
                "a model with {states}, {}",
                count(self.model.processes(), "process", "processes")
            )
        })
    }

    fn is_marked(&self, state: usize) -> bool {
        self.model.get(&self.mark, &[]).is_some_and(|q| q.contains(state, state))
    }

    /// The text in the node of a state besides its number.
    fn predicates(&self, state: usize) -> String {
        let here = self.model.meaning().iter().filter(|(symbol, _, value)| {
            symbol.sort == Sort::Predicate && value.contains(state, state)
        });
        here.map(|(symbol, indices, _)| self.shown(symbol, indices)).collect::<Vec<_>>().join(" ")
    }

    /// The word under a state of the pair: `before`, `after` or both.
    fn role(&self, state: usize) -> Option<&'static str> {
        let (from, to) = self.pair?;
        match (from == state, to == state) {
            (true, true) => Some("before, after"),
            (true, false) => Some("before"),
            (false, true) => Some("after"),
            (false, false) => None,
        }
    }

    /// The names of the actions, in order; the place in the list is the number of the colour.
    fn actions(&self) -> Vec<String> {
        let actions = self.model.meaning().iter().filter(|(s, ..)| s.sort == Sort::Action);
        actions.map(|(symbol, indices, _)| self.shown(symbol, indices)).collect()
    }

    /// All pairs of all actions with the number of the action, sorted by states.
    fn edges(&self) -> Vec<(usize, usize, usize)> {
        let actions = self.model.meaning().iter().filter(|(s, ..)| s.sort == Sort::Action);
        let mut edges: Vec<(usize, usize, usize)> = actions
            .enumerate()
            .flat_map(|(number, (.., value))| value.pairs().map(move |(a, b)| (a, b, number)))
            .collect();
        edges.sort_unstable();
        edges
    }
}

/// Colours that are told apart on white and on black, also with red-green blindness: each for light backgrounds, and
/// for dark ones.
const COLOURS: [(&str, &str); 8] = [
    ("#0b62a4", "#6db6f2"),
    ("#b3470a", "#f5a15f"),
    ("#1b7a4b", "#5fd39a"),
    ("#8a2f8f", "#dd8fe2"),
    ("#8c6d00", "#e3c44d"),
    ("#a61e4d", "#f58aac"),
    ("#2f6f7a", "#74cbd8"),
    ("#5b5b5b", "#b9b9b9"),
];
