// SPDX-License-Identifier: Apache-2.0
#include "runners/run/identity.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "reference/support/text.hpp"
#include "reports/words/json_text.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/subprocess.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;
using Facts = std::map<std::string, std::string>;

constexpr std::size_t most_members = 32;
constexpr std::size_t most_letters = 200;  // of a member's name and of its value
constexpr std::size_t shown_letters = 60;  // of a command and of what it printed

/// Facts that a cluster puts into the environment of a task.
constexpr std::array<std::pair<const char*, const char*>, 4> variables{
    {{"SLURMD_NODENAME", "node"},
     {"SLURM_JOB_ID", "slurm_job"},
     {"SLURM_ARRAY_TASK_ID", "slurm_task"},
     {"TASK_DEVICE", "device"}}};

/// Asks a process to end after a time.
class Deadline {
 public:
  Deadline()
      : thread_([this](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          over_.wait_for(lock, done, std::chrono::seconds(identity_seconds), [] { return false; });
          if (!done.stop_requested()) source_.request_stop();
        }) {}
  std::stop_token token() const { return source_.get_token(); }
  bool passed() const { return source_.stop_requested(); }

 private:
  std::stop_source source_;
  std::mutex mutex_;
  std::condition_variable_any over_;
  std::jthread thread_;
};

[[noreturn]] void refuse(const std::string& command, const std::string& why) {
  const std::string shown =
      command.size() > shown_letters ? command.substr(0, shown_letters) + "..." : command;
  throw UsageError(
      fmt::format("--identity '{}' {}; it must print one JSON object, such as "
                  "{{\"board\": \"npu7\", \"driver\": \"24.1\"}}",
                  support::printable(shown), why));
}

/// Its standard output; what a command that fails says on standard error follows it there.
constexpr std::string_view quietly = R"({{ said=$( ({}
) 2>&1 >&3 3>&- )
}} 3>&1
code=$?
[ $code -eq 0 ] || printf '\n%s\n' "$said"
exit $code)";

/// Without the newline at the end.
std::string last_line(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.find_last_of('\n') + 1));
}

std::string output_of(const std::string& command) {
  Deadline deadline;
  const ProcessResult ran =
      run_to_end({"/bin/sh", "-c", fmt::format(quietly, command)}, deadline.token());
  if (deadline.passed()) refuse(command, fmt::format("took more than {} s", identity_seconds));
  if (ran.code != 0) {
    const std::string said = last_line(ran.output).substr(0, shown_letters);
    refuse(command, fmt::format("failed with exit code {}{}{}", ran.code, said.empty() ? "" : ": ",
                                support::printable(said)));
  }
  return ran.output;
}

/// Why a member is none that a report can show; empty if it is one.
std::string fault_of(const std::string& key, const Json& value) {
  const bool is_short = value.is_string() && value.get<std::string>().size() <= most_letters;
  if (key.empty() || key.size() > most_letters) return "printed a member without a short name";
  if (value.is_number() || value.is_boolean() || is_short) return {};
  return fmt::format("printed '{}', which is neither a number nor a string of at most {} bytes",
                     support::printable(key), most_letters);
}

std::string text_of(const Json& value) {
  return support::printable(value.is_string() ? value.get<std::string>() : value.dump());
}

Facts facts_from(const std::string& command) {
  const std::string text = output_of(command);
  const Json json = reports::parsed_or_discarded(text);
  if (!json.is_object()) {
    const std::string first = text.substr(0, text.find('\n'));
    const std::string shown = support::printable(first.substr(0, shown_letters));
    refuse(command, text.empty() ? "printed nothing" : fmt::format("printed '{}'", shown));
  }
  if (json.size() > most_members) {
    refuse(command,
           fmt::format("printed {} members, and at most {} are kept", json.size(), most_members));
  }
  Facts facts;
  for (const auto& [key, value] : json.items()) {
    if (const std::string fault = fault_of(key, value); !fault.empty()) refuse(command, fault);
    facts[support::printable(key)] = text_of(value);
  }
  return facts;
}

/// "npu7", or with the number of a device "npu7/3".
std::string board_in(const Facts& facts) {
  const auto board = facts.find("board");
  if (board != facts.end() && !board->second.empty()) return board->second;
  const auto node = facts.find("node");
  const std::string& name = node == facts.end() ? facts.at("host") : node->second;
  const auto device = facts.find("device");
  return device == facts.end() ? name : name + "/" + device->second;
}

}  // namespace

Identity identity_of(const std::string& command) {
  Facts facts = command.empty() ? Facts() : facts_from(command);
  facts.emplace("host", support::printable(host_name()));
  for (const auto& [variable, key] : variables) {
    const char* value = std::getenv(variable);
    if (value != nullptr) facts.emplace(key, support::printable(value));
  }
  std::string board = board_in(facts);
  return {std::move(board), std::move(facts)};
}

}  // namespace assay::runners
