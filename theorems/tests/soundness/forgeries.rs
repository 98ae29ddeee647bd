//! Ways to a false theorem that were open once.

use reductio_algebra::{Definition, DefinitionError, Index, Symbol, Term};
use reductio_theorems::{RuleError, kernel};

use crate::language::dangling;

/// The body `u_#0` would be captured by any binder that the defined name stands under: then
/// `(+i : D) <= D` has the instance `(+i : w_i) <= w_k`.
#[test]
fn a_definition_with_a_dangling_index_is_refused() {
    let refused = Definition::new("D", Vec::new(), Vec::new(), dangling());
    assert!(matches!(refused, Err(DefinitionError::Dangling { name }) if &*name == "D"));
}

/// One more than the largest number must not wrap to 0, which means "no dangling index".
#[test]
fn the_largest_dangling_index_is_dangling() {
    let u = Symbol::action("u", 1);
    let last = Term::symbol(u, vec![Index::Bound(u32::MAX)]).unwrap();
    assert!(!last.is_closed());
    assert!(matches!(kernel::refl(&last), Err(RuleError::Dangling { rule: "refl", .. })));
    // Nor may it become a small number below a binder.
    let sum = Term::index_sum(&"i".into(), &last);
    assert!(!sum.is_closed());
}

/// Two applications that differ must not be printed alike.
#[test]
fn a_definition_that_cannot_be_written_is_refused() {
    let x = Symbol::action("x", 0);
    let body = Term::action("x").star();
    let hidden = Definition::new("F", Vec::new(), vec![x.clone()], body.clone());
    assert!(matches!(hidden, Err(DefinitionError::Unwritable { .. })));
    let indexed = Definition::new("[]", vec!["i".into()], vec![x], body.clone());
    assert!(matches!(indexed, Err(DefinitionError::Unwritable { .. })));
    let family = Definition::new("[]", Vec::new(), vec![Symbol::action("f", 1)], body);
    assert!(matches!(family, Err(DefinitionError::Unwritable { .. })));
}
