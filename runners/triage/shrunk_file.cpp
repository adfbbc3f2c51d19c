// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/shrunk_file.hpp"

#include <filesystem>

#include "golden/golden.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {

void keep_shrunk(const std::string& file, const std::vector<StoredCase>& cases,
                 const ToleranceLookup& tolerances, const std::string& version) {
  std::vector<golden::GoldenCase> all;
  if (std::filesystem::exists(file)) {
    const golden::GoldenReader reader(file);
    for (std::size_t i = 0; i < reader.size(); ++i) all.push_back(reader.read(i));
  }
  for (const StoredCase& one : cases) {
    all.push_back({one.test, one.before, expected_of(one.test, one.before, tolerances)});
  }
  golden::GoldenWriter writer(file, provenance_of(0, "shrunk", version));
  for (golden::GoldenCase& one : all) writer.add(std::move(one));
  writer.finish();
}

}  // namespace assay::runners
