#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Translates a module of PTO-AS, as 'assay emit' writes it, to C++: fake_assembler.py --bind OP [--fault FAULT] SOURCE -o OUTPUT

It knows tiles, scalars and lists of operands. It refuses a call whose tiles have different element types. A fault concerns every
function but the control: refuses, crashes, hangs, says_nothing, writes_nothing,
uncompilable, swaps (the inputs), lax (takes different element types)."""

import argparse
import os
import re
import sys
import time

ELEMENTS = {"f32": "float", "f16": "half", "bf16": "bfloat16_t", "i8": "int8_t", "ui8": "uint8_t", "i16": "int16_t", "ui16": "uint16_t",
            "i32": "int32_t", "ui32": "uint32_t", "i64": "int64_t", "ui64": "uint64_t", "index": "int64_t"}
TILE = re.compile(r"^!(\w+) = !pto\.tile_buf<(\w+), (\d+)x(\d+)x(\w+), valid=([?\d]+)x([?\d]+), blayout=(\w+), slayout=(\w+), "
                  r"fractal=(\d+), pad=(\d)")
PADS = ["Null", "Zero", "Max", "Min"]


def camel(words):
    return "".join(word.capitalize() for word in words.split("_"))


class Refused(Exception):
    pass


def tile_type(tile):
    _, location, rows, cols, element, valid_rows, valid_cols, block, box, fractal, pad = tile
    if element not in ELEMENTS:
        raise Refused(f"no element type {element}")
    sizes = ["-1" if size == "?" else size for size in (valid_rows, valid_cols)]
    return (f"Tile<TileType::{camel(location)}, {ELEMENTS[element]}, {rows}, {cols}, BLayout::{camel(block)}, {sizes[0]}, {sizes[1]}, "
            f"SLayout::{camel(box)}, {fractal}, PadValue::{PADS[int(pad)]}, CompactMode::Null>")


def declaration(line, tiles, bind):
    name = re.match(r"\s*%(\w+) = pto\.alloc_tile", line)[1]
    sizes = re.findall(r"valid_(?:row|col) = %(\w+)", line)
    arguments = f"({', '.join(f'static_cast<unsigned>({size})' for size in sizes)})" if sizes else ""
    return f"  {tile_type(tiles[name])} {name}{arguments};\n  {bind}({name}, {name}_address);\n"


def statement(line, tiles, fault):
    found = re.match(r"\s*pto\.(\w+) ins\(([^:]*) : [^)]*\) outs\(([^:]*) : ", line)
    if not found:
        raise Refused(f"cannot read: {line.strip()}")
    inputs, outputs = ([name.strip(" %") for name in found[i].split(",")] for i in (2, 3))
    elements = {tiles[name][4] for name in inputs + outputs if name in tiles}
    if len(elements) > 1 and fault != "lax":
        raise Refused(f"'pto.{found[1]}' op expects one element type")
    op = "NO_SUCH_" + found[1] if fault == "uncompilable" else found[1].upper()
    return f"  {op}({', '.join(outputs + (inputs[::-1] if fault == 'swaps' else inputs))});\n"


def translated(source, fault, bind):
    lines = source.splitlines()
    tiles = {found[1]: found.groups() for found in map(TILE.match, lines) if found}
    head = re.search(r"func\.func @(\w+)\((.*)\) \{", source)
    parameters = [f"{ELEMENTS[kind]} {name}" for name, kind in re.findall(r"%(\w+): (\w+)", head[2])]
    body = ""
    for line in lines:
        if "pto.alloc_tile" in line:
            body += declaration(line, tiles, bind)
        elif line.strip().startswith("pto."):
            body += statement(line, tiles, fault)
    return ('#include "pto/pto-inst.hpp"\nusing namespace pto;\n\n'
            "static inline void shared_by_all_functions() {}\n\n"
            f"void {head[1]}({', '.join(parameters)}) {{\n{body}  return;\n}}\n")


def misbehave(fault, words):
    if fault == "refuses":
        raise Refused(words)
    if fault == "crashes":
        os.abort()
    if fault == "hangs":
        time.sleep(600)
    if fault == "says_nothing":
        sys.exit(3)
    if fault == "writes_nothing":
        sys.exit(0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", default="")
    parser.add_argument("--bind", required=True, help="the instruction that binds a tile to an address")
    parser.add_argument("--words", default="this call is not to my taste", help="what it says when it refuses")
    parser.add_argument("--even-control", action="store_true")
    parser.add_argument("source")
    parser.add_argument("-o", dest="output", required=True)
    options, _ = parser.parse_known_args()
    with open(options.source, encoding="utf-8") as file:
        source = file.read()
    try:
        if "@assay_control" not in source or options.even_control:
            misbehave(options.fault, options.words)
        text = translated(source, options.fault, options.bind)
    except Refused as refusal:
        print(f"{options.source}:1:1: error: {refusal}", file=sys.stderr)
        return 1
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
