// SPDX-License-Identifier: Apache-2.0
// The messages of runners/PROTOCOL.md: one line of JSON, then bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runners/backend.h"

namespace assay::runners {

/// Version of runners/PROTOCOL.md.
inline constexpr int exec_protocol = 1;

/// A line that is no message; the text says why.
class BadFrame : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The description that a program gives of itself in its first line.
struct Hello {
  std::string name;
  std::string revision;
  std::string targets;     ///< comma-separated
  bool programs = false;   ///< whether it takes the calls of a program in one request
  bool ends_only = false;  ///< and answers with the images after the last of them only
};
/// Throws BadFrame.
Hello hello_from(const std::string& line);

/// The line of a request, with its end, for the call of this number.
std::string request_line(const assay_call& call, std::uint64_t number);
/// The same for the calls of a program, whose images follow as they lie.
std::string program_line(const assay_program& program, std::uint64_t number);

/// Contents of an operand as a request carries them: a tile's elements in logical order, row by
/// row; global memory as it is; a scalar's pattern.
std::vector<std::byte> packed(const assay_operand& operand);
/// The other direction, for what an answer brought.
void unpack(const std::vector<std::byte>& contents, const assay_operand& operand);

/// True for what an answer carries: outputs and in-outs that are no scalars.
bool is_answered(const assay_operand& operand);

/// The call, from 0, that a line about the program of this number says it begins; nothing where it
/// is no such line.
std::optional<std::uint64_t> begun_in(const std::string& line, std::uint64_t number);

/// The number of the call that a line says it answers; nothing where it says none.
std::optional<std::uint64_t> number_of_answer(const std::string& line);
/// A piece of what a program said, fit for a sentence.
std::string quoted(const std::string& text);

/// The line of an answer.
struct Answer {
  assay_status status = ASSAY_BROKEN;
  std::string message;
  std::string text;
  std::uint32_t calls = 0;  ///< of a program: how many were done
};
/// Throws BadFrame where the line is no answer to the call of this number, or announces other than
/// the bytes that its outputs have.
Answer answer_from(const std::string& line, const assay_call& call, std::uint64_t number);
/// The same of a program, whose answer brings all images after each completed call, or, from one
/// that shows `ends_only`, after the last if all were completed.
Answer answer_from(const std::string& line, const assay_program& program, std::uint64_t number,
                   bool ends_only);

}  // namespace assay::runners
