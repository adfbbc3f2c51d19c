// SPDX-License-Identifier: Apache-2.0
// Words and numbers as every report writes them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/records/record.hpp"
#include "reference/judge/verdict/verdict.hpp"
#include "reference/numerics/real.hpp"
#include "reference/support/text.hpp"

namespace assay::reports {

using numerics::hex_bits;
using support::count_of;
using support::duration;
using support::grouped;
using support::printable;
using support::ulp_figure;
using support::ulp_text;
using support::wrap;

/// The message of the JSON reader, without its codes; for bytes that are not JSON only that.
std::string json_reason(std::string_view what);

/// The command that shows one case in full on a backend (empty: the simulator), quoted for a shell
/// where they need it.
std::string replay_command(std::string_view name, std::string_view backend = {});
std::string replay_command(const CaseRecord& record);
/// Writes such commands where a run says more about its backends: the headers of a library.
using ReplayCommand = std::function<std::string(const CaseRecord&)>;

/// "a2a3 a5", "none".
std::string targets_text(TargetSet targets);
std::string targets_text(std::span<const Target> targets);
std::vector<Target> members_of(TargetSet targets);

/// Targets that refuse a breach of a rule: of those it applies on.
std::vector<Target> refused_on(const Constraint& rule);

/// "output", "in-out", ...
std::string_view role_text(Role role);
std::string_view kind_text(OperandKind kind);

/// The form as a call: "OP<format>(out dst, src, scratch tmp)".
std::string signature_of(std::string_view op, const Form& form);

/// "exact", "correctly rounded", "2 ulp", "relative 0.001".
std::string tolerance_text(const Tolerance& tolerance);

/// The facts about a run of that many cases, for the end of a report: name and value, in order.
std::vector<std::pair<std::string, std::string>> run_facts(const RunInfo& info, std::size_t cases);

}  // namespace assay::reports
