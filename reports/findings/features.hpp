// SPDX-License-Identifier: Apache-2.0
// Features of many cases in little room: every key, word and number is kept once, and of a case
// four bytes for each feature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
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
  const FeaturePool* pool_ = nullptr;
  std::uint32_t shape_ = 0;
  std::vector<std::uint32_t> values_;  ///< words, then numbers, in the order of the keys
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
    std::vector<std::uint32_t> place_of_word;    ///< by key, in values_; Numbered::none without
    std::vector<std::uint32_t> place_of_number;  ///< the same
  };

  using Places = std::vector<std::uint32_t> Shape::*;

  std::uint32_t shape_of(const CaseFeatures& features);
  static std::vector<std::string> keys_of(const PooledList& cases, Places keys);
  template <typename T>
  static FeatureColumn<T> column(const PooledList& cases, const std::string& key, Places places,
                                 Numbered<T> FeaturePool::*things);

  Numbered<std::string> keys_;
  Numbered<std::string> words_;
  Numbered<std::int64_t> numbers_;
  std::deque<Shape> shapes_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> shape_numbers_;
};

}  // namespace assay::reports
