// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "golden/golden.hpp"
#include "reference/judge/verdict/verdict.hpp"
#include "reference/support/name_index.hpp"
#include "reference/support/text.hpp"
#include "runners/merge/diff_golden.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

enum class Kind : std::uint8_t { run, golden, results };

Kind kind_of(const fs::path& path) {
  if (!fs::exists(path)) {
    throw UsageError(fmt::format(
        "there is no {}; name the folder of a run, a golden or a result file", path.string()));
  }
  if (fs::is_directory(path) || path.extension() == ".jsonl") return Kind::run;
  try {
    golden::ResultReader results(path, false);
    return Kind::results;
  } catch (const golden::FileError&) {
    return Kind::golden;  // or neither, which opening it reports
  }
}

const char* name_of(Kind kind) {
  if (kind == Kind::run) return "a run";
  return kind == Kind::golden ? "a golden file" : "a result file";
}

using support::NameIndex;

/// Calls visit(i, j) for every name that both have, and lists the others.
template <typename NameA, typename NameB, typename Visit>
void pair_up(Diff& out, std::size_t count_a, const NameA& name_a, std::size_t count_b,
             const NameB& name_b, const Visit& visit) {
  const NameIndex in_a(count_a, name_a);
  const NameIndex in_b(count_b, name_b);
  out.cases_a = in_a.distinct();
  out.cases_b = in_b.distinct();
  for (std::size_t i = 0; i < count_a; ++i) {
    const std::string name = name_a(i);
    const std::optional<std::size_t> found = in_b.first(name);
    if (found) {
      visit(i, *found);
    } else {
      out.only_a.push_back(name);
    }
  }
  for (std::size_t i = 0; i < count_b; ++i) {
    const std::string name = name_b(i);
    if (!in_a.first(name)) out.only_b.push_back(name);
  }
}

void keep(Diff& out, CaseDifference difference) {
  if (!difference.notes.empty() || difference.element_count > 0) {
    out.cases.push_back(std::move(difference));
  }
}

void compare_results(CaseDifference& out, const golden::ResultCase& a, const golden::ResultCase& b,
                     std::size_t limit) {
  if (a.outcome.status != b.outcome.status) {
    out.notes.push_back(fmt::format("outcome: {}, {}", assay::name_of(a.outcome.status),
                                    assay::name_of(b.outcome.status)));
  }
  if (a.text != b.text) {
    const auto split = std::ranges::mismatch(a.text, b.text).in1 - a.text.begin();
    out.notes.push_back(fmt::format("printed text: differs from byte {} on", split));
  }
  for (std::size_t i = 0; i < a.outputs.size(); ++i) {
    const auto& [operand, contents] = a.outputs[i];
    const auto other =
        std::ranges::find(b.outputs, operand, &std::pair<std::string, ElementArray>::first);
    if (other == b.outputs.end()) {
      out.notes.push_back(fmt::format("output {}: only the first has it", operand));
    } else {
      compare_elements(out, operand, contents, other->second, a.widths[i], limit);
    }
  }
  for (const auto& [operand, contents] : b.outputs) {
    if (std::ranges::find(a.outputs, operand, &std::pair<std::string, ElementArray>::first) ==
        a.outputs.end()) {
      out.notes.push_back(fmt::format("output {}: only the second has it", operand));
    }
  }
}

Diff diff_results(const fs::path& a, const fs::path& b, std::size_t limit) {
  const golden::ResultReader left(a);
  const golden::ResultReader right(b);
  Diff out;
  pair_up(
      out, left.size(), [&](std::size_t i) { return left.name(i); }, right.size(),
      [&](std::size_t i) { return right.name(i); },
      [&](std::size_t i, std::size_t j) {
        CaseDifference found{.name = left.name(i), .notes = {}, .elements = {}};
        compare_results(found, left.read(i), right.read(j), limit);
        keep(out, std::move(found));
      });
  return out;
}

Diff diff_golden(const fs::path& a, const fs::path& b, std::size_t limit) {
  const golden::GoldenReader left(a);
  golden::GoldenReader right(b);
  right.read_beside(left);
  Diff out;
  pair_up(
      out, left.items(), [&](std::size_t i) { return left.item_name(i); }, right.items(),
      [&](std::size_t i) { return right.item_name(i); },
      [&](std::size_t i, std::size_t j) {
        CaseDifference found{.name = left.item_name(i), .notes = {}, .elements = {}};
        const golden::GoldenItem first = left.read_item(i);
        compare_items(found, first, right.read_item(j), limit);
        keep(out, std::move(found));
      });
  return out;
}

std::string ulp_of(const Verdict& verdict) {
  return verdict.max_ulp ? support::ulp_text(*verdict.max_ulp) : "none";
}

void compare_verdicts(CaseDifference& out, const Verdict& a, const Verdict& b) {
  const std::string left = verdict_text(a);
  const std::string right = verdict_text(b);
  if (left != right) out.notes.push_back(fmt::format("verdict: {}, {}", left, right));
  if (left == right && a.wrong != b.wrong) {
    out.notes.push_back(fmt::format("wrong elements: {}, {}", a.wrong, b.wrong));
  }
  if (ulp_of(a) != ulp_of(b)) {
    out.notes.push_back(fmt::format("worst distance: {}, {}", ulp_of(a), ulp_of(b)));
  }
}

/// A run: its records, and the result files of its backends, if it kept its tiles.
class RunSide {
 public:
  explicit RunSide(const fs::path& run) {
    RecordedRun found = read_run(run);
    say_stopped(found.info.completion);
    records_ = std::move(found.records);
    find_backends();
    if (!fs::is_directory(run)) return;
    for (std::size_t k = 0; fs::exists(run / name_of_results(k)); ++k) {
      files_.push_back(std::make_unique<golden::ResultReader>(run / name_of_results(k)));
      const golden::ResultReader& file = *files_.back();
      rows_.emplace_back(file.size(), [&file](std::size_t i) { return file.name(i); });
    }
  }

  std::size_t size() const { return records_.size(); }
  Verdict verdict(std::size_t i) const { return records_[i].verdict; }
  /// A case is there once for each backend.
  std::string name(std::size_t i) const {
    const std::size_t backend = backends_[i];
    return records_.name(i) + (backend == 0 ? "" : fmt::format(" (backend {})", backend + 1));
  }
  std::optional<golden::ResultCase> result(std::size_t i) const {
    const std::size_t backend = backends_[i];
    if (backend >= files_.size()) return std::nullopt;
    const std::optional<std::size_t> row = rows_[backend].first(records_.name(i));
    if (!row) return std::nullopt;
    return files_[backend]->read(*row);
  }

 private:
  void find_backends() {
    backends_.resize(records_.size());
    const NameIndex named(records_.size(), [&](std::size_t i) { return records_.name(i); });
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const std::vector<std::size_t> all = named.all(records_.name(i));
      backends_[i] = static_cast<std::uint32_t>(std::ranges::find(all, i) - all.begin());
    }
  }

  Records records_;
  std::vector<std::uint32_t> backends_;  ///< 0 or 1, by record
  std::vector<std::unique_ptr<golden::ResultReader>> files_;
  std::vector<NameIndex> rows_;
};

Diff diff_runs(const fs::path& a, const fs::path& b, std::size_t limit) {
  const RunSide left(a);
  const RunSide right(b);
  Diff out;
  pair_up(
      out, left.size(), [&](std::size_t i) { return left.name(i); }, right.size(),
      [&](std::size_t i) { return right.name(i); },
      [&](std::size_t i, std::size_t j) {
        CaseDifference found{.name = left.name(i), .notes = {}, .elements = {}};
        compare_verdicts(found, left.verdict(i), right.verdict(j));
        const auto result_a = left.result(i);
        const auto result_b = right.result(j);
        if (result_a && result_b) compare_results(found, *result_a, *result_b, limit);
        keep(out, std::move(found));
      });
  return out;
}

}  // namespace

Diff diff(const fs::path& a, const fs::path& b, std::size_t limit) {
  const Kind left = kind_of(a);
  const Kind right = kind_of(b);
  if (left != right) {
    if (left == Kind::golden) const golden::GoldenReader opens(a);
    if (right == Kind::golden) const golden::GoldenReader opens(b);
    throw UsageError(fmt::format("{} is {} and {} {}; name two of a kind", a.string(),
                                 name_of(left), b.string(), name_of(right)));
  }
  if (left == Kind::run) return diff_runs(a, b, limit);
  return left == Kind::golden ? diff_golden(a, b, limit) : diff_results(a, b, limit);
}

}  // namespace assay::runners
