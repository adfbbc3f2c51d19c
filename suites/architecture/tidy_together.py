# SPDX-License-Identifier: Apache-2.0
"""Groups of sources that are checked as one: most of the time of a check goes into common headers.

A source without a finding is clean; if a header has a finding, no source is. If they do not compile as one, each
is checked alone. Sources are grouped if their commands differ only in the files, and if none defines a name for
itself that another one has."""

import contextlib
import json
import os
import re
import shlex
import tempfile

MOST = 16  # sources in one look
NAMED = "UnifiedSource.cpp"  # what a file of this name includes is code to the analyzer, and no header
OF_GNU_ALONE = {"-fno-thread-jumps", "-fno-tree-pre"}  # clang refuses what it does not know
OPENS = re.compile(r"^namespace \{\n", re.M)
CLOSES = "}  // namespace\n"
TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (\w+)")
NAME = re.compile(r"[^(={;\[]*?(\w+)\s*[(={;\[]")
OTHERS = re.compile(r"\W|$|using |namespace |[A-Z_]+\(")  # these define nothing that clashes


def own_names(text):
    """Names local to a source: macros, and first lines of definitions in anonymous namespaces."""
    names = set(re.findall(r"^#define (\w+)", text, re.M))
    for opened in OPENS.finditer(text):
        for line in text[opened.end():].split(CLOSES, 1)[0].split("\n"):
            match = None if OTHERS.match(line) else TYPE.match(line) or NAME.match(line)
            if match:
                names.add(match.group(1))
    return names - {"operator"}


def key_of(entry):
    """A command without its files."""
    folder, command = entry
    words = [word for word in shlex.split(command) if word not in OF_GNU_ALONE]
    for option in ("-o", "-c"):
        if option in words:
            del words[words.index(option):words.index(option) + 2]
    return folder, tuple(words)


def groups(root, commands, paths, most=MOST):
    """The paths in lists of at most so many that can be in one file, in their order where possible."""
    made = []  # of (key, names, paths)
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            names = own_names(file.read())
        key = key_of(commands[path])
        for group in made:
            if group[0] == key and len(group[2]) < most and not group[1] & names:
                group[1].update(names)
                group[2].append(path)
                break
        else:
            made.append((key, names, [path]))
    return [group[2] for group in made]


@contextlib.contextmanager
def database(entries):
    """A folder with the commands of such files: path, folder, words."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump([{"directory": directory, "file": path, "arguments": [*words, "-c", path]}
                       for path, directory, words in entries], file)
        yield folder


def understood(root, commands):
    """A folder with all commands as clang understands them."""
    return database([(os.path.join(root, path), *key_of(entry)) for path, entry in commands.items()])


@contextlib.contextmanager
def as_one(root, commands, paths):
    """A file that includes the paths, and a folder with its command."""
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, NAMED)
        with open(whole, "w", encoding="utf-8") as file:
            file.writelines(f'#include "{os.path.join(root, path)}"\n' for path in paths)
        with database([(whole, *key_of(commands[paths[0]]))]) as build:
            yield whole, build
