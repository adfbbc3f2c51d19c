// SPDX-License-Identifier: Apache-2.0
// The results of a user's compiler for every signature: a file that is written by the run, which
// compiles, and read by its workers, which load.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace assay::runners::sdk {

/// What an assembler made of calls of one signature.
enum class Assembled : std::uint8_t {
  no,            ///< there is none
  no_text,       ///< its language has no text for the call
  taken,         ///< C++, which is what was compiled, or what the library refuses
  refused,       ///< an error
  failed,        ///< it crashed, or ended without C++ and without an error
  hung,          ///< it was killed at its time limit
  uncompilable,  ///< C++ that does not compile, although the library takes the call
};

/// The result for calls of one signature.
struct Built {
  enum class Kind : std::uint8_t {
    entry,        ///< `symbol` in the shared object `detail`
    refused,      ///< the library does not accept it; `detail` is its first diagnostic
    unsupported,  ///< the library does not have it; `detail` says what is missing
    broken,       ///< it must not compile and does not, but not by a refusal of the library, so
                  ///< that its calls have no verdict
    lost,         ///< the machine kept it from being compiled; tried again by the next run
  };
  Kind kind = Kind::entry;
  std::string detail;
  std::string symbol;
  std::string source;  ///< digest of the entry that was compiled, whatever its number
  Assembled assembled = Assembled::no;
  friend bool operator==(const Built&, const Built&) = default;
};

struct Index {
  std::string name;      ///< "sdk cpu-sim"
  std::string revision;  ///< compiler, flags, defines, digest of the headers
  std::string target;
  bool bound = true;  ///< tiles are bound to addresses; otherwise the library places them
  std::map<std::string, std::uint64_t> capacity;   ///< see Profile
  std::map<std::string, std::string> environment;  ///< see Profile
  std::map<std::string, std::string> headers;      ///< files that it was compiled of: digests
  std::map<std::string, Built, std::less<>> signatures;
  friend bool operator==(const Index&, const Index&) = default;
};

/// The first of the index's headers that is not as it was when they were compiled, or empty.
std::string changed_header(const Index& index);

/// Shared objects are written relative to the file's folder. The file appears whole or not at all.
/// Throws InfraError.
void write_index(const Index& index, const std::filesystem::path& file);

/// Throws std::runtime_error with one sentence where the file is missing or no index.
Index read_index(const std::filesystem::path& file);

}  // namespace assay::runners::sdk
