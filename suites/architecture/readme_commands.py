#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command in README.md and the pages of reports/guide against a build, each page in an empty folder.

readme_commands.py --build FOLDER [--page FILE] [--self-test]
What stands behind the three ticks of a block says what it is:
  sh                     a script; a line that installs is not run, but the script it names must exist
  sh tried with OPTIONS  the same, with options that narrow its commands to what a test has time for
  console                lines that begin with $ are commands, the others what they print, numbers aside
  python                 a program
  LANGUAGE FILE          a file, which the commands below it find; it may say what it is tried with, too: then the
                         commands of assay in it are run, each on a line of its own, as CI systems run them
Other blocks are pictures. `# exit N` at the end of a command says that it ends with another code than 0.
Headers of a library, a board and a cluster are played by what the tree has."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INSTALLERS = ("runners/run.sh", "suites/test.sh")
NOT_RUN = re.compile(r"(sudo |apt-get |git clone |cd |sh (runners/run\.sh|suites/test\.sh))")
EXIT = re.compile(r"#\s*exit (\d+)\s*$")
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
TRIED = re.compile(r"(.*?)\s*\btried with (.*)")
STEP = re.compile(r"^\s*(?:-\s+)?(?:run:\s+|sh ')?(assay [^'\n]*)'?$", re.MULTILINE)
NUMBER = re.compile(r"\b(?:0x[0-9a-f]+|[0-9a-f]*\d[0-9a-f]*)\b")
LIBRARY = "--ldflags=-lassay_pto"  # what those headers call
LIMIT = 300  # seconds a command may take
# Tasks of an array run one after the other, as if every one had a node.
SBATCH = """#!/bin/sh
while [ "${1#--}" != "$1" ]; do shift; done
last=$(sed -n 's/^#SBATCH --array=1-\\([0-9]*\\).*/\\1/p' "$1")
[ -n "$last" ] || { bash "$1" >&2 && echo 2; exit; }
for task in $(seq "$last"); do
  SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_ON_NODE=2 bash "$1" >&2 || exit
done
echo 1
"""


def lines_of(script):
    """Whole commands: continued lines are joined, comments left out."""
    for line in re.sub(r"\\\n\s*", " ", script).split("\n"):
        if line.strip() and not line.strip().startswith("#"):
            yield line.strip()


def narrowed(command, options):
    """With the options at the end of its call of assay or sbatch."""
    return re.sub(r"\b(assay|sbatch) ((?!   #)[^)])*(?=\)|   #|$)", lambda call: f"{call.group()} {options}",
                  command, count=1)


def dialogue(text):
    """Command and the lines it prints, of a block that shows both."""
    for part in re.split(r"^\$ ", re.sub(r"\\\n\s*", " ", text), flags=re.MULTILINE)[1:]:
        command, *shown = part.split("\n")
        yield command.strip(), [line for line in shown if line.strip()]


def steps(text):
    """The steps of a page for its reader, in its order: ("file", name, text), ("python", text) or
    ("command", text, lines that it prints)."""
    for language, words, body in FENCE.findall(text):
        tried_with = TRIED.fullmatch(words)
        name, options = (part.strip() for part in tried_with.groups()) if tried_with else (words.strip(), "")
        if language == "console":
            yield from (("command", command, shown) for command, shown in dialogue(body))
        elif language == "sh":
            yield from (("command", narrowed(line, options) if options else line, []) for line in lines_of(body))
        elif name:
            yield "file", name, body
            for command in STEP.findall(body) if options else ():
                yield "command", narrowed(command, options) if command.startswith("assay run ") else command, []
        elif language == "python":
            yield "python", body, []


def commands(text):
    return [what for kind, what, _ in steps(text) if kind == "command"]


def plain(line):
    return " ".join(NUMBER.sub("0", line).split())


def missing(shown, printed):
    """Lines of a page that were not printed in this order; an ellipsis matches anything."""
    rest, found = [plain(line) for line in printed.split("\n")], []
    for line in shown:
        if line.strip() == "...":
            continue
        part = plain(line).removesuffix("...")
        at = next((k for k, one in enumerate(rest) if part in one), None)
        if at is None:
            found.append(line.strip())
        else:
            rest = rest[at + 1:]
    return found


def settings(folder, build):
    """The tree's own PTO headers replace a user's library; they name files from the root."""
    path = [os.path.join(build, "bin"), os.path.join(folder, ".cluster"), "/usr/bin", "/bin"]
    return os.environ | {"PATH": ":".join([*path, os.environ.get("PATH", "")]),
                         "XDG_CACHE_HOME": os.path.join(folder, ".cache"), "CPLUS_INCLUDE_PATH": ROOT,
                         "PYTHONPATH": os.path.join(ROOT, "golden", "python"), "PYTHONDONTWRITEBYTECODE": "1",
                         "LIBRARY_PATH": path[0], "LD_LIBRARY_PATH": path[0]}


def run(command, shown, folder, build):
    """Variables of the page's earlier commands are still there."""
    wanted = EXIT.search(command)
    whole = narrowed(command, LIBRARY) if " --backend sdk " in command else command
    whole += " -lassay_pto" if re.match(r"clang\+\+\S* .* -o ", command) else ""
    script = f"[ -f .variables ] && . ./.variables\nset -a\n{whole}\ncode=$?\nexport -p >.variables\nexit $code\n"
    done = subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True,
                          env=settings(folder, build), timeout=LIMIT, check=False,
                          stdin=subprocess.DEVNULL)
    code = int(wanted.group(1)) if wanted else 0
    if done.returncode != code:
        last = (done.stderr.strip() or done.stdout.strip()).split("\n")[-1]
        return [f"'{command}' ends with exit code {done.returncode} instead of {code}: {last}"]
    return [f"'{command}' does not print: {line}" for line in missing(shown, done.stdout + done.stderr)]


def furnish(folder, build, root):
    """Makes the folder look like a built tree next to a user's library."""
    os.makedirs(os.path.join(folder, ".build"))
    for preset in ("release", "dev"):
        os.symlink(build, os.path.join(folder, ".build", preset))
    for name in ("reference", "generators", "golden", "reports", "runners", "suites"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))
    os.mkdir(os.path.join(folder, "mylib"))
    os.symlink(os.path.join(build, "runners", "simulator", "include"),
               os.path.join(folder, "mylib", "include"))
    sbatch = os.path.join(folder, ".cluster", "sbatch")
    os.mkdir(os.path.dirname(sbatch))
    with open(sbatch, "w", encoding="utf-8") as file:
        file.write(SBATCH)
    os.chmod(sbatch, 0o755)


def tried(step, folder, build):
    kind, what, shown = step
    if kind == "file":
        os.makedirs(os.path.dirname(os.path.join(folder, what)), exist_ok=True)
        with open(os.path.join(folder, what), "w", encoding="utf-8") as file:
            file.write(shown)
        return []
    if kind == "python":
        with open(os.path.join(folder, ".page.py"), "w", encoding="utf-8") as file:
            file.write(what)
        return run("/usr/bin/python3 -B .page.py", [], folder, build)
    print(("skip  " if NOT_RUN.match(what) else "run   ") + what, flush=True)
    return [] if NOT_RUN.match(what) else run(what, shown, folder, build)


def check(text, build, root):
    found = []
    with tempfile.TemporaryDirectory() as folder:
        furnish(folder, build, root)
        for step in steps(text):
            found += tried(step, folder, build)
    return found


def installs(text, root):
    found = [f"README.md does not say 'sh {script}'" for script in INSTALLERS
             if f"sh {script}" not in "\n".join(commands(text))]
    return found + [f"README.md names {script}, which does not exist" for script in INSTALLERS
                    if not os.path.exists(os.path.join(root, script))]


def runs(text, build):
    """The first command of the README does what is said of it: it runs the suite, here on a piece."""
    found = []
    for line in commands(text):
        words = line.partition("sh runners/run.sh")[2].partition("#")[0].split()
        if not NOT_RUN.match(line) or "runners/run.sh" not in line:
            continue
        piece = ["--op", "TAND", "--cases", "1", "--no-tiles", "--out", "first"] if words[:1] == ["run"] else []
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([os.path.join(build, "bin", "assay"), *words, *piece], cwd=folder, timeout=LIMIT,
                                  capture_output=True, text=True, check=False)
        if "Conforms: none of " not in done.stdout:
            found.append(f"'{line}' runs nothing: it prints {done.stdout.strip()[:60]!r}")
    return found


def self_test():
    fine = "```sh\nsh runners/run.sh\nsh suites/test.sh\n# text\necho a \\\n  b >f\ntest -f f\n```\n"
    kept = ["```\nfalse\n```\n```sh\nfalse  # exit 1\n```\n", "```toml a.toml\nx\n```\n```sh\ngrep x a.toml\n```\n",
            "```console\n$ seq 7 9\n1\n...\n2\n$ echo 0x1f is far\n0xab is ...\n```\n",
            "```python\nprint(1)\n```\n", "```sh\necho '#SBATCH --array=1-3%2' >f\nsbatch --parsable f 2>g\ngrep . g   # exit 1\n```\n",
            "```sh\nx=$(echo 3)\ntest $x = 3\n```\n",
            "```yaml a/b.yml\n- run: assay no-such-command\n```\n```sh\ntest -f a/b.yml\n```\n",
            "```sh tried with --help\nassay() { printf '%s' \"$1\"; }; test \"$(assay)\" = ''\n```\n"]
    steps_of_a_job = "```yaml b.yml tried with -c\n- run: assay run 1\n  - assay report 2\n sh 'assay run 3'\n```\n"
    broken = [steps_of_a_job, "```sh\nfalse\n```\n", "```sh\ntrue  # exit 1\n```\n", "```sh\nno-such-command --at-all\n```\n",
              "```console\n$ echo far\nnear\n```\n", "```console\n$ printf 'a\\nb\\n'\nb\na\n```\n",
              "```python\nraise ValueError\n```\n", "```console\n$ false\n```\n", "```sh\ntest -f a.toml\n```\n"]
    for text in kept:
        assert not check(fine + text, ROOT, ROOT), text
    for text in broken:
        assert check(fine + text, ROOT, ROOT), text
    assert narrowed("assay run   # exit 1", "--cases 1") == "assay run --cases 1   # exit 1"
    assert narrowed("a=$(sbatch b c)", "-d") == "a=$(sbatch b c -d)"
    assert narrowed("cc assay.c", "-d") == "cc assay.c"
    assert commands(steps_of_a_job) == ["assay run 1 -c", "assay report 2", "assay run 3 -c"]
    assert not installs(fine, ROOT)
    assert installs("```sh\nsh runners/run.sh\n```\n", ROOT)
    assert installs("no commands", ROOT)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, ".build", "dev"))
    parser.add_argument("--page", default=os.path.join(ROOT, "README.md"))
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return
    with open(arguments.page, encoding="utf-8") as file:
        text = file.read()
    found = check(text, os.path.abspath(arguments.build), ROOT)
    if os.path.samefile(arguments.page, os.path.join(ROOT, "README.md")):
        found += installs(text, ROOT) + runs(text, os.path.abspath(arguments.build))
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
