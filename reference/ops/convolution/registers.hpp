// SPDX-License-Identifier: Apache-2.0
// Registers with the pads of images: the instructions that fill them, and the calls that read them
// (decision 147).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::ops {

/// The attribute that selects registers, and whether they are written: names of SetFmatrixMode.
Attribute registers_mode();

/// The ops that fill registers for a TIMG2COL: pads and their value, and repetitions.
std::array<std::string_view, 2> setters_of_pads();
std::string_view setter_of_repetitions();
/// Whether the op is one of them.
bool sets_registers(std::string_view op);

/// Whether the scalar of a TIMG2COL may be found in registers: the pads and their value.
bool is_in_registers(std::string_view scalar);

/// What the calls of a program left in the registers of a device.
class ImageRegisters {
 public:
  /// The call was made. One that does not find its pads in registers has them set before it, which
  /// leaves nothing that is known; nor does a setter in an AUTO mode, of which no page says what it
  /// writes.
  void take(const Call& call);

  /// The ops that go on with what the calls left: the setter that is missing, or TIMG2COL and all
  /// setters. None where nothing is begun.
  std::vector<std::string_view> next() const;

  /// Whether a TIMG2COL finds its pads and their value in registers, so that nothing has to set
  /// them.
  bool hold(const Call& call) const;

  /// Changes a TIMG2COL and the valid region of its result, so that it finds its pads in registers,
  /// or a setter, so that it completes what another one began. False, and the call is unchanged, if
  /// that is impossible.
  bool adopt(Call& call, Draw& draw) const;

 private:
  using Pads = std::array<std::uint64_t, 4>;
  /// Of SETFMATRIX: the image and its pads.
  struct Matrix {
    std::array<std::int64_t, 2> size = {};  ///< height and width
    Pads pads = {};
  };
  /// Of SET_IMG2COL_PADDING.
  struct Padding {
    Pads pads = {};
    ScalarSpec value;
  };
  /// The registers of one factor.
  struct Unit {
    std::optional<Matrix> matrix;
    std::optional<Padding> padding;
    bool agrees() const { return matrix && padding && matrix->pads == padding->pads; }
  };

  std::vector<std::size_t> units_for(const Call& call) const;
  bool has(const Unit& unit, const Call& call) const;
  void forget(const Call& call);

  std::array<Unit, 2> units_;
};

}  // namespace assay::ops
