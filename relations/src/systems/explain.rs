//! The reason why the conclusion of Theorem 1 is false in a system, in sentences.

use std::fmt::Write as _;

use super::rows::Rows;
use super::system::System;
use super::text::set;

impl<R: Rows> System<R> {
    /// Explains why (22) is false, or says that it holds, in sentences: the states in which each process is disabled,
    /// the path, and the states of the reduced system on the way.
    pub fn explanation(&self) -> String {
        let p: Vec<String> =
            (0..self.processes()).map(|i| format!("p_{i} = {}", set(self.p(i)))).collect();
        let p = format!("{}; p = {}", p.join(", "), set(self.p_all()));
        let Some(violation) = self.violation() else {
            return format!("{p}\np (u + v)* q <= N* R holds\n");
        };
        let mut path = violation.from.to_string();
        for step in &violation.path {
            let action = if step.visible { 'v' } else { 'u' };
            let _ = write!(path, " -{action}_{}-> {}", step.process, step.to);
        }
        let mut reached = 1 << violation.from;
        while self.after(reached).1 & !reached != 0 {
            reached |= self.after(reached).1;
        }
        format!(
            "{p}\n({},{}) is in p (u + v)* q: {path}\nit is not in N* R: from {} N* leads to {}, \
             M from there to {}, and q is {}\n",
            violation.from,
            violation.to,
            violation.from,
            set(reached),
            set(self.after(reached).0),
            set(self.q()),
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::systems::System;

    #[test]
    fn a_violation_is_explained() {
        let system: System =
            "states 2\nprocesses 1\nq = {1}\nu_0 = {(0,1)}\np_0 = {0}".parse().unwrap();
        assert_eq!(
            system.explanation(),
            "p_0 = {0}; p = {0}\n(0,1) is in p (u + v)* q: 0 -u_0-> 1\nit is not in N* R: from 0 \
             N* leads to {0}, M from there to {}, and q is {1}\n"
        );
    }
}
