// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/faults/injected_fault.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace assay::simulator {
namespace {

// In the order of assay_element.
constexpr std::array<std::string_view, 19> elements{
    "f32", "f16", "bf16", "e4m3", "e5m2", "e8m0", "hif8", "e2m1", "e1m2", "i4",
    "i8",  "u8",  "i16",  "u16",  "i32",  "u32",  "i64",  "u64",  "f64"};

// Bytes of an element; pairs of four bits count as one.
constexpr std::array<std::size_t, 19> widths{4, 2, 2, 1, 1, 1, 1, 1, 1, 1,
                                             1, 1, 2, 2, 4, 4, 8, 8, 8};

bool read_number(std::string_view text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

bool read_condition(std::string_view text, InjectedFault& fault) {
  const auto after = [&](std::string_view key) {
    const bool has = text.starts_with(key);
    if (has) text.remove_prefix(key.size());
    return has;
  };
  if (after("target=")) {
    fault.where = InjectedFault::Where::target;
    fault.word = text;
    return text == "a2a3" || text == "a5" || text == "cpu";
  }
  if (after("dtype=")) {
    fault.where = InjectedFault::Where::dtype;
    fault.word = text;
    for (const std::string_view element : elements) {
      if (element == text) return true;
    }
    return false;
  }
  fault.where = text.starts_with("rows>") ? InjectedFault::Where::tall : InjectedFault::Where::tail;
  return (after("rows>") || after("valid_cols%")) && read_number(text, fault.number);
}

}  // namespace

bool InjectedFault::applies(const assay_call& call) const {
  const auto excludes = [](std::string_view only, const char* name) {
    return !only.empty() && (name == nullptr || name != only);
  };
  if (excludes(fault->op, call.op) || excludes(fault->target, call.target)) return false;
  if (where == Where::everywhere) return true;
  if (where == Where::target) return call.target != nullptr && call.target == word;
  if (call.operand_count == 0 || call.operands == nullptr) return false;
  const assay_operand& first = call.operands[0];
  if (where == Where::dtype)
    return first.element < elements.size() && elements.at(first.element) == word;
  if (first.kind != ASSAY_TILE) return false;
  return where == Where::tall ? first.rows > number : first.valid_cols % number != 0;
}

std::optional<std::vector<InjectedFault>> injected_faults_of(std::string_view text,
                                                             std::string& unknown) {
  std::vector<InjectedFault> faults;
  for (bool more = true; more;) {
    const std::size_t plus = text.find('+');
    const std::string_view one = text.substr(0, plus);
    const std::size_t position = one.find('@');
    InjectedFault fault;
    fault.fault = fault_named(one.substr(0, position));
    if (fault.fault == nullptr ||
        (position != std::string_view::npos && !read_condition(one.substr(position + 1), fault))) {
      unknown = fault.fault != nullptr ? one.substr(position) : one.substr(0, position);
      return std::nullopt;
    }
    faults.push_back(std::move(fault));
    more = plus != std::string_view::npos;
    if (more) text.remove_prefix(plus + 1);
  }
  return faults;
}

CallState::CallState(const assay_call& call) : text_length_(call.text_length) {
  for (std::uint32_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    bytes_.emplace_back();
    widths_.push_back(operand.element < widths.size() ? widths.at(operand.element) : 1);
    if (operand.data == nullptr || operand.kind == ASSAY_SCALAR) continue;
    bytes_.back().assign(static_cast<const char*>(operand.data), operand.byte_size);
  }
  widths_.push_back(0);
  bytes_.emplace_back(call.text == nullptr ? "" : std::string(call.text, call.text_length));
}

void CallState::restore(assay_call& call) const {
  for (std::uint32_t i = 0; i < call.operand_count; ++i) {
    if (!bytes_[i].empty()) std::memcpy(call.operands[i].data, bytes_[i].data(), bytes_[i].size());
  }
  if (call.text != nullptr && !bytes_.back().empty()) {
    std::memcpy(call.text, bytes_.back().data(), bytes_.back().size());
  }
  call.text_length = text_length_;
}

void CallState::take_changes(const CallState& faulty, const CallState& healthy) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    const std::string& ours = bytes_[i];
    const std::size_t width = widths_[i];
    if (width == 0) {
      if (ours != healthy.bytes_[i]) continue;
      bytes_[i] = faulty.bytes_[i];
      text_length_ = faulty.text_length_;
      continue;
    }
    for (std::size_t at = 0; at < ours.size(); at += width) {
      if (ours.compare(at, width, healthy.bytes_[i], at, width) != 0) continue;
      bytes_[i].replace(at, std::min(width, ours.size() - at), faulty.bytes_[i], at, width);
    }
  }
}

}  // namespace assay::simulator
