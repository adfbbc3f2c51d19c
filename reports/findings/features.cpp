// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/features.hpp"

#include <algorithm>
#include <set>

namespace assay::reports {
namespace {

constexpr std::uint32_t none = Numbered<std::string>::none;
constexpr std::size_t units_of_block = std::size_t{1} << 16;
constexpr std::uint32_t bits_of_unit = 16;

/// In values_ of PooledFeatures.
std::uint32_t at_or_none(const std::vector<std::uint32_t>& places, std::uint32_t key) {
  return key < places.size() ? places[key] : none;
}

}  // namespace

const std::string* PooledFeatures::word(const std::string& key) const {
  const auto place = at_or_none(pool_->shapes_[shape_].place_of_word, pool_->keys_.find(key));
  return place == none ? nullptr : &pool_->words_[value(place)];
}

const std::int64_t* PooledFeatures::number(const std::string& key) const {
  const auto place = at_or_none(pool_->shapes_[shape_].place_of_number, pool_->keys_.find(key));
  return place == none ? nullptr : &pool_->numbers_[value(place)];
}

CaseFeatures PooledFeatures::unpooled() const {
  CaseFeatures features;
  const FeaturePool::Shape& shape = pool_->shapes_[shape_];
  for (const std::uint32_t key : shape.word_keys) {
    features.words[pool_->keys_[key]] = pool_->words_[value(shape.place_of_word[key])];
  }
  for (const std::uint32_t key : shape.number_keys) {
    features.numbers[pool_->keys_[key]] = pool_->numbers_[value(shape.place_of_number[key])];
  }
  return features;
}

std::uint32_t PooledFeatures::value(std::uint32_t place) const {
  const std::uint16_t* row = pool_->blocks_[row_ / units_of_block].data() + row_ % units_of_block;
  if (!pool_->shapes_[shape_].wide) return row[place];
  const std::size_t unit = std::size_t{2} * place;
  return row[unit] | static_cast<std::uint32_t>(row[unit + 1]) << bits_of_unit;
}

PooledFeatures FeaturePool::add(const CaseFeatures& features) {
  Row row;
  row.reserve(features.words.size() + features.numbers.size());
  for (const auto& [key, word] : features.words) row.push_back(words_.number_of(word));
  for (const auto& [key, value] : features.numbers) row.push_back(numbers_.number_of(value));
  const bool wide =
      std::ranges::any_of(row, [](std::uint32_t value) { return value >> bits_of_unit != 0; });
  PooledFeatures pooled;
  pooled.pool_ = this;
  pooled.shape_ = shape_of(features, wide);
  if (!features.numbers.empty()) {
    pooled.row_ = stored(row, wide);
    return pooled;
  }
  const auto [found, is_new] = rows_of_words_.try_emplace({pooled.shape_, row}, 0);
  if (is_new) found->second = stored(row, wide);
  pooled.row_ = found->second;
  return pooled;
}

std::uint32_t FeaturePool::stored(const Row& row, bool wide) {
  const std::size_t units = row.size() * (wide ? 2 : 1);
  if (blocks_.empty() || blocks_.back().size() + units > units_of_block) {
    blocks_.emplace_back().reserve(units_of_block);
  }
  std::vector<std::uint16_t>& block = blocks_.back();
  const std::size_t place = (blocks_.size() - 1) * units_of_block + block.size();
  for (const std::uint32_t value : row) {
    block.push_back(static_cast<std::uint16_t>(value));
    if (wide) block.push_back(static_cast<std::uint16_t>(value >> bits_of_unit));
  }
  return static_cast<std::uint32_t>(place);
}

std::uint32_t FeaturePool::shape_of(const CaseFeatures& features, bool wide) {
  Shape shape;
  shape.wide = wide;
  std::uint32_t place = 0;
  const auto enter = [&](const std::string& key, std::vector<std::uint32_t>& keys,
                         std::vector<std::uint32_t>& places) {
    keys.push_back(keys_.number_of(key));
    if (places.size() <= keys.back()) places.resize(keys.back() + 1, none);
    places[keys.back()] = place++;
  };
  for (const auto& [key, word] : features.words) enter(key, shape.word_keys, shape.place_of_word);
  for (const auto& [key, value] : features.numbers) {
    enter(key, shape.number_keys, shape.place_of_number);
  }
  std::vector<std::uint32_t> all = shape.word_keys;
  all.push_back(wide ? none - 1 : none);
  all.insert(all.end(), shape.number_keys.begin(), shape.number_keys.end());
  const auto [found, is_new] =
      shape_numbers_.try_emplace(std::move(all), static_cast<std::uint32_t>(shapes_.size()));
  if (is_new) shapes_.push_back(std::move(shape));
  return found->second;
}

std::vector<std::string> FeaturePool::keys_of(const PooledList& cases, Places keys) {
  std::set<std::uint32_t> shapes;
  std::set<std::string> names;
  for (const PooledFeatures* one : cases) {
    if (!shapes.insert(one->shape_).second) continue;
    const FeaturePool& pool = *one->pool_;
    for (const std::uint32_t key : pool.shapes_[one->shape_].*keys) names.insert(pool.keys_[key]);
  }
  return {names.begin(), names.end()};
}

template <typename T>
FeatureColumn<T> FeaturePool::column(const PooledList& cases, const std::string& key, Places places,
                                     Numbered<T> FeaturePool::*things) {
  FeatureColumn<T> column;
  if (cases.empty()) return column;
  const FeaturePool& pool = *cases.front()->pool_;
  const std::uint32_t number = pool.keys_.find(key);
  column.places.reserve(cases.size());
  std::unordered_map<std::uint32_t, std::uint32_t> seen;
  for (const PooledFeatures* one : cases) {
    const std::uint32_t place = at_or_none(pool.shapes_[one->shape_].*places, number);
    if (place == none) {
      column.places.push_back(none);
      continue;
    }
    const std::uint32_t value = one->value(place);
    const auto [found, is_new] =
        seen.try_emplace(value, static_cast<std::uint32_t>(column.values.size()));
    if (is_new) column.values.push_back(&(pool.*things)[value]);
    column.places.push_back(found->second);
  }
  return column;
}

std::vector<std::string> FeaturePool::word_keys(const PooledList& cases) {
  return keys_of(cases, &Shape::word_keys);
}

std::vector<std::string> FeaturePool::number_keys(const PooledList& cases) {
  return keys_of(cases, &Shape::number_keys);
}

FeatureColumn<std::string> FeaturePool::word_column(const PooledList& cases,
                                                    const std::string& key) {
  return column(cases, key, &Shape::place_of_word, &FeaturePool::words_);
}

FeatureColumn<std::int64_t> FeaturePool::number_column(const PooledList& cases,
                                                       const std::string& key) {
  return column(cases, key, &Shape::place_of_number, &FeaturePool::numbers_);
}

}  // namespace assay::reports
