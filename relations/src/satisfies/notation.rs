//! Symbols at processes and their values as text: `w_{0,1}`, `{(0,1)}`.

use reductio_algebra::{Sort, Symbol};

use crate::relation::PairSet;

/// The value of a symbol as text: `{(0,1)}`, for a predicate `{1}`.
pub(super) fn set(symbol: &Symbol, value: &PairSet) -> String {
    let pairs: Vec<String> = match symbol.sort {
        Sort::Predicate => value.pairs().map(|(a, _)| a.to_string()).collect(),
        Sort::Action => value.pairs().map(|(a, b)| format!("({a},{b})")).collect(),
    };
    format!("{{{}}}", pairs.join(", "))
}

/// A symbol at processes as text: `u_0`, `w_{0,1}`.
pub(crate) fn at(name: &str, indices: &[usize]) -> String {
    let shown: Vec<String> = indices.iter().map(ToString::to_string).collect();
    match shown.as_slice() {
        [] => name.to_owned(),
        [one] => format!("{name}_{one}"),
        many => format!("{name}_{{{}}}", many.join(",")),
    }
}
