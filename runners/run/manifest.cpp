// SPDX-License-Identifier: Apache-2.0
#include "runners/run/manifest.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>
#include <tuple>
#include <utility>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/numerics/libraries.hpp"
#include "reference/support/atomic_file.hpp"
#include "reference/support/digest.hpp"
#include "reference/support/text.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/seal.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/library.hpp"
#include "runners/support/build_facts.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/machine_facts.hpp"
#include "runners/support/provenance.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
constexpr const char* schema = "assay-run";

std::string text_of(const fs::path& path) {
  std::ifstream in = open_if_there(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

Manifest environment_of(const RunInfo& info) {
  Manifest libraries = Manifest::object();
  libraries["HDF5"] = golden::library_version();
  for (const auto& [name, version] : numerics::library_versions()) libraries[name] = version;
  return {{"command", info.command},
          {"started", info.started},
          {"host", info.host},
          {"run", info.id},
          {"program",
           {{"version", program_version()},
            {"commit", program_commit()},
            {"compiler", program_compiler()},
            {"libraries", std::move(libraries)}}},
          {"machine",
           {{"system", support::printable(system_name())},
            {"kernel", support::printable(kernel_name())},
            {"processor", support::printable(processor_name())},
            {"processors", std::thread::hardware_concurrency()}}}};
}

std::string absolute(const std::string& file) {
  return file.empty() ? file : fs::absolute(file).lexically_normal().string();
}

template <typename T>
Manifest json_of(const std::optional<T>& value) {
  return value ? Manifest(*value) : Manifest();
}

template <typename T>
void read_optional(const Manifest& json, std::optional<T>& value) {
  if (!json.is_null()) value = json.get<T>();
}

Manifest json_of_support(const SupportList& list) {
  return {{"combinations", list.combinations}, {"reasons", list.reasons}};
}

SupportList support_in(const Manifest& options) {
  SupportList list;
  if (!options.contains("support")) return list;
  options.at("support").at("combinations").get_to(list.combinations);
  options.at("support").at("reasons").get_to(list.reasons);
  return list;
}

void add_library(Manifest& json, const RunState& state) {
  json["sdk"] = json_of_library(state.tested.sdk);
  json["left_out"] = text_of_positions(state.left_out);
  json["cases_left_out"] = state.left_out.size();
  json["ops_left_out"] = state.ops_left_out;
}

Manifest options_json(const RunOptions& options, const RunState& state, bool keeps_names) {
  const CaseSelection& cases = state.cases;
  const TestedBackends& tested = state.tested;
  std::vector<std::string> rivals;
  for (std::size_t i = 1; i < tested.backends.size(); ++i)
    rivals.push_back(tested.backends[i].text());
  Manifest json{{"suite", cases.suite},
                {"op", json_of(cases.op_pattern)},
                {"targets", cases.targets},
                {"dtypes", cases.dtypes},
                {"cases", json_of(cases.count)},
                {"seed", json_of(cases.seed)},
                {"case", keeps_names || cases.names.empty() ? "" : cases.names.front()},
                {"cases_from", keeps_names},
                {"backend", tested.backends.front().text()},
                {"rivals", rivals},
                {"builds", tested.builds},
                {"batch", options.execution.batch},
                {"device", json_of(options.execution.device)},
                {"memory", json_of(options.execution.memory)},
                {"waivers", absolute(options.context.waivers)},
                {"history", absolute(options.context.history)},
                {"baseline", absolute(options.context.baseline)},
                {"today", options.context.today},
                {"timeout_ms", options.execution.timeout.count()},
                {"accuracy", absolute(options.demands.accuracy)},
                {"choices", absolute(options.demands.choices)},
                {"tiles", name_of(options.files.tiles.kept)},
                {"tiles_budget_mb", json_of(options.files.tiles.budget_mb)},
                {"shrink", options.execution.shrink},
                {"shuffle", options.share.shuffle},
                {"repeat", options.execution.repeat},
                {"rerun", options.execution.rerun}};
  if (cases.inputs.any()) {
    json["inputs"] = {{"form", json_of(cases.inputs.form)},
                      {"to", json_of(cases.inputs.to)},
                      {"attributes", cases.inputs.attributes},
                      {"sample", json_of(cases.inputs.sample)}};
  }
  if (options.files.junit) json["junit"] = reports::name_of(*options.files.junit);
  if (tested.errata) json["errata"] = tested.errata->text();
  if (options.demands.strict) json["strict"] = true;
  if (options.share.replicate > 0) json["replicate_millionths"] = options.share.replicate;
  if (cases.signatures == SignatureChoice::few) json["signatures"] = "few";
  if (!options.execution.confirm) json["confirm"] = false;
  json["min_judged"] = options.demands.min_judged;
  if (options.demands.min_judged_given) json["min_judged_given"] = true;
  if (!options.files.freeze_support.empty())
    json["freeze_support"] = absolute(options.files.freeze_support);
  if (!options.demands.support.combinations.empty())
    json["support"] = json_of_support(options.demands.support);
  if (!cases.judged.empty()) {
    json["judged"] = cases.judged;
    json["judged_version"] = cases.judged_version;
  }
  if (!tested.sdk.include.empty()) add_library(json, state);
  return json;
}

/// Where two were the most, one had a member of its own.
std::vector<std::string> rivals_of(const Manifest& options) {
  if (options.contains("rivals")) return options.at("rivals").get<std::vector<std::string>>();
  const std::string only = options.value("rival", "");
  return only.empty() ? std::vector<std::string>() : std::vector<std::string>{only};
}

std::optional<reports::JunitTests> junit_of(const Manifest& options) {
  const auto found = options.find("junit");
  if (found == options.end()) return std::nullopt;
  return reports::junit_tests_named(found->get<std::string>());
}

RunOptions options_from(const Manifest& json) {
  RunOptions options;
  json.at("suite").get_to(options.cases.suite);
  read_optional(json.at("op"), options.cases.op_pattern);
  json.at("targets").get_to(options.cases.targets);
  json.at("dtypes").get_to(options.cases.dtypes);
  read_optional(json.at("cases"), options.cases.count);
  read_optional(json.at("seed"), options.cases.seed);
  const auto one = json.at("case").get<std::string>();
  if (!one.empty()) options.cases.names = {one};
  options.tested.backends = {backend_named(json.at("backend").get<std::string>())};
  for (const std::string& rival : rivals_of(json))
    options.tested.backends.push_back(backend_named(rival));
  if (json.contains("builds")) json.at("builds").get_to(options.tested.builds);
  json.at("batch").get_to(options.execution.batch);
  read_optional(json.at("device"), options.execution.device);
  read_optional(json.at("memory"), options.execution.memory);
  json.at("waivers").get_to(options.context.waivers);
  json.at("history").get_to(options.context.history);
  json.at("baseline").get_to(options.context.baseline);
  json.at("today").get_to(options.context.today);
  options.execution.timeout = std::chrono::milliseconds(json.at("timeout_ms").get<std::int64_t>());
  json.at("accuracy").get_to(options.demands.accuracy);
  options.demands.choices = json.value("choices", "");
  options.files.tiles.kept = tile_choice_named(json.at("tiles").get<std::string>());
  read_optional(json.at("tiles_budget_mb"), options.files.tiles.budget_mb);
  json.at("shrink").get_to(options.execution.shrink);
  json.at("shuffle").get_to(options.share.shuffle);
  json.at("repeat").get_to(options.execution.repeat);
  json.at("rerun").get_to(options.execution.rerun);
  if (json.contains("inputs")) {
    const Manifest& inputs = json.at("inputs");
    read_optional(inputs.at("form"), options.cases.inputs.form);
    read_optional(inputs.at("to"), options.cases.inputs.to);
    inputs.at("attributes").get_to(options.cases.inputs.attributes);
    read_optional(inputs.at("sample"), options.cases.inputs.sample);
  }
  options.files.junit = junit_of(json);
  if (json.contains("errata")) {
    options.tested.errata = known_errata(json.at("errata").get<std::string>());
  }
  options.demands.strict = json.value("strict", false);
  options.share.replicate = json.value("replicate_millionths", std::uint64_t{0});
  if (json.value("signatures", "all") == "few") options.cases.signatures = SignatureChoice::few;
  options.execution.confirm = json.value("confirm", true);
  options.demands.min_judged = json.value("min_judged", options.demands.min_judged);
  options.demands.min_judged_given = json.value("min_judged_given", false);
  options.files.freeze_support = json.value("freeze_support", "");
  options.demands.support = support_in(json);
  options.cases.judged = json.value("judged", "");
  options.cases.judged_version = json.value("judged_version", "");
  if (json.contains("sdk")) options.tested.sdk = library_of(json.at("sdk"));
  return options;
}

std::vector<std::size_t> left_out_in(const Manifest& options) {
  if (!options.contains("sdk")) return {};
  return positions_of(options.at("left_out").get<std::string>());
}

/// The range that the command line accepts, too.
struct Range {
  const char* key;
  std::uint64_t least;
  std::uint64_t most;
};
constexpr std::array ranges{Range{"cases", 1, 100'000'000},
                            Range{"seed", 0, std::uint64_t{1} << 63U},
                            Range{"batch", 1, most_in_batch},
                            Range{"device", 0, 1'000'000},
                            Range{"memory", 0, std::uint64_t{1} << 50U},
                            Range{"timeout_ms", 1, 86'400'000},
                            Range{"repeat", 1, 1'000'000},
                            Range{"rerun", 0, 1'000'000},
                            Range{"replicate_millionths", 1, 1'000'000},
                            Range{"tiles_budget_mb", 1, 1'000'000'000}};

/// With a number beyond these a run would not end.
void require_range(const fs::path& file, const Manifest& json, const Range& range) {
  const auto found = json.find(range.key);
  if (found == json.end() || found->is_null()) return;
  if (found->is_number_unsigned()) {
    const auto value = found->get<std::uint64_t>();
    if (value >= range.least && value <= range.most) return;
  }
  throw UsageError(fmt::format("{}: {} is {}, and must be between {} and {}", file.string(),
                               range.key, found->dump(), range.least, range.most));
}

void require_ranges(const fs::path& file, const Manifest& manifest) {
  for (const Range& range : ranges) require_range(file, manifest.at("options"), range);
  const Manifest& shard = manifest.at("shard");
  require_range(file, shard, {"count", 1, 1'000'000});
  require_range(file, shard, {"index", 1, shard.at("count").get<std::uint64_t>()});
}

}  // namespace

void require_recordable(const Manifest& json) {
  try {
    static_cast<void>(json.dump());
  } catch (const Manifest::type_error&) {
    const std::string text = json.is_string() ? ": " + json.get<std::string>() : "";
    throw UsageError(fmt::format(
        "run.json cannot record what is not UTF-8, as a name of a file or the text of an option{}",
        text));
  }
}

Manifest manifest_of(const RunOptions& options, const RunState& state, const RunPlan& plan,
                     const std::vector<BackendInfo>& backends, const RunInfo& info) {
  std::string revisions;
  for (const BackendInfo& backend : backends) {
    revisions += (revisions.empty() ? "" : " and ") + backend.revision;
  }
  Manifest manifest{
      {"schema", schema},
      {"schema_version", reports::sealed_version},
      {"suite", info.suite},
      {"suite_version", info.suite_version},
      {"catalogue_revision", catalogue_revision},
      {"reference_version", reference_version},
      {"selection", plan.selection()},
      {"seed", plan.seed()},
      {"planned", plan.total()},
      {"suite_digest", plan.digest()},
      {"shard", {{"index", options.share.shard.index}, {"count", options.share.shard.count}}},
      {"backend", info.backend},
      {"backend_revision", revisions},
      {"accuracy_digest", support::sha256_of(accuracy_source(options.demands.accuracy))},
      {"options", options_json(options, state, plan.kept_names() != nullptr)},
      {"errata", info.errata},
      {"environment", environment_of(info)}};
  for (const auto& [key, value] :
       {std::pair("identity", options.board.identity), std::pair("reset", options.board.reset),
        std::pair("lost_boards", absolute(options.board.lost_boards))}) {
    if (!value.empty()) manifest["environment"][key] = value;
  }
  require_recordable(manifest);
  return manifest;
}

Manifest read_manifest(const fs::path& path) {
  Manifest manifest = reports::parsed_or_discarded(text_of(path));
  if (!manifest.is_object() || manifest.value("schema", Manifest()) != schema) {
    throw UsageError(fmt::format("{} is no manifest of a run", path.string()));
  }
  if (const Manifest version = manifest.value("schema_version", Manifest());
      version != reports::sealed_version && version != reports::first_sealed_version) {
    throw UsageError(fmt::format(
        "{} has schema version {}, and this program reads {} and {}; read the run with the assay "
        "that made it, or run again",
        path.string(), version.dump(), reports::first_sealed_version, reports::sealed_version));
  }
  std::string why;
  try {
    manifest = reports::unsealed(std::move(manifest));
    reports::require_whole_numbers(manifest);
    // Members that are read later are present, and of their type.
    static_cast<void>(std::tuple{tiles_in(manifest), builds_in(manifest), min_judged_in(manifest),
                                 support_demanded_in(manifest), junit_in(manifest),
                                 boards_in(manifest)});
    return manifest;
  } catch (const reports::Damage& damage) {
    why = damage.what();
  } catch (const std::exception&) {
    why = "something in it is missing or of another kind";
  }
  throw UsageError(
      fmt::format("{} is damaged: {}; start again in another folder", path.string(), why));
}

void write_manifest(const fs::path& path, const Manifest& manifest) {
  support::write_atomically("report", path, reports::sealed(manifest).dump(2) + "\n");
}

std::vector<std::string> rivals_in(const Manifest& manifest) {
  return rivals_of(manifest.at("options"));
}

std::map<std::string, std::string> builds_in(const Manifest& manifest) {
  const Manifest& options = manifest.at("options");
  std::vector<std::string> backends{options.at("backend").get<std::string>()};
  for (const std::string& rival : rivals_of(options)) backends.push_back(rival);
  const Manifest builds = options.value("builds", Manifest::array());
  std::map<std::string, std::string> flags;
  for (std::size_t i = 0; i < builds.size(); ++i) flags[backends.at(i)] = builds[i];
  return flags;
}

RunStart resumed_run(const RunOptions& given) {
  const RunFolder folder = RunFolder::existing(given.resume);
  try {
    const Manifest manifest = read_manifest(folder.manifest());
    require_ranges(folder.manifest(), manifest);
    RunOptions options = options_from(manifest.at("options"));
    manifest.at("shard").at("index").get_to(options.share.shard.index);
    manifest.at("shard").at("count").get_to(options.share.shard.count);
    const Manifest& environment = manifest.at("environment");
    environment.at("command").get_to(options.command_line);
    options.board.identity = environment.value("identity", "");
    options.board.reset = environment.value("reset", "");
    options.board.lost_boards = environment.value("lost_boards", "");
    if (manifest.at("options").at("cases_from").get<bool>())
      options.cases.names_file = folder.names();
    options.files.out = options.resume = given.resume;
    options.execution.jobs = given.execution.jobs;
    options.limits = given.limits;
    options.console = given.console;
    options.tested.sdk.quiet = given.console.quiet;
    return {std::move(options), left_out_in(manifest.at("options"))};
  } catch (const Manifest::exception&) {
    throw UsageError(
        fmt::format("{} is damaged; start again in another folder", folder.manifest().string()));
  }
}

std::size_t min_judged_in(const Manifest& manifest) {
  const Manifest& options = manifest.at("options");
  const bool named = options.value("cases_from", false) || !options.value("case", "").empty();
  return named && !options.contains("judged") ? 0 : options.value("min_judged", std::size_t{0});
}

std::optional<reports::JunitTests> junit_in(const Manifest& manifest) {
  return junit_of(manifest.at("options"));
}

SupportList support_demanded_in(const Manifest& manifest) {
  return support_in(manifest.at("options"));
}

Manifest read_summary(const fs::path& run) {
  const fs::path path = run / "summary.json";
  if (!fs::exists(path)) return {};
  Manifest summary = reports::parsed_or_discarded(text_of(path));
  std::string why = "it is no object of JSON";
  try {
    // Before there were checks they were not there.
    if (summary.is_object() && !summary.contains("check")) return summary;
    if (summary.is_object()) return reports::unsealed(std::move(summary));
  } catch (const reports::Damage& damage) {
    why = damage.what();
  }
  throw UsageError(
      fmt::format("{} is damaged: {}; remove it, and 'assay run --resume {}' makes it "
                  "again",
                  path.string(), why, run.string()));
}

RunInfo recorded_info(const fs::path& run) {
  const fs::path path = run / "run.json";
  try {
    const Manifest manifest = read_manifest(path);
    const Manifest& environment = manifest.at("environment");
    const auto text = [](const char* key, const Manifest& json) {
      return support::printable(json.at(key).get<std::string>());
    };
    RunInfo info;
    info.suite = text("suite", manifest);
    info.suite_version = text("suite_version", manifest);
    info.backend = text("backend", manifest);
    manifest.at("seed").get_to(info.seed);
    info.strict = manifest.at("options").value("strict", false);
    info.part = manifest.at("shard").value("count", 1) > 1;
    info.min_judged = info.part ? 0 : min_judged_in(manifest);
    info.min_judged_given = manifest.at("options").value("min_judged_given", false);
    if (!info.part) info.support = support_demanded_in(manifest);
    info.limited = manifest.at("options").value("cases_left_out", info.limited);
    info.ops_limited = manifest.at("options").value("ops_left_out", info.ops_limited);
    info.errata = manifest.value("errata", info.errata);
    info.command = text("command", environment);
    info.started = text("started", environment);
    info.host = text("host", environment);
    info.id = support::printable(environment.value("run", ""));
    manifest.at("planned").get_to(info.completion.planned);
    const Manifest summary = read_summary(run);
    if (summary.is_null()) return info;
    info.board_lost = summary.value("board_lost", info.board_lost);
    info.seconds = summary.at("environment").value("seconds", info.seconds);
    return info;
  } catch (const Manifest::exception&) {
    throw UsageError(fmt::format("{} is damaged; start again in another folder", path.string()));
  }
}

std::optional<std::string> differing_key(const Manifest& a, const Manifest& b,
                                         const std::set<std::string>& aside) {
  for (const auto& [key, value] : a.items()) {
    if (!aside.contains(key) && b.value(key, Manifest()) != value) return key;
  }
  for (const auto& [key, value] : b.items()) {
    if (!aside.contains(key) && !a.contains(key)) return key;
  }
  return std::nullopt;
}

void require_same(const Manifest& found, const Manifest& wanted, const std::string& folder) {
  const auto key = differing_key(wanted, found, {"environment", "tiles", "completion"});
  if (!key) return;
  throw UsageError(fmt::format(
      "the run in {} was begun with {} {}, and this program has {}; resume it with what began "
      "it, or start again in another folder",
      folder, *key, found.value(*key, Manifest()).dump(), wanted.value(*key, Manifest()).dump()));
}

}  // namespace assay::runners
