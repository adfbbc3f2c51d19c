# SPDX-License-Identifier: Apache-2.0
"""Choices that may explain wrong elements: what the manual leaves open, of which a golden file has one reading.

To judge by another reading takes the oracle. So this gives no verdict: it names the choices of which wrong elements have marks."""

import fnmatch
import re

import numpy as np

SUMS = ("TADD*", "TSUB*", "TMUL*", "TPARTADD", "TPARTMUL", "T*EXPANDADD", "T*EXPANDSUB", "T*EXPANDMUL")
ARITHMETIC = (*SUMS, "TDIV*", "TREM*", "TFMOD*", "T*EXPANDDIV", "T*EXPDIF", "TEXP", "TLOG", "TSQRT", "TRSQRT", "TRECIP", "TPOW*",
              "TAXPY", "TFUSEDMULADD*", "TLRELU", "TPRELU", "T*SUM", "T*PROD", "TGEMV*", "TMATMUL*", "TSTORE*")
SEARCHES = ("T*ARGMAX", "T*ARGMIN")
EXTREMES = ("T*MAX", "T*MAXS", "T*MIN", "T*MINS")
ELSEWHERE = (*EXTREMES, "TABS", "TNEG", "TRELU", "TCVT", "TMOV*", "TEXTRACT*", "TINSERT*", "TSTORE*")
LINES = ("TROW*", "TCOL*", "TPAIR*", "TMATMUL*", "TGEMV*")  # whose elements are made of others than those at their place
NARROWED = ("TADDRELUCONV", "TSUBRELUCONV")


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


def _reads(case, name, where, has):
    """Whether what an element is made of has a property: inputs at its place, all of an input that lies otherwise."""
    count, place = int(where.sum()), case.operands[name].cut(where)
    found, lines = np.zeros(count, bool), any(fnmatch.fnmatchcase(case.op, pattern) for pattern in LINES) or place.sum() < count
    for operand in case.operands.values():
        if operand.role in ("input", "in_out"):
            bits = operand.cut(np.atleast_1d(operand.bits))
            found |= has(operand.format, bits[place]) if bits.shape == place.shape and not lines else has(operand.format, bits).any()
    return found


def _marks(case, name, where, value, got):
    """Choices on which an op depends, and which wrong elements have marks of them."""
    form = case.operands[name].format
    of = lambda *patterns: any(fnmatch.fnmatchcase(case.op, pattern) for pattern in patterns)
    near = lambda bits: _is_zero(form, bits) | _is_below(form, bits, 3)  # sums of few terms of which some are flushed
    tiny = lambda: near(value) & near(got) | _reads(case, name, where, _is_subnormal)
    zeros = lambda: _is_zero(form, value) & _is_zero(form, got)
    every = lambda: np.ones(got.shape, bool)
    extreme, converts = of(*EXTREMES) and not of(*SEARCHES), case.op == "TCVT"
    beyond = lambda: _is_end(form, got) | _is_end(form, value) | _reads(case, name, where, lambda kind, bits: kind.is_nan(bits))
    depends = {
        "subnormals": of(*ARITHMETIC) and not case.copies and tiny, "subnormals_elsewhere": of(*ELSEWHERE) and not case.copies and tiny,
        "nan_in_extremes": extreme and (lambda: form.is_nan(got)), "zeros_in_extremes": extreme and zeros,
        "zeros_in_searches": of(*SEARCHES) and (lambda: _reads(case, name, where, _is_zero)),
        "integer_overflow": not form.is_float and of(*SUMS, "TABS", "TNEG") and not of(*NARROWED) and (lambda: _is_end(form, got)),
        "narrowed_sums": of(*NARROWED) and every, "scaled_sums": of("TADDDEQRELU") and every,
        "scale_address": of("TGET_SCALE_ADDR") and every, "accumulator_pitch": of("TMATMUL*", "TGEMV*") and every,
        "default_saturation": converts and "SaturationMode" not in case.attributes and beyond,
        "directed_overflow": converts and form.is_float and (lambda: _is_end(form, got) & _is_end(form, value)),
        "hif8_ties": converts and form.name == "hif8" and every}
    return {choice: mark() for choice, mark in depends.items() if mark}


def open_choices(case, name, where, got):
    """Names of the choices of which wrong elements have marks. None where an element has the mark of none, or the file says
    which reading is demanded."""
    pinned = re.findall(r"""^\s*name\s*=\s*["'](\w+)""", case.choices, re.MULTILINE)
    found = _marks(case, name, where, case.promise[name].value[where], got[where])
    found = {choice: marks for choice, marks in found.items() if choice not in pinned and marks.any()}
    return list(found) if found and np.logical_or.reduce(list(found.values())).all() else []
