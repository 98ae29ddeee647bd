//! The words of the file for rules and axioms.

use reductio_theorems::{Axiom, Rule};

/// The word of the file for a rule.
pub(super) fn word(rule: Rule) -> &'static str {
    match rule {
        Rule::Assume => "assume",
        Rule::Discharge => "discharge",
        Rule::ModusPonens => "mp",
        Rule::Generalize => "gen",
        Rule::Specialize => "spec",
        Rule::GeneralizeSymbol => "gen_sym",
        Rule::SpecializeSymbol => "spec_sym",
        Rule::Instantiate => "inst",
        Rule::Cases => "cases",
        Rule::ApartSym => "apart",
        Rule::Axiom => "axiom",
        Rule::Refl => "refl",
        Rule::Sym => "sym",
        Rule::Trans => "trans",
        Rule::LeIntro => "le_intro",
        Rule::LeElim => "le_elim",
        Rule::Plus => "plus",
        Rule::Seq => "seq",
        Rule::StarIndR => "star_r",
        Rule::StarIndL => "star_l",
        Rule::LoopInd => "loop",
        Rule::SumUpper => "sum_upper",
        Rule::SumLeast => "sum_least",
        Rule::SumDistribL => "sum_l",
        Rule::SumDistribR => "sum_r",
        Rule::ProductLower => "prod_lower",
        Rule::ProductGreatest => "prod_greatest",
        Rule::Unfold => "unfold",
    }
}

/// The rule for a word of the file.
pub(super) fn rule(name: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| word(*rule) == name)
}

/// The word of the file for an axiom, and the number of terms that it is over.
pub(super) fn axiom_word(axiom: Axiom) -> (&'static str, usize) {
    match axiom {
        Axiom::PlusAssoc => ("plus_assoc", 3),
        Axiom::PlusComm => ("plus_comm", 2),
        Axiom::PlusIdem => ("plus_idem", 1),
        Axiom::PlusZero => ("plus_zero", 1),
        Axiom::SeqAssoc => ("seq_assoc", 3),
        Axiom::ZeroSeq => ("zero_seq", 1),
        Axiom::SeqZero => ("seq_zero", 1),
        Axiom::OneSeq => ("one_seq", 1),
        Axiom::SeqOne => ("seq_one", 1),
        Axiom::DistribL => ("distrib_l", 3),
        Axiom::DistribR => ("distrib_r", 3),
        Axiom::StarUnfold => ("star", 1),
        Axiom::LoopDef => ("loop", 2),
        Axiom::OmegaUnfold => ("omega", 1),
        Axiom::NotSeqR => ("not_seq_r", 1),
        Axiom::NotSeqL => ("not_seq_l", 1),
        Axiom::NotPlus => ("not_plus", 1),
    }
}

/// The axiom for a word of the file, with the number of terms that it is over.
pub(super) fn axiom(name: &str) -> Option<(Axiom, usize)> {
    Axiom::ALL.into_iter().find_map(|axiom| {
        let (word, count) = axiom_word(axiom);
        (word == name).then_some((axiom, count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof_file::FORMAT;

    #[test]
    fn the_document_lists_the_rules_in_their_order() {
        let (_, table) = FORMAT.split_once("| rule | premises |").expect("a table of rules");
        let rows = table.lines().skip(2).map_while(|row| row.strip_prefix("| `"));
        let listed: Vec<&str> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
        assert_eq!(listed, Rule::ALL.map(word));
        for of in Rule::ALL {
            assert_eq!(rule(word(of)), Some(of));
        }
        // The kernel's own names are no words of the format.
        assert_eq!(rule("modus_ponens"), None);
    }

    #[test]
    fn the_document_lists_the_axioms() {
        let (_, table) = FORMAT.split_once("| NAME | formula |").expect("a table of axioms");
        for of in Axiom::ALL {
            let (word, count) = axiom_word(of);
            assert_eq!(axiom(word), Some((of, count)));
            assert_eq!(table.matches(&format!("| `{word}` |")).count(), 1, "{word}");
        }
    }
}
