# SPDX-License-Identifier: Apache-2.0
"""lit runs these tests: legal calls must be accepted, illegal ones refused.

PTO-AS: lit -D ptoas=PROGRAM FOLDER, or with ptoas on the search path.
C++:    lit -D cxx="COMPILER OPTIONS" FOLDER, with the folder of the library's headers among the options."""

import os

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
config.name = "assay"
config.test_format = lit.formats.ShTest(execute_external=True)  # its own shell takes a crash for a refusal
config.suffixes = [".pto", ".cpp"]
config.excludes = ["Output"]
config.test_source_root = here
config.test_exec_root = os.path.join(here, "Output")
config.substitutions.append(("%cxx", lit_config.params.get("cxx", "c++ -std=c++20")))
places = [os.path.join(here, "bin"), os.environ.get("PATH", "")]
if "ptoas" in lit_config.params:
    places.insert(0, os.path.dirname(os.path.abspath(lit_config.params["ptoas"])))
config.environment["PATH"] = os.pathsep.join(places)
