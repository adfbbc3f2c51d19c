// SPDX-License-Identifier: Apache-2.0
// From packed arguments to doubles of results.
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "reference/isa/contents.hpp"
#include "reference/numerics/kernels/exact_power.hpp"
#include "reference/numerics/kernels/remainders.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics::kernels {
namespace {

constexpr double infinity_of_double = std::numeric_limits<double>::infinity();

Evaluate loop_of(const Kernels& kernels, const Operation& operation) {
  const auto index = static_cast<std::size_t>(operation.function);
  if (operation.mode == RoundMode::floor && kernels.sum_to_floor[index] != nullptr) {
    return kernels.sum_to_floor[index];
  }
  const Evaluate remainder = remainder_loop(operation.function);
  return remainder != nullptr ? remainder : kernels.evaluate[index];
}

}  // namespace

void require_arguments(const Operation& operation, std::span<const Bits> arguments) {
  if (arguments.size() != static_cast<std::size_t>(arity(operation.function))) {
    throw std::invalid_argument("wrong number of arguments for " +
                                std::string(name_of(operation.function)));
  }
}

std::vector<Real> arguments_at(const Operation& operation, std::span<const Bits> arguments,
                               std::int64_t index) {
  std::vector<Real> decoded;
  decoded.reserve(arguments.size());
  for (const Bits& argument : arguments) {
    decoded.push_back(decode(operation.from, load_element(argument, operation.from, index)));
  }
  return decoded;
}

bool Results::exist(const Operation& operation) {
  return operation.function == Function::identity || is_short(operation.from);
}

Results::Results(const Kernels& kernels, const Operation& operation,
                 std::span<const Bits> arguments)
    : kernels_(kernels),
      function_(operation.function),
      arguments_(arguments),
      source_(kernels, operation.from),
      evaluate_(loop_of(kernels, operation)),
      enclosure_(enclosure_of(operation.function)) {}

void Results::compute(std::int64_t first, int count) {
  if (function_ == Function::identity) {
    source_.decode(arguments_[0], first, count, y_.data());
    return;
  }
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    source_.decode(arguments_[i], first, count, decoded_[i].data());
  }
  evaluate_(decoded_[0].data(), decoded_[1].data(), decoded_[2].data(), count, y_.data());
}

double Results::argument(int number, int i) const {
  return decoded_[static_cast<std::size_t>(number)][static_cast<std::size_t>(i)];
}

bool Results::is_far(int i) const {
  const double size = std::fabs(y_[static_cast<std::size_t>(i)]);
  const bool inexact = std::bit_cast<std::uint64_t>(size) % 2 != 0;
  return enclosure_.near_one && inexact && (size < 0x1p-998 || size > 0x1p998);
}

std::optional<double> Results::far_result(int i) const {
  constexpr double log2_of_e = 0x1.71547652b82fep+0;
  double exponent = argument(0, i);
  if (function_ == Function::power) {
    const double size = std::fabs(argument(0, i));
    double logarithm = 0;
    kernels_.evaluate[static_cast<std::size_t>(Function::logarithm)](&size, nullptr, nullptr, 1,
                                                                     &logarithm);
    exponent = logarithm * argument(1, i);
  }
  const double y = y_[static_cast<std::size_t>(i)];
  // The logarithm is far better than the margins of a half.
  if (exponent * log2_of_e > 1024.5) return std::copysign(infinity_of_double, y);
  if (exponent * log2_of_e < -1075.5) return std::copysign(0.0, y);
  return std::nullopt;
}

bool Results::make_exact(int i) {
  if (function_ != Function::power) return false;
  const auto exact = exact_power(argument(0, i), argument(1, i));
  if (exact) y_[static_cast<std::size_t>(i)] = *exact;
  return exact.has_value();
}

}  // namespace assay::numerics::kernels
