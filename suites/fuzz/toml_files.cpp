// SPDX-License-Identifier: Apache-2.0
// Waivers, errata of users, suites, lists of what is supported, profiles of builds and of accuracy.
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/profiles/own_errata.hpp"
#include "runners/cases/profiles/support_file.hpp"
#include "runners/sdk/source/profile.hpp"
#include "runners/support/errors.hpp"
#include "runners/triage/waivers.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {

bool read(Input input) {
  constexpr std::size_t readers = 6;
  const auto [reader, rest] = choice_of(input, readers);
  const std::string text(text_of(rest));
  const std::string file = "fuzz.toml";
  try {
    if (reader == 0) runners::parse_waivers(text, file);
    if (reader == 1) runners::parse_own_errata(text, file);
    if (reader == 2) runners::parse_suite(text, file);
    if (reader == 3) runners::parse_support(text, file);
    if (reader == 4) runners::sdk::parse_profile(text, file);
    if (reader == 5) runners::AccuracyProfile::parse(text, file, runners::accuracy_keys());
    return true;
  } catch (const runners::UsageError&) {
    return false;
  }
}

}  // namespace assay::fuzz
