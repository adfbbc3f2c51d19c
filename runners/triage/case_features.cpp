// SPDX-License-Identifier: Apache-2.0
// Facts that are known of a case before it runs, as plain features for findings.
#include "runners/triage/case_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/shared_memory.hpp"
#include "runners/run/case_work.hpp"
#include "runners/run/manifest.hpp"

namespace assay::runners {
namespace {

using reports::CaseFeatures;

constexpr const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

/// Features of one operand, named after it, or after nothing for the lead.
class OperandFeatures {
 public:
  OperandFeatures(CaseFeatures& out, const Operand& operand, bool lead)
      : out_(out), name_(operand.name), lead_(lead) {}

  void add(const OperandValue& value) {
    word("dtype", std::string(name_of(element_of(value))));
    if (const auto* tile = std::get_if<TileSpec>(&value)) add_tile(*tile);
    if (const auto* global = std::get_if<GlobalSpec>(&value)) add_global(*global);
    if (const auto* scalar = std::get_if<ScalarSpec>(&value)) add_scalar(*scalar);
  }

 private:
  void word(const char* key, std::string value) {
    out_.words.emplace(fmt::format("{}.{}", name_, key), std::move(value));
  }
  void statement(const char* text, bool holds) {
    out_.words.emplace(fmt::format("{} {}", name_, text), yes_or_no(holds));
  }
  void number(const char* key, std::int64_t value) {
    out_.numbers.emplace(lead_ ? std::string(key) : fmt::format("{}.{}", name_, key), value);
  }

  void add_tile(const TileSpec& tile) {
    word("location", std::string(name_of(tile.type.location)));
    word("layout", std::string(name_of(tile.type.layout())));
    word("pad", std::string(name_of(tile.type.pad.kind)));
    word("fractal", fmt::format("{}", tile.type.fractal));
    number("rows", tile.rows());
    number("cols", tile.cols());
    number("valid_rows", tile.valid_rows);
    number("valid_cols", tile.valid_cols);
    number("elements", tile.rows() * tile.cols());
    number("bytes", tile.type.bytes());
    number("valid_bytes per row", bytes_for(tile.type.element, tile.valid_cols));
    statement("has fewer valid columns than columns", tile.valid_cols < tile.cols());
    statement("has fewer valid rows than rows", tile.valid_rows < tile.rows());
  }

  void add_global(const GlobalSpec& global) {
    static constexpr std::array<const char*, 5> dims{"shape0", "shape1", "shape2", "shape3",
                                                     "shape4"};
    for (std::size_t i = 0; i < dims.size(); ++i) number(dims.at(i), global.shape.at(i));
    number("elements", global.elements());
    number("pitch", global.stride[3]);
    number("base in bytes", bytes_for(global.element, global.base));
    statement("has gaps", global.base + global.elements() != global.allocation());
  }

  void add_scalar(const ScalarSpec& scalar) {
    const ElementFormat& format = format_of(scalar.element);
    if (format.kind == ElementKind::floating) {
      statement("is NaN", numerics::is_nan(scalar.element, scalar.bits));
      statement("is negative", numerics::is_negative(scalar.element, scalar.bits));
      return;
    }
    std::int64_t value = static_cast<std::int64_t>(scalar.bits & mask_of(scalar.element));
    const std::uint64_t sign = std::uint64_t{1} << (format.bits - 1);
    if (format.kind == ElementKind::signed_integer && (scalar.bits & sign) != 0) {
      value = static_cast<std::int64_t>(scalar.bits | ~mask_of(scalar.element));
    }
    // A limit that matters lies among small numbers; others are bits of something else.
    constexpr std::int64_t largest = std::int64_t{1} << 20;
    if (value >= -largest && value <= largest) out_.numbers.emplace(name_, value);
  }

  CaseFeatures& out_;
  std::string name_;
  bool lead_;
};

/// Which classes of values occur among the elements that a call reads.
class ContentFeatures {
 public:
  ContentFeatures(CaseFeatures& out, const std::string& operand, ElementType type)
      : out_(out), operand_(operand), format_(format_of(type)) {}

  void see(std::uint64_t bits) {
    const ElementType type = format_.type;
    if (numerics::is_nan(type, bits)) {
      nan_ = true;
      return;
    }
    const bool negative = numerics::is_negative(type, bits);
    negative_ |= negative;
    if (numerics::is_zero(type, bits)) {
      (negative ? negative_zero_ : zero_) = true;
    } else if (has_exponent_field_ && !numerics::is_infinite(type, bits)) {
      see_exponent(bits);
    }
    subnormal_ |= numerics::is_subnormal(type, bits);
    infinite_ |= numerics::is_infinite(type, bits);
  }

  void finish() {
    const bool floating = format_.kind == ElementKind::floating;
    if (floating) {
      statement("has NaN", nan_);
      statement("has -0", negative_zero_);
      statement("has subnormals", subnormal_);
      statement("has infinities", infinite_);
      any_input("has NaN", nan_);
      any_input("has -0", negative_zero_);
      any_input("has subnormals", subnormal_);
      any_input("has infinities", infinite_);
    }
    if (lowest_ <= highest_) {
      out_.numbers.emplace(operand_ + " lowest exponent", lowest_ - format_.bias);
      out_.numbers.emplace(operand_ + " highest exponent", highest_ - format_.bias);
    }
    statement("has zeros", zero_);
    if (format_.kind != ElementKind::unsigned_integer) statement("has negatives", negative_);
  }

 private:
  void statement(const char* text, bool holds) {
    out_.words.emplace(fmt::format("{} {}", operand_, text), yes_or_no(holds));
  }

  /// The same of the call: a fault of several ops has other operands in each.
  void any_input(const char* text, bool holds) {
    std::string& word = out_.words[fmt::format("an input {}", text)];
    if (word.empty() || holds) word = yes_or_no(holds);
  }

  /// Biased; zero for all subnormals.
  void see_exponent(std::uint64_t bits) {
    const std::uint64_t field = (bits & mask_of(format_.type)) >> (format_.precision - 1);
    const auto exponent =
        static_cast<std::int64_t>(field & ((std::uint64_t{1} << format_.exponent_bits) - 1));
    lowest_ = std::min(lowest_, exponent);
    highest_ = std::max(highest_, exponent);
  }

  CaseFeatures& out_;
  const std::string& operand_;
  const ElementFormat& format_;
  bool nan_ = false, zero_ = false, negative_zero_ = false, subnormal_ = false, infinite_ = false;
  bool negative_ = false;
  /// Not of integers, and not of formats whose fields have no fixed width.
  bool has_exponent_field_ = format_.kind == ElementKind::floating &&
                             format_.exponent_bits + format_.precision == format_.bits;
  std::int64_t lowest_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest_ = -1;
};

void see_tile(ContentFeatures& seen, const TileSpec& tile, const ElementArray& contents) {
  for (std::int64_t row = 0; row < std::min(tile.valid_rows, tile.rows()); ++row) {
    for (std::int64_t col = 0; col < std::min(tile.valid_cols, tile.cols()); ++col) {
      seen.see(contents[row * tile.cols() + col]);
    }
  }
}

void see_global(ContentFeatures& seen, const GlobalSpec& global, const ElementArray& contents) {
  const Dims5& shape = global.shape;
  Dims5 index{};
  for (index[0] = 0; index[0] < shape[0]; ++index[0])
    for (index[1] = 0; index[1] < shape[1]; ++index[1])
      for (index[2] = 0; index[2] < shape[2]; ++index[2])
        for (index[3] = 0; index[3] < shape[3]; ++index[3])
          for (index[4] = 0; index[4] < shape[4]; ++index[4]) {
            const std::int64_t offset = global.offset(index);
            if (offset >= 0 && offset < contents.size()) seen.see(contents[offset]);
          }
}

void add_contents(CaseFeatures& out, const Case& test_case,
                  const std::vector<ElementArray>& contents) {
  const Form& form = test_case.form();
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const Operand& operand = form.operands[i];
    if (operand.role != Role::input && operand.role != Role::in_out) continue;
    ContentFeatures seen(out, operand.name, element_of(test_case.call.operands[i]));
    const OperandValue& value = test_case.call.operands[i];
    if (const auto* tile = std::get_if<TileSpec>(&value)) see_tile(seen, *tile, contents[i]);
    if (const auto* global = std::get_if<GlobalSpec>(&value))
      see_global(seen, *global, contents[i]);
    if (std::holds_alternative<ScalarSpec>(value)) continue;
    seen.finish();
  }
}

/// Whether one valid extent of a tile is fixed and the other open, which makes another type.
bool has_fixed_and_open_extents(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile != nullptr && tile->type.dynamic_valid_rows != tile->type.dynamic_valid_cols;
}

/// M, N and K of a product of matrices, in place of the sizes of the lead; false if it is none.
bool add_extents_of_product(CaseFeatures& out, const Call& call) {
  const Form& form = *call.form;
  if (!form.has("aMatrix") || !form.has("bMatrix")) return false;
  const auto* a = std::get_if<TileSpec>(&call.operands[form.index_of("aMatrix")]);
  const auto* b = std::get_if<TileSpec>(&call.operands[form.index_of("bMatrix")]);
  if (a == nullptr || b == nullptr) return false;
  out.numbers.emplace("M", a->valid_rows);
  out.numbers.emplace("K", a->valid_cols);
  out.numbers.emplace("N", b->valid_cols);
  return true;
}

std::int64_t elements_of(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile == nullptr ? 1 : tile->rows() * tile->cols();
}

}  // namespace

reports::CaseFeatures features_of(const StoredCase& stored) {
  const Case& test_case = stored.test;
  CaseFeatures features;
  const Form& form = test_case.form();
  for (std::size_t i = 0; i < form.attributes.size(); ++i) {
    const Attribute& attribute = form.attributes[i];
    features.words.emplace(attribute.name, test_case.call.attribute(attribute.name));
  }
  const bool multiplies = add_extents_of_product(features, test_case.call);
  const std::size_t lead = form.index_of(form.lead);
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    if (form.operands[i].role == Role::scratch) continue;
    const bool bare = i == lead && !multiplies;
    OperandFeatures(features, form.operands[i], bare).add(test_case.call.operands[i]);
  }
  if (multiplies) features.numbers.emplace("elements", elements_of(test_case.call.operands[lead]));
  features.words.emplace(
      "a tile has one valid extent at run time",
      yes_or_no(std::ranges::any_of(test_case.call.operands, has_fixed_and_open_extents)));
  if (const auto places = places_in_place(form); !places.empty() && !stored.program) {
    features.words.emplace(form.operands[places.front().output].name + " overlaps an input",
                           yes_or_no(shared_memory(test_case).has_value()));
  }
  const bool known = test_case.intent.legal() && !stored.program;
  if (!known) return features;
  add_contents(features, test_case,
               stored.before.empty() ? generators::fill(test_case, generators::Poison::first)
                                     : stored.before);
  return features;
}

namespace {

std::map<std::string, std::string> builds_of(const std::filesystem::path& run) {
  const std::filesystem::path manifest = run / "run.json";
  if (!std::filesystem::exists(manifest)) return {};
  try {
    return builds_in(read_manifest(manifest));
  } catch (const std::exception&) {
    return {};  // of another version
  }
}

/// Features of the decisive call; only the backend knows the memory before it. If all calls are
/// judged together, the ops that they call: any of them may be wrong.
CaseFeatures features_of_program(const CaseRecord& record, StoredCase whole) {
  if (record.op == program_op) {
    CaseFeatures features;
    features.numbers.emplace("calls", static_cast<std::int64_t>(whole.program->steps.size()));
    for (const ProgramStep& step : whole.program->steps) {
      features.words.emplace("calls " + step.test.form().op, yes_or_no(true));
    }
    return features;
  }
  for (std::size_t call = 0; call < whole.program->steps.size(); ++call) {
    if (call_text(call) == record.scenario) whole.test = whole.program->steps[call].test;
  }
  return features_of(whole);
}

CaseFeatures features_named(const CaseRecord& record, CaseFiles& files) {
  const std::string& name = record.name;
  if (generators::names_a_program(name)) return features_of_program(record, case_of(name));
  if (!names_a_file(name)) return features_of({generators::case_named(name), {}});
  StoredCase stored = files.read(name);
  return stored.program ? features_of_program(record, std::move(stored)) : features_of(stored);
}

}  // namespace

reports::FeatureSource features_of_records(const std::filesystem::path& run) {
  const auto files = std::make_shared<CaseFiles>(kept_cases(run));
  return [files, builds = builds_of(run)](const CaseRecord& record) -> std::optional<CaseFeatures> {
    try {
      CaseFeatures features = features_named(record, *files);
      const auto build = builds.find(record.backend);
      if (build != builds.end()) features.words.emplace("build", build->second);
      return features;
    } catch (const std::exception&) {
      return std::nullopt;  // a journal of another suite version, or a file that is gone
    }
  };
}

}  // namespace assay::runners
