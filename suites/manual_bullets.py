#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the manual's pages have the bullets that the tree accounts for.

manual_bullets.py --ops FOLDER [--manual FOLDER | --self-test]; FOLDER of the manual holds OP.md. Compares number and
digest of the bullets of each page with those of reference/ops/*/bullets.md; without a manual it ends with 77."""

import argparse
import glob
import hashlib
import os
import re
import sys

NO_MANUAL = 77
EXAMPLES = ("Examples", "ASM")


def bullets(text):
    """Lists of a page, numbered ones too, but for those in code and below examples."""
    found, section, code = [], "", False
    for line in text.lstrip("\ufeff").splitlines():
        if line.strip().startswith("```"):
            code = not code
        heading = re.match(r"## +(.*)", line)
        if heading and not code:
            section = heading[1]
        bullet = re.match(r"\s*(?:[-*+]|\d+\.) (.*)", line)
        if bullet and not code and not section.startswith(EXAMPLES):
            found.append(" ".join(bullet[1].split()))
    return found


def digest(said):
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]


def accounted(text, name):
    """Op -> (number of bullets, digest, name of the file); the reader of these files checks that it has as many."""
    return {op: (int(count), digest, name)
            for op, count, digest in re.findall(r"^## (\w+) [^\n]*: bullets (\d+), digest (\w+)$", text, re.MULTILINE)}


def complaints(pages, told):
    """Complaints about pages of the manual by op, and what the tree says of them."""
    for op, text in sorted(pages.items()):
        said = bullets(text)
        if op not in told:
            yield f"{op} has a page of {len(said)} bullets and no entry in the bullets.md of its family"
        elif told[op][:2] != (len(said), digest(said)):
            count, known, name = told[op]
            yield f"{name}: {op}: the page has {len(said)} bullets ({digest(said)}), and here are {count} ({known})"
    for op in sorted(set(told) - set(pages)):
        yield f"{told[op][2]}: {op} has an entry and no page"


def self_test():
    page = "## Constraints\n\n- one:\n    - two\n\n```\n- no bullet\n```\n## Examples\n- none\n"
    assert bullets(page) == ["one:", "two"]
    entry = f"# Words\n\n## TOP page: bullets 2, digest {digest(['one:', 'two'])}\nx: 2\n2. open: y | z\n"
    assert not list(complaints({"TOP": page}, accounted(entry, "bullets.md")))
    broken = [({"TOP": page.replace("two", "too")}, entry), ({"TOP": page + "## More\n- three\n"}, entry),
              ({"TOP": page}, entry.replace("bullets 2", "bullets 1")), ({"TOP": page, "TOTHER": page}, entry), ({}, entry)]
    for pages, text in broken:
        assert list(complaints(pages, accounted(text, "bullets.md"))), text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ops", required=True)
    parser.add_argument("--manual", default=os.environ.get("ASSAY_MANUAL", ""))
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    self_test()
    if arguments.self_test:
        return 0
    if not os.path.isdir(arguments.manual):
        print("no manual here; --manual FOLDER or ASSAY_MANUAL says where docs/isa of the manual is")
        return NO_MANUAL
    told, pages = {}, {}
    for name in glob.glob(os.path.join(arguments.ops, "*", "bullets.md")):
        with open(name, encoding="utf-8") as file:
            told |= accounted(file.read(), name)
    names = {name[:-3].upper(): name for name in os.listdir(arguments.manual) if name.endswith(".md")}
    ours = {os.path.basename(name)[:-4] for name in glob.glob(os.path.join(arguments.ops, "*", "[MST]*.cpp"))}
    for op in ours & set(names):
        with open(os.path.join(arguments.manual, names[op]), encoding="utf-8") as file:
            pages[op] = file.read()
    found = list(complaints(pages, told))
    print("\n".join(found) or f"{sum(count for count, _, _ in told.values())} bullets of {len(told)} pages are accounted for")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
