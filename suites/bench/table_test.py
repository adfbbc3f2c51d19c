#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""assay-bench prints a figure in every row. table_test.py PROGRAM; says nothing about any figure."""

import re
import subprocess
import sys

# Required tables, and the number of their rows.
ROWS = {
    r"[a-z_]+ f32, correctly rounded, against MPFR at 24 bits": 7,
    r"[a-z_]+ f32 with ulp distances, against numpy f32-f64-f32": 7,
    r"- against numpy with distances too": 7,
    r"all inputs of f32 [a-z_]+, 2\^32: CPU time.*": 3,
    r"all inputs of f32 [a-z_]+: escalated": 3,
    r"all pairs of f16 divide, 2\^32: CPU time.*": 1,
    r"all pairs of f16 divide: escalated": 1,
    r"f32 (sum|dot) of \d+, exact, against MPFR at 700 bits": 2,
    r"f32 (sum|dot) of \d+, bound only, against MPFR at 700 bits": 2,
    r"128x128x128 f16 matmul .*": 1,
    r"64x64 f32 tile filled, .*": 1,
    r"golden file of .*: CPU time against write\(\) of the same bytes": 1,
    r"golden file of .*: bytes in the file against raw": 1,
    r"golden file of .*: CPU time against one .bin file a case from numpy": 1,
    r"digests of a golden and a result file, of the CPU time of judging them": 1,
    r"digests of a (golden|result) file, of the CPU time of diff with itself": 2,
    r"digests of a golden file, SHA-256 too, of the CPU time of verifying it": 1,
    r"64x64 f32 case of .*: all but its arithmetic, against that": 1,
    r"64x64 f32 cases of .* in a request to a worker, with verdicts: wall time against in process": 1,
    r"- execution alone": 1,
    r"128x128x128 f16 product, expected by its page and judged, .*": 1,
    r"1,000 programs of 1 to 12 calls, drawn, executed and judged by 2 cores": 1,
    r"64x64 f32 sort in blocks of 32, expected by its page and judged, against one execution": 1,
    r"- judged by their end, against call by call": 1,
    r"- (drawing|filling|judging|storing)": 4,
}
FIGURE = re.compile(r"[0-9][0-9.e+-]*(x| s|)( \(missed\))?")


def main():
    done = subprocess.run([sys.argv[1], "--quick"], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    problems = [f"exit code {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:2] == "| "]
    for pattern, count in ROWS.items():
        found = [row for row in rows if re.fullmatch(pattern, row[0])]
        if len(found) != count:
            problems.append(f"{len(found)} rows of {count}: {pattern}")
        problems += [f"no figure: {row}" for row in found if not FIGURE.fullmatch(row[2])]
    wrong = subprocess.run([sys.argv[1], "--sideways"], capture_output=True, check=False)
    if wrong.returncode != 2:
        problems.append(f"an unknown option exits with {wrong.returncode}, not 2")
    print("\n".join(problems) or "ok")
    return 1 if problems else 0


sys.exit(main())
