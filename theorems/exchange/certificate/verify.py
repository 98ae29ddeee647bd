#!/usr/bin/env python3
"""A stand-alone verifier of proof certificates of omega algebra, format versions 1 and 2.

    python3 verify.py FILE [--quiet]

It implements FORMAT.md, which lies beside this file, and was written from that document alone ("section"
below means a section of it). It needs Python 3.8 or later and nothing else.

Exit code 0: every line of FILE keeps to the format and every claim in it is proved; the theories with their
             symbols, definitions and hypotheses, each claim with the hypotheses it rests on, and a line of
             counts are printed (with --quiet only the last).
Exit code 1: FILE is refused, with `FILE:LINE: step N: reason` on standard error; nothing of it is proved.
Exit code 3: FILE cannot be read, or the arguments are wrong.

How to read this program
------------------------
What must be right for an accepted claim to be a theorem is the class `Store` (terms, and the substitutions
on them), the rules and axioms after it, and `Certificate.proved`. That the printed text is what was proved
is the business of `render` and of the item lines in `Certificate`.

Terms and formulas are trees of `Node`. A node is made only by `Store.make`, which never makes the same
node twice: equal terms are one object, and `is` decides equality. To that end the names of bound indices
are forgotten: a free index is a str, its name; a bound index is an int, the number of binders between it
and its own binder (0: the innermost binder). A bound symbol is a node "ba" or "bp" (action, predicate) with
one such index; `every` counts as a binder like the others. The names that the lines of the file give to
what is bound are kept apart, in trees of `Written`, for printing.

A sequent `H |- F` is a pair (frozenset of nodes, node).

There is no recursion over terms anywhere, so a deep term is no danger.
"""

import gc
import re
import sys

VERSIONS = ("1", "2")

# The limits of this verifier (section 8), all but the first two for a whole run. They bound its memory (to about
# 2 GB) and its time; the certificate of all bundled theories needs less than a twentieth of each.
LINE_LIMIT = 1000000        # bytes of a line
SET_LIMIT = 10000           # elements of a set: hypotheses of a sequent, atoms of a term
SETS_LIMIT = 5000000        # elements of all different sets
NODES_LIMIT = 10000000      # different nodes, and indices and parts in them
WORK_LIMIT = 20000000       # visits of substitutions to nodes, and indices in these

LETTERS = "A-Za-z\u03b1-\u03c8"
CAPITALS = "\u0393\u0394\u0398\u039b\u039e\u03a0\u03a3\u03a6\u03a8"
NAME = re.compile("[%s%s][%s0-9]*'*" % (LETTERS, CAPITALS, LETTERS))
# The words of statement files and proof scripts, which are not names there.
KEYWORDS = {"theory", "extends", "index", "action", "predicate", "definition", "hypothesis", "lemma", "theorem",
            "assuming", "for", "all", "proof", "below", "case", "qed", "with"}
LABEL_WORD = "(?:[%s%s0-9]'*|[,.*?]|-(?!-))+" % (LETTERS, CAPITALS)
LABEL = re.compile("%s(?: %s)*" % (LABEL_WORD, LABEL_WORD))
BRACKET = re.compile(r"\[\]'*")
NUMBER = re.compile("0|[1-9][0-9]{0,8}")
# Control characters, and those that could disguise a text on a screen.
FORBIDDEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]")

# What binds a symbol is named by the sort: a node does not tell it otherwise where the symbol does not occur.
EVERY = {"every action": "actions", "every predicate": "predicates"}
BINDERS = {"sum", "prod", "all"}.union(EVERY)


class Refused(Exception):
    """The certificate breaks a rule; the text says which."""


def limit(what, size):
    return Refused("a limit of this verifier, not of the format: more than %d %s" % (size, what))


# ------------------------------------------------------------------------------------------------------------
# Terms and formulas
# ------------------------------------------------------------------------------------------------------------

class Symbol:
    __slots__ = ("predicate", "name", "arity")

    def __init__(self, predicate, name, arity):
        self.predicate, self.name, self.arity = predicate, name, arity


class Definition:
    """`parameters` are index names or, for a bracket, symbols; for `symbols` see section 3."""
    __slots__ = ("name", "bracket", "parameters", "body", "written", "symbols")

    def __init__(self, name, bracket, parameters, written):
        self.name, self.bracket, self.parameters = name, bracket, parameters
        self.written, self.body = written, written.node
        occurring = frozenset(atom for atom in self.body.atoms if isinstance(atom, Symbol))
        self.symbols = occurring.difference(parameters)


class Node:
    """A term or a formula; see Store.make.

    op       the word of the `t` or `f` line: 0 1 y + . ? * w ! sum prod d = <= != => all; for `every` a word of
             EVERY; ba, bp: a bound action, a bound predicate
    head     the symbol of y, the definition of d, otherwise None
    indices  the indices of y, of != and of a definition with index parameters: str (free) or int (bound); the
             binder of ba, bp: int
    parts    the nodes directly below (for a bracket: its arguments)
    predicate  whether this is a term of the sort predicate
    loose    how many binders must at least stand around this node to bind all its int indices
    atoms    the free indices, symbols and definitions that occur here, and the symbols of these definitions
    """
    __slots__ = ("op", "head", "indices", "parts", "predicate", "loose", "atoms")


class Written:
    """A term or a formula as the lines of the file write it: like Node, but the `head` of a binder is the
    name of its index or its symbol, and all indices are names. `node` is the node it stands for."""
    __slots__ = ("op", "head", "indices", "parts", "node")

    def __init__(self, op, head, indices, parts, node):
        self.op, self.head, self.indices, self.parts, self.node = op, head, indices, parts, node


class Store:
    """All nodes of one run, and the operations on them."""

    def __init__(self):
        self.nodes = {}         # (op, head, indices, parts) -> Node
        self.nodes_size = 0
        self.sets = {}          # frozenset -> the one such frozenset that is in use
        self.sets_size = 0
        self.work = 0
        self.unfoldings = {}    # Node -> Node
        self.empty = self.shared(frozenset())

    # Sets. Many are equal, so each is kept once; then `is` often tells at once that two are equal.

    def shared(self, elements):
        found = self.sets.get(elements)
        if found is None:
            self.sets_size += len(elements)
            if len(elements) > SET_LIMIT:
                raise limit("hypotheses of a sequent, or free indices and symbols of a term", SET_LIMIT)
            if self.sets_size > SETS_LIMIT:
                raise limit("elements of different sets of hypotheses, indices and symbols", SETS_LIMIT)
            self.sets[elements] = found = elements
        return found

    def union(self, first, second):
        if first is second or not second:
            return first
        return self.shared(first | second) if first else second

    def without(self, elements, element):
        return self.shared(elements - {element}) if element in elements else elements

    # Nodes.

    def make(self, op, head=None, indices=(), parts=()):
        key = (op, head, indices, parts)
        node = self.nodes.get(key)
        if node is not None:
            return node
        self.nodes_size += 1 + len(indices) + len(parts)
        if self.nodes_size > NODES_LIMIT:
            raise limit("different nodes of terms, and parts of these", NODES_LIMIT)
        node = Node()
        node.op, node.head, node.indices, node.parts = key
        loose, atoms = 0, self.empty
        for part in parts:
            loose = max(loose, part.loose)
            atoms = self.union(part.atoms, atoms)
        if op in BINDERS:
            loose = max(loose - 1, 0)
        for index in indices:
            if isinstance(index, int):
                loose = max(loose, index + 1)
        if head is not None or indices:
            own = {index for index in indices if isinstance(index, str)}
            if head is not None:
                own.add(head)
            if op == "d":
                own |= head.symbols
            atoms = self.union(atoms, self.shared(frozenset(own)))
        node.loose, node.atoms = loose, atoms
        node.predicate = self.sort(node)
        self.nodes[key] = node
        return node

    @staticmethod
    def sort(node):
        """Whether the node is a predicate. Substitutions keep to the sorts, but every node is checked."""
        op, parts = node.op, node.parts
        if op in ("!", "prod") and not parts[0].predicate:
            raise Refused("%s needs a predicate, found an action in: %s" % (op, show(node)))
        if op in ("0", "1", "!", "prod", "bp"):
            return True
        if op == "y":
            return node.head.predicate
        if op == "d":
            for parameter, part in zip(node.head.parameters, parts):
                if parameter.predicate and not part.predicate:
                    raise Refused("parameter %s of %s needs a predicate, found an action in: %s"
                                  % (parameter.name, node.head.name, show(node)))
            return node.head.body.predicate
        return op in ("+", ".", "sum") and all(part.predicate for part in parts)

    def zero(self):
        return self.make("0")

    def one(self):
        return self.make("1")

    def plus(self, x, y):
        return self.make("+", None, (), (x, y))

    def seq(self, x, y):
        return self.make(".", None, (), (x, y))

    def star(self, x):
        return self.make("*", None, (), (x,))

    def omega(self, x):
        return self.make("w", None, (), (x,))

    def negation(self, p):
        return self.make("!", None, (), (p,))

    def equal(self, x, y):
        return self.make("=", None, (), (x, y))

    def below(self, x, y):
        return self.make("<=", None, (), (x, y))

    # Substitutions (section 5). All of them are a Rewriting, which does the walking.

    def bind(self, op, index, node):
        """The node `op index node`, for a binder op: the free index becomes bound."""
        body = Rewriting(self, lambda part, depth: index not in part.atoms,
                         lambda own, depth: depth if own == index else own)(node)
        return self.make(op, None, (), (body,))

    def bind_symbol(self, symbol, node):
        """The formula for all values of the symbol: definitions with the symbol among theirs are unfolded."""
        op = "bp" if symbol.predicate else "ba"
        body = Rewriting(self, lambda part, depth: symbol not in part.atoms, lambda own, depth: own,
                         lambda part, depth: self.make(op, None, (depth,)) if part.head is symbol else None,
                         frozenset([symbol]))(node)
        return self.make("every predicate" if symbol.predicate else "every action", None, (), (body,))

    def instantiate_symbol(self, binder, term):
        """The body of a quantifier over symbols that stands below no binder, with the term for the bound symbol."""
        return Rewriting(self, lambda part, depth: part.loose <= depth, lambda own, depth: own,
                         bound=lambda part, depth: self.lift(term, depth) if part.indices == (depth,) else None
                         )(binder.parts[0])

    def instantiate(self, binder, index):
        """The body of a binder that stands below no other, with the free index for the bound one."""
        return Rewriting(self, lambda part, depth: part.loose <= depth,
                         lambda own, depth: index if own == depth else own)(binder.parts[0])

    def lift(self, node, by):
        """The node moved below `by` more binders, which the indices bound outside of it must skip."""
        if by == 0 or node.loose == 0:
            return node
        return Rewriting(self, lambda part, depth: part.loose <= depth,
                         lambda own, depth: own + by if isinstance(own, int) and own >= depth else own)(node)

    def replace(self, node, arguments):
        """A node without loose indices, with the arguments (a dict) for its free indices or for its symbols
        without indices, at once. Loose indices of arguments mean binders around the place of the result."""
        def index(own, depth):
            new = arguments.get(own, own) if isinstance(own, str) else own
            return new if new is own or isinstance(new, str) else new + depth

        def symbol(part, depth):
            return self.lift(arguments[part.head], depth) if part.head in arguments else None

        return Rewriting(self, lambda part, depth: part.atoms.isdisjoint(arguments), index, symbol)(node)

    def unfold(self, node):
        """The definition that the node applies, unfolded."""
        result = self.unfoldings.get(node)
        if result is None:
            arguments = dict(zip(node.head.parameters, node.indices or node.parts))
            self.unfoldings[node] = result = self.replace(node.head.body, arguments)
        return result

    def substitution(self, items):
        """The substitution of `inst` as a function on nodes. `items` takes free indices to free indices, and
        symbols to pairs (parameters, term)."""
        def index(own, depth):
            return items.get(own, own)

        def symbol(part, depth):
            if part.head not in items:
                return None
            parameters, term = items[part.head]
            return self.replace(term, dict(zip(parameters, [index(own, depth) for own in part.indices])))

        unfolded = frozenset(key for key in items if isinstance(key, Symbol))
        return Rewriting(self, lambda part, depth: part.atoms.isdisjoint(items), index, symbol, unfolded)


class Rewriting:
    """A function from nodes to nodes that replaces indices and symbols.

    keeps(node, depth)   whether the node, which stands below `depth` binders of the root, stays as it is
    index(own, depth)    what is put for an index
    symbol(node, depth)  what is put for a node of a symbol; None: it stays, and its indices are replaced
    unfolded             a definition with one of these symbols among its own is unfolded, and the result is
                         rewritten instead; any other stays, and its arguments are rewritten
    bound(node, depth)   what is put for a node of a bound symbol; None: as for `symbol`
    """

    def __init__(self, store, keeps, index, symbol=None, unfolded=frozenset(), bound=None):
        self.store, self.keeps, self.index, self.symbol, self.unfolded = store, keeps, index, symbol, unfolded
        self.bound = bound
        self.done = {}          # (node, depth) -> its result

    def __call__(self, root):
        store, keeps, done = self.store, self.keeps, self.done
        if keeps(root, 0):
            return root
        stack = [(root, 0)]
        while stack:
            # A node stays on the stack until all that its result needs is done.
            goal = stack[-1]
            if goal in done:
                stack.pop()
                continue
            node, depth = goal
            store.work += 1 + len(node.indices)
            if store.work > WORK_LIMIT:
                raise limit("visits of substitutions to nodes", WORK_LIMIT)
            if node.op == "d" and not self.unfolded.isdisjoint(node.head.symbols):
                needs = [(store.unfold(node), depth)]
            else:
                below = depth + 1 if node.op in BINDERS else depth
                needs = [(part, below) for part in node.parts]
            missing = False
            for need in needs:
                if need not in done:
                    if keeps(*need):
                        done[need] = need[0]
                    else:
                        stack.append(need)
                        missing = True
            if not missing:
                done[goal] = self.result(node, depth, [done[need] for need in needs])
                stack.pop()
        return done[(root, 0)]

    def result(self, node, depth, parts):
        if node.op == "d" and not self.unfolded.isdisjoint(node.head.symbols):
            return parts[0]
        if node.op == "y" and self.symbol is not None:
            new = self.symbol(node, depth)
            if new is not None:
                return new
        if node.op in ("ba", "bp") and self.bound is not None:
            new = self.bound(node, depth)
            if new is not None:
                return new
        indices = tuple([self.index(own, depth) for own in node.indices])
        return self.store.make(node.op, node.head, indices, tuple(parts))


# ------------------------------------------------------------------------------------------------------------
# Printing (section 6, "Texts")
# ------------------------------------------------------------------------------------------------------------

# A tree with one of these ops is wrapped in parentheses above the level. (The left side of => is at level 1.)
WRAPPED_ABOVE = {"+": 0, ".": 1, "?": 1, "*": 2, "w": 2, "=>": 0, "all": 0,
                 **dict.fromkeys(EVERY, 0)}
INFIX = {"+": (1, " + ", 0), ".": (2, " ", 1), "?": (2, " ? ", 1),
         "=": (0, " = ", 0), "<=": (0, " <= ", 0), "=>": (1, " => ", 0)}


def render(tree):
    """Yield the text of a Written or a Node in pieces. Whoever stops at the first wrong piece has not walked
    through much more of the tree than the text shows."""
    stack = [(tree, 0, 0)]
    while stack:
        entry = stack.pop()
        if isinstance(entry, str):
            yield entry
        else:
            stack.extend(reversed(layout(*entry)))


def layout(tree, level, depth):
    """The text of a tree, at a level and below `depth` binders: strings, and (subtree, level, depth)."""
    op, parts = tree.op, tree.parts
    if op in ("0", "1"):
        return [op]
    if op == "y" or op == "d" and not tree.head.bracket:
        indices = [index_text(index, depth) for index in tree.indices]
        if len(indices) > 1:
            return ["%s_{%s}" % (tree.head.name, ",".join(indices))]
        return ["_".join([tree.head.name] + indices)]
    if op == "d":
        pieces = ["["]
        for part in parts:
            pieces += [(part, 0, depth), ", "]
        return pieces[:-1] + ["]" + tree.head.name[2:]]
    if op in ("ba", "bp"):
        return [index_text(tree.indices[0], depth)]
    if op == "!=":
        return [" != ".join(index_text(index, depth) for index in tree.indices)]
    if op == "!":
        return ["!", (parts[0], 3, depth)]
    if op == "w" and parts[0].op == "1":
        return ["T"]
    if op in BINDERS:
        names = []
        while tree.op == op:
            depth += 1
            head = tree.head.name if isinstance(tree.head, Symbol) else tree.head
            names.append(head or index_text(0, depth))
            tree = tree.parts[0]
        if op == "all":
            pieces = ["for all " + ", ".join(names) + ": ", (tree, 0, depth)]
        elif op in EVERY:
            pieces = ["for all %s " % EVERY[op] + ", ".join(names) + ": ", (tree, 0, depth)]
        else:
            pieces = ["(+" if op == "sum" else "(.", ",".join(names) + " : ", (tree, 0, depth), ")"]
    elif op == "*":
        pieces = [(parts[0], 2, depth), "*"]
    elif op == "w":
        pieces = [(parts[0], 2, depth), "^w"]
    else:
        left, infix, right = INFIX[op]
        pieces = [(parts[0], left, depth), infix, (parts[1], right, depth)]
    if level > WRAPPED_ABOVE.get(op, level):
        pieces = ["("] + pieces + [")"]
    return pieces


def index_text(index, depth):
    """In a Node, which only messages print, bound indices have no names: the outermost binder binds #1."""
    return index if isinstance(index, str) else "#%d" % (depth - index)


def show(tree):
    """The text for a message, cut off when long."""
    text = ""
    for piece in render(tree):
        text += piece
        if len(text) > 300:
            return text[:300] + " ..."
    return text


def quote(text):
    return "`%s`" % (text if len(text) <= 100 else text[:100] + " ...")


# ------------------------------------------------------------------------------------------------------------
# The rules (section 5). Each function gets the store and the arguments of the step, sequents for premises, and
# returns the sequent that the step proves.
# ------------------------------------------------------------------------------------------------------------

RULES = {}      # name -> (kinds of the arguments, function)


def rule(kinds):
    def register(function):
        RULES[function.__name__] = (kinds.split(), function)
        return function
    return register


def shape(node, op, expected):
    """The parts of a node that must have the given op."""
    if node.op != op:
        raise Refused("expected %s, found: %s" % (expected, show(node)))
    return node.parts


def sides(node):
    """The relation and both sides of what must be an equation or inequation."""
    if node.op not in ("=", "<="):
        raise Refused("expected a premise x = y or x <= y, found: %s" % show(node))
    return (node.op,) + node.parts


def same(found, expected, where):
    if found is not expected:
        raise Refused("%s: expected: %s, found: %s" % (where, show(expected), show(found)))


def not_free(index, nodes, where):
    for node in nodes:
        if index in node.atoms:
            raise Refused("the index %s must not be free in %s: %s" % (index, where, show(node)))


@rule("F")
def assume(store, formula):
    return store.shared(frozenset([formula])), formula


@rule("F A")
def discharge(store, formula, premise):
    hypotheses, conclusion = premise
    return store.without(hypotheses, formula), store.make("=>", None, (), (formula, conclusion))


@rule("A A")
def mp(store, implication, premise):
    left, right = shape(implication[1], "=>", "a first premise F => G")
    same(premise[1], left, "the second premise must prove the left side of the first")
    return store.union(implication[0], premise[0]), right


@rule("I A")
def gen(store, index, premise):
    hypotheses, conclusion = premise
    not_free(index, hypotheses, "a hypothesis")
    return hypotheses, store.bind("all", index, conclusion)


@rule("A I")
def spec(store, premise, index):
    shape(premise[1], "all", "a premise for all i: G")
    return premise[0], store.instantiate(premise[1], index)


@rule("Y A")
def gen_sym(store, symbol, premise):
    hypotheses, conclusion = premise
    if symbol.arity:
        raise Refused("the symbol %s takes indices: no quantifier binds it" % symbol.name)
    for node in hypotheses:
        if symbol in node.atoms:
            raise Refused("the symbol %s must not occur in a hypothesis: %s" % (symbol.name, show(node)))
    return hypotheses, store.bind_symbol(symbol, conclusion)


@rule("A T")
def spec_sym(store, premise, term):
    if premise[1].op not in EVERY:
        raise Refused("expected a premise for all actions x: G or for all predicates p: G, found: %s"
                      % show(premise[1]))
    if premise[1].op == "every predicate" and not term.predicate:
        raise Refused("a predicate is needed, found the action: %s" % show(term))
    return premise[0], store.instantiate_symbol(premise[1], term)


@rule("A ITEM...")
def inst(store, premise, *items):
    mapping = {}
    for replaced, new in items:
        if replaced in mapping:
            name = replaced if isinstance(replaced, str) else replaced.name
            raise Refused("%s is replaced twice" % name)
        mapping[replaced] = new
    substitution = store.substitution(mapping)
    return store.shared(frozenset([substitution(node) for node in premise[0]])), substitution(premise[1])


@rule("I I A A")
def cases(store, index, other, equal, different):
    conclusion = different[1]
    expected = store.substitution({index: other})(conclusion)
    same(equal[1], expected, "the first premise must prove what the second does, with %s for %s"
         % (other, index))
    apart_formula = store.make("!=", None, (index, other))
    return store.union(equal[0], store.without(different[0], apart_formula)), conclusion


@rule("A")
def apart(store, premise):
    shape(premise[1], "!=", "a premise i != j")
    return premise[0], store.make("!=", None, premise[1].indices[::-1])


@rule("NAME T...")
def axiom(store, name, *terms):
    if name not in AXIOMS:
        raise Refused("there is no axiom %s" % quote(name))
    letters, formula = AXIOMS[name]
    if len(terms) != len(letters):
        raise Refused("the axiom %s takes %d terms, found %d" % (name, len(letters), len(terms)))
    if letters == "p" and not terms[0].predicate:
        raise Refused("the axiom %s takes a predicate, found the action: %s" % (name, show(terms[0])))
    return store.empty, store.equal(*formula(store, *terms))


@rule("T")
def refl(store, term):
    return store.empty, store.equal(term, term)


@rule("A")
def sym(store, premise):
    x, y = shape(premise[1], "=", "a premise x = y")
    return premise[0], store.equal(y, x)


def joined(store, first, second, left, right):
    """H + K |- left R&S right, where R and S are the relations of the premises."""
    relation = "=" if first[1].op == second[1].op == "=" else "<="
    return store.union(first[0], second[0]), store.make(relation, None, (), (left, right))


@rule("A A")
def trans(store, first, second):
    _, x, y = sides(first[1])
    _, middle, z = sides(second[1])
    same(middle, y, "the left side of the second premise must be the right side of the first")
    return joined(store, first, second, x, z)


@rule("A")
def le_intro(store, premise):
    left, right = shape(premise[1], "=", "a premise x + y = y")
    x, y = shape(left, "+", "a premise x + y = y, and a sum as its left side")
    same(right, y, "the right side of the premise must be the second summand")
    return premise[0], store.below(x, y)


@rule("A")
def le_elim(store, premise):
    x, y = shape(premise[1], "<=", "a premise x <= y")
    return premise[0], store.equal(store.plus(x, y), y)


@rule("A A")
def plus(store, first, second):
    _, x, x_new = sides(first[1])
    _, y, y_new = sides(second[1])
    return joined(store, first, second, store.plus(x, y), store.plus(x_new, y_new))


@rule("A A")
def seq(store, first, second):
    _, x, x_new = sides(first[1])
    _, y, y_new = sides(second[1])
    return joined(store, first, second, store.seq(x, y), store.seq(x_new, y_new))


@rule("A")
def star_r(store, premise):
    left, right = shape(premise[1], "<=", "a premise x y <= x")
    x, y = shape(left, ".", "a premise x y <= x, and a sequence as its left side")
    same(right, x, "the right side of the premise must be the first factor")
    return premise[0], store.equal(store.seq(x, store.star(y)), x)


@rule("A")
def star_l(store, premise):
    left, right = shape(premise[1], "<=", "a premise x y <= y")
    x, y = shape(left, ".", "a premise x y <= y, and a sequence as its left side")
    same(right, y, "the right side of the premise must be the second factor")
    return premise[0], store.equal(store.seq(store.star(x), y), y)


@rule("A")
def loop(store, premise):
    x, right = shape(premise[1], "<=", "a premise x <= y x + z")
    turn, z = shape(right, "+", "a premise x <= y x + z, and a sum as its right side")
    y, again = shape(turn, ".", "a premise x <= y x + z, and a sequence as the first summand")
    same(again, x, "the second factor in the first summand must be the left side of the premise")
    return premise[0], store.below(x, store.make("?", None, (), (y, z)))


@rule("T I")
def sum_upper(store, term, index):
    shape(term, "sum", "a sum over all processes")
    return store.empty, store.below(store.instantiate(term, index), term)


@rule("I A")
def sum_least(store, index, premise):
    x, y = shape(premise[1], "<=", "a premise x <= y")
    not_free(index, [y], "the right side of the premise")
    not_free(index, premise[0], "a hypothesis")
    return premise[0], store.below(store.bind("sum", index, x), y)


# In the next two rules the other factor goes below the binder. It has no loose indices, so it stays as it is;
# and nothing must be renamed, since bound indices have no names.

@rule("T T")
def sum_l(store, factor, term):
    y, = shape(term, "sum", "a sum over all processes as the second term")
    total = store.make("sum", None, (), (store.seq(factor, y),))
    return store.empty, store.equal(store.seq(factor, term), total)


@rule("T T")
def sum_r(store, term, factor):
    x, = shape(term, "sum", "a sum over all processes as the first term")
    total = store.make("sum", None, (), (store.seq(x, factor),))
    return store.empty, store.equal(store.seq(term, factor), total)


@rule("T I")
def prod_lower(store, term, index):
    shape(term, "prod", "a product over all processes")
    return store.empty, store.below(term, store.instantiate(term, index))


@rule("I A")
def prod_greatest(store, index, premise):
    r, p = shape(premise[1], "<=", "a premise r <= p")
    for side in (r, p):
        if not side.predicate:
            raise Refused("both sides of the premise must be predicates, found the action: %s" % show(side))
    not_free(index, [r], "the left side of the premise")
    not_free(index, premise[0], "a hypothesis")
    return premise[0], store.below(r, store.bind("prod", index, p))


@rule("T")
def unfold(store, term):
    shape(term, "d", "a term that applies a definition")
    return store.empty, store.equal(term, store.unfold(term))


# name -> (letters, function that gives both sides of the equation); p stands for predicates only
AXIOMS = {
    "plus_assoc": ("xyz", lambda s, x, y, z: (s.plus(s.plus(x, y), z), s.plus(x, s.plus(y, z)))),
    "plus_comm": ("xy", lambda s, x, y: (s.plus(x, y), s.plus(y, x))),
    "plus_idem": ("x", lambda s, x: (s.plus(x, x), x)),
    "plus_zero": ("x", lambda s, x: (s.plus(s.zero(), x), x)),
    "seq_assoc": ("xyz", lambda s, x, y, z: (s.seq(x, s.seq(y, z)), s.seq(s.seq(x, y), z))),
    "zero_seq": ("x", lambda s, x: (s.seq(s.zero(), x), s.zero())),
    "seq_zero": ("x", lambda s, x: (s.seq(x, s.zero()), s.zero())),
    "one_seq": ("x", lambda s, x: (s.seq(s.one(), x), x)),
    "seq_one": ("x", lambda s, x: (s.seq(x, s.one()), x)),
    "distrib_l": ("xyz", lambda s, x, y, z: (s.seq(x, s.plus(y, z)), s.plus(s.seq(x, y), s.seq(x, z)))),
    "distrib_r": ("xyz", lambda s, x, y, z: (s.seq(s.plus(x, y), z), s.plus(s.seq(x, z), s.seq(y, z)))),
    "star": ("x", lambda s, x: (s.star(x), s.plus(s.one(), s.plus(x, s.seq(s.star(x), s.star(x)))))),
    "loop": ("xy", lambda s, x, y: (s.make("?", None, (), (x, y)), s.plus(s.omega(x), s.seq(s.star(x), y)))),
    "omega": ("x", lambda s, x: (s.omega(x), s.seq(x, s.omega(x)))),
    "not_seq_r": ("p", lambda s, p: (s.seq(p, s.negation(p)), s.zero())),
    "not_seq_l": ("p", lambda s, p: (s.seq(s.negation(p), p), s.zero())),
    "not_plus": ("p", lambda s, p: (s.plus(p, s.negation(p)), s.one())),
}


# ------------------------------------------------------------------------------------------------------------
# The file
# ------------------------------------------------------------------------------------------------------------

class Theory:
    def __init__(self, name):
        self.name = name
        self.labels = set()
        self.listed = set()     # definitions
        self.names = {}         # (name, number of indices) -> Symbol or Definition
        self.report = []        # lines for the user

    def meet(self, thing):
        """Note a symbol or a listed definition of the theory; its name must be clear."""
        if isinstance(thing, Symbol):
            key = thing.name, thing.arity
        else:
            key = thing.name, 0 if thing.bracket else len(thing.parameters)
        if self.names.setdefault(key, thing) is not thing:
            raise Refused("the name %s with %d indices has two meanings in the theory" % key)


class Claim:
    def __init__(self, formula, hypotheses, label):
        self.formula, self.hypotheses, self.label = formula, hypotheses, label
        self.proved = False


class Certificate:
    """The tables that the lines read so far have filled. One method for each kind of line.

    A NUMBER can be written in one way only. So the keys of the tables are the fields as the file has them.
    """

    def __init__(self):
        self.store = Store()
        self.version = VERSIONS[0]
        self.symbols, self.terms, self.definitions, self.formulas = {}, {}, {}, {}
        self.hypotheses, self.claims, self.steps = {}, {}, {}
        self.symbol_keys, self.definition_keys = set(), set()
        self.theories = {}
        self.theory = None      # the present one
        self.ended = False
        self.kinds = {"y": self.symbol, "t": self.term, "d": self.definition, "f": self.formula,
                      "s": self.step, "theory": self.new_theory, "proved": self.proved, "end": self.end}
        self.item_kinds = {"definition": self.definition_item, "hypothesis": self.hypothesis,
                           "lemma": self.claim, "theorem": self.claim}

    def line(self, line):
        """Read one line, but for the first, without its line feed."""
        if self.ended:
            raise Refused("expected nothing after the `end` line")
        kind = line.partition(" ")[0]
        if kind in self.kinds:
            fields = line.split(" ")
            if "" in fields:
                raise Refused("expected fields separated by exactly one space")
            self.kinds[kind](fields)
        elif kind in self.item_kinds:
            self.item(line)
        else:
            raise Refused("there is no such kind of line: %s" % quote(kind))

    # Fields.

    @staticmethod
    def count(fields, expected, or_more=False):
        if len(fields) < expected or len(fields) > expected and not or_more:
            raise Refused("expected %s%d fields, found %d"
                          % ("at least " if or_more else "", expected, len(fields)))

    @staticmethod
    def next_number(table, field, what):
        if field != str(len(table)):
            raise Refused("expected the next %s number %d, found %s" % (what, len(table), quote(field)))

    @staticmethod
    def find(table, field, what):
        found = table.get(field)
        if found is None:
            raise Refused("expected the number of an earlier %s, found %s" % (what, quote(field)))
        return found

    @staticmethod
    def name(field):
        if not NAME.fullmatch(field) or field == "T" or field in KEYWORDS:
            raise Refused("expected a name, found %s" % quote(field))
        return field

    def distinct(self, fields):
        names = tuple(self.name(field) for field in fields)
        if len(set(names)) < len(names):
            raise Refused("the parameters must be distinct, found: %s" % " ".join(names))
        return names

    # Tables (sections 3 and 4).

    def symbol(self, fields):
        self.count(fields, 5)
        _, number, sort, name, arity = fields
        self.next_number(self.symbols, number, "symbol")
        if sort not in ("action", "predicate"):
            raise Refused("expected `action` or `predicate`, found %s" % quote(sort))
        if not NUMBER.fullmatch(arity):
            raise Refused("expected an arity, found %s" % quote(arity))
        key = sort, self.name(name), int(arity)
        if key in self.symbol_keys:
            raise Refused("the symbol %s is there already" % quote(" ".join(fields[2:])))
        self.symbol_keys.add(key)
        self.symbols[number] = Symbol(sort == "predicate", name, int(arity))

    def term(self, fields):
        self.count(fields, 3, or_more=True)
        number, op, rest = fields[1], fields[2], fields[3:]
        self.next_number(self.terms, number, "term")
        head, indices, parts = None, (), ()
        if op in ("0", "1"):
            self.count(fields, 3)
        elif op == "y":
            self.count(fields, 4, or_more=True)
            head = self.find(self.symbols, rest[0], "symbol")
            self.count(fields, 4 + head.arity)
            indices = tuple([self.name(field) for field in rest[1:]])
        elif op == "d":
            self.count(fields, 4, or_more=True)
            head = self.find(self.definitions, rest[0], "definition")
            self.count(fields, 4 + len(head.parameters))
            if head.bracket:
                parts = self.parts(self.terms, rest[1:], "term")
            else:
                indices = tuple([self.name(field) for field in rest[1:]])
        elif op in ("+", ".", "?"):
            self.count(fields, 5)
            parts = self.parts(self.terms, rest, "term")
        elif op in ("*", "w", "!"):
            self.count(fields, 4)
            parts = self.parts(self.terms, rest, "term")
        elif op in ("sum", "prod"):
            self.count(fields, 5)
            head = self.name(rest[0])
            parts = self.parts(self.terms, rest[1:], "term")
        else:
            raise Refused("there is no such kind of term: %s" % quote(op))
        self.terms[number] = self.written(op, head, indices, parts)

    def formula(self, fields):
        self.count(fields, 5)
        _, number, op, first, second = fields
        self.next_number(self.formulas, number, "formula")
        head, indices, parts = None, (), ()
        if op in ("=", "<="):
            parts = self.parts(self.terms, (first, second), "term")
        elif op == "!=":
            indices = self.name(first), self.name(second)
        elif op == "=>":
            parts = self.parts(self.formulas, (first, second), "formula")
        elif op == "all":
            head = self.name(first)
            parts = self.parts(self.formulas, (second,), "formula")
        elif op == "every":
            self.newer(op)
            head = self.find(self.symbols, first, "symbol")
            parts = self.parts(self.formulas, (second,), "formula")
            op = self.every(head, parts[0].node)
        else:
            raise Refused("there is no such kind of formula: %s" % quote(op))
        self.formulas[number] = self.written(op, head, indices, parts)

    def newer(self, word):
        if self.version == VERSIONS[0]:
            raise Refused("%s is not of version %s, which the first line tells" % (quote(word), self.version))

    @staticmethod
    def every(symbol, body):
        """The op of the quantifier over a symbol. In the body, its name must mean the symbol and nothing else."""
        if symbol.arity:
            raise Refused("the symbol %s takes indices: no quantifier binds it" % symbol.name)
        for atom in body.atoms:
            if isinstance(atom, Definition) and symbol in atom.symbols:
                raise Refused("the bound symbol %s is among the symbols of %s" % (symbol.name, atom.name))
            if isinstance(atom, Definition):
                indices = len(atom.parameters)          # a bracket has one or more
            else:
                indices = atom.arity if isinstance(atom, Symbol) else 1
            if atom is not symbol and not indices and atom.name == symbol.name:
                raise Refused("the name %s of the bound symbol has another meaning in: %s"
                              % (symbol.name, show(body)))
        return "every predicate" if symbol.predicate else "every action"

    def parts(self, table, fields, what):
        return tuple([self.find(table, field, what) for field in fields])

    def written(self, op, head, indices, parts):
        nodes = tuple([part.node for part in parts])
        if op in EVERY:
            node = self.store.bind_symbol(head, nodes[0])
        elif op in BINDERS:
            node = self.store.bind(op, head, nodes[0])
        else:
            node = self.store.make(op, head, indices, nodes)
        return Written(op, head, indices, parts, node)

    def definition(self, fields):
        self.count(fields, 4, or_more=True)
        number, name, parameters = fields[1], fields[2], fields[3:-1]
        self.next_number(self.definitions, number, "definition")
        written = self.find(self.terms, fields[-1], "term")
        atoms = written.node.atoms
        bracket = BRACKET.fullmatch(name) is not None
        if bracket:
            self.count(fields, 5, or_more=True)
            parameters = tuple(self.find(self.symbols, field, "symbol") for field in parameters)
            self.distinct([symbol.name for symbol in parameters])
            for symbol in parameters:
                if symbol.arity != 0:
                    raise Refused("a bracket's parameters have no indices, found: %s" % symbol.name)
            for used in atoms:
                if isinstance(used, Definition) and not used.symbols.isdisjoint(parameters):
                    raise Refused("a parameter is a symbol of %s, which occurs in the body" % used.name)
        else:
            parameters = self.distinct(parameters)
            self.name(name)
        free = sorted(atom for atom in atoms if isinstance(atom, str) and (bracket or atom not in parameters))
        if free:
            raise Refused("the index %s is free in the body, but not a parameter" % free[0])
        key = name, parameters, written.node
        if key in self.definition_keys:
            raise Refused("the same definition of %s is there already" % name)
        self.definition_keys.add(key)
        self.definitions[number] = Definition(name, bracket, parameters, written)

    # Steps (section 5).

    def step(self, fields):
        self.count(fields, 3, or_more=True)
        number, name, rest = fields[1], fields[2], fields[3:]
        self.next_number(self.steps, number, "step")
        if name not in RULES:
            raise Refused("there is no such rule: %s" % quote(name))
        if name in ("gen_sym", "spec_sym"):
            self.newer(name)
        kinds, function = RULES[name]
        if kinds[-1].endswith("..."):       # none or more of this kind
            self.count(fields, 2 + len(kinds), or_more=True)
            kinds = kinds[:-1] + [kinds[-1][:-3]] * (len(rest) + 1 - len(kinds))
        else:
            self.count(fields, 3 + len(kinds))
        self.steps[number] = function(self.store, *[self.argument(*pair) for pair in zip(kinds, rest)])

    def argument(self, kind, field):
        if kind == "A":
            return self.find(self.steps, field, "step")
        if kind == "F":
            return self.find(self.formulas, field, "formula").node
        if kind == "T":
            return self.find(self.terms, field, "term").node
        if kind == "Y":
            return self.find(self.symbols, field, "symbol")
        if kind == "I":
            return self.name(field)
        return self.substitution_item(field) if kind == "ITEM" else field

    def substitution_item(self, field):
        """(index, index) or (symbol, (parameters, term))"""
        left, equals, right = field.partition("=")
        if not equals:
            raise Refused("expected an item of a substitution, found %s" % quote(field))
        if left[:1] not in tuple("0123456789"):
            return self.name(left), self.name(right)
        left = left.split(",")
        symbol = self.find(self.symbols, left[0], "symbol")
        parameters = self.distinct(left[1:])
        if len(parameters) != symbol.arity:
            raise Refused("the symbol %s takes %d indices, found %d parameters"
                          % (symbol.name, symbol.arity, len(parameters)))
        term = self.find(self.terms, right, "term").node
        if symbol.predicate and not term.predicate:
            raise Refused("the symbol %s needs a predicate, found the action: %s" % (symbol.name, show(term)))
        return symbol, (parameters, term)

    # Items (section 6).

    def new_theory(self, fields):
        self.count(fields, 2)
        name = self.name(fields[1])
        if name in self.theories:
            raise Refused("there are two theories %s" % name)
        self.theory = self.theories[name] = Theory(name)

    def item(self, line):
        """Read `FIELDS (LABEL): TEXT`. What the method for the kind returns is printed after the text."""
        head, opening, rest = line.partition("(")
        label, closing, text = rest.partition(")")
        if not opening or not closing or not head.endswith(" ") or not text.startswith(": "):
            raise Refused("expected fields, a space, a label in parentheses, a colon, a space and a text")
        fields = head[:-1].split(" ")
        if "" in fields:
            raise Refused("expected fields separated by exactly one space")
        if not LABEL.fullmatch(label):
            raise Refused("expected a label of letters, digits, primes and , . - * ?, found %s" % quote(label))
        if self.theory is None:
            raise Refused("expected a `theory` line before the first item")
        if label in self.theory.labels:
            raise Refused("there are two items (%s) in the theory %s" % (label, self.theory.name))
        self.theory.labels.add(label)
        sources = self.item_kinds[fields[0]](fields, label, text[2:])
        self.theory.report.append("  %s (%s): %s%s" % (fields[0], label, text[2:], sources))

    def definition_item(self, fields, label, text):
        self.count(fields, 2)
        definition = self.find(self.definitions, fields[1], "definition")
        if definition in self.theory.listed:
            raise Refused("the definition %s is listed twice in the theory" % fields[1])
        indices, parts = definition.parameters, ()
        if definition.bracket:
            indices, parts = (), tuple(Written("y", symbol, (), (), None) for symbol in indices)
        applied = Written("d", definition, indices, parts, None)
        self.check_text(Written("=", None, (), (applied, definition.written), None), text)
        self.check_names(definition.written)
        if definition.bracket:
            for symbol in definition.parameters:
                self.theory.meet(symbol)
        self.theory.meet(definition)
        self.theory.listed.add(definition)
        return ""

    def hypothesis(self, fields, label, text):
        self.count(fields, 3)
        self.next_number(self.hypotheses, fields[1], "hypothesis")
        formula = self.item_formula(fields[2], text)
        self.hypotheses[fields[1]] = self.theory, len(self.hypotheses), formula, label
        return ""

    def claim(self, fields, label, text):
        self.count(fields, 3, or_more=True)
        self.next_number(self.claims, fields[1], "claim")
        formula = self.item_formula(fields[2], text)
        formulas, labels, before = set(), [], -1
        for field in fields[3:]:
            theory, position, hypothesis, name = self.find(self.hypotheses, field, "hypothesis")
            if theory is not self.theory:
                raise Refused("the hypothesis %s is of another theory, %s" % (field, theory.name))
            if position <= before:
                raise Refused("expected hypotheses in ascending order, none twice, found %s" % quote(field))
            before = position
            formulas.add(hypothesis)
            labels.append("(%s)" % name)
        self.claims[fields[1]] = Claim(formula, frozenset(formulas), label)
        return "   [from %s]" % (", ".join(labels) or "no hypotheses")

    def item_formula(self, field, text):
        written = self.find(self.formulas, field, "formula")
        free = sorted(atom for atom in written.node.atoms if isinstance(atom, str))
        if free:
            raise Refused("the index %s is free in the formula" % free[0])
        self.check_text(written, text)
        self.check_names(written)
        return written.node

    @staticmethod
    def check_text(written, text):
        position = 0
        for piece in render(written):
            if not text.startswith(piece, position):
                break
            position += len(piece)
        else:
            if position == len(text):
                return
        raise Refused("the text is not that of the formula, from character %d on: expected: %s, found: %s"
                      % (position + 1, show(written), quote(text)))

    def check_names(self, written):
        """Walk through an item as a tree, which is not larger than the text that has been checked before."""
        scope = set()           # names of the binders around
        stack = [written]
        while stack:
            tree = stack.pop()
            if isinstance(tree, (str, Symbol)):
                scope.remove(tree)      # all that stood below this binder is done
                continue
            if tree.op in BINDERS:
                # What binds a symbol takes its name, and the symbol itself: it is none of the theory's there.
                heads = (tree.head.name, tree.head) if tree.op in EVERY else (tree.head,)
                if heads[0] in scope:
                    raise Refused("a binder of %s stands in the scope of another one" % heads[0])
                scope.update(heads)
                stack.extend(heads)
            elif tree.op == "y":
                if tree.head not in scope:
                    self.theory.meet(tree.head)
            elif tree.op == "d" and tree.head not in self.theory.listed:
                # What a listed definition uses was listed before it: no need to look into its body.
                raise Refused("the definition of %s is used, but not listed in the theory" % tree.head.name)
            stack.extend(tree.parts)

    def proved(self, fields):
        self.count(fields, 3)
        claim = self.find(self.claims, fields[1], "claim")
        hypotheses, conclusion = self.find(self.steps, fields[2], "step")
        if claim.proved:
            raise Refused("the claim %s, (%s), is proved twice" % (fields[1], claim.label))
        same(conclusion, claim.formula, "step %s does not prove the claim (%s)" % (fields[2], claim.label))
        for formula in hypotheses - claim.hypotheses:
            raise Refused("step %s has a hypothesis that the claim (%s) has not: %s"
                          % (fields[2], claim.label, show(formula)))
        for formula in claim.hypotheses - hypotheses:
            raise Refused("step %s lacks a hypothesis of the claim (%s): %s"
                          % (fields[2], claim.label, show(formula)))
        claim.proved = True

    # The end (section 7).

    def end(self, fields):
        expected = ["end"]
        for letter, table in zip("ytdfhcs", (self.symbols, self.terms, self.definitions, self.formulas,
                                             self.hypotheses, self.claims, self.steps)):
            expected += [letter, str(len(table))]
        if fields != expected:
            raise Refused("the counts are wrong: expected %s, found %s"
                          % (quote(" ".join(expected)), quote(" ".join(fields))))
        for number, claim in self.claims.items():
            if not claim.proved:
                raise Refused("the claim %s, (%s), is not proved" % (number, claim.label))
        if not self.claims:
            raise Refused("expected at least one claim")
        self.ended = True

    def report(self):
        for theory in self.theories.values():
            yield "theory %s" % theory.name
            for thing in theory.names.values():
                if isinstance(thing, Symbol):
                    yield "  %s %s%s" % ("predicate" if thing.predicate else "action", thing.name,
                                         "" if not thing.arity else " with 1 index" if thing.arity == 1 else
                                         " with %d indices" % thing.arity)
            yield from theory.report

    def summary(self):
        return "accepted: theories %d, claims %d, steps %d" % (
            len(self.theories), len(self.claims), len(self.steps))


def decode(raw):
    """The text of a line, without the line feed."""
    if len(raw) > LINE_LIMIT:
        raise limit("bytes in a line", LINE_LIMIT)
    if not raw.endswith(b"\n"):
        raise Refused("the line does not end with a line feed: the file is cut off")
    try:
        line = raw[:-1].decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("not UTF-8 from byte %d on" % (error.start + 1))
    found = FORBIDDEN.search(line)
    if found:
        raise Refused("the character U+%04X is not allowed" % ord(found.group()))
    return line


def check_first(line):
    fields = line.split(" ")
    if fields[:2] != ["reductio", "certificate"] or len(fields) != 3:
        raise Refused("expected the first line `reductio certificate %s`, found %s" % (VERSIONS[0], quote(line)))
    if fields[2] not in VERSIONS:
        raise Refused("found a certificate of version %s; this verifier knows only versions %s" %
                      (quote(fields[2]), " and ".join(VERSIONS)))
    return fields[2]


def verify(path):
    """The Certificate in the file, if it is accepted; otherwise raise Refused, with the place in the text."""
    certificate = Certificate()
    number, raw = 0, b""
    try:
        with open(path, "rb") as file:
            while True:
                raw = file.readline(LINE_LIMIT + 1)
                if not raw:
                    break
                number += 1
                line = decode(raw)
                if number == 1:
                    certificate.version = check_first(line)
                else:
                    certificate.line(line)
        if not number:
            raise Refused("the file is empty")
        if not certificate.ended:
            raise Refused("the file has no `end` line: it is cut off")
    except (Refused, MemoryError) as error:
        reason = error if isinstance(error, Refused) else "a limit of this verifier: the memory is used up"
        step = "step %d: " % len(certificate.steps) if raw.startswith(b"s ") else ""
        raise Refused("%s:%d: %s%s" % (path, max(number, 1), step, reason)) from None
    return certificate


def main(arguments):
    quiet = "--quiet" in arguments
    paths = [argument for argument in arguments if argument != "--quiet"]
    if len(paths) != 1 or paths[0].startswith("-"):
        print("usage: verify.py FILE [--quiet]", file=sys.stderr)
        return 3
    gc.disable()        # nothing here is cyclic, and looking for cycles among so many nodes takes long
    try:
        certificate = verify(paths[0])
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except OSError as error:
        print("%s: cannot be read: %s" % (paths[0], error.strerror), file=sys.stderr)
        return 3
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        if not quiet:
            for line in certificate.report():
                print(line)
        print(certificate.summary())
        sys.stdout.flush()
    except OSError as error:
        print("cannot write: %s" % error.strerror, file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
