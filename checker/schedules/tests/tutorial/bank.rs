//! Accounts, between which money is moved.

#[cfg(test)]
use reductio_schedules::sync::Mutex;
#[cfg(not(test))]
use std::sync::Mutex;

/// An account, with so much money.
#[derive(Debug)]
pub struct Account {
    balance: Mutex<u64>,
}

impl Account {
    /// An account that holds some money.
    pub fn new(balance: u64) -> Self {
        Account { balance: Mutex::new(balance) }
    }

    /// How much there is.
    pub fn balance(&self) -> u64 {
        *self.balance.lock().unwrap()
    }

    /// Moves money to another account, if there is enough.
    pub fn send(&self, amount: u64, to: &Account) -> bool {
        let mut from = self.balance.lock().unwrap();
        if *from < amount {
            return false;
        }
        *to.balance.lock().unwrap() += amount;
        *from -= amount;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Account;
    use reductio_schedules::{explore, thread};

    #[test]
    #[should_panic(expected = "No thread can go on")]
    fn money_is_sent_both_ways() {
        explore(|| {
            let (ann, bob) = (Account::new(10), Account::new(10));
            thread::scope(|s| {
                s.spawn(|| ann.send(3, &bob));
                s.spawn(|| bob.send(5, &ann));
            });
            assert_eq!(ann.balance() + bob.balance(), 20);
        });
    }
}
