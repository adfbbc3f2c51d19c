// SPDX-License-Identifier: Apache-2.0
// How an implementation reads what the manual leaves open, measured over the cases of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/spec/choice.hpp"
#include "reference/judge/records/records.hpp"

namespace assay {

/// The calls in which one implementation must read a choice in one way (ChoiceText::scope). What
/// the scope does not name is empty.
struct ScopeKey {
  std::string backend;
  Choice choice = Choice::subnormals;
  std::string op = {};
  std::string target = {};
  std::string types = {};  ///< of the lead operand, or of all, the lead first
  friend auto operator<=>(const ScopeKey&,
                          const ScopeKey&) = default;  // NOLINT(modernize-use-nullptr)
};

/// "subnormals of TADD a5 f32", without the backend.
std::string scope_text(const ScopeKey& key);

/// The readings that were observed in one scope.
struct ScopeReading {
  ScopeKey key;
  std::vector<std::uint8_t> readings;  ///< that every consistent case allows, ascending
  std::size_t cases = 0;               ///< whose outputs depend on the choice
  std::string example;                 ///< the first case that excluded a reading
};

/// Two cases of one scope that no single reading explains.
struct Inconsistency {
  ScopeKey key;
  std::string first;  ///< case that allows `before` alone, with the cases before it
  std::vector<std::uint8_t> before;
  std::string second;  ///< case that allows `after` alone
  std::vector<std::uint8_t> after;
};

struct ChoiceProfile {
  std::vector<ScopeReading> scopes;  ///< ascending by key
  std::vector<Inconsistency> inconsistent;
};

/// Readings that conform to all records in their order. A record that leaves no reading of a scope
/// is inconsistent and counts no further; its counterpart is the record that excluded the last of
/// its readings.
ChoiceProfile choice_profile(const Records& records);

/// "flushed", "kept or flushed".
std::string readings_text(Choice choice, const std::vector<std::uint8_t>& readings);

/// "inconsistent: subnormals of TADD a5 f32: flushed in CASE, kept in CASE".
std::string inconsistency_text(const Inconsistency& found);

}  // namespace assay
