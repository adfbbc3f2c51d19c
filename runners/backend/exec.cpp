// SPDX-License-Identifier: Apache-2.0
// A program that speaks runners/PROTOCOL.md, wrapped as a backend with the C ABI.
#include "runners/backend/exec.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "runners/backend/program.hpp"
#include "runners/backend/questions.hpp"

namespace assay::runners {
namespace {

// Longest line that is still taken for a message.
constexpr std::size_t longest_line = 1 << 20;

// After a hello, and where no call follows soon, for what a program says unasked.
constexpr std::chrono::milliseconds hello_patience{50};
constexpr std::chrono::milliseconds patience{2};

/// The numbers of calls are in no order that a program could know, so that an answer in advance
/// repeats none. JSON's readers keep 53 bits.
std::uint64_t call_number(std::uint64_t count) {
  std::uint64_t number = count * 0x9E3779B97F4A7C15U;
  number = (number ^ (number >> 31U)) * 0xBF58476D1CE4E5B9U;
  return (number >> 11U) | 1U;
}

class ExecBackend {
 public:
  explicit ExecBackend(std::string command) : command_(std::move(command)) { start(); }

  const assay_backend* interface() const { return &interface_; }
  std::optional<StrayWords> stray(bool patient);

 private:
  void start();
  assay_status execute(Question& question);
  assay_status attempt(Question& question);
  assay_status exchange(Question& question);
  std::string next_line();
  bool is_late(const std::string& words);
  void put_aside(std::uint64_t executed, std::string text);
  [[noreturn]] void ended(const char* when);

  std::string command_;
  std::unique_ptr<Program> program_;
  Hello hello_;
  std::string message_;
  std::uint64_t executed_ = 0;  ///< how many calls were asked, repeated ones once
  std::uint64_t asked_ = 0;     ///< how often anything was asked
  std::uint64_t number_ = 0;    ///< of the call that is asked
  std::uint64_t heard_ = 0;     ///< how often the program that runs was asked
  std::unordered_map<std::uint64_t, std::uint64_t> numbers_;  ///< asked before -> executed_ then
  std::uint64_t late_ = 0;                                    ///< number in the last answer
  std::optional<StrayWords> stray_;  ///< calls_ago is executed_ of its call
  assay_backend interface_{};
};

void ExecBackend::start() {
  program_ = std::make_unique<Program>(command_);
  heard_ = 0;
  const std::optional<std::string> line = program_->line(longest_line);
  if (!line) {
    throw BadBackend(
        fmt::format("the program '{}' said no hello: it {}", command_, program_->ending()));
  }
  try {
    hello_ = hello_from(*line);
  } catch (const BadFrame& error) {
    throw BadBackend(fmt::format("the program '{}' said no hello: {}", command_, error.what()));
  }
  if (program_->has_more(hello_patience)) {
    throw BadBackend(fmt::format("the program '{}' says more than its hello: {}", command_,
                                 quoted(program_->unread())));
  }
  interface_.struct_size = sizeof interface_;
  interface_.abi_version = ASSAY_ABI_VERSION;
  interface_.name = hello_.name.c_str();
  interface_.revision = hello_.revision.c_str();
  interface_.targets = hello_.targets.c_str();
  interface_.execute = [](void* state, assay_call* call) {
    CallQuestion question(*call);
    return static_cast<ExecBackend*>(state)->execute(question);
  };
  interface_.execute_program = nullptr;
  if (hello_.programs) {
    interface_.execute_program = [](void* state, assay_program* program, assay_status* statuses) {
      auto& self = *static_cast<ExecBackend*>(state);
      ProgramQuestion question(*program, statuses, self.hello_.ends_only);
      self.execute(question);
    };
    interface_.shows_ends_only = hello_.ends_only ? 1 : 0;
  }
  interface_.last_message = [](void* state) {
    return static_cast<ExecBackend*>(state)->message_.c_str();
  };
  interface_.state = this;
}

void ExecBackend::put_aside(std::uint64_t executed, std::string text) {
  if (!stray_) stray_ = StrayWords{executed, std::move(text)};
}

std::optional<StrayWords> ExecBackend::stray(bool patient) {
  if (!stray_ && program_ && program_->has_more(patient ? patience : patience.zero())) {
    const std::string& unread = program_->unread();
    if (!is_late(unread)) {
      put_aside(heard_ == 0 ? 0 : executed_,
                fmt::format("the program said what was not requested: {}", quoted(unread)));
    }
  }
  std::optional<StrayWords> words = std::exchange(stray_, std::nullopt);
  if (words) program_.reset();  // its further output belongs to no call
  if (words && words->calls_ago > 0) words->calls_ago = executed_ - words->calls_ago + 1;
  return words;
}

assay_status ExecBackend::execute(Question& question) {
  ++executed_;
  try {
    return attempt(question);
  } catch (const BadFrame& error) {
    message_ = fmt::format("the program's answer makes no sense: {}", error.what());
  } catch (const std::exception& error) {
    message_ = error.what();
  }
  program_.reset();  // its further output belongs to no call
  return ASSAY_BROKEN;
}

/// Unexpected output may come from a call before this one: then a new program without earlier calls
/// answers.
assay_status ExecBackend::attempt(Question& question) {
  if (!program_) start();
  const bool first = heard_ == 0;
  std::uint64_t guilty = executed_ - 1;
  std::string text;
  try {
    return exchange(question);
  } catch (const BadFrame& error) {
    // Output with the number of this call belongs to it.
    if (first || late_ == number_) throw;
    const auto asked = numbers_.find(late_);
    if (asked != numbers_.end() && asked->second < executed_) guilty = asked->second;
    text = error.what();
  }
  program_.reset();
  start();
  const assay_status status = exchange(question);
  put_aside(guilty, fmt::format("the program answered without a request: {}", text));
  return status;
}

std::string ExecBackend::next_line() {
  std::optional<std::string> line = program_->line(longest_line);
  if (!line && program_->unread().size() > longest_line) {
    throw BadFrame("a line of more than a mebibyte");
  }
  if (!line) ended(program_->unread().empty() ? "instead of an answer" : "in its answer's line");
  return *std::move(line);
}

/// Puts a late answer to an earlier call aside: it says nothing against the one that came before
/// it.
bool ExecBackend::is_late(const std::string& words) {
  const std::string line = words.substr(0, words.find('\n'));
  const auto asked = numbers_.find(number_of_answer(line).value_or(0));
  if (asked == numbers_.end() || asked->second >= executed_) return false;
  put_aside(asked->second, "the program answered again, or late: " + quoted(line));
  return true;
}

assay_status ExecBackend::exchange(Question& question) {
  ++heard_;
  number_ = call_number(++asked_);
  numbers_[number_] = executed_;
  late_ = 0;
  // One that stops reading may have answered already, or ended: its next output shows which.
  question.ask(number_, [&](std::span<const std::byte> bytes) { return program_->send(bytes); });
  std::string line = next_line();
  while (question.begins(line, number_)) line = next_line();
  late_ = number_of_answer(line).value_or(0);
  const Answer answer = question.answer(line, number_);
  message_ = answer.message;
  question.take(answer, [&](std::span<std::byte> bytes) {
    if (!program_->read(bytes)) ended("in its answer's bytes");
  });
  if (program_->has_more(patience.zero()) && !is_late(program_->unread())) {
    throw BadFrame(fmt::format("{} comes after its end", quoted(program_->unread())));
  }
  question.accept(answer);
  return answer.status;
}

void ExecBackend::ended(const char* when) {
  fmt::print(stderr, "the program {}, {}\n", program_->ending(), when);
  std::fflush(stderr);
  program_->die_alike();
}

}  // namespace

LoadedBackend start_exec(const std::string& command) {
  const auto backend = std::make_shared<ExecBackend>(command);
  return {std::shared_ptr<const assay_backend>(backend, backend->interface()),
          [backend](bool patient) { return backend->stray(patient); }};
}

}  // namespace assay::runners
