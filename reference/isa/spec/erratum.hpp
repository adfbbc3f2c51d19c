// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of the ISA.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/result.hpp"
#include "reference/isa/types/target.hpp"

namespace assay {

/// The observable effect of an erratum.
enum class ErratumEffect : std::uint8_t {
  result,      ///< other results, which `results` gives
  refusal,     ///< a legal call is refused
  acceptance,  ///< a call that breaks `constraint` is executed
  crash,       ///< the process crashes or hangs
  anything,    ///< any result whatever
};

enum class Severity : std::uint8_t {
  minor,     ///< a rare corner case, or a wrong last place
  major,     ///< wrong results without a message
  critical,  ///< a process that crashes or memory that is overwritten
};

std::string_view name_of(ErratumEffect effect);
std::string_view name_of(Severity severity);

/// A known deviation. It does not change the promise of the page; it describes which calls deviate
/// in which implementation, and with which result. If several errata of one implementation concern
/// one element, the first of the page's list counts.
struct Erratum {
  std::string number;          ///< "E-TCVT-003"; unique, and never given again
  std::string title;           ///< one line
  std::string implementation;  ///< "pto-cpu": the implementation; a run is given such names
  std::string source;          ///< how it is known
  Severity severity = Severity::major;

  TargetSet targets = every_target;
  std::vector<std::string> forms = {};               ///< empty: all
  std::string where = {};                            ///< calls that `among` selects, in words
  std::function<bool(const Call&)> among = nullptr;  ///< empty: all calls of those forms
  std::string since = {};                            ///< first version that has it, where known
  std::string until = {};                            ///< first version without it; empty: none yet

  ErratumEffect effect = ErratumEffect::result;
  /// Of `result`: instead of those of the page for the same operands; others are as promised.
  std::vector<Result> results = {};
  /// Of `result` and `crash`: whether what comes depends on memory that the call must not read.
  bool reads_more = false;
  std::string constraint = {};  ///< of `acceptance`: name of the constraint that is not held
  /// Contents that bring about a refusal, a crash or anything; empty: all do.
  std::function<bool(const Evaluation&)> arises = nullptr;
  /// Parts of the text of a refusal, of which it has one; the texts of compilers differ. Another
  /// refusal of the same call is another matter. Empty: every refusal is known.
  std::vector<std::string> says = {};

  std::string op = {};     ///< mnemonic, filled in from the page
  bool from_user = false;  ///< listed by a user: no page knows the number

  bool is_fixed() const { return !until.empty(); }
  bool concerns(const Call& call) const;
  /// Whether it recognizes a refusal by its text. Refusals without a text cannot be distinguished.
  bool knows_refusal(std::string_view text) const;
};

/// Errata in effect: those of which a known deviation is no failure.
struct ErrataChoice {
  bool all = false;
  std::vector<std::string> names = {};                   ///< of implementations, or numbers; after
                                                         ///< "-" what is left out of the others
  std::vector<std::string> files = {};                   ///< that users list errata of their own in
  std::shared_ptr<const std::vector<Erratum>> own = {};  ///< the errata of these, an entry per form

  bool none() const { return !all && names.empty() && own == nullptr; }
  bool includes(const Erratum& erratum) const;
  std::string text() const;  ///< "none", or "all", names and files with commas between them
};

/// The reverse of text(), except for `own`: a name that ends in ".toml" is a file. The existence of
/// such names and files is not checked.
ErrataChoice errata_choice_of(std::string_view text);

}  // namespace assay
