// SPDX-License-Identifier: Apache-2.0
// From packed arguments to doubles of results.
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/kernels/exact_power.hpp"
#include "reference/numerics/kernels/remainders.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics::kernels {
namespace {

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
      error_bound_(error_bound_of(operation.function)) {
  // Integers and their midpoints have up to 33 bits, more than the marks of quotients and roots
  // are proved for.
  if (is_integer(operation.to)) error_bound_.rounding = error_bound_.error;
}

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
  return error_bound_.near_one && inexact && (size < 0x1p-998 || size > 0x1p998);
}

std::optional<double> Results::far_result(int i) const {
  const bool is_power = function_ == Function::power;
  const double half_exponent = argument(is_power ? 1 : 0, i) / 2;
  const double base = is_power ? std::fabs(argument(0, i)) : half_exponent;
  double root = 0;
  kernels_.evaluate[static_cast<std::size_t>(function_)](&base, &half_exponent, nullptr, 1, &root);
  // Close to that, only the definition decides whether a double holds the result.
  if (root > 0x1.ffffp511 && root < 0x1.0001p512) return std::nullopt;
  return std::copysign(root * root, y_[static_cast<std::size_t>(i)]);
}

bool Results::make_exact(int i) {
  if (function_ != Function::power) return false;
  const auto exact = exact_power(argument(0, i), argument(1, i));
  if (exact) y_[static_cast<std::size_t>(i)] = *exact;
  return exact.has_value();
}

}  // namespace assay::numerics::kernels
