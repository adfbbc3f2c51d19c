// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/call/bounds.hpp"

namespace assay {

std::string_view name_of(BoundKind kind) {
  switch (kind) {
    case BoundKind::exact:
      return "exact";
    case BoundKind::range:
      return "range";
    case BoundKind::nan:
      return "nan";
    case BoundKind::open:
      return "open";
    case BoundKind::either:
      return "either";
    case BoundKind::some_bits:
      break;
  }
  return "some_bits";
}

KnownElements nothing_of(ElementType type, std::int64_t count) {
  return {ElementArray(type, count), ElementArray(type, count),
          std::vector<BoundKind>(static_cast<std::size_t>(count), BoundKind::open)};
}

}  // namespace assay
