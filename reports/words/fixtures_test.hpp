// SPDX-License-Identifier: Apache-2.0
// Hand-made records and files for the tests of the reports.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

inline constexpr const char* nasty = "a<b> & \"c\" 'd'";

inline CaseRecord record_with(VerdictKind kind, Deviation deviation = Deviation::none) {
  CaseRecord record;
  record.op = "TRSQRT";
  record.form = "plain";
  record.target = "a5";
  record.dtypes = "f16,f16";
  record.dtype = "f16";
  record.intent = "inside";
  record.plan = "uniform";
  record.backend = "simulator";
  record.name = "TRSQRT/plain/a5/f16,f16/16x16/v3x4/uniform@00000001";
  record.seconds = 0.25;
  record.verdict.kind = kind;
  record.verdict.deviation = deviation;
  if (kind != VerdictKind::conforms) record.verdict.reason = "a reason";
  return record;
}

/// Two wrong elements of a 3 x 4 tile.
inline WrongTile wrong_tile() {
  WrongTile tile;
  tile.operand = "dst";
  tile.element = ElementType::f16;
  tile.rows = 3;
  tile.cols = 4;
  tile.valid_rows = 2;
  tile.valid_cols = 3;
  tile.layout = TileLayout::NZ;
  tile.box_rows = 3;
  tile.box_cols = 2;
  tile.wrong = 2;
  tile.runs = {5, 2};
  tile.distances = "?a";
  WrongElement element{.index = 5, .expected = 0x3c00, .low = 0x3c00, .high = 0x3c00};
  element.got = 0x7c00;
  element.ulp = std::numeric_limits<double>::infinity();
  WrongElement other{.index = 6, .accept = Accept::interval, .expected = 1, .low = 1, .high = 2};
  other.got = 3;
  other.other = 4;
  other.ulp = 0.5;
  tile.elements = {element, other};
  return tile;
}

inline CaseRecord flaky_record() {
  CaseRecord record = record_with(VerdictKind::flaky, Deviation::value);
  record.executions = 3;
  record.failed_executions = 2;
  return record;
}

/// One record of every verdict; six of them are failures.
inline std::vector<CaseRecord> one_of_each() {
  return {record_with(VerdictKind::conforms),
          record_with(VerdictKind::deviates, Deviation::value),
          record_with(VerdictKind::accepted_invalid),
          record_with(VerdictKind::rejected_valid),
          record_with(VerdictKind::crashed),
          record_with(VerdictKind::timed_out),
          flaky_record(),
          record_with(VerdictKind::unsupported),
          record_with(VerdictKind::target_defined),
          record_with(VerdictKind::distrusted),
          record_with(VerdictKind::infra)};
}

inline RunInfo run_info() {
  return {.suite = "smoke",
          .suite_version = "1",
          .backend = "simulator",
          .seed = 7,
          .command = "assay run --op 'T*' <x>",
          .started = "2024-02-29T10:00:00Z",
          .seconds = 2,
          .host = "board & co"};
}

/// A temporary directory that is removed with the object.
class Scratch {
 public:
  Scratch() {
    static std::atomic<int> serial{0};
    path_ = std::filesystem::temp_directory_path() /
            ("assay-reports-" + std::to_string(::getpid()) + "-" + std::to_string(serial++));
    std::filesystem::create_directory(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::filesystem::remove_all(path_); }

  std::filesystem::path file(const char* name) const { return path_ / name; }
  std::size_t count() const {
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path_)) ++files;
    return files;
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace assay::reports
