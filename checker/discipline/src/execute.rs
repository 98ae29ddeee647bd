//! Executes expressions, places and transitions on terms, on one way at a time.

use std::rc::Rc;

use super::paths::{Paths, Precision};
use super::plan::{ClassId, Plan};
use super::terms::TermId;
use reductio_system::{
    Arithmetic, Assignment, CellId, Comparison, Expression, Failure, Index, Place, Target,
    ThreadId, Transition, Value,
};

/// The largest number of parts of a term; the value of a larger one is unknown.
const PARTS: usize = 500;

/// The elements of an array that an index which depends on the state may name.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    /// The number of the last cell that may be an element.
    last: usize,
    /// The values that every element can hold, and those that some can.
    common: (i64, i64),
    any: (i64, i64),
    /// The class that is touched whatever the index is, if there is one answer.
    #[expect(clippy::option_option, reason = "whether it is known, and then whether there is one")]
    class: Option<Option<ClassId>>,
    /// The elements that the question is about, with their indices.
    focused: Rc<[(CellId, Vec<Value>)]>,
}

/// The least value, the length and the stride of an index.
pub(super) type Shape = (Value, u32, u32);

/// The cell that a place is, or the cells that it may be.
enum Where {
    Cell(CellId),
    /// One of the elements of an array.
    Somewhere(CellId, Vec<(TermId, Shape)>, Elements),
}

impl Paths<'_> {
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Result<TermId, Failure> {
        match expression {
            Expression::Constant(value) => Ok(self.terms.constant(*value)),
            Expression::Read(place) => match self.find_place(place, self.precision)? {
                Where::Cell(cell) => Ok(self.read(cell)),
                Where::Somewhere(first, indices, elements) => {
                    Ok(self.read_somewhere(first, indices, &elements))
                }
            },
            Expression::Not(inner) => {
                let inner = self.evaluate(inner)?;
                Ok(self.terms.not(inner))
            }
            Expression::And(parts) => self.joined(parts, true),
            Expression::Or(parts) => self.joined(parts, false),
            Expression::Compare(comparison, sides) => {
                let left = self.evaluate(&sides[0])?;
                let right = self.evaluate(&sides[1])?;
                Ok(match comparison {
                    Comparison::Equal => self.terms.equal(left, right),
                    Comparison::Different => {
                        let equal = self.terms.equal(left, right);
                        self.terms.not(equal)
                    }
                    Comparison::Less => self.terms.less(left, right),
                    Comparison::AtMost => {
                        let more = self.terms.less(right, left);
                        self.terms.not(more)
                    }
                })
            }
            Expression::Compute(operation, sides) => {
                let left = self.evaluate(&sides[0])?;
                let right = self.evaluate(&sides[1])?;
                self.compute(*operation, left, right)
            }
            Expression::Among(inner, values) => {
                let inner = self.evaluate(inner)?;
                Ok(self.terms.among(inner, values))
            }
            Expression::If(parts) => {
                let condition = self.evaluate(&parts[0])?;
                let branch = if self.decide(condition) { &parts[1] } else { &parts[2] };
                self.evaluate(branch)
            }
        }
    }

    /// The value of a conjunction or a disjunction. The last part is not decided before somebody asks.
    fn joined(&mut self, parts: &[Expression], is_and: bool) -> Result<TermId, Failure> {
        let Some((last, first)) = parts.split_last() else {
            return Ok(self.terms.constant(is_and));
        };
        for part in first {
            let part = self.evaluate(part)?;
            if self.decide(part) != is_and {
                return Ok(self.terms.constant(!is_and));
            }
        }
        self.evaluate(last)
    }

    fn compute(
        &mut self,
        operation: Arithmetic,
        left: TermId,
        right: TermId,
    ) -> Result<TermId, Failure> {
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        if divides {
            let zero = self.terms.constant(0);
            let by_zero = self.terms.equal(right, zero);
            if self.decide(by_zero) {
                return Err(Failure::DivisionByZero);
            }
        }
        if let (Some(a), Some(b)) = (self.terms.value(left), self.terms.value(right)) {
            let value = |value| Value::try_from(value).expect("it was checked");
            let result = operation.of(value(a), value(b))?;
            return Ok(self.terms.constant(result));
        }
        let result = self.terms.compute(operation, left, right);
        // A remainder is smaller than its divisor; the quotient -2^31 div -1 has no room.
        let fits = self.terms.within(result, Value::MIN.into(), Value::MAX.into());
        if operation != Arithmetic::Remainder && !self.decide(fits) {
            return Err(Failure::Overflow);
        }
        if self.terms.parts(result) > PARTS {
            return Ok(self.unknown((Value::MIN.into(), Value::MAX.into())));
        }
        Ok(result)
    }

    fn find_place(&mut self, place: &Place, precision: Precision) -> Result<Where, Failure> {
        let (first, indices) = match place {
            Place::Cell(cell) => return Ok(Where::Cell(*cell)),
            Place::Element { first, indices } => (*first, indices),
        };
        let mut values = Vec::with_capacity(indices.len());
        for index in indices {
            let value = self.evaluate(&index.value)?;
            let low = i64::from(index.low);
            let inside = self.terms.within(value, low, low + i64::from(index.length) - 1);
            if !self.decide(inside) {
                return Err(Failure::NoElement(0));
            }
            values.push(value);
        }
        let is_fixed = |paths: &Self, value: TermId| {
            let (low, high) = paths.terms.hull(value, &paths.store);
            low >= high
        };
        let is_known = values.iter().all(|value| is_fixed(self, *value));
        if precision == Precision::Coarse && !is_known {
            let shape: Vec<Shape> =
                indices.iter().map(|index| (index.low, index.length, index.stride)).collect();
            let elements = match self.arrays.get(&(first, shape.clone())) {
                Some(known) => known.clone(),
                None => self.elements(place, first, indices),
            };
            self.arrays.insert((first, shape.clone()), elements.clone());
            if let Some(cell) = self.focused(&values, &elements) {
                return Ok(Where::Cell(cell));
            }
            let indices = values.into_iter().zip(shape).collect();
            return Ok(Where::Somewhere(first, indices, elements));
        }
        let mut cell = first.index();
        for (index, value) in indices.iter().zip(values) {
            let (low, high) = self.terms.hull(value, &self.store);
            let first = i64::from(index.low);
            let last = first + i64::from(index.length) - 1;
            let low = low.clamp(first, last);
            let high = high.clamp(low, last);
            let count = u32::try_from(high - low + 1).expect("no more than elements");
            let chosen = low + i64::from(self.choose(count));
            if count > 1 {
                let chosen = self.terms.constant(chosen);
                let is = self.terms.equal(value, chosen);
                if !self.must(is) {
                    self.is_contradicted = true;
                }
            }
            let offset = u32::try_from(chosen - first).expect("no more than elements");
            cell += (offset * index.stride) as usize;
        }
        Ok(Where::Cell(CellId::new(cell)))
    }

    /// Notes that a condition holds, and returns whether it can.
    fn must(&mut self, condition: TermId) -> bool {
        if let Some(known) = self.terms.truth(condition, &self.store) {
            known
        } else {
            self.assume(condition, true);
            !self.is_contradicted
        }
    }

    fn elements(&self, place: &Place, first: CellId, indices: &[Index]) -> Elements {
        let mut out = Elements {
            last: first.index(),
            common: (i64::MIN, i64::MAX),
            any: (i64::MAX, i64::MIN),
            class: None,
            focused: Rc::new([]),
        };
        let mut classes = Vec::new();
        place.for_each_candidate(&mut |cell| {
            let domain = self.system.cell(cell).domain();
            let (low, high) = (i64::from(domain.low()), i64::from(domain.high()));
            out.last = out.last.max(cell.index());
            out.common = (out.common.0.max(low), out.common.1.min(high));
            out.any = (out.any.0.min(low), out.any.1.max(high));
            let class = self.classes.get(cell.index()).copied().flatten();
            if classes.last() != Some(&class) {
                classes.push(class);
            }
        });
        out.class = if let [class] = classes[..] { Some(class) } else { None };
        let mut focused = Vec::new();
        if self.focus.iter().any(|cell| (first.index()..=out.last).contains(&cell.index())) {
            with_indices(first.index(), indices, &mut Vec::new(), &mut |cell, indices| {
                if self.focus.binary_search(&cell).is_ok() {
                    focused.push((cell, indices.to_vec()));
                }
            });
        }
        out.focused = focused.into();
        out
    }

    /// One of the elements that the question is about, each on a way of its own; `None` on the way of all others.
    fn focused(&mut self, values: &[TermId], elements: &Elements) -> Option<CellId> {
        for (cell, at) in elements.focused.iter() {
            let is_there = values.iter().zip(at).all(|(value, index)| {
                let index = self.terms.constant(*index);
                let is = self.terms.equal(*value, index);
                self.decide(is)
            });
            if is_there {
                return Some(*cell);
            }
        }
        None
    }

    fn read_somewhere(
        &mut self,
        first: CellId,
        indices: Vec<(TermId, Shape)>,
        elements: &Elements,
    ) -> TermId {
        // What is touched in some states only is not noted: then there are more states in which all is allowed.
        if let Some(Some(class)) = elements.class {
            self.touch_class(class);
        }
        let among = |cell: &CellId| (first.index()..=elements.last).contains(&cell.index());
        if !self.looks_back && self.written.keys().any(among) {
            return self.unknown(elements.any);
        }
        self.approximate();
        if let Some(known) = self.unknowns.get(&(first, indices.clone())) {
            return *known;
        }
        let value = self.unknown(elements.any);
        self.unknowns.insert((first, indices), value);
        value
    }

    fn write_somewhere(
        &mut self,
        first: CellId,
        elements: &Elements,
        value: TermId,
        relevant: &[CellId],
    ) -> Result<(), Failure> {
        let fits = self.terms.within(value, elements.common.0, elements.common.1);
        if !self.decide(fits) {
            if elements.common == elements.any {
                return Err(Failure::OutOfRange(0));
            }
            let may_fit = self.terms.within(value, elements.any.0, elements.any.1);
            if !self.decide(may_fit) {
                return Err(Failure::OutOfRange(0));
            }
            // Some elements can hold it, and some cannot.
            let truth = self.unknown((0, 1));
            if !self.decide(truth) {
                return Err(Failure::OutOfRange(0));
            }
        }
        if let Some(Some(class)) = elements.class {
            self.touch_class(class);
        }
        if elements.class.is_none() {
            self.approximate();
        }
        let range = first.index()..=elements.last;
        let is_other = |cell: &CellId| {
            range.contains(&cell.index()) && elements.focused.iter().all(|(one, _)| one != cell)
        };
        let relevant: Vec<CellId> = relevant.iter().copied().filter(is_other).collect();
        for cell in relevant {
            let domain = self.system.cell(cell).domain();
            let any = self.unknown((domain.low().into(), domain.high().into()));
            self.written.insert(cell, any);
        }
        Ok(())
    }

    /// Executes a transition where its thread is at its start, and returns whether it is enabled.
    pub(super) fn execute(
        &mut self,
        thread: ThreadId,
        transition: &Transition,
        plan: &Plan,
    ) -> bool {
        self.assume_is(thread.counter(), Value::from(transition.start()));
        let outcome = match self.evaluate(transition.guard()) {
            Ok(guard) if !self.decide(guard) => return false,
            Ok(_) => self.perform(thread, transition, plan),
            Err(failure) => Err(failure),
        };
        if outcome.is_err() {
            self.written.clear();
            match self.system.thread(thread).failed_at(transition.start()) {
                Some(failed) => {
                    let failed = self.terms.constant(Value::from(failed));
                    self.write(thread.counter(), failed);
                }
                // It cannot fail there: no state takes this way.
                None => return false,
            }
        }
        !self.is_contradicted
    }

    fn perform(
        &mut self,
        thread: ThreadId,
        transition: &Transition,
        plan: &Plan,
    ) -> Result<(), Failure> {
        for (number, assignment) in transition.command().iter().enumerate() {
            match plan.touched_only(number) {
                Some(touched) => touched.iter().for_each(|&class| self.touch_class(class)),
                None => self.assign(number, assignment, plan)?,
            }
        }
        match transition.target() {
            Target::Point(point) => {
                let at = self.terms.constant(Value::from(point));
                self.write(thread.counter(), at);
                let system = self.system;
                for &cell in system.thread(thread).dead(point) {
                    let least = self.terms.constant(system.cell(cell).domain().low());
                    self.write(cell, least);
                }
                Ok(())
            }
            Target::Failed(failure) => Err(failure),
        }
    }

    fn assign(
        &mut self,
        number: usize,
        assignment: &Assignment,
        plan: &Plan,
    ) -> Result<(), Failure> {
        let value = self.evaluate(&assignment.value)?;
        // It is not looked for where nobody reads it.
        let precision = if plan.is_unread(number) { Precision::Coarse } else { self.precision };
        match self.find_place(&assignment.target, precision)? {
            Where::Cell(cell) => {
                let domain = self.system.cell(cell).domain();
                let fits = self.terms.within(value, domain.low().into(), domain.high().into());
                if !self.decide(fits) {
                    return Err(Failure::OutOfRange(0));
                }
                self.write(cell, value);
                Ok(())
            }
            Where::Somewhere(first, _, elements) => {
                let relevant = if plan.is_unread(number) { &[] } else { plan.relevant() };
                self.write_somewhere(first, &elements, value, relevant)
            }
        }
    }
}

/// Calls `visit` with every element of an array and its indices.
fn with_indices(
    first: usize,
    indices: &[Index],
    before: &mut Vec<Value>,
    visit: &mut dyn FnMut(CellId, &[Value]),
) {
    let Some((index, rest)) = indices.split_first() else {
        return visit(CellId::new(first), before);
    };
    for k in 0..index.length {
        before.push(index.low.saturating_add_unsigned(k));
        with_indices(first + (k * index.stride) as usize, rest, before, visit);
        before.pop();
    }
}
