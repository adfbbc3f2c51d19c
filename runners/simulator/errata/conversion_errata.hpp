// SPDX-License-Identifier: Apache-2.0
// Errata of conversions.
#pragma once

#include <algorithm>
#include <cmath>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/errata/number_errata.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

inline bool keeps_float(const Job& job) { return job.from == ASSAY_F32 && job.to == ASSAY_F32; }

/// E-TCVT-002
struct FloatsCopied : Bend {
  using Bend::Bend;
  void job(Job& job) const override {
    if (job.machine == Machine::cpu && keeps_float(job)) job.as_is = true;
  }
};

/// Other values for elements that a machine converts.
template <Machine machine>
struct ConvertedOn : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const final {
    if (element.request.row->run != run_conversion) return bits;
    const Job job = job_of(element.request);
    if (job.machine != machine) return bits;
    return converted(job, number_of(job.from, element.inputs[0]), bits);
  }

 private:
  /// What becomes of a number; `bits` is what should.
  virtual std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const = 0;
};
using ConvertedOtherwise = ConvertedOn<Machine::cpu>;

inline bool is_small(std::uint32_t element) { return is_fp8(element) || element == ASSAY_HIF8; }
inline bool has_small(const Job& job) { return is_small(job.from) || is_small(job.to); }

/// E-TCVT-001
struct NearestToFloats : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (!is_floating(job.to) || has_small(job) || keeps_float(job)) return bits;
    Job nearest = job;
    nearest.mode = Cast::rint;
    return convert_number(nearest, *this, x);
  }
};

/// E-TCVT-003
struct OddAmongNearest : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (job.mode != Cast::odd || !is_floating(job.from) || is_floating(job.to)) return bits;
    const long double cut = std::trunc(x);
    const bool tie = std::fabs(x - cut) == 0.5L;
    const bool even = std::fmod(cut, 2.0L) == 0;
    const long double near = tie ? cut + (even ? std::copysign(1.0L, x) : 0) : std::nearbyint(x);
    return convert_number(job, *this, near);
  }
};

/// Smallest number of an integer type.
inline long double lowest_of(std::uint32_t to) {
  return is_signed_integer(to) ? -largest_of(to) - 1 : 0;
}

/// E-TCVT-004
struct ClampedAsSource : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (!job.clamps || has_small(job) || !is_floating(job.from)) return bits;
    Job loose = job;
    loose.clamps = false;
    if (is_floating(job.to)) return to_float(job, x, bits);
    // A half has no infinity to clamp at.
    const long double most = largest_of(job.from);
    const auto limit = [&](long double bound) {
      return number_of(job.from, encode(*float_format(job.from), std::clamp(bound, -most, most)));
    };
    const long double upper = limit(largest_of(job.to));
    const long double bounded =
        std::isnan(x) ? upper : std::clamp(x, limit(lowest_of(job.to)), upper);
    return convert_number(loose, *this, bounded);
  }

 private:
  static std::uint64_t to_float(const Job& job, long double x, std::uint64_t bits) {
    const long double largest = std::min(largest_of(job.from), largest_of(job.to));
    Job nearest = job;
    nearest.mode = Cast::rint;
    const auto limit = [&](long double bound) {
      return number_of(job.from, encode(*float_format(job.from), bound));
    };
    if (std::isnan(x) || std::isinf(x)) {
      const long double end = limit(std::isnan(x) ? largest : std::copysign(largest, x));
      return pattern_of(job.to, on_grid(nearest, job.to, end));
    }
    const bool lost = job.from == ASSAY_BF16 && job.to == ASSAY_F16 && std::fabs(x) > largest;
    return lost ? pattern_of(job.to, std::copysign(limit(HUGE_VALL), x)) : bits;
  }
};

/// E-TCVT-005
struct PassedAsDouble : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (!is_floating(job.to) || is_floating(job.from) || width_of(job.from) != 64) return bits;
    Job nearest = job;
    nearest.mode = Cast::rint;
    if (convert_number(nearest, *this, x) != bits) return bits;
    return convert_number(nearest, *this, static_cast<double>(x));
  }
};

/// E-TCVT-007, as the C++ of common hosts does.
struct SpecialsCast : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (job.clamps || is_floating(job.to) || std::isfinite(x)) return bits;
    if (width_of(job.to) == 64) return 1ULL << 63;
    return job.to == ASSAY_I32 ? 1ULL << 31 : 0;
  }
};

/// E-TCVT-020: fields of an f32 cut to those of the smaller format.
struct CutToFp8 : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_conversion) return bits;
    const Job job = job_of(element.request);
    if (job.machine != Machine::cpu || job.clamps || !is_fp8(job.to)) return bits;
    return cut_to_fp8(job.to, element.inputs[0]);
  }
};

/// E-TCVT-021
struct SmallFloatsWithoutLimits : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double, std::uint64_t bits) const override {
    return job.clamps && has_small(job) ? 0 : bits;
  }
};

/// E-TCVT-022
struct NumbersForSpecials : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_conversion) return bits;
    const Job job = job_of(element.request);
    if (job.machine != Machine::cpu || job.clamps || !is_fp8(job.from)) return bits;
    const long double x = in_fp8(job.from, element.inputs[0]);
    return x == number_of(job.from, element.inputs[0]) && x != 0 ? bits : pattern_of(job.to, x);
  }
};

/// E-TCVT-023
struct CoarseToHif8 : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (job.clamps || job.to != ASSAY_HIF8) return bits;
    return nearest_in_table(x);
  }
};

/// E-TCVT-024
struct CoarseFromHif8 : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_conversion) return bits;
    const Job job = job_of(element.request);
    if (job.machine != Machine::cpu || job.clamps || job.from != ASSAY_HIF8) return bits;
    const long double x = in_table(element.inputs[0]);
    return std::isnan(x) ? bits : pattern_of(job.to, x);
  }
};

// ---- device headers ----

inline bool is_cut(const Job& job) { return is_floating(job.from) && !is_floating(job.to); }
inline bool is_to_fp8(const Job& job) { return one_of(job.to, {ASSAY_E4M3, ASSAY_E5M2}); }
inline bool is_scaled(const Job& job) { return job.from == ASSAY_I32 && job.to == ASSAY_F16; }

/// Floats that a machine lets wrap unless it is asked to saturate.
inline bool is_left_wrapping(const Job& job) {
  return (job.from == ASSAY_F16 && one_of(job.to, {ASSAY_U8, ASSAY_I8, ASSAY_I16})) ||
         (job.from == ASSAY_F32 && job.to == ASSAY_I16);
}

/// E-TCVT-008 and E-TCVT-014
template <Machine machine>
struct OddDropped : Bend {
  using Bend::Bend;
  void job(Job& job) const override {
    const bool keeps = job.from == ASSAY_F32 && job.to == ASSAY_F16;
    const bool has_own_way = is_scaled(job) || is_to_fp8(job) || job.to == ASSAY_HIF8;
    if (job.machine != machine || job.mode != Cast::odd || keeps || has_own_way) return;
    job.mode = is_cut(job) ? Cast::trunc : Cast::rint;
  }
};

/// E-TCVT-010 and E-TCVT-017
template <Machine machine>
struct WholeWithoutMode : Bend {
  using Bend::Bend;
  void job(Job& job) const override {
    if (job.machine == machine) job.as_is = false;
  }
};

/// E-TCVT-012 and E-TCVT-019
template <Machine machine>
struct SpecialsZeroed : ConvertedOn<machine> {
  using ConvertedOn<machine>::ConvertedOn;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (job.clamps || !is_left_wrapping(job) || std::isfinite(x)) return bits;
    const bool by_int32 = machine == Machine::a5 && job.to != ASSAY_U8;
    return by_int32 && std::isinf(x) && !std::signbit(x) ? low_mask(job.to) : 0;
  }

 private:
  static std::uint64_t low_mask(std::uint32_t to) { return (1ULL << width_of(to)) - 1; }
};

/// E-TCVT-009
struct ScaledInFloat : ConvertedOn<Machine::a2a3> {
  using ConvertedOn::ConvertedOn;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (!is_scaled(job)) return bits;
    Job nearest = job;
    nearest.mode = Cast::rint;
    return convert_number(nearest, *this, static_cast<float>(x));
  }
};

/// E-TCVT-011
struct OffReplaced : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (request.row->run != run_conversion || request.operands.size() != 2) return bits;
    if (request.attribute("SaturationMode") != "OFF") return bits;
    Job job = job_of(request);
    const bool kept = is_left_wrapping(job) || (job.from == ASSAY_I64 && job.to == ASSAY_I32) ||
                      (job.from == ASSAY_I32 && job.to == ASSAY_I16);
    if (job.machine != Machine::a2a3 || kept) return bits;
    job.clamps = true;
    return convert_element(job, *this, element.inputs[0]);
  }
};

/// E-TCVT-013
struct LastHalfByteLost : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const assay_operand& dst = element.request[0];
    const bool packs = element.request.machine == Machine::a5 && width_of(dst.element) == 4;
    const bool last = element.place.col == dst.valid_cols - 1 && dst.valid_cols % 2 != 0;
    return packs && last && element.request.row->run == run_conversion ? 0 : bits;
  }
};

/// E-TCVT-015
struct NearestToFp8 : Bend {
  using Bend::Bend;
  void job(Job& job) const override {
    if (job.machine == Machine::a5 && is_to_fp8(job)) job.mode = Cast::rint;
  }
};

/// E-TCVT-016
struct NearestToHif8 : Bend {
  using Bend::Bend;
  void job(Job& job) const override {
    if (job.machine == Machine::a5 && job.to == ASSAY_HIF8) job.mode = Cast::round;
  }
};

/// E-TCVT-018: the unit was left with saturation.
struct SaturationLeftOn : Bend {
  using Bend::Bend;
  void job(Job& job) const override {
    const bool left =
        is_to_fp8(job) || job.to == ASSAY_HIF8 || (job.from == ASSAY_I16 && job.to == ASSAY_U32);
    if (job.machine == Machine::a5 && left) job.clamps = true;
  }
};

}  // namespace assay::simulator::bends
