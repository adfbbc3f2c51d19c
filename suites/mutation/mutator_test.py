#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests which mutants small sources have: mutator_test.py [unittest options]."""

import unittest

import mutator

SAMPLE = """// a + b < 3
#include <vector>
#define TWICE(x) ((x) + \\
                  (x))
template <typename T, int Size = 4>
int sum(const std::vector<T>& from, int* to, bool first) {
  static_assert(Size > 0, "Size > 0 && more");
  const char* text = "1 + 1"; /* 2 < 3 */
  if (first && from.size() >= 2) return 0;
  for (int i = 0; i < Size; ++i) {
    to[i] = static_cast<int>(from[i]) - 1;
  }
  log(std::min(text[0], 'a'));
  return !first ? -Size : std::floor(1.5F);
}
"""
EXPECTED = """5:34:one_less 4 -> (4 - 1)
5:34:one_more 4 -> (4 + 1)
7:22:comparison > -> >=
7:22:comparison_turned > -> <=
7:24:one_more 0 -> (0 + 1)
9:7:condition_false first && from.size() >= 2 -> false
9:7:condition_true first && from.size() >= 2 -> true
9:13:logical && -> ||
9:28:comparison >= -> >
9:28:comparison_turned >= -> <
9:31:one_less 2 -> (2 - 1)
9:31:one_more 2 -> (2 + 1)
9:34:statement_removed return 0; -> ;
9:41:one_more 0 -> (0 + 1)
10:16:one_more 0 -> (0 + 1)
10:21:comparison < -> <=
10:21:comparison_turned < -> >=
10:29:arithmetic ++ -> --
11:5:statement_removed to[i] = static_cast<int>(from[i]) - 1; -> ;
11:13:cast_removed static_cast<int> -> \n11:25:cast_changed int -> unsigned
11:39:arithmetic - -> +
11:41:one_less 1 -> (1 - 1)
11:41:one_more 1 -> (1 + 1)
13:3:statement_removed log(std::min(text[0], 'a')); -> ;
13:12:exchanged min -> max
13:21:one_more 0 -> (0 + 1)
14:10:condition_false !first -> false
14:10:condition_true !first -> true
14:10:sign_removed ! -> \n14:19:sign_removed - -> \n14:32:rounding floor -> ceil
14:38:doubled 1.5F -> (2 * 1.5F)
14:38:one_more 1.5F -> (1.5F + 1)"""


def made_of(text):
    return [f"{one.line}:{one.column}:{one.kind} {text[one.begin:one.end]} -> {one.text}" for one in mutator.mutants_of(text)]


def kinds(text):
    return [(one.kind, text[one.begin:one.end], one.text) for one in mutator.mutants_of(text)]


class Mutants(unittest.TestCase):
    def test_a_sample_has_these_and_no_others(self):
        self.assertEqual(made_of(SAMPLE), EXPECTED.split("\n"))

    def test_one_place_changes_and_nothing_else(self):
        for one in mutator.mutants_of(SAMPLE):
            changed = one.applied(SAMPLE)
            self.assertNotEqual(changed, SAMPLE, one.name)
            self.assertEqual(changed[:one.begin], SAMPLE[:one.begin])
            self.assertTrue(changed.endswith(SAMPLE[one.end:]))

    def test_names_are_unique_and_name_the_place(self):
        names = [one.name for one in mutator.mutants_of(SAMPLE, "a/b.hpp")]
        self.assertEqual(len(set(names)), len(names))
        self.assertIn("a/b.hpp:9:28:comparison", names)

    def test_what_is_no_code_stays(self):
        for text in ("// a + b\n", "/* if (a) return; */", 'auto text = R"x(a + b)x";', "#if A > 1\n#endif\n",
                     "#define A(x) \\\n  (x + 1)\n", "using A = std::array<B<C>>;", "T operator+(T&& a, T* b);",
                     "template <typename A, typename... B> void f(A<B>& a);", "int const* a;", "f.max.x;"):
            self.assertEqual(kinds(text), [], text)

    def test_declarations_are_no_statements_that_can_go(self):
        for text in ("{ int a = b; }", "{ std::vector<int> a(b); }", "{ A<B>& a = b; }", "{ A* a = b; }",
                     "{ auto a = f(b); }", "void f(int a);", "{ return f(a); }", "{ const int a = f(b); }"):
            self.assertNotIn("statement_removed", [kind for kind, *_ in kinds(text)], text)

    def test_assignments_calls_and_guards_go(self):
        for text, gone in (("{ a[b] = c; }", "a[b] = c;"), ("{ *a = b; }", "*a = b;"), ("{ a::f<b>(c); }", "a::f<b>(c);"),
                           ("{ a.f(b); }", "a.f(b);"), ("{ if (a) { return; } }", "return;"),
                           ("{ if (a) continue; }", "continue;"), ("{ else f(a); }", "f(a);"), ("{ a += b; }", "a += b;")):
            self.assertIn(("statement_removed", gone, ";"), kinds(text), text)

    def test_rounding_modes_are_exchanged(self):
        self.assertEqual(kinds("f(RoundMode::CAST_RINT);"), [("rounding", "CAST_RINT", "CAST_ROUND")])

    def test_a_narrower_type_keeps_its_namespace(self):
        self.assertIn(("cast_changed", "std::int64_t", "std::int32_t"), kinds("a = static_cast<std::int64_t>(b);"))

    def test_a_condition_in_front_of_a_question_mark_ends_where_it_begins(self):
        self.assertIn(("condition_true", "b || f(c, d)", "true"), kinds("a = b || f(c, d) ? e : g;"))
        self.assertIn(("condition_false", "b", "false"), kinds("f(a, b ? c : d);"))


if __name__ == "__main__":
    unittest.main()
