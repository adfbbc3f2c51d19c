// SPDX-License-Identifier: Apache-2.0
// Element types as sources and targets of the kernels.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/kernels/kernels.hpp"

namespace assay::numerics::kernels {

/// Whether every value is a double with at most 24 significant bits and exponents of f32: what the
/// functions of the kernels take.
bool is_short(ElementType type);

/// Elements to doubles: exact, except i64 and u64, which are rounded to odd.
class Source {
 public:
  Source(const Kernels& kernels, ElementType type);

  /// Elements [first, first + count); `first` is even.
  void decode(std::span<const std::byte> elements, std::int64_t first, int count, double* to) const;

 private:
  ElementType type_;
  Decode loop_;
  const std::array<double, 256>* table_ = nullptr;
};

/// A block of codes, and which of them are to be settled some other way.
struct Codes {
  alignas(64) std::array<std::uint32_t, block> code;
  alignas(64) std::array<std::uint32_t, block> undecided;
};

/// Doubles to elements. Every type but i64, u64 and f64.
class Target {
 public:
  Target(const Kernels& kernels, ElementType type);
  static bool exists(ElementType type);

  const Grid& grid() const { return grid_; }

  /// As Encode of kernels.hpp says.
  bool encode(RoundMode mode, const double* y, int count, double bound, Codes& codes) const;

  /// Elements [first, first + count); `first` is even.
  void store(const std::uint32_t* codes, std::int64_t first, int count,
             std::span<std::byte> elements) const;

  /// Position in the order of the format, as order_key() has it.
  std::int64_t order(std::uint32_t code) const;

 private:
  bool encode_tapered(RoundMode mode, const double* y, int count, double bound, Codes& codes) const;

  const Kernels& kernels_;
  ElementType type_;
  Grid grid_;
};

}  // namespace assay::numerics::kernels
