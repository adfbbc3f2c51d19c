#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the slowest tests and the slowest sources of a build: slowest.py BUILD [--count N]

Tests: the times of ctest's last runs (Testing/Temporary/CTestCostData.txt). Sources: the last compilations in
ninja's log; what the compiler cache had takes no time there. All in seconds by the clock."""

import argparse
import os


def test_times(build):
    """(seconds, name) of every test, by the mean that ctest keeps of its runs."""
    times = []
    with open(os.path.join(build, "Testing", "Temporary", "CTestCostData.txt"), encoding="utf-8") as file:
        for line in file:
            parts = line.split()
            if parts[:1] == ["---"]:
                break
            if len(parts) == 3:
                times.append((float(parts[2]), parts[0]))
    return times


def source_times(build):
    """(seconds, object file) of the last compilation of every source."""
    times = {}
    with open(os.path.join(build, ".ninja_log"), encoding="utf-8") as file:
        for line in file:
            parts = line.rstrip("\n").split("\t")
            if len(parts) == 5 and parts[3].endswith(".o"):
                times[parts[3]] = (int(parts[1]) - int(parts[0])) / 1000
    return [(seconds, name) for name, seconds in times.items()]


def show(title, times, count):
    total = sum(seconds for seconds, _ in times)
    print(f"{title}: {len(times)}, {total:.0f} s together; the slowest:")
    for seconds, name in sorted(times, reverse=True)[:count]:
        print(f"{seconds:8.1f} s  {name.replace('CMakeFiles/', '')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="folder of the build, such as .build/dev")
    parser.add_argument("--count", type=int, default=20, help="how many of each (default 20)")
    options = parser.parse_args()
    for title, read in (("Sources compiled", source_times), ("Tests", test_times)):
        try:
            show(title, read(options.build), options.count)
        except OSError as error:
            print(f"{title}: no times, {error.strerror}: {error.filename}")


if __name__ == "__main__":
    main()
