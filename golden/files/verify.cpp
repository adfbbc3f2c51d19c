// SPDX-License-Identifier: Apache-2.0
// Does a file still say what its writer meant, and is that what the pages say?
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "golden/calls/program_rows.hpp"
#include "golden/container/input_file.hpp"
#include "golden/container/output_file.hpp"
#include "golden/format/schema.hpp"
#include "golden/format/stored.hpp"
#include "golden/tables/manifest.hpp"
#include "golden/tables/manifest_table.hpp"
#include "golden/tables/table.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/readings.hpp"
#include "reference/support/name_set.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_problems = 500;

class Verifier {
 public:
  Verifier(const InputFile& in, const ToleranceLookup& tolerances, const OpLookup& ops)
      : in_(in), tolerances_(tolerances), ops_(ops) {}

  Verification run() {
    guarded([&] { check_manifest(); });
    if (in_.schema() == golden_schema) {
      guarded([&] { check_rows(); });
      check_cases();
    } else if (in_.schema() == results_schema) {
      out_.cases = ResultReader(in_.path(), false).size();
    }
    if (hidden_ > 0) out_.problems.push_back(fmt::format("{} more problems", hidden_));
    return std::move(out_);
  }

 private:
  void problem(std::string text) {
    // Two checks may meet the same damage.
    if (std::ranges::find(out_.problems, text) != out_.problems.end()) return;
    if (out_.problems.size() < most_problems) {
      out_.problems.push_back(std::move(text));
    } else {
      ++hidden_;
    }
  }

  // One part that cannot be read does not keep the others from being checked.
  template <typename Step>
  void guarded(Step&& step) {
    try {
      step();
    } catch (const h5::Failure& failure) {
      problem(failure.what());
    }
  }

  void check_manifest() {
    const ManifestTable listed(in_.file());
    std::string before;
    for (std::uint64_t row = 0; row < listed.rows(); ++row) {
      const std::string path(listed.path(row));
      if (row > 0 && path <= before) {
        problem(fmt::format("the manifest is not in order: {} is after {}", path, before));
      }
      before = path;
      guarded([&] { check_object(path, listed.entry(row)); });
    }
    if (!listed.find("/")) problem("the manifest does not list /");
    h5::each_member(in_.file(), [&](const h5::Member& member) {
      if (member.path != "/manifest" && !listed.find(member.path)) {
        problem(fmt::format("{} is not listed in the manifest", member.path));
      }
    });
  }

  void check_object(const std::string& path, const ManifestEntry& entry) {
    const std::optional<bool> is_dataset = h5::is_dataset(in_.file(), path);
    if (!is_dataset) {
      problem(fmt::format("{} is listed in the manifest and missing", path));
    } else if (*is_dataset) {
      check_dataset(path, entry);
    } else {
      check_group(path, entry);
    }
  }

  void check_group(const std::string& path, const ManifestEntry& entry) {
    if (std::string found = group_problem(path, entry); !found.empty()) problem(std::move(found));
    H5::Group group = h5::open_group(in_.file(), path);
    check_attributes(path, entry, h5::read_attributes(group, path));
  }

  void check_attributes(const std::string& path, const ManifestEntry& entry,
                        const h5::Attributes& attributes) {
    const std::string found = attributes_problem(path, attributes, entry);
    if (!found.empty()) problem(found);
  }

  void check_dataset(const std::string& path, const ManifestEntry& entry) {
    const h5::StoredDataset dataset(in_.file(), path);
    check_attributes(path, entry, dataset.attributes());
    ++out_.datasets;
    if (const std::string found = bytes_problem(dataset, entry, DigestsChecked::all);
        !found.empty())
      problem(found);
  }

  /// A row of a signature that a case or the call of a program names. Every case has one.
  struct NamedRow {
    std::uint64_t signature = 0;
    std::uint64_t row = 0;
    std::uint32_t who = 0;   ///< number of the case or program
    std::uint32_t call = 0;  ///< of a program, from 1; 0: it is a case

    static std::string_view base(bool of_program) {
      return of_program ? std::string_view(program_calls) : "/signatures";
    }
    bool of_program() const { return call > 0; }
    std::string group() const {
      return fmt::format("{}/s{:04}/inputs/", base(of_program()), signature);
    }
    auto place() const { return std::tuple(of_program(), signature, row); }
    auto order() const { return std::tuple(place(), who, call); }
    auto signature_place() const { return std::pair(of_program(), signature); }
  };

  void note_rows(std::vector<NamedRow>& rows, const TableReader& table, std::size_t program = 0,
                 bool of_program = false) {
    const Naturals signature = table.naturals("signature");
    const Naturals row = table.naturals("row");
    rows.reserve(rows.size() + row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i);
      rows.push_back(of_program ? NamedRow{signature[i], row[i],
                                           static_cast<std::uint32_t>(program), number + 1}
                                : NamedRow{signature[i], row[i], number, 0});
    }
  }

  /// Names of programs; every name of a case or a program is there once.
  TextColumn checked_names(const TableReader& table) {
    support::NameSet seen;
    const auto note = [&](std::string_view name) {
      if (!seen.insert(name)) problem(fmt::format("two cases are named {}", name));
    };
    table.each_text("name", note);
    TextColumn programs;
    if (!h5::exists(in_.file(), program_list)) return programs;
    programs = TableReader(in_.file(), program_list).texts("name");
    for (std::size_t i = 0; i < programs.size(); ++i) note(programs[i]);
    return programs;
  }

  // Every row of a signature is the row of exactly one case or call.
  void check_rows() {
    const TableReader table(in_.file(), "/cases");
    const TextColumn programs = checked_names(table);
    std::vector<NamedRow> rows;
    note_rows(rows, table);
    for (std::size_t i = 0; i < programs.size(); ++i) {
      note_rows(rows, TableReader(in_.file(), program_group(i) + "/calls"), i, true);
    }
    std::ranges::sort(rows, {}, &NamedRow::order);
    check_shared(rows, table, programs);
    h5::each_member(in_.file(), [&](const h5::Member& member) { check_counts(rows, member); });
  }

  void check_shared(const std::vector<NamedRow>& rows, const TableReader& table,
                    const TextColumn& programs) {
    std::optional<TextColumn> names;  // of a million cases, read where there is a problem alone
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const NamedRow& named = rows[i];
      if (rows[i - 1].place() != named.place()) continue;
      if (!names) names = table.texts("name");
      const std::string who = named.of_program() ? fmt::format("call {} of program {}",
                                                               named.call - 1, programs[named.who])
                                                 : fmt::format("case {}", (*names)[named.who]);
      problem(fmt::format("{} shares row {} of {} with another", who, named.row, named.group()));
    }
  }

  // As many rows as are named, and no number beyond them.
  void check_counts(const std::vector<NamedRow>& rows, const h5::Member& member) {
    if (!member.is_dataset || member.path.find("/inputs/") == std::string::npos) return;
    const bool of_program = member.path.starts_with(program_calls);
    NamedRow wanted;
    wanted.call = of_program ? 1 : 0;
    const std::size_t number = NamedRow::base(of_program).size() + 2;
    if (number < member.path.size()) {
      std::from_chars(&member.path[number], member.path.data() + member.path.size(),
                      wanted.signature);
    }
    const auto first =
        std::ranges::lower_bound(rows, wanted.signature_place(), {}, &NamedRow::signature_place);
    const auto end =
        std::ranges::upper_bound(rows, wanted.signature_place(), {}, &NamedRow::signature_place);
    std::uint64_t count = 0;
    for (auto named = first; named != end; ++named) {
      count += named == first || named->row != std::prev(named)->row ? 1 : 0;
    }
    const h5::StoredDataset dataset(in_.file(), member.path);
    if (count != dataset.dims()[0] || (count > 0 && std::prev(end)->row >= count)) {
      problem(fmt::format("{} has {} rows for {} cases", member.path, dataset.dims()[0], count));
    }
  }

  void check_cases() {
    try {
      const GoldenReader reader(in_.path(), ops_, false);
      for (const std::size_t i : reader.by_signature()) {
        ++out_.cases;
        check_case(reader, i);
      }
      for (std::size_t i = 0; i < reader.programs(); ++i) {
        ++out_.programs;
        check_program(reader, i);
      }
    } catch (const FileError& error) {
      problem(error.what());
    }
  }

  void check_case(const GoldenReader& reader, std::size_t index) {
    GoldenCase golden;
    try {
      golden = reader.read(index);
    } catch (const FileError& error) {
      problem(fmt::format("case {}: {}", reader.name(index), error.what()));
      return;
    }
    if (golden.expected.empty()) {
      if (golden.test.intent.legal() && !golden.test.form().results.empty() &&
          !reader.provenance().withheld) {
        problem(fmt::format("case {} is legal and has no expected values", golden.test.name));
      }
      return;
    }
    try {
      const std::vector<Expected> again = expect(golden.test.call, golden.before, tolerances_);
      std::vector<std::string> found = differences(golden, again);
      if (!found.empty() && follows_other_readings(golden, again)) {
        found.clear();
        ++out_.by_other_readings;
      }
      for (std::string& text : found) problem(std::move(text));
    } catch (const std::exception& error) {
      problem(fmt::format("case {}: expected values cannot be recomputed: {}", golden.test.name,
                          error.what()));
    }
  }

  void check_program(const GoldenReader& reader, std::size_t index) {
    const std::string name = reader.program_name(index);
    try {
      const GoldenProgram golden = reader.read_program(index);
      if (!golden.expected.empty()) {
        compare_images(golden, expected_images(golden.program, golden.before, tolerances_));
      } else if (!reader.provenance().withheld) {
        problem(fmt::format("program {} has no expected values", name));
      }
    } catch (const std::exception& error) {
      problem(fmt::format("program {}: {}", name, error.what()));
    }
  }

  void compare_images(const GoldenProgram& golden, const std::vector<KnownImage>& again) {
    for (std::size_t i = 0; i < again.size(); ++i) {
      const KnownImage& stored = golden.expected[i];
      const auto part = [&](const char* part_name, const ElementArray& a, const ElementArray& b) {
        const auto byte = std::ranges::mismatch(a.bytes(), b.bytes()).in1 - a.bytes().begin();
        if (a == b) return;
        problem(fmt::format("program {}, {}, byte {}: {} is stored as {}, recomputed {}",
                            golden.program.name, name_of(golden.program.images[i].memory), byte,
                            part_name, a[byte], b[byte]));
      };
      part("knowledge", stored.kinds, again[i].kinds);
      part("low", stored.low, again[i].low);
      part("high", stored.high, again[i].high);
      part("types", stored.types, again[i].types);
    }
  }

  /// Problems of the expected values if they are not `again`.
  std::vector<std::string> differences(const GoldenCase& golden,
                                       const std::vector<Expected>& again) {
    std::vector<std::string> found;
    std::swap(found, out_.problems);
    compare_expected(golden, again);
    std::swap(found, out_.problems);
    return found;
  }

  /// Whether they are the promise by another combination of readings.
  bool follows_other_readings(const GoldenCase& golden, const std::vector<Expected>& first) {
    const OpenReadings open = open_readings(golden.test.call, golden.before, first, tolerances_);
    return std::ranges::any_of(open.promises, [&](const ReadPromise& one) {
      return differences(golden, one.expected).empty();
    });
  }

  void compare_expected(const GoldenCase& golden, const std::vector<Expected>& again) {
    if (again.size() != golden.expected.size()) {
      problem(fmt::format("case {} has {} expected results, recomputed {}", golden.test.name,
                          golden.expected.size(), again.size()));
      return;
    }
    for (std::size_t i = 0; i < again.size(); ++i) {
      const std::string where = fmt::format("case {}, operand {}", golden.test.name,
                                            golden.test.form().results[i].operand);
      if (again[i].index() != golden.expected[i].index()) {
        problem(where + ": text and elements are mixed up");
      } else if (const auto* tile = std::get_if<ExpectedTile>(&again[i])) {
        compare_tiles(where, std::get<ExpectedTile>(golden.expected[i]), *tile);
      } else {
        compare_texts(where, std::get<ExpectedText>(golden.expected[i]),
                      std::get<ExpectedText>(again[i]));
      }
    }
  }

  static std::string bits(const ElementArray& array, std::int64_t index) {
    return fmt::format("{:#0{}x}", array[index], 2 + (bits_of(array.type()) + 3) / 4);
  }

  // The difference at an element, or nothing.
  static std::string difference(const ExpectedTile& stored, const ExpectedTile& again,
                                std::int64_t index) {
    const auto place = static_cast<std::size_t>(index);
    if (stored.accept[place] != again.accept[place]) {
      return fmt::format("accept is stored as {}, recomputed {}", name_of(stored.accept[place]),
                         name_of(again.accept[place]));
    }
    const auto part = [&](const char* name, const ElementArray& a, const ElementArray& b) {
      return a[index] == b[index] ? ""
                                  : fmt::format("{} is stored as {}, recomputed {}", name,
                                                bits(a, index), bits(b, index));
    };
    if (auto text = part("value", stored.value, again.value); !text.empty()) return text;
    if (auto text = part("low", stored.low, again.low); !text.empty()) return text;
    if (auto text = part("high", stored.high, again.high); !text.empty()) return text;
    const double a = stored.exact[place];
    const double b = again.exact[place];
    if (std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
        (std::isnan(a) && std::isnan(b))) {
      return "";
    }
    return fmt::format("exact is stored as {:a}, recomputed {:a}", a, b);
  }

  static bool same(const ExpectedTile& a, const ExpectedTile& b) {
    return a.accept == b.accept && a.value == b.value && a.low == b.low && a.high == b.high &&
           std::memcmp(a.exact.data(), b.exact.data(), a.exact.size() * sizeof(double)) == 0;
  }

  void compare_tiles(const std::string& where, const ExpectedTile& stored,
                     const ExpectedTile& again) {
    if (stored.rows != again.rows || stored.cols != again.cols ||
        stored.value.type() != again.value.type()) {
      problem(fmt::format("{}: {} x {} {} are stored, recomputed {} x {} {}", where, stored.rows,
                          stored.cols, name_of(stored.value.type()), again.rows, again.cols,
                          name_of(again.value.type())));
      return;
    }
    if (same(stored, again)) return;
    std::string first;
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < stored.rows * stored.cols; ++i) {
      const std::string text = difference(stored, again, i);
      if (text.empty()) continue;
      if (++count == 1) first = fmt::format("({}, {}): {}", i / stored.cols, i % stored.cols, text);
    }
    if (count == 0) return;
    problem(fmt::format("{}, element {}{}", where, first,
                        count == 1 ? "" : fmt::format(" ({} elements differ)", count)));
  }

  void compare_texts(const std::string& where, const ExpectedText& stored,
                     const ExpectedText& again) {
    if (stored.capacity != again.capacity || stored.readings.size() != again.readings.size()) {
      problem(fmt::format("{}: {} readings of at most {} bytes are stored, recomputed {} of {}",
                          where, stored.readings.size(), stored.capacity, again.readings.size(),
                          again.capacity));
      return;
    }
    for (std::size_t i = 0; i < stored.readings.size(); ++i) {
      const PrintedText& a = stored.readings[i];
      const PrintedText& b = again.readings[i];
      if (a.text == b.text && a.width == b.width) continue;
      const auto split = std::ranges::mismatch(a.text, b.text).in1 - a.text.begin();
      problem(fmt::format("{}: reading {} differs from the recomputed one at byte {}", where, i,
                          split));
    }
  }

  const InputFile& in_;
  const ToleranceLookup& tolerances_;
  const OpLookup& ops_;
  Verification out_;
  std::size_t hidden_ = 0;
};

}  // namespace

Verification verify(const std::filesystem::path& path, const ToleranceLookup& tolerances,
                    const OpLookup& ops) {
  const InputFile in(path, "");
  return Verifier(in, tolerances, ops).run();
}

std::string choices_in(const std::filesystem::path& path) {
  try {
    return GoldenReader(path).provenance().choices;
  } catch (const FileError&) {
    return "";  // verify() says what is wrong with it
  }
}

}  // namespace assay::golden
