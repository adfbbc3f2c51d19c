// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of TEXTRACT and TINSERT.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_windows.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/movement/store/insertion.hpp"
#include "reference/ops/small_types.hpp"

namespace assay::ops {
namespace {

bool is_unsigned_or_short(const Call& call) {
  using enum ElementType;
  const ElementType type = element_of(call, "src");
  const bool concerned = type == u8 || type == u16 || type == u32 || type == i16;
  return call.form->name == "vec" && concerned;
}

/// Rows of blocks of 32 bytes begin inside one.
bool begins_inside_a_block(const Call& call) {
  const TileType& type = call.tile("src").type;
  return call.form->name == "vec" && !type.is_boxed() &&
         col_index(call) * size_of(type.element) % 32 != 0;
}

bool reaches_into_padding(const Call& call) {
  const TileSpec &in = call.tile("src"), &out = call.tile("dst");
  return row_index(call) + in.valid_rows > out.valid_rows ||
         col_index(call) + in.valid_cols > out.valid_cols;
}

/// A table of equal descriptors is too short for the columns that it is read for.
Erratum short_table(const std::string& number, const std::string& file, const std::string& where,
                    const std::function<bool(const Call&)>& concerned) {
  Erratum made = among(
      of_headers(Target::cpu, number, file,
                 "preQuantScalar is read after the end of a table that is too short"),
      where, [=](const Call& call) { return call.form->name == "scalar" && concerned(call); });
  made.effect = ErratumEffect::anything;
  made.severity = Severity::critical;
  return made;
}

Erratum taken_in_vec() {
  Erratum made = taking(Target::a5, "E-TEXTRACT-008", "TExtract.hpp:1130", "src.element",
                        small_types(Target::a5));
  made.forms = {"vec"};
  return made;
}

}  // namespace

std::vector<Erratum> textract_errata() {
  const std::vector<Erratum> of_accumulators =
      followed({short_table("E-TEXTRACT-005", "TExtract.hpp",
                            "a descriptor for all columns, and indexCol is not zero",
                            [](const Call& call) { return col_index(call) > 0; })},
               one_descriptor_errata("TEXTRACT", 6, "TExtract.hpp", extracted_through));
  return followed(
      {unchecked(Target::cpu, "E-TEXTRACT-001", "TExtract.hpp", "dst.same_element"),
       accepting(of_headers(Target::cpu, "E-TEXTRACT-002", "TExtract.hpp",
                            "windows beyond src are taken where what is valid lies inside"),
                 "window.shape"),
       among(refusing(of_headers(Target::a5, "E-TEXTRACT-003", "TExtract.hpp",
                                 "Vec tiles of unsigned and of 16-bit integers do not compile"),
                      {}),
             "uint8, int16, uint16 and uint32 from Vec to Vec", is_unsigned_or_short),
       among(refusing(of_headers(Target::a2a3, "E-TEXTRACT-004", "TExtract.hpp",
                                 "windows that begin inside a block of 32 bytes are refused"),
                      {}),
             "ND tiles in Vec whose indexCol is no multiple of 32 bytes", begins_inside_a_block),
       taken_in_vec()},
      of_accumulators);
}

std::vector<Erratum> tinsert_errata() {
  const std::vector<Erratum> of_accumulators = followed(
      {short_table("E-TINSERT-002", "TInsert.hpp",
                   "a descriptor for all columns, and src has more valid columns than rows",
                   [](const Call& call) {
                     return call.tile("src").valid_cols > call.tile("src").valid_rows;
                   })},
      one_descriptor_errata("TINSERT", 3, "TInsert.hpp", inserted_through));
  return followed(
      {among(refusing(of_headers(Target::cpu, "E-TINSERT-001", "TInsert.hpp",
                                 "windows beyond the valid region of dst are asserted against"),
                      {}),
             "a window that is not all valid in dst", reaches_into_padding)},
      of_accumulators);
}

}  // namespace assay::ops
