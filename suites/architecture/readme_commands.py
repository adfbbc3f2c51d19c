#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command in the sh blocks of README.md against a build, in an empty folder.

readme_commands.py --build FOLDER [--readme FILE] [--self-test]
A block that begins with ```sh is a script; other blocks are pictures and output. A line that installs
is not run, but the script that it names must exist. `# exit N` at the end of a line says that the
command ends with another exit code than 0."""

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
LIMIT = 300  # seconds a command may take


def blocks(text):
    return re.findall(r"^```sh\b[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(text):
    """Whole commands: continued lines are joined, comments and prompts left out."""
    for block in blocks(text):
        for line in re.sub(r"\\\n\s*", " ", block).split("\n"):
            line = re.sub(r"^\$ ", "", line.strip())
            if line and not line.startswith("#"):
                yield line


def run(command, folder, path):
    wanted = EXIT.search(command)
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=os.environ | {"PATH": path},
                          capture_output=True, text=True, timeout=LIMIT, check=False,
                          stdin=subprocess.DEVNULL)
    code = int(wanted.group(1)) if wanted else 0
    if done.returncode == code:
        return []
    last = (done.stderr.strip() or done.stdout.strip()).split("\n")[-1]
    return [f"'{command}' ends with exit code {done.returncode} instead of {code}: {last}"]


def furnish(folder, build, root):
    """The folder looks like a tree that has been built."""
    os.makedirs(os.path.join(folder, ".build"))
    for preset in ("release", "dev"):
        os.symlink(build, os.path.join(folder, ".build", preset))
    for name in ("reference", "generators", "golden", "reports", "runners", "suites"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))


def check(text, build, root):
    found = [f"README.md does not say 'sh {script}'" for script in INSTALLERS
             if f"sh {script}" not in "\n".join(commands(text))]
    found += [f"README.md names {script}, which does not exist" for script in INSTALLERS
              if not os.path.exists(os.path.join(root, script))]
    path = os.path.join(build, "bin") + ":/usr/bin:/bin:" + os.environ.get("PATH", "")
    with tempfile.TemporaryDirectory() as folder:
        furnish(folder, build, root)
        for command in commands(text):
            print(("skip  " if NOT_RUN.match(command) else "run   ") + command, flush=True)
            if not NOT_RUN.match(command):
                found += run(command, folder, path)
    return found


def self_test():
    fine = "```sh\nsh runners/run.sh\nsh suites/test.sh\n# text\n$ echo a \\\n  b >f\ntest -f f\n```\n"
    assert not check(fine + "```\nfalse\n```\n```sh\nfalse  # exit 1\n```\n", ROOT, ROOT)
    assert check(fine + "```sh\nfalse\n```\n", ROOT, ROOT)
    assert check(fine + "```sh\ntrue  # exit 1\n```\n", ROOT, ROOT)
    assert check(fine + "```sh\nno-such-command --at-all\n```\n", ROOT, ROOT)
    assert check("```sh\nsh runners/run.sh\n```\n", ROOT, ROOT)
    assert check("no commands", ROOT, ROOT)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, ".build", "dev"))
    parser.add_argument("--readme", default=os.path.join(ROOT, "README.md"))
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return
    if not os.path.exists(arguments.readme):
        sys.exit(f"{arguments.readme} is missing")
    with open(arguments.readme, encoding="utf-8") as file:
        found = check(file.read(), os.path.abspath(arguments.build), ROOT)
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
