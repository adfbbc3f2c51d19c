// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/own_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>
#include <system_error>

#include "golden/golden.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

/// The bytes of a file that show whether it is one of ours.
constexpr std::size_t head_bytes = 4096;

std::string head_of(const fs::path& path) {
  std::string head(head_bytes, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

bool names_assay(std::string head) {
  std::ranges::transform(head, head.begin(), [](unsigned char c) { return std::tolower(c); });
  return head.find("assay") != std::string::npos;
}

/// Tables of comma-separated values have nothing but their first line, the others our name.
bool is_ours(const std::string& head, std::string_view content) {
  const std::string_view line = content.substr(0, content.find('\n') + 1);
  constexpr std::size_t power = 32;
  return names_assay(head) || (line.size() > power && head.starts_with(line));
}

/// Whether something is there that a file could replace.
bool holds_something(const fs::path& out) {
  require_file_place(out);
  std::error_code error;
  if (!fs::exists(out, error)) return false;
  if (!fs::is_regular_file(out, error)) {
    throw UsageError(
        fmt::format("{} exists and is no file; name another with --out", out.string()));
  }
  return fs::file_size(out, error) > 0;
}

template <typename Open>
void refuse_others(const fs::path& out, const Open& open) {
  if (!holds_something(out)) return;
  try {
    open();
  } catch (const golden::FileError& error) {
    throw UsageError(fmt::format("{}; remove it or name another with --out", error.what()));
  }
}

}  // namespace

void require_own_report(const fs::path& out, std::string_view content) {
  require_file_place(out);
  std::error_code error;
  // A device or a pipe takes what comes.
  if (!fs::is_regular_file(out, error) || fs::file_size(out, error) == 0) return;
  if (is_ours(head_of(out), content)) return;
  throw UsageError(fmt::format("{} was not written by assay; remove it or name another with --out",
                               out.string()));
}

void require_own_golden(const fs::path& out) {
  refuse_others(out, [&] { golden::GoldenReader(out, find_op, false); });
}

void require_own_results(const fs::path& out) {
  refuse_others(out, [&] { golden::ResultReader(out, false); });
}

}  // namespace assay::runners
