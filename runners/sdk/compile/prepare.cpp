// SPDX-License-Identifier: Apache-2.0
// A user's library compiled before it is called.
#include "runners/sdk/compile/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

#include "reference/support/atomic_file.hpp"
#include "runners/sdk/compile/assembler.hpp"
#include "runners/sdk/compile/broken_headers.hpp"
#include "runners/sdk/compile/cache.hpp"
#include "runners/sdk/compile/compilation.hpp"
#include "runners/sdk/source/spelling.hpp"

namespace assay::runners::sdk {
namespace {

/// Names of what was found to be lacking, in the folder of a cache.
constexpr const char* lacking_file = "lacks";
constexpr std::string_view tf32_name = "TF32";

std::string demand_on(ElementType element, const ElementNames& names) {
  assay_operand operand{};
  operand.element = static_cast<std::uint32_t>(element);
  return demands_of(operand, names);
}

Lacking unmet_in(const Compiler& compiler, const Cache& cache) {
  const ElementNames& names = cache.profile.elements;
  std::set<std::string> demands{std::string(tf32_demand)};
  for (const ElementFormat& format : all_formats()) {
    if (names.contains(name_of(format.type))) demands.insert(demand_on(format.type, names));
  }
  const std::set<std::string> unmet = unmet_of(demands, compiler, cache.folder);
  Lacking lacking{.tf32 = unmet.contains(std::string(tf32_demand))};
  for (const ElementFormat& format : all_formats()) {
    if (!names.contains(name_of(format.type))) continue;
    if (unmet.contains(demand_on(format.type, names))) lacking.elements.push_back(format.type);
  }
  return lacking;
}

std::optional<Lacking> known_in(const Cache& cache) {
  std::ifstream stream(cache.folder / lacking_file);
  if (!stream) return std::nullopt;
  Lacking known;
  for (std::string name; stream >> name;) {
    if (name == tf32_name) known.tf32 = true;
    if (const auto element = element_named(name)) known.elements.push_back(*element);
  }
  return known;
}

/// What the headers do not declare; also keeps it in the folder of the cache.
Lacking undeclared_in(const SdkOptions& options, const Cache& cache) {
  if (cache.profile.check.empty()) return {};
  if (auto known = known_in(cache)) return *std::move(known);
  const FileDescriptor lock = locked(cache);
  std::string error;
  const Compiler compiler = prepared_compiler(options, cache, error);
  if (!error.empty()) return {.headers = true};
  Lacking found = unmet_in(compiler, cache);
  std::string names = found.tf32 ? fmt::format("{}\n", tf32_name) : "";
  for (const ElementType element : found.elements) names += std::string(name_of(element)) + "\n";
  support::write_atomically("list of what is lacking", (cache.folder / lacking_file).string(),
                            names);
  return found;
}

}  // namespace

std::string target_of(const SdkOptions& options) { return load_profile(options.profile).target; }

std::vector<std::string> errata_of(const SdkOptions& options) {
  const Profile profile = load_profile(options.profile);
  std::vector<std::string> errata = profile.errata;
  for (const auto& [flag, more] : profile.errata_with) {
    if (std::ranges::find(options.flags, flag) == options.flags.end()) continue;
    errata.insert(errata.end(), more.begin(), more.end());
  }
  return errata;
}

std::vector<std::string> declined_by(const SdkOptions& options) {
  return load_profile(options.profile).declines;
}

std::string usable_assembler(const SdkOptions& options) {
  Profile profile = load_profile(options.profile);
  profile.assemble.program = program_file("--ptoas", options.assembler).string();
  require_assembler(profile);
  return profile.assemble.program;
}

std::string library_name(const SdkOptions& options) {
  return "sdk " + load_profile(options.profile).name;
}

std::vector<std::string> builds_of(const SdkOptions& options) {
  return load_profile(options.profile).builds;
}

Prepared prepare(const SdkOptions& options, std::size_t cases, const Drawing& draw) {
  Compilation compilation(options, cases, draw);
  compilation.finish();
  return {compilation.backend(), compilation.left_out()};
}

Lacking lacking_in(const SdkOptions& options) {
  const Cache cache = cache_of(options);
  if (is_broken(cache.folder)) return {.headers = true};
  Lacking found = undeclared_in(options, cache);
  found.capacity = cache.profile.capacity;
  return found;
}

}  // namespace assay::runners::sdk
