// SPDX-License-Identifier: Apache-2.0
// Golden and result files: HDF5, bits as unsigned integers, one dataset per operand and signature.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/record.hpp"

namespace assay::golden {

inline constexpr int schema_version = 1;

/// Where a file comes from. Part of the file and, but for nothing else, of its digests.
struct Provenance {
  std::string suite_version;
  std::string catalogue_revision;
  std::string reference_version;
  std::uint64_t seed = 0;
  std::string selection;  ///< ops, targets, dtypes and case count as asked for
};

/// One stored case: inputs as they stood before the call (first poison) and what is acceptable.
struct GoldenCase {
  Case test;
  std::vector<ElementArray> before;
  std::vector<Expected> expected;  ///< empty for cases that must be refused
};

/// One stored outcome.
struct ResultCase {
  std::string name;
  Outcome outcome;
  std::vector<std::pair<std::string, ElementArray>> outputs;  ///< by operand name
  std::string text;
  CaseRecord record;  ///< verdict of the run that stored it
};

/// A file that is missing, not HDF5, not ours, of another schema, truncated or damaged. The sentence
/// names the file and the object.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a golden file. Cases are grouped by signature; a group goes to the file in one piece.
/// finish() writes the manifest, closes, syncs and renames to the final name; without it nothing is
/// left behind. Throws FileError, also where the disk is full.
class GoldenWriter {
 public:
  GoldenWriter(std::filesystem::path path, Provenance provenance);
  GoldenWriter(const GoldenWriter&) = delete;
  GoldenWriter& operator=(const GoldenWriter&) = delete;
  ~GoldenWriter();
  void add(GoldenCase golden);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Reads a golden file. Opening checks schema and structure, not digests.
class GoldenReader {
 public:
  explicit GoldenReader(std::filesystem::path path);
  ~GoldenReader();
  GoldenReader(const GoldenReader&) = delete;
  GoldenReader& operator=(const GoldenReader&) = delete;
  const Provenance& provenance() const;
  std::size_t size() const;
  std::string name(std::size_t index) const;
  GoldenCase read(std::size_t index) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The same discipline for results: names, outcomes, outputs, text and verdicts of one run.
class ResultWriter {
 public:
  ResultWriter(std::filesystem::path path, Provenance provenance, std::string backend);
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  ~ResultWriter();
  /// `trial` is the first execution; its outputs are stored for operands that a call writes.
  void add(const Case& test, const Trial& trial, const CaseRecord& record);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class ResultReader {
 public:
  explicit ResultReader(std::filesystem::path path);
  ~ResultReader();
  ResultReader(const ResultReader&) = delete;
  ResultReader& operator=(const ResultReader&) = delete;
  std::size_t size() const;
  ResultCase read(std::size_t index) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What verify() found, one sentence each: schema, digest of PATH, expected value of CASE at (r, c).
struct Verification {
  std::size_t cases = 0;
  std::size_t datasets = 0;
  std::vector<std::string> problems;
};

/// Checks a golden file: schema, every digest, names, and expected values recomputed from the stored
/// inputs. Of a result file it checks schema and digests.
Verification verify(const std::filesystem::path& path, const ToleranceLookup& tolerances);

}  // namespace assay::golden
