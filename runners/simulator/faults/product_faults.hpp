// SPDX-License-Identifier: Apache-2.0
// Faults of matrix products.
#pragma once

#include <algorithm>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/matrix/dot.hpp"
#include "runners/simulator/rules/row.hpp"

namespace assay::simulator::bends {

struct InnerTailLost : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.count > dot.block) dot.count -= dot.count % dot.block;
  }
};

struct InnerBlockReadWhole : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    dot.count = (dot.count + dot.block - 1) / dot.block * dot.block;
  }
};

struct AccumulatesInHalf : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override { dot.kept = 10; }
};

struct ColumnBoxRepeated : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override { dot.right_column %= 16; }
};

// What a sum starts from.

struct StartForgotten : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.request.row->accumulates) dot.starts = false;
  }
};

struct StartOfResult : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override { dot.from_result = dot.request.row->accumulates; }
};

struct StartOfFirstRow : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.request.row->accumulates) dot.start_at.row = 0;
  }
};

struct StartOfFirstBox : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.request.row->accumulates) dot.start_at.col %= 16;
  }
};

struct BiasAlongRows : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.request.row->adds_bias) dot.start_at.col = dot.place.row;
  }
};

struct BiasOnFirstRow : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.request.row->adds_bias && dot.place.row > 0) dot.starts = false;
  }
};

struct BiasBoxRepeated : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    if (dot.request.row->adds_bias) dot.start_at.col %= 16;
  }
};

struct LastBiasLost : Bend {
  using Bend::Bend;
  void multiplied(Dot& dot) const override {
    const bool last = dot.place.col + 1 == dot.request[0].valid_cols;
    if (dot.request.row->adds_bias && last) dot.starts = false;
  }
};

}  // namespace assay::simulator::bends
