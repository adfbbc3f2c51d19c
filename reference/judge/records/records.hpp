// SPDX-License-Identifier: Apache-2.0
// Compact storage of many records: a million take a tenth of their separate size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/judge/records/record.hpp"
#include "reference/judge/records/record_words.hpp"

namespace assay {

/// A list of records that are packed into bytes and unpacked at each access. An iterator returns a
/// value, which may be kept; a pointer to it must not outlive it. Reading is safe from several
/// threads.
class Records {
 public:
  class Iterator;

  Records() = default;
  // A list of records is meant wherever one is written down; tests have many.
  Records(std::span<const CaseRecord> records);
  Records(const std::vector<CaseRecord>& records) : Records(std::span(records)) {}
  Records(std::initializer_list<CaseRecord> records)
      : Records(std::span(records.begin(), records.size())) {}
  Records(Records&&) = default;
  Records& operator=(Records&&) = default;
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  ~Records() = default;

  std::size_t size() const { return places_.size(); }
  bool empty() const { return places_.empty(); }
  CaseRecord operator[](std::size_t number) const;
  CaseRecord front() const { return (*this)[0]; }
  CaseRecord back() const { return (*this)[size() - 1]; }
  Iterator begin() const;
  Iterator end() const;

  /// Of record `number`, without making it.
  VerdictKind kind(std::size_t number) const;
  std::uint64_t index(std::size_t number) const { return indices_[number]; }
  std::string name(std::size_t number) const { return (*this)[number].name; }

  void push_back(const CaseRecord& record);
  /// Removes all but the first `count`.
  void keep(std::size_t count);
  /// Removes those of these numbers, which ascend.
  void drop(std::span<const std::size_t> numbers);
  bool in_order() const;
  /// Ascending by `index`; records of one index keep their order.
  void sort_by_index();

 private:
  /// The parts of a record other than words and numbers.
  struct Parts {
    std::vector<WrongTile> tiles;
    std::optional<WrongText> text;
    std::shared_ptr<const DistantParts> distant;
  };

  const char* bytes_of(std::size_t number) const;

  RecordWords words_;
  std::vector<std::string> blocks_;
  std::vector<std::uint64_t> places_;  ///< block and offset
  std::vector<std::uint64_t> indices_;
  std::deque<Parts> parts_;
};

class Records::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::forward_iterator_tag;
  using value_type = CaseRecord;
  using difference_type = std::ptrdiff_t;
  using reference = CaseRecord;

  Iterator() = default;
  Iterator(const Records* records, std::size_t number) : records_(records), number_(number) {}

  CaseRecord operator*() const { return (*records_)[number_]; }
  Iterator& operator++() {
    ++number_;
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++number_;
    return before;
  }
  bool operator==(const Iterator& other) const { return number_ == other.number_; }
  /// The number of the current record, from 0.
  std::size_t number() const { return number_; }

 private:
  const Records* records_ = nullptr;
  std::size_t number_ = 0;
};

inline Records::Iterator Records::begin() const { return {this, 0}; }
inline Records::Iterator Records::end() const { return {this, size()}; }

}  // namespace assay
