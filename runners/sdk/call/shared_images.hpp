// SPDX-License-Identifier: Apache-2.0
// Memories that the calls of a program share, in the buffers of a library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runners/backend.h"
#include "runners/sdk/call/placement.hpp"
#include "runners/sdk/compile/index.hpp"

namespace assay::runners::sdk {

/// The places of the images of a program in the buffers of the library, each between two guard
/// bands of its own. Tiles of its calls are bound where they lie in their image: neighbours stay
/// neighbours, and overlapping tiles overlap. Addresses that a call is given as numbers count from
/// the address of `storage` (is_surroundings). If they are constants, that is address 0: what lies
/// before it in its image is put after the rest, as a piece of its own. Global memory is used where
/// it is.
class SharedImages {
 public:
  SharedImages() = default;
  SharedImages(std::span<const assay_image> images, const Index& index);

  /// Addresses of the tiles of a call, by where `data` of each points. Nothing where one is in no
  /// image that has room.
  std::optional<Placement> place(const assay_call& call);

  /// Fills the images that hold tiles of the call that was placed last, with their guard bands;
  /// `memory` has the first byte of every tile, null for what is none or out of reach. False if the
  /// library has bound tiles of one image differently from their places in it: then nothing is
  /// touched.
  bool fill(const assay_call& call, const Placement& placement, void* const* memory);

  /// Copies these images back. A change in a guard band of one spoils the guard of its contents.
  void take_back() const;

 private:
  struct Image {
    std::byte* host = nullptr;
    std::uint64_t bytes = 0;
    std::string buffer;
  };
  /// A whole image, or what of it lies before an address or from there on.
  struct Piece {
    std::size_t image = 0;
    std::byte* host = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t begin = 0;   ///< address of its first byte
    std::uint64_t before = 0;  ///< bytes of guard
    std::uint64_t behind = 0;
    std::byte* chip = nullptr;  ///< its first byte, while a call runs
  };
  void lay_out(const std::byte* first);
  void add(const Piece& piece, bool is_first, std::map<std::string, std::uint64_t>& used);
  const Piece* piece_of(const assay_operand& operand) const;

  std::vector<Image> images_;
  std::map<std::string, std::uint64_t> capacity_;
  std::vector<Piece> pieces_;
};

}  // namespace assay::runners::sdk
