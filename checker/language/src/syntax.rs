//! The tree that the parser builds: the content of a text, with places.

use std::rc::Rc;

use reductio_system::{Arithmetic, Fairness, VariableClass};

/// A range of bytes of the text.
pub type Span = std::ops::Range<usize>;

/// A name as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl Name<'_> {
    pub(super) fn span(&self) -> Span {
        self.start..self.start + self.text.len()
    }
}

/// A whole text.
#[derive(Debug, Default)]
pub(super) struct File<'a> {
    pub(super) name: Option<Name<'a>>,
    pub(super) constants: Vec<Constant<'a>>,
    pub(super) types: Vec<TypeDeclaration<'a>>,
    pub(super) variables: Vec<Variable<'a>>,
    pub(super) objects: Vec<Object<'a>>,
    pub(super) threads: Vec<Thread<'a>>,
    pub(super) procedures: Vec<Procedure<'a>>,
    pub(super) claims: Vec<Claim<'a>>,
    /// See `Cursor::broken`.
    pub(super) broken: Vec<&'a str>,
    /// See `Cursor::has_nameless`.
    pub(super) has_nameless: bool,
}

/// A declaration `const NAME = value`.
#[derive(Debug)]
pub(super) struct Constant<'a> {
    pub(super) name: Name<'a>,
    pub(super) value: Expr<'a>,
}

/// A declaration `type NAME = ...`.
#[derive(Debug)]
pub(super) struct TypeDeclaration<'a> {
    pub(super) name: Name<'a>,
    pub(super) body: TypeBody<'a>,
}

/// The right side of the declaration of a type.
#[derive(Debug)]
pub(super) enum TypeBody<'a> {
    Plain(TypeExpr<'a>),
    Enumeration(Vec<Name<'a>>),
    Record(Vec<(Name<'a>, TypeExpr<'a>)>),
    /// The word `any`, with the least number before it: `2 .. any`.
    Any {
        least: u32,
        span: Span,
    },
}

/// A type as it stands in a declaration.
#[derive(Debug)]
pub(super) struct TypeExpr<'a> {
    pub(super) base: BaseType<'a>,
    pub(super) or_none: bool,
    pub(super) span: Span,
}

/// A type without `or none`.
#[derive(Debug)]
pub(super) enum BaseType<'a> {
    Bool,
    Thread,
    Range(Box<[Expr<'a>; 2]>),
    Named(Name<'a>),
}

/// A name with its type, `i : T`: an index of an array, a parameter of a thread, a bound name.
#[derive(Debug)]
pub(super) struct Binder<'a> {
    pub(super) name: Name<'a>,
    pub(super) ty: Rc<TypeExpr<'a>>,
}

/// A declaration with `var`, `protected`, `unshared`, `disciplined` or `local`.
#[derive(Debug)]
pub(super) struct Variable<'a> {
    pub(super) name: Name<'a>,
    pub(super) indices: Vec<Binder<'a>>,
    pub(super) ty: TypeExpr<'a>,
    pub(super) initial: Option<Expr<'a>>,
    pub(super) sharing: Sharing<'a>,
}

/// The words of a declaration that say how threads share the variable.
#[derive(Debug)]
pub(super) enum Sharing<'a> {
    /// The word `var`, or `local`.
    Open,
    /// The word `protected`, with the access predicates.
    Protected(Vec<Right<'a>>),
    /// The word `unshared`.
    Unshared,
    /// The word `disciplined`, with the thread behind `initialized by`.
    Disciplined(Option<Expr<'a>>),
}

impl Sharing<'_> {
    /// Tells whether several threads may read the variable at the same time.
    pub(super) fn is_read_together(&self) -> bool {
        matches!(self, Sharing::Protected(rights) if rights.iter().any(|right| right.is_shared))
    }

    /// The class of the variable.
    pub(super) fn class(&self) -> VariableClass {
        match self {
            Sharing::Open => VariableClass::Shared,
            Sharing::Protected(_) => VariableClass::Protected,
            Sharing::Unshared => VariableClass::Unshared,
            Sharing::Disciplined(_) => VariableClass::Disciplined,
        }
    }
}

/// A clause of a protected variable: whom it gives access, and whether that is to read only.
#[derive(Debug)]
pub(super) struct Right<'a> {
    /// Tells whether others may have this right at the same time: the word `read`.
    pub(super) is_shared: bool,
    pub(super) clause: Clause<'a>,
}

/// A part of the access predicates of a protected variable.
#[derive(Debug)]
pub(super) enum Clause<'a> {
    /// The clause `by lock`.
    By(Expr<'a>),
    /// The clause `for thread when condition`.
    For { thread: Name<'a>, indices: Option<Vec<Expr<'a>>>, condition: Expr<'a> },
}

/// The declaration of a lock, monitor, semaphore or queue.
#[derive(Debug)]
pub(super) struct Object<'a> {
    pub(super) name: Name<'a>,
    pub(super) indices: Vec<Binder<'a>>,
    pub(super) kind: ObjectKind<'a>,
}

/// The kind of an object, with its sizes.
#[derive(Debug)]
pub(super) enum ObjectKind<'a> {
    Lock { depth: Option<Expr<'a>>, is_monitor: bool },
    Semaphore { initial: Option<Expr<'a>>, max: Option<Expr<'a>> },
    Queue { of: TypeExpr<'a>, capacity: Expr<'a> },
}

/// A declaration `thread NAME[i : T] { ... }`, with `fair` or `strongly fair` before it or without.
#[derive(Debug)]
pub(super) struct Thread<'a> {
    pub(super) fairness: Fairness,
    pub(super) name: Name<'a>,
    pub(super) parameters: Vec<Binder<'a>>,
    pub(super) locals: Vec<Variable<'a>>,
    pub(super) body: Vec<Statement<'a>>,
    /// The place of the closing brace, which is that of `end`.
    pub(super) end: usize,
}

/// A declaration `procedure NAME(i : T) { ... }`: statements that are put in the place of each call.
#[derive(Debug)]
pub(super) struct Procedure<'a> {
    pub(super) name: Name<'a>,
    pub(super) parameters: Vec<Binder<'a>>,
    pub(super) body: Vec<Statement<'a>>,
}

/// The content of `atomic { ... }`: a decision, if there is one, and then assignments.
#[derive(Debug, Default)]
pub(super) struct Actions<'a> {
    pub(super) decision: Option<Box<Decision<'a>>>,
    pub(super) assigns: Vec<Assign<'a>>,
}

/// A chain of `if` and `else if` in `atomic`, with the content of each arm.
#[derive(Debug)]
pub(super) struct Decision<'a> {
    pub(super) arms: Vec<(Expr<'a>, Actions<'a>)>,
    pub(super) otherwise: Actions<'a>,
}

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimKind {
    /// The condition holds in all reachable states.
    Invariant,
    /// The condition holds in some reachable state.
    Reach,
    /// The condition is a formula about runs.
    Property,
}

/// A declaration `invariant "name": condition`, `reach "name": condition` or `property "name": formula`.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    pub(super) kind: ClaimKind,
    pub(super) title: Option<&'a str>,
    pub(super) condition: Expr<'a>,
    pub(super) span: Span,
}

/// A statement with its label.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    pub(super) label: Option<Name<'a>>,
    pub(super) is_idle: bool,
    /// Tells whether `fair` stands before `idle`.
    pub(super) goes_on: bool,
    pub(super) kind: StatementKind<'a>,
    /// The statement without label and blocks: `if x == 1`, `x := 1`.
    pub(super) span: Span,
}

/// An assignment `target := value`.
#[derive(Debug)]
pub(super) struct Assign<'a> {
    pub(super) target: Expr<'a>,
    pub(super) value: Expr<'a>,
    pub(super) span: Span,
}

/// An operation on one lock, monitor or semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Acquire,
    Release,
    Wait,
    Notify,
    NotifyAll,
    Down,
    Up,
    Signal,
    Broadcast,
}

/// An arm `if condition { ... }` of a chain of `else if`.
#[derive(Debug)]
pub(super) struct Arm<'a> {
    pub(super) condition: Expr<'a>,
    pub(super) body: Vec<Statement<'a>>,
    pub(super) span: Span,
}

/// The content of a statement.
#[derive(Debug)]
pub(super) enum StatementKind<'a> {
    /// A statement that could not be read.
    Broken,
    Skip,
    Assign(Assign<'a>),
    Any {
        target: Expr<'a>,
        range: Option<Box<[Expr<'a>; 2]>>,
    },
    /// A statement `atomic { ... }` or `await guard then { ... }`.
    Atomic {
        guard: Option<Expr<'a>>,
        body: Actions<'a>,
    },
    /// A statement `call procedure(arguments)`.
    Call {
        name: Name<'a>,
        arguments: Vec<Expr<'a>>,
    },
    /// A statement `return`, to the end of a procedure.
    Return,
    Await(Expr<'a>),
    If {
        arms: Vec<Arm<'a>>,
        otherwise: Vec<Statement<'a>>,
    },
    While(Expr<'a>, Vec<Statement<'a>>),
    Loop(Vec<Statement<'a>>),
    Break,
    Continue,
    Stop,
    Choose(Vec<Vec<Statement<'a>>>),
    When(Expr<'a>, Vec<Statement<'a>>),
    Operate(Verb, Expr<'a>),
    /// A statement `synchronized`: the lock, the body, the closing brace.
    Synchronized(Expr<'a>, Vec<Statement<'a>>, Span),
    Send {
        queue: Expr<'a>,
        values: Vec<Expr<'a>>,
    },
    Receive {
        queue: Expr<'a>,
        targets: Vec<Expr<'a>>,
    },
    Assert(Expr<'a>),
}

/// An expression with its place.
#[derive(Debug)]
pub(super) struct Expr<'a> {
    pub(super) kind: ExprKind<'a>,
    pub(super) span: Span,
    /// The levels of nesting, 1 for a leaf.
    pub(super) depth: u16,
    /// Tells whether an operator in it speaks of more than one state.
    pub(super) is_temporal: bool,
}

/// The outermost node of an expression.
#[derive(Debug)]
pub(super) enum ExprKind<'a> {
    /// An expression that could not be read.
    Broken,
    Number(i32),
    Truth(bool),
    None,
    Me,
    Name(&'a str),
    Index(Box<Expr<'a>>, Vec<Expr<'a>>),
    Field(Box<Expr<'a>>, Name<'a>),
    Not(Box<Expr<'a>>),
    Negate(Box<Expr<'a>>),
    And(Vec<Expr<'a>>),
    Or(Vec<Expr<'a>>),
    Compute(Arithmetic, Box<[Expr<'a>; 2]>),
    Compare(Comparison, Box<[Expr<'a>; 2]>),
    Within(Box<[Expr<'a>; 3]>),
    Among(Box<Expr<'a>>, Vec<Expr<'a>>),
    At(Box<Expr<'a>>, Vec<Name<'a>>),
    If(Box<[Expr<'a>; 3]>),
    /// `try lock`, which is no value: it takes the lock.
    Try(Box<Expr<'a>>),
    /// An operator that only the formulas of properties have, with its operands.
    Formula(Connective, Vec<Expr<'a>>),
    /// The number of combinations of values for which a condition holds.
    Count {
        binders: Vec<Binder<'a>>,
        body: Box<Expr<'a>>,
    },
    Quantified {
        is_forall: bool,
        binders: Vec<Binder<'a>>,
        body: Box<Expr<'a>>,
    },
}

/// An operator that only the formulas of properties have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connective {
    Always,
    Eventually,
    Until,
    Release,
    LeadsTo,
    Implies,
}

impl Connective {
    /// The operator as it is written.
    pub(super) fn text(self) -> &'static str {
        match self {
            Connective::Always => "always",
            Connective::Eventually => "eventually",
            Connective::Until => "until",
            Connective::Release => "release",
            Connective::LeadsTo => "leads_to",
            Connective::Implies => "=>",
        }
    }
}

/// A comparison as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl<'a> ExprKind<'a> {
    /// The parts of the expression, in the order in which they stand.
    pub(super) fn parts(&self) -> Vec<&Expr<'a>> {
        match self {
            Self::Broken
            | Self::Number(_)
            | Self::Truth(_)
            | Self::None
            | Self::Me
            | Self::Name(_) => Vec::new(),
            Self::Index(base, indices) | Self::Among(base, indices) => {
                std::iter::once(&**base).chain(indices).collect()
            }
            Self::Field(inner, _)
            | Self::Not(inner)
            | Self::Negate(inner)
            | Self::Try(inner)
            | Self::At(inner, _) => vec![inner],
            Self::And(parts) | Self::Or(parts) | Self::Formula(_, parts) => parts.iter().collect(),
            Self::Compute(_, sides) | Self::Compare(_, sides) => sides.iter().collect(),
            Self::Within(parts) | Self::If(parts) => parts.iter().collect(),
            Self::Quantified { binders, body, .. } | Self::Count { binders, body } => {
                let bounds = binders.iter().flat_map(|binder| binder.ty.bounds());
                bounds.chain(std::iter::once(&**body)).collect()
            }
        }
    }
}

impl<'a> TypeExpr<'a> {
    /// The bounds of the type, if it is a range.
    pub(super) fn bounds(&self) -> impl Iterator<Item = &Expr<'a>> {
        let bounds = match &self.base {
            BaseType::Range(bounds) => &bounds[..],
            _ => &[],
        };
        bounds.iter()
    }
}
