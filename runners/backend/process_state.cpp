// SPDX-License-Identifier: Apache-2.0
// The state of the worker's process and thread that every call finds.
#include "runners/backend/process_state.hpp"

#include <fcntl.h>
#include <locale.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <string_view>

#include "runners/backend/floating_state.hpp"
#include "runners/call/process_changes.hpp"

namespace assay::runners {
namespace {

constexpr std::array intervals{ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
constexpr std::array signals_of_timers{SIGALRM, SIGVTALRM, SIGPROF};

/// Whether a timer of setitimer or alarm runs.
bool is_armed(__itimer_which which) {
  itimerval time{};
  return getitimer(which, &time) == 0 && (time.it_value.tv_sec != 0 || time.it_value.tv_usec != 0);
}

/// The kernel's part of a set; the rest of sigset_t is unused.
bool same_signals(const sigset_t& left, const sigset_t& right) {
  return std::memcmp(&left, &right, sizeof(std::uint64_t)) == 0;
}

/// A timer's signal that came while it was blocked would end the process once it is not.
void forget_signals_of_timers() {
  sigset_t timers;
  sigemptyset(&timers);
  for (const int signal : signals_of_timers) sigaddset(&timers, signal);
  const timespec at_once{};
  while (sigtimedwait(&timers, nullptr, &at_once) > 0 || errno == EINTR) {
  }
}

}  // namespace

ProcessState::ProcessState() {
  const int list = open("/proc/self/timers", O_RDONLY | O_CLOEXEC);
  if (list >= 0) timer_list_ = FileDescriptor(list).moved_up();
  known_timers_ = posix_timers();
  std::ranges::transform(intervals, known_intervals_.begin(), is_armed);
  sigprocmask(SIG_SETMASK, nullptr, &mask_);
  locale_ = setlocale(LC_ALL, nullptr);
  uselocale(LC_GLOBAL_LOCALE);
  restore_flags();
  restore_floating_point();
}

/// The flags first: compiled code expects some of them.
void ProcessState::restore() {
  changes_ |= restore_flags();
  changes_ |= restore_floating_point();
  if (stop_timers()) changes_ |= timers_armed;
  if (restore_mask()) changes_ |= signals_masked;
  if (restore_locale()) changes_ |= locale_changed;
}

bool ProcessState::restore_mask() const {
  sigset_t mask{};
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  if (same_signals(mask, mask_)) return false;
  forget_signals_of_timers();
  sigprocmask(SIG_SETMASK, &mask_, nullptr);
  return true;
}

bool ProcessState::stop_timers() const {
  bool stopped = false;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (known_intervals_.at(i) || !is_armed(intervals.at(i))) continue;
    const itimerval none{};
    setitimer(intervals.at(i), &none, nullptr);
    stopped = true;
  }
  for (const int timer : posix_timers()) {
    if (std::ranges::find(known_timers_, timer) != known_timers_.end()) continue;
    syscall(SYS_timer_delete, timer);
    stopped = true;
  }
  return stopped;
}

bool ProcessState::restore_locale() const {
  const bool of_thread = uselocale(nullptr) != LC_GLOBAL_LOCALE;
  if (of_thread) uselocale(LC_GLOBAL_LOCALE);
  const bool of_process = locale_ != setlocale(LC_ALL, nullptr);
  if (of_process) setlocale(LC_ALL, locale_.c_str());
  return of_thread || of_process;
}

/// Numbers of the kernel for what timer_create made; empty where it does not list them.
std::vector<int> ProcessState::posix_timers() const {
  std::array<char, 4096> letters;  // NOLINT: read before it is used
  const ssize_t got =
      timer_list_.get() < 0 ? 0 : pread(timer_list_.get(), letters.data(), letters.size(), 0);
  std::string_view text(letters.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  std::vector<int> timers;
  constexpr std::string_view mark = "ID: ";
  for (std::size_t place = text.find(mark); place != std::string_view::npos;
       place = text.find(mark, place)) {
    place += mark.size();
    int number = 0;
    std::from_chars(text.data() + place, text.data() + text.size(), number);
    timers.push_back(number);
  }
  return timers;
}

}  // namespace assay::runners
