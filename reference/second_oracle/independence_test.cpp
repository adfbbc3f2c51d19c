// SPDX-License-Identifier: Apache-2.0
// FLINT links MPFR, and some functions of Arb call it. This program replaces the functions of MPFR
// that compute something for Arb by functions that fail: the second oracle must not call them.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "reference/second_oracle/agreement/samples.hpp"
#include "reference/second_oracle/arithmetic.hpp"
#include "reference/second_oracle/codec.hpp"

// The dynamic linker looks for a name in the program before it looks in libraries.
#define ASSAY_MUST_NOT_BE_CALLED(name)             \
  extern "C" void name() {                         \
    ADD_FAILURE() << #name " is a part of MPFR";   \
    std::abort(); /* no result to continue with */ \
  }
ASSAY_MUST_NOT_BE_CALLED(mpfr_exp)
ASSAY_MUST_NOT_BE_CALLED(mpfr_expm1)
ASSAY_MUST_NOT_BE_CALLED(mpfr_log)
ASSAY_MUST_NOT_BE_CALLED(mpfr_log1p)
ASSAY_MUST_NOT_BE_CALLED(mpfr_mul)
ASSAY_MUST_NOT_BE_CALLED(mpfr_mulhigh_n)
ASSAY_MUST_NOT_BE_CALLED(mpfr_rec_sqrt)
ASSAY_MUST_NOT_BE_CALLED(mpfr_rootn_ui)
ASSAY_MUST_NOT_BE_CALLED(mpfr_sqr)
ASSAY_MUST_NOT_BE_CALLED(mpfr_sqrhigh_n)
ASSAY_MUST_NOT_BE_CALLED(mpfr_sqrt)

namespace assay::second_oracle {
namespace {

TEST(Independence, NoFunctionReachesMpfrAtAnyPrecision) {
  std::int64_t enclosed = 0;
  for (int f = 0; f < function_count; ++f) {
    const auto function = static_cast<Function>(f);
    for (const auto type : {ElementType::f32, ElementType::f64, ElementType::u64}) {
      const agreement::Draw draw =
          arity_of(function) == 1 ? agreement::patterns(type) : agreement::related(function, type);
      for (std::int64_t index = 0; index < 500; ++index) {
        const agreement::Arguments bits = draw(index);
        std::array<Number, 3> numbers;
        for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = decode(type, bits[k]);
        const Numbers x{numbers.data(), arity_of(function)};
        if (special(function, x)) continue;
        for (int bits_of_ball = first_precision; bits_of_ball <= last_precision;
             bits_of_ball *= 2) {
          enclose(function, x, bits_of_ball);
          ++enclosed;
        }
      }
    }
  }
  EXPECT_GT(enclosed, 50000);
}

}  // namespace
}  // namespace assay::second_oracle
