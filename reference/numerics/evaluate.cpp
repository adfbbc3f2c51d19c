// SPDX-License-Identifier: Apache-2.0
// Functions over MPFR, at the fixed precision of Real and at growing precision.
//
// Where MPFR is not IEEE 754, and what is done about it:
// - mpfr_rec_sqrt(-0) is +infinity; IEEE 754 rSqrt(-0) is -infinity. Set here.
// - A zero sum of opposite terms has the sign of the rounding direction that MPFR was given, which
//   is not that of the result's mode. `pick_zero` takes the end that has the mode's sign.
// - A result beyond MPFR's own exponent range comes back as a zero or an infinity that is no exact
//   value. `back_in_range` turns it into the outermost number, which rounds like the true one.
// - mpfr_pow follows IEEE 754 pow in all its special cases; tests hold the table against it.
// - mpfr_fmod(x, y) is C's fmod; there is no floored remainder.
#include "reference/numerics/evaluate.hpp"

#include <array>
#include <cassert>
#include <stdexcept>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real_access.hpp"

namespace assay::numerics {
namespace {

mpfr_srcptr raw(const Real& real) { return RealAccess::big(real).backend().data(); }

/// A number of any precision.
class Number {
 public:
  explicit Number(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

using Arguments = std::span<const Real>;

/// a - b*floor(a/b), which differs from fmod by b wherever the signs differ.
int floored_remainder(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t direction) {
  Number remainder(mpfr_get_prec(a));
  mpfr_fmod(remainder.get(), a, b, MPFR_RNDZ);  // exact: a multiple of the smaller unit, below |b|
  if (mpfr_nan_p(remainder.get()) != 0) return mpfr_set(out, remainder.get(), direction);
  const bool opposite = (mpfr_signbit(remainder.get()) != 0) != (mpfr_signbit(b) != 0);
  if (mpfr_zero_p(remainder.get()) != 0) {
    mpfr_setsign(remainder.get(), remainder.get(), mpfr_signbit(b), MPFR_RNDZ);
    return mpfr_set(out, remainder.get(), direction);
  }
  if (!opposite) return mpfr_set(out, remainder.get(), direction);
  return mpfr_add(out, remainder.get(), b, direction);
}

int reciprocal_square_root_of(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t direction) {
  const int inexact = mpfr_rec_sqrt(out, a, direction);
  if (mpfr_zero_p(a) != 0) mpfr_setsign(out, out, mpfr_signbit(a), MPFR_RNDZ);
  return inexact;
}

/// MPFR keeps constants and memory for each thread and does not notice that one ends.
struct MemoryOfThread {
  MemoryOfThread() = default;
  MemoryOfThread(const MemoryOfThread&) = delete;
  MemoryOfThread& operator=(const MemoryOfThread&) = delete;
  ~MemoryOfThread() {
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
    mpfr_free_pool();
  }
};

/// `out` rounded in the direction; 0 if that is exact, else the sign of the error.
int apply(mpfr_ptr out, Function function, Arguments x, mpfr_rnd_t direction) {
  thread_local const MemoryOfThread memory;
  switch (function) {
    case Function::identity:
      return mpfr_set(out, raw(x[0]), direction);
    case Function::add:
      return mpfr_add(out, raw(x[0]), raw(x[1]), direction);
    case Function::subtract:
      return mpfr_sub(out, raw(x[0]), raw(x[1]), direction);
    case Function::multiply:
      return mpfr_mul(out, raw(x[0]), raw(x[1]), direction);
    case Function::divide:
      return mpfr_div(out, raw(x[0]), raw(x[1]), direction);
    case Function::fused_multiply_add:
      return mpfr_fma(out, raw(x[0]), raw(x[1]), raw(x[2]), direction);
    case Function::square_root:
      return mpfr_sqrt(out, raw(x[0]), direction);
    case Function::reciprocal_square_root:
      return reciprocal_square_root_of(out, raw(x[0]), direction);
    case Function::reciprocal:
      return mpfr_ui_div(out, 1, raw(x[0]), direction);
    case Function::exponential:
      return mpfr_exp(out, raw(x[0]), direction);
    case Function::logarithm:
      return mpfr_log(out, raw(x[0]), direction);
    case Function::power:
      return mpfr_pow(out, raw(x[0]), raw(x[1]), direction);
    case Function::truncated_remainder:
      return mpfr_fmod(out, raw(x[0]), raw(x[1]), direction);
    case Function::floored_remainder:
      return floored_remainder(out, raw(x[0]), raw(x[1]), direction);
    case Function::nearest_remainder:
      return mpfr_remainder(out, raw(x[0]), raw(x[1]), direction);
  }
  assert(false);
  return 0;
}

/// An infinity or a zero that is no exact result becomes the number next to it.
void back_in_range(mpfr_ptr number, int inexact) {
  if (inexact == 0) return;
  if (mpfr_inf_p(number) != 0) {
    mpfr_signbit(number) != 0 ? mpfr_nextabove(number) : mpfr_nextbelow(number);
  } else if (mpfr_zero_p(number) != 0) {
    // Rounded down in magnitude: the true value is above a result that is too small.
    inexact < 0 ? mpfr_nextabove(number) : mpfr_nextbelow(number);
  }
}

/// A Real with the value of `number`, rounded to odd; `inexact` if that value was cut off already.
Real to_odd(mpfr_srcptr number, bool inexact) {
  Real real;
  mpfr_ptr out = RealAccess::big(real).backend().data();
  const bool cut = mpfr_set(out, number, MPFR_RNDZ) != 0;
  if ((cut || inexact) && mpfr_regular_p(out) != 0) {
    constexpr int unused = 64 * 4 - 254;  // low bits of the last limb
    static_cast<mp_limb_t*>(mpfr_custom_get_significand(out))[0] |= mp_limb_t{1} << unused;
  }
  return real;
}

void require_arity(Function function, Arguments arguments) {
  if (arguments.size() != static_cast<std::size_t>(arity(function))) {
    throw std::invalid_argument("wrong number of arguments for " + std::string(name_of(function)));
  }
}

/// Both ends of the smallest interval of a precision around the true value.
struct Bracket {
  Number low;
  Number high;
  bool exact;

  Bracket(Function function, Arguments arguments, mpfr_prec_t precision)
      : low(precision), high(precision) {
    const int below = apply(low.get(), function, arguments, MPFR_RNDD);
    const int above = apply(high.get(), function, arguments, MPFR_RNDU);
    exact = below == 0 && above == 0;
    back_in_range(low.get(), below);
    back_in_range(high.get(), above);
  }
};

/// An exact zero: the sum of opposite terms is -0 in mode `floor` and +0 in the others (IEEE 754,
/// 6.3). Where the sign does not depend on the direction both ends have it.
std::uint64_t pick_zero(Bracket& bracket, ElementType to, RoundMode mode) {
  mpfr_srcptr zero = mode == RoundMode::floor ? bracket.low.get() : bracket.high.get();
  return encode(to, to_odd(zero, false), mode);
}

Real evaluate_with(Function function, std::initializer_list<Real> arguments) {
  return evaluate(function, {arguments.begin(), arguments.size()});
}

}  // namespace

Real evaluate(Function function, Arguments arguments) {
  require_arity(function, arguments);
  Real real;
  mpfr_ptr out = RealAccess::big(real).backend().data();
  const int inexact = apply(out, function, arguments, MPFR_RNDZ);
  back_in_range(out, inexact);
  return inexact == 0 ? real : to_odd(out, true);
}

std::uint64_t correctly_rounded(Function function, Arguments arguments, ElementType to,
                                RoundMode mode) {
  require_arity(function, arguments);
  // The longest chain of equal bits is that of f64 arguments in exp(2^-1074): 1100 bits.
  for (mpfr_prec_t precision = 64;; precision *= 2) {
    assert(precision <= 1 << 16);
    Bracket bracket(function, arguments, precision);
    if (mpfr_nan_p(bracket.low.get()) != 0) return encode(to, Real::nan(), mode);
    if (bracket.exact && mpfr_zero_p(bracket.low.get()) != 0) {
      return pick_zero(bracket, to, mode);
    }
    const std::uint64_t low = encode(to, to_odd(bracket.low.get(), false), mode);
    if (low == encode(to, to_odd(bracket.high.get(), false), mode)) return low;
  }
}

Real operator+(const Real& a, const Real& b) { return evaluate_with(Function::add, {a, b}); }
Real operator-(const Real& a, const Real& b) { return evaluate_with(Function::subtract, {a, b}); }
Real operator*(const Real& a, const Real& b) { return evaluate_with(Function::multiply, {a, b}); }
Real operator/(const Real& a, const Real& b) { return evaluate_with(Function::divide, {a, b}); }
Real square_root(const Real& a) { return evaluate_with(Function::square_root, {a}); }
Real exponential(const Real& a) { return evaluate_with(Function::exponential, {a}); }
Real logarithm(const Real& a) { return evaluate_with(Function::logarithm, {a}); }
Real power(const Real& a, const Real& b) { return evaluate_with(Function::power, {a, b}); }

Real reciprocal_square_root(const Real& a) {
  return evaluate_with(Function::reciprocal_square_root, {a});
}

Real operator-(const Real& a) {
  Real result = a;
  mpfr_ptr out = RealAccess::big(result).backend().data();
  mpfr_neg(out, out, MPFR_RNDN);
  return result;
}

Real absolute(const Real& a) { return a.is_negative() ? -a : a; }

}  // namespace assay::numerics
