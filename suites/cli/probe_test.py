#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Orders of additions are found again, whatever they are, and other bits are told.

probe_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker. The backends are programs that add
with numpy, each in an order and a type of its own."""

import argparse
import os
import re
import sys
import unittest

import cli

ORDERS = '''
import json, math, sys
import numpy as np


def folded(parts, plus):
    total = parts[0]
    for part in parts[1:]:
        total = plus(total, part)
    return total


def pairs(parts, plus):
    while len(parts) > 1:
        parts = [plus(*parts[i:i + 2]) if i + 1 < len(parts) else parts[i] for i in range(0, len(parts), 2)]
    return parts[0]


def halves(parts, plus):
    if len(parts) == 1:
        return parts[0]
    middle = (len(parts) + 1) // 2
    return plus(halves(parts[:middle], plus), halves(parts[middle:], plus))


def lanes(count, last):
    return lambda parts, plus: last([folded(parts[lane::count], plus) for lane in range(min(count, len(parts)))], plus)


def blocks(size, last):
    return lambda parts, plus: last([pairs(parts[at:at + size], plus) for at in range(0, len(parts), size)], plus)


ORDERS = {"left": folded, "right": lambda parts, plus: folded(parts[::-1], plus), "pairs": pairs, "halves": halves,
          "lanes8": lanes(8, folded), "lanes16": lanes(16, pairs), "blocks8": blocks(8, folded),
          "blocks16": blocks(16, pairs), "ends": lambda parts, plus: folded(
              [parts[(i // 2) * (-1) ** i - i % 2] for i in range(len(parts))], plus)}


def serve(answer):
    np.seterr(all="ignore")
    print('{"assay": 1, "name": "adder", "revision": "1", "targets": ["a2a3", "a5", "cpu"]}', flush=True)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        inputs = [sys.stdin.buffer.read(operand["bytes"]) for operand in request["operands"]]
        head, outputs = answer(request, inputs)
        head["call"] = request["call"]
        sys.stdout.buffer.write(json.dumps(head).encode() + b"\\n" + b"".join(outputs))
        sys.stdout.flush()
'''
ADDER = ORDERS + '''
TYPES = {"f32": np.float32, "f16": np.float16}
ORDER, PARTIAL, FLUSHES = sys.argv[1], sys.argv[2], sys.argv[3:] == ["flushes"]


def plus(a, b):
    total = np.add(a, b, dtype=PARTIAL)
    return total * 0 if FLUSHES and 0 < abs(total) < np.finfo(PARTIAL).tiny else total


def answer(call, contents):
    dst, src = call["operands"][:2]
    if call["op"] not in ("TROWSUM", "TCOLSUM") or src["element"] not in TYPES:
        return {"status": "unsupported", "message": "this example adds floats"}, []
    kind = TYPES[src["element"]]
    terms = np.frombuffer(contents[1], kind).reshape(src["rows"], src["cols"])[:src["valid_rows"], :src["valid_cols"]]
    out = np.frombuffer(contents[0], kind).reshape(dst["rows"], dst["cols"]).copy()
    lines = terms if call["op"] == "TROWSUM" else terms.T
    for number, line in enumerate(lines):
        place = (number, 0) if call["op"] == "TROWSUM" else (0, number)
        out[place] = kind(ORDERS[ORDER]([np.dtype(PARTIAL).type(term) for term in line], plus))
    outputs = [out.tobytes()] + [data for operand, data in zip(call["operands"][1:], contents[1:])
                                 if operand["role"] in ("output", "in_out")]
    return {"status": "done", "bytes": sum(map(len, outputs))}, outputs


serve(answer)
'''
# Factors in f32 are multiplied in f32, or exactly; a box is summed in f64 and added to the others in f32.
MULTIPLIER = ORDERS + '''
ORDER, PARTIAL, PRODUCTS = sys.argv[1:4]


def matrix(operand, contents):
    return np.frombuffer(contents, {"f32": np.float32, "f16": np.float16}[operand["element"]]).reshape(
        operand["rows"], operand["cols"])


def multiplied(a, b):
    if PRODUCTS == "fused":
        first, *others = [np.float64(x) * np.float64(y) for x, y in zip(a, b)]
        return [np.dtype(PARTIAL).type(first), *others]
    if PRODUCTS == "exact":
        return [np.float64(x) * np.float64(y) for x, y in zip(a, b)]
    return [np.float32(x) * np.float32(y) for x, y in zip(a, b)]


def plus(a, b):
    return np.dtype(PARTIAL).type(np.float64(a) + np.float64(b))


def box(parts):
    return sum(parts[1:], np.float64(parts[0]))


def in_boxes(parts, _):
    return folded([box(parts[at:at + 16]) for at in range(0, len(parts), 16)], plus)


def at_once(parts, _):
    return math.fsum(parts) if np.isfinite(parts).all() else sum(parts)


MORE = {"boxes": in_boxes, "at_once": at_once}


def answer(call, contents):
    operands = {operand["name"]: (operand, data) for operand, data in zip(call["operands"], contents)}
    out, a, b = call["operands"][0], *(operands[name] for name in ("aMatrix", "bMatrix"))
    if a[0]["element"] not in ("f32", "f16") or a[0]["element"] != b[0]["element"]:
        return {"status": "unsupported", "message": "this example multiplies floats"}, []
    left, right, result = matrix(*a), matrix(*b), matrix(out, contents[0]).copy()
    start = operands.get("biasData") or operands.get("cInMatrix")
    for row in range(a[0]["valid_rows"]):
        for col in range(b[0]["valid_cols"]):
            count = a[0]["valid_cols"]
            terms = multiplied(left[row, :count], right[:count, col])
            if start:
                terms.insert(0, matrix(*start)[0 if start[0]["rows"] == 1 else row, col])
            result[row, col] = {**ORDERS, **MORE}[ORDER](terms, plus)
    return {"status": "done", "bytes": result.nbytes}, [result.tobytes()]


serve(answer)
'''
WIDTHS = {"f16": "float16", "f32": "float32", "f64": "float64"}
# Op, type, order, partial sums: no two give the same.
ADDERS = (("TROWSUM", "f32", "left", "f32"), ("TROWSUM", "f32", "right", "f32"), ("TROWSUM", "f32", "pairs", "f32"),
          ("TROWSUM", "f32", "halves", "f32"), ("TROWSUM", "f32", "lanes8", "f32"), ("TROWSUM", "f32", "blocks8", "f32"),
          ("TROWSUM", "f32", "ends", "f32"), ("TROWSUM", "f32", "left", "f64"), ("TROWSUM", "f16", "pairs", "f16"),
          ("TROWSUM", "f16", "lanes16", "f32"), ("TCOLSUM", "f32", "blocks16", "f32"), ("TCOLSUM", "f16", "left", "f32"))
# Op, type, order, partial sums, products, and what the tree then is, of 0 to the last term.
MULTIPLIERS = (("TMATMUL", "f16", "left", "f32", "exact"), ("TMATMUL", "f32", "left", "f32", "rounded"),
               ("TMATMUL", "f32", "left", "f32", "exact"), ("TMATMUL", "f32", "right", "f64", "exact"),
               ("TMATMUL", "f32", "left", "f32", "fused"),
               ("TMATMUL_ACC", "f32", "pairs", "f32", "rounded"), ("TMATMUL_ACC", "f16", "right", "f32", "exact"),
               ("TGEMV", "f16", "lanes8", "f64", "exact"), ("TGEMV_BIAS", "f32", "blocks8", "f32", "rounded"))


def tree_of(order, terms):
    """The tree that a program goes through, by its own functions."""
    names = {}
    exec(ORDERS, names)
    return names["ORDERS"][order]([str(i) for i in range(terms)], sorted_pair)


def sorted_pair(a, b):
    """Additions are commutative: the side of the first term comes first."""
    first = min((a, b), key=lambda text: min(map(int, text.replace("(", " ").replace(")", " ").split())))
    return f"({first} {b if first is a else a})"


class Probes(cli.Sandbox):
    def adder(self, order, partial, *flushes):
        path = self.path("adder.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(ADDER)
        return " ".join(["exec:/usr/bin/python3 -B", path, order, WIDTHS[partial], *flushes])

    def probe(self, *options):
        done = self.assay("probe", *options)
        return done.returncode, done.stdout + done.stderr

    def headline(self, code, said, order, partial):
        """The first line of what was found, which is this order of at least 15 terms."""
        self.assertEqual(code, 0, said)
        found = said.splitlines()
        terms = 1 + max(map(int, found[2].replace("(", " ").replace(")", " ").split()))
        self.assertGreater(terms, 14)
        self.assertEqual(found[2].strip(), tree_of(order, terms))
        self.assertIn(f"partial sums in {partial}, nearest_even", found[0])
        return found[0]

    def test_every_order_is_found(self):
        for op, dtype, order, partial in ADDERS:
            with self.subTest(op=op, dtype=dtype, order=order, partial=partial):
                code, said = self.probe(op, "--dtype", dtype, "--length", "40", "--backend", self.adder(order, partial))
                self.assertNotIn("flushed", self.headline(code, said, order, partial))

    def multiplier(self, order, partial, products):
        path = self.path("multiplier.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(MULTIPLIER)
        return " ".join(["exec:/usr/bin/python3 -B", path, order, WIDTHS[partial], products])

    def test_every_order_of_products_is_found(self):
        for op, dtype, order, partial, products in MULTIPLIERS:
            with self.subTest(op=op, dtype=dtype, order=order, partial=partial, products=products):
                code, said = self.probe(op, "--dtype", dtype, "--length", "24", "--backend",
                                        self.multiplier(order, partial, products))
                found = self.headline(code, said, order, partial)
                if dtype == "f32" and partial == "f32":
                    self.assertIn(f"{products} products", found)

    def test_products_that_are_added_at_once_are_found(self):
        code, said = self.probe("TMATMUL", "--length", "24", "--backend", self.multiplier("at_once", "f64", "exact"))
        self.assertEqual(code, 0, said)
        self.assertIn("terms at once", said)

    def test_boxes_that_are_wider_are_found(self):
        for op, dtype, terms in (("TMATMUL", "f32", 40), ("TMATMUL_ACC", "f16", 33)):
            code, said = self.probe(op, "--dtype", dtype, "--length", str(terms), "--backend",
                                    self.multiplier("boxes", "f32", "exact"), "--out", "boxes.toml")
            self.assertEqual(code, 0, said)
            self.assertRegex(said, r"partial sums in f32 but \d+ in f64, nearest_even, exact products")
            first, last = said.splitlines()[2].count("["), said.splitlines()[2].count("(")
            self.assertGreater(first, 10, said)
            self.assertLess(last, 4, said)
            code, said = self.probe("--profile", "boxes.toml", "--backend", self.multiplier("boxes", "f32", "exact"))
            self.assertEqual(code, 0, said)
            code, said = self.probe("--profile", "boxes.toml", "--backend", self.multiplier("left", "f32", "exact"))
            self.assertEqual(code, 1, said)
            code, said = self.probe("--profile", "boxes.toml", "--backend", self.multiplier("left", "f64", "exact"))
            self.assertEqual(code, 1, said)

    def test_orders_of_the_simulator_are_found(self):
        for op in ("TMATMUL", "TMATMUL_ACC", "TGEMV_BIAS"):
            for target, dtype in (("a5", "f16"), ("a5", "e4m3"), ("a2a3", "f32"), ("cpu", "f32")):
                with self.subTest(op=op, target=target, dtype=dtype):
                    code, said = self.probe(op, "--target", target, "--dtype", dtype, "--out", "order.toml")
                    self.assertEqual(code, 0, said)
                    code, said = self.probe("--profile", "order.toml")
                    self.assertEqual(code, 0, said)

    def test_what_comes_of_a_nan_is_told(self):
        code, said = self.probe("TMATMUL", "--out", "order.toml")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"\n  a NaN gives 0x[0-9a-f]{8}; infinities of both signs give 0x[0-9a-f]{8}\n")
        with open(self.path("order.toml"), encoding="utf-8") as file:
            text = file.read()
        with open(self.path("order.toml"), "w", encoding="utf-8") as file:
            file.write(re.sub(r"\nnan = 0x[0-9a-f]+", r"\nnan = 0x7fc12345", text))
        code, said = self.probe("--profile", "order.toml")
        self.assertEqual(code, 1, said)
        self.assertIn("  a NaN: expected ", said)

    def test_flushed_partial_sums_are_found(self):
        code, said = self.probe("TROWSUM", "--length", "24", "--backend", self.adder("left", "f32", "flushes"))
        self.assertEqual(code, 0, said)
        self.assertIn("left to right, partial sums in f32, nearest_even, subnormal ones flushed", said)

    def test_another_backend_is_held_against_a_profile_bit_for_bit(self):
        code, said = self.probe("TROWSUM", "--length", "40", "--backend", self.adder("lanes8", "f32"), "--out", "p.toml")
        self.assertEqual(code, 0, said)
        code, said = self.probe("--profile", "p.toml", "--backend", self.adder("lanes8", "f32"))
        self.assertEqual(code, 0, said)
        self.assertIn("  0 of 770 lines have other bits", said)
        for other in (("lanes8", "f64"), ("left", "f32"), ("lanes8", "f32", "flushes")):
            code, said = self.probe("--profile", "p.toml", "--backend", self.adder(*other))
            self.assertEqual(code, 1, said)
            self.assertRegex(said, r"\n  [1-9]\d* of 770 lines have other bits\n  line \d+: expected ")

    def test_what_has_no_order_is_told(self):
        code, said = self.probe("TROWSUM", "--backend", "simulator:fault=off_by_one_ulp")
        self.assertEqual(code, 1, said)
        self.assertNotIn("partial sums in", said)

    def test_bad_input_gets_one_sentence(self):
        with open(self.path("bad.toml"), "w", encoding="utf-8") as file:
            file.write('[[order]]\nop = "TROWSUM"\nform = "plain"\ntarget = "a5"\ndtype = "f32"\norder = "(0 0)"\n'
                       'partial_sums = "f32"\nrounding = "nearest_even"\n')
        for words, options in (("probe wants an op", ()), ("no op 'TROWSUN'; did you mean TROWSUM?", ("TROWSUN",)),
                               ("TADD sums no lines of f32 on a5", ("TADD",)),
                               ("TROWSUM sums no lines of i32 on a5", ("TROWSUM", "--dtype", "i32")),
                               ("bad.toml:6: a term is missing in the order of additions, or there twice",
                                ("--profile", "bad.toml")), ("cannot read", ("--profile", "none.toml"))):
            code, said = self.probe(*options)
            self.assertEqual(code, 2, said)
            self.assertIn(words, said)
            self.assertEqual(said.count("\n"), 1, said)
        for option in (("--errata", "none"), ("--strict",)):
            code, said = self.probe("TROWSUM", *option)
            self.assertEqual(code, 2, said)
            self.assertIn(option[0], said)

    def test_a_profile_is_checked_line_by_line(self):
        sound = ('[[order]]\nop = "TMATMUL"\nform = "plain"\ntarget = "a5"\ndtype = "f16"\nresult = "f32"\n'
                 'order = "(0 [1 2])"\npartial_sums = "f32"\nwide_sums = "f64"\nrounding = "nearest_even"\n'
                 'products = "exact"\nnan = 0x7fc00000\n')
        for words, old, new in (("bad.toml:11: 'products' are", '"exact"', '"half"'),
                                ("bad.toml:12: 'nan' has the bits of one f32", "0x7fc00000", "0x17fc00000"),
                                ("bad.toml:12: 'nan' has the bits of one f32", "0x7fc00000", "-1"),
                                ("bad.toml:12: 'nan' has the bits of one f32", "0x7fc00000", '"quiet"'),
                                ("this order has no 'wide_sums'", 'wide_sums = "f64"', ""),
                                ("bad.toml:9: 'wide_sums' is no floating-point type", '"f64"', '"i32"'),
                                ("bad.toml:7: the order of additions ends early", "[1 2]", "[1 2"),
                                ("bad.toml:6: 'result' is no floating-point type", 'result = "f32"', 'result = "i8"'),
                                ("its sums are f64, those of the op f32", 'result = "f32"', 'result = "f64"'),
                                ("it has 997 terms, and no line of the op has", '"(0 [1 2])"',
                                 '"[%s]"' % " ".join(str(term) for term in range(997))),
                                ("it says nothing of 'products'", 'products = "exact"', ""),
                                ("the op multiplies nothing", 'result = "f32"', 'result = "f16"')):
            with open(self.path("bad.toml"), "w", encoding="utf-8") as file:
                text = sound.replace(old, new)
                if "multiplies" in words:
                    text = text.replace("TMATMUL", "TROWSUM").replace("[1 2]", "[%s]" % " ".join(map(str, range(1, 16))))
                if new.startswith("result"):  # the bits of a NaN belong to the type of the sums
                    text = text.replace("nan = 0x7fc00000\n", "")
                file.write(text)
            code, said = self.probe("--profile", "bad.toml")
            self.assertEqual(code, 2, said)
            self.assertIn(words, said)
            self.assertEqual(said.count("\n"), 1, said)

    def test_what_cannot_be_written_is_told_before_the_work(self):
        started = self.path("started")
        backend = "exec:touch " + started
        with open(self.path("notes.toml"), "w", encoding="utf-8") as file:
            file.write("[notes]\n")
        for words, code, out in (("there is no folder", 2, "no/p.toml"),
                                 ("was not written by assay", 2, "notes.toml")):
            got, said = self.probe("TROWSUM", "--backend", backend, "--out", self.path(out))
            self.assertEqual(got, code, said)
            self.assertIn(words, said)
            self.assertFalse(os.path.exists(started))
        self.probe("TROWSUM", "--backend", backend)
        self.assertTrue(os.path.exists(started))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
