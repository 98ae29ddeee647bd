#!/usr/bin/env python3
"""Tests of verify.py: python3 test_verify.py

Files are written here with words like $x in place of numbers; `number` puts the numbers in. The word where a
line has its own number is the one that later lines refer to it by.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True     # leave nothing beside the certificate format

import verify       # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
VERIFIER = os.path.join(HERE, "verify.py")


def number(text):
    """The lines of the text, with numbers for the $words."""
    numbers, counts, lines = {}, {}, []
    for line in text.split("\n"):
        line = line.lstrip(" ")
        if not line:
            continue
        fields = line.split(" ")
        if len(fields) > 1 and fields[1].startswith("$"):
            kind = "claim" if fields[0] in ("lemma", "theorem") else fields[0]
            if fields[0] in ("y", "t", "d", "f", "s", "hypothesis", "lemma", "theorem"):
                counts[kind] = counts.get(kind, -1) + 1
                numbers[fields[1]] = str(counts[kind])
        for word in sorted(numbers, key=len, reverse=True):
            line = line.replace(word, numbers[word])
        lines.append(line)
    return lines


def example():
    """The example of section 10, as the document has it."""
    with open(os.path.join(HERE, "FORMAT.md"), encoding="utf-8") as file:
        section = file.read().split("## 10. Example")[1]
    return [line[4:] for line in section.split("\n") if line.startswith("    ")]


# What the tests of the rules start from: $X is the symbol of the term $x; $xy is the term x y, $x_y is x + y.
TABLES = """
y $X action x 0
y $Y action y 0
y $Z action z 0
y $P predicate p 0
y $U action u 1
y $Q predicate q 1
y $V action v 2
t $x y $X
t $y y $Y
t $z y $Z
t $p y $P
t $zero 0
t $one 1
t $ui y $U i
t $uj y $U j
t $qi y $Q i
t $qj y $Q j
t $vij y $V i j
t $sumu sum i $ui
t $sumx sum i $x
t $prodq prod i $qi
t $xx . $x $x
t $xy . $x $y
t $yx . $y $x
t $x_y + $x $y
t $x_x + $x $x
t $yx_z + $yx $z
t $xy_z + $xy $z
t $notp ! $p
f $Fx=y = $x $y
f $Fy=z = $y $z
f $Fx<=y <= $x $y
f $Fy<=z <= $y $z
f $Fx_y=y = $x_y $y
f $Fx_y=x = $x_y $x
f $Fx_x=x = $x_x $x
f $Fxx<=x <= $xx $x
f $Fxy<=x <= $xy $x
f $Fxy<=y <= $xy $y
f $Floop <= $x $yx_z
f $Fnoloop <= $x $xy_z
f $Fi!=j != i j
f $Fj!=i != j i
f $Fui<=y <= $ui $y
f $Fuj<=y <= $uj $y
f $Fui<=ui <= $ui $ui
f $Fp<=qi <= $p $qi
f $Fp<=ui <= $p $ui
f $Fui<=p <= $ui $p
f $Fqi<=qi <= $qi $qi
f $Fimp => $Fx=y $Fy=z
f $Fall all i $Fui<=y
f $Fz<=y <= $z $y
f $Ez every $Z $Fz<=y
f $Fp<=y <= $p $y
f $Ep every $P $Fp<=y
f $Fx<=z <= $x $z
f $Ex every $X $Fx<=z
f $Ezx every $Z $Ex
f $Fui<=z <= $ui $z
f $Alluz all i $Fui<=z
f $Ezi every $Z $Alluz
d $N N i $ui
d $B []' $X $xy
d $E e $x
"""

# For each rule: steps, and what the last one proves, or in which words it is refused.
ACCEPTED = [
    ("assume", "s $a assume $Fx=y", "x = y |- x = y"),
    ("discharge", "s $a assume $Fx=y; s $b discharge $Fx=y $a", "|- x = y => x = y"),
    ("discharge", "s $a assume $Fx=y; s $b discharge $Fy=z $a", "x = y |- y = z => x = y"),
    ("mp", "s $a assume $Fimp; s $b assume $Fx=y; s $c mp $a $b", "x = y, x = y => y = z |- y = z"),
    ("gen", "s $a assume $Fui<=y; s $b gen j $a", "u_i <= y |- for all #1: u_i <= y"),
    ("gen", "s $a assume $Fui<=y; s $b discharge $Fui<=y $a; s $c gen i $b",
     "|- for all #1: u_#1 <= y => u_#1 <= y"),
    ("spec", "s $a assume $Fall; s $b spec $a j", "for all #1: u_#1 <= y |- u_j <= y"),
    ("gen_sym", "s $a refl $xy; s $b gen_sym $X $a", "|- for all actions #1: #1 y = #1 y"),
    ("gen_sym", "s $a assume $Fx=y; s $b gen_sym $Z $a", "x = y |- for all actions #1: x = y"),
    ("gen_sym", "t $e d $E; s $a unfold $e; s $b gen_sym $X $a", "|- for all actions #1: #1 = #1"),
    ("gen_sym", "t $e d $E; s $a unfold $e; s $b gen_sym $Y $a", "|- for all actions #1: e = x"),
    ("gen_sym", "t $by d $B $y; s $a unfold $by; s $b gen_sym $Y $a", "|- for all actions #1: #1 #1 = #1 #1"),
    ("gen_sym", "s $a assume $Fui<=y; s $b discharge $Fui<=y $a; s $c gen_sym $Y $b; s $d gen i $c",
     "|- for all #1: for all actions #2: u_#1 <= #2 => u_#1 <= #2"),
    ("spec_sym", "s $a assume $Ez; s $b spec_sym $a $ui", "for all actions #1: #1 <= y |- u_i <= y"),
    ("spec_sym", "s $a assume $Ez; s $b spec_sym $a $p", "for all actions #1: #1 <= y |- p <= y"),
    ("spec_sym", "s $a assume $Ep; s $b spec_sym $a $notp", "for all predicates #1: #1 <= y |- !p <= y"),
    ("spec_sym", "s $a assume $Ezx; s $b spec_sym $a $xy; s $c spec_sym $b $x",
     "for all actions #1, #2: #2 <= #1 |- x <= x y"),
    ("spec_sym", "s $a assume $Ezi; s $b spec_sym $a $sumu",
     "for all actions #1: for all #2: u_#2 <= #1 |- for all #1: u_#1 <= (+#2 : u_#2)"),
    ("spec_sym", "s $a assume $Ezi; s $b spec_sym $a $ui; s $c spec $b i",
     "for all actions #1: for all #2: u_#2 <= #1 |- u_i <= u_i"),
    ("inst", "s $a assume $Ez; s $b inst $a $Y=$z $Z=$x", "for all actions #1: #1 <= z |- for all actions #1: #1 <= z"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $X=$y $Y=$x", "y = x |- y = x"),
    ("inst", "s $a assume $Fui<=y; s $b inst $a i=j $U,k=$ui $Y=$ui", "u_i <= u_i |- u_i <= u_i"),
    ("inst", "s $a assume $Fall; s $b inst $a $Y=$ui", "for all #1: u_#1 <= u_i |- for all #1: u_#1 <= u_i"),
    ("inst", "s $a assume $Fx=y; s $b inst $a", "x = y |- x = y"),
    ("cases", "s $a assume $Fuj<=y; s $b assume $Fui<=y; s $c cases i j $a $b",
     "u_i <= y, u_j <= y |- u_i <= y"),
    ("apart", "s $a assume $Fi!=j; s $b apart $a", "i != j |- j != i"),
    ("refl", "s $a refl $x", "|- x = x"),
    ("sym", "s $a assume $Fx=y; s $b sym $a", "x = y |- y = x"),
    ("trans", "s $a assume $Fx=y; s $b assume $Fy=z; s $c trans $a $b", "x = y, y = z |- x = z"),
    ("trans", "s $a assume $Fx=y; s $b assume $Fy<=z; s $c trans $a $b", "x = y, y <= z |- x <= z"),
    ("le_intro", "s $a assume $Fx_y=y; s $b le_intro $a", "x + y = y |- x <= y"),
    ("le_elim", "s $a assume $Fx<=y; s $b le_elim $a", "x <= y |- x + y = y"),
    ("plus", "s $a assume $Fx=y; s $b assume $Fy<=z; s $c plus $a $b", "x = y, y <= z |- x + y <= y + z"),
    ("seq", "s $a assume $Fx=y; s $b assume $Fy=z; s $c seq $a $b", "x = y, y = z |- x y = y z"),
    ("star_r", "s $a assume $Fxy<=x; s $b star_r $a", "x y <= x |- x y* = x"),
    ("star_l", "s $a assume $Fxy<=y; s $b star_l $a", "x y <= y |- x* y = y"),
    ("loop", "s $a assume $Floop; s $b loop $a", "x <= y x + z |- x <= y ? z"),
    ("sum_upper", "s $a sum_upper $sumu j", "|- u_j <= (+#1 : u_#1)"),
    ("sum_least", "s $a sum_upper $sumu i; s $b sum_least i $a",
     "|- (+#1 : u_#1) <= (+#1 : u_#1)"),
    ("sum_l", "s $a sum_l $ui $sumu", "|- u_i (+#1 : u_#1) = (+#1 : u_i u_#1)"),
    ("sum_r", "s $a sum_r $sumu $ui", "|- (+#1 : u_#1) u_i = (+#1 : u_#1 u_i)"),
    ("prod_lower", "s $a prod_lower $prodq j", "|- (.#1 : q_#1) <= q_j"),
    ("prod_greatest", "s $a prod_lower $prodq i; s $b prod_greatest i $a", "|- (.#1 : q_#1) <= (.#1 : q_#1)"),
    ("unfold", "t $nj d $N j; s $a unfold $nj", "|- N_j = u_j"),
    ("unfold", "t $by d $B $y; s $a unfold $by", "|- [y]' = y y"),
]

REFUSED = [
    ("assume", "s $a assume $Fx=y $Fx=y", "expected 4 fields, found 5"),
    ("assume", "s $a assume 999", "expected the number of an earlier formula, found `999`"),
    ("discharge", "s $a discharge $Fx=y 0", "expected the number of an earlier step, found `0`"),
    ("mp", "s $a assume $Fx=y; s $b mp $a $a", "expected a first premise F => G, found: x = y"),
    ("mp", "s $a assume $Fimp; s $b assume $Fy=z; s $c mp $a $b",
     "must prove the left side of the first: expected: x = y, found: y = z"),
    ("gen", "s $a assume $Fui<=y; s $b gen i $a", "i must not be free in a hypothesis: u_i <= y"),
    ("spec", "s $a assume $Fui<=y; s $b spec $a i", "expected a premise for all i: G, found: u_i <= y"),
    ("gen_sym", "s $a assume $Fx=y; s $b gen_sym $X $a", "the symbol x must not occur in a hypothesis: x = y"),
    ("gen_sym", "t $e d $E; f $f = $e $y; s $a assume $f; s $b gen_sym $X $a",
     "the symbol x must not occur in a hypothesis: e = y"),
    ("gen_sym", "s $a refl $ui; s $b gen_sym $U $a", "the symbol u takes indices: no quantifier binds it"),
    ("gen_sym", "s $a refl $x; s $b gen_sym 99 $a", "expected the number of an earlier symbol, found `99`"),
    ("spec_sym", "s $a assume $Ep; s $b spec_sym $a $x", "a predicate is needed, found the action: x"),
    ("spec_sym", "s $a assume $Fall; s $b spec_sym $a $x", "expected a premise for all actions x: G"),
    ("spec", "s $a assume $Ez; s $b spec $a i", "expected a premise for all i: G, found: for all actions #1"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $X=$y $X=$z", "x is replaced twice"),
    ("inst", "s $a assume $Fui<=y; s $b inst $a i=j i=k", "i is replaced twice"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $P=$y", "the symbol p needs a predicate, found the action: y"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $U=$y", "the symbol u takes 1 indices, found 0 parameters"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $V,i,i=$y", "the parameters must be distinct, found: i i"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $X", "expected an item of a substitution, found `0`"),
    ("inst", "s $a assume $Fx=y; s $b inst $a $X=999", "expected the number of an earlier term, found `999`"),
    ("inst", "s $a assume $Fx=y; s $b inst $a i=T", "expected a name, found `T`"),
    ("cases", "s $a assume $Fx=y; s $b assume $Fui<=y; s $c cases i j $a $b",
     "with j for i: expected: u_j <= y, found: x = y"),
    ("cases", "s $a assume $Fui<=y; s $b assume $Fuj<=y; s $c cases i j $a $b",
     "with j for i: expected: u_j <= y, found: u_i <= y"),
    ("apart", "s $a assume $Fx=y; s $b apart $a", "expected a premise i != j, found: x = y"),
    ("axiom", "s $a axiom omego $x", "there is no axiom `omego`"),
    ("axiom", "s $a axiom omega", "the axiom omega takes 1 terms, found 0"),
    ("axiom", "s $a axiom plus_comm $x $y $z", "the axiom plus_comm takes 2 terms, found 3"),
    ("axiom", "s $a axiom not_plus $x", "the axiom not_plus takes a predicate, found the action: x"),
    ("axiom", "s $a axiom not_seq_l $x", "the axiom not_seq_l takes a predicate, found the action: x"),
    ("axiom", "s $a axiom not_seq_r $ui", "the axiom not_seq_r takes a predicate, found the action: u_i"),
    ("refl", "s $a refl i", "expected the number of an earlier term, found `i`"),
    ("sym", "s $a assume $Fx<=y; s $b sym $a", "expected a premise x = y, found: x <= y"),
    ("trans", "s $a assume $Fx=y; s $b trans $a $a",
     "must be the right side of the first: expected: y, found: x"),
    ("trans", "s $a assume $Fi!=j; s $b trans $a $a", "expected a premise x = y or x <= y, found: i != j"),
    ("le_intro", "s $a assume $Fx_y=x; s $b le_intro $a", "be the second summand: expected: y, found: x"),
    ("le_intro", "s $a assume $Fx=y; s $b le_intro $a", "and a sum as its left side, found: x"),
    ("le_intro", "s $a assume $Fx<=y; s $b le_intro $a", "expected a premise x + y = y, found: x <= y"),
    ("le_elim", "s $a assume $Fx=y; s $b le_elim $a", "expected a premise x <= y, found: x = y"),
    ("plus", "s $a assume $Fimp; s $b refl $x; s $c plus $b $a", "expected a premise x = y or x <= y"),
    ("seq", "s $a assume $Fi!=j; s $b refl $x; s $c seq $a $b", "expected a premise x = y or x <= y"),
    ("star_r", "s $a assume $Fxy<=y; s $b star_r $a", "must be the first factor: expected: x, found: y"),
    ("star_r", "s $a assume $Fx<=y; s $b star_r $a", "a sequence as its left side, found: x"),
    ("star_r", "s $a assume $Fx=y; s $b star_r $a", "expected a premise x y <= x, found: x = y"),
    ("star_l", "s $a assume $Fxy<=x; s $b star_l $a", "must be the second factor: expected: y, found: x"),
    ("star_l", "s $a assume $Fx=y; s $b star_l $a", "expected a premise x y <= y, found: x = y"),
    ("loop", "s $a assume $Fnoloop; s $b loop $a", "the left side of the premise: expected: x, found: y"),
    ("loop", "s $a assume $Fx<=y; s $b loop $a", "a sum as its right side, found: y"),
    ("loop", "s $a assume $Fx=y; s $b loop $a", "expected a premise x <= y x + z, found: x = y"),
    ("sum_upper", "s $a sum_upper $prodq i", "expected a sum over all processes, found: (.#1 : q_#1"),
    ("sum_least", "s $a assume $Fui<=y; s $b sum_least i $a", "i must not be free in a hypothesis: u_i <= y"),
    ("sum_least", "s $a assume $Fui<=ui; s $b sum_least i $a",
     "i must not be free in the right side of the premise: u_i"),
    ("sum_least", "s $a refl $x; s $b sum_least i $a", "expected a premise x <= y, found: x = x"),
    ("sum_l", "s $a sum_l $sumu $x", "expected a sum over all processes as the second term, found: x"),
    ("sum_r", "s $a sum_r $x $sumu", "expected a sum over all processes as the first term, found: x"),
    ("prod_lower", "s $a prod_lower $sumu i", "expected a product over all processes, found: (+#1 : u_#1"),
    ("prod_greatest", "s $a assume $Fp<=qi; s $b prod_greatest i $a",
     "i must not be free in a hypothesis: p <= q_i"),
    ("prod_greatest", "s $a assume $Fqi<=qi; s $b prod_greatest i $a",
     "i must not be free in the left side of the premise: q_i"),
    ("prod_greatest", "s $a assume $Fp<=ui; s $b prod_greatest j $a", "be predicates, found the action: u_i"),
    ("prod_greatest", "s $a assume $Fui<=p; s $b prod_greatest j $a", "be predicates, found the action: u_i"),
    ("prod_greatest", "s $a refl $p; s $b prod_greatest i $a", "expected a premise r <= p, found: p = p"),
    ("unfold", "s $a unfold $x", "expected a term that applies a definition, found: x"),
    ("no rule", "s $a sorry $x", "there is no such rule: `sorry`"),
    ("number", "s 1 refl $x", "expected the next step number 0, found `1`"),
    ("number", "s 00 refl $x", "expected the next step number 0, found `00`"),
    ("number", "s 0 refl 00", "expected the number of an earlier term, found `00`"),
]

AXIOMS = {
    "plus_assoc": (3, "(x + y) + p = x + y + p"),
    "plus_comm": (2, "x + y = y + x"),
    "plus_idem": (1, "x + x = x"),
    "plus_zero": (1, "0 + x = x"),
    "seq_assoc": (3, "x y p = (x y) p"),
    "zero_seq": (1, "0 x = 0"),
    "seq_zero": (1, "x 0 = 0"),
    "one_seq": (1, "1 x = x"),
    "seq_one": (1, "x 1 = x"),
    "distrib_l": (3, "x (y + p) = x y + x p"),
    "distrib_r": (3, "(x + y) p = x p + y p"),
    "star": (1, "x* = 1 + x + x* x*"),
    "loop": (2, "x ? y = x^w + x* y"),
    "omega": (1, "x^w = x x^w"),
    "not_seq_r": (0, "p !p = 0"),
    "not_seq_l": (0, "!p p = 0"),
    "not_plus": (0, "p + !p = 1"),
}


def read(text):
    """A Certificate of version 2 that has read the lines."""
    certificate = verify.Certificate()
    certificate.version = "2"
    for line in number(text):
        certificate.line(line)
    return certificate


def last(certificate):
    """What the last step proves."""
    hypotheses, conclusion = list(certificate.steps.values())[-1]
    left = ", ".join(sorted(verify.show(formula) for formula in hypotheses))
    return (left + " |- " if left else "|- ") + verify.show(conclusion)


class Refusals(unittest.TestCase):
    def refused(self, text, reason):
        with self.assertRaises(verify.Refused) as refusal:
            read(text)
        self.assertIn(reason, str(refusal.exception))


class Rules(Refusals):
    def test_accepted(self):
        for name, steps, proved in ACCEPTED:
            with self.subTest(rule=name, steps=steps):
                self.assertEqual(last(read(TABLES + steps.replace("; ", "\n"))), proved)

    def test_refused(self):
        for name, steps, reason in REFUSED:
            with self.subTest(rule=name, steps=steps):
                self.refused(TABLES + steps.replace("; ", "\n"), reason)

    def test_every_rule_is_tested(self):
        for table, others in ((ACCEPTED, {"axiom"}), (REFUSED, set())):
            self.assertLessEqual(set(verify.RULES), {name for name, _, _ in table} | others)

    def test_axioms(self):
        self.assertEqual(set(AXIOMS), set(verify.AXIOMS))
        for name, (count, formula) in AXIOMS.items():
            with self.subTest(axiom=name):
                terms = " ".join(["$x", "$y", "$p"][:count] or ["$p"])
                self.assertEqual(last(read(TABLES + "s $a axiom %s %s" % (name, terms))), "|- " + formula)

    def test_cases_leaves_out_one_formula_only(self):
        # From i != j and j != i, by weakening with `discharge` and `mp`, to a sequent with both.
        steps = """
            s $a assume $Fi!=j
            s $b assume $Fj!=i
            s $c refl $x
            s $d discharge $Fi!=j $c
            s $e mp $d $a
            s $f discharge $Fj!=i $e
            s $g mp $f $b
            """
        self.assertEqual(last(read(TABLES + steps)), "i != j, j != i |- x = x")
        self.assertEqual(last(read(TABLES + steps + "s $h cases i j $c $g")), "j != i |- x = x")


class Substitution(Refusals):
    """Where a name could be captured."""

    def proves(self, text, proved):
        self.assertEqual(last(read(TABLES + text)), proved)

    def test_symbol_below_a_binder(self):
        # The parameter k becomes the bound index, whatever binders the new term has; the free j stays free.
        self.proves("""
            t $vkj y $V k j
            t $vil y $V i l
            t $suml sum l $vkj
            t $new . $suml $vkj
            s $a refl $sumu
            s $b inst $a $U,k=$new j=i
            """, "|- (+#1 : (+#2 : v_{#1,j}) v_{#1,j}) = (+#1 : (+#2 : v_{#1,j}) v_{#1,j})")

    def test_all_at_once(self):
        self.proves("""
            s $a refl $vij
            s $b inst $a i=j j=i
            """, "|- v_{j,i} = v_{j,i}")
        self.proves("""
            t $vji y $V j i
            s $a refl $vij
            s $b inst $a $V,i,j=$vji
            """, "|- v_{j,i} = v_{j,i}")

    def test_free_index_below_a_binder_of_its_name(self):
        self.proves("""
            t $sum sum i $vij
            s $a refl $sum
            s $b inst $a j=i
            """, "|- (+#1 : v_{#1,i}) = (+#1 : v_{#1,i})")
        self.proves("""
            t $sum sum i $vij
            s $a refl $sum
            s $b discharge $Fx=y $a
            s $c gen j $b
            s $d spec $c i
            """, "|- x = y => (+#1 : v_{#1,i}) = (+#1 : v_{#1,i})")
        self.proves("""
            t $sum sum i $vij
            t $double sum j $sum
            s $a sum_upper $double i
            """, "|- (+#1 : v_{#1,i}) <= (+#1,#2 : v_{#2,#1})")

    def test_factor_below_a_binder_of_its_name(self):
        self.proves("s $a sum_l $ui $sumu", "|- u_i (+#1 : u_#1) = (+#1 : u_i u_#1)")

    def test_definition_that_stays(self):
        self.proves("""
            t $nj d $N j
            s $a refl $nj
            s $b inst $a j=k $X=$y
            """, "|- N_k = N_k")

    def test_definition_that_is_unfolded(self):
        self.proves("""
            t $nj d $N j
            t $sum sum j $nj
            s $a refl $sum
            s $b inst $a $U,k=$uj
            """, "|- (+#1 : u_j) = (+#1 : u_j)")

    def test_parameter_of_a_bracket_is_local(self):
        self.proves("""
            t $bx d $B $x
            s $a refl $bx
            s $b inst $a $X=$z
            """, "|- [z]' = [z]'")
        self.proves("""
            t $bx d $B $x
            s $a refl $bx
            s $b inst $a $Y=$z
            """, "|- x z = x z")
        self.proves("""
            t $bx d $B $x
            s $a refl $bx
            s $b inst $a $Y=$x $X=$z
            """, "|- z x = z x")

    def test_definition_in_a_definition(self):
        self.proves("""
            t $ni d $N i
            t $sumn sum i $ni
            d $M M $sumn
            t $m d $M
            s $a refl $m
            s $b inst $a $U,k=$x
            """, "|- (+#1 : x) = (+#1 : x)")

    def test_bracket_argument_below_binders_of_the_body(self):
        # [x] = (+k : x v_{k,k}); its argument u_i is bound outside, by another binder.
        self.proves("""
            t $vkk y $V k k
            t $xv . $x $vkk
            t $body sum k $xv
            d $C [] $X $body
            t $cu d $C $ui
            t $sum sum i $cu
            s $a refl $sum
            s $b inst $a $V,i,j=$vij $U,i=$ui
            s $c inst $a $V,i,j=$y
            """, "|- (+#1,#2 : u_#1 y) = (+#1,#2 : u_#1 y)")


SMALL = """
y $X action x 0
y $Y action y 0
y $P predicate x 0
y $U action u 1
y $W predicate w 0
t $x y $X
t $y y $Y
t $px y $P
t $ui y $U i
t $w y $W
t $sum sum i $ui
t $both . $ui $sum
t $twice sum i $both
f $Fx=x = $x $x
f $Fy=y = $y $y
f $Fpx=px = $px $px
f $Fx=px = $x $px
f $Fui=ui = $ui $ui
f $Ftwice = $twice $x
f $Fall all i $Fui=ui
d $N n i $ui
d $M m $sum
t $m d $M
t $ni d $N i
f $Fm=x = $m $x
t $mm . $m $m
d $K k $mm
theory A
"""


class Lines(Refusals):
    def test_tables(self):
        for lines, reason in [
                ("y 9 action z 0", "expected the next symbol number 5, found `9`"),
                ("y $S action x 0", "the symbol `action x 0` is there already"),
                ("y $S thing z 0", "expected `action` or `predicate`, found `thing`"),
                ("y $S action T 0", "expected a name, found `T`"),
                ("y $S action ω 0", "expected a name, found `ω`"),
                ("y $S action all 0", "expected a name, found `all`"),
                ("y $S action theory 0", "expected a name, found `theory`"),
                ("t $t sum for $ui", "expected a name, found `for`"),
                ("y $S action aΓ 0", "expected a name, found `aΓ`"),
                ("y $S action a' 00", "expected an arity, found `00`"),
                ("y $S action a' ٣", "expected an arity, found `٣`"),
                ("t $t ! $x", "! needs a predicate, found an action in: !x"),
                ("t $t prod i $ui", "prod needs a predicate, found an action in: (.#1 : u_#1)"),
                ("t $t y $U", "expected 5 fields, found 4"),
                ("t $t y $U i j", "expected 5 fields, found 6"),
                ("t $t + $x", "expected 5 fields, found 4"),
                ("t $t & $x $x", "there is no such kind of term: `&`"),
                ("t $t + $x 99", "expected the number of an earlier term, found `99`"),
                ("t $t d $N", "expected 5 fields, found 4"),
                ("t $t  + $x $x", "separated by exactly one space"),
                ("t $t 0 ", "separated by exactly one space"),
                ("f $f < $x $x", "there is no such kind of formula: `<`"),
                ("f $f all T $Fui=ui", "expected a name, found `T`"),
                ("f $e every $U $Fui=ui", "the symbol u takes indices: no quantifier binds it"),
                ("f $e every 99 $Fui=ui", "expected the number of an earlier symbol, found `99`"),
                ("d $d e $x\nt $e d $d\nf $f = $e $e\nf $g every $X $f",
                 "the bound symbol x is among the symbols of e"),
                ("f $f = $x $px\nf $g every $X $f", "the name x of the bound symbol has another meaning"),
                ("d $d x $w\nt $e d $d\nf $f = $e $x\nf $g every $X $f",
                 "the name x of the bound symbol has another meaning"),
                ("d $d e $ui", "the index i is free in the body, but not a parameter"),
                ("d $d e i i $ui", "the parameters must be distinct, found: i i"),
                ("d $d n i $ui", "the same definition of n is there already"),
                ("d $d [] $X $ui", "the index i is free in the body"),
                ("d $d [] $x", "expected at least 5 fields, found 4"),
                ("d $d [] $U $x", "a bracket's parameters have no indices, found: u"),
                ("d $d [] $X $P $x", "the parameters must be distinct, found: x x"),
                ("t $xy . $x $y\nd $d e $xy\nt $e d $d\nd $b [] $X $e",
                 "a parameter is a symbol of e, which occurs in the body"),
                ("d $d [] $W $w\nt $t d $d $x", "parameter w of [] needs a predicate, found an action"),
                ("# comment", "there is no such kind of line: `#`")]:
            with self.subTest(lines=lines):
                self.refused(SMALL + lines, reason)

    def test_items(self):
        for lines, reason in [
                ("theory A", "there are two theories A"),
                ("hypothesis $h $Fx=x a: x = x", "expected fields, a space, a label in parentheses"),
                ("hypothesis $h $Fx=x(a): x = x", "expected fields, a space, a label in parentheses"),
                ("hypothesis $h $Fx=x (a):x = x", "expected fields, a space, a label in parentheses"),
                ("hypothesis $h $Fx=x (): x = x", "expected a label"),
                ("hypothesis $h $Fx=x ((a): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a ): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a  b): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a -- b): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a--b): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a '): x = x", "expected a label"),
                ("hypothesis $h $Fx=x ([from nothing]): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a: 1 = 0): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (\u0430): x = x", "expected a label"),
                ("hypothesis $h $Fx=x ({a}): x = x", "expected a label"),
                ("hypothesis $h $Fx=x (a): x = y", "not that of the formula, from character 5 on"),
                ("hypothesis $h $Fx=x (a): x = x ", "not that of the formula, from character 6 on"),
                ("hypothesis $h $Fx=x (a): x = ", "not that of the formula, from character 5 on"),
                ("hypothesis $h $Fx=x (a): x = x\nhypothesis $g $Fy=y (a): y = y", "there are two items (a)"),
                ("hypothesis $h $Fui=ui (a): u_i = u_i", "the index i is free in the formula"),
                ("hypothesis $h $Fx=px (a): x = x", "the name x with 0 indices has two meanings"),
                ("hypothesis $h $Fx=x (a): x = x\nhypothesis $g $Fpx=px (b): x = x", "has two meanings"),
                ("hypothesis $h $Ftwice (a): (+i : u_i (+i : u_i)) = x", "a binder of i stands in the scope"),
                ("hypothesis $h $Fm=x (a): m = x", "the definition of m is used, but not listed"),
                ("definition $K (a): k = m m", "the definition of m is used, but not listed"),
                ("definition $M (a): m = (+j : u_j)", "not that of the formula, from character 7 on"),
                ("definition $M (a): m = (+i : u_i)\ndefinition $M (b): m = (+i : u_i)", "is listed twice"),
                ("definition $M (a): m = (+i : u_i)\ntheory B\nhypothesis $h $Fm=x (a): m = x", "not listed"),
                ("hypothesis $h $Fx=x (a): x = x\ntheory B\nlemma $c $Fx=x $h (a): x = x", "another theory"),
                ("hypothesis $h $Fx=x (a): x = x\nhypothesis $g $Fy=y (b): y = y\n"
                 "lemma $c $Fx=x $g $h (c): x = x", "ascending order, none twice, found `0`"),
                ("hypothesis $h $Fx=x (a): x = x\nlemma $c $Fx=x $h $h (c): x = x", "ascending order"),
                ("lemma $c $Fx=x 0 (c): x = x", "expected the number of an earlier hypothesis, found `0`")]:
            with self.subTest(lines=lines):
                self.refused(SMALL + lines, reason)
        self.refused(SMALL.replace("theory A", "lemma $c $Fx=x (c): x = x"), "expected a `theory` line")

    def test_items_accepted(self):
        read(SMALL + """definition $N (n): n_i = u_i
            definition $M (m): m = (+i : u_i)
            definition $K (k): k = m m
            hypothesis $h $Fm=x (h): m = x
            hypothesis $g $Fall (g): for all i: u_i = u_i
            theory B
            hypothesis $k $Fpx=px (h): x = x""")

    def test_quantified_items(self):
        """A bound symbol is none of the theory's: elsewhere its name may mean something else."""
        bound = """f $Fxy <= $x $y
            f $Ex every $X $Fxy
            f $Exy every $Y $Ex
            f $Exx every $X $Ex
            f $Fpxw <= $px $w
            f $Ep every $P $Fpxw
            f $Emix => $Ex $Ep
            """
        read(SMALL + bound + """hypothesis $g $Exy (g): for all actions y, x: x <= y
            hypothesis $h $Fpx=px (h): x = x
            hypothesis $k $Emix (k): (for all actions x: x <= y) => for all predicates x: x <= w""")
        for lines, reason in [
                ("hypothesis $g $Exy (g): for all actions x, y: x <= y", "from character 1 on"),
                ("hypothesis $g $Ex (g): for all predicates x: x <= y", "from character 1 on"),
                ("hypothesis $g $Ex (g): for all x: x <= y", "from character 1 on"),
                ("hypothesis $g $Exx (g): for all actions x, x: x <= y", "a binder of x stands in the scope")]:
            with self.subTest(lines=lines):
                self.refused(SMALL + bound + lines, reason)

    def test_proved(self):
        start = SMALL + """hypothesis $h $Fx=x (h): x = x
            lemma $a $Fx=x (a): x = x
            lemma $b $Fx=x $h (b): x = x
            s $s refl $x
            s $t assume $Fx=x
            s $u refl $y
            """
        read(start + "proved $a $s\nproved $b $t")
        for lines, reason in [
                ("proved $a $u", "step 2 does not prove the claim (a): expected: x = x, found: y = y"),
                ("proved $a $t", "step 1 has a hypothesis that the claim (a) has not: x = x"),
                ("proved $b $s", "step 0 lacks a hypothesis of the claim (b): x = x"),
                ("proved $a $s\nproved $a $s", "the claim 0, (a), is proved twice"),
                ("proved $a 9", "expected the number of an earlier step, found `9`"),
                ("proved 9 $s", "expected the number of an earlier claim, found `9`"),
                ("proved $a $s\nend y 5 t 11 d 3 f 8 h 1 c 2 s 3", "the claim 1, (b), is not proved"),
                ("end y 5 t 11 d 3 f 8 h 1 c 2 s 4", "the counts are wrong")]:
            with self.subTest(lines=lines):
                self.refused(start + lines, reason)
        self.refused(SMALL + "end y 5 t 11 d 3 f 8 h 0 c 0 s 0", "expected at least one claim")

    def test_texts(self):
        text = """
            y $X action x 0
            y $Y action y'' 0
            y $P predicate p 0
            y $V action v 2
            y $Q predicate q 1
            t $x y $X
            t $y y $Y
            t $p y $P
            t $v y $V i j
            t $q y $Q i
            t $one 1
            t $top w $one
            t $plus + $x $y
            t $plusr + $x $plus
            t $plusl + $plus $x
            t $seqr . $x $plusl
            t $seqrr . $x $seqr
            t $seqrl . $seqr $plusr
            t $loop ? $seqr $seqr
            t $loopr ? $x $loop
            t $loopl ? $loop $x
            t $seqloop . $loop $loop
            t $star * $plus
            t $stars * $star
            t $starw w $stars
            t $not ! $p
            t $nots * $not
            t $pp . $p $p
            t $notpp ! $pp
            t $notn ! $not
            t $sumi sum i $v
            t $sumji sum j $sumi
            t $prod prod i $q
            t $sumstar * $sumji
            t $topstar * $top
            d $B []' $X $Y $plus
            t $b d $B $plus $sumji
            t $bs w $b
            d $N N i j $v
            f $0 = $x $x
            theory A
            definition $B (0): [x, y'']' = x + y''
            definition $N (1): N_{i,j} = v_{i,j}
            """
        texts = {
            "plusr": "x + x + y''", "plusl": "(x + y'') + x", "seqr": "x ((x + y'') + x)",
            "seqrr": "x x ((x + y'') + x)", "seqrl": "(x ((x + y'') + x)) (x + x + y'')",
            "loop": "(x ((x + y'') + x)) ? x ((x + y'') + x)",
            "loopr": "x ? (x ((x + y'') + x)) ? x ((x + y'') + x)",
            "loopl": "((x ((x + y'') + x)) ? x ((x + y'') + x)) ? x",
            "seqloop": "((x ((x + y'') + x)) ? x ((x + y'') + x)) (x ((x + y'') + x)) ? x ((x + y'') + x)",
            "starw": "(x + y'')**^w", "nots": "!p*", "notpp": "!(p p)", "notn": "!!p", "prod": "(.i : q_i)",
            "sumstar": "(+j,i : v_{i,j})*", "topstar": "T*", "bs": "[x + y'', (+j,i : v_{i,j})]'^w"}
        for word, expected in texts.items():
            with self.subTest(text=expected):
                lines = "f $f = $%s $x\nlemma $l $f (l): %s = x" % (word, expected)
                read(text + lines)
                self.refused(text + lines.replace(" = x", " = y''"), "the text is not that of the formula")
        formulas = """
            t $vij y $V i j
            f $e = $vij $x
            f $n != i j
            f $ne => $n $e
            f $alli all i $ne
            f $allji all j $alli
            f $i => $allji $0
            f $ii => $i $i
            """
        for word, expected in [
                ("allji", "for all j, i: i != j => v_{i,j} = x"),
                ("i", "(for all j, i: i != j => v_{i,j} = x) => x = x"),
                ("ii", "((for all j, i: i != j => v_{i,j} = x) => x = x) => "
                       "(for all j, i: i != j => v_{i,j} = x) => x = x")]:
            with self.subTest(text=expected):
                read(text + formulas + "lemma $l $%s (l): %s" % (word, expected))


class Files(unittest.TestCase):
    """Whole files, and the command."""

    def run_on(self, data, *options):
        if isinstance(data, list):
            data = "\n".join(data) + "\n"
        if isinstance(data, str):
            data = data.encode("utf-8")
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "file")
            with open(path, "wb") as file:
                file.write(data)
            result = subprocess.run([sys.executable, VERIFIER, path] + list(options), stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, encoding="utf-8")
            return result.returncode, result.stdout, result.stderr.replace(path, "FILE")

    def accepted(self, data, *options):
        code, out, err = self.run_on(data, *options)
        self.assertEqual((code, err), (0, ""))
        return out

    def refused(self, data, message):
        code, out, err = self.run_on(data)
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(err.count("\n"), 1)
        self.assertIn(message, err)

    def test_example(self):
        out = self.accepted(example())
        self.assertIn("  lemma (a): x x* = x   [from (h)]\n", out)
        self.assertIn("  theorem (b): u u <= u => u u* = u   [from no hypotheses]\n", out)
        summary = "accepted: theories 1, claims 2, steps 4\n"
        self.assertTrue(out.endswith(summary))
        self.assertEqual(self.accepted(example(), "--quiet"), summary)

    def test_example_with_replaced_symbol_in_definition(self):
        # The last paragraph of section 10: `u` with `x` for `u_i` is (+i : x).
        lines = example()
        place = lines.index("s 3 inst 2 0=6")
        lines[place] = "s 3 inst 2 0=6 1,i=0"
        self.accepted(lines)        # the formula of step 2 mentions no u
        lines[place:place + 2] = ["s 3 inst 2 0=6", "s 4 inst 3 1,i=0", "proved 1 4"]
        lines[-1] = lines[-1].replace("s 4", "s 5")
        self.refused(lines, "step 4 does not prove the claim (b): expected: u u <= u => u u* = u, "
                            "found: (+#1 : x) (+#1 : x) <= (+#1 : x) => (+#1 : x) (+#1 : x)* = (+#1 : x)")

    def test_every_prefix_is_refused(self):
        data = "\n".join(example()) + "\n"
        for end in range(0, len(data), 7):
            with self.subTest(end=end), self.assertRaises(verify.Refused):
                self.in_process(data[:end])
        self.refused(example()[:-1], "FILE:30: the file has no `end` line: it is cut off")
        self.refused(data[:-1], "FILE:31: the line does not end with a line feed: the file is cut off")
        self.refused("", "FILE:1: the file is empty")

    def in_process(self, data):
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(data.encode("utf-8"))
        try:
            return verify.verify(file.name)
        finally:
            os.unlink(file.name)

    def test_changed_count(self):
        lines = example()
        for place in range(2, 16, 2):
            fields = lines[-1].split(" ")
            fields[place] = str(int(fields[place]) + 1)
            with self.subTest(field=place):
                self.refused(lines[:-1] + [" ".join(fields)], "FILE:31: the counts are wrong")
        self.refused(lines[:-1] + [lines[-1] + " z 0"], "FILE:31: the counts are wrong")
        self.refused(lines + ["theory B"], "FILE:32: expected nothing after the `end` line")

    def test_version(self):
        self.refused(["reductio certificate 3"] + example()[1:],
                     "FILE:1: found a certificate of version `3`; this verifier knows only versions 1 and 2")
        for line, word in [("f 5 every 0 0", "every"), ("s 0 gen_sym 0 0", "gen_sym"), ("s 0 spec_sym 0 0", "spec_sym")]:
            lines = example()
            at = next(k for k, other in enumerate(lines) if other.startswith("theory"))
            self.refused(lines[:at] + [line] + lines[at:],
                         "`%s` is not of version 1, which the first line tells" % word)
        self.refused(["certificate 1"] + example()[1:], "FILE:1: expected the first line")

    def test_altered_statement(self):
        self.refused([line.replace("(a): x x* = x", "(a): x x* = x*") for line in example()],
                     "FILE:23: the text is not that of the formula, from character 9 on: "
                     "expected: x x* = x, found: `x x* = x*`")
        lines = ["f 1 = 3 2" if line == "f 1 = 3 0" else line for line in example()]
        self.refused(lines, "FILE:23: the text is not that of the formula, from character 9 on")
        lines = [line.replace("(a): x x* = x", "(a): x x* = x*") for line in lines]
        self.refused(lines,
                     "FILE:27: step 1 does not prove the claim (a): expected: x x* = x*, found: x x* = x\n")

    def test_step_in_message(self):
        lines = ["s 1 loop 0" if line == "s 1 star_r 0" else line for line in example()]
        self.refused(lines,
                     "FILE:26: step 1: "
                     "expected a premise x <= y x + z, and a sum as its right side, found: x\n")

    def test_characters(self):
        lines = example()
        self.refused("\r\n".join(lines) + "\r\n", "FILE:1: the character U+000D is not allowed")
        self.refused("\ufeff" + "\n".join(lines) + "\n", "FILE:1: the character U+FEFF is not allowed")
        self.refused("\n".join(lines[:20]).encode() + b"\n\xff\n", "FILE:21: not UTF-8 from byte 1 on")
        for character, code in (("\u202e", "202E"), ("\x85", "0085"), ("\t", "0009"), ("\u2028", "2028")):
            self.refused([line.replace("(a)", "(a%s)" % character) for line in lines],
                         "FILE:23: the character U+%s is not allowed" % code)
        self.refused(lines[:20] + [""] + lines[20:], "FILE:21: ")
        self.accepted([line.replace("(a)", "(λ 1.a)") for line in lines])

    def test_usage(self):
        def run(*arguments):
            result = subprocess.run([sys.executable, VERIFIER] + list(arguments), stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, encoding="utf-8")
            self.assertNotIn("Traceback", result.stderr)
            return result.returncode
        self.assertEqual(run(), 3)
        self.assertEqual(run("a", "b"), 3)
        self.assertEqual(run("--fast", VERIFIER), 3)
        self.assertEqual(run(os.path.join(HERE, "no such file")), 3)
        self.assertEqual(run(HERE), 3)
        self.assertEqual(run(VERIFIER), 1)

    def test_deep_terms(self):
        # A term 100,000 deep: substituted, bound, unfolded.
        depth = 100000
        lines = ["reductio certificate 1", "y 0 action x 0", "y 1 action u 1", "t 0 y 0", "t 1 y 1 i"]
        lines += ["t %d %s %d 0" % (number, "+."[number % 2], number - 1) for number in range(2, depth)]
        lines += ["t %d sum i %d" % (depth, depth - 1), "d 0 [] 0 %d" % depth, "t %d d 0 1" % (depth + 1)]
        lines += ["f 0 = 0 0", "f 1 = 0 %d" % depth, "theory A", "lemma 0 0 (a): x = x"]
        lines += ["s 0 refl 0", "s 1 refl %d" % depth, "s 2 inst 1 0=1", "s 3 sum_upper %d j" % depth,
                  "s 4 unfold %d" % (depth + 1), "s 5 inst 4 1,k=0", "proved 0 0"]
        end = ["end y 2 t %d d 1 f 2 h 0 c 1 s 6" % (depth + 2)]
        self.accepted(lines + end)
        self.refused(lines + ["lemma 1 1 (b): x = x"], "the text is not that of the formula")

    def test_wide_terms(self):
        # 60 lines for a term with 2^60 nodes, and definitions whose unfolding has 2^40 different nodes.
        lines = ["reductio certificate 1", "y 0 action x 0", "t 0 y 0"]
        lines += ["t %d + %d %d" % (number, number - 1, number - 1) for number in range(1, 61)]
        lines += ["f 0 = 60 0", "theory A", "s 0 refl 60", "s 1 inst 0 0=1"]
        self.refused(lines + ["lemma 0 0 (a): x = x"], "FILE:68: the text is not that of the formula")
        lines = ["reductio certificate 1", "y 0 action x 0", "y 1 action y 0", "t 0 y 0", "t 1 y 1",
                 "t 2 . 1 0", "d 0 [] 0 2"]
        for number in range(1, 41):
            lines += ["t %d d %d 0" % (2 * number + 1, number - 1),
                      "t %d d %d %d" % (2 * number + 2, number - 1, 2 * number + 1),
                      "d %d [] 0 %d" % (number, 2 * number + 2)]
        lines += ["s 0 refl 82", "s 1 inst 0 1=0"]
        with mock.patch.object(verify, "WORK_LIMIT", 100000), self.assertRaises(verify.Refused) as refusal:
            self.in_process("\n".join(lines) + "\n")
        self.assertIn(":129: step 1: a limit of this verifier, not of the format: more than 100000 visits",
                      str(refusal.exception))

    def test_long_line(self):
        self.refused(["reductio certificate 1", "t " * verify.LINE_LIMIT], "FILE:2: a limit of this verifier")

    def test_damaged_lines_make_no_traceback(self):
        # Every field of the example, replaced by each of these, is accepted or refused.
        lines = example()
        for place in range(len(lines)):
            fields = lines[place].split(" ")
            for field in range(len(fields)):
                for new in ("0", "9", "-1", "x", "", "T", "[]", "(", "=", ",", "1,i=0", "٣", "é"):
                    changed = fields[:field] + [new] + fields[field + 1:]
                    data = "\n".join(lines[:place] + [" ".join(changed)] + lines[place + 1:]) + "\n"
                    try:
                        self.in_process(data)
                    except verify.Refused:
                        pass


if __name__ == "__main__":
    unittest.main()
