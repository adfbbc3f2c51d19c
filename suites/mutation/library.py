# SPDX-License-Identifier: Apache-2.0
"""Runs of the suite on copies of a library of PTO headers, and what became of its cases by a change."""

import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

FINE = {"conforms", "unsupported", "target_defined", "distrusted", "known_deviation"}
COMPILED = "does not compile"
LIMIT = 900  # seconds that a run may take
TIMEOUT = "10"  # and a case
TABLES = "-gline-tables-only"  # with them units say which lines they have code of
ENOUGH = 4  # failing cases; more say nothing new
ALL = 1_000_000


ROW = re.compile(r"^\S*?([^/\s]+\.(?:hpp|h))\s+(\d+)\s+0x", re.MULTILINE)


class Unusable(Exception):
    """The headers as they are make no run."""


class Run:
    """What a run left: verdicts by case, and what was compiled."""

    def __init__(self, out, cache, whole):
        self.verdicts = {}
        with open(os.path.join(out, "journal.jsonl"), encoding="utf-8") as file:
            for one in map(json.loads, file):
                if "verdict" in one:
                    self.verdicts[one["name"]] = one["verdict"]
        self.lines = lines_in(cache) if whole else set()
        self.code = code_in(cache)

    def failing(self):
        return [one for one in self.verdicts.values() if one["kind"] not in FINE]

    def by_kind(self):
        return dict(collections.Counter(one["kind"] for one in self.verdicts.values()))


def lines_in(cache):
    """Names of files and numbers of lines that units have code of."""
    found = set()
    for name in os.listdir(cache):
        for unit in filter(lambda unit: unit.endswith(".so"), os.listdir(os.path.join(cache, name))):
            said = subprocess.run(["objdump", "--dwarf=decodedline", os.path.join(cache, name, unit)],
                                  capture_output=True, text=True, errors="replace", check=True).stdout
            found.update((match.group(1), int(match.group(2))) for match in ROW.finditer(said))
    return found


def code_in(cache):
    """The bytes of all units without their line tables and the digest of all: the same ones are the same program."""
    found = {}
    for folder, _, names in os.walk(cache):
        for name in filter(lambda name: name.endswith(".so"), names):
            path = os.path.join(folder, name)
            subprocess.run(["objcopy", "--strip-debug", "--remove-section=.note.gnu.build-id", path],
                           capture_output=True, check=True)
            with open(path, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


class Copy:
    """A folder of headers of which one file at a time is another one."""

    def __init__(self, include, folder):
        self.original, self.include = include, os.path.join(folder, "include")
        link = os.stat(include).st_dev == os.stat(folder).st_dev
        shutil.copytree(include, self.include, copy_function=os.link if link else shutil.copy2)

    def put(self, file, text):
        """A new file, so that no link to the original is written through."""
        path = os.path.join(self.include, file)
        if os.path.lexists(path):
            os.unlink(path)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def restore(self, file):
        with open(os.path.join(self.original, file), encoding="utf-8") as stream:
            self.put(file, stream.read())


def run(options, include, op, failures=ALL, limit=LIMIT):
    """A run of the cases of an op, which ends at so many failing ones. Throws Unusable."""
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        out, cache = os.path.join(folder, "run"), os.path.join(folder, "cache")
        more = [] if options.suite == "smoke" else ["--seed", "1", "--builds=-O0"]
        more += ["--cases", str(options.cases)] if options.cases else []
        done = subprocess.run(
            [options.assay, "run", "--suite", options.suite, "--op", op, "--target", "cpu", "--backend", "sdk",
             "--sdk-include", include, "--cxx", options.cxx, f"--cxxflags={options.cxxflags} {TABLES}".lstrip(),
             "--sdk-cache", cache,
             "--no-shrink", "--no-confirm", "--no-tiles", "--rerun", "0", "--min-judged", "0",
             "--max-failures", str(failures), "--timeout", TIMEOUT, "-q", "-j", "1", "--out", out, *more],
            capture_output=True, text=True, timeout=limit, check=False)
        if not os.path.exists(os.path.join(out, "journal.jsonl")):
            raise Unusable(f"{done.returncode}: {done.stderr.strip()[-300:]}")
        return Run(out, cache, failures == ALL)


def difference(before, after):
    """The first case that fails after a change and not before it: its name and what is wrong, or nothing."""
    for name, verdict in after.verdicts.items():
        was = before.verdicts.get(name, {"kind": "conforms"})
        if verdict["kind"] in FINE - {"unsupported"} or was["kind"] not in FINE:
            continue
        if verdict["kind"] == "unsupported" and was["kind"] == "unsupported":
            continue
        reason = COMPILED if COMPILED in verdict.get("reason", "") else verdict["deviation"]
        return name, f"{verdict['kind']}.{reason}"
    return None


def compared(options, include, op, before):
    """What the cases of an op say of changed headers: outcome, case and verdict."""
    limit = ENOUGH + len(before.failing())
    try:
        after = run(options, include, op, limit)
        if not after.code or only_compilers_say_so(before, after):
            after = run(options, include, op, ALL)  # whether anything at all compiles
        if not after.code and before.code:
            return "not_compiled", "", ""
    except Unusable as error:
        return "not_compiled", "", str(error)
    except subprocess.TimeoutExpired:
        return "killed", "", f"timed_out.{LIMIT} s"
    found = difference(before, after)
    if found:
        return "killed", *found
    return ("idle" if after.code == before.code else "survived"), "", ""


def only_compilers_say_so(before, after):
    found = difference(before, after)
    return found is not None and found[1].endswith(COMPILED)
