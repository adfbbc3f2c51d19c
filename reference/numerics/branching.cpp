// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/branching.hpp"

#include <utility>

namespace assay {
namespace {

struct Branching {
  std::function<Expected(const Evaluation&)> semantics;
  Branches branches;

  Expected operator()(const Evaluation& inputs) const { return semantics(inputs); }
};

}  // namespace

std::string_view name_of(Knowledge knowledge) {
  switch (knowledge) {
    case Knowledge::exact:
      return "exact";
    case Knowledge::range:
      return "range";
    case Knowledge::nan:
      return "nan";
    case Knowledge::open:
      return "open";
    case Knowledge::either:
      return "either";
    case Knowledge::some_bits:
      break;
  }
  return "some_bits";
}

KnownElements nothing_of(ElementType type, std::int64_t count) {
  return {ElementArray(type, count), ElementArray(type, count),
          std::vector<Knowledge>(static_cast<std::size_t>(count), Knowledge::open)};
}

Result branching(Result result, Branches branches) {
  result.semantics = Branching{std::move(result.semantics), std::move(branches)};
  return result;
}

const Branches* branches_of(const Result& result) {
  const auto* known = result.semantics.target<Branching>();
  return known == nullptr ? nullptr : &known->branches;
}

}  // namespace assay
