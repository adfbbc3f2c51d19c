#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures which mutants of a library of PTO headers the cases of each op kill.

The cases are those that conform on the unchanged headers. `mutator.py` makes the mutants, from files of pto/cpu,
in lines that the calls of these cases have code of. They are tried one at a time, in an order that depends on
their names alone, until N of an op count.

killed        a case fails
survived      other code was compiled, and no case fails
idle          the same code was compiled
not_compiled  no call compiles

The score is killed / (killed + survived). Some survivors change nothing that a legal call can show: read the
list of --survivors. The library itself is not changed. A state of other headers is not used."""

import concurrent.futures
import functools
import hashlib
import itertools
import os
import re
import sys
import tempfile
import time

import common
import library
import mutator

FOLDER = "pto/cpu"
TARGET = "cpu"
BASE = "unchanged"  # the name of the record of an op's conforming cases and its lines with code
COUNTED = ("killed", "survived")
TRIED = 4  # mutants of an op that are tried at most, for each that is to count
INCLUDED = re.compile(r'^#include [<"](?:[^">]*/)?([^">/]+)[">]', re.MULTILINE)
NEAR = 5  # lines: a condition of the compiler has no code itself


class Headers:
    """The files of a library that are mutated."""

    def __init__(self, include):
        self.texts = {}
        folder = os.path.join(include, FOLDER)
        for name in sorted(os.listdir(folder)):
            if name.endswith((".hpp", ".h")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    self.texts[f"{FOLDER}/{name}"] = file.read()
        self.digest = hashlib.sha256("".join(self.texts.values()).encode()).hexdigest()[:16]
        self.mutants_in = functools.cache(lambda file: mutator.mutants_of(self.texts[file], file))

    def files_of(self, op, files):
        """The files that implement an op, and the files that these include. If none names the op, a macro makes
        it: then all files that implement ops."""
        def naming(pattern):
            return [file for file in sorted(files) if re.search(pattern, self.texts[file])]

        own = naming(rf"\b{op}_IMPL\b") or naming(r"_IMPL\b")
        included = set(INCLUDED.findall("".join(self.texts[file] for file in own)))
        return own + [file for file in sorted(files) if os.path.basename(file) in included and file not in own]

    def mutants_of(self, op, lines, count):
        """The first mutants to try, of each file with code in turn."""
        with_code = {(f"{FOLDER}/{name}", line) for name, line in lines}

        def compiled(one):
            text = self.texts[one.file].split("\n")[one.line - 1]
            near = range(one.line - NEAR, one.line + NEAR + 1) if "constexpr" in text else [one.line]
            return any((one.file, line) in with_code for line in near)

        by_file = [sorted(filter(compiled, self.mutants_in(file)), key=lambda one: common.order(f"{op} {one.name}"))
                   for file in self.files_of(op, {file for file, _ in with_code} & set(self.texts))]
        return [one for turn in itertools.zip_longest(*by_file) for one in turn if one is not None][:count]


class Campaign:
    def __init__(self, options):
        self.options, self.headers, self.state = options, Headers(options.sdk_include), common.State(options.state)
        self.end, self.ranked = time.monotonic() + options.seconds, {}

    def known(self, op, name):
        one = self.state.known.get((self.options.suite, op, TARGET, name))
        return one if one and one["library"] == self.headers.digest else None

    def add(self, op, name, **more):
        self.state.add({"suite": self.options.suite, "op": op, "target": TARGET, "mutant": name,
                        "library": self.headers.digest, **more})

    def progress(self, op):
        """The outcomes of an op, and the next mutant to try, or nothing where enough of them count."""
        if op not in self.ranked:
            lines = self.known(op, BASE)["lines"]
            self.ranked[op] = self.headers.mutants_of(op, lines, TRIED * self.options.per_op)
        found = []
        for mutant in self.ranked[op]:
            if sum(one["outcome"] in COUNTED for one in found) == self.options.per_op:
                break
            if not self.known(op, mutant.name):
                return found, mutant
            found.append(self.known(op, mutant.name))
        return found, None

    def done(self, op):
        return self.known(op, BASE) is not None and self.progress(op)[1] is None

    def try_op(self, op):
        if self.done(op) or time.monotonic() > self.end:
            return
        with tempfile.TemporaryDirectory() as folder:
            copy = library.Copy(self.options.sdk_include, folder)
            cases, code = self.unchanged(op, copy.include, os.path.join(folder, "cases"))
            while not self.done(op) and time.monotonic() < self.end:
                self.try_one(op, self.progress(op)[1], copy, cases, code)

    def unchanged(self, op, include, file):
        """Options that choose the cases of the op that conform, written to a file, and the code of the units."""
        base = self.known(op, BASE)
        names = base["cases"] if base else library.run(
            self.options, include, common.cases_of(self.options.suite, op, TARGET)).conforming()
        with open(file, "w", encoding="utf-8") as stream:
            stream.writelines(name + "\n" for name in names)
        cases = ["--cases-from", file]
        run = library.run(self.options, include, cases, with_lines=not base) if names else None
        if run and run.failing():
            raise library.Unusable(f"{run.failing()[0]} conforms at first and not again")
        if not base:
            self.add(op, BASE, cases=names, lines=sorted(run.lines) if run else [])
        return cases, run.code if run else {}

    def try_one(self, op, mutant, copy, cases, code):
        begin, text = time.monotonic(), self.headers.texts[mutant.file]
        copy.put(mutant.file, mutant.applied(text))
        outcome, case, verdict = library.compared(self.options, copy.include, cases, code)
        copy.put(mutant.file, text)
        self.add(op, mutant.name, before=" ".join(text[mutant.begin:mutant.end].split())[:120], after=mutant.text,
                 outcome=outcome, case=case, verdict=verdict, seconds=round(time.monotonic() - begin, 2))


def options_of():
    parser = common.options_of(__doc__, "headers.jsonl", 6)
    parser.add_argument("--sdk-include", default=os.environ.get("ASSAY_PTO_INCLUDE", ""), metavar="FOLDER",
                        help="the library; default $ASSAY_PTO_INCLUDE")
    parser.add_argument("--cxx", default="clang++", metavar="PROGRAM")
    parser.add_argument("--cxxflags", default="", metavar="FLAGS")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="SHARE", help="fail if fewer are killed")
    options = parser.parse_args()
    if not options.sdk_include:
        print("no library: give --sdk-include or set ASSAY_PTO_INCLUDE to a folder that has pto/pto-inst.hpp")
        sys.exit(77)
    options.sdk_include = os.path.abspath(options.sdk_include)
    if not os.path.isdir(os.path.join(options.sdk_include, FOLDER)):
        sys.exit(f"headers.py: {options.sdk_include} has no {FOLDER}; give the folder that has pto/pto-inst.hpp")
    return options


def main():
    options = options_of()
    campaign = Campaign(options)
    ops = common.share_of(options, sorted(common.ops_of(options), key=common.order))
    try:
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            list(pool.map(campaign.try_op, ops))
    except library.Unusable as error:
        sys.exit(f"headers.py: {error}")
    outcomes = [one for op in ops if campaign.known(op, BASE) for one in campaign.progress(op)[0]]
    table = common.table_of(outcomes, lambda one: one["outcome"])
    common.print_table(table, (*COUNTED, "idle", "not_compiled"), COUNTED)
    common.write_survivors(options.survivors, [f"{one['op']} {one['mutant']}: {one['before']} -> {one['after']}"
                                               for one in outcomes if one["outcome"] == "survived"])
    left = sum(not campaign.done(op) for op in ops)
    if left:
        print(f"{left} of {len(ops)} ops are not done; the same command continues")
    return 1 if left or common.score(common.total_of(table), COUNTED) < options.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
