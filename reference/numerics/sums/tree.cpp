// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/sums/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "reference/numerics/classify.hpp"

namespace assay::numerics {
namespace {

constexpr std::size_t most_terms = 1U << 16U;

std::vector<std::size_t> counted(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

constexpr std::string_view brackets = "()[]";

/// The next term or bracket of a text; blanks are skipped.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const bool number = !text.empty() && brackets.find(text[0]) == std::string_view::npos;
  const std::size_t end = number ? std::min(text.find_first_of(" ()[]"), text.size())
                                 : std::min<std::size_t>(1, text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::size_t term_of(std::string_view word) {
  std::size_t term = 0;
  const char* const end = word.data() + word.size();
  if (std::from_chars(word.data(), end, term).ptr != end || term >= most_terms) {
    throw std::invalid_argument(fmt::format("'{}' is no term of an order of additions", word));
  }
  return term;
}

/// A leaf, or brackets around subtrees.
struct Parsed {
  std::optional<std::size_t> term;
  std::vector<Parsed> parts;
  bool wide = false;
};

Parsed parsed(std::string_view& text, std::size_t depth) {
  const std::string_view word = next_word(text);
  if (word.empty() || word == ")" || word == "]" || depth > most_terms) {
    throw std::invalid_argument("the order of additions ends early");
  }
  if (word != "(" && word != "[") return {term_of(word), {}};
  Parsed node;
  node.wide = word == "[";
  const std::string_view end = node.wide ? "]" : ")";
  for (std::string_view rest = text; next_word(rest) != end; rest = text) {
    node.parts.push_back(parsed(text, depth + 1));
  }
  next_word(text);
  if (node.parts.size() < 2) throw std::invalid_argument("a sum of fewer than two terms");
  return node;
}

void collect(const Parsed& node, std::vector<std::size_t>& terms) {
  if (node.term) terms.push_back(*node.term);
  for (const Parsed& part : node.parts) collect(part, terms);
}

}  // namespace

std::size_t SumTree::join(std::vector<std::size_t> children, bool wide) {
  nodes_.push_back({std::move(children), wide});
  return nodes_.size() - 1;
}

SumTree SumTree::left_to_right(std::size_t terms) {
  SumTree tree(terms);
  std::size_t root = 0;
  for (std::size_t term = 1; term < terms; ++term) root = tree.join({root, term});
  return tree;
}

SumTree SumTree::fused(std::size_t terms) {
  SumTree tree(terms);
  if (terms > 1) tree.join(counted(terms));
  return tree;
}

/// The first leaf is joined with the others in groups, the smallest node first. A group is a
/// subtree, several that lose each other's digits if they are added at once, or several of one size
/// that do not.
std::optional<std::size_t> SumTree::grow(const std::vector<std::size_t>& leaves,
                                         const SizeOfPair& size) {
  const std::size_t first = leaves.front();
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (const std::size_t leaf : leaves) {
    if (leaf != first) groups[size(first, leaf)].push_back(leaf);
  }
  std::size_t root = first, below = 1;
  for (const auto& [together, group] : groups) {
    if (together <= below) return std::nullopt;
    const std::size_t of_a_child = together - below;
    const bool exact = of_a_child < group.size();  // then each child has as many terms
    const std::size_t apart_from = exact ? of_a_child + 1 : together;
    below += group.size();
    if (!exact && together != below) return std::nullopt;
    std::vector<std::size_t> children{root};
    std::vector<std::size_t> rest = group;
    while (!rest.empty()) {
      const std::size_t leader = rest.front();
      std::vector<std::size_t> subtree, others;
      for (const std::size_t leaf : rest) {
        const bool apart = leaf != leader && size(leader, leaf) >= apart_from;
        (apart ? others : subtree).push_back(leaf);
      }
      if (exact && subtree.size() != of_a_child) return std::nullopt;
      const auto child = grow(subtree, size);
      if (!child) return std::nullopt;
      children.push_back(*child);
      rest = std::move(others);
    }
    root = join(std::move(children));
  }
  return root;
}

std::optional<SumTree> SumTree::of_sizes(std::size_t terms, const SizeOfPair& size) {
  SumTree tree(terms);
  if (!tree.grow(counted(terms), size)) return std::nullopt;
  return tree;
}

SumTree SumTree::parse(std::string_view text) {
  const Parsed whole = parsed(text, 0);
  if (!next_word(text).empty()) throw std::invalid_argument("the order of additions goes on");
  std::vector<std::size_t> terms;
  collect(whole, terms);
  std::vector<std::size_t> sorted = terms;
  std::ranges::sort(sorted);
  if (sorted != counted(terms.size())) {
    throw std::invalid_argument("a term is missing in the order of additions, or there twice");
  }
  SumTree tree(terms.size());
  const std::function<std::size_t(const Parsed&)> add = [&](const Parsed& node) {
    if (node.term) return *node.term;
    std::vector<std::size_t> children;
    for (const Parsed& part : node.parts) children.push_back(add(part));
    return tree.join(std::move(children), node.wide);
  };
  add(whole);
  return tree;
}

std::string SumTree::text() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (i < terms_) {
      texts.push_back(fmt::to_string(i));
      continue;
    }
    std::string text = nodes_[i].wide ? "[" : "(";
    for (const std::size_t child : nodes_[i].children) {
      if (text.size() > 1) text += ' ';
      text += std::exchange(texts[child], {});
    }
    texts.push_back(text + (nodes_[i].wide ? "]" : ")"));
  }
  return texts.empty() ? "" : texts.back();
}

std::size_t SumTree::depth() const {
  std::vector<std::size_t> depths(nodes_.size(), 0);
  for (std::size_t i = terms_; i < nodes_.size(); ++i) {
    for (const std::size_t child : nodes_[i].children) {
      depths[i] = std::max(depths[i], depths[child] + 1);
    }
  }
  return depths.empty() ? 0 : depths.back();
}

std::vector<std::size_t> SumTree::first_terms() const {
  std::vector<std::size_t> first(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    first[i] = i < terms_ ? i : first[nodes_[i].children.front()];
  }
  return first;
}

std::vector<bool> SumTree::rounded_terms(TermRounding which) const {
  std::vector<bool> rounded(terms_, which == TermRounding::all);
  if (which != TermRounding::first) return rounded;
  for (const Node& node : nodes_) {
    const auto is_term = [&](std::size_t child) { return child < terms_; };
    if (node.children.empty() || !std::ranges::all_of(node.children, is_term)) continue;
    rounded[node.children.front()] = true;
  }
  return rounded;
}

std::vector<SumTree::Witness> SumTree::witnesses() const {
  const std::vector<std::size_t> first = first_terms();
  std::vector<Witness> all;
  for (std::size_t i = terms_; i < nodes_.size(); ++i) {
    all.push_back({first[nodes_[i].children[0]], first[nodes_[i].children[1]], 0});
    for (const std::size_t child : nodes_[i].children) {
      if (child < terms_) continue;
      const bool is_first = child == nodes_[i].children.front();
      all[child - terms_].above = first[nodes_[i].children[is_first ? 1 : 0]];
    }
  }
  return all;
}

SumTree SumTree::with_wide(const std::vector<bool>& wide) const {
  SumTree tree = *this;
  for (std::size_t i = 0; i < wide.size(); ++i) tree.nodes_.at(terms_ + i).wide = wide[i];
  return tree;
}

std::size_t SumTree::wide_nodes() const {
  return static_cast<std::size_t>(std::ranges::count_if(nodes_, &Node::wide));
}

std::uint64_t SumTree::sum(const Terms& terms, const PartialSum& partial,
                           ElementType result) const {
  if (terms.count != static_cast<std::int64_t>(terms_)) {
    throw std::invalid_argument("an order of additions has another number of terms");
  }
  const std::vector<bool> is_rounded = rounded_terms(partial.terms);
  const auto type_of = [&](std::size_t node) {
    if (node < terms_) return is_rounded[node] ? partial.type : terms.type;
    return nodes_[node].wide ? partial.wide : partial.type;
  };
  const auto rounded = [&](const ExactSum& sum, ElementType type) {
    const std::uint64_t bits = sum.round(type, partial.mode);
    if (!partial.flushes || !is_subnormal(type, bits)) return bits;
    return bits & (std::uint64_t{1} << (bits_of(type) - 1));
  };
  const auto add = [](ExactSum& sum, ElementType type, std::uint64_t bits) {
    if (type == ElementType::f64) {
      sum.add(decode(type, bits).to_double());
    } else {
      sum.add(type, bits);
    }
  };
  std::vector<std::uint64_t> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    ExactSum sum;
    if (i < terms_) add(sum, terms.type, terms[static_cast<std::int64_t>(i)]);
    for (const std::size_t child : nodes_[i].children) add(sum, type_of(child), values[child]);
    values[i] = i < terms_ ? sum.round(type_of(i), partial.mode) : rounded(sum, type_of(i));
  }
  ExactSum whole;
  if (!values.empty()) add(whole, type_of(values.size() - 1), values.back());
  return whole.round(result, RoundMode::nearest_even);
}

}  // namespace assay::numerics
