//! The system of the guide's chapter on systems.

use crate::system::{Defect, Domain, Expression, System, SystemBuilder, VariableClass};

/// The system that is built in [`systems`](super::systems): a sender hands a slot over to a receiver by a flag. With
/// `waits` false the sender forgets to wait until the slot is free.
///
/// # Errors
/// None: what the builder refuses is not built here.
///
/// ```
/// use reductio::guide::handover;
/// assert_eq!(handover(true)?.threads().len(), 2);
/// # Ok::<(), reductio::system::Defect>(())
/// ```
pub fn handover(waits: bool) -> Result<System, Defect> {
    let mut system = SystemBuilder::new("handover");
    let (sender, receiver) = (system.thread("sender")?, system.thread("receiver")?);
    let [a, b, c] = ["A", "B", "C"].map(|name| system.point(sender, name, true));
    let [d, e, f] = ["D", "E", "F"].map(|name| system.point(receiver, name, true));
    let (a, b, c, d, e, f) = (a?, b?, c?, d?, e?, f?);

    let full = system.variable("full", VariableClass::Shared, Domain::truth(), 0)?;
    let slot = system.variable("slot", VariableClass::Protected, Domain::integers(0, 3)?, 0)?;
    let got = system.variable("got", VariableClass::Local(receiver), Domain::integers(0, 3)?, 0)?;
    let is_full = |value| Expression::cell(full).equals(value);
    system.protect("slot", vec![slot], vec![is_full(0), is_full(1)])?;

    let may_fill = if waits { is_full(0) } else { Expression::TRUE };
    system.transition(sender, a, b).guard(may_fill).text("await full = 0").add()?;
    system.transition(sender, b, c).assign(slot, 3).text("slot := 3").add()?;
    system.transition(sender, c, a).assign(full, 1).text("full := 1").add()?;
    system.transition(receiver, d, e).guard(is_full(1)).text("await full = 1").add()?;
    let read = Expression::cell(slot);
    system.transition(receiver, e, f).assign(got, read).text("got := slot").add()?;
    system.transition(receiver, f, d).assign(full, 0).text("full := 0").add()?;
    system.finish()
}
