# SPDX-License-Identifier: Apache-2.0
"""Journals and HDF5 files changed by a test, with checksums that fit again."""

import hashlib
import json

import h5py
import xxhash


def sealed(records):
    """Lines of a journal, each with its number and its checksum."""
    lines = []
    for number, record in enumerate(records, 1):
        text = json.dumps({**record, "line": number}, separators=(",", ":"), ensure_ascii=False)[:-1]
        lines.append(f'{text},"check":"{hashlib.sha256(text.encode()).hexdigest()[:16]}"}}\n')
    return lines


def unsealed(line):
    """The record of a line."""
    record = json.loads(line)
    return {key: record[key] for key in record if key not in ("line", "check")}


def attribute_lines(thing):
    def text(value):
        return value.decode() if isinstance(value, bytes) else str(value)

    return "".join(f"{key}={text(thing.attrs[key])}\n" for key in sorted(thing.attrs))


def mend(file):
    """Makes the manifest fit what is there."""
    rows = file["manifest"][()]
    for row in rows:
        if row["path"].decode() not in file:
            continue
        thing = file[row["path"].decode()]
        row["attributes"] = hashlib.sha256(attribute_lines(thing).encode()).hexdigest().encode()
        if isinstance(thing, h5py.Dataset):
            data = thing[()].tobytes()
            row["sha256"], row["bytes"] = hashlib.sha256(data).hexdigest().encode(), len(data)
            if "xxh128" in rows.dtype.names:
                row["xxh128"] = xxhash.xxh3_128_hexdigest(data).encode()
    file["manifest"][()] = rows


class Edited(h5py.File):
    """A file opened to be changed, whose digests fit again in the end."""

    def __init__(self, path):
        super().__init__(path, "r+")

    def __exit__(self, *error):
        if "manifest" in self:
            mend(self)
        super().__exit__(*error)
