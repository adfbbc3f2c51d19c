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
  h5::attempt("HDF5", "cannot create it", [&] {
    driver_.emplace(sink_driver());
    const H5::FileAccPropList access;
    use_sink(access, *driver_, sink_);
    // The 1.10 format: small groups and, for datasets of one chunk, no index at all.
    access.setLibverBounds(H5F_LIBVER_V110, H5F_LIBVER_V110);
    access.setFcloseDegree(H5F_CLOSE_STRONG);
    const H5::FileCreatPropList creation;
    plain_c::leave_out_times(creation);
    file_.emplace(temporary_.string(), H5F_ACC_TRUNC, creation, access);
  });
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

// Whether HDF5 had nothing to complain about.
bool AtomicFile::close() try {
  file_->flush(H5F_SCOPE_GLOBAL);
  file_->close();
  return true;
} catch (const H5::Exception&) {
  return false;
}

void AtomicFile::commit() {
  require_written();
  const bool closed = close();
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
