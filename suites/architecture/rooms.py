# SPDX-License-Identifier: Apache-2.0
"""Rooms of a folder: which may include what."""

import os

from includes import quoted
from tree import Law, is_test

# Folder -> its rooms from the ground up, each with the rooms that it may include. "" is the folder
# itself. CMake links the same arrows.
ROOMS = {
    "generators": {
        "values": set(),
        "shapes": {"values"},
        "recipe": {"shapes", "values"},
        "draw": {"recipe", "shapes", "values"},
        "shrink": {"draw", "recipe"},
        "enumerate": {"draw", "recipe", "values"},
        "": {"draw", "enumerate", "recipe", "shapes", "shrink", "values"},
        "programs": {"", "draw", "shrink", "values"},
    },
    "golden": {
        "": set(),
        "hdf5": set(),
        "format": {"hdf5"},
        "tables": {"format", "hdf5"},
        "container": {"", "format", "hdf5", "tables"},
        "calls": {"", "container", "format", "hdf5", "tables"},
        "files": {"", "calls", "container", "format", "hdf5", "tables"},
    },
    "reference/isa": {
        "types": set(),
        "call": {"types"},
        "spec": {"call", "types"},
        "case": {"call", "spec"},
    },
    "reference/judge": {
        "verdict": set(),
        "records": {"verdict"},
        "inputs": {"records", "verdict"},
        "": {"records", "verdict"},
        "programs": {"", "records", "verdict"},
        "runs": {"", "verdict"},
    },
    "reference/numerics": {
        "": set(),
        "kernels": {""},
        "sums": {""},
    },
    "reference/ops/movement": {
        "shared": set(),
        "load": {"shared"},
        "store": {"load", "shared"},
        "accumulator": {"load", "shared", "store"},
        "": {"accumulator", "load", "shared", "store"},
    },
    "reports": {
        "words": set(),
        "findings": {"words"},
        "manual": {"words"},
        "replay": {"words"},
        "inputs": {"words"},
        "text": {"words", "findings", "inputs"},
        "html": {"words", "findings", "inputs", "replay", "text"},
        "sweep": {"words", "inputs", "html"},
        "site": {"words", "findings", "manual"},
    },
    "runners/cases": {
        "profiles": set(),
        "stored": set(),
        "plan": {"profiles", "stored"},
    },
    "runners/sdk": {
        "source": set(),
        "compile": {"source"},
        "call": {"compile", "source"},
    },
}

# Folders for tests and users, which are no modules.
NO_ROOMS = {"test", "examples"}


def room_of(folder, path):
    """The room of a file of the folder, or None for a file elsewhere."""
    if not path.startswith(folder + "/"):
        return None
    rest = path[len(folder) + 1:].split("/")
    return rest[0] if len(rest) > 1 else ""


def upward(rooms):
    """Arrows to a room that is not below; without these there is no cycle."""
    below = set()
    for room, arrows in rooms.items():
        for other in sorted(arrows - below):
            yield f"{room or 'the folder itself'} includes {other}, which is not below it"
        below.add(room)


def declared(tree):
    found = []
    for folder, rooms in ROOMS.items():
        for path, line, target in quoted(tree):
            here, there = room_of(folder, path), room_of(folder, target)
            if here is None or there is None or here == there or is_test(path) or here in NO_ROOMS:
                continue
            if here not in rooms:
                found.append(f"{path}:{line}: {folder} has no room {here or 'for sources of its own'}")
            elif there not in rooms[here]:
                found.append(f"{path}:{line}: {folder}/{here} must not include {target}")
    return found


def judged_alone(tree):
    """The code that executes and judges a case, by the names of its rooms."""
    return [f"{path}:{line}: judging needs nothing of reports ({target})"
            for path, line, target in quoted(tree)
            if os.path.basename(path).split(".")[0] in ("case_work", "loop", "case_runner")
            and path.startswith("runners/run/") and target.startswith("reports/")]


def downward(tree):
    """A sample replaces the declaration itself: folder/room -> the rooms that it may include."""
    rooms_of = {} if any("." in path for path in tree) else tree
    return [f"{folder}: {complaint}" for folder, rooms in (rooms_of or ROOMS).items()
            for complaint in upward(rooms)]


LAWS = [
    Law("rooms", "the rooms of a folder include what is declared, never upward",
         declared,
         kept={"reports/text/a.cpp": '#include "reports/words/text.hpp"\n'
                                     '#include "reference/judge/judge.hpp"\n',
               "reports/words/a_test.cpp": '#include "reports/text/run_report.hpp"\n',
               "reference/numerics/sums/a.cpp": '#include "reference/numerics/real.hpp"\n'},
         broken=[{"reports/words/a.cpp": '#include "reports/text/run_report.hpp"\n'},
                 {"reports/text/a.hpp": '#include "reports/html/page.hpp"\n'},
                 {"reports/a.cpp": '#include "reports/words/text.hpp"\n'},
                 {"reports/attic/a.cpp": '#include "reports/words/text.hpp"\n'},
                 {"reference/numerics/real.cpp": '#include "reference/numerics/sums/sum.hpp"\n'},
                 {"reference/numerics/sums/a.cpp":
                      '#include "reference/numerics/kernels/batch.hpp"\n'}]),
    Law("room_arrows", "arrows between rooms are declared downward: no cycle", downward,
         kept={"reports": {"words": set(), "text": {"words"}}},
         broken=[{"reports": {"words": {"text"}, "text": {"words"}}},
                 {"reports": {"words": {"attic"}}}]),
    Law("judged_alone", "executing and judging a case needs nothing of reports", judged_alone,
         kept={"runners/run/journal.cpp": '#include "reports/text/record_json.hpp"\n',
               "runners/run/case_work.cpp": '#include "reference/judge/records/wrong_tiles.hpp"\n'},
         broken=[{"runners/run/case_work.cpp": '#include "reports/replay/replay.hpp"\n'},
                 {"runners/run/loop.hpp": '#include "reports/text/run_report.hpp"\n'},
                 {"runners/run/case_runner.cpp": '#include "reports/words/text.hpp"\n'}]),
]
