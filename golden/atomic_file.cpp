// SPDX-License-Identifier: Apache-2.0
#include "golden/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "golden/sink_driver.hpp"

namespace assay::golden {
namespace {

std::string words_for(int error) { return std::generic_category().message(error); }

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  h5::silence();
  temporary_ = path_;
  temporary_ += fmt::format(".tmp-{}", ::getpid());
  open_sink();
  try {
    create();
  } catch (...) {
    ::close(sink_.descriptor);
    ::unlink(temporary_.c_str());
    throw;
  }
}

void AtomicFile::open_sink() {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) throw h5::Failure("it is a folder");
  if (!std::filesystem::exists(folder_of(path_), ignored)) {
    throw h5::Failure(fmt::format("there is no folder {}", folder_of(path_).string()));
  }
  sink_.descriptor = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (sink_.descriptor < 0) throw h5::Failure(words_for(errno));
}

void AtomicFile::create() {
  const std::string what = "HDF5 cannot create it";
  driver_ = register_sink_driver();
  const h5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, what);
  use_sink(access.get(), driver_.get(), sink_);
  // The 1.10 format: small groups and, for datasets of one chunk, no index at all.
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG);
  const h5::Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, what);
  H5Pset_obj_track_times(creation.get(), false);
  file_ = h5::Handle(H5Fcreate(temporary_.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()),
                     H5Fclose, what);
}

AtomicFile::~AtomicFile() {
  if (sink_.descriptor < 0) return;
  h5::silence();
  if (sink_.error == 0) sink_.error = ECANCELED;
  file_.reset();
  ::close(sink_.descriptor);
  ::unlink(temporary_.c_str());
}

void AtomicFile::require_written() const {
  if (sink_.error != 0) throw h5::Failure(words_for(sink_.error));
}

void AtomicFile::commit() {
  require_written();
  const bool closed = H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) >= 0;
  file_.reset();
  require_written();
  if (!closed) throw h5::Failure("HDF5 cannot complete it");
  if (::fsync(sink_.descriptor) != 0) throw h5::Failure(words_for(errno));
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) throw h5::Failure(words_for(errno));
  ::close(std::exchange(sink_.descriptor, -1));
  // The name is in place; a folder that cannot be synced (some network file systems) is no reason
  // to call the file missing.
  const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
}

}  // namespace assay::golden
