// SPDX-License-Identifier: Apache-2.0
// Progress lines of a long run: an op at a time, with its findings.
#include "runners/run/op_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::runners {
namespace {

/// The report has all of them.
constexpr std::size_t most_findings = 3;

}  // namespace

void print_op(std::ostream& out, const std::string& op, const Records& records,
              std::span<const reports::Finding> findings, std::size_t left) {
  const reports::Tally tally = reports::tally_of(records);
  out << fmt::format("{}: {}, {} judged, {} failed; {} to go\n", op,
                     reports::count_of(tally.total, "case"), tally.judged(), tally.failures(),
                     reports::count_of(left, "op"));
  for (const reports::Finding& one : findings.first(std::min(findings.size(), most_findings))) {
    out << fmt::format("  {} ({} failing)\n    {}\n", reports::printable(one.title), one.failing,
                       reports::printable(one.replay));
  }
  if (findings.size() <= most_findings) return;
  out << fmt::format("  and {} more\n",
                     reports::count_of(findings.size() - most_findings, "finding"));
}

}  // namespace assay::runners
