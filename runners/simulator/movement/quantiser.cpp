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
long double zero_point(const QuantiserSpec& quantiser, std::uint64_t descriptor) {
  const auto field = static_cast<std::int64_t>(descriptor >> 37U & 0x1FFU);
  return static_cast<long double>(quantiser.signed_offsets ? (field ^ 0x100) - 0x100 : field);
}

long double kept(const QuantiserSpec& quantiser, long double x) {
  return quantiser.exact ? x : static_cast<long double>(static_cast<float>(x));
}

/// Four bits say by how much less one an integer is shifted down.
std::uint64_t to_short(const QuantiserSpec& quantiser, std::uint64_t bits,
                       std::uint64_t descriptor) {
  const std::int64_t shifted =
      sign_extended(quantiser.from, bits) >> ((descriptor >> 32U & 0xFU) + 1);
  const std::int64_t least = quantiser.rectifies ? 0 : -32768;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(shifted, least, 32767)) & 0xFFFFU;
}

std::uint64_t to_byte(const QuantiserSpec& quantiser, long double product,
                      std::uint64_t descriptor) {
  const long double least = is_signed_integer(quantiser.to) ? -128 : 0;
  const long double offset = zero_point(quantiser, descriptor);
  long double number = std::isnan(product) ? 0 : product;
  if (quantiser.exact) {
    number = std::clamp(std::nearbyint(number), -256.0L, 255.0L) + offset;
  } else {
    number = std::nearbyint(kept(quantiser, number + offset));
  }
  number = std::clamp(number, least, least + 255);
  if (quantiser.rectifies) number = std::max(number, 0.0L);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & 0xFFU;
}

}  // namespace

std::uint64_t quantised(const QuantiserSpec& quantiser, const Hooks& hooks, std::uint64_t bits,
                        std::uint64_t descriptor) {
  if (quantiser.to == ASSAY_I16) return to_short(quantiser, bits, descriptor);
  // 24 or 32 bits times 11: a long double holds every product.
  const long double product =
      kept(quantiser, kept(quantiser, number_of(quantiser.from, bits)) * multiplier(descriptor));
  if (is_integer(quantiser.to)) return to_byte(quantiser, product, descriptor);
  const Job job{quantiser.machine, ASSAY_F32, quantiser.to, Cast::rint, true, true};
  if (quantiser.rectifies && product <= 0) return 0;
  return convert_number(job, hooks, product);
}

std::uint64_t converted_as_it_is(const QuantiserSpec& quantiser, const Hooks& hooks,
                                 std::uint64_t bits) {
  const long double number = number_of(quantiser.from, bits);
  if (quantiser.rectifies && number <= 0) return 0;
  if (quantiser.to == quantiser.from) return bits;
  return convert_number({quantiser.machine, ASSAY_F32, quantiser.to, Cast::rint, true, true}, hooks,
                        number);
}

Quantiser::Quantiser(const Request& request, const Hooks& hooks)
    : request_(&request),
      hooks_(&hooks),
      spec_{request.machine, request[1].element, request[0].element,
            request.attribute("ReluPreMode") == "NormalRelu"} {
  hooks.quantiser(request, spec_);
  const bool scaled = request.operands.size() % 2 != 0;  // an index never comes alone
  if (!scaled) return;
  scales_ = &request[2];
  if (scales_->kind == ASSAY_TILE) row_.emplace(*scales_);
}

std::uint64_t Quantiser::descriptor(Place source) const {
  if (!row_) return hooks_->argument(ASSAY_U64, scales_->scalar_bits);
  Place one{0, source.col};
  hooks_->origin(*request_, source, one);
  return hooks_->argument(scales_->element, row_->get(one.row, one.col));
}

QuantisedElement Quantiser::operator()(Place source, std::uint64_t bits) const {
  const std::uint64_t element = hooks_->moved(spec_.from, bits);
  if (scales_ == nullptr) return {{element, 0}, 1, converted_as_it_is(spec_, *hooks_, element)};
  const std::uint64_t scale = descriptor(source);
  return {{element, scale}, 2, quantised(spec_, *hooks_, element, scale)};
}

}  // namespace assay::simulator
