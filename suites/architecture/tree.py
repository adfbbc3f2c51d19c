# SPDX-License-Identifier: Apache-2.0
"""The input of the architecture laws: the files of the tree as a map from path to text."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from typing import Callable

C_FAMILY = (".cpp", ".hpp", ".c", ".h")
SOURCES = C_FAMILY + (".py", ".sh", ".js", ".mjs", ".css")


@dataclass
class Law:
    """A law of the tree, a sample that keeps it and samples that break it."""

    name: str
    text: str
    complaints: Callable[[dict], list]
    kept: dict = field(default_factory=dict)
    broken: list = field(default_factory=list)


def listed_by_git(root, *options):
    command = ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", *options]
    listing = subprocess.run(command, capture_output=True, check=False)
    return None if listing.returncode else listing.stdout.decode().split("\0")[:-1]


def listed_by_walking(root):
    paths = []
    for folder, folders, files in os.walk(root):
        hidden = (".git", ".build", "assay-runs", "__pycache__")
        folders[:] = [name for name in folders if name not in hidden]
        paths += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return paths


def load(root):
    """All files that git tracks or would track; without git, all that are no build output."""
    paths = listed_by_git(root, "--cached", "--others", "--exclude-standard")
    tree = {}
    for path in sorted(set(paths if paths is not None else listed_by_walking(root))):
        full = os.path.join(root, path)
        if os.path.isfile(full):
            with open(full, encoding="utf-8", errors="replace") as file:
                tree[path] = file.read()
    return tree


def sources(tree, extensions=SOURCES):
    return {path: text for path, text in tree.items() if path.endswith(extensions)}


def is_test(path):
    name = os.path.basename(path)
    return "_test." in name or name.startswith("test_")


_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'",
    re.DOTALL,
)


def without_comments(text):
    """C or C++ without comments; lines and literals stay where they are."""

    def blank(match):
        token = match.group()
        return re.sub(r"[^\n]", " ", token) if token.startswith(("//", "/*")) else token

    return _TOKEN.sub(blank, text)


def without_literals(text):
    """C or C++ without comments and without the contents of literals."""

    def blank(match):
        token = match.group()
        return re.sub(r"[^\n]", " ", token) if token.startswith(("//", "/*")) else (
            '"' + "\n" * token.count("\n") + '"')

    return _TOKEN.sub(blank, text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1
