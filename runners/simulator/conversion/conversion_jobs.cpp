// SPDX-License-Identifier: Apache-2.0
// What a call asks of a conversion, and what the machine makes of it.
#include <array>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {
namespace {

Cast asked(const Request& request) {
  constexpr std::array<std::string_view, 7> names{
      "CAST_NONE", "CAST_RINT", "CAST_ROUND", "CAST_FLOOR", "CAST_CEIL", "CAST_TRUNC", "CAST_ODD"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (request.attribute("RoundMode") == names.at(i)) return static_cast<Cast>(i);
  }
  return Cast::none;
}

bool is_one_of_six(std::uint32_t from, std::uint32_t to) {
  return (from == ASSAY_F16 && one_of(to, {ASSAY_U8, ASSAY_I8, ASSAY_I16})) ||
         (from == ASSAY_F32 && to == ASSAY_I16) || (from == ASSAY_I64 && to == ASSAY_I32) ||
         (from == ASSAY_I32 && to == ASSAY_I16);
}

// The vector unit has this pair in one variant alone; the mode has nothing to select.
bool has_one_variant(Machine machine, std::uint32_t from, std::uint32_t to) {
  const bool to_integer = is_integer(to);
  if (is_integer(from)) {
    return to_integer || one_of(from, {ASSAY_I8, ASSAY_U8, ASSAY_I4}) ||
           (machine == Machine::a2a3 && from == ASSAY_I32 && to == ASSAY_F16);
  }
  return !to_integer && one_of(to, {ASSAY_E4M3, ASSAY_E5M2});
}

Cast device_mode(const Job& job) {
  if (job.to == ASSAY_HIF8) return Cast::round;
  if (has_one_variant(job.machine, job.from, job.to)) return Cast::rint;
  const bool keeps_odd = job.from == ASSAY_F32 && job.to == ASSAY_F16;
  if (job.mode != Cast::none && (job.mode != Cast::odd || keeps_odd)) return job.mode;
  return !is_integer(job.from) && is_integer(job.to) ? Cast::trunc : Cast::rint;
}

Cast cpu_mode(const Job& job) {
  if (job.mode != Cast::none) return job.mode;
  return !is_integer(job.from) && is_integer(job.to) ? Cast::trunc : Cast::rint;
}

bool device_clamps(const Request& request, const Job& job) {
  const bool six = is_one_of_six(job.from, job.to);
  const std::string_view given = request.attribute("SaturationMode");
  if (given.empty()) return !six;
  const bool with_scratch = request.operands.size() == 3;
  if (job.machine == Machine::a2a3 && !with_scratch && !six) return true;
  return given == "ON";
}

}  // namespace

Job job_of(const Request& request) {
  Job job{request.machine, request[1].element, request[0].element, asked(request), false};
  if (job.machine == Machine::cpu) {
    job.as_is = job.mode == Cast::none;
    job.mode = cpu_mode(job);
    job.clamps = request.attribute("SaturationMode") == "ON";
  } else {
    job.mode = device_mode(job);
    job.clamps = device_clamps(request, job);
  }
  return job;
}

}  // namespace assay::simulator
