// SPDX-License-Identifier: Apache-2.0
// One call and every input of it, in tiles of consecutive inputs.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "generators/enumerate/widest_case.hpp"
#include "generators/values/input_space.hpp"

namespace assay::generators {

/// A sentence that says why a call has no enumeration.
class NotEnumerable : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The first result of the form that is one function of the elements of its operands, with its
/// arguments named. Nothing where the page does not say that of one.
std::optional<Result> function_of_elements(const OpSpec& op, const Form& form);

/// Throws NotEnumerable where the call reads anything but at most `most_sweep_arguments` tiles that
/// are the arguments of the result.
void require_tiles_alone(const Form& form, const Result& result);
/// Throws NotEnumerable for a type of 64 bits.
void require_narrow(ElementType type);

/// The arguments of a call, which have one type.
struct Arguments {
  ElementType type = ElementType::f32;
  std::size_t count = 0;
  int bits() const { return bits_of(type) * static_cast<int>(count); }
};
/// Throws NotEnumerable where they differ in type, or have one of 64 bits.
Arguments arguments_of(const Call& call);

/// A legal call on a tile whose arguments have consecutive inputs, one tile after the other. Its
/// cases are named OP/FORM/TARGET/DTYPES/PLAN[+ATTRIBUTE=VALUE]@NUMBER, where the number is that of
/// the tile, from 0.
class Enumeration {
 public:
  /// Throws NotEnumerable.
  Enumeration(const WantedCall& wanted, const InputPlan& plan);
  /// Every input if all arguments together have at most so many bits, else a sample.
  static Enumeration of_at_most(const WantedCall& wanted, int most_bits, const InputPlan& sample);

  std::uint64_t tiles() const { return (inputs_ + tile_inputs_ - 1) / tile_inputs_; }
  std::uint64_t inputs() const { return inputs_; }
  std::uint64_t tile_inputs() const { return tile_inputs_; }
  std::int64_t tile_cols() const;
  ElementType from() const { return arguments_.type; }  ///< of the arguments
  /// The bits of each argument of an input, by its place among all of them.
  std::vector<std::uint64_t> input(std::uint64_t index) const;
  /// Element types of the call: "f16,f16".
  std::string types() const;
  Case tile(std::uint32_t number) const;

 private:
  Case test_;
  Arguments arguments_;
  InputPlan plan_;
  std::string named_;  ///< the name of a tile without its number
  std::uint64_t inputs_ = 0;
  std::uint64_t tile_inputs_ = 0;
};

/// The enumeration of a name without the number of a tile, OP/FORM/TARGET/DTYPES/PLAN. Keeps what
/// it has found, since to find the call of an enumeration takes long. Any number of threads. Throws
/// NotEnumerable, which says what of the name is wrong.
Enumeration enumeration_named(std::string_view name, const OpSpec& op);

/// The tile of a name. Throws as above.
Case enumerated_case(std::string_view name, const OpSpec& op);

/// Whether a name has the parts of a tile of an enumeration: OP/FORM/TARGET/DTYPES/PLAN@NUMBER.
bool names_a_tile(std::string_view name);

}  // namespace assay::generators
