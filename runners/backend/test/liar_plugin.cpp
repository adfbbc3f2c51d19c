// SPDX-License-Identifier: Apache-2.0
// The example plugin that writes where it must not, for tests alone. LIAR=WHAT:N in the environment
// makes N of 1,000 cases guilty, chosen by what their first source holds. WHAT is a kind of lie;
// `any`, one that the case decides; `marked`, none: such a case is BROKEN and says its kind.
// `stale` and `stale_pool` write to an operand of the call before, the one in the call itself and
// the other in a thread that lives on; with either, such threads sleep from the first call on.
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "runners/backend.h"

// The example, built with another name for its only export.
extern "C" const assay_backend* example_backend_get(std::uint32_t abi_version);
extern "C" const assay_backend* assay_backend_get(std::uint32_t abi_version);

namespace {

constexpr std::array<std::string_view, 8> kinds{"behind", "before",      "strided",     "far",
                                                "late",   "late_behind", "late_before", "guards"};
constexpr std::ptrdiff_t least = 4096;
constexpr unsigned char scribble = 0x5C;

struct Setting {
  std::string what;
  unsigned per_mille = 0;
};

Setting setting() {
  const char* text = std::getenv("LIAR");
  const std::string whole = text == nullptr ? "" : text;
  const std::size_t colon = whole.find(':');
  if (colon == std::string::npos) return {whole, 1000};
  return {whole.substr(0, colon), static_cast<unsigned>(std::stoul(whole.substr(colon + 1)))};
}

/// The same for every execution of a case and hardly for two cases.
std::uint64_t lot(const assay_call& call) {
  const assay_operand& source = call.operands[1];
  std::uint64_t hash = static_cast<std::uint64_t>(source.valid_rows * 8191 + source.valid_cols);
  const auto width = static_cast<std::int64_t>(source.byte_size) / (source.rows * source.cols);
  // A first row that is not valid holds a poison, and another one in another execution.
  const std::int64_t read = source.valid_rows > 0 ? width * source.valid_cols : 0;
  for (std::int64_t i = 0; i < read; ++i) {
    hash = (hash ^ static_cast<const unsigned char*>(source.data)[i]) * 0x100000001B3U;
  }
  return (hash ^ (hash >> 29U)) * 0xBF58476D1CE4E5B9U;
}

/// 4 KiB to 1 MiB.
std::ptrdiff_t distance(std::uint64_t drawn) { return least << ((drawn >> 40U) % 9); }

/// Writes 64 bytes a few milliseconds after the call has returned.
void write_later(unsigned char* where, std::uint64_t drawn) {
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::microseconds(200 + (drawn >> 50U) % 5000));
    std::memset(where, scribble, 64);
  }).detach();
}

/// A thread for the life of the process, which writes to a given address.
class Scribbler {
 public:
  Scribbler() {
    std::thread([this] { write_for_ever(); }).detach();
  }

  /// Returns when it is done.
  void write(unsigned char* where) {
    std::unique_lock lock(mutex_);
    where_ = where;
    changed_.notify_all();
    changed_.wait(lock, [this] { return where_ == nullptr; });
  }

 private:
  void write_for_ever() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return where_ != nullptr; });
      std::memset(where_, scribble, 64);
      where_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned char* where_ = nullptr;
};

/// Keeps a pointer into its operands for the next call. A guilty call without a call before it has
/// nothing to change and says so.
assay_status lie_about_the_call_before(std::string_view kind, assay_call& call, bool guilty) {
  static auto* scribbler = new Scribbler;  // its thread outlives whatever main() ends
  static unsigned char* kept = nullptr;
  unsigned char* before = kept;
  kept = static_cast<unsigned char*>(call.operands[0].data);
  if (!guilty) return ASSAY_DONE;
  if (before == nullptr) {
    call.message = "no call before this one";
    return ASSAY_BROKEN;
  }
  if (kind == "stale") std::memset(before, scribble, 64);
  if (kind == "stale_pool") scribbler->write(before);
  return ASSAY_DONE;
}

void lie(std::string_view kind, const assay_call& call, std::uint64_t drawn) {
  auto* data = static_cast<unsigned char*>(call.operands[0].data);
  unsigned char* end = data + call.operands[0].byte_size;
  const std::ptrdiff_t reach = distance(drawn);
  if (kind == "behind") std::memset(end, scribble, static_cast<std::size_t>(reach));
  if (kind == "before") {
    for (std::ptrdiff_t i = 1; i <= reach; ++i) data[-i] = scribble;
  }
  if (kind == "strided") {
    for (std::ptrdiff_t at = 0; at < reach; at += least / 2) end[at + 1024] = scribble;
  }
  if (kind == "far") std::memset(end + reach, scribble, 64);
  if (kind == "late") write_later(data, drawn);
  if (kind == "late_behind") write_later(end + reach, drawn);
  if (kind == "late_before") write_later(data - reach, drawn);
  if (kind == "guards") std::memset(end, scribble, 100);
}

assay_status execute(void* state, assay_call* call) {
  const Setting set = setting();
  const std::uint64_t drawn = lot(*call);
  const bool guilty = (drawn >> 20U) % 1000 < set.per_mille;
  const std::string_view kind = kinds.at((drawn >> 10U) % kinds.size());
  const assay_status status = example_backend_get(ASSAY_ABI_VERSION)->execute(state, call);
  if (set.what.starts_with("stale")) {
    const bool lies = guilty && status == ASSAY_DONE;
    const assay_status lied = lie_about_the_call_before(set.what, *call, lies);
    return lies ? lied : status;
  }
  if (!guilty || status != ASSAY_DONE) return status;
  if (set.what == "marked") {
    call->message = kind.data();
    return ASSAY_BROKEN;
  }
  lie(set.what == "any" ? kind : std::string_view(set.what), *call, drawn);
  return status;
}

}  // namespace

const assay_backend* assay_backend_get(std::uint32_t abi_version) {
  static assay_backend backend = *example_backend_get(abi_version);
  backend.execute = execute;
  backend.execute_program = nullptr;
  return &backend;
}
