// SPDX-License-Identifier: Apache-2.0
// Adds tiles of f32 correctly in every call, whatever it is asked for, for tests. LEAVES=WHAT:N in
// the environment: after N of 1,000 calls, chosen by what their first source holds, it leaves WHAT
// changed in its process.
#include <locale.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>

#include "runners/backend.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

// The only export.
extern "C" const assay_backend* assay_backend_get(std::uint32_t abi_version);

namespace {

constexpr int control_socket = 3;

const char* text_of_leaves() {
  const char* text = std::getenv("LEAVES");
  return text == nullptr ? "nothing:0" : text;
}

std::string_view leaves() {
  const std::string_view text = text_of_leaves();
  return text.substr(0, text.find(':'));
}

unsigned per_mille() {
  const char* colon = std::strchr(text_of_leaves(), ':');
  return colon == nullptr ? 1000 : static_cast<unsigned>(std::atoi(colon + 1));
}

const float* row_of(const assay_operand& tile, std::int64_t row) {
  return static_cast<const float*>(tile.data) + row * tile.cols;
}

/// 0 to 999, the same for every execution of a case and hardly for two cases.
unsigned lot(const assay_call& call) {
  const assay_operand& source = call.operands[1];
  std::uint64_t hash = static_cast<std::uint64_t>(source.valid_rows * 8191 + source.valid_cols);
  for (std::int64_t i = 0; i < source.valid_cols && source.valid_rows > 0; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, row_of(source, 0) + i, sizeof bits);
    hash = (hash ^ bits) * 0x100000001B3U;
  }
  return static_cast<unsigned>((hash >> 20U) % 1000);
}

void set_floating_point(std::string_view what) {
  if (what == "up") std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  if (what == "ftz") _mm_setcsr(_mm_getcsr() | 0x8040);
  if (what == "x87") {
    const std::uint16_t up = 0x0B7F;
    __asm__ volatile("fldcw %0" : : "m"(up));
  }
  if (what == "mmx") __asm__ volatile("movq %%rsp, %%mm0" : : : "memory");
  if (what == "direction") __asm__ volatile("std" : : : "cc");
#elif defined(__aarch64__)
  std::uint64_t control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  control |= std::uint64_t{1} << 24U;
  if (what == "ftz") __asm__ volatile("msr fpcr, %0" : : "r"(control));
#endif
}

void arm_timer(std::string_view what) {
  if (what == "interval") {
    const itimerval soon{.it_interval = {.tv_sec = 0, .tv_usec = 300},
                         .it_value = {.tv_sec = 0, .tv_usec = 300}};
    setitimer(ITIMER_REAL, &soon, nullptr);
  }
  if (what == "timer") {
    timer_t timer{};
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    const itimerspec soon{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_nsec = 500000}};
    timer_settime(timer, 0, &soon, nullptr);
  }
}

void spin() {
  static std::atomic<std::uint64_t> turns = 0;
  for (int i = 0; i < 8; ++i) {
    std::thread([] {
      for (;;) ++turns;
    }).detach();
  }
}

void leave(std::string_view what) {
  if (what == "mask") {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
  }
  if (what == "locale") setlocale(LC_ALL, "C.UTF-8");
  if (what == "thread_locale") uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", nullptr));
  if (what == "spin") spin();
  if (what == "writes") (void)!write(control_socket, "what?", 5);
  arm_timer(what);
  set_floating_point(what);  // last: nothing may run with these
}

/// Rounds once, in the registers that `x87` leaves changed.
float sum_of(float left, float right, bool in_x87) {
  if (!in_x87) return left + right;
  const volatile long double wide = static_cast<long double>(left) + right;
  return static_cast<float>(wide);
}

assay_status supports(void*, const assay_call* call) {
  const assay_operand& dst = call->operands[0];
  for (std::uint32_t i = 0; i < call->operand_count; ++i) {
    const assay_operand& tile = call->operands[i];
    if (tile.element != ASSAY_F32 || tile.block_layout != ASSAY_ROW_MAJOR ||
        tile.box_layout != ASSAY_NONE_BOX) {
      return ASSAY_UNSUPPORTED;
    }
    if (tile.valid_rows != dst.valid_rows || tile.valid_cols != dst.valid_cols ||
        tile.valid_rows > tile.rows || tile.valid_cols > tile.cols) {
      return ASSAY_REJECTED;
    }
  }
  return ASSAY_DONE;
}

assay_status execute(void*, assay_call* call) {
  const assay_operand& dst = call->operands[0];
  const std::string_view what = leaves();
  const bool guilty = lot(*call) < per_mille();
  const bool in_x87 = what == "x87" || what == "mmx";
  for (std::int64_t row = 0; row < dst.valid_rows; ++row) {
    float* const out = static_cast<float*>(dst.data) + row * dst.cols;
    const float* const left = row_of(call->operands[1], row);
    const float* const right = row_of(call->operands[2], row);
    for (std::int64_t i = 0; i < dst.valid_cols; ++i) out[i] = sum_of(left[i], right[i], in_x87);
  }
  if (guilty) leave(what);
  return ASSAY_DONE;
}

}  // namespace

const assay_backend* assay_backend_get(std::uint32_t) {
  static const assay_backend backend = [] {
    assay_backend one{};
    one.struct_size = sizeof one;
    one.abi_version = ASSAY_ABI_VERSION;
    one.name = "leaving";
    one.revision = "1";
    one.targets = "a2a3,a5";
    one.execute = execute;
    one.supports = supports;
    return one;
  }();
  return &backend;
}
