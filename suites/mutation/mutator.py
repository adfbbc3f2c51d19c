# SPDX-License-Identifier: Apache-2.0
"""Makes mutants of C++ sources, each with one change.

The mutator reads tokens and knows no types. Comments, literals, preprocessor lines and template brackets stay
as they are. It expects the layout of clang-format: a binary operator has a blank on both sides, a template
bracket and a reference have none.

The name of a mutant is FILE:LINE:COLUMN:KIND, the place in the unchanged source. The same source gives the
same mutants in the same order."""

import dataclasses
import re

TOKEN = re.compile(
    r'(?P<skip>\s+|//[^\n]*|/\*.*?\*/)'
    r'|(?P<text>(?:u8|[uUL])?R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"'
    r"|(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)"
    r'|(?P<word>[A-Za-z_]\w*)'
    r'|(?P<sign><<=|>>=|\.\.\.|<=>|->\*|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|->|::|[-+*/%&|^]=|.)', re.DOTALL)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.MULTILINE)

ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
              "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "<<=": ">>=", ">>=": "<<=",
              "&=": "|=", "|=": "&=", "^=": "&=", "++": "--", "--": "++"}
COMPARISON = {"<": ("<=", ">="), ">": (">=", "<="), "<=": ("<", ">"), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
LOGICAL = {"&&": "||", "||": "&&"}
ASSIGNMENT = {"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="}
NEIGHBOURS = [("min", "max"), ("fmin", "fmax"), ("floor", "ceil"), ("lowest", "max"), ("isnan", "isinf"),
              ("CAST_FLOOR", "CAST_CEIL"), ("CAST_RINT", "CAST_ROUND")]
EXCHANGED = {one: other for pair in reversed(NEIGHBOURS) for one, other in (pair, pair[::-1])}
EXCHANGED |= {"trunc": "floor", "round": "rint", "rint": "round", "nearbyint": "round", "lrint": "lround",
              "lround": "lrint",
              "CAST_TRUNC": "CAST_FLOOR", "CAST_ODD": "CAST_TRUNC", "true": "false", "false": "true"}
ROUNDING = {word for word in EXCHANGED if word.startswith("CAST_")} | {
    "floor", "ceil", "trunc", "round", "rint", "nearbyint", "lrint", "lround"}
CAST_TO = {"double": "float", "float": "double", "int": "unsigned", "unsigned": "int", "bool": "int"}
CAST_TO |= {f"{sign}int{width}_t": f"{sign}int{width // 2}_t" for sign in ("", "u") for width in (16, 32, 64)}
CAST_TO |= {"int8_t": "uint8_t", "uint8_t": "int8_t", "size_t": "uint16_t"}
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
HEADS = {"if", "for", "while", "switch"}
# Words that begin a statement whose removal changes no behaviour or makes no program.
KEPT = {"using", "typedef", "static_assert", "template", "namespace", "struct", "class", "enum", "case", "default",
        "public", "private", "protected", "goto", "throw", "delete", "else", "do", "try", "extern", "friend",
        "operator", "const", "constexpr", "static", "auto", "sizeof", "new", "return", "break", "continue"} | HEADS


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str  # text, number, word or sign
    text: str
    begin: int
    end: int


@dataclasses.dataclass(frozen=True)
class Mutant:
    kind: str
    begin: int
    end: int
    text: str  # the replacement of the source from begin to end
    line: int
    column: int
    file: str = ""

    @property
    def name(self):
        return f"{self.file}:{self.line}:{self.column}:{self.kind}"

    def applied(self, source):
        return source[:self.begin] + self.text + source[self.end:]


def tokens_of(source):
    """The tokens of a source without comments and directives."""
    blank = DIRECTIVE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), comments_blanked(source))
    return [Token(found.lastgroup if found.lastgroup != "mark" else "text", found.group(), found.start(), found.end())
            for found in TOKEN.finditer(blank) if found.lastgroup != "skip"]


def comments_blanked(source):
    """The source with blanks for comments, so that none is read as a directive."""
    def blank(found):
        comment = found.lastgroup == "skip" and not found.group().isspace()
        return re.sub(r"[^\n]", " ", found.group()) if comment else found.group()
    return TOKEN.sub(blank, source)


class Source:
    """The tokens of a source and the partners of its brackets."""

    def __init__(self, source, file=""):
        self.source, self.file = source, file
        self.tokens = tokens_of(source)
        self.partner = {}
        stack = []
        for index, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in OPENING:
                stack.append(index)
            elif token.kind == "sign" and token.text in CLOSING and stack:
                begin = stack.pop()
                self.partner[begin], self.partner[index] = index, begin
        self.starts = [0] + [match.end() for match in re.finditer("\n", source)]

    def text(self, index):
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def kind(self, index):
        return self.tokens[index].kind if 0 <= index < len(self.tokens) else ""

    def blank_around(self, index):
        token = self.tokens[index]
        around = self.source[token.begin - 1:token.begin], self.source[token.end:token.end + 1]
        return all(one.isspace() for one in around)

    def mutant(self, kind, first, last, text):
        """The mutant that replaces the tokens from first to last, both included."""
        return self.piece(kind, self.tokens[first].begin, self.tokens[last].end, text)

    def piece(self, kind, begin, end, text):
        line = sum(start <= begin for start in self.starts)
        return Mutant(kind, begin, end, text, line, begin - self.starts[line - 1] + 1, self.file)

    def operand_before(self, index):
        """Whether an operand ends before a token, which is then a binary operator."""
        return self.kind(index - 1) in ("number", "text") or self.text(index - 1) in (")", "]") or (
            self.kind(index - 1) == "word" and self.text(index - 1) not in ("return", "case", "template", "operator"))

    def template_end(self, index):
        """The index of the bracket that closes a template's bracket at `index`, or None."""
        depth, at = 0, index
        while at < len(self.tokens):
            text = self.text(at)
            if text in OPENING:
                at = self.partner.get(at, len(self.tokens))
            elif text == "<":
                depth += 1
            elif text in (">", ">>"):
                depth -= len(text)
                if depth <= 0:
                    return at
            elif text in (";", ")", "]", "}", "&&", "||"):
                return None
            at += 1
        return None


def operators(source, index):
    text = source.text(index)
    binary = source.blank_around(index) and source.operand_before(index)
    if text in ("++", "--"):
        yield source.mutant("arithmetic", index, index, ARITHMETIC[text])
    elif text in ARITHMETIC and binary and source.text(index + 1) not in (">", ",", ")", "="):
        yield source.mutant("arithmetic", index, index, ARITHMETIC[text])
    elif text in COMPARISON and binary and source.text(index - 1) != "operator":
        for kind, other in zip(("comparison", "comparison_turned"), COMPARISON[text]):
            yield source.mutant(kind, index, index, other)
    elif text in LOGICAL and binary:
        yield source.mutant("logical", index, index, LOGICAL[text])
    elif text in ("!", "~", "-") and not source.operand_before(index) and source.text(index - 1) != "operator":
        yield source.mutant("sign_removed", index, index, "")


def numbers(source, index):
    text = source.text(index)
    if re.fullmatch(r"(0[xXbB][0-9a-fA-F']+|[0-9']+)[uUlLzZ]*", text):
        yield source.mutant("one_more", index, index, f"({text} + 1)")
        if not re.fullmatch(r"0+[uUlLzZ]*", text):
            yield source.mutant("one_less", index, index, f"({text} - 1)")
    else:
        yield source.mutant("one_more", index, index, f"({text} + 1)")
        if re.search("[1-9]", text):
            yield source.mutant("doubled", index, index, f"(2 * {text})")


def words(source, index):
    text = source.text(index)
    if text == "static_cast" and source.text(index + 1) == "<":
        end = source.template_end(index + 1)
        if end is not None and source.text(end + 1) == "(":
            yield source.mutant("cast_removed", index, end, "")
        inner = [source.text(at) for at in range(index + 2, end or 0)]
        if inner and inner[-1] in CAST_TO and all(one in ("std", "::", inner[-1]) for one in inner):
            prefix = "std::" if CAST_TO[inner[-1]].endswith("_t") and "std" in inner else ""
            yield source.mutant("cast_changed", index + 2, end - 1, prefix + CAST_TO[inner[-1]])
    elif text in EXCHANGED and source.text(index - 1) not in (".", "->"):
        called = source.text(index + 1) in ("(", "<") or source.text(index - 1) == "::"
        if text in ("true", "false"):
            yield source.mutant("constant_turned", index, index, EXCHANGED[text])
        elif called or text.startswith("CAST_"):
            yield source.mutant("rounding" if text in ROUNDING else "exchanged", index, index, EXCHANGED[text])


def conditions(source, index):
    if source.text(index) in ("if", "while"):
        begin = index + (2 if source.text(index + 1) == "constexpr" else 1)
        end = source.partner.get(begin)
        inner = [source.text(at) for at in range(begin + 1, end or 0)]
        if not inner or inner in (["true"], ["false"]) or ";" in inner or "=" in inner:
            return
        if source.text(index) == "if":
            yield source.mutant("condition_true", begin + 1, end - 1, "true")
        yield source.mutant("condition_false", begin + 1, end - 1, "false")
    elif source.text(index) == "?":
        begin = index - 1
        while begin >= 0 and source.text(begin) not in ASSIGNMENT | {"(", "[", "{", ",", ";", "}", "return", "?", ":"}:
            begin = source.partner.get(begin, begin) - 1 if source.text(begin) in CLOSING else begin - 1
        if begin >= 0 and begin + 1 < index:
            yield source.mutant("condition_true", begin + 1, index - 1, "true")
            yield source.mutant("condition_false", begin + 1, index - 1, "false")


def statement_end(source, index):
    """The index of the semicolon of the simple statement that begins at `index`, or None."""
    at = index
    while at < len(source.tokens):
        text = source.text(at)
        if text == ";":
            return at
        if text in CLOSING or text == "{":
            return None
        at = source.partner.get(at, len(source.tokens)) + 1 if text in OPENING else at + 1
    return None


def governed(source, index):
    """Whether the statement at `index` is the body of an if, for or while without braces."""
    return source.text(index - 1) == ")" and heads(source, source.partner.get(index - 1, 0))


def heads(source, index):
    return source.text(index - 1) in HEADS or source.text(index - 2) in HEADS and source.text(index - 1) == "constexpr"


def guarded(source, index):
    """Whether a jump at `index` is the whole body of an if, so that execution continues without it."""
    if governed(source, index):
        return True
    return source.text(index - 1) == "{" and source.text(index - 2) == ")" and \
        heads(source, source.partner.get(index - 2, 0)) and source.text(source.partner.get(index - 2, 0) - 1) != "for"


def statements(source, index):
    """Removes assignments, calls and guarded jumps."""
    if not (source.text(index - 1) in (";", "{", "}", "else") or governed(source, index)):
        return
    end = statement_end(source, index)
    if end is None or end == index or "assert" in source.text(index).lower():
        return
    if source.text(index) in ("return", "continue", "break") and guarded(source, index):
        yield source.mutant("statement_removed", index, end, ";")
    elif (source.kind(index) == "word" and source.text(index) not in KEPT or source.text(index) in ("*", "++", "--")) \
            and expression(source, index, end):
        yield source.mutant("statement_removed", index, end, ";")


def expression(source, index, end):
    """Whether tokens are an assignment or a call and no declaration, which has two adjacent names."""
    at, called = index, False
    while at < end:
        text = source.text(at)
        if text in ASSIGNMENT or text in ("++", "--"):
            return True
        named = source.kind(at) == "word"
        if named and source.kind(at + 1) == "word":
            return False
        if text == "<" and not source.blank_around(at):
            close = source.template_end(at)
            if close is None or source.kind(close + 1) == "word" or source.text(close + 1) in ("&", "*"):
                return False
            at = close + 1
        elif text in ("&", "*") and at > index and source.kind(at + 1) == "word" and not source.blank_around(at):
            return False
        elif text in OPENING:
            called = text == "("
            at = source.partner[at] + 1
        else:
            at += 1
    return called


def mutants_of(text, file=""):
    """All mutants of a source, by place and kind."""
    source = Source(text, file)
    found = []
    for index, token in enumerate(source.tokens):
        if token.kind == "sign":
            found += operators(source, index)
        elif token.kind == "number":
            found += numbers(source, index)
        elif token.kind == "word":
            found += words(source, index)
        found += conditions(source, index)
        found += statements(source, index)
    return sorted({one.name: one for one in found}.values(), key=lambda one: (one.begin, one.kind))
