# SPDX-License-Identifier: Apache-2.0
"""How long files and functions may be."""

import re

from tree import C_FAMILY, Law, line_of, sources, without_literals

FILE_LINES = 400
# Handed out as one file that somebody drops beside a test; longer, and still not endless.
ONE_FILE = {"golden/python/assay_golden.py": 600}
FUNCTION_LINES = 50

TYPE = re.compile(r"\b(class|struct|enum|union|namespace)\b|\bextern\s*\"")
TEMPLATE = re.compile(r"\btemplate\s*<[^{};]*?>(?=\s*[a-zA-Z\[])")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)


def file_size(tree):
    allowed = lambda path: ONE_FILE.get(path, FILE_LINES)
    return [f"{path}: {text.count(chr(10))} lines, at most {allowed(path)} are allowed"
            for path, text in sources(tree).items() if text.count("\n") > allowed(path)]


def kind_of(header):
    """What the brace after `header` opens, if it stands at namespace or class scope."""
    header = TEMPLATE.sub("", header)
    if TYPE.search(header.split("(")[0]):
        return "scope"
    if "(" in header and not header.rstrip().endswith(("=", ",", "(")):
        return "function"
    return "other"


def functions(text):
    """First and last line of every function body's definition, found by counting braces."""
    code = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), without_literals(text))
    stack, begin, closed = [], 0, None
    for position, char in enumerate(code):
        inside = any(kind != "scope" for kind, _ in stack)
        if char == "{":
            header = code[begin:position]
            start = begin + len(header) - len(header.lstrip())
            # `A::A() : b_{1}, c_{2} {`: what follows a brace belongs to the same definition.
            if closed is not None and header.strip()[:1] in ("", ","):
                stack.append(("function", closed))
            else:
                stack.append(("inner" if inside else kind_of(header), start))
        elif char == "}" and stack:
            kind, start = stack.pop()
            closed = start if kind == "function" else None
            if kind == "function":
                yield line_of(code, start), line_of(code, position)
        if char == ";":
            closed = None
        if char in "{};" and not any(kind != "scope" for kind, _ in stack):
            begin = position + 1


def function_size(tree):
    found = []
    for path, text in sources(tree, C_FAMILY).items():
        for first, last in functions(text):
            if last - first + 1 > FUNCTION_LINES:
                found.append(f"{path}:{first}: a function of {last - first + 1} lines, at most "
                             f"{FUNCTION_LINES} are allowed")
    return found


BODY = "  step();\n"

LAWS = [
    Law("file_size", f"a file has at most {FILE_LINES} lines", file_size,
         kept={"runners/a.cpp": "\n" * FILE_LINES, "notes.md": "\n" * 999,
               "golden/python/assay_golden.py": "\n" * 600},
         broken=[{"runners/a.cpp": "\n" * (FILE_LINES + 1)},
                 {"golden/python/assay_golden.py": "\n" * 601},
                 {"suites/a.py": "\n" * (FILE_LINES + 1)}]),
    Law("function_size", f"a function has at most {FUNCTION_LINES} lines", function_size,
         kept={"a.cpp": "namespace a {\nvoid f() {\n" + BODY * (FUNCTION_LINES - 2) + "}\n"
                        "void g() {\n" + BODY * 40 + "}\n}\n",
               "b.hpp": "class A {\n" + "  int member = 0;\n" * 60 + "};\n",
               "c.cpp": "const T table = {\n" + "  row(1),\n" * 60 + "};\n",
               "d.cpp": "// {\nconst char* s = \"{(\";\n" + "int a;\n" * 60 + "int f() { return 1; }"},
         broken=[{"a.cpp": "namespace a {\nvoid f() {\n" + BODY * (FUNCTION_LINES - 1) + "}\n}\n"},
                 {"a.hpp": "struct A {\n template <typename T>\n int f(T t) const noexcept {\n"
                           "  if (t) {\n" + BODY * 60 + "  }\n }\n};\n"},
                 {"a.cpp": "A::A(int b) : B(b), c_{b} {\n" + BODY * 60 + "}\n"},
                 {"a_test.cpp": "TEST(A, B) {\n" + BODY * 60 + "}\n"},
                 {"a.cpp": "bool operator==(A a, A b) {\n" + BODY * 60 + "}\n"}]),
]
