#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A backend in Python: assay run --op 'TADD*' --backend 'exec:python3 runners/examples/backend.py'

Adds integers, tile to tile and scalar to tile, by runners/PROTOCOL.md."""
import json
import sys

WIDTHS = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4}


def element(operand, data, row, column):
    width = WIDTHS[operand["element"]]
    at = (row * operand["cols"] + column) * width if operand["kind"] == "tile" else 0
    return int.from_bytes(data[at:at + width], "little", signed=operand["element"][0] == "i")


def answer(call, contents):
    dst, left, right = (call["operands"] + [None])[:3]
    if call["op"] not in ("TADD", "TADDS") or any(o["element"] not in WIDTHS for o in call["operands"]):
        return {"status": "unsupported", "message": "this example adds integers"}, b""
    tiles = [operand for operand in call["operands"] if operand["kind"] == "tile"]
    if any(tile["valid_rows"] > tile["rows"] or tile["valid_cols"] > tile["cols"] for tile in tiles):
        return {"status": "rejected", "message": "a valid region is larger than its tile"}, b""
    if any(tile["element"] != dst["element"] for tile in tiles):
        return {"status": "rejected", "message": "tiles have different types"}, b""
    if call["target"] != "cpu" and any(tile["layout"] != "ND" for tile in tiles):
        return {"status": "rejected", "message": "a tile is not in rows"}, b""
    width, out = WIDTHS[dst["element"]], bytearray(contents[0])
    for row in range(dst["valid_rows"]):
        for column in range(dst["valid_cols"]):
            total = element(left, contents[1], row, column) + element(right, contents[2], row, column)
            at = (row * dst["cols"] + column) * width
            out[at:at + width] = (total % 256 ** width).to_bytes(width, "little")
    return {"status": "done", "bytes": len(out)}, out


print('{"assay": 1, "name": "adder", "revision": "1", "targets": ["a2a3", "a5", "cpu"]}', flush=True)
for line in sys.stdin.buffer:
    request = json.loads(line)
    inputs = [sys.stdin.buffer.read(operand["bytes"]) for operand in request["operands"]]
    head, outputs = answer(request, inputs)
    head["call"] = request["call"]
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + outputs)
    sys.stdout.flush()
