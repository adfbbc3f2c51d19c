#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A board in Python: takes the inputs of an exported file, computes with numpy, brings results back.

board.py EXPORTED.h5 RESULTS.h5, then: assay judge EXPORTED.h5 RESULTS.h5
A real board replaces compute(): inputs are bits [rows, cols], and so is what it returns."""

import sys

import h5py
import numpy as np

FLOATS = {"f16": np.float16, "f32": np.float32}
FUNCTIONS = {"TADD": np.add, "TSUB": np.subtract, "TMUL": np.multiply, "TABS": np.abs,
             "TSQRT": np.sqrt}


def compute(signature, row):
    """Status and the bits of dst after the call; unsupported where this board has no such op."""
    function = FUNCTIONS.get(text(signature.attrs["op"]))
    sources = [name for name in signature["inputs"] if name.startswith("src")]
    dtype = FLOATS.get(text(signature["operands/dst"].attrs["dtype"]))
    if function is None or dtype is None:
        return "unsupported", None
    dst = signature["inputs/dst"][row].copy()
    rows, cols = signature["operands/dst/valid"][row]
    views = [signature["inputs"][name][row].view(dtype)[:rows, :cols] for name in sources]
    regions = {tuple(operand["valid"][row]) for operand in signature["operands"].values()}
    if len(regions) > 1 or any(view.shape != (rows, cols) for view in [dst[:rows, :cols], *views]):
        return "rejected", None
    with np.errstate(all="ignore"):
        dst.view(dtype)[:rows, :cols] = function(*views)
    return "done", dst


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def main(exported, results):
    with h5py.File(exported) as board, h5py.File(results, "w") as out:
        cases = board["cases"][:]
        outputs = {}  # by signature: dst has one shape and dtype there
        status = []
        for index, case in enumerate(cases):
            said, bits = compute(board[f"signatures/s{case['signature']:04}"], int(case["row"]))
            status.append(said.encode())
            if bits is not None:
                outputs.setdefault(int(case["signature"]), []).append((index, bits))
        out.attrs["schema"] = "assay-results"
        out.attrs["schema_version"] = 1
        names = cases["name"].astype("S")
        out["results"] = np.array(list(zip(names, status)),
                                  dtype=[("name", names.dtype), ("status", "S16")])
        for number, rows in outputs.items():
            group = out.create_group(f"outputs/dst/s{number:04}")
            group["bits"] = np.stack([bits for _, bits in rows])
            operand = board[f"signatures/s{number:04}/operands/dst"]
            group["bits"].attrs["dtype"] = text(operand.attrs["dtype"])
            group["case"] = np.array([index for index, _ in rows])


if __name__ == "__main__":
    main(*sys.argv[1:])
