# SPDX-License-Identifier: Apache-2.0
"""What stands where, and what every file says of itself."""

import re

from tree import Rule, sources

ROOT = {"CMakeLists.txt", "README.md", "CMakePresets.json", "LICENSE", "generators", "reference",
        "suites", "golden", "runners", "reports"}
SPDX = "SPDX-License-Identifier: Apache-2.0"
README_LINES = 10
# Paths and words of the place where somebody works; the tree must not know any such place.
DECISION = re.compile(r'"(\d{3}-[a-z0-9-]+)"')
PRIVATE = re.compile(r"(?<![\w.-])/(work|home|root|Users)/")


def root_entries(tree):
    entries = {path.split("/")[0] for path in tree}
    strangers = {entry for entry in entries if entry not in ROOT and not entry.startswith(".")}
    return ([f"{entry}: nobody agreed to this entry of the root" for entry in sorted(strangers)] +
            [f"{entry}: missing from the root" for entry in sorted(ROOT - entries)])


def licence_line(tree):
    found = []
    for path, text in sources(tree).items():
        lines = text.split("\n")
        first = lines[1] if lines[0].startswith("#!") and len(lines) > 1 else lines[0]
        if SPDX not in first:
            found.append(f"{path}: does not begin with '{SPDX}'")
        elif text.count("SPDX-License-" + "Identifier:") > 1 and "architecture/" not in path:
            found.append(f"{path}: says '{SPDX}' more than once")
    return found


def short_readmes(tree):
    return [f"{path}: {text.count(chr(10))} lines, at most {README_LINES} are allowed"
            for path, text in tree.items()
            if path.endswith("/README.md") and path != "reference/README.md"
            and text.count("\n") > README_LINES]


def no_private_paths(tree):
    found = []
    for path, text in tree.items():
        if path.startswith("suites/architecture/"):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if PRIVATE.search(line):
                found.append(f"{path}:{number}: names a place on somebody's machine")
    return found


def decisions_exist(tree):
    written = {path for path in tree if path.startswith("reference/decisions/")}
    return [f"{path}: cites decision {name}, which nobody wrote"
            for path, text in sources(tree).items() if path.startswith("reference/ops/")
            for name in DECISION.findall(text)
            if f"reference/decisions/{name}.md" not in written]


WHOLE = {entry if "." in entry or entry == "LICENSE" else entry + "/a.md": "" for entry in ROOT}

RULES = [
    Rule("root_entries", "the root holds what was agreed and nothing else", root_entries,
         kept=WHOLE | {".ci/run": ""},
         broken=[WHOLE | {"scripts/a.sh": ""}, WHOLE | {"NOTES.md": ""},
                 {path: text for path, text in WHOLE.items() if path != "LICENSE"}]),
    Rule("licence_line", "every source begins with one SPDX line", licence_line,
         kept={"runners/a.cpp": f"// {SPDX}\n", "suites/a.sh": f"#!/bin/sh\n# {SPDX}\n"},
         broken=[{"runners/a.cpp": "// what it is for\n"},
                 {"runners/a.h": f"/* {SPDX} */\n/* {SPDX} */\n"},
                 {"suites/a.py": f'"""text"""\n# {SPDX}\n'}]),
    Rule("short_readmes", f"a folder's README has at most {README_LINES} lines", short_readmes,
         kept={"golden/README.md": "line\n" * README_LINES, "reference/README.md": "line\n" * 99,
               "README.md": "line\n" * 99},
         broken=[{"golden/README.md": "line\n" * (README_LINES + 1)}]),
    Rule("decisions_exist", "every decision that a page cites is written", decisions_exist,
         kept={"reference/ops/a.cpp": '{"001-a-b", "1-2"}', "reference/decisions/001-a-b.md": ""},
         broken=[{"reference/ops/a.cpp": '"001-a-b"', "reference/decisions/001-a.md": ""}]),
    Rule("no_private_paths", "the tree knows no place on somebody's machine", no_private_paths,
         kept={"a.md": "see ../shared/home/x and https://example.org/home/x"},
         broken=[{"runners/a.cpp": '// see /' + 'work/main\n'},
                 {"README.md": "cd /" + "home/me/assay\n"}]),
]
