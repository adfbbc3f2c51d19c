# SPDX-License-Identifier: Apache-2.0
"""Golden data of Assay in Python: inputs and expected values as numpy arrays, and a judge of yours.

    for case in assay_golden.cases("golden.h5", op="OP", target="a5"):
        print(assay_golden.judge(case, my_op(case.inputs["src"])))

As a decorator, `@assay_golden.cases("golden.h5")` makes a pytest of every case, named `case`. f16, f32, f64 and
integers are numpy's own; bf16, the formats of 8 and 4 bits are values in f32 (i4: int8). Bits are in
`case.operands[NAME].bits`. judge() takes values or, as unsigned integers of the format's width, bits. Programs of several
calls: assay_programs.py."""

import fnmatch
import functools
import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Optional

import h5py
import numpy as np

import assay_run

SCHEMA_VERSIONS = (1, 2)
FAILURES = ("deviates", "rejected_valid")
NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
NATIVE.update((f"{kind}{bits}", np.dtype(f"{'int' if kind == 'i' else 'uint'}{bits}").type)
              for kind in "iu" for bits in (8, 16, 32, 64))
FOREIGN = {"bfloat16": "bf16", "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2", "float8_e8m0fnu": "e8m0",
           "float4_e2m1fn": "e2m1", "int4": "i4"}  # types of ml_dtypes


def _hif8():
    """Values of HiFloat8's 128 magnitudes: prefix code, exponent without its leading one, mantissa."""
    values = np.full(128, np.nan)
    values[0], values[0x6F] = 0, np.inf
    for exponent in range(-22, 16):
        size = abs(exponent)
        width = size.bit_length()
        mantissa = _hif8_mantissa(exponent)
        field = (exponent < 0) << max(width - 1, 0) | size & (1 << max(width - 1, 0)) - 1
        code = (1 if size < 2 else width - 1) << width | field if size else 1
        for step in range(1 << mantissa):
            place = exponent + 23 if exponent < -15 else code << mantissa | step
            if place != 0x6F:
                values[place] = math.ldexp(1 + step / (1 << mantissa), exponent)
    return values


def _hif8_mantissa(exponent):
    return 0 if exponent < -15 else 3 if abs(exponent) <= 3 else 2 if abs(exponent) <= 7 else 1


@dataclass(frozen=True)
class Format:
    """The meaning of the bits of an element; the numbers are those of the manual's conventions."""
    name: str
    bits: int
    exponent_bits: int = 0
    precision: int = 0  # with the hidden bit; 0 of integers
    bias: int = 0
    infinite: bool = False
    has_nan: bool = False

    is_float = property(lambda self: self.precision > 0)
    mask = property(lambda self: (1 << self.bits) - 1)
    signed = property(lambda self: self.name[0] == "i" or self.is_float and self.name != "e8m0")
    sign = property(lambda self: 1 << self.bits - 1 if self.is_float and self.signed else 0)
    magnitude = property(lambda self: self.mask ^ self.sign)
    word = property(lambda self: np.dtype(f"u{max(self.bits // 8, 1)}"))
    lowest = property(lambda self: {"hif8": -22, "e8m0": -127}.get(self.name, 1 - self.bias))

    @property
    def last(self):
        """Magnitudes above are NaN; the last one is infinity where there is one."""
        if self.infinite:
            return self.magnitude >> self.precision - 1 << self.precision - 1
        return self.magnitude - 1 if self.has_nan else self.magnitude

    @property
    def highest(self):
        if self.name == "hif8":
            return 15
        return (self.last >> self.precision - 1) - self.bias - self.infinite

    def quantum(self, exponent):
        """Exponent of the ulp in a binade."""
        return exponent - (_hif8_mantissa(exponent) if self.name == "hif8" else self.precision - 1)

    def is_nan(self, bits):
        if self.name == "hif8":
            return bits == 0x80
        return (bits & bits.dtype.type(self.magnitude)) > self.last if self.has_nan else np.zeros(bits.shape, bool)

    @property
    def quiet_nan(self):
        top = self.magnitude >> self.precision - 2 << self.precision - 2 if self.infinite else self.magnitude
        return 0x80 if self.name == "hif8" else top

    @functools.cached_property
    def table(self):
        """Values of all patterns of a format that numpy does not have."""
        codes = np.arange(1 << self.bits)
        size = codes & self.magnitude
        if self.name == "i4":
            return np.where(codes > 7, codes - 16, codes).astype(np.int8)
        if self.name == "hif8":
            values = _hif8()[size]
        elif self.name == "e8m0":
            values = np.ldexp(1.0, size - 127)
        else:
            field, fraction = size >> self.precision - 1, size & (1 << self.precision - 1) - 1
            whole = fraction + np.where(field > 0, 1 << self.precision - 1, 0)
            values = np.ldexp(whole.astype(float), np.maximum(field, 1) - self.bias - self.precision + 1)
            if self.infinite:
                values[size == self.last] = np.inf
        values = np.where(codes & self.sign, -values, values)
        values[self.is_nan(codes)] = np.nan
        return values.astype(np.float32)

    def decode(self, bits):
        return bits.view(NATIVE[self.name]) if self.name in NATIVE else self.table[bits]

    def encode(self, array, what):
        """Bits of values, or the array itself where it holds bits."""
        array = np.ascontiguousarray(array)
        native = np.dtype(NATIVE.get(self.name, self.word))
        if array.dtype in (self.word, native) or FOREIGN.get(array.dtype.name) == self.name:
            return array.view(self.word) & self.word.type(self.mask)
        wanted = NATIVE[self.name].__name__ if self.name in NATIVE else "int8" if self.name == "i4" else "float32"
        if self.name in NATIVE or array.dtype.kind not in "fi":
            raise TypeError(f"{what} is {array.dtype}; of {self.name} give values as {wanted} or bits as {self.word}")
        return self._looked_up(array, what)

    def _looked_up(self, array, what):
        narrow = array.astype(self.table.dtype)
        with np.errstate(invalid="ignore"):
            exact = (narrow == array) | (array != array)
        key = (lambda values: values.view(f"u{values.itemsize}"))
        known = np.flatnonzero(self.table == self.table)
        order = known[np.argsort(key(self.table[known]))]
        found = order[np.searchsorted(key(self.table[order]), key(narrow)).clip(max=len(order) - 1)]
        exact &= (key(self.table[found]) == key(narrow)) | (array != array) & self.has_nan
        if not exact.all():
            raise ValueError(f"{what} has {array[~exact][0]}, which is no value of {self.name}; round it first")
        return np.where(array != array, self.quiet_nan, found).astype(self.word)

    def order(self, bits):
        """Numbers in the order of the format: -0 is just below +0."""
        if not self.is_float:
            shift = np.int64(64 - self.bits)
            wide = bits.astype(np.uint64)
            return ((wide ^ np.uint64(1 << 63)).view(np.int64) if self.name == "u64" else
                    wide.astype(np.int64) << shift >> shift if self.signed else wide.astype(np.int64))
        rung = (bits & self.word.type(self.magnitude)).astype(np.int64)
        if self.name == "hif8":  # whose magnitudes are in no order
            rung = np.searchsorted(np.sort(self.table[:128][self.table[:128] >= 0]), abs(self.table[bits]))
        return np.where(bits & self.word.type(self.sign), -rung - (self.name != "hif8"), rung)

    def is_flushed(self, value, bits):
        """A zero that a result of this sign may become: +0, or any zero for a negative one."""
        zero = ((bits & self.word.type(self.magnitude)) == 0) & ~self.is_nan(bits) & (self.name != "e8m0")
        return (bits == 0) | zero & self._negative(value)

    def _negative(self, bits):
        return (bits & self.word.type(self.sign)) != 0 if self.is_float else self.order(bits) < 0 if self.signed else \
            np.zeros(bits.shape, bool)

    @np.errstate(all="ignore")
    def ulps(self, bits, exact):
        """Distances from exact values in ulp, NaN where either is NaN; infinity is the next power of two."""
        top = 2.0 ** (self.highest + 1) if self.infinite else self._end(False)
        bottom = -top if self.infinite else self._end(True)
        number, far = self.decode(bits), (lambda values: np.where(np.isinf(values), np.where(values > 0, top, bottom), values))
        value, target = far(number.astype(float)), far(exact)
        delta = abs(value - target)
        if self.bits == 64:
            plain = np.isfinite(number.astype(float)) & ~np.isnan(target)
            delta[plain] = [float(abs(Fraction(a) - Fraction(b))) for a, b in zip(number[plain].tolist(), target[plain].tolist())]
        if self.is_float:
            exponent = np.frexp(target)[1] - 1
            exponent = np.where(target == 0, self.lowest, exponent).clip(self.lowest, self.highest)
            delta = np.ldexp(delta, -np.vectorize(self.quantum, otypes=[int])(exponent))
        beyond = (value == top) & (exact > top) | (value == bottom) & (exact < bottom)
        return np.where(np.isnan(value) | np.isnan(target), np.nan, np.where(beyond, 0, delta))

    def _end(self, negative):
        if self.is_float:
            return float(self.table[self.last]) * (-1 if negative else 1) if self.signed or not negative else 2.0**-127
        half = 1 << self.bits - 1
        return float((-half if negative else half - 1) if self.signed else 0 if negative else self.mask)


FORMATS = {one.name: one for one in [
    Format("f64", 64, 11, 53, 1023, True, True), Format("f32", 32, 8, 24, 127, True, True),
    Format("f16", 16, 5, 11, 15, True, True), Format("bf16", 16, 8, 8, 127, True, True),
    Format("e4m3", 8, 4, 4, 7, False, True), Format("e5m2", 8, 5, 3, 15, True, True),
    Format("e8m0", 8, 8, 1, 127, False, True), Format("hif8", 8, 5, 4, 0, True, True),
    Format("e2m1", 4, 2, 2, 1), Format("e1m2", 4, 1, 3, 1),
    *[Format(f"{kind}{bits}", bits) for kind in "iu" for bits in (4, 8, 16, 32, 64) if f"{kind}{bits}" != "u4"]]}


@dataclass
class Operand:
    """An operand of a case before the call. Tiles: `bits` [rows, cols], and `valid`, the part that counts.
    Global memory: elements in the order of addresses, with `shape`, `stride` and `base` of the view. Scalars: one."""
    name: str
    kind: str  # tile, global, scalar
    role: str  # output, input, in_out, scratch
    format: Format
    bits: np.ndarray
    attributes: dict  # static types: layout, location, pad, ...
    valid: Optional[tuple] = None
    facts: Optional[dict] = None  # of global memory

    def cut(self, array):
        """The valid region of a tile, all of anything else."""
        return array[: self.valid[0], : self.valid[1]] if self.valid else array

    values = property(lambda self: self.format.decode(self.bits))


@dataclass
class Promise:
    """The acceptable values of an output, over the whole tile; `accept` holds names of
    `Case.accepts`."""
    accept: np.ndarray
    value: np.ndarray  # bits, as low and high
    low: np.ndarray
    high: np.ndarray
    exact: np.ndarray  # f64, NaN where there is none


@dataclass
class Worst:
    operand: str
    row: int
    col: int
    accept: str
    expected: object
    got: object
    expected_bits: int
    got_bits: int
    ulp: Optional[float]


@dataclass
class Verdict:
    """As `assay judge` gives it; true unless the verdict is against the output."""
    kind: str = "conforms"  # deviates, target_defined, distrusted, rejected_valid, undecidable
    deviation: str = "none"  # value, wrote_outside, clobbered_input, text
    reason: str = ""
    compared: int = 0
    wrong: int = 0
    target_defined: int = 0
    alternative: int = 0
    max_ulp: Optional[float] = None
    worst: Optional[Worst] = None

    def __bool__(self):
        return self.kind not in FAILURES

    def __str__(self):
        kind = self.kind if self.deviation == "none" else f"{self.kind} ({self.deviation})"
        return f"{kind}: {self.reason}" if self.reason else kind

    __repr__ = __str__

    def add(self, part, operand):
        """The counts of one output; the first that fails says how."""
        self.compared += part.compared
        self.wrong += part.wrong
        self.target_defined += part.target_defined
        self.alternative += part.alternative
        self.max_ulp = max((one.max_ulp for one in (self, part) if one.max_ulp is not None), default=None)
        first = part.kind == "deviates" and self.kind != "deviates"
        if first:
            self.kind, self.deviation = part.kind, part.deviation
            self.reason = part.reason if operand == "text" else f"{operand}: {part.reason}"
        if part.worst and (first or not self.worst):
            self.worst = part.worst
            self.worst.operand = operand


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class Case:
    """One case: `name`, `op`, `form`, `target`, `dtypes`, `dtype`, `intent`, `plan`, `key` of the table of cases;
    `inputs` and `expected` by operand, cut to what is valid; `operands` and `promise` whole and as bits."""

    def __init__(self, row, signature):
        self.__dict__.update((name, _text(row[name]) if row[name].dtype.kind == "S" else int(row[name]))
                             for name in row.dtype.names if name != "expected")
        self._stored = signature

    def __repr__(self):
        return self.name

    legal = property(lambda self: not self.intent.startswith("breaks."))
    @property
    def may_refuse(self):
        """The property of the call for which the target may refuse it; otherwise empty."""
        zeros_in = _text(self._stored.attrs.get("may_refuse_zeros_in", ""))
        if zeros_in and self._divides_by_zero(self.operands[zeros_in]):
            return "zero divisors"
        return _text(self._stored.attrs.get("may_refuse", ""))

    def _divides_by_zero(self, divisor):
        if divisor.kind == "tile":
            return bool((np.asarray(self.inputs[divisor.name]) == 0).any())
        value, form = self.inputs[divisor.name], self.operands["dst"].format
        if form.is_float:
            return abs(float(value)) <= 2.0 ** (form.quantum(form.lowest) - 1)
        return int(value) & form.mask == 0

    copies = property(lambda self: bool(self._stored.attrs.get("copies", 0)), doc="A right result may be the source as it is.")

    @functools.cached_property
    def operands(self):
        names = _text(self._stored.attrs["operands"]).split(",")
        return {name: self._operand(name) for name in names}

    def _operand(self, name):
        group, bits = self._stored["operands"][name], self._stored["inputs"][name][self.row]
        attributes = {key: _text(value) if isinstance(value, (bytes, str)) else int(value) for key, value in group.attrs.items()}
        facts = {key: fact[self.row] for key, fact in group.items()}
        valid = tuple(map(int, facts.pop("valid"))) if "valid" in facts else None
        if "count" in facts:
            bits = bits[: facts["count"]]
        return Operand(name, attributes["kind"], attributes["role"], FORMATS[attributes["dtype"]], np.asarray(bits),
                       attributes, valid, facts or None)

    @functools.cached_property
    def inputs(self):
        """Values of what the call reads, by operand; of tiles the valid region, scalars as numpy scalars."""
        read = [one for one in self.operands.values() if one.role in ("input", "in_out")]
        return {one.name: one.cut(one.format.decode(one.bits)) if one.bits.ndim else one.format.decode(one.bits[None])[0]
                for one in read}

    @functools.cached_property
    def expected(self):
        """Expected values by output, cut as inputs are; of a range the correctly rounded ones."""
        found = {}
        for name, promise in self.promise.items():
            if isinstance(promise, Promise):
                values = self.operands[name].format.decode(promise.value)
                found[name] = self.operands[name].cut(values) if self.operands[name].valid else values
        return found

    @functools.cached_property
    def promise(self):
        if "expected" not in self._stored:
            return {}
        names = [*self.operands, *self._stored["expected"]]
        return {name: self._promise(self._stored["expected"][name]) for name in dict.fromkeys(names)
                if name in self._stored["expected"]}

    def _promise(self, group):
        if "accept" not in group:
            return self._text_promise(group)
        accept = group["accept"][self.row]
        shape = tuple(group["shape"][self.row]) if "shape" in group else accept.shape if accept.ndim == 2 else (0, 0)
        part = lambda name, otherwise: (group[name][self.row] if name in group else np.full(accept.shape, otherwise)
                                        ).ravel()[: math.prod(shape)].reshape(shape)
        value = part("value", 0)
        names = dict(one.split("=") for one in _text(group["accept"].attrs["meaning"]).split(","))
        meaning = np.array([names[str(code)] for code in range(len(names))])
        return Promise(meaning[part("accept", 0)], value, part("low", 0).astype(value.dtype),
                       part("high", 0).astype(value.dtype), part("exact", np.nan))

    def _text_promise(self, group):
        first, last = (int(group["readings"][row]) for row in (self.row, self.row + 1))
        offsets, raw = group["offsets"][first: last + 1], group["bytes"]
        texts = [raw[start:end].tobytes().decode("latin-1") for start, end in zip(offsets, offsets[1:])]
        return [(text, int(width)) for text, width in zip(texts, group["width"][first:last])], int(group["capacity"][self.row])


def _ulp_text(ulp):
    """A distance as reports write it: from 2^14 on a power of two."""
    if not math.isfinite(ulp) or ulp < 1000:
        return f"{ulp:.4g} ulp"
    return f"{ulp:.0f} ulp" if ulp < 16384 else f"2^{math.floor(math.log2(ulp) * 10 + 0.5) / 10:g} ulp"


def _acceptable(promise, form, before, got):
    """One flag per element."""
    value, low, high, is_value = promise.value, promise.low, promise.high, got == promise.value
    key = form.order(got)
    inside = (form.order(low) <= key) & (key <= form.order(high)) & ~form.is_nan(got)
    by_kind = {"exact": is_value, "interval": is_value | inside, "preserved": got == before,
               "interval_or_zero": is_value | inside | form.is_flushed(value, got), "any_nan": form.is_nan(got),
               "any_of": is_value | (got == low) | (got == high), "some_bits": ((got ^ value) & low) == 0,
               "unspecified": np.ones(got.shape, bool), "target_defined": np.ones(got.shape, bool)}
    return np.select([promise.accept == kind for kind in by_kind], list(by_kind.values()), False)


def _compare(promise, form, before, got):
    accept, verdict = promise.accept, Verdict()
    wrong = ~_acceptable(promise, form, before, got)
    open_here, unspoken = accept == "target_defined", accept == "unspecified"
    ranged = np.isin(accept, ("interval", "interval_or_zero"))
    ulp = np.full(got.shape, np.nan)
    ulp[ranged] = form.ulps(got[ranged], promise.exact[ranged])
    verdict.target_defined, verdict.wrong = int(open_here.sum()), int(wrong.sum())
    verdict.compared = int((~open_here & ~unspoken).sum())
    verdict.alternative = int(((accept == "any_of") & ~wrong & (got != promise.value)).sum())
    measured = ~np.isnan(ulp)
    verdict.max_ulp = float(ulp[measured].max()) if measured.any() else None
    eligible = wrong if verdict.wrong else measured
    if eligible.any():
        distance = np.where(eligible, np.where(measured, ulp, -1), -2)
        row, col = (int(at) for at in np.unravel_index(distance.argmax(), got.shape))
        wanted = before if accept[row, col] == "preserved" else promise.value
        show = lambda bits: form.decode(bits[row, col][None])[0].item()
        verdict.worst = Worst("", row, col, str(accept[row, col]), show(wanted), show(got), int(wanted[row, col]),
                              int(got[row, col]), float(ulp[row, col]) if measured[row, col] else None)
    if verdict.wrong:
        verdict.kind = "deviates"
        verdict.deviation = "wrote_outside" if (accept[wrong] == "preserved").all() else "value"
        one = verdict.worst
        verdict.reason = (f"{verdict.wrong} of {verdict.compared} elements wrong, at ({one.row}, {one.col}): "
                          f"{'must keep' if one.accept == 'preserved' else 'expected'} {one.expected} "
                          f"({one.expected_bits:#x}), got {one.got} ({one.got_bits:#x})"
                          + (f", {_ulp_text(one.ulp)} off" if one.ulp is not None else ""))
    return verdict


# Printed text: lines with any other word than values, fences and dashes are headers, which are free.
_WORD = re.compile(r"([ \t\r]*)(?:(\|)|([^ \t\r|]+))")
_VALUE = re.compile(r"nan|-?inf|-?[0-9][0-9.]*")
_SPELLINGS = {"-nan": "nan", "+nan": "nan", "infinity": "inf", "+inf": "inf", "-infinity": "-inf"}


def _lines(text):
    """Tokens (text, blanks before, length) of lines that are no header; a line with dashes, or of marks, is a rule."""
    found = []
    for line in text.split("\n"):
        tokens = []
        for blanks, fence, word in _WORD.findall(line):
            plain = _SPELLINGS.get(word.lower(), word.lower())
            plain = "|" if fence else "--" if re.fullmatch("--+", word) else plain
            tokens.append((plain, len(blanks), len(word)))
        if not tokens or not all(word in ("|", "--") or _VALUE.fullmatch(word) for word, _, _ in tokens):
            continue
        words = [word for word, _, _ in tokens]
        found.append([("--", 0, 0)] if "--" in words or set(words) == {"|"} else tokens)
    return found


def _line_faults(want, got, number, width, cut):
    """Tokens compared, and a sentence for each that is wrong."""
    faults = []
    for at, (word, _, _) in enumerate(want):
        if at >= len(got):
            return at + 1, faults if cut else [*faults, f"line {number} ends after {at} tokens"]
        said, blanks, length = got[at]
        if said != word:
            if cut and at + 1 == len(got) and word.startswith(said):
                return at + 1, faults
            faults.append(f"line {number}, token {at + 1}: expected {word}, got {said}")
        elif word not in ("|", "--") and not 0 <= blanks - max(0, width - length) <= 2:
            faults.append(f"line {number}, token {at + 1}: {word} is not printed {width} characters wide")
    more = len(got) - len(want)
    return len(want), [*faults, f"line {number} has {more} tokens more"] if more > 0 else faults


def _reading_faults(wanted, width, text, cut):
    want, got, tokens, faults = _lines(wanted), _lines(text), 0, []
    for at, line in enumerate(want):
        if at >= len(got):
            return tokens, faults if cut else [*faults, f"{len(got)} of {len(want)} lines of values are printed"]
        more, found = _line_faults(line, got[at], at + 1, width, cut and at + 1 == len(got))
        tokens, faults = tokens + more, faults + found
    more = len(got) - len(want)
    return tokens, [*faults, f"{more} lines of values more than expected"] if more > 0 else faults


def _compare_text(promise, text):
    """The reading with the fewest faults; a full print buffer may end it anywhere."""
    readings, capacity = promise
    best = None
    for at, (wanted, width) in enumerate(readings):
        longest = max(len(line) for line in wanted.split("\n"))
        cut = capacity > 0 and len(text) >= capacity // 2 and max(len(wanted), len(text) + longest) + 256 > capacity
        tokens, faults = _reading_faults(wanted, width, text, cut)
        if best is None or len(faults) < len(best[2]):
            best = (at, tokens, faults)
    at, tokens, faults = best
    verdict = Verdict(compared=tokens, wrong=len(faults), alternative=tokens if at and not faults else 0)
    if faults:
        verdict.kind, verdict.deviation, verdict.reason = "deviates", "text", faults[0]
    return verdict


def _bits(case, name, array):
    """The given contents of an operand, as bits of its whole tile; missing ones were left unchanged."""
    operand = case.operands[name]
    bits = operand.format.encode(array, f"{case}: {name}")
    before = np.atleast_1d(operand.bits)
    if bits.shape == before.shape or bits.size == before.size and not operand.valid:
        return bits.reshape(before.shape)
    whole = before.copy()
    if bits.shape != operand.cut(whole).shape:
        raise ValueError(f"{case}: {name} has the shape {bits.shape} instead of {operand.cut(whole).shape}")
    operand.cut(whole)[...] = bits
    return whole


def _compare_all(case, outputs, text):
    total = Verdict()
    for name, promise in case.promise.items():
        if name in outputs:
            operand, shape = case.operands[name], promise.value.shape
            total.add(_compare(promise, operand.format, operand.bits.reshape(shape), outputs[name].reshape(shape)), name)
        elif isinstance(promise, tuple):
            total.add(_compare_text(promise, text), name)
    return total


def _null(case, outputs):
    """A null output that would pass as well, in words, or nothing."""
    tiles = [promise for promise in case.promise.values() if isinstance(promise, Promise)]
    silent = len(tiles) == len(case.promise) and all(
        any(np.isin(one.accept, (just, "unspecified")).all() for just in ("preserved", "target_defined")) for one in tiles)
    passes = lambda forge: not _compare_all(case, {name: forge(case.operands[name]) for name in outputs}, "").wrong
    if passes(lambda operand: np.zeros_like(operand.bits)):
        return "zeros"
    if not silent and passes(lambda operand: operand.bits):
        return "an untouched output"
    source = next((one for one in case.operands.values() if one.role == "input" and one.kind == "tile"), None)
    # Data that is stored to global memory without gaps is a copy.
    stores = any(one.role in ("output", "in_out") and one.kind == "global" for one in case.operands.values())

    def copied(operand):
        fake = operand.bits.flatten()
        shared = min(fake.size, source.bits.size)
        fake[:shared] = source.bits.ravel()[:shared].astype(fake.dtype) & fake.dtype.type(operand.format.mask)
        return fake
    return f"a copy of {source.name}" if source and not stores and not case.copies and passes(copied) else None


def _must_stay(operand):
    return operand.role == "input" and operand.kind in ("tile", "global")


def judge(case, output, text=""):
    """The verdict on what was computed for a case: an array of its one output, or a dict by operand (also of inputs,
    which must be unchanged). An array has the shape of the whole tile or of its valid region, and holds values or bits.
    `output` None: the call was refused. Throws TypeError and ValueError where an array cannot be that output."""
    if not case.legal or not case.promise:
        raise ValueError(f"{case} {'has no expected values' if case.legal else 'must be refused'}; use assay judge")
    if output is None and case.may_refuse:
        return Verdict("target_defined", reason=f"refused, as {case.may_refuse} may be on {case.target}")
    if output is None:
        return Verdict("rejected_valid", reason="a legal call was refused")
    wanted = [name for name, promise in case.promise.items() if isinstance(promise, Promise)]
    given = output if isinstance(output, dict) else dict.fromkeys(wanted[:1], output)
    if set(wanted) - set(given) or set(given) - set(case.operands):
        raise ValueError(f"{case}: outputs are {', '.join(wanted) or 'text'}, not {', '.join(given) or 'one array'}")
    bits = {name: _bits(case, name, array) for name, array in given.items()}
    for name in bits:
        if case.operands[name].role == "input" and (bits[name] != case.operands[name].bits).any():
            return Verdict("deviates", "clobbered_input", f"input {name} was changed")
    outputs = {name: bits[name] for name in wanted}
    verdict = _compare_all(case, outputs, text)
    if verdict.kind == "conforms" and not verdict.compared:
        # Where all results are open, what is left to hold against a promise is what must stay.
        verdict.compared = sum(array.size for name, array in bits.items() if _must_stay(case.operands[name]))
        if not verdict.compared:
            verdict.kind = "target_defined"
            verdict.reason = (f"all {verdict.target_defined} elements are target-defined" if verdict.target_defined
                              else "nothing that came back is promised")
    elif verdict.kind == "conforms" and (null := _null(case, outputs)):
        verdict.kind, verdict.reason = "distrusted", f"{null} would have passed as well"
    return verdict


def require_golden(file, path):
    if _text(file.attrs.get("schema", "")) != "assay-golden" or file.attrs["schema_version"] not in SCHEMA_VERSIONS:
        raise ValueError(f"{path} is no golden file of schema version {' or '.join(map(str, SCHEMA_VERSIONS))}")


class cases:  # pylint: disable=invalid-name
    """The legal cases of a golden file, in its order: a sequence, and a decorator that makes a pytest of each. `op`,
    `form`, `target`, `dtype` and `plan` narrow them: one name or several, `T*` for all that begin with T. `choices` is the
    TOML text of the readings of the manual that expected values follow; empty: the first reading of each choice, as
    `assay choices` lists them. Throws ValueError where the file is none of Assay's or no case is left. Warns where the file is of a run
    that was stopped."""

    def __init__(self, path, legal=True, **wanted):
        file = h5py.File(path, "r")
        require_golden(file, path)
        self.choices = _text(file.attrs.get("choices", ""))
        assay_run.warn_if_stopped(path)
        signatures = file["signatures"]
        self.found = []
        for row in file["cases"][:]:
            case = Case(row, None)
            if (legal is None or case.legal == legal) and all(self._fits(getattr(case, key), names)
                                                              for key, names in wanted.items() if names is not None):
                case._stored = signatures[f"s{case.signature:04d}"]
                self.found.append(case)
        if not self.found:
            raise ValueError(f"{path} has no case of {wanted or 'any kind'}")

    @staticmethod
    def _fits(value, names):
        names = names.split(",") if isinstance(names, str) else names
        return any(fnmatch.fnmatchcase(value, name) for name in names)

    def __len__(self):
        return len(self.found)

    def __getitem__(self, index):
        return self.found[index]

    def __call__(self, test):
        import pytest  # for those who test with it
        return pytest.mark.parametrize("case", self.found, ids=[case.name for case in self.found])(test)
