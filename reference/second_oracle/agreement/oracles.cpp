// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/oracles.hpp"

#include <span>

#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/batch.hpp"
#include "reference/numerics/real.hpp"
#include "reference/second_oracle/second_oracle.hpp"

namespace assay::agreement {
namespace {

Columns empty_results(const Question& question, const Columns& arguments) {
  return Columns(question.modes.size(), ElementArray(question.to, arguments.front().size()));
}

std::vector<numerics::Real> reals(const Question& question, const Columns& arguments,
                                  std::int64_t index) {
  std::vector<numerics::Real> values;
  for (const ElementArray& column : arguments) {
    values.push_back(numerics::decode(question.from, column[index]));
  }
  return values;
}

}  // namespace

Columns by_batches(const Question& question, const Columns& arguments) {
  Columns results = empty_results(question, arguments);
  std::vector<numerics::Bits> bits;
  for (const ElementArray& column : arguments) bits.push_back(column.bytes());
  for (std::size_t m = 0; m < results.size(); ++m) {
    const numerics::Operation operation{question.function, question.from, question.to,
                                        question.modes[m]};
    numerics::round(operation, bits, results[m].size(), results[m].bytes());
  }
  return results;
}

Columns by_enclosures(const Question& question, const Columns& arguments) {
  Columns results = empty_results(question, arguments);
  for (std::int64_t i = 0; i < arguments.front().size(); ++i) {
    const auto values = reals(question, arguments, i);
    for (std::size_t m = 0; m < results.size(); ++m) {
      results[m].set(i, numerics::correctly_rounded(question.function, values, question.to,
                                                    question.modes[m]));
    }
  }
  return results;
}

Columns by_rounding_to_odd(const Question& question, const Columns& arguments) {
  Columns results = empty_results(question, arguments);
  for (std::int64_t i = 0; i < arguments.front().size(); ++i) {
    const auto value = numerics::evaluate(question.function, reals(question, arguments, i));
    for (std::size_t m = 0; m < results.size(); ++m) {
      results[m].set(i, numerics::encode(question.to, value, question.modes[m]));
    }
  }
  return results;
}

Columns by_second_oracle(const Question& question, const Columns& arguments) {
  Columns results = empty_results(question, arguments);
  const auto& [function, from, to, modes] = question;
  std::array<std::uint64_t, 3> bits{};
  for (std::int64_t i = 0; i < arguments.front().size(); ++i) {
    for (std::size_t k = 0; k < arguments.size(); ++k) bits[k] = arguments[k][i];
    const std::span<const std::uint64_t> sample{bits.data(), arguments.size()};
    if (modes.size() == 1) {
      results[0].set(i, second_oracle::rounded(function, sample, from, to, modes[0]));
      continue;
    }
    const auto all = second_oracle::rounded_in_every_mode(function, sample, from, to);
    for (std::size_t m = 0; m < modes.size(); ++m) {
      results[m].set(i, all[static_cast<std::size_t>(modes[m])]);
    }
  }
  return results;
}

}  // namespace assay::agreement
