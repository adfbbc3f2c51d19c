// SPDX-License-Identifier: Apache-2.0
// Spellings of the enumerations, in the order of their declarations.
#include <algorithm>
#include <array>

#include "reference/isa/case/case.hpp"
#include "reference/isa/spec/tolerance_names.hpp"

namespace assay {
namespace {

using namespace std::string_view_literals;

constexpr std::array target_names{"a2a3"sv, "a5"sv, "cpu"sv};
constexpr std::array location_names{"Vec"sv,  "Mat"sv,     "Left"sv,      "Right"sv,     "Acc"sv,
                                    "Bias"sv, "Scaling"sv, "ScaleLeft"sv, "ScaleRight"sv};
constexpr std::array tile_layout_names{"ND"sv, "DN"sv, "NZ"sv, "ZN"sv, "ZZ"sv, "NN"sv};
constexpr std::array pad_names{"Null"sv, "Zero"sv, "Max"sv, "Min"sv, "Custom"sv};
constexpr std::array global_layout_names{
    "ND"sv,           "DN"sv,      "NZ"sv,      "MX_A_ND"sv,  "MX_A_DN"sv,  "MX_A_ZZ"sv,
    "MX_B_ND"sv,      "MX_B_DN"sv, "MX_B_NN"sv, "NC1HWC0"sv,  "NDC1HWC0"sv, "FRACTAL_Z"sv,
    "FRACTAL_Z_3D"sv, "NCHW"sv,    "GNCHW"sv,   "GNC1HWC0"sv, "NCDHW"sv};
constexpr std::array stage_names{"instantiation"sv, "launch"sv};
constexpr std::array edge_names{"smallest"sv, "largest"sv, "below"sv, "above"sv};
constexpr std::array accept_names{
    "unspecified"sv,    "exact"sv,     "interval"sv,         "any_of"sv,   "any_nan"sv,
    "target_defined"sv, "preserved"sv, "interval_or_zero"sv, "some_bits"sv};
constexpr std::array status_names{"done"sv,    "rejected"sv,  "unsupported"sv,
                                  "crashed"sv, "timed_out"sv, "infra"sv};

template <typename Enum, std::size_t N>
std::string_view spelled(const std::array<std::string_view, N>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

template <typename Enum, std::size_t N>
std::optional<Enum> parsed(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto* found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::optional<ElementType> element_named(std::string_view name) {
  const auto* found = std::ranges::find(element_formats, name, &ElementFormat::name);
  if (found == element_formats.end()) return std::nullopt;
  return found->type;
}

std::string_view name_of(Target target) { return spelled(target_names, target); }
std::string_view name_of(Location location) { return spelled(location_names, location); }
std::string_view name_of(TileLayout layout) { return spelled(tile_layout_names, layout); }
std::string_view name_of(PadKind kind) { return spelled(pad_names, kind); }
std::string_view name_of(GlobalLayout layout) { return spelled(global_layout_names, layout); }
std::string_view name_of(Stage stage) { return spelled(stage_names, stage); }
std::string_view name_of(Edge edge) { return spelled(edge_names, edge); }
std::string_view name_of(Accept accept) { return spelled(accept_names, accept); }
std::string_view name_of(Outcome::Status status) { return spelled(status_names, status); }
std::string_view name_of(Tolerance::Kind kind) { return spelled(tolerance_kind_names, kind); }

std::optional<Target> target_named(std::string_view name) {
  return parsed<Target>(target_names, name);
}
std::optional<Tolerance::Kind> tolerance_kind_named(std::string_view name) {
  return parsed<Tolerance::Kind>(tolerance_kind_names, name);
}
std::optional<GlobalLayout> global_layout_named(std::string_view name) {
  return parsed<GlobalLayout>(global_layout_names, name);
}

}  // namespace assay
