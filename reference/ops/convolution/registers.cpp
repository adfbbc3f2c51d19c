// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/registers.hpp"

#include <algorithm>
#include <span>

#include "reference/ops/convolution/image.hpp"

namespace assay::ops {
namespace {

constexpr std::string_view manual = "MANUAL";
constexpr std::array pads{"padLeft", "padRight", "padTop", "padBottom"};
constexpr const char* pad_value = "padValue";

constexpr std::string_view reader = "TIMG2COL";
constexpr std::string_view matrix_setter = "SETFMATRIX";
constexpr std::string_view padding_setter = "SET_IMG2COL_PADDING";
constexpr std::string_view repetition_setter = "SET_IMG2COL_RPT";
constexpr std::array setters{matrix_setter, padding_setter, repetition_setter};
bool unfolds(const Call& call) { return call.form->op == reader; }
bool sets_matrix(const Call& call) { return call.form->op == matrix_setter; }
bool sets_padding(const Call& call) { return call.form->op == padding_setter; }

bool is_manual(const Call& call) { return call.attribute(registers_mode().name).ends_with(manual); }

/// Of the left factor, or of the right one.
std::size_t unit_of(const Call& call) {
  return call.attribute(registers_mode().name).starts_with("FMATRIX_A") ? 0 : 1;
}

void select(Call& call, std::size_t unit) {
  const Attribute mode = registers_mode();
  const std::string wanted =
      std::string(unit == 0 ? "FMATRIX_A_" : "FMATRIX_B_") + std::string(manual);
  const auto& attributes = call.form->attributes;
  const auto place =
      std::ranges::find(attributes, mode.name, &Attribute::name) - attributes.begin();
  call.attributes.at(static_cast<std::size_t>(place)) =
      static_cast<int>(std::ranges::find(mode.values, wanted) - mode.values.begin());
}

std::array<std::uint64_t, 4> pads_of(const Call& call) {
  std::array<std::uint64_t, 4> found{};
  std::ranges::transform(pads, found.begin(),
                         [&](const char* name) { return call.scalar(name).bits; });
  return found;
}

void set_pads(Call& call, const std::array<std::uint64_t, 4>& values) {
  for (std::size_t i = 0; i < pads.size(); ++i) call.scalar(pads.at(i)).bits = values.at(i);
}

/// Height and width of an image.
std::array<std::int64_t, 2> size_of_image(const ConvShape& shape) {
  const std::size_t height = shape.rank == 6 ? 3 : 2;
  return {shape.dims.at(height), shape.dims.at(height + 1)};
}

/// A filter of one element where the one that was drawn is larger than the image; a window that
/// ends in the matrix.
void fit(Call& call) {
  if (unfolding_of(call).rows() == 0) {
    for (const char* name : {"filterH", "filterW"}) set_setting(call, name, 1);
  }
  const Unfolding image = unfolding_of(call);
  TileSpec& out = call.tile("dst");
  out.valid_rows = std::min(out.valid_rows, image.rows());
  out.valid_cols = std::min(out.valid_cols, image.cols());
  const auto move = [&](const char* position, std::int64_t last) {
    const auto drawn = static_cast<std::int64_t>(call.scalar(position).bits);
    set_setting(call, position, std::min(drawn, last));
  };
  move("posM", image.rows() - out.valid_rows);
  move("posK", image.cols() - out.valid_cols);
}

bool is_legal(const Call& call) {
  return std::ranges::all_of(call.form->constraints, [&](const Constraint& one) {
    return !one.targets.contains(call.target) || one.holds(call);
  });
}

}  // namespace

Attribute registers_mode() {
  return {"FmatrixMode",
          {"FMATRIX_A_MANUAL", "FMATRIX_B_MANUAL", "FMATRIX_A_AUTO", "FMATRIX_B_AUTO"}};
}

std::array<std::string_view, 2> setters_of_pads() { return {matrix_setter, padding_setter}; }
std::string_view setter_of_repetitions() { return repetition_setter; }

bool sets_registers(std::string_view op) { return std::ranges::find(setters, op) != setters.end(); }

bool is_in_registers(std::string_view scalar) {
  return scalar == pad_value || std::ranges::find(pads, scalar) != pads.end();
}

/// The manual does not say which of the two setters has the pads, so that both must have the same.
bool ImageRegisters::has(const Unit& unit, const Call& call) const {
  const auto& shape = call.tile("src").type.conv;
  return unit.agrees() && shape && unit.matrix->size == size_of_image(*shape) &&
         unit.padding->value.element == call.scalar(pad_value).element;
}

bool ImageRegisters::hold(const Call& call) const {
  if (call.target == Target::cpu || !unfolds(call) || !is_manual(call)) return false;
  const Unit& unit = units_.at(unit_of(call));
  return has(unit, call) && unit.matrix->pads == pads_of(call) &&
         unit.padding->value == call.scalar(pad_value);
}

/// One register has the value of both factors on A2A3.
void ImageRegisters::forget(const Call& call) {
  units_.at(unit_of(call)) = {};
  if (call.target == Target::a2a3) units_.at(1 - unit_of(call)).padding.reset();
}

void ImageRegisters::take(const Call& call) {
  if (call.target == Target::cpu) return;
  if (unfolds(call)) {
    if (!hold(call)) forget(call);
    return;
  }
  if (!sets_matrix(call) && !sets_padding(call)) return;
  if (!is_manual(call)) return forget(call);
  Unit& unit = units_.at(unit_of(call));
  if (sets_matrix(call)) {
    const auto& shape = call.tile("src").type.conv;
    unit.matrix.reset();
    if (shape) unit.matrix = {size_of_image(*shape), pads_of(call)};
    return;
  }
  if (call.target == Target::a2a3) units_.at(1 - unit_of(call)).padding.reset();
  unit.padding = {pads_of(call), call.scalar(pad_value)};
}

std::vector<std::string_view> ImageRegisters::next() const {
  bool agrees = false;
  for (const Unit& unit : units_) {
    if (unit.agrees()) {
      agrees = true;
    } else if (unit.matrix || unit.padding) {
      return {unit.matrix ? padding_setter : matrix_setter};
    }
  }
  if (!agrees) return {};
  std::vector<std::string_view> all{reader};
  all.insert(all.end(), setters.begin(), setters.end());
  return all;
}

/// The units that have what the call needs.
std::vector<std::size_t> ImageRegisters::units_for(const Call& call) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const Unit& unit = units_.at(i);
    const bool begun = sets_matrix(call) ? unit.padding.has_value() : unit.matrix.has_value();
    const bool fits = unfolds(call) ? has(unit, call) : begun && !unit.agrees();
    if (fits) found.push_back(i);
  }
  return found;
}

bool ImageRegisters::adopt(Call& call, Draw& draw) const {
  if (!unfolds(call) && !sets_matrix(call) && !sets_padding(call)) return false;
  const std::vector<std::size_t> units = units_for(call);
  if (units.empty()) return false;
  const std::size_t chosen = draw.pick(std::span<const std::size_t>(units));
  const Unit& unit = units_.at(chosen);
  Call changed = call;
  select(changed, chosen);
  set_pads(changed, sets_matrix(call) ? unit.padding->pads : unit.matrix->pads);
  if (unfolds(call)) {
    changed.scalar(pad_value) = unit.padding->value;
    fit(changed);
  }
  if (!is_legal(changed)) return false;
  call = std::move(changed);
  return true;
}

}  // namespace assay::ops
