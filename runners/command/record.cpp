// SPDX-License-Identifier: Apache-2.0
// record: runs a kernel that was compiled with assay/record.hpp, and keeps its calls.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/support/text.hpp"
#include "runners/call/described_call.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/record/header.hpp"
#include "runners/record/judged_recording.hpp"
#include "runners/record/recording.hpp"
#include "runners/sdk/source/signature.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/new_folder.hpp"
#include "runners/triage/shrunk_file.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples =
    "Examples:\n"
    "  assay record --header > assay/record.hpp    then compile the kernel with\n"
    "      clang++-19 -std=c++20 -D__CPU_SIM -Iinclude -I. -include assay/record.hpp matmul.cpp\n"
    "  assay record -- ./matmul 128                runs it; the calls are in kernel.rec\n"
    "  assay judge kernel.rec                      names the first wrong call, with file and line\n"
    "  assay record --around 5312 --calls 20 -- ./matmul    calls 5302 to 5322 of each thread\n"
    "  assay record --last --calls 100 -- ./matmul          at least the last 100 calls\n"
    "  assay record --from kernel.rec --out needs           a case of each signature that it "
    "called\n"
    "A kernel may also be run without this command: with ASSAY_RECORD=kernel.rec in its\n"
    "environment.\n"
    "Exit code: that of the kernel, 128 plus the signal if one ended it; 2 bad input, 3 nothing "
    "was\n"
    "recorded.";

constexpr std::int64_t most_calls = 100'000'000;
constexpr std::int64_t most_megabytes = 1 << 20;

struct RecordOptions {
  bool header = false;
  std::string from;
  std::vector<std::string> also;
  std::string out = "kernel.rec";
  std::int64_t calls = 100'000;
  std::int64_t around = 0;
  std::int64_t megabytes = 1024;
  bool last = false;
  std::vector<std::string> command;
};

void set(const char* name, std::uint64_t value) { setenv(name, fmt::to_string(value).c_str(), 1); }

/// The settings of record.hpp. Of calls around one, half are before it.
void set_environment(const RecordOptions& options) {
  setenv("ASSAY_RECORD", fs::absolute(options.out).c_str(), 1);
  const auto calls = static_cast<std::uint64_t>(options.calls);
  const auto around = static_cast<std::uint64_t>(options.around);
  const std::uint64_t before = calls / 2 + 1;
  set("ASSAY_RECORD_CALLS", options.around > 0 ? calls + 1 : calls);
  set("ASSAY_RECORD_FIRST", around > before ? around - before : 0);
  set("ASSAY_RECORD_MEGABYTES", static_cast<std::uint64_t>(options.megabytes));
  set("ASSAY_RECORD_LAST", options.last ? 1 : 0);
}

/// Runs the kernel, which a user may interrupt. Returns what waitpid() says of it.
int run_kernel(const RecordOptions& options) {
  std::vector<char*> words;
  for (const std::string& word : options.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  set_environment(options);
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &interrupts);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const auto interrupt = signal(SIGINT, SIG_IGN);
  pid_t kernel = 0;
  const int error = posix_spawnp(&kernel, words[0], nullptr, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    throw UsageError(fmt::format("cannot start {}: {}", options.command[0], std::strerror(error)));
  }
  int status = 0;
  while (waitpid(kernel, &status, 0) < 0 && errno == EINTR) {
  }
  signal(SIGINT, interrupt);
  return status;
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

/// What the recording has, in words.
nlohmann::json facts_of(const RecordOptions& options, int status) {
  nlohmann::json facts{
      {"assay_recording", 1}, {"command", options.command}, {"ending", ending_of(status)}};
  if (WIFSIGNALED(status)) facts["signal"] = WTERMSIG(status);
  facts["files"] = nlohmann::json::object();
  for (const fs::directory_entry& entry : fs::directory_iterator(options.out)) {
    facts["files"][entry.path().filename().string()] = entry.file_size();
  }
  return facts;
}

int record_command(const RecordOptions& options) {
  NewFolder folder(options.out);
  const int status = run_kernel(options);
  nlohmann::json facts = facts_of(options, status);
  if (facts["files"].empty()) {
    throw InfraError(
        fmt::format("{} recorded no call ({}); compile it with -include assay/record.hpp ('assay "
                    "record --header')",
                    options.command[0], ending_of(status)));
  }
  std::uint64_t bytes = 0;
  for (const auto& [name, size] : facts["files"].items()) bytes += size.get<std::uint64_t>();
  folder.write(recording_facts, facts.dump(1) + "\n");
  folder.keep();
  std::cerr << fmt::format("assay: recorded {}, {:.1f} MB, in {}; the kernel ended with {}\n",
                           support::count_of(facts["files"].size(), "file"),
                           static_cast<double>(bytes) / 1e6, options.out, ending_of(status));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Form, types, attributes and sizes: what a library has to do, whatever the contents.
std::string need_of(const Call& call) {
  const DescribedCall described(call);
  std::string text = sdk::signature_of(described.get());
  for (const OperandValue& value : call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      text += fmt::format(" {}x{}", tile->valid_rows, tile->valid_cols);
    } else if (const auto* view = std::get_if<GlobalSpec>(&value)) {
      text += fmt::format(" {}/{}", fmt::join(view->shape, "x"), fmt::join(view->stride, "x"));
    }
  }
  return text;
}

struct Need {
  StoredCase stored;
  std::uint64_t calls = 0;
};

/// The cases in the order of their forms, one a line, as `run --cases-from` reads them.
std::string list_of(const std::map<std::string, Need>& needs, const std::string& file) {
  std::string text = fmt::format("# {} of a kernel, as cases of {}\n",
                                 support::count_of(needs.size(), "signature"), file);
  for (const auto& [need, one] : needs) {
    text += fmt::format("{}:{}  # {}\n", file, one.stored.test.name,
                        support::count_of(one.calls, "call"));
  }
  return text;
}

/// Makes a case of each signature in a recording.
int harvest_command(const RecordOptions& options) {
  const Recording recording(options.from);
  NewFolder folder(options.out);
  Recogniser recogniser(Target::cpu);
  std::map<std::string, Need> needs;
  std::map<std::string, std::uint64_t> left_out;
  recording.read([&](const RecordedCall& call) {
    std::string why;
    const auto recognised = recogniser.recognise(call, why);
    if (!recognised || recognised->broken != nullptr) {
      ++left_out[recognised ? fmt::format("{}: it breaks {}", call.op, recognised->broken->name)
                            : fmt::format("{}: {}", call.op, why)];
      return true;
    }
    Need& need = needs[need_of(recognised->call)];
    if (need.calls++ > 0) return true;
    CaseOfCall own = case_of_call(*recognised);
    if (!own.why_not.empty()) {
      ++left_out[fmt::format("{}: {}", call.op, own.why_not)];
      needs.erase(need_of(recognised->call));
      return true;
    }
    need.stored.test = std::move(own.test);
    need.stored.before = std::move(own.before);
    need.stored.test.name = recorded_name(need.stored.test, need.stored.before);
    return true;
  });
  for (const auto& [what, calls] : left_out) {
    std::cout << fmt::format("left out: {} ({})\n", support::printable(what),
                             support::count_of(calls, "call"));
  }
  if (needs.empty())
    throw UsageError(fmt::format("{} has no call that a page describes", options.from));
  std::vector<StoredCase> cases;
  cases.reserve(needs.size());
  for (const auto& [text, one] : needs) cases.push_back(one.stored);
  const std::string file = folder.file("cases.h5").string();
  keep_shrunk(file, cases, granted({}, {}));
  folder.write("cases.txt", list_of(needs, file));
  folder.keep();
  std::cout << fmt::format("{} in {}; run them with: assay run --cases-from {}/cases.txt\n",
                           support::count_of(needs.size(), "signature"), options.out, options.out);
  return exit_conforms;
}

void require_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool good =
        !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
        name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
    if (!good)
      throw UsageError(
          fmt::format("--also takes names of instructions, such as TPUSH, and not '{}'", name));
  }
}

}  // namespace

void add_record(const Parser& root, Command& command) {
  const Parser app = root.add_command("record", "Run a kernel and record its instruction calls");
  app.footer(examples);
  const auto options = std::make_shared<RecordOptions>();
  app.add_option("command", options->command, "The kernel and its arguments, after --");
  app.add_flag("--header", options->header, "Print the header that a kernel is compiled with");
  app.add_option("--from", options->from,
                 "Recording to make a case of each signature of, for 'run --cases-from', in --out");
  app.add_option("--also", options->also, "Instruction without a page that the header records too")
      .one_value();
  app.add_option("--out", options->out, "Folder for the recording").show_default();
  app.add_option("--calls", options->calls, "Calls of each thread at most").show_default();
  app.add_option("--around", options->around,
                 "Only calls around this one of each thread, by number");
  app.add_flag("--last", options->last, "The last calls of each thread instead of the first");
  app.add_option("--megabytes", options->megabytes, "MB of each thread at most").show_default();
  app.callback([app, options, &command] {
    refuse_empty(app, "--out", options->out);
    require_names(options->also);
    positive("--calls", options->calls, most_calls);
    positive("--megabytes", options->megabytes, most_megabytes);
    if (app.given("--around")) positive("--around", options->around, most_calls);
    if (options->last && options->around > 0)
      throw UsageError("--last and --around exclude each other");
    if (app.given("--from")) {
      if (!app.given("--out")) throw UsageError("name the folder for the cases: --out FOLDER");
      if (!options->command.empty() || options->header)
        throw UsageError("--from runs nothing and prints no header; leave the rest out");
      command.run = [options] { return harvest_command(*options); };
      return;
    }
    if (options->header) {
      if (!options->command.empty())
        throw UsageError("--header prints the header and runs nothing; leave the command out");
      command.run = [options] {
        std::cout << recorder_header(options->also);
        return exit_conforms;
      };
      return;
    }
    if (options->command.empty())
      throw UsageError(
          "name the kernel after --, as in 'assay record -- ./kernel', or ask for --header");
    command.run = [options] { return record_command(*options); };
  });
}

}  // namespace assay::runners
