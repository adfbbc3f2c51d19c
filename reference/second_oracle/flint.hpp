// SPDX-License-Identifier: Apache-2.0
// FLINT's types and GMP's integers with constructors and destructors, and their values as ours.
// Private to this folder.
#pragma once

#include <arb.h>
#include <gmp.h>

#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// Owns a value of a C library and converts to the pointer that its functions take.
template <typename Raw, void (*initialise)(Raw*), void (*clear)(Raw*)>
class Owner {
 public:
  Owner() { initialise(&raw_); }
  ~Owner() { clear(&raw_); }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  operator Raw*() { return &raw_; }
  Raw* operator->() { return &raw_; }

 private:
  Raw raw_;
};

using Integer = Owner<__mpz_struct, mpz_init, mpz_clear>;
using Float = Owner<arf_struct, arf_init, arf_clear>;
using Ball = Owner<arb_struct, arb_init, arb_clear>;

/// |x|; 0 for a zero.
inline void set_magnitude(arf_ptr out, const Number& x) {
  arf_set_ui(out, x.significand);
  arf_mul_2exp_si(out, out, x.exponent);
}

inline void set(arf_ptr out, const Number& x) {
  set_magnitude(out, x);
  if (x.negative) arf_neg(out, out);
}

/// |x| for x other than 0; with `more` x is a number rounded down to 128 bits or more.
inline Magnitude magnitude_of(arf_srcptr x, bool more) {
  mp_srcptr limbs = nullptr;  // the top bit of the last one is set, the first one is not 0
  mp_size_t count = 0;
  ARF_GET_MPN_READONLY(limbs, count, x);
  const u64 next = count > 1 ? limbs[count - 2] : 0;
  return {u128{limbs[count - 1]} << 64 | next, ARF_EXP(x) - 128, more || count > 2};
}

}  // namespace assay::second_oracle
