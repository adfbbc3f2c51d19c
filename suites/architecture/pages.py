# SPDX-License-Identifier: Apache-2.0
"""A page is read in one go: how long it may be."""

import re
import statistics

from tree import Law

PAGE_LINES = 150
FOUNDING_LINES = 120
MEDIAN_LINES = 45
# The pages with which the manual began.
FOUNDING = {"TCOLARGMAX", "TEXPANDS", "TLOAD", "TPRINT", "TRSQRT"}


def pages(tree):
    """Mnemonic -> path of the page, from the op lists."""
    found = {}
    for path, text in tree.items():
        if re.fullmatch(r"reference/ops/\w+/CMakeLists\.txt", path):
            for arguments in re.findall(r"assay_ops\(([^)]*)\)", text):
                folder = path.rsplit("/", 1)[0]
                found.update((name, f"{folder}/{name}.cpp") for name in arguments.split())
    return found


def page_size(tree):
    found = []
    for name, path in pages(tree).items():
        if path not in tree:
            found.append(f"{path}: the list names it and nobody wrote it")
            continue
        most = FOUNDING_LINES if name in FOUNDING else PAGE_LINES
        lines = tree[path].count("\n")
        if lines > most:
            found.append(f"{path}: {lines} lines, at most {most} are allowed: long semantics go to "
                         "a file beside the page")
    return found


def median_size(tree):
    """What pages repeat belongs to the words that they share."""
    lines = [tree[path].count("\n") for path in pages(tree).values() if path in tree]
    if not lines or statistics.median(lines) <= MEDIAN_LINES:
        return []
    return [f"the median of {len(lines)} pages has {statistics.median(lines):g} lines, at most "
            f"{MEDIAN_LINES} are allowed: what several pages repeat goes to a file that they share"]


def states_its_constraints(tree):
    """A page says its operands, constraints and results itself: no call makes all of it."""
    return [f"{path}: does not say '{word}' itself"
            for path in pages(tree).values() if path in tree
            for word in (".mnemonic =", ".summary =", ".forms =", ".operands =", ".constraints =",
                         ".results =", ".decisions =", ".ambiguities =", ".notes =")
            if word not in tree[path]]


def sample(name, lines):
    return {"reference/ops/some/CMakeLists.txt": f"assay_ops({name})\n",
            f"reference/ops/some/{name}.cpp": "\n" * lines}


def samples(*lines):
    names = [f"TADD{chr(ord('A') + i)}" for i in range(len(lines))]
    pages_of = {f"reference/ops/some/{name}.cpp": "\n" * most for name, most in zip(names, lines)}
    return pages_of | {"reference/ops/some/CMakeLists.txt": f"assay_ops({' '.join(names)})\n"}


WHOLE = ("return {.mnemonic = 1, .summary = 2, .forms = {.operands = 3, .constraints = 4, "
         ".results = 5}, .decisions = 6, .ambiguities = 7, .notes = 8};")

LAWS = [
    Law("page_size", f"a page has at most {PAGE_LINES} lines, a founding one {FOUNDING_LINES}",
        page_size, kept=sample("TADD", PAGE_LINES) | {"reference/ops/some/TADD_test.cpp": "\n" * 300},
        broken=[sample("TADD", PAGE_LINES + 1), sample("TLOAD", FOUNDING_LINES + 1),
                {"reference/ops/some/CMakeLists.txt": "assay_ops(TADD)\n"}]),
    Law("median_page", f"the median page has at most {MEDIAN_LINES} lines", median_size,
        kept=samples(MEDIAN_LINES, MEDIAN_LINES, PAGE_LINES),
        broken=[samples(MEDIAN_LINES, MEDIAN_LINES + 1, MEDIAN_LINES + 1)]),
    Law("whole_pages", "a page says operands, constraints and results itself",
        states_its_constraints,
        kept=sample("TADD", 1) | {"reference/ops/some/TADD.cpp": WHOLE},
        broken=[sample("TADD", 1) | {"reference/ops/some/TADD.cpp": "return sum_page(\"TADD\");"},
                sample("TADD", 1) | {"reference/ops/some/TADD.cpp":
                                     WHOLE.replace(".constraints", ".rules")}]),
]
