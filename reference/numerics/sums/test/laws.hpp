// SPDX-License-Identifier: Apache-2.0
// Counts of false alarms and of faults seen, for tests of the enclosures: quick ones and the
// campaign.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "reference/numerics/sums/test/orders.hpp"

namespace assay::numerics::orders {

/// Correct evaluations and how many of them an enclosure refused.
struct Alarms {
  std::int64_t evaluations = 0;
  std::int64_t false_alarms = 0;
  std::string first_alarm;  ///< which order of which data

  void join(const Alarms& other);
};

/// Every legal order on `rounds` draws of every value plan for every combination of types, up to
/// 512 terms each. Fused orders take part in dot products alone.
Alarms alarms_of_sums(std::uint64_t seed, int rounds);
Alarms alarms_of_dots(std::uint64_t seed, int rounds);
Alarms alarms_of_products(std::uint64_t seed, int rounds);
/// Matrix products with and without a bias: every element in every order.
Alarms alarms_of_matrices(std::uint64_t seed, int rounds);

enum class Fault : std::uint8_t {
  dropped,  ///< a term that is not 0 is missing
  doubled,  ///< one comes twice
  narrow,   ///< accumulation in f16 where f32 is documented
};
inline constexpr Fault every_fault[] = {Fault::dropped, Fault::doubled, Fault::narrow};
std::string_view name_of(Fault fault);

/// Value plans of which the faults of one sum are to be seen.
struct FaultPlan {
  std::string_view name;
  std::vector<double> (*values)(ElementType type, const Accumulation& how, std::int64_t count,
                                Random& random);
};
/// First "triples", in which every fault must be detected, and "whole numbers", in which a lost and
/// a doubled term are; then some in which detection depends on the bound.
std::span<const FaultPlan> fault_plans();

/// A reduction: what it reads, how it accumulates, and how many terms each sum has.
struct Reduction {
  ElementType term;
  Accumulation how;
  std::int64_t count = 64;
};

/// Every combination of types of which the pages of reductions make use.
std::span<const Reduction> reductions();

/// Whether the fault changes anything: f16 instead of f16 does not.
bool applies(Fault fault, const Reduction& reduction);

/// Faulty sums, each in a legal order drawn at random.
struct Detection {
  std::int64_t sums = 0;
  std::int64_t seen = 0;   ///< outside the enclosure
  std::int64_t tiles = 0;  ///< of 16 sums each
  std::int64_t tiles_seen = 0;

  double rate() const { return static_cast<double>(seen) / static_cast<double>(sums); }
  double tile_rate() const { return static_cast<double>(tiles_seen) / static_cast<double>(tiles); }
};
Detection detect(Fault fault, const FaultPlan& plan, const Reduction& reduction, int tiles,
                 Random& random);

}  // namespace assay::numerics::orders
