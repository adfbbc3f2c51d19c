// SPDX-License-Identifier: Apache-2.0
// Proof that the enumerations of the C ABI and of the reference have the same numbers.
#pragma once

#include "reference/isa/call/call.hpp"
#include "reference/isa/types/image_layout.hpp"
#include "runners/backend.h"

namespace assay::runners {

template <typename Ours, typename Theirs>
constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<unsigned>(ours) == static_cast<unsigned>(theirs);
}

static_assert(same(OperandKind::tile, ASSAY_TILE) && same(OperandKind::global, ASSAY_GLOBAL) &&
              same(OperandKind::scalar, ASSAY_SCALAR));
static_assert(same(Role::output, ASSAY_OUTPUT) && same(Role::input, ASSAY_INPUT) &&
              same(Role::in_out, ASSAY_IN_OUT) && same(Role::scratch, ASSAY_SCRATCH));

static_assert(same(ElementType::f32, ASSAY_F32) && same(ElementType::f16, ASSAY_F16) &&
              same(ElementType::bf16, ASSAY_BF16) && same(ElementType::e4m3, ASSAY_E4M3) &&
              same(ElementType::e5m2, ASSAY_E5M2) && same(ElementType::e8m0, ASSAY_E8M0) &&
              same(ElementType::hif8, ASSAY_HIF8) && same(ElementType::e2m1, ASSAY_E2M1) &&
              same(ElementType::e1m2, ASSAY_E1M2) && same(ElementType::i4, ASSAY_I4));
static_assert(same(ElementType::i8, ASSAY_I8) && same(ElementType::u8, ASSAY_U8) &&
              same(ElementType::i16, ASSAY_I16) && same(ElementType::u16, ASSAY_U16) &&
              same(ElementType::i32, ASSAY_I32) && same(ElementType::u32, ASSAY_U32) &&
              same(ElementType::i64, ASSAY_I64) && same(ElementType::u64, ASSAY_U64) &&
              same(ElementType::f64, ASSAY_F64));

static_assert(same(Location::vec, ASSAY_VEC) && same(Location::mat, ASSAY_MAT) &&
              same(Location::left, ASSAY_LEFT) && same(Location::right, ASSAY_RIGHT) &&
              same(Location::acc, ASSAY_ACC) && same(Location::bias, ASSAY_BIAS) &&
              same(Location::scaling, ASSAY_SCALING) &&
              same(Location::scale_left, ASSAY_SCALE_LEFT) &&
              same(Location::scale_right, ASSAY_SCALE_RIGHT));
static_assert(same(BLayout::row_major, ASSAY_ROW_MAJOR) &&
              same(BLayout::col_major, ASSAY_COL_MAJOR));
static_assert(same(SLayout::none_box, ASSAY_NONE_BOX) &&
              same(SLayout::row_major, ASSAY_BOX_ROW_MAJOR) &&
              same(SLayout::col_major, ASSAY_BOX_COL_MAJOR));
static_assert(same(PadKind::null, ASSAY_PAD_NULL) && same(PadKind::zero, ASSAY_PAD_ZERO) &&
              same(PadKind::max, ASSAY_PAD_MAX) && same(PadKind::min, ASSAY_PAD_MIN) &&
              same(PadKind::custom, ASSAY_PAD_CUSTOM));
static_assert(same(CompactMode::null, 0) && same(CompactMode::normal, 1) &&
              same(CompactMode::row_plus_one, 2) && same(CompactMode::row_aligned_padding, 3));

static_assert(same(GlobalLayout::ND, ASSAY_ND) && same(GlobalLayout::DN, ASSAY_DN) &&
              same(GlobalLayout::NZ, ASSAY_NZ) && same(GlobalLayout::MX_A_ND, ASSAY_MX_A_ND) &&
              same(GlobalLayout::MX_A_DN, ASSAY_MX_A_DN) &&
              same(GlobalLayout::MX_A_ZZ, ASSAY_MX_A_ZZ) &&
              same(GlobalLayout::MX_B_ND, ASSAY_MX_B_ND) &&
              same(GlobalLayout::MX_B_DN, ASSAY_MX_B_DN) &&
              same(GlobalLayout::MX_B_NN, ASSAY_MX_B_NN));
static_assert(same(GlobalLayout::NC1HWC0, ASSAY_NC1HWC0) &&
              same(GlobalLayout::NDC1HWC0, ASSAY_NDC1HWC0) &&
              same(GlobalLayout::FRACTAL_Z, ASSAY_FRACTAL_Z) &&
              same(GlobalLayout::FRACTAL_Z_3D, ASSAY_FRACTAL_Z_3D));
static_assert(same(image_layout::nchw, ASSAY_NCHW) && same(image_layout::gnchw, ASSAY_GNCHW) &&
              same(image_layout::gnc1hwc0, ASSAY_GNC1HWC0) &&
              same(image_layout::ncdhw, ASSAY_NCDHW));

}  // namespace assay::runners
