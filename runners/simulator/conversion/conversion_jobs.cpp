// SPDX-License-Identifier: Apache-2.0
// The parameters of a conversion by its call.
#include <array>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"

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

}  // namespace

Job job_of(const Request& request) {
  Job job{request.machine, request[1].element, request[0].element, asked(request), false};
  job.as_is = job.mode == Cast::none;
  const bool cut = is_floating(job.from) && !is_floating(job.to);
  if (job.mode == Cast::none) job.mode = cut ? Cast::trunc : Cast::rint;
  job.clamps = request.attribute("SaturationMode") == "ON";
  return job;
}

}  // namespace assay::simulator
