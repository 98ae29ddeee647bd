"""What a certificate says of all numbers of threads, decided again.

A part of verify_families.py: sections 5 to 7 of guide/src/reference/family-certificates.md.
"""

import itertools
from collections import Counter, defaultdict

from families import COUNT_LIMIT, Needs, listed
from verify import integer, need


class Proof:
    """What a certificate says of all numbers of threads (sections 5 to 7)."""

    def __init__(self, system):
        self.system, entry = system, system.entry
        self.read_states(entry)
        self.rules, self.trespasses, self.by_way = [], [], defaultdict(list)
        self.to, self.before = defaultdict(list), {}
        self.make_rules()

    def read_states(self, entry):
        system = self.system
        self.shared, self.locals, self.around = [], [], []
        for state in listed(entry["shared states"], "`shared states`"):
            for at, value in enumerate(listed(state, "a shared part", len(system.shared))):
                cell = system.shared[at]
                low, high = (-len(system.families), len(system.threads)) if at in system.pointers else (cell["low"], cell["high"])
                integer(value, "a value", low, high)
            self.shared.append(tuple(state))
        for family, cells, flags in (listed(one, "a local state", 3) for one in listed(entry["local states"], "`local states`")):
            own = system.families[integer(family, "a family", 0, len(system.families) - 1)]["cells"]
            for value, cell in zip(listed(cells, "the cells", len(own)), own):
                integer(value, "a value", cell["low"], cell["high"])
            need(all(type(at) is int and at in system.pointers for at in listed(flags, "the pointers")), "no pointer")
            self.locals.append((family, tuple(cells), sum(1 << at for at in set(flags))))
        self.shared_number = {one: k for k, one in enumerate(self.shared)}
        self.local_number = {one: k for k, one in enumerate(self.locals)}
        need(len(self.shared_number) == len(self.shared) and len(self.local_number) == len(self.locals), "a state is there twice")
        for pairs in listed(entry["pairs"], "`pairs`", len(self.shared)):
            self.around.append(sorted({self.local(one) for one in pairs}))
        self.known = [set(pairs) for pairs in self.around]
        self.top = sum(0x80 << 8 * k for k in range(len(self.locals)))

    def local(self, number):
        return integer(number, "a local state", 0, len(self.locals) - 1)

    def state(self, number):
        return integer(number, "a shared part", 0, len(self.shared) - 1)

    def several(self, numbers):
        need(len(listed(numbers, "local states")) <= COUNT_LIMIT, "a limit of this verifier: too many threads")
        return tuple(sorted(self.local(one) for one in numbers))

    # --------------------------------------------------------------------------------- rules and pairs (section 5)

    def flags(self, numbers):
        """The pointers that name one of these threads; None if one names two."""
        flags = 0
        for number in numbers:
            if number is not None:
                if flags & self.locals[number][2]:
                    return None
                flags |= self.locals[number][2]
        return flags

    def solve(self, s, sight, ask, open_threads=()):
        """All ways to bring threads into sight so that a question has an answer, each with the answer. `open_threads`
        are places in sight that are still empty, each with its family."""
        ways, open_threads = [tuple(sight)], dict(open_threads)
        while ways:
            sight = ways.pop()
            try:
                answer = ask([None if one is None else self.locals[one] for one in sight])
                if answer:
                    for place in open_threads:
                        if sight[place] is None:
                            raise Needs("thread", place)
                    yield sight, answer
            except Needs as needs:
                kind, which = needs.args
                for one in self.around[s]:
                    family, _, flags = self.locals[one]
                    if self.flags(sight + (one,)) is None or kind == "stranger" and not flags >> which & 1:
                        continue
                    if kind == "stranger":
                        ways.append(sight + (one,))
                    for place, of in open_threads.items():
                        if sight[place] is None and of == family and (kind == "stranger" or place == which):
                            ways.append(sight[:place] + (one,) + sight[place + 1:])

    def make_rules(self):
        system, first = self.system, tuple(0 if at in self.system.pointers else cell["initial"]
                                           for at, cell in enumerate(self.system.shared))
        self.first = self.shared_number.get(first)
        begin = [(f, tuple(cell["initial"] for cell in family["cells"]), 0) for f, family in enumerate(system.families)]
        self.begin = [self.local_number.get(local) for local in begin]
        if not self.shared:
            return
        need(self.first is not None and all(one in self.known[self.first] for one in self.begin), "the first pairs are missing")
        seen = set()
        for s, shared in enumerate(self.shared):
            for mover in system.movers:
                own = [one for one in self.around[s] if self.locals[one][0] == mover[0]] if mover[1] is None else [None]
                for one in own:
                    for step in system.pending[mover][system.at(mover, shared, one is not None and self.locals[one])]:
                        self.make_rules_of(s, shared, mover, one, step[1], seen)

    def make_rules_of(self, s, shared, mover, one, step, seen):
        system, starts = self.system, [(one, None)]
        if step.partner is not None:
            starts = [(one, other) for other in self.around[s]
                      if self.locals[other][0] == step.partner and self.flags((one, other)) is not None]
        for start in starts:
            for sight, found in self.solve(s, start, lambda sight: system.step(mover, step, shared, sight)):
                after_shared, after, effect, fails = found
                to = self.shared_number.get(after_shared)
                after = [None if local is None else self.local_number.get(local) for local in after]
                for number, local in zip(sight, after):
                    need(to is not None and (number is None or local in self.known[to]), "a step leads to a pair that is missing")
                rule = (s, to, mover, tuple(n for n in sight if n is not None), tuple(n for n in after if n is not None), effect,
                        fails)
                if rule not in seen:
                    seen.add(rule)
                    self.add(rule)
            if system.group_of:
                for sight, _ in self.solve(s, start, lambda sight: system.trespasses(mover, step, shared, sight)):
                    self.trespasses.append((s, tuple(n for n in sight if n is not None)))

    def add(self, rule):
        s, to, _, sight, _, effect, _ = rule
        self.rules.append(rule)
        self.to[to].append(rule)
        self.by_way[s, to].append(rule)
        flags = self.flags(sight)
        for number in self.around[s] if s != to or effect != ((), (), ()) else ():
            if not self.locals[number][2] & flags:
                after = self.effect(s, effect).get(number)
                need(after is None or after in self.known[to], "what happens to others leads to a pair that is missing")

    def effect(self, s, effect):
        """The local states of threads out of sight, each with the one after a step; -1 is none that is known."""
        if (s, effect) not in self.before:
            known = {}
            for number in self.around[s]:
                after = self.system.moved(effect, self.locals[number])
                if after is not None:
                    known[number] = self.local_number.get(after, -1)
            self.before[s, effect] = known
        return self.before[s, effect]

    # ---------------------------------------------------------------------------------- upward-closed sets (section 6)

    def code(self, numbers):
        return sum(1 << 8 * number for number in numbers)

    def covered(self, elements, key, numbers):
        whole = self.code(numbers) | self.top
        return any((whole - one) & self.top == self.top for one in elements.get(key, ()))

    def in_all_ways(self, s, numbers, holds, mark=()):
        """Whether something holds of threads, or with whichever threads the pointers name that name none of them."""
        if holds(numbers):
            return True
        flags = self.flags(mark + numbers)
        if flags is None:
            return False
        missing = [at for at in sorted(self.system.pointers) if self.shared[s][at] < 0 and not flags >> at & 1]
        return bool(missing) and all(self.in_all_ways(s, numbers + (one,), holds, mark) for one in self.around[s]
                                     if self.locals[one][2] >> missing[0] & 1 and not self.locals[one][2] & flags)

    def is_violation_free(self, basis, seeds):
        """Refuses a basis that is not closed, misses a seed, or has the beginning of some number of threads."""
        elements, all_elements = defaultdict(list), []
        for s, numbers in (listed(one, "an element", 2) for one in listed(basis, "`basis`")):
            all_elements.append((self.state(s), self.several(numbers)))
            elements[s].append(self.code(all_elements[-1][1]))
        for s, numbers in all_elements:
            need(s != self.first or not set(numbers) <= set(self.begin), "a beginning is among what must not be reached")
        for s, numbers in seeds:
            need(self.in_all_ways(s, numbers, lambda some: self.covered(elements, s, some)),
                 "a violation is missing in the basis: %s, %s", list(self.shared[s]), numbers)
        for to, numbers in all_elements:
            for rule in self.to[to]:
                for before in self.predecessors(rule, numbers):
                    need(self.in_all_ways(rule[0], before, lambda some: self.covered(elements, rule[0], some)),
                         "the basis is not closed: %s", list(self.shared[rule[0]]))
        return len(all_elements)

    def predecessors(self, rule, numbers):
        """The least configurations from which a rule leads to these threads, and perhaps more."""
        s, to, _, sight, after, effect, _ = rule
        rest = list(numbers)
        for one in after:
            if one in rest:
                rest.remove(one)
        if s == to and effect == ((), (), ()) and len(rest) == len(numbers):
            return
        images = self.effect(s, effect)
        ways = [(sight, self.flags(sight))]
        for wanted in rest:
            before = [one for one, then in images.items() if then == wanted]
            ways = [(way + (one,), flags | self.locals[one][2]) for way, flags in ways for one in before
                    if not flags & self.locals[one][2]]
        yield from (way for way, _ in ways)

    def seeds(self, claim, number):
        system = self.system
        if claim == "discipline":
            yield from self.trespasses
            for s, group in itertools.product(range(len(self.shared)), range(len(system.groups))):
                for kinds in system.pairs_of_kinds(group):
                    open_threads = {place: kind[0] for place, kind in zip((0, 2), kinds) if kind != "owner" and kind[0] is not None}
                    if system.groups[group][0] is not None:
                        open_threads[1] = system.groups[group][0]
                    for sight, _ in self.solve(s, (None, None, None), lambda sight: system.overlap(
                            group, kinds, self.shared[s], sight), open_threads):
                        yield s, tuple(one for one in sight if one is not None)
        elif claim == "no_failure":
            yield from ((rule[0], rule[3]) for rule in self.rules if rule[6])
        else:
            for s, (of, shown) in itertools.product(range(len(self.shared)), system.claims[number]):
                for sight, _ in self.solve(s, (None,) * len(of), lambda sight: system.shows(shown, self.shared[s], sight),
                                           enumerate(of)):
                    yield s, tuple(one for one in sight if one is not None)

    # ------------------------------------------------------------------------------- stuck threads, deadlock (section 7)

    def read_going_on(self):
        """The configurations with a marked thread that can come to take a step, or may rest: one set for threads
        of families, then one for each other thread."""
        sets = listed(self.system.entry["going on"], "`going on`", 1 + len(self.system.threads))
        self.going_on = [defaultdict(list) for _ in sets]
        for which, elements in enumerate(sets):
            known = []
            for s, mark, others, then in (listed(one, "an element", 4) for one in listed(elements, "`going on`")):
                need((mark is None) == (which > 0), "the marked thread is another one")
                one = (self.state(s), mark if mark is None else self.local(mark), self.several(others))
                own = () if which else (mark,)
                if then is None:
                    need(self.in_all_ways(s, one[2], lambda some: self.moves_or_rests(which, s, mark, some), own),
                         "a thread can neither go on nor rest: %s", list(self.shared[s]))
                else:
                    next_one = known[integer(then, "an element", 0, len(known) - 1)]
                    need(self.in_all_ways(s, one[2], lambda some: self.leads(which, (s, mark, some), next_one), own),
                         "no step leads further")
                known.append(one)
                self.going_on[which][one[:2]].append(self.code(one[2]))

    def moves_or_rests(self, which, s, mark, others):
        mover = (None, which - 1) if which else (self.locals[mark][0], None)
        if self.system.rests(mover, self.shared[s], None if which else self.locals[mark]):
            return True
        return any(rule[2] == mover and (which or rule[3][0] == mark) and self.may_take(rule)
                   and not Counter(rule[3][not which:]) - Counter(others) for to in range(len(self.shared))
                   for rule in self.by_way.get((s, to), ()))

    def leads(self, which, one, then):
        for rule in self.by_way.get((one[0], then[0]), ()):
            _, _, mover, sight, after, effect, _ = rule
            if which and mover == (None, which - 1) or not self.may_take(rule):
                continue
            images = self.effect(one[0], effect)
            places = [None]
            if not which:
                own = range(mover[1] is None, len(sight))
                places = [k for k in own if (sight[k], after[k]) == (one[1], then[1])]
                if images.get(one[1]) == then[1] and not self.locals[one[1]][2] & self.flags(sight):
                    places.append(None)
            for place in places:
                seen, left = Counter(sight), Counter(one[2])
                if place is not None:
                    seen[sight[place]] -= 1
                if seen - left:
                    continue
                rest = list((left - seen).elements())
                now = [images.get(number) for number in rest] + [a for k, a in enumerate(after) if k != place]
                if None not in now and not Counter(then[2]) - Counter(now):
                    return True
        return False

    def may_take(self, rule):
        """Whether more threads do not keep a rule from being taken: one that waits is woken, all else is the same."""
        s, to, mover, sight, after, (moves, sets, asks), _ = rule
        for number in self.around[s] if asks else ():
            others = Counter(sight)
            family, cells, flags = self.locals[number]
            if flags & self.flags(sight) or not any(f == family and cells[at] != 0 for f, at in asks):
                continue
            at = mover[1] is None
            if not any(other[2] == mover and other[3] == sight[:at] + (number,) + sight[at:] and other[5] == (moves, sets, ())
                       and other[4][:at] + other[4][at + 1:] == after for other in self.by_way[s, to]):
                return False
        return True

    def explore(self, number):
        """Refuses abstract states that miss a beginning, or what a step leads to. By shared parts they are dictionaries:
        of a local state the least number of threads in it, and whether there may be more."""
        known = [[] for _ in self.shared]
        for s, counts in (listed(one, "an abstract state", 2) for one in listed(number, "abstract states")):
            state = {}
            for one, least, more in (listed(one, "a count", 3) for one in listed(counts, "the counts")):
                need(type(more) is bool and self.local(one) not in state, "a local state is counted twice, or no count")
                need(not (more and self.locals[one][2]), "more threads than one are named by a pointer")
                state[one] = integer(least, "a count", 0 if more else 1, COUNT_LIMIT), more
            known[self.state(s)].append(state)
        first = {one: (family["least"], True) for family, one in zip(self.system.families, self.begin)}
        need(self.stands_for(known[self.first], first), "an abstract state with which runs begin is missing")
        for s, states in enumerate(known):
            rules = [rule for to in range(len(self.shared)) for rule in self.by_way.get((s, to), ())]
            for state, rule in itertools.product(states, rules):
                after = self.counted(rule, state)
                need(after is None or self.stands_for(known[rule[1]], after), "an abstract state is missing: %s, %s",
                     list(self.shared[rule[1]]), after)
        return known

    @staticmethod
    def stands_for(states, less):
        """Whether one of some abstract states stands for all that another one does."""
        none = (0, False)
        return less in states or any(
            all(least <= less.get(one, none)[0] and (more or less.get(one, none) == (least, False))
                for one, (least, more) in state.items()) and all(one in state for one in less) for state in states)

    def counted(self, rule, state):
        """The abstract state after a rule; None if it cannot be taken."""
        s, _, _, sight, after, effect, _ = rule
        seen, images, out = Counter(sight), self.effect(s, effect), Counter(after)
        out = {one: (count, False) for one, count in out.items()}
        if any(one not in state or state[one][0] < count and not state[one][1] for one, count in seen.items()):
            return None
        for one, (least, more) in state.items():
            rest = max(least - seen[one], 0)
            if one not in images:
                # Where nobody may be in this local state, nobody is.
                if rest:
                    return None
            elif rest or more:
                need(images[one] >= 0, "a local state is missing")
                count, was_more = out.get(images[one], (0, False))
                out[images[one]] = count + rest, was_more or more
        return out

    def nobody_is_stuck(self, known):
        for s, state in ((s, state) for s, states in enumerate(known) for state in states):
            least = Counter({one: count for one, (count, _) in state.items()})
            for one in state:
                others = sorted((least - Counter([one])).elements())
                need(self.covered(self.going_on[0], (s, one), others), "a thread may be stuck: %s", list(self.shared[s]))
            for which in range(1, len(self.going_on)):
                need(self.covered(self.going_on[which], (s, None), least.elements()), "a thread may be stuck: %s",
                     list(self.shared[s]))

    def no_deadlock(self, known):
        rests = self.system.rests
        for s, state in ((s, state) for s, states in enumerate(known) for state in states):
            rules = [rule for to in range(len(self.shared)) for rule in self.by_way.get((s, to), ())]
            least = Counter({one: count for one, (count, _) in state.items()})

            def goes_on(threads):
                return any(not Counter(rule[3]) - threads and self.may_take(rule) for rule in rules)

            single = all(rests((None, j), self.shared[s], None) for j in range(len(self.system.threads)))
            busy = [one for one in state if not rests((self.locals[one][0], None), self.shared[s], self.locals[one])]
            need(goes_on(least) or single and all(not least[one] and goes_on(least + Counter([one])) for one in busy),
                 "there may be a deadlock: %s", list(self.shared[s]))

    def never(self, known, seeds):
        """Refuses abstract states of which one stands for a configuration with a seed."""
        for s, numbers in seeds:
            for state in known[s]:
                need(any(state.get(one, (0, False))[0] < count and not state.get(one, (0, False))[1]
                         for one, count in Counter(numbers).items()), "a violation may be reached: %s", list(self.shared[s]))
