# SPDX-License-Identifier: Apache-2.0
"""Result files: what a board computed for the cases of a golden file, for `assay judge`."""

import json
import os
import warnings

import h5py
import numpy as np

from .case import cases
from .formats import FORMATS
from .stored import columns, is_golden, opened, plain, require_golden

ROOT = {"schema": "assay-results", "schema_version": 1}


class _Journal:
    """Records in the order in which they came: a line of JSON with the length of what follows it, then the bits. A record
    whose end is missing, because its writer died, does not count and is cut off."""

    def __init__(self, path, keep):
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | (0 if keep else os.O_TRUNC), 0o666)
        self.records, self._end = [], 0
        with open(path, "rb") as file:
            for line in file:
                start = file.tell()
                size = json.loads(line)["bytes"] if line.endswith(b"\n") else 0
                if not line.endswith(b"\n") or start + size > os.path.getsize(path):
                    break
                self._took(json.loads(line), start)
                file.seek(self._end)
        os.ftruncate(self._file, self._end)

    def _took(self, record, start):
        self.records.append(record)
        self._end = start + record["bytes"]
        for output in record["outputs"]:
            output["at"] = start
            start += output["bytes"]

    def add(self, record, arrays):
        """Outputs of the record are described, `arrays` are their contents."""
        record["bytes"] = sum(output["bytes"] for output in record["outputs"])
        line = json.dumps(record).encode() + b"\n"
        whole, done = memoryview(line + b"".join(array.tobytes() for array in arrays)), 0
        start = self._end + len(line)
        while done < len(whole):
            done += os.pwrite(self._file, whole[done:], self._end + done)
        self._took(record, start)

    def read(self, output):
        raw = os.pread(self._file, output["bytes"], output["at"])
        return np.frombuffer(raw, FORMATS[output["dtype"]].word).reshape(output["shape"])

    def close(self):
        os.close(self._file)


class results:  # pylint: disable=invalid-name
    """Writes a result file, with a row for each case of a golden file:

        with assay_golden.results("results.h5", "golden.h5") as r:
            for case in assay_golden.cases("golden.h5"):
                r.done(case, dst=my_board(case))  # or r.rejected(case, "why"), or r.unsupported(case, "why")

    Programs of assay_programs are taken too: `r.done(program, GM=..., UB=...)`. The file appears when the block ends, also by
    an exception; it then has what was computed until then, and `assay judge` names what is missing.

    Until all rows are there, they are also in `results.h5.part`, from the moment in which each is handed in. So a script that
    was killed can go on: `resume=True` begins with these rows, and `case in r` is true for each case that has one. False drops
    them. Without either, a script does not start where there are such rows.

    Throws TypeError and ValueError where something cannot be the result of a case, and then writes nothing of it. Throws
    ValueError where the file to write is a golden file."""

    def __init__(self, path, golden, resume=None):
        self.path, self._golden = path, golden.path if isinstance(golden, cases) else golden
        with opened(self._golden) as file:
            require_golden(file, self._golden)
            names = columns(file["cases"])["name"].tolist()
            names += columns(file["programs/list"])["name"].tolist() if "programs" in file else []
            self._version = plain(file.attrs.get("suite_version", ""))
        if h5py.is_hdf5(path):
            with opened(path) as file:
                if is_golden(file):
                    raise ValueError(f"{path} is a golden file, which results would overwrite; give them another name")
        self._wanted, self._entered = dict.fromkeys(names), False
        self._journal = _Journal(f"{path}.part", resume is not False)
        self._rows = {record["name"]: number for number, record in enumerate(self._journal.records)}
        foreign = next((name for name in self._rows if name not in self._wanted), None)
        if foreign or self._rows and resume is None:
            self._journal.close()
            raise ValueError(f"{path}.part has {len(self._rows)} rows of a script that left cases out" +
                             (f", one of them for {foreign}, which {self._golden} does not have; resume=False drops them"
                              if foreign else "; resume=True goes on with them, resume=False drops them"))

    def __contains__(self, case):
        return case.name in self._rows

    @property
    def missing(self):
        """Names of the cases and programs without a row."""
        return [name for name in self._wanted if name not in self._rows]

    def done(self, case, /, text="", **outputs):
        """The call was executed; `outputs` by operand as judge() takes them, of a program the bytes of its memories."""
        self._require_new(case)
        given = case.checked_outputs(outputs)
        arrays = [array if array.ndim == 2 else array.reshape(1, -1) for array in map(np.atleast_1d, given.values())]
        described = [{"name": name, "dtype": case.dtype_of(name), "shape": array.shape, "bytes": array.nbytes}
                     for name, array in zip(given, arrays)]
        self._add(case, "done", "", text, described, arrays)

    def rejected(self, case, text=""):
        """The board refused the call."""
        self._require_new(case)
        self._add(case, "rejected", text)

    def unsupported(self, case, text=""):
        """The board does not have this op, or not with these types."""
        self._require_new(case)
        self._add(case, "unsupported", text)

    def _require_new(self, case):
        if not self._entered:
            raise RuntimeError("rows are taken inside `with assay_golden.results(...) as r:`, whose end writes the file")
        if not hasattr(case, "checked_outputs"):
            raise TypeError(f"{case!r} is no case; give one of cases()")
        if case.name not in self._wanted:
            raise ValueError(f"{self._golden} has no case {case.name}")
        if case in self:
            raise ValueError(f"{case.name} has a row already")

    def _add(self, case, status, message, text="", described=(), arrays=()):
        record = {"name": case.name, "status": status, "message": str(message), "text": str(text), "outputs": list(described)}
        self._rows[case.name] = len(self._rows)
        self._journal.add(record, arrays)

    def __enter__(self):
        self._entered = True
        return self

    def __exit__(self, kind, *_):
        missing, new, self._entered = self.missing, f"{self.path}.new", False
        try:
            self._write(new)
            os.replace(new, self.path)
        finally:
            self._journal.close()
            if os.path.exists(new):
                os.remove(new)
        if not missing or not self._rows:
            os.remove(self._journal.path)
        if missing and kind is None:
            warnings.warn(f"{self.path} has no row for {len(missing)} of {len(self._wanted)} cases, the first is {missing[0]}",
                          stacklevel=2)

    def _write(self, path):
        records = self._journal.records
        with h5py.File(path, "w") as file:
            for name, value in {**ROOT, "suite_version": self._version}.items():
                file.attrs[name] = np.bytes_(value) if isinstance(value, str) else value
            self._write_table(file, records)
            self._write_text(file, [record["text"].encode() for record in records])
            groups = {}
            for number, record in enumerate(records):
                for output in record["outputs"]:
                    groups.setdefault((output["name"], output["dtype"], *output["shape"]), []).append((number, output))
            for place, ((name, dtype, *shape), rows) in enumerate(groups.items()):
                bits = file.create_dataset(f"outputs/{name}/g{place:04d}/bits", (len(rows), *shape), FORMATS[dtype].word)
                bits.attrs["dtype"] = np.bytes_(dtype)
                file[f"outputs/{name}/g{place:04d}/case"] = np.array([number for number, _ in rows], np.int64)
                for row, (_, output) in enumerate(rows):
                    bits[row] = self._journal.read(output)
            file.flush()
        descriptor = os.open(path, os.O_RDWR)
        os.fsync(descriptor)
        os.close(descriptor)

    @staticmethod
    def _write_table(file, records):
        texts = {key: [record[key].encode() for record in records] for key in ("name", "status", "message")}
        kind = [(key, f"S{max(map(len, values), default=0) + 1}") for key, values in texts.items()]
        file["results"] = np.array(list(zip(*texts.values())), dtype=kind)

    @staticmethod
    def _write_text(file, texts):
        if any(texts):
            file["text/bytes"] = np.frombuffer(b"".join(texts), np.uint8)
            file["text/offsets"] = np.cumsum([0, *map(len, texts)], dtype=np.int64)
