# SPDX-License-Identifier: Apache-2.0
"""Tables, and the datasets of a signature, of which a file has many small ones."""

import collections
import functools
import os

import h5py
import numpy as np
from h5py import h5a, h5d, h5g, h5s

from .formats import FORMATS

SCHEMA_VERSIONS = (1, 2)
KEPT_BYTES = 16 << 20  # of datasets that stay in memory, of each file; what is made of them takes several times as much


def plain(value):
    """A string or number of HDF5 as one of Python."""
    if isinstance(value, (bytes, str)):
        return value.decode() if isinstance(value, bytes) else str(value)
    return value.item() if isinstance(value, np.generic) else value


def opened(path):
    """An HDF5 file to read. Throws FileNotFoundError or ValueError, with its name."""
    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no file {path}")
    if not h5py.is_hdf5(path):
        raise ValueError(f"{path} is no HDF5 file")
    return h5py.File(path, "r")


def is_golden(file):
    return plain(file.attrs.get("schema", "")) == "assay-golden"


def require_golden(file, path):
    if not is_golden(file) or file.attrs["schema_version"] not in SCHEMA_VERSIONS:
        raise ValueError(f"{path} is no golden file of schema version {' or '.join(map(str, SCHEMA_VERSIONS))}")


def columns(dataset):
    """The columns of a table by name, text as str."""
    rows = dataset[:]
    return {name: np.char.decode(rows[name], "utf-8") if rows[name].dtype.kind == "S" else rows[name]
            for name in rows.dtype.names}


def table(path, name="cases"):
    """The columns of a table of a file of Assay by name, text as str: what pandas.DataFrame() takes. `name` is the path
    of the table: cases, manifest, programs/list; results in a result file."""
    with opened(path) as file:
        if not isinstance(file.get(name), h5py.Dataset) or not file[name].dtype.names:
            tables = []
            file.visititems(lambda at, item: tables.append(at) if getattr(item, "dtype", np.dtype(int)).names else None)
            raise ValueError(f"{path} has no table '{name}'; there are {', '.join(tables) or 'none'}")
        return columns(file[name])


def dicts(found):
    """Rows of columns as dicts of plain values."""
    return [dict(zip(found, row)) for row in zip(*(column.tolist() for column in found.values()))]


class Forms:
    """What all calls of a form have in common, of which a file says it again for each signature; and the signatures whose
    data are in memory."""

    def __init__(self):
        self._known, self._bytes = {}, collections.OrderedDict()

    def keep(self, signature, size):
        """Counts what was read, and lets go of what was read first where it is too much. The newest stays."""
        self._bytes[signature] = self._bytes.pop(signature, 0) + size
        while sum(self._bytes.values()) > KEPT_BYTES and len(self._bytes) > 1:
            self._bytes.popitem(last=False)[0].forget()

    def of(self, op, form, what, read):
        """What `read` gives, which is called once for a form."""
        key = op, form, what
        if key not in self._known:
            self._known[key] = read()
        return self._known[key]


class Signature:
    """The group of the cases with equal static types. Opening and reading what is small takes longer than all else: each
    dataset is read at once for all of its `cases`, by its path, and past the Dataset of h5py."""

    def __init__(self, parent, name, row, forms):
        self._parent, self._name, self._rows, self._forms = parent.id, name.encode(), {}, forms
        self.cases = []
        self._of_form = functools.partial(forms.of, row["op"], row["form"])

    @functools.cached_property
    def _group(self):
        return h5g.open(self._parent, self._name)

    def _text(self, path, name):
        """One attribute; all of an operand take ten times as long."""
        found = h5a.open(self._group, name, obj_name=path.encode())
        value = np.empty((), found.dtype)
        found.read(value)
        return plain(value[()])

    def _names(self, path):
        return [name.decode() for name in h5g.open(self._group, path.encode())]

    def attributes(self, path="."):
        return {name: plain(value) for name, value in h5py.Group(h5g.open(self._group, path.encode())).attrs.items()}

    def rows(self, path):
        """A whole dataset, with a row for each case."""
        if path not in self._rows:
            found = h5d.open(self._group, path.encode())
            values = np.empty(found.shape, found.dtype)
            if values.size:
                found.read(h5s.ALL, h5s.ALL, values)
            self._rows[path] = values
            self._forms.keep(self, values.nbytes)
        return self._rows[path]

    def forget(self):
        """Frees the data of all cases, which are read again when they are asked for."""
        self._rows.clear()
        for case in self.cases:
            case.forget()

    def has(self, path):
        above, _, name = path.rpartition("/")
        return path in self._rows or name.encode() in h5g.open(self._group, above.encode())

    @property
    def order(self):
        """Names of the operands, as the call has them."""
        return self._of_form("order", lambda: self._text(".", b"operands").split(","))

    def operand(self, name):
        """Kind and role."""
        return self._of_form(name, lambda: [self._text(f"operands/{name}", key) for key in (b"kind", b"role")])

    def dtype(self, name):
        return self._text(f"operands/{name}", b"dtype")

    @property
    def results(self):
        """Names of what is acceptable, operands first, and whether each is an array; another one is printed text."""
        def read():
            names = self._names("expected")
            names.sort(key=lambda name: self.order.index(name) if name in self.order else len(self.order))
            return {name: "accept" in self._names(f"expected/{name}") for name in names}
        return self._of_form("results", read)

    def meaning(self, result):
        """The names of the numbers in `accept`."""
        words = lambda: self._text(f"expected/{result}/accept", b"meaning").split(",")
        return self._of_form("meaning", lambda: np.array([one.partition("=")[2] for one in words()]))
