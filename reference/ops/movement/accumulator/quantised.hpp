// SPDX-License-Identifier: Apache-2.0
// The result for an element that leaves an accumulator, through a descriptor (decision 130) or
// unchanged (decision 140).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// Fields of the 64 bits that a column has in fp.
struct Descriptor {
  int shift = 1;            ///< bits 32 to 35 and one more, in [1, 16]
  double scale = 1;         ///< bits 13 to 31: sign, 8 bits of exponent, 10 of fraction
  int offset = 0;           ///< bits 37 to 45, in [-256, 255]
  int offset_unsigned = 0;  ///< the same bits without a sign, as hosts read them
  bool has_sign = false;    ///< bit 46: the destination is signed
};
Descriptor descriptor_of(std::uint64_t bits);

/// The pattern of a descriptor. `scale` is one of float whose 13 low bits are zero, `offset` in
/// [-256, 255].
std::uint64_t descriptor_bits(std::uint32_t scale, int offset, bool has_sign);

/// The pattern of a descriptor of int16_t: `shift` in [1, 16].
std::uint64_t shift_bits(int shift);

/// The attribute AtomicType of forms that add.
Attribute add_atomically();
/// The attribute ReluPreMode, with all of its values.
Attribute relu_pre_mode();
/// Whether it is NormalRelu; forms without it rectify nothing.
bool rectifies(const Call& call);

/// An element scaled, rounded and brought into dst by the choices of accumulators: arguments[0] is
/// the element, arguments[1] the descriptor of its column. NaN, and infinities where dst is an
/// integer or they are rectified, are left to the target.
Acceptable quantised(const ElementContext& cell);

/// An element rounded to dst, which is a float or has the type of src, after relu where the form
/// has it: arguments[0] is the element. NaN that is converted or rectified is left to the target.
Acceptable converted_accumulator(const ElementContext& cell);

/// A result of quantised() or converted_accumulator(), with the choices that it depends on.
Result with_accumulator_choices(Result result);

/// `element` added to what dst held, as AtomicAdd does.
ElementFunction summed(ElementFunction element);

/// The deviations in the public headers of a host.
struct HostQuantiser {
  bool by_float = false;         ///< products and sums are floats before they are rounded again
  bool unsigned_offset = false;  ///< offsets have no sign
};

/// The same as in the public headers of a host, with all its deviations. A result of quantised() is
/// accepted as well.
Acceptable quantised_by_host(const ElementContext& cell);

/// quantised(), unless a host has another result, by `deviations` alone or by all.
ElementFunction quantised_with(HostQuantiser deviations);

/// Whether a descriptor is one that legal cases have for these types, and one that they may have,
/// made of any bits.
bool is_legal_descriptor(ElementType from, ElementType to, std::uint64_t bits);
std::uint64_t legal_descriptor(ElementType from, ElementType to, std::uint64_t word);

/// Makes contents of src and fp telling: every descriptor is a legal one for dst, and seven of
/// eight products are near values of dst.
void make_descriptors(const Call& call, std::vector<ElementArray>& contents);
/// The same for ops that compute sums, whose elements are kept unchanged less often.
void make_descriptors_of_sums(const Call& call, std::vector<ElementArray>& contents);
/// The same of src alone, where preQuantScalar is the descriptor of all columns.
void make_scaled(const Call& call, std::vector<ElementArray>& contents);
/// Floats that become halves near values of those.
void make_converted(const Call& call, std::vector<ElementArray>& contents);

/// Contradictions between the sources about all ops that quantise.
std::vector<Ambiguity> quantiser_ambiguities();

}  // namespace assay::ops
