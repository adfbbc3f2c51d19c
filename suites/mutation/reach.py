# SPDX-License-Identifier: Apache-2.0
"""Which functions of a header library an op may reach, by name: reach.py needs a compiler's -E alone.

The preprocessed text says where each function, constant and type really stands. The function of an op
names what implements it, NAME_IMPL in a PTO library; from there everything is reached that a reached body
names. A function of a type also needs the type named, and one of a specialisation the enumerators that it
is for. That is too much rather than too little: what no unit is compiled of shows as idle later."""

import bisect
import collections
import dataclasses
import os
import re
import subprocess

import mutator

MARKER = re.compile(r'^# (\d+) "([^"]*)"')
TYPES = {"struct", "class", "union"}


@dataclasses.dataclass(frozen=True)
class Unit:
    """A function or a constant, and when it is reached."""
    name: str
    owner: str            # the type that it belongs to, or nothing
    needs: frozenset      # enumerators of the specialisation
    words: frozenset      # that it names
    function: bool
    file: str
    first: int            # line
    last: int


def preprocessed(command, include, header="pto/pto-inst.hpp"):
    """Text of the files below a folder, and the file and line of each of its lines."""
    done = subprocess.run([*command, "-E", "-x", "c++", "-I", include, "-"], input=f'#include "{header}"\n',
                          capture_output=True, text=True, check=True)
    lines, places, file, number = [], [], "", 0
    for line in done.stdout.split("\n"):
        marker = MARKER.match(line)
        if marker:
            number, file = int(marker.group(1)) - 1, os.path.relpath(os.path.abspath(marker.group(2)), include)
            continue
        number += 1
        if not file.startswith(".."):
            lines.append(line)
            places.append((file, number))
    return "\n".join(lines), places


class Reader:
    """Finds units in a text."""

    def __init__(self, text, places):
        self.source, self.places = mutator.Source(text), places
        self.units = []
        self.scope(0, len(self.source.tokens), "", frozenset())

    def place(self, index):
        offset = self.source.tokens[min(index, len(self.source.tokens) - 1)].begin
        return self.places[bisect.bisect_right(self.source.starts, offset) - 1]

    def scope(self, begin, end, owner, needs):
        """Definitions between two tokens of a namespace or type."""
        source, first, at = self.source, begin, begin
        while at < end:
            text = source.text(at)
            if text == "{":
                close = source.partner.get(at, end)
                at = self.braces(first, at, close, owner, needs) + 1
                first = at
            elif text == ";":
                if any(source.text(one) == "=" for one in range(first, at)):
                    self.unit(first, at, at, owner, needs)
                at = first = at + 1
            else:
                at = source.partner.get(at, at) + 1 if text in ("(", "[") else at + 1

    def braces(self, first, brace, close, owner, needs):
        """What stands in front of a brace says what it opens; the last token that belongs to it."""
        source, head = self.source, self.head(first, brace)
        words = [source.text(at) for at in head]
        if "namespace" in words or words[:1] == ["extern"]:
            self.scope(brace + 1, close, owner, needs)
        elif TYPES & set(words) and "(" not in words:
            at = next(at for at in head if source.text(at) in TYPES)
            inner = {source.text(one + 1) for one in range(at, brace) if source.text(one) == "::"
                     and source.text(one - 1) != "std" and ":" not in words[:words.index(source.text(at))]}
            inherits = next((one for one in range(at, brace) if source.text(one) == ":"), brace)
            inner &= {source.text(one) for one in range(at, inherits)}
            self.scope(brace + 1, close, source.text(at + 1), frozenset(inner))
        elif "enum" not in words:
            self.unit(first, brace, close, owner, needs)
        return close

    def head(self, first, end):
        """Tokens of a definition's head, without the brackets of templates and attributes."""
        source, kept, at = self.source, [], first
        while at < end:
            if source.text(at) == "template" and source.text(at + 1) == "<":
                at = (source.template_end(at + 1) or end) + 1
            elif source.text(at) == "__attribute__":
                at = source.partner.get(at + 1, at) + 1
            else:
                kept.append(at)
                at += 1
        return kept

    def unit(self, first, brace, close, owner, needs):
        head = self.head(first, brace)
        source = self.source
        names = [at for at in head if source.kind(at) == "word" and source.text(at + 1) in ("(", "=", "{", "[", "<")]
        called = [at for at in names if source.text(at + 1) == "("] or names
        if not called:
            return
        words = frozenset(source.text(at) for at in range(first, close) if source.kind(at) == "word")
        begin, end = self.place(head[0]), self.place(close)
        begin = begin if begin[0] == end[0] else end
        name = source.text(called[0])
        self.units.append(Unit(name, owner, needs, words - {name}, source.text(called[0] + 1) == "(", begin[0],
                               begin[1], max(end[1], begin[1])))


def units_of(command, include):
    return Reader(*preprocessed(command, include)).units


def reached(units, op):
    """Units that an op may reach, the nearest first."""
    by_name = collections.defaultdict(list)
    for unit in units:
        by_name[unit.name].append(unit)
    named = set().union(*(unit.words for unit in by_name[op]))
    words, found, waiting = set(), {}, {word for word in named | {f"{op}_IMPL"} if word.endswith("_IMPL")}
    while waiting:
        words |= waiting
        fresh = [unit for name in words for unit in by_name.get(name, []) if unit not in found
                 and (not unit.owner or unit.owner in words) and unit.needs <= words]
        found |= dict.fromkeys(sorted(fresh, key=lambda unit: (unit.file, unit.first)))
        waiting = set().union(*(unit.words for unit in fresh)) - words if fresh else set()
    return list(found)
