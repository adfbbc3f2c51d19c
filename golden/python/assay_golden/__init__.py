# SPDX-License-Identifier: Apache-2.0
"""Golden data of Assay in Python: inputs and expected values as numpy arrays, and a judge of yours.

    for case in assay_golden.cases("golden.h5", op="OP", target="a5"):
        print(assay_golden.judge(case, my_op(case.inputs["src"], **case.attributes)))

As a decorator, `@assay_golden.cases("golden.h5")` makes a pytest of every case, named `case`. f16, f32, f64 and
integers are numpy's own; bf16, the formats of 8 and 4 bits are values in f32 (i4: int8). Bits are in
`case.operands[NAME].bits`. judge() takes values or, as unsigned integers of the format's width, bits.

fetch() makes golden files and keeps them. results() writes what a board computed, for `assay judge`. table() is the table of
cases for pandas. Programs of several calls: assay_programs.py."""

from .case import Case, Operand, Promise, cases
from .fetching import fetch
from .formats import FORMATS, Format
from .judging import judge
from .stored import require_golden, table
from .verdict import Verdict, Worst
from .writing import results

__all__ = ["Case", "FORMATS", "Format", "Operand", "Promise", "Verdict", "Worst", "cases", "fetch", "judge", "require_golden",
           "results", "table"]
