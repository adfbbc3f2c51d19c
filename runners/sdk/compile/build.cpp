// SPDX-License-Identifier: Apache-2.0
// Compiles signatures in batches and finds out which of them do not compile, and why.
#include "runners/sdk/compile/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "runners/sdk/compile/assembler.hpp"
#include "runners/sdk/compile/diagnostics.hpp"
#include "runners/sdk/compile/machine.hpp"
#include "runners/sdk/source/assembled.hpp"
#include "runners/sdk/source/unit.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

/// Signatures of the first units; every second unit is twice as large.
constexpr std::size_t first_batch = 16;

/// A unit has no more than such a part of what is left, so that no processor waits for long for
/// another one's last unit.
constexpr std::size_t last_batches = 4;

/// Signatures of one class (see signature_class_of) are mostly refused all or none. The
/// history determines the order in which signatures are tried, never their results. May be used
/// from any thread.
class RefusalHistory {
 public:
  enum class SignatureClass : std::uint8_t {
    unknown,
    accepted,  ///< all so far
    refused,   ///< one of them or more
  };
  SignatureClass of(const std::string& signature_class) const;
  void learn(const std::string& signature_class, bool accepted);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, bool> accepted_;
};

RefusalHistory::SignatureClass RefusalHistory::of(const std::string& signature_class) const {
  const std::lock_guard guard(mutex_);
  const auto found = accepted_.find(signature_class);
  if (found == accepted_.end()) return SignatureClass::unknown;
  return found->second ? SignatureClass::accepted : SignatureClass::refused;
}

void RefusalHistory::learn(const std::string& signature_class, bool accepted) {
  const std::lock_guard guard(mutex_);
  bool& all = accepted_.try_emplace(signature_class, accepted).first->second;
  all = all && accepted;
}

/// The work was stopped from outside.
struct Stopped {};

/// The shared state of all batches of a build; the owner outlives their builders.
struct BuildContext {
  const Compiler& compiler;
  const std::filesystem::path& folder;
  const std::stop_token& stop;
  const AssembleProfile& assembler;
  std::mutex renewing = {};  ///< held by the one batch that compiles the prelude again
  RefusalHistory history = {};
};

void write(const std::filesystem::path& source, const Batch& batch,
           std::string CompileRequest::*text) {
  std::string whole;
  for (const CompileRequest* one : batch) whole += one->*text;
  write_whole(source, whole);
}

/// Whether the compiler came to its end and every error of it is one of an entry: no lack of the
/// machine looks like that.
bool is_about_entries(const ProcessResult& ran) {
  if (ran.code >= code_of_a_signal || ran.output.find("fatal error: ") != std::string::npos) {
    return false;
  }
  const std::map<long, Diagnosis> diagnoses = diagnoses_of(ran.output);
  return !diagnoses.empty() && diagnoses.begin()->first >= 0 && machine_fault(ran).empty();
}

/// Compiles `source`, or checks it where no object is asked for. A failure that names no entry is
/// tried again after a control, which throws InfraError where it fails too.
ProcessResult ran_on(BuildContext& context, const std::filesystem::path& source,
                     const std::filesystem::path& object) {
  const auto attempt = [&] {
    ProcessResult ran = object.empty() ? context.compiler.check(source, context.stop)
                                       : context.compiler.build(source, object, context.stop);
    if (context.stop.stop_requested()) throw Stopped();
    return ran;
  };
  const auto control = [&](ProcessResult ran) {
    if (ran.code == 0 || is_about_entries(ran)) return ran;
    context.compiler.require_control(context.stop);
    return attempt();
  };
  ProcessResult ran = attempt();
  if (ran.code == 0 || !is_about_files(ran.output)) return control(std::move(ran));
  {
    // A header was touched since; its content is compared with the old one in the end.
    const std::lock_guard guard(context.renewing);
    context.compiler.renew();
  }
  ran = attempt();
  if (ran.code == 0 || !is_about_files(ran.output)) return control(std::move(ran));
  throw UsageError(fmt::format("the compiler cannot read what it needs, so nothing was judged: {}",
                               ran.output.substr(0, ran.output.find('\n'))));
}

ProcessResult checked(BuildContext& context, const std::filesystem::path& source) {
  ProcessResult ran = ran_on(context, source, {});
  std::error_code ignored;
  std::filesystem::remove(source, ignored);
  return ran;
}

/// Every demand (see demands_of) that the library does not fulfil, and its diagnosis. Throws as
/// BatchBuilder does.
std::map<std::string, Diagnosis> unmet_demands(BuildContext& context,
                                               const std::set<std::string>& demands) {
  const std::filesystem::path source = context.folder / "demands.cpp";
  const std::vector<std::string> texts(demands.begin(), demands.end());
  std::string whole;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    whole += fmt::format("#line 1 \"{}\"\n{}", label_of(i), texts[i]);
  }
  write_whole(source, whole);
  const ProcessResult ran = checked(context, source);
  std::map<std::string, Diagnosis> unmet;
  if (ran.code == 0 || !machine_fault(ran).empty()) return unmet;
  for (const auto& [number, diagnosis] : diagnoses_of(ran.output)) {
    const auto place = static_cast<std::size_t>(number);
    if (number >= 0 && place < texts.size()) unmet.emplace(texts[place], diagnosis);
  }
  return unmet;
}

/// The result of a signature that does not compile.
Built refusal_of(const CompileRequest& wanted, const Diagnosis& diagnosis) {
  using enum Built::Kind;
  if (diagnosis.kind == Diagnosis::Kind::unlinked)
    return {unsupported, "does not link: " + diagnosis.message, "", wanted.digest};
  if (diagnosis.kind == Diagnosis::Kind::missing)
    return {unsupported, diagnosis.message, "", wanted.digest};
  if (diagnosis.kind == Diagnosis::Kind::other && wanted.must_fail) {
    return {broken,
            "it must be refused and does not compile, but no assertion of the library says so: " +
                diagnosis.message,
            "", wanted.digest};
  }
  return {refused, "does not compile: " + diagnosis.message, "", wanted.digest};
}

/// The C++ that the assembler makes of a request's module, or the result where it makes none.
struct AssembledRequest {
  std::string cpp;
  std::optional<Built> without;
};
AssembledRequest assembled(const BuildContext& context, const CompileRequest& wanted) {
  const AssemblerAnswer answer = assemble(context.assembler, wanted.module, context.folder,
                                          fmt::format("signature_{}", wanted.number), context.stop);
  if (context.stop.stop_requested()) throw Stopped();
  if (answer.kind == Assembled::taken) return {enclosed(answer.text, wanted.number), {}};
  if (answer.kind == Assembled::no) {
    return {{}, Built{Built::Kind::lost, answer.text, "", wanted.digest}};
  }
  const std::string_view begin =
      answer.kind == Assembled::refused ? "the assembler refuses it: " : "";
  return {{},
          Built{Built::Kind::refused, fmt::format("{}{}", begin, answer.text), "", wanted.digest,
                answer.kind}};
}

/// Compiles one batch. Throws Stopped, and UsageError where the compiler cannot be run.
class BatchBuilder {
 public:
  explicit BatchBuilder(BuildContext& context) : context_(context) {}

  /// The result of each entry. Those that must fail are in batches of their own.
  std::map<std::string, Built> build(Batch batch);

 private:
  void assemble_all(Batch& batch);
  void drop_refused(Batch& batch);
  void check(Batch& batch, const Batch& some);
  void compile(Batch batch);
  bool drop_culprits(Batch& batch, const std::string& output);
  bool drop(Batch& batch, const std::map<long, Diagnosis>& diagnoses, bool clear_alone);
  void halve(const Batch& batch, const ProcessResult& ran);
  void blame(const CompileRequest& alone, const ProcessResult& ran);
  void decide(const CompileRequest& suspect);
  void take(const Batch& batch, const std::string& object);

  BuildContext& context_;
  std::map<std::string, Built> built_;
  std::map<const CompileRequest*, std::string> cpp_;  ///< that the assembler made
};

std::map<std::string, Built> BatchBuilder::build(Batch batch) {
  const Batch all = batch;
  assemble_all(batch);
  if (!batch.empty() && !batch.front()->check.empty()) drop_refused(batch);
  const Batch compiled = batch;
  compile(std::move(batch));
  for (const CompileRequest* one : compiled) decide(*one);
  for (const CompileRequest* one : all) {
    Built& built = built_.at(one->signature);
    const bool taken = cpp_.contains(one) && built.kind != Built::Kind::lost;
    if (taken && built.assembled == Assembled::no) built.assembled = Assembled::taken;
  }
  return std::move(built_);
}

/// Drops those of which the assembler makes no C++.
void BatchBuilder::assemble_all(Batch& batch) {
  std::erase_if(batch, [&](const CompileRequest* one) {
    if (one->module.empty()) return false;
    AssembledRequest made = assembled(context_, *one);
    if (!made.without) {
      cpp_[one] = std::move(made.cpp);
      return false;
    }
    built_[one->signature] = *std::move(made.without);
    return true;
  });
}

/// C++ of an assembler that does not compile is its fault where the library takes the operation.
void BatchBuilder::decide(const CompileRequest& suspect) {
  Built& built = built_.at(suspect.signature);
  const bool fails = built.kind == Built::Kind::refused || built.kind == Built::Kind::unsupported ||
                     built.kind == Built::Kind::broken;
  if (!fails || !cpp_.contains(&suspect) || suspect.check.empty()) return;
  const std::filesystem::path source =
      context_.folder / fmt::format("unit_{}_check.cpp", suspect.number);
  write(source, {&suspect}, &CompileRequest::check);
  const ProcessResult ran = checked(context_, source);
  if (ran.code != 0) return;
  built.kind = Built::Kind::refused;
  const bool says = built.detail.starts_with("does not ");
  built.detail =
      fmt::format("the C++ of the assembler {}{}", says ? "" : "does not compile: ", built.detail);
  built.assembled = Assembled::uncompilable;
}

/// To find out by an operation alone that an entry is refused costs a third of compiling it, and
/// every other entry of its unit would be compiled again.
void BatchBuilder::drop_refused(Batch& batch) {
  if (batch.front()->must_fail) return check(batch, batch);
  const RefusalHistory& history = context_.history;
  Batch first, later;
  std::set<std::string> probed;
  for (const CompileRequest* one : batch) {
    const RefusalHistory::SignatureClass signature_class = history.of(one->signature_class);
    const bool probe = signature_class == RefusalHistory::SignatureClass::unknown &&
                       probed.insert(one->signature_class).second;
    (probe || signature_class == RefusalHistory::SignatureClass::refused ? first : later)
        .push_back(one);
  }
  check(batch, first);
  std::erase_if(later, [&](const CompileRequest* one) {
    return history.of(one->signature_class) != RefusalHistory::SignatureClass::refused;
  });
  check(batch, later);
}

/// Drops those among `some` whose operation alone is refused.
void BatchBuilder::check(Batch& batch, const Batch& some) {
  if (some.empty()) return;
  const std::filesystem::path source =
      context_.folder / fmt::format("unit_{}_check.cpp", some.front()->number);
  write(source, some, &CompileRequest::check);
  const ProcessResult ran = checked(context_, source);
  if (!machine_fault(ran).empty()) return;  // each is compiled as it is
  Batch left = some;
  if (ran.code != 0) drop_culprits(left, ran.output);
  for (const CompileRequest* one : left) {
    if (!one->must_fail) context_.history.learn(one->signature_class, true);
  }
  std::erase_if(batch, [&](const CompileRequest* one) { return built_.contains(one->signature); });
}

/// Removes culprits until the rest compiles.
void BatchBuilder::compile(Batch batch) {
  while (!batch.empty()) {
    const std::string unit = fmt::format("unit_{}", batch.front()->number);
    const std::filesystem::path source = context_.folder / (unit + ".cpp");
    std::string whole;
    for (const CompileRequest* one : batch) {
      if (const auto made = cpp_.find(one); made != cpp_.end()) whole += made->second;
      whole += one->source;
    }
    write_whole(source, whole);
    const ProcessResult ran = ran_on(context_, source, context_.folder / (unit + ".so"));
    if (ran.code == 0) return take(batch, unit + ".so");
    if (!machine_fault(ran).empty() || !drop_culprits(batch, ran.output)) return halve(batch, ran);
  }
}

bool BatchBuilder::drop_culprits(Batch& batch, const std::string& output) {
  const std::map<long, Diagnosis> diagnoses = diagnoses_of(output);
  // A type that two entries share is refused in the first and merely missing in the second, which
  // must not look as if it had not been refused.
  return drop(batch, diagnoses, true) || drop(batch, diagnoses, false);
}

bool BatchBuilder::drop(Batch& batch, const std::map<long, Diagnosis>& diagnoses,
                        bool clear_alone) {
  const std::size_t before = batch.size();
  std::erase_if(batch, [&](const CompileRequest* one) {
    const auto found = diagnoses.find(static_cast<long>(one->number));
    if (found == diagnoses.end()) return false;
    const bool unclear = one->must_fail && found->second.kind == Diagnosis::Kind::other;
    if (clear_alone && unclear) return false;
    built_[one->signature] = refusal_of(*one, found->second);
    if (!one->must_fail) context_.history.learn(one->signature_class, false);
    return true;
  });
  return batch.size() < before;
}

/// A smaller unit also needs less memory.
void BatchBuilder::halve(const Batch& batch, const ProcessResult& ran) {
  if (batch.size() == 1) return blame(*batch.front(), ran);
  const auto middle = batch.begin() + static_cast<std::ptrdiff_t>(batch.size() / 2);
  compile(Batch(batch.begin(), middle));
  compile(Batch(middle, batch.end()));
}

void BatchBuilder::blame(const CompileRequest& alone, const ProcessResult& ran) {
  Built& built = built_[alone.signature];
  if (const std::string fault = machine_fault(ran); !fault.empty()) {
    built = {Built::Kind::lost, "the compiler " + fault, "", alone.digest};
    return;
  }
  const Diagnosis linked = diagnosis_of_link(ran.output);
  const std::map<long, Diagnosis> diagnoses = diagnoses_of(ran.output);
  const bool of_linker = linked.kind == Diagnosis::Kind::unlinked || diagnoses.empty();
  built = refusal_of(alone, of_linker ? linked : diagnoses.begin()->second);
}

void BatchBuilder::take(const Batch& batch, const std::string& object) {
  for (const CompileRequest* one : batch) {
    built_[one->signature] = {Built::Kind::entry, object, symbol_of(one->number), one->digest};
  }
}

std::string_view op_of(const CompileRequest& wanted) {
  return std::string_view(wanted.signature).substr(0, wanted.signature.find('/'));
}

/// The results of all entries with a demand that the library does not meet; `other` gets the rest.
std::map<std::string, Built> refused_demands(BuildContext& context,
                                             const std::vector<CompileRequest>& wanted,
                                             std::vector<const CompileRequest*>& other) {
  std::set<std::string> demands;
  for (const CompileRequest& one : wanted) demands.insert(one.demands.begin(), one.demands.end());
  std::map<std::string, Diagnosis> unmet;
  // A few are compiled as they are, and so is all that a profile does not want checked.
  const bool checks = !wanted.empty() && !wanted.front().check.empty();
  if (checks && demands.size() < wanted.size()) unmet = unmet_demands(context, demands);
  std::map<std::string, Built> refused;
  for (const CompileRequest& one : wanted) {
    if (!one.lacks.empty()) continue;
    const auto found = std::ranges::find_if(
        one.demands, [&](const std::string& demand) { return unmet.contains(demand); });
    if (found == one.demands.end()) {
      other.push_back(&one);
    } else {
      refused[one.signature] = refusal_of(one, unmet.at(*found));
      if (one.module.empty()) continue;
      if (auto without = assembled(context, one).without) refused[one.signature] = *without;
    }
  }
  return refused;
}

/// What an assembler has no text for is not compiled.
std::map<std::string, Built> without_text(const std::vector<CompileRequest>& wanted) {
  std::map<std::string, Built> results;
  for (const CompileRequest& one : wanted) {
    if (one.lacks.empty()) continue;
    results[one.signature] = {Built::Kind::unsupported, "no assembly text: no " + one.lacks, "",
                              one.digest, Assembled::no_text};
  }
  return results;
}

/// Calls `work` for all indices below `count` on `jobs` threads; the first exception ends it.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex lock;
  std::exception_ptr failure;
  const auto loop = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard guard(lock);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  try {
    for (std::size_t i = 1; i < std::min<std::size_t>(std::max(1U, jobs), count); ++i) {
      threads.emplace_back(loop);
    }
  } catch (const std::system_error&) {  // fewer do it too
  }
  loop();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::set<std::string> unmet_of(const std::set<std::string>& demands, const Compiler& compiler,
                               const std::filesystem::path& folder) {
  const std::stop_token never;
  const AssembleProfile none;
  BuildContext context{compiler, folder, never, none};
  std::set<std::string> unmet;
  for (const auto& [demand, diagnosis] : unmet_demands(context, demands)) unmet.insert(demand);
  return unmet;
}

std::vector<Batch> batches_of(const Batch& wanted, std::size_t most) {
  std::vector<Batch> batches;
  std::array<Batch, 2> open;  // of what must fail the second
  std::size_t left = wanted.size();
  const auto size = [&] {
    const std::size_t begun = first_batch << std::min<std::size_t>(batches.size() / 2, 16);
    return std::min({most, begun, std::max(first_batch, left / last_batches)});
  };
  const auto close = [&](Batch& batch) {
    if (!batch.empty()) batches.push_back(std::exchange(batch, {}));
  };
  std::string_view op;
  for (const CompileRequest* one : wanted) {
    const bool of_next = std::exchange(op, op_of(*one)) != op_of(*one);
    if (of_next && open[0].size() + open[1].size() >= size() / 2) {
      for (Batch& batch : open) close(batch);
    }
    Batch& batch = open.at(one->must_fail ? 1 : 0);
    batch.push_back(one);
    --left;
    if (batch.size() >= size()) close(batch);
  }
  for (Batch& batch : open) close(batch);
  return batches;
}

void build(const std::vector<CompileRequest>& wanted, const Compiler& compiler,
           const std::filesystem::path& folder, const BuildOptions& options) {
  BuildContext context{compiler, folder, options.stop, options.assembler};
  std::mutex lock;
  const auto tell = [&](const std::map<std::string, Built>& built) {
    const std::lock_guard guard(lock);
    if (options.done && !built.empty()) options.done(built);
  };
  try {
    Batch other;
    tell(without_text(wanted));
    tell(refused_demands(context, wanted, other));
    const std::vector<Batch> batches = batches_of(other, options.batch);
    in_parallel(batches.size(), options.jobs, [&](std::size_t i) {
      if (options.stop.stop_requested()) throw Stopped();
      tell(BatchBuilder(context).build(batches[i]));
    });
  } catch (const Stopped&) {
    return;
  }
}

}  // namespace assay::runners::sdk
