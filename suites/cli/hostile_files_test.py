#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files with changed bytes: in every byte, in words of 8 bytes, and in every number with digests that fit again.

hostile_files_test.py --bin FOLDER [--trials N] [--only PART] [--seed N] [--table FILE]: no command may end by a
signal, hang, allocate over 1 GiB, blame itself or the machine for a file, or use content that is not what
was written. The figures become a row of FILE."""

import argparse
import collections
import concurrent.futures
import itertools
import os
import random
import re
import shutil
import sys
import tempfile
import time

import h5py

import cli
from hostile_files import (HEAP, RESUME, Sandbox, block_bytes_in, content_of, flip, is_sealed, numbers_in, places_in, put, readers, rewrite)

FLIPS = (0x01, 0x80, 0xFF)
WORD = 8  # bytes of a size or an address in an HDF5 file; damage of one byte leaves a size far too large
LASTING = ('"repeat":', '"rerun":')  # executions of a case: a run may be asked for a million, and takes its time
NUMBERS = (-1, 0, 1, 257, 2**16 + 1, 2**31 - 1, 2**31, 2**62, 2**63 - 1)
BAD_WORDS = re.compile(r"filesystem error|bad_alloc|basic_string|vector::|std::|json\.exception|map::at|"
                       r"stoi|stoul|stoll|stod|length_error|out of range of|terminate called")


def complaint(answer):
    """The error in the way a command ended, or nothing."""
    if "hangs" in answer:
        return "hangs"
    if "signal" in answer:
        return f"signal {answer['signal']}"
    if answer["code"] not in (0, 1, 2):
        return f"exit code {answer['code']}"
    if answer["kilobytes"] > 1 << 20:
        return "over 1 GiB"
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
    name, command, at, xor, count = trial
    place = box.place_of(name, command)
    if command == RESUME:  # writes the file itself, so nothing may be put back into it
        flip(place, at, xor, count)
        answer = box.ask(command)
    else:
        answer = box.ask(command, file=place, at=at, xor=xor, count=count)
    wrong = complaint(answer)
    if command == RESUME:
        if wrong is None and "made" in answer and answer["made"] != box.whole:
            wrong = "another run than was begun"
    elif wrong is None and is_sealed(name) and not is_noticed(command, answer):
        path = box.path(name)
        changed = box.path("changed-" + os.path.basename(name))
        shutil.copy(path, changed)
        flip(changed, at, xor, count)
        found, before = content_of(changed), content_of(path)
        if command[0] != "verify":  # the others look up there what they read
            for content in (found, before):
                if isinstance(content, dict):
                    content.pop("manifest", None)
        torn = name.endswith(".jsonl") and at == os.path.getsize(path) - 1
        if found is None and name.endswith(".h5"):  # h5py reads more of a file than we do
            if (answer["code"], answer["out"]) != box.plain[name, tuple(command)]:
                wrong = "another answer without a word"
        elif found != before and not torn:
            wrong = "changed content that was not noticed"
        os.remove(changed)
    return wrong and (wrong, f"{name} {count} from byte {at} ^ {xor:#x}: assay {' '.join(command)}", answer)


def try_number(box, trial):
    name, command, place, number = trial
    path = box.place_of(name, command)
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
        if command != RESUME:
            os.replace(path + ".before", path)
    wrong = complaint(answer)
    return wrong and (wrong, f"{name} {place} = {number}: assay {' '.join(command)}", answer)


def shared(lots, count):
    """Sizes of lots, none larger than it is, that make up `count` as evenly as may be."""
    sizes, left = [0] * len(lots), count
    while left > 0 and (open_ := [i for i, lot in enumerate(lots) if sizes[i] < lot]):
        for i in open_:
            more = min(max(1, left // len(open_)), lots[i] - sizes[i], left)
            sizes[i] += more
            left -= more
    return sizes


def flips_of(box, pairs, count, chance):
    lots = [os.path.getsize(box.path(name)) * len(FLIPS) for name, _ in pairs]
    return [(name, command, at // len(FLIPS), FLIPS[at % len(FLIPS)], 1)
            for (name, command), lot, size in zip(pairs, lots, shared(lots, count))
            for at in chance.sample(range(lot), size)]


def block_flips_of(box, pairs, count, chance):
    """As many in each kind of block of each file as may be: in large files they are few among the bytes."""
    lots = [(name, command, places) for name, command in pairs if name.endswith(".h5")
            for places in block_bytes_in(box.path(name)).values()]
    chance.shuffle(lots)  # there may be more of them than trials
    sizes = shared([len(places) for _, _, places in lots], count)
    return [(name, command, at, chance.choice(FLIPS), 1)
            for (name, command, places), size in zip(lots, sizes) for at in chance.sample(places, size)]


def heap_flips_of(box, pairs, count, chance):
    """Words of global heaps: HDF5 goes around for ever where a size among them is nearly 2^64."""
    words = [(name, command, at, 0xFF, WORD) for name, command in pairs if name.endswith(".h5")
             for at in block_bytes_in(box.path(name)).get(HEAP, ())[::WORD]]
    return chance.sample(words, min(count, len(words)))


def numbers_of(box, pairs, count, chance):
    lots = []
    for name, command in pairs:
        path, lasting = box.path(name), set()
        if name.endswith(".h5"):
            places = places_in(path)
        elif name.endswith((".json", ".jsonl")):
            with open(path, encoding="utf-8") as file:
                text = file.read().replace('": ', '":')
            found = numbers_in(text)
            places = range(len(found))
            lasting = {i for i, at in enumerate(found) if text[:at].endswith(LASTING)}
        else:
            places = ()
        lots.append([(name, command, place, number) for place in places for number in NUMBERS
                     if place not in lasting or not 257 < number <= 10**6])
    sizes = shared([len(lot) for lot in lots], count)
    return [trial for lot, size in zip(lots, sizes) for trial in chance.sample(lot, size)]


def trials_of(box, pairs, count, only, seed):
    chance = random.Random(seed)
    chosen = []
    if only in (None, "numbers"):
        some = numbers_of(box, pairs, count if only else count // 4, chance)
        chosen += [("numbers", trial) for trial in some]
    if only in (None, "blocks"):
        some = block_flips_of(box, pairs, count if only else count // 4, chance)
        chosen += [("flips", trial) for trial in some]
    if only in (None, "heaps"):
        some = heap_flips_of(box, pairs, count, chance)
        chosen += [("flips", trial) for trial in some]
    if only in (None, "flips"):
        chosen += [("flips", trial) for trial in flips_of(box, pairs, count - len(chosen), chance)]
    chance.shuffle(chosen)
    return chosen


def work(box, trials):
    found, said = [], time.monotonic()
    for done, (part, trial) in enumerate(trials):
        if time.monotonic() - said > 60:
            said = time.monotonic()
            print(f"{done} of {len(trials)} trials, {len(found)} complaints", file=sys.stderr, flush=True)
        wrong = (try_flip if part == "flips" else try_number)(box, trial)
        if wrong:
            found.append(wrong)
            print(wrong, file=sys.stderr, flush=True)
    box.close()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--only", choices=("flips", "blocks", "heaps", "numbers"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="", help="only files whose name this expression finds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assay-hostile-") as folder:
        box = Sandbox(os.path.abspath(options.bin), os.path.join(folder, "a"))
        os.mkdir(box.folder)
        box.prepare()
        pairs = [pair for pair in readers(box) if re.search(options.file, pair[0])]
        for name, command in pairs:
            box.place_of(name, command)
            answer = box.ask(command)
            if complaint(answer) or answer["code"] == 2:
                raise RuntimeError(f"{name}: {command} without any change: {answer}")
            box.whole = answer.get("made", box.whole)
            box.plain[name, tuple(command)] = (answer["code"], answer["out"])
        trials = trials_of(box, pairs, options.trials, options.only, options.seed)
        boxes = [box] + [box.copy(os.path.join(folder, str(i))) for i in range(1, options.jobs)]
        with concurrent.futures.ThreadPoolExecutor(len(boxes)) as pool:
            lots = [trials[i::len(boxes)] for i in range(len(boxes))]
            found = list(itertools.chain(*pool.map(work, boxes, lots)))
    kinds = collections.Counter((wrong, where.split(" ")[0]) for wrong, where, _ in found)
    for (wrong, name), count in kinds.most_common():
        print(f"{count:6} {wrong}: {name}")
        shown = [one for one in found if (one[0], one[1].split(" ")[0]) == (wrong, name)][:4]
        for _, where, answer in shown:
            print(f"       {where}\n         {(answer['err'] or answer['out'])[:300]!r}")
    print(f"{len(trials)} trials, {len(found)} complaints")
    if options.table:
        flips = sum(part == "flips" for part, _ in trials)
        with open(options.table, "a", encoding="utf-8") as file:
            file.write(f"| bytes flipped and numbers rewritten in files of every kind | {flips} flips, "
                       f"{len(trials) - flips} numbers in {len({name for name, _ in pairs})} files, under the "
                       f"{len(pairs)} commands that read them | "
                       f"{len(found) or 'no'} signal, hang, GiB, or unnamed change |\n")
    return 1 if found or len(trials) < min(options.trials, 100) else 0


if __name__ == "__main__":
    sys.exit(main())
