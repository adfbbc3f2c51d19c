// SPDX-License-Identifier: Apache-2.0
// The interface between a generated unit and the worker that calls it. The worker includes this
// file and every generated unit does: data only, the C++ of any device compiler.
#pragma once

#include <cstdint>

namespace assay_sdk {

/// One operand of a call; what does not concern its kind is 0.
struct Operand {
  std::uint64_t
      data;  ///< address in the worker: of the tile's contents, or of a view's first element
  std::uint64_t bytes;    ///< from there to the end of the tile or of the view
  std::uint64_t address;  ///< on-chip address to bind a tile to
  std::int64_t valid_rows;
  std::int64_t valid_cols;
  std::int64_t shape[5];
  std::int64_t stride[5];
  std::uint64_t bits;  ///< pattern of a scalar
  std::uint64_t left;  ///< not 0: an earlier call left the scalar in a register
};

/// One call. An entry binds its tiles, calls `bound` with the memory of every operand (null for
/// what is no tile), which fills it, and executes the operation. Where the worker cannot reach that
/// memory the entry moves the contents between `data` and the tiles itself. `refused` takes the
/// sentence of a library that throws.
struct Call {
  const Operand* operands;
  std::uint64_t count;
  void* host;
  void (*bound)(void* host, void* const* memory);
  void (*refused)(void* host, const char* why);
};

using Entry = void(const Call&);

/// Bytes of guard band before the first and after the last byte of an operand, also around `data`.
inline constexpr std::uint64_t guard = 512;

}  // namespace assay_sdk
