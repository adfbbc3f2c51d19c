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
    regions = {(tile["valid_rows"], tile["valid_cols"]) for tile in tiles}
    checks = [("a valid region is larger than its tile",
               any(tile["valid_rows"] > tile["rows"] or tile["valid_cols"] > tile["cols"] for tile in tiles)),
              ("tiles have different types", any(tile["element"] != dst["element"] for tile in tiles))]
    if call["target"] != "cpu":
        checks += [("a tile is not in rows", any(tile["layout"] != "ND" for tile in tiles)),
                   ("a tile is not in Vec memory", any(tile["location"] != "Vec" for tile in tiles)),
                   ("valid regions differ", len(regions) > 1)]
    if call["target"] == "a2a3":
        checks += [("no type of this target", dst["element"] not in ("i16", "i32")),
                   ("nothing is valid", call["op"] == "TADDS" and 0 in max(regions))]
    for message, broken in checks:
        if broken:
            return {"status": "rejected", "message": message}, b""
    width, out = WIDTHS[dst["element"]], bytearray(contents[0])
    for row in range(dst["valid_rows"]):
        for column in range(dst["valid_cols"]):
            total = element(left, contents[1], row, column) + element(right, contents[2], row, column)
            at = (row * dst["cols"] + column) * width
            out[at:at + width] = (total % 256 ** width).to_bytes(width, "little")
    return {"status": "done", "bytes": len(out)}, out


def program_answer(request, images):
    """Tiles in rows lie as they come in single calls; the answer has the images after each call."""
    seen = b""
    for done, call in enumerate(request["program"]):
        print(json.dumps({"call": request["call"], "begun": done}), flush=True)  # a crash is then known to be of this call
        where = [(images[o["image"]], o["address"]) if "image" in o else None for o in call["operands"]]
        if any(place and operand["layout"] != "ND" for place, operand in zip(where, call["operands"])):
            return {"status": "unsupported", "message": "a tile is not in rows", "calls": done, "bytes": len(seen)}, seen
        contents = [where[i][0][where[i][1]:where[i][1] + o["bytes"]] if where[i] else
                    int(o["bits"], 16).to_bytes(o["bytes"], "little") for i, o in enumerate(call["operands"])]
        head, out = answer(call, contents)
        if head["status"] != "done":
            return {**head, "calls": done, "bytes": len(seen)}, seen
        where[0][0][where[0][1]:where[0][1] + len(out)] = out
        seen += b"".join(images)
    return {"calls": len(request["program"]), "status": "done", "bytes": len(seen)}, seen


print('{"assay": 1, "name": "adder", "revision": "1", "targets": ["a2a3", "a5", "cpu"], "programs": true}', flush=True)
for line in sys.stdin.buffer:
    request = json.loads(line)
    inputs = [bytearray(sys.stdin.buffer.read(part["bytes"])) for part in request.get("images", request.get("operands"))]
    head, outputs = program_answer(request, inputs) if "program" in request else answer(request, inputs)
    head["call"] = request["call"]
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + outputs)
    sys.stdout.flush()
