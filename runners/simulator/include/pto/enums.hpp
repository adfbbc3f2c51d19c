// SPDX-License-Identifier: Apache-2.0
// The enumerations of the public spelling, and the number that the C ABI has for each.
#pragma once

#include <cstdint>

#include "runners/backend.h"

namespace pto {

enum class TileType { Vec, Mat, Left, Right, Acc, Bias, Scaling, ScaleLeft, ScaleRight };
enum class BLayout { RowMajor = 0, ColMajor = 1 };
enum class SLayout { NoneBox = 0, RowMajor = 1, ColMajor = 2 };
enum class CompactMode { Null, Normal, RowPlusOne, RowAlignedPadding };

/// A custom pad has bit 32 set, its pattern below.
enum class PadValue : std::uint64_t { Null, Zero, Max, Min };

enum class Layout {
  ND,
  DN,
  NZ,
  SCALE,
  MX_A_ND,
  MX_A_DN,
  MX_A_ZZ,
  MX_B_ND,
  MX_B_DN,
  MX_B_NN,
  HIF4_A_ZZ,
  HIF4_B_NN,
  NC1HWC0,
  GNC1HWC0,
  NCHW,
  GNCHW,
  NHWC,
  NDC1HWC0,
  NCDHW,
  FRACTAL_Z,
  FRACTAL_Z_S16S8,
  FRACTAL_Z_3D,
  MAX
};

enum class CmpMode : std::uint8_t { EQ, NE, LT, LE, GT, GE };
enum class RoundMode : std::uint8_t {
  CAST_NONE,
  CAST_RINT,
  CAST_ROUND,
  CAST_FLOOR,
  CAST_CEIL,
  CAST_TRUNC,
  CAST_ODD
};
enum class SaturationMode : std::uint8_t { ON, OFF };
enum class AccPhase : std::uint8_t {
  Unspecified = 0,
  Unknown = Unspecified,
  Partial = 2,
  Final = 3
};
enum class PrintFormat : std::uint8_t { Width8_Precision4, Width8_Precision2, Width10_Precision6 };

/// The lanes of a group that are taken, the first one last.
enum class MaskPattern : std::uint8_t { P0101 = 1, P1010, P0001, P0010, P0100, P1000, P1111 };
enum class ScatterAxis : std::uint8_t { SCATTER_ROW, SCATTER_COL };
enum class GatherAxis : std::uint8_t { GATHER_ROW, GATHER_COL };

/// What an index names of a table in global memory, and what one beyond it does.
enum class Coalesce : std::uint8_t { Row, Elem };
enum class GatherOOB : std::uint8_t { Undefined, Clamp, Wrap, Zero };
enum class GatherExec : std::uint8_t { Scalar, Simt };
enum class ScatterOOB : std::uint8_t { Undefined, Skip, Clamp, Wrap };
enum class ScatterAtomicOp : std::uint8_t { None, Add, Max, Min };
enum class ScatterConflict : std::uint8_t { Last, Default };

/// The byte of an element that is counted, from the lowest.
enum class HistByte : std::uint8_t { BYTE_0, BYTE_1, BYTE_2, BYTE_3 };
/// The codes of a quantisation.
enum class QuantType : std::uint8_t { MXFP8, MXFP4_E2M1, INT8_SYM, INT8_ASYM };
enum class MxQuantAlg : std::uint8_t { OcpMxFp8E4M3, NvMxFp8E4M3, OcpMxFp4E2M1, NvMxFp4E2M1 };
/// The state of a generator of random numbers.
using TRandomKey = std::uint32_t[2];
using TRandomCounter = std::uint32_t[4];

enum class AtomicType : std::uint8_t { AtomicNone, AtomicAdd };
/// Which registers an image is unfolded by, and whether the instruction sets them.
enum class SetFmatrixMode : std::uint8_t {
  FMATRIX_A_AUTO,
  FMATRIX_B_AUTO,
  FMATRIX_A_MANUAL,
  FMATRIX_B_MANUAL
};
/// In how many transfers a copy from Vec to Mat is made.
enum class TInsertMode : std::uint8_t { SPLIT2 = 2, SPLIT4 = 3 };
enum class ReluPreMode : std::uint8_t { NoRelu, NormalRelu };

enum class DivAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class ExpAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class LogAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class SqrtAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class RsqrtAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class RecipAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class FmodAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class FmodSAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class RemAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class RemSAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };
enum class PowAlgorithm : std::uint8_t { DEFAULT, HIGH_PRECISION };

namespace detail {

/// The layout in the C ABI; -1 where it has none.
constexpr int abi_layout(Layout layout) {
  switch (layout) {
    case Layout::ND:
      return ASSAY_ND;
    case Layout::DN:
      return ASSAY_DN;
    case Layout::NZ:
      return ASSAY_NZ;
    case Layout::MX_A_ND:
      return ASSAY_MX_A_ND;
    case Layout::MX_A_DN:
      return ASSAY_MX_A_DN;
    case Layout::MX_A_ZZ:
      return ASSAY_MX_A_ZZ;
    case Layout::MX_B_ND:
      return ASSAY_MX_B_ND;
    case Layout::MX_B_DN:
      return ASSAY_MX_B_DN;
    case Layout::MX_B_NN:
      return ASSAY_MX_B_NN;
    case Layout::NC1HWC0:
      return ASSAY_NC1HWC0;
    case Layout::NDC1HWC0:
      return ASSAY_NDC1HWC0;
    case Layout::FRACTAL_Z:
      return ASSAY_FRACTAL_Z;
    case Layout::FRACTAL_Z_3D:
      return ASSAY_FRACTAL_Z_3D;
    case Layout::NCHW:
      return ASSAY_NCHW;
    case Layout::GNCHW:
      return ASSAY_GNCHW;
    case Layout::GNC1HWC0:
      return ASSAY_GNC1HWC0;
    case Layout::NCDHW:
      return ASSAY_NCDHW;
    default:
      return -1;
  }
}

constexpr bool is_custom(PadValue pad) { return (static_cast<std::uint64_t>(pad) >> 32U) != 0; }

constexpr std::uint32_t abi_pad(PadValue pad) {
  return is_custom(pad) ? static_cast<std::uint32_t>(ASSAY_PAD_CUSTOM)
                        : static_cast<std::uint32_t>(pad);
}

constexpr std::uint32_t pad_bits(PadValue pad) {
  return is_custom(pad) ? static_cast<std::uint32_t>(static_cast<std::uint64_t>(pad)) : 0;
}

}  // namespace detail

}  // namespace pto
