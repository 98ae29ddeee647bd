//! A search that was ended between two levels is taken up by workers of any number, and ends as if nothing had
//! happened. What is not its checkpoint is refused.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::support::together;
use reductio_cluster::{CheckpointError, Checkpoints};
use reductio_discipline::{Discipline, Packed, Violation};
use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_search::{Exploration, Order, Query, Stopped};

/// A folder that is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("checkpoints-{}-{count}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const TASK: [u8; 16] = [3; 16];

fn plan(folder: &Path) -> Checkpoints {
    Checkpoints { folder: Some(folder.to_owned()), every: Duration::ZERO, task: TASK }
}

/// Searches, with a checkpoint after each level, from the one in the folder if that is asked for.
fn search(
    workers: usize,
    folder: &Path,
    resume: bool,
    (discipline, order, query): (&Discipline, Order, &Query<'_>),
) -> Exploration<Violation> {
    let mut all = together(workers, |cluster| {
        cluster.set_few(0);
        cluster.set_checkpoints(plan(folder), resume.then_some(folder)).unwrap();
        let found = cluster.search(&Packed::new(discipline), &order, query).unwrap();
        assert_eq!(cluster.failed_checkpoint(), None);
        found
    });
    all.swap_remove(0)
}

/// Everything but the bytes.
fn told(found: &Exploration<Violation>) -> impl PartialEq + std::fmt::Debug {
    let Exploration { states, transitions, visible_states, depth, deadlocks, .. } = *found;
    let numbers = (states, transitions, visible_states, depth, deadlocks);
    let seen = (found.reached.clone(), found.goals.clone(), found.cut_short);
    (numbers, seen, found.stuck, found.stopped, found.findings.clone())
}

fn philosophers() -> Discipline {
    let text = include_str!("../../examples/philosophers_broken.sys");
    Discipline::new(parse_system(text, "philosophers", &[]).unwrap())
}

/// The names of the files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_search_is_taken_up_by_another_number_of_workers() {
    let mut systems = vec![philosophers()];
    systems.extend((0..60).map(|seed| Discipline::new(Sketch::random(seed).build().unwrap())));
    let (mut taken_up, mut findings) = (0, 0);
    for discipline in &systems {
        for order in [Order::Reduced, Order::Unreduced] {
            let query = Query { keep_going: true, stuck: true, ..Query::default() };
            let alone = reductio_search::search(&Packed::new(discipline), &order, &query);
            if alone.depth < 6 || taken_up == 8 {
                continue;
            }
            let whole = search(2, Folder::new().0.as_path(), false, (discipline, order, &query));
            let folder = Folder::new();
            let few = Query { max_states: alone.states * 2 / 3, ..query };
            let cut = search(2, &folder.0, false, (discipline, order, &few));
            assert_eq!(cut.stopped, Some(Stopped::States));
            let names = names(&folder.0);
            assert_eq!(names.len(), 3, "the current checkpoint alone: {names:?}");
            for workers in [2, 3, 1] {
                let again = search(workers, &folder.0, true, (discipline, order, &query));
                assert_eq!(told(&again), told(&whole), "{workers} workers");
                assert_eq!(again.states, alone.states);
            }
            taken_up += 1;
            findings += whole.findings.len();
        }
    }
    assert!(taken_up == 8 && findings >= 8, "{taken_up} searches, {findings} findings");
}

#[test]
fn what_is_no_checkpoint_of_the_search_is_refused() {
    let folder = Folder::new();
    let discipline = philosophers();
    let query = Query { max_states: 300, ..Query::default() };
    let refused = |task, folder: &Path| {
        let all = together(1, |cluster| {
            let plan = Checkpoints { task, ..plan(folder) };
            cluster.set_checkpoints(plan, Some(folder)).unwrap_err()
        });
        all.into_iter().next().unwrap()
    };
    assert!(matches!(refused(TASK, &folder.0), CheckpointError::None { .. }));
    search(2, &folder.0, false, (&discipline, Order::Unreduced, &query));
    assert!(matches!(refused([4; 16], &folder.0), CheckpointError::OtherTask { .. }));
    // Each byte of a file matters, and so does its end.
    let path = folder.0.join(names(&folder.0).pop().unwrap());
    let bytes = std::fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(bytes.len() / 60 + 1) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        std::fs::write(&path, &changed).unwrap();
        assert!(matches!(refused(TASK, &folder.0), CheckpointError::Broken { .. }), "{place}");
        std::fs::write(&path, &bytes[..place]).unwrap();
        assert!(matches!(refused(TASK, &folder.0), CheckpointError::Broken { .. }), "{place}");
    }
    std::fs::write(&path, &bytes).unwrap();
    std::fs::write(folder.0.join("current"), "../elsewhere\n").unwrap();
    assert!(matches!(refused(TASK, &folder.0), CheckpointError::Broken { .. }));
}
