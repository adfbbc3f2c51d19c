// SPDX-License-Identifier: Apache-2.0
// The signatures of a plan as a folder of tests for an assembler or a compiler.
#include "runners/command/emitted_suite.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <thread>
#include <unordered_map>
#include <utility>

#include "generators/generate.hpp"
#include "reference/support/atomic_file.hpp"
#include "runners/sdk/compile/needs.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

/// Drawn cases that wait for their turn at most.
constexpr std::size_t most_waiting = 512;
constexpr const char* nothing_written = "no file was written";

/// A drawn case, reduced to what a file needs.
struct Drawn {
  std::string signature;
  Demand demand;
  Source source;
  EmittedFile file;
};

std::optional<Drawn> drawn_from(const RunPlan& plan, std::size_t position, Language language) {
  const std::optional<StoredCase> stored = plan.draw(position);
  if (!stored) return std::nullopt;
  const Case& test_case = stored->test;
  const std::optional<std::string> signature = sdk::signature_of(test_case);
  if (!signature) return std::nullopt;
  Drawn drawn{*signature, demand_of(test_case), source_of(test_case, language), {}};
  drawn.file = {.file = {},
                .op = test_case.form().op,
                .form = test_case.form().name,
                .target = std::string(name_of(test_case.call.target)),
                .name = test_case.name,
                .refused = drawn.demand.kind == Demand::Kind::refuse,
                .constraint = test_case.intent.legal() ? "" : test_case.intent.constraint,
                .text = {}};
  if (drawn.source.lacks.empty()) {
    drawn.file.text = file_of(test_case, drawn.demand, language, drawn.source.text);
  }
  return drawn;
}

/// Signatures in the order of the plan, each with the case that demands most of it: a legal one
/// before an illegal one before one that demands nothing.
class Signatures {
 public:
  void add(Drawn drawn) {
    const auto [place, is_new] = places_.try_emplace(drawn.signature, all_.size());
    if (is_new) {
      all_.push_back(std::move(drawn));
    } else if (drawn.demand.kind < all_[place->second].demand.kind) {
      all_[place->second] = std::move(drawn);
    }
  }
  std::vector<Drawn>& all() { return all_; }

 private:
  std::vector<Drawn> all_;
  std::unordered_map<std::string, std::size_t> places_;
};

std::string reason_of(const Drawn& drawn) {
  if (!drawn.source.lacks.empty()) return "no " + drawn.source.lacks;
  return drawn.demand.kind == Demand::Kind::open ? drawn.demand.reason : "";
}

}  // namespace

std::size_t EmittedSuite::refused() const {
  return static_cast<std::size_t>(std::ranges::count(files, true, &EmittedFile::refused));
}

EmittedSuite emitted_suite_of(const RunPlan& plan, Language language) {
  if (plan.has_programs()) {
    throw UsageError(fmt::format("emit writes single calls, and {} has programs", plan.suite()));
  }
  Progress progress(plan.size(), isatty(STDERR_FILENO) != 0);
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  OrderedWork<std::optional<Drawn>> work(
      plan.size(), most_waiting,
      std::vector<OrderedWork<std::optional<Drawn>>::Maker>(
          threads, [&](std::size_t position) { return drawn_from(plan, position, language); }));
  Signatures signatures;
  while (work.more()) {
    stop_if_interrupted(nothing_written);
    std::optional<Drawn> drawn = work.take();
    if (drawn) signatures.add(std::move(*drawn));
    progress.step();
  }
  EmittedSuite suite{language, plan.seed(), plan.selection(), {}, {}};
  std::map<std::string, int> numbers;
  for (Drawn& drawn : signatures.all()) {
    EmittedFile& file = drawn.file;
    if (const std::string reason = reason_of(drawn); !reason.empty()) {
      Unwritten& unwritten = suite.unwritten[reason];
      ++unwritten.signatures;
      unwritten.ops.insert(file.op);
      continue;
    }
    const std::string place = fmt::format("{}/{}/{}", file.target, file.op, file.form);
    file.file = fmt::format("{}_{:04}.{}", place, ++numbers[place], name_of(language));
    suite.files.push_back(std::move(file));
  }
  return suite;
}

std::string index_of(const EmittedSuite& suite) {
  using Json = nlohmann::ordered_json;
  Json files = Json::array();
  for (const EmittedFile& one : suite.files) {
    Json file{{"file", one.file}, {"op", one.op},
              {"form", one.form}, {"target", one.target},
              {"case", one.name}, {"demand", one.refused ? "refuse" : "take"}};
    if (!one.constraint.empty()) file["constraint"] = one.constraint;
    files.push_back(std::move(file));
  }
  Json unwritten = Json::array();
  for (const auto& [reason, one] : suite.unwritten) {
    unwritten.push_back({{"reason", reason}, {"signatures", one.signatures}, {"ops", one.ops}});
  }
  const Json json{{"schema", "assay-emit"},
                  {"schema_version", 1},
                  {"suite_version", generators::suite_version},
                  {"as", name_of(suite.language)},
                  {"seed", suite.seed},
                  {"selection", suite.selection},
                  {"files", std::move(files)},
                  {"unwritten", std::move(unwritten)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_suite(const EmittedSuite& suite, NewFolder& folder) {
  for (const EmittedFile& one : suite.files) {
    stop_if_interrupted(nothing_written);
    folder.write(one.file, one.text);
  }
  folder.write("lit.cfg.py", embedded_file("runners/assembly/lit.cfg.py"));
  folder.write("bin/not", embedded_file("runners/assembly/not.py"));
  std::filesystem::permissions(folder.file("bin/not"), std::filesystem::perms::owner_exec,
                               std::filesystem::perm_options::add);
  // The index comes last: a folder without it is not whole.
  support::write_atomically("file", folder.file("index.json"), index_of(suite));
}

}  // namespace assay::runners
