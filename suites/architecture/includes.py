# SPDX-License-Identifier: Apache-2.0
"""Which folder may include what: arrows between folders, independence, third-party libraries."""

import os
import re

from tree import (C_FAMILY, Law, is_test, line_of, sources, without_comments,
                  without_literals)

# Folder -> folders that it may include besides itself.
ARROWS = {
    "reference": set(),
    "generators": {"reference"},
    "golden": {"reference"},
    "reports": {"reference"},
    "runners": {"reference", "generators", "golden", "reports"},
    "suites": {"reference", "generators", "golden", "reports", "runners"},
}

# Inside reference: all may include the lowest folder, which includes only itself; numbers include
# nouns, the judge includes both.
REFERENCE_ARROWS = {
    "support": set(),
    "isa": {"support"},
    "numerics": {"support", "isa"},
    "judge": {"support", "isa", "numerics"},
    "ops": {"support", "isa", "numerics"},
    "second_oracle": {"isa", "numerics"},  # second_oracle.py says which files
}

# The folders of runners, lowest first: a folder may include the earlier ones that are named with
# it.
RUNNERS_ARROWS = {
    "support": set(),
    "simulator": set(),
    "call": {"support"},
    "assembly": set(),
    "sdk": {"assembly", "call", "support"},
    "record": {"call", "sdk", "support"},
    "backend": {"call", "sdk", "simulator", "support"},
    "cases": {"sdk", "support"},
    "worker": {"backend", "call", "support"},
    "run": {"backend", "call", "cases", "sdk", "support", "worker"},
    "sweep": {"backend", "cases", "run", "support"},
    "triage": {"backend", "cases", "run", "support"},
    "merge": {"cases", "run", "support", "sweep", "triage"},
    "command": {"assembly", "backend", "call", "cases", "merge", "record", "run", "sdk", "simulator", "support", "sweep",
                "triage"},
}

# First part of an include in angle brackets -> folders and sources where it is allowed; test files of
# a folder may use what the folder uses.
CONTAINED = {
    "boost": {"reference/numerics"},
    # The benchmark measures the reference against MPFR itself.
    "mpfr.h": {"reference/numerics", "suites/bench"},
    "gmp.h": {"reference/numerics", "reference/second_oracle"},
    "arb.h": {"reference/second_oracle"},
    "rapidcheck": {"generators", "suites"},
    "rapidcheck.h": {"generators", "suites"},
    "H5Cpp.h": {"golden"},
    "xxhash.h": {"golden"},
    "openssl": {"reference/support"},
    "CLI": {"runners/command/parser.cpp"},  # seconds of compile time per source
    "toml++": {"runners", "reports"},
    "nlohmann": {"runners", "reports", "suites/fuzz"},
    "pugixml.hpp": {"reports"},
    "gtest": {"suites"},
    "gmock": {"suites"},
    "benchmark": {"suites"},
    "pto": {"runners/simulator"},  # made there from the list of ops
    "fmt": {""},
}
# HDF5 is spoken to in C++; its C functions and headers are used in these files, each with the
# reason.
PLAIN_C = {"golden/hdf5/plain_c.cpp", "golden/hdf5/plain_c.hpp"}
PLAIN_C_HEADER = re.compile(r"(hdf5|hdf5_hl|H5[A-Z]{1,2}public)\.h")
# H5Dread, H5Pset_chunk, H5free_memory: called, or handed on as a pointer. H5::H5File is a class.
PLAIN_C_NAME = re.compile(r"(?<![\w:])(?:::)?(H5(?!Cpp\b|File\b|Object\b|Location\b|Library\b)"
                          r"[A-Z]{0,2}[a-z]\w*)")

IN_ANY_TEST = {"gtest", "gmock", "rapidcheck", "rapidcheck.h"}

# C and POSIX headers, and those of the processor.
SYSTEM = re.compile(
    r"(sys|linux|arpa|netinet)/.*|(unistd|fcntl|malloc|dlfcn|poll|signal|spawn|fnmatch|glob|pthread|sched"
    r"|stdint|stddef|stdio|stdlib|string|errno|math|fenv|time|locale|[a-z]?mmintrin|immintrin|x86intrin)\.h")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(text):
    """Line, bracket and path of every include."""
    code = without_comments(text)
    return [(line_of(code, m.start()), m.group(1), m.group(2)) for m in INCLUDE.finditer(code)]


def quoted(tree):
    for path, text in sources(tree, C_FAMILY).items():
        for line, bracket, target in includes(text):
            if bracket == '"':
                yield path, line, target


def arrows(tree):
    found = []
    for path, line, target in quoted(tree):
        folder, other = path.split("/")[0], target.split("/")[0]
        if other not in ARROWS:
            found.append(f'{path}:{line}: "{target}" is not a path from the root of the tree')
        elif other != folder and other not in ARROWS.get(folder, set()):
            found.append(f"{path}:{line}: {folder} must not include {other} ({target})")
    return found


def reference_arrows(tree):
    found = []
    for path, line, target in quoted(tree):
        here, there = path.split("/"), target.split("/")
        if here[0] != "reference" or there[0] != "reference":
            continue
        if is_test(path) and here[1] != "support":
            continue
        part, other = here[1], there[1]
        if other != part and other not in REFERENCE_ARROWS.get(part, set()):
            found.append(f"{path}:{line}: reference/{part} must not include reference/{other}")
    return found


def runners_arrows(tree):
    found = []
    for path, line, target in quoted(tree):
        here, there = path.split("/"), target.split("/")
        if here[0] != "runners" or there[0] != "runners" or len(there) == 2:
            continue
        if len(here) == 2:
            found.append(f"{path}:{line}: sources of runners live in its rooms")
            continue
        room, other = here[1], there[1]
        if is_test(path) or "/test/" in path or room == "examples" or other == room:
            continue
        if other not in RUNNERS_ARROWS.get(room, set()):
            found.append(f"{path}:{line}: runners/{room} must not include runners/{other}")
    return found


# A header without a source that holds the representation of a class: the source of the class and
# its friends share it.
PRIVATE_PARTS = {("reference/numerics/real", "reference/numerics/real_access")}


def unit_of(path):
    """A header and the source of its name are one unit."""
    return os.path.splitext(path)[0]


def family_of(path):
    """The folder of a family of ops; what all families share is one."""
    parts = path.split("/")
    return parts[2] if parts[:2] == ["reference", "ops"] and len(parts) > 3 else "all families"


def cycles(tree):
    return knots((unit_of(path), unit_of(target)) for path, _, target in quoted(tree) if not is_test(path))


def cycles_of_families(tree):
    return knots((family_of(path), family_of(target)) for path, _, target in quoted(tree)
                 if not is_test(path) and path.startswith("reference/ops/") and target.startswith("reference/ops/"))


def knots(arrows_drawn):
    """What includes each other, however far apart; found as Tarjan finds it."""
    included = {}
    for here, there in arrows_drawn:
        if here != there and (there, here) not in PRIVATE_PARTS:
            included.setdefault(here, []).append(there)
    number, lowest, waiting, found = {}, {}, [], []

    def visit(unit):
        number[unit] = lowest[unit] = len(number)
        waiting.append(unit)
        for other in included.get(unit, []):
            if other not in number:
                visit(other)
            if other in waiting:
                lowest[unit] = min(lowest[unit], lowest[other])
        if lowest[unit] == number[unit]:
            place = waiting.index(unit)
            if place + 1 < len(waiting):
                found.append(", ".join(sorted(waiting[place:])) + " include each other")
            del waiting[place:]

    for unit in sorted(included):
        if unit not in number:
            visit(unit)
    return found


def unused_arrows(tree):
    """Arrows that no include needs: the table says what is, not what might be."""
    used = {(path.split("/")[1], target.split("/")[1]) for path, _, target in quoted(tree)
            if path.startswith("runners/") and target.startswith("runners/")
            and not is_test(path) and path.count("/") > 1 and target.count("/") > 1}
    return [f"runners/{room} includes nothing of runners/{other}; take the arrow away"
            for room, known in RUNNERS_ARROWS.items() for other in sorted(known)
            if (room, other) not in used]


def independence(tree):
    found = []
    for path, line, target in quoted(tree):
        if not path.startswith("runners/simulator/"):
            continue
        if target != "runners/backend.h" and not target.startswith("runners/simulator/"):
            found.append(f"{path}:{line}: the simulator must not know {target}: it would repeat "
                         "the mistakes of the reference instead of finding them")
    return found


def contained(path, target):
    if SYSTEM.fullmatch(target) or re.fullmatch(r"[a-z_]+", target):
        return True
    library = target.split("/")[0]
    if is_test(path) and library in IN_ANY_TEST:
        return True
    places = CONTAINED.get(library, set())
    return any(allowed in ("", path) or path.startswith(allowed + "/") for allowed in places)


def shown_by(included, path, known):
    """Libraries that a file shows to files that include it: its own and those of its headers."""
    if path not in known:
        known[path] = set()  # for headers that include each other
        known[path] = {found for _, bracket, target in included.get(path, [])
                       for found in ({target} if bracket == "<"
                                     else shown_by(included, target, known))}
    return known[path]


def allowed_for(target):
    return ", ".join(sorted(CONTAINED.get(target.split("/")[0], {"no folder"})))


def third_party(tree):
    found = []
    included = {path: includes(text) for path, text in sources(tree, C_FAMILY).items()}
    known = {}
    for path, targets in included.items():
        for line, bracket, target in targets:
            shown = {target} if bracket == "<" else shown_by(included, target, known)
            hidden = sorted(library for library in shown if not contained(path, library))
            if hidden:
                whence = "" if bracket == "<" else f'"{target}" shows '
                found.append(f"{path}:{line}: {whence}<{hidden[0]}>, which is allowed in "
                             f"{allowed_for(hidden[0])} only")
    return found


def plain_c(tree):
    found = []
    for path, text in sources(tree, C_FAMILY).items():
        if path in PLAIN_C:
            continue
        only = f"only {' and '.join(sorted(PLAIN_C))} may: HDF5 is spoken to in C++"
        for line, _, target in includes(text):
            if PLAIN_C_HEADER.fullmatch(target):
                found.append(f"{path}:{line}: includes <{target}>, {only}")
        code = without_literals(text)
        for match in PLAIN_C_NAME.finditer(code):
            found.append(f"{path}:{line_of(code, match.start())}: names {match.group(1)}, {only}")
    return found


def plain_c_reasons(tree):
    """Every C function that golden/hdf5/plain_c.cpp uses is named in a comment of the header."""
    comments = " ".join(re.findall(r"///.*", tree.get("golden/hdf5/plain_c.hpp", "")))
    code = without_literals(tree.get("golden/hdf5/plain_c.cpp", ""))
    names = {match.group(1) for match in PLAIN_C_NAME.finditer(code)}
    return [f"golden/hdf5/plain_c.hpp: no comment says why {name} is needed"
            for name in sorted(names) if not re.search(rf"\b{name}\b", comments)]


LAWS = [
    Law("arrows", "reference <- generators, golden, reports <- runners <- suites", arrows,
         kept={"runners/a.cpp": '#include "golden/golden.hpp"\n// #include "suites/a.hpp"\n'},
         broken=[{"reference/isa/a.cpp": '#include "runners/a.hpp"\n'},
                 {"golden/a.cpp": '#include "generators/generate.hpp"\n'},
                 {"reports/a_test.cpp": '#  include "runners/a.hpp"\n'},
                 {"runners/a.cpp": '#include "suites/a.hpp"\n'},
                 {"golden/a.cpp": '#include "digest.hpp"\n'}]),
    Law("reference_arrows", "inside reference: support <- isa <- numerics <- judge, ops",
         reference_arrows,
         kept={"reference/ops/x/A.cpp": '#include "reference/numerics/a.hpp"\n',
               "reference/judge/a.cpp": '#include "reference/support/text.hpp"\n'},
         broken=[{"reference/support/a.cpp": '#include "reference/isa/types/tile.hpp"\n'},
                 {"reference/support/a_test.cpp": '#include "reference/judge/judge.hpp"\n'},
                 {"reference/isa/a.cpp": '#include "reference/ops/op_index.hpp"\n'},
                 {"reference/isa/a.hpp": '#include "reference/judge/judge.hpp"\n'},
                 {"reference/numerics/a.cpp": '#include "reference/judge/judge.hpp"\n'},
                 {"reference/judge/a.cpp": '#include "reference/ops/op_index.hpp"\n'}]),
    Law("runners_arrows", "between the rooms of runners no arrow goes up", runners_arrows,
         kept={"runners/run/a.cpp": '#include "runners/cases/plan/suite.hpp"\n',
               "runners/call/a.hpp": '#include "runners/backend.h"\n',
               "runners/call/a_test.cpp": '#include "runners/run/loop.hpp"\n'},
         broken=[{"runners/cases/a.cpp": '#include "runners/run/loop.hpp"\n'},
                 {"runners/support/a.hpp": '#include "runners/call/arena.hpp"\n'},
                 {"runners/attic/a.hpp": '#include "runners/call/arena.hpp"\n'},
                 {"runners/a.cpp": '#include "runners/call/arena.hpp"\n'}]),
    Law("cycles", "no unit (a header and the source of its name) includes itself by way of others",
         cycles,
         kept={"golden/a.hpp": "", "golden/a.cpp": '#include "golden/a.hpp"\n#include "golden/b.hpp"\n',
               "golden/b.hpp": '#include "golden/types.hpp"\n'},
         broken=[{"golden/a.cpp": '#include "golden/b.hpp"\n', "golden/b.hpp": '#include "golden/a.hpp"\n'},
                 {"golden/a.hpp": '#include "golden/b.hpp"\n', "golden/b.cpp": '#include "golden/c.hpp"\n',
                  "golden/c.cpp": '#include "golden/a.hpp"\n'}]),
    Law("cycles_of_families", "families of ops include each other in one direction", cycles_of_families,
         kept={"reference/ops/x/A.cpp": '#include "reference/ops/y/a.hpp"\n#include "reference/ops/page.hpp"\n'},
         broken=[{"reference/ops/x/A.cpp": '#include "reference/ops/y/a.hpp"\n',
                  "reference/ops/y/z/b.hpp": '#include "reference/ops/x/a.hpp"\n'}]),
    Law("unused_arrows", "every declared arrow between rooms of runners is used", unused_arrows,
         kept={f"runners/{room}/a{i}.cpp": f'#include "runners/{other}/a.hpp"\n'
               for room, known in RUNNERS_ARROWS.items() for i, other in enumerate(sorted(known))},
         broken=[{"runners/run/a.cpp": '#include "runners/cases/plan/suite.hpp"\n'}]),
    Law("independence", "the simulator shares nothing with the reference", independence,
         kept={"runners/simulator/a.cpp":
               '#include "runners/backend.h"\n#include "runners/simulator/walk.hpp"\n'},
         broken=[{"runners/simulator/a.cpp": '#include "reference/isa/types/tile.hpp"\n'},
                 {"runners/simulator/a_test.cpp": '#include "reference/numerics/codec.hpp"\n'},
                 {"runners/simulator/a.hpp": '#include "runners/names.hpp"\n'}]),
    Law("third_party", "every library is seen only in the folder that owns it", third_party,
         kept={"golden/a.cpp": "#include <H5Cpp.h>\n#include <vector>\n#include <sys/mman.h>\n",
               "suites/bench/a.cpp": "#include <mpfr.h>\n#include <benchmark/benchmark.h>\n",
               "reports/a_test.cpp": "#include <gtest/gtest.h>\n#include <rapidcheck.h>\n",
               "reference/isa/a.cpp": "#include <fmt/format.h>\n",
               "runners/command/parser.cpp": "#include <CLI/CLI.hpp>\n"},
         broken=[{"runners/a.cpp": "#include <H5Cpp.h>\n"},
                 {"reference/isa/a.cpp": "#include <boost/multiprecision/mpfr.hpp>\n"},
                 {"suites/a.cpp": "#include <mpfr.h>\n"},
                 {"generators/a.cpp": "#include <gtest/gtest.h>\n"},
                 {"golden/a.cpp": "#include <nlohmann/json.hpp>\n"},
                 {"suites/a.cpp": "#include <CLI/CLI.hpp>\n"},
                 {"runners/command/parser.hpp": "#include <CLI/CLI.hpp>\n"},
                 {"runners/a.cpp": "#include <rapidcheck.h>\n"},
                 {"runners/a.cpp": '#include "generators/a.hpp"\n',
                  "generators/a.hpp": '#include "generators/b.hpp"\n',
                  "generators/b.hpp": "#include <rapidcheck.h>\n"},
                 {"runners/a.cpp": "#include <zlib.h>\n"}]),
    Law("plain_c", "golden speaks to HDF5 in C++, in C in one file alone", plain_c,
         kept={"golden/hdf5/plain_c.cpp": "int a = H5Dwrite_chunk(1);\n",
               "golden/a.cpp": "H5::H5File file(H5F_ACC_TRUNC);\nhid_t a;\nH5FD_t* b;\n"
                               "// H5Dread\nconst char* c = \"H5Dread(1)\";\n"},
         broken=[{"golden/a.cpp": "int a = H5Dread(1);\n"},
                 {"golden/a_test.cpp": "int a = ::H5Fclose(1);\n"},
                 {"golden/a.hpp": "auto close = &H5Fclose;\n"},
                 {"golden/a.cpp": "H5free_memory(text);\n"},
                 {"suites/a.cpp": "H5Pset_chunk(a, 1, b);\n"},
                 {"golden/a.cpp": "#include <hdf5.h>\n"},
                 {"golden/a.cpp": "#include <H5Dpublic.h>\n"}]),
    Law("plain_c_reasons", "every C call of HDF5 has a sentence that says why", plain_c_reasons,
         kept={"golden/hdf5/plain_c.hpp": "/// H5Dwrite_chunk: nothing else does.\n",
               "golden/hdf5/plain_c.cpp": "int a = H5Dwrite_chunk(1);\n"},
         broken=[{"golden/hdf5/plain_c.hpp": "/// Writes.\nvoid write_chunk();\n",
                  "golden/hdf5/plain_c.cpp": "int a = H5Dwrite_chunk(1);\n"},
                 {"golden/hdf5/plain_c.hpp": "/// H5Dwrite_chunk: nothing else does.\n",
                  "golden/hdf5/plain_c.cpp": "int a = H5Dwrite_chunk(1) + H5Dread(2);\n"}]),
]
