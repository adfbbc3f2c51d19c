#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose calls go by what is set before them, on backends in C and in Python.

image_programs_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker. The backends know TIMG2COL
alone, after the page: scalars with a mark are what is set before that call, and before no other."""

import argparse
import json
import os
import subprocess
import unittest

import cli

IN_PYTHON = '''
import json, sys

def unfold(call, values):
    """Elements of dst by (row, column)."""
    dst, src = call["operands"][:2]
    width, (blocks, height, across, lanes) = WIDTHS[dst["element"]], src["shape"][-4:]
    v = {o["name"]: values[i] for i, o in enumerate(call["operands"])}
    def places(size, one, other, filter_, dilation, stride):
        return (size + v[one] + v[other] - v[dilation] * (v[filter_] - 1) - 1) // v[stride] + 1
    down = places(height, "padTop", "padBottom", "filterH", "dilationH", "strideH")
    right = places(across, "padLeft", "padRight", "filterW", "dilationW", "strideW")
    for r in range(dst["valid_rows"]):
        plane, rest = divmod(r + v["posM"], down * right)
        y0, x0 = rest // right * v["strideH"] - v["padTop"], rest % right * v["strideW"] - v["padLeft"]
        for c in range(dst["valid_cols"]):
            taps, lane = divmod(c + v["posK"], lanes)
            block, tap = divmod(taps, v["filterH"] * v["filterW"])
            y, x = y0 + tap // v["filterW"] * v["dilationH"], x0 + tap % v["filterW"] * v["dilationW"]
            at = (((plane * blocks + block) * height + y) * across + x) * lanes + lane
            inside = 0 <= y < height and 0 <= x < across and block * lanes + lane < v["channelSize"]
            yield r, c, values[1][at * width:(at + 1) * width] if inside else v["padValue"].to_bytes(width, "little")

WIDTHS = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "f16": 2, "bf16": 2, "i32": 4, "u32": 4, "f32": 4}

def place_of(dst, r, c, boxed):
    """Number of an element: row by row, or in columns of boxes that are 32 bytes wide."""
    lanes = 32 // WIDTHS[dst["element"]]
    return c // lanes * dst["rows"] * lanes + r * lanes + c % lanes if boxed else r * dst["cols"] + c

def run(call, values, out, boxed):
    dst = call["operands"][0]
    width = WIDTHS[dst["element"]]
    for r, c, bits in unfold(call, values):
        at = place_of(dst, r, c, boxed) * width
        out[at:at + width] = bits

def program(request, images):
    seen, kept = b"", {}
    for call in request["program"]:
        values = [int(o["bits"], 16) if o["kind"] == "scalar" else
                  images[o["image"]][o["address"]:o["address"] + o["bytes"]] for o in call["operands"]]
        SPOIL
        dst = call["operands"][0]
        out = values[0]
        run(call, values, out, True)
        images[dst["image"]][dst["address"]:dst["address"] + dst["bytes"]] = out
        seen += b"".join(images)
    return {"status": "done", "calls": len(request["program"]), "bytes": len(seen)}, seen

def single(request, contents):
    values = [int.from_bytes(one, "little") if o["kind"] == "scalar" else one
              for o, one in zip(request["operands"], contents)]
    run(request, values, contents[0], False)
    return {"status": "done", "bytes": len(contents[0])}, contents[0]

print('{"assay": 1, "name": "unfolder", "targets": ["a5"], "programs": true}', flush=True)
for line in sys.stdin.buffer:
    request = json.loads(line)
    given = [bytearray(sys.stdin.buffer.read(part["bytes"])) for part in request.get("images", request.get("operands"))]
    head, out = program(request, given) if "program" in request else single(request, given)
    head["call"] = request["call"]
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\\n" + out)
    sys.stdout.flush()
'''

IN_C = '''
#include "runners/backend.h"
#include <string.h>

static int64_t value_of(const assay_call* call, const char* name) {
  for (uint32_t i = 0; i < call->operand_count; ++i) {
    if (strcmp(call->operands[i].name, name) == 0) return (int64_t)call->operands[i].scalar_bits;
  }
  return 0;
}

static int64_t places(const assay_call* call, int64_t size, const char* const* names) {
  const int64_t padded = size + value_of(call, names[0]) + value_of(call, names[1]);
  return (padded - value_of(call, names[3]) * (value_of(call, names[2]) - 1) - 1) / value_of(call, names[4]) + 1;
}

static assay_status execute(void* state, assay_call* call) {
  (void)state;
  if (strcmp(call->op, "TIMG2COL") != 0) return ASSAY_UNSUPPORTED;
  static const char* const down[] = {"padTop", "padBottom", "filterH", "dilationH", "strideH"};
  static const char* const right[] = {"padLeft", "padRight", "filterW", "dilationW", "strideW"};
  for (uint32_t i = 4; i < call->operand_count; ++i) {
    if ((call->operands[i].flags & ASSAY_SET_BEFORE) == 0) return ASSAY_BROKEN;
  }
  const assay_operand *dst = &call->operands[0], *src = &call->operands[1];
  const int64_t* dims = src->shape + (src->rank - 4);
  const int64_t blocks = dims[0], height = dims[1], width = dims[2], lanes = dims[3], bytes = 32 / lanes;
  const int64_t rows = places(call, height, down), cols = places(call, width, right);
  const int64_t taps = value_of(call, "filterH") * value_of(call, "filterW");
  for (int64_t r = 0; r < dst->valid_rows; ++r) {
    const int64_t row = r + value_of(call, "posM"), plane = row / (rows * cols), rest = row % (rows * cols);
    for (int64_t c = 0; c < dst->valid_cols; ++c) {
      const int64_t col = c + value_of(call, "posK"), lane = col % lanes, block = col / lanes / taps;
      const int64_t tap = col / lanes % taps, filter = value_of(call, "filterW");
      const int64_t y = rest / cols * value_of(call, "strideH") - value_of(call, "padTop") +
                        tap / filter * value_of(call, "dilationH");
      const int64_t x = rest % cols * value_of(call, "strideW") - value_of(call, "padLeft") +
                        tap % filter * value_of(call, "dilationW");
      const int inside = y >= 0 && x >= 0 && y < height && x < width &&
                         block * lanes + lane < value_of(call, "channelSize");
      const int64_t pad = value_of(call, "padValue");
      const char* from = inside ? (const char*)src->data +
                                      ((((plane * blocks + block) * height + y) * width + x) * lanes + lane) * bytes
                                : (const char*)&pad;
      memcpy((char*)dst->data + (c / lanes * dst->rows * lanes + r * lanes + c % lanes) * bytes, from, (size_t)bytes);
    }
  }
  return ASSAY_DONE;
}

static void execute_program(void* state, assay_program* program, assay_status* statuses) {
  const assay_tap* tap = program->taps;
  for (uint32_t k = 0; k < program->call_count; ++k) {
    statuses[k] = execute(state, &program->calls[k]);
    if (statuses[k] != ASSAY_DONE) return;
    for (; tap < program->taps + program->tap_count && tap->call == k; ++tap) {
      memcpy(tap->data, program->images[tap->image].data, program->images[tap->image].byte_size);
    }
  }
}

const assay_backend* assay_backend_get(uint32_t abi_version) {
  static const assay_backend backend = {.struct_size = sizeof(assay_backend), .abi_version = ASSAY_ABI_VERSION,
                                        .name = "unfolder", .revision = "1", .targets = "a5",
                                        .execute = execute, EXECUTE_PROGRAM};
  return abi_version == ASSAY_ABI_VERSION ? &backend : NULL;
}
'''

# The values of the first call of a program stay.
KEPT = 'values[4:] = kept.setdefault("set", values[4:])'


class Images(cli.Sandbox):
    def kinds(self, backend, code):
        done = self.assay("run", "--suite", "programs", "--op", "TIMG2COL", "--target", "a5", "--cases", "60", "--backend", backend,
                          "--no-confirm", "--no-shrink", "--out", "run", "--overwrite")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            records = [record for record in map(json.loads, file) if "verdict" in record]
        return [record["verdict"]["kind"] for record in records]

    def written(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def in_python(self, spoil):
        return "exec:/usr/bin/python3 -B " + self.written("unfolder.py", IN_PYTHON.replace("SPOIL", spoil))

    def in_c(self, whole):
        source = self.written("unfolder.c", IN_C.replace("EXECUTE_PROGRAM", ".execute_program = execute_program" if whole else ".state = 0"))
        subprocess.run(["cc", "-std=gnu11", "-shared", "-fPIC", "-I", cli.ROOT, source, "-o", self.path("unfolder.so")], check=True)
        return "plugin:" + self.path("unfolder.so")

    def test_a_program_at_a_pipe_reads_what_is_set_before_each_call(self):
        kinds = self.kinds(self.in_python("pass"), 0)
        self.assertGreater(kinds.count("conforms"), 40, kinds)

    def test_what_stays_set_behind_a_call_deviates(self):
        self.assertIn("deviates", self.kinds(self.in_python(KEPT), 1))

    def test_a_plugin_reads_it_in_programs_and_in_calls_made_one_by_one(self):
        for whole in (True, False):
            with self.subTest(whole=whole):
                kinds = self.kinds(self.in_c(whole), 0)
                self.assertGreater(kinds.count("conforms"), 40, kinds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, left = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__] + left)
