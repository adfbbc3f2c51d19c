// SPDX-License-Identifier: Apache-2.0
// The user's assembler as a program that is run.
#include "runners/sdk/compile/assembler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "runners/sdk/compile/compiler.hpp"
#include "runners/sdk/compile/machine.hpp"

namespace assay::runners::sdk {
namespace {

namespace fs = std::filesystem;

/// Must be taken by every assembler.
constexpr const char* control_module =
    "module {\n  func.func @assay_control() {\n    return\n  }\n}\n";

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The sentence of the first line that says an error; empty where none does.
std::string error_in(const std::string& output, const std::string& mark) {
  const std::size_t position = output.find(mark);
  if (position == std::string::npos) return {};
  const std::size_t begin = position + mark.size();
  return output.substr(begin, output.find('\n', begin) - begin);
}

std::string last_line(const std::string& output) {
  std::istringstream lines(output);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

/// The sentence for a run that neither made C++ nor said an error.
std::string failure_of(const ProcessResult& ran) {
  if (ran.code == 0) return "the assembler ends with exit code 0 and writes no C++";
  const std::string last = last_line(ran.output);
  const std::string words =
      last.empty() ? "without a word" : fmt::format("its last line: {}", last);
  if (ran.code < code_of_a_signal) {
    return fmt::format("the assembler ends with exit code {} and names no error; {}", ran.code,
                       words);
  }
  const int signal = ran.code - code_of_a_signal;
  return fmt::format("the assembler dies of signal {}, {}; {}", signal, strsignal(signal), words);
}

AssemblerAnswer answer_of(const AssembleProfile& assembler, const ProcessResult& ran,
                          const std::string& made) {
  if (ran.late) {
    return {Assembled::hung,
            fmt::format("the assembler has not ended after {} s", assembler.seconds)};
  }
  if (const std::string fault = fault_from_outside(ran); !fault.empty()) {
    return {Assembled::no, "the assembler " + fault};
  }
  const bool whole = made.find_first_not_of(" \t\r\n") != std::string::npos;
  if (ran.code == 0 && whole) return {Assembled::taken, made};
  const std::string error = error_in(ran.output, assembler.error);
  if (ran.code == 0 || ran.code >= code_of_a_signal || error.empty()) {
    return {Assembled::failed, failure_of(ran)};
  }
  return {Assembled::refused, error};
}

/// A folder of its own for the control, which goes with it.
class OwnFolder {
 public:
  OwnFolder() {
    std::string name = (fs::temp_directory_path() / "assay-assembler-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw InfraError(fmt::format("cannot make {}", name));
    path_ = name;
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

AssemblerAnswer assemble(const AssembleProfile& assembler, const std::string& module,
                         const fs::path& folder, const std::string& name,
                         const std::stop_token& stop) {
  const fs::path source = folder / (name + ".pto"), output = folder / (name + ".pto.cpp");
  write_whole(source, module);
  std::error_code ignored;
  fs::remove(output, ignored);
  const std::map<std::string, std::string> values{{"program", assembler.program},
                                                  {"arch", assembler.arch},
                                                  {"source", source.string()},
                                                  {"output", output.string()}};
  std::vector<std::string> command;
  for (const std::string& word : assembler.command) command.push_back(filled(word, values));
  const ProcessResult ran = run_to_end(command, stop, std::chrono::seconds(assembler.seconds));
  const std::string made = text_of(output);
  fs::remove(source, ignored);
  fs::remove(output, ignored);
  return answer_of(assembler, ran, made);
}

fs::path program_file(const std::string& option, const std::string& name) {
  const auto runs = [](const fs::path& file) {
    return fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0;
  };
  if (name.find('/') == std::string::npos) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (runs(fs::path(folder) / name)) return fs::absolute(fs::path(folder) / name);
    }
    throw UsageError(fmt::format("{} {}: there is no such program in PATH", option, name));
  }
  if (fs::is_directory(name)) {
    throw UsageError(fmt::format("{} {} is a folder; name the program itself", option, name));
  }
  if (!fs::exists(name))
    throw UsageError(fmt::format("{} {}: there is no such file", option, name));
  if (!runs(name)) throw UsageError(fmt::format("{} {} is no file to execute", option, name));
  return fs::absolute(name).lexically_normal();
}

void require_assembler(const Profile& profile) {
  const AssembleProfile& assembler = profile.assemble;
  if (assembler.command.empty()) {
    throw UsageError(fmt::format(
        "the profile {} does not say how an assembler is called; write an [assemble] in it",
        profile.name));
  }
  const OwnFolder folder;
  const AssemblerAnswer answer = assemble(assembler, control_module, folder.path(), "control", {});
  if (answer.kind == Assembled::taken) return;
  throw UsageError(fmt::format("{} makes no C++ of a function that does nothing: {}",
                               assembler.program, answer.text));
}

}  // namespace assay::runners::sdk
