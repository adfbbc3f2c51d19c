// SPDX-License-Identifier: Apache-2.0
// Words of records by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

/// Words that repeat, by number. Of unlimited sets only the first ones are taken.
class RecordWords {
 public:
  /// Nothing if no more are taken.
  std::optional<std::uint32_t> number_of(const std::string& word);
  const std::string& operator[](std::size_t number) const { return *words_[number]; }
  std::size_t size() const { return words_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> words_;  ///< keys of `numbers_`
};

}  // namespace assay
