// SPDX-License-Identifier: Apache-2.0
// Drives every code of a source type through a conversion of the page and of the simulator.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/conversion/conversion_choice.hpp"
#include "reference/ops/page_test.hpp"
#include "runners/call/abi_enums.hpp"
#include "runners/simulator/bench_test.hpp"

namespace assay::runners {

/// One source type of one target, and how far apart the codes are that are tried.
struct Source {
  Target target;
  ElementType from;
  std::uint64_t step = 1;
};

/// Codes 0, step, 2 step, ... of the source and those around its ends, infinities and NaNs, in one
/// row of a legal length.
class Codes {
 public:
  explicit Codes(const Source& source) : all_(source.from, 0) {
    const std::uint64_t mask = mask_of(source.from);
    std::vector<std::uint64_t> codes;
    for (std::uint64_t code = 0; code <= mask; code += source.step) codes.push_back(code);
    for (const std::uint64_t middle : {0x0000U, 0x7C00U, 0x7F80U, 0x8000U, 0xFC00U, 0xFF80U}) {
      for (std::uint64_t i = 0; i < 5; ++i) codes.push_back((middle + i - 2) & mask);
    }
    codes.resize((codes.size() + 63) / 64 * 64);
    all_ = ops::elements(source.from, codes);
  }
  const ElementArray& all() const { return all_; }

 private:
  ElementArray all_;
};

/// Every destination, form, mode and saturation of a source: what the simulator stores against what
/// the page accepts.
class Agreement {
 public:
  explicit Agreement(const Source& source) : source_(source), codes_(source) {}

  /// Compares all of it; counts elements and those that the page leaves to the target.
  void compare() {
    for (const ElementType to : ops::destinations(source_.target, source_.from)) {
      for (const Form& form : find_op("TCVT")->forms) {
        if (form.targets.contains(source_.target)) compare_form(form, to);
      }
    }
  }
  std::int64_t elements = 0;
  std::int64_t open = 0;

 private:
  void compare_form(const Form& form, ElementType to) {
    const auto modes = static_cast<int>(form.attributes[0].values.size());
    const auto others =
        form.attributes.size() > 1 ? static_cast<int>(form.attributes[1].values.size()) : 1;
    for (int mode = 0; mode < modes; ++mode) {
      for (int other = 0; other < others; ++other) {
        Call call = call_of(form, to);
        call.attributes = {mode};
        if (form.attributes.size() > 1) call.attributes.push_back(other);
        compare_call(call);
      }
    }
  }

  Call call_of(const Form& form, ElementType to) const {
    const std::int64_t count = codes_.all().size();
    Call call{&form, source_.target, {}, {}};
    call.operands.emplace_back(ops::tile(to, 1, count, 1, count));
    call.operands.emplace_back(ops::tile(source_.from, 1, count, 1, count));
    if (form.has("tmp")) call.operands.emplace_back(ops::tile(ElementType::u8, 1, 32768, 1, 32));
    return call;
  }

  /// Modes that the pair does not distinguish have one expectation.
  const ExpectedTile& expected_of(const Call& call, const std::vector<ElementArray>& before) {
    const ops::Conversion wanted = ops::conversion_of(call, readings_of_the_simulator());
    std::string key(name_of(wanted.pair.to));
    key += static_cast<char>('a' + int(wanted.rounding));
    key += static_cast<char>('A' + int(wanted.narrowing));
    for (const auto saturation : wanted.saturations)
      key += static_cast<char>('0' + int(saturation));
    if (wanted.as_is) key += '!';
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_.emplace(key, ops::expected_tile(call, before, as_the_simulator_reads()))
        .first->second;
  }

  /// Where the manual leaves a choice, one reading explains all of the simulator.
  static ChosenReadings readings_of_the_simulator() {
    ChosenReadings readings;
    readings.take(Choice::directed_overflow, overflow_to_infinity);
    readings.take(Choice::hif8_ties, ties_to_larger);
    return readings;
  }

  static ToleranceLookup as_the_simulator_reads() {
    const auto nearest = [](const ToleranceKey& key) { return ops::correctly_rounded(key); };
    return ToleranceLookup(nearest).under(readings_of_the_simulator());
  }

  void compare_call(const Call& call) {
    const std::vector<ElementArray> before = contents(call);
    const ExpectedTile& expected = expected_of(call, before);
    const ElementArray got = executed(call);
    elements += got.size();
    open += std::ranges::count(expected.accept, Accept::target_defined);
    if (all_acceptable(expected, before[0], got)) return;
    const std::vector<bool> wrong = wrong_elements(expected, before[0], got);
    const auto first = std::ranges::find(wrong, true) - wrong.begin();
    ADD_FAILURE() << describe(call) << ": code " << std::hex << codes_.all()[first] << " gives "
                  << got[first] << ", wanted " << expected.value[first] << " "
                  << expected.low[first] << " " << expected.high[first]
                  << "; wrong in all: " << std::dec << std::ranges::count(wrong, true);
  }

  std::vector<ElementArray> contents(const Call& call) const {
    std::vector<ElementArray> made{ElementArray(call.tile("dst").type.element, codes_.all().size()),
                                   codes_.all()};
    if (call.form->has("tmp")) made.emplace_back(ElementType::u8, 32768);
    return made;
  }

  ElementArray executed(const Call& call) {
    const std::int64_t count = codes_.all().size();
    const ElementType to = call.tile("dst").type.element;
    simulator::Bench bench;
    const auto& out = bench.tile(abi_of(to), size_of(to), 1, count, 1, count);
    const auto& in = bench.tile(abi_of(source_.from), size_of(source_.from), 1, count, 1, count);
    if (call.form->has("tmp")) bench.tile(ASSAY_U8, 1, 1, 32768, 1, 32);
    std::memcpy(in.data, codes_.all().bytes().data(), codes_.all().bytes().size());
    std::vector<std::string> values;
    for (const Attribute& attribute : call.form->attributes) {
      values.emplace_back(call.attribute(attribute.name));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      bench.attributes.push_back({call.form->attributes[i].name.c_str(), values[i].c_str()});
    }
    EXPECT_EQ(bench.run(*device_, "TCVT", call.form->name.c_str(),
                        std::string(name_of(call.target)).c_str()),
              ASSAY_DONE)
        << bench.message;
    ElementArray got(to, count);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::span<const std::byte> memory(static_cast<const std::byte*>(out.data),
                                              static_cast<std::size_t>(out.byte_size));
      got.set(i, load_element(memory, to, i));
    }
    return got;
  }

  static std::string describe(const Call& call) {
    std::string text = std::string(name_of(call.target)) + " " + call.form->name + " " +
                       std::string(name_of(call.tile("src").type.element)) + " to " +
                       std::string(name_of(call.tile("dst").type.element));
    for (const Attribute& attribute : call.form->attributes) {
      text += " " + std::string(call.attribute(attribute.name));
    }
    return text;
  }

  static assay_element abi_of(ElementType type) { return static_cast<assay_element>(type); }

  Source source_;
  Codes codes_;
  std::unique_ptr<simulator::Simulator> device_ = simulator::make();
  std::map<std::string, ExpectedTile> known_;
};

/// Sources of up to 16 bits of every target.
inline std::vector<Source> narrow_sources(std::uint64_t step_of_16_bits) {
  std::vector<Source> made;
  for (const Target target : all_targets) {
    for (const ElementType from : ops::sources(target)) {
      if (bits_of(from) <= 16)
        made.push_back({target, from, bits_of(from) == 16 ? step_of_16_bits : 1U});
    }
  }
  return made;
}

inline std::string name_of_source(const testing::TestParamInfo<Source>& info) {
  return std::string(name_of(info.param.target)) + "_" + std::string(name_of(info.param.from));
}

}  // namespace assay::runners
