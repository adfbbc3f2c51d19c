// SPDX-License-Identifier: Apache-2.0
// How the quantiser of public headers differs from the promise, whatever moves the elements.
#include <fmt/format.h>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"

namespace assay::ops {
namespace {

using ResultOf = std::function<Result(ElementFunction)>;

bool has_signed_offsets(const Call& call) {
  return element_of(call.operands[call.form->index_of("dst")]) == ElementType::i8;
}

/// Among calls that are `concerned`, which are those in the words of `where`.
std::vector<Erratum> numbered(const std::string& op, int first, const std::string& file,
                              const ResultOf& result, const std::string& where,
                              const std::function<bool(const Call&)>& concerned) {
  const auto of_cpu = [&](int number, const char* title, HostQuantiser deviations) {
    return giving(
        of_headers(Target::cpu, fmt::format("E-{}-{:03}", op, first + number), file, title),
        result(quantised_with(deviations)));
  };
  const std::string also = where.empty() ? "" : where + ", ";
  std::vector<Erratum> all{
      among(of_cpu(0, "offsets of descriptors are read without their sign",
                   {.unsigned_offset = true}),
            also + "int8_t, whose offsets may be negative",
            [=](const Call& call) { return concerned(call) && has_signed_offsets(call); }),
      of_cpu(1, "products and sums are rounded to float before they are rounded to dst",
             {.by_float = true})};
  if (!where.empty()) all[1] = among(all[1], where, concerned);
  return all;
}

}  // namespace

std::vector<Erratum> quantiser_errata(const std::string& op, const std::string& file,
                                      const ResultOf& result) {
  return numbered(op, 1, file, result, {}, [](const Call&) { return true; });
}

std::vector<Erratum> one_descriptor_errata(const std::string& op, int first,
                                           const std::string& file, const ResultOf& result) {
  return numbered(op, first, file, result, "a descriptor for all columns",
                  [](const Call& call) { return call.form->has("preQuantScalar"); });
}

ElementFunction summed_in_sums(const ElementFunction& element) {
  return [alone = element, sum = summed(element)](const ElementContext& cell) {
    const std::vector<Attribute>& attributes = cell.call.form->attributes;
    const bool adds = !attributes.empty() && attributes.front().name == "AtomicType";
    return adds ? sum(cell) : alone(cell);
  };
}

}  // namespace assay::ops
