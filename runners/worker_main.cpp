// SPDX-License-Identifier: Apache-2.0
// assay-worker: executes calls of one backend for the run that started it.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>

#include "runners/arena.hpp"
#include "runners/call_image.hpp"
#include "runners/environment.hpp"
#include "runners/loaded_backend.hpp"

namespace assay::runners {
namespace {

template <std::size_t size>
void copy_text(std::string_view text, std::array<char, size>& letters) {
  letters.fill('\0');
  std::copy_n(text.begin(), std::min(text.size(), size - 1), letters.begin());
}

std::string_view text_or_empty(const char* text) { return text == nullptr ? "" : text; }

bool send(const Message& message) {
  return ::send(worker_socket, &message, sizeof message, MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof message);
}

/// What a backend throws ends the worker here, with its text as the last words.
void execute_all(const assay_backend& backend, std::span<std::byte> arena) noexcept {
  auto& header = *reinterpret_cast<ArenaHeader*>(arena.data());
  const std::uint32_t executions = header.executions;
  for (std::uint32_t i = 0; i < executions; ++i) {
    header.current = i;
    MappedCall call(arena, i);
    const assay_status status = backend.execute(backend.state, call.get());
    call.slot().status = static_cast<std::uint32_t>(status);
    call.slot().text_length = call.get()->text_length;
    if (status != ASSAY_DONE && backend.last_message != nullptr) {
      copy_text(text_or_empty(backend.last_message(backend.state)), call.slot().message);
    }
  }
}

/// Answers requests until the run closes the socket.
int serve(const assay_backend& backend, Arena& arena) {
  Message request;
  while (recv(worker_socket, &request, sizeof request, 0) == static_cast<ssize_t>(sizeof request)) {
    execute_all(backend, arena.map(request.value));
    std::fflush(nullptr);
    if (!send({protocol_magic, MessageKind::done, request.sequence, 0})) return 1;
  }
  return 0;
}

void limit_the_damage() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  constexpr rlim_t most_output = rlim_t{1} << 30;
  const rlimit output{most_output, most_output};
  setrlimit(RLIMIT_FSIZE, &output);
}

int run(const std::string& specification) {
  limit_the_damage();
  // What a backend starts gets neither.
  fcntl(worker_socket, F_SETFD, FD_CLOEXEC);
  fcntl(worker_arena, F_SETFD, FD_CLOEXEC);
  Arena arena(worker_arena);
  auto& header = *reinterpret_cast<ArenaHeader*>(arena.map(smallest_arena).data());
  const auto hello = [](HelloStatus status) {
    return send({protocol_magic, MessageKind::hello, 0, static_cast<std::uint64_t>(status)});
  };
  try {
    require_plain_floating_point();
    const LoadedBackend backend = load_backend(specification);
    copy_text(text_or_empty(backend->name), header.backend_name);
    copy_text(text_or_empty(backend->revision), header.backend_revision);
    copy_text(text_or_empty(backend->targets), header.backend_targets);
    if (!hello(HelloStatus::ready)) return 1;
    return serve(*backend, arena);
  } catch (const BadBackend& error) {
    copy_text(error.what(), header.hello_message);
    hello(HelloStatus::bad_backend);
  } catch (const std::exception& error) {
    copy_text(error.what(), header.hello_message);
    hello(HelloStatus::broken);
  }
  return 1;
}

}  // namespace
}  // namespace assay::runners

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("assay-worker: started by assay, not by hand\n", stderr);
    return 2;
  }
  return assay::runners::run(argv[1]);
}
