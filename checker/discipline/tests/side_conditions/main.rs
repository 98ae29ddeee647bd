//! The side conditions of the discipline (Sets A and B, reconstructed from S5's introduction), proved right by
//! systems: wherever they hold, (14)-(21) hold in all states and in the reachable ones, and (22) wherever (13) does;
//! each of them is needed.

mod exact;
mod invariants;
mod local;
mod naive;
mod needed;
mod step_based;
mod sufficient;
mod tables;
mod undecided;
mod wide;
