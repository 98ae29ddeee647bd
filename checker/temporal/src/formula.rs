//! Formulas of linear temporal logic without next.
//!
//! A formula lies in one list, operands before their operator. However deeply it is nested, to clone, compare, hash,
//! print or drop it takes no recursion.

/// The operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unary {
    /// `not F`.
    Not,
    /// `always F`: in this state and all that follow.
    Always,
    /// `eventually F`: in this state or one that follows.
    Eventually,
}

impl Unary {
    /// All operators with one operand.
    pub const ALL: [Unary; 3] = [Unary::Not, Unary::Always, Unary::Eventually];

    /// The operator in text.
    pub fn word(self) -> &'static str {
        match self {
            Unary::Not => "not",
            Unary::Always => "always",
            Unary::Eventually => "eventually",
        }
    }
}

/// The operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binary {
    /// `F and G`.
    And,
    /// `F or G`.
    Or,
    /// `F => G`.
    Implies,
    /// `F until G`: `G` in this state or one that follows, and `F` in all states before that one.
    Until,
    /// `F release G`: `G` up to and with the first state with `F`, and for ever if there is none.
    Release,
    /// `F leads_to G`: `always (F => eventually G)`.
    LeadsTo,
}

impl Binary {
    /// All operators with two operands.
    pub const ALL: [Binary; 6] =
        [Binary::And, Binary::Or, Binary::Implies, Binary::Until, Binary::Release, Binary::LeadsTo];

    /// The operator in text.
    pub fn word(self) -> &'static str {
        match self {
            Binary::And => "and",
            Binary::Or => "or",
            Binary::Implies => "=>",
            Binary::Until => "until",
            Binary::Release => "release",
            Binary::LeadsTo => "leads_to",
        }
    }
}

/// A formula of linear temporal logic without next, over atoms of any type.
///
/// Formulas are made with functions that read like the text, and read with [`Formula::shape`].
///
/// ```
/// use reductio_temporal::{Binary, Formula, Shape, Unary};
///
/// let formula = Formula::atom('p').always().implies(Formula::atom('q'));
/// let Shape::Binary(Binary::Implies, left, right) = formula.shape() else { panic!() };
/// let Shape::Unary(Unary::Always, inner) = left.shape() else { panic!() };
/// assert_eq!((inner.shape(), right.shape()), (Shape::Atom(&'p'), Shape::Atom(&'q')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formula<A> {
    /// Operands before their operator, the right operand directly before it. Never empty.
    nodes: Vec<Node<A>>,
}

/// An operator, atom or constant, with the number of nodes of the subformula that ends with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node<A> {
    kind: Kind<A>,
    size: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind<A> {
    Constant(bool),
    Atom(A),
    Unary(Unary),
    Binary(Binary),
}

/// A part of a [`Formula`] that is a formula itself.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Subformula<'f, A> {
    nodes: &'f [Node<A>],
}

impl<A> Clone for Subformula<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Subformula<'_, A> {}

/// The outermost form of a formula: a constant, an atom, or an operator with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape<'f, A> {
    /// `true` or `false`.
    Constant(bool),
    /// An atom.
    Atom(&'f A),
    /// An operator with one operand.
    Unary(Unary, Subformula<'f, A>),
    /// An operator with two operands, the left one first.
    Binary(Binary, Subformula<'f, A>, Subformula<'f, A>),
}

impl<A> Formula<A> {
    fn leaf(kind: Kind<A>) -> Self {
        Formula { nodes: vec![Node { kind, size: 1 }] }
    }

    /// Makes `true` or `false`.
    pub fn constant(value: bool) -> Self {
        Self::leaf(Kind::Constant(value))
    }

    /// Makes a formula of one atom.
    pub fn atom(atom: A) -> Self {
        Self::leaf(Kind::Atom(atom))
    }

    /// Puts an operator in front of the formula.
    #[must_use]
    pub fn unary(mut self, operator: Unary) -> Self {
        let size = self.nodes.len() + 1;
        self.nodes.push(Node { kind: Kind::Unary(operator), size });
        self
    }

    /// Joins two formulas by an operator. Cost: the size of the right one.
    #[must_use]
    pub fn binary(mut self, operator: Binary, right: Self) -> Self {
        self.nodes.extend(right.nodes);
        let size = self.nodes.len() + 1;
        self.nodes.push(Node { kind: Kind::Binary(operator), size });
        self
    }

    /// Makes `not F`.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a word like the others")]
    pub fn not(self) -> Self {
        self.unary(Unary::Not)
    }

    /// Makes `always F`.
    #[must_use]
    pub fn always(self) -> Self {
        self.unary(Unary::Always)
    }

    /// Makes `eventually F`.
    #[must_use]
    pub fn eventually(self) -> Self {
        self.unary(Unary::Eventually)
    }

    /// Makes `F and G`.
    #[must_use]
    pub fn and(self, right: Self) -> Self {
        self.binary(Binary::And, right)
    }

    /// Makes `F or G`.
    #[must_use]
    pub fn or(self, right: Self) -> Self {
        self.binary(Binary::Or, right)
    }

    /// Makes `F => G`.
    #[must_use]
    pub fn implies(self, right: Self) -> Self {
        self.binary(Binary::Implies, right)
    }

    /// Makes `F until G`.
    #[must_use]
    pub fn until(self, right: Self) -> Self {
        self.binary(Binary::Until, right)
    }

    /// Makes `F release G`.
    #[must_use]
    pub fn release(self, right: Self) -> Self {
        self.binary(Binary::Release, right)
    }

    /// Makes `F leads_to G`.
    #[must_use]
    pub fn leads_to(self, right: Self) -> Self {
        self.binary(Binary::LeadsTo, right)
    }

    /// The formula as a part of itself.
    pub fn as_subformula(&self) -> Subformula<'_, A> {
        Subformula { nodes: &self.nodes }
    }

    /// The outermost form of the formula.
    pub fn shape(&self) -> Shape<'_, A> {
        self.as_subformula().shape()
    }

    /// The number of operators, atoms and constants.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Tells whether the formula has a temporal operator. A formula without one speaks of a single state.
    pub fn is_temporal(&self) -> bool {
        self.nodes.iter().any(|node| match node.kind {
            Kind::Unary(operator) => operator != Unary::Not,
            Kind::Binary(operator) => {
                matches!(operator, Binary::Until | Binary::Release | Binary::LeadsTo)
            }
            Kind::Constant(_) | Kind::Atom(_) => false,
        })
    }

    /// The atoms from left to right, each as often as it stands there.
    pub fn occurrences(&self) -> impl Iterator<Item = &A> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Atom(atom) => Some(atom),
            _ => None,
        })
    }

    /// The atoms, each once, in the order in which they first stand there.
    pub fn atoms(&self) -> Vec<&A>
    where
        A: Eq + std::hash::Hash,
    {
        let mut seen = rustc_hash::FxHashSet::default();
        self.occurrences().filter(|atom| seen.insert(*atom)).collect()
    }

    /// The formula with other atoms in the place of its own.
    pub fn map<B>(&self, mut atom: impl FnMut(&A) -> B) -> Formula<B> {
        let Ok(formula) = self.try_map(|old| Ok::<B, std::convert::Infallible>(atom(old)));
        formula
    }

    /// The formula with other atoms in the place of its own, which cannot all be made.
    ///
    /// # Errors
    /// The first error of `atom`, which is called from left to right.
    pub fn try_map<B, E>(&self, mut atom: impl FnMut(&A) -> Result<B, E>) -> Result<Formula<B>, E> {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let kind = match &node.kind {
                Kind::Constant(value) => Kind::Constant(*value),
                Kind::Atom(old) => Kind::Atom(atom(old)?),
                Kind::Unary(operator) => Kind::Unary(*operator),
                Kind::Binary(operator) => Kind::Binary(*operator),
            };
            nodes.push(Node { kind, size: node.size });
        }
        Ok(Formula { nodes })
    }

    /// Formulas of which this one is the conjunction, as far as its operators show it: `not (a or always b)` is `not a`
    /// and `not always b`, and `always (a and b)` is `always a` and `always b`. At least one.
    ///
    /// ```
    /// use reductio_temporal::Formula;
    ///
    /// let formula = Formula::atom("a").or(Formula::atom("b").eventually()).not();
    /// let parts: Vec<String> = formula.conjuncts().iter().map(ToString::to_string).collect();
    /// assert_eq!(parts, ["not a", "always not b"]);
    /// ```
    pub fn conjuncts(&self) -> Vec<Formula<A>>
    where
        A: Clone,
    {
        use Shape::{Binary as Two, Unary as One};
        let mut out = Vec::new();
        // A part, whether it is negated, and whether it holds always; the first is the last here.
        let mut open = vec![(self.as_subformula(), false, false)];
        while let Some((part, is_negated, always)) = open.pop() {
            match (part.shape(), is_negated) {
                (One(Unary::Not, inner), _) => open.push((inner, !is_negated, always)),
                (One(Unary::Always, inner), false) | (One(Unary::Eventually, inner), true) => {
                    open.push((inner, is_negated, true));
                }
                (Two(Binary::And, left, right), false) | (Two(Binary::Or, left, right), true) => {
                    open.push((right, is_negated, always));
                    open.push((left, is_negated, always));
                }
                (Two(Binary::Implies, left, right), true) => {
                    open.push((right, true, always));
                    open.push((left, false, always));
                }
                _ => {
                    let mut formula = part.to_formula();
                    if is_negated {
                        formula = formula.not();
                    }
                    out.push(if always { formula.always() } else { formula });
                }
            }
        }
        out
    }

    /// The subformulas, operands before their operators; the last one is the formula itself.
    pub fn subformulas(&self) -> impl ExactSizeIterator<Item = Subformula<'_, A>> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(last, node)| Subformula { nodes: &self.nodes[last + 1 - node.size..=last] })
    }
}

impl<'f, A> Subformula<'f, A> {
    /// The outermost form of the formula.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a formula is not empty, and an operator has its operands"
    )]
    pub fn shape(self) -> Shape<'f, A> {
        let (last, rest) = self.nodes.split_last().expect("a formula is not empty");
        match &last.kind {
            Kind::Constant(value) => Shape::Constant(*value),
            Kind::Atom(atom) => Shape::Atom(atom),
            Kind::Unary(operator) => Shape::Unary(*operator, Subformula { nodes: rest }),
            Kind::Binary(operator) => {
                let right = rest.last().expect("an operator has its operands").size;
                let (left, right) = rest.split_at(rest.len() - right);
                let [left, right] = [left, right].map(|nodes| Subformula { nodes });
                Shape::Binary(*operator, left, right)
            }
        }
    }

    /// The number of operators, atoms and constants.
    pub fn size(self) -> usize {
        self.nodes.len()
    }

    /// The subformula as a formula of its own.
    pub fn to_formula(self) -> Formula<A>
    where
        A: Clone,
    {
        Formula { nodes: self.nodes.to_vec() }
    }
}
