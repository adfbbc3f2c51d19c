// SPDX-License-Identifier: Apache-2.0
#include "golden/hdf5/atomic_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace assay::golden {
namespace {

std::string words_for(int error) { return std::generic_category().message(error); }

// The reason that a user can do something about, before the one of the system.
std::filesystem::path checked(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored)) {
    throw h5::Failure(fmt::format("there is no folder {}", folder.string()));
  }
  return path;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) try : temporary_(checked(path)) {
  h5::silence();
  sink_.descriptor = temporary_.descriptor();
  create();
} catch (const support::WriteFailure& failure) {
  throw h5::Failure(failure.what());
}

H5::FileAccPropList AtomicFile::access() {
  H5::FileAccPropList access;
  use_sink(access, *driver_, sink_);
  plain_c::keep_metadata_small(access);
  // The 1.10 format: small groups and, for datasets of one chunk, no index at all.
  access.setLibverBounds(H5F_LIBVER_V110, H5F_LIBVER_V110);
  access.setFcloseDegree(H5F_CLOSE_STRONG);
  return access;
}

void AtomicFile::create() {
  h5::attempt("HDF5", "cannot create it", [&] {
    driver_.emplace(sink_driver());
    const H5::FileCreatPropList creation;
    plain_c::leave_out_times(creation);
    file_.emplace(temporary_.name().string(), H5F_ACC_TRUNC, creation, access());
  });
}

AtomicFile::~AtomicFile() {
  if (kept_) return;
  h5::silence();
  if (sink_.error == 0) sink_.error = ECANCELED;
  file_.reset();
}

void AtomicFile::require_written() const {
  if (sink_.error != 0) throw h5::Failure(words_for(sink_.error));
}

// Whether HDF5 had nothing to complain about.
bool AtomicFile::is_closed_whole() try {
  file_->flush(H5F_SCOPE_GLOBAL);
  file_->close();
  return true;
} catch (const H5::Exception&) {
  return false;
}

void AtomicFile::close() {
  require_written();
  const bool closed = is_closed_whole();
  file_.reset();
  require_written();
  if (!closed) throw h5::Failure("HDF5 cannot complete it");
}

void AtomicFile::reopen() {
  close();
  h5::attempt("HDF5", "cannot open it again", [&] {
    file_.emplace(temporary_.name().string(), H5F_ACC_RDWR, H5::FileCreatPropList::DEFAULT,
                  access());
  });
}

void AtomicFile::commit() {
  close();
  try {
    temporary_.keep();
  } catch (const support::WriteFailure& failure) {
    throw h5::Failure(failure.what());
  }
  kept_ = true;
}

}  // namespace assay::golden
