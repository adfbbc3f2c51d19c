#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy: tidy.py --build FOLDER (--whole | --since COMMIT) [--seconds N] [--self-test] [FOLDER...]

--since looks at sources that differ from COMMIT and begins none after N seconds; what is left is said and
left to --whole. A tree without git or without that commit has no changes: exit code 77."""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77


def compiled(build):
    """Sources that the build compiles, by their path from the root; generated ones are none."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        paths = {os.path.relpath(entry["file"], ROOT) for entry in json.load(file)}
    return sorted(path for path in paths if not path.startswith((".", "/")))


def changed(commit):
    """Files that differ from a commit, or None where git cannot say."""
    command = ["git", "-c", "safe.directory=*", "-C", ROOT, "diff", "--name-only", "-z", commit, "--"]
    done = subprocess.run(command, capture_output=True, check=False)
    return None if done.returncode else set(done.stdout.decode().split("\0"))


def warnings(build, path):
    done = subprocess.run(["clang-tidy", "-p", build, "--quiet", "--extra-arg=-Wno-unknown-warning-option",
                           path], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    return [line for line in done.stdout.split("\n") if " warning: " in line or " error: " in line]


def look_at(build, paths, seconds):
    """Complaints about the paths, and how many of these were not begun in time."""
    end, found, left = time.monotonic() + seconds, [], 0

    def one(path):
        return warnings(build, path) if time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines in pool.map(one, paths):
            left += lines is None
            found += [line.replace(ROOT + "/", "") for line in lines or []]
    return sorted(set(found)), left


def self_test():
    with tempfile.TemporaryDirectory() as build:
        commands = []
        for name, text in (("good", "int* p = nullptr;\n"), ("bad", "int* p = 0;\n")):
            path = os.path.join(build, name + ".cpp")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            commands.append({"directory": build, "file": path, "command": f"c++ -c {path}"})
        with open(os.path.join(build, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(commands, file)
        shutil.copy(os.path.join(ROOT, ".clang-tidy"), build)
        good, bad = (os.path.join(build, name + ".cpp") for name in ("good", "bad"))
        assert look_at(build, [good], 60) == ([], 0)
        assert look_at(build, [good, bad], 60)[0]
        assert look_at(build, [bad], 0) == ([], 1)
    assert changed("no-such-commit") is None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, ".build", "dev"))
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("folders", nargs="*")
    arguments = parser.parse_args()
    if not shutil.which("clang-tidy"):
        sys.exit("tidy.py: clang-tidy is missing; suites/packages.txt names its package")
    if arguments.self_test:
        self_test()
        return
    paths = compiled(arguments.build)
    if not arguments.whole:
        differ = changed(arguments.since or "HEAD~1")
        if differ is None:
            print("no git and no such commit: nothing can be said to have changed")
            sys.exit(SKIPPED)
        paths = [path for path in paths if path in differ]
    if arguments.folders:
        paths = [path for path in paths if path.startswith(tuple(arguments.folders))]
    found, left = look_at(arguments.build, paths, arguments.seconds)
    print(f"looked at {len(paths) - left} sources; {left} left for a run over the whole tree")
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
