// SPDX-License-Identifier: Apache-2.0
// The random words of many elements at once, by wide integer arithmetic where there is any.
#include "generators/values/words.hpp"

namespace assay::generators {
namespace {

[[gnu::always_inline]] inline void words_body(const Counter& counter, std::uint64_t n,
                                              std::span<std::uint64_t> out) {
  std::uint64_t state =
      counter.start + (counter.index * Counter::words_per_element + n) * golden_ratio;
  for (std::uint64_t& word : out) {
    word = mix(state);
    state += Counter::words_per_element * golden_ratio;
  }
}

void plain_words(const Counter& first, std::uint64_t n, std::span<std::uint64_t> out) {
  words_body(first, n, out);
}

#if defined(__x86_64__)

[[gnu::target("avx512dq,avx512vl")]] void wide_words(const Counter& first, std::uint64_t n,
                                                     std::span<std::uint64_t> out) {
  words_body(first, n, out);
}

bool has_wide_words() {
  return __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

#else

void wide_words(const Counter& first, std::uint64_t n, std::span<std::uint64_t> out) {
  plain_words(first, n, out);
}

bool has_wide_words() { return false; }

#endif

}  // namespace

void random_words(const Counter& first, std::uint64_t n, std::span<std::uint64_t> out) {
  static const bool wide = has_wide_words();
  wide ? wide_words(first, n, out) : plain_words(first, n, out);
}

}  // namespace assay::generators
