# SPDX-License-Identifier: Apache-2.0
"""A word means one thing."""

import re
from collections import defaultdict

from tree import C_FAMILY, Law, is_test, line_of, sources, without_literals

# A type of such a name is defined once in the tree, or not at all.
ONCE = ("Case", "Trial", "Tally", "Enclosure", "Run", "Finding", "Verdict", "Outcome", "Expected", "Constraint",
        "Tolerance", "Backend", "BackendSpec", "RunOptions", "Suite", "Lane", "Bench")
NEVER = ("Morning",)
TYPE = re.compile(r"\b(?:class|struct|using)\s+(" + "|".join(ONCE + NEVER) + r")\b(?=\s*(?:final\b\s*)?[{:=])")
# A requirement of a page on a call is a constraint; old keys of files are literals.
OTHER_WORD = re.compile(r"\w*clause\w*", re.IGNORECASE)
# Text of `--backend` is parsed on input; all other code uses the BackendSpec.
BACKEND_TEXT = re.compile(r"""(?:(?:starts_with|compare|find|rfind)\(\s*"(?:simulator|sdk|plugin|exec|replay):|[=!]=\s*"(?:simulator|sdk|plugin|exec|replay)[:"])""")
SPEC_ROOM = "runners/backend/"


def one_meaning(tree):
    places = defaultdict(list)
    for path, text in sources(tree, C_FAMILY).items():
        if is_test(path) or "/test/" in path or "/examples/" in path:
            continue
        code = without_literals(text)
        for match in TYPE.finditer(code):
            places[match.group(1)].append(f"{path}:{line_of(code, match.start())}")
    found = [f"{where}: no type is called {name}" for name in NEVER for where in places[name]]
    return found + [f"{name} is a type in {' and in '.join(places[name])}" for name in ONCE if len(places[name]) > 1]


def one_word(tree):
    return [f"{path}:{line_of(code, match.start())}: {match.group()}; the word is constraint"
            for path, text in sources(tree, C_FAMILY).items()
            for code in [without_literals(text)] for match in OTHER_WORD.finditer(code)]


def backend_texts(tree):
    return [f"{path}:{line_of(text, match.start())}: a test of a backend's text outside {SPEC_ROOM}"
            for path, text in sources(tree, C_FAMILY).items() if not is_test(path) and not path.startswith(SPEC_ROOM)
            for match in BACKEND_TEXT.finditer(text)]


LAWS = [
    Law("one_meaning", "a type's name means one thing in the whole tree", one_meaning,
        kept={"reference/isa/a.hpp": "struct Trial {};\nenum class Tolerance::Kind { a };\n",
              "runners/a_test.cpp": "struct Trial {};\nclass Morning {};\n", "runners/a.cpp": "struct Trial;\n// class Morning {\n"},
        broken=[{"reference/a.hpp": "struct Trial {\n};\n", "runners/b.cpp": "class Trial final {\n};\n"},
                {"reports/a.hpp": "struct Morning : Night {};\n"}, {"golden/a.hpp": "using Lane = int;\n", "reports/a.hpp": "class Lane {};\n"}]),
    Law("one_word", "what a page asks of a call is a constraint everywhere", one_word,
        kept={"reports/a.cpp": 'json["clause"] = constraint; // the old clause\n'},
        broken=[{"reports/a.hpp": "std::string clause;\n"}, {"golden/a.cpp": "Clauses judged_clauses();\n"},
                {"suites/a_test.cpp": "TEST(A, NamesAClause) {}\n"}]),
    Law("backend_texts", "the text of --backend is read in its room alone", backend_texts,
        kept={"runners/backend/spec.cpp": 'if (text.starts_with("exec:")) return exec;\n',
              "runners/run/a.cpp": 'json["sdk"] = name;\n', "runners/run/a_test.cpp": 'EXPECT_TRUE(name == "sdk");\n'},
        broken=[{"runners/run/a.cpp": 'if (backend.starts_with("exec:")) return;\n'},
                {"reports/a.cpp": 'if (backend == "sdk") return;\n'}, {"runners/a.cpp": 'text.find("replay:FILE")\n'}]),
]
