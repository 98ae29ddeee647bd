//! Things that are put in the place of a statement: the ways of `atomic`, and procedures.

use super::graph::Node;
use super::{Call, Code};
use crate::elaborate::Bound;
use crate::error::SystemErrorKind;
use crate::syntax::{Actions, Expr, Name};
use reductio_system::{Expression, Place};

/// One way through the decisions of `atomic { ... }`.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// The conditions under which it is taken, in the order in which they are evaluated.
    pub(super) conditions: Vec<Expression>,
    pub(super) command: Vec<(Place, Expression)>,
    /// The conditions and assignments as they are written.
    pub(super) words: Vec<String>,
}

impl<'a> Code<'a, '_> {
    /// The ways through `atomic`, each with its conditions: all are evaluated in the state before the assignments.
    pub(super) fn ways(&mut self, actions: &Actions<'a>) -> Vec<Way> {
        let mut ways = Vec::new();
        match &actions.decision {
            None => ways.push(Way::default()),
            Some(decision) => {
                let mut before = Way::default();
                for (condition, body) in &decision.arms {
                    let holds = self.reader.truth(condition);
                    let words = self.words(&condition.span);
                    for way in self.ways(body) {
                        let mut taken = before.clone();
                        taken.conditions.push(holds.clone());
                        taken.words.push(format!("if {words}"));
                        ways.push(taken.followed_by(way));
                    }
                    before.conditions.push(holds.negated());
                    before.words.push(format!("if not ({words})"));
                }
                for way in self.ways(&decision.otherwise) {
                    ways.push(before.clone().followed_by(way));
                }
            }
        }
        for way in &mut ways {
            way.command.extend(self.command(&actions.assigns));
            way.words.extend(actions.assigns.iter().map(|assign| self.words(&assign.span)));
        }
        ways
    }

    /// Reads `call procedure(arguments)`: the statements of the procedure, with its parameters bound.
    pub(super) fn call(&mut self, name: &Name<'a>, arguments: &[Expr<'a>], at: Node, next: Node) {
        let Some(procedure) = self.procedures.iter().find(|one| one.name.text == name.text) else {
            let names = self.procedures.iter().map(|one| one.name.text);
            let nearest = self.reader.near(name.text, names);
            let kind = SystemErrorKind::UnknownName {
                what: "procedure",
                name: name.text.to_owned(),
                nearest,
            };
            return self.reader.fault(kind, &name.span());
        };
        if self.calls.iter().any(|call| call.name == name.text) {
            let what = format!("`call {}`", name.text);
            let wanted =
                "outside of that procedure: its statements are put in the place of each call";
            return self.reader.fault(SystemErrorKind::Misplaced { what, wanted }, &name.span());
        }
        let (expected, found) = (procedure.parameters.len(), arguments.len());
        if expected != found {
            let what = format!("arguments of `{}`", name.text);
            let kind = SystemErrorKind::WrongCount { what, expected, found };
            return self.reader.fault(kind, &name.span());
        }
        let mut bound = Vec::new();
        for (parameter, argument) in procedure.parameters.iter().zip(arguments) {
            let ty = self.reader.type_of(&parameter.ty);
            let leaves = self.reader.fitted(argument, &ty, "the argument");
            let value = match leaves.first().map(|leaf| &leaf.expression) {
                Some(Expression::Constant(value)) if leaves.len() == 1 => *value,
                _ => {
                    let what = "an argument that depends on the state".to_owned();
                    self.reader.fault(SystemErrorKind::NotConstant { what }, &argument.span);
                    return;
                }
            };
            let (name, span) = (parameter.name.text.to_owned(), parameter.name.span());
            bound.push(Bound { name, ty, value, span });
        }
        // The procedure sees its parameters and the locals of the thread, and no parameters of others.
        let outer = std::mem::replace(&mut self.reader.bound, bound);
        let loops = std::mem::take(&mut self.loops);
        self.calls.push(Call { name: name.text, next, locks: self.locks });
        self.block(&procedure.body, at, next);
        self.calls.pop();
        self.loops = loops;
        self.reader.bound = outer;
    }
}

impl Way {
    fn followed_by(mut self, later: Way) -> Way {
        self.conditions.extend(later.conditions);
        self.command.extend(later.command);
        self.words.extend(later.words);
        self
    }
}
