// SPDX-License-Identifier: Apache-2.0
#include "reports/words/completion.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/words/text.hpp"

namespace assay::reports {

using Json = nlohmann::ordered_json;

namespace {

bool knows_plan(const Completion& completion) { return completion.planned >= completion.ran; }

}  // namespace

std::string progress_text(const Completion& completion) {
  if (!knows_plan(completion)) {
    return fmt::format("{} ran, and how many were planned is not known",
                       count_of(completion.ran, "case"));
  }
  return fmt::format("{} of {} ran", grouped(completion.ran), count_of(completion.planned, "case"));
}

std::string stopped_text(const Completion& completion, const std::string& none_failed) {
  if (completion.complete()) return "";
  return fmt::format("Stopped: {}{}. Reason: {}.", progress_text(completion), none_failed,
                     printable(completion.stopped));
}

std::size_t without_case(const Completion& completion) {
  const std::size_t known = completion.ran + completion.not_run;
  return completion.planned > known ? completion.planned - known : 0;
}

Json completion_json(const Completion& completion) {
  return {{"complete", completion.complete()},
          {"planned", knows_plan(completion) ? Json(completion.planned) : Json()},
          {"ran", completion.ran},
          {"not_run", completion.not_run},
          {"without_case", without_case(completion)},
          {"stopped", completion.stopped}};
}

Completion completion_from(const Json& json) {
  Completion completion;
  if (!json.at("planned").is_null()) json.at("planned").get_to(completion.planned);
  json.at("ran").get_to(completion.ran);
  json.at("not_run").get_to(completion.not_run);
  completion.stopped = printable(json.at("stopped").get<std::string>());
  return completion;
}

}  // namespace assay::reports
