//! Ways to a false theorem that were open once.

use reductio_algebra::{
    Definition, DefinitionError, Formula, Index, Label, Name, Substitution, Symbol, Term, name,
};
use reductio_theorems::{Rule, RuleError, kernel};

use crate::soundness::language::{dangling, escaped};

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
    let u = Symbol::action(name!("u"), 1);
    let last = Term::symbol(u, vec![Index::Bound(u32::MAX)]).unwrap();
    assert!(!last.is_closed());
    assert!(matches!(kernel::refl(&last), Err(RuleError::Dangling { rule: Rule::Refl, .. })));
    // Nor may it become a small number below a binder.
    let sum = Term::index_sum(&name!("i"), &last);
    assert!(!sum.is_closed());
}

/// A bound symbol that leaves its quantifier would be bound by the next one that it comes under.
#[test]
fn a_bound_symbol_does_not_escape() {
    let z = escaped();
    assert!(!z.is_closed() && !z.star().seq(&Term::one()).is_closed());
    assert!(!Term::index_sum(&name!("i"), &z).is_closed());
    let refused = Definition::new("D", Vec::new(), Vec::new(), z.clone());
    assert!(matches!(refused, Err(DefinitionError::Dangling { .. })));
    // A formula over it is bound by its own quantifier only, and printed so that nobody reads it as another.
    let open = Formula::equal(&z, &Term::action(name!("x")));
    let around = open.for_all_values(&Symbol::action(name!("x"), 0), &name!("x")).unwrap();
    assert!(!around.is_closed());
    assert_eq!(around.to_string(), "for all actions x: #1 = x");
    assert!(matches!(kernel::assume(&around), Err(RuleError::Dangling { .. })));
}

/// Two applications that differ must not be printed alike.
#[test]
fn a_definition_that_cannot_be_written_is_refused() {
    let x = Symbol::action(name!("x"), 0);
    let body = Term::action(name!("x")).star();
    let hidden = Definition::new("F", Vec::new(), vec![x.clone()], body.clone());
    assert!(matches!(hidden, Err(DefinitionError::Unwritable { .. })));
    let indexed = Definition::new("[]", vec![name!("i")], vec![x], body.clone());
    assert!(matches!(indexed, Err(DefinitionError::Unwritable { .. })));
    let family = Definition::new("[]", Vec::new(), vec![Symbol::action(name!("f"), 1)], body);
    assert!(matches!(family, Err(DefinitionError::Unwritable { .. })));
}

/// A theorem prints as what it says: no symbol is called `1`, or like a piece of a formula. With such names
/// `assume` and `refl` made theorems that print as `|- 1 = 0` and as `|- x = 0; 1 = x = 0; 1`.
#[test]
fn a_name_that_reads_as_something_else_is_refused() {
    let lies = [
        "1",
        "0",
        "T",
        "x = 0; 1",
        "x y",
        "",
        "u_i",
        "[]",
        "x*",
        "for",
        "x\u{202e}",
        "ω",
        "1x",
        "x'y",
    ];
    for lie in lies {
        assert!(lie.parse::<Name>().is_err(), "{lie}");
        let defined = Definition::new(lie, Vec::new(), Vec::new(), Term::zero());
        if lie == "[]" {
            assert!(matches!(defined, Err(DefinitionError::Unwritable { .. })));
        } else {
            assert!(matches!(defined, Err(DefinitionError::Name(_))), "{lie}");
        }
    }
    for lie in ["1) ours: 1 = 0 theorem (2", "a: 1 = 0", "a -- b", "\u{430}", ""] {
        assert!(Label::new(lie).is_err(), "{lie}");
    }
    // The process of a model is printed as a number: the kernel takes no such term.
    let u = Term::symbol(Symbol::action(name!("u"), 1), vec![Index::Process(1)]).unwrap();
    assert_eq!(u.to_string(), "u_1");
    assert!(matches!(kernel::refl(&u), Err(RuleError::Dangling { .. })));
    let sum = Term::index_sum(&name!("i"), &u);
    assert!(matches!(kernel::refl(&sum), Err(RuleError::Dangling { .. })));
    let mut s = Substitution::new();
    assert!(s.index(&name!("i"), &Index::Process(0)).is_err());
    assert!(s.symbol(&Symbol::action(name!("x"), 0), &[], &u).is_err());
}
