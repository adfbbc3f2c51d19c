// SPDX-License-Identifier: Apache-2.0
#include "runners/run/trial_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "reference/support/hash.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

/// Before every record.
struct Header {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

class Packer {
 public:
  void number(std::uint64_t value) {
    std::array<char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    text_.append(bytes.data(), bytes.size());
  }
  void bytes(std::string_view value) {
    number(value.size());
    text_.append(value);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view text) : text_(text) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view bytes() { return take(number()); }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > text_.size()) throw InfraError("a record of the spool ends early");
    const std::string_view part = text_.substr(0, count);
    text_.remove_prefix(count);
    return part;
  }
  std::string_view text_;
};

bool is_written(const Case& test_case, std::size_t operand) {
  const Role role = test_case.form().operands[operand].role;
  return role == Role::output || role == Role::in_out;
}

enum class Kept : std::uint64_t { nothing, trial, left_out };

std::string packed(const CaseResult& result, const KeptParts& keeps) {
  Packer pack;
  pack.bytes(result.record.name);
  const bool whole = keeps.trial && (!result.trials.empty() || !result.end.empty());
  pack.number(static_cast<std::uint64_t>(whole            ? Kept::trial
                                         : keeps.left_out ? Kept::left_out
                                                          : Kept::nothing));
  pack.number(keeps.bytes);
  if (!whole) return pack.text();
  const Trial none;
  const Trial& first = result.trials.empty() ? none : result.trials.front();
  const std::vector<ElementArray>& after = result.program ? result.end : first.after;
  const Outcome outcome = result.end.empty() ? first.outcome : Outcome{};
  pack.number(static_cast<std::uint64_t>(outcome.status));
  pack.bytes(outcome.message);
  pack.bytes(first.text);
  pack.number(after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool kept =
        result.program || (i < result.test.call.operands.size() && is_written(result.test, i));
    const ElementArray& array = after[i];
    pack.number(static_cast<std::uint64_t>(array.type()));
    pack.number(kept ? static_cast<std::uint64_t>(array.size()) : 0);
    const auto* data = reinterpret_cast<const char*>(array.bytes().data());
    pack.bytes(kept ? std::string_view(data, array.bytes().size()) : std::string_view());
  }
  return pack.text();
}

ElementArray unpacked_array(Unpacker& unpack) {
  const auto type = static_cast<ElementType>(unpack.number());
  const auto count = static_cast<std::int64_t>(unpack.number());
  const std::string_view bytes = unpack.bytes();
  if (count == 0) return {};
  ElementArray array(type, count);
  if (array.bytes().size() != bytes.size()) {
    throw InfraError("a record of the spool does not fit its type");
  }
  std::memcpy(array.bytes().data(), bytes.data(), bytes.size());
  return array;
}

StoredTrial unpacked(std::string_view payload) {
  Unpacker unpack(payload);
  StoredTrial stored;
  stored.name = unpack.bytes();
  const auto kept = static_cast<Kept>(unpack.number());
  stored.stored = kept == Kept::trial;
  stored.left_out = kept == Kept::left_out;
  stored.bytes = unpack.number();
  if (!stored.stored) return stored;
  stored.trial.outcome.status = static_cast<Outcome::Status>(unpack.number());
  stored.trial.outcome.message = unpack.bytes();
  stored.trial.text = unpack.bytes();
  const std::uint64_t arrays = unpack.number();
  for (std::uint64_t i = 0; i < arrays; ++i) stored.trial.after.push_back(unpacked_array(unpack));
  return stored;
}

bool read_at(int file, off_t begin, void* into, std::size_t bytes) {
  auto* next = static_cast<char*>(into);
  while (bytes > 0) {
    const ssize_t got = pread(file, next, bytes, begin);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    begin += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

TrialStore::TrialStore(std::filesystem::path path)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666)) {
  struct stat status {};
  if (file_.get() < 0 || fstat(file_.get(), &status) != 0) {
    throw InfraError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
  }
  Header header;
  off_t begin = 0;
  while (read_at(file_.get(), begin, &header, sizeof header)) {
    const off_t payload = begin + static_cast<off_t>(sizeof header);
    if (header.bytes > static_cast<std::uint64_t>(status.st_size - payload)) break;
    std::string text(header.bytes, '\0');
    if (!read_at(file_.get(), payload, text.data(), text.size())) break;
    if (support::hash_text(text) != header.checksum) break;
    begin = payload + static_cast<off_t>(header.bytes);
    ends_.push_back(begin);
  }
  keep(ends_.size());
}

void TrialStore::keep(std::size_t count) {
  ends_.resize(std::min(count, ends_.size()));
  if (ftruncate(file_.get(), begin_of(ends_.size())) == 0) return;
  throw InfraError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

void TrialStore::append(const CaseResult& result, const KeptParts& keeps) {
  const std::string payload = packed(result, keeps);
  const Header header{payload.size(), support::hash_text(payload)};
  std::string text(sizeof header, '\0');
  std::memcpy(text.data(), &header, sizeof header);
  text += payload;
  const off_t begin = begin_of(ends_.size());
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = pwrite(file_.get(), text.data() + written, text.size() - written,
                                 begin + static_cast<off_t>(written));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const std::string reason = std::strerror(errno);
      if (ftruncate(file_.get(), begin) != 0) { /* the sentence below is all that is left to do */
      }
      throw InfraError(fmt::format("cannot write {}: {}", path_.string(), reason));
    }
    written += static_cast<std::size_t>(count);
  }
  ends_.push_back(begin + static_cast<off_t>(text.size()));
}

StoredTrial TrialStore::read(std::size_t number) const {
  return unpacked(payload_at(begin_of(number)));
}

std::string TrialStore::payload_at(off_t begin) const {
  Header header;
  const off_t payload = begin + static_cast<off_t>(sizeof header);
  if (read_at(file_.get(), begin, &header, sizeof header)) {
    std::string text(header.bytes, '\0');
    const bool whole = read_at(file_.get(), payload, text.data(), text.size());
    if (whole && support::hash_text(text) == header.checksum) return text;
  }
  throw InfraError(fmt::format("{} has changed while it was in use", path_.string()));
}

}  // namespace assay::runners
