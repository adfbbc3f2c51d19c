// SPDX-License-Identifier: Apache-2.0
// Requests to a program by runners/PROTOCOL.md: a call, or calls over shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "runners/backend.h"
#include "runners/call/frames.hpp"

namespace assay::runners {

/// A request, and the use of its answer. May be sent again as long as nothing was taken.
class Question {
 public:
  /// False where the other side reads no more.
  using Send = std::function<bool(std::span<const std::byte>)>;
  /// Throws where the other side ends.
  using Read = std::function<void(std::span<std::byte>)>;

  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  virtual ~Question() = default;

  bool ask(std::uint64_t number, const Send& send) const;
  /// Whether a line says that a call begins, and no more; an answer follows. Throws BadFrame where
  /// there is no such call, or it began before.
  virtual bool begins(const std::string& /*line*/, std::uint64_t /*number*/) { return false; }
  /// Throws BadFrame where the line is no answer to it.
  virtual Answer answer(const std::string& line, std::uint64_t number) = 0;
  /// The bytes that an answer announced.
  virtual void take(const Answer& answer, const Read& read) = 0;
  /// Confirms that nothing followed the answer: only now does it count.
  virtual void accept(const Answer& answer) = 0;

 private:
  virtual std::string line(std::uint64_t number) const = 0;
  virtual bool send_contents(const Send& send) const = 0;
};

/// One call.
class CallQuestion final : public Question {
 public:
  explicit CallQuestion(assay_call& call) : call_(call) {}
  Answer answer(const std::string& line, std::uint64_t number) override;
  void take(const Answer& answer, const Read& read) override;
  void accept(const Answer& answer) override;

 private:
  std::string line(std::uint64_t number) const override;
  bool send_contents(const Send& send) const override;

  assay_call& call_;
};

/// The calls of a program; the answer brings all images after each, or after the last.
class ProgramQuestion final : public Question {
 public:
  /// `statuses` has one per call; an answer that counts sets those of calls that were begun.
  ProgramQuestion(assay_program& program, assay_status* statuses, bool ends_only)
      : program_(program), statuses_(statuses, program.call_count), ends_only_(ends_only) {}
  bool begins(const std::string& line, std::uint64_t number) override;
  Answer answer(const std::string& line, std::uint64_t number) override;
  void take(const Answer& answer, const Read& read) override;
  void accept(const Answer& answer) override;

 private:
  std::string line(std::uint64_t number) const override;
  bool send_contents(const Send& send) const override;
  void take_image(std::uint32_t call, std::uint32_t image, const Read& read);

  assay_program& program_;
  std::span<assay_status> statuses_;
  bool ends_only_;
  std::uint64_t asked_ = 0;  ///< number of the request in which calls began
  std::uint64_t next_ = 0;   ///< the first call that did not
};

}  // namespace assay::runners
