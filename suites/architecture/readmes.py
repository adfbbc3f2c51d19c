# SPDX-License-Identifier: Apache-2.0
"""Every path, command and link that a README or a page of the guide names exists."""

import fnmatch
import json
import posixpath
import re

from tree import Law, line_of

SPAN = re.compile(r"`([^`\n]+)`|^\s*\$? ?((?:assay|sh|ctest|cmake|python3) [^\n]*)$", re.MULTILINE)
# Words in capitals are placeholders for the reader's own.
PLACEHOLDER = re.compile(r"\b(?:MNEMONIC|FAMILY|NNN|NAME|FILE|DIR|OP)\b")
SOURCE_FILE = re.compile(r"[\w*./-]+\.(?:cpp|hpp|h|c|py|toml|md|txt|sh|sbatch|cmake|in)(?![\w-])")
FOLDER = re.compile(r"(?:[\w.*-]+/)+[\w.*-]*")
TOP = ("generators", "golden", "reference", "reports", "runners", "suites")
GUIDE = "reports/guide/"
DECISIONS = "reference/decisions/"
# Folders of pages, each with an index.
INDEXED = (GUIDE, DECISIONS)
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)|src=\"([^\"]+)\"")
SUBCOMMAND = re.compile(r'add_command\(\s*"([\w-]+)"')


def is_readme(path):
    return path == "README.md" or path.endswith("/README.md") or (
        path.startswith(GUIDE) and path.endswith(".md"))


def places(tree):
    """All files and all folders."""
    found = set(tree)
    for path in tree:
        parts = path.split("/")
        found.update("/".join(parts[:end]) for end in range(1, len(parts)))
    return found


def exists(name, readme, known):
    """Seen from the root or from the folder of the README."""
    pattern = PLACEHOLDER.sub("*", name).rstrip("/")
    folder = readme.rsplit("/", 1)[0] + "/" if "/" in readme else ""
    return any(candidate in known or ("*" in candidate and fnmatch.filter(known, candidate))
               for candidate in (pattern, folder + pattern))


def paths_in(span, readme):
    if readme.startswith(GUIDE):  # names of its readers' own files too
        return [name for name in paths_in(span, "") if name.split("/")[0] in TOP]
    names = [match.group() for match in SOURCE_FILE.finditer(span)]
    for match in FOLDER.finditer(span):
        inside_file = any(match.group() in name for name in names)
        if match.group().split("/")[0] in TOP and not inside_file:
            names.append(match.group())
    return names


def commands(tree):
    return {name for text in tree.values() for name in SUBCOMMAND.findall(text)}


def presets(tree):
    text = tree.get("CMakePresets.json", "{}")
    return {preset["name"] for preset in json.loads(text).get("configurePresets", [])}


def wrong_command(span, tree):
    """The error in a span that is a command, or nothing."""
    match = re.match(r"assay ([a-z][\w-]*)", span)
    if match and match.group(1) not in commands(tree):
        return f"assay has no command '{match.group(1)}'"
    for preset in re.findall(r"--preset[ =]([\w-]+)", span):
        if preset not in presets(tree):
            return f"there is no preset '{preset}'"
    for pattern in re.findall(r"ctest\b.* -L ([\w-]+)", span):
        if not re.search(rf"\b{pattern}\b", tree.get("suites/CMakeLists.txt", "")):
            return f"no test has the label '{pattern}'"
    return None


def named_things_exist(tree):
    known, found = places(tree), []
    for path, text in tree.items():
        if not is_readme(path):
            continue
        for match in SPAN.finditer(text):
            span, line = match.group(1) or match.group(2), line_of(text, match.start())
            found += [f"{path}:{line}: names {name}, which does not exist"
                      for name in paths_in(span, path) if not exists(name, path, known)]
            wrong = wrong_command(span, tree)
            if wrong:
                found.append(f"{path}:{line}: {wrong}")
    return found


def links_lead_somewhere(tree):
    known, found = places(tree), []
    for path, text in tree.items():
        for match in LINK.finditer(text) if path.endswith(".md") else ():
            link = match.group(1) or match.group(2)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            if "://" not in link and target not in known:
                found.append(f"{path}:{line_of(text, match.start())}: links to {link}, which does not exist")
    return found


def indexes(tree):
    """A page that the index of its folder does not name is never found."""
    found = []
    for folder in INDEXED:
        index = tree.get(folder + "README.md", "")
        found += [f"{path}: {folder}README.md does not link to it" for path in tree
                  if path.startswith(folder) and path.endswith(".md") and not path.endswith("/README.md")
                  and f"]({path.removeprefix(folder)})" not in index]
    return found


TREE = {"golden/a.hpp": "", "golden/deep/b.cpp": "", "suites/CMakeLists.txt": "suite_test(a zoo 60)",
        "runners/cli.cpp": 'app.add_command("show", "")',
        "CMakePresets.json": '{"configurePresets": [{"name": "dev"}]}'}
LAWS = [
    Law("readmes", "every path and command that a README names exists", named_things_exist,
        kept=TREE | {"golden/README.md": "`a.hpp`, `deep/NAME.cpp`, `golden/deep`, `*.hpp`, `x/y.h5`\n"
                                         "`assay show OP`, `cmake --preset dev`, `ctest -L zoo`\n",
                     "README.md": "`golden/a.hpp` `report.html`\n```sh\nassay show\n```\n"},
        broken=[TREE | {"README.md": "`golden/b.hpp`"}, TREE | {"README.md": "`golden/none`"},
                TREE | {"golden/README.md": "see `c.hpp`"}, TREE | {"README.md": "`assay tell OP`"},
                TREE | {"README.md": "```sh\nassay tell\n```\n"},
                TREE | {"README.md": "`cmake --preset none`"},
                TREE | {"golden/README.md": "`ctest -L none`"},
                TREE | {GUIDE + "a.md": "`golden/b.hpp` but not `mine.toml`"},
                TREE | {GUIDE + "a.md": "```console\n$ assay tell\n```\n"}]),
    Law("links", "every link of a page leads to a file of the tree", links_lead_somewhere,
        kept={"a/b.md": "[x](c.md#d) [y](../e.md) [z](https://example.org) ![p](p.png)", "a/c.md": "",
              "e.md": "[all](a) <img src=\"a/p.png\">", "a/p.png": ""},
        broken=[{"a/b.md": "[x](c.md)"}, {"a/b.md": "[x](a/b.md)"}, {"e.md": "<img src=\"p.png\">"}]),
    Law("indexes", "README.md of the guide and of the decisions links to every page", indexes,
        kept={GUIDE + "README.md": "[a](a.md)", GUIDE + "a.md": ""},
        broken=[{GUIDE + "README.md": "a.md", GUIDE + "a.md": ""}, {GUIDE + "a.md": ""},
                {DECISIONS + "README.md": "", DECISIONS + "001-a.md": ""}]),
]
