// SPDX-License-Identifier: Apache-2.0
// Writes the HTML report of a synthetic run, to measure its size and how fast a browser opens it:
// assay-bench-report FILE CASES FAILING_PER_1000
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "reference/support/hash.hpp"
#include "reports/html/run_page.hpp"

namespace assay::bench {
namespace {

constexpr std::array dtypes{ElementType::f16, ElementType::f32, ElementType::bf16, ElementType::i8,
                            ElementType::u16};
constexpr std::array targets{"a2a3", "a5", "cpu"};
constexpr std::array plans{"uniform", "exponent", "specials", "extremes"};
constexpr int ops = 90;
constexpr int wrong_per_tile = 40;

/// Numbers that look random and are the same every time.
class Draw {
 public:
  explicit Draw(std::uint64_t key) : key_(key) {}
  std::int64_t below(std::int64_t limit) {
    const std::uint64_t word = support::mix(support::combine(key_, count_++));
    return static_cast<std::int64_t>(word % static_cast<std::uint64_t>(limit));
  }

 private:
  std::uint64_t key_;
  std::uint64_t count_ = 0;
};

WrongTile tile_of(Draw& draw, ElementType element, std::int64_t rows, std::int64_t cols) {
  WrongTile tile;
  tile.operand = "dst";
  tile.element = element;
  tile.rows = rows;
  tile.cols = cols;
  tile.valid_rows = rows - 1;
  tile.valid_cols = cols - 1;
  std::int64_t index = 0;
  for (int k = 0; k < wrong_per_tile; ++k) {
    index += 1 + draw.below(rows * cols / wrong_per_tile);
    if (index >= rows * cols) break;
    ++tile.wrong;
    tile.runs.insert(tile.runs.end(), {index, 1});
    tile.distances += static_cast<char>('a' + draw.below(26));
    WrongElement wrong{.index = index};
    wrong.expected = static_cast<std::uint64_t>(draw.below(256));
    wrong.got = wrong.expected + 1;
    wrong.ulp = 1;
    if (tile.elements.size() < 32) tile.elements.push_back(wrong);
  }
  return tile;
}

CaseRecord record_of(std::size_t number, std::int64_t failing_per_1000) {
  Draw draw(number);
  CaseRecord record;
  const ElementType element = dtypes[static_cast<std::size_t>(draw.below(dtypes.size()))];
  record.op = fmt::format("OP{}", draw.below(ops));
  record.form = "plain";
  record.target = targets[static_cast<std::size_t>(draw.below(targets.size()))];
  record.dtype = name_of(element);
  record.dtypes = fmt::format("{0},{0}", record.dtype);
  record.intent = draw.below(4) > 0 ? "inside" : fmt::format("edge.rule{}.largest", draw.below(8));
  record.plan = plans[static_cast<std::size_t>(draw.below(plans.size()))];
  record.backend = "synthetic";
  record.key = static_cast<std::uint32_t>(draw.below(std::int64_t{1} << 32));
  const std::int64_t rows = 16 + draw.below(49);
  const std::int64_t cols = 16 + draw.below(241);
  record.name = fmt::format("{}/plain/{}/{}/{}x{}/v{}x{}/{}@{:08x}", record.op, record.target,
                            record.dtypes, rows, cols, rows - 1, cols - 1, record.plan, record.key);
  record.verdict.compared = rows * cols;
  record.verdict.max_ulp = static_cast<double>(draw.below(512)) / 1024;
  if (draw.below(1000) >= failing_per_1000) return record;
  record.tiles = {tile_of(draw, element, rows, cols)};
  record.verdict.kind = VerdictKind::deviates;
  record.verdict.deviation = Deviation::value;
  record.verdict.wrong = record.tiles[0].wrong;
  record.verdict.reason =
      fmt::format("dst: {} of {} elements wrong, at ({}, {}): expected 0x1.{:06x}p+3, got inf",
                  record.verdict.wrong, rows * cols, rows / 2, cols / 2, draw.below(1 << 24));
  return record;
}

std::int64_t number_from(const char* text) {
  std::int64_t value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

}  // namespace
}  // namespace assay::bench

int main(int count, char** words) {
  if (count != 4) {
    std::cerr << "assay-bench-report: say FILE CASES FAILING_PER_1000\n";
    return 2;
  }
  std::vector<assay::CaseRecord> records;
  const auto cases = static_cast<std::size_t>(assay::bench::number_from(words[2]));
  for (std::size_t k = 0; k < cases; ++k) {
    records.push_back(assay::bench::record_of(k, assay::bench::number_from(words[3])));
  }
  const assay::RunInfo info{.suite = "synthetic",
                            .suite_version = "1",
                            .backend = "synthetic",
                            .command = "assay-bench-report",
                            .started = "2024-02-29T10:00:00Z",
                            .seconds = 3600,
                            .host = "none"};
  assay::reports::write_html(words[1], records, info);
  return 0;
}
