// SPDX-License-Identifier: Apache-2.0
// Prints a hash over names and contents of many cases, to compare compilers, flags and machines.
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <string_view>
#include <vector>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/test/sample_page.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/hash.hpp"

namespace {

using namespace assay;

struct Digest {
  std::uint64_t hash = 0;
  std::uint64_t cases = 0;

  void add(const std::vector<ElementArray>& contents) {
    for (const ElementArray& operand : contents) {
      for (std::int64_t i = 0; i < operand.size(); ++i) hash = support::combine(hash, operand[i]);
    }
  }

  void add(const Case& test_case) {
    hash = support::combine(hash, support::hash_text(test_case.name));
    for (const auto poison : {generators::Poison::first, generators::Poison::second}) {
      add(generators::fill(test_case, poison));
    }
    cases += 1;
  }

  void add(const Program& program) {
    for (const ProgramStep& step : program.steps) {
      hash = support::combine(hash, support::hash_text(step.test.name));
      for (const auto& binding : step.bindings) {
        if (!binding) continue;
        hash = support::combine(hash, binding->image);
        hash = support::combine(hash, static_cast<std::uint64_t>(binding->address));
      }
    }
    add(generators::filled(program, generators::Poison::first));
    cases += 1;
  }

  void print(std::string_view name) const { fmt::print("{:016x} {} {}\n", hash, cases, name); }
};

Digest digest_of(const OpSpec& op, std::uint64_t count) {
  Digest digest;
  for (const auto& recipe : generators::recipes(op)) {
    for (std::uint64_t i = 0; i < count; ++i) {
      try {
        digest.add(generators::draw(recipe, generators::key_of(recipe, 1, 7 * i)));
      } catch (const generators::Unreachable& error) {
        // That a key gives no case must not depend on the compiler either.
        digest.hash = support::combine(digest.hash, support::hash_text(error.what()));
      }
    }
  }
  return digest;
}

Digest digest_of_programs(Target target, std::uint64_t count) {
  Digest digest;
  const generators::ProgramRecipe recipe{.target = target, .calls = 12};
  for (std::uint64_t i = 0; i < count; ++i) {
    digest.add(generators::draw_program(recipe, generators::program_key(recipe, 1, i)));
  }
  return digest;
}

}  // namespace

/// Usage: generators_digest [CASES-PER-RECIPE]. Prints "HASH COUNT NAME" for each op and for the
/// programs of each target.
int main(int argc, char** argv) {
  std::uint64_t count = 2;
  if (argc > 1) {
    const char* end = argv[1] + std::strlen(argv[1]);
    if (std::from_chars(argv[1], end, count).ptr != end) {
      fmt::print(stderr, "generators_digest: '{}' is no number of cases\n", argv[1]);
      return 2;
    }
  }
  digest_of(generators::sample_page(), count).print("sample");
  for (const OpSpec& op : all_ops()) digest_of(op, count).print(op.mnemonic);
  for (const Target target : all_targets) {
    digest_of_programs(target, 40 * count).print(fmt::format("PROGRAM/{}", name_of(target)));
  }
  return 0;
}
