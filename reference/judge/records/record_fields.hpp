// SPDX-License-Identifier: Apache-2.0
// The fields of a record, each named once: lines of a journal, bytes in memory, columns of a table
// and reports/schema/journal-3.schema.json all follow from these lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "reference/judge/records/record.hpp"

namespace assay {

/// Whether a line has a field.
enum class Presence : std::uint8_t {
  always,
  since,   ///< always written; lines of earlier versions may be without it
  if_set,  ///< left out while it is as in a new object
};

/// What a field is in a line, if its type does not say it.
enum class Spelling : std::uint8_t {
  usual,
  bits,      ///< a number as "0x3c00", since a number in JSON has 53 bits
  verbatim,  ///< text that a reader leaves as it is, control characters included
};

/// What a schema says of a field besides its type.
struct FieldNote {
  std::string_view doc = {};
  std::int64_t least = 0;         ///< of a whole number
  std::string_view pattern = {};  ///< of a text
};

template <typename Owner, typename Member>
struct Field {
  std::string_view name;  ///< its key in a line
  Member Owner::*member;
  Presence presence = Presence::always;
  FieldNote note = {};
  Spelling spelling = Spelling::usual;
};

/// Two numbers that a line has as an array of two.
template <typename Owner>
struct FieldPair {
  std::string_view name;
  std::int64_t Owner::*first;
  std::int64_t Owner::*second;
};

/// The fields of a struct in the order of a line.
template <typename Owner>
inline constexpr std::tuple<> fields_of{};

/// Whether a line has an object of this type as an array, without names; what is not set is null.
template <typename Owner>
inline constexpr bool is_row = false;

/// The last enumerator of a type whose names are all listed in a schema.
template <typename Enum>
inline constexpr Enum last_of{};
template <>
inline constexpr VerdictKind last_of<VerdictKind> = VerdictKind::undecidable;
template <>
inline constexpr Deviation last_of<Deviation> = Deviation::build_dependent;
template <>
inline constexpr AssemblerFinding last_of<AssemblerFinding> = AssemblerFinding::no_text;
template <>
inline constexpr Accept last_of<Accept> = last_accept;
template <>
inline constexpr Target last_of<Target> = Target::cpu;
template <>
inline constexpr PatternClass last_of<PatternClass> = PatternClass{number_classes - 1};
template <>
inline constexpr ColumnKind last_of<ColumnKind> = ColumnKind::nan;
template <>
inline constexpr TileLayout last_of<TileLayout> = TileLayout::NN;

namespace field_lists {

template <typename Owner, typename Member>
constexpr Field<Owner, Member> always(std::string_view name, Member Owner::*member,
                                      FieldNote note = {}) {
  return {name, member, Presence::always, note};
}

template <typename Owner, typename Member>
constexpr Field<Owner, Member> since(std::string_view name, Member Owner::*member,
                                     FieldNote note = {}) {
  return {name, member, Presence::since, note};
}

template <typename Owner, typename Member>
constexpr Field<Owner, Member> if_set(std::string_view name, Member Owner::*member,
                                      FieldNote note = {}) {
  return {name, member, Presence::if_set, note};
}

template <typename Owner, typename Member>
constexpr Field<Owner, Member> bits(std::string_view name, Member Owner::*member) {
  return {name, member, Presence::always, {.doc = "bits"}, Spelling::bits};
}

template <typename Owner>
constexpr Field<Owner, std::string> verbatim(std::string_view name, std::string Owner::*member) {
  return {name, member, Presence::always, {}, Spelling::verbatim};
}

template <typename Owner>
constexpr FieldPair<Owner> pair(std::string_view name, std::int64_t Owner::*first,
                                std::int64_t Owner::*second) {
  return {name, first, second};
}

}  // namespace field_lists

template <>
inline constexpr auto fields_of<WorstElement> = std::tuple{
    field_lists::always("operand", &WorstElement::operand),
    field_lists::always("row", &WorstElement::row),
    field_lists::always("col", &WorstElement::col),
    field_lists::always("accept", &WorstElement::accept),
    field_lists::bits("expected", &WorstElement::expected),
    field_lists::bits("got", &WorstElement::got),
    field_lists::if_set("ulp", &WorstElement::ulp),
    field_lists::if_set("element", &WorstElement::element, {.doc = "format of the bits"})};

template <>
inline constexpr auto fields_of<RelativeErrors> =
    std::tuple{field_lists::always("elements", &RelativeErrors::elements, {.least = 1}),
               field_lists::always("sum", &RelativeErrors::sum),
               field_lists::always("largest", &RelativeErrors::largest)};

template <>
inline constexpr auto fields_of<SeenErratum> =
    std::tuple{field_lists::always("number", &SeenErratum::number),
               field_lists::always("exercised", &SeenErratum::exercised,
                                   {.doc = "elements on which it differs from the promise"}),
               field_lists::always("shown", &SeenErratum::shown,
                                   {.doc = "of them, those that are as it says"}),
               field_lists::if_set("title", &SeenErratum::title),
               field_lists::if_set("example", &SeenErratum::example)};

template <>
inline constexpr auto fields_of<AllowedReadings> = std::tuple{
    field_lists::always("op", &AllowedReadings::op),
    field_lists::always("target", &AllowedReadings::target),
    field_lists::always("dtype", &AllowedReadings::element, {.doc = "of the lead operand"}),
    field_lists::always("dtypes", &AllowedReadings::types),
    field_lists::always("choices", &AllowedReadings::choices),
    field_lists::always("allowed", &AllowedReadings::allowed,
                        {.doc = "combinations, with one reading for each choice"})};

template <>
inline constexpr auto fields_of<Verdict> = std::tuple{
    field_lists::always("kind", &Verdict::kind),
    field_lists::always("deviation", &Verdict::deviation),
    field_lists::always("reason", &Verdict::reason),
    field_lists::always("compared", &Verdict::compared,
                        {.doc = "elements compared with a promise"}),
    field_lists::always("wrong", &Verdict::wrong),
    field_lists::always("target_defined", &Verdict::target_defined),
    field_lists::always("alternative", &Verdict::alternative,
                        {.doc = "elements accepted as another than the first choice"}),
    field_lists::if_set("assembler", &Verdict::assembler,
                        {.doc = "of a run with --ptoas: what is said of the assembler; it is at "
                                "fault, and not the library, unless this is late or no_text"}),
    field_lists::if_set("max_ulp", &Verdict::max_ulp),
    field_lists::if_set("relative_error", &Verdict::relative,
                        {.doc = "of floating-point results with a finite rounded value: |got - "
                                "rounded| / (|rounded| + 1e-7)"}),
    field_lists::if_set("worst", &Verdict::worst),
    field_lists::if_set("errata", &Verdict::errata),
    field_lists::if_set("readings", &Verdict::readings,
                        {.doc = "of each call whose outputs not all readings of the manual "
                                "explain, those that do"})};

template <>
inline constexpr bool is_row<WrongElement> = true;
template <>
inline constexpr auto fields_of<WrongElement> =
    std::tuple{field_lists::always("index", &WrongElement::index, {.doc = "row * cols + col"}),
               field_lists::always("accept", &WrongElement::accept),
               field_lists::bits("expected", &WrongElement::expected),
               field_lists::bits("low", &WrongElement::low),
               field_lists::bits("high", &WrongElement::high),
               field_lists::bits("got", &WrongElement::got),
               field_lists::bits("other", &WrongElement::other),
               field_lists::if_set("ulp", &WrongElement::ulp)};

template <>
inline constexpr auto fields_of<WrongTile> = std::tuple{
    field_lists::always("operand", &WrongTile::operand),
    field_lists::always("element", &WrongTile::element),
    field_lists::pair("shape", &WrongTile::rows, &WrongTile::cols),
    field_lists::pair("valid", &WrongTile::valid_rows, &WrongTile::valid_cols),
    field_lists::always("layout", &WrongTile::layout),
    field_lists::pair("box", &WrongTile::box_rows, &WrongTile::box_cols),
    field_lists::always("wrong", &WrongTile::wrong),
    field_lists::always("runs", &WrongTile::runs,
                        {.doc = "first index and length of neighbours that are wrong, by turns"}),
    field_lists::always("distances", &WrongTile::distances),
    field_lists::always("elements", &WrongTile::elements,
                        {.doc = "index, accept, expected, low, high, got, what another execution "
                                "gave, ulp"})};

template <>
inline constexpr auto fields_of<WrongText> = std::tuple{
    field_lists::verbatim("expected", &WrongText::expected),
    field_lists::verbatim("got", &WrongText::got), field_lists::always("width", &WrongText::width)};

template <>
inline constexpr bool is_row<NumberColumn> = true;
template <>
inline constexpr auto fields_of<NumberColumn> =
    std::tuple{field_lists::always("kind", &NumberColumn::kind),
               field_lists::always("sign", &NumberColumn::sign, {.doc = "1 or -1", .least = -1}),
               field_lists::always("exponent", &NumberColumn::exponent,
                                   {.doc = "floor(log2 |x|) of finite numbers", .least = -1074})};

template <>
inline constexpr bool is_row<ColumnErrors> = true;
template <>
inline constexpr auto fields_of<ColumnErrors> =
    std::tuple{field_lists::always("column", &ColumnErrors::column),
               field_lists::always("wrong", &ColumnErrors::wrong),
               field_lists::always("max_ulp", &ColumnErrors::max_ulp),
               field_lists::always("counts", &ColumnErrors::counts,
                                   {.doc = "inputs with an error of 0, of at most 0.5, 0.501, 1, "
                                           "2, 4, 8, 16, 256, 65536 ulp, of more, and without a "
                                           "distance; zeros at the end are left out"})};

template <>
inline constexpr bool is_row<ClassCounts> = true;
template <>
inline constexpr auto fields_of<ClassCounts> =
    std::tuple{field_lists::always("argument", &ClassCounts::argument, {.doc = "from 0"}),
               field_lists::always("from", &ClassCounts::from, {.doc = "class of the argument"}),
               field_lists::always("to", &ClassCounts::to, {.doc = "class of the result"}),
               field_lists::always("compared", &ClassCounts::compared),
               field_lists::always("target_defined", &ClassCounts::target_defined)};

template <>
inline constexpr auto fields_of<InputError> = std::tuple{
    field_lists::always("arguments", &InputError::arguments, {.doc = "bits, as numbers"}),
    field_lists::always("wrong", &InputError::wrong, {.doc = "1 if it is not acceptable"}),
    field_lists::always("accept", &InputError::accept),
    field_lists::bits("expected", &InputError::expected),
    field_lists::bits("low", &InputError::low),
    field_lists::bits("high", &InputError::high),
    field_lists::bits("got", &InputError::got),
    field_lists::always("ulp", &InputError::ulp)};

template <>
inline constexpr auto fields_of<InputErrors> = std::tuple{
    field_lists::always("arguments", &InputErrors::arguments, {.doc = "operands"}),
    field_lists::always("result", &InputErrors::result, {.doc = "operand"}),
    field_lists::always("from", &InputErrors::from, {.doc = "type of the arguments"}),
    field_lists::always("to", &InputErrors::to, {.doc = "type of the result"}),
    field_lists::always("inputs", &InputErrors::inputs),
    field_lists::always("compared", &InputErrors::compared),
    field_lists::always("target_defined", &InputErrors::target_defined),
    field_lists::always("withheld", &InputErrors::withheld,
                        {.doc = "not sent, because the page leaves their result open"}),
    field_lists::always("wrong", &InputErrors::wrong),
    field_lists::always("measured", &InputErrors::measured,
                        {.doc = "compared with a finite error"}),
    field_lists::always("ulp_sum", &InputErrors::ulp_sum, {.doc = "of the measured ones"}),
    field_lists::always("columns", &InputErrors::columns,
                        {.doc = "by sign and exponent of the argument; of several arguments, of "
                                "the expected result"}),
    field_lists::always("classes", &InputErrors::classes),
    field_lists::if_set("worst", &InputErrors::worst, {.doc = "the worst input"})};

template <>
inline constexpr auto fields_of<CaseRecord> = std::tuple{
    field_lists::always("name", &CaseRecord::name),
    field_lists::always("op", &CaseRecord::op),
    field_lists::always("form", &CaseRecord::form),
    field_lists::always("target", &CaseRecord::target, {.pattern = "^(a2a3|a5|cpu)$"}),
    field_lists::always("dtypes", &CaseRecord::dtypes),
    field_lists::always("dtype", &CaseRecord::dtype),
    field_lists::always("intent", &CaseRecord::intent),
    field_lists::always("plan", &CaseRecord::plan),
    field_lists::always("scenario", &CaseRecord::scenario),
    field_lists::always("backend", &CaseRecord::backend),
    field_lists::always("key", &CaseRecord::key),
    field_lists::since("index", &CaseRecord::index, {.doc = "place in the plan of the whole run"}),
    field_lists::always("verdict", &CaseRecord::verdict),
    field_lists::since("executions", &CaseRecord::executions, {.least = 1}),
    field_lists::since("failed_executions", &CaseRecord::failed_executions),
    field_lists::always("seconds", &CaseRecord::seconds),
    field_lists::if_set("board", &CaseRecord::board,
                        {.doc = "host and, where the backend names one, device that executed the "
                                "case"}),
    field_lists::if_set("attribution", &CaseRecord::attribution,
                        {.doc = "of a run on two backends: who is wrong"}),
    field_lists::if_set("disturbed", &CaseRecord::disturbed,
                        {.doc = "what calls of the case left changed in their process, which was "
                                "set back before the next call"}),
    field_lists::if_set("inputs", &CaseRecord::inputs,
                        {.doc = "of a tile of consecutive inputs: errors of each exponent, classes "
                                "of numbers, the worst input"}),
    field_lists::if_set("tiles", &CaseRecord::tiles),
    field_lists::if_set("text", &CaseRecord::text,
                        {.doc = "of a case that prints something else: lines of both around the "
                                "first that differ, and the width of a value"})};

template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
inline constexpr bool is_vector = false;
template <typename T>
inline constexpr bool is_vector<std::vector<T>> = true;

/// Calls `visit` with every field, in the order of a line.
template <typename Owner, typename Visit>
void each_field(const Visit& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, fields_of<Owner>);
}

}  // namespace assay
