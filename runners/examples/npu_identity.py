#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What npu-smi says about a board, as one JSON object: assay run --identity 'python3 runners/examples/npu_identity.py' ...

The board is number TASK_DEVICE, or 0, of those in ASCEND_RT_VISIBLE_DEVICES, or of all. What npu-smi does not say is left out; where it
does not know the board, it says so, with exit code 1. `toolkit` is the version in the folder ASCEND_HOME_PATH. Needs Python
3.8 and npu-smi alone."""
import glob
import json
import os
import subprocess
import sys

# The first of the names that a version of npu-smi uses.
NAMES = {"serial": ["Serial Number"], "driver": ["Software Version"], "firmware": ["Firmware Version"],
         "celsius": ["NPU Temperature (C)", "Temperature (C)"]}


def lines_of(*arguments):
    """The lines `name : value` of a call of npu-smi."""
    done = subprocess.run(["npu-smi", "info", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, timeout=4, check=False)
    parts = [line.split(":", 1) for line in done.stdout.splitlines() if ":" in line]
    return {name.strip(): value.strip() for name, value in parts if value.strip() not in ("", "NA")}


def toolkit():
    for path in glob.glob(os.path.join(os.environ.get("ASCEND_HOME_PATH", ""), "*-linux", "ascend_toolkit_install.info")):
        with open(path, encoding="utf-8") as file:
            return {"toolkit": line[len("version="):].strip() for line in file if line.startswith("version=")}
    return {}


def main():
    card = os.environ.get("TASK_DEVICE", "0")
    visible = os.environ.get("ASCEND_RT_VISIBLE_DEVICES")
    if visible:
        try:
            card = visible.split(",")[int(card)].strip()
        except (IndexError, ValueError):
            sys.exit("ASCEND_RT_VISIBLE_DEVICES=%s has no board number %s" % (visible, card))
    try:
        said = lines_of("-t", "board", "-i", card)
        said.update(lines_of("-t", "temp", "-i", card, "-c", "0"))
    except (OSError, subprocess.TimeoutExpired) as error:
        sys.exit("npu-smi: %s" % error)
    facts = {key: said[name] for key, names in NAMES.items() for name in reversed(names) if name in said}
    if not facts:
        sys.exit("npu-smi says nothing about board %s" % card)
    if facts.get("celsius", "").isdigit():
        facts["celsius"] = int(facts["celsius"])
    print(json.dumps({"board": "npu" + card, **facts, **toolkit()}))


if __name__ == "__main__":
    main()
