# SPDX-License-Identifier: Apache-2.0
"""The version of the Python package is that of the project. All else is in pyproject.toml."""

import pathlib
import re

from setuptools import setup

LISTS = pathlib.Path(__file__).resolve().parents[2] / "CMakeLists.txt"

if not LISTS.exists():
    raise SystemExit(f"{LISTS} is missing, which has the version; install golden/python of a whole tree, with pip 21.3 or later")
setup(version=re.search(r"^project\(assay VERSION ([\d.]+)", LISTS.read_text(encoding="utf-8"), re.MULTILINE).group(1))
