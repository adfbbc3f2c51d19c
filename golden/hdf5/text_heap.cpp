// SPDX-License-Identifier: Apache-2.0
// The heaps of an HDF5 file that hold texts of variable length.
#include "golden/hdf5/text_heap.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

namespace assay::golden {
namespace {

constexpr std::string_view begin_of_heap{"GCOL\1\0\0\0", 8};
/// Bytes of the begin of a heap with its size, and of an object's number and size.
constexpr std::size_t header = 16;
constexpr std::size_t size_place = 8;  // in both

template <typename Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number{};
  std::memcpy(&number, bytes.substr(at, sizeof number).data(), sizeof number);
  return number;
}

/// Bytes of the object that begins here, with its header, or 0 if they are not all in the heap.
/// Number 0 is free space, whose size counts its header; other objects are padded to 8 bytes.
std::size_t bytes_of_object(std::string_view rest) {
  const auto size = number_at<std::uint64_t>(rest, size_place);
  if (size > rest.size()) return 0;
  const bool is_free = number_at<std::uint16_t>(rest, 0) == 0;
  const std::size_t bytes = is_free ? size : header + (size + 7) / 8 * 8;
  return bytes < header || bytes > rest.size() ? 0 : bytes;
}

bool is_sound(std::string_view from_heap) {
  if (from_heap.size() < header) return false;
  const auto size = number_at<std::uint64_t>(from_heap, size_place);
  if (size < header || size > from_heap.size()) return false;
  std::string_view rest = from_heap.substr(header, size - header);
  while (rest.size() >= header) {
    const std::size_t bytes = bytes_of_object(rest);
    if (bytes == 0) return false;
    rest.remove_prefix(bytes);
  }
  return true;
}

}  // namespace

std::string text_heap_problem(std::string_view file) {
  for (std::size_t at = 0; true; at += begin_of_heap.size()) {
    at = file.find(begin_of_heap, at);
    if (at == std::string_view::npos) return "";
    if (!is_sound(file.substr(at))) {
      return fmt::format("it is damaged, the sizes in the heap of texts at byte {} are wrong", at);
    }
  }
}

}  // namespace assay::golden
