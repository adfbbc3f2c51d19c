# SPDX-License-Identifier: Apache-2.0
"""The numpy side of assay-bench: reads one job a line, answers with CPU seconds.

    NAME FILE PASSES [FILE]    f32 -> f64 -> function -> f32 over the raw f32 arrays of the files
    distances NAME FILE PASSES GOT [FILE]    the same, and how far the f32 of GOT are, in ulp
    store COUNT BYTES FOLDER   one .bin file of so many bytes for each of so many cases"""

import os
import sys
import time

import numpy

BLOCK = 8192  # elements; every buffer stays in the second-level cache


def reciprocal_square_root(a, _, out):
    numpy.sqrt(a, out=out)
    numpy.divide(1.0, out, out=out)


FUNCTIONS = {
    "reciprocal_square_root": reciprocal_square_root,
    "square_root": lambda a, _, out: numpy.sqrt(a, out=out),
    "reciprocal": lambda a, _, out: numpy.divide(1.0, a, out=out),
    "divide": lambda a, b, out: numpy.divide(a, b, out=out),
    "exponential": lambda a, _, out: numpy.exp(a, out=out),
    "logarithm": lambda a, _, out: numpy.log(a, out=out),
    "power": lambda a, b, out: numpy.power(a, b, out=out),
}


def measure(exact, got, out):
    """|got - exact| in ulp of f32: infinities count as 2**128, both NaN are at distance 0."""
    end = 2.0**128
    value = numpy.clip(got, -end, end)
    near = numpy.clip(exact, -end, end)
    exponent = numpy.clip(near.view(numpy.int64) >> 52 & 0x7FF, 1023 - 126, 1023 + 127)
    per_ulp = (2 * 1023 + 23 - exponent << 52).view(numpy.float64)
    numpy.subtract(value, numpy.where(numpy.isinf(exact), near, exact), out=out)
    numpy.abs(out, out=out)
    numpy.multiply(out, per_ulp, out=out)
    out[value == near] = 0
    lost = numpy.isnan(out)
    out[lost] = numpy.where(numpy.isnan(exact[lost]) & numpy.isnan(got[lost]), 0, numpy.inf)


def apply(name, files, passes, candidates=None):
    arrays = [numpy.fromfile(path, numpy.float32) for path in files]
    got = candidates and numpy.fromfile(candidates, numpy.float32)
    result = numpy.empty_like(arrays[0])
    ulp = numpy.empty(len(result))
    doubles = [numpy.empty(BLOCK) for _ in range(3)]
    function = FUNCTIONS[name]
    begin = time.process_time()
    for _ in range(passes):
        for start in range(0, len(result), BLOCK):
            parts = [array[start:start + BLOCK] for array in arrays]
            wide = [double[:len(parts[0])] for double in doubles]
            for double, part in zip(wide, parts):
                double[:] = part
            function(wide[0], wide[1], wide[2])
            result[start:start + BLOCK] = wide[2]
            if candidates:
                wide[0][:] = got[start:start + BLOCK]
                measure(wide[2], wide[0], ulp[start:start + BLOCK])
    return time.process_time() - begin


def store(count, size, folder):
    data = numpy.arange(size, dtype=numpy.uint8)
    begin = time.process_time()
    for number in range(count):
        data.tofile(os.path.join(folder, f"case_{number}.bin"))
    taken = time.process_time() - begin
    for number in range(count):
        os.remove(os.path.join(folder, f"case_{number}.bin"))
    return taken


def main():
    numpy.seterr(all="ignore")
    print(numpy.__version__, flush=True)
    for line in sys.stdin:
        job = line.split()
        if job[0] == "store":
            seconds = store(int(job[1]), int(job[2]), job[3])
        elif job[0] == "distances":
            seconds = apply(job[1], [job[2], *job[5:]], int(job[3]), job[4])
        else:
            seconds = apply(job[0], [job[1], *job[3:]], int(job[2]))
        print(repr(seconds), flush=True)


main()
