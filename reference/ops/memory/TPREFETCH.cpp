// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/memory/prefetch.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tprefetch_page = "TPREFETCH page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                        f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

}  // namespace

OpSpec TPREFETCH() {
  return {
      .mnemonic = "TPREFETCH",
      .summary = "Announces a view of global memory that is loaded soon; on the CPU loads it.",
      .forms = {{.name = "plain",
                 .operands = {dst, {"src", Role::in_out, OperandKind::global}},
                 .lead = "dst",
                 .constraints =
                     {invariant(element_is("dst", a2a3_elements))
                          .on({a2a3})
                          .from(tprefetch_page, "no list: all types"),
                      invariant(element_is("dst", elements))
                          .on({a5, cpu})
                          .from(tprefetch_page, "no list: all types"),
                      invariant(same_element("src", "dst")).from("decision 136", "as loads have"),
                      invariant(located_in("dst", {Location::vec}))
                          .from("decision 136", "a buffer that all targets have"),
                      invariant(nd_layout("dst")).from("decision 136", "the layout of a buffer"),
                      plain_fractal("dst"),
                      valid_within_shape("dst").from("Tile class", "static valid bounds"),
                      whole_lines().at(launch).from("decision 136", "a matrix that fits dst")},
                 .results = {fetched(), kept_memory()}}},
      .may_refuse = {small_floats_on_cpu(table_of_memory)},
      .decisions = {"136-prefetches"},
      .ambiguities = {{"devices may copy, keep a hint or do nothing; the CPU simulator performs a "
                       "blocking copy, as a page below tile/ops says",
                       "decision 136: src stays as it is; dst is free on devices and loaded on the "
                       "CPU"}},
      .notes = {"not tested: whether anything gets faster; other memories and layouts of dst"},
      .errata = tprefetch_errata(),
  };
}

}  // namespace assay::ops
