#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a golden file without Assay: pandas lists the cases, hashlib recomputes digests, and a
result file made by hand is read back. usage: golden_h5py_test.py GOLDEN.h5 [WRITE_SAMPLE]"""
import glob
import hashlib
import os
import re
import struct
import subprocess
import sys
import tempfile

import h5py
import numpy as np
import pandas as pd
import xxhash


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def attribute_digest(item):
    lines = "".join(f"{name}={text(item.attrs[name])}\n" for name in sorted(item.attrs))
    return hashlib.sha256(lines.encode()).hexdigest()


def check_manifest(file):
    manifest = pd.DataFrame(file["manifest"][:])
    listed = set(manifest["path"].map(text))
    found = {"/"}
    file.visit(lambda name: found.add("/" + name))
    assert found - {"/manifest"} == listed, found ^ listed
    digests = 0
    for path, sha256, size, attributes, xxh128 in file["manifest"][:]:
        item = file[text(path)]
        assert attribute_digest(item) == text(attributes), path
        if isinstance(item, h5py.Dataset):
            raw = item[...].tobytes()
            assert len(raw) == size, path
            assert hashlib.sha256(raw).hexdigest() == text(sha256), path
            assert xxhash.xxh3_128_hexdigest(raw) == text(xxh128), path
            digests += 1
    assert digests > 10, digests


def check_descriptions(file):
    """Every dataset and every column says what it holds, and strings end with NUL."""
    datasets, columns = 0, 0

    def check(name, item):
        nonlocal datasets, columns
        for key in item.attrs:
            kind = item.attrs.get_id(key).get_type()
            assert not isinstance(kind, h5py.h5t.TypeStringID) or kind.get_strpad() == h5py.h5t.STR_NULLTERM, (name, key)
        if not isinstance(item, h5py.Dataset):
            return
        assert text(item.attrs["description"]), name
        datasets += 1
        kind = item.id.get_type()
        for at, column in enumerate(item.dtype.names or ()):
            assert text(item.attrs["column." + column]), (name, column)
            member = kind.get_member_type(at)
            assert not isinstance(member, h5py.h5t.TypeStringID) or member.get_strpad() == h5py.h5t.STR_NULLTERM, column
            columns += 1
    file.visititems(check)
    assert datasets > 10 and columns > 10, (datasets, columns)


def list_cases(file):
    cases = pd.DataFrame(file["cases"][:])
    for column in cases.columns:
        if cases[column].dtype == object:
            cases[column] = cases[column].map(text)
    assert list(cases["name"]) == sorted(set(cases["name"]), key=list(cases["name"]).index)
    return cases


def check_sample_values(file, cases):
    """Values of the sample's page, worked out here: element i of an operand of a case with key k is
    k + i * 0x9E3779B97F4A7C15, cut to its width; ECHO copies it where the tile is valid."""
    case = cases[(cases["form"] == "copy") & (cases["dtype"] == "f16")].iloc[1]
    signature = file[f"signatures/s{case['signature']:04d}"]
    row = int(case["row"])
    source = signature["inputs/src"]
    assert source.dtype == np.uint16 and text(source.attrs["dtype"]) == "f16"
    value = signature["expected/dst/value"]
    valid_rows, valid_cols = signature["operands/dst/valid"][row]
    assert (valid_rows, valid_cols) == (6, 30)
    cols = source.shape[2]
    for r, c in ((0, 0), (3, 17), (5, 29)):
        bits = (int(case["key"]) + (r * cols + c) * 0x9E3779B97F4A7C15) & 0xFFFF
        assert source[row, r, c] == bits, (r, c)
        assert value[row, r, c] == bits, (r, c)
        half = source[row].view(np.float16)[r, c]
        assert half.tobytes() == struct.pack("<H", bits)
    accept = signature["expected/dst/accept"][row]
    assert (accept[6:, :] == 0).all() and (accept[:, 30:] == 0).all() and accept[0, 1] == 1


def check_values(file, cases):
    """Any golden file: three cases have bits of the width of their dtype."""
    widths = {"f32": 4, "f16": 2, "bf16": 2, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8,
              "u64": 8, "f64": 8}
    for _, case in cases.iloc[:: max(1, len(cases) // 3)].iterrows():
        signature = file[f"signatures/s{case['signature']:04d}"]
        assert text(signature.attrs["op"]) == case["op"]
        for name, stored in signature["inputs"].items():
            assert stored.dtype.kind == "u" and case["row"] < stored.shape[0], name
            assert stored.dtype.itemsize == widths.get(text(stored.attrs["dtype"]), 1), name


def check_handmade_results(write_sample):
    """The least result file that the header of ResultReader describes, written with h5py alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.h5")
        with h5py.File(path, "w") as file:
            file.attrs["schema"] = "assay-results"
            file.attrs["schema_version"] = 1
            file["results"] = np.array([(b"first",), (b"second",), (b"third",)], dtype=[("name", "S80")])
            group = file.create_group("outputs/dst/all")
            group["bits"] = np.array([[[0x3C00, 1], [2, 3]]], dtype=np.uint16)
            group["bits"].attrs["dtype"] = "f16"
            group["case"] = np.array([1])
            file["text/bytes"] = np.frombuffer(b"one\ntwo", dtype=np.uint8)
            file["text/offsets"] = np.array([0, 3, 7, 7])
        out = subprocess.run([write_sample, "--read", path], check=True, capture_output=True)
        assert out.stdout == (b"first done [one]\nsecond done dst:f16:4:0x3c00 [\ntwo]\n"
                              b"third unsupported []\n"), out.stdout


def check_readme(path, cases):
    """The first lines of README.md for Python read the first case of an op, and it names every module and files of it."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    lines = re.search(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL).group(1)
    scope = {}
    first = cases.iloc[0]
    exec(lines.replace("golden.h5", os.path.abspath(path)).replace("TADD", first["op"]), scope)
    with scope["file"] as file:
        stored = file[f"signatures/s{first['signature']:04d}/inputs"]
        assert set(scope["inputs"]) == set(stored) and len(stored) > 0
        for name, bits in scope["inputs"].items():
            assert np.array_equal(bits, stored[name][int(first["row"])]), name
    rows = re.findall(r"^\| `(\w+)/` \| (.*) \|$", readme, re.MULTILINE)
    modules = {name for name in os.listdir(here) if glob.glob(os.path.join(here, name, "*.cpp"))}
    assert {module for module, _ in rows} == modules - {"test"}, rows
    for module, contents in rows:
        for name in re.findall(r"`(\w+)`", contents):
            assert os.path.isfile(os.path.join(here, module, name + ".cpp")), f"{module}/{name}"


def main():
    with h5py.File(sys.argv[1], "r") as file:
        assert text(file.attrs["schema"]) == "assay-golden"
        check_manifest(file)
        check_descriptions(file)
        cases = list_cases(file)
        check_values(file, cases)
        if (cases["op"] == "ECHO").any():
            check_sample_values(file, cases)
        print(cases.to_string(max_rows=20, max_cols=20))
    check_readme(sys.argv[1], cases)
    if len(sys.argv) > 2:
        check_handmade_results(sys.argv[2])


main()
