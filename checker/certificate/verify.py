#!/usr/bin/env python3
"""A stand-alone verifier of certificates of checks of systems of threads, format version 2.

    python3 verify.py FILE [--quiet]

It implements guide/src/reference/check-certificates.md, and was written from that document alone ("section" below means
a section of it). It needs Python 3.8 or later and nothing else. It prints each system (not with --quiet), and one line for
each answer. The answers are about the systems that are printed, whatever their names are: compare them with their texts, by eye
or with `reductio verify FILE TEXT.sys`.

Exit code 0: every answer in FILE is confirmed, whether it says that something holds or that it fails.
Exit code 1: FILE is refused, with the reason on standard error; nothing in it is confirmed.
Exit code 2: nothing is wrong, but some answer is undecided.
Exit code 3: FILE cannot be read, or the arguments are wrong.
"""

import itertools
import json
import os
import re
import sys

LEAST, GREATEST = -2 ** 31, 2 ** 31 - 1
CELLS_LIMIT, CASES_LIMIT, MET_LIMIT, DEPTH_LIMIT = 1 << 16, 20_000_000, 20_000_000, 300
RECURSION = 10_000
THEOREM = "claims, mixed sets"
COMPARE = "reductio verify FILE.json FILE.sys"
CONSTRUCTION = ["R1", "R2", "Rf", "R3", "14a", "15a", "18", "20", "n"]
SEARCH, DERIVED = ["bounded", "r"], ["X", "commutation", "no mending"]
KINDS = [["Fu", "Fv", "Fs", "Fa", "Fc", "f1", "f2", "Ft"], ["a1", "a2"], ["bv"], ["A"], ["B1"], ["B2"], ["C"], ["19"],
         ["J by u", "J by v"], ["I"]]


# Control characters, and those that could disguise a text on a screen.
FORBIDDEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\udfff\\ufeff]")


class Refused(Exception):
    """The certificate breaks a rule, or says what is not so; the text says which."""


class Failed(Exception):
    """The evaluation of an expression fails (section 3)."""


class Unknown(Exception):
    """A cell was read of which nothing is known in the case at hand (section 6)."""


def need(condition, reason, *arguments):
    if not condition:
        raise Refused(reason % arguments)


# --------------------------------------------------------------------------------------------------- shapes (section 2)

def fields(entry, what, required, optional=()):
    need(isinstance(entry, dict), "%s is no object", what)
    for name in required:
        need(name in entry, "%s has no field `%s`", what, name)
    for name in entry:
        need(name in required or name in optional, "%s has a field %s, which is not known", what, ascii(name))
    return entry


def integer(value, what, low=LEAST, high=GREATEST):
    need(type(value) is int and low <= value <= high, "%s is no integer from %d to %d", what, low, high)
    return value


def text(value, what):
    need(type(value) is str, "%s is no text", what)
    need(not FORBIDDEN.search(value), "%s has a character that is not seen, or disguises others", what)
    return value


def truth(value, what):
    need(type(value) is bool, "%s is neither true nor false", what)
    return value


def array(value, what):
    need(type(value) is list, "%s is no list", what)
    return value


def unique(names, what):
    """The names, each of which must be another: the same name for two things would make the description say too little."""
    known = set()
    for name in names:
        need(name not in known, "%s have the same name, %s", what, ascii(name))
        known.add(name)
    return names


def object_of(pairs):
    """A JSON object, in which no field may be written twice: readers differ in which of the two they take."""
    unique([name for name, _ in pairs], "two fields of an object")
    return dict(pairs)


# ---------------------------------------------------------------------------------------------- expressions (section 3)

class View:
    """A state with changes, that notes which protected groups are touched. In a case the state may be known in part."""
    __slots__ = ("state", "changes", "group_of", "touched")

    def __init__(self, state, changes, group_of):
        self.state, self.changes, self.group_of, self.touched = state, dict(changes), group_of, []

    def __getitem__(self, cell):
        group = self.group_of[cell]
        if group is not None and group not in self.touched:
            self.touched.append(group)
        value = self.changes.get(cell)
        if value is None:
            value = self.state[cell]
            if value is None:
                raise Unknown(cell)
        return value

    def __setitem__(self, cell, value):
        group = self.group_of[cell]
        if group is not None and group not in self.touched:
            self.touched.append(group)
        self.changes[cell] = value


def number(value):
    if not LEAST <= value <= GREATEST:
        raise Failed
    return value


def divide(left, right):
    if right == 0:
        raise Failed
    return number(left // right)


def remainder(left, right):
    if right == 0:
        raise Failed
    return left - right * (left // right)


OPERATIONS = {
    "=": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b),
    "+": lambda a, b: number(a + b), "-": lambda a, b: number(a - b), "*": lambda a, b: number(a * b),
    "div": divide, "mod": remainder,
}


def is_true(value):
    need(value in (0, 1), "a condition has the value %d, which is no truth value", value)
    return value == 1


class Expression:
    """An expression that was read: `value(view)` evaluates it; `cells` are those that it may read, `places` where."""
    __slots__ = ("value", "cells", "written", "places")

    def __init__(self, written, count, depth=0):
        self.written = written
        if type(written) is int:
            integer(written, "a constant")
            self.cells, self.value, self.places = frozenset(), lambda view: written, []
            return
        need(depth < DEPTH_LIMIT, "an expression is deeper than %d", DEPTH_LIMIT)
        need(type(written) is list and written and type(written[0]) is str, "an expression is %s", str(written)[:40])
        word = written[0]
        if word in ("cell", "element"):
            one = Place(written, count, depth)
            cell, self.cells, self.places = one.find, one.inner.union(one.meant), [one] + one.places
            if word == "cell":
                fixed = written[1]
                self.value = lambda view: view[fixed]
            else:
                self.value = lambda view: view[cell(view)]
            return
        if word == "among":
            need(len(written) == 3, "`among` has an expression and a list")
            values = frozenset(integer(value, "a value") for value in array(written[2], "the list of `among`"))
            inner = Expression(written[1], count, depth + 1)
            self.cells, self.places, self.value = inner.cells, inner.places, lambda view: int(inner.value(view) in values)
            return
        parts = [Expression(part, count, depth + 1) for part in written[1:]]
        self.cells = frozenset().union(*(part.cells for part in parts))
        self.places = [one for part in parts for one in part.places]
        values = [part.value for part in parts]
        if word in ("and", "or"):
            stop = word == "or"
            self.value = lambda view: int(stop if any(is_true(v(view)) == stop for v in values) else not stop)
            return
        need(len(parts) == {"not": 1, "if": 3}.get(word, 2), "`%s` has %d parts", word, len(parts))
        if word == "not":
            inner = values[0]
            self.value = lambda view: int(not is_true(inner(view)))
        elif word == "if":
            condition, this, that = values
            self.value = lambda view: this(view) if is_true(condition(view)) else that(view)
        else:
            need(word in OPERATIONS, "there is no operation `%s`", word)
            operation, (left, right) = OPERATIONS[word], values
            self.value = lambda view: operation(left(view), right(view))


def cut(written, words):
    """The parts of a claim (section 6): `words` are those of the connectives that are taken apart."""
    if type(written) is list and written[0] in words:
        return [part for inner in written[1:] for part in cut(inner, words)]
    if type(written) is list and written[0] == "not" and type(written[1]) is list and written[1][0] == "or":
        return [negated(part) for part in written[1][1:]]
    return [written]


def negated(written):
    if type(written) is int:
        return 1 - written
    return written[1] if written[0] == "not" else ["not", written]


class Place:
    """A place: `find(view)` is its cell, `meant` are the cells that it may be; `inner` those that its indices may read, and
    `places` where."""
    __slots__ = ("find", "meant", "inner", "places")

    def __init__(self, written, count, depth=0):
        need(type(written) is list and written[:1] in (["cell"], ["element"]), "no place: %s", str(written)[:40])
        first = integer(written[1] if len(written) > 1 else None, "a cell", 0, count - 1)
        self.meant, self.inner, self.places = [first], frozenset(), []
        if written[0] == "cell":
            need(len(written) == 2, "`cell` has one number")
            self.find = lambda view: first
            return
        need(len(written) == 3, "`element` has a cell and indices")
        indices = []
        for index in array(written[2], "the indices of `element`"):
            need(len(array(index, "an index")) == 4, "an index has four parts")
            value = Expression(index[0], count, depth + 1)
            low, length, stride = (integer(index[1], "the least index"), integer(index[2], "a length", 0, count),
                                   integer(index[3], "a stride", 0, count))
            indices.append((value.value, low, length, stride))
            self.inner |= value.cells
            self.places += value.places
            need(len(self.meant) * length <= count, "an element is one of more cells than there are")
            self.meant = [cell + k * stride for cell in self.meant for k in range(length)]
        need(all(cell < count for cell in self.meant), "an element is beyond the last cell")

        def find(view):
            cell = first
            for value, low, length, stride in indices:
                offset = value(view) - low
                if not 0 <= offset < length:
                    raise Failed
                cell += offset * stride
            return cell
        self.find = find


# --------------------------------------------------------------------------------------------------- systems (section 4)

class Transition:
    __slots__ = ("thread", "number", "text", "start", "guard", "otherwise", "command", "to", "fails", "forgets", "why",
                 "touches", "writes", "fails_to", "uses", "assigned", "overflow")


class Group:
    __slots__ = ("names", "access", "sets")


class System:
    """A check of the file: the system, its discipline, the hypotheses, the answers and the states."""

    def __init__(self, entry):
        fields(entry, "a check", ("system", "file", "constants", "search", "theorem", "cells", "threads", "points",
                                  "transitions", "protected", "invariants", "reach", "hypotheses", "answers", "states"))
        self.entry, self.name = entry, text(entry["system"], "`system`")
        text(entry["file"], "`file`")
        unique([c[0] for c in array(entry["constants"], "`constants`") if type(c) is list and c and type(c[0]) is str],
               "two constants")
        for constant in entry["constants"]:
            need(len(array(constant, "a constant")) == 2, "a constant is not a name and a value")
            integer(constant[1], "the constant " + text(constant[0], "a name"), -2 ** 63, 2 ** 63 - 1)
        need(entry["search"] in ("reduced", "unreduced"), "`search` is neither reduced nor unreduced")
        self.is_reduced = entry["search"] == "reduced"
        need(entry["theorem"] in (None, THEOREM), "the theorem is not `%s`", THEOREM)
        self.read_cells()
        self.read_threads()
        self.read_protected()
        self.invariants = self.properties("invariants", "assumed")
        self.goals = self.properties("reach", "kept")
        self.assumed = [part for _, whole, is_so in self.invariants if is_so for part in self.parts(whole, ["and"])]
        if entry["states"] is not None:
            for state in array(entry["states"], "`states`"):
                need(len(array(state, "a state")) == len(self.low), "a state has not one value for each cell")
                for value, low, high in zip(state, self.low, self.high):
                    integer(value, "a value in a state", low, high)

    def read_cells(self):
        cells = array(self.entry["cells"], "`cells`")
        need(len(cells) <= CELLS_LIMIT, "there are more than %d cells", CELLS_LIMIT)
        self.cells, self.low, self.high, self.initial = [], [], [], []
        for cell in cells:
            fields(cell, "a cell", ("name", "low", "high", "initial"), ("names",))
            low, high = integer(cell["low"], "`low`"), integer(cell["high"], "`high`")
            integer(cell["initial"], "the initial value of " + text(cell["name"], "a name"), low, high)
            names = [text(name, "a value's name") for name in array(cell.get("names", []), "`names`")]
            need(len(names) in (0, high - low + 1), "%s has other than one name for each value", cell["name"])
            unique(names, "two values of %s" % cell["name"])
            self.cells.append((cell["name"], names))
            self.low.append(low)
            self.high.append(high)
            self.initial.append(cell["initial"])
        unique([name for name, _ in self.cells], "two cells")

    def expression(self, written):
        return Expression(written, len(self.low))

    def parts(self, whole, words):
        return [self.expression(part) for part in cut(whole.written, words)]

    def read_threads(self):
        self.threads = [text(name, "a thread") for name in array(self.entry["threads"], "`threads`")]
        need(len(self.threads) <= len(self.low), "there are fewer cells than threads")
        self.points, self.transitions = [[] for _ in self.threads], [[] for _ in self.threads]
        last = len(self.threads) - 1
        for point in array(self.entry["points"], "`points`"):
            fields(point, "a point", ("thread", "name", "visible", "may rest"), ("failed", "fails to"))
            text(point["name"], "a point's name")
            for word in ("visible", "may rest", "failed"):
                truth(point.get(word, False), "`%s` of a point" % word)
            self.points[integer(point["thread"], "`thread`", 0, last)].append(point)
        for thread, points in enumerate(self.points):
            need((self.low[thread], self.high[thread]) == (0, len(points) - 1), "the control points of %s are not 0 to %d",
                 self.threads[thread], len(points) - 1)
            counter, values = self.cells[thread]
            need(counter == self.threads[thread], "the program counter of %s is called %s", self.threads[thread], counter)
            names = unique([point["name"] for point in points], "two control points of %s" % counter)
            need(values in ([], names), "the values of %s are not called as its control points", counter)
            for point in points:
                if "fails to" in point:
                    to = points[integer(point["fails to"], "`fails to`", 0, len(points) - 1)]
                    need(to.get("failed"), "a failure does not lead to a point for that")
        for entry in array(self.entry["transitions"], "`transitions`"):
            self.read_transition(entry, last)
        self.pending = [[[t for t in of if t.start == k] for k in range(len(points))]
                        for of, points in zip(self.transitions, self.points)]
        for name, points, pending in zip(self.threads, self.points, self.pending):
            for point, starting in zip(points, pending):
                need(starting or point["visible"], "%s: nothing starts at the invisible point %s", name, point["name"])
                need(not (starting and point.get("failed")), "%s: a step from %s", name, point["name"])

    def read_transition(self, entry, last):
        fields(entry, "a transition", ("thread", "text", "from", "guard"),
               ("otherwise", "command", "to", "forgets", "fails", "overflow", "visible because"))
        one = Transition()
        one.thread = integer(entry["thread"], "`thread`", 0, last)
        points = self.points[one.thread]
        one.number, one.text = len(self.transitions[one.thread]), text(entry["text"], "`text`")
        one.start = integer(entry["from"], "`from`", 0, len(points) - 1)
        one.guard, one.otherwise = self.expression(entry["guard"]), truth(entry.get("otherwise", False), "`otherwise`")
        one.command, one.fails = [], text(entry["fails"], "`fails`") if "fails" in entry else None
        need(("to" in entry) != ("fails" in entry), "`%s` has not either an end or a failure", one.text)
        one.overflow = truth(entry.get("overflow", False), "`overflow`")
        need(not one.overflow or one.fails is not None and self.is_reduced, "`%s` is no overflow", one.text)
        one.to = None if "to" not in entry else integer(entry["to"], "`to`", 0, len(points) - 1)
        need(one.to is None or not points[one.to].get("failed"), "`%s` ends where threads have failed", one.text)
        one.writes, one.uses = {one.thread}, [(place, False) for place in one.guard.places]
        for assignment in array(entry.get("command", []), "`command`"):
            need(len(array(assignment, "an assignment")) == 2, "an assignment has a place and a value")
            target, value = Place(assignment[0], len(self.low)), self.expression(assignment[1])
            need(all(cell > last for cell in target.meant), "`%s` assigns a program counter", one.text)
            one.command.append((target.find, value.value, assignment))
            one.uses += [(place, False) for place in value.places + target.places] + [(target, True)]
            one.writes.update(target.meant)
        one.forgets = [integer(cell, "`forgets`", last + 1, len(self.low) - 1)
                       for cell in array(entry.get("forgets", []), "`forgets`")]
        one.assigned = one.writes - {one.thread}
        one.writes.update(one.forgets)
        one.touches = one.writes.union(*(place.meant for place, _ in one.uses))
        one.why = [text(reason, "a reason") for reason in array(entry.get("visible because", []), "`visible because`")]
        one.fails_to = points[one.start].get("fails to")
        self.transitions[one.thread].append(one)

    def read_protected(self):
        self.groups, self.group_of = [], [None] * len(self.low)
        for entry in array(self.entry["protected"], "`protected`"):
            fields(entry, "a protected group", ("variables", "access", "sets"))
            group = Group()
            group.names = []
            for variable in array(entry["variables"], "`variables`"):
                fields(variable, "a protected variable", ("name", "cells"))
                group.names.append(text(variable["name"], "a name"))
                for cell in array(variable["cells"], "`cells`"):
                    integer(cell, "a protected cell", len(self.threads), len(self.low) - 1)
                    need(self.group_of[cell] is None, "%s is protected twice", self.cells[cell][0])
                    self.group_of[cell] = len(self.groups)
            unique(group.names, "two protected variables")
            group.access = [self.expression(one) for one in array(entry["access"], "`access`")]
            need(len(group.access) == len(self.threads), "%s has not one predicate for each thread", group.names)
            group.sets = {}
            for one in array(entry["sets"], "`sets`"):
                need(len(array(one, "a choice")) == 3 and one[2] in ("B", "C"), "a choice is not a thread, a point, a set")
                thread = integer(one[0], "a thread", 0, len(self.threads) - 1)
                group.sets[thread, integer(one[1], "a point", 0, len(self.points[thread]) - 1)] = one[2]
            self.groups.append(group)

    def properties(self, name, word):
        out = []
        for entry in array(self.entry[name], "`%s`" % name):
            fields(entry, "a property", ("name", "predicate", word))
            out.append((text(entry["name"], "a name"), self.expression(entry["predicate"]), truth(entry[word], word)))
        return out

    # ------------------------------------------------------------------------------------------------ steps (section 4)

    def run(self, one, state, changes=()):
        """What a pending transition does: whether there is a step, the changes after it, the groups touched, whether it
        fails."""
        view = View(state, changes, self.group_of)
        try:
            if not is_true(one.guard.value(view)):
                return False, changes, view.touched, False
        except Failed:
            if one.otherwise:
                return False, changes, view.touched, False
            return True, self.failed(one, changes), view.touched, True
        try:
            for find, value, _ in one.command:
                new = value(view)
                cell = find(view)
                if not self.low[cell] <= new <= self.high[cell]:
                    raise Failed
                view[cell] = new
            if one.fails is not None:
                raise Failed
        except Failed:
            return True, self.failed(one, changes), view.touched, True
        view.changes[one.thread] = one.to
        for cell in one.forgets:
            view.changes[cell] = self.low[cell]
        return True, view.changes, view.touched, False

    def failed(self, one, changes):
        need(one.fails_to is not None, "`%s` of %s can fail, and there is no point for that", one.text,
             self.threads[one.thread])
        return {**dict(changes), one.thread: one.fails_to}

    def holds(self, predicate, state, changes=()):
        try:
            return is_true(predicate.value(View(state, changes, self.group_of)))
        except Failed:
            raise Refused("a predicate fails: %s" % self.shown(predicate.written)) from None

    def has(self, group, thread, state, changes=()):
        return self.holds(self.groups[group].access[thread], state, changes)

    def is_visible(self, thread, point):
        return self.points[thread][point]["visible"]

    def steps(self, thread, state):
        for one in self.pending[thread][state[thread]]:
            is_step, changes, _, fails = self.run(one, state)
            if is_step:
                after = list(state)
                for cell, value in changes.items():
                    after[cell] = value
                yield one, tuple(after), fails

    def is_about_to_fail(self, thread, point, state, changes=()):
        return any(self.run(one, state, changes)[0] for one in self.pending[thread][point] if one.overflow)

    def why_bad(self, state):
        """Why a state is bad (section 5), or None."""
        for thread, name in enumerate(self.threads):
            if self.is_about_to_fail(thread, state[thread], state):
                return "%s is about to fail" % name
        return self.violation(state)

    def violation(self, state):
        """Why a state is violated (section 5), or None."""
        for thread, pending in enumerate(self.pending):
            for one in pending[state[thread]]:
                for group in self.run(one, state)[2]:
                    if not self.has(group, thread, state):
                        return "%s accesses %s" % (self.threads[thread], ", ".join(self.groups[group].names))
        for group in range(len(self.groups)):
            holders = [name for thread, name in enumerate(self.threads) if self.has(group, thread, state)]
            if len(holders) > 1:
                return "%s and %s both have access to %s" % (*holders[:2], ", ".join(self.groups[group].names))
        return None

    def has_failed(self, state):
        return any(points[at].get("failed") for points, at in zip(self.points, state))

    def is_deadlock(self, state):
        return (not any(True for thread in range(len(self.threads)) for _ in self.steps(thread, state))
                and not self.has_failed(state)
                and not all(points[at]["may rest"] for points, at in zip(self.points, state)))

    def shown(self, written):
        return show(written, [name for name, _ in self.cells])


# ------------------------------------------------------------------------------------------------ hypotheses (section 6)

class Hypotheses:
    """The questions of section 6, each asked in all cases."""

    def __init__(self, system, listed):
        self.system, self.questions, self.cases, self.left = system, 0, 0, CASES_LIMIT
        ways = [self.pairs, self.invisible, self.taking, self.dropping, self.giving, self.stealing, self.overlapping,
                self.blocking, self.leaving, self.hiding]
        need(len(array(listed, "`hypotheses`")) == len(KINDS) + 3, "not all hypotheses are listed")
        for labels, way, entry in zip(KINDS, ways, listed):
            fields(entry, "a hypothesis", ("labels", "by", "questions", "cases"))
            need((entry["labels"], entry["by"]) == (labels, "cases"), "the hypotheses %s are missing", ", ".join(labels))
            self.labels, self.questions, self.cases = labels, 0, 0
            self.most = integer(entry["cases"], "`cases`", 0, CASES_LIMIT)
            integer(entry["questions"], "`questions`", 0, CASES_LIMIT)
            way()
            need((self.questions, self.cases) == (entry["questions"], entry["cases"]),
                 "%s: there are %d questions with %d cases, not %s with %s", ", ".join(labels), self.questions, self.cases,
                 entry["questions"], entry["cases"])
        for labels, by, entry in zip((CONSTRUCTION, SEARCH, DERIVED), ("construction", "search", "derived"), listed[-3:]):
            need(entry == {"labels": labels, "by": by}, "the hypotheses %s are missing", ", ".join(labels))
        self.total = sum(entry.get("cases", 0) for entry in listed)

    def ask(self, about, supposed, is_so):
        """Asks whether something is so in all states with the supposed values in which the assumed invariants hold."""
        system, known = self.system, [None] * len(self.system.low)
        for cell, value in supposed:
            known[cell] = value
        self.questions += 1

        def go():
            try:
                is_right = is_so(known) or not all(system.holds(part, known) for part in system.assumed)
            except Unknown as unknown:
                cell = unknown.args[0]
                for value in range(system.low[cell], system.high[cell] + 1):
                    known[cell] = value
                    go()
                known[cell] = None
                return
            self.cases += 1
            need(self.cases <= self.most, "%s: there are more than %d cases", ", ".join(self.labels), self.most)
            if not is_right:
                where = ["%s = %s" % (system.cells[c][0], v) for c, v in enumerate(known) if v is not None]
                raise Refused("%s: not so of `%s` of %s, where %s" % (", ".join(self.labels), about.text,
                                                                     system.threads[about.thread], ", ".join(where)))
        go()

    def transitions(self, visible=None):
        for of in self.system.transitions:
            for one in of:
                if visible is None or self.system.is_visible(one.thread, one.start) == visible:
                    yield one

    def others(self, thread):
        return [other for other in range(len(self.system.threads)) if other != thread]

    def about(self, one, supposed, is_so):
        """Asks about the steps of a transition that has access to what it touches."""
        def question(known):
            is_step, after, touched, _ = self.system.run(one, known)
            if not is_step or not all(self.system.has(group, one.thread, known) for group in touched):
                return True
            return is_so(known, after)
        self.ask(one, [(one.thread, one.start)] + supposed, question)

    def changes(self, one, group, thread):
        return not one.writes.isdisjoint(self.system.groups[group].access[thread].cells)

    def each(self, visible):
        return itertools.product(self.transitions(visible), range(len(self.system.groups)))

    def invisible(self):
        has = self.system.has
        for one, group in self.each(False):
            for k in self.others(one.thread):
                if self.changes(one, group, k):
                    self.about(one, [], lambda now, after: has(group, k, now) == has(group, k, now, after))

    def taking(self):
        has, system = self.system.has, self.system
        for one, group in self.each(True):
            for i in self.others(one.thread):
                if self.changes(one, group, i):
                    for point, pending in enumerate(system.pending[i]):
                        used = any(system.group_of[cell] == group for t in pending for cell in t.touches)
                        if used and not system.is_visible(i, point):
                            self.about(one, [(i, point)], lambda now, after: has(group, one.thread, now)
                                       or not has(group, i, now) or has(group, i, now, after))

    def dropping(self):
        has = self.system.has
        for one, group in self.each(False):
            if self.changes(one, group, one.thread) and (one.thread, one.start) not in self.system.groups[group].sets:
                self.about(one, [], lambda now, after: not has(group, one.thread, now) or has(group, one.thread, now, after))

    def giving(self):
        has = self.system.has
        for one, group in self.each(True):
            for k in self.others(one.thread):
                if self.changes(one, group, k) and "B" in self.system.groups[group].sets.values():
                    self.about(one, [], lambda now, after: has(group, k, now) or not has(group, k, now, after))

    def stealing(self):
        has = self.system.has
        for one, group in self.each(None):
            j, sets = one.thread, self.system.groups[group].sets
            for i in self.others(j):
                if self.changes(one, group, j) and any(thread == i and sets[thread, p] == "B" for thread, p in sets):
                    self.about(one, [], lambda now, after: has(group, j, now) or not has(group, i, now)
                               or not has(group, j, now, after))

    def overlapping(self):
        has, system = self.system.has, self.system
        for one, group in self.each(None):
            j = one.thread
            if not any(self.changes(one, group, k) for k in range(len(system.threads))):
                continue
            for (i, point), chosen in system.groups[group].sets.items():
                for other in self.others(i) if chosen == "C" and i != j else ():
                    def is_good(now, after):
                        if not has(group, i, now, after) or not has(group, other, now, after):
                            return True
                        held, theirs = has(group, i, now), has(group, other, now)
                        mine = other != j and has(group, j, now)
                        return held and (theirs or mine) or theirs and mine
                    self.about(one, [(i, point)], is_good)

    def blocking(self):
        system = self.system
        for thread, of in enumerate(system.pending):
            for point, pending in enumerate(of):
                if system.is_visible(thread, point):
                    continue
                if any(t.guard.written == 1 or any(t.guard.written == ["not", r.guard.written]
                       and not (t.otherwise and r.otherwise) for r in pending) for t in pending):
                    self.questions, self.cases = self.questions + 1, self.cases + 1
                    continue

                def can_step(known):
                    for t in pending:
                        try:
                            if is_true(t.guard.value(View(known, (), system.group_of))):
                                return True
                        except Failed:
                            if not t.otherwise:
                                return True
                    return False
                self.ask(pending[0], [(thread, point)], can_step)

    def leaving(self):
        system = self.system
        need(all(system.holds(part, system.initial) for part in system.assumed), "an assumed invariant is false at first")
        for one in self.transitions():
            for part in system.assumed:
                if not one.writes.isdisjoint(part.cells):
                    def stays(known):
                        is_step, after, _, _ = system.run(one, known)
                        return not is_step or not system.holds(part, known) or system.holds(part, known, after)
                    self.ask(one, [(one.thread, one.start)], stays)

    def hiding(self):
        system = self.system
        kept = [(part, False) for _, whole, _ in system.invariants for part in system.parts(whole, ["and"])]
        kept += [(part, True) for _, whole, is_so in system.goals if is_so
                 for part in system.parts(whole, ["and", "or"])]
        for one in self.transitions(False):
            for part, value in kept:
                if not one.writes.isdisjoint(part.cells):
                    self.about(one, [], lambda now, after: system.holds(part, now) != value
                               or system.holds(part, now, after) == value)

    def pairs(self):
        for t in self.transitions(False):
            for r in self.transitions():
                if r.thread != t.thread and self.meet((t.touches, t.writes), (r.touches, r.writes)):
                    def is_so(now):
                        mine, theirs = self.reach(t, now), self.reach(r, now)
                        return not self.meet(mine, theirs) or self.commute(t, r, now)
                    self.ask(t, [(t.thread, t.start), (r.thread, r.start)], is_so)

    def meet(self, one, other):
        """Whether an unprotected cell is touched by both and written by one."""
        return any(self.system.group_of[cell] is None for cell in one[0] & other[0] & (one[1] | other[1]))

    def reach(self, one, now):
        """The cells that a transition may touch, and may write, in a state; its indices are evaluated there."""
        touches, writes = {one.thread, *one.forgets}, {one.thread, *one.forgets}
        view = View(now, (), self.system.group_of)
        for place, is_written in one.uses:
            cells = place.meant
            try:
                cell = place.find(view)
                if one.assigned.isdisjoint(place.inner):
                    cells = [cell]
            except Failed:
                pass
            touches.update(cells)
            if is_written:
                writes.update(cells)
        return touches, writes

    def commute(self, t, r, now):
        run = self.system.run
        r_steps, after_r, r_touched, _ = run(r, now)
        t_steps, after_t, t_touched, _ = run(t, now)
        common = [group for group in r_touched if group in t_touched]
        if common:
            return not t_steps or any(group in run(r, now, after_t)[2] for group in common)
        is_safe = True
        if r_steps:
            t_then, after_both, touched, _ = run(t, now, after_r)
            if not all(group in t_touched for group in touched):
                return False
            fails_now = self.system.is_about_to_fail(t.thread, t.start, now)
            fails_then = self.system.is_about_to_fail(t.thread, t.start, now, after_r)
            is_safe = not fails_now and not fails_then
            if is_safe and t_then != t_steps or fails_then and not fails_now and not self.passes_on(t, r, now):
                return False
        if t_steps:
            r_then, after_other, touched, _ = run(r, now, after_t)
            if not all(group in touched for group in r_touched):
                return False
            if r_steps and (is_safe or r.overflow) and not r_then:
                return False
            if r_steps and is_safe:
                one, other = View(now, after_both, self.system.group_of), View(now, after_other, self.system.group_of)
                return all(one[cell] == other[cell] for cell in sorted({**after_both, **after_other}))
        return True

    def passes_on(self, t, r, now):
        """Whether t's thread has a step after which r's is about to fail."""
        for one in self.system.pending[t.thread][t.start]:
            is_step, after, _, _ = self.system.run(one, now)
            if is_step and self.system.is_about_to_fail(r.thread, r.start, now, after):
                return True
        return False


# ---------------------------------------------------------------------------------------------------- states (section 7)

class Explored:
    """All that is met from the initial state: by reduced steps, or by all steps."""

    def __init__(self, system):
        listed = {tuple(state) for state in system.entry["states"]}
        need(len(listed) == len(system.entry["states"]), "a state is listed twice")
        self.failures, self.deadlocks, self.violated, self.reached, self.bad = 0, 0, set(), set(), None
        first = tuple(system.initial)
        met, open_states, kept, between = {first}, [first], 0, {}
        while open_states:
            state = open_states.pop()
            need(len(met) <= MET_LIMIT, "a limit of this verifier: more than %d states", MET_LIMIT)
            self.look(system, state)
            mover = next((thread for thread in range(len(system.threads)) if not system.is_visible(thread, state[thread])),
                         None) if system.is_reduced else None
            if mover is None:
                need(state in listed, "a state is reached and not listed: %s", list(state))
                kept += 1
                self.deadlocks += system.is_deadlock(state)
            movers = range(len(system.threads)) if mover is None else [mover]
            after = []
            for thread in movers:
                for _, then, fails in system.steps(thread, state):
                    self.failures += fails
                    after.append(then)
            if mover is not None:
                need(after, "a thread is at an invisible point and cannot go on: %s", list(state))
                between[state] = after
            for then in after:
                if then not in met:
                    met.add(then)
                    open_states.append(then)
        need(kept == len(listed), "%d states are listed that are not reached", len(listed) - kept)
        self.kept, self.met = kept, len(met)
        self.look_for_loops(between)

    def look(self, system, state):
        why = system.why_bad(state)
        if why is not None:
            need(not system.is_reduced, "in a state %s: %s", why, list(state))
            self.bad = why
        self.violated.update(k for k, (_, whole, _) in enumerate(system.invariants) if not system.holds(whole, state))
        self.reached.update(k for k, (_, whole, _) in enumerate(system.goals) if system.holds(whole, state))

    def look_for_loops(self, between):
        """Invisible steps end: states without successors in between are taken away again and again."""
        ways, before = {}, {}
        for state, after in between.items():
            inner = [then for then in after if then in between]
            ways[state] = len(inner)
            for then in inner:
                before.setdefault(then, []).append(state)
        ended = [state for state, count in ways.items() if count == 0]
        while ended:
            state = ended.pop()
            del ways[state]
            for previous in before.get(state, ()):
                ways[previous] -= 1
                if ways[previous] == 0:
                    ended.append(previous)
        need(not ways, "a thread can take invisible steps for ever, from %s", list(next(iter(ways), ())))


# --------------------------------------------------------------------------------------------------- answers (section 8)

def replayed(system, run):
    """The states of a run."""
    states = [tuple(system.initial)]
    for step in array(run, "`run`"):
        need(len(array(step, "a step")) == 2, "a step is not a thread and a transition")
        thread = integer(step[0], "a thread", 0, len(system.threads) - 1)
        number = integer(step[1], "a transition", 0, len(system.transitions[thread]) - 1)
        after = [then for one, then, _ in system.steps(thread, states[-1]) if one.number == number]
        need(after, "step %d of a run, %s.%s, cannot be taken", len(states), thread, number)
        states.append(after[0])
    return states


def is_endless(system, entry, states):
    start = integer(entry.get("from"), "`from`", 0, len(states) - 2) if len(states) > 1 else None
    moved = {step[0] for step in entry["run"][start or 0:]}
    thread = next(iter(moved), None)
    return (start is not None and len(moved) == 1 and states[start] == states[-1]
            and not any(system.is_visible(thread, state[thread]) for state in states[start:]))


def check(system, entry):
    """The lines about a system's answers, and whether all are decided."""
    claims = ["discipline", "no_failure", "no_deadlock"] + (["no_endless_loop"] if system.is_reduced else [])
    claims = [(claim, None) for claim in claims]
    claims += [("invariant", k) for k in range(len(system.invariants))] + [("reach", k) for k in range(len(system.goals))]
    answers = array(entry["answers"], "`answers`")
    need([(a.get("claim"), a.get("number")) for a in answers if type(a) is dict] == claims and len(answers) == len(claims),
         "the answers are not about each claim once")
    explored, ground = None, "%s states"
    if entry["states"] is not None:
        need(not system.is_reduced or entry["theorem"] == THEOREM, "reduced steps need the theorem")
        explored = Explored(system)
        ground = "all %d states" % explored.kept
    if entry["theorem"] is not None:
        need(system.is_reduced and explored is not None and system.threads, "the theorem is used where there is none")
        hypotheses = Hypotheses(system, entry["hypotheses"])
        ground = "%d visible states, %d with those between; \"%s\", %d cases" % (explored.kept, explored.met, THEOREM,
                                                                                hypotheses.total)
    else:
        need(entry["hypotheses"] == [], "there are hypotheses without the theorem")
    lines, is_decided = [], True
    for (claim, k), answer in zip(claims, answers):
        fields(answer, "an answer", ("claim", "answer"), ("number", "run", "from", "why"))
        need(type(answer.get("number")) in (int, type(None)), "a number is no integer")
        name = {"invariant": system.invariants, "reach": system.goals}.get(claim)
        about = claim.replace("_", " ") if name is None else "%s %s" % (claim, quoted(name[k][0]))
        lines.append("%s: %s: %s" % (told(system.name), about, judged(system, explored, claim, k, answer, ground)))
        is_decided &= answer["answer"] != "undecided"
    return lines, is_decided


def judged(system, explored, claim, k, answer, ground):
    """Confirms an answer, and says how."""
    word = answer["answer"]
    if word == "undecided":
        return "undecided: " + text(answer.get("why"), "`why`")
    need(word in ("holds", "fails"), "an answer is `%s`", word)
    if (claim == "reach") == (word == "holds"):
        if claim != "reach" or "run" in answer:
            states = replayed(system, answer.get("run"))
            last = states[-1]
            need({"discipline": lambda: system.violation(last) is not None,
                  "no_failure": lambda: system.has_failed(last),
                  "no_deadlock": lambda: system.is_deadlock(last),
                  "no_endless_loop": lambda: is_endless(system, answer, states),
                  "invariant": lambda: not system.holds(system.invariants[k][1], last),
                  "reach": lambda: system.holds(system.goals[k][1], last)}[claim](),
                 "%s %s: the run does not show it", claim, word)
            return "%s, confirmed by a run of %d steps" % (word, len(states) - 1)
        raise Refused("%s %s: there is no run" % (claim, word))
    need(explored is not None, "%s %s: no states are listed", claim, word)
    need({"discipline": lambda: explored.bad is None,
          "no_failure": lambda: not explored.failures,
          "no_deadlock": lambda: not explored.deadlocks,
          "no_endless_loop": lambda: True,
          "invariant": lambda: k not in explored.violated,
          "reach": lambda: k not in explored.reached and (system.goals[k][2] or not system.is_reduced)}[claim](),
         "%s %s: it is not so in the states that are met", claim, word)
    return "%s, confirmed in %s" % (word, ground)


# --------------------------------------------------------------------------------------------------------------- telling

# Words that are printed as they are; any other name or text is printed in quotes, so that none can look like something else.
WORD = re.compile("[A-Za-z_][A-Za-z_0-9']*(\\.[A-Za-z_0-9']+|\\[-?[A-Za-z_0-9']+(, ?-?[A-Za-z_0-9']+)*\\])*")
RESERVED = {"and", "div", "else", "false", "forget", "if", "in", "mod", "not", "or", "then", "true", "values"}


def told(name):
    return name if WORD.fullmatch(name) and name not in RESERVED else json.dumps(name)


def quoted(text_for_people):
    return json.dumps(text_for_people, ensure_ascii=False)


def show(written, names):
    """An expression or a place as text, from which it can be read back: all parts in brackets."""
    if type(written) is int:
        return str(written)
    word, parts = written[0], written[1:]
    if word == "cell":
        return names[parts[0]]
    if word == "element":
        ways = ("[%s in %d .. %d, each %d on]" % (show(value, names), low, low + length - 1, stride)
                for value, low, length, stride in parts[1])
        return names[parts[0]] + ("".join(ways) or "[]")
    if word == "among":
        return "(%s in {%s})" % (show(parts[0], names), ", ".join(map(str, parts[1])))
    shown = [show(part, names) for part in parts]
    if word == "not":
        return "not " + shown[0]
    if word == "if":
        return "(if %s then %s else %s)" % tuple(shown)
    if not shown:
        return {"and": "true", "or": "false"}[word]
    return "(%s)" % (" %s " % word).join(shown) if len(shown) > 1 else "(%s: %s)" % (word, shown[0])


def describe(system):
    """The system, to be compared with its text: everything that its meaning is made of, and so much that it could be read
    back. What is decided again anyway is left out (hypotheses, states), or marked (which points are visible)."""
    entry, names = system.entry, [told(name) for name, _ in system.cells]
    with_constants = "".join(", %s = %d" % (told(name), value) for name, value in entry["constants"])
    yield "system %s, from %s%s" % (told(system.name), quoted(entry["file"]), with_constants)
    for cell in range(len(system.threads), len(names)):
        yield "  cell %s : %s" % (names[cell], domain(system, cell))
    for group in entry["protected"]:
        protected = ("%s (%s)" % (told(one["name"]), ", ".join(names[cell] for cell in one["cells"]) or "no cell")
                     for one in group["variables"])
        yield "  protected %s" % ", ".join(protected)
        for thread, access in zip(system.threads, group["access"]):
            yield "    for %s when %s" % (told(thread), show(access, names))
    for thread, points in enumerate(system.points):
        where = [told(point["name"]) for point in points]
        yield "  thread %s, from %s" % (names[thread], where[system.initial[thread]])
        for number, point in enumerate(points):
            marks = ["%d" % number, "visible" if point["visible"] else "invisible"] + ["may rest"] * point["may rest"]
            marks += ["failed"] * point.get("failed", False)
            marks += ["fails to %s" % where[point["fails to"]]] if "fails to" in point else []
            yield "    %s (%s)" % (where[number], ", ".join(marks))
            for one in system.pending[thread][number]:
                does = ["%s := %s" % (show(place, names), show(value, names)) for _, _, (place, value) in one.command]
                does += ["forget " + names[cell] for cell in one.forgets]
                end = "to " + where[one.to] if one.fails is None else "fails: %s" % quoted(one.fails)
                yield "      %s: when %s { %s } %s%s%s%s" % (
                    quoted(one.text), show(one.guard.written, names), "; ".join(does), end,
                    " (bad where it can)" * one.overflow, " (else)" * one.otherwise,
                    " -- " + "; ".join(one.why) if one.why else "")
    for word, properties in (("invariant", system.invariants), ("reach", system.goals)):
        for name, predicate, _ in properties:
            yield "  %s %s: %s" % (word, quoted(name), show(predicate.written, names))


def domain(system, cell):
    """The values of a cell, their names where they are other than their numbers, and the first of them."""
    low, high, (_, names) = system.low[cell], system.high[cell], system.cells[cell]
    named = ["%d %s" % (low + k, told(name)) for k, name in enumerate(names) if name != str(low + k)]
    return "%d .. %d = %d%s" % (low, high, system.initial[cell], ", values: " + ", ".join(named) if named else "")


def checks_of(path, kind, version):
    """The checks in a file of certificates of a kind."""
    with open(path, encoding="utf-8") as file:
        content = file.read()
    try:
        whole = json.loads(content, object_pairs_hook=object_of)
    except (ValueError, RecursionError) as error:
        raise Refused("no JSON: %s" % error) from None
    fields(whole, "the file", (kind, "compare", "checks"))
    integer(whole[kind], "the version", version, version)
    need(whole["compare"] == COMPARE, "`compare` does not say how to compare it with the text")
    need(array(whole["checks"], "`checks`"), "there is no check")
    return whole["checks"]


def verify(path, is_quiet):
    lines, are_decided = [], True
    for entry in checks_of(path, "reductio check certificate", 2):
        system = System(entry)
        try:
            told_of_it, is_decided = check(system, entry)
        except Refused as refusal:
            raise Refused("%s: %s" % (system.name, refusal)) from None
        except RecursionError:
            raise Refused("%s: a limit of this verifier: too deep" % system.name) from None
        lines += ([] if is_quiet else list(describe(system))) + told_of_it
        are_decided &= is_decided
    lines.append("The answers are about the systems as they are described%s. Whether these are the systems of the texts: "
                 "`%s`." % ("" if is_quiet else " above", COMPARE))
    return lines, are_decided


def main(arguments, verify=verify, usage=__doc__):
    """Runs a verifier as a program: that of checks, or another with the same arguments and exit codes."""
    names = [name for name in arguments if name != "--quiet"]
    if arguments in (["--help"], ["-h"]):
        print(usage)
        return 0
    if len(names) != 1:
        print(usage, file=sys.stderr)
        return 3
    sys.setrecursionlimit(RECURSION)
    try:
        lines, are_decided = verify(names[0], "--quiet" in arguments)
    except Refused as refusal:
        print("%s: refused: %s" % (names[0], refusal), file=sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print("%s: cannot be read: %s" % (names[0], error), file=sys.stderr)
        return 3
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        # Whoever reads has read enough. Python must not try once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if are_decided else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
