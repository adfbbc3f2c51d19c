# SPDX-License-Identifier: Apache-2.0
"""The place of every file, and what every file says of itself."""

import re

from tree import Law, sources

ROOT = {"CMakeLists.txt", "README.md", "CMakePresets.json", "LICENSE", "generators", "reference",
        "suites", "golden", "runners", "reports"}
SPDX = "SPDX-License-Identifier: Apache-2.0"
# Paths and words of a developer's machine; the tree must not contain any.
PRIVATE = re.compile(r"(?<![\w.-])/(work|home|root|Users)/")


def root_entries(tree):
    entries = {path.split("/")[0] for path in tree}
    strangers = {entry for entry in entries if entry not in ROOT and not entry.startswith(".")}
    return ([f"{entry}: this entry of the root is not declared" for entry in sorted(strangers)] +
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


def no_private_paths(tree):
    found = []
    for path, text in tree.items():
        if path.startswith("suites/architecture/"):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if PRIVATE.search(line):
                found.append(f"{path}:{number}: names a place on somebody's machine")
    return found


PICTURES = "reports/guide/"


def pictures(tree):
    """Pictures belong to the guide, where a script makes each and a page shows it."""
    found = []
    for path in tree:
        if not re.search(r"\.(png|jpe?g|gif|svg|webp)$", path):
            continue
        name = path.rsplit("/", 1)[-1]
        pages = [text for page, text in tree.items() if page.endswith(".md")]
        scripts = [text for script, text in tree.items()
                   if script.startswith(PICTURES) and script.endswith(".mjs")]
        if not path.startswith(PICTURES):
            found.append(f"{path}: pictures lie in {PICTURES}")
        elif not any(f"]({name})" in text or f"{path}" in text for text in pages):
            found.append(f"{path}: no page shows it")
        elif not any(name in text for text in scripts):
            found.append(f"{path}: no script in {PICTURES} makes it")
    return found


WHOLE = {entry if "." in entry or entry == "LICENSE" else entry + "/a.md": "" for entry in ROOT}

LAWS = [
    Law("root_entries", "the root holds what was agreed and nothing else", root_entries,
         kept=WHOLE | {".ci/run": ""},
         broken=[WHOLE | {"scripts/a.sh": ""}, WHOLE | {"NOTES.md": ""},
                 {path: text for path, text in WHOLE.items() if path != "LICENSE"}]),
    Law("licence_line", "every source begins with one SPDX line", licence_line,
         kept={"runners/a.cpp": f"// {SPDX}\n", "suites/a.sh": f"#!/bin/sh\n# {SPDX}\n"},
         broken=[{"runners/a.cpp": "// what it is for\n"},
                 {"runners/a.h": f"/* {SPDX} */\n/* {SPDX} */\n"},
                 {"suites/a.py": f'"""text"""\n# {SPDX}\n'}]),
    Law("no_private_paths", "the tree knows no place on somebody's machine", no_private_paths,
         kept={"a.md": "see ../shared/home/x and https://example.org/home/x"},
         broken=[{"runners/a.cpp": '// see /' + 'work/main\n'},
                 {"README.md": "cd /" + "home/me/assay\n"}]),
    Law("pictures", f"a picture lies in {PICTURES}, a script makes it and a page shows it", pictures,
         kept={PICTURES + "a.png": "", PICTURES + "a.mjs": "// makes a.png",
               "README.md": f"![a]({PICTURES}a.png)"},
         broken=[{"reports/a.png": "", PICTURES + "a.mjs": "// a.png", "README.md": "reports/a.png"},
                 {PICTURES + "a.png": "", "README.md": f"![a]({PICTURES}a.png)"},
                 {PICTURES + "a.png": "", PICTURES + "a.mjs": "// a.png", "README.md": ""}]),
]
