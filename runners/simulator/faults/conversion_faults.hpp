// SPDX-License-Identifier: Apache-2.0
// Faults of conversions.
#pragma once

#include <algorithm>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/faults/arithmetic_faults.hpp"

namespace assay::simulator::fault_hooks {

inline void Saturates::job(Job& job) const { job.clamps = true; }
inline void NarrowingWraps::job(Job& job) const { job.clamps = false; }

/// Another mode for some.
struct WrongMode : FaultHook {
  using FaultHook::FaultHook;
  void job(Job& job) const final { job.mode = mode(job); }

 private:
  virtual Cast mode(const Job& job) const = 0;
};

struct ModeIgnored : WrongMode {
  using WrongMode::WrongMode;
  Cast mode(const Job&) const override { return Cast::rint; }
};

struct TiesEven : WrongMode {
  using WrongMode::WrongMode;
  Cast mode(const Job& job) const override {
    return job.mode == Cast::round ? Cast::rint : job.mode;
  }
};

struct FloorTruncates : WrongMode {
  using WrongMode::WrongMode;
  Cast mode(const Job& job) const override {
    return job.mode == Cast::floor ? Cast::trunc : job.mode;
  }
};

struct CeilRounds : WrongMode {
  using WrongMode::WrongMode;
  Cast mode(const Job& job) const override {
    return job.mode == Cast::ceil ? Cast::round : job.mode;
  }
};

struct SmallFloatsCut : WrongMode {
  using WrongMode::WrongMode;
  Cast mode(const Job& job) const override {
    return is_floating(job.to) && width_of(job.to) <= 8 ? Cast::trunc : job.mode;
  }
};

/// Another value function for some elements.
struct WrongConversion : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const final {
    if (element.request.row->run != run_conversion) return bits;
    return converted(job_of(element.request), element.inputs[0], bits);
  }

 private:
  virtual std::uint64_t converted(const Job& job, std::uint64_t source,
                                  std::uint64_t bits) const = 0;
};

struct RoundsTwice : WrongConversion {
  using WrongConversion::WrongConversion;
  std::uint64_t converted(const Job& job, std::uint64_t source, std::uint64_t bits) const override {
    if (is_floating(job.from) || !is_floating(job.to)) return bits;
    return convert_number(job, *this, on_grid(job, ASSAY_BF16, number_of(job.from, source)));
  }
};

struct TaperMisread : WrongConversion {
  using WrongConversion::WrongConversion;
  std::uint64_t converted(const Job& job, std::uint64_t source, std::uint64_t bits) const override {
    return job.from == ASSAY_HIF8 ? convert_number(job, *this, misread(source)) : bits;
  }

 private:
  /// With 4 and 5 bits of fraction where 3 are left.
  static long double misread(std::uint64_t bits) {
    const std::uint64_t code = bits & 0x7FU;
    const long double sign = (bits & 0x80U) != 0 ? -1.0L : 1.0L;
    if (code >= 0x08 && code < 0x10) return sign * (1 + static_cast<long double>(code - 8) / 32);
    if (code >= 0x10 && code < 0x20) return sign * (2 + static_cast<long double>(code - 16) / 8);
    return number_of(ASSAY_HIF8, bits);
  }
};

struct BytesClampAsSigned : WrongConversion {
  using WrongConversion::WrongConversion;
  std::uint64_t converted(const Job& job, std::uint64_t, std::uint64_t bits) const override {
    const bool stops = job.clamps && job.to == ASSAY_U8;
    return stops ? std::min<std::uint64_t>(bits, 127) : bits;
  }
};

struct NibblesSwapped : FaultHook {
  using FaultHook::FaultHook;
  std::int64_t packed_column(const assay_operand&, std::int64_t col) const override {
    return col ^ 1;
  }
};

}  // namespace assay::simulator::fault_hooks
