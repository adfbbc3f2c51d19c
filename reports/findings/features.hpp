// SPDX-License-Identifier: Apache-2.0
// Features of many cases in little room: every key, word and number is kept once, and of a case
// two bytes for each feature, or four where a pool has many different values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "reports/findings/finding.hpp"

namespace assay::reports {

/// Things by the order in which they first came.
template <typename T>
class Numbered {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t number_of(const T& thing) {
    const auto [found, is_new] =
        numbers_.try_emplace(thing, static_cast<std::uint32_t>(things_.size()));
    if (is_new) things_.push_back(thing);
    return found->second;
  }
  /// `none` of what never came.
  std::uint32_t find(const T& thing) const {
    const auto found = numbers_.find(thing);
    return found == numbers_.end() ? none : found->second;
  }
  const T& operator[](std::uint32_t number) const { return things_[number]; }
  std::size_t size() const { return things_.size(); }

 private:
  std::unordered_map<T, std::uint32_t> numbers_;
  std::deque<T> things_;
};

class FeaturePool;

/// The features of one case. Lives no longer than its pool.
class PooledFeatures {
 public:
  PooledFeatures() = default;

  /// Null where the case lacks the feature.
  const std::string* word(const std::string& key) const;
  const std::int64_t* number(const std::string& key) const;
  CaseFeatures unpooled() const;

 private:
  friend class FeaturePool;
  /// Number of a word or of a number, by its place among the words, then numbers, of the shape.
  std::uint32_t value(std::uint32_t place) const;

  const FeaturePool* pool_ = nullptr;
  std::uint32_t shape_ = 0;
  std::uint32_t row_ = 0;  ///< where its values begin in the pool
};

/// One feature of a list of cases, as a column.
template <typename T>
struct FeatureColumn {
  std::vector<const T*> values;       ///< those that occur
  std::vector<std::uint32_t> places;  ///< of each case, in `values`; Numbered<T>::none: it lacks it
};

using PooledList = std::vector<const PooledFeatures*>;

class FeaturePool {
 public:
  PooledFeatures add(const CaseFeatures& features);

  /// Keys that any of the cases has, in alphabetical order. Cases are of one pool, here and below.
  static std::vector<std::string> word_keys(const PooledList& cases);
  static std::vector<std::string> number_keys(const PooledList& cases);
  static FeatureColumn<std::string> word_column(const PooledList& cases, const std::string& key);
  static FeatureColumn<std::int64_t> number_column(const PooledList& cases, const std::string& key);

 private:
  friend class PooledFeatures;

  /// Which keys a case has; most cases of a form have the same ones.
  struct Shape {
    std::vector<std::uint32_t> word_keys;
    std::vector<std::uint32_t> number_keys;
    std::vector<std::uint32_t> place_of_word;    ///< by key, in its row; Numbered::none without
    std::vector<std::uint32_t> place_of_number;  ///< the same
    bool wide = false;                           ///< values have four bytes
  };

  using Places = std::vector<std::uint32_t> Shape::*;
  using Row = std::vector<std::uint32_t>;

  std::uint32_t shape_of(const CaseFeatures& features, bool wide);
  std::uint32_t stored(const Row& row, bool wide);
  static std::vector<std::string> keys_of(const PooledList& cases, Places keys);
  template <typename T>
  static FeatureColumn<T> column(const PooledList& cases, const std::string& key, Places places,
                                 Numbered<T> FeaturePool::*things);

  Numbered<std::string> keys_;
  Numbered<std::string> words_;
  Numbered<std::int64_t> numbers_;
  std::deque<Shape> shapes_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> shape_numbers_;
  std::vector<std::vector<std::uint16_t>> blocks_;  ///< rows; none goes over the end of a block
  std::map<std::pair<std::uint32_t, Row>, std::uint32_t> rows_of_words_;  ///< of words alone
};

}  // namespace assay::reports
