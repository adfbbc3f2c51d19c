// SPDX-License-Identifier: Apache-2.0
// Lines of journals of runs and sweeps, whole journals, and the spool next to them.
#include <stdexcept>

#include "reports/text/record_json.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/trial_store.hpp"
#include "runners/support/errors.hpp"
#include "runners/sweep/journal.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {
namespace {

void read_part(const std::string& line) {
  try {
    runners::part_from_line(line);
  } catch (const std::exception& error) {
    throw std::runtime_error(error.what());
  }
}

void read_spool(const std::string& path) {
  const runners::TrialStore spool(path);
  for (std::size_t number = 0; number < spool.size(); ++number) spool.read(number);
}

}  // namespace

bool read(Input input) {
  constexpr std::size_t readers = 4;
  const auto [reader, rest] = choice_of(input, readers);
  const std::string text(text_of(rest));
  try {
    if (reader == 0) reports::from_json_line(text);
    if (reader == 1) read_part(text);
    if (reader == 2) runners::read_records(MemoryFile(rest).path());
    if (reader == 3) read_spool(MemoryFile(rest).path());
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace assay::fuzz
