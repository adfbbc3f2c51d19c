# SPDX-License-Identifier: Apache-2.0
"""No file knows an op by name but its page, the simulator, examples, tests and texts."""

import re

from tree import C_FAMILY, Law, is_test, line_of, without_comments

# Examples and profiles of the sdk backend speak the language of a library; the dialect of an assembler has
# instructions that do not follow the rule of the others.
EXEMPT = ("reference/ops/", "runners/simulator/", "runners/examples/", "runners/sdk/profiles/", "runners/assembly/dialect.cpp",
          "runners/assembly/ptoas.errata.toml", "generators/examples/", "suites/architecture/")
# Tables of tests: where a known bug of the simulator shows, what the command is tried with, which
# mutants an op kills and why others show in nothing.
TESTS = ("suites/zoo.toml", "suites/cli/cli.py", "suites/cli/hostile_files.py",
         "suites/mutation/equivalent.toml", "suites/mutation/scores.toml")
# An example of the command in a help text: nothing decides by it.
EXAMPLE = re.compile(r"\bassay (accuracy|show|explain|errata|golden|emit|export|health|judge|merge|shrink|diff|replay|run|sweep)\b[^\"\n]*")
CODE = C_FAMILY + (".py", ".sh", ".toml", ".in", ".txt", ".cmake", ".json")


def mnemonics(tree):
    """The names in the op lists of reference/ops."""
    names = set()
    for path, text in tree.items():
        if re.fullmatch(r"reference/ops/\w+/CMakeLists\.txt", path):
            for arguments in re.findall(r"assay_ops\(([^)]*)\)", text):
                names.update(arguments.split())
    return names


def code_of(path, text):
    return without_comments(text) if path.endswith(C_FAMILY) else text


def no_names(tree):
    names = mnemonics(tree)
    if not names:
        return ["reference/ops/*/CMakeLists.txt: no assay_ops(...) line names an op"]
    pattern = re.compile(r"(?<![A-Za-z0-9])(" + "|".join(sorted(names)) + r")(?![A-Za-z0-9])")
    found = []
    for path, text in tree.items():
        if path.startswith(EXEMPT) or path in TESTS or is_test(path) or not path.endswith(CODE):
            continue
        code = EXAMPLE.sub(lambda match: " " * len(match.group()), code_of(path, text))
        for match in pattern.finditer(code):
            found.append(f"{path}:{line_of(code, match.start())}: knows {match.group(1)} by name; "
                         "say it on the op's page instead")
    return found


LIST = {"reference/ops/some/CMakeLists.txt": "assay_ops(TADD\n  TSUB)\n"}

LAWS = [
    Law("mnemonics", "an op's name is on its page and nowhere else in the code", no_names,
         kept=LIST | {"reference/ops/some/TADD.cpp": 'mnemonic = "TADD"',
                      "runners/simulator/tadd.cpp": '"TADD"',
                      "runners/a_test.cpp": '"TADD"',
                      "README.md": "TADD",
                      "runners/cli.cpp": '"  assay show TADD\\n"',
                      "runners/a.cpp": "// like TADD\nint TADDY;\n"},
         broken=[LIST | {"runners/a.cpp": 'if (op == "TADD") return;'},
                 LIST | {"reports/a.cpp": "void do_TSUB();"},
                 LIST | {"suites/smoke.toml": 'ops = "TSUB"'},
                 LIST | {"suites/CMakeLists.txt": "add_test(NAME TADD)"},
                 {"runners/a.cpp": "no list of ops at all"}]),
]
