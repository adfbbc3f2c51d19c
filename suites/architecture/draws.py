# SPDX-License-Identifier: Apache-2.0
"""C++ says nothing about which argument of a call is evaluated first: two draws there differ by compiler."""

import re

from tree import C_FAMILY, Law, is_test, line_of, sources, without_literals

DRAWS = re.compile(r"\bdraw\b(?!\s*\()|\bchoices_?\.")
CALL = re.compile(r"(?<![\w.])(?:\w+(?:\.|->|::))*(\w+)\s*\(")
NO_CALL = ("if", "for", "while", "switch", "return", "catch", "sizeof", "constraint", "invariant")


def arguments_of(code, begin):
    """The arguments after the parenthesis at `begin`, split at the commas of its own level."""
    depth, start, found = 0, begin + 1, []
    for i in range(begin, len(code)):
        if code[i] in "([{":
            depth += 1
        elif code[i] in ")]}":
            depth -= 1
            if depth == 0:
                return found + [code[start:i]]
        elif code[i] == "," and depth == 1:
            found.append(code[start:i])
            start = i + 1
    return found


def draws_something(argument):
    """Whether its evaluation draws: a lambda's does not, a declaration and a name passed on neither."""
    if re.match(r"\s*\[[^\]]*\]\s*(\(|\{)", argument):
        return False
    return bool(re.search(r"\([^()]*\bdraw\b\s*[,)]|\bdraw\.\w+\s*\(|\bchoices_?\.\w+\s*\(", argument))


def one_draw_an_argument_list(tree):
    found = []
    for path, text in sources(tree, C_FAMILY).items():
        if is_test(path) or not path.startswith(("generators/", "reference/ops/")):
            continue
        code = without_literals(text)
        if not DRAWS.search(code):
            continue
        for match in CALL.finditer(code):
            if match.group(1) in NO_CALL:
                continue
            drawing = [a for a in arguments_of(code, match.end() - 1) if draws_something(a)]
            if len(drawing) > 1:
                found.append(f"{path}:{line_of(code, match.start())}: {match.group(1)}() has two arguments that draw; "
                             "their order is the compiler's")
    return found


LAWS = [
    Law("order_of_draws", "no call has two arguments that draw", one_draw_an_argument_list,
        kept={"reference/ops/a.cpp": "set(call, draw.integer(0, 1), 3);\nconst auto a = f(x, draw); g(a, f(y, draw));\n"
                                     "h([](Call& c, Draw& draw) { draw.chance(1); }, [](Call& c, Draw& draw) { f(c, draw); });\n"
                                     "Point{f(draw), f(draw)};\n"},
        broken=[{"reference/ops/a.cpp": "set(call, draw.integer(0, 1), draw.chance(3));\n"},
                {"generators/a.cpp": "set(call, drawn(1, draw),\n    drawn(2, draw));\n"},
                {"generators/a.cpp": "f(choices_.pick(a), choices_.pick(b));\n"}]),
]
