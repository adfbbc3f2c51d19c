// SPDX-License-Identifier: Apache-2.0
// A test case, what was done with it, and what it is for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/constraint.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay {

/// The intent of a case: a legal call, a legal or illegal call at the edge of an ordered
/// constraint, or a call that breaks exactly one constraint.
struct Intent {
  enum class Kind : std::uint8_t { inside, boundary, outside };
  Kind kind = Kind::inside;
  std::string constraint;  ///< name of the constraint; empty for inside
  Edge edge = Edge::smallest;
  friend bool operator==(const Intent&, const Intent&) = default;

  /// True where the call is legal: inside, or a boundary at `smallest` or `largest`.
  bool legal() const {
    return kind == Kind::inside ||
           (kind == Kind::boundary && (edge == Edge::smallest || edge == Edge::largest));
  }
};

/// "inside", "edge.CONSTRAINT.largest", "breaks.CONSTRAINT".
std::string to_string(const Intent& intent);

/// One case. Everything in it follows from (op, form, target, lead element, intent, plan, scenario,
/// key), all of which the name spells.
struct Case {
  Call call;
  Intent intent;
  std::string plan;      ///< value plan of the inputs
  std::string scenario;  ///< empty, or the page's scenario that shaped the call
  ElementType lead =
      ElementType::f32;   ///< requested element of the lead; a breach may change the call's
  std::uint32_t key = 0;  ///< upper half draws the signature, the whole draws the rest
  /// Rejected draws before this one, whose data could not show a wrong result.
  std::uint32_t redraws = 0;
  std::string name;

  const Form& form() const { return *call.form; }
  /// The constraint that a case with an illegal intent breaks, or null.
  const Constraint* broken() const;
};

/// The outcome of one call on a backend.
struct Outcome {
  enum class Status : std::uint8_t { done, rejected, unsupported, crashed, timed_out, infra };
  Status status = Status::done;
  std::string message;
  std::size_t call = 0;    ///< of a program: the call that it is of
  bool somewhere = false;  ///< of a program: of that call or of a later one, which is not known
  bool confirmed = false;  ///< it timed out a second time, alone in a new worker
  /// A signal that others send ended worker after worker.
  bool ended_from_outside = false;
  bool absent = false;  ///< nothing was executed: a file of results has no row for the case
};

std::string_view name_of(Outcome::Status status);

/// How many bytes of which guard band changed, or of memory around the operands.
struct GuardDamage {
  std::string operand;
  std::int64_t first_byte = 0;  ///< relative to the start of the operand; negative before it
  std::int64_t bytes = 0;
  std::size_t call = 0;  ///< of a program: after which call it was seen
  bool shared = false;   ///< of a program: no guard band, but memory of no operand of the call
};

/// One execution of a case: contents before and after it, one array per operand (logical order),
/// the guards, the printed text. After an outcome other than `done` only the guards are meaningful.
struct Trial {
  Outcome outcome;
  std::vector<ElementArray> before;
  std::vector<ElementArray> after;  ///< same size as before; an empty array where nothing came back
  std::vector<GuardDamage> damage;
  std::string text;
};

}  // namespace assay
