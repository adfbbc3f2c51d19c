# SPDX-License-Identifier: Apache-2.0
"""Small files of every kind that commands read, which commands read them, and how to change them."""

import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess

import h5py
import numpy as np

import cli

LIMIT = 120  # seconds a command of the preparation may take
FAULT = "simulator:fault=writes_guard"
ONE = ("--target", "a5", "--dtype", "f16", "--cases", "1")
TIME = re.compile(r"in \d[^()\n]* \([\d.,]+ cases/s\)")  # "in 36 ms (169 cases/s)"
RESUME = ["run", "--resume", "out"]
MANY = (12, 40, 400)  # cases of the larger files
HEAP = b"GCOL"  # signature of a global heap, which has texts of variable length
# Signatures of the parts of an HDF5 file that are no elements.
BLOCKS = (b"OHDR", b"OCHK", b"FRHP", b"FHDB", b"FHIB", b"FSHD", b"FSSE", b"BTHD", b"BTIN", b"BTLF", b"TREE", b"SNOD", b"HEAP",
          HEAP, b"FAHD", b"FADB", b"EAHD", b"EAIB", b"EASB", b"EADB")
BLOCK_BYTES = 160  # of one, and what follows it

WAIVERS = ("[[waiver]]\nop = \"TRSQRT\"\nverdict = \"deviates\"\nreason = \"known\"\nowner = \"us\"\n"
           "link = \"https://example.org/1\"\nexpires = 2031-01-01\n")
ERRATA = ("[[erratum]]\nnumber = \"OWN-1\"\ntitle = \"our board\"\nsource = \"our notes\"\nop = \"TRSQRT\"\n"
          "outcome = \"anything\"\ninputs = \"nan\"\n")


class Sandbox:
    """A folder of small files of every kind, and a server that runs commands there."""

    def __init__(self, folder_of_programs, folder):
        self.folder, self.assay = folder, os.path.join(folder_of_programs, "assay")
        self.server = None
        self.whole = None  # what the stopped run makes when it goes on
        self.plain = {}  # code and output of the commands where nothing is changed
        self.program = os.path.join(folder_of_programs, "assay-fork-server")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def made(self, *arguments, codes=(0, 1)):
        done = subprocess.run([self.assay, *arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        if done.returncode not in codes:
            raise RuntimeError(f"{arguments}: {done.stderr}")
        return done.stdout

    def smallest(self, name, op):
        """A golden file of one case, of a few the smallest."""
        for seed in range(1, 9):
            self.made("golden", "--op", op, *ONE, "--seed", str(seed), "--out", f"{name}.{seed}")
        found = sorted((f"{name}.{seed}" for seed in range(1, 9)), key=lambda one: os.path.getsize(self.path(one)))
        os.replace(self.path(found[0]), self.path(name))
        for one in found[1:]:
            os.remove(self.path(one))

    def small_names(self, name, op, count=6):
        """A file with the names of small cases."""
        self.made("golden", "--op", op, *ONE[:4], "--cases", str(max(80, 2 * count)), "--out", "all.h5")

        def size(case):
            return max((int(rows) * int(cols) for rows, cols in re.findall(r"(\d+)x(\d+)", case)), default=0)

        with h5py.File(self.path("all.h5")) as file:
            cases = sorted({row["name"].decode() for row in file["cases"]}, key=lambda case: (size(case), case))
        os.remove(self.path("all.h5"))
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write("\n".join(cases[:count]) + "\n")
        return ("--cases-from", name, "--tiles", "all", "--no-shrink", "--no-confirm")

    def prepare(self):
        for name, op in (("g.h5", "TRSQRT"), ("load.h5", "TLOAD"), ("text.h5", "TPRINT")):
            self.smallest(name, op)
        # One: replay does not look at what belongs to another.
        self.made("golden", "--suite", "programs-end", "--op", "TADD,TABS", "--target", "a5", "--cases", "1", "--out",
                  "program.h5")
        small = self.small_names("names.txt", "TRSQRT")
        for name in ("run", "twin"):
            self.made("run", *small, "--backend", FAULT, "--history", "history", "--out", name)
        self.made("run", *small, "--backend", FAULT, "--max-failures", "1", "--batch", "1", "-j1", "--out", "stopped")
        self.made("run", *self.small_names("loads.txt", "TLOAD"), "--out", "loads")
        self.made("run", "--suite", "programs", "--op", "TADD,TABS", "--target", "a5", "--cases", "2", "--tiles", "all",
                  "--no-shrink", "--no-confirm", "--out", "programs")
        self.made("sweep", "--op", "TRSQRT", "--dtype", "f16", "--target", "a5", "--out", "sweep")
        # From nine objects on HDF5 indexes the names of a group, with more levels as there are more.
        for count in MANY:
            self.made("run", *self.small_names("many.txt", "TADDS", count), "--out", f"many{count}")
        for name, text in (("waivers.toml", WAIVERS), ("errata.toml", ERRATA)):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        self.made("run", *small, "--freeze-support", "support.toml", "--out", "frozen")
        shutil.copy(os.path.join(cli.ROOT, "suites", "accuracy", "default.toml"), self.path("accuracy.toml"))

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        other = Sandbox(os.path.dirname(self.assay), folder)
        other.whole, other.plain = self.whole, self.plain
        return other

    def ask(self, arguments, **job):
        if self.server is None:
            self.server = subprocess.Popen([self.program], cwd=self.folder, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, text=True)
        self.server.stdin.write(json.dumps({"arguments": arguments, "roomy": arguments == RESUME, **job}) + "\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        answer["out"] = TIME.sub("in a while", answer["out"])
        if arguments == RESUME and answer.get("code") in (0, 1):
            answer["made"] = self.made_by_run()
        for name in ("out.h5", "out"):
            path = self.path(name)
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.remove(path)
        return answer

    def made_by_run(self):
        """The final output of a run, without clock and board."""
        try:
            with open(self.path("out", "journal.jsonl"), encoding="utf-8") as file:
                records = [cli.unsealed(line) for line in file if '"verdict"' in line]
        except ValueError as error:
            return f"no journal: {error}"
        digest = hashlib.sha256(json.dumps([(one["name"], one["verdict"]) for one in records]).encode())
        for name in ("golden.h5", "results.h5"):
            with open(self.path("out", name), "rb") as file:
                digest.update(file.read())
        return digest.hexdigest()

    def place_of(self, name, command):
        """The path of a file as the command meets it; a run is gone on with in a copy."""
        if command != RESUME:
            return self.path(name)
        shutil.rmtree(self.path("out"), ignore_errors=True)
        shutil.copytree(self.path("stopped"), self.path("out"))
        return self.path("out", os.path.basename(name))

    def close(self):
        if self.server is not None:
            self.server.stdin.close()
            self.server.wait(timeout=LIMIT)


def case_in(path, legal=True):
    with h5py.File(path) as file:
        if not len(file["cases"]):
            return file["programs/list"][0]["name"].decode()
        for row in file["cases"]:
            if row["intent"].startswith(b"inside") == legal:
                return row["name"].decode()
    raise RuntimeError(f"{path} has no such case")


def with_long_texts(path, copy):
    """A copy whose attributes are in a global heap, as in files that h5py makes."""
    shutil.copy(path, copy)
    with h5py.File(copy, "r+") as file:
        def rewrite_attributes(_, thing):
            for key, value in list(thing.attrs.items()):
                if isinstance(value, (bytes, str)):
                    thing.attrs[key] = value.decode() if isinstance(value, bytes) else value
        rewrite_attributes("/", file)
        file.visititems(rewrite_attributes)


def readers(box):
    """(file, command) for every file and every command that reads it."""
    pairs = []

    def add(name, *commands):
        pairs.extend((name, command) for command in commands)

    for name in ("g.h5", "load.h5", "text.h5", "program.h5"):
        case = f"{name}:{case_in(box.path(name))}"
        add(name, ["verify", name], ["replay", case], ["diff", name, "same-" + name],
            ["merge", name, "--out", "out.h5"])
        shutil.copy(box.path(name), box.path("same-" + name))
    with_long_texts(box.path("run", "results.h5"), box.path("board.h5"))
    add("board.h5", ["verify", "board.h5"], ["judge", "run/golden.h5", "board.h5", "--no-shrink", "--out", "out"],
        ["diff", "board.h5", "run/results.h5"])
    for run in ("run", "loads", "programs", *(f"many{count}" for count in MANY)):
        golden, results = f"{run}/golden.h5", f"{run}/results.h5"
        shutil.copy(box.path(golden), box.path(run + "-g.h5"))
        shutil.copy(box.path(results), box.path(run + "-r.h5"))
        add(golden, ["judge", golden, run + "-r.h5", "--no-shrink", "--out", "out"])
        add(results, ["verify", results], ["judge", run + "-g.h5", results, "--no-shrink", "--out", "out"],
            ["diff", results, run + "-r.h5"], ["merge", results, "--out", "out.h5"])
    add("sweep/sweep.h5", ["verify", "sweep/sweep.h5"])
    add("sweep/sweep.jsonl", ["merge", "sweep", "--out", "out"])
    add("run/journal.jsonl", ["report", "run"], ["findings", "run"], ["diff", "run", "twin"],
        ["triage", "run", "twin"], ["merge", "run", "--out", "out"])
    for name in ("run/run.json", "run/summary.json"):
        add(name, ["report", "run"], ["merge", "run", "--out", "out"])
    add("run/findings.json", ["report", "run", "--format", "html", "--out", "out"])
    add("history/" + sorted(os.listdir(box.path("history")))[0], ["trend", "history"],
        ["report", "run", "--history", "history"])
    for name in ("journal.jsonl", "run.json", "run.spool", "summary.json", "cases.txt"):
        add("stopped/" + name, RESUME)
    named = ["run", "--cases-from", "names.txt", "--no-tiles", "--out", "out", "-j1", "--backend",
             "replay:run/results.h5"]
    add("names.txt", named)
    add("support.toml", [*named, "--support", "support.toml"])
    add("errata.toml", [*named, "--errata", "errata.toml"])
    add("waivers.toml", ["triage", "run", "twin", "--waivers", "waivers.toml"])
    add("accuracy.toml", ["verify", "g.h5", "--accuracy", "accuracy.toml"])
    return pairs


SEALED = (".h5", ".jsonl", "run.json")


def is_sealed(name):
    return name.endswith(SEALED) or name.startswith("history/")


def values_of(data):
    """The values of a dataset: of strings nothing after their NUL."""
    if data.dtype.names:
        return [(field, values_of(data[field])) for field in data.dtype.names]
    if data.dtype.kind == "S":
        return [text.split(b"\0")[0] for text in data.reshape(-1)]
    return data.tobytes()


def content_of(path):
    """The contents of a file, read without Assay; None if it cannot be read."""
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
                    found[name] += [thing.shape, str(thing.dtype), values_of(np.asarray(thing[()]))]
            note("/", file)
            file.visititems(note)
        return found
    except Exception:  # pylint: disable=broad-except
        return None


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


def block_bytes_in(path):
    """Places of the bytes that say where the objects of an HDF5 file are, by the kind of their block."""
    with open(path, "rb") as file:
        data = file.read()
    return {mark: [at for found in re.finditer(mark, data)
                   for at in range(found.start(), min(found.start() + BLOCK_BYTES, len(data)))]
            for mark in BLOCKS if mark in data}


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


def numbers_in(text):
    return [found.start() for found in re.finditer(r"(?<=[:\[,])-?\d+(\.\d+)?(e-?\d+)?(?=[,}\]\n])", text)]


def flip(path, at, xor, count):
    with open(path, "r+b") as file:
        file.seek(at)
        before = file.read(count)
        file.seek(at)
        file.write(bytes(byte ^ xor for byte in before))


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
