#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every C and C++ file is as clang-format leaves it: format.py [--fix] [--self-test] [FOLDER...]

Without folders the whole tree is looked at. --fix formats what is not formatted."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import tree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BATCH = 50  # files a call of clang-format takes


def unformatted(program, root, paths):
    """Those of the paths that clang-format would change."""
    found = []
    for first in range(0, len(paths), BATCH):
        batch = paths[first:first + BATCH]
        done = subprocess.run([program, "--dry-run", "-Werror", *batch], cwd=root, text=True,
                              capture_output=True, check=False)
        if done.returncode:
            found += [path for path in batch if f"{path}:" in done.stderr] or batch
    return found


def sources(root, folders):
    return [path for path in tree.load(root) if path.endswith(tree.C_FAMILY)
            and (not folders or path.startswith(tuple(folder.rstrip("/") + "/" for folder in folders)))]


def self_test(program):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(ROOT, ".clang-format"), folder)
        for name, text in (("good.cpp", "int f() { return 1; }\n"), ("bad.cpp", "int  f(){return 1;}\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        assert unformatted(program, folder, ["good.cpp"]) == []
        assert unformatted(program, folder, ["good.cpp", "bad.cpp"]) == ["bad.cpp"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--root", default=ROOT)
    parser.add_argument("folders", nargs="*")
    arguments = parser.parse_args()
    program = shutil.which("clang-format")
    if not program:
        sys.exit("format.py: clang-format is missing; suites/packages.txt names its package")
    if arguments.self_test:
        self_test(program)
        return
    found = unformatted(program, arguments.root, sources(arguments.root, arguments.folders))
    if found and arguments.fix:
        subprocess.run([program, "-i", *found], cwd=arguments.root, check=True)
        print("\n".join(f"formatted {path}" for path in found))
        return
    sys.exit("\n".join(f"{path}: is not as clang-format leaves it" for path in found) if found else 0)


if __name__ == "__main__":
    main()
