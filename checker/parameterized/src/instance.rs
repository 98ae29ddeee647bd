//! The system of families with fixed numbers of threads, and its states as configurations.

use reductio_language::{CellRole, Families, parse_system};
use reductio_system::{
    CellId, Memory, ObjectId, PackedState, System, Target, ThreadId, Transition, Value,
};

use crate::answer::FamilyError;
use crate::space::{Local, LocalId, MOST_FAMILIES, SharedId, Space, family_of, somebody};

/// The part that a cell plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It is in this place of the shared part.
    Shared(usize),
    /// It is in this place of a thread of a family, by its number among all of these.
    Own(usize, usize),
    /// It is a pointer, by its number: in this place of the shared part.
    Pointer(usize, usize),
}

/// A pointer: the value for the first thread of its family, or the owner of a lock, which may be of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointer {
    First { family: usize, first: Value },
    Owner,
}

impl Pointer {
    /// Decides whether a thread of a family may be its value.
    pub(crate) fn may_name(self, family: usize) -> bool {
        match self {
            Pointer::First { family: own, .. } => own == family,
            Pointer::Owner => true,
        }
    }
}

/// The cells that are forgotten, by the control point of their thread, each with its place and the value that it gets.
/// They do not depend on the number of threads, as those that a system forgets by itself may: a claim that binds two
/// threads reads no local where there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dead {
    /// Of a thread of each family.
    own: Vec<Vec<Vec<(usize, Value)>>>,
    /// Of the other threads, in the shared part.
    singles: Vec<Vec<Vec<(usize, Value)>>>,
}

/// The system of families with fixed numbers of threads.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) system: System,
    /// The threads of the families, those of the first family first.
    pub(crate) members: Vec<ThreadId>,
    /// The number of the first thread of each family among these.
    pub(crate) first: Vec<usize>,
    /// The other threads.
    pub(crate) singles: Vec<ThreadId>,
    /// By cell.
    pub(crate) places: Vec<Place>,
    pub(crate) pointers: Vec<Pointer>,
    pub(crate) dead: Dead,
}

impl Instance {
    /// Reads the system with so many threads of each family, in which these locals are forgotten; none says that it
    /// forgets by itself.
    pub(crate) fn new(
        text: &str,
        families: &Families,
        constants: &[(String, i64)],
        threads: &[usize],
        dead: Option<&Dead>,
    ) -> Result<Instance, FamilyError> {
        let shape =
            |what: &str| FamilyError::Shape { threads: threads.to_vec(), what: what.to_owned() };
        if threads.len() > MOST_FAMILIES {
            return Err(shape("there are too many families"));
        }
        let is_number = |name: &str| families.families.iter().any(|one| one.constant == name);
        let given = constants.iter().filter(|(name, _)| !is_number(name));
        let mut constants: Vec<_> = given.cloned().collect();
        for (family, threads) in families.families.iter().zip(threads) {
            let number = i64::try_from(*threads).map_err(|_| shape("there are too many"))?;
            constants.push((family.constant.clone(), number));
        }
        let mut system = parse_system(text, "family", &constants).map_err(FamilyError::Text)?;
        if dead.is_some() {
            system = system.remembering();
        }
        let cells = families.cells(&system).ok_or_else(|| shape("a variable has another size"))?;
        if !cells.members.iter().map(Vec::len).eq(threads.iter().copied()) {
            return Err(shape("a family has another number of threads"));
        }
        let members = cells.members.concat();
        let first: Vec<usize> =
            (0..threads.len()).map(|family| threads[..family].iter().sum()).collect();
        let singles = system.thread_ids().filter(|thread| !members.contains(thread)).collect();
        let (mut shared, mut own) = (0, vec![0; members.len()]);
        let mut pointers = Vec::new();
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        let places = cells.roles.iter().map(|role| match *role {
            CellRole::Shared => Place::Shared(next(&mut shared)),
            CellRole::Own { family, member } => {
                let member = first[family] + member;
                Place::Own(member, next(&mut own[member]))
            }
            CellRole::Pointer { family, first } => {
                pointers.push(Pointer::First { family, first });
                Place::Pointer(pointers.len() - 1, next(&mut shared))
            }
            CellRole::Owner => {
                pointers.push(Pointer::Owner);
                Place::Pointer(pointers.len() - 1, next(&mut shared))
            }
        });
        let places = places.collect();
        if pointers.len() > 64 {
            return Err(shape("there are more than 64 pointers and locks"));
        }
        let known = dead.cloned().unwrap_or_default();
        let mut instance =
            Instance { system, members, first, singles, places, pointers, dead: known };
        instance.check_alike().map_err(|what| shape(&what))?;
        if dead.is_none() {
            instance.dead = instance.dead_by_itself();
        }
        Ok(instance)
    }

    /// The family of a thread, by the number of the thread among those of all families.
    pub(crate) fn family(&self, member: usize) -> usize {
        self.first.iter().rposition(|first| *first <= member).expect("the first begins with 0")
    }

    /// The numbers of the threads of a family.
    pub(crate) fn members_of(&self, family: usize) -> std::ops::Range<usize> {
        self.first[family]..self.first.get(family + 1).copied().unwrap_or(self.members.len())
    }

    /// Checks that the threads of each family have the same cells, code and dead locals, and begin in one local state.
    fn check_alike(&self) -> Result<(), String> {
        let (_, locals) = self.parts(&self.system.initial());
        let domains = |member: usize| {
            let cells = self.system.cells().iter().zip(&self.places);
            let own =
                cells.filter(move |(_, place)| matches!(place, Place::Own(of, _) if *of == member));
            own.map(|(cell, _)| (cell.domain().low(), cell.domain().high())).collect::<Vec<_>>()
        };
        let dead = |thread: ThreadId| {
            let points = 0..self.system.thread(thread).points().len();
            let at = |point: usize| {
                let cells = self.system.thread(thread).dead(u16::try_from(point).unwrap_or(0));
                cells.iter().map(|cell| self.position(*cell)).collect::<Vec<_>>()
            };
            points.map(at).collect::<Vec<_>>()
        };
        let code = |thread: ThreadId| {
            let all = self.system.thread(thread).transitions().iter();
            let all =
                all.map(|one| (one.start(), one.target(), one.command().len(), one.is_otherwise()));
            all.collect::<Vec<(u16, Target, usize, bool)>>()
        };
        for (number, &member) in self.members.iter().enumerate() {
            let one = self.first[self.family(number)];
            let first = self.members[one];
            if locals[number] != locals[one] {
                return Err("threads of the family begin in different local states".to_owned());
            }
            if domains(number) != domains(one) {
                return Err("threads of the family have different locals".to_owned());
            }
            if code(member) != code(first) {
                return Err("threads of the family have different code".to_owned());
            }
            if dead(member) != dead(first) {
                return Err(DIFFERENT_DEAD.to_owned());
            }
        }
        Ok(())
    }

    /// The cells and control points that a system of the family has, whatever the number of its threads.
    pub(crate) fn fingerprint(&self) -> Vec<(String, Value, Value)> {
        let mut out = Vec::new();
        for (cell, place) in self.system.cells().iter().zip(&self.places) {
            let domain = cell.domain();
            match place {
                Place::Shared(_) => out.push((cell.name().to_owned(), domain.low(), domain.high())),
                Place::Own(member, _) if self.first.contains(member) => {
                    out.push((String::new(), domain.low(), domain.high()));
                }
                Place::Pointer(..) => out.push((cell.name().to_owned(), domain.low(), 0)),
                Place::Own(..) => {}
            }
        }
        let first = self.first.iter().filter_map(|first| self.members.get(*first));
        for thread in first.chain(&self.singles) {
            let points = self.system.thread(*thread).points().iter();
            out.extend(points.map(|point| (point.name().to_owned(), 0, 0)));
        }
        out
    }

    fn dead_by_itself(&self) -> Dead {
        let of = |thread: ThreadId| {
            let owner = self.system.thread(thread);
            let points = 0..u16::try_from(owner.points().len()).unwrap_or(u16::MAX);
            let at = |point: u16| {
                // A thread that fails forgets nothing but what it had forgotten where it was.
                let before = (0..point).find(|before| owner.failed_at(*before) == Some(point));
                let cells = owner.dead(before.unwrap_or(point));
                let part = |cell: &CellId| match self.places[cell.index()] {
                    Place::Own(_, at) | Place::Shared(at) => {
                        (at, self.system.cell(*cell).domain().low())
                    }
                    // The least value of a pointer is `none`.
                    Place::Pointer(_, at) => (at, 0),
                };
                cells.iter().map(part).collect()
            };
            points.map(at).collect::<Vec<_>>()
        };
        let own = self.first.iter().map(|first| of(self.members[*first])).collect();
        Dead { own, singles: self.singles.iter().map(|single| of(*single)).collect() }
    }

    fn position(&self, cell: CellId) -> Option<usize> {
        match self.places[cell.index()] {
            Place::Own(_, position) => Some(position),
            Place::Shared(_) | Place::Pointer(..) => None,
        }
    }

    /// The shared part, and the local state of each thread of a family.
    pub(crate) fn parts(&self, state: &PackedState) -> (Vec<Value>, Vec<Local>) {
        let mut shared = Vec::new();
        let mut cells = vec![Vec::new(); self.members.len()];
        let mut flags = vec![0; self.members.len()];
        for (index, place) in self.places.iter().enumerate() {
            let value = self.system.value(state, CellId::new(index));
            match *place {
                Place::Shared(_) => shared.push(value),
                Place::Own(member, _) => cells[member].push(value),
                Place::Pointer(number, _) => match self.member(self.pointers[number], value) {
                    Some(member) => {
                        flags[member] |= 1 << number;
                        shared.push(somebody(self.family(member)));
                    }
                    None => shared.push(self.other(self.pointers[number], value)),
                },
            }
        }
        for (member, cells) in cells.iter_mut().enumerate() {
            // The first cell of a thread is its control point.
            let at = usize::try_from(cells[0]).unwrap_or(0);
            let dead = self.dead.own.get(self.family(member));
            for (place, value) in dead.and_then(|dead| dead.get(at)).into_iter().flatten() {
                cells[*place] = *value;
            }
        }
        for (single, dead) in self.singles.iter().zip(&self.dead.singles) {
            let at = usize::from(self.system.at(state, *single));
            for (place, value) in dead.get(at).into_iter().flatten() {
                if family_of(shared[*place]).is_some() {
                    let is_it = |place_of: &Place| match place_of {
                        Place::Pointer(number, at) if at == place => Some(*number),
                        _ => None,
                    };
                    let pointer = self.places.iter().find_map(is_it).expect("it is a pointer");
                    for flags in &mut flags {
                        *flags &= !(1 << pointer);
                    }
                }
                shared[*place] = *value;
            }
        }
        let locals = cells.into_iter().zip(flags).enumerate();
        let local = |(member, (cells, flags)): (usize, (Vec<Value>, u64))| Local {
            family: u8::try_from(self.family(member)).expect("there are few families"),
            cells: cells.into(),
            flags,
        };
        (shared, locals.map(local).collect())
    }

    /// The configuration of a state: its shared part, and the sorted local states of its threads.
    pub(crate) fn configuration(
        &self,
        state: &PackedState,
        space: &mut Space,
    ) -> (SharedId, Vec<LocalId>) {
        let (shared, locals) = self.parts(state);
        let locals = locals.into_iter().map(|local| space.locals.number(local));
        let mut locals: Vec<LocalId> = locals.collect();
        locals.sort_unstable();
        (space.shared.number(shared.into()), locals)
    }

    /// The pointers that are somebody in a shared part, as flags.
    pub(crate) fn somebody(&self, shared: &[Value]) -> u64 {
        let pointer = |place: &Place| match *place {
            Place::Pointer(number, at) if family_of(shared[at]).is_some() => 1 << number,
            _ => 0,
        };
        self.places.iter().fold(0, |flags, place| flags | pointer(place))
    }

    /// The state with this shared part and these local states, those of the first family first, in which some pointers
    /// are right, given as flags. None unless each of these that is somebody is one of the threads.
    pub(crate) fn state(
        &self,
        shared: &[Value],
        locals: &[&Local],
        right: u64,
    ) -> Option<PackedState> {
        let mut state = self.system.initial();
        let mut memory = self.system.layout().memory_mut(&mut state);
        for (index, place) in self.places.iter().enumerate() {
            let value = match *place {
                Place::Shared(at) => shared[at],
                Place::Own(member, at) => locals[member].cells[at],
                Place::Pointer(number, at) => {
                    let holder = locals.iter().position(|local| local.flags & 1 << number != 0);
                    match (shared[at], holder) {
                        (value, _) if family_of(value).is_none() => {
                            self.not_a_member(self.pointers[number], value)
                        }
                        (_, None) if right & 1 << number == 0 => {
                            self.not_a_member(self.pointers[number], 0)
                        }
                        (_, holder) => self.pointed(self.pointers[number], holder?),
                    }
                }
            };
            memory.write(CellId::new(index), value);
        }
        Some(state)
    }

    /// The thread of a family that a value of a pointer is.
    pub(crate) fn member(&self, pointer: Pointer, value: Value) -> Option<usize> {
        match pointer {
            Pointer::First { family, first } => {
                let member = usize::try_from(value.checked_sub(first)?).ok()?;
                let range = self.members_of(family);
                (member < range.len()).then_some(range.start + member)
            }
            Pointer::Owner => {
                let thread = usize::try_from(value).ok()?.checked_sub(1)?;
                self.members.iter().position(|member| member.index() == thread)
            }
        }
    }

    /// The value of a pointer that is a thread of a family.
    pub(crate) fn pointed(&self, pointer: Pointer, member: usize) -> Value {
        let small = |number: usize| Value::try_from(number).expect("at most 64 threads");
        match pointer {
            Pointer::First { family, first } => first + small(member - self.first[family]),
            Pointer::Owner => small(self.members[member].index() + 1),
        }
    }

    /// The part of a pointer in the shared part that is no thread of a family: 0, or the number of a single thread.
    pub(crate) fn other(&self, pointer: Pointer, value: Value) -> Value {
        let owner = |thread: &ThreadId| Value::try_from(thread.index() + 1) == Ok(value);
        match (pointer, self.singles.iter().position(owner)) {
            (Pointer::Owner, Some(single)) => {
                Value::try_from(single + 1).expect("at most 64 threads")
            }
            _ => 0,
        }
    }

    /// The value of a pointer that is no thread of a family.
    pub(crate) fn not_a_member(&self, pointer: Pointer, part: Value) -> Value {
        match pointer {
            Pointer::First { first, .. } => first - 1,
            Pointer::Owner => {
                let single = usize::try_from(part).ok().and_then(|part| part.checked_sub(1));
                let thread = single.and_then(|single| self.singles.get(single));
                thread.map_or(0, |thread| Value::try_from(thread.index() + 1).unwrap_or(0))
            }
        }
    }

    /// Decides whether a state violates the discipline, by its two rules.
    pub(crate) fn is_bad(&self, state: &PackedState) -> bool {
        let system = &self.system;
        let holders = |object: usize| {
            let has = |thread: &ThreadId| system.has_access(ObjectId::new(object), *thread, state);
            system.thread_ids().filter(has).count()
        };
        if (0..system.objects().len()).any(|object| holders(object) > 1) {
            return true;
        }
        system.thread_ids().any(|thread| {
            let pending = system.thread(thread).pending(system.at(state, thread));
            pending.iter().filter(|one| may_touch(system, one)).any(|transition| {
                let mut memory = Tracing { system, state: state.clone(), touched: Vec::new() };
                if transition.guard().evaluate(&mut memory) == Ok(1) {
                    // Where the command fails, what it touched before counts.
                    let _ = system.perform(thread, transition, &mut memory);
                }
                let mut objects = memory.touched.into_iter();
                objects.any(|object| !system.has_access(object, thread, state))
            })
        })
    }
}

/// The difference that goes away when dead locals are kept.
pub(crate) const DIFFERENT_DEAD: &str = "threads of the family forget different locals";

/// The protected object that a cell is part of.
pub(crate) fn object_of(system: &System, cell: CellId) -> Option<ObjectId> {
    let class = system.variables()[system.cell(cell).variable().index()].class();
    system.cell(cell).object().filter(|_| class.is_shared())
}

/// Decides whether a transition may touch a protected object.
pub(crate) fn may_touch(system: &System, transition: &Transition) -> bool {
    let mut touches = false;
    let mut look = |place: &reductio_system::Place| {
        place.for_each_candidate(&mut |cell| touches |= object_of(system, cell).is_some());
    };
    transition.guard().for_each_place(&mut look);
    for assignment in transition.command() {
        assignment.value.for_each_place(&mut look);
        look(&assignment.target);
        if let reductio_system::Place::Element { indices, .. } = &assignment.target {
            indices.iter().for_each(|index| index.value.for_each_place(&mut look));
        }
    }
    touches
}

/// A memory that remembers the protected objects that were touched.
struct Tracing<'a> {
    system: &'a System,
    state: PackedState,
    touched: Vec<ObjectId>,
}

impl Memory for Tracing<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.extend(object_of(self.system, cell));
        self.system.value(&self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.extend(object_of(self.system, cell));
        self.system.layout().memory_mut(&mut self.state).write(cell, value);
    }
}
