// SPDX-License-Identifier: Apache-2.0
#include "golden/tables/unnamed_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "golden/hdf5/failure.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_waiting = std::size_t{1} << 20U;

[[noreturn]] void fail(int error) { throw h5::Failure(std::generic_category().message(error)); }

}  // namespace

int open_unnamed(const std::filesystem::path& folder) {
  return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

UnnamedFile::~UnnamedFile() {
  if (descriptor_ >= 0 && !named_) ::close(descriptor_);
}

// A kernel that does not know files without a name takes the folder for what is to be written.
void UnnamedFile::make() try {
  descriptor_ = open_(target_.has_parent_path() ? target_.parent_path() : ".");
  if (descriptor_ >= 0) return;
  if (errno != EOPNOTSUPP && errno != EISDIR) fail(errno);
  named_.emplace(target_);
  descriptor_ = named_->descriptor();
} catch (const support::WriteFailure& failure) {
  throw h5::Failure(failure.what());
}

void UnnamedFile::write_waiting() {
  if (descriptor_ < 0) make();
  std::span<const std::byte> rest = waiting_;
  while (!rest.empty()) {
    const ssize_t count =
        ::pwrite(descriptor_, rest.data(), rest.size(), static_cast<off_t>(written_));
    if (count < 0 && errno != EINTR) fail(errno);
    if (count <= 0) continue;
    rest = rest.subspan(static_cast<std::size_t>(count));
    written_ += static_cast<std::uint64_t>(count);
  }
  waiting_.clear();
}

void UnnamedFile::append(std::span<const std::byte> bytes) {
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  if (waiting_.size() >= most_waiting) write_waiting();
}

void UnnamedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > size() || out.size() > size() - offset) {
    throw std::out_of_range("more is read than was appended");
  }
  while (!out.empty() && offset < written_) {
    const auto count = std::min<std::uint64_t>(out.size(), written_ - offset);
    const ssize_t got = ::pread(descriptor_, out.data(), count, static_cast<off_t>(offset));
    if (got < 0 && errno != EINTR) fail(errno);
    if (got == 0) fail(EIO);
    if (got < 0) continue;
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  if (!out.empty()) std::memcpy(out.data(), &waiting_[offset - written_], out.size());
}

}  // namespace assay::golden
