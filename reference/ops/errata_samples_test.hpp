// SPDX-License-Identifier: Apache-2.0
// Samples of errata: calls by hand, and what an implementation with the erratum makes of them. The
// samples of a family are next to its errata; errata_samples_test.cpp judges all of them.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {

using Bits = std::vector<std::uint64_t>;

/// "TABS" of "E-TABS-001".
std::string op_of_number(const std::string& number);

/// A call of the op that the number names; attributes that are not given are 0.
Call sample_call(const std::string& number, const char* form, Target target,
                 std::vector<OperandValue> operands, std::vector<int> attributes = {});

/// A view of global memory.
inline GlobalSpec global_view(ElementType element, const Dims5& shape, const Dims5& stride) {
  return {.element = element, .shape = shape, .stride = stride};
}
/// One line of it.
inline GlobalSpec global_line(ElementType element, std::int64_t count) {
  return global_view(element, {1, 1, 1, 1, count}, {count, count, count, count, 1});
}

/// One call of an implementation. The output is what the erratum gives (the page, where the erratum
/// gives no results), except where the sample has bits by hand.
class Sample {
 public:
  /// Outputs and operands that are also read hold 0x55, others zeros; scalars hold their value.
  Sample(std::string number, Call call);
  Sample(std::string number, const Call& call, std::vector<ElementArray> before)
      : Sample(std::move(number), call) {
    before_ = std::move(before);
  }

  // ---- contents before the call ----
  Sample& holds(const std::string& operand, std::uint64_t bits);          ///< everywhere
  Sample& holds_row(const std::string& operand, const Bits& from_first);  ///< and zeros after them
  Sample& holds_at(const std::string& operand, std::int64_t index, std::uint64_t bits);
  /// Outside of the valid region; the third execution finds other bits there.
  Sample& holds_outside(const std::string& operand, std::uint64_t bits);

  // ---- the call ----
  Sample& on(Target target);
  /// Changes a tile; if it then has another size, all of it holds what its first element held.
  Sample& where(const std::string& operand, const std::function<void(TileSpec&)>& change);
  Sample& with(std::vector<int> attributes);
  /// The constraint that the call breaks; it is executed.
  Sample& breaks(std::string constraint);

  // ---- what comes of it ----
  /// Bits of an element of the first output, by hand: those of the page and of the implementation.
  Sample& gives(std::int64_t index, std::uint64_t promised, std::uint64_t erroneous);
  Sample& gives(std::int64_t index, std::uint64_t erroneous);
  /// Bits of the elements from the first one on.
  Sample& gives_row(const Bits& promised, const Bits& erroneous);
  /// Bits of all valid elements; those before `from` are as promised.
  Sample& gives_all(std::uint64_t promised, std::uint64_t erroneous, std::int64_t from = 0);
  Sample& gives_all(std::uint64_t erroneous);
  /// An element becomes what `operand` held at `place`, which need not be valid.
  Sample& takes(std::int64_t index, const std::string& operand, std::int64_t place);
  Sample& in(std::string operand);  ///< all these bits are those of this operand
  /// The same call once more gives another first element.
  Sample& is_unsettled();
  Sample& prints(std::string promised, std::string erroneous);
  Sample& is_refused(std::string says = "");
  Sample& crashes();
  Sample& overruns(const std::string& operand, std::int64_t first_byte, std::int64_t bytes);

  // ---- what the judge says ----
  Sample& is_another();  ///< the erratum does not explain it
  Sample& is_unknown();  ///< no erratum explains it

  const std::string& number() const { return number_; }
  const Call& call() const { return case_.call; }
  bool known() const { return known_; }
  /// The erratum of the number, which the page lists.
  const Erratum& erratum() const;
  /// Verdict with these errata in effect.
  Verdict verdict(const std::string& errata) const { return judged(trials(true), errata); }
  /// Expects, in a test, that the judge knows the sample by its number, and alone where the erratum
  /// is in effect; that what is promised passes either way; and that neither part of the erratum
  /// nor another wrong element is explained.
  void expect_all() const;

 private:
  using Places = std::map<std::int64_t, std::uint64_t>;

  std::vector<Trial> trials(bool erring) const;
  Trial trial(bool erring, bool other_poison) const;
  void fill_results(Trial& trial, bool erring) const;
  Verdict judged(const std::vector<Trial>& trials, const std::string& errata) const;
  VerdictKind without() const;
  ElementArray& before(const std::string& operand);
  void expect_promise() const;
  void expect_no_mixture() const;
  bool gives_bits(std::int64_t index) const;

  std::string number_;
  Case case_;
  std::vector<ElementArray> before_;
  std::map<std::string, std::uint64_t> outside_;
  std::string shown_in_;
  Places promised_, erroneous_;
  std::map<std::int64_t, std::pair<std::size_t, std::int64_t>> taken_;  ///< operand and place
  std::string promised_text_, erroneous_text_;
  Outcome outcome_;
  std::vector<GuardDamage> damage_;
  bool known_ = true, unknown_ = false, settled_ = true;
};

using Samples = std::vector<Sample>;

/// A row of 128 elements in each tile: those of `result` in the first, of `element` in the others.
Call row_of_sample(const std::string& number, const char* form, Target target, ElementType element,
                   ElementType result);
inline Call row_of_sample(const std::string& number, const char* form, Target target,
                          ElementType element) {
  return row_of_sample(number, form, target, element, element);
}

/// The same with one pattern in each operand but the first.
Sample sample_row(const std::string& number, const char* form, Target target, ElementType element,
                  ElementType result, const Bits& in, std::uint64_t promised,
                  std::uint64_t erroneous, std::int64_t from = 0);

/// Adds samples to those that are judged.
class SamplesOf {
 public:
  using List = std::function<Samples()>;
  SamplesOf(std::initializer_list<List> made) { all().insert(all().end(), made); }
  static std::vector<List>& all();
};

}  // namespace assay::ops
