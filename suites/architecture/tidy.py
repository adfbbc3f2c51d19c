#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy: tidy.py --build FOLDER (--whole | --since COMMIT) [--seconds N] [--self-test] [FOLDER...]

--since looks at sources that differ from COMMIT, and at those that include what differs. --whole looks at all,
those of the latest commits first. None is begun after N seconds; what is left is said. A source that was found
clean is not looked at again while it, what it includes, its command and the configuration stay: tidy_cache.py.
--together N looks at up to N sources as one, and at each alone where that is none: tidy_together.py.
A tree without git or without that commit has no changes: exit code 77."""

import argparse
import concurrent.futures
import os
import shlex
import shutil
import subprocess
import sys
import time

import tidy_together
from tidy_cache import CleanLooks, commands_of, sources_of

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77
RECENT = 60  # commits whose sources come first
# The analyzer leaves a function after so many states of it. Its own limit, 225,000, makes a look at the tree take
# more than twice as long; --nodes 225000 has it.
NODES = 20000
# Names there are those of the interface that it offers.
FOREIGN_NAMES = "runners/simulator/include/pto/"
# False reports of the analyzer about headers of the system: expressions that live in their makers' statements,
# benchmarks that their library keeps.
MISTAKEN = (("/usr/include/boost/multiprecision/", "[clang-analyzer-core.StackAddressEscape]"),
            ("/usr/include/benchmark/", "[clang-analyzer-cplusplus.NewDeleteLeaks]"))
INCLUDING = "[bugprone-suspicious-include]"
NAMING = ("[readability-identifier-naming]", "[bugprone-reserved-identifier]")


def git(*arguments):
    """Paths that git names, or None where it cannot say."""
    command = ["git", "-c", "safe.directory=*", "-C", ROOT, *arguments]
    done = subprocess.run(command, capture_output=True, check=False)
    return None if done.returncode else set(done.stdout.decode().split("\0")) - {""}


def changed(commit):
    return git("diff", "--name-only", "-z", commit, "--")


def recent():
    return git("log", f"-{RECENT}", "--format=", "--name-only", "-z") or set()


def included_by(build):
    """Source -> the files of the tree that the last compilation of its batch read, as Ninja recorded them."""
    done = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=False)
    found, current = {}, set()
    for line in done.stdout.split("\n"):
        if not line.startswith("    "):
            current = set()
            continue
        first = not current
        for source in sources_of(os.path.join(build, line.strip())):
            path = os.path.relpath(source, ROOT)
            if first:
                found.setdefault(path, current)
            current.add(path)
    return found


class Tidy:
    """clang-tidy with what does not change from source to source."""

    def __init__(self, root, build, nodes=NODES, program="clang-tidy"):
        extra = ["-Wno-unknown-warning-option", "-Wshadow", "-Xclang", "-analyzer-config", "-Xclang", f"max-nodes={nodes}"]
        self.root, self.build, self.program = root, build, program
        self.options = ["--quiet", *(f"--extra-arg={one}" for one in extra)]

    def complaints(self, path):
        """Lines with what is wrong; none for a clean source alone."""
        return self.said([self.program, "-p", self.build, *self.options, path], path)

    def complaints_together(self, whole, build):
        """The same of a source made by tidy_together, which includes sources on purpose."""
        configuration = f"--config-file={os.path.join(self.root, '.clang-tidy')}"
        command = [self.program, "-p", build, configuration, *self.options, whole]
        return [line for line in self.said(command, whole) if not line.endswith(INCLUDING)]

    def said(self, command, path):
        done = subprocess.run(command, cwd=self.root, text=True, capture_output=True, check=False)
        lines = [line.replace(self.root + "/", "") for line in done.stdout.split("\n")
                 if " warning: " in line or " error: " in line or line.startswith("error: ")]
        lines = [line for line in lines if not (line.startswith(FOREIGN_NAMES) and line.endswith(NAMING))
                 and not any(line.startswith(start) and line.endswith(end) for start, end in MISTAKEN)]
        if done.returncode and not lines:
            return [f"{path}: clang-tidy ended with {done.returncode}: {done.stderr.strip()[-500:]}"]
        return lines


def look_at_one(tidy, known, path):
    seen = known.state(path)
    complaints = tidy.complaints(path)
    if not complaints:
        known.keep(path, seen)
    return complaints


def look_together(tidy, known, paths):
    """Complaints by path of the paths, looked at as one source; none of one that must be looked at alone."""
    if len(paths) < 2:
        return {}
    seen = [known.state(path) for path in paths]
    with tidy_together.as_one(tidy.root, known.commands, paths) as (whole, build):
        said = tidy.complaints_together(whole, build)
    where = {line.split(":", 1)[0] for line in said}
    broken = {line.split(":", 1)[0] for line in said if " error: " in line}
    if broken:  # the others may go together without those that have the errors
        rest = [path for path in paths if path not in broken]
        return look_together(tidy, known, rest) if len(rest) < len(paths) else {}
    if where - set(paths):  # in a header: the source is not known
        return {path: said for path in paths}
    for path, state in zip(paths, seen):
        if path not in where:
            known.keep(path, state)
    return {path: [line for line in said if line.startswith(f"{path}:")] for path in paths}


def look_at(tidy, known, paths, seconds=float("inf"), jobs=1, together=1):
    """Complaints about the paths, how many of these were looked at and how many were not begun in time."""
    end, found, looked, left = time.monotonic() + seconds, set(), 0, 0

    def some(group):
        """Complaints about each path, or None for one that was not begun."""
        said = look_together(tidy, known, group) if time.monotonic() < end else {}
        return [said[path] if path in said else look_at_one(tidy, known, path) if time.monotonic() < end else None
                for path in group]

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for group in pool.map(some, tidy_together.groups(tidy.root, known.commands, paths, together)):
            looked += sum(complaints is not None for complaints in group)
            left += sum(complaints is None for complaints in group)
            new = {line for complaints in group for line in complaints or ()} - found
            found |= new
            print("".join(line + "\n" for line in sorted(new)), end="", flush=True)
    return found, looked, left


def chosen(arguments, paths):
    """The paths to look at, in the order to look at them, or None where git cannot say what changed."""
    if arguments.whole:
        first = recent()
        return sorted(paths, key=lambda path: path not in first)
    differ = changed(arguments.since or "HEAD~1")
    if differ is None:
        return None
    reads = included_by(arguments.build)
    return sorted((path for path in paths if path in differ or reads.get(path, set()) & differ),
                  key=lambda path: path not in differ)


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, ".build", "dev"))
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--together", type=int, default=1, metavar="N")
    parser.add_argument("--cache", metavar="FOLDER", help="where clean looks are kept")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("folders", nargs="*")
    return parser.parse_args()


def main():
    arguments = options()
    if not shutil.which("clang-tidy"):
        sys.exit("tidy.py: clang-tidy is missing; suites/packages.txt names its package")
    if arguments.self_test:
        import tidy_self_test
        tidy_self_test.run()
        return
    arguments.build = os.path.abspath(arguments.build)
    commands = commands_of(arguments.build, ROOT)
    paths = chosen(arguments, [path for path in commands if not path.startswith((".", "/"))])
    if paths is None:
        print("no git and no such commit: nothing can be said to have changed")
        sys.exit(SKIPPED)
    if arguments.folders:
        paths = [path for path in paths if path.startswith(tuple(arguments.folders))]
    with tidy_together.understood(ROOT, commands) as build:
        tidy = Tidy(ROOT, build, arguments.nodes)
        known = CleanLooks(ROOT, commands, shlex.join(tidy.options), arguments.cache)
        unknown = [path for path in paths if not known.clean(path)]
        found, looked, left = look_at(tidy, known, unknown, arguments.seconds, arguments.jobs, arguments.together)
    print(f"{len(paths)} sources: {len(paths) - len(unknown)} known to be clean, looked at {looked}, {left} left "
          "for another time")
    sys.exit(f"{len(found)} complaints" if found else 0)


if __name__ == "__main__":
    main()
