// SPDX-License-Identifier: Apache-2.0
#include "reports/manual/bullets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <sstream>

#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

/// A word for constraints whose names have one of these ends, or without ends for results.
struct Word {
  std::string_view word;
  std::string_view text;
  std::array<std::string_view, 3> ends = {};
};

constexpr std::array known_words{
    Word{"results", ""},
    Word{"types", "element types", {"element", "same_element", "same_type"}},
    Word{"regions",
         "valid regions go together",
         {"same_valid_region", "same_valid_rows", "same_valid_columns"}},
    Word{"region",
         "every element of the valid region of dst is compared; what dst holds outside of it is "
         "unspecified (decision 002)"},
    Word{"empty_region", "an empty region: nothing is computed, and dst stays"},
    Word{"tmp_unused", "tmp is not used: what it holds does not change the result"},
    Word{"tmp_scratch", "tmp is scratch memory: what it holds before does not change the result"},
    Word{"with_tmp", "the call has a tmp operand"},
    Word{"without_tmp", "the call without tmp gives the same"},
    Word{"algorithms", "two algorithms, of which a caller names one: each is called"},
    Word{"algorithm_of_a5",
         "the algorithm can be chosen on a5 alone; on a2a3 the choice changes no promise"}};

/// The entry of "types" or "types@a5"; null for a word that is about names of constraints.
const Word* known(std::string_view word) {
  const auto* const found =
      std::ranges::find(known_words, word.substr(0, word.find('@')), &Word::word);
  return found == known_words.end() ? nullptr : found;
}

/// The constraints that a word means, of all forms.
std::vector<const Constraint*> meant_by(std::string_view word, const OpSpec& op) {
  std::vector<const Constraint*> found;
  for (const Form& form : op.forms) {
    for (const Constraint& one : form.constraints) {
      if (means(word, one)) found.push_back(&one);
    }
  }
  return found;
}

/// The sources' text on a constraint, without the conventions that apply to all pages.
std::string cited(const Constraint& one) {
  const std::string& bullet = one.source.bullet;
  return bullet.empty() ? one.text : bullet.substr(0, bullet.find("; conventions:"));
}

/// The entry whose text says what a word is about: of "src.element" that of "types".
const Word* entry_with_text(std::string_view word) {
  const auto dot = word.find('.');
  if (dot == std::string_view::npos) return known(word);
  const std::string_view end = word.substr(0, word.find('@')).substr(dot + 1);
  const auto* const found = std::ranges::find_if(known_words, [&](const Word& one) {
    return std::ranges::find(one.ends, end) != one.ends.end();
  });
  return found == known_words.end() ? nullptr : found;
}

/// "@a5" of a word that ends so.
std::string_view target_of(std::string_view word) {
  return word.substr(std::min(word.find('@'), word.size()));
}

/// "element types of src, dst on a5" of words that have this entry and one target.
std::string about(const Word& entry, std::span<const std::string> words) {
  std::vector<std::string> operands;
  for (const std::string& word : words) {
    if (const auto dot = word.find('.'); dot != std::string::npos)
      operands.push_back(word.substr(0, dot));
  }
  std::string text(entry.text);
  if (!operands.empty()) text += fmt::format(" of {}", fmt::join(operands, ", "));
  const std::string_view target = target_of(words.front());
  return target.empty() ? text : fmt::format("{} on {}", text, target.substr(1));
}

std::vector<std::string> words_of(const ManualBullet& bullet) {
  std::istringstream text(bullet.why);
  return {std::istream_iterator<std::string>(text), {}};
}

/// A text for each word or for several that are about one thing, in order.
std::vector<std::string> texts_of(const OpSpec& op, const std::vector<std::string>& words) {
  std::vector<std::string> texts;
  for (auto word = words.begin(); word != words.end();) {
    const Word* entry = entry_with_text(*word);
    const auto next = std::find_if(word + 1, words.end(), [&](const std::string& other) {
      return entry == nullptr || entry_with_text(other) != entry ||
             target_of(other) != target_of(*word);
    });
    if (entry == nullptr) {
      for (const Constraint* one : meant_by(*word, op)) texts.push_back(cited(*one));
    } else if (!entry->text.empty()) {
      texts.push_back(about(*entry, {word, next}));
    }
    word = next;
  }
  return texts;
}

}  // namespace

bool means_results(std::string_view word) {
  const Word* entry = known(word);
  return entry != nullptr && entry->ends.front().empty();
}

bool means(std::string_view word, const Constraint& constraint) {
  const std::string_view name = word.substr(0, word.find('@'));
  const auto wanted = [&](Target target) {
    return name.size() == word.size() || word.substr(name.size() + 1) == name_of(target);
  };
  if (std::ranges::none_of(members_of(constraint.targets), wanted)) return false;
  const std::string_view own = constraint.name;
  const std::string_view end = own.substr(own.find('.') + 1);
  const Word* several = known(word);
  if (several == nullptr) return name == own || name == end;
  return std::ranges::find(several->ends, end) != several->ends.end();
}

std::string text_of(const OpSpec& op, const ManualBullet& bullet) {
  if (!bullet.text.empty()) return bullet.text;
  std::vector<std::string> once;
  for (std::string& text : texts_of(op, words_of(bullet))) {
    if (std::ranges::find(once, text) == once.end()) once.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(once, "; "));
}

std::string unaccounted(const OpSpec& op, const ManualBullet& bullet) {
  if (bullet.told != Told::tested) return {};
  for (const std::string& word : words_of(bullet)) {
    if (!means_results(word) && meant_by(word, op).empty())
      return fmt::format("{} has no constraint {}", op.mnemonic, word);
  }
  return {};
}

}  // namespace assay::reports
