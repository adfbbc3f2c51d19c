// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/shard.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::uint64_t most_shards = 1'000'000;

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

/// Nothing where the prefix has no variables.
std::optional<Shard> shard_under(const std::string& prefix) {
  const std::string total = variable(prefix + "_TOTAL_SHARDS");
  if (total.empty()) return std::nullopt;
  const std::string place = variable(prefix + "_SHARD_INDEX");
  const auto count = number_in(total);
  const auto index = number_in(place);
  if (!count || !index || *index >= *count || *count > most_shards) {
    throw UsageError(
        fmt::format("{0}_TOTAL_SHARDS={1} and {0}_SHARD_INDEX={2} make no sense; the index counts "
                    "from 0 and is below the total",
                    prefix, total, place));
  }
  if (const std::string file = variable(prefix + "_SHARD_STATUS_FILE"); !file.empty()) {
    if (!std::ofstream(file, std::ios::app)) throw InfraError("cannot write " + file);
  }
  return Shard{*index + 1, *count};
}

}  // namespace

Shard shard_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto index = number_in(std::string_view(text).substr(0, slash));
    const auto count = number_in(std::string_view(text).substr(slash + 1));
    if (index && count && *index >= 1 && *index <= *count && *count <= most_shards) {
      return {*index, *count};
    }
  }
  throw UsageError(fmt::format("--shard '{}' is no part; give I/N, as in 1/4 to 4/4", text));
}

std::string shard_text(const Shard& shard) {
  return shard.count == 1 ? "" : fmt::format(" shard={}/{}", shard.index, shard.count);
}

std::string part_text(const Shard& part) {
  return fmt::format(" part={}/{}", part.index, part.count);
}

Shard shard_of_environment() {
  for (const char* prefix : {"GTEST", "TEST"}) {
    if (const auto shard = shard_under(prefix)) return *shard;
  }
  return {};
}

}  // namespace assay::runners
