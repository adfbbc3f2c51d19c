#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What an op costs: trial_op.py --root TREE --build FOLDER [--whole]

Applies trial_op.patch, which adds an op, to a copy of the tree. The patch touches at most four files: the
page, the list, the simulator's row and the op's test; the page and its test compile. With --whole the copy is built (CMake's cache of
FOLDER says how); the op's test and `assay lint` pass, and the smoke suite finds nothing in the op."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import tree

HERE = os.path.dirname(os.path.abspath(__file__))
PATCH = os.path.join(HERE, "trial_op.patch")
OP = "TROWEXPANDPOW"
MOST = 4


def touched(patch):
    return sorted(set(re.findall(r"^\+\+\+ b/(.+)$", patch, re.MULTILINE)))


def complaints_of(files):
    found = [f"the patch touches {len(files)} files, at most {MOST} are allowed"] \
        if len(files) > MOST else []
    kinds = {"a page": rf"reference/ops/\w+/{OP}\.cpp", "a list": r"reference/ops/\w+/CMakeLists\.txt",
             "a row of the simulator": r"runners/simulator/table/\w+\.hpp",
             "a test": r"reference/ops/\w+/\w+_test\.cpp"}
    return found + [f"the patch has no file that is {kind}" for kind, path in kinds.items()
                    if not any(re.fullmatch(path, name) for name in files)]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"trial_op.py: {' '.join(command)} failed ({done.returncode}):\n"
                 f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def copy(root, folder):
    for path in tree.listed_by_git(root, "--cached", "--others", "--exclude-standard") or \
            tree.listed_by_walking(root):
        source, target = os.path.join(root, path), os.path.join(folder, path)
        if os.path.isfile(source):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target)


def cached(build, name):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as file:
        found = re.search(rf"^{name}:\w+=(.*)$", file.read(), re.MULTILINE)
    return found.group(1) if found else ""


def compile_sources(folder, build, files):
    """The text that the patch adds, without making code of it."""
    for name in files:
        if name.endswith(".cpp"):
            run(cached(build, "CMAKE_CXX_COMPILER") or "c++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                f"-I{folder}", os.path.join(folder, name))


def build_copy(folder, build):
    """In the same place under the tree as with a preset, so that ccache knows most of it."""
    options = [f"-D{name}={cached(build, name)}" for name in
               ("CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "ASSAY_WERROR", "ASSAY_BATCH") if cached(build, name)]
    out = os.path.join(folder, ".build", "dev")
    environment = os.environ | {"CCACHE_BASEDIR": folder, "CCACHE_NOHASHDIR": "1"}
    run("cmake", "-S", folder, "-B", out, "-G", "Ninja", *options, env=environment)
    run("cmake", "--build", out, "-j2", "--target", "assay", "assay-worker", "ops_test", env=environment)
    return os.path.join(out, "bin")


def try_out(binaries, folder):
    assay = os.path.join(binaries, "assay")
    tests = run(os.path.join(binaries, "ops_test"), "--gtest_filter=RowExpansionByPowers.*")
    assert "[  PASSED  ] 1 test" in tests, tests
    run(assay, "lint")
    out = os.path.join(folder, "run")
    run(assay, "run", "--op", OP, "--suite", "smoke", "--no-tiles", "--out", out)
    with open(os.path.join(out, "journal.jsonl"), encoding="utf-8") as lines:
        records = [record for record in map(json.loads, lines) if "verdict" in record]
    verdicts = [record["verdict"]["kind"] for record in records if "verdict" in record]
    assert verdicts.count("conforms") > len(verdicts) / 2, verdicts
    print(f"{len(verdicts)} cases of {OP}, {verdicts.count('conforms')} conform")


def self_test():
    good = [f"reference/ops/a/{OP}.cpp", f"reference/ops/a/{OP}_test.cpp",
            "reference/ops/a/CMakeLists.txt", "runners/simulator/table/a.hpp"]
    assert not complaints_of(good)
    assert complaints_of(good + ["runners/sdk/source/spelling.cpp"])
    assert complaints_of(good[1:])
    assert complaints_of(good[:3])
    assert touched("--- a/x\n+++ b/x\n--- /dev/null\n+++ b/y\n") == ["x", "y"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--whole", action="store_true")
    arguments = parser.parse_args()
    self_test()
    with open(PATCH, encoding="utf-8") as file:
        files = touched(file.read())
    complaints = complaints_of(files)
    print("\n".join([f"{OP} is {len(files)} files: {', '.join(files)}"] + complaints))
    if complaints:
        sys.exit(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        copy(arguments.root, folder)
        run("git", "apply", "--whitespace=error", PATCH, cwd=folder)
        assert all(os.path.exists(os.path.join(folder, path)) for path in files), "not applied"
        compile_sources(folder, arguments.build, files)
        if arguments.whole:
            try_out(build_copy(folder, arguments.build), folder)


if __name__ == "__main__":
    main()
