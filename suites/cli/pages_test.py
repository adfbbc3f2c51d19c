#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Pages that know of other nights, and cases that fail now and then.

pages_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and
board_plugin.so."""

import argparse
import json
import os
import sys
import time
import unittest

import cli
import triage_test


class Flaky(triage_test.Sandbox):
    def flaky_night(self, out):
        counter = self.path("calls")
        if os.path.exists(counter):
            os.remove(counter)
        plugin = os.path.join(self.folder_of_programs, "board_plugin.so")
        done = self.assay("run", "--op", "TAND", "--target", "cpu", "--cases", "4", "-j", "1",
                          "--no-tiles", "--timeout", "1", "--backend", "plugin:" + plugin, "--out",
                          out, "--history", "history",
                          env=os.environ | {"ASSAY_TEST_BOARD": f"flaky:23:{counter}"})
        self.assertEqual(done.returncode, 1, done.stderr)
        return {one["name"] for one in self.journal(out) if one["verdict"]["kind"] == "flaky"}

    def test_a_flaky_case_is_told_as_such_and_is_news_once(self):
        self.assertEqual(self.assay("run", "--op", "TAND", "--target", "cpu", "--cases", "4",
                                    "--no-tiles", "--out", "good").returncode, 0)
        flaky = self.flaky_night("run")
        self.assertGreater(len(flaky), 1)
        told = json.loads(self.assay("triage", "good", "run", "--format", "json").stdout)
        self.assertEqual({one["name"] for one in told["cases"] if one["change"] == "flaky"}, flaky)
        self.assertEqual(told["counts"]["new"], 0)
        self.assertTrue(told["news"])
        same = self.assay("triage", "run", "run")
        self.assertEqual(same.returncode, 0, same.stdout)
        self.assertIn(f"flaky: {len(flaky)} cases", same.stdout)
        fixed = json.loads(self.assay("triage", "run", "good", "--format", "json").stdout)
        self.assertEqual(fixed["counts"]["fixed"], len(flaky))

    def test_the_history_counts_flaky_cases_and_no_case_of_them_is_shrunk(self):
        flaky = self.flaky_night("run")
        night, = json.loads(self.assay("trend", "history", "--format", "json").stdout)["runs"]
        self.assertEqual((night["flaky"], night["failed"]), (len(flaky), len(flaky)))
        self.assertIn("flaky", self.assay("trend", "history").stdout)
        with open(self.path("run", "findings.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        self.assertEqual({one["explanation"][0] for one in findings},
                         {"not shrunk: it fails in some executions only"})


class Pages(triage_test.Sandbox):
    """The page of `run`, of `report` and of `merge`, with the context of a run."""

    def setUp(self):
        super().setUp()
        self.run_into("last")
        with open(self.path("w.toml"), "w", encoding="utf-8") as file:
            file.write(triage_test.WAIVER % triage_test.SUBJECT + 'dtype = "f16"\n')
        self.known = ("--waivers", "w.toml", "--today", "2030-01-31", "--baseline", "last",
                      "--history", "history")

    def page(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            text = file.read()
        begin = text.index(">", text.index('id="assay-data"')) + 1
        return text, json.loads(text[begin:text.index("</script>", begin)])

    def complete(self, data):
        """All failures are new compared with the run before; f16 is waived; the history has a
        nightly run."""
        failing = data["answer"]["kinds"][[name for name, _ in data["verdicts"]].index("deviates")]
        self.assertEqual([one["new"] for one in data["findings"]], [True])
        self.assertTrue(data["findings"][0]["shrunk_replay"])
        self.assertEqual(dict(map(tuple, data["triage"]["counts"]))["new"], failing)
        self.assertEqual([row[1] for row in data["waivers"]], ["used"])
        self.assertEqual([one["failed"] for one in data["history"]], [failing])

    def test_a_report_made_again_shows_what_the_page_of_the_run_showed(self):
        self.run_into("run", *self.known, fault=triage_test.FAULT)
        page, data = self.page("run", "report.html")
        self.complete(data)
        made = self.assay("report", "run", "--format", "html", "--out", "again.html", *self.known)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(self.page("again.html")[0], page)
        # Without --out it goes to standard output, and the run keeps its page with the baseline.
        plain = self.assay("report", "run", "--format", "html")
        self.assertIn("<!doctype html>", plain.stdout[:100].lower())
        self.assertEqual(self.page("run", "report.html")[0], page)
        console = self.assay("report", "run", "--format", "text", *self.known)
        self.assertIn(data["findings"][0]["replay"], console.stdout)
        self.assertEqual(len(os.listdir(self.path("history"))), 1)
        text = self.assay("report", "run", *self.known).stdout
        self.assertIn("\n\n1 finding, 1 new:\n\n- **new: ", text)
        self.assertIn(data["findings"][0]["replay"], text)

    def test_a_later_night_is_no_part_of_the_trend_of_an_earlier_one(self):
        self.run_into("one", "--history", "history", fault=triage_test.FAULT)
        time.sleep(1.1)  # a run is named after the second in which it began
        self.run_into("two", "--history", "history")
        failing = len(self.failing("one"))
        self.assertTrue(failing)
        for night, failed in (("one", [failing]), ("two", [failing, 0])):
            self.assay("report", night, "--format", "html", "--history", "history", "--out", "again.html")
            data = self.page("again.html")[1]
            self.assertEqual([one["failed"] for one in data["history"]], failed)

    def test_the_page_of_merged_shards_shows_the_same(self):
        for i in (1, 2, 3):
            self.assay("run", *triage_test.SELECTION, "--no-tiles", "--shard", f"{i}/3", "--backend",
                       "simulator:fault=" + triage_test.FAULT, "--out", f"shard{i}")
        done = self.assay("merge", "shard1", "shard2", "shard3", "--out", "whole", *self.known)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.complete(self.page("whole", "report.html")[1])
        night, = json.loads(self.assay("trend", "history", "--format", "json").stdout)["runs"]
        self.assertEqual(night["failed"], len(self.failing("whole")))

    def test_bad_input_gets_one_sentence(self):
        self.refused(2, "nowhere", "run", *triage_test.SELECTION, "--baseline", "nowhere", "--out",
                     "run")
        self.refused(2, "nowhere", "report", "last", "--format", "html", "--baseline", "nowhere")
        self.refused(2, "--waivers is for html, markdown and text", "report", "last", "--format", "csv",
                     *self.known[:2])
        self.refused(2, "nowhere.toml", "report", "last", "--format", "html", "--waivers",
                     "nowhere.toml")
        self.golden()
        self.refused(2, "are for folders of runs, and g.h5 is none", "merge", "g.h5", "--out",
                     "m.h5", *self.known[:2])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
