// SPDX-License-Identifier: Apache-2.0
// Many names to be found by: sixteen bytes each, however long they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::support {

/// Finds the number of a name in a list of names. The names are stored elsewhere.
class NameIndex {
 public:
  using NameOf = std::function<std::string(std::size_t)>;

  /// Of the names from 0 to `count` - 1.
  NameIndex(std::size_t count, NameOf name_of);

  /// The first and the last of the name; nothing if it is not in the list.
  std::optional<std::size_t> first(std::string_view name) const;
  std::optional<std::size_t> last(std::string_view name) const;
  /// All of the name, ascending.
  std::vector<std::size_t> all(std::string_view name) const;
  /// How many names there are, each once.
  std::size_t distinct() const;

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t number = 0;
    // clang-tidy 14 takes the 0 that a comparison result is compared with for a pointer.
    friend auto operator<=>(const Entry&,
                            const Entry&) = default;  // NOLINT(modernize-use-nullptr)
  };

  NameOf name_of_;
  std::vector<Entry> entries_;  ///< ascending
};

}  // namespace assay::support
