//! The accounts of the tutorial, mended.

use reductio_schedules::sync::Mutex;

struct Account {
    balance: Mutex<u64>,
}

impl Account {
    /// Moves money to another account, if there is enough.
    pub fn send(&self, amount: u64, to: &Account) -> bool {
        let mut from = self.balance.lock().unwrap();
        if *from < amount {
            return false;
        }
        *from -= amount;
        drop(from);
        *to.balance.lock().unwrap() += amount;
        true
    }
}

mod tests {
    use super::*;
    use reductio_schedules::{explore, thread};

    #[test]
    fn money_is_sent_both_ways() {
        let report = explore(|| {
            let [ann, bob] = [10, 10].map(|balance| Account { balance: Mutex::new(balance) });
            thread::scope(|s| {
                s.spawn(|| ann.send(3, &bob));
                s.spawn(|| bob.send(5, &ann));
            });
            let left = ann.balance.into_inner().unwrap() + bob.balance.into_inner().unwrap();
            assert_eq!(left, 20);
        });
        println!("{report}");
    }
}
