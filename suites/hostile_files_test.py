#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files that somebody changed: in every byte, and in every number with digests that fit again.

hostile_files_test.py --bin FOLDER [--trials N] [--only PART] [--seed N]: no command may end by a signal,
hang, allocate over 1 GiB, blame itself or the machine for a file, or use content that is not what
was written."""

import argparse
import collections
import concurrent.futures
import hashlib
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np

import cli

LIMIT = 120  # seconds a command of the preparation may take
FLIPS = (0x01, 0x80, 0xFF)
NUMBERS = (-1, 0, 1, 257, 2**16 + 1, 2**31 - 1, 2**31, 2**62, 2**63 - 1)
FAULT = "simulator:fault=off_by_one_ulp"
ONE = ("--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "1")

WAIVERS = ("[[waiver]]\nop = \"TRSQRT\"\nverdict = \"deviates\"\nreason = \"known\"\nowner = \"us\"\n"
           "link = \"https://example.org/1\"\nexpires = 2031-01-01\n")
BAD_WORDS = re.compile(r"filesystem error|bad_alloc|basic_string|vector::|std::|json\.exception|map::at|"
                       r"stoi|stoul|stoll|stod|length_error|out of range of|terminate called")


class Sandbox:
    """A folder of small files of every kind, and a server that runs commands there."""

    def __init__(self, folder_of_programs, folder):
        self.folder, self.assay = folder, os.path.join(folder_of_programs, "assay")
        self.server = None
        self.program = os.path.join(folder_of_programs, "assay-fork-server")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def made(self, *arguments, codes=(0, 1)):
        done = subprocess.run([self.assay, *arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        if done.returncode not in codes:
            raise RuntimeError(f"{arguments}: {done.stderr}")
        return done.stdout

    def prepare(self):
        self.made("golden", *ONE, "--out", "g.h5")
        self.made("golden", "--op", "TLOAD", "--target", "a5", "--dtype", "f16", "--cases", "1", "--out",
                  "load.h5")
        self.made("golden", "--op", "TPRINT", "--target", "a5", "--dtype", "f16", "--cases", "1", "--out",
                  "text.h5")
        for name, more in (("night", ("--tiles", "all")), ("twin", ("--tiles", "all"))):
            self.made("run", *ONE, "--no-shrink", "--backend", FAULT, "--history", "nights", "--out", name,
                      *more)
        self.made("run", "--op", "TLOAD", "--target", "a5", "--dtype", "f16", "--cases", "1", "--tiles", "all",
                  "--out", "loads")
        self.made("sweep", "--op", "TRSQRT", "--dtype", "f16", "--target", "a5", "--out", "sweep")
        with open(self.path("waivers.toml"), "w", encoding="utf-8") as file:
            file.write(WAIVERS)
        with open(os.path.join(cli.ROOT, "suites", "accuracy", "default.toml"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path("accuracy.toml"), "w", encoding="utf-8") as file:
            file.writelines(lines)

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        other = Sandbox(os.path.dirname(self.assay), folder)
        return other

    def ask(self, arguments, **job):
        if self.server is None:
            self.server = subprocess.Popen([self.program], cwd=self.folder, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, text=True)
        self.server.stdin.write(json.dumps({"arguments": arguments, **job}) + "\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        for name in ("out.h5", "out"):
            path = self.path(name)
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.remove(path)
        return answer

    def close(self):
        if self.server is not None:
            self.server.stdin.close()
            self.server.wait(timeout=LIMIT)


def case_in(path, legal=True):
    with h5py.File(path) as file:
        for row in file["cases"]:
            if row["intent"].startswith(b"inside") == legal:
                return row["name"].decode()
    raise RuntimeError(f"{path} has no such case")


def readers(box):
    """(file, command) for every file and every command that reads it."""
    pairs = []

    def add(name, *commands):
        pairs.extend((name, command) for command in commands)

    for name in ("g.h5", "load.h5", "text.h5"):
        case = f"{name}:{case_in(box.path(name))}"
        add(name, ["verify", name], ["replay", case], ["diff", name, "same-" + name],
            ["merge", name, "--out", "out.h5"])
        shutil.copy(box.path(name), box.path("same-" + name))
    for run in ("night", "loads"):
        golden, results = f"{run}/golden.h5", f"{run}/results.h5"
        shutil.copy(box.path(golden), box.path(run + "-g.h5"))
        shutil.copy(box.path(results), box.path(run + "-r.h5"))
        add(golden, ["judge", golden, run + "-r.h5", "--no-shrink", "--out", "out"])
        add(results, ["verify", results], ["judge", run + "-g.h5", results, "--no-shrink", "--out", "out"],
            ["diff", results, run + "-r.h5"], ["merge", results, "--out", "out.h5"])
    add("sweep/sweep.h5", ["verify", "sweep/sweep.h5"])
    add("sweep/sweep.jsonl", ["merge", "sweep", "--out", "out"])
    add("night/journal.jsonl", ["report", "night"], ["findings", "night"], ["diff", "night", "twin"],
        ["triage", "night", "twin"], ["merge", "night", "--out", "out"])
    for name in ("night/run.json", "night/summary.json"):
        add(name, ["report", "night"], ["merge", "night", "--out", "out"])
    add("night/findings.json", ["report", "night", "--format", "html", "--out", "out"])
    add("nights/" + sorted(os.listdir(box.path("nights")))[0], ["trend", "nights"],
        ["report", "night", "--history", "nights"])
    add("waivers.toml", ["triage", "night", "twin", "--waivers", "waivers.toml"])
    add("accuracy.toml", ["verify", "g.h5", "--accuracy", "accuracy.toml"])
    return pairs


SEALED = (".h5", ".jsonl", "run.json")


def is_sealed(name):
    return name.endswith(SEALED) or name.startswith("nights/")


def content_of(path):
    """What a file says, read without Assay; None where it cannot be read."""
    try:
        if path.endswith(".jsonl"):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]
        if path.endswith(".json"):
            with open(path, encoding="utf-8") as file:
                return json.load(file)
        found = {}
        with h5py.File(path) as file:
            def note(name, thing):
                found[name] = [sorted((key, str(value)) for key, value in thing.attrs.items())]
                if isinstance(thing, h5py.Dataset):
                    found[name] += [thing.shape, str(thing.dtype), thing[()].tobytes()]
            note("/", file)
            file.visititems(note)
        return found
    except Exception:  # pylint: disable=broad-except
        return None


def complaint(answer):
    """What is wrong with the way a command ended, or nothing."""
    if "hangs" in answer:
        return "hangs"
    if "signal" in answer:
        return f"signal {answer['signal']}"
    if answer["code"] not in (0, 1, 2):
        return f"exit code {answer['code']}"
    both = answer["out"] + answer["err"]
    if "\x1b" in both:
        return "an escape sequence"
    if found := BAD_WORDS.search(both):
        return f"'{found[0]}'"
    if answer["code"] == 2 and (answer["err"].count("\n") != 1 or not answer["err"].startswith("assay: ")):
        return "exit code 2 without one sentence"
    if len(answer["err"]) > 1000:
        return "a sentence of over 1000 bytes"
    return None


def is_noticed(command, answer):
    return answer["code"] == 2 or (command[0] == "verify" and answer["code"] == 1)


def try_flip(box, trial):
    name, command, at, xor = trial
    answer = box.ask(command, file=box.path(name), at=at, xor=xor)
    wrong = complaint(answer)
    if wrong is None and is_sealed(name) and not is_noticed(command, answer):
        path = box.path(name)
        changed = box.path("changed-" + os.path.basename(name))
        with open(path, "rb") as file:
            data = bytearray(file.read())
        data[at] ^= xor
        with open(changed, "wb") as file:
            file.write(data)
        found, before = content_of(changed), content_of(path)
        if command[0] != "verify":  # the others look up there what they read
            for content in (found, before):
                if isinstance(content, dict):
                    content.pop("manifest", None)
        torn = name.endswith(".jsonl") and at == len(data) - 1
        if found != before and not torn:
            wrong = "changed content that was not noticed"
        os.remove(changed)
    return wrong and (wrong, f"{name} byte {at} ^ {xor:#x}: assay {' '.join(command)}", answer)


def places_in(path):
    """Every number of an HDF5 file that is no element of an operand."""
    places = []

    def note(name, thing):
        for key, value in thing.attrs.items():
            if isinstance(value, np.integer):
                places.append((name, "attribute", key, None))
            elif isinstance(value, (bytes, str)) and re.fullmatch(r"[\d,]+", str(value)):
                places.append((name, "attribute", key, None))
        if not isinstance(thing, h5py.Dataset) or "/inputs/" in name or name == "manifest":
            return
        if thing.dtype.names:
            for field in thing.dtype.names:
                if thing.dtype[field].kind in "iu":
                    places.extend((name, "field", field, row) for row in range(min(2, len(thing))))
        elif thing.dtype.kind in "iu" and name.rsplit("/", 1)[-1] not in ("value", "low", "high", "bits"):
            places.extend((name, "element", None, index)
                          for index in itertools.islice(np.ndindex(thing.shape), 12))

    with h5py.File(path) as file:
        note("/", file)
        file.visititems(note)
    return places


def put(file, place, number):
    """False where the number does not fit its type."""
    name, kind, key, index = place
    thing = file[name]
    if kind == "attribute":
        old = thing.attrs[key]
        if isinstance(old, np.integer):
            if not np.iinfo(old.dtype).min <= number <= np.iinfo(old.dtype).max:
                return False
            thing.attrs.modify(key, old.dtype.type(number))
        else:
            text = old.decode() if isinstance(old, bytes) else old
            thing.attrs[key] = np.bytes_(re.sub(r"\d+", str(number), text, count=1))
        return True
    dtype = thing.dtype[key] if kind == "field" else thing.dtype
    if not np.iinfo(dtype).min <= number <= np.iinfo(dtype).max:
        return False
    if kind == "field":
        row = thing[index]
        row[key] = number
        thing[index] = row
    else:
        thing[index] = number
    return True


def try_number(box, trial):
    name, command, place, number = trial
    path = box.path(name)
    shutil.copy(path, path + ".before")
    try:
        if name.endswith(".h5"):
            with h5py.File(path, "r+") as file:
                if not put(file, place, number):
                    return None
                cli.mend(file)
        else:
            rewrite(path, place, number)
        answer = box.ask(command)
    finally:
        os.replace(path + ".before", path)
    wrong = complaint(answer)
    return wrong and (wrong, f"{name} {place} = {number}: assay {' '.join(command)}", answer)


def numbers_in(text):
    return [found.start() for found in re.finditer(r"(?<=[:\[,])-?\d+(\.\d+)?(e-?\d+)?(?=[,}\]\n])", text)]


def rewrite(path, place, number):
    """Another number in a file of JSON, sealed again."""
    with open(path, encoding="utf-8") as file:
        text = file.read().replace('": ', '":')
    match = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?").match(text, numbers_in(text)[place])
    text = text[:match.start()] + str(number) + text[match.end():]
    if path.endswith(".jsonl"):
        text = "".join(cli.sealed([cli.unsealed(line) for line in text.splitlines()]))
    else:
        value = json.loads(text)
        if "check" in value:
            del value["check"]
            plain = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
            value["check"] = hashlib.sha256(plain.encode()).hexdigest()[:16]
        text = json.dumps(value, ensure_ascii=False)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def trials_of(box, pairs, count, only, seed):
    chance = random.Random(seed)
    flips, numbers = [], []
    for name, command in pairs:
        path = box.path(name)
        flips += [(name, command, at, xor) for at in range(os.path.getsize(path)) for xor in FLIPS]
        if name.endswith(".h5"):
            numbers += [(name, command, place, number) for place in places_in(path) for number in NUMBERS]
        elif name.endswith((".json", ".jsonl")):
            with open(path, encoding="utf-8") as file:
                places = range(len(numbers_in(file.read().replace('": ', '":'))))
            numbers += [(name, command, place, number) for place in places for number in NUMBERS]
    print(f"{len(flips)} bytes and {len(numbers)} numbers could be changed")
    parts = {"flips": flips, "numbers": numbers}
    chosen = []
    for part, trials in parts.items():
        if only in (None, part):
            share = count if only else (count * 3 // 4 if part == "flips" else count // 4)
            chosen += [(part, trial) for trial in chance.sample(trials, min(share, len(trials)))]
    return chosen


def work(box, trials):
    found = []
    for part, trial in trials:
        wrong = (try_flip if part == "flips" else try_number)(box, trial)
        if wrong:
            found.append(wrong)
    box.close()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--only", choices=("flips", "numbers"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="", help="only files whose name holds this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assay-hostile-") as folder:
        box = Sandbox(os.path.abspath(options.bin), os.path.join(folder, "a"))
        os.mkdir(box.folder)
        box.prepare()
        pairs = [pair for pair in readers(box) if options.file in pair[0]]
        for name, command in pairs:
            answer = box.ask(command)
            if complaint(answer) or answer["code"] == 2:
                raise RuntimeError(f"{name}: {command} without any change: {answer}")
        trials = trials_of(box, pairs, options.trials, options.only, options.seed)
        boxes = [box, box.copy(os.path.join(folder, "b"))]
        with concurrent.futures.ThreadPoolExecutor(len(boxes)) as pool:
            halves = [trials[i::len(boxes)] for i in range(len(boxes))]
            found = list(itertools.chain(*pool.map(work, boxes, halves)))
    kinds = collections.Counter((wrong, where.split(" ")[0]) for wrong, where, _ in found)
    for (wrong, name), count in kinds.most_common():
        print(f"{count:6} {wrong}: {name}")
        shown = [one for one in found if (one[0], one[1].split(" ")[0]) == (wrong, name)][:4]
        for _, where, answer in shown:
            print(f"       {where}\n         {(answer['err'] or answer['out'])[:300]!r}")
    print(f"{len(trials)} trials, {len(found)} complaints")
    return 1 if found or len(trials) < min(options.trials, 100) else 0


if __name__ == "__main__":
    sys.exit(main())
