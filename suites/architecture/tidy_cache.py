# SPDX-License-Identifier: Apache-2.0
"""A cache of sources that clang-tidy found clean, valid while all files that it read are unchanged.

An entry is one file, named by a digest of the program's version, its options, the configuration, the source's path
and its command; it holds every file that the source reads and a digest of each. Nothing of it depends on the place
of the tree: a second clone uses the results of the first. Only clean results are kept."""

import hashlib
import json
import os
import re
import shlex
import subprocess
import tempfile
import zlib

FORMAT = 1  # another one makes all entries unknown


def sources_of(path):
    """The sources of a batch that CMake made, or the path itself."""
    if f"{os.sep}Unity{os.sep}" not in path:
        return [path]
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^#include "(.*)"$', file.read(), re.M)


def commands_of(build, root):
    """Source, by its path from the root -> its folder and its command in the build, as if it were compiled alone."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    return {os.path.relpath(path, root): (entry["directory"], entry["command"].replace(entry["file"], path))
            for entry in sorted(entries, key=lambda entry: (entry["file"], entry["command"]))
            for path in sources_of(entry["file"])}


def default_folder():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "assay", "clang-tidy")


def version():
    return subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout


class CleanLooks:
    """clean(path) asks; state(path) before a look and keep(path, state) after a clean one remember it."""

    def __init__(self, root, commands, options, folder=None):
        self.root, self.commands = root, commands
        self.folder = folder or default_folder()
        self.common = [FORMAT, version(), options.replace(root, ".")]
        self.digests = {}

    def digest(self, path):
        """The digest of a file, relative to the root or not; None if it cannot be read."""
        if path not in self.digests:
            try:
                with open(os.path.join(self.root, path), "rb") as file:
                    self.digests[path] = hashlib.sha256(file.read()).hexdigest()[:32]
            except OSError:
                self.digests[path] = None
        return self.digests[path]

    def configuration(self, path):
        """The .clang-tidy files that apply to a source."""
        folders = [""]
        for part in os.path.dirname(path).split("/"):
            folders.append(os.path.join(folders[-1], part))
        return [self.digest(os.path.join(folder, ".clang-tidy")) for folder in folders]

    def entry(self, path):
        command = [part.replace(self.root, ".") for part in self.commands[path]]
        key = json.dumps([*self.common, path, command, self.configuration(path)])
        name = hashlib.sha256(key.encode()).hexdigest()
        return os.path.join(self.folder, name[:2], name[2:])

    def clean(self, path):
        try:
            with open(self.entry(path), "rb") as file:
                kept = json.loads(zlib.decompress(file.read()))
            return bool(kept) and all(self.digest(read) == digest for read, digest in kept.items())
        except (OSError, ValueError, zlib.error, AttributeError):
            return False

    def state(self, path):
        """The files that a source reads, by the compiler, with a digest of each; None if not known."""
        folder, command = self.commands[path]
        words = shlex.split(command)
        if "-o" in words:
            output = words.index("-o")
            del words[output:output + 2]
        done = subprocess.run([*words, "-M", "-w"], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        read = done.stdout.replace("\\\n", " ").split(":", 1)[1].split()
        return {name: self.fresh_digest(name) for name in (self.named(folder, path) for path in read)}

    def named(self, folder, path):
        """A file as entries name it: in the tree by its path from the root, elsewhere by its whole path."""
        whole = os.path.normpath(os.path.join(folder, path))
        return os.path.relpath(whole, self.root) if whole.startswith(self.root + "/") else whole

    def fresh_digest(self, name):
        """Files of the tree may have changed since the last request; those of the system do not."""
        if not os.path.isabs(name):
            self.digests.pop(name, None)
        return self.digest(name)

    def keep(self, path, state):
        if not state or None in state.values():
            return
        name = self.entry(path)
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(name), delete=False) as file:
            file.write(zlib.compress(json.dumps(state).encode()))
        os.replace(file.name, name)
