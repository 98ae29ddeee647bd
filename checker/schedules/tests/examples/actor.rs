//! Two actors with channels: one holds an account, the other one decides what may be withdrawn.
//!
//! Broken: the second one asks the first one for the balance, while that one waits for its answer.

use reductio_schedules::sync::mpsc::{Sender, channel};
use reductio_schedules::thread;

/// A message to the account.
enum Request {
    Withdraw(u32, Sender<bool>),
    Balance(Sender<u32>),
}

/// A question for the limits: may so much be withdrawn? With the balance, or without.
struct Question {
    amount: u32,
    balance: Option<u32>,
    reply: Sender<bool>,
}

fn run(tells_the_balance: bool) {
    let (account, requests) = channel();
    let (limits, questions) = channel::<Question>();
    let of_account = Sender::clone(&account);
    let limits_actor = thread::spawn(move || {
        for Question { amount, balance, reply } in questions {
            let balance = balance.unwrap_or_else(|| {
                let (ask, answer) = channel();
                of_account.send(Request::Balance(ask)).unwrap();
                answer.recv().unwrap() // one side
            });
            reply.send(amount <= balance).unwrap();
        }
    });
    let account_actor = thread::spawn(move || {
        let mut balance = 10;
        // The limits have a sender too, so the channel is not closed by itself.
        for request in requests.iter().take(2) {
            match request {
                Request::Balance(reply) => reply.send(balance).unwrap(),
                Request::Withdraw(amount, done) => {
                    let (reply, answer) = channel();
                    let told = tells_the_balance.then_some(balance);
                    limits.send(Question { amount, balance: told, reply }).unwrap();
                    let may = answer.recv().unwrap(); // other side
                    balance -= if may { amount } else { 0 };
                    done.send(may).unwrap();
                }
            }
        }
        balance
    });
    let withdraw = |amount| {
        let (done, answer) = channel();
        account.send(Request::Withdraw(amount, done)).unwrap();
        answer
    };
    let answers = [withdraw(7), withdraw(8)];
    let granted: Vec<bool> = answers.iter().map(|answer| answer.recv().unwrap()).collect();
    assert_eq!(granted, [true, false]);
    assert_eq!(account_actor.join().unwrap(), 3);
    limits_actor.join().unwrap();
}

pub(crate) fn correct() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
