// SPDX-License-Identifier: Apache-2.0
// Rules of conversions: which types a machine converts into which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

/// A source and what it is converted to.
struct ConversionLine {
  std::uint32_t from;
  std::initializer_list<assay_element> to;
};

constexpr bool listed(std::initializer_list<ConversionLine> matrix, std::uint32_t from,
                      std::uint32_t to) {
  for (const ConversionLine& line : matrix) {
    if (line.from == from) return one_of(to, line.to);
  }
  return false;
}

constexpr bool a2a3_converts(std::uint32_t from, std::uint32_t to) {
  return listed(
      {
          {ASSAY_F32, {ASSAY_F16, ASSAY_F32, ASSAY_BF16, ASSAY_I16, ASSAY_I32, ASSAY_I64}},
          {ASSAY_F16, {ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I8, ASSAY_U8, ASSAY_I4}},
          {ASSAY_BF16, {ASSAY_F32, ASSAY_I32}},
          {ASSAY_I16, {ASSAY_F16, ASSAY_F32}},
          {ASSAY_I32, {ASSAY_F32, ASSAY_I16, ASSAY_I64, ASSAY_F16}},
          {ASSAY_I64, {ASSAY_F32, ASSAY_I32}},
          {ASSAY_U8, {ASSAY_F16}},
          {ASSAY_I8, {ASSAY_F16}},
          {ASSAY_I4, {ASSAY_F16}},
      },
      from, to);
}

constexpr bool a5_converts(std::uint32_t from, std::uint32_t to) {
  return listed(
      {
          {ASSAY_F32,
           {ASSAY_F32, ASSAY_F16, ASSAY_BF16, ASSAY_I16, ASSAY_I32, ASSAY_I64, ASSAY_E4M3,
            ASSAY_E5M2, ASSAY_HIF8}},
          {ASSAY_F16, {ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I8, ASSAY_U8, ASSAY_HIF8}},
          {ASSAY_BF16, {ASSAY_F32, ASSAY_I32, ASSAY_F16, ASSAY_E1M2, ASSAY_E2M1}},
          {ASSAY_I16, {ASSAY_U8, ASSAY_F16, ASSAY_F32, ASSAY_U32, ASSAY_I32}},
          {ASSAY_I32, {ASSAY_F32, ASSAY_I16, ASSAY_U16, ASSAY_I64, ASSAY_U8}},
          {ASSAY_I64, {ASSAY_F32, ASSAY_I32}},
          {ASSAY_U32, {ASSAY_U8, ASSAY_U16, ASSAY_I16}},
          {ASSAY_U8, {ASSAY_F16, ASSAY_U16}},
          {ASSAY_I8, {ASSAY_F16, ASSAY_I16, ASSAY_I32}},
          {ASSAY_E4M3, {ASSAY_F32}},
          {ASSAY_E5M2, {ASSAY_F32}},
          {ASSAY_HIF8, {ASSAY_F32}},
          {ASSAY_E2M1, {ASSAY_BF16}},
          {ASSAY_E1M2, {ASSAY_BF16}},
      },
      from, to);
}

/// The types a machine converts into each other; the CPU those of both devices that fill bytes.
constexpr bool converts(Machine machine, std::uint32_t from, std::uint32_t to) {
  if (machine == Machine::a2a3) return a2a3_converts(from, to);
  if (machine == Machine::a5) return a5_converts(from, to);
  const bool packed = width_of(from) < 8 || width_of(to) < 8;
  return !packed && (a2a3_converts(from, to) || a5_converts(from, to));
}

constexpr bool is_conversion_form(const Request& request) {
  const bool with_tmp = request.form == "tmp" || request.form == "tmp_saturation";
  if (with_tmp) return request.on_device() && request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  if (!request.takes({ASSAY_TILE, ASSAY_TILE})) return false;
  return request.form == "plain" || request.form == "saturation" ||
         (request.form == "ambient" && request.on_device());
}
constexpr std::string_view conversion_form(const Spelled& spelled) {
  if (spelled.call.operands.size() == 3) return spelled.saturates ? "tmp_saturation" : "tmp";
  if (spelled.saturates) return "saturation";
  return spelled.ambient ? "ambient" : "plain";
}

constexpr void conversion_rules(Rules& rules, const Request& request) {
  for (std::size_t i = 0; i < request.operands.size(); ++i) rules.tile(request[i]);
  const bool known = converts(request.machine, request[1].element, request[0].element);
  if (request.machine == Machine::a5) rules.type(known, "no conversion between these types");
  rules.covered(known, "this conversion is not simulated");
}

}  // namespace assay::simulator
