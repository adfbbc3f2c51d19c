# SPDX-License-Identifier: Apache-2.0
"""The second oracle proves the first one only as long as it shares nothing with it."""

import re

from includes import includes, quoted
from tree import C_FAMILY, Law, is_test, line_of, sources, without_literals

FOLDER = "reference/second_oracle/"
# The one place where both oracles meet.
AGREEMENT = FOLDER + "agreement/"
NAMES_ONLY = "reference/numerics/function.hpp"

# FLINT's headers include MPFR's, and its square roots call it.
OF_MPFR = re.compile(r"\w*mpfr\w*|\bar[bf]_r?sqrt\w*", re.IGNORECASE)

FLOATING_HEADERS = {"cmath", "math.h", "cfenv", "fenv.h", "cfloat", "float.h", "complex", "random",
                    "valarray", "numbers", "tgmath.h", "ctgmath"}
FLOATING = re.compile(
    r"\b(?:float|double|_Float\d+x?|__float128|float_t|double_t)\b"
    r"|\b(?:sqrt|exp|exp2|expm1|log|log2|log1p|log10|pow|fma|ldexp|frexp|scalbn|fmod|nearbyint"
    r"|rint|floor|ceil|trunc|cbrt|hypot)[fl]?\s*\("
    r"|\bstd::(?:sqrt|exp|log|pow|fma|ldexp|frexp|fmod|remainder|numbers|numeric_limits)\b"
    r"|(?<![\w.'])(?:\d[\d']*\.\d*|\.\d+)(?:[eE][+-]?\d+)?|(?<![\w.'])\d[\d']*[eE][+-]?\d+"
    r"|\b0[xX][0-9A-Fa-f.']*[pP][+-]?\d+")


def inside(path):
    return path.startswith(FOLDER) and not path.startswith(AGREEMENT) and not is_test(path)


def knows_nothing_else(tree):
    found = []
    for path, line, target in quoted(tree):
        allowed = target.startswith((FOLDER, "reference/isa/")) and not target.startswith(AGREEMENT)
        if inside(path) and not allowed and target != NAMES_ONLY:
            found.append(f"{path}:{line}: the second oracle must not know {target}: it would repeat "
                         "the mistakes of the first instead of finding them")
        if target.startswith(FOLDER) and not path.startswith(FOLDER) and not is_test(path):
            found.append(f"{path}:{line}: {target} is there for tests alone")
    return found


def no_floating_point(tree):
    found = []
    for path, text in sources(tree, C_FAMILY).items():
        if not inside(path):
            continue
        for line, bracket, target in includes(text):
            if bracket == "<" and target in FLOATING_HEADERS:
                found.append(f"{path}:{line}: <{target}> is about floating point")
        code = without_literals(text)
        for match in FLOATING.finditer(code):
            found.append(f"{path}:{line_of(code, match.start())}: '{match.group().strip()}' is "
                         "floating point; this oracle computes by FLINT and integers")
        for match in OF_MPFR.finditer(code):
            found.append(f"{path}:{line_of(code, match.start())}: {match.group()} is MPFR, by which "
                         "the first oracle computes")
    return found


LAWS = [
    Law("second_oracle", "the second oracle shares names and no arithmetic with the first",
         knows_nothing_else,
         kept={FOLDER + "a.cpp": '#include "reference/isa/types/function.hpp"\n'
                                 '#include "reference/second_oracle/a.hpp"\n'
                                 f'#include "{NAMES_ONLY}"\n',
               AGREEMENT + "a.cpp": '#include "reference/numerics/batch.hpp"\n'
                                    '#include "reference/second_oracle/second_oracle.hpp"\n',
               FOLDER + "a_test.cpp": '#include "reference/numerics/evaluate.hpp"\n',
               "reference/numerics/a_test.cpp": '#include "reference/second_oracle/codec.hpp"\n'},
         broken=[{FOLDER + "a.cpp": '#include "reference/numerics/codec.hpp"\n'},
                 {FOLDER + "a.hpp": '#include "reference/numerics/real.hpp"\n'},
                 {FOLDER + "a.cpp": '#include "reference/judge/judge.hpp"\n'},
                 {FOLDER + "a.cpp": '#include "generators/hash.hpp"\n'},
                 {FOLDER + "a.cpp": '#include "reference/second_oracle/agreement/samples.hpp"\n'},
                 {"reference/numerics/a.cpp": '#include "reference/second_oracle/codec.hpp"\n'},
                 {"runners/a.cpp": '#include "reference/second_oracle/second_oracle.hpp"\n'}]),
    Law("no_floating_point", "no floating point of the machine and nothing of MPFR in the second oracle",
         no_floating_point,
         kept={FOLDER + "a.cpp": "#include <array>\n// 1.5, float\nint a = is_float(f64) + 0x1E5;\n"
                                 "Value v = square_root(a);\nint b = 1'000;\narb_exp(y, y, b);\n"
                                 "mpz_sqrtrem(n, rest, n); // not arf_sqrt()\n",
               FOLDER + "a_test.cpp": "MUST_NOT_BE_CALLED(mpfr_exp)\n"},
         broken=[{FOLDER + "a.cpp": "float a;\n"},
                 {FOLDER + "a.hpp": "inline auto a() { return static_cast<long double>(1); }\n"},
                 {FOLDER + "a.cpp": "auto a = std::sqrt(b);\n"},
                 {FOLDER + "a.cpp": "auto a = ldexp(b, 3);\n"},
                 {FOLDER + "a.cpp": "auto a = 1.5;\n"},
                 {FOLDER + "a.cpp": "auto a = 1e9;\n"},
                 {FOLDER + "a.cpp": "auto a = 0x1p-3;\n"},
                 {FOLDER + "a.cpp": "#include <cmath>\n"},
                 {FOLDER + "a.cpp": "mpfr_exp(y, y, MPFR_RNDD);\n"},
                 {FOLDER + "a.cpp": "arf_get_mpfr(y, x, 0);\n"},
                 {FOLDER + "a.cpp": "arf_rsqrt(y, x, 128, ARF_RND_DOWN);\n"},
                 {FOLDER + "a.cpp": "arb_sqrt_ui(y, 2, 128);\n"}]),
]
