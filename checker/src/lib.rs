//! Reductio: reduction theorems re-checked, tried out and used.
