// Programs of tasks, each with a text for what happened. Whoever includes this file has `sync`, `spawn` and `yield_now` in scope: those of `tokio`, or ours.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

/// Polls a future once.
async fn once<F: Future>(future: &mut Pin<&mut F>) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        Poll::Ready(match future.as_mut().poll(context) {
            Poll::Ready(output) => Some(output),
            Poll::Pending => None,
        })
    })
    .await
}

async fn lock_order() -> String {
    let all = Arc::new(sync::Mutex::new(Vec::new()));
    let tasks: Vec<_> = (0..2)
        .map(|me| {
            let all = Arc::clone(&all);
            spawn(async move {
                let mut all = all.lock().await;
                all.push(me);
                yield_now().await;
                all.push(me);
            })
        })
        .collect();
    let early = all.try_lock().map(|all| all.len()).ok();
    for task in tasks {
        task.await.unwrap();
    }
    format!("{early:?} {:?}", *all.lock().await)
}

async fn first_come() -> String {
    let lock = Arc::new(sync::RwLock::new(0));
    let held = lock.read().await;
    let mut writer = pin!(lock.write());
    let mut reader = pin!(lock.read());
    let waits = (once(&mut writer).await.is_none(), once(&mut reader).await.is_none());
    let tried = (lock.try_read().is_err(), lock.try_write().is_err());
    drop(held);
    let second = once(&mut reader).await.is_none();
    let mut written = once(&mut writer).await.unwrap();
    *written += 1;
    let read = written.downgrade();
    let third = once(&mut reader).await.map(|value| *value);
    format!("{waits:?} {tried:?} {second} {third:?} {}", *read)
}

async fn given_up() -> String {
    let semaphore = Arc::new(sync::Semaphore::new(1));
    let held = semaphore.try_acquire().unwrap();
    let mut two = Box::pin(semaphore.acquire_many(2));
    let waits = once(&mut two.as_mut()).await.is_none();
    let other = Arc::clone(&semaphore);
    let task = spawn(async move {
        let permit = other.acquire().await.unwrap();
        permit.num_permits()
    });
    drop(held);
    let left = semaphore.available_permits();
    drop(two);
    let got = task.await.unwrap();
    format!("{waits} {left} {got} {}", semaphore.available_permits())
}

async fn closed_semaphore() -> String {
    let semaphore = Arc::new(sync::Semaphore::new(0));
    let other = Arc::clone(&semaphore);
    let task =
        spawn(async move { other.acquire().await.map(|permit| permit.num_permits()).is_ok() });
    let third = Arc::clone(&semaphore);
    let adds = spawn(async move { third.add_permits(1) });
    yield_now().await;
    semaphore.close();
    adds.await.unwrap();
    format!("{} {:?}", task.await.unwrap(), semaphore.try_acquire().err())
}

/// Which of two reasons comes first.
async fn precedence() -> String {
    let notify = sync::Notify::new();
    let mut both = pin!(notify.notified());
    notify.notify_one();
    notify.notify_waiters();
    let by_either = once(&mut both).await.is_some();
    // The call counted, and the permit is left.
    let mut next = pin!(notify.notified());
    let by_permit = once(&mut next).await.is_some();

    // It has got its permit before the semaphore is closed, and looks after that.
    let semaphore = sync::Semaphore::new(0);
    let mut one = Box::pin(semaphore.acquire());
    let waits = once(&mut one.as_mut()).await.is_none();
    semaphore.add_permits(1);
    semaphore.close();
    let served = once(&mut one.as_mut()).await.map(|permit| permit.is_ok());
    let between = semaphore.available_permits();
    drop(one);
    let after = semaphore.available_permits();

    // It has got a part of what it asked for.
    let semaphore = sync::Semaphore::new(1);
    let mut two = Box::pin(semaphore.acquire_many(2));
    let part = (once(&mut two.as_mut()).await.is_none(), semaphore.available_permits());
    semaphore.close();
    drop(two);
    let back = semaphore.available_permits();
    format!("{by_either} {by_permit} {waits} {served:?} {between} {after} {part:?} {back}")
}

async fn notifications() -> String {
    let notify = Arc::new(sync::Notify::new());
    let early = notify.notified();
    let other = Arc::clone(&notify);
    let task = spawn(async move {
        other.notify_waiters();
        other.notify_one();
        other.notify_one();
    });
    let mut late = pin!(notify.notified());
    let first = once(&mut late).await.is_some();
    task.await.unwrap();
    let mut early = pin!(early);
    let all = once(&mut early).await.is_some();
    let second = once(&mut late).await.is_some();
    let mut rest = pin!(notify.notified());
    format!("{first} {all} {second} {}", once(&mut rest).await.is_some())
}

async fn handed_on() -> String {
    let notify = Arc::new(sync::Notify::new());
    let mut one = Box::pin(notify.notified());
    let mut two = Box::pin(notify.notified());
    let waits = (once(&mut one.as_mut()).await.is_none(), once(&mut two.as_mut()).await.is_none());
    let other = Arc::clone(&notify);
    let task = spawn(async move { other.notify_one() });
    let got = once(&mut one.as_mut()).await.is_some();
    drop(one);
    task.await.unwrap();
    format!("{waits:?} {got} {}", once(&mut two.as_mut()).await.is_some())
}

async fn bounded() -> String {
    let (sender, mut receiver) = sync::mpsc::channel(1);
    let other = sender.clone();
    let task = spawn(async move { other.send(1).await.is_ok() });
    let tried = sender.try_send(2).map_err(|error| error.to_string());
    drop(sender);
    let first = receiver.recv().await;
    receiver.close();
    let second = receiver.recv().await;
    format!("{tried:?} {first:?} {second:?} {}", task.await.unwrap())
}

async fn reserved() -> String {
    let (sender, mut receiver) = sync::mpsc::channel(1);
    let room = sender.reserve().await.unwrap();
    let full = sender.try_send(1).map_err(|error| error.to_string());
    let task = spawn(async move {
        receiver.close();
        receiver.recv().await
    });
    let is_closed = sender.is_closed();
    room.send(2);
    let refused = sender.send(3).await.is_err();
    format!("{full:?} {is_closed} {refused} {:?}", task.await.unwrap())
}

async fn unbounded() -> String {
    let (sender, mut receiver) = sync::mpsc::unbounded_channel();
    let other = sender.clone();
    let task = spawn(async move {
        other.send(1).unwrap();
        drop(other);
    });
    let weak = sender.downgrade();
    sender.send(2).unwrap();
    drop(sender);
    let still = weak.upgrade().is_some();
    let early = receiver.try_recv();
    let mut all = Vec::new();
    while let Some(message) = receiver.recv().await {
        all.push(message);
    }
    task.await.unwrap();
    format!("{still} {early:?} {all:?}")
}

async fn single() -> String {
    let (sender, mut receiver) = sync::oneshot::channel();
    let task = spawn(async move { sender.send(7).is_ok() });
    let early = receiver.try_recv();
    receiver.close();
    let late = receiver.try_recv();
    format!("{early:?} {late:?} {}", task.await.unwrap())
}

async fn single_dropped() -> String {
    let (mut sender, receiver) = sync::oneshot::channel::<u32>();
    let task = spawn(async move { drop(receiver) });
    sender.closed().await;
    task.await.unwrap();
    let (other, receiver) = sync::oneshot::channel::<u32>();
    let task = spawn(async move { drop(other) });
    let got = receiver.await;
    task.await.unwrap();
    format!("{:?} {got:?}", sender.send(1))
}

async fn watched() -> String {
    let (sender, mut receiver) = sync::watch::channel(0);
    let task = spawn(async move {
        sender.send(1).unwrap();
        sender.send_if_modified(|value| {
            *value += 1;
            *value > 5
        });
        sender.send_replace(3)
    });
    let first = receiver.changed().await.is_ok();
    let seen = *receiver.borrow_and_update();
    let mut other = receiver.clone();
    let second = receiver.changed().await.is_ok();
    let last = other.wait_for(|value| *value == 3).await.map(|value| *value).ok();
    format!(
        "{first} {seen} {second} {last:?} {} {:?}",
        task.await.unwrap(),
        receiver.has_changed().is_ok()
    )
}

macro_rules! tasks {
    ($run:expr) => {
        [
            ("lock_order", Box::new(|| $run(lock_order()))),
            ("first_come", Box::new(|| $run(first_come()))),
            ("given_up", Box::new(|| $run(given_up()))),
            ("closed_semaphore", Box::new(|| $run(closed_semaphore()))),
            ("precedence", Box::new(|| $run(precedence()))),
            ("notifications", Box::new(|| $run(notifications()))),
            ("handed_on", Box::new(|| $run(handed_on()))),
            ("bounded", Box::new(|| $run(bounded()))),
            ("reserved", Box::new(|| $run(reserved()))),
            ("unbounded", Box::new(|| $run(unbounded()))),
            ("single", Box::new(|| $run(single()))),
            ("single_dropped", Box::new(|| $run(single_dropped()))),
            ("watched", Box::new(|| $run(watched()))),
        ]
    };
}
