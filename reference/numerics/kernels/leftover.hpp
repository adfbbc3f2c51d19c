// SPDX-License-Identifier: Apache-2.0
// The f32 elements of a block that a direct loop leaves to the doubles, side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "reference/numerics/kernels/kernels.hpp"
#include "reference/numerics/kernels/operation.hpp"

namespace assay::numerics::kernels {

class Leftover {
 public:
  int size() const { return size_; }
  void clear() { size_ = 0; }

  /// Takes arguments[0][index], ..., and got[index], if there is a `got`.
  void add(std::span<const Bits> arguments, Bits got, std::int64_t index) {
    for (std::size_t i = 0; i < arguments.size(); ++i) copy(arguments[i], index, arguments_[i]);
    if (!got.empty()) copy(got, index, got_);
    indices_[static_cast<std::size_t>(size_++)] = index;
    for (std::size_t i = 0; i < arguments.size(); ++i) spans_[i] = arguments_[i];
    arity_ = arguments.size();
  }

  std::span<const Bits> arguments() const { return std::span(spans_).first(arity_); }
  Bits got() const { return got_; }
  MutableBits values() { return values_; }
  std::span<double> ulp() { return ulp_; }

  /// Puts what values() and ulp() have where the elements came from.
  void put_values(MutableBits values) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i) {
      std::memcpy(values.data() + 4 * indices_[i], values_.data() + 4 * i, 4);
    }
  }
  void put_ulp(std::span<double> ulp) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i) {
      ulp[static_cast<std::size_t>(indices_[i])] = ulp_[i];
    }
  }

 private:
  using Elements = std::array<std::byte, std::size_t{4} * block>;

  void copy(Bits from, std::int64_t index, Elements& to) const {
    std::memcpy(to.data() + 4 * static_cast<std::size_t>(size_), from.data() + 4 * index, 4);
  }

  int size_ = 0;
  std::size_t arity_ = 0;
  std::array<std::int64_t, block> indices_;
  std::array<Elements, 2> arguments_;
  std::array<Bits, 2> spans_;
  Elements got_;
  Elements values_;
  std::array<double, block> ulp_;
};

}  // namespace assay::numerics::kernels
