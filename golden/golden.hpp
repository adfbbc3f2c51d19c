// SPDX-License-Identifier: Apache-2.0
// Golden and result files: HDF5, bits as unsigned integers, one dataset per operand and signature.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/programs/memory_bounds.hpp"
#include "reference/judge/records/record.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::golden {

/// A golden file with programs has schema_version, other files have older_schema_version: readers
/// without programs still read those.
inline constexpr int schema_version = 2;
inline constexpr int older_schema_version = 1;

/// Version of the HDF5 library, "1.10.8".
std::string library_version();

/// Finds the page of a mnemonic, or null.
using OpLookup = std::function<const OpSpec*(std::string_view)>;

/// Where a file comes from.
struct Provenance {
  std::string suite_version;
  std::string catalogue_revision;
  std::string reference_version;
  std::uint64_t seed = 0;
  std::string selection;  ///< ops, targets, dtypes and case count as asked for
  /// The text of the file with demanded readings (--choices); empty: the first reading of each.
  std::string choices = {};
  bool withheld = false;  ///< a golden file that is handed out without its expected values
  bool programs = false;  ///< a golden file that may hold programs
};

/// One stored case: inputs as they stood before the call (first poison) and what is acceptable.
struct GoldenCase {
  Case test;
  std::vector<ElementArray> before;
  std::vector<Expected> expected;  ///< empty for cases that must be refused
};

/// A stored program: its memories before the first call (first poison), and what is known of them
/// after the last one.
struct GoldenProgram {
  Program program;
  ProgramMemory before;
  std::vector<KnownImage> expected;  ///< one per image; empty where it is withheld
};

/// A golden file holds cases and programs.
using GoldenItem = std::variant<GoldenCase, GoldenProgram>;

/// One stored outcome.
struct ResultCase {
  std::string name;
  Outcome outcome;
  std::vector<std::pair<std::string, ElementArray>> outputs;  ///< by operand name
  std::vector<std::int64_t> widths;                           ///< elements in a row of each output
  std::string text;
  CaseRecord record;  ///< verdict of the run that stored it
};

/// A file that is missing, not HDF5, not ours, of another schema, truncated or damaged. The
/// sentence names the file and the object.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a golden file. Cases are grouped by signature; a group goes to the file in one piece.
/// finish() writes the manifest, closes, syncs and renames to the final name; without it no file
/// remains. Throws FileError, also where the disk is full; std::invalid_argument where a case does
/// not fit its own types. A case whose name is already stored is the same case and is not stored
/// again. One thread at a time.
class GoldenWriter {
 public:
  GoldenWriter(std::filesystem::path path, Provenance provenance);
  GoldenWriter(const GoldenWriter&) = delete;
  GoldenWriter& operator=(const GoldenWriter&) = delete;
  ~GoldenWriter();
  void add(GoldenCase golden);
  /// Throws std::invalid_argument where the memories are not those of the program.
  void add(const GoldenProgram& golden);
  void add(GoldenItem item);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Reads a golden file. Opening checks schema, structure and the digest of the cases. The digests
/// of a signature are checked once, before its first case is read. Each number of a case is checked
/// against its type, tile and memory. Throws FileError. Calls are rebuilt on the forms that `ops`
/// finds, which must outlive what is read. One thread at a time.
class GoldenReader {
 public:
  explicit GoldenReader(std::filesystem::path path, OpLookup ops = find_op);
  /// Without `checks` for who has checked the digests.
  GoldenReader(std::filesystem::path path, OpLookup ops, bool checks);
  ~GoldenReader();
  GoldenReader(const GoldenReader&) = delete;
  GoldenReader& operator=(const GoldenReader&) = delete;
  /// For who compares the two, case by case: what `other` has just read and checked is not digested
  /// again where it is the same here. `other` outlives the object.
  void read_beside(const GoldenReader& other);
  const Provenance& provenance() const;
  std::size_t size() const;
  std::string name(std::size_t index) const;
  std::optional<std::size_t> find(std::string_view name) const;
  GoldenCase read(std::size_t index) const;
  /// Every index once, signature by signature: who reads all cases opens each signature once.
  std::vector<std::size_t> by_signature() const;

  /// The number of programs, which are not counted as cases, and their names.
  std::size_t programs() const;
  std::string program_name(std::size_t index) const;
  std::optional<std::size_t> find_program(std::string_view name) const;
  /// A program of which ill_formed() has nothing to say.
  GoldenProgram read_program(std::size_t index) const;

  /// Cases, followed by programs.
  std::size_t items() const { return size() + programs(); }
  std::string item_name(std::size_t index) const {
    return index < size() ? name(index) : program_name(index - size());
  }
  GoldenItem read_item(std::size_t index) const {
    if (index < size()) return read(index);
    return read_program(index - size());
  }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The same discipline for results: names, outcomes, outputs, text and verdicts of one run. One
/// thread at a time. `reason` is cut to 160 bytes and `message` to 400.
class ResultWriter {
 public:
  ResultWriter(std::filesystem::path path, const Provenance& provenance, std::string backend);
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  ~ResultWriter();
  /// `trial` is the first execution; its outputs are stored for operands that a call writes.
  void add(const Case& test_case, const Trial& trial, const CaseRecord& record);
  /// `end` has the memories after the last call, or nothing if it was not reached; they are
  /// stored as outputs that have the names of memories.
  void add(const Program& program, const Outcome& outcome, const ProgramMemory& end,
           const CaseRecord& record);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Reads a result file, also one that was made without Assay. The minimal content of such a file:
///   attributes of the root: schema = "assay-results", schema_version = 1
///   /results            a compound table with a fixed-length string column `name`, one row a case;
///                       optional columns are `status` (done, rejected, ...) and `message`; without
///                       a status a case is done if it has an output and unsupported otherwise
///   /outputs/NAME/ANY/  for output operand NAME, one folder per shape and dtype: `bits`, unsigned
///                       [n, rows, cols] in logical row-major order with an attribute dtype ("f16";
///                       4-bit formats take a byte an element), and `case`, [n] row numbers of
///                       /results
///                       of a program the outputs are its memories after the last call: NAME is
///                       that of the memory ("GM", "UB", ...), u8, [n, bytes]
///   /text/              only for calls that print: `bytes` (uint8) and `offsets`, [cases + 1]
/// Throws FileError. One thread at a time.
class ResultReader {
 public:
  explicit ResultReader(std::filesystem::path path);
  /// Without `checks` for who has checked the digests.
  ResultReader(std::filesystem::path path, bool checks);
  ~ResultReader();
  ResultReader(const ResultReader&) = delete;
  ResultReader& operator=(const ResultReader&) = delete;
  Provenance provenance() const;
  std::size_t size() const;
  std::string name(std::size_t index) const;
  ResultCase read(std::size_t index) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The findings of verify(), one sentence each: schema, digest of PATH, expected value of CASE at
/// (r, c).
struct Verification {
  std::size_t cases = 0;
  std::size_t programs = 0;
  std::size_t datasets = 0;
  /// Cases whose expected values are those of other readings than the first or the demanded ones: a
  /// run keeps the promise that its verdict is about (decision 191).
  std::size_t by_other_readings = 0;
  std::vector<std::string> problems;
};

/// Text of the file with demanded readings that a golden file was written with
/// (Provenance::choices); empty for others, and where the file cannot be read.
std::string choices_in(const std::filesystem::path& path);

/// Checks a golden file: schema, every digest, names, and expected values recomputed from the
/// stored inputs, those of programs from their memories. Of a result file it checks schema and
/// digests. Throws FileError where the file cannot be opened at all, or is a result file of
/// impossible structure.
Verification verify(const std::filesystem::path& path, const ToleranceLookup& tolerances,
                    const OpLookup& ops = find_op);

}  // namespace assay::golden
