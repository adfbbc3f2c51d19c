// SPDX-License-Identifier: Apache-2.0
// The user's compiler as a program that is run.
#include "runners/sdk/compile/compiler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "runners/sdk/compile/diagnostics.hpp"
#include "runners/sdk/compile/machine.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// A shared object with an undefined symbol would not be loaded, and would take all its entries
/// with it.
constexpr std::string_view no_undefined = "-Wl,-z,defs";

/// Empty where there is none.
std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  if (std::filesystem::exists(file) && text_of(file) == text) return;
  write_whole(file, text);
}

std::string first_error(const std::string& output) {
  const auto diagnoses = diagnoses_of(output);
  if (!diagnoses.empty()) return diagnoses.begin()->second.message;
  return output.substr(0, output.find('\n'));
}

/// "prelude.hpp" of "prelude.hpp.pch".
std::filesystem::path source_of(const std::filesystem::path& compiled) {
  return compiled.parent_path() / compiled.stem();
}

/// The whole line of the first error; empty where there is none.
std::string line_of_error(const std::string& output) {
  const std::size_t position = output.find("error: ");
  if (position == std::string::npos) return {};
  const std::size_t before = output.rfind('\n', position);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return output.substr(begin, output.find('\n', position) - begin);
}

/// The oldest that accept static_assert(false) in a template that is not instantiated, as headers
/// of the ISA have it.
constexpr int oldest_clang = 17, oldest_gcc = 13;

constexpr std::string_view another =
    "; headers of the ISA need clang++ 17 or g++ 13, name one such as --cxx clang++-19";

/// Throws InfraError where the machine and not the source made the compiler fail.
void require_machine(const std::string& compiler, const ProcessResult& ran,
                     const std::filesystem::path& folder) {
  if (ran.code == 0) return;
  const std::string fault = machine_fault(ran);
  if (!fault.empty()) throw InfraError(fmt::format("{} {}; nothing was judged", compiler, fault));
  const std::string lack = lack_of_space(folder);
  if (!lack.empty()) throw InfraError(fmt::format("{} fails and {}", compiler, lack));
}

/// The facts about compilers that a process has found: a command makes several `Compiler`s of one
/// program.
template <typename Key, typename Fact, typename Find>
Fact found_once(const Key& key, const Find& find) {
  static std::mutex mutex;
  static std::map<Key, Fact> facts;
  {
    const std::lock_guard guard(mutex);
    if (const auto known = facts.find(key); known != facts.end()) return known->second;
  }
  const Fact fact = find();
  const std::lock_guard guard(mutex);
  return facts.emplace(key, fact).first->second;
}

/// The first line of its version. Throws UsageError with what helps where there is no such program.
std::string version_of(const std::string& compiler) {
  ProcessResult ran;
  try {
    ran = run_to_end({compiler, "--version"});
  } catch (const UsageError& error) {
    throw UsageError(error.what() + std::string(another));
  }
  require_machine(compiler, ran, {});
  if (ran.code != 0) {
    throw UsageError(fmt::format("'{} --version' fails with exit code {}", compiler, ran.code));
  }
  return ran.output.substr(0, ran.output.find('\n'));
}

}  // namespace

Compiler::Compiler(const Profile& profile, std::vector<std::string> includes)
    : profile_(profile), includes_(std::move(includes)) {
  append(includes_, profile.includes);
  version_ = found_once<std::string, std::string>(profile.compiler,
                                                  [&] { return version_of(profile.compiler); });
  clang_ = version_.find("clang") != std::string::npos;
}

std::string Compiler::advice() const {
  const ProcessResult ran = run_to_end({profile_.compiler, "-dumpversion"});
  const int major = std::atoi(ran.output.c_str());
  const bool old = major > 0 && major < (clang_ ? oldest_clang : oldest_gcc);
  return old ? std::string(another) : "";
}

std::vector<std::string> Compiler::settings() const {
  std::vector<std::string> all{profile_.compiler};
  append(all, profile_.flags);
  for (const std::string& define : profile_.defines) all.push_back("-D" + define);
  // Every error, each with everything that led to it, and nothing else.
  append(all, {"-ftemplate-backtrace-limit=0"});
  append(all, clang_ ? std::vector<std::string>{"-ferror-limit=0", "-fno-caret-diagnostics",
                                                "-fno-color-diagnostics"}
                     : std::vector<std::string>{"-fmax-errors=0", "-fno-diagnostics-show-caret",
                                                "-fdiagnostics-color=never"});
  return all;
}

std::vector<std::string> Compiler::command() const {
  std::vector<std::string> all = settings();
  for (const std::string& folder : includes_) all.push_back("-I" + folder);
  return all;
}

Headers Compiler::headers_of(const std::filesystem::path& folder,
                             const std::string& prelude) const {
  const std::filesystem::path source = folder / "prelude.hpp";
  write_file(source, prelude);
  std::vector<std::string> all = command();
  append(all, {"-M", "-MT", "headers", "-x", "c++", source.string()});
  const ProcessResult ran = run_to_end(all);
  require_machine(profile_.compiler, ran, folder);
  if (ran.code != 0) {
    throw UsageError(fmt::format("the SDK's headers do not compile ({}): {}{}", profile_.compiler,
                                 first_error(ran.output), advice()));
  }
  const std::size_t rule = std::min(ran.output.find("headers:"), ran.output.size());
  return headers_of_rule(std::string_view(ran.output).substr(rule), folder);
}

void Compiler::prepare(const std::filesystem::path& folder, const std::string& prelude,
                       const std::string& stamps, bool quiet) {
  const std::filesystem::path source = folder / "prelude.hpp", known = folder / "stamps";
  const std::filesystem::path of_checks = folder / "check_prelude.hpp";
  const char* const suffix = clang_ ? ".pch" : ".gch";
  prelude_ = source.string() + suffix;
  plain_ = prelude;
  check_prelude_.clear();
  if (!profile_.check_prelude.empty()) check_prelude_ = of_checks.string() + suffix;
  std::vector<std::string> linker = settings();
  append(linker, profile_.link);
  complete_ =
      found_once<std::vector<std::string>, bool>(linker, [&] { return resolves_symbols(folder); });
  if (std::filesystem::exists(prelude_) && text_of(known) == stamps) return;
  write_file(source, profile_.quick_prelude + prelude);
  write_file(of_checks, profile_.check_prelude + prelude);
  if (!quiet)
    std::cerr << fmt::format("{} compiles the headers of the library\n", profile_.compiler);
  renew();
  write_file(known, stamps);
}

ProcessResult Compiler::compiled_header(const std::filesystem::path& compiled) const {
  const std::string draft = fmt::format("{}.{}", compiled.string(), getpid());
  std::vector<std::string> all = command();
  // Templates of the library's own functions are then not instantiated again by every unit.
  if (clang_) all.emplace_back("-fpch-instantiate-templates");
  append(all, {"-x", "c++-header", source_of(compiled).string(), "-o", draft});
  const std::unique_ptr<const std::string, void (*)(const std::string*)> removed(
      &draft, [](const std::string* name) {
        std::error_code ignored;
        std::filesystem::remove(*name, ignored);
      });
  ProcessResult ran = run_to_end(all);
  if (ran.code == 0) std::filesystem::rename(draft, compiled);
  return ran;
}

void Compiler::renew() const {
  const std::filesystem::path folder = prelude_.parent_path();
  ProcessResult ran = compiled_header(prelude_);
  require_machine(profile_.compiler, ran, folder);
  if (ran.code != 0 && !profile_.quick_prelude.empty()) {
    write_file(source_of(prelude_), plain_);
    ran = compiled_header(prelude_);
    require_machine(profile_.compiler, ran, folder);
  }
  if (ran.code != 0) {
    resolves_symbols(folder);  // what fails here too is not the headers' fault
    const std::string help = advice();
    const std::string sentence =
        fmt::format("the SDK's headers do not compile ({} in {}): {}{}", profile_.compiler,
                    source_of(prelude_).string(), first_error(ran.output), help);
    const std::string error = line_of_error(ran.output);
    const bool is_blameless = error.empty() || !help.empty() || is_about_files(ran.output);
    if (is_blameless || ran.code >= code_of_a_signal) throw UsageError(sentence);
    throw BrokenHeaders(sentence, error);
  }
  if (check_prelude_.empty()) return;
  // Headers that do not compile after it are checked without it.
  std::error_code ignored;
  if (compiled_header(check_prelude_).code != 0) std::filesystem::remove(check_prelude_, ignored);
}

/// The linker's work alone, with the profile's flags. Throws UsageError where nothing is written.
ProcessResult Compiler::linked_empty(const std::filesystem::path& folder, bool complete) const {
  const std::filesystem::path source = folder / "empty.cpp";
  const std::filesystem::path object = folder / fmt::format("empty.so.{}", getpid());
  write_file(source, "");
  std::vector<std::string> all = command();
  append(all, {source.string(), "-o", object.string()});
  append(all, profile_.link);
  if (complete) append(all, {std::string(no_undefined)});
  ProcessResult ran = run_to_end(all);
  std::error_code ignored;
  const bool wrote = std::filesystem::remove(object, ignored);
  if (ran.code == 0 && !wrote) {
    throw UsageError(
        fmt::format("{} ends with success and writes no library; name a C++ compiler with --cxx",
                    profile_.compiler));
  }
  return ran;
}

/// Not with flags whose run-time library comes with the process, such as sanitizers.
bool Compiler::resolves_symbols(const std::filesystem::path& folder) const {
  if (linked_empty(folder, true).code == 0) return true;
  const ProcessResult ran = linked_empty(folder, false);
  require_machine(profile_.compiler, ran, folder);
  if (ran.code == 0) return false;
  throw UsageError(
      fmt::format("{} does not make a library of an empty file: {}; see --cxxflags, --ldflags and "
                  "the profile",
                  profile_.compiler, first_error(ran.output)));
}

void Compiler::require_control(const std::stop_token& stop) const {
  const std::filesystem::path folder = prelude_.parent_path();
  const std::string lack = lack_of_space(folder);
  if (!lack.empty()) throw InfraError(fmt::format("{} fails and {}", profile_.compiler, lack));
  static std::atomic<unsigned> count = 0;
  const std::string name = fmt::format("control_{}", count++);
  const std::filesystem::path source = folder / (name + ".cpp"), object = folder / (name + ".so");
  write_whole(source, "extern \"C\" void assay_control() {}\n");
  const ProcessResult ran = build(source, object, stop);
  std::error_code ignored;
  std::filesystem::remove(source, ignored);
  std::filesystem::remove(object, ignored);
  if (ran.code == 0 || stop.stop_requested()) return;
  const std::string fault = machine_fault(ran);
  throw InfraError(
      fmt::format("{} does not compile an empty call either, so nothing was judged: {}",
                  profile_.compiler, fault.empty() ? first_error(ran.output) : fault));
}

std::vector<std::string> Compiler::unit_command(const std::filesystem::path& compiled) const {
  std::vector<std::string> all = command();
  append(all, clang_ ? std::vector<std::string>{"-include-pch", compiled.string()}
                     : std::vector<std::string>{"-include", source_of(compiled).string()});
  return all;
}

ProcessResult Compiler::check(const std::filesystem::path& source,
                              const std::stop_token& stop) const {
  const bool own = !check_prelude_.empty() && std::filesystem::exists(check_prelude_);
  std::vector<std::string> all = unit_command(own ? check_prelude_ : prelude_);
  append(all, {"-fsyntax-only", source.string()});
  return run_to_end(all, stop);
}

ProcessResult Compiler::build(const std::filesystem::path& source,
                              const std::filesystem::path& object,
                              const std::stop_token& stop) const {
  const std::string draft = fmt::format("{}.{}", object.string(), getpid());
  std::vector<std::string> all = unit_command(prelude_);
  append(all, {source.string(), "-o", draft});
  append(all, profile_.link);
  if (complete_) append(all, {std::string(no_undefined)});
  ProcessResult ran = run_to_end(all, stop);
  std::error_code ignored;
  if (ran.code == 0) {
    std::filesystem::rename(draft, object);
  } else {
    std::filesystem::remove(draft, ignored);
  }
  return ran;
}

bool is_about_files(const std::string& output) {
  constexpr std::array<std::string_view, 8> signs{"precompiled header",
                                                  "PCH file",
                                                  ".pch'",
                                                  ".gch'",
                                                  "AST file",
                                                  "malformed or corrupted",
                                                  "file not found",
                                                  "No such file or directory"};
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string_view line = std::string_view(output).substr(begin, end - begin);
    begin = end + 1;
    if (line.find("error: ") == std::string_view::npos) continue;
    for (const std::string_view sign : signs) {
      if (line.find(sign) != std::string_view::npos) return true;
    }
  }
  return false;
}

}  // namespace assay::runners::sdk
