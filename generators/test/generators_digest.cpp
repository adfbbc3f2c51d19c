// SPDX-License-Identifier: Apache-2.0
// Prints a hash over names and contents of many cases, to compare compilers, flags and machines.
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <vector>

#include "generators/generate.hpp"
#include "generators/test/sample_page.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/hash.hpp"

namespace {

using namespace assay;

struct Digest {
  std::uint64_t hash = 0;
  std::uint64_t cases = 0;

  void add(const Case& test) {
    hash = support::combine(hash, support::hash_text(test.name));
    for (const auto poison : {generators::Poison::first, generators::Poison::second}) {
      for (const ElementArray& contents : generators::fill(test, poison)) {
        for (std::int64_t i = 0; i < contents.size(); ++i) {
          hash = support::combine(hash, contents[i]);
        }
      }
    }
    cases += 1;
  }
};

void add_page(Digest& digest, const OpSpec& op, std::uint64_t count) {
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
}

}  // namespace

/// Usage: generators_digest [CASES-PER-RECIPE]. Prints "HASH COUNT".
int main(int argc, char** argv) {
  std::uint64_t count = 2;
  if (argc > 1) {
    const char* end = argv[1] + std::strlen(argv[1]);
    if (std::from_chars(argv[1], end, count).ptr != end) {
      fmt::print(stderr, "generators_digest: '{}' is no number of cases\n", argv[1]);
      return 2;
    }
  }
  Digest digest;
  add_page(digest, generators::sample_page(), count);
  for (const OpSpec& op : all_ops()) add_page(digest, op, count);
  fmt::print("{:016x} {}\n", digest.hash, digest.cases);
  return 0;
}
