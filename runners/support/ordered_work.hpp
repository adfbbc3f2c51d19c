// SPDX-License-Identifier: Apache-2.0
// Work on many threads whose results are taken in order on one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "runners/support/errors.hpp"

namespace assay::runners {

/// The most bytes of all waiting results, and the bytes of one; no limit by default.
template <typename Result>
struct ResultRoom {
  std::size_t most = 0;
  std::function<std::size_t(const Result&)> bytes_of = {};
};

/// Runs one maker per thread over the indices 0..count-1 and hands their results to the caller's
/// thread in the order of the indices. At most `window` results wait, and no index begins while
/// those that wait have `most` bytes, so that memory does not grow with a slow index. The first
/// exception of a maker is thrown from take(). Throws InfraError where a thread cannot start.
template <typename Result>
class OrderedWork {
 public:
  using Maker = std::function<Result(std::size_t index)>;

  OrderedWork(std::size_t count, std::size_t window, std::vector<Maker> makers,
              ResultRoom<Result> room = {})
      : count_(count), window_(window), bytes_(std::move(room)) {
    threads_.reserve(makers.size());
    try {
      for (Maker& maker : makers) {
        threads_.emplace_back([this, work = std::move(maker)] { run(work); });
      }
    } catch (const std::system_error& error) {
      end();
      throw InfraError(std::string("cannot start a thread: ") + error.code().message() +
                       "; raise 'ulimit -u' or 'ulimit -v', or lower -j");
    }
  }
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;
  ~OrderedWork() { end(); }

  /// Lets no maker begin another index; what has begun can still be taken.
  void close() {
    const std::lock_guard lock(mutex_);
    count_ = next_;
    room_.notify_all();
  }

  /// Whether there is another result to take.
  bool more() {
    const std::lock_guard lock(mutex_);
    return taken_ < count_;
  }

  /// Whether take() returns or throws at once; waits for that so long at most.
  bool ready_within(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return result_ready_.wait_for(lock, limit, [&] { return error_ || ready_.contains(taken_); });
  }

  /// The next result, while there are more().
  Result take() {
    std::unique_lock lock(mutex_);
    result_ready_.wait(lock, [&] { return error_ || ready_.contains(taken_); });
    if (!ready_.contains(taken_)) std::rethrow_exception(error_);
    Result result = std::move(ready_.at(taken_));
    ready_.erase(taken_);
    ++taken_;
    waiting_bytes_ -= weight_of(result);
    lock.unlock();
    room_.notify_all();
    return result;
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      room_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
  }

  std::size_t weight_of(const Result& result) const {
    return bytes_.bytes_of ? bytes_.bytes_of(result) : 0;
  }

  bool has_room() const {
    const bool light = !bytes_.bytes_of || waiting_bytes_ < bytes_.most;
    return next_ < taken_ + window_ && light;
  }

  bool claim(std::size_t& index) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return stopped_ || next_ >= count_ || has_room(); });
    if (stopped_ || next_ >= count_) return false;
    index = next_++;
    return true;
  }

  void run(const Maker& maker) {
    std::size_t index = 0;
    try {
      while (claim(index)) {
        Result result = maker(index);
        const std::size_t weight = weight_of(result);
        const std::lock_guard lock(mutex_);
        waiting_bytes_ += weight;
        ready_.emplace(index, std::move(result));
        result_ready_.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      stopped_ = true;
      room_.notify_all();
      result_ready_.notify_one();
    }
  }

  std::size_t count_;
  std::size_t window_;
  ResultRoom<Result> bytes_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable result_ready_;
  std::map<std::size_t, Result> ready_;
  std::size_t next_ = 0;
  std::size_t taken_ = 0;
  std::size_t waiting_bytes_ = 0;
  bool stopped_ = false;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

}  // namespace assay::runners
