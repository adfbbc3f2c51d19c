#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""not COMMAND...: succeeds if the command reports an error, and fails if it succeeds or crashes."""

import subprocess
import sys

code = subprocess.run(sys.argv[1:], check=False).returncode
sys.exit(0 if 0 < code < 128 else 1)
