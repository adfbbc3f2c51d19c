#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the rows that campaigns wrote into the table of the guide's page "What Assay survives".

survives_table.py --rows FILE --page FILE | --self-test. Of two rows with one first cell the later one counts; a row of
the page that no campaign wrote this time stays."""

import argparse
import sys

HEAD = ["| what | how often | and then |", "|---|---|---|"]


def name_of(row):
    return row.split("|")[1].strip()


def with_rows(page, rows):
    lines = page.splitlines()
    begin = lines.index(HEAD[1]) + 1
    end = next(i for i in range(begin, len(lines) + 1) if i == len(lines) or not lines[i].startswith("|"))
    if lines[begin - 2] != HEAD[0]:
        raise ValueError("the page has another table")
    table = {name_of(row): row for row in (*lines[begin:end], *(row for row in rows.splitlines() if row))}
    return "\n".join([*lines[:begin], *table.values(), *lines[end:]]) + "\n"


def self_test():
    page = "\n".join(["Text.", "", *HEAD, "| a | 1 | x |", "| b | 2 | y |", "", "More."]) + "\n"
    made = with_rows(page, "| b | 3 | z |\n| c | 4 | w |\n| b | 5 | v |\n")
    wanted = page.replace("| b | 2 | y |", "| b | 5 | v |\n| c | 4 | w |")
    return 0 if made == wanted and with_rows(made, "") == made else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows")
    parser.add_argument("--page")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    with open(options.rows, encoding="utf-8") as file:
        rows = file.read()
    with open(options.page, encoding="utf-8") as file:
        page = file.read()
    with open(options.page, "w", encoding="utf-8") as file:
        file.write(with_rows(page, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
