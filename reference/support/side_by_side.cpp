// SPDX-License-Identifier: Apache-2.0
#include "reference/support/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace assay::support {
namespace {

class Pieces {
 public:
  Pieces(std::size_t count, const std::function<void(std::size_t)>& work)
      : count_(count), work_(work) {}

  void run() {
    try {
      for (std::size_t i = next_++; i < count_; i = next_++) work_(i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_ = count_;
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work,
                  std::size_t threads) {
  Pieces pieces(count, work);
  std::vector<std::thread> others;
  if (threads == 0) threads = std::thread::hardware_concurrency();
  const std::size_t wanted = std::min(threads, count);
  try {
    others.reserve(wanted);
    while (others.size() + 1 < wanted) others.emplace_back([&] { pieces.run(); });
  } catch (const std::system_error&) {
    // The others do it.
  } catch (const std::bad_alloc&) {
    // A thread takes memory as well.
  }
  pieces.run();
  for (std::thread& thread : others) thread.join();
  pieces.rethrow();
}

}  // namespace assay::support
