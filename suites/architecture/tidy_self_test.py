# SPDX-License-Identifier: Apache-2.0
"""tidy.py sees what is wrong, and what it remembers of clean sources is true."""

import json
import os
import shutil
import tempfile

import tidy
import tidy_together
from tidy_cache import CleanLooks, commands_of

SOURCES = {
    "reference/good.cpp": '#include "good.hpp"\nint* p = nullptr;\n',
    "reference/good.hpp": "int one();\n",
    "reference/bad.cpp": "int* q = 0;\n",
    # Found by the analyzer only.
    "reference/null.cpp": "int first(int n) {\n  int* p = nullptr;\n  if (n > 2) p = &n;\n  return *p;\n}\n",
    "reference/broken.cpp": '#include "nowhere.hpp"\n',
    "reference/own.cpp": "namespace {\nint page(int a) { return a; }\n}  // namespace\nint x = page(1);\n",
    "reference/other.cpp": "namespace {\nconstexpr int page = 2;\n}  // namespace\nint y = page;\n",
    "reference/hidden.cpp": "static int z(int n) { return n; }\nint a = z(1);\n",
    "reference/shaky.hpp": "inline int* shaky() { return 0; }\n",
    "reference/shaking.cpp": '#include "shaky.hpp"\nint* c = shaky();\n',
    "reference/clashing.cpp": "static int z(int n) { return n + 1; }\nint b = z(1);\n",
}


class Counted(tidy.Tidy):
    """Counts looks."""

    looks = 0

    def said(self, command, path):
        self.looks += 1
        return super().said(command, path)


def write(root, path, text):
    os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(text)


def make_tree(root):
    for path, text in SOURCES.items():
        write(root, path, text)
    commands = [{"directory": root, "file": os.path.join(root, path), "command": f"c++ -o x.o -c {root}/{path}"}
                for path in SOURCES if path.endswith(".cpp")]
    write(root, "compile_commands.json", json.dumps(commands))
    shutil.copy(os.path.join(tidy.ROOT, ".clang-tidy"), root)


def look(root, cache, *paths, seconds=60, together=1):
    """Complaints, how many sources clang-tidy saw, how many were left."""
    program = Counted(root, root)
    known = CleanLooks(root, commands_of(root, root), "options", cache)
    unknown = [path for path in paths if not known.clean(path)]
    found, _, left = tidy.look_at(program, known, unknown, seconds, together=together)
    return found, program.looks, left


def sees(root, cache):
    assert look(root, cache, "reference/good.cpp") == (set(), 1, 0)
    for bad in ("bad", "null", "broken"):
        for _ in range(2):  # what is not clean is never remembered
            found, looks, _ = look(root, cache, f"reference/{bad}.cpp")
            assert found and looks == 1, (bad, found, looks)
    assert look(root, cache, "reference/bad.cpp", seconds=0) == (set(), 0, 1)


def remembers(root, cache, clone):
    good = "reference/good.cpp"
    assert look(root, cache, good) == (set(), 0, 0)
    make_tree(clone)
    assert look(clone, cache, good) == (set(), 0, 0), "a second clone looks again"
    write(root, "reference/good.hpp", "int two();\n")
    assert look(root, cache, good) == (set(), 1, 0), "a changed header is not seen"
    assert look(root, cache, good) == (set(), 0, 0)
    write(root, ".clang-tidy", "Checks: '-*,modernize-*'\n")
    assert look(root, cache, good)[1] == 1, "a changed configuration is not seen"
    commands = commands_of(root, root)
    commands[good] = (commands[good][0], commands[good][1] + " -DX")
    assert not CleanLooks(root, commands, "options", cache).clean(good), "a changed command is not seen"
    assert not CleanLooks(root, commands_of(root, root), "others", cache).clean(good), "changed options are not seen"


def sees_together(root, cache):
    def named(*names):
        return [f"reference/{name}.cpp" for name in names]

    commands = commands_of(root, root)
    assert tidy_together.groups(root, commands, named("good", "own", "other", "hidden"), 3) == [
        named("good", "own", "hidden"), named("other")], "one name twice, or too many"
    alone, _, _ = look(root, cache + "1", *named("good", "bad", "null"))
    found, looks, _ = look(root, cache + "2", *named("good", "bad", "null"), together=3)
    assert found == alone and looks == 1, "what is said of several is not what is said of each"
    assert look(root, cache + "2", "reference/good.cpp") == (set(), 0, 0), "what is clean next to others is forgotten"
    assert look(root, cache + "3", *named("null", "good"), together=2)[0], "the analyzer does not see what is included"
    assert look(root, cache + "4", *named("good", "own", "hidden"), together=3) == (set(), 1, 0)
    assert look(root, cache + "4", *named("good", "own", "hidden"), together=3) == (set(), 0, 0), "not remembered"
    for _ in range(2):  # a complaint about a header concerns all that may include it
        found, looks, _ = look(root, cache + "7", *named("good", "shaking"), together=2)
        assert len(found) == 1 and looks == 1, (found, looks)
    clashing = named("hidden", "clashing")  # which only the compiler detects
    assert look(root, cache + "5", *clashing, together=2) == (set(), 3, 0)
    assert look(root, cache + "6", *named("good", "own"), seconds=0, together=2) == (set(), 0, 2)


def survives_damage(root, cache):
    good = "reference/good.cpp"
    known = CleanLooks(root, commands_of(root, root), "options", cache)
    known.keep(good, known.state(good))
    assert known.clean(good)
    for text in (b"", b"no entry"):
        with open(known.entry(good), "wb") as file:
            file.write(text)
        assert not known.clean(good)


def run():
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        root, clone, cache = (os.path.join(folder, name) for name in ("tree", "clone", "cache"))
        make_tree(root)
        sees(root, cache)
        sees_together(root, cache)
        remembers(root, cache, clone)
        survives_damage(root, cache)
    assert tidy.changed("no-such-commit") is None
