# SPDX-License-Identifier: Apache-2.0
"""Code that tests, measures or campaigns says so by its name or its folder."""

import re

from includes import INCLUDE, quoted
from tree import C_FAMILY, Law, sources, without_comments

NAMES = re.compile(r"(^|/)test_[^/]*$|_(test|bench|campaign)\.[^/]*$")
# `agreement` and `second_oracle` are there for tests alone, as their own laws say.
FOLDERS = {"test", "bench", "campaign", "agreement", "second_oracle", "suites"}
FRAMEWORKS = {"gtest", "gmock", "benchmark"}
# Files that users build and include: our tests are only the first users.
FOR_USERS = ("runners/examples/", "runners/simulator/include/", "generators/examples/")

TEST_SOURCES = re.compile(r"assay_test\([^)]*?\bSOURCES\b([^)]*?)(?:\bLIBRARIES\b[^)]*)?\)")
TARGET_SOURCES = re.compile(r"(?:add_library|add_executable|target_sources)\(([^)]*)\)")
TESTS_ALONE = re.compile(r"^if\(ASSAY_TESTS\)(.*?)^endif\(\)", re.MULTILINE | re.DOTALL)


def is_marked(path):
    return bool(NAMES.search(path)) or bool(FOLDERS & set(path.split("/")[:-1]))


def listed(folder, arguments):
    return {f"{folder}/{name}" for name in arguments.split() if name.endswith((".cpp", ".c"))}


def built_for_tests(tree):
    """Sources that the CMake files build into test programs and into nothing else."""
    for_tests, for_all = set(), set()
    for path, text in tree.items():
        if not path.endswith("CMakeLists.txt") or "/" not in path:
            continue
        folder, text = path.rsplit("/", 1)[0], re.sub(r"#[^\n]*", "", text)
        blocks = TESTS_ALONE.findall(text)
        for block in [text] + blocks:
            for arguments in TEST_SOURCES.findall(block):
                for_tests |= listed(folder, arguments)
        for block in blocks:
            for arguments in TARGET_SOURCES.findall(block):
                for_tests |= listed(folder, arguments)
        for arguments in TARGET_SOURCES.findall(TESTS_ALONE.sub("", text)):
            for_all |= listed(folder, arguments)
    return for_tests - for_all


def headers_of_tests(tree):
    """Headers that only test code includes."""
    users = {}
    for path, _, target in quoted(tree):
        users.setdefault(target, set()).add(path)
    own = {path.rsplit(".", 1)[0]: path for path in tree if path.endswith((".cpp", ".c"))}
    for header, paths in users.items():
        body = own.get(header.rsplit(".", 1)[0])
        others = paths - {body}
        if header in tree and others and all(map(is_marked, others)) and (
                body is None or is_marked(body)):
            yield header


def test_code(tree):
    found = []
    unmarked = lambda path: not is_marked(path) and not path.startswith(FOR_USERS)
    for path, text in sources(tree, C_FAMILY).items():
        libraries = {m.group(2).split("/")[0] for m in INCLUDE.finditer(without_comments(text))}
        if libraries & FRAMEWORKS and unmarked(path):
            found.append(f"{path}: includes {sorted(libraries & FRAMEWORKS)[0]} and does not say "
                         "that it is test code, by name (*_test.*) or folder (test/)")
    found += [f"{path}: is built for tests alone and does not say so"
              for path in sorted(built_for_tests(tree)) if path in tree and unmarked(path)]
    found += [f"{path}: is included by tests alone and does not say so"
              for path in sorted(headers_of_tests(tree)) if unmarked(path)]
    return found


CMAKE = "golden/CMakeLists.txt"
LAWS = [
    Law("test_code", "code of tests, benches and campaigns says so by name or folder", test_code,
        kept={"golden/a_test.cpp": '#include <gtest/gtest.h>\n#include "golden/test/folder.hpp"\n'
                                   '#include "golden/b.hpp"\n',
              "golden/test/folder.hpp": "", "golden/b.hpp": "", "golden/b.cpp": "",
              "golden/c.cpp": '#include "golden/b.hpp"\n',
              CMAKE: "add_library(golden a.cpp)\nassay_test(t SOURCES a_test.cpp a.cpp LIBRARIES b.cpp)\n"
                     "if(ASSAY_TESTS)\n  add_executable(p test/write.cpp)\nendif()\n",
              "golden/a.cpp": ""},
        broken=[{"golden/a.cpp": "#include <gtest/gtest.h>\n"},
                {"golden/a.cpp": "", CMAKE: "assay_test(t SOURCES a.cpp LIBRARIES x)\n"},
                {"golden/a.cpp": "", CMAKE: "if(ASSAY_TESTS)\nadd_library(t a.cpp)\nendif()\n"},
                {"golden/a.hpp": "", "golden/a_test.cpp": '#include "golden/a.hpp"\n'},
                {"suites2/a.cpp": "#include <benchmark/benchmark.h>\n"}]),
]
