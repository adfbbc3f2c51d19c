// SPDX-License-Identifier: Apache-2.0
// Columns of the data inside the HTML page: words by their number in a list.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/words/text.hpp"

namespace assay::reports {

using Json = nlohmann::ordered_json;

/// A column of words: {"words": [...], "codes": [...]}; the codes are left out where all are 0.
class WordColumn {
 public:
  void add(const std::string& word) {
    const auto [at, fresh] = code_of_.try_emplace(word, words_.size());
    if (fresh) words_.push_back(printable(word));
    codes_.push_back(at->second);
  }

  Json json() const {
    if (words_.size() <= 1) return {{"words", words_}};
    return {{"words", words_}, {"codes", codes_}};
  }

 private:
  std::unordered_map<std::string, std::size_t> code_of_;
  std::vector<std::string> words_;
  std::vector<std::size_t> codes_;
};

/// A distance as JSON: 4 digits, "inf" and "nan" as words, null for none.
Json json_of_ulp(const std::optional<double>& ulp);

/// JSON fit for a script element of a page that is HTML and XML: no <, > or &.
std::string page_text(const Json& json);

}  // namespace assay::reports
