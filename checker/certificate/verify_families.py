#!/usr/bin/env python3
"""A stand-alone verifier of certificates of families of threads, for every number of threads, format version 1.

    python3 verify_families.py FILE [--quiet]

It implements guide/src/reference/family-certificates.md ("section" below means a section of it). It needs Python 3.8 or
later, families.py, family_proof.py and verify.py beside it, and nothing else. It prints each family (not with --quiet),
and one line for each answer. The answers are about the families that are printed, whatever their names are: compare them
with their texts, by eye or with `reductio verify FILE TEXT.sys`.

Exit code 0: every answer in FILE is confirmed, whether it says that something holds or that it fails.
Exit code 1: FILE is refused, with the reason on standard error; nothing in it is confirmed.
Exit code 2: nothing is wrong, but some answer is undecided.
Exit code 3: FILE cannot be read, or the arguments are wrong.
"""

import itertools
import json
import sys

from families import System, listed
from family_proof import Proof
from verify import COMPARE, Refused, checks_of, fields, integer, main, need, quoted, text, told

STATES_LIMIT, THREADS_LIMIT = 200_000, 64
CLAIMS = ["discipline", "no_failure", "no_deadlock", "no_stuck_thread"]


class Run:
    """A run of the system with so many threads, which are all in sight (section 8)."""

    def __init__(self, system, numbers):
        self.system, self.states = system, []
        for number, family in zip(listed(numbers, "`numbers`", len(system.families)), system.families):
            integer(number, "a number of threads", family["least"], THREADS_LIMIT)
        shared = tuple(0 if at in system.pointers else cell["initial"] for at, cell in enumerate(system.shared))
        members = [(f, tuple(cell["initial"] for cell in family["cells"]), 0)
                   for f, family in enumerate(system.families) for _ in range(numbers[f])]
        self.singles = len(system.threads)
        self.last = (shared, tuple(members))

    def mover(self, thread):
        return (None, thread) if thread < self.singles else (self.last[1][thread - self.singles][0], None)

    def sight(self, members, first, second):
        """The members with two of them in front, and how to put them back."""
        order = [None if one is None else one - self.singles for one in (first, second)]
        order += [k for k in range(len(members)) if k not in order]
        return order, [None if k is None else members[k] for k in order]

    def steps(self, state, thread):
        """The steps of a thread: number, partner, and the state after it."""
        shared, members = state
        mover, system = self.mover(thread), self.system
        own = thread if mover[1] is None else None
        local = None if own is None else members[own - self.singles]
        for number, one in system.pending[mover][system.at(mover, shared, local)]:
            partners = [None] if one.partner is None else [
                k + self.singles for k, l in enumerate(members) if l[0] == one.partner and k + self.singles != thread]
            for partner in partners:
                order, sight = self.sight(members, own, partner)
                found = system.step(mover, one, shared, sight)
                if found is not None:
                    after = dict(zip(order, found[1]))
                    yield number, partner, (found[0], tuple(after[k] for k in range(len(members))))

    def follow(self, run):
        threads = self.singles + len(self.last[1])
        for step in listed(run, "`run`"):
            thread = integer(listed(step, "a step", 3)[0], "a thread", 0, threads - 1)
            after = [then for number, partner, then in self.steps(self.last, thread) if [number, partner] == step[1:]]
            need(after, "a step of a run cannot be taken: %s", step)
            self.last = after[0]

    def rests(self, state, thread):
        return self.system.rests(self.mover(thread), state[0], None if thread < self.singles else state[1][thread - self.singles])

    def threads(self):
        return range(self.singles + len(self.last[1]))

    def shows(self, claim, number):
        """Whether the last state decides a claim."""
        system, (shared, members) = self.system, self.last
        failed = [mover for mover, one in zip(map(self.mover, self.threads()), (None,) * self.singles + members)
                  if "failed" in system.owner(mover)["points"][system.at(mover, shared, one)]]
        if claim == "no_failure":
            return bool(failed)
        if claim == "no_deadlock":
            return (not failed and not any(True for thread in self.threads() for _ in self.steps(self.last, thread))
                    and not all(self.rests(self.last, thread) for thread in self.threads()))
        if claim == "no_stuck_thread":
            return self.somebody_is_stuck()
        if claim == "discipline":
            return self.is_violated(shared, members)
        for of, shown in system.claims[number]:
            for some in itertools.permutations(range(len(members)), len(of)):
                if [members[k][0] for k in some] == list(of):
                    sight = [members[k] for k in some] + [one for k, one in enumerate(members) if k not in some]
                    if system.shows(shown, shared, sight):
                        return True
        return False

    def is_violated(self, shared, members):
        system = self.system
        for thread in self.threads():
            mover = self.mover(thread)
            own = thread if mover[1] is None else None
            for _, one in system.pending[mover][system.at(mover, shared, None if own is None else members[own - self.singles])]:
                for partner in range(self.singles, len(self.threads())) if one.partner is not None else [None]:
                    if partner != thread and (partner is None or self.mover(partner)[0] == one.partner):
                        if system.trespasses(mover, one, shared, self.sight(members, own, partner)[1]):
                            return True
        for group, (family, _) in enumerate(system.groups):
            owners = [None] if family is None else [k for k, l in enumerate(members) if l[0] == family]
            for owner in owners:
                having = 0
                for thread in self.threads():
                    place = None if thread < self.singles else thread - self.singles
                    having += system.has(group, self.mover(thread), shared, list(members), (place, owner))
                if having > 1:
                    return True
        return False

    def somebody_is_stuck(self):
        left, met, todo = set(self.threads()), {self.last}, [self.last]
        while todo and left:
            state = todo.pop()
            need(len(met) <= STATES_LIMIT, "a limit of this verifier: more than %d states", STATES_LIMIT)
            for thread in self.threads():
                after = [then for _, _, then in self.steps(state, thread)]
                if after or self.rests(state, thread):
                    left.discard(thread)
                for then in after:
                    if then not in met:
                        met.add(then)
                        todo.append(then)
        return bool(left)


# ------------------------------------------------------------------------------------------------- answers (section 9)

def check(system):
    """The lines about the answers, and whether all are decided."""
    proof, entry = Proof(system), system.entry
    claims = [(claim, None) for claim in CLAIMS] + [(one["claim"], k) for k, one in enumerate(entry["claims"])]
    proof.read_going_on()
    explored, lines, is_decided = {}, [], True
    for (claim, number), answer in zip(claims, listed(entry["answers"], "`answers`", len(claims))):
        fields(answer, "an answer", ("claim", "answer"), ("basis", "states", "numbers", "run", "why"))
        need(answer["claim"] == claim, "the answers are not about each claim once, in their order")
        about = claim.replace("_", " ") if number is None else "%s %s" % (claim, quoted(entry["claims"][number]["name"]))
        lines.append("%s: %s: %s" % (told(entry["thread"]), about, judged(proof, claim, number, answer, explored)))
        is_decided &= answer["answer"] != "undecided"
    return lines, is_decided


def judged(proof, claim, number, answer, explored):
    """Confirms an answer, and says how."""
    word, has = answer["answer"], set(answer) - {"claim", "answer"}
    if word == "undecided":
        need(has == {"why"}, "an answer that is undecided has no reason, or something else")
        return "undecided: " + text(answer["why"], "`why`")
    need(word in ("holds", "fails"), "an answer is `%s`", ascii(word))
    if has == {"numbers", "run"}:
        need((word == "holds") == (claim == "reach"), "%s: a run does not show it", claim)
        run = Run(proof.system, answer["numbers"])
        run.follow(answer["run"])
        need(run.shows(claim, number), "%s: the run does not show it", claim)
        return "%s, confirmed by a run of %d steps with %d threads" % (word, len(answer["run"]), len(run.last[1]))
    need((word == "fails") == (claim == "reach") and proof.shared, "%s: nothing shows that it %s", claim, word)
    if has == {"basis"} and claim not in ("no_deadlock", "no_stuck_thread"):
        count = proof.is_violation_free(answer["basis"], proof.seeds(claim, number))
        return "%s, for every number of threads: a closed set with %d least configurations" % (word, count)
    need(has == {"states"}, "%s: nothing shows that it %s", claim, word)
    all_states = listed(proof.system.entry["abstract states"], "`abstract states`")
    at = integer(answer["states"], "`states` of an answer", 0, len(all_states) - 1)
    if at not in explored:
        explored[at] = proof.explore(all_states[at])
    if claim == "no_stuck_thread":
        proof.nobody_is_stuck(explored[at])
    elif claim == "no_deadlock":
        proof.no_deadlock(explored[at])
    else:
        proof.never(explored[at], proof.seeds(claim, number))
    return "%s, for every number of threads: %d abstract states" % (word, len(all_states[at]))


# ------------------------------------------------------------------------------------------------------------- telling

def show(written, system, own):
    """An expression as text, from which it can be read back: all parts in brackets."""
    if type(written) is not list:
        return str(written)
    word, parts = written[0], written[1:]
    if word in ("thread", "none", "single"):
        return told(system.threads[parts[0]]["name"]) if word == "single" else "thread %d" % parts[0] if parts else "none"
    if word in ("shared", "own"):
        at = parts[word == "own"]
        name = told(system.shared[at]["name"]) if word == "shared" else "(%s).%d" % (show(parts[0], system, own), at)
        ways = parts[1 + (word == "own"):]
        return name + "".join("[%s in %d .. %d, each %d on]" % (show(value, system, own), low, low + length - 1, stride)
                              for value, low, length, stride in (ways[0] if ways else ()))
    if word == "among":
        return "(%s in {%s})" % (show(parts[0], system, own), ", ".join(map(str, parts[1])))
    shown = [show(part, system, own) for part in parts]
    if word == "if":
        return "(if %s then %s else %s)" % tuple(shown)
    return "(%s)" % (" %s " % word).join(shown) if len(shown) > 1 else "(%s: %s)" % (word, ", ".join(shown))


def describe(system):
    """The families, to be compared with their texts: everything that their meaning is made of."""
    def domain(cell):
        return "threads, first none" if "pointer" in cell else "%d .. %d = %d" % (cell["low"], cell["high"], cell["initial"])
    entry = system.entry
    given = "".join(", %s = %d" % (told(name), value) for name, value in entry["constants"])
    yield "families of %s, for every number of %s%s" % (quoted(entry["file"]), ", ".join(map(told, entry["indices"])), given)
    for at, cell in enumerate(system.shared):
        yield "  shared %d, %s : %s" % (at, told(cell["name"]), domain(cell))
    for mover in system.movers:
        owner = system.owner(mover)
        yield "  thread %s%s" % (told(owner["name"]), "" if mover[0] is None else ", %d or more" % owner["least"])
        for at, cell in enumerate(owner["cells"]) if mover[0] is not None else ():
            yield "    cell %d, %s : %s" % (at, told(cell["name"]), domain(cell))
        for number, point in enumerate(owner["points"]):
            marks = [word for word in ("may rest", "failed") if word in point]
            marks += ["fails to %d" % point["fails to"]] if "fails to" in point else []
            yield "    %d %s%s" % (number, told(point["name"]), " (%s)" % ", ".join(marks) if marks else "")
            for one in (one for one in owner["transitions"] if one["from"] == number):
                does = ["%s := %s" % (show(target, system, mover), show(value, system, mover))
                        for target, value in one.get("command", [])]
                does += ["forget %d" % at for at in one.get("forgets", [])]
                does += ["each other %s" % json.dumps(other) for other in one.get("others", [])]
                when = [show(one["guard"], system, mover)] + ["no other %s" % json.dumps(n) for n in one.get("nobody", [])]
                when += ["thread 1 is another %s" % told(system.families[one["with"]]["name"])] if "with" in one else []
                end = "to %d" % one["to"] if "to" in one else "fails: %s" % quoted(one["fails"])
                yield "      %s: when %s { %s } %s%s" % (quoted(one["text"]), ", ".join(when), "; ".join(does), end,
                                                       " (else)" if "otherwise" in one else "")
    for group in entry["protected"]:
        owned = ", of each %s" % told(system.families[group["family"]]["name"]) if "family" in group else ""
        yield "  protected %s (%s)%s" % (told(group["name"]), ", ".join(map(str, group["cells"])), owned)
        for mover, one in zip(system.movers, group["members"] + group["threads"]):
            yield "    for %s when %s" % (told(system.owner(mover)["name"]), show(one, system, mover))
        if owned:
            yield "    for its owner when %s" % show(group["owner"], system, None)
    for claim in entry["claims"]:
        word = "is false" if claim["claim"] == "invariant" else "is reached"
        yield "  %s %s %s where" % (claim["claim"], quoted(claim["name"]), word)
        for of, shown in claim["shown by"]:
            yield "    %s" % ", ".join(told(system.families[f]["name"]) for f in of) + ": " + show(shown, system, None)


def verify(path, is_quiet):
    lines, are_decided = [], True
    for entry in checks_of(path, "reductio family certificate", 1):
        # What has another shape than section 2 says is refused where it is met, whatever Python says of it.
        try:
            system = System(entry)
            told_of_it, is_decided = check(system)
            lines += ([] if is_quiet else list(describe(system))) + told_of_it
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            raise Refused("something has another shape than the format says: %s" % error) from None
        except RecursionError:
            raise Refused("a limit of this verifier: too deep") from None
        are_decided &= is_decided
    lines.append("The answers are about the families as they are described%s. Whether these are the families of the texts: "
                 "`%s`." % ("" if is_quiet else " above", COMPARE))
    return lines, are_decided


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], verify, __doc__))
