// SPDX-License-Identifier: Apache-2.0
// Which conditions a sample suggests: equal words, sets of words that fail alike, thresholds where
// failing begins or ends, remainders.
#include "reports/findings/conditions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace assay::reports {

CaseSet::CaseSet(std::size_t size, bool full) : words_((size + 63) / 64, 0) {
  for (std::size_t i = 0; full && i < size; ++i) insert(i);
}

std::size_t CaseSet::count() const {
  std::size_t total = 0;
  for (const std::uint64_t word : words_) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

std::size_t CaseSet::count_common(const CaseSet& other) const {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    total += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
  }
  return total;
}

std::size_t CaseSet::count_common(const CaseSet& other, const CaseSet& third) const {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    total += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i] & third.words_[i]));
  }
  return total;
}

CaseSet& CaseSet::operator&=(const CaseSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

std::uint64_t CaseSet::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint64_t word : words_) hash = (hash ^ word) * 0x100000001b3U;
  return hash;
}

namespace {

// The cost of a kind of condition relative to one equal word. A threshold chooses a number, a set
// of words its members; a remainder other than zero is rarely what an engineer means.
constexpr double bits_of_inequality = 1;
constexpr double bits_of_threshold = 2;
constexpr double bits_of_tail = 1;
constexpr double bits_of_whole = 2;
constexpr double bits_of_remainder = 12;
constexpr double bits_per_word = 1.5;
constexpr double bits_of_operand = 0.5;  // a feature of one operand, not of the case
// A size that only follows from rows and columns; a range of inputs; a part of the suite, which
// chose the values, and is never the cause.
constexpr double bits_of_proxy = 1.5;
constexpr double bits_of_exponent = 3;
constexpr double bits_of_suite = 8;

constexpr std::array<std::int64_t, 7> tails{8, 16, 32, 4, 2, 64, 128};
constexpr std::int64_t largest_remainder_modulus = 8;
constexpr std::size_t most_thresholds = 24;

struct Count {
  std::size_t failing = 0;
  std::size_t total = 0;
  double rate() const { return static_cast<double>(failing) / static_cast<double>(total); }
  void add(bool fails) {
    ++total;
    failing += fails ? 1 : 0;
  }
};

bool is_of_suite(const std::string& key) { return key == "plan" || key == "scenario"; }

bool is_exponent(const std::string& key) { return key.ends_with(" exponent"); }

/// Bits to name a feature: "M" and "an input has NaN" are about the call, "src.valid_cols" about
/// one operand.
double bits_of_key(const std::string& key) {
  if (is_of_suite(key)) return bits_of_suite;
  if (is_exponent(key)) return bits_of_exponent;
  if (key.ends_with("elements") || key.ends_with("bytes")) return bits_of_proxy;
  const bool of_call = key.starts_with("an input ") || key.starts_with("a tile ");
  const bool of_operand = key.find_first_of(" .") != std::string::npos;
  return of_operand && !of_call ? bits_of_operand : 0;
}

/// Keeps of conditions that cover the same cases the plainest alone, as they come: of 10^5 cases
/// each set takes 12 kB, and most are there many times.
class Collector {
 public:
  explicit Collector(const Sample& sample) : sample_(sample) {}

  /// `column` is that of the condition's key.
  template <typename T>
  void add(const FeatureColumn<T>& column, Condition condition, double bits) {
    std::vector<char> holds;
    for (const T* value : column.values) holds.push_back(condition.holds_of(*value) ? 1 : 0);
    CaseSet covered(sample_.cases.size());
    std::size_t failing = 0;
    std::size_t total = 0;
    for (std::size_t i = 0; i < column.places.size(); ++i) {
      const std::uint32_t place = column.places[i];
      if (place == Numbered<T>::none || holds[place] == 0) continue;
      covered.insert(i);
      ++total;
      failing += sample_.fails[i] ? 1 : 0;
    }
    if (failing == 0 || total == sample_.cases.size()) return;
    bits += bits_of_key(condition.key);
    enter({std::move(condition), bits, std::move(covered), count_++});
  }

  std::vector<Candidate> take() {
    std::ranges::sort(list_, {}, rank_of);
    return std::move(list_);
  }

 private:
  static std::pair<double, std::size_t> rank_of(const Candidate& one) {
    return {one.bits, one.order};
  }

  void enter(Candidate candidate) {
    const std::uint64_t hash = candidate.covered.hash();
    const auto [first, last] = seen_.equal_range(hash);
    const auto match = std::find_if(first, last, [&](const auto& entry) {
      return list_[entry.second].covered == candidate.covered;
    });
    if (match == last) {
      seen_.emplace(hash, list_.size());
      list_.push_back(std::move(candidate));
    } else if (rank_of(candidate) < rank_of(list_[match->second])) {
      list_[match->second] = std::move(candidate);
    }
  }

  const Sample& sample_;
  std::vector<Candidate> list_;
  std::unordered_multimap<std::uint64_t, std::size_t> seen_;  ///< hash of a set -> in list_
  std::size_t count_ = 0;
};

using WordColumn = FeatureColumn<std::string>;
using NumberColumn = FeatureColumn<std::int64_t>;
using WordCounts = std::map<std::string, Count>;
using NumberCounts = std::map<std::int64_t, Count>;

Condition among(const std::string& key, std::vector<std::string> words, bool negated) {
  std::ranges::sort(words);
  return {negated ? Condition::Kind::not_among : Condition::Kind::among, key, std::move(words), 0,
          1};
}

/// The values that fail most often, as sets: the best split of a word by a yes-or-no outcome is one
/// of them (Breiman and others, Classification and Regression Trees, 1984).
void add_sets(Collector& out, const WordColumn& column, const std::string& key,
              const WordCounts& counts) {
  std::vector<std::pair<std::string, Count>> order(counts.begin(), counts.end());
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    const std::size_t left = a.second.failing * b.second.total;
    const std::size_t right = b.second.failing * a.second.total;
    return left != right ? left > right : a.first < b.first;
  });
  for (std::size_t size = 2; size < order.size(); ++size) {
    const Count& last = order[size - 1].second;
    const Count& next = order[size].second;
    if (last.failing * next.total == next.failing * last.total) continue;
    const bool most = 2 * size > order.size();
    std::vector<std::string> words;
    for (std::size_t i = most ? size : 0; i < (most ? order.size() : size); ++i) {
      words.push_back(order[i].first);
    }
    const double bits = bits_of_inequality + bits_per_word * static_cast<double>(words.size());
    out.add(column, among(key, std::move(words), most), bits);
  }
}

void add_words(Collector& out, const WordColumn& column, const std::string& key,
               const WordCounts& counts) {
  if (counts.size() < 2) return;
  for (const auto& [word, count] : counts) out.add(column, among(key, {word}, false), 0);
  // Of the parts of the suite one may be like the cause; no list of them is.
  if (counts.size() < 3 || is_of_suite(key)) return;
  for (const auto& [word, count] : counts)
    out.add(column, among(key, {word}, true), bits_of_inequality);
  add_sets(out, column, key, counts);
}

/// The roundest number in [low, high): the one with the most trailing zero bits.
std::int64_t roundest(std::int64_t low, std::int64_t high) {
  for (std::int64_t step = std::int64_t{1} << 40; step > 1; step /= 2) {
    const std::int64_t round = (low + step - 1) / step * step;
    if (round >= low && round < high) return round;
  }
  return low;
}

void add_thresholds(Collector& out, const NumberColumn& column, const std::string& key,
                    const NumberCounts& counts) {
  std::vector<std::int64_t> cuts;
  for (auto count = counts.begin(); std::next(count) != counts.end(); ++count) {
    const Count& here = count->second;
    const Count& next = std::next(count)->second;
    // Between two pure values of the same outcome there is nothing to cut.
    const bool same = here.rate() == next.rate() && (here.rate() == 0 || here.rate() == 1);
    if (!same) cuts.push_back(roundest(count->first, std::next(count)->first));
  }
  const std::size_t step = cuts.size() / most_thresholds + 1;
  for (std::size_t i = 0; i < cuts.size(); i += step) {
    out.add(column, {Condition::Kind::above, key, {}, cuts[i], 1}, bits_of_threshold);
    out.add(column, {Condition::Kind::at_most, key, {}, cuts[i], 1}, bits_of_threshold);
  }
}

void add_numbers(Collector& out, const NumberColumn& column, const std::string& key,
                 const NumberCounts& counts) {
  if (counts.size() < 2) return;
  add_thresholds(out, column, key, counts);
  if (counts.size() < 4 || is_exponent(key)) return;
  for (const std::int64_t modulus : tails) {
    out.add(column, {Condition::Kind::no_remainder, key, {}, 0, modulus}, bits_of_whole);
    out.add(column, {Condition::Kind::remainder, key, {}, 0, modulus}, bits_of_tail);
  }
  for (std::int64_t modulus = 3; modulus <= largest_remainder_modulus; ++modulus) {
    for (std::int64_t rest = 1; rest < modulus; ++rest) {
      out.add(column, {Condition::Kind::no_remainder, key, {}, rest, modulus}, bits_of_remainder);
    }
  }
}

/// The outcomes of the cases with each value of a feature.
template <typename T>
std::map<T, Count> counts_of(const FeatureColumn<T>& column, const std::vector<bool>& fails) {
  std::vector<Count> counts(column.values.size());
  for (std::size_t i = 0; i < column.places.size(); ++i) {
    if (column.places[i] != Numbered<T>::none) counts[column.places[i]].add(fails[i]);
  }
  std::map<T, Count> by_value;
  for (std::size_t i = 0; i < counts.size(); ++i) by_value.emplace(*column.values[i], counts[i]);
  return by_value;
}

}  // namespace

std::vector<Candidate> candidate_conditions(const Sample& sample) {
  Collector out(sample);
  for (const std::string& key : FeaturePool::word_keys(sample.cases)) {
    const WordColumn column = FeaturePool::word_column(sample.cases, key);
    add_words(out, column, key, counts_of(column, sample.fails));
  }
  for (const std::string& key : FeaturePool::number_keys(sample.cases)) {
    const NumberColumn column = FeaturePool::number_column(sample.cases, key);
    add_numbers(out, column, key, counts_of(column, sample.fails));
  }
  return out.take();
}

}  // namespace assay::reports
