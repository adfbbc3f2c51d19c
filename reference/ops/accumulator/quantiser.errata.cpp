// SPDX-License-Identifier: Apache-2.0
// How the quantiser of public headers differs from the promise, whatever moves the elements.
#include "reference/ops/accumulator/accumulator_errata.hpp"
#include "reference/ops/accumulator/quantised.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {

std::vector<Erratum> quantiser_errata(const std::string& op, const std::string& file,
                                      const std::function<Result(ElementFunction)>& result) {
  const auto of_cpu = [&](const char* number, const char* title, Detours detours) {
    return giving(of_headers(Target::cpu, "E-" + op + "-" + number, file, title),
                  result(quantised_with(detours)));
  };
  return {among(of_cpu("001", "offsets of descriptors are read without their sign",
                       {.unsigned_offset = true}),
                "int8_t, whose offsets may be negative",
                [](const Call& call) { return element_of(call) == ElementType::i8; }),
          of_cpu("002", "products and sums are rounded to float before they are rounded to dst",
                 {.by_float = true})};
}

}  // namespace assay::ops
