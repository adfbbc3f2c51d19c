// SPDX-License-Identifier: Apache-2.0
#include "golden/test/sample_cases.hpp"

#include <fmt/format.h>

#include "reference/isa/types/image_layout.hpp"

namespace assay::golden {
namespace {

// Every kind of acceptance, spread over the tile, with the source's bits as the value.
Expected copied(const Evaluation& evaluation) {
  const TileSpec& dst = evaluation.call.tile("dst");
  const ElementArray& src = evaluation.of("src");
  ExpectedTile out(dst.type.element, dst.rows(), dst.cols());
  for (std::int64_t i = 0; i < src.size(); ++i) {
    if (!dst.is_valid(i / dst.cols(), i % dst.cols())) continue;
    out.set_any_of(i, src[i], src[(i + 1) % src.size()]);
    out.set_accept(i, static_cast<Accept>(i % 7));
    if (i % 2 == 0) out.exact[static_cast<std::size_t>(i)] = static_cast<double>(i) / 8;
  }
  return out;
}

Expected loaded(const Evaluation& evaluation) {
  const TileSpec& dst = evaluation.call.tile("dst");
  const GlobalSpec& from = evaluation.call.global("table");
  ExpectedTile out(dst.type.element, dst.rows(), dst.cols());
  for (std::int64_t i = 0; i < from.shape[4]; ++i) {
    out.set_exact(i, evaluation.of("table")[from.base + i * from.stride[4]]);
  }
  return out;
}

// All of the memory, of which every other element is a range where the first one is odd.
Expected stored(const Evaluation& evaluation) {
  const ElementArray& table = evaluation.of("table");
  ExpectedTile out(table.type(), 1, table.size());
  for (std::int64_t i = 0; i < table.size(); ++i) {
    out.set_exact(i, table[i]);
    if (table[0] % 2 == 1 && i % 2 == 0) out.set_any_of(i, table[i], table[i] ^ 1U);
  }
  return out;
}

Expected said(const Evaluation& evaluation) {
  const std::uint64_t first = evaluation.of("src")[0];
  return ExpectedText{{{fmt::format("{:8d}\n", first), 8}, {fmt::format("{:6d}|\n", first), 6}},
                      static_cast<std::int64_t>(first % 100)};
}

Form form(std::string name, std::vector<Operand> operands, std::vector<Result> results) {
  Form out;
  out.op = "ECHO";
  out.name = std::move(name);
  out.lead = "src";
  out.operands = std::move(operands);
  out.results = std::move(results);
  return out;
}

OpSpec make_op() {
  const Operand dst{"dst", Role::output, OperandKind::tile};
  const Operand src{"src", Role::input, OperandKind::tile};
  OpSpec op;
  op.mnemonic = "ECHO";
  op.forms.push_back(form("copy", {dst, src}, {{"dst", copied, ""}}));
  op.forms.push_back(form("load",
                          {dst,
                           src,
                           {"table", Role::input, OperandKind::global},
                           {"factor", Role::input, OperandKind::scalar}},
                          {{"dst", loaded, ""}}));
  op.forms.push_back(
      form("store", {{"table", Role::output, OperandKind::global}, src}, {{"table", stored, ""}}));
  op.forms.push_back(form("say", {src}, {{"text", said, ""}}));
  op.forms.back().attributes = {{"format", {"Width8", "Width10"}}, {"mode", {"a", "b", "c"}}};
  return op;
}

TileSpec tile(ElementType element, std::int64_t rows, std::int64_t cols) {
  TileSpec out;
  out.type.element = element;
  out.type.rows = out.valid_rows = rows;
  out.type.cols = out.valid_cols = cols;
  return out;
}

ElementArray numbered(ElementType type, std::int64_t count, std::uint64_t start) {
  ElementArray out(type, count);
  for (std::int64_t i = 0; i < count; ++i) {
    out.set(i, (start + static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ULL) & mask_of(type));
  }
  return out;
}

// Fills contents, name and expected values of a case whose call is complete.
GoldenCase complete(const char* form_name, std::vector<OperandValue> operands, Intent intent,
                    std::uint32_t key, bool refused = false) {
  const OpSpec& op = *sample_op("ECHO");
  GoldenCase out;
  Call& call = out.test.call;
  for (const Form& candidate : op.forms) {
    if (candidate.name == form_name) call.form = &candidate;
  }
  call.target = Target::a5;
  call.operands = std::move(operands);
  call.attributes.assign(call.form->attributes.size(), 1);
  out.test.intent = std::move(intent);
  out.test.plan = "ties";
  out.test.lead = element_of(out.test.call.operands[out.test.form().index_of("src")]);
  out.test.key = key;
  out.test.name = fmt::format("ECHO/{}/a5/ties@{:08x}", form_name, key);
  for (const OperandValue& value : call.operands) {
    if (const auto* t = std::get_if<TileSpec>(&value)) {
      out.before.push_back(numbered(t->type.element, t->rows() * t->cols(), key));
    } else if (const auto* g = std::get_if<GlobalSpec>(&value)) {
      out.before.push_back(numbered(g->element, g->allocation(), key + 1));
    } else {
      const auto& scalar = std::get<ScalarSpec>(value);
      out.before.emplace_back(scalar.element, 1);
      out.before.back().set(0, scalar.bits);
    }
  }
  if (!refused) out.expected = expect(call, out.before, sample_tolerance);
  return out;
}

GlobalSpec table_of(std::int64_t count, std::int64_t base) {
  GlobalSpec out;
  out.element = ElementType::i16;
  out.shape = {1, 1, 1, 1, count};
  out.stride = {70, 60, 50, 40, 3};
  out.dynamic_shape = {false, false, false, false, true};
  out.base = base;
  return out;
}

}  // namespace

const OpSpec* sample_op(std::string_view mnemonic) {
  static const OpSpec op = make_op();
  return mnemonic == op.mnemonic ? &op : nullptr;
}

Tolerance sample_tolerance(const ToleranceKey&) { return {}; }

Provenance sample_provenance() {
  return {"1", "2025-11", "0.1.0", 0xFFFF'FFFF'0000'0007ULL, "ECHO on a5, 11 cases"};
}

std::vector<GoldenCase> sample_cases() {
  std::vector<GoldenCase> out;
  TileSpec half = tile(ElementType::f16, 16, 32);
  half.type.pad = {PadKind::custom, 0xABCD1234};
  half.type.compact = CompactMode::row_plus_one;
  for (std::uint32_t i = 0; i < 3; ++i) {
    half.valid_rows = 5 + i;
    half.valid_cols = 31 - i;
    out.push_back(complete("copy", {half, half}, {}, 100 + i));
  }
  half.valid_rows = 17;
  out.push_back(complete("copy", {half, half},
                         {Intent::Kind::outside, "dst.valid rows", Edge::smallest}, 110, true));
  TileSpec nibbles = tile(ElementType::e2m1, 3, 64);
  nibbles.type.location = Location::scale_right;
  nibbles.type.slayout = SLayout::col_major;
  nibbles.type.blayout = BLayout::col_major;
  nibbles.type.fractal = 32;
  nibbles.type.dynamic_valid_rows = false;
  out.push_back(complete("copy", {nibbles, nibbles},
                         {Intent::Kind::boundary, "src.cols.max", Edge::largest}, 120));
  TileSpec conv = tile(ElementType::u32, 0, 0);
  conv.type.location = Location::mat;
  conv.type.conv = ConvShape{image_layout::ncdhw, 6, {1, 2, 1, 3, 2, 8}};  // the last layout
  conv.valid_rows = 1;
  conv.valid_cols = 96;
  out.push_back(complete("copy", {conv, conv}, {}, 130));
  const TileSpec line = tile(ElementType::i16, 1, 16);
  for (std::uint32_t i = 0; i < 3; ++i) {
    out.push_back(complete(
        "load",
        {line, line, table_of(4 + 3 * i, i), ScalarSpec{ElementType::f64, 1ULL << (60 + i)}}, {},
        140 + i));
  }
  const TileSpec words = tile(ElementType::u64, 2, 4);
  out.push_back(complete("say", {words}, {}, 150));
  out.push_back(complete("say", {words}, {Intent::Kind::boundary, "src.tmp", Edge::above}, 151));
  return out;
}

std::vector<GoldenCase> cases_that_store() {
  const TileSpec line = tile(ElementType::i16, 1, 16);
  std::vector<GoldenCase> out;
  for (const std::uint32_t key : {161U, 163U, 162U, 164U}) {
    out.push_back(complete("store", {table_of(3 + 5 * (key % 2), 0), line}, {}, key));
  }
  return out;
}

Trial sample_trial(const GoldenCase& golden) {
  Trial out;
  out.before = golden.before;
  for (const ElementArray& before : golden.before) {
    ElementArray after(before.type(), before.size());
    for (std::int64_t i = 0; i < after.size(); ++i) {
      after.set(i, static_cast<std::uint64_t>(3 * i) & mask_of(after.type()));
    }
    out.after.push_back(std::move(after));
  }
  out.text = golden.test.form().name == "say" ? fmt::format("said {}\n", golden.test.key) : "";
  return out;
}

}  // namespace assay::golden
