# SPDX-License-Identifier: Apache-2.0
"""Whatever is cited as a source exists: sections of the model, decisions, pages, kinds of source."""

import re

from pages import pages
from tree import Law, line_of

MODEL = "reference/isa/MODEL.md"
SOURCES = "reference/isa/SOURCES.md"
TEXTS = (".cpp", ".hpp", ".h", ".c", ".md", ".py", ".toml", ".txt", ".sh")

SECTION = re.compile(r"\bMODEL(?: sections?)? (\d+(?:\.\d+)?(?:(?:,| and| to|, and) \d+(?:\.\d+)?)*)")
NAKED = re.compile(r"\bMODEL\b(?!\.md)(?! (?:sections? )?\d)(?! n\b)")
DECISION = re.compile(r"\b[Dd]ecisions? (\d{3}(?:(?:,| and| to|, and) \d{3})*)")
DECISION_FILE = re.compile(r'"(\d{3}-[a-z0-9-]+)"')
# The two ways in which a page names a source: at a constraint, or once for the file.
FROM = re.compile(r'\.from\(\s*"([^"]*)"')
CONSTANT = re.compile(r'const(?:expr)? (?:char\* ?|std::string )\w+ ?= ?"([^"]*)"')
SOURCE_WORD = re.compile(r"\b(page|headers?|class|MODEL|decision)\b")


def cited(pattern, text):
    """Line and numbers of every citation."""
    for match in pattern.finditer(text):
        yield line_of(text, match.start()), re.findall(r"\d+(?:\.\d+)?", match.group(1))


def searched(tree):
    return {path: text for path, text in tree.items()
            if path.endswith(TEXTS) and not path.startswith("suites/architecture/")}


def sections(tree):
    return set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", tree.get(MODEL, ""), re.MULTILINE))


def model_sections(tree):
    written, found = sections(tree), []
    for path, text in searched(tree).items():
        for line, numbers in cited(SECTION, text):
            found += [f"{path}:{line}: cites section {number}, which {MODEL} lacks"
                      for number in numbers if number not in written]
        if path not in (MODEL, SOURCES):
            found += [f"{path}:{line_of(text, match.start())}: cites the model without a section"
                      for match in NAKED.finditer(text)]
    return found


def decisions_exist(tree):
    files = {path.rsplit("/", 1)[1][:-3] for path in tree
             if path.startswith("reference/decisions/")}
    numbers = {name[:3] for name in files}
    found = []
    for path, text in searched(tree).items():
        for line, cited_numbers in cited(DECISION, text):
            found += [f"{path}:{line}: cites decision {number}, which does not exist"
                      for number in cited_numbers if number not in numbers]
        if path.startswith("reference/ops/"):
            found += [f"{path}: cites decision {name}, which does not exist"
                      for name in DECISION_FILE.findall(text) if name not in files]
    return found


def kinds(tree):
    """The permitted names of a source, from the first column of the table."""
    names = re.findall(r"^\| `([^`]+)` \|", tree.get(SOURCES, ""), re.MULTILINE)
    patterns = []
    for name in names:
        pattern = re.escape(name).replace("OP\\ ", r"(?P<op>[MST][A-Z0-9_]+)\ ")
        patterns.append(re.compile(re.sub(r"\\ n$", r"\\ [0-9.]+", pattern)))
    return patterns


def named_sources(text):
    for match in FROM.finditer(text):
        yield line_of(text, match.start()), match.group(1)
    for match in CONSTANT.finditer(text):
        if SOURCE_WORD.search(match.group(1)):
            yield line_of(text, match.start()), match.group(1)


def known_sources(tree):
    known, ops, found = kinds(tree), pages(tree), []
    for path, text in tree.items():
        if not path.startswith(("reference/ops/", "reference/isa/")) or not path.endswith(".cpp"):
            continue
        for line, name in named_sources(text):
            match = next(filter(None, (kind.fullmatch(name) for kind in known)), None)
            if not match:
                found.append(f"{path}:{line}: '{name}' is no source that {SOURCES} explains")
            elif match.groupdict().get("op", None) not in ops and match.groupdict().get("op"):
                found.append(f"{path}:{line}: '{name}' names an op that no list has")
    return found


HEADINGS = {MODEL: "# The model\n## 1. Elements\n### 1.2 Pairs\n## 11. Open\n"}
LIST = {"reference/ops/some/CMakeLists.txt": "assay_ops(TADD)\n",
        SOURCES: "| `OP page` | a | b |\n| `MODEL n` | c | d |\n| `C++` | e | f |\n"}
PAGE = "reference/ops/some/TADD.cpp"

LAWS = [
    Law("model_sections", f"every section of the model that is cited is in {MODEL}",
        model_sections,
        kept=HEADINGS | {"a.hpp": "// MODEL 1.2, MODEL sections 1.2 and 11, [MODEL.md](MODEL.md)\n"},
        broken=[HEADINGS | {PAGE: '.from("MODEL 3", "x")'}, HEADINGS | {"a.md": "(MODEL 1.3)"},
                HEADINGS | {"a.hpp": "// Source: MODEL sections 1.2 and 1.4.\n"},
                HEADINGS | {"a.hpp": "// as MODEL says\n"}, {"a.hpp": "// MODEL 1.2\n"}]),
    Law("decisions_exist", "every decision that is cited exists", decisions_exist,
        kept={PAGE: '{"001-a-b", "1-2"} // decisions 001 and 002; decision 002',
              "reference/decisions/001-a-b.md": "", "reference/decisions/002-c.md": ""},
        broken=[{PAGE: '"001-a-b"', "reference/decisions/001-a.md": ""},
                {"runners/a.cpp": "// decision 003\n", "reference/decisions/001-a.md": ""},
                {"a.md": "Decisions 001 to 003 say", "reference/decisions/001-a.md": ""}]),
    Law("known_sources", f"every source of a constraint is of a kind that {SOURCES} explains",
        known_sources,
        kept=LIST | {PAGE: 'constexpr const char* page = "TADD page";\n.from(page, "any text")\n'
                           'x.from("MODEL 1.2", "y"); z.from("C++", "")'},
        broken=[LIST | {PAGE: '.from("hearsay", "x")'}, LIST | {PAGE: '.from("TSUB page", "x")'},
                LIST | {PAGE: 'constexpr const char* header = "A9 header";'},
                {PAGE: '.from("C++", "x")'}]),
]
