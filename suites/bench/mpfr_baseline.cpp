// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/mpfr_baseline.hpp"

#include <mpfr.h>

#include <stdexcept>

namespace assay::bench::mpfr {
namespace {

/// A number that lives as long as a call.
class Number {
 public:
  explicit Number(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  ~Number() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }

 private:
  mpfr_t value_;
};

using Apply = int (*)(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b);

Apply function_of(Function function) {
  switch (function) {
    case Function::divide:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) { return mpfr_div(y, a, b, MPFR_RNDN); };
    case Function::square_root:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr) { return mpfr_sqrt(y, a, MPFR_RNDN); };
    case Function::reciprocal_square_root:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr) { return mpfr_rec_sqrt(y, a, MPFR_RNDN); };
    case Function::reciprocal:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr) { return mpfr_ui_div(y, 1, a, MPFR_RNDN); };
    case Function::exponential:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr) { return mpfr_exp(y, a, MPFR_RNDN); };
    case Function::logarithm:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr) { return mpfr_log(y, a, MPFR_RNDN); };
    case Function::power:
      return [](mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) { return mpfr_pow(y, a, b, MPFR_RNDN); };
    default:
      throw std::invalid_argument("there is no baseline for this function");
  }
}

}  // namespace

std::string version() { return mpfr_get_version(); }

void apply(Function function, std::span<const float> a, std::span<const float> b,
           std::span<float> results) {
  const Apply call = function_of(function);
  const bool binary = arity(function) == 2;
  Number first(24), second(24), result(24);
  for (std::size_t i = 0; i < results.size(); ++i) {
    mpfr_set_flt(first, a[i], MPFR_RNDN);
    if (binary) mpfr_set_flt(second, b[i], MPFR_RNDN);
    call(result, first, second);
    results[i] = mpfr_get_flt(result, MPFR_RNDN);
  }
}

float product(std::span<const float> factors) {
  Number total(static_cast<mpfr_prec_t>(24 * factors.size() + 24)), factor(24);
  mpfr_set_ui(total, 1, MPFR_RNDN);
  for (const float value : factors) {
    mpfr_set_flt(factor, value, MPFR_RNDN);
    mpfr_mul(total, total, factor, MPFR_RNDN);
  }
  return mpfr_get_flt(total, MPFR_RNDN);
}

float sum(std::span<const float> terms) {
  Number total(700), term(24);
  mpfr_set_zero(total, 1);
  for (const float value : terms) {
    mpfr_set_flt(term, value, MPFR_RNDN);
    mpfr_add(total, total, term, MPFR_RNDN);
  }
  return mpfr_get_flt(total, MPFR_RNDN);
}

float dot(std::span<const float> a, std::span<const float> b) {
  Number total(700), first(24), second(24), product(48);
  mpfr_set_zero(total, 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpfr_set_flt(first, a[i], MPFR_RNDN);
    mpfr_set_flt(second, b[i], MPFR_RNDN);
    mpfr_mul(product, first, second, MPFR_RNDN);
    mpfr_add(total, total, product, MPFR_RNDN);
  }
  return mpfr_get_flt(total, MPFR_RNDN);
}

void matmul(std::span<const float> a, std::span<const float> b, std::size_t order,
            std::span<float> product, std::span<double> magnitude) {
  Number total(128), absolute(128), first(24), second(24), term(48);
  for (std::size_t i = 0; i < order; ++i) {
    for (std::size_t j = 0; j < order; ++j) {
      mpfr_set_zero(total, 1);
      mpfr_set_zero(absolute, 1);
      for (std::size_t k = 0; k < order; ++k) {
        mpfr_set_flt(first, a[i * order + k], MPFR_RNDN);
        mpfr_set_flt(second, b[k * order + j], MPFR_RNDN);
        mpfr_mul(term, first, second, MPFR_RNDN);
        mpfr_add(total, total, term, MPFR_RNDN);
        mpfr_abs(term, term, MPFR_RNDN);
        mpfr_add(absolute, absolute, term, MPFR_RNDN);
      }
      product[i * order + j] = mpfr_get_flt(total, MPFR_RNDN);
      magnitude[i * order + j] = mpfr_get_d(absolute, MPFR_RNDN);
    }
  }
}

}  // namespace assay::bench::mpfr
