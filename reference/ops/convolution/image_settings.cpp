// SPDX-License-Identifier: Apache-2.0
// The settings of a convolution tile before it is unfolded.
#include <algorithm>
#include <array>
#include <span>

#include "reference/ops/convolution/image.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

struct Setting {
  const char* name;
  ElementType element;
};
constexpr std::array settings{
    Setting{"filterH", u16},  Setting{"filterW", u16},    Setting{"dilationH", u8},
    Setting{"dilationW", u8}, Setting{"strideH", u8},     Setting{"strideW", u8},
    Setting{"padLeft", u8},   Setting{"padRight", u8},    Setting{"padTop", u8},
    Setting{"padBottom", u8}, Setting{"channelSize", u16}};
constexpr std::array positions{Setting{"posM", u16}, Setting{"posK", u16}};

constexpr int attempts = 24;
constexpr std::int64_t most_pad = 255;

std::int64_t drawn_channels(const Unfolding& image, Draw& draw) {
  const std::int64_t all = image.blocks * image.lanes;
  if (draw.chance(50)) return all;
  return draw.chance(70) ? draw.integer(all - image.lanes + 1, all) : draw.integer(1, all);
}

void draw_usual(Call& call, Draw& draw) {
  for (const char* name : {"filterH", "filterW"}) {
    set_setting(call, name, draw.pick({1, 1, 2, 3, 3, 3, 4, 5}));
  }
  for (const char* name : {"dilationH", "dilationW"}) {
    set_setting(call, name, draw.pick({1, 1, 1, 2, 3}));
  }
  for (const char* name : {"strideH", "strideW"}) {
    set_setting(call, name, draw.pick({1, 1, 1, 2, 3}));
  }
  for (const char* name : {"padLeft", "padRight", "padTop", "padBottom"}) {
    set_setting(call, name, draw.pick({0, 0, 1, 1, 2, 3}));
  }
}

bool has_room(const Call& call) {
  const Unfolding image = unfolding_of(call);
  const TileSpec& out = call.tile("dst");
  return image.rows() >= out.valid_rows && image.cols() >= out.valid_cols && image.rows() > 0;
}

/// A filter of as many elements as dst has columns for, and pads until there are rows.
void make_room(Call& call) {
  for (const char* name : {"filterH", "filterW", "dilationH", "dilationW", "strideH", "strideW"}) {
    set_setting(call, name, 1);
  }
  for (const char* name : {"padLeft", "padRight", "padTop", "padBottom"}) {
    set_setting(call, name, 0);
  }
  const TileSpec& out = call.tile("dst");
  const std::int64_t column = std::max<std::int64_t>(unfolding_of(call).cols(), 1);
  const std::int64_t wanted = (out.valid_cols + column - 1) / column;
  set_setting(call, "filterW", std::clamp<std::int64_t>(wanted, 1, 8));
  set_setting(call, "filterH", std::max<std::int64_t>((wanted + 7) / 8, 1));
  for (std::int64_t pad = 1; pad <= most_pad && !has_room(call); ++pad) {
    for (const char* name : {"padLeft", "padRight", "padTop", "padBottom"}) {
      set_setting(call, name, pad);
    }
  }
}

}  // namespace

std::vector<Operand> image_settings() {
  std::vector<Operand> all;
  all.reserve(std::size(settings) + 1);
  for (const Setting& one : settings) {
    all.push_back({one.name, Role::input, OperandKind::scalar, true});
  }
  all.push_back({"padValue", Role::input, OperandKind::scalar, true});
  return all;
}

void set_setting(Call& call, const std::string& name, std::int64_t value) {
  call.scalar(name).bits = static_cast<std::uint64_t>(value);
}

void draw_settings(Call& call, Draw& draw) {
  if (!call.tile("src").type.conv) return;
  set_setting(call, "channelSize", drawn_channels(unfolding_of(call), draw));
  for (int attempt = 0; attempt < attempts; ++attempt) {
    draw_usual(call, draw);
    if (has_room(call)) return;
  }
  make_room(call);
}

Constraint setting_types() {
  constexpr auto all_typed = [](const Call& call, std::span<const Setting> names) {
    return std::ranges::all_of(names, [&](const Setting& one) {
      if (!call.form->has(one.name)) return true;
      const ScalarSpec& number = call.scalar(one.name);
      return number.element == one.element && number.bits <= mask_of(one.element);
    });
  };
  return vocabulary::invariant(vocabulary::constraint(
      "settings.element",
      "posM, posK, sizes of the filter and channels are uint16_t; dilations, strides and pads are "
      "uint8_t",
      [=](const Call& call) { return all_typed(call, settings) && all_typed(call, positions); },
      [=](Call& call, Draw&) {
        for (const std::span<const Setting> names :
             {std::span<const Setting>(settings), std::span<const Setting>(positions)}) {
          for (const Setting& one : names) {
            if (!call.form->has(one.name)) continue;
            ScalarSpec& number = call.scalar(one.name);
            number = {one.element, number.bits & mask_of(one.element)};
          }
        }
      }));
}

}  // namespace assay::ops
