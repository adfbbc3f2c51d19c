// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/erratum.hpp"

#include <algorithm>
#include <array>

namespace assay {
namespace {

using namespace std::string_view_literals;

constexpr std::array effects{"result"sv, "refusal"sv, "acceptance"sv, "crash"sv, "anything"sv};
constexpr std::array severities{"minor"sv, "major"sv, "critical"sv};

}  // namespace

std::string_view name_of(ErratumEffect effect) {
  return effects.at(static_cast<std::size_t>(effect));
}
std::string_view name_of(Severity severity) {
  return severities.at(static_cast<std::size_t>(severity));
}

bool Erratum::knows_refusal(std::string_view text) const {
  const auto has = [&](const std::string& part) {
    return text.find(part) != std::string_view::npos;
  };
  return says.empty() || text.empty() || std::ranges::any_of(says, has);
}

bool ErrataChoice::includes(const Erratum& erratum) const {
  const auto named = [&](std::string_view name) {
    return name == erratum.number || name == erratum.implementation;
  };
  const auto left_out = [&](std::string_view name) {
    return name.starts_with('-') && named(name.substr(1));
  };
  return (all || std::ranges::any_of(names, named)) && std::ranges::none_of(names, left_out);
}

std::string ErrataChoice::text() const {
  std::string joined = all ? "all" : "";
  for (const auto* list : {&names, &files}) {
    for (const std::string& name : *list) joined += (joined.empty() ? "" : ",") + name;
  }
  return joined.empty() ? "none" : joined;
}

ErrataChoice errata_choice_of(std::string_view text) {
  ErrataChoice choice;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (name == "all") {
      choice.all = true;
    } else if (name.ends_with(".toml")) {
      choice.files.emplace_back(name);
    } else if (name != "none" && !name.empty()) {
      choice.names.emplace_back(name);
    }
  }
  return choice;
}

}  // namespace assay
