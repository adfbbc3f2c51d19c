// SPDX-License-Identifier: Apache-2.0
// A supervised process that owns one backend. Whatever happens to it costs the calls in flight.
#include "runners/worker/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "runners/backend/program.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/worker/spawn.hpp"

namespace assay::runners {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// A device plugin may take long to open its device.
constexpr milliseconds start_limit{30000};

// Between the end of the stream, or a plea to end, and the end of the process.
constexpr milliseconds end_limit{500};
// So soon a signal that asks to stop is heard.
constexpr milliseconds between_looks{100};
// A process that wakes this much too late was stopped (Ctrl-Z, a paused machine), as the worker
// probably was: that time counts for no deadline.
constexpr milliseconds most_oversleep{500};

nanoseconds now() { return std::chrono::steady_clock::now().time_since_epoch(); }

std::string in_seconds(milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000);
}

std::string in_gib(std::uint64_t bytes) {
  return fmt::format("{:.2g} GiB", static_cast<double>(bytes) / (1 << 30));
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& letters) {
  return {letters.data(), strnlen(letters.data(), size)};
}

}  // namespace

std::uint64_t default_memory(std::size_t workers) {
  constexpr std::uint64_t gib = std::uint64_t{1} << 30;
  const std::uint64_t least = std::max(4 * gib, workers * gib);
  const auto pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
  return std::max(least, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 2);
}

WorkerProcess::WorkerProcess(WorkerOptions options)
    : options_(std::move(options)), memory_(memory_file("assay-arena")), arena_(memory_.get()) {
  arena_.grow(first_image);
  arena_.map(first_image);
  // A backend that finds the descriptor could take the memory away under this process.
  if (fcntl(memory_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
    throw InfraError(fmt::format("cannot seal the memory of a worker: {}", std::strerror(errno)));
  }
  start();
}

WorkerProcess::~WorkerProcess() { retire(); }

std::span<std::byte> WorkerProcess::images(std::uint64_t bytes) {
  arena_.grow(first_image + bytes);
  return arena_.map(first_image + bytes).subspan(first_image);
}

WorkerHeader& WorkerProcess::header() {
  return *reinterpret_cast<WorkerHeader*>(arena_.memory().data());
}

/// A process may be ended from outside before it says anything; hardly twice.
void WorkerProcess::start() {
  constexpr int most = 5;
  for (int again = 1;; ++again) {
    status_ = 0;
    try {
      start_once();
      return;
    } catch (const Stopped&) {
      throw;
    } catch (const InfraError&) {
      if (again == most || !was_sent()) throw;
    }
  }
}

void WorkerProcess::start_once() {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    throw InfraError(fmt::format("cannot open a socket to a worker: {}", std::strerror(errno)));
  }
  socket_ = FileDescriptor(pair[0]);
  const FileDescriptor theirs = FileDescriptor(pair[1]).moved_up();
  output_.clear();
  process_ = spawn_worker({.program = options_.program,
                           .backend = options_.backend.text(),
                           .device = options_.device ? fmt::format("only:{}", *options_.device)
                                                     : fmt::format("turn:{}", options_.turn),
                           .memory = fmt::format("{}", options_.memory),
                           .socket = theirs.get(),
                           .arena = memory_.get(),
                           .output = output_.descriptor()});
  ended_ = end_of_process(process_);
  fresh_ = true;
  greet();
}

void WorkerProcess::greet() {
  header().running = 0;
  Message hello;
  const auto end = now() + start_limit;
  const Received received =
      receive(hello, [end] { return std::chrono::ceil<milliseconds>(end - now()); });
  if (received != Received::message || hello.kind != MessageKind::hello) {
    const std::string how = received == Received::late
                                ? fmt::format("said nothing for {}", in_seconds(start_limit))
                                : crashed().message;
    stop();
    throw InfraError(
        fmt::format("the worker for backend {} did not start: {}", options_.backend.text(), how));
  }
  if (hello.value != static_cast<std::uint64_t>(HelloStatus::ready)) {
    stop();
    const std::string message = text_of(header().hello_message) + output_.last_lines();
    if (hello.value == static_cast<std::uint64_t>(HelloStatus::bad_backend)) {
      throw UsageError(message);
    }
    throw InfraError(message);
  }
  read_info();
}

void WorkerProcess::read_info() {
  const WorkerHeader& said = header();
  info_ = {.name = text_of(said.backend_name),
           .revision = text_of(said.backend_revision),
           .targets = text_of(said.backend_targets),
           .devices = text_of(said.backend_devices),
           .device = text_of(said.device)};
}

bool WorkerProcess::send(const Message& message) {
  return ::send(socket_.get(), &message, sizeof message, MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof message);
}

WorkerProcess::Received WorkerProcess::receive(Message& message, const TimeLeft& left) {
  // A surviving process may hold its socket open, so its end counts too.
  std::array<pollfd, 2> watched{{{socket_.get(), POLLIN, 0}, {ended_.get(), POLLIN, 0}}};
  nanoseconds paused{0};
  while (true) {
    if (interrupted()) {
      stop();
      throw Stopped("interrupted while a worker was at work");
    }
    const milliseconds rest =
        std::max(milliseconds(0), left() + std::chrono::ceil<milliseconds>(paused));
    const milliseconds time = std::min(rest, between_looks);
    const nanoseconds begin = now();
    const int count = poll(watched.data(), watched.size(), static_cast<int>(time.count()));
    if (count == 0 && rest.count() == 0) return Received::late;
    if (count <= 0) {
      const nanoseconds overslept = now() - begin - time;
      if (overslept > most_oversleep) paused += overslept;
      continue;
    }
    if (watched[0].revents == 0 && poll(watched.data(), 1, 0) <= 0) return Received::closed;
    return take(message);
  }
}

WorkerProcess::Received WorkerProcess::take(Message& message) {
  std::array<std::byte, 2 * sizeof(Message)> buffer{};
  const ssize_t got = recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (got <= 0) return Received::closed;
  std::memcpy(&message, buffer.data(), sizeof message);
  const bool sound = got == static_cast<ssize_t>(sizeof message) && message.magic == protocol_magic;
  return sound ? Received::message : Received::garbage;
}

/// Time left for the running calls, by a journal that the backend can spoil: at most that of all.
milliseconds WorkerProcess::time_left(nanoseconds begin) const {
  WorkerHeader journal;
  std::memcpy(&journal, arena_.memory().data(), sizeof journal);
  const auto calls = static_cast<std::int64_t>(calls_);
  const std::int64_t running = std::clamp<std::int64_t>(journal.running, 1, calls);
  const nanoseconds since = std::clamp(nanoseconds(journal.since), begin, now());
  const nanoseconds end =
      std::min(since + running * options_.deadline, begin + calls * options_.deadline);
  return std::chrono::ceil<milliseconds>(end - now());
}

Reply WorkerProcess::execute(std::span<const std::uint64_t> offsets) {
  if (process_ < 0) start();
  output_.clear();
  WorkerHeader& request = header();
  request.calls = calls_ = offsets.size();
  std::ranges::transform(offsets, request.images.begin(),
                         [](std::uint64_t offset) { return first_image + offset; });
  request.running = 0;
  request.since = 0;
  request.answered = 0;
  request.fault = {};
  request.attribution = {};
  const nanoseconds begin = now();
  Message answer;
  const bool sent =
      send({protocol_magic, MessageKind::execute, ++sequence_, arena_.memory().size()});
  fresh_ = false;
  const Received received =
      sent ? receive(answer, [&] { return time_left(begin); }) : Received::closed;
  Reply reply;
  if (received != Received::message || answer.kind != MessageKind::done ||
      answer.sequence != sequence_) {
    reply.worker_exit = worker_exit(received == Received::message ? Received::garbage : received);
    reply.attribution = attribution();
    reply.answered = reply.worker_exit->running > 0 ? reply.worker_exit->first : 0;
    return reply;
  }
  reply.answered = std::min<std::size_t>(header().answered, calls_);
  reply.attribution = attribution();
  if (reply.answered == 0 && !reply.attribution) {
    reply.worker_exit = worker_exit(Received::garbage);
    return reply;
  }
  if (answer.value == static_cast<std::uint64_t>(Condition::worn)) retire();
  return reply;
}

/// The worker's findings, which no code that it runs can reach.
std::optional<WorkerAttribution> WorkerProcess::attribution() const {
  WorkerHeader said;
  std::memcpy(&said, arena_.memory().data(), sizeof said);
  const auto among = [&](std::uint32_t call) {
    return call < calls_ ? std::optional<std::size_t>(call) : std::nullopt;
  };
  if (said.attribution.known == 1) {
    const auto status =
        said.attribution.infra == 1 ? Outcome::Status::infra : Outcome::Status::crashed;
    return WorkerAttribution{among(said.attribution.call),
                             {status, text_of(said.attribution.message)}};
  }
  // Accesses by the thread that runs the calls belong to the call in flight, whatever the memory.
  if (said.fault.known != 1 || said.fault.late != 1 || said.fault.own == 1) return std::nullopt;
  return WorkerAttribution{
      among(said.fault.call),
      {Outcome::Status::crashed,
       fmt::format("the worker {}: after the call had returned something used memory {} "
                   "bytes from the start of one of its operands",
                   ending_of(status_), said.fault.offset)}};
}

bool WorkerProcess::was_sent() const {
  if (lived_on_ || !WIFSIGNALED(status_)) return false;
  const int signal = WTERMSIG(status_);
  return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
}

WorkerExit WorkerProcess::worker_exit(Received received) {
  WorkerHeader journal;
  std::memcpy(&journal, arena_.memory().data(), sizeof journal);
  WorkerExit worker_exit;
  worker_exit.first = std::min<std::size_t>(journal.first, calls_ - 1);
  worker_exit.running = std::min<std::size_t>(journal.running, calls_ - worker_exit.first);
  worker_exit.execution = journal.execution;
  worker_exit.whole = worker_exit.running == 1 && journal.whole == 1;
  if (received == Received::closed) {
    worker_exit.outcome = crashed();
    worker_exit.outcome.call = journal.step;
    worker_exit.sent = was_sent();
    const bool aborted = !lived_on_ && WIFSIGNALED(status_) && WTERMSIG(status_) == SIGABRT;
    if (aborted && options_.backend.kind == BackendKind::compiled) {
      worker_exit.refusal = output_.last_line();
    }
    return worker_exit;
  }
  const std::string place = where();
  stop();
  if (received == Received::late) {
    worker_exit.outcome = {Outcome::Status::timed_out,
                           fmt::format("no answer within {}{}{}", in_seconds(options_.deadline),
                                       place, output_.last_lines())};
  } else {
    worker_exit.outcome = {
        Outcome::Status::infra,
        fmt::format("the worker's answer makes no sense{}{}: something wrote to its "
                    "control socket",
                    place, output_.last_lines())};
  }
  worker_exit.outcome.call = journal.step;
  return worker_exit;
}

Outcome WorkerProcess::crashed() {
  const std::string place = where() + fault();
  status_ = reap();
  std::string how = "the worker " + ending_of(status_);
  if (lived_on_) how = "the worker closed its control socket and lived on";
  how += place;
  constexpr double near = 0.75;
  if (options_.memory > 0 &&
      static_cast<double>(peak_) > near * static_cast<double>(options_.memory)) {
    how += fmt::format(
        "; it held {} of the {} that --memory {}", in_gib(peak_), in_gib(options_.memory),
        options_.sharing == 1 ? "allows"
                              : fmt::format("leaves one of {} workers", options_.sharing));
  }
  return {Outcome::Status::crashed, how + output_.last_lines()};
}

std::string WorkerProcess::where() const {
  WorkerHeader journal;
  std::memcpy(&journal, arena_.memory().data(), sizeof journal);
  if (journal.running != 1 || journal.execution >= journal.executions) return {};
  std::string call;
  if (journal.steps > 1) call = fmt::format(" in call {} of {}", journal.step + 1, journal.steps);
  return fmt::format("{} in execution {} of {}", call, journal.execution + 1, journal.executions);
}

/// How far from an operand a call that died was, if it died of that.
std::string WorkerProcess::fault() const {
  WorkerHeader journal;
  std::memcpy(&journal, arena_.memory().data(), sizeof journal);
  const Fault& fault = journal.fault;
  if (fault.known != 1 || (fault.late == 1 && fault.own == 0)) return {};
  if (fault.late == 1) {
    return fmt::format(
        ", using memory {} bytes from the start of an operand of a call that had "
        "returned",
        fault.offset);
  }
  return fmt::format(", using memory {} bytes from the start of its operand {}", fault.offset,
                     fault.operand + 1);
}

bool WorkerProcess::ends_within(milliseconds limit) const {
  pollfd watched{ended_.get(), POLLIN, 0};
  return poll(&watched, 1, static_cast<int>(limit.count())) > 0;
}

/// Waits for the end of a worker whose stream has ended, and sees to it.
int WorkerProcess::reap() {
  const pid_t process = std::exchange(process_, -1);
  if (process < 0) return 0;
  lived_on_ = !ends_within(end_limit);
  if (lived_on_) end(process);
  int status = 0;
  rusage usage{};
  wait4(process, &status, 0, &usage);
  peak_ = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return status;
}

void WorkerProcess::retire() {
  socket_ = FileDescriptor();
  if (process_ >= 0) ends_within(end_limit);
  stop();
}

/// First a plea, which the guardian passes on and makes good; then the end.
void WorkerProcess::end(pid_t process) const {
  kill(process, SIGTERM);
  if (!ends_within(2 * end_limit)) kill(process, SIGKILL);
}

void WorkerProcess::stop() {
  const pid_t process = std::exchange(process_, -1);
  if (process < 0) return;
  socket_ = FileDescriptor();
  end(process);
  int status = 0;
  waitpid(process, &status, 0);
}

std::filesystem::path worker_program() {
  std::filesystem::path program = program_folder() / "assay-worker";
  if (access(program.c_str(), X_OK) == 0) return program;
  // Where it is installed, no user calls it and it is in no PATH.
  std::filesystem::path installed = (program_folder() / ASSAY_INSTALLED_WORKER).lexically_normal();
  if (access(installed.c_str(), X_OK) == 0) return installed;
  throw InfraError(fmt::format("{} is missing; build the target assay-worker", program.string()));
}

}  // namespace assay::runners
