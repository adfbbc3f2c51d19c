// SPDX-License-Identifier: Apache-2.0
// Page and simulator sort and merge alike: keys of two values, of which a comparison network or a
// merge that is right for all of them is right for all keys (the 0-1 principle).
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"
#include "runners/simulator/bench_test.hpp"

namespace assay::runners {
namespace {

using enum ElementType;
using Contents = std::vector<ElementArray>;

class SortsAlike : public testing::TestWithParam<Target> {
 protected:
  /// What the simulator stores is what the page accepts.
  void compare(const Call& call, const Contents& before) {
    const Contents after = executed(call, before);
    const auto expected =
        expect(call, before, [](const ToleranceKey& key) { return ops::correctly_rounded(key); });
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const std::size_t operand = call.form->index_of(call.form->results[i].operand);
      const auto& tile = std::get<ExpectedTile>(expected[i]);
      ASSERT_TRUE(all_acceptable(tile, before[operand], after[operand]))
          << call.form->op << " " << call.form->name << ", call " << calls_;
      exact_ += std::ranges::count(tile.accept, Accept::exact);
    }
    ++calls_;
  }

  std::int64_t calls_ = 0, exact_ = 0;

 private:
  Contents executed(const Call& call, const Contents& before) {
    simulator::Bench bench;
    std::vector<const assay_operand*> placed;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto type = static_cast<assay_element>(before[i].type());
      const int bytes = size_of(before[i].type());
      if (const auto* tile = std::get_if<TileSpec>(&call.operands[i])) {
        placed.push_back(&bench.tile(type, bytes, tile->rows(), tile->cols(), tile->valid_rows,
                                     tile->valid_cols));
      } else if (const auto* view = std::get_if<GlobalSpec>(&call.operands[i])) {
        placed.push_back(&bench.global(type, bytes, ASSAY_ND, view->shape, view->stride));
      } else {
        bench.scalar(type, before[i][0]);
        placed.push_back(nullptr);
      }
      if (placed.back() == nullptr) continue;
      std::memcpy(placed.back()->data, before[i].bytes().data(), before[i].bytes().size());
    }
    std::vector<std::string> values;
    for (const Attribute& one : call.form->attributes) {
      values.emplace_back(call.attribute(one.name));
      bench.attributes.push_back({one.name.c_str(), values.back().c_str()});
    }
    const std::string target(name_of(call.target));
    EXPECT_EQ(bench.run(*device_, call.form->op.c_str(), call.form->name.c_str(), target.c_str()),
              ASSAY_DONE)
        << bench.message;
    Contents after = before;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (placed[i] == nullptr) continue;
      std::memcpy(after[i].bytes().data(), placed[i]->data, after[i].bytes().size());
    }
    return after;
  }

  std::unique_ptr<simulator::Simulator> device_ = simulator::make();
};

std::uint64_t key(ElementType type, bool greater) {
  if (type == f32) return greater ? 0x40000000 : 0xBF800000;
  return greater ? 0x4000 : 0xBC00;
}

/// All 65,536 arrangements of 16 keys, 4,096 in the rows of a call, each with the same indices in
/// no order.
TEST_P(SortsAlike, EveryBlockOf16KeysOfTwoValues) {
  constexpr std::int64_t rows = 4096, width = 16;
  for (const ElementType type : {f16, f32}) {
    const std::int64_t step = 8 / size_of(type);
    const Call call{&ops::form_of("TSORT32", "tmp"),
                    GetParam(),
                    {ops::tile(type, rows, 32 * step, rows, width * step),
                     ops::tile(type, rows, 32, rows, width), ops::tile(u32, 1, 32, 1, width),
                     ops::tile(type, 1, 32, 1, 32)},
                    {}};
    Contents before{ops::filled(type, rows * 32 * step, 9), ops::filled(type, rows * 32, 0),
                    ops::filled(u32, 32, 0), ops::filled(type, 32, 0)};
    for (std::int64_t col = 0; col < width; ++col) {
      before[2].set(col, static_cast<std::uint64_t>((5 * col + 3) % 16) << 12U);
    }
    for (std::int64_t keys = 0; keys < 65536;) {
      for (std::int64_t row = 0; row < rows; ++row, ++keys) {
        for (std::int64_t col = 0; col < width; ++col) {
          before[1].set(row * 32 + col, key(type, (keys >> col & 1) != 0));
        }
      }
      ASSERT_NO_FATAL_FAILURE(compare(call, before));
    }
  }
  EXPECT_EQ(exact_, 65536 * width * (2 + 4));
}

/// The records of a list in order, of which the first `ones` are greater; no two indices of a call
/// are equal, and later ones are smaller.
void fill(ElementArray& elements, std::int64_t first, std::int64_t records, std::int64_t ones,
          std::uint64_t& index) {
  const std::int64_t step = 8 / size_of(elements.type());
  for (std::int64_t record = 0; record < records; ++record, first += step) {
    elements.set(first, key(elements.type(), record < ones));
    index -= 0x10001;
    if (step == 2) {
      elements.set(first + 1, index);
    } else {
      elements.set(first + 1, 0);
      elements.set(first + 2, index & 0xFFFFU);
      elements.set(first + 3, index >> 16U);
    }
  }
}

/// A list of so many records, of which the first ones are greater.
struct List {
  std::int64_t records, ones;
};
constexpr std::array lists{List{1, 0}, List{1, 1}, List{2, 0}, List{2, 1}, List{2, 2},
                           List{3, 0}, List{3, 1}, List{3, 2}, List{3, 3}};

Call merge_of(const std::vector<List>& chosen, Target target, ElementType type, bool stops) {
  constexpr std::array forms{"two", "three", "four"};
  GlobalSpec counts;
  counts.element = u16;
  counts.shape = {1, 1, 1, 1, 4};
  counts.stride = {4, 4, 4, 4, 1};
  std::int64_t all = 0;
  for (const List& list : chosen) all += list.records * 8 / size_of(type);
  Call call{&ops::form_of("TMRGSORT", forms.at(chosen.size() - 2)),
            target,
            {ops::tile(type, 1, 64, 1, all), counts, ops::tile(type, 1, 64, 1, 64)},
            {stops ? 1 : 0}};
  for (const List& list : chosen) {
    call.operands.emplace_back(ops::tile(type, 1, 16, 1, list.records * 8 / size_of(type)));
  }
  return call;
}

/// Every choice of two to four lists out of the nine.
TEST_P(SortsAlike, EveryMergeOfListsOfTwoValues) {
  const auto merge = [&](const std::vector<List>& chosen, ElementType type, bool stops) {
    const Call call = merge_of(chosen, GetParam(), type, stops);
    Contents before{ops::filled(type, 64, 9), ops::filled(u16, 4, 9), ops::filled(type, 64, 9)};
    std::uint64_t index = 0x7FFFFFFF;
    for (const List& list : chosen) {
      before.push_back(ops::filled(type, 16, 9));
      fill(before.back(), 0, list.records, list.ones, index);
    }
    compare(call, before);
  };
  for (std::size_t count = 2; count <= 4; ++count) {
    std::size_t choices = 1;
    for (std::size_t i = 0; i < count; ++i) choices *= lists.size();
    for (std::size_t number = 0; number < choices; ++number) {
      std::vector<List> chosen;
      for (std::size_t rest = number; chosen.size() < count; rest /= lists.size()) {
        chosen.push_back(lists.at(rest % lists.size()));
      }
      for (const bool stops : {false, true}) {
        ASSERT_NO_FATAL_FAILURE(merge(chosen, number % 2 == 0 ? f16 : f32, stops));
      }
    }
  }
  EXPECT_EQ(calls_, 2 * (81 + 729 + 6561));
}

/// Groups of four blocks of 16 records of half, as many greater as `ones` says, all of them.
TEST_P(SortsAlike, FourBlocksOfTwoValues) {
  constexpr std::array<std::int64_t, 6> ones{0, 1, 2, 8, 15, 16};
  constexpr std::int64_t block = 64, groups = 144, cols = groups * 4 * block;
  const Call call{
      &ops::form_of("TMRGSORT", "blocks"),
      GetParam(),
      {ops::tile(f16, 1, cols, 1, cols), ops::tile(f16, 1, cols, 1, cols), ScalarSpec{u32, block}},
      {}};
  std::size_t number = 0;
  while (number < 1296) {
    Contents before{ops::filled(f16, cols, 9), ops::filled(f16, cols, 9),
                    ops::elements(u32, {block})};
    std::uint64_t index = 0x7FFFFFFF;
    for (std::int64_t group = 0; group < groups; ++group, ++number) {
      std::size_t rest = number;
      for (std::int64_t i = 0; i < 4; ++i, rest /= ones.size()) {
        fill(before[1], (4 * group + i) * block, 16, ones.at(rest % ones.size()), index);
      }
    }
    ASSERT_NO_FATAL_FAILURE(compare(call, before));
  }
  EXPECT_EQ(exact_, 9 * cols);
}

INSTANTIATE_TEST_SUITE_P(Sorting, SortsAlike, testing::ValuesIn(all_targets),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

}  // namespace
}  // namespace assay::runners
