// SPDX-License-Identifier: Apache-2.0
// Before a run on a user's library: compiles what its cases need.
#include "runners/sdk/prepare.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>
#include <thread>
#include <tuple>

#include "reference/support/digest.hpp"
#include "runners/call/abi_enums.hpp"
#include "runners/call/arena.hpp"
#include "runners/call/describe_operand.hpp"
#include "runners/sdk/broken_headers.hpp"
#include "runners/sdk/build.hpp"
#include "runners/sdk/signature.hpp"
#include "runners/sdk/unit.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"

namespace assay::runners::sdk {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view entry_header = "runners/sdk/entry.hpp";
constexpr const char* entry_file = "assay_entry.hpp";
constexpr std::size_t digits_of_a_folder = 16;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Profile profile_of(const SdkOptions& options) {
  Profile profile = load_profile(options.profile);
  if (!options.compiler.empty()) profile.compiler = options.compiler;
  profile.flags.insert(profile.flags.end(), options.flags.begin(), options.flags.end());
  profile.link.insert(profile.link.end(), options.link.begin(), options.link.end());
  return profile;
}

std::string embedded_entry() { return std::string(embedded_file(entry_header)); }

/// What the compiler is going to read, found out in a folder of its own.
Headers headers_of(const SdkOptions& options, const Profile& profile, const fs::path& cache) {
  if (fs::is_empty(options.include)) {
    throw UsageError(
        fmt::format("no headers in {}; name their folder with --sdk-include", options.include));
  }
  const fs::path folder = cache / fmt::format("headers-{}", getpid());
  fs::create_directories(folder);
  const std::unique_ptr<const fs::path, void (*)(const fs::path*)> removed(
      &folder, [](const fs::path* path) {
        std::error_code gone;
        fs::remove_all(*path, gone);
      });
  std::ofstream(folder / entry_file, std::ios::binary) << embedded_entry();
  const Compiler compiler(profile, {fs::absolute(options.include).string(), folder.string()});
  return compiler.headers_of(folder, prelude_of(profile));
}

fs::path cache_of(const SdkOptions& options) {
  if (!options.cache.empty()) return fs::absolute(options.cache);
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
    return fs::path(cache) / "assay" / "sdk";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return fs::path(home) / ".cache" / "assay" / "sdk";
  }
  return fs::absolute(".assay-sdk");
}

constexpr std::chrono::seconds between_words{10};

/// Says who holds the cache, and every ten seconds for how long it has been waiting.
class WaitingWords {
 public:
  explicit WaitingWords(fs::path lock) : lock_(std::move(lock)) {}

  void say() {
    const auto waited = std::chrono::steady_clock::now() - begin_;
    if (waited < next_) return;
    std::string holder = text_of(lock_);
    if (holder.empty()) holder = "another run";
    std::cerr << fmt::format("waiting for {}, which fills {}; {} s so far\n", holder,
                             lock_.parent_path().string(),
                             std::chrono::duration_cast<std::chrono::seconds>(waited).count());
    next_ += between_words;
  }

 private:
  fs::path lock_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration next_{};
};

/// Keeps a second run of the same program on the same headers waiting.
FileDescriptor locked(const fs::path& folder) {
  const fs::path path = folder / "lock";
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) throw InfraError(fmt::format("cannot lock {}", folder.string()));
  WaitingWords words(path);
  while (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    words.say();
    stop_if_interrupted("nothing was compiled");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << fmt::format(
      "process {} (in {}, since {})", getpid(), fs::current_path().string(), utc_now());
  return file;
}

/// A case's call as the C ABI describes it, without memory.
class CallText {
 public:
  explicit CallText(const Case& test) {
    const Form& form = test.form();
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      operands_.push_back(describe_operand(form.operands[i], test.call.operands[i]));
      operands_.back().name = form.operands[i].name.c_str();
    }
    for (std::size_t i = 0; i < form.attributes.size(); ++i) {
      const auto value = static_cast<std::size_t>(test.call.attributes[i]);
      attributes_.push_back(
          {form.attributes[i].name.c_str(), form.attributes[i].values.at(value).c_str()});
    }
    call_.op = form.op.c_str();
    call_.form = form.name.c_str();
    call_.target = name_of(test.call.target).data();
    call_.operands = operands_.data();
    call_.operand_count = static_cast<std::uint32_t>(operands_.size());
    call_.attributes = attributes_.data();
    call_.attribute_count = static_cast<std::uint32_t>(attributes_.size());
  }
  CallText(const CallText&) = delete;
  CallText& operator=(const CallText&) = delete;

  const assay_call& get() const { return call_; }

 private:
  std::vector<assay_operand> operands_;
  std::vector<assay_attribute> attributes_;
  assay_call call_{};
};

/// False for operands beyond any memory, which the harness itself does not execute.
bool describable(const Case& test) {
  try {
    const CallText text(test);
    return true;
  } catch (const std::length_error&) {
    return false;
  }
}

bool breaks_types(const Case& test) {
  const Constraint* rule = test.intent.legal() ? nullptr : test.broken();
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

/// What the cases need that the index does not have.
struct Needs {
  std::map<std::string, Wanted> wanted;                      ///< by signature
  std::vector<std::pair<std::size_t, std::string>> by_case;  ///< index and signature
};

Needs needs_of(std::size_t cases, const Drawing& draw, const Profile& profile, const Index& index) {
  Needs needs;
  std::size_t number = next_number(index);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::optional<Case> test = draw(i);
    if (!test || name_of(test->call.target) != profile.target || !describable(*test)) continue;
    const CallText text(*test);
    std::string signature = signature_of(text.get());
    const auto [at, fresh] = needs.wanted.try_emplace(signature);
    if (fresh) {
      // The number is not part of what is compiled.
      std::string digest = support::sha256_of(entry_of(text.get(), profile, 0));
      digest.resize(digits_of_a_folder);
      const auto known = index.signatures.find(signature);
      if (known != index.signatures.end() && known->second.source == digest) {
        needs.wanted.erase(at);
        continue;
      }
      at->second = {.signature = signature,
                    .number = number,
                    .source = entry_of(text.get(), profile, number),
                    .digest = digest,
                    .must_fail = true,
                    .intent = test->intent.kind};
      ++number;
    }
    at->second.must_fail = at->second.must_fail && breaks_types(*test);
    needs.by_case.emplace_back(i, std::move(signature));
  }
  return needs;
}

/// A wanted signature and its turn among others of its kind.
struct Ranked {
  std::size_t rank = 0;
  std::string digest;
  const Wanted* wanted = nullptr;
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

/// Some of the wanted signatures: a digest decides which. Every form of every op gets as many as
/// another, and of one form every intent: an op of many forms must not crowd out its own.
std::vector<Wanted> chosen(const Needs& needs, std::optional<std::size_t> limit) {
  std::vector<Ranked> all;
  for (const auto& [signature, one] : needs.wanted) {
    all.push_back({0, support::sha256_of(signature), &one});
  }
  rank(all, [](const Wanted& one) {
    return fmt::format("{} {}", form_of(one.signature), static_cast<int>(one.intent));
  });
  rank(all, [](const Wanted& one) { return form_of(one.signature); });
  if (limit && *limit < all.size()) all.resize(*limit);
  std::vector<Wanted> result;
  for (const Ranked& one : all) result.push_back(*one.wanted);
  std::ranges::sort(result, {}, &Wanted::number);
  return result;
}

/// Keeps the index on disk up to date while units are compiled, and says how far they are.
class Recorder {
 public:
  Recorder(Index& index, fs::path file, std::size_t total, bool quiet)
      : index_(index), file_(std::move(file)), total_(total), quiet_(quiet) {}

  void add(std::map<std::string, Built> batch) {
    done_ += batch.size();
    for (auto& [signature, built] : batch) index_.signatures[signature] = std::move(built);
    write_index(index_, file_);
    if (!quiet_) tell();
    stop_if_interrupted(
        fmt::format("{} of {} signatures are in {}", done_, total_, file_.string()));
  }

 private:
  void tell() const {
    std::cerr << fmt::format("{}compiled {} of {} signatures{}", terminal_ ? "\r" : "", done_,
                             total_, terminal_ && done_ < total_ ? "" : "\n")
              << std::flush;
  }

  Index& index_;
  fs::path file_;
  std::size_t total_;
  bool quiet_;
  std::size_t done_ = 0;
  bool terminal_ = isatty(STDERR_FILENO) != 0;
};

/// Everything that decides what a signature's object does, besides the signature, and how it is
/// called.
std::string key_of(const Profile& profile, const std::string& settings,
                   const std::string& headers) {
  return support::sha256_of(fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", program_version(), profile.name,
      profile.target, settings, fmt::join(profile.link, " "), fmt::join(profile.includes, " "),
      headers, prelude_of(profile), embedded_file(entry_header), profile.entry,
      profile.bind + profile.memory, profile.load + profile.store, fmt::join(profile.elements, ","),
      profile.capacity, profile.environment));
}

/// The last flag of its kind, which counts; for people who read the name of the folder.
std::string optimisation_of(const Profile& profile) {
  const auto is_level = [](const std::string& flag) { return flag.starts_with("-O"); };
  const auto found = std::find_if(profile.flags.rbegin(), profile.flags.rend(), is_level);
  return found == profile.flags.rend() ? "" : *found;
}

/// What is known of the build already, with everything but the signatures as it is now.
Index index_of(const fs::path& file, const Profile& profile, const std::string& revision) {
  Index index;
  try {
    if (fs::exists(file)) index = read_index(file);
  } catch (const std::runtime_error& error) {
    std::cerr << fmt::format("{}; everything is compiled again\n", error.what());
  }
  index.name = "sdk " + profile.name;
  index.revision = revision;
  index.target = profile.target;
  index.bound = !profile.bind.empty();
  index.capacity = profile.capacity;
  index.environment = profile.environment;
  return index;
}

void compile(const std::vector<Wanted>& wanted, const SdkOptions& options, const Profile& profile,
             const Headers& read, Index& index, const fs::path& file) {
  if (wanted.empty()) return;
  const fs::path folder = file.parent_path();
  const fs::path header = folder / entry_file;
  // A newer file would be none of the prelude that was compiled with it.
  if (!fs::exists(header)) std::ofstream(header, std::ios::binary) << embedded_file(entry_header);
  Compiler compiler(profile, {fs::absolute(options.include).string(), folder.string()});
  const std::string error = error_of_headers(compiler, folder, prelude_of(profile), read.stamps());
  if (!error.empty()) {
    for (const Wanted& one : wanted) index.signatures[one.signature] = without_headers(one, error);
    return;
  }
  Recorder recorder(index, file, wanted.size(), options.quiet);
  const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  build(wanted, compiler, folder,
        {.jobs = options.jobs != 0 ? options.jobs : jobs,
         .done = [&](std::map<std::string, Built> batch) { recorder.add(std::move(batch)); }});
}

}  // namespace

std::string target_of(const SdkOptions& options) { return load_profile(options.profile).target; }

std::vector<std::string> errata_of(const SdkOptions& options) {
  return load_profile(options.profile).errata;
}

Prepared prepare(const SdkOptions& options, std::size_t cases, const Drawing& draw) {
  const Profile profile = profile_of(options);
  const Compiler probe(profile, {});
  const fs::path cache = cache_of(options);
  const Headers read = headers_of(options, profile, cache);
  const std::string headers = read.digest();
  const std::string settings =
      fmt::format("{}; {}", probe.version(), fmt::join(probe.settings(), " "));
  const fs::path folder =
      cache /
      (key_of(profile, settings, headers).substr(0, digits_of_a_folder) + optimisation_of(profile));
  fs::create_directories(folder);
  const FileDescriptor lock = locked(folder);
  const fs::path file = folder / "index";
  const std::string revision = fmt::format(
      "headers {}; {}", read.digest_of_contents().substr(0, digits_of_a_folder), settings);
  Index index = index_of(file, profile, revision);
  const Needs needs = needs_of(cases, draw, profile, index);
  for (const auto& [signature, one] : needs.wanted) index.signatures.erase(signature);
  compile(chosen(needs, options.limit), options, profile, read, index, file);
  if (!needs.wanted.empty() && read.digest() != headers) {
    fs::remove(file);
    throw UsageError("the SDK's headers changed while they were compiled; run again");
  }
  write_index(index, file);
  Prepared prepared{{BackendKind::compiled, file.string()}, {}, fs::exists(folder / "broken")};
  for (const auto& [at, signature] : needs.by_case) {
    if (!index.signatures.contains(signature)) prepared.left_out.push_back(at);
  }
  return prepared;
}

}  // namespace assay::runners::sdk
