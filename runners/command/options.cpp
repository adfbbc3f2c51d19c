// SPDX-License-Identifier: Apache-2.0
#include "runners/command/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runners/support/errors.hpp"

namespace assay::runners {

std::chrono::milliseconds deadline_of(double seconds) {
  constexpr double most = 86400;
  if (!(seconds >= 0.001 && seconds <= most)) {
    throw UsageError("--timeout must be between 0.001 and 86400 seconds");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::uint64_t positive(const char* option, std::int64_t value, std::int64_t most) {
  if (value < 1 || value > most) {
    throw UsageError(fmt::format("{} must be between 1 and {}, not {}", option, most, value));
  }
  return static_cast<std::uint64_t>(value);
}

std::uint64_t seed_of(std::int64_t value) {
  if (value < 0) throw UsageError(fmt::format("--seed must not be negative, {} is", value));
  return static_cast<std::uint64_t>(value);
}

unsigned device_of(std::int64_t value) {
  constexpr std::int64_t most = 1'000'000;
  if (value >= 0 && value <= most) return static_cast<unsigned>(value);
  throw UsageError(fmt::format("--device must be between 0 and {}, not {}", most, value));
}

std::uint64_t memory_of(double gib) {
  constexpr double most = 1 << 20;
  constexpr double least = 0.0625;
  if (gib == 0) return 0;
  if (gib >= least && gib <= most) return static_cast<std::uint64_t>(gib * (1 << 30));
  throw UsageError(
      fmt::format("--memory must be 0 or between {} and {} GiB, not {}", least, most, gib));
}

void refuse_empty(const CLI::App& app, const char* option, const std::string& value) {
  if (app.count(option) > 0 && value.empty()) {
    throw UsageError(fmt::format("{} is empty; give it a value or leave it out", option));
  }
}

bool is_json(const std::string& format) {
  if (format == "text" || format == "json") return format == "json";
  throw UsageError(fmt::format("unknown format '{}'; use text or json", format));
}

void add_selection(CLI::App& app, Texts& texts) {
  app.add_option(
      "--op", texts.op,
      "Ops to take: mnemonics or shell patterns, with commas between them ('TROW*,TCOL*')");
  app.add_option("--target", texts.targets, "Targets to take: a2a3,a5,cpu");
  app.add_option("--dtype", texts.dtypes, "Element types of the lead operand to take: f16,u32,...");
}

std::shared_ptr<std::string> add_shard(CLI::App& app) {
  auto shard = std::make_shared<std::string>();
  app.add_option("--shard", *shard,
                 "I/N: every N-th case from the I-th on; 'assay merge' makes the whole of them");
  return shard;
}

void add_context_options(CLI::App& app, ContextOptions& options) {
  app.add_option("--waivers", options.waivers, "TOML file of known failures that may not fail it");
  app.add_option("--history", options.history, "Folder with a small file per past night");
  app.add_option("--today", options.today, "Day for the waivers, instead of the day it is");
}

void add_page_options(CLI::App& app, ContextOptions& options) {
  add_context_options(app, options);
  app.add_option("--baseline", options.baseline,
                 "Earlier run, a folder or a journal: what is not in it is new");
}

std::shared_ptr<std::string> add_errata_options(CLI::App& app, bool& strict) {
  const auto text = std::make_shared<std::string>();
  app.add_option(
      "--errata", *text,
      "Known deviations that are no failures: none, all, or NAME[,NAME] of implementations "
      "and numbers ('assay errata'), or FILE.toml with your own; default: none, of sdk those of "
      "its profile");
  app.add_flag("--strict", strict,
               "Fail on known deviations, and on errata in effect that never show");
  return text;
}

TextFormat text_format_named(const std::string& name) {
  if (name == "text") return TextFormat::text;
  if (name == "json") return TextFormat::json;
  if (name == "markdown") return TextFormat::markdown;
  throw UsageError(fmt::format("unknown format '{}'; use text, json or markdown", name));
}

}  // namespace assay::runners
