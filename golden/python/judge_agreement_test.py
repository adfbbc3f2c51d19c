#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""assay_golden.judge() against `assay judge` on outputs of which some are wrong in every way that there is.

judge_agreement_test.py --assay FILE [--cases N] [--seed N]; fails where a verdict, a count, a distance or the worst
element differs, and where no element of some kind of acceptance was right, or none was wrong."""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import assay_golden
from assay_golden import judging
from assay_golden import printed as printed_text

ALWAYS_RIGHT = {"unspecified", "target_defined"}
ONE_ELEMENT = 3  # cases of ten in which few elements are forged; of the others many


def right_output(case, name, draw):
    """Elements that are acceptable, each in a way that is drawn."""
    promise, operand = case.promise[name], case.operands[name]
    before = operand.bits.reshape(promise.value.shape)
    out = promise.value.copy()
    pick = draw.integers(0, 3, out.shape)
    ends = np.isin(promise.accept, ("interval", "interval_or_zero", "any_of"))
    out = np.where(ends & (pick == 1), promise.low, np.where(ends & (pick == 2), promise.high, out))
    out = np.where((promise.accept == "interval_or_zero") & (pick == 1), 0, out).astype(out.dtype)
    free = draw.integers(0, operand.format.mask, out.shape, dtype=np.uint64, endpoint=True).astype(out.dtype)
    out = np.where(promise.accept == "some_bits", promise.value ^ free & ~promise.low & out.dtype.type(operand.format.mask), out)
    out = np.where(promise.accept == "any_nan", out.dtype.type(operand.format.quiet_nan), out)
    return np.where(np.isin(promise.accept, ("preserved", "unspecified")), before, out).astype(out.dtype)


def forged(case, name, out, draw):
    """Some elements changed: a step away, a bit, a zero of either sign, infinity or NaN, or anything."""
    form, word = case.operands[name].format, out.dtype.type
    share = 2 / max(out.size, 1) if draw.integers(10) < ONE_ELEMENT else draw.choice([0.1, 0.6])
    hit = draw.random(out.shape) < share
    step = draw.integers(0, 3, out.shape).astype(out.dtype)
    bit = word(1) << draw.integers(0, form.bits, out.shape).astype(out.dtype)
    special = draw.choice(np.array([0, form.sign, form.last, form.quiet_nan], dtype=out.dtype), out.shape)
    noise = draw.integers(0, form.mask, out.shape, dtype=np.uint64, endpoint=True).astype(out.dtype)
    kinds = [out + step, out - step, out ^ bit, special, noise]
    which = draw.integers(0, len(kinds), out.shape)
    return np.where(hit, np.choose(which, kinds), out).astype(out.dtype) & word(form.mask)


def null_output(case, name, draw):
    """A null output: zeros, the previous content, or a copy of an input as far as it goes."""
    operand = case.operands[name]
    sources = [one for one in case.operands.values() if one.role == "input" and one.kind == "tile"]
    fake = operand.bits.flatten()
    kind = draw.integers(3)
    if kind == 0:
        fake[:] = 0
    elif kind == 1 and sources:
        shared = min(fake.size, sources[0].bits.size)
        fake[:shared] = sources[0].bits.ravel()[:shared] & fake.dtype.type(operand.format.mask)
    return fake.reshape(operand.bits.shape)


def printed(case, draw):
    """The promised text, at times with a word changed, a line lost or the end cut off."""
    texts = [promise for promise in case.promise.values() if isinstance(promise, tuple)]
    if not texts:
        return ""
    readings = texts[0][0]
    text = readings[draw.integers(len(readings))][0]
    kind = draw.integers(6)
    if kind == 0:
        return text[: draw.integers(len(text) + 1)]
    if kind == 1:
        return text.replace("1", "2", 1)
    if kind == 2:
        return "a header\n" + "\n".join(text.split("\n")[1:])
    return text.replace(" ", "  ") if kind == 3 else text


def outputs_of(case, draw):
    outputs = {}
    for name, promise in case.promise.items():
        if isinstance(promise, tuple):
            continue
        kind = draw.integers(10)
        right = right_output(case, name, draw)
        out = null_output(case, name, draw) if kind == 0 else right if kind < 4 else forged(case, name, right, draw)
        outputs[name] = out.reshape(case.operands[name].bits.shape)
    for operand in case.operands.values():
        if operand.role == "input" and operand.bits.ndim and operand.bits.size and draw.integers(40) == 0:
            outputs[operand.name] = operand.bits ^ operand.bits.dtype.type(draw.integers(2))
    return outputs


def write_results(path, golden, cases, outputs, texts):
    with assay_golden.results(path, golden) as file:
        for case, out, text in zip(cases, outputs, texts):
            file.done(case, text, **out)


def distance_in(reason):
    """The distance in a sentence, "2^40 ulp": both write it in the same way."""
    return re.findall(r"(\S+ ulp) off", reason or "")


def facts_of(verdict):
    worst = verdict.worst
    place = worst and (worst.operand, worst.row, worst.col, worst.accept, worst.expected_bits, worst.got_bits, worst.ulp)
    return (verdict.kind, verdict.deviation, verdict.compared, verdict.wrong, verdict.target_defined, verdict.alternative,
            verdict.max_ulp, place, distance_in(verdict.reason))


def facts_in(record):
    told = record["verdict"]
    number = lambda value: None if value is None else float(value)
    worst = told.get("worst")
    place = worst and (worst["operand"], worst["row"], worst["col"], worst["accept"], int(worst["expected"], 16),
                       int(worst["got"], 16), number(worst.get("ulp")))
    return (told["kind"], told["deviation"], told["compared"], told["wrong"], told["target_defined"], told["alternative"],
            number(told.get("max_ulp")), place, distance_in(told.get("reason")))


def seen_kinds(case, out, seen):
    """Counts (accept, right or wrong) over the elements of a case."""
    for name, promise in case.promise.items():
        if isinstance(promise, tuple):
            continue
        operand, shape = case.operands[name], promise.value.shape
        good = judging._acceptable(promise, operand.format, operand.bits.reshape(shape), out[name].reshape(shape))
        for kind in np.unique(promise.accept):
            here = promise.accept == kind
            seen[str(kind), True] += int((here & good).sum())
            seen[str(kind), False] += int((here & ~good).sum())


class Judged:
    """Cases of all ops, outputs for them, and what `assay judge` says of these."""

    def __init__(self, assay, folder, count, seed):
        self.assay, self.folder = assay, folder
        self.run(0, "golden", "--cases", str(count), "--seed", str(seed), "--out", "g.h5")
        self.cases = assay_golden.cases(os.path.join(folder, "g.h5"))
        draw = np.random.default_rng(seed)
        self.outputs = [outputs_of(case, draw) for case in self.cases]
        self.texts = [printed(case, draw) for case in self.cases]
        write_results(os.path.join(folder, "r.h5"), self.cases, self.cases, self.outputs, self.texts)
        self.demand_first_readings()
        self.run(1, "judge", "g.h5", "r.h5", "--out", "n", "--no-shrink", "--no-tiles", "--choices", "first.toml")
        with open(os.path.join(folder, "n", "journal.jsonl"), encoding="utf-8") as file:
            self.records = {record["name"]: facts_in(record) for record in map(json.loads, file) if "verdict" in record}

    def run(self, code, *words):
        done = subprocess.run([self.assay, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr

    def demand_first_readings(self):
        """A golden file has one reading of each choice, and Python's judge knows no other."""
        listed = subprocess.run([self.assay, "choices", "--format", "json"], capture_output=True, text=True, check=True)
        with open(os.path.join(self.folder, "first.toml"), "w", encoding="utf-8") as file:
            for choice in json.loads(listed.stdout):
                file.write(f"[[choice]]\nname = '{choice['name']}'\nreading = '{choice['readings'][0]['name']}'\n")

    def __iter__(self):
        return zip(self.cases, self.outputs, self.texts)

    def difference(self, case, out, text):
        """A sentence where the two judges differ, and what this one says."""
        mine = facts_of(assay_golden.judge(case, out, text))
        told = self.records[case.name]
        if not told[-1]:  # only assay knows the profile, and names a distance where one is promised
            mine = (*mine[:-1], told[-1])
        return (None if mine == told else f"{case}\n  here  {mine}\n  assay {told}"), mine


def require_all_kinds(seen, kinds):
    promised = {"exact", "interval", "any_of", "any_nan", "preserved", "interval_or_zero", "some_bits"}
    for kind in {kind for kind, _ in seen} | promised:
        for good in (True, False) if kind not in ALWAYS_RIGHT else (True,):
            assert seen[kind, good], f"no element of {kind} is {'right' if good else 'wrong'}: nothing was compared there"
    for kind in ("value", "wrote_outside", "clobbered_input", "text"):
        assert kinds["deviates", kind], f"no case deviates by {kind}"


def agree(judged):
    differing, seen, kinds = [], collections.Counter(), collections.Counter()
    for case, out, text in judged:
        wrong, mine = judged.difference(case, out, text)
        differing += [wrong] if wrong else []
        kinds[mine[:2]] += 1
        seen_kinds(case, out, seen)
    print(f"{len(judged.cases)} cases, {len(differing)} judged differently; {dict(kinds)}\nelements {dict(seen)}")
    print("\n".join(differing[:20]))
    require_all_kinds(seen, kinds)
    return not differing


def bent_judges():
    """Judges with one mistake each, as (name, object, attribute, mistake)."""
    form, module = assay_golden.Format, judging
    yield "no zero is a flushed one", form, "is_flushed", lambda self, value, bits: np.zeros(bits.shape, bool)
    yield "nothing is NaN", form, "is_nan", lambda self, bits: np.zeros(bits.shape, bool)
    yield "-0 and +0 are one", form, "order", lambda self, bits, kept=form.order: np.maximum(kept(self, bits), -1)
    yield "an ulp is half as long", form, "ulps", lambda self, bits, exact, kept=form.ulps: 2 * kept(self, bits, exact)
    yield "distances are written in tens", module, "_ulp_text", lambda ulp: f"{ulp:.3g} ulp"
    # That none is null shows only where a case could not fail, and those are rare: a unit test has one.
    yield "every output is null", module, "_null", lambda case, outputs: "zeros"
    yield "widths of printed values are free", printed_text, "_line_faults", (
        lambda want, got, number, width, cut, kept=printed_text._line_faults: kept(want, got, number, 0, cut))

    def bent_accept(of, to):
        def acceptable(promise, form, before, got, kept=module._acceptable):
            return kept(assay_golden.Promise(np.where(promise.accept == of, to, promise.accept), promise.value, promise.low,
                                       promise.high, promise.exact), form, before, got)
        return acceptable
    for of, to in (("some_bits", "exact"), ("any_of", "exact"), ("preserved", "unspecified"), ("interval_or_zero", "interval"),
                   ("any_nan", "exact"), ("exact", "interval"), ("interval", "exact")):
        yield f"{of} is compared as {to}", module, "_acceptable", bent_accept(of, to)


def self_test(judged):
    """Every mistake is seen in some case."""
    unseen = []
    for name, place, attribute, mistake in list(bent_judges()):
        kept = getattr(place, attribute)
        setattr(place, attribute, mistake)
        if not any(judged.difference(*one)[0] for one in judged):
            unseen.append(name)
        setattr(place, attribute, kept)
    print(f"mistakes that no case shows: {unseen or 'none'}")
    return not unseen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--self-test", action="store_true", help="judges with a mistake must be seen to differ")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assay-agreement-") as folder:
        judged = Judged(os.path.abspath(arguments.assay), folder, arguments.cases, arguments.seed)
        good = self_test(judged) if arguments.self_test else agree(judged)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
