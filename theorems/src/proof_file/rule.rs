//! How the rules and axioms are called in the file.

use crate::kernel::Axiom;

/// The kernel's names of its rules, and what the file calls them.
pub(super) const RULES: [(&str, &str); 28] = [
    ("assume", "assume"),
    ("discharge", "discharge"),
    ("modus ponens", "mp"),
    ("generalize", "gen"),
    ("specialize", "spec"),
    ("generalize symbol", "gen_sym"),
    ("specialize symbol", "spec_sym"),
    ("instantiate", "inst"),
    ("cases", "cases"),
    ("apart sym", "apart"),
    ("axiom", "axiom"),
    ("refl", "refl"),
    ("sym", "sym"),
    ("trans", "trans"),
    ("le intro", "le_intro"),
    ("le elim", "le_elim"),
    ("plus", "plus"),
    ("seq", "seq"),
    ("* ind R", "star_r"),
    ("* ind L", "star_l"),
    ("? ind", "loop"),
    ("sum upper", "sum_upper"),
    ("sum least", "sum_least"),
    ("sum distrib L", "sum_l"),
    ("sum distrib R", "sum_r"),
    ("product lower", "prod_lower"),
    ("product greatest", "prod_greatest"),
    ("unfold", "unfold"),
];

/// The axioms with what the file calls them and how many terms each is over.
pub(super) const AXIOMS: [(Axiom, &str, usize); 17] = [
    (Axiom::PlusAssoc, "plus_assoc", 3),
    (Axiom::PlusComm, "plus_comm", 2),
    (Axiom::PlusIdem, "plus_idem", 1),
    (Axiom::PlusZero, "plus_zero", 1),
    (Axiom::SeqAssoc, "seq_assoc", 3),
    (Axiom::ZeroSeq, "zero_seq", 1),
    (Axiom::SeqZero, "seq_zero", 1),
    (Axiom::OneSeq, "one_seq", 1),
    (Axiom::SeqOne, "seq_one", 1),
    (Axiom::DistribL, "distrib_l", 3),
    (Axiom::DistribR, "distrib_r", 3),
    (Axiom::StarUnfold, "star", 1),
    (Axiom::LoopDef, "loop", 2),
    (Axiom::OmegaUnfold, "omega", 1),
    (Axiom::NotSeqR, "not_seq_r", 1),
    (Axiom::NotSeqL, "not_seq_l", 1),
    (Axiom::NotPlus, "not_plus", 1),
];
