# SPDX-License-Identifier: Apache-2.0
"""Runs cases on copies of a library of PTO headers, and finds what a change of the headers does."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile

import common

FINE = {"conforms", "target_defined", "distrusted", "known_deviation"}
LIMIT = 900  # seconds for a run
TIMEOUT = "10"  # seconds for a case
TABLES = "-gline-tables-only"  # units then say which lines they have code of
ROW = re.compile(r"^\S*?([^/\s]+\.(?:hpp|h))\s+(\d+)\s+0x", re.MULTILINE)


class Unusable(Exception):
    """The headers allow no run at all."""


class Run:
    """The verdicts of a run by case, the lines that its units have code of if asked for, and digests of the units."""

    def __init__(self, out, cache, with_lines):
        self.verdicts = common.verdicts_of(out)
        units = [os.path.join(folder, name) for folder, _, names in os.walk(cache) for name in names if name.endswith(".so")]
        self.lines = set().union(*map(lines_in, units)) if with_lines else set()
        self.code = {os.path.basename(unit): code_in(unit) for unit in units}

    def conforming(self):
        return [name for name, verdict in self.verdicts.items() if verdict["kind"] == "conforms"]

    def failing(self):
        """The first case that fails or is not supported, and its verdict; or nothing."""
        return next(((name, f"{verdict['kind']}.{verdict['deviation']}") for name, verdict in self.verdicts.items()
                     if verdict["kind"] not in FINE), None)


def lines_in(unit):
    """Names of headers and numbers of lines that a unit has code of."""
    printed = subprocess.run(["objdump", "--dwarf=decodedline", unit], capture_output=True, text=True, errors="replace",
                             check=True).stdout
    return {(match.group(1), int(match.group(2))) for match in ROW.finditer(printed)}


def code_in(unit):
    """A digest of a unit without its line tables, which it loses: equal digests are the same program."""
    subprocess.run(["objcopy", "--strip-debug", "--remove-section=.note.gnu.build-id", unit], capture_output=True, check=True)
    with open(unit, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Copy:
    """A copy of a folder of headers, in which files are replaced."""

    def __init__(self, include, folder):
        self.include = os.path.join(folder, "include")
        link = os.stat(include).st_dev == os.stat(folder).st_dev
        shutil.copytree(include, self.include, copy_function=os.link if link else shutil.copy2)

    def put(self, file, text):
        """Replaces a file by a new one, since the old one may be a link to the original."""
        path = os.path.join(self.include, file)
        os.unlink(path)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)


def run(options, include, cases, *more, with_lines=False):
    """Runs the cases that options of assay choose. Throws Unusable."""
    with tempfile.TemporaryDirectory() as folder:
        out, cache = os.path.join(folder, "run"), os.path.join(folder, "cache")
        done = common.run(
            options.assay, out, *cases, "--backend", "sdk", "--sdk-include", include, "--cxx", options.cxx,
            f"--cxxflags={options.cxxflags} {TABLES}".lstrip(), "--sdk-cache", cache, "--min-judged", "0",
            "--timeout", TIMEOUT, *([] if options.suite == "smoke" else ["--builds=-O0"]), *more, limit=LIMIT)
        if not os.path.exists(os.path.join(out, "journal.jsonl")):
            raise Unusable(f"no run of {' '.join(cases)}, exit code {done.returncode}: {done.stderr.strip()[-300:]}")
        return Run(out, cache, with_lines)


def compared(options, include, cases, code):
    """Outcome, case and verdict of changed headers. The unchanged ones passed the cases with that code."""
    try:
        after = run(options, include, cases, "--max-failures", "1")
        if not after.code:
            after = run(options, include, cases)  # whether anything compiles
    except Unusable as error:
        return "not_compiled", "", str(error)
    except subprocess.TimeoutExpired:
        return "killed", "", f"timed_out.{LIMIT} s"
    if not after.code:
        return "not_compiled", "", ""
    if after.failing():
        return "killed", *after.failing()
    return ("idle" if after.code == code else "survived"), "", ""
