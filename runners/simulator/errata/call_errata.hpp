// SPDX-License-Identifier: Apache-2.0
// Errata of whole calls: processes that die, calls that are refused or accepted, sources that
// change.
#pragma once

#include <bit>
#include <csignal>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/faults/zero_divisors.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

inline bool has_lowest_over_minus_one(const Request& request) {
  const std::uint32_t element = request[2].element;
  const int width = width_of(element);
  if (!is_signed_integer(element) || width < 32) return false;
  return meets(request, 1, 2, [&](std::uint64_t a, std::uint64_t b) {
    return a == 1ULL << (width - 1) && sign_extended(element, b) == -1;
  });
}

/// A call of two tiles by the CPU, of the instruction that has this function of integers.
inline bool is_division_by_cpu(const Request& request, Calculation integer) {
  return request.row->integer == integer && request.machine == Machine::cpu &&
         request.operands.size() > 2 && request[1].kind == ASSAY_TILE &&
         request[2].kind == ASSAY_TILE;
}

/// E-TDIV-001
struct DiesOfZero : Bend {
  using Bend::Bend;
  bool executes(const Request& request) const override {
    const bool dies = is_division_by_cpu(request, integer_quotient) &&
                      is_integer(request[0].element) && has_zero(request, 2);
    if (dies) std::raise(SIGFPE);
    return true;
  }
};

template <Calculation integer>
struct DiesOfLowest : Bend {
  using Bend::Bend;
  bool executes(const Request& request) const override {
    if (is_division_by_cpu(request, integer) && has_lowest_over_minus_one(request)) {
      std::raise(SIGFPE);
    }
    return true;
  }
};
using QuotientDiesOfLowest = DiesOfLowest<integer_quotient>;  // E-TDIV-002
using FmodDiesOfLowest = DiesOfLowest<integer_fmod>;          // E-TFMOD-002
using RemainderDiesOfLowest = DiesOfLowest<integer_modulo>;   // E-TREM-002

/// E-TDIVS-006
struct ScalarOverAssertsDivisor : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = request.op == "TDIVS" && request.machine == Machine::cpu &&
                           request.form.starts_with("scalar_first");
    if (!concerned || !has_zero(request, 2)) return std::nullopt;
    return asserted();
  }
};

/// Types that are refused.
struct TypeTaken : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const final {
    if (rule.text == "this element type is not taken" && takes(request)) rule.holds = true;
  }

 private:
  virtual bool takes(const Request& request) const = 0;
};

/// E-TNEG-001
struct PairsNegated : TypeTaken {
  using TypeTaken::TypeTaken;
  bool takes(const Request& request) const override {
    return request.row->integer == integer_negation && request.machine == Machine::a5 &&
           is_integer(request[0].element) && width_of(request[0].element) == 64;
  }
};

/// E-TRECIP-002
struct IntegersReciprocated : TypeTaken {
  using TypeTaken::TypeTaken;
  bool takes(const Request& request) const override {
    return request.row->integer == integer_reciprocal && request.machine == Machine::a5 &&
           is_integer_to_64(request[0].element);
  }
};

template <Calculation floating>
struct ArithmeticTaken : TypeTaken {
  using TypeTaken::TypeTaken;
  bool takes(const Request& request) const override {
    const std::uint32_t element = request[0].element;
    return request.row->floating == floating && request.machine == Machine::cpu &&
           (is_integer(element) ? is_integer_to_64(element)
                                : element != ASSAY_F16 && element != ASSAY_F32);
  }
};
using FusedTakesAll = ArithmeticTaken<float_multiplied>;                   // E-TFUSEDMULADD-002
using ClampedFusedTakesAll = ArithmeticTaken<float_multiplied_rectified>;  // E-TFUSEDMULADDRELU-002
using AccumulatedTakesAll = ArithmeticTaken<float_accumulated>;            // E-TMULADDDST-002
using ClampedDifferenceTakesAll = ArithmeticTaken<float_difference_rectified>;  // E-TSUBRELU-002

/// Sources that come back as floats.
struct SourcesConsumed : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile&) const final {
    if (request.machine != Machine::a2a3 || request.form != "consuming" || !consumes(request)) {
      return;
    }
    for (const std::size_t source : {1, 2}) {
      Tile tile(request[source]);
      for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
        for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
          const auto x = static_cast<std::int32_t>(tile.get(row, col));
          tile.set(row, col, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
        }
      }
    }
  }

 private:
  virtual bool consumes(const Request& request) const = 0;
};

/// E-TADDDEQRELU-002
struct SummandsConsumed : SourcesConsumed {
  using SourcesConsumed::SourcesConsumed;
  bool consumes(const Request& request) const override {
    return request.row->run == run_scaled_sum;
  }
};

/// E-TREM-007
struct DividendsConsumed : SourcesConsumed {
  using SourcesConsumed::SourcesConsumed;
  bool consumes(const Request& request) const override {
    return request.row->integer == integer_modulo;
  }
};

/// Headers of A2A3 that read these sources again behind their first write to dst.
template <Op op, std::size_t... sources>
struct LostUpon : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    const bool concerned =
        op.is(request) && request.machine == Machine::a2a3 && unit.element == ASSAY_F32;
    const bool upon = ((request[sources].data == request[0].data) || ...);
    return concerned && upon ? 0 : calculate(unit, in);
  }
};

}  // namespace assay::simulator::bends
