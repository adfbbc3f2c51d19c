# SPDX-License-Identifier: Apache-2.0
"""Golden programs of Assay in Python: calls over memories that they share, and a judge of the final contents.

    for program in assay_programs.programs("programs.h5", target="a5"):
        print(assay_programs.judge_program(program, my_board(program)))

where my_board gives the bytes of each memory of `program.memories` after the last call, by its name."""

import fnmatch
from dataclasses import dataclass

import numpy as np

from assay_golden import FORMATS, Case, Verdict, require_golden
from assay_golden.stored import Forms, Signature, columns, dicts, opened, plain

MODEL_DIGITS = {"f32": 13}  # 2^-13 is the mean relative error accepted of whole models; else it is an ulp of 1


@dataclass
class Place:
    """Where an operand of a call lies; `fresh` where it holds what the program brings."""
    memory: str
    address: int
    fresh: bool


class Call(Case):
    """One call of a program: a case whose operands lie in the memories of the program, `places` by operand."""

    def __init__(self, row, signature, name, places):
        super().__init__(row, signature)
        self.name, self.intent, self.places = name, "inside", places


class Memory:
    """A memory of a program: bytes `before`, and what is known of each after the last call: `knowledge` (exact, range,
    nan, open, either, some_bits), `low`, `high`, and the `types` of ranges, NaN and two patterns; these are None where the
    file withholds them."""

    def __init__(self, group):
        part = lambda name, otherwise=None: group[name][:] if name in group else otherwise
        self.name, self.before = plain(group.attrs["memory"]), part("before")
        self.low, self.knowledge = part("low"), None
        self.high, self.types = part("high", self.low), np.full(self.before.shape, "")
        if self.low is not None:
            self.knowledge = self._named(group["knowledge"])
            self.types = self._named(group["types"]) if "types" in group else self.types

    @staticmethod
    def _named(dataset):
        names = dict(one.split("=") for one in plain(dataset.attrs["meaning"]).split(","))
        return np.array([names[str(code)] for code in range(len(names))])[dataset[:]]

    def ranges(self):
        """Elements of which a range, NaN or two patterns are known: (type, what is known, addresses of their first bytes)."""
        kinds = ("range", "nan", "either")
        for name in np.unique(self.types[np.isin(self.knowledge, kinds)]):
            width = FORMATS[name].bits // 8
            for kind in kinds:
                found = np.flatnonzero((self.types == name) & (self.knowledge == kind))
                yield FORMATS[name], kind, found[::width]


class Program:
    """Calls over memories that they share: `name`, `target`, `judging`, `key`; `calls` in their order, and `memories` by
    name (GM, UB, L0C, ...)."""

    def __init__(self, file, row, forms):
        self.name, self.target, self.judging, self.key = (row[name] for name in ("name", "target", "judging", "key"))
        group = file["programs"][row["group"]]
        found = [Memory(group[f"i{number}"]) for number in range(row["images"])]
        self.memories = {memory.name: memory for memory in found}
        places = [{} for _ in range(row["calls"])]
        for one in dicts(columns(group["operands"])):
            places[one["call"]][one["operand"]] = Place(found[one["image"]].name, one["address"], bool(one["fresh"]))
        self.calls = [Call(call, Signature(file["calls"], f"s{call['signature']:04d}", call, forms), f"{self.name}#{number + 1}",
                           places[number]) for number, call in enumerate(dicts(columns(group["calls"])))]

    def __repr__(self):
        return self.name

    def checked_outputs(self, given):
        """Bytes by memory of what came back. Throws ValueError where a memory is missing or of another size."""
        if set(given) != set(self.memories):
            raise ValueError(f"{self}: memories are {', '.join(self.memories)}, not {', '.join(given) or 'none'}")
        bits = {name: FORMATS["u8"].encode(array, f"{self}: {name}") for name, array in given.items()}
        for name, memory in self.memories.items():
            if bits[name].shape != memory.before.shape:
                raise ValueError(f"{self}: {name} has {bits[name].size} bytes instead of {memory.before.size}")
        return bits

    def dtype_of(self, _):
        """The element type of a memory."""
        return "u8"


def programs(path, target="*"):
    """The programs of a golden file, in its order. Throws ValueError where the file is none of Assay's or has none."""
    file = opened(path)
    require_golden(file, path)
    rows = dicts(columns(file["programs/list"])) if "programs" in file else []
    forms = Forms()
    found = [Program(file, row, forms) for row in rows if fnmatch.fnmatchcase(row["target"], target)]
    if not found:
        raise ValueError(f"{path} has no program for {target}")
    return found


def _elements(array, addresses, form):
    width = form.bits // 8
    return np.ascontiguousarray(array[addresses[:, None] + np.arange(width)]).view(form.word).ravel()


def _says_little(form, low, high):
    """Ranges within which almost anything would pass."""
    if not form.is_float:
        return (form.order(high) - form.order(low)).astype(np.uint64) >= 4
    with np.errstate(all="ignore"):
        least, greatest = (form.decode(bits).astype(np.float64) for bits in (low, high))
        size = np.maximum(abs(least), abs(greatest))
        # No narrower than a machine leaves it that flushes subnormal numbers.
        normal = size > (0 if form.name in ("hif8", "e8m0") else np.ldexp(1.0, form.lowest))
        if form.precision < 8:
            return np.isinf(size) | normal & (form.order(high) - form.order(low) > 2)
        digits = MODEL_DIGITS.get(form.name, min(form.precision - 1, 30))
        return np.isinf(size) | normal & (greatest - least > 10 * np.ldexp(size, -digits))


def _compare_memory(memory, got):
    """Which bytes are wrong, and of how many elements the range says little."""
    wrong = (memory.knowledge == "exact") & (got != memory.low)
    if memory.high is not None:
        wrong |= (memory.knowledge == "some_bits") & (((got ^ memory.low) & ~(memory.low ^ memory.high)) != 0)
    little = 0
    for form, kind, addresses in memory.ranges():
        bits, low, high = (_elements(array, addresses, form) for array in (got, memory.low, memory.high))
        good = form.is_nan(bits)
        if kind == "range":
            little += int(_says_little(form, low, high).sum())
            good = ~good & (form.order(bits) >= form.order(low)) & (form.order(bits) <= form.order(high))
        if kind == "either":
            good = (bits == low) | (bits == high)
        bad = addresses[~good]
        wrong[(bad[:, None] + np.arange(form.bits // 8)).ravel()] = True
    return wrong, little


def _place_of(program, memory, address):
    """The last call of which an output has a byte, in words."""
    def has(call, name):
        operand, place = call.operands[name], call.places[name]
        size = operand.bits.size * operand.format.bits // 8
        return operand.role in ("output", "in_out") and place.memory == memory and place.address <= address < place.address + size
    found = [(at, name) for at, call in enumerate(program.calls) for name in call.places if has(call, name)]
    if not found:
        return ", which is in no output"
    at, name = found[-1]
    return f", in {name} of call {at + 1} of {len(program.calls)}, {program.calls[at].op}"


def judge_program(program, memories):
    """The verdict on the contents of the memories of a program after its last call: arrays of bytes, by name.
    `undecidable` where nothing is wrong and a range is too wide for a decision. Throws ValueError where a memory is
    missing or of another size, or where the file withholds what is expected."""
    verdict, little, first = Verdict(), 0, None
    if any(memory.knowledge is None for memory in program.memories.values()):
        raise ValueError(f"{program}: it has no expected values; use assay judge")
    given = program.checked_outputs(memories)
    for memory in program.memories.values():
        got = given[memory.name]
        wrong, few = _compare_memory(memory, got)
        free = (memory.knowledge == "open") | ((memory.knowledge == "some_bits") & ((memory.low ^ memory.high) == 0xFF))
        verdict.compared += int((~free).sum())
        verdict.target_defined += int(free.sum())
        little += few
        if wrong.any() and not first:
            first = memory, int(np.flatnonzero(wrong)[0])
        verdict.wrong += int(wrong.sum())
    if first:
        memory, at = first
        wanted = f"expected the byte {memory.low[at]:#04x}, " if memory.knowledge[at] == "exact" else ""
        verdict.kind, verdict.deviation = "deviates", "value"
        verdict.reason = (f"after the last call {verdict.wrong} of {verdict.compared} bytes are wrong, the first at address {at} of "
                          f"{memory.name}{_place_of(program, memory.name, at)}: {wanted}got {given[memory.name][at]:#04x}")
    if little and not verdict.wrong:
        verdict.kind, verdict.reason = "undecidable", f"{little} elements lie within bounds that are too wide to say more"
    return verdict
