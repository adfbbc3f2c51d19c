// SPDX-License-Identifier: Apache-2.0
// GlobalTensor: a typed view of global memory with five dimensions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/include/pto/elements.hpp"
#include "runners/simulator/include/pto/enums.hpp"
#include "runners/simulator/include/pto/tile.hpp"

namespace pto {

namespace detail {

/// Five numbers, of which those that are DYNAMIC as template arguments come at run time: all five
/// as arguments, or the dynamic ones alone. Without arguments dynamic ones are 1.
template <std::int64_t... Sizes>
struct Five {
  static_assert(sizeof...(Sizes) == 5);
  static constexpr std::int64_t fixed[5] = {Sizes...};
  static constexpr int dynamic_count = ((Sizes == DYNAMIC ? 1 : 0) + ...);

  std::int64_t values[5] = {(Sizes == DYNAMIC ? 1 : Sizes)...};

  constexpr Five() = default;
  template <typename... Numbers>
  constexpr explicit Five(Numbers... numbers) requires(sizeof...(Numbers) > 0) {
    constexpr int count = sizeof...(Numbers);
    static_assert(count == 5 || count == dynamic_count,
                  "PTO: Shape and Stride take five numbers, or one for each dynamic dimension");
    const std::int64_t given[] = {static_cast<std::int64_t>(numbers)...};
    int next = 0;
    for (int dim = 0; dim < 5; ++dim) {
      if (fixed[dim] == DYNAMIC) values[dim] = given[count == 5 ? dim : next++];
    }
  }
};

}  // namespace detail

template <std::int64_t N0 = DYNAMIC, std::int64_t N1 = DYNAMIC, std::int64_t N2 = DYNAMIC,
          std::int64_t N3 = DYNAMIC, std::int64_t N4 = DYNAMIC>
struct Shape : detail::Five<N0, N1, N2, N3, N4> {
  using detail::Five<N0, N1, N2, N3, N4>::Five;
};

/// Counted in elements.
template <std::int64_t N0 = DYNAMIC, std::int64_t N1 = DYNAMIC, std::int64_t N2 = DYNAMIC,
          std::int64_t N3 = DYNAMIC, std::int64_t N4 = DYNAMIC>
struct Stride : detail::Five<N0, N1, N2, N3, N4> {
  using detail::Five<N0, N1, N2, N3, N4>::Five;
};

template <typename Element_, typename Shape_, typename Stride_, Layout Layout_ = Layout::ND>
class GlobalTensor {
 public:
  using DType = Element_;
  using RawDType = Element_;
  using Shape = Shape_;
  using Stride = Stride_;
  static constexpr Layout layout = Layout_;
  static_assert(detail::abi_layout(Layout_) >= 0, "assay: unsupported layout of global memory");

  GlobalTensor() = default;
  explicit GlobalTensor(DType* data, const Shape& shape = {}, const Stride& stride = {})
      : data_(data), shape_(shape), stride_(stride) {}

  DType* data() const { return data_; }
  void bind(DType* data) { data_ = data; }
  std::int64_t GetShape(int dim) const { return shape_.values[dim]; }
  std::int64_t GetStride(int dim) const { return stride_.values[dim]; }

  /// The type alone, as the C ABI has it. A dynamic size or stride reads as 1.
  static constexpr assay_operand description = [] {
    assay_operand out{};
    out.struct_size = sizeof out;
    out.kind = ASSAY_GLOBAL;
    out.element = detail::element_of<DType>();
    out.layout = static_cast<std::uint32_t>(detail::abi_layout(Layout_));
    out.rank = 5;
    for (unsigned dim = 0; dim < 5; ++dim) {
      const bool dynamic = Shape::fixed[dim] == DYNAMIC;
      out.shape[dim] = dynamic ? 1 : Shape::fixed[dim];
      out.stride[dim] = Stride::fixed[dim] == DYNAMIC ? 1 : Stride::fixed[dim];
      if (dynamic) out.flags |= ASSAY_DYNAMIC_SHAPE(dim);
      if (Stride::fixed[dim] == DYNAMIC) out.flags |= ASSAY_DYNAMIC_STRIDE;
    }
    return out;
  }();

 private:
  DType* data_ = nullptr;
  Shape shape_;
  Stride stride_;
};

}  // namespace pto
