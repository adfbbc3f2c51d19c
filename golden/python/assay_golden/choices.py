# SPDX-License-Identifier: Apache-2.0
"""Choices that may explain wrong elements: what the manual leaves open, of which a golden file has one reading.

To judge by another reading takes the oracle. So this gives no verdict: it names the choices of which wrong elements have marks."""

import re

import numpy as np


def _is_zero(form, bits):
    return ((bits & form.word.type(form.magnitude)) == 0) & ~form.is_nan(bits)


def _is_below(form, bits, exponents):
    """Numbers other than zero below so many of the least exponents; 1 are the subnormal numbers. Formats of 8 bits keep theirs."""
    limit = exponents << form.precision - 1 if form.is_float and form.bits > 8 else 0
    return ((bits & form.word.type(form.magnitude)) < limit) & ~_is_zero(form, bits) if limit else np.zeros(bits.shape, bool)


def _is_subnormal(form, bits):
    return _is_below(form, bits, 1)


def _is_end(form, bits):
    """The least and the greatest number, and for floating point what is beyond them."""
    if form.is_float:
        last = 0x6F if form.name == "hif8" else form.last
        return ((bits & form.word.type(form.magnitude)) >= last - 1) | form.is_nan(bits)
    half = 1 << form.bits - 1
    return np.isin(bits, (half, half - 1) if form.signed else (0, form.mask))


def _accumulates(operand):
    return operand.kind == "tile" and operand.attributes["location"] == "Acc"


def _reads(case, name, where, has):
    """Whether what an element is made of has a property: inputs at its place, all of an input that lies otherwise."""
    count, place = int(where.sum()), case.operands[name].cut(where)
    found, lines = np.zeros(count, bool), _accumulates(case.operands[name]) or place.sum() < count
    for operand in case.operands.values():
        if operand.role in ("input", "in_out"):
            bits = operand.cut(np.atleast_1d(operand.bits))
            found |= has(operand.format, bits[place]) if bits.shape == place.shape and not lines else has(operand.format, bits).any()
    return found


def _marks(case, name, where, value, got):
    """Choices on which such a call may depend, and which wrong elements have marks of them."""
    form, converts = case.operands[name].format, "RoundMode" in case.attributes
    reads = lambda has: _reads(case, name, where, has)
    near = lambda bits: _is_zero(form, bits) | _is_below(form, bits, 3)  # sums of few terms of which some are flushed
    ends, both = _is_end(form, got) | _is_end(form, value), _is_end(form, got) & _is_end(form, value)
    nan = reads(lambda kind, bits: kind.is_nan(bits))
    found = {}
    if not case.copies:
        found["subnormals"] = found["subnormals_elsewhere"] = near(value) & near(got) & form.is_float | reads(_is_subnormal)
    if form.is_float and not converts:
        found["nan_in_extremes"] = form.is_nan(got) & ~form.is_nan(value) & nan
        found["zeros_in_extremes"] = _is_zero(form, value) & _is_zero(form, got)
        found["remainder_zeros"] = found["zeros_in_extremes"] & ("tmp" in case.operands)
        found["signalling_nans"] = form.is_nan(value) & form.is_nan(got)
        found["product_and_sum"] = np.full(got.shape, case.operands[name].role == "in_out" and "scalar" in case.operands)
        addends = {"src0", "src1", "src2"} <= case.operands.keys() or {"src0", "src1", "scalar"} <= case.operands.keys()
        found["sums_of_three"] = np.full(got.shape, addends and form.bits == 16)
    if not form.is_float and not converts:
        found["integer_overflow"] = found["narrowed_sums"] = ends
        found["zeros_in_searches"] = reads(lambda kind, bits: _is_zero(kind, bits) & kind.is_float)
    if _accumulates(case.operands[name]):
        found["accumulator_pitch"] = np.full(got.shape, case.operands[name].bits.shape[0] > case.operands[name].valid[0])
    if converts and "SaturationMode" not in case.attributes:
        found["default_saturation"] = ends | nan
    if converts and form.is_float:
        found["directed_overflow"] = both
    if converts and form.name == "hif8":
        found["hif8_ties"] = np.ones(got.shape, bool)
    if "Rounds" in case.attributes:
        found["random_order"] = np.ones(got.shape, bool)
    if "tmp" in case.operands and form.is_float:
        found["remainder_by_infinity"] = reads(lambda kind, bits: bits & kind.word.type(kind.magnitude) == kind.last)
    if "src" in case.operands and _accumulates(case.operands["src"]):
        found["accumulator_overflow"] = np.ones(got.shape, bool)
        found["accumulator_relu"] = np.full(got.shape, case.attributes.get("ReluPreMode") == "NormalRelu")
        found["accumulator_ties"] = np.full(got.shape, form.name == "hif8")
        found["e4m3_zeros"] = np.full(got.shape, form.name == "e4m3")
    if case.operands[name].kind == "tile" and case.operands[name].attributes["pad"] in ("Max", "Min"):
        found["pad_patterns"] = np.full(got.shape, form.name in ("bf16", "i8", "u8"))
        found["e4m3_minimum"] = np.full(got.shape, form.name == "e4m3")
    if {"src0", "src0Idx"} <= case.operands.keys():
        found["count_units"] = np.full(got.shape, case.operands["src0Idx"].format.bits != case.operands["src0"].format.bits)
    if "scale" in case.operands and not form.is_float:
        found["quantiser_scale"] = found["quantiser_steps"] = np.ones(got.shape, bool)
    if {"src", "idx"} <= case.operands.keys():
        found["nan_in_sorts"] = np.full(got.shape, nan.any())
    if {"scale", "offset"} <= case.operands.keys():
        found["parameter_columns"] = np.full(got.shape, case.operands["scale"].valid[1] > 1)
    return found


def open_choices(case, name, where, got):
    """Names of the choices of which wrong elements have marks. None where an element has the mark of none, or the file says
    which reading is demanded."""
    pinned = re.findall(r"""^\s*name\s*=\s*["'](\w+)""", case.choices, re.MULTILINE)
    found = _marks(case, name, where, case.promise[name].value[where], got[where])
    found = {choice: marks for choice, marks in found.items() if choice not in pinned and marks.any()}
    return list(found) if found and np.logical_or.reduce(list(found.values())).all() else []
