// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/knowledge.hpp"

namespace assay {

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

}  // namespace assay
