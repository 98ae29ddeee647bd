//! Checkpoints: what all workers know between two levels, in a folder that all of them can read.
//!
//! Each worker writes a file under a new name; when all have, the first worker writes a new file `current` that names
//! them, and renames it over the old one. So there is a whole checkpoint at any moment, whoever is killed. Workers of
//! another number can take it up: each reads all files, and keeps the states that it owns now.

mod file;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reductio_search::{Model, Portable, Reduction, Snapshot, Stored, Worker};

use crate::wire::{put, put_all, take_size};
use crate::words;
use file::{Reader, Writer, is_whole, put_piece};

/// The first bytes of a file, with the version of its form.
const MAGIC: [u8; 8] = *b"RDCKPT02";

/// The file that names the files of the last checkpoint.
const CURRENT: &str = "current";

/// The reason why a checkpoint cannot be taken up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The folder has no checkpoint.
    #[error("`{}` has no checkpoint: {error}", .folder.display())]
    None {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The checkpoint is of another search: of other files, or with other options.
    #[error("the checkpoint in `{}` is of other files, options, or another version", .folder.display())]
    OtherTask {
        /// The folder.
        folder: PathBuf,
    },
    /// A file is not what was written.
    #[error("`{}` is no longer as it was written", .file.display())]
    Broken {
        /// The file.
        file: PathBuf,
    },
}

/// The plan for checkpoints: the folder in which they are written, and the time between two of them.
#[derive(Clone, Debug, Default)]
pub struct Checkpoints {
    /// The folder to which they are written, which all workers have in common; none are written if there is none.
    pub folder: Option<PathBuf>,
    /// The least time between two of them.
    pub every: Duration,
    /// A hash of all that is searched, without any secret.
    pub task: [u8; 16],
}

/// A checkpoint that is to be taken up.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The number of the search that it is of.
    pub(crate) search: u64,
    files: Vec<PathBuf>,
}

/// The knowledge of a cluster about its checkpoints.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    plan: Checkpoints,
    pub(crate) found: Option<Found>,
    /// The number of the search.
    pub(crate) search: u64,
    last: Option<Instant>,
    /// The fault that the last one had, in words.
    pub(crate) failed: Option<String>,
}

impl Found {
    /// Looks for the checkpoint in a folder, and reads all of its files once.
    pub(crate) fn read(folder: &Path, task: [u8; 16]) -> Result<Self, CheckpointError> {
        let none = |error| CheckpointError::None { folder: folder.to_owned(), error };
        let current = folder.join(CURRENT);
        let text = fs::read_to_string(&current).map_err(none)?;
        let names: Vec<&str> = text.lines().collect();
        let is_plain = |name: &&str| !name.is_empty() && !name.contains(['/', '\\']);
        if names.is_empty() || !names.iter().all(is_plain) {
            return Err(CheckpointError::Broken { file: current });
        }
        let files: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        let mut search = 0;
        for (worker, path) in files.iter().enumerate() {
            let broken = || CheckpointError::Broken { file: path.clone() };
            if !is_whole(path).map_err(|_| broken())? {
                return Err(broken());
            }
            let mut reader = Reader::open(path).map_err(|_| broken())?;
            let head = Head::read(&mut reader).map_err(|_| broken())?;
            if head.task != task {
                return Err(CheckpointError::OtherTask { folder: folder.to_owned() });
            }
            let is_of_these = worker == 0 || head.search == search;
            if head.worker != worker || head.workers != files.len() || !is_of_these {
                return Err(broken());
            }
            search = head.search;
        }
        Ok(Found { search, files })
    }
}

/// What a file begins with.
struct Head {
    task: [u8; 16],
    search: u64,
    workers: usize,
    worker: usize,
}

impl Head {
    fn read(reader: &mut Reader) -> io::Result<Self> {
        if reader.bytes()? != MAGIC {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let task = reader.bytes()?;
        let search = reader.number()?;
        Ok(Head { task, search, workers: reader.size()?, worker: reader.size()? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(MAGIC);
        out.extend(self.task);
        let numbers = [self.search, self.workers as u64, self.worker as u64];
        put_all(out, &numbers);
    }
}

fn put_snapshot(out: &mut Vec<u8>, snapshot: &Snapshot) {
    let Snapshot { level, depth, totals, starts, roots, keeps_steps } = snapshot;
    put(out, *level as u64);
    put(out, *depth as u64);
    put(out, starts.len() as u64);
    for &start in starts {
        put(out, start as u64);
    }
    put(out, roots.len() as u64);
    for &(number, root) in roots {
        put(out, number.into());
        put(out, root.into());
    }
    out.push(u8::from(*keeps_steps));
    out.extend(words::totals(totals));
}

fn take_snapshot(mut bytes: &[u8]) -> Option<Snapshot> {
    let bytes = &mut bytes;
    let (level, depth) = (take_size(bytes)?, take_size(bytes)?);
    let starts: Vec<usize> =
        (0..take_size(bytes)?).map(|_| take_size(bytes)).collect::<Option<_>>()?;
    let number = |bytes: &mut &[u8]| u32::try_from(take_size(bytes)?).ok();
    let roots = (0..take_size(bytes)?)
        .map(|_| Some((number(bytes)?, number(bytes)?)))
        .collect::<Option<_>>()?;
    let keeps_steps = bool::decode(bytes)?;
    let totals = words::take_totals(bytes)?;
    let is_sorted = starts.is_sorted() && starts.last().is_some_and(|&last| last <= totals.states);
    let snapshot = Snapshot { level, depth, totals, starts, roots, keeps_steps };
    (is_sorted && snapshot.starts.len() == level + 1).then_some(snapshot)
}

impl Keeper {
    pub(crate) fn new(plan: Checkpoints, found: Option<Found>) -> Self {
        Keeper { plan, found, search: 0, last: Some(Instant::now()), failed: None }
    }

    /// Tells whether the time for the next checkpoint has come.
    pub(crate) fn is_due(&self) -> bool {
        let waits = |last: Instant| last.elapsed() >= self.plan.every;
        self.plan.folder.is_some() && self.last.is_none_or(waits)
    }

    /// The name of the file of a worker.
    fn name(&self, level: usize, worker: usize, workers: usize) -> String {
        format!("search-{}-level-{level}-worker-{worker}-of-{workers}", self.search)
    }

    /// Writes the file of a worker, and says whether it is there.
    pub(crate) fn write<M, R>(
        &mut self,
        worker: &mut Worker<'_, M, R>,
        place: (usize, usize),
    ) -> bool
    where
        M: Model<State: Portable>,
        R: Reduction<M, Memory = ()>,
    {
        let written = self.try_write(worker, place);
        self.failed = written.as_ref().err().map(ToString::to_string);
        written.is_ok()
    }

    fn try_write<M, R>(
        &self,
        worker: &mut Worker<'_, M, R>,
        (number, workers): (usize, usize),
    ) -> io::Result<()>
    where
        M: Model<State: Portable>,
        R: Reduction<M, Memory = ()>,
    {
        let Some(folder) = &self.plan.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let snapshot = worker.snapshot();
        let path = folder.join(self.name(snapshot.level, number, workers));
        let mut writer = Writer::create(&path)?;
        let (task, search) = (self.plan.task, self.search);
        let head = Head { task, search, workers, worker: number };
        let mut piece = Vec::new();
        put_snapshot(&mut piece, &snapshot);
        writer.add(|out| {
            head.write(out);
            put_piece(out, &piece);
        })?;
        worker.each_stored(|stored| {
            let Stored { state, parent, is_dead, is_open } = stored;
            piece.clear();
            state.encode(&mut piece);
            writer.add(|out| {
                put_piece(out, &piece);
                put(out, parent.map_or(0, |parent| parent + 1));
                out.push(u8::from(is_dead) | u8::from(is_open) << 1);
            })
        })?;
        worker.each_step(|source, thread, target| {
            writer.add(|out| {
                out.push(1);
                put_all(out, &[source, thread as u64, target.into()]);
            })
        })?;
        writer.add(|out| out.push(0))?;
        writer.finish()
    }

    /// Makes the files of all workers the checkpoint, and removes those of the one before: the first worker does so.
    pub(crate) fn commit(&mut self, level: usize, workers: usize) {
        let Some(folder) = &self.plan.folder else { return };
        let names: Vec<String> = (0..workers).map(|one| self.name(level, one, workers)).collect();
        let new = folder.join("current.new");
        let written = (|| {
            fs::write(&new, names.join("\n") + "\n")?;
            fs::File::open(&new)?.sync_all()?;
            fs::rename(&new, folder.join(CURRENT))
        })();
        if let Err(error) = written {
            self.failed = Some(error.to_string());
            return;
        }
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("search-") && !names.contains(&name) {
                // What is left takes room, and does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Notes that the time until the next checkpoint begins.
    pub(crate) fn begin_again(&mut self) {
        self.last = Some(Instant::now());
    }

    /// Takes up the checkpoint, if there is one of this search. Returns whether it could be; none if there is none.
    pub(crate) fn take_up<M, R>(&mut self, worker: &mut Worker<'_, M, R>) -> Option<bool>
    where
        M: Model<State: Portable>,
        R: Reduction<M, Memory = ()>,
    {
        let search = self.search;
        let found = self.found.take_if(|found| found.search == search)?;
        Some(take_up(&found.files, worker).unwrap_or(false))
    }
}

/// Reads the states of all files, level by level, and then the steps.
fn take_up<M, R>(files: &[PathBuf], worker: &mut Worker<'_, M, R>) -> io::Result<bool>
where
    M: Model<State: Portable>,
    R: Reduction<M, Memory = ()>,
{
    let mut readers: Vec<Reader> =
        files.iter().map(|path| Reader::open(path)).collect::<Result<_, _>>()?;
    let mut snapshots = Vec::new();
    let mut piece = Vec::new();
    for reader in &mut readers {
        Head::read(reader)?;
        reader.piece(&mut piece)?;
        snapshots.push(take_snapshot(&piece).ok_or(io::ErrorKind::InvalidData)?);
    }
    let levels = snapshots[0].level + 1;
    if snapshots.iter().any(|one| one.level + 1 != levels) {
        return Ok(false);
    }
    let mut restored = worker.restore(&snapshots);
    for level in 0..levels {
        restored.begin_level(level);
        for (from, reader) in readers.iter_mut().enumerate() {
            let one = &snapshots[from];
            let end = one.starts.get(level + 1).copied().unwrap_or(one.totals.states);
            for _ in one.starts[level]..end {
                reader.piece(&mut piece)?;
                let state = M::State::decode(&mut &piece[..]).ok_or(io::ErrorKind::InvalidData)?;
                let parent = reader.number()?.checked_sub(1);
                let [flags] = reader.bytes()?;
                let (is_dead, is_open) = (flags & 1 == 1, flags & 2 == 2);
                let stored = Stored { state: &state, parent, is_dead, is_open };
                if !restored.stored(from, stored) {
                    return Ok(false);
                }
            }
        }
    }
    for (from, reader) in readers.iter_mut().enumerate() {
        while reader.bytes()? == [1] {
            let (source, thread) = (reader.number()?, reader.size()?);
            let target = u32::try_from(reader.number()?).map_err(|_| io::ErrorKind::InvalidData)?;
            if !restored.step(from, source, thread, target) {
                return Ok(false);
            }
        }
    }
    Ok(restored.finish())
}
