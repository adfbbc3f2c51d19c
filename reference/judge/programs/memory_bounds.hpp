// SPDX-License-Identifier: Apache-2.0
// Bounds on the memories of a program after calls whose intermediate state was not observed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/call/bounds.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/judge/judge.hpp"

namespace assay {

/// Bounds on an image, byte by byte, as stored in files. Unused bytes are 0.
struct KnownImage {
  ElementArray kinds;  ///< BoundKind; a byte of which only a half is known is open
  ElementArray low;    ///< the bits; of a range those of its low end; of two patterns one
  ElementArray high;   ///< of a range those of its high end; of two patterns the other
  ElementArray
      types;  ///< ElementType of what the byte of a range, a NaN or two patterns is part of
  friend bool operator==(const KnownImage&, const KnownImage&) = default;
};

/// Bounds carried through calls: the memory of any implementation that keeps its pages lies within.
/// Starts from contents that are known to the bit, and gets wider with every result for which a
/// page accepts more than one. What no page defines, or what follows from bounds in a way that no
/// page declares (Result::flow, Result::branches), is open from then on.
class MemoryBounds {
 public:
  explicit MemoryBounds(ProgramMemory contents);

  /// Makes the images as large as those of a program that grows; new bytes are open.
  void grow(const std::vector<ProgramImage>& images);
  /// Puts contents where an operand lies; they are known to the bit.
  void bring(const ProgramStep& step, std::size_t operand, const ElementArray& contents);
  /// Carries what is known over a call, the `number`th of its program.
  void pass(const ProgramStep& step, std::size_t number, const ToleranceLookup& tolerances);
  /// The same for a call whose results are given, one per Form::results.
  void pass(const ProgramStep& step, std::size_t number, const std::vector<KnownElements>& results);
  /// Whether the last call promised every result to the bit, from inputs that are known so.
  bool was_exact() const { return exact_; }

  /// Contents of a step's operands; of ranges the low end, and anything where nothing is known.
  std::vector<ElementArray> contents(const ProgramStep& step) const { return gathered(step, low_); }
  /// Whether all that the step may read is known to the bit.
  bool inputs_are_exact(const ProgramStep& step) const;

  /// All of it, image by image.
  std::vector<KnownImage> images() const;

  /// Bounds on an operand of a step.
  KnownElements known(const ProgramStep& step, std::size_t operand) const;
  /// Of all its operands.
  std::vector<KnownElements> known(const ProgramStep& step) const;

  struct Mismatch {
    std::size_t image = 0;
    std::int64_t address = 0;         ///< of the first wrong byte
    std::optional<std::size_t> call;  ///< that wrote there last
    std::string what;                 ///< "expected 1.5, got 2"
  };
  struct Comparison {
    std::int64_t compared = 0;   ///< bytes
    std::int64_t wrong = 0;      ///< bytes
    std::int64_t undecided = 0;  ///< elements within weak bounds
    std::int64_t open = 0;       ///< bytes
    std::optional<Mismatch> first;
    std::vector<ByteRange> wrong_bytes;
  };
  /// Holds contents against what is known.
  Comparison compared(const ProgramMemory& got) const;
  /// Whether nothing is known of a byte in one of the ranges.
  bool is_open_in(const std::vector<ByteRange>& ranges) const;
  /// First byte, of those that are known, in which two contents differ.
  std::optional<Mismatch> difference(const ProgramMemory& one, const ProgramMemory& other) const;

 private:
  void put(const ProgramStep& step, std::size_t operand, const KnownElements& elements);
  void forget(const ByteRange& range, std::size_t number);
  void cut(std::size_t image, std::int64_t address);
  bool is_plain(std::size_t image, std::int64_t address, const ElementArray& got) const;
  void compare_byte(std::size_t image, std::int64_t address, std::uint64_t got,
                    Comparison& comparison) const;
  std::int64_t compare_element(std::size_t image, std::int64_t address, const ElementArray& got,
                               Comparison& comparison) const;
  std::int64_t bytes_of_nan(std::size_t image, std::int64_t address, const ElementArray& one,
                            const ElementArray& other) const;
  void note(Comparison& comparison, std::size_t image, std::int64_t address,
            std::string what) const;

  ProgramMemory low_;
  ProgramMemory high_;
  ProgramMemory marks_;  ///< per byte: what is known of it, said in both halves
  ProgramMemory types_;  ///< per byte: of the element whose range or NaN it is part of
  std::vector<std::vector<std::uint8_t>> writers_;  ///< per byte: the call that wrote it last
  bool exact_ = true;
};

/// Bounds on the memories of a program after its last call.
std::vector<KnownImage> expected_images(const Program& program, const ProgramMemory& before,
                                        const ToleranceLookup& tolerances);

}  // namespace assay
