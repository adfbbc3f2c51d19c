// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/record_words.hpp"

namespace assay {
namespace {

/// More than the words of any run; the reasons of cases may be without end.
constexpr std::size_t most_words = std::size_t{1} << 15U;

}  // namespace

std::optional<std::uint32_t> RecordWords::number_of(const std::string& word) {
  const auto found = numbers_.find(word);
  if (found != numbers_.end()) return found->second;
  if (words_.size() == most_words) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(words_.size());
  words_.push_back(&numbers_.emplace(word, number).first->first);
  return number;
}

}  // namespace assay
