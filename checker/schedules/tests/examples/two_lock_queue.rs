//! A queue with a lock for each end (Michael and Scott, 1996).
//!
//! Broken: of two operations that need both locks, one takes them in the other order.

use reductio_schedules::sync::{Arc, Mutex, OnceLock};
use reductio_schedules::thread;

/// The first node is a dummy, so that the ends have nothing in common but a link.
#[derive(Default)]
struct Node {
    value: u32,
    next: OnceLock<Arc<Node>>,
}

struct Queue {
    head: Mutex<Arc<Node>>,
    tail: Mutex<Arc<Node>>,
}

impl Queue {
    fn new() -> Self {
        let dummy = Arc::new(Node::default());
        Queue { head: Mutex::new(Arc::clone(&dummy)), tail: Mutex::new(dummy) }
    }

    fn push(&self, value: u32) {
        let node = Arc::new(Node { value, ..Node::default() });
        let mut tail = self.tail.lock().unwrap();
        assert!(tail.next.set(Arc::clone(&node)).is_ok(), "two nodes at one end");
        *tail = node;
    }

    fn pop(&self) -> Option<u32> {
        let mut head = self.head.lock().unwrap();
        let next = Arc::clone(head.next.get()?);
        *head = next;
        Some(head.value)
    }

    fn is_empty(&self) -> bool {
        let head = self.head.lock().unwrap();
        let tail = self.tail.lock().unwrap(); // one side
        Arc::ptr_eq(&head, &tail)
    }

    /// Takes all out. The lock of the head is taken first, as everywhere.
    fn clear(&self) {
        let mut head = self.head.lock().unwrap();
        let tail = self.tail.lock().unwrap();
        *head = Arc::clone(&tail);
    }

    fn clear_backwards(&self) {
        let tail = self.tail.lock().unwrap();
        let mut head = self.head.lock().unwrap(); // other side
        *head = Arc::clone(&tail);
    }
}

fn run(clear: fn(&Queue)) {
    let queue = Arc::new(Queue::new());
    let (first, second) = (Arc::clone(&queue), Arc::clone(&queue));
    let first = thread::spawn(move || {
        first.push(1);
        first.push(2);
        first.is_empty()
    });
    let second = thread::spawn(move || {
        let popped = second.pop();
        clear(&second);
        popped
    });
    let (_, popped) = (first.join().unwrap(), second.join().unwrap());
    let left: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
    let all = [1, 2];
    assert!(popped.is_none_or(|value| value == 1), "out of order");
    assert!(all.ends_with(&left), "lost from the middle: {left:?}");
    assert!(queue.is_empty());
}

pub(crate) fn correct() {
    run(Queue::clear);
}

pub(crate) fn broken() {
    run(Queue::clear_backwards);
}
