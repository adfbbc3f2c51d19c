// SPDX-License-Identifier: Apache-2.0
// Columns of texts that take the room of their texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::golden {

/// Texts that differ from each other, as names do.
class TextColumn {
 public:
  using value_type = std::string_view;  // NOLINT(readability-identifier-naming): of containers
  std::size_t size() const { return ends_.size() - 1; }
  bool empty() const { return size() == 0; }
  void push_back(std::string_view text) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
  }
  void reserve(std::size_t count) { ends_.reserve(count + 1); }
  /// Good until the next push_back().
  std::string_view operator[](std::size_t index) const {
    return std::string_view(bytes_).substr(ends_[index], ends_[index + 1] - ends_[index]);
  }
  std::string_view at(std::size_t index) const {
    if (index >= size()) throw std::out_of_range("a column has fewer rows");
    return (*this)[index];
  }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_{0};
};

/// Texts of which there are few, each again and again. Not copied: what it gives are views of its
/// own texts.
class WordColumn {
 public:
  WordColumn() = default;
  WordColumn(const WordColumn&) = delete;
  WordColumn& operator=(const WordColumn&) = delete;
  WordColumn(WordColumn&&) = default;
  WordColumn& operator=(WordColumn&&) = default;
  ~WordColumn() = default;

  using value_type = std::string_view;  // NOLINT(readability-identifier-naming): of containers
  std::size_t size() const { return places_.size(); }
  void push_back(std::string_view text) {
    const auto found = known_.find(text);
    if (found != known_.end()) return places_.push_back(found->second);
    const auto place = static_cast<std::uint32_t>(words_.size());
    words_.push_back(known_.emplace(text, place).first->first);
    places_.push_back(place);
  }
  void reserve(std::size_t count) { places_.reserve(count); }
  std::string_view operator[](std::size_t index) const { return words_[places_[index]]; }

 private:
  std::map<std::string, std::uint32_t, std::less<>> known_;
  std::vector<std::string_view> words_;  ///< the keys of known_
  std::vector<std::uint32_t> places_;
};

}  // namespace assay::golden
