# SPDX-License-Identifier: Apache-2.0
"""The healthy simulator knows nothing of the faults, errata and mutants that bend it from outside."""

import re

from includes import includes
from tree import C_FAMILY, Law, is_test, line_of, sources

FOLDER = "runners/simulator/"
FAULTS = FOLDER + "faults/"
ERRATA = FOLDER + "errata/"
MUTANTS = FOLDER + "mutants/"
ZOO = FAULTS + "zoo.cpp"
WORD = re.compile(r"\b[Ff]aults?\b|Fault::|\bhas_fault")


def names_of(zoo):
    """Names of faults that are no English words by themselves, and of their classes."""
    rows = re.findall(r'FaultInfo\{\s*"(\w+)"', zoo)
    several = [name for name in rows if "_" in name]
    return several + ["".join(word.capitalize() for word in name.split("_")) for name in several]


def healthy(path):
    return path.startswith(FOLDER) and not path.startswith((FAULTS, ERRATA, MUTANTS)) and not is_test(path)


def no_faults(tree):
    names = names_of(tree.get(ZOO, ""))
    if not names:
        return [f"{ZOO}: no row names a fault"]
    pattern = re.compile(r"\b(?:" + "|".join(names) + r")\b")
    found = []
    for path, text in sources(tree, C_FAMILY + (".in",)).items():
        if not healthy(path):
            continue
        for line, _, target in includes(text):
            if target.startswith((FAULTS, ERRATA, MUTANTS)):
                found.append(f"{path}:{line}: includes {target}")
        for match in [*WORD.finditer(text), *pattern.finditer(text)]:
            found.append(f"{path}:{line_of(text, match.start())}: says {match.group()}; a fault "
                         f"changes the simulator from {FAULTS}")
    return found


ROWS = {ZOO: 'constexpr std::array zoo{FaultInfo{"carry_lost", "", a}, FaultInfo{"hangs", "", b}};'}

LAWS = [
    Law("healthy_simulator", "no file of the healthy simulator names a fault", no_faults,
         kept=ROWS | {FOLDER + "core/a.cpp": '#include "runners/simulator/core/hooks.hpp"\n'
                                             "// It hangs together.\nstruct Hooks hooks;\n",
                      FAULTS + "a_faults.hpp": "struct CarryLost : FaultHook {};\n",
                      FOLDER + "core/a_test.cpp": 'make("carry_lost");\n',
                      "runners/backend/a.cpp": '#include "runners/simulator/faults/faults.hpp"\n'},
         broken=[ROWS | {FOLDER + "core/a.cpp": "if (device.has(Fault::hangs)) return;\n"},
                 ROWS | {FOLDER + "a.cpp": '#include "runners/simulator/faults/fault_hook.hpp"\n'},
                 ROWS | {FOLDER + "a.cpp": '#include "runners/simulator/errata/errata.hpp"\n'},
                 ROWS | {FOLDER + "a.cpp": '#include "runners/simulator/mutants/mutants.hpp"\n'},
                 ROWS | {FOLDER + "a.hpp": "bool carry_lost = false;\n"},
                 ROWS | {FOLDER + "a/a.cpp": "// what CarryLost changes\n"},
                 ROWS | {FOLDER + "a.cpp": "// a device with a fault\n"},
                 {FOLDER + "a.cpp": "int no_zoo;\n"}]),
]
