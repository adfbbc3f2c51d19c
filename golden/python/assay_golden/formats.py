# SPDX-License-Identifier: Apache-2.0
"""Element types: values from bits, bits from values, and distances in ulp."""

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

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
            quantum = np.vectorize(self.quantum, otypes=[int]) if self.name == "hif8" else self.quantum
            delta = np.ldexp(delta, -quantum(exponent))
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
