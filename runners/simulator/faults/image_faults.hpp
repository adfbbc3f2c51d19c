// SPDX-License-Identifier: Apache-2.0
// Faults of images, and of rows with columns of their own.
#pragma once

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/rules/image.hpp"
#include "runners/simulator/rules/joining.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

struct ImageOneLate : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (request.row->run == run_image) ++from.row;
  }
};

struct ImagePadZero : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t scalar(const Request& request, const assay_operand& scalar, std::uint32_t,
                       std::uint64_t bits) const override {
    const bool pad = request.row->run == run_image && &scalar == &request[pad_value_operand];
    return pad ? 0 : bits;
  }
};

/// Registers are filled from a tile when another one is read than in the call before.
struct ImageSettingsKept : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    if (request.row->run != run_image || request[1].data == tile_) return true;
    tile_ = request[1].data;
    channels_ = request[channels_operand].scalar_bits;
    pad_ = request[pad_value_operand].scalar_bits;
    return true;
  }
  std::uint64_t scalar(const Request& request, const assay_operand& scalar, std::uint32_t,
                       std::uint64_t bits) const override {
    if (request.row->run != run_image) return bits;
    return &scalar == &request[pad_value_operand] ? pad_ : channels_;
  }

 private:
  mutable const void* tile_ = nullptr;
  mutable std::uint64_t channels_ = 0, pad_ = 0;
};

/// Rows of a loaded image are taken for its columns.
struct ImageLoadedAcross : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (request.row->run != run_load || request.form != "image") return;
    const std::int64_t height = request[0].shape[2], width = request[0].shape[3];
    const std::int64_t plane = from.row / (height * width), rest = from.row % (height * width);
    from.row = (plane * height + rest % height) * width + rest / height;
  }
};

/// Rows of a stored image are as far apart as its columns, and the other way around.
struct ImageStoredAcross : FaultHook {
  using FaultHook::FaultHook;
  void view(const Request&, assay_operand& seen) const override {
    if (seen.layout == ASSAY_NC1HWC0) std::swap(seen.stride[2], seen.stride[3]);
  }
};

/// Images of NCHW are read as far apart as those of NC1HWC0, whose last block is full.
struct ImagesPadded : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (request.row->run != run_transposition || request.form != "image") return;
    const assay_operand &dst = request[0], &src = request[1];
    if (src.layout != ASSAY_NCHW) return;
    const std::int64_t plane = src.shape[2] * src.shape[3];
    const std::int64_t image = from.col / (src.shape[1] * plane);
    from.col += image * (dst.shape[1] * dst.shape[4] - src.shape[1]) * plane;
  }
};

/// Rows of weights after the first 16 are those 16 again.
struct WeightsOfFirstBox : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (request.row->run != run_transposition || request.form != "image") return;
    const assay_operand &dst = request[0], &src = request[1];
    if (dst.layout != ASSAY_FRACTAL_Z && dst.layout != ASSAY_FRACTAL_Z_3D) return;
    from.col %= 16 * (conv_elements(src) / src.shape[0]);
  }
};

/// Numbers of columns are taken for those of the first row.
struct CountsOfFirstRow : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    if (request.row->run != run_joining || request.form == "plain") return;
    if (dst.operand().data != request[0].data) return;
    const Tile counts(left_counts(request)), right(request[2]);
    const auto first = static_cast<std::int64_t>(counts.get(0, 0)) / size_of(request[0].element);
    for (std::int64_t row = 1; row < request[0].valid_rows; ++row) {
      if (first < request[0].valid_cols) dst.set(row, first, right.get(row, 0));
    }
  }
};

/// Scales are taken for as wide as every fourth byte of factors.
struct ScalesFourthAsFar : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t scalar(const Request& request, const assay_operand& scalar, std::uint32_t,
                       std::uint64_t bits) const override {
    const bool address = request.row->run == run_scale_address && &scalar == &request[3];
    const std::uint64_t last = request[2].byte_size - request[0].byte_size;
    return address ? (bits * 4 < last * 16 ? bits * 4 : last * 16) : bits;
  }
};

}  // namespace assay::simulator::fault_hooks
