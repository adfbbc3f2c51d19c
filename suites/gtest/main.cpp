// SPDX-License-Identifier: Apache-2.0
// assay-suite: the conformance suite as a GoogleTest program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runners/backend/loaded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "suites/gtest/options.hpp"
#include "suites/gtest/page_tests.hpp"

namespace {

/// GoogleTest knows its own variables and not Bazel's.
void adopt_bazel_shards() {
  for (const std::string name : {"TOTAL_SHARDS", "SHARD_INDEX", "SHARD_STATUS_FILE"}) {
    const char* value = std::getenv(("TEST_" + name).c_str());
    if (value != nullptr) setenv(("GTEST_" + name).c_str(), value, 0);
  }
}

int run(int argc, char** argv) {
  using namespace assay;
  adopt_bazel_shards();
  runners::require_plain_floating_point();
  const auto is_help = [](std::string_view text) { return text == "--help" || text == "-h"; };
  if (std::any_of(argv + 1, argv + argc, is_help)) fmt::print("{}", suites::help_text());
  testing::InitGoogleTest(&argc, argv);
  const suites::Options options = suites::parse_options(argc, argv);
  runners::executable_backend(options.backend);
  const auto shared = std::make_shared<suites::Shared>(options);
  suites::register_constraints(shared);
  // A backend that does not load shall say so once, not in every test.
  if (!testing::GTEST_FLAG(list_tests) && !options.help) shared->backend();
  return RUN_ALL_TESTS();
}

int say(const std::exception& error, int exit_code) {
  fmt::print(stderr, "assay-suite: {}\n", error.what());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const assay::runners::UsageError& error) {
    return say(error, assay::exit_usage);
  } catch (const std::exception& error) {
    return say(error, assay::exit_infra);
  }
}
