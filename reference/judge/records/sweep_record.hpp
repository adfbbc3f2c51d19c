// SPDX-License-Identifier: Apache-2.0
// The results of a sweep over the inputs of an op: counts, ulp errors by exponent, classes of
// numbers, the worst and the wrong inputs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/element_type.hpp"
#include "reference/judge/records/input_errors.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

inline std::string_view number_class_name(std::size_t number_class) {
  return name_of(static_cast<PatternClass>(number_class));
}

/// Errors of the compared inputs with one sign and one exponent: floor(log2 |x|), 0 for zeros,
/// infinities and NaN, which have a column each.
struct SweepColumn {
  enum class Kind : std::uint8_t { zero, finite, infinity, nan };
  bool negative = false;
  Kind kind = Kind::finite;
  int exponent = 0;
  std::array<std::uint64_t, ulp_bins> counts{};
  double max_ulp = 0;  ///< over all bins but the last
  friend bool operator==(const SweepColumn&, const SweepColumn&) = default;
};

/// "-2^-126", "+0", "-infinity", "+nan".
std::string name_of(const SweepColumn& column);
/// True where the numbers of column `a` come before those of `b`; NaNs are outermost.
bool column_before(const SweepColumn& a, const SweepColumn& b);

inline constexpr std::size_t most_sweep_arguments = 3;
using SweepArguments = std::array<std::uint64_t, most_sweep_arguments>;  ///< bits; 0 if unused

/// One input with what came back.
struct SweepInput {
  std::uint64_t index = 0;           ///< place in the order of the sweep
  SweepArguments arguments{};        ///< bits
  Accept accept = Accept::interval;  ///< how `got` is compared, as in ExpectedTile
  std::uint64_t expected = 0;        ///< bits; of an interval the correctly rounded value
  std::uint64_t low = 0;             ///< bits, accepted from here; of any-of the second choice
  std::uint64_t high = 0;            ///< bits, to here; of any-of the third choice
  std::uint64_t got = 0;             ///< bits
  double ulp = 0;                    ///< from the nearest accepted or exact value; or infinity
  friend bool operator==(const SweepInput&, const SweepInput&) = default;
};

/// A call that did not come back as done, or that did more than write its result.
struct SweepIncident {
  VerdictKind kind = VerdictKind::conforms;
  Deviation deviation = Deviation::none;
  std::string message;
  std::uint64_t first = 0;     ///< index of the first input that is to blame
  std::uint64_t inputs = 0;    ///< to blame, from there on: one, or all of the call
  SweepArguments arguments{};  ///< of the first one
  friend bool operator==(const SweepIncident&, const SweepIncident&) = default;
};

inline constexpr std::size_t most_wrong_inputs = 4096;
inline constexpr std::size_t most_incidents = 16;

/// [class of an argument][class of the result]
using ClassTable = std::array<std::array<std::uint64_t, number_classes>, number_classes>;

/// The results of some consecutive inputs of a sweep.
struct SweepPart {
  std::uint64_t inputs = 0;  ///< the requested inputs: the sum of the next four
  std::uint64_t compared = 0;
  std::uint64_t target_defined = 0;          ///< recorded, never failed, in no error and no column
  std::uint64_t withheld = 0;                ///< not sent: the page leaves their result open
  std::uint64_t lost = 0;                    ///< the call did not come back as done
  std::uint64_t wrong = 0;                   ///< compared and not within the tolerance
  std::uint64_t measured = 0;                ///< compared with a finite error
  double ulp_sum = 0;                        ///< of the measured ones
  std::vector<ClassTable> compared_classes;  ///< one per argument
  std::vector<ClassTable> target_defined_classes;             ///< one per argument
  std::array<std::uint64_t, number_classes> wrong_classes{};  ///< by class of the first argument
  std::vector<SweepColumn> columns;      ///< those with a count, by column_before
  std::vector<SweepInput> worst;         ///< largest error first, among equals the first input
  std::vector<SweepInput> wrong_inputs;  ///< the first ones
  std::vector<SweepIncident> incidents;  ///< the first ones
  std::uint64_t incident_count = 0;
  friend bool operator==(const SweepPart&, const SweepPart&) = default;
};

/// True where `a` belongs before `b` in SweepPart::worst.
bool worse_input(const SweepInput& a, const SweepInput& b);

/// Appends what the next inputs gave. Sums are added in the order of the calls. What no longer fits
/// the lists is taken out of `part` too, so that it then holds what it gave to the whole.
void append(SweepPart& whole, SweepPart& part);

/// A sweep ends early if this number of calls is lost.
inline constexpr std::uint64_t most_lost_calls = 16;

/// True if so many calls are lost, of `tile_inputs` inputs each, that continuing would only take
/// time.
bool is_hopeless(const SweepPart& found, std::uint64_t tile_inputs);

/// A whole sweep.
struct SweepRecord {
  std::string op;
  std::string form;
  std::string target;
  std::string attributes;              ///< "mode=CAST_RINT", or empty
  std::vector<std::string> arguments;  ///< operand names
  std::string result;                  ///< operand name
  ElementType from = ElementType::f32;
  ElementType to = ElementType::f32;
  std::string function;  ///< of the arguments; empty if the page has no name for it
  Tolerance tolerance;
  std::string backend;
  std::string backend_revision;
  std::string selection;  ///< "all", "sample of 2^24"
  /// "subnormals: flushed": readings of the manual by which it was judged, where they are not the
  /// first ones.
  std::string readings;
  std::string command;        ///< that does the same again, without -j, --out and --resume
  std::uint64_t planned = 0;  ///< inputs; fewer were requested if too many calls were lost, or
                              ///< where the time was used up
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;
  bool columns_by_result = false;  ///< exponents are those of the expected result, not of the input
  SweepPart found;

  double mean_ulp() const {
    return found.measured == 0 ? 0 : found.ulp_sum / double(found.measured);
  }
  /// Largest finite error.
  double max_ulp() const;
  std::uint64_t tile_inputs() const { return static_cast<std::uint64_t>(tile_rows * tile_cols); }
};

/// deviates where an input is wrong, else what the first incident says, else conforms, or
/// target_defined where nothing was compared.
VerdictKind verdict_of(const SweepRecord& record);

}  // namespace assay
