// SPDX-License-Identifier: Apache-2.0
// The registers of a thread that decide how it computes, per processor.
#include "runners/backend/floating_state.hpp"

#include "runners/call/process_changes.hpp"

#if defined(__x86_64__)
#include <x86intrin.h>

#include <array>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace assay::runners {

#if defined(__x86_64__)

std::uint32_t restore_flags() {
  constexpr unsigned long long direction = 0x400, alignment = 0x40000;
  const unsigned long long flags = __readeflags();
  if ((flags & (direction | alignment)) == 0) return 0;
  __writeeflags(flags & ~(direction | alignment));
  return flags_changed;
}

std::uint32_t restore_floating_point() {
  constexpr unsigned plain = 0x1F80, sticky = 0x3F, masks = 0x1F80, rounding = 0x6000;
  constexpr unsigned flush_to_zero = 0x8000, subnormals_are_zero = 0x40;
  std::uint32_t changes = 0;
  const unsigned control = _mm_getcsr();
  if (control != plain) {
    if ((control & (flush_to_zero | subnormals_are_zero)) != 0) changes |= subnormals_flushed;
    if ((control & rounding) != 0) changes |= rounding_changed;
    if ((control & masks) != masks) changes |= exceptions_unmasked;
    _mm_setcsr(plain);
  }
  static_assert((plain & (sticky | flush_to_zero | subnormals_are_zero | rounding)) == 0);
  constexpr std::uint32_t plain_x87 = 0x037F, empty_registers = 0xFFFF;
  std::array<std::uint32_t, 7> environment{};  // control, status, tags, ...
  // Storing it masks all exceptions.
  __asm__ volatile("fnstenv %0\n\tfninit" : "=m"(environment));
  const bool plain_control = (environment[0] & 0xFFFF) == plain_x87;
  if (!plain_control || (environment[2] & 0xFFFF) != empty_registers) changes |= x87_changed;
  return changes;
}

#elif defined(__aarch64__)

std::uint32_t restore_flags() { return 0; }

std::uint32_t restore_floating_point() {
  constexpr std::uint64_t flushing = (1U << 24U) | (1U << 19U) | 1U;  // FZ, FZ16, FIZ
  constexpr std::uint64_t rounding = 3U << 22U;
  constexpr std::uint64_t traps = (0x1FU << 8U) | (1U << 15U);
  std::uint64_t control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  std::uint32_t changes = 0;
  if (control != 0) {
    if ((control & flushing) != 0) changes |= subnormals_flushed;
    // Another default NaN or another way to handle operands rounds no number, but is as far from
    // what the next call expects.
    if ((control & rounding) != 0 || (control & ~(flushing | traps)) != 0) {
      changes |= rounding_changed;
    }
    if ((control & traps) != 0) changes |= exceptions_unmasked;
  }
  const std::uint64_t plain = 0;
  __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %0" : : "r"(plain));
  return changes;
}

#else

std::uint32_t restore_flags() { return 0; }

std::uint32_t restore_floating_point() {
  const bool rounds_otherwise = std::fegetround() != FE_TONEAREST;
  std::fesetenv(FE_DFL_ENV);
  return rounds_otherwise ? rounding_changed : 0;
}

#endif

}  // namespace assay::runners
