// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/support_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reference/support/atomic_file.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

std::vector<std::string> words_of(const std::string& text, char between) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, between);) words.push_back(word);
  return words;
}

/// The part that no page has, or an empty text. An unknown name would never demand anything.
std::string unknown_in(const std::string& combination) {
  const std::vector<std::string> words = words_of(combination, ' ');
  if (words.size() != 4) return "'OP FORM TARGET TYPE,TYPE' is what one looks like";
  const OpSpec* op = find_op(words[0]);
  if (op == nullptr) {
    std::vector<std::string> known;
    for (const OpName& one : op_names()) known.emplace_back(one.mnemonic);
    return fmt::format("unknown op '{}'{}", words[0], suggestion(words[0], known));
  }
  if (std::ranges::find(op->forms, words[1], &Form::name) == op->forms.end()) {
    return fmt::format("{} has no form '{}'", words[0], words[1]);
  }
  if (!target_named(words[2])) return fmt::format("unknown target '{}'", words[2]);
  for (const std::string& type : words_of(words[3], ',')) {
    if (!element_named(type)) return fmt::format("unknown type '{}'", type);
  }
  return "";
}

std::vector<std::string> texts_at(const toml::table& root, const char* key,
                                  const std::string& file) {
  const toml::node* node = root.get(key);
  if (node == nullptr) return {};
  const toml::array* list = node->as_array();
  if (list == nullptr) toml_error(file, *node, fmt::format("'{}' must be a list of texts", key));
  std::vector<std::string> texts;
  for (const toml::node& one : *list) {
    const auto text = one.value_exact<std::string>();
    if (!text) toml_error(file, one, fmt::format("'{}' must be a list of texts", key));
    texts.push_back(*text);
  }
  return texts;
}

std::string toml_list(const char* key, const std::vector<std::string>& texts) {
  std::ostringstream out;
  out << key << " = [\n";
  for (const std::string& text : texts) out << "  " << toml::value<std::string>(text) << ",\n";
  out << "]\n";
  return out.str();
}

void sort(std::vector<std::string>& names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

}  // namespace

SupportList parse_support(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  require_known_keys(root, {"combinations", "reasons"}, file);
  SupportList list{texts_at(root, "combinations", file), texts_at(root, "reasons", file)};
  if (list.combinations.empty()) {
    throw UsageError(fmt::format(
        "{} lists nothing that must be supported; 'assay run --freeze-support' writes one", file));
  }
  for (std::size_t i = 0; i < list.combinations.size(); ++i) {
    const std::string wrong = unknown_in(list.combinations[i]);
    if (wrong.empty()) continue;
    toml_error(file, *root.get("combinations")->as_array()->get(i), wrong);
  }
  sort(list.combinations);
  sort(list.reasons);
  return list;
}

SupportList load_support(const std::string& file) {
  return parse_support(read_text_file(file), file);
}

void write_support(const SupportList& list, const std::string& origin, const std::string& file) {
  std::string comment;
  for (const char letter : origin) comment += letter == '\n' || letter == '\r' ? ' ' : letter;
  support::write_atomically(
      "support list", file,
      fmt::format("# What must not be unsupported, as seen on {}.\n"
                  "# A run with --support FILE fails where a combination is no longer judged, or "
                  "is unsupported for another\n# reason than those below. Numbers in reasons are "
                  "0. Leave out what may go.\n",
                  comment) +
          toml_list("combinations", list.combinations) + toml_list("reasons", list.reasons));
}

}  // namespace assay::runners
