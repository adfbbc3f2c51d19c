# SPDX-License-Identifier: Apache-2.0
"""Cases of a golden file: operands before the call, what the call reads, and what is acceptable after it."""

import difflib
import fnmatch
import functools
import math
from dataclasses import dataclass

import numpy as np

import assay_run

from .formats import FORMATS
from .stored import Forms, Signature, columns, dicts, opened, plain, require_golden

FACTS = {"tile": ["valid"], "global": ["shape", "stride", "base", "count"], "scalar": []}  # of an operand at run time

ACCEPTS = ("exact", "interval", "interval_or_zero", "preserved", "any_nan", "any_of", "some_bits", "unspecified", "target_defined")


class Operand:
    """An operand of a case before the call: `name`, `kind` (tile, global, scalar), `role` (output, input, in_out,
    scratch), `format`. Tiles: `bits` [rows, cols], and `valid`, the part that counts. Global memory: elements in the order of
    addresses, with `shape`, `stride` and `base` of the view in `facts`. Scalars: one."""

    def __init__(self, name, row, signature):
        self.name, self._row, self._signature = name, row, signature
        self.kind, self.role = signature.operand(name)
        facts = {fact: signature.rows(f"operands/{name}/{fact}")[row] for fact in FACTS[self.kind]}
        valid = facts.pop("valid", None)
        self.valid = None if valid is None else tuple(valid.tolist())
        self.facts = facts or None  # of global memory

    def __repr__(self):
        return f"{self.name}: {self.kind} of {self.format.name}, {self.role}"

    @functools.cached_property
    def format(self):
        return FORMATS[self._signature.dtype(self.name)]

    @functools.cached_property
    def bits(self):
        bits = self._signature.rows(f"inputs/{self.name}")[self._row]
        return np.asarray(bits[: self.facts["count"]] if self.facts else bits)

    @functools.cached_property
    def attributes(self):
        """Static types: layout, location, pad, ..."""
        return self._signature.attributes(f"operands/{self.name}")

    def cut(self, array):
        """The valid region of a tile, all of anything else."""
        return array[: self.valid[0], : self.valid[1]] if self.valid else array

    values = property(lambda self: self.format.decode(self.bits))

    @property
    def input(self):
        """Values of the valid region; a scalar as a numpy scalar."""
        return self.cut(self.values) if self.bits.ndim else self.format.decode(self.bits[None])[0]

    def whole(self, array, what):
        """Bits of the whole operand, of an array of it or of its valid region, values or bits; what is missing is as it
        was before. Throws TypeError and ValueError, which begin with `what`."""
        bits = self.format.encode(array, what)
        before = np.atleast_1d(self.bits)
        if bits.shape == before.shape or bits.size == before.size and not self.valid:
            return bits.reshape(before.shape)
        whole = before.copy()
        if bits.shape != self.cut(whole).shape:
            shapes = {self.cut(whole).shape: "", before.shape: ""}
            raise ValueError(f"{what} has the shape {bits.shape} instead of {' or '.join(map(str, shapes))}")
        self.cut(whole)[...] = bits
        return whole


@dataclass
class Promise:
    """The acceptable values of an output, over the whole tile; `accept` holds names."""
    accept: np.ndarray
    value: np.ndarray  # bits, as low and high
    low: np.ndarray
    high: np.ndarray
    exact: np.ndarray  # f64, NaN where there is none

    @functools.cached_property
    def where(self):
        """Where each kind of acceptance that occurs is asked for."""
        found = {kind: self.accept == kind for kind in ACCEPTS}
        return {kind: here for kind, here in found.items() if here.any()}


class Case:
    """One case: `name`, `op`, `form`, `target`, `dtypes`, `dtype`, `intent`, `plan`, `key` of the table of cases;
    `inputs` and `expected` by operand, cut to what is valid; `attributes` of the call; `operands` and `promise` whole and
    as bits."""

    def __init__(self, row, signature, choices=""):
        self.__dict__.update(row)
        self._has_promise = bool(self.__dict__.pop("expected", False))
        self.choices = choices
        self._stored = signature
        signature.cases.append(self)

    def forget(self):
        """Frees what was read of the case and made of it; it is read again when it is asked for."""
        for name in ("operands", "inputs", "expected", "promise"):
            self.__dict__.pop(name, None)

    def __repr__(self):
        return self.name

    legal = property(lambda self: not self.intent.startswith("breaks."))

    @functools.cached_property
    def _call(self):
        return self._stored.attributes()

    @property
    def _results(self):
        return self._stored.results if self._has_promise else {}

    @property
    def attributes(self):
        """What the call is told besides its operands: RoundMode, SaturationMode, PrecisionType, ... by name, as str or
        bool. Scalars are in `inputs`."""
        words = {"true": True, "false": False}
        return {name[len("attribute."):]: words.get(value, value) for name, value in self._call.items()
                if name.startswith("attribute.")}

    @property
    def may_refuse(self):
        """The property of the call for which the target may refuse it; otherwise empty."""
        zeros_in = self._call.get("may_refuse_zeros_in", "")
        if zeros_in and self._divides_by_zero(self.operands[zeros_in]):
            return "zero divisors"
        return self._call.get("may_refuse", "")

    def _divides_by_zero(self, divisor):
        if divisor.kind == "tile":
            return bool((np.asarray(self.inputs[divisor.name]) == 0).any())
        value, form = self.inputs[divisor.name], self.operands["dst"].format
        if form.is_float:
            return abs(float(value)) <= 2.0 ** (form.quantum(form.lowest) - 1)
        return int(value) & form.mask == 0

    copies = property(lambda self: bool(self._call.get("copies", 0)),
                      doc="A right result may be the source as it is.")

    @functools.cached_property
    def operands(self):
        return {name: Operand(name, self.row, self._stored) for name in self._stored.order}

    @functools.cached_property
    def inputs(self):
        """Values of what the call reads, by operand; of tiles the valid region, scalars as numpy scalars."""
        return {name: one.input for name, one in self.operands.items() if one.role in ("input", "in_out")}

    @functools.cached_property
    def expected(self):
        """Expected values by output, cut as inputs are; of a range the correctly rounded ones."""
        found = {}
        for name, is_array in self._results.items():
            if is_array:
                operand = self.operands[name]
                found[name] = operand.cut(operand.format.decode(self._part(name, "value", 0)))
        return found

    @functools.cached_property
    def promise(self):
        return {name: self._promise(name) if is_array else self._text_promise(f"expected/{name}")
                for name, is_array in self._results.items()}

    def _part(self, output, part, otherwise):
        """One of the arrays of an expected output; a part that is not stored is the same everywhere."""
        stored, path = self._stored, f"expected/{output}/"
        always = part in ("accept", "value")
        values = (stored.rows(path + part)[self.row] if always or stored.has(path + part) else
                  np.full(stored.rows(path + "accept").shape[1:], otherwise))
        if self.operands[output].kind != "global":
            return values if values.ndim == 2 else values[:0].reshape(0, 0)
        shape = stored.rows(path + "shape")[self.row].tolist()
        return values[: math.prod(shape)].reshape(shape)

    def _promise(self, name):
        value = self._part(name, "value", 0)
        return Promise(self._stored.meaning(name)[self._part(name, "accept", 0)], value,
                       self._part(name, "low", 0).astype(value.dtype), self._part(name, "high", 0).astype(value.dtype),
                       self._part(name, "exact", np.nan))

    def _text_promise(self, path):
        part = lambda name: self._stored.rows(f"{path}/{name}")
        first, last = part("readings")[self.row: self.row + 2].tolist()
        offsets, raw = part("offsets")[first: last + 1].tolist(), part("bytes")
        texts = [raw[start:end].tobytes().decode("latin-1") for start, end in zip(offsets, offsets[1:])]
        return list(zip(texts, part("width")[first:last].tolist())), int(part("capacity")[self.row])

    def checked_outputs(self, given):
        """Bits by operand of what came back: all outputs of the case, and perhaps inputs. Throws TypeError and ValueError
        where that cannot be the outputs of the case."""
        wanted = [name for name, is_array in self._results.items() if is_array]
        if not self._results:  # a file without expected values
            wanted = [name for name, one in self.operands.items() if one.role in ("output", "in_out")]
        if self.legal and set(wanted) - set(given) or set(given) - set(self.operands):
            raise ValueError(f"{self}: outputs are {', '.join(wanted) or 'text'}, not {', '.join(given) or 'none'}")
        return {name: self.operands[name].whole(array, f"{self}: {name}") for name, array in given.items()}

    def dtype_of(self, name):
        """The element type of an operand."""
        return self.operands[name].format.name


class cases:  # pylint: disable=invalid-name
    """The legal cases of a golden file, in its order: a sequence, and a decorator that makes a pytest of each. Columns of
    the table of cases (`op`, `form`, `target`, `dtype`, `plan`, ...) narrow them: one name, several in a list or with commas
    between them, `T*` for all that begin with T. The commas of `dtypes` are part of its names. `choices` is the TOML text of the readings of the manual that expected values follow; empty: the first
    reading of each choice, as `assay choices` lists them. Throws ValueError where the file is none of Assay's or no case is
    left, TypeError where there is no such column. Warns where the file is of a run that was stopped."""

    def __init__(self, path, legal=True, **wanted):
        self.path = path
        file = opened(path)
        require_golden(file, path)
        self.choices = plain(file.attrs.get("choices", ""))
        assay_run.warn_if_stopped(path)
        found = columns(file["cases"])
        wanted = {key: self._names(key, value) for key, value in wanted.items() if value is not None}
        self._require_columns(wanted, found)
        signatures, forms, group = {}, Forms(), file["signatures"]
        for row in dicts(found):
            if row["signature"] not in signatures:
                signatures[row["signature"]] = Signature(group, f"s{row['signature']:04d}", row, forms)
        everything = [Case(row, signatures[row["signature"]], self.choices) for row in dicts(found)]
        self.found = [case for case in everything if (legal is None or case.legal == legal) and
                      all(self._fits(getattr(case, key), names) for key, names in wanted.items())]
        if not self.found:
            raise ValueError(f"{path} has no case" + ("" if legal is not False else " that must be refused (assay golden --illegal)") +
                             self._described(wanted, found))

    @staticmethod
    def _require_columns(wanted, found):
        names = [name for name in found if name not in ("signature", "row", "expected")]
        for key in wanted:
            if key not in names:
                near = difflib.get_close_matches(key, names, 1)
                raise TypeError(f"cases() cannot be narrowed by '{key}'" + (f", did you mean {near[0]}?" if near else ".") +
                                f" The columns are {', '.join(names)}")

    @staticmethod
    def _described(wanted, found):
        """What was asked for, and the names that the file has of it."""
        few = lambda names: ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
        return (" of " if wanted else "") + "; ".join(
            f"{key} {', '.join(names)} (there are {few(sorted(set(map(str, found[key].tolist()))))})" for key, names in wanted.items())

    @staticmethod
    def _names(key, wanted):
        """What a column is narrowed to, as names."""
        if isinstance(wanted, str):
            return [wanted] if key == "dtypes" else [name.strip() for name in wanted.split(",")]
        return [str(name) for name in wanted] if hasattr(wanted, "__iter__") else [str(wanted)]

    @staticmethod
    def _fits(value, names):
        return any(fnmatch.fnmatchcase(str(value), name) for name in names)

    def __len__(self):
        return len(self.found)

    def __getitem__(self, index):
        return self.found[index]

    def __call__(self, test):
        import pytest  # for those who test with it
        return pytest.mark.parametrize("case", self.found, ids=[case.name for case in self.found])(test)
