// SPDX-License-Identifier: Apache-2.0
// Names that users type, looked up with a helpful refusal.
#include "runners/support/names.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "reference/ops/op_index.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/unpaged.hpp"

namespace assay::runners {
namespace {

std::vector<std::string> mnemonics() {
  std::vector<std::string> names;
  for (const OpName& op : op_names()) names.emplace_back(op.mnemonic);
  return names;
}

bool is_pattern(const std::string& text) { return text.find_first_of("*?[") != std::string::npos; }

/// Mnemonics are literals, which end in a zero.
bool matches(const std::string& pattern, const OpName& op) {
  return fnmatch(pattern.c_str(), op.mnemonic.data(), FNM_CASEFOLD) == 0;
}

[[noreturn]] void refuse_pattern(const std::string& pattern) {
  if (is_pattern(pattern)) {
    throw UsageError(
        fmt::format("no op matches the pattern '{}'; 'assay list' shows all ops", pattern));
  }
  if (const std::string why = why_unpaged(pattern); !why.empty()) throw UsageError(why);
  const std::string best = nearest(pattern, mnemonics());
  throw UsageError(fmt::format("unknown op '{}'{}; 'assay list' shows all ops", pattern,
                               best.empty() ? "" : fmt::format("; did you mean {}?", best)));
}

}  // namespace

Target known_target(std::string_view name) {
  if (const auto target = target_named(name)) return *target;
  std::vector<std::string> known;
  known.reserve(std::size(all_targets));
  for (const Target target : all_targets) known.emplace_back(name_of(target));
  throw UsageError(fmt::format("unknown target '{}'{}", name, suggestion(name, known)));
}

ElementType known_element(std::string_view name) {
  if (const auto element = element_named(name)) return *element;
  std::vector<std::string> known;
  for (const ElementFormat& format : all_formats()) known.emplace_back(format.name);
  throw UsageError(fmt::format("unknown dtype '{}'{}", name, suggestion(name, known)));
}

const OpSpec& known_op(std::string_view mnemonic) {
  if (const OpSpec* op = find_op(mnemonic)) return *op;
  const std::vector<const OpSpec*> ops = matching_ops(std::string(mnemonic));
  if (ops.size() == 1) return *ops.front();
  throw UsageError(fmt::format("'{}' matches {} ops; name one of them", mnemonic, ops.size()));
}

std::vector<const OpSpec*> matching_ops(const std::string& patterns) {
  const std::vector<std::string> parts = split_list(patterns);
  if (parts.empty()) refuse_pattern(patterns);
  for (const std::string& part : parts) {
    if (std::ranges::none_of(op_names(), [&](const OpName& op) { return matches(part, op); })) {
      refuse_pattern(part);
    }
  }
  std::vector<const OpSpec*> ops;
  for (const OpName& op : op_names()) {
    const auto takes = [&](const std::string& part) { return matches(part, op); };
    if (std::ranges::any_of(parts, takes)) ops.push_back(find_op(op.mnemonic));
  }
  return ops;
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (end > 0) parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

}  // namespace assay::runners
