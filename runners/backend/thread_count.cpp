// SPDX-License-Identifier: Apache-2.0
#include "runners/backend/thread_count.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <ctime>
#include <thread>

namespace assay::runners {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds end_limit{100};
constexpr milliseconds between_looks{1};

// So long, in windows of so long, may other threads compute.
constexpr milliseconds calm_limit{300};
constexpr milliseconds calm_window{20};

std::chrono::nanoseconds computed(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::nanoseconds computed_by_others() {
  return computed(CLOCK_PROCESS_CPUTIME_ID) - computed(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace

ThreadCount::ThreadCount() {
  const int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (tasks >= 0) tasks_ = FileDescriptor(tasks).moved_up();
}

std::size_t ThreadCount::get() const {
  // A folder has a link of its own, one in its parent, and one in each folder in it.
  constexpr nlink_t own = 2;
  struct stat status {};
  if (tasks_.get() < 0 || fstat(tasks_.get(), &status) != 0) return 1;
  return status.st_nlink > own ? status.st_nlink - own : 1;
}

std::size_t ThreadCount::wait_for(std::size_t most) const {
  const auto end = std::chrono::steady_clock::now() + end_limit;
  std::size_t threads = get();
  while (threads > most && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(between_looks);
    threads = get();
  }
  return threads;
}

bool ThreadCount::others_compute() const {
  const auto end = std::chrono::steady_clock::now() + calm_limit;
  while (std::chrono::steady_clock::now() < end) {
    const std::chrono::nanoseconds before = computed_by_others();
    std::this_thread::sleep_for(calm_window);
    if (computed_by_others() - before < calm_window / 4) return false;
  }
  return true;
}

}  // namespace assay::runners
