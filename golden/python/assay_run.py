# SPDX-License-Identifier: Apache-2.0
"""The journal of a run of Assay in Python: its cases and their verdicts, and whether the run is complete.

    run = assay_run.read("nightly")
    if not run.complete:
        print(run)  # nightly: Stopped: 1,360 of 18,982 cases ran. Reason: the time budget is used up.
    wrong = [one["name"] for one in run.cases if one["verdict"]["kind"] == "deviates"]

A case is a dict, as reports/schema/journal-3.schema.json says. A run that is not complete is no evidence that the
implementation conforms, whatever its cases say."""

import json
import os
import warnings
from dataclasses import dataclass, field
from typing import Optional

NO_END = "its journal has no closing line, so it was killed, lost its disk or still goes on"
OLDER = "its journal is of an earlier version, which does not say whether the run came to its end"


@dataclass(frozen=True)
class Run:
    """`planned` is None where the journal does not say it; `stopped` says why an unfinished run ended."""
    path: str
    cases: list = field(repr=False)
    complete: bool
    planned: Optional[int]
    ran: int
    stopped: str

    def __bool__(self):
        return self.complete

    def __str__(self):
        planned = "an unknown number of" if self.planned is None else f"{self.planned:,}"
        progress = f"{self.ran:,} of {planned} cases ran"
        return f"{self.path}: " + (progress + "." if self.complete else f"Stopped: {progress}. Reason: {self.stopped}.")


def read(path):
    """The run in a folder, or of a journal. A last line that was cut off while it was written does not count.
    Throws ValueError where it is no journal."""
    journal = os.path.join(path, "journal.jsonl") if os.path.isdir(path) else path
    try:
        with open(journal, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
    except ValueError:  # of UTF-8 or of JSON
        lines = [None]
    if not all(isinstance(line, dict) for line in lines):
        raise ValueError(f"{journal} is no journal of a run")
    cases = [line for line in lines if "verdict" in line]
    head = lines[0].get("journal") if lines else None
    end = lines[-1].get("end") if lines else None
    ran = len({case["index"] for case in cases})
    if end:
        return Run(path, cases, end["complete"], end["planned"], end["ran"], end["stopped"])
    return Run(path, cases, False, head["planned"] if head else None, ran, NO_END if head else OLDER)


def warn_if_stopped(golden):
    """Warns where a golden file is of a run that is not complete, whose other cases are missing in it."""
    journal = os.path.join(os.path.dirname(golden), "journal.jsonl")
    if os.path.basename(golden) == "golden.h5" and os.path.exists(journal):
        run = read(journal)
        if not run.complete:
            warnings.warn(str(run), stacklevel=3)
