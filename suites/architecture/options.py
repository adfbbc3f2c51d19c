# SPDX-License-Identifier: Apache-2.0
"""The options of a run stay as they were read."""

import re

from tree import C_FAMILY, Law, line_of, sources, without_literals

CHANGEABLE = re.compile(r"(?<!const )\bRunOptions\s*[&*]")
READING = re.compile(r"runners/command/(run_)?options\.[ch]pp")


def constant_options(tree):
    return [f"{path}:{line_of(code, match.start())}: options of a run may change here; what a run finds out is in its RunState"
            for path, text in sources(tree, C_FAMILY).items() if not READING.fullmatch(path)
            for code in [without_literals(text)] for match in CHANGEABLE.finditer(code)]


LAWS = [
    Law("constant_options", "options of a run change only where the command line is read", constant_options,
        kept={"runners/run/a.hpp": "void a(const RunOptions& options, RunState& state);\n",
              "runners/command/run_options.cpp": "void add(RunOptions& options);\n"},
        broken=[{"runners/run/a.hpp": "void a(RunOptions& options);\n"}, {"runners/command/run.cpp": "void a(RunOptions* options) {\n"}]),
]
