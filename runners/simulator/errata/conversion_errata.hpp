// SPDX-License-Identifier: Apache-2.0
// Errata of conversions.
#pragma once

#include <algorithm>
#include <cmath>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"
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

/// Other values for elements that the CPU converts.
struct ConvertedOtherwise : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const final {
    if (element.request.row->run != run_conversion) return bits;
    const Job job = job_of(element.request);
    if (job.machine != Machine::cpu) return bits;
    return converted(job, number_of(job.from, element.inputs[0]), bits);
  }

 private:
  /// What becomes of a number; `bits` is what should.
  virtual std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const = 0;
};

/// Integers of 32 and 64 bits on their way to 16-bit floats.
inline bool is_wide(const Job& job) {
  return !is_floating(job.from) && width_of(job.from) >= 32 && is_floating(job.to) &&
         width_of(job.to) == 16;
}

/// E-TCVT-001: what is wide goes by way of float, where that matters.
struct NearestToFloats : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    if (!is_floating(job.to) || keeps_float(job)) return bits;
    Job nearest = job;
    nearest.mode = Cast::rint;
    const std::uint64_t once = convert_number(nearest, *this, x);
    if (once == bits || !is_wide(job)) return once;
    return convert_number(nearest, *this, static_cast<float>(x));
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
    if (!job.clamps || !is_floating(job.from)) return bits;
    Job loose = job;
    loose.clamps = false;
    if (is_floating(job.to)) return to_float(job, x, bits);
    const auto limit = [&](long double bound) {
      return number_of(job.from, encode(*float_format(job.from), bound));
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
      const long double end = std::isnan(x) ? largest : std::copysign(largest, x);
      return pattern_of(job.to, on_grid(nearest, job.to, end));
    }
    const bool lost = job.from == ASSAY_BF16 && job.to == ASSAY_F16 && std::fabs(x) > largest;
    return lost ? pattern_of(job.to, std::copysign(limit(HUGE_VALL), x)) : bits;
  }
};

/// E-TCVT-005
struct ClampedAsDouble : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    const bool passes = job.clamps && !is_floating(job.from) && width_of(job.from) == 64;
    return passes ? convert_number(job, *this, static_cast<double>(x)) : bits;
  }
};

/// E-TCVT-006
struct WideByFloat : ConvertedOtherwise {
  using ConvertedOtherwise::ConvertedOtherwise;
  std::uint64_t converted(const Job& job, long double x, std::uint64_t bits) const override {
    return is_wide(job) ? convert_number(job, *this, static_cast<float>(x)) : bits;
  }
};

}  // namespace assay::simulator::bends
