"""Families of threads as certificates describe them: what a step does, whatever the number of threads.

A part of verify_families.py: sections 2 to 4 of guide/src/reference/family-certificates.md.
"""

from verify import OPERATIONS, Failed, Refused, fields, integer, need, text

DEPTH_LIMIT, COUNT_LIMIT = 300, 100
THEOREM = "a set that no step enters"
NONE = ("none",)


class Needs(Exception):
    """A thread must be known: the one that a pointer names, or one of those that a claim is about."""


def listed(value, what, length=None):
    need(type(value) is list and length in (None, len(value)), "%s is no list, or one of another length", what)
    return value


# --------------------------------------------------------------------------------- views and expressions (section 3)

class View:
    """Threads in sight of a shared part, and changes. `names` says which of them the threads of an expression are."""

    def __init__(self, system, shared, sight, names=None):
        self.system, self.shared, self.sight, self.names = system, shared, sight, names
        self.changes, self.touched = {}, []

    def thread(self, number):
        return ("thread", number if self.names is None else self.names[number])

    def cell(self, slot, at):
        need(at < len(self.system.families[self.sight[slot][0]]["cells"]), "a thread has not so many cells")
        return (slot, at)

    def touch(self, key):
        slot, at = key
        family = None if slot is None else self.sight[slot][0]
        self.touched += [(g, slot) for g in self.system.group_of.get((family, at), ()) if (g, slot) not in self.touched]

    def read(self, key):
        self.touch(key)
        slot, at = key
        if key in self.changes:
            return self.changes[key]
        if slot is not None:
            return self.sight[slot][1][at]
        value = self.shared[at]
        if at not in self.system.pointers:
            return value
        if value >= 0:
            return NONE if value == 0 else ("single", value - 1)
        holder = [k for k, one in enumerate(self.sight) if one is not None and one[2] >> at & 1]
        return ("thread", holder[0]) if holder else ("stranger", at)

    def follow(self, whose):
        """The place in sight of a thread whose cells are looked at."""
        need(type(whose) is tuple, "a number is taken for a thread")
        if whose[0] in ("none", "single"):
            raise Failed
        if whose[0] == "stranger" or self.sight[whose[1]] is None:
            raise Needs(*whose)
        return whose[1]

    def same(self, one, other):
        need(type(one) is type(other), "a thread is compared with a number")
        for this, that in ((one, other), (other, one)):
            if type(this) is tuple and this[0] == "stranger" and this != that:
                if that[0] == "stranger" or that[0] == "thread" and self.sight[that[1]] is None:
                    raise Needs(*that)
        return one == other

    def write(self, key, value):
        self.touch(key)
        slot, at = key
        if slot is None and at in self.system.pointers:
            need(type(value) is tuple, "a pointer gets a number")
        else:
            cell = self.system.shared[at] if slot is None else self.system.families[self.sight[slot][0]]["cells"][at]
            need(type(value) is int, "a cell gets a thread")
            if not cell["low"] <= value <= cell["high"]:
                raise Failed
        self.changes[key] = value


def numeral(value):
    need(type(value) is int, "there is a calculation with threads")
    return value


def is_true(value):
    need(type(value) is int and value in (0, 1), "a condition has no truth value")
    return value == 1


def expression(written, scope, depth=0):
    """A function from views to values; `scope` has the numbers of threads, shared cells, cells of a thread, others."""
    if type(written) is int:
        integer(written, "a constant")
        return lambda view: written
    need(depth < DEPTH_LIMIT and type(written) is list and written and type(written[0]) is str, "no expression")
    word, parts, threads = written[0], written[1:], scope[0]
    if word in ("shared", "own"):
        find = place(written, scope, depth)
        return lambda view: view.read(find(view))
    if word == "thread":
        number = integer(listed(written, "a thread", 2)[1], "a thread", 0, 1 << 20)
        need(number in threads, "a thread is named that is not in sight")
        return lambda view: view.thread(number)
    if word in ("none", "single"):
        need(len(parts) == (word == "single"), "no thread")
        value = NONE if word == "none" else (word, integer(parts[0], "a thread", 0, scope[3] - 1))
        return lambda view: value
    if word == "among":
        listed(written, "`among`", 3)
        inner, values = expression(parts[0], scope, depth + 1), {integer(v, "a value") for v in listed(parts[1], "a list")}
        return lambda view: int(numeral(inner(view)) in values)
    values = [expression(part, scope, depth + 1) for part in parts]
    if word in ("and", "or"):
        stop = word == "or"
        return lambda view: int(stop if any(is_true(v(view)) == stop for v in values) else not stop)
    need(len(values) == {"not": 1, "if": 3}.get(word, 2), "`%s` has %d parts", word, len(values))
    if word == "not":
        return lambda view: int(not is_true(values[0](view)))
    if word == "if":
        return lambda view: values[1](view) if is_true(values[0](view)) else values[2](view)
    left, right = values
    if word in ("=", "!="):
        return lambda view: int(view.same(left(view), right(view)) == (word == "="))
    need(word in OPERATIONS, "there is no operation %s", ascii(word))
    operation = OPERATIONS[word]
    return lambda view: operation(numeral(left(view)), numeral(right(view)))


def offset(indices, scope, first, count, depth=0):
    """A function from views to a cell: the first one, and what indices add. All that it may be must exist."""
    read, most = [], first
    for index in listed(indices, "indices"):
        value, low, length, stride = listed(index, "an index", 4)
        most += max(integer(length, "a length", 0, count) - 1, 0) * integer(stride, "a stride", 0, count)
        read.append((expression(value, scope, depth + 1), integer(low, "an index"), length, stride))
    need(most < count, "an element is beyond the last cell")

    def find(view):
        cell = first
        for value, low, length, stride in read:
            k = numeral(value(view)) - low
            if not 0 <= k < length:
                raise Failed
            cell += k * stride
        return cell
    return find


def place(written, scope, depth=0):
    need(type(written) is list and written and written[0] in ("shared", "own"), "no place")
    is_own = written[0] == "own"
    need(len(written) in (2 + is_own, 3 + is_own), "a place has %d parts", len(written))
    count = scope[2] if is_own else scope[1]
    at = integer(written[1 + is_own], "a cell", 0, count - 1)
    find = offset(written[2 + is_own] if len(written) > 2 + is_own else [], scope, at, count, depth)
    if not is_own:
        return lambda view: (None, find(view))
    whose = expression(written[1], scope, depth + 1)
    return lambda view: view.cell(view.follow(whose(view)), find(view))


# ------------------------------------------------------------------------------------------------ families (section 2)

class Transition:
    def __init__(self, entry, system, family, points):
        fields(entry, "a transition", ("text", "from", "guard"),
               ("otherwise", "with", "nobody", "command", "others", "to", "fails", "forgets"))
        text(entry["text"], "`text`")
        need(entry.get("otherwise", True) is True, "`otherwise` is not true")
        need(("to" in entry) != ("fails" in entry), "a transition has not either an end or a failure")
        self.start = point = integer(entry["from"], "`from`", 0, len(points) - 1)
        self.to, self.otherwise = entry.get("to"), "otherwise" in entry
        self.fails = "fails" in entry and text(entry["fails"], "`fails`")
        need(self.to is None or not points[integer(self.to, "`to`", 0, len(points) - 1)].get("failed"), "a wrong end")
        need(not points[point].get("failed"), "a step from where a thread has failed")
        self.fails_to, self.partner, last = points[point].get("fails to"), entry.get("with"), len(system.families) - 1
        if self.partner is not None:
            integer(self.partner, "`with`", 0, last)
        scope = system.scope(([] if family is None else [0]) + ([] if self.partner is None else [1]))
        self.guard, self.command = expression(entry["guard"], scope), []
        for target, value in (listed(one, "an assignment", 2) for one in listed(entry.get("command", []), "`command`")):
            self.command.append((place(target, scope), expression(value, scope)))
            need(target[0] == "shared" or target[2] != 0, "a command assigns a control point")

        def theirs(name, length):
            for one in listed(entry.get(name, []), name):
                f = integer(listed(one, name, length)[0], "a family", 0, last)
                count = len(system.families[f]["cells"])
                yield f, offset(one[2], scope, integer(one[1], "a cell", 1, count - 1), count), one
        self.nobody = [(f, find) for f, find, _ in theirs("nobody", 3)]
        self.others = [(f, find, integer(one[3], "a value")) for f, find, one in theirs("others", 4)]
        cells = len(system.shared) if family is None else len(system.families[family]["cells"])
        self.forgets = [integer(at, "`forgets`", 0, cells - 1) for at in listed(entry.get("forgets", []), "`forgets`")]


class System:
    """A check of the file."""

    def __init__(self, entry):
        fields(entry, "a check", ("file", "indices", "constants", "thread", "theorem", "families", "shared", "threads",
               "protected", "claims", "shared states", "local states", "pairs", "abstract states", "going on", "answers"))
        need(entry["theorem"] == THEOREM, "the theorem is not `%s`", THEOREM)
        for name in [entry["file"], entry["thread"]] + listed(entry["indices"], "`indices`"):
            text(name, "a name")
        for name, value in (listed(one, "a constant", 2) for one in listed(entry["constants"], "`constants`")):
            integer(value, text(name, "a name"), -2 ** 63, 2 ** 63 - 1)
        self.entry, self.families, self.shared = entry, listed(entry["families"], "`families`"), entry["shared"]
        self.threads, self.pointers = listed(entry["threads"], "`threads`"), set()
        for at, cell in enumerate(listed(self.shared, "`shared`")):
            if type(cell) is dict and "pointer" in cell:
                fields(cell, "a pointer", ("name", "pointer"))
                need(cell["pointer"] is True, "`pointer` is not true")
                self.pointers.add(at)
            else:
                self.domain(cell)
        for family in self.families:
            fields(family, "a family", ("name", "least", "cells", "points", "transitions"))
            integer(family["least"], "`least`", 1, COUNT_LIMIT)
            for cell in listed(family["cells"], "`cells`"):
                self.domain(cell)
            need(family["cells"], "a thread has no control point")
            self.counter(family["points"], family["cells"][0])
        for thread in self.threads:
            fields(thread, "a thread", ("name", "counter", "points", "transitions"))
            at = integer(thread["counter"], "`counter`", 0, len(self.shared) - 1)
            need(at not in self.pointers, "a pointer is a control point")
            self.counter(thread["points"], self.shared[at])
        self.movers = [(f, None) for f in range(len(self.families))] + [(None, j) for j in range(len(self.threads))]
        names = [text(one["name"], "a name") for one in self.families + self.threads]
        need(len(set(names)) == len(names) and self.families, "two threads have the same name")
        counters = {thread["counter"] for thread in self.threads}
        need(len(counters) == len(self.threads), "two threads have the same control point")
        self.pending = {}
        for mover in self.movers:
            owner = self.owner(mover)
            steps = listed(owner["transitions"], "`transitions`")
            steps = [Transition(one, self, mover[0], owner["points"]) for one in steps]
            self.pending[mover] = [[(k, one) for k, one in enumerate(steps) if one.start == at]
                                   for at in range(len(owner["points"]))]
        self.read_protected()
        self.claims = []
        for claim in listed(entry["claims"], "`claims`"):
            fields(claim, "a claim", ("claim", "name", "shown by"))
            need(claim["claim"] in ("invariant", "reach"), "a claim is neither an invariant nor to be reached")
            text(claim["name"], "a name")
            ways = [listed(one, "`shown by`", 2) for one in listed(claim["shown by"], "`shown by`")]
            self.claims.append([([integer(f, "a family", 0, len(self.families) - 1) for f in listed(of, "the threads")],
                                 expression(shown, self.scope(range(len(of))))) for of, shown in ways])

    def scope(self, threads):
        return (set(threads), len(self.shared), max(len(f["cells"]) for f in self.families), len(self.threads))

    def domain(self, cell):
        fields(cell, "a cell", ("name", "low", "high", "initial"))
        text(cell["name"], "a name")
        integer(cell["initial"], "`initial`", integer(cell["low"], "`low`"), integer(cell["high"], "`high`"))

    def counter(self, points, cell):
        names = []
        for point in listed(points, "`points`"):
            fields(point, "a point", ("name",), ("may rest", "failed", "fails to"))
            names.append(text(point["name"], "a point"))
            need(point.get("may rest", True) is True and point.get("failed", True) is True, "a point is wrong")
            to = integer(point.get("fails to", 0), "`fails to`", 0, len(points) - 1)
            need("fails to" not in point or type(points[to]) is dict and points[to].get("failed"), "a wrong point for failures")
        need(len(set(names)) == len(names), "two points have the same name")
        need((cell["low"], cell["high"]) == (0, len(points) - 1), "the control points are not those of the cell")

    def read_protected(self):
        self.groups, self.group_of = [], {}
        for g, group in enumerate(listed(self.entry["protected"], "`protected`")):
            fields(group, "a protected variable", ("name", "cells", "members", "threads"), ("family", "owner"))
            text(group["name"], "a name")
            need(("family" in group) == ("owner" in group), "a protected variable has no owner")
            family, count = group.get("family"), len(self.shared)
            if family is not None:
                count = len(self.families[integer(family, "a family", 0, len(self.families) - 1)]["cells"])
            for at in listed(group["cells"], "`cells`"):
                self.group_of.setdefault((family, integer(at, "a cell", 0, count - 1)), []).append(g)
            extra = [] if family is None else [1]
            access = {(f, None): expression(one, self.scope([0] + extra)) for f, one in
                      enumerate(listed(group["members"], "`members`", len(self.families)))}
            access.update({(None, j): expression(one, self.scope(extra)) for j, one in
                           enumerate(listed(group["threads"], "`threads`", len(self.threads)))})
            if family is not None:
                access["owner"] = expression(group["owner"], self.scope([0]))
            self.groups.append((family, access))

    def owner(self, mover):
        return self.families[mover[0]] if mover[0] is not None else self.threads[mover[1]]

    def at(self, mover, shared, local):
        return shared[self.threads[mover[1]]["counter"]] if mover[0] is None else local[1][0]

    def rests(self, mover, shared, local):
        point = self.owner(mover)["points"][self.at(mover, shared, local)]
        return "may rest" in point or "failed" in point

    # ------------------------------------------------------------------------------------------------ steps (section 4)

    def step(self, mover, one, shared, sight):
        """The step of a transition that is pending: shared part and threads in sight after it, what happens to others
        (pointers, cells, cells that must be 0), and whether it fails; None if there is none."""
        view, fails, asks, sets = View(self, shared, sight), False, [], []
        try:
            if not is_true(one.guard(view)):
                return None
        except Failed:
            if one.otherwise:
                return None
            fails = True
        try:
            for family, find in () if fails else one.nobody:
                asks.append((family, find(view)))
            if any(l is not None and l[0] == f and l[1][at] != 0 for f, at in asks for l in sight[1:]):
                return None
            for find, value in () if fails else one.command:
                new = value(view)
                view.write(find(view), new)
            sets = [] if fails else [(family, find(view), value) for family, find, value in one.others]
            fails = fails or one.fails is not False
        except Failed:
            fails = True
        if fails:
            need(one.fails_to is not None, "a step can fail, and there is no point for that")
            view.changes, sets = {}, []
        counter = (0, 0) if mover[0] is not None else (None, self.threads[mover[1]]["counter"])
        view.changes[counter] = one.fails_to if fails else one.to
        for at in () if fails else one.forgets:
            key = (None if mover[0] is None else 0, at)
            cell = self.shared[at] if mover[0] is None else self.families[mover[0]]["cells"][at]
            need(key != counter, "a thread forgets where it is")
            view.changes[key] = NONE if "pointer" in cell else cell["low"]
        before, shared, after, moves = shared, list(shared), [None if l is None else [l[0], list(l[1]), l[2]] for l in sight], []
        for l in after[1:]:
            for family, at, value in sets:
                if l is not None and l[0] == family:
                    l[1][at] = self.within(family, at, value)
        for (slot, at), value in view.changes.items():
            if slot is not None:
                after[slot][1][at] = value
            elif at not in self.pointers:
                shared[at] = value
            elif value != ("stranger", at):
                known = any(l is not None and l[2] >> at & 1 for l in sight)
                if value[0] == "stranger" or shared[at] < 0 and not known:
                    moves.append((at, value[1] if value[0] == "stranger" else None))
                shared[at] = {"none": lambda: 0, "single": lambda: value[1] + 1, "stranger": lambda: before[value[1]],
                              "thread": lambda: -1 - sight[value[1]][0]}[value[0]]()
                for k, l in enumerate(after):
                    if l is not None:
                        l[2] = l[2] & ~(1 << at) | (value == ("thread", k)) << at
        after = [None if l is None else (l[0], tuple(l[1]), l[2]) for l in after]
        return tuple(shared), after, (tuple(sorted(moves, key=str)), tuple(sorted(sets)), tuple(sorted(asks))), fails

    def within(self, family, at, value):
        cell = self.families[family]["cells"][at]
        return integer(value, "what all others get", cell["low"], cell["high"])

    def moved(self, effect, local):
        """A thread out of sight after a step; None if the step is not taken beside it."""
        moves, sets, asks = effect
        family, cells, flags = local
        if any(f == family and cells[at] != 0 for f, at in asks):
            return None
        for f, at, value in sets:
            if f == family:
                cells = cells[:at] + (self.within(family, at, value),) + cells[at + 1:]
        for at, source in moves:
            flags = flags & ~(1 << at) | (source is not None and local[2] >> source & 1) << at
        return family, cells, flags

    def has(self, group, who, shared, sight, names):
        """Whether a thread has access to a group; `names` are the places of it and of the owner in sight."""
        family, access = self.groups[group]
        view = View(self, shared, sight, names)
        who = "owner" if family is not None and who[0] is not None and names[0] == names[1] else who
        try:
            return is_true(access[who](view))
        except Failed:
            raise Refused("a predicate fails") from None

    def trespasses(self, mover, one, shared, sight):
        view = View(self, shared, sight)
        try:
            if is_true(one.guard(view)):
                for find, value in one.command:
                    new = value(view)
                    view.write(find(view), new)
        except Failed:
            pass
        return any(not self.has(group, mover, shared, sight, (0, slot)) for group, slot in view.touched)

    def shows(self, shown, shared, sight):
        try:
            return is_true(shown(View(self, shared, sight)))
        except Failed:
            raise Refused("a predicate fails") from None

    def overlap(self, group, kinds, shared, sight):
        """Whether two threads have access to a group: the threads 0 and 2 in sight; its owner is the thread 1."""
        for slot, kind in zip((0, 2), kinds):
            if not self.has(group, self.kind(group, kind), shared, sight, (1 if kind == "owner" else slot, 1)):
                return False
        return True

    def kind(self, group, kind):
        return (self.groups[group][0], None) if kind == "owner" else kind

    def pairs_of_kinds(self, group):
        kinds = self.movers + ["owner"] * (self.groups[group][0] is not None)
        return [(a, b) for k, a in enumerate(kinds) for b in kinds[k:] if a != b or a != "owner" and a[0] is not None]
