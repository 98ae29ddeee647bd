//! Formulas of properties: what speaks of one state becomes an atom, as much of it at once as there is.

use reductio_system::{Atom, Expression, Formula};

use super::{Elaborator, Typed, fold};
use crate::error::SystemErrorKind;
use crate::help::{BEFORE_IMPLIES, INSIDE};
use crate::syntax::{Binder, Connective, Expr, ExprKind};
use crate::text::one_line;
use crate::types::Type;

impl Elaborator<'_> {
    /// The formula that `expr` is. `text` is the text in which it stands.
    pub(crate) fn formula(&mut self, expr: &Expr<'_>, text: &str) -> Formula<Atom> {
        if !expr.is_temporal {
            return self.atom(&[expr], false, text);
        }
        if !self.spend(&expr.span) {
            return Formula::constant(false);
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.formula(inner, text).not(),
            ExprKind::And(parts) => self.joined(parts, false, text),
            ExprKind::Or(parts) => self.joined(parts, true, text),
            ExprKind::Formula(connective, parts) => {
                let mut parts = parts.iter().map(|part| self.formula(part, text));
                let first = parts.next().expect("an operator has an operand");
                match (connective, parts.next()) {
                    (Connective::Always, _) => first.always(),
                    (Connective::Eventually, _) => first.eventually(),
                    (Connective::Until, Some(second)) => first.until(second),
                    (Connective::Release, Some(second)) => first.release(second),
                    (Connective::LeadsTo, Some(second)) => first.leads_to(second),
                    (Connective::Implies, Some(second)) => first.implies(second),
                    (_, None) => unreachable!("the other operators have two operands"),
                }
            }
            ExprKind::Quantified { is_forall, binders, body } => {
                self.every(*is_forall, binders, body, text)
            }
            // The fault is reported: only conditions have a value.
            _ => {
                self.value(expr);
                Formula::constant(false)
            }
        }
    }

    /// Conjunction, or disjunction; the parts about one state are one atom, in the place of the first.
    fn joined(&mut self, parts: &[Expr<'_>], is_or: bool, text: &str) -> Formula<Atom> {
        let about_one: Vec<&Expr<'_>> = parts.iter().filter(|part| !part.is_temporal).collect();
        let mut is_first = true;
        let mut all = Vec::new();
        for part in parts {
            if part.is_temporal {
                all.push(self.formula(part, text));
            } else if std::mem::take(&mut is_first) {
                all.push(self.atom(&about_one, is_or, text));
            }
        }
        connect(all, is_or)
    }

    /// The atom that is the conjunction, or disjunction, of parts about one state.
    fn atom(&mut self, parts: &[&Expr<'_>], is_or: bool, text: &str) -> Formula<Atom> {
        let predicates = parts.iter().map(|part| self.truth(part)).collect();
        match self.connected(predicates, is_or) {
            Expression::Constant(value) => Formula::constant(value == 1),
            predicate => {
                let words = parts.iter().map(|part| one_line(&text[part.span.clone()]));
                let words: Vec<String> = words.collect();
                let words = match &words[..] {
                    [one] => unwrapped(one).to_owned(),
                    several => several.join(if is_or { " or " } else { " and " }),
                };
                Formula::atom(Atom::new(words + &self.bound_values(parts), predicate))
            }
        }
    }

    /// The values of the quantified names that parts mention, to tell the atoms of an expansion apart.
    fn bound_values(&self, parts: &[&Expr<'_>]) -> String {
        let mut mentioned = Vec::new();
        for part in parts {
            names(part, &mut mentioned);
        }
        let bound = self.bound.iter().filter(|bound| mentioned.contains(&bound.name.as_str()));
        let shown = bound.map(|bound| {
            format!("{} = {}", bound.name, self.scope.types.show(&bound.ty, bound.value))
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        if shown.is_empty() { shown } else { format!(" for {shown}") }
    }

    /// A quantified formula: one for each combination of values.
    fn every(
        &mut self,
        is_forall: bool,
        binders: &[Binder<'_>],
        body: &Expr<'_>,
        text: &str,
    ) -> Formula<Atom> {
        let Some((binder, rest)) = binders.split_first() else { return self.formula(body, text) };
        let ty = self.quantified_type(binder);
        if ty == Type::Unknown {
            return Formula::constant(false);
        }
        let (low, high) = self.scope.types.range(&ty);
        let mut all = Vec::new();
        for value in low..=high {
            if !self.spend(&binder.name.span()) {
                break;
            }
            self.bind(&binder.name, ty.clone(), value);
            all.push(self.every(is_forall, rest, body, text));
            self.bound.pop();
        }
        connect(all, !is_forall)
    }

    /// The value of an operator that only formulas have, where a value is needed: an implication about one state.
    pub(super) fn formula_value(
        &mut self,
        connective: Connective,
        parts: &[Expr<'_>],
        expr: &Expr<'_>,
    ) -> Typed {
        if let (Connective::Implies, [left, right], false) = (connective, parts, expr.is_temporal) {
            return self.implication([left, right]);
        }
        let kind =
            SystemErrorKind::Misplaced { what: format!("`{}`", connective.text()), wanted: INSIDE };
        self.fault(kind, &expr.span);
        Typed::unknown()
    }

    /// The value of `left => right`: that of `not left or right`.
    fn implication(&mut self, [left, right]: [&Expr<'_>; 2]) -> Typed {
        let premise = self.value(left);
        if matches!(premise.ty, Type::Integer(..) | Type::OrNone(_)) {
            // `x => 3` is one mistake.
            self.wrong_type(BEFORE_IMPLIES, &premise.ty, &left.span);
            return Typed::unknown();
        }
        if premise.ty != Type::Truth {
            self.wrong_type("a truth value", &premise.ty, &left.span);
        }
        let premise = if premise.ty == Type::Truth {
            fold::not(premise.into_expression())
        } else {
            Expression::FALSE
        };
        let is_decided = premise == Expression::Constant(1);
        let conclusion = self.while_dead(is_decided, |e| e.truth(right));
        Typed::truth(self.connected(vec![premise, conclusion], true))
    }
}

fn connect(parts: Vec<Formula<Atom>>, is_or: bool) -> Formula<Atom> {
    let joined = |one: Formula<Atom>, other| if is_or { one.or(other) } else { one.and(other) };
    parts.into_iter().reduce(joined).unwrap_or_else(|| Formula::constant(!is_or))
}

/// A text without the parentheses around all of it.
fn unwrapped(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_whole = |inner: &&str| {
        let mut depth = 0_usize;
        inner.bytes().all(|byte| match byte {
            b'(' => {
                depth += 1;
                true
            }
            b')' if depth == 0 => false,
            b')' => {
                depth -= 1;
                true
            }
            _ => true,
        })
    };
    inner.filter(is_whole).map_or(text, |inner| unwrapped(inner.trim()))
}

/// Adds the names that an expression mentions.
fn names<'e>(expr: &Expr<'e>, out: &mut Vec<&'e str>) {
    if let ExprKind::Name(name) = &expr.kind {
        out.push(name);
    }
    expr.kind.parts().into_iter().for_each(|part| names(part, out));
}
