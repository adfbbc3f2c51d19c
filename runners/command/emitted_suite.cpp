// SPDX-License-Identifier: Apache-2.0
// The signatures of a plan as a folder of tests for an assembler or a compiler.
#include "runners/command/emitted_suite.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
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

/// A planned case, reduced to what decides whether it has a file.
struct Planned {
  std::string signature;
  Demand demand;
  std::string lacks;
};

/// Types are enough: only an illegal case is drawn in full, which costs little.
std::optional<Case> types_of(const SuiteCases& suite, std::uint64_t index) {
  const generators::Recipe& recipe = suite.recipe_of(index);
  if (!recipe.intent.legal()) {
    std::optional<StoredCase> stored = suite.draw(index);
    if (!stored) return std::nullopt;
    return std::move(stored->test);
  }
  std::optional<Call> call = suite.draw_types(index);
  if (!call) return std::nullopt;
  Case types;
  types.call = *std::move(call);
  types.intent = recipe.intent;
  return types;
}

std::optional<Planned> planned_from(const SuiteCases& suite, std::uint64_t index,
                                    Language language) {
  const std::optional<Case> types = types_of(suite, index);
  if (!types) return std::nullopt;
  std::optional<std::string> signature = sdk::signature_of(*types);
  if (!signature) return std::nullopt;
  return Planned{*std::move(signature), demand_of(*types, language),
                 source_of(*types, language).lacks};
}

/// A signature, and the positions of its cases that demand most of it: legal ones before illegal
/// ones before those that demand nothing.
struct Group {
  Planned planned;
  std::vector<std::size_t> positions;
};

/// Signatures in the order of the plan.
class Groups {
 public:
  void add(Planned planned, std::size_t position) {
    const auto [place, is_new] = places_.try_emplace(planned.signature, all_.size());
    if (is_new) return all_.push_back({std::move(planned), {position}});
    Group& group = all_[place->second];
    if (planned.demand.kind > group.planned.demand.kind) return;
    if (planned.demand.kind < group.planned.demand.kind) group = {std::move(planned), {}};
    group.positions.push_back(position);
  }
  const std::vector<Group>& all() const { return all_; }
  bool contains(const std::string& signature) const { return places_.contains(signature); }

 private:
  std::vector<Group> all_;
  std::unordered_map<std::string, std::size_t> places_;
};

/// Why a signature has no file; empty if it has one.
std::string reason_of(const Planned& planned) {
  if (!planned.lacks.empty()) return "no " + planned.lacks;
  return planned.demand.kind == Demand::Kind::open ? planned.demand.reason : "";
}

/// A file and the signature that it shows.
struct Made {
  std::string signature;
  EmittedFile file;
};

/// The first case of a group that is drawn with its types; where none is, the first that is drawn
/// with others.
std::optional<Made> made_from(const RunPlan& plan, const Group& group, Language language) {
  std::optional<Case> found;
  std::string signature;
  for (const std::size_t position : group.positions) {
    std::optional<StoredCase> stored = plan.draw(position);
    if (!stored) continue;
    std::string own = sdk::signature_of(stored->test).value_or("");
    const bool same = own == group.planned.signature;
    if (found && !same) continue;
    found = std::move(stored->test);
    signature = std::move(own);
    if (same) break;
  }
  if (!found) return std::nullopt;
  const Source source = source_of(*found, language);
  if (!source.lacks.empty()) return std::nullopt;
  return Made{std::move(signature),
              {.file = {},
               .op = found->form().op,
               .form = found->form().name,
               .target = std::string(name_of(found->call.target)),
               .name = found->name,
               .refused = group.planned.demand.kind == Demand::Kind::refuse,
               .constraint = found->intent.legal() ? "" : found->intent.constraint,
               .text = file_of(*found, group.planned.demand, language, source.text)}};
}

/// Work on all processors, whose results are taken in order.
template <typename Result>
class Parallel : public OrderedWork<Result> {
 public:
  Parallel(std::size_t count, const std::function<Result(std::size_t)>& make)
      : OrderedWork<Result>(count, most_waiting,
                            std::vector(std::max(1U, std::thread::hardware_concurrency()), make)) {}
};

Groups groups_of(const RunPlan& plan, const SuiteCases& suite, Language language) {
  Progress progress(plan.size(), isatty(STDERR_FILENO) != 0);
  Parallel<std::optional<Planned>> work(plan.size(), [&](std::size_t position) {
    return planned_from(suite, plan.index_of(position), language);
  });
  Groups groups;
  for (std::size_t position = 0; work.more(); ++position) {
    stop_if_interrupted(nothing_written);
    if (auto planned = work.take()) groups.add(*std::move(planned), position);
    progress.step();
  }
  return groups;
}

void add_files(EmittedSuite& suite, const RunPlan& plan, const Groups& groups,
               const std::vector<const Group*>& written) {
  Progress progress(written.size(), isatty(STDERR_FILENO) != 0, "files");
  Parallel<std::optional<Made>> work(written.size(), [&](std::size_t number) {
    return made_from(plan, *written[number], suite.language);
  });
  std::map<std::string, int> numbers;
  std::set<std::string> others;
  for (std::size_t number = 0; work.more(); ++number) {
    stop_if_interrupted(nothing_written);
    std::optional<Made> made = work.take();
    progress.step();
    if (!made) continue;
    const bool same = made->signature == written[number]->planned.signature;
    if (!same && groups.contains(made->signature)) continue;
    if (!same && !others.insert(made->signature).second) continue;
    EmittedFile& file = made->file;
    const std::string place = fmt::format("{}/{}/{}", file.target, file.op, file.form);
    file.file = fmt::format("{}_{:04}.{}", place, ++numbers[place], name_of(suite.language));
    suite.files.push_back(std::move(file));
  }
}

}  // namespace

std::size_t EmittedSuite::refused() const {
  return static_cast<std::size_t>(std::ranges::count(files, true, &EmittedFile::refused));
}

EmittedSuite emitted_suite_of(const RunPlan& plan, Language language) {
  const auto* calls = plan.cases_as<SuiteCases>();
  if (calls == nullptr) {
    throw UsageError(
        plan.has_programs()
            ? fmt::format("emit writes single calls, and {} has programs", plan.suite())
            : fmt::format("emit writes many calls, and {} has every input of few; name a suite "
                          "such as smoke",
                          plan.suite()));
  }
  const Groups groups = groups_of(plan, *calls, language);
  EmittedSuite suite{language, plan.seed(), plan.selection(), {}, {}};
  std::vector<const Group*> written;
  for (const Group& group : groups.all()) {
    const std::string reason = reason_of(group.planned);
    if (reason.empty()) {
      written.push_back(&group);
      continue;
    }
    Unwritten& unwritten = suite.unwritten[reason];
    ++unwritten.signatures;
    unwritten.ops.emplace(plan.op_of(group.positions.front()));
  }
  add_files(suite, plan, groups, written);
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
