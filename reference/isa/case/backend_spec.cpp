// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/backend_spec.hpp"

#include <array>

namespace assay {
namespace {

/// How a kind is spelled with a detail, and whether it has a spelling without one.
struct Spelling {
  BackendKind kind;
  std::string_view prefix;
  std::string_view bare;
};

constexpr std::array<Spelling, 7> spellings{
    {{BackendKind::simulator, "simulator:fault=", "simulator"},
     {BackendKind::erring, "simulator:errata=", ""},
     {BackendKind::plugin, "plugin:", ""},
     {BackendKind::program, "exec:", ""},
     {BackendKind::library, "", "sdk"},
     {BackendKind::compiled, "sdk:", ""},
     {BackendKind::stored, "replay:", ""}}};

}  // namespace

std::string BackendSpec::text() const {
  for (const Spelling& one : spellings) {
    if (one.kind != kind) continue;
    return std::string(detail.empty() ? one.bare : one.prefix) + detail;
  }
  return {};
}

std::optional<BackendSpec> backend_spec_of(std::string_view text) {
  for (const Spelling& one : spellings) {
    if (!one.bare.empty() && text == one.bare) return BackendSpec{one.kind};
    const bool detailed = !one.prefix.empty() && text.starts_with(one.prefix);
    if (!detailed || text.size() == one.prefix.size()) continue;
    return BackendSpec{one.kind, std::string(text.substr(one.prefix.size()))};
  }
  return std::nullopt;
}

}  // namespace assay
