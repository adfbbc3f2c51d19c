// SPDX-License-Identifier: Apache-2.0
// Where what was compiled of a library is kept, and what decides that it is still the same.
#include "runners/sdk/compile/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <thread>

#include "reference/support/digest.hpp"
#include "runners/sdk/compile/broken_headers.hpp"
#include "runners/sdk/compile/machine.hpp"
#include "runners/sdk/source/unit.hpp"
#include "runners/support/build_facts.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"

namespace assay::runners::sdk {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view entry_header = "runners/sdk/source/entry.hpp";
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
  if (!options.quick) profile.quick_prelude.clear();
  profile.assemble.program = options.assembler;
  return profile;
}

/// The headers that the compiler will read, determined in a folder of its own.
Headers headers_of(const SdkOptions& options, const Profile& profile, const fs::path& cache) {
  if (fs::is_empty(options.include)) {
    throw UsageError(
        fmt::format("no headers in {}; name their folder with --sdk-include", options.include));
  }
  static std::atomic<unsigned> count = 0;  // several threads may look at once
  const fs::path folder = cache / fmt::format("headers-{}-{}", getpid(), count++);
  fs::create_directories(folder);
  const std::unique_ptr<const fs::path, void (*)(const fs::path*)> removed(
      &folder, [](const fs::path* path) {
        std::error_code gone;
        fs::remove_all(*path, gone);
      });
  write_whole(folder / entry_file, std::string(embedded_file(entry_header)));
  const Compiler compiler(profile, {fs::absolute(options.include).string(), folder.string()});
  return compiler.headers_of(folder, prelude_of(profile));
}

fs::path root_of(const SdkOptions& options) {
  if (!options.cache.empty()) return fs::absolute(options.cache);
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
    return fs::path(cache) / "assay" / "sdk";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    if (fs::is_directory(home)) return fs::path(home) / ".cache" / "assay" / "sdk";
    throw UsageError(
        fmt::format("HOME is {}, and there is no such folder for what is compiled; name one with "
                    "--sdk-cache",
                    home));
  }
  return fs::absolute(".assay-sdk");
}

constexpr std::chrono::seconds between_words{10};
/// The owner of the lock has written its name there by then.
constexpr std::chrono::seconds until_named{1};

/// Says after a second who holds the cache, and every ten for how long it has been waiting. Of
/// another thread of its own process it says nothing.
class WaitingWords {
 public:
  explicit WaitingWords(fs::path lock) : lock_(std::move(lock)) {}

  void say() {
    const auto waited = std::chrono::steady_clock::now() - begin_;
    if (waited < next_) return;
    std::string holder = text_of(lock_);
    if (holder.starts_with(fmt::format("process {} ", getpid()))) return;
    if (holder.empty()) holder = "another run";
    std::cerr << fmt::format("waiting for {}, which fills {}; {} s so far\n", holder,
                             lock_.parent_path().string(),
                             std::chrono::duration_cast<std::chrono::seconds>(waited).count());
    next_ += between_words;
  }

 private:
  fs::path lock_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration next_ = until_named;
};

/// Everything that decides what C++ an assembler makes; empty where there is none.
std::string key_of(const AssembleProfile& assembler) {
  if (assembler.program.empty()) return {};
  return fmt::format("{} {} {} {} {}", digest_of_header(assembler.program),
                     fmt::join(assembler.command, " "), assembler.arch, assembler.error,
                     assembler.seconds);
}

/// Everything that decides what a signature's object does, besides the signature, and how it is
/// called.
std::string key_of(const Profile& profile, const std::string& settings,
                   const std::string& headers) {
  return support::sha256_of(fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", program_version(),
      profile.name, profile.target, settings, fmt::join(profile.link, " "),
      fmt::join(profile.includes, " "), headers, prelude_of(profile), embedded_file(entry_header),
      profile.entry + profile.check + profile.check_prelude + profile.quick_prelude,
      profile.bind + profile.memory, profile.load + profile.store, fmt::join(profile.elements, ","),
      profile.capacity, profile.environment, key_of(profile.assemble)));
}

constexpr std::chrono::days kept{30};

/// Removes a folder of a cache that no process holds and no run has used for so long: its lock is
/// written at each use. A folder without a lock is not of a cache.
void remove_if_unused(const fs::path& folder) {
  const fs::path lock = folder / "lock";
  std::error_code error;
  const fs::file_time_type used = fs::last_write_time(lock, error);
  if (error || fs::file_time_type::clock::now() - used < kept) return;
  const FileDescriptor file(open(lock.c_str(), O_RDWR | O_CLOEXEC));
  if (file.get() < 0 || flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;
  fs::remove_all(folder, error);
}

/// Removes what earlier states of headers and earlier versions of the program left.
void remove_unused(const fs::path& root) {
  std::error_code error;
  for (const fs::directory_entry& one : fs::directory_iterator(root, error)) {
    if (one.is_directory(error) && !one.is_symlink(error)) remove_if_unused(one.path());
  }
}

/// The last flag of its kind, which counts; for people who read the name of the folder.
std::string optimisation_of(const Profile& profile) {
  const auto is_level = [](const std::string& flag) { return flag.starts_with("-O"); };
  const auto found = std::find_if(profile.flags.rbegin(), profile.flags.rend(), is_level);
  return found == profile.flags.rend() ? "" : *found;
}

}  // namespace

Cache cache_of(const SdkOptions& options) {
  Cache cache{.profile = profile_of(options)};
  const Compiler probe(cache.profile, {});
  const fs::path root = root_of(options);
  cache.headers = headers_of(options, cache.profile, root);
  cache.digest = cache.headers.digest();
  const std::string settings =
      fmt::format("{}; {}", probe.version(), fmt::join(probe.settings(), " "));
  const std::string key = key_of(cache.profile, settings, cache.digest);
  cache.folder = root / (key.substr(0, digits_of_a_folder) + optimisation_of(cache.profile));
  cache.revision = fmt::format(
      "headers {}; {}", cache.headers.digest_of_contents().substr(0, digits_of_a_folder), settings);
  if (!options.assembler.empty()) {
    cache.revision += fmt::format(
        "; assembler {}", digest_of_header(options.assembler).substr(0, digits_of_a_folder));
  }
  fs::create_directories(cache.folder);
  return cache;
}

FileDescriptor locked(const Cache& cache) {
  const fs::path path = cache.folder / "lock";
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) throw InfraError(fmt::format("cannot lock {}", cache.folder.string()));
  WaitingWords words(path);
  while (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    words.say();
    stop_if_interrupted("nothing was compiled");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << fmt::format(
      "process {} (in {}, since {})", getpid(), fs::current_path().string(), utc_now());
  remove_unused(cache.folder.parent_path());
  return file;
}

Index index_of(const Cache& cache) {
  const fs::path file = cache.index();
  const Profile& profile = cache.profile;
  Index index;
  try {
    if (fs::exists(file)) index = read_index(file);
  } catch (const std::runtime_error& error) {
    std::cerr << fmt::format("{}; everything is compiled again\n", error.what());
  }
  std::erase_if(index.signatures,
                [](const auto& one) { return one.second.kind == Built::Kind::lost; });
  index.name = "sdk " + profile.name;
  index.revision = cache.revision;
  index.target = profile.target;
  index.bound = !profile.bind.empty();
  index.capacity = profile.capacity;
  index.environment = profile.environment;
  index.headers = cache.headers.digests();
  return index;
}

Compiler prepared_compiler(const SdkOptions& options, const Cache& cache, std::string& error) {
  const fs::path header = cache.folder / entry_file;
  // A newer file would be none of the prelude that was compiled with it.
  if (!fs::exists(header)) write_whole(header, std::string(embedded_file(entry_header)));
  Compiler compiler(cache.profile, {fs::absolute(options.include).string(), cache.folder.string()});
  error = error_of_headers(compiler, cache.folder, prelude_of(cache.profile),
                           cache.headers.stamps(), options.quiet);
  return compiler;
}

}  // namespace assay::runners::sdk
