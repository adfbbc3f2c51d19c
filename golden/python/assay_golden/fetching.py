# SPDX-License-Identifier: Apache-2.0
"""Golden files that are made once and kept."""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess


def _said(program, *words):
    done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).decode(errors="replace").strip() or
                           f"{program} {' '.join(words)} ends with exit code {done.returncode}")
    return done.stdout.decode()


def _words(options):
    """Options of the command: names in the order of the alphabet, several values with commas between them."""
    words = []
    for name, value in sorted(options.items()):
        if value is None or value is False:
            continue
        several = not isinstance(value, str) and hasattr(value, "__iter__")
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(",".join(map(str, value)) if several else str(value))
    return words


FILES = ("accuracy", "choices")  # options that name a file, whose contents count


def _contents(options):
    """The options with the contents of files in place of their names, which may be those of other files tomorrow."""
    known = dict(options)
    for name in FILES:
        if known.get(name):
            with open(known[name], "rb") as file:
                known[name] = hashlib.sha256(file.read()).hexdigest()
    return known


def _make(program, words, path):
    """Throws RuntimeError where the program makes no file."""
    said = _said(program, "golden", *words, "--out", path)  # which appears when it is complete
    if not os.path.exists(path):
        raise RuntimeError(f"{program} golden {' '.join(words)} made no file. {said}".strip())


def fetch(program=None, **options):
    """The path of a golden file, which `assay golden` makes where no earlier call with the same options and of the same
    version of the program made it.

        @assay_golden.cases(assay_golden.fetch(op="OP,OTHER", target="a5", dtype=["f16", "f32"], cases=100))
        def test_mine(case): ...

    `options` are those of the command, with _ for -; of a file of choices or accuracy the contents count. The program is
    `program`, or the environment's ASSAY, or `assay`.
    Files are in $XDG_CACHE_HOME/assay/golden or ~/.cache/assay/golden, which can be removed at any time. Several processes may ask for
    one file: one makes it, the others wait. Raises RuntimeError with the program's message if no file was made."""
    if "out" in options:
        raise TypeError("fetch() names the file itself and gives its path; it takes no `out`")
    program = program or os.environ.get("ASSAY") or shutil.which("assay")
    if not program or not shutil.which(program):
        raise FileNotFoundError(f"there is no program {program or 'assay'}; put assay into the PATH, or its path into ASSAY")
    words = _words(options)
    known = [_said(program, "--version"), *_words(_contents(options))]
    key = hashlib.sha256("\0".join(known).encode()).hexdigest()[:32]
    folder = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "assay", "golden")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{key}.h5")
    if not os.path.exists(path):
        with open(f"{path}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                if not os.path.exists(path):
                    _make(program, words, path)
            finally:
                with contextlib.suppress(FileNotFoundError):  # another process that waited has removed it
                    os.remove(lock.name)
    return path
