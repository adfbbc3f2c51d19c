// SPDX-License-Identifier: Apache-2.0
// The example plugin with a grudge, for tests alone. HOSTILE=WHAT in the environment says what it
// does wrong, at load or in a call; HOSTILE=WHAT:N does so in N of 1,000 calls, chosen by what
// their first source holds.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "runners/backend.h"

// The example, built with another name for its only export.
extern "C" const assay_backend* example_backend_get(std::uint32_t abi_version);
extern "C" const assay_backend* assay_backend_get(std::uint32_t abi_version);

namespace {

constexpr int control_socket = 3;

struct Grudge {
  std::string what;
  unsigned per_mille = 1000;
};

Grudge grudge() {
  const char* text = std::getenv("HOSTILE");
  const std::string whole = text == nullptr ? "" : text;
  const std::size_t colon = whole.find(':');
  if (colon == std::string::npos) return {whole, 1000};
  return {whole.substr(0, colon), static_cast<unsigned>(std::stoul(whole.substr(colon + 1)))};
}

/// 0 to 999, the same for every execution of a case and hardly for two cases.
unsigned lot(const assay_call& call) {
  const assay_operand& source = call.operands[1];
  std::uint64_t hash = static_cast<std::uint64_t>(source.valid_rows * 8191 + source.valid_cols);
  const auto bytes = static_cast<std::int64_t>(source.byte_size) / (source.rows * source.cols);
  for (std::int64_t i = 0; i < bytes * source.valid_cols; ++i) {
    hash = (hash ^ static_cast<const unsigned char*>(source.data)[i]) * 0x100000001B3U;
  }
  return static_cast<unsigned>((hash >> 20U) % 1000);
}

[[noreturn]] void hang() {
  for (;;) pause();
}

void flood() {
  const std::string line(1 << 16, 'x');
  for (int i = 0; i < 300; ++i) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
}

[[noreturn]] void eat_memory() {
  constexpr std::size_t piece = std::size_t{16} << 20;
  while (void* memory = std::malloc(piece)) std::memset(memory, 1, piece);
  std::fputs("no memory left\n", stderr);
  std::abort();
}

void leave_child(bool comes_back) {
  if (fork() != 0 || comes_back) return;
  std::signal(SIGTERM, SIG_IGN);
  hang();
}

/// Returns where `what` is nothing of that kind.
void die(const std::string& what) {
  if (what == "exit") std::exit(0);
  if (what == "quick_exit") _exit(0);
  if (what == "throw") throw std::runtime_error("no such device");
  if (what == "abort") {
    std::fputs("assertion failed: rows > 0\n", stderr);
    std::abort();
  }
  if (what == "memory") eat_memory();
  if (what == "deaf") {
    std::signal(SIGTERM, SIG_IGN);
    hang();
  }
  if (what == "hang") hang();
  if (what == "orphan") leave_child(false);
  if (what == "orphan" || what == "crash") std::raise(SIGSEGV);
}

/// Why the process is not as it should be for one that leaks and prints; null where it is.
const char* complaint() {
  const int file = open("/dev/null", O_RDONLY);
  if (file < 0) return "no file can be opened any more";
  close(file);
  constexpr off_t most = off_t{16} << 20;
  struct stat output {};
  if (fstat(STDOUT_FILENO, &output) == 0 && output.st_size > most) return "prints have no end";
  return nullptr;
}

/// Misbehaviour after which the process lives on; does nothing for other `what`.
void misbehave(const std::string& what) {
  if (what == "prints") {
    flood();
  } else if (what == "leaks") {
    for (int i = 0; i < 8; ++i) (void)!open("/dev/null", O_RDONLY);
  } else if (what == "stays") {
    leave_child(false);
  } else if (what == "comes_back") {
    leave_child(true);
  } else if (what == "closes") {
    close(control_socket);
  } else if (what == "closes_all") {
    for (int i = 0; i < 256; ++i) close(i);
  } else if (what == "scribbles") {
    (void)!write(control_socket, "what?", 5);
  } else if (what == "half") {
    const std::array<char, 12> half{'A', 'S', 'Y', '1', 3};
    (void)!write(control_socket, half.data(), half.size());
  }
}

/// A fault whose effect appears in the next call, not in the one that causes it.
void lay_mine(unsigned drawn, bool guilty) {
  static int mine = -1;
  if (mine >= 0 && static_cast<unsigned>(mine) != drawn) std::raise(SIGSEGV);
  if (guilty) mine = static_cast<int>(drawn);
}

assay_status execute(void* state, assay_call* call) {
  const assay_backend& example = *example_backend_get(ASSAY_ABI_VERSION);
  const Grudge held = grudge();
  const unsigned drawn = lot(*call);
  const bool guilty = drawn < held.per_mille;
  const bool hangs = drawn % 2 == 1;
  if (held.what == "delayed") {
    lay_mine(drawn, guilty);
  } else if (held.what == "marked" && guilty) {
    call->message = hangs ? "it would hang" : "it would crash";
    return ASSAY_BROKEN;
  } else if (held.what == "mixed" && guilty) {
    die(hangs ? "hang" : "crash");
  } else if (held.what == "status" && guilty) {
    constexpr std::uint32_t nonsense = 77;
    assay_status status = ASSAY_DONE;
    std::memcpy(&status, &nonsense, sizeof status);
    return status;
  } else if (guilty) {
    misbehave(held.what);
    die(held.what);
  }
  call->message = complaint();
  if (call->message != nullptr && held.what != "closes_all") return ASSAY_BROKEN;
  const assay_status status = example.execute(state, call);
  if (held.what == "garbage" && guilty && status == ASSAY_DONE) {
    std::memset(call->operands[0].data, static_cast<int>(drawn % 251) + 1,
                call->operands[0].byte_size);
  }
  return status;
}

/// All of a batch or nothing: if one call would crash, it is not known which one.
void execute_batch(void* state, assay_call* calls, std::uint32_t count, assay_status* statuses) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (lot(calls[i]) < grudge().per_mille) die("crash");
    statuses[i] = example_backend_get(ASSAY_ABI_VERSION)->execute(state, &calls[i]);
  }
}

assay_status open_device(void*, std::uint32_t device) {
  std::fprintf(stderr, "opened %u\n", static_cast<unsigned>(device));
  return device < 2 ? ASSAY_DONE : ASSAY_BROKEN;
}

void spoil(assay_backend& backend, std::string_view what) {
  if (what == "version") backend.abi_version = 99;
  if (what == "short") backend.struct_size = 8;
  if (what == "nameless") backend.name = nullptr;
  if (what == "inert") backend.execute = nullptr;
  if (what == "target") backend.targets = "a2a3,a9";
  if (what == "no_target") backend.targets = "";
  if (what == "cpu") backend.targets = "cpu";
  if (what == "old") backend.struct_size = offsetof(assay_backend, devices);
  if (what == "batch") backend.execute_batch = execute_batch;
  if (what == "devices") {
    backend.devices = "left,right,missing";
    backend.open_device = open_device;
  }
}

}  // namespace

const assay_backend* assay_backend_get(std::uint32_t abi_version) {
  static assay_backend backend = *example_backend_get(abi_version);
  const std::string what = grudge().what;
  if (what == "null") return nullptr;
  if (what == "throws_at_load") throw std::runtime_error("no driver");
  if (what == "exits_at_load") std::exit(0);
  backend.execute = execute;
  backend.execute_program = nullptr;
  // Guilty by contents, which `supports` never sees.
  spoil(backend, what);
  return &backend;
}
