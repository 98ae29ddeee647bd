//! What `std::sync`, `std::thread` and `std::hint` have, written with this crate in place of `std`: that this file compiles is the test.
//! Each name of the list has to be used here, or be named in the guide as one that is missing.

#![allow(deprecated, reason = "old names are names as well")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use reductio_schedules::hint;
use reductio_schedules::sync::atomic::{self, Ordering};
use reductio_schedules::sync::mpsc::{self, Receiver, Sender, SyncSender};
use reductio_schedules::sync::{
    Arc, Barrier, BarrierWaitResult, Condvar, LazyLock, LockResult, Mutex, MutexGuard, Once,
    OnceLock, OnceState, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError,
    TryLockResult, WaitTimeoutResult, Weak,
};
use reductio_schedules::thread::{
    self, AccessError, Builder, JoinHandle, LocalKey, Scope, ScopedJoinHandle, Thread, ThreadId,
};

const NAMES: &str = include_str!("names/std-1.95.txt");
const SOURCE: &str = include_str!("names.rs");
const GUIDE: &str = include_str!("../../../guide/src/reference/schedules.md");

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn arcs() -> Option<()> {
    let arc: Arc<u32> = Arc::new(1);
    let _: Arc<u32> = Arc::new_cyclic(|weak: &Weak<u32>| u32::from(Weak::upgrade(weak).is_some()));
    let _ = (Arc::<u32>::new_uninit(), Arc::<u32>::new_zeroed(), Arc::pin(1));
    let _ = (Arc::<[u32]>::new_uninit_slice(2), Arc::<[u32]>::new_zeroed_slice(2));
    let arc = Arc::try_unwrap(arc).map_or_else(|arc| arc, Arc::new);
    let mut arc = Arc::new(Arc::into_inner(arc)?);
    let weak = Arc::downgrade(&arc);
    let _ = (Arc::as_ptr(&arc), Arc::weak_count(&arc), Arc::strong_count(&arc));
    let _ = Arc::ptr_eq(&arc, &Arc::clone(&arc));
    *Arc::make_mut(&mut arc) += *Arc::get_mut(&mut arc)?;
    let _: u32 = Arc::unwrap_or_clone(arc);
    let any: Arc<dyn std::any::Any + Send + Sync> = Arc::unsize(Arc::new(7_u32), |arc| arc);
    let _ = Arc::into_raw(Arc::downcast::<u32>(any).ok()?);
    let _ = (Weak::<u32>::new(), Weak::upgrade(&weak), Weak::as_ptr(&weak));
    let _ = (Weak::strong_count(&weak), Weak::weak_count(&weak), Weak::ptr_eq(&weak, &weak));
    let _ = Weak::into_raw(weak);
    Some(())
}

fn tries(mutex: &Mutex<u32>) {
    let tried: TryLockResult<MutexGuard<'_, u32>> = Mutex::try_lock(mutex);
    if let Err(TryLockError::Poisoned(error)) = tried {
        let _ = PoisonError::get_ref(&error);
        drop(PoisonError::into_inner(error));
    }
}

fn locks() -> Outcome<()> {
    let mut mutex: Mutex<u32> = Mutex::new(1);
    let guard: LockResult<MutexGuard<'_, u32>> = Mutex::lock(&mutex);
    drop(guard);
    tries(&mutex);
    let _: PoisonError<u32> = PoisonError::new(1);
    let _ = Mutex::is_poisoned(&mutex);
    Mutex::clear_poison(&mutex);
    let _ = Mutex::get_mut(&mut mutex);
    let _ = Mutex::into_inner(mutex);

    let mut lock: RwLock<u32> = RwLock::new(1);
    let read: RwLockReadGuard<'_, u32> = RwLock::read(&lock).map_err(|error| error.to_string())?;
    drop(read);
    let write: RwLockWriteGuard<'_, u32> =
        RwLock::write(&lock).map_err(|error| error.to_string())?;
    drop(RwLockWriteGuard::downgrade(write));
    let _ = (RwLock::try_read(&lock).is_ok(), RwLock::try_write(&lock).is_ok());
    let _ = RwLock::is_poisoned(&lock);
    RwLock::clear_poison(&lock);
    let _ = RwLock::get_mut(&mut lock);
    let _ = RwLock::into_inner(lock);
    Ok(())
}

fn condvars() {
    let condvar: Condvar = Condvar::new();
    let mutex = Mutex::new(0_u32);
    let time = Duration::ZERO;
    Condvar::notify_one(&condvar);
    Condvar::notify_all(&condvar);
    let Ok(guard) = Condvar::wait_while(&condvar, mutex.lock().unwrap(), |x| *x > 0) else {
        return;
    };
    let Ok((guard, _)) = Condvar::wait_timeout_ms(&condvar, guard, 0) else { return };
    let waited: LockResult<(MutexGuard<'_, u32>, WaitTimeoutResult)> =
        Condvar::wait_timeout(&condvar, guard, time);
    let Ok((guard, result)) = waited else { return };
    let _: bool = WaitTimeoutResult::timed_out(&result);
    let Ok((guard, _)) = Condvar::wait_timeout_while(&condvar, guard, time, |x| *x > 0) else {
        return;
    };
    if *guard > 0 {
        let _ = Condvar::wait(&condvar, guard);
    }
    let barrier: Barrier = Barrier::new(1);
    let result: BarrierWaitResult = Barrier::wait(&barrier);
    let _ = BarrierWaitResult::is_leader(&result);
}

static LAZY: LazyLock<u32> = LazyLock::new(|| 7);

fn once() {
    let once: Once = Once::new();
    Once::call_once(&once, || ());
    Once::call_once_force(&once, |state: &OnceState| _ = OnceState::is_poisoned(state));
    let _ = Once::is_completed(&once);
    Once::wait(&once);
    Once::wait_force(&once);
    let mut cell: OnceLock<u32> = OnceLock::new();
    let _ = (OnceLock::set(&cell, 1), OnceLock::get_or_init(&cell, || 2));
    let _ = (OnceLock::get(&cell), OnceLock::wait(&cell));
    let _ = OnceLock::get_mut(&mut cell);
    let _ = OnceLock::take(&mut cell);
    let _ = OnceLock::into_inner(cell);
    let mut lazy: LazyLock<u32> = LazyLock::new(|| 1);
    let _ = (LazyLock::get(&lazy), LazyLock::force(&lazy), LazyLock::force(&LAZY));
    let _ = LazyLock::get_mut(&mut lazy);
    let _ = LazyLock::force_mut(&mut lazy);
}

/// What all atomics have.
macro_rules! atomics {
    ($uses:ident, $name:ident $(<$param:ty>)?, $value:expr) => {
        fn $uses() {
            use reductio_schedules::sync::atomic::$name;
            let order = Ordering::SeqCst;
            let value = $value;
            let mut atomic: $name $(<$param>)? = $name::new(value);
            let _ = $name::get_mut(&mut atomic);
            let _ = ($name::load(&atomic, order), $name::swap(&atomic, value, order));
            $name::store(&atomic, value, order);
            let _ = $name::compare_and_swap(&atomic, value, value, order);
            let _ = $name::compare_exchange(&atomic, value, value, order, order);
            let _ = $name::compare_exchange_weak(&atomic, value, value, order, order);
            let _ = $name::fetch_update(&atomic, order, order, |value| Some(value));
            let _ = $name::try_update(&atomic, order, order, |value| Some(value));
            let _ = $name::update(&atomic, order, order, |value| value);
            let _ = $name::as_ptr(&atomic);
            let _ = $name::into_inner(atomic);
        }
    };
}

macro_rules! integers {
    ($($all:ident $changes:ident $name:ident)*) => {
        $(
            atomics!($all, $name, 1);

            fn $changes() {
                use reductio_schedules::sync::atomic::$name;
                let (atomic, order) = ($name::new(1), Ordering::SeqCst);
                let _ = ($name::fetch_add(&atomic, 1, order), $name::fetch_sub(&atomic, 1, order));
                let _ = ($name::fetch_and(&atomic, 1, order), $name::fetch_nand(&atomic, 1, order));
                let _ = ($name::fetch_or(&atomic, 1, order), $name::fetch_xor(&atomic, 1, order));
                let _ = ($name::fetch_max(&atomic, 1, order), $name::fetch_min(&atomic, 1, order));
            }
        )*
    };
}

integers!(
    u8_all u8_changes AtomicU8
    u16_all u16_changes AtomicU16
    u32_all u32_changes AtomicU32
    u64_all u64_changes AtomicU64
    usize_all usize_changes AtomicUsize
    i8_all i8_changes AtomicI8
    i16_all i16_changes AtomicI16
    i32_all i32_changes AtomicI32
    i64_all i64_changes AtomicI64
    isize_all isize_changes AtomicIsize
);
atomics!(bool_all, AtomicBool, true);
atomics!(pointer_all, AtomicPtr<u32>, std::ptr::null_mut::<u32>());

fn other_atomics() {
    use reductio_schedules::sync::atomic::{AtomicBool, AtomicPtr};
    let order = Ordering::SeqCst;
    let flag = AtomicBool::new(true);
    let _ = (AtomicBool::fetch_and(&flag, true, order), AtomicBool::fetch_nand(&flag, true, order));
    let _ = (AtomicBool::fetch_or(&flag, true, order), AtomicBool::fetch_xor(&flag, true, order));
    let _ = AtomicBool::fetch_not(&flag, order);
    let pointer: AtomicPtr<u32> = AtomicPtr::default();
    let _ = AtomicPtr::fetch_ptr_add(&pointer, 1, order);
    let _ = AtomicPtr::fetch_ptr_sub(&pointer, 1, order);
    let _ = AtomicPtr::fetch_byte_add(&pointer, 4, order);
    let _ = AtomicPtr::fetch_byte_sub(&pointer, 4, order);
    let _ = (AtomicPtr::fetch_or(&pointer, 0, order), AtomicPtr::fetch_and(&pointer, 1, order));
    let _ = AtomicPtr::fetch_xor(&pointer, 0, order);
    atomic::fence(order);
    atomic::compiler_fence(order);
    atomic::spin_loop_hint();
}

fn channels() {
    let (sender, receiver): (Sender<u32>, Receiver<u32>) = mpsc::channel();
    let sent: Result<(), mpsc::SendError<u32>> = Sender::send(&sender, 1);
    let received: Result<u32, mpsc::RecvError> = Receiver::recv(&receiver);
    let tried: Result<u32, mpsc::TryRecvError> = Receiver::try_recv(&receiver);
    let timed: Result<u32, mpsc::RecvTimeoutError> =
        Receiver::recv_timeout(&receiver, Duration::ZERO);
    drop((sender, sent, received, tried, timed));
    let _: mpsc::Iter<'_, u32> = Receiver::iter(&receiver);
    let _: mpsc::TryIter<'_, u32> = Receiver::try_iter(&receiver);
    let _: mpsc::IntoIter<u32> = receiver.into_iter();
    let (sender, receiver): (SyncSender<u32>, Receiver<u32>) = mpsc::sync_channel(2);
    let sent: Result<(), mpsc::TrySendError<u32>> = SyncSender::try_send(&sender, 1);
    let _ = (SyncSender::send(&sender, 1), sent);
    drop(receiver);
}

reductio_schedules::thread_local! {
    static CELL: Cell<u32> = const { Cell::new(1) };
    static BORROWED: RefCell<Vec<u32>> = RefCell::default();
}

fn threads() -> Outcome<()> {
    let _ = thread::available_parallelism()?;
    let _ = thread::panicking();
    let current: Thread = thread::current();
    let (_, _): (ThreadId, Option<&str>) = (Thread::id(&current), Thread::name(&current));
    Thread::unpark(&current);
    thread::park();
    thread::park_timeout(Duration::ZERO);
    thread::park_timeout_ms(0);
    thread::sleep(Duration::ZERO);
    thread::sleep_ms(0);
    thread::yield_now();
    let handle: JoinHandle<u32> = thread::spawn(|| 1);
    let _ = (JoinHandle::thread(&handle).id(), JoinHandle::is_finished(&handle));
    let _: thread::Result<u32> = JoinHandle::join(handle);
    let builder: Builder =
        Builder::stack_size(Builder::name(Builder::new(), "one".to_owned()), 1 << 16);
    let handle: io::Result<JoinHandle<()>> = Builder::spawn(builder, || ());
    let _ = handle?.join();
    thread::scope(|scope| {
        fn spawns<'scope>(scope: &'scope Scope<'scope, '_>) -> ScopedJoinHandle<'scope, u32> {
            Scope::spawn(scope, || 1)
        }
        let handle = spawns(scope);
        let _ = (ScopedJoinHandle::thread(&handle).id(), ScopedJoinHandle::is_finished(&handle));
        let _ = ScopedJoinHandle::join(handle);
        let _ = Builder::spawn_scoped(Builder::new(), scope, || ()).map(ScopedJoinHandle::join);
    });
    let tried: Result<u32, AccessError> = LocalKey::try_with(&CELL, Cell::get);
    let _ = (tried?, LocalKey::with(&CELL, Cell::get), LocalKey::<Cell<u32>>::get(&CELL));
    LocalKey::<Cell<u32>>::set(&CELL, 1);
    let _ = (LocalKey::<Cell<u32>>::take(&CELL), LocalKey::<Cell<u32>>::replace(&CELL, 1));
    LocalKey::<RefCell<Vec<u32>>>::set(&BORROWED, vec![]);
    LocalKey::with_borrow(&BORROWED, |all| assert!(all.is_empty()));
    LocalKey::with_borrow_mut(&BORROWED, Vec::clear);
    Ok(())
}

fn hints() -> u32 {
    let _: unsafe fn() -> ! = hint::unreachable_unchecked;
    let _: unsafe fn(bool) = hint::assert_unchecked;
    hint::spin_loop();
    hint::cold_path();
    hint::select_unpredictable(hint::black_box(true), 1, 2)
}

#[test]
fn all_of_it_runs_within_a_search_and_outside() {
    fn all() {
        let _ = (arcs(), hints());
        locks().unwrap();
        condvars();
        once();
        let atomics: [fn(); 23] = [
            u8_all,
            u16_all,
            u32_all,
            u64_all,
            usize_all,
            bool_all,
            pointer_all,
            i8_all,
            i16_all,
            i32_all,
            i64_all,
            isize_all,
            other_atomics,
            u8_changes,
            u16_changes,
            u32_changes,
            u64_changes,
            usize_changes,
            i8_changes,
            i16_changes,
            i32_changes,
            i64_changes,
            isize_changes,
        ];
        for uses in atomics {
            uses();
        }
        channels();
        threads().unwrap();
    }
    all();
    let report = reductio_schedules::Explorer::new().executions(3).run(all);
    report.assert_nothing_found();
}

#[test]
fn at_least_95_of_100_names_are_there_and_the_others_are_in_the_guide() {
    // `Type::<u32>::name` is a use of `Type::name`.
    let mut source = String::new();
    let mut depth = 0;
    for c in SOURCE.chars() {
        match c {
            '<' if depth > 0 || source.ends_with("::") => depth += 1,
            '>' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    source.truncate(source.len() - 2);
                }
            }
            c if depth == 0 => source.push(c),
            _ => {}
        }
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = source.split(|c| !(is_word(c) || c == ':' || c == '$')).collect();
    let integers = ["U8", "U16", "U32", "U64", "Usize", "I8", "I16", "I32", "I64", "Isize"];
    let uses = |name: &str| {
        let short = name.trim_start_matches("std::");
        let last = short.rsplit("::").next().unwrap_or(short);
        let owner = short.rsplit("::").nth(1).unwrap_or_default();
        let of_all = owner.strip_prefix("Atomic").is_some_and(|kind| {
            let changes = last.starts_with("fetch_") && last != "fetch_update";
            !changes || integers.contains(&kind)
        });
        let path = format!("{owner}::{last}");
        words.contains(path.as_str())
            || of_all && words.contains(format!("$name::{last}").as_str())
            // A type or a function that is imported by its name.
            || !owner.chars().any(char::is_uppercase) && words.contains(last)
    };
    let names: Vec<&str> = NAMES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(' ').next())
        .collect();
    let missing: Vec<&str> = names.iter().filter(|name| !uses(name)).copied().collect();
    for name in &missing {
        let short: Vec<&str> = name.rsplit("::").collect();
        let owner = if short[1].starts_with("Atomic") { "Atomic*" } else { short[1] };
        let told = [format!("`{owner}::{}`", short[0]), format!("`{}`", short[0])];
        assert!(told.iter().any(|told| GUIDE.contains(told)), "{name}");
    }
    println!("{} of {} names are missing", missing.len(), names.len());
    assert!(names.len() > 450 && missing.len() * 20 <= names.len(), "{missing:?}");
    assert!(missing.len() >= 20, "the check of names has to see that some are missing");
}
