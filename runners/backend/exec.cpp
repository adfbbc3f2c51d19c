// SPDX-License-Identifier: Apache-2.0
// A program that speaks runners/PROTOCOL.md, as a backend behind the C ABI.
#include "runners/backend/exec.hpp"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <optional>
#include <span>

#include "runners/backend/program.hpp"
#include "runners/call/frames.hpp"

namespace assay::runners {
namespace {

// Longest line that is still taken for a message.
constexpr std::size_t longest_line = 1 << 20;

std::span<const assay_operand> operands_of(const assay_call& call) {
  return {call.operands, call.operand_count};
}

class ExecBackend {
 public:
  explicit ExecBackend(std::string command) : command_(std::move(command)) { start(); }

  const assay_backend* interface() const { return &interface_; }

 private:
  void start();
  assay_status execute(assay_call& call);
  assay_status exchange(assay_call& call);
  bool ask(const assay_call& call);
  void take(const assay_call& call);
  [[noreturn]] void ended(const char* when);

  std::string command_;
  std::unique_ptr<Program> program_;
  Hello hello_;
  std::string message_;
  std::uint64_t number_ = 0;
  assay_backend interface_{};
};

void ExecBackend::start() {
  program_ = std::make_unique<Program>(command_);
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
  interface_.struct_size = sizeof interface_;
  interface_.abi_version = ASSAY_ABI_VERSION;
  interface_.name = hello_.name.c_str();
  interface_.revision = hello_.revision.c_str();
  interface_.targets = hello_.targets.c_str();
  interface_.execute = [](void* state, assay_call* call) {
    return static_cast<ExecBackend*>(state)->execute(*call);
  };
  interface_.last_message = [](void* state) {
    return static_cast<ExecBackend*>(state)->message_.c_str();
  };
  interface_.state = this;
}

assay_status ExecBackend::execute(assay_call& call) {
  try {
    if (!program_) start();
    return exchange(call);
  } catch (const BadFrame& error) {
    message_ = fmt::format("the program's answer makes no sense: {}", error.what());
  } catch (const std::exception& error) {
    message_ = error.what();
  }
  program_.reset();  // what follows in its output belongs to nobody
  return ASSAY_BROKEN;
}

assay_status ExecBackend::exchange(assay_call& call) {
  ++number_;
  // One that does not read on may have answered already, or ended: what it says next tells.
  ask(call);
  const std::optional<std::string> line = program_->line(longest_line);
  if (!line && program_->unread().size() > longest_line) {
    throw BadFrame("a line of more than a mebibyte");
  }
  if (!line) ended(program_->unread().empty() ? "instead of an answer" : "in its answer's line");
  const Answer answer = answer_from(*line, call, number_);
  message_ = answer.message;
  if (answer.status != ASSAY_DONE) return answer.status;
  take(call);
  call.text_length = answer.text.size();
  std::memcpy(call.text, answer.text.data(),
              std::min<std::size_t>(answer.text.size(), call.text_capacity));
  return ASSAY_DONE;
}

bool ExecBackend::ask(const assay_call& call) {
  const std::string line = request_line(call, number_);
  if (!program_->send(std::as_bytes(std::span(line)))) return false;
  for (const assay_operand& operand : operands_of(call)) {
    if (!program_->send(packed(operand))) return false;
  }
  return true;
}

void ExecBackend::take(const assay_call& call) {
  for (const assay_operand& operand : operands_of(call)) {
    if (!is_answered(operand)) continue;
    std::vector<std::byte> contents(operand.byte_size);
    if (!program_->read(contents)) ended("in its answer's bytes");
    unpack(contents, operand);
  }
}

void ExecBackend::ended(const char* when) {
  fmt::print(stderr, "the program {}, {}\n", program_->ending(), when);
  std::fflush(stderr);
  program_->die_alike();
}

}  // namespace

LoadedBackend start_exec(const std::string& command) {
  const auto backend = std::make_shared<ExecBackend>(command);
  return {backend, backend->interface()};
}

}  // namespace assay::runners
