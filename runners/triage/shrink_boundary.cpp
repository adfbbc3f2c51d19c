// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/shrink_boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "generators/draw/simpler_bits.hpp"
#include "reference/numerics/classify.hpp"
#include "runners/triage/case_features.hpp"
#include "runners/triage/shrink_probe.hpp"

namespace assay::runners {
namespace {

using generators::Cell;
using generators::Cut;
using generators::Extent;
using reports::Boundary;
using reports::CaseFeatures;
using Answer = ShrinkProbe::Answer;

/// Lengths of which a rule may speak, those of the whole call first.
bool is_length(const std::string& key) {
  static constexpr std::array<std::string_view, 3> of_product{"M", "N", "K"};
  const std::string_view last = std::string_view(key).substr(key.rfind('.') + 1);
  return last.ends_with("rows") || last.ends_with("cols") || last.starts_with("shape") ||
         std::ranges::find(of_product, key) != of_product.end();
}

/// The feature that has the length in `at` and another one in `other`, or nothing.
std::optional<std::string> key_of(std::int64_t length, const CaseFeatures& at,
                                  const CaseFeatures& other) {
  std::optional<std::string> best;
  const auto rank = [](const std::string& key) {
    return std::pair(key.find('.') != std::string::npos, key.size());
  };
  for (const auto& [key, value] : at.numbers) {
    const auto found = other.numbers.find(key);
    if (!is_length(key) || value != length || found == other.numbers.end()) continue;
    if (found->second != length && (!best || rank(key) < rank(*best))) best = key;
  }
  return best;
}

bool is_static(const Extent& extent) {
  return extent.axis == Extent::Axis::shape_rows || extent.axis == Extent::Axis::shape_cols;
}

/// The axis of the valid region along a static one.
Extent::Axis valid_axis(Extent::Axis axis) {
  return axis == Extent::Axis::shape_rows ? Extent::Axis::rows : Extent::Axis::cols;
}

class Neighbours {
 public:
  Neighbours(const StoredCase& first, const StoredCase& best, ShrinkProbe& probe)
      : first_(first), best_(best), probe_(probe), features_(features_of(best)) {}

  std::optional<Boundary> boundary_of(const Extent& extent) {
    const auto shorter = changed(best_, extent, extent.length - 1);
    if (!shorter) return std::nullopt;
    const auto key = key_of(extent.length, features_, features_of(StoredCase{*shorter, {}}));
    if (!key || answer(best_, extent, extent.length - 1) != Answer::passes) return std::nullopt;
    Boundary boundary{.key = *key, .fails = extent.length};
    const std::int64_t length_of_first = features_of(first_).numbers.at(*key);
    if (length_of_first <= extent.length) return boundary;
    const Extent longest{extent.axis, extent.dimension, length_of_first};
    const Answer one_more = answer(first_, longest, extent.length + 1);
    if (one_more == Answer::fails || length_of_first == extent.length + 1) return boundary;
    // One more passes, though the first case is longer still and fails.
    if (one_more != Answer::passes || length_of_first % extent.length != 0) return std::nullopt;
    boundary.kind = Boundary::Kind::multiple;
    return boundary;
  }

 private:
  static std::optional<Case> changed(const StoredCase& from, const Extent& extent,
                                     std::int64_t length) {
    const Case& old = from.test;
    const Constraint* broken = old.intent.legal() ? nullptr : old.broken();
    const auto call =
        generators::repaired(old.call, broken, generators::set_extent(extent, length));
    if (!call || call->operands == old.call.operands) return std::nullopt;
    Case test_case = old;
    test_case.call = *call;
    return test_case;
  }

  /// With the part of the inputs that fails, if one does.
  Answer answer(const StoredCase& from, const Extent& extent, std::int64_t length) {
    const auto test_case = changed(from, extent, length);
    if (!test_case) return Answer::other;
    Answer found = Answer::other;
    for (const Cut::Place place : {Cut::Place::last, Cut::Place::first}) {
      Cut cut;
      cut.place = place;
      const Answer one = probe_.answer(
          {*test_case, generators::carry_over(from.test, from.before, *test_case, cut)});
      if (one == Answer::fails) return one;
      if (one == Answer::passes) found = one;
    }
    return found;
  }

  const StoredCase& first_;
  const StoredCase& best_;
  ShrinkProbe& probe_;
  CaseFeatures features_;
};

/// "NaN", "-0", "a subnormal", "an infinity"; empty of other values.
std::string special_kind(ElementType type, std::uint64_t bits) {
  if (!is_float(type)) return "";
  if (numerics::is_nan(type, bits)) return "NaN";
  if (numerics::is_infinite(type, bits)) return "an infinity";
  if (numerics::is_zero(type, bits)) return numerics::is_negative(type, bits) ? "-0" : "";
  return numerics::is_subnormal(type, bits) ? "a subnormal" : "";
}

/// "an input is NaN", if that is true of all inputs that matter.
std::string input_text(const StoredCase& best, const std::vector<Cell>& relevant) {
  std::string kind;
  for (const Cell& cell : relevant) {
    const std::string one =
        special_kind(best.before[cell.operand].type(), generators::bits_of(best, cell));
    if (one.empty() || (!kind.empty() && one != kind)) return "";
    kind = one;
  }
  return kind.empty() ? "" : "an input is " + kind;
}

/// "src(0, 64)".
std::string only_text(const StoredCase& best, const std::vector<Cell>& relevant) {
  if (relevant.size() != 1) return "";
  const Cell& cell = relevant.front();
  const auto* tile = std::get_if<TileSpec>(&best.test.call.operands[cell.operand]);
  const std::string& name = best.test.form().operands[cell.operand].name;
  if (tile == nullptr) return name;
  return fmt::format("{}({}, {})", name, cell.index / tile->cols(), cell.index % tile->cols());
}

}  // namespace

reports::Proof proof_of(const StoredCase& first, const StoredCase& best,
                        const std::vector<Cell>& relevant, ShrinkProbe& probe) {
  reports::Proof proof;
  if (best.test.intent.legal()) {
    proof.input = input_text(best, relevant);
    proof.only = only_text(best, relevant);
  }
  Neighbours neighbours(first, best, probe);
  std::vector<Extent> extents = generators::extents_of(best.test.call);
  std::ranges::stable_partition(extents, [](const Extent& one) { return !is_static(one); });
  std::set<Extent::Axis> decided;
  for (const Extent& extent : extents) {
    // A tile that must hold the valid region follows from that.
    if (probe.spent() || (is_static(extent) && decided.contains(valid_axis(extent.axis)))) continue;
    const auto boundary = neighbours.boundary_of(extent);
    if (!boundary) continue;
    decided.insert(extent.axis);
    const bool known = std::ranges::find(proof.boundaries, boundary->key, &Boundary::key) !=
                       proof.boundaries.end();
    if (!known) proof.boundaries.push_back(*boundary);
  }
  return proof;
}

}  // namespace assay::runners
