# SPDX-License-Identifier: Apache-2.0
"""Runs of findings_campaign.py with three to five faults, of which one is old: the run before had it
alone. The triage of the second run is scored like every other, and for how well it separates the old
cause from the new ones."""

import collections
import concurrent.futures
import itertools
import random


def by_key(names, key):
    groups = collections.defaultdict(list)
    for name in names:
        groups[key(name)].append(name)
    return groups


def mixtures_of(campaign, zoo, rng):
    """Three to five faults, the first of which is old: as many as there are, up to four, in one op,
    the rest in others; some under a parameter. A held-out fault that is alone in its op has those
    that are not held out for company."""
    mixes = []
    for op, own in sorted(by_key(zoo.faults, zoo.op).items()):
        others = [name for name in campaign.chosen(zoo.table, False) if zoo.op(name) == op and name not in own]
        mates = rng.sample(own, min(len(own), 4))
        if len(mates) < 3:
            mates = rng.sample(others, min(len(others), 3 - len(mates))) + mates
        rest = [name for name in zoo.faults if zoo.op(name) != op]
        mates += rng.sample(rest, min(len(rest), max(3 - len(mates), rng.randint(0, 5 - len(mates)))))
        plants = []
        for fault in mates:
            records = zoo.cached(fault, zoo.op(fault)).values()
            plants.append((fault, campaign.condition_of(records, rng) if rng.random() < 0.4 else None))
        mixes.append((" + ".join(f"{fault}@{cut}" if cut else fault for fault, cut in plants), plants))
    return mixes


def before(zoo, plants):
    """Records of the run before: the ops of the faults, with the first fault alone."""
    (old, cut), *_ = plants
    records = []
    for op in sorted({zoo.op(fault) for fault, _ in plants}):
        spec = old + (f"@{cut}" if cut else "") if op == zoo.op(old) else ""
        records += zoo.cached(spec, op).values()
    return records


class Known:
    """How well a run separates new findings from those of the run before."""

    def __init__(self):
        self.nights = self.kept = self.open = self.seen = self.mixed = 0
        self.bad = []

    def add(self, label, plants, triage, causes):
        """A new cause is seen where a finding that is new is mostly its own; a finding that is not
        new and holds cases of new causes alone is mixed."""
        old = plants[0][0]
        if not any(old in guilty for guilty in causes.values()):
            return
        self.nights += 1
        led, mixed = set(), 0
        for finding in triage["findings"]:
            counts = collections.Counter(cause for name in finding["cases"] for cause in causes[name])
            if finding["id"] in triage["opened"]:
                led.add(counts.most_common(1)[0][0])
            else:
                mixed += any(old not in causes[name] for name in finding["cases"])
        fresh = set().union(*(guilty for guilty in causes.values() if old not in guilty), set())
        self.kept += not triage["closed"] and len(triage["findings"]) > len(triage["opened"])
        self.open += len(fresh)
        self.seen += len(fresh & led)
        self.mixed += mixed
        if triage["closed"] or mixed:
            self.bad.append(f"{label}: closed {len(triage['closed'])}, mixed {mixed}")

    def line(self):
        return (f"    the old cause kept its identity in {self.kept} of {self.nights} nights; "
                f"{self.mixed} known findings hold a new cause; new causes that lead a new finding: "
                f"{self.seen} of {self.open}")


def run(campaign, zoo, arguments, total):
    """Scores the mixtures by their triage against the run before."""
    mixes = mixtures_of(campaign, zoo, random.Random(arguments.seed))
    score, instead, known = campaign.Score("three to five, one is old"), campaign.Score(""), Known()
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        nights = list(pool.map(lambda mix: campaign.night_of(zoo, mix[1]), mixes))
        pasts = list(pool.map(lambda mix: before(zoo, mix[1]), mixes))
        said = list(pool.map(lambda past, night: campaign.told(zoo, "triage", past, night[0]), pasts, nights))
    for (label, plants), (_, causes), triage in zip(mixes, nights, said):
        score.add(label, triage["findings"], causes)
        total.add(label, triage["findings"], causes)
        instead.add(label, campaign.by_op(causes), causes)
        known.add(label, plants, triage, causes)
    print(score.line(), *score.further_lines(instead), known.line(), sep="\n", flush=True)
    for text in itertools.chain(score.lines_of_worst(), known.bad) if arguments.verbose else []:
        print("    " + text)
