# SPDX-License-Identifier: Apache-2.0
"""What a judge says of an output."""

from dataclasses import dataclass, field
from typing import Optional

FAILURES = ("deviates", "rejected_valid")


@dataclass
class Worst:
    operand: str
    row: int
    col: int
    accept: str
    expected: object
    got: object
    expected_bits: int
    got_bits: int
    ulp: Optional[float]


@dataclass
class Verdict:
    """As `assay judge` gives it; true unless the verdict is against the output."""
    kind: str = "conforms"  # deviates, target_defined, distrusted, rejected_valid, undecidable
    deviation: str = "none"  # value, wrote_outside, clobbered_input, text
    reason: str = ""
    compared: int = 0
    wrong: int = 0
    target_defined: int = 0
    alternative: int = 0
    max_ulp: Optional[float] = None
    worst: Optional[Worst] = None
    choices: list = field(default_factory=list)  # of the manual, of which another reading may explain what is wrong

    def __bool__(self):
        return self.kind not in FAILURES

    def __str__(self):
        kind = self.kind if self.deviation == "none" else f"{self.kind} ({self.deviation})"
        return f"{kind}: {self.reason}" if self.reason else kind

    __repr__ = __str__

    def add(self, part, operand):
        """The counts of one output; the first that fails says how."""
        self.compared += part.compared
        self.wrong += part.wrong
        self.target_defined += part.target_defined
        self.alternative += part.alternative
        self.max_ulp = max((one.max_ulp for one in (self, part) if one.max_ulp is not None), default=None)
        first = part.kind == "deviates" and self.kind != "deviates"
        self.choices += [name for name in part.choices if name not in self.choices]
        if first:
            self.kind, self.deviation = part.kind, part.deviation
            self.reason = part.reason if operand == "text" else f"{operand}: {part.reason}"
        if part.worst and (first or not self.worst):
            self.worst = part.worst
            self.worst.operand = operand
