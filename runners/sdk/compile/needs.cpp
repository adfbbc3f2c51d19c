// SPDX-License-Identifier: Apache-2.0
// The signatures that the cases of a run need from a user's library.
#include "runners/sdk/compile/needs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <unordered_set>

#include "reference/support/digest.hpp"
#include "runners/call/described_call.hpp"
#include "runners/sdk/source/assembled.hpp"
#include "runners/sdk/source/signature.hpp"
#include "runners/sdk/source/unit.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::size_t digits_of_a_digest = 16;

/// Drawn cases that wait for their turn at most.
constexpr std::size_t most_waiting = 512;

bool breaks_types(const Case& test_case) {
  const Constraint* rule = test_case.intent.legal() ? nullptr : test_case.broken();
  return rule != nullptr && rule->stage == Stage::instantiation;
}

/// First number that no entry of the index has; files of units are named after their first one.
std::size_t next_number(const Index& index) {
  std::size_t next = 0;
  for (const auto& [signature, built] : index.signatures) {
    const std::string digits =
        built.symbol.substr(std::min(built.symbol.size(), symbol_of(0).size() - 1));
    if (!digits.empty()) next = std::max<std::size_t>(next, std::stoul(digits) + 1);
  }
  return next;
}

/// A wanted signature and its turn among others of its kind.
struct Ranked {
  std::size_t rank = 0;
  std::string digest;
  const CompileRequest* wanted = nullptr;
  auto key() const { return std::tie(rank, digest); }
};

/// "TADD/plain".
std::string form_of(const std::string& signature) {
  return signature.substr(0, signature.find('/', signature.find('/') + 1));
}

/// Orders them, and ranks them by `group_of`: the first of every group has rank 0.
template <typename Group>
void rank(std::vector<Ranked>& all, const Group& group_of) {
  std::ranges::sort(all, {}, &Ranked::key);
  std::map<std::string, std::size_t> seen;
  for (Ranked& one : all) one.rank = seen[group_of(*one.wanted)]++;
  std::ranges::sort(all, {}, &Ranked::key);
}

/// What is compiled for a call, with the text for the assembler of the profile if it has one.
AssembledCall text_of(const assay_call& call, const Profile& profile, std::size_t number) {
  if (profile.assemble.program.empty()) return {{}, entry_of(call, profile, number), {}};
  return assembled_call_of(call, profile, number);
}

/// Whether the index has what would be compiled again.
class Known {
 public:
  Known(const Profile& profile, const Index& index) : profile_(profile), index_(index) {}

  bool has(const std::string& signature, const assay_call& call) {
    if (seen_.contains(signature)) return true;
    const auto found = index_.signatures.find(signature);
    if (found == index_.signatures.end() || found->second.source != digest(call)) return false;
    seen_.insert(signature);
    return true;
  }
  /// The number is not part of what is compiled.
  std::string digest(const assay_call& call) const {
    const AssembledCall text = text_of(call, profile_, 0);
    std::string digest = support::sha256_of(text.module + text.entry + text.lacks);
    digest.resize(digits_of_a_digest);
    return digest;
  }

 private:
  const Profile& profile_;
  const Index& index_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::optional<std::string> signature_of(const Case& test_case) {
  try {
    return signature_of(DescribedCall(test_case.call).get());
  } catch (const std::length_error&) {
    return std::nullopt;  // operands beyond any memory
  }
}

Needs needs_of(std::size_t cases, const Drawing& draw, const Profile& profile, const Index& index,
               unsigned jobs, bool quiet) {
  Needs needs;
  Progress progress(quiet ? 0 : cases, isatty(STDERR_FILENO) != 0, "calls looked up");
  OrderedWork<std::optional<Case>> drawn(
      cases, most_waiting, std::vector(std::clamp<std::size_t>(cases, 1, jobs), draw));
  std::size_t number = next_number(index);
  Known known(profile, index);
  for (std::size_t i = 0; i < cases; ++i) {
    stop_if_interrupted("nothing was compiled");
    progress.step();
    const std::optional<Case> test_case = drawn.take();
    if (!test_case || name_of(test_case->call.target) != profile.target) continue;
    std::optional<std::string> signature = signature_of(*test_case);
    if (!signature) continue;
    auto found = needs.wanted.find(*signature);
    if (found == needs.wanted.end()) {
      const DescribedCall text(test_case->call);
      if (known.has(*signature, text.get())) continue;
      AssembledCall made = text_of(text.get(), profile, number);
      found = needs.wanted
                  .try_emplace(*signature,
                               CompileRequest{.signature = *signature,
                                              .number = number,
                                              .source = std::move(made.entry),
                                              .check = check_of(text.get(), profile, number),
                                              .module = std::move(made.module),
                                              .lacks = std::move(made.lacks),
                                              .digest = known.digest(text.get()),
                                              .signature_class = signature_class_of(text.get()),
                                              .demands = demands_of(text.get(), profile),
                                              .must_fail = true,
                                              .intent = test_case->intent.kind})
                  .first;
      ++number;
    }
    found->second.must_fail = found->second.must_fail && breaks_types(*test_case);
    needs.by_case.emplace_back(i, *std::move(signature));
  }
  return needs;
}

std::vector<CompileRequest> chosen(const Needs& needs, std::optional<std::size_t> limit) {
  std::vector<Ranked> all;
  for (const auto& [signature, one] : needs.wanted) {
    all.push_back({0, support::sha256_of(signature), &one});
  }
  rank(all, [](const CompileRequest& one) {
    return fmt::format("{} {}", form_of(one.signature), static_cast<int>(one.intent));
  });
  rank(all, [](const CompileRequest& one) { return form_of(one.signature); });
  if (limit && *limit < all.size()) all.resize(*limit);
  std::vector<CompileRequest> result;
  result.reserve(all.size());
  for (const Ranked& one : all) result.push_back(*one.wanted);
  std::ranges::sort(result, {}, &CompileRequest::number);
  return result;
}

}  // namespace assay::runners::sdk
