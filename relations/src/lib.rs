//! Finite relational models of omega algebra.
