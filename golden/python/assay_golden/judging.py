# SPDX-License-Identifier: Apache-2.0
"""The judge of one case, by the readings of the manual in its file. With these pinned, `assay judge` agrees."""

import math

import numpy as np

from .case import Case, Promise
from .choices import open_choices
from .printed import compare_text
from .verdict import Verdict, Worst


def _ulp_text(ulp):
    """A distance as reports write it: four digits, or more of a number that they would show as a multiple of one half; from
    2^14 on a power of two, beyond 10^6 no measure."""
    if not math.isfinite(ulp):
        return f"{ulp:g} ulp"
    if ulp < 1000:
        texts = [f"{ulp:.{digits}g}" for digits in range(4, 10)]
        return next((text for text in texts if float(text) == ulp or 2 * float(text) % 1), texts[-1]) + " ulp"
    if ulp > 1e6:
        return ">10^6 ulp"
    return f"{ulp:.0f} ulp" if ulp < 16384 else f"2^{math.floor(math.log2(ulp) * 10 + 0.5) / 10:g} ulp"


def _acceptable(promise, form, before, got):
    """One flag per element."""
    good = np.zeros(got.shape, bool)
    for kind, here in promise.where.items():
        good[here] = _fits(kind, form, *(array[here] for array in (got, before, promise.value, promise.low, promise.high)))
    return good


def _fits(kind, form, got, before, value, low, high):
    """Whether elements of one kind of acceptance are acceptable."""
    if kind in ("unspecified", "target_defined"):
        return True
    if kind == "preserved":
        return got == before
    if kind == "any_nan":
        return form.is_nan(got)
    if kind == "some_bits":
        return ((got ^ value) & low) == 0
    good = got == value
    if kind == "any_of":
        return good | (got == low) | (got == high)
    if kind in ("interval", "interval_or_zero"):
        key = form.order(got)
        good |= (form.order(low) <= key) & (key <= form.order(high)) & ~form.is_nan(got)
    return good | form.is_flushed(value, got) if kind == "interval_or_zero" else good


def _compare(promise, form, before, got):
    accept, verdict, nowhere = promise.accept, Verdict(), np.zeros(got.shape, bool)
    wrong = ~_acceptable(promise, form, before, got)
    asked = lambda kind: promise.where.get(kind, nowhere)
    open_here, unspoken = asked("target_defined"), asked("unspecified")
    ranged = asked("interval") | asked("interval_or_zero")
    ulp = np.full(got.shape, np.nan)
    ulp[ranged] = form.ulps(got[ranged], promise.exact[ranged])
    ulp[asked("interval_or_zero") & form.is_flushed(promise.value, got)] = 0
    verdict.target_defined, verdict.wrong = int(open_here.sum()), int(wrong.sum())
    verdict.compared = int((~open_here & ~unspoken).sum())
    verdict.alternative = int((asked("any_of") & ~wrong & (got != promise.value)).sum())
    measured = ~np.isnan(ulp)
    verdict.max_ulp = float(ulp[measured].max()) if measured.any() else None
    eligible = wrong if verdict.wrong else measured
    if eligible.any():
        distance = np.where(eligible, np.where(measured, ulp, -1), -2)
        row, col = (int(at) for at in np.unravel_index(distance.argmax(), got.shape))
        wanted = before if accept[row, col] == "preserved" else promise.value
        show = lambda bits: form.decode(bits[row, col][None])[0].item()
        verdict.worst = Worst("", row, col, str(accept[row, col]), show(wanted), show(got), int(wanted[row, col]),
                              int(got[row, col]), float(ulp[row, col]) if measured[row, col] else None)
    if verdict.wrong:
        verdict.kind = "deviates"
        verdict.deviation = "wrote_outside" if (accept[wrong] == "preserved").all() else "value"
        one = verdict.worst
        verdict.reason = (f"{verdict.wrong} of {verdict.compared} elements wrong, at ({one.row}, {one.col}): "
                          f"{'must keep' if one.accept == 'preserved' else 'expected'} {one.expected} "
                          f"({one.expected_bits:#x}), got {one.got} ({one.got_bits:#x})"
                          + (f", {_ulp_text(one.ulp)} off" if one.ulp is not None else ""))
    return verdict


def _made_of(case, worst):
    """Inputs at the place of an element, scalars and attributes of the call, each after a semicolon."""
    out, found = case.operands[worst.operand], []
    inside = out.cut(out.bits).shape
    for operand in case.operands.values():
        if operand.role in ("input", "in_out") and operand.kind == "scalar":
            found.append(f"{operand.name} {operand.input.item()}")
        elif operand.role in ("input", "in_out") and operand.cut(operand.bits).shape == inside and len(inside) == 2:
            if worst.row < inside[0] and worst.col < inside[1]:
                bits = operand.bits[worst.row, worst.col]
                found.append(f"there {operand.name} {operand.values[worst.row, worst.col].item()} ({int(bits):#x})")
    return "".join(f"; {text}" for text in [*found, *(f"{name} {value}" for name, value in case.attributes.items())])


def _compare_all(case, outputs, text):
    total = Verdict()
    for name, promise in case.promise.items():
        if name in outputs:
            operand, shape = case.operands[name], promise.value.shape
            got = outputs[name].reshape(shape)
            part = _compare(promise, operand.format, operand.bits.reshape(shape), got)
            if part.deviation == "value":
                wrong = ~_acceptable(promise, operand.format, operand.bits.reshape(shape), got)
                part.choices = open_choices(case, name, wrong & (promise.accept != "preserved"), got)
            total.add(part, name)
        elif isinstance(promise, tuple):
            part = compare_text(promise, text)
            part.choices = ["unsigned_text"] if part.wrong and "unsigned_text" not in case.choices and case.dtype == "u32" else []
            total.add(part, name)
    return total


def _null(case, outputs):
    """A null output that would pass as well, in words, or nothing."""
    tiles = [promise for promise in case.promise.values() if isinstance(promise, Promise)]
    silent = len(tiles) == len(case.promise) and all(
        any(set(one.where) <= {just, "unspecified"} for just in ("preserved", "target_defined")) for one in tiles)
    if any(compare_text(promise, "").wrong for promise in case.promise.values() if not isinstance(promise, Promise)):
        return None

    def passes(forge):
        def accepts(operand, promise):
            shape = promise.value.shape
            return _acceptable(promise, operand.format, operand.bits.reshape(shape), forge(operand).reshape(shape)).all()
        return all(accepts(case.operands[name], case.promise[name]) for name in outputs)
    if passes(lambda operand: np.zeros_like(operand.bits)):
        return "zeros"
    if not silent and passes(lambda operand: operand.bits):
        return "an untouched output"
    source = next((one for one in case.operands.values() if one.role == "input" and one.kind == "tile"), None)
    # Data that is stored to global memory without gaps is a copy.
    stores = any(one.role in ("output", "in_out") and one.kind == "global" for one in case.operands.values())

    def copied(operand):
        fake = operand.bits.flatten()
        shared = min(fake.size, source.bits.size)
        fake[:shared] = source.bits.ravel()[:shared].astype(fake.dtype) & fake.dtype.type(operand.format.mask)
        return fake
    return f"a copy of {source.name}" if source and not stores and not case.copies and passes(copied) else None


def _must_stay(operand):
    return operand.role == "input" and operand.kind in ("tile", "global")


def judge(case, output, text=""):
    """The verdict on what was computed for a case: an array of its one output, or a dict by operand (also of inputs,
    which must be unchanged). An array has the shape of the whole tile or of its valid region, and holds values or bits.
    `output` None: the call was refused. The readings of the manual are those of the file; `choices` of the verdict are those of
    which another may explain what is wrong. Throws TypeError and ValueError where an array cannot be that output."""
    if not isinstance(case, Case):
        raise TypeError(f"{case!r} is no case; judge() takes one of cases(), and then its output")
    if not case.legal or not case.promise:
        raise ValueError(f"{case} {'has no expected values' if case.legal else 'must be refused'}; use assay judge")
    if output is None and case.may_refuse:
        return Verdict("target_defined", reason=f"refused, as {case.may_refuse} may be on {case.target}")
    if output is None:
        return Verdict("rejected_valid", reason="a legal call was refused")
    wanted = [name for name, promise in case.promise.items() if isinstance(promise, Promise)]
    given = output if isinstance(output, dict) else dict.fromkeys(wanted[:1], output)
    bits = case.checked_outputs(given)
    for name in bits:
        if case.operands[name].role == "input" and (bits[name] != case.operands[name].bits).any():
            return Verdict("deviates", "clobbered_input", f"input {name} was changed")
    outputs = {name: bits[name] for name in wanted}
    verdict = _compare_all(case, outputs, text)
    if verdict.wrong and verdict.worst:
        verdict.reason += _made_of(case, verdict.worst)
    if verdict.choices:
        verdict.reason += (f"; another reading of {' or '.join(verdict.choices)} may explain it: `assay judge` tries all, and a file "
                           "of `assay golden --choices` has yours")
    if verdict.kind == "conforms" and not verdict.compared:
        # Where all results are open, what is left to hold against a promise is what must stay.
        verdict.compared = sum(array.size for name, array in bits.items() if _must_stay(case.operands[name]))
        if not verdict.compared:
            verdict.kind = "target_defined"
            verdict.reason = (f"all {verdict.target_defined} elements are target-defined" if verdict.target_defined
                              else "nothing that came back is promised")
    elif verdict.kind == "conforms" and (null := _null(case, outputs)):
        verdict.kind, verdict.reason = "distrusted", f"all elements are right, but {null} would have passed as well"
    return verdict
