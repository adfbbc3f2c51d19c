#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay cluster submit` without a cluster: its files, its refusals, and engines other than Slurm.

cluster_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import html
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

import jsonschema

import cli

SUBMIT = ("cluster", "submit", "--out", "run", "--boards")
BAD = ("--op", "TAND", "--target", "cpu", "--cases", "2", "--backend", "simulator:fault=wrong_stride", "--no-shrink", "--no-confirm")
ENGINES = os.path.join(cli.ROOT, "runners", "engines")
# Plays the part of Kubernetes: a process for each index of the job.
KUBECTL = """#!/bin/sh
exec /usr/bin/python3 - "$3" <<'PYTHON'
import json, os, subprocess, sys
with open(sys.argv[1]) as file:
    spec = json.load(file)["spec"]
container, = spec["template"]["spec"]["containers"]
for index in range(spec["completions"]):
    environment = os.environ | {"JOB_COMPLETION_INDEX": str(index), "SLURMD_NODENAME": f"pod{index % spec['parallelism']}"}
    subprocess.run(container["command"], env=environment, stdout=subprocess.DEVNULL, check=True)
print("job.batch/assay-x7d2q")
PYTHON
"""


class Cluster(cli.Sandbox):
    def same_as_one_run(self):
        self.made("run", *BAD, "--out", "whole", code=1)
        for name in ("golden.h5", "results.h5", "cases.csv", "findings.json"):
            with open(self.path("run", "whole", name), "rb") as merged, open(self.path("whole", name), "rb") as whole:
                self.assertEqual(merged.read(), whole.read(), name)

    def fake(self, name, text):
        """An environment in which a program of a scheduler is this one."""
        os.makedirs(self.path("bin"), exist_ok=True)
        with open(self.path("bin", name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path("bin", name), 0o755)
        return os.environ | {"PATH": self.path("bin") + ":" + os.environ["PATH"]}


class Submit(Cluster):
    def test_a_dry_run_prints_all_and_does_nothing(self):
        said = self.made(*SUBMIT, "50", "--suite", "nightly", "--gres", "npu:1", "--job-option=--partition=lab",
                         "--job-option", "--time=4:00:00", "--identity", "./which board", "--history", "h", "--dry-run")
        out = self.path("run")
        self.assertIn("\n#SBATCH --array=1-800%50\n#SBATCH --gres=npu:1\n#SBATCH --partition=lab\n#SBATCH --time=4:00:00\n", said)
        self.assertRegex(said, rf'--shard "\$shard/800" --out "\$out" --lost-boards {out}/lost -q "\$@" --suite nightly '
                               rf"--identity './which board' --seed {time.strftime('%Y', time.gmtime())}\d{{4}}\n")
        self.assertIn(f"merge {out}/shards/* --out {out}/whole --overwrite --history h\n", said)
        self.assertTrue(said.endswith(f"sbatch --parsable {out}/shards.sbatch\n"
                                      f"sbatch --parsable --dependency=afterany:JOB {out}/merge.sbatch\n"), said)
        self.assertNotRegex(said, r"@[a-z]+@")
        self.assertEqual(self.files(), [])

    def test_lines_without_a_value_are_left_out(self):
        said = self.made(*SUBMIT, "3", "--dry-run")
        self.assertIn("#SBATCH --array=1-48%3\n#SBATCH --requeue\n", said)
        self.assertNotIn("--seed", said)  # the smoke suite has one
        said = self.made(*SUBMIT, "500", "--dry-run", "--shards", "2000", "--suite", "nightly", "--seed", "7")
        self.assertIn("--array=1-2000%500\n", said)
        self.assertEqual(said.count("--seed"), 1)
        self.assertIn("--array=1-1000%500\n", self.made(*SUBMIT, "500", "--dry-run"))

    def test_bad_input_is_one_sentence_and_leaves_nothing(self):
        self.refused(2, "--boards must be between 1 and", *SUBMIT, "0")
        self.refused(2, "--boards must be between 1 and", *SUBMIT, "-3")
        self.refused(2, "--boards is required", "cluster", "submit", "--out", "run")
        self.refused(2, "--out is required", "cluster", "submit", "--boards", "3")
        self.refused(2, "--out is empty", "cluster", "submit", "--boards", "3", "--out", "")
        self.refused(2, "must have letters, digits", "cluster", "submit", "--boards", "3", "--out", "a b")
        self.refused(2, "--shards must be between", *SUBMIT, "3", "--shards", "1000001")
        self.refused(2, "did you mean TAND?", *SUBMIT, "3", "--op", "TAN")
        self.refused(2, "did you mean --suite?", *SUBMIT, "3", "--siute", "nightly")
        self.refused(2, "nightly", *SUBMIT, "3", "--suite", "nightlyy")
        self.refused(2, "fault", *SUBMIT, "3", "--backend", "simulator:fault=nothing")
        self.refused(2, "--shard has no place here", *SUBMIT, "3", "--shard", "1/2")
        self.refused(2, "--lost-boards has no place here", *SUBMIT, "3", "--lost-boards", "lost")
        self.refused(2, "--resume has no place here", *SUBMIT, "3", "--resume", "night")
        self.refused(2, "unknown engine 'pbs'", *SUBMIT, "3", "--engine", "pbs")
        self.refused(2, "nowhere.toml", *SUBMIT, "3", "--engine", "nowhere.toml")
        self.refused(2, "subcommand", "cluster")
        os.mkdir(self.path("run"))
        with open(self.path("run", "mine"), "w", encoding="utf-8"):
            pass
        self.refused(2, "is there and not empty", *SUBMIT, "3")
        self.refused(2, "is there and not empty", *SUBMIT, "3", "--dry-run")

    def test_an_engine_that_is_none_is_refused(self):
        for text, said in (("", "one or more [[job]]"), ("x = 1", "x"), ("[[job]]\nfile = 'a'", "has no 'text'"),
                           ("[[job]]\nfile = 'a/b'\ntext = 'x'\nsubmit = 'x'", "without a folder"),
                           ("[[job]]\nfile = 'a'\ntext = '@baords@'\nsubmit = 'x'", "'@baords@' is no name")):
            with open(self.path("e.toml"), "w", encoding="utf-8") as file:
                file.write(text)
            self.refused(2, said, *SUBMIT, "3", "--engine", "e.toml")

    def test_a_scheduler_that_is_not_there_or_refuses_leaves_nothing(self):
        self.refused(3, "failed with exit code 127: ", *SUBMIT, "3", env=os.environ | {"PATH": "/nowhere"})
        environment = self.fake("sbatch", "#!/bin/sh\necho 'error: no account' >&2\nexit 1\n")
        self.refused(3, "failed with exit code 1: error: no account", *SUBMIT, "3", env=environment)

    def test_a_merge_that_was_refused_names_the_job_that_was_not(self):
        environment = self.fake("sbatch", '#!/bin/sh\ncase "$*" in *depend*) echo refused; exit 1;; esac\necho "71;lab"\n')
        done = self.assay(*SUBMIT, "3", env=environment)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"^assay: 'sbatch .*afterany:71 .*: refused; job 71 was submitted\n$")
        self.assertTrue(os.path.exists(self.path("run", "merge.sh")))

    def test_what_was_submitted_is_recorded_as_its_schema_says(self):
        environment = self.fake("sbatch", "#!/bin/sh\necho 'warning: slow' >&2\necho 71\n")
        said = self.made(*SUBMIT, "3", *BAD, env=environment)
        self.assertEqual(said, f"submitted 48 shards in {self.path('run')} to slurm: jobs 71, 71\n")
        made = self.json("run", "cluster.json")
        with open(os.path.join(cli.ROOT, "reports", "schema", "cluster-1.schema.json"), encoding="utf-8") as file:
            jsonschema.validate(made, json.load(file))
        self.assertEqual((made["shards"], made["boards"], [job["id"] for job in made["jobs"]]), (48, 3, ["71", "71"]))


class Status(Cluster):
    """A run of six shards of which each is in another state."""

    def setUp(self):
        super().setUp()
        self.made(*SUBMIT, "3", "--shards", "6", *BAD, "--identity", "echo '{\"board\": \"npu7\"}'",
                  env=self.fake("sbatch", "#!/bin/sh\necho 71\n"))
        for shard in (1, 3, 4, 5):
            self.shard(shard)
        self.shard(2, "--max-failures", "1")
        for shard in (3, 4):
            self.cut(shard)
        old = time.time() - 1000
        os.utime(self.path("run", "shards", "4", "journal.jsonl"), (old, old))
        with open(self.journal(5), "rb") as file:
            text = file.read()
        with open(self.journal(5), "wb") as file:
            file.write(text.replace(b'"verdict"', b'"verdikt"', 1))

    def shard(self, number, *options):
        done = subprocess.run(["sh", self.path("run", "shard.sh"), str(number), *options], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)

    def journal(self, shard):
        return self.path("run", "shards", str(shard), "journal.jsonl")

    def cut(self, shard):
        """Leaves what a shard that is at work, or was killed, has."""
        with open(self.journal(shard), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.journal(shard), "w", encoding="utf-8") as file:
            file.write("".join(lines[:4]) + lines[4][:30])
        os.remove(self.path("run", "shards", str(shard), "summary.json"))

    def test_says_the_state_of_each_shard_and_what_failed_so_far(self):
        state = json.loads(self.made("cluster", "status", "run", "--format", "json"))
        with open(os.path.join(cli.ROOT, "reports", "schema", "cluster-status-1.schema.json"), encoding="utf-8") as file:
            jsonschema.validate(state, json.load(file))
        self.assertEqual([shard["state"] for shard in state["shards"]], ["done", "stopped", "running", "silent", "lost", "waiting"])
        self.assertEqual(state["counts"] | {"total": 0}, {"total": 0} | dict.fromkeys(
            ("done", "stopped", "running", "silent", "lost", "waiting"), 1))
        self.assertEqual([state["shards"][k]["cases"] for k in (2, 3)], [3, 3])
        self.assertEqual(state["planned"], self.json("run", "shards", "1", "run.json")["planned"])
        kinds = []
        for shard in range(1, 5):
            with open(self.journal(shard), encoding="utf-8") as file:
                kinds += [json.loads(line)["verdict"]["kind"] for line in file if '"verdict"' in line and line.endswith("\n")]
        self.assertEqual((state["cases"], state["failures"]), (len(kinds), kinds.count("deviates")))
        self.assertEqual(state["boards"], [{"board": "npu7", "cases": len(kinds), "failures": kinds.count("deviates"), "infra": 0}])
        self.assertGreater(state["seconds_left"], 0)

    def test_names_what_needs_a_look(self):
        said = self.made("cluster", "status", "run")
        self.assertTrue(said.startswith("6 shards: 1 done, 1 running, 1 silent, 1 stopped, 1 lost, 1 waiting\n"), said)
        self.assertRegex(said, r"\n\d+ cases, \d+ failing, 0 infra of \d+ planned, \d+ cases/s, [\d.]+ m?s left\n")
        self.assertIn("silent   shard 4 on npu7: no new case for 16", said)
        self.assertIn("stopped  shard 2 on npu7: 1 cases failed\n", said)
        self.assertIn("lost     shard 5 on npu7: ", said)
        self.assertIn("board    npu7: ", said)
        self.assertIn("2 running, 1 stopped", self.made("cluster", "status", "run", "--silent", "5000"))

    def test_a_page_has_the_same_text_and_refreshes(self):
        said = self.made("cluster", "status", "run", "--page", "status.html", "--every", "7")
        with open(self.path("status.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertIn('<meta http-equiv="refresh" content="7">', page)
        shown = html.unescape(page[page.index("<pre>") + 5:page.index("</pre>")])
        self.assertEqual(re.sub("[0-9.]+", "N", shown), re.sub("[0-9.]+", "N", said))  # times go on meanwhile

    def test_watches_until_all_shards_are_done(self):
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "cluster", "status", "run", "--watch", "--every", "1"],
                              cwd=self.folder, stdout=subprocess.PIPE, text=True) as watching:
            self.assertEqual(watching.stdout.readline(), "6 shards: 1 done, 1 running, 1 silent, 1 stopped, 1 lost, 1 waiting\n")
            for shard in range(2, 7):
                shutil.rmtree(self.path("run", "shards", str(shard)), ignore_errors=True)
                self.shard(shard)
            said = watching.communicate(timeout=cli.LIMIT)[0]
        self.assertEqual(watching.returncode, 0)
        self.assertIn("\n6 shards: 6 done\n", said)

    def test_ctrl_c_ends_a_watch(self):
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "cluster", "status", "run", "--watch", "--every", "1000"],
                              cwd=self.folder, stdout=subprocess.PIPE, text=True) as watching:
            watching.stdout.readline()
            begin = time.monotonic()
            watching.send_signal(signal.SIGINT)
            watching.communicate(timeout=cli.LIMIT)
        self.assertEqual(watching.returncode, 3)
        self.assertLess(time.monotonic() - begin, 5)

    def test_refuses_what_is_no_such_folder(self):
        self.refused(2, "--every must be between", "cluster", "status", "run", "--every", "0")
        self.refused(2, "name the folder of its --out", "cluster", "status", "run/shards")
        self.refused(2, "name the folder of its --out", "cluster", "status", "nowhere")
        self.refused(2, "--silent must be between", "cluster", "status", "run", "--silent", "0")
        self.refused(2, "unknown format", "cluster", "status", "run", "--format", "xml")


class Engines(Cluster):
    def test_one_host_with_many_cards(self):
        """Every shard has a card for itself: the command that says which board it is finds no other one there."""
        once = f"mkdir {self.path('card')}-$TASK_DEVICE || exit 1; sleep 0.2; rmdir {self.path('card')}-$TASK_DEVICE; echo '{{}}'"
        environment = os.environ | {"TMPDIR": self.folder}
        self.made(*SUBMIT, "4", "--shards", "12", "--engine", os.path.join(ENGINES, "host.toml"), *BAD, "--identity", once,
                  env=environment)
        end = time.monotonic() + cli.LIMIT
        while not os.path.exists(self.path("run", "whole", "summary.json")):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.same_as_one_run()
        boards = [one["board"] for one in self.json("run", "whole", "summary.json")["environment"]["boards"]]
        self.assertEqual({re.sub(".*/", "", board) for board in boards} - set("0123"), set())
        self.assertGreater(len(boards), 1)

    def test_kubernetes(self):
        environment = self.fake("kubectl", KUBECTL)
        said = self.made(*SUBMIT, "2", "--shards", "4", "--gres", "huawei.com/Ascend910", "--engine",
                         os.path.join(ENGINES, "kubernetes.toml"), *BAD, env=environment)
        self.assertIn(": job job.batch/assay-x7d2q\n", said)
        job = self.json("run", "shards.json")
        self.assertEqual((job["spec"]["completions"], job["spec"]["parallelism"]), (4, 2))
        container, = job["spec"]["template"]["spec"]["containers"]
        self.assertEqual(container["resources"]["limits"]["huawei.com/Ascend910"], "1")
        subprocess.run(["sh", self.path("run", "merge.sh")], check=True, stdout=subprocess.DEVNULL)
        self.same_as_one_run()
        self.assertEqual([one["board"] for one in self.json("run", "whole", "summary.json")["environment"]["boards"]],
                         ["pod0", "pod1"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=["cluster_test.py", *rest], verbosity=1)
