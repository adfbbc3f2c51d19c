// SPDX-License-Identifier: Apache-2.0
#include "golden/hdf5/word.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>

namespace assay::golden::h5 {

static_assert(std::endian::native == std::endian::little, "buffers are little-endian");

const H5::PredType& type_of(Word word) {
  switch (word) {
    case Word::u8:
      return H5::PredType::STD_U8LE;
    case Word::u16:
      return H5::PredType::STD_U16LE;
    case Word::u32:
      return H5::PredType::STD_U32LE;
    case Word::u64:
      return H5::PredType::STD_U64LE;
    case Word::i64:
      return H5::PredType::STD_I64LE;
    case Word::f64:
      return H5::PredType::IEEE_F64LE;
  }
  throw std::logic_error("unknown word");
}

std::size_t size_of(Word word) {
  constexpr std::array<std::size_t, 6> sizes{1, 2, 4, 8, 8, 8};
  return sizes.at(static_cast<std::size_t>(word));
}

std::span<const std::byte> fill_of(Word word) {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::uint64_t zero = 0;
  if (word == Word::f64) return std::as_bytes(std::span(&nan, 1));
  return std::as_bytes(std::span(&zero, 1)).first(size_of(word));
}

H5::StrType fixed_string(std::size_t size) {
  H5::StrType type(H5::PredType::C_S1, std::max<std::size_t>(1, size));
  type.setStrpad(H5T_STR_NULLTERM);
  type.setCset(H5T_CSET_UTF8);
  return type;
}

}  // namespace assay::golden::h5
