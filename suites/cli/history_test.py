#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What is kept of past runs, and the pages of a history.

history_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import datetime
import hashlib
import html.parser
import json
import os
import subprocess
import unittest

import cli

RUN = ("run", "--op", "TAND", "--target", "a5", "--cases", "1", "--no-tiles", "--no-shrink", "--no-confirm", "--history", "history")
BAD = ("--backend", "simulator:fault=wrong_stride")


class Page(html.parser.HTMLParser):
    """The links, the texts of cells, and whether the tags of a page fit."""

    def __init__(self, text):
        super().__init__()
        self.links, self.cells, self.open = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.links.append(dict(attrs)["href"])
        if tag in ("td", "th"):
            self.cells.append("")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag != self.open[-1]:
            raise ValueError(f"</{tag}> ends <{self.open[-1]}>")
        self.open.pop()

    def handle_data(self, data):
        if "td" in self.open or "th" in self.open:
            self.cells[-1] += data


class History(cli.Sandbox):
    def runs(self, days):
        """A history of a run that many days ago each, the oldest first: their files."""
        self.made(*RUN, *BAD, "--out", "run", code=1)
        name, = os.listdir(self.path("history"))
        with open(self.path("history", name), encoding="utf-8") as file:
            summary = json.load(file)
        del summary["check"]
        os.remove(self.path("history", name))
        names = []
        for number, day in enumerate(sorted(days, reverse=True)):
            begun = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=day, minutes=1)
            summary |= {"started": begun.strftime("%Y-%m-%dT%H:%M:%SZ"), "run": f"{number:08x}"}
            names.append(f"run-{number:04}.json")
            with open(self.path("history", names[-1]), "w", encoding="utf-8") as file:
                text = json.dumps(summary, separators=(",", ":"), ensure_ascii=False)
                json.dump(summary | {"check": hashlib.sha256(text.encode()).hexdigest()[:16]}, file)
        return names

    def left(self):
        return sorted(os.listdir(self.path("history")))


class Prune(History):
    def test_the_newest_runs_stay(self):
        names = self.runs(range(10))
        before = self.left()
        said = self.made("history", "prune", "history", "--keep", "4", "--dry-run")
        self.assertEqual(self.left(), before)
        self.assertRegex(said, r"^would remove history/run-0000.json, [\d,]+ kB\n(.*\n){5}would remove 6 of 10 runs, [\d,]+ kB; 4 stay, [\d,]+ kB\n$")
        said = self.made("history", "prune", "history", "--keep", "4")
        self.assertIn("removed 6 of 10 runs", said)
        self.assertEqual(self.left(), names[6:])
        self.assertIn("removed 0 of 4 runs", self.made("history", "prune", "history", "--keep", "4"))

    def test_by_age(self):
        names = self.runs((100, 91, 89, 3))
        self.made("history", "prune", "history", "--older-than", "90d")
        self.assertEqual(self.left(), names[2:])

    def test_by_size(self):
        names = self.runs(range(1100))
        size = sum(os.path.getsize(self.path("history", name)) for name in names)
        self.assertGreater(size, 1_000_000, "the histories are too small to show anything")
        self.made("history", "prune", "history", "--size", "1MB")
        stay = self.left()
        self.assertEqual(stay, names[-len(stay):])
        left = sum(os.path.getsize(self.path("history", name)) for name in stay)
        self.assertTrue(0 <= 1_000_000 - left < size / len(names) + 10, left)

    def test_all_rules_hold_and_the_newest_run_stays(self):
        names = self.runs((300, 200, 100, 50))
        self.made("history", "prune", "history", "--keep", "3", "--older-than", "150d")
        self.assertEqual(self.left(), names[2:])
        self.assertIn("1 stays", self.made("history", "prune", "history", "--older-than", "1d"))
        self.assertEqual(self.left(), names[3:])

    def test_bad_input_is_one_sentence_and_removes_nothing(self):
        self.runs((3, 2, 1))
        prune = ("history", "prune", "history")
        self.refused(2, "needs a rule: --keep, --older-than or --size", *prune)
        self.refused(2, "--keep must be between 1 and", *prune, "--keep", "0")
        for text in ("90", "0d", "-1d", "9x", "d", "99999999999999999999d"):
            self.refused(2, f"--older-than '{text}' must be a whole number", *prune, "--older-than=" + text)
        self.refused(2, "with the unit MB", *prune, "--size", "1GB")
        self.refused(2, "nowhere", "history", "prune", "nowhere", "--keep", "1")
        self.refused(2, "subcommand", "history")
        with open(self.path("history", "run-0000.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        self.refused(2, "run-0000.json", *prune, "--keep", "1")


class Site(History):
    def page(self, name):
        with open(self.path("site", name), encoding="utf-8") as file:
            return file.read()

    def setUp(self):
        super().setUp()
        self.runs((3, 2, 1))
        self.made(*RUN, "--identity", """echo '{"board": "npu7"}'""", "--out", "good")

    def test_every_link_leads_to_a_page_and_every_number_is_that_of_its_run(self):
        said = self.made("site", "history", "--out", "site")
        pages = [name for name in os.listdir(self.path("site")) if name.endswith(".html")]
        self.assertIn(f"{len(pages)} pages about 4 runs in site; begin with site/index.html\n", said)
        reached = set()
        for name in pages:
            page = Page(self.page(name))
            self.assertEqual(page.open, [], name)
            self.assertEqual(set(page.links) - set(pages), set(), name)
            reached |= set(page.links) - {name}
        self.assertEqual(reached, set(pages))
        summary = self.json("run", "summary.json")
        cells = Page(self.page("index.html")).cells
        failed = f"{summary['failures']:,}"
        self.assertEqual(cells.count(failed), 3, cells)
        self.assertIn("npu7", Page(self.page("boards.html")).cells)
        self.assertIn("TAND", Page(self.page("ops.html")).cells)
        for one in self.json("run", "findings.json")["findings"]:
            self.assertIn(one["title"], Page(self.page("findings.html")).cells)

    def test_two_runs_are_compared_in_the_browser(self):
        self.made("site", "history", "--out", "site")
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom",
                               "file://" + self.path("site", "compare.html") + "#a=2&b=3"],
                              capture_output=True, text=True, timeout=60, check=True)
        finding = self.json("run", "findings.json")["findings"][0]
        self.assertRegex(done.stdout, r"Findings that are new: none")
        self.assertRegex(done.stdout, rf"Findings that are gone \(\d+\)</caption>.*{finding['id']}")
        self.assertRegex(done.stdout, r"<td>TAND \w+</td><td class=\"n\">\d+ of \d+</td><td class=\"n\">0 of \d+</td>")

    def test_a_site_is_replaced_only_when_told_and_nothing_else_is(self):
        self.made("site", "history", "--out", "site")
        old = set(os.listdir(self.path("site")))
        self.refused(2, "is there and not empty", "site", "history", "--out", "site")
        self.made("history", "prune", "history", "--keep", "1")
        self.made("site", "history", "--out", "site", "--overwrite")
        self.assertLess(set(os.listdir(self.path("site"))), old)
        os.mkdir(self.path("mine"))
        with open(self.path("mine", "index.html"), "w", encoding="utf-8"):
            pass
        self.refused(2, "is no site that this program made", "site", "history", "--out", "mine", "--overwrite")
        with open(self.path("site", "notes"), "w", encoding="utf-8"):
            pass
        self.refused(2, "is no site that this program made: it has notes", "site", "history", "--out", "site", "--overwrite")

    def test_bad_input_is_one_sentence(self):
        self.refused(2, "nowhere", "site", "nowhere", "--out", "site")
        os.mkdir(self.path("empty"))
        self.refused(2, "has no summary of a run", "site", "empty", "--out", "site")
        self.refused(2, "--out is required", "site", "history")
        self.refused(2, "--out is empty", "site", "history", "--out", "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=["history_test.py", *rest], verbosity=1)
