// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/movement/quantiser.hpp"

#include <algorithm>
#include <cmath>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {
namespace {

/// The multiplier is a float without its 13 last bits.
long double multiplier(std::uint64_t descriptor) {
  return number_of(ASSAY_F32, (descriptor >> 13U & 0x7FFFFU) << 13U);
}

/// Nine bits in two's complement.
long double zero_point(const Drain& drain, std::uint64_t descriptor) {
  const auto field = static_cast<std::int64_t>(descriptor >> 37U & 0x1FFU);
  return static_cast<long double>(drain.signed_offsets ? (field ^ 0x100) - 0x100 : field);
}

long double kept(const Drain& drain, long double x) {
  return drain.exact ? x : static_cast<long double>(static_cast<float>(x));
}

/// Four bits say by how much less one an integer is shifted down.
std::uint64_t to_short(const Drain& drain, std::uint64_t bits, std::uint64_t descriptor) {
  const std::int64_t shifted = sign_extended(drain.from, bits) >> ((descriptor >> 32U & 0xFU) + 1);
  const std::int64_t least = drain.rectifies ? 0 : -32768;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(shifted, least, 32767)) & 0xFFFFU;
}

std::uint64_t to_byte(const Drain& drain, long double product, std::uint64_t descriptor) {
  const long double least = is_signed_integer(drain.to) ? -128 : 0;
  const long double offset = zero_point(drain, descriptor);
  long double number = std::isnan(product) ? 0 : product;
  if (drain.exact) {
    number = std::clamp(std::nearbyint(number), -256.0L, 255.0L) + offset;
  } else {
    number = std::nearbyint(kept(drain, number + offset));
  }
  number = std::clamp(number, least, least + 255);
  if (drain.rectifies) number = std::max(number, 0.0L);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & 0xFFU;
}

}  // namespace

std::uint64_t drained(const Drain& drain, const Seams& seams, std::uint64_t bits,
                      std::uint64_t descriptor) {
  if (drain.to == ASSAY_I16) return to_short(drain, bits, descriptor);
  // 24 or 32 bits times 11: a long double holds every product.
  const long double product =
      kept(drain, kept(drain, number_of(drain.from, bits)) * multiplier(descriptor));
  if (is_integer(drain.to)) return to_byte(drain, product, descriptor);
  const Job job{drain.machine, ASSAY_F32, drain.to, Cast::rint, true, true};
  if (drain.rectifies && product <= 0) return 0;
  return convert_number(job, seams, product);
}

std::uint64_t drained_as_it_is(const Drain& drain, const Seams& seams, std::uint64_t bits) {
  const long double number = number_of(drain.from, bits);
  if (drain.rectifies && number <= 0) return 0;
  if (drain.to == drain.from) return bits;
  return convert_number({drain.machine, ASSAY_F32, drain.to, Cast::rint, true, true}, seams,
                        number);
}

Draining::Draining(const Request& request, const Seams& seams)
    : request_(&request),
      seams_(&seams),
      drain_{request.machine, request[1].element, request[0].element,
             request.attribute("ReluPreMode") == "NormalRelu"} {
  seams.drains(request, drain_);
  const bool scaled = request.operands.size() % 2 != 0;  // an index never comes alone
  if (!scaled) return;
  scales_ = &request[2];
  if (scales_->kind == ASSAY_TILE) row_.emplace(*scales_);
}

std::uint64_t Draining::descriptor(Place source) const {
  if (!row_) return seams_->argument(ASSAY_U64, scales_->scalar_bits);
  Place one{0, source.col};
  seams_->origin(*request_, source, one);
  return seams_->argument(scales_->element, row_->get(one.row, one.col));
}

Drained Draining::operator()(Place source, std::uint64_t bits) const {
  const std::uint64_t element = seams_->moved(drain_.from, bits);
  if (scales_ == nullptr) return {{element, 0}, 1, drained_as_it_is(drain_, *seams_, element)};
  const std::uint64_t scale = descriptor(source);
  return {{element, scale}, 2, drained(drain_, *seams_, element, scale)};
}

}  // namespace assay::simulator
