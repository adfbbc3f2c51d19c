# SPDX-License-Identifier: Apache-2.0
"""Facts that a page must state itself."""

import re

from tree import Law


def pages(tree):
    """Mnemonic -> path of the page, from the op lists."""
    found = {}
    for path, text in tree.items():
        if re.fullmatch(r"reference/ops/\w+/CMakeLists\.txt", path):
            for arguments in re.findall(r"assay_ops\(([^)]*)\)", text):
                folder = path.rsplit("/", 1)[0]
                found.update((name, f"{folder}/{name}.cpp") for name in arguments.split())
    return found


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


WHOLE = ("return {.mnemonic = 1, .summary = 2, .forms = {.operands = 3, .constraints = 4, "
         ".results = 5}, .decisions = 6, .ambiguities = 7, .notes = 8};")

LAWS = [
    Law("whole_pages", "a page says operands, constraints and results itself",
        states_its_constraints,
        kept=sample("TADD", 1) | {"reference/ops/some/TADD.cpp": WHOLE},
        broken=[sample("TADD", 1) | {"reference/ops/some/TADD.cpp": "return sum_page(\"TADD\");"},
                sample("TADD", 1) | {"reference/ops/some/TADD.cpp":
                                     WHOLE.replace(".constraints", ".rules")}]),
]
