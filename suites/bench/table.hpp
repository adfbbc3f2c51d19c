// SPDX-License-Identifier: Apache-2.0
// The table of what was asked for and what was measured.
#pragma once

#include <string>
#include <vector>

namespace assay::bench {

struct Row {
  std::string what;
  std::string target;
  std::string measured;
  bool met;
};

/// At least `target` times as fast: "80x" against "113x".
Row at_least(const std::string& what, double target, double ratio);
/// At most `target` times as much.
Row at_most(const std::string& what, double target, double ratio);
/// At most `target` seconds.
Row at_most_seconds(const std::string& what, double target, double seconds);
/// At most `target` of all.
Row at_most_share(const std::string& what, double target, double share);

/// A share of the row above, without a target of its own.
Row part_of(const std::string& what, double ratio);

/// A Markdown table in columns of equal width; what missed its target says so.
std::string to_text(const std::vector<Row>& rows);

}  // namespace assay::bench
