# SPDX-License-Identifier: Apache-2.0
"""Printed text against the readings of it that are acceptable."""

import re

from .verdict import Verdict

# Printed text: lines with any other word than values, fences and dashes are headers, which are free.
_WORD = re.compile(r"([ \t\r]*)(?:(\|)|([^ \t\r|]+))")
_VALUE = re.compile(r"nan|-?inf|-?[0-9][0-9.]*")
_SPELLINGS = {"-nan": "nan", "+nan": "nan", "infinity": "inf", "+inf": "inf", "-infinity": "-inf"}


def _lines(text):
    """Tokens (text, blanks before, length) of lines that are no header; a line with dashes, or of marks, is a rule."""
    found = []
    for line in text.split("\n"):
        tokens = []
        for blanks, fence, word in _WORD.findall(line):
            plain = _SPELLINGS.get(word.lower(), word.lower())
            plain = "|" if fence else "--" if re.fullmatch("--+", word) else plain
            tokens.append((plain, len(blanks), len(word)))
        if not tokens or not all(word in ("|", "--") or _VALUE.fullmatch(word) for word, _, _ in tokens):
            continue
        words = [word for word, _, _ in tokens]
        found.append([("--", 0, 0)] if "--" in words or set(words) == {"|"} else tokens)
    return found


def _line_faults(want, got, number, width, cut):
    """Tokens compared, and a sentence for each that is wrong."""
    faults = []
    for at, (word, _, _) in enumerate(want):
        if at >= len(got):
            return at + 1, faults if cut else [*faults, f"line {number} ends after {at} tokens"]
        said, blanks, length = got[at]
        if said != word:
            if cut and at + 1 == len(got) and word.startswith(said):
                return at + 1, faults
            faults.append(f"line {number}, token {at + 1}: expected {word}, got {said}")
        elif word not in ("|", "--") and not 0 <= blanks - max(0, width - length) <= 2:
            faults.append(f"line {number}, token {at + 1}: {word} is not printed {width} characters wide")
    more = len(got) - len(want)
    return len(want), [*faults, f"line {number} has {more} tokens more"] if more > 0 else faults


def _reading_faults(wanted, width, text, cut):
    want, got, tokens, faults = _lines(wanted), _lines(text), 0, []
    for at, line in enumerate(want):
        if at >= len(got):
            return tokens, faults if cut else [*faults, f"{len(got)} of {len(want)} lines of values are printed"]
        more, found = _line_faults(line, got[at], at + 1, width, cut and at + 1 == len(got))
        tokens, faults = tokens + more, faults + found
    more = len(got) - len(want)
    return tokens, [*faults, f"{more} lines of values more than expected"] if more > 0 else faults


def compare_text(promise, text):
    """The reading with the fewest faults; a full print buffer may end it anywhere."""
    readings, capacity = promise
    best = None
    for at, (wanted, width) in enumerate(readings):
        longest = max(len(line) for line in wanted.split("\n"))
        cut = capacity > 0 and len(text) >= capacity // 2 and max(len(wanted), len(text) + longest) + 256 > capacity
        tokens, faults = _reading_faults(wanted, width, text, cut)
        if best is None or len(faults) < len(best[2]):
            best = (at, tokens, faults)
    at, tokens, faults = best
    verdict = Verdict(compared=tokens, wrong=len(faults), alternative=tokens if at and not faults else 0)
    if faults:
        verdict.kind, verdict.deviation, verdict.reason = "deviates", "text", faults[0]
    return verdict
