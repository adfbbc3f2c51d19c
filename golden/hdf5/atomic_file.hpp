// SPDX-License-Identifier: Apache-2.0
// An HDF5 file that appears under its name only when it is complete and on the disk.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/plain_c.hpp"
#include "reference/support/atomic_file.hpp"

namespace assay::golden {

/// Where the bytes of a file in the making go. After the first failed write nothing more reaches
/// the disk; what HDF5 still writes while it closes is kept in memory, so that it reads back what
/// it wrote and never sees the failure. (A failed close leaves HDF5 1.10 in a state that can crash
/// the program at exit.)
struct Sink {
  int descriptor = -1;
  int error = 0;  ///< errno of the first failure
  std::vector<std::pair<haddr_t, std::vector<std::byte>>> kept;
};

/// The class that describes to HDF5 the driver that writes into a Sink.
H5FD_class_t sink_driver();

/// Makes an access list use the driver and this sink.
void use_sink(const H5::FileAccPropList& access, const plain_c::Driver& driver, Sink& sink);

/// An HDF5 file, written under a temporary name next to `path`. commit() closes, syncs and renames;
/// without it the destructor removes the temporary file. Throws Failure with the reason in words.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  const H5::H5File& file() const { return *file_; }
  /// Throws Failure where a write has failed.
  void require_written() const;
  /// Closes the file and opens it again: HDF5 forgets what it remembers of an open one, which grows
  /// with every object. No object of the file is open.
  void reopen();
  void commit();

 private:
  H5::FileAccPropList access();
  void create();
  bool is_closed_whole();
  void close();

  support::TemporaryFile temporary_;
  Sink sink_;
  std::optional<plain_c::Driver> driver_;
  std::optional<H5::H5File> file_;
  bool kept_ = false;
};

}  // namespace assay::golden
