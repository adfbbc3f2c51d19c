// SPDX-License-Identifier: Apache-2.0
// A first check of a foreign file, in a process of its own, which HDF5 may end.
#include "golden/hdf5/file_walk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "golden/hdf5/attributes.hpp"
#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/plain_c.hpp"
#include "golden/hdf5/text_heap.hpp"
#include "reference/support/endings.hpp"

namespace assay::golden {
namespace {

/// Groups of our files are nested five deep.
constexpr int most_depth = 16;
/// Seconds of computing that one group or dataset may take: of any file, and one more for so many
/// bytes of it, as the root of a file of a million cases has a million names.
constexpr time_t least_seconds = 5;
constexpr std::uintmax_t bytes_per_second = std::uintmax_t{16} << 20U;
constexpr std::array polite_signals{SIGINT, SIGTERM, SIGHUP};

/// Why the file must not be read.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

time_t seconds_for(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(path, ignored);
  return least_seconds + (ignored ? 0 : static_cast<time_t>(bytes / bytes_per_second));
}

/// Whether elements of that type are, or have, references to a global heap.
bool is_in_heap(const H5::DataType& type) {
  switch (type.getClass()) {
    case H5T_STRING:
      return type.isVariableStr();
    case H5T_VLEN:
    case H5T_REFERENCE:
      return true;
    case H5T_ARRAY:
      return is_in_heap(type.getSuper());
    case H5T_COMPOUND: {
      const H5::CompType members(type.getId());
      for (int i = 0; i < members.getNmembers(); ++i) {
        if (is_in_heap(members.getMemberDataType(static_cast<unsigned>(i)))) return true;
      }
      return false;
    }
    default:
      return false;
  }
}

class Walk {
 public:
  Walk(const std::filesystem::path& path, const H5::H5File& file)
      : path_(path), file_(file), seconds_(seconds_for(path)) {}
  void group(const H5::Group& group, const std::string& path, int depth);

 private:
  void object(const H5::Group& parent, const std::string& name, const std::string& path, int depth);
  void dataset(H5::DataSet dataset, const std::string& path);
  void attributes(H5::H5Object& object, const std::string& path);
  void require_sound_heaps();
  template <typename List>
  static auto listed(const std::string& path, const List& list);
  /// HDF5's own refusals are for the reader, which says what it wanted there.
  template <typename Step>
  static void attempt(const Step& step) {
    try {
      step();
    } catch (const H5::Exception&) {
    } catch (const h5::Failure&) {
    }
  }

  const std::filesystem::path& path_;
  const H5::H5File& file_;
  time_t seconds_;
  bool heaps_are_sound_ = false;
  std::set<std::pair<unsigned long, haddr_t>> seen_;
};

/// Lets the process compute for so long from now on, after which SIGPROF ends it: HDF5 1.10.8 goes
/// around for ever where the size of an object of a global heap is damaged.
void allow_time(time_t seconds) {
  const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

/// The behaviour of HDF5 after a list that it could not make depends on old contents of its memory:
/// it may return an error here and end the process of the reader.
template <typename List>
auto Walk::listed(const std::string& path, const List& list) {
  try {
    return list();
  } catch (const H5::Exception&) {
    throw Refusal("it is damaged, the names in " + (path.empty() ? "/" : path) +
                  " cannot be listed");
  }
}

void Walk::group(const H5::Group& group, const std::string& path, int depth) {
  if (depth > most_depth) {
    throw Refusal(fmt::format("its groups are nested more than {} deep", most_depth));
  }
  H5::Group own(group);
  attributes(own, path);
  for (const plain_c::Link& link : listed(path, [&] { return plain_c::links_of(group); })) {
    const std::string name = path + "/" + link.name;
    if (!link.hard) throw Refusal(name + " is a link to another place");
    attempt([&] { object(group, link.name, name, depth); });
  }
}

void Walk::attributes(H5::H5Object& object, const std::string& path) {
  // NOLINTNEXTLINE(performance-unnecessary-value-param): the library gives a copy
  const auto ignore = [](H5::H5Object&, std::string, void*) {};
  listed(path, [&] { return object.iterateAttrs(ignore, nullptr, nullptr); });
  attempt([&] { h5::read_attributes(object, path, [&] { require_sound_heaps(); }); });
}

/// Only files that have texts of variable length are searched, which Assay's own have not. The
/// mapping ends with the process.
void Walk::require_sound_heaps() {
  if (heaps_are_sound_) return;
  std::size_t bytes_of_address = 0;
  std::size_t bytes_of_size = 0;
  file_.getCreatePlist().getSizes(bytes_of_address, bytes_of_size);
  if (bytes_of_size != 8) {
    throw Refusal(fmt::format("its sizes have {} bytes where 8 are read", bytes_of_size));
  }
  const std::size_t bytes = std::filesystem::file_size(path_);
  const int descriptor = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  const void* const begin = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (begin == MAP_FAILED) throw Refusal(fmt::format("cannot map it: {}", std::strerror(errno)));
  const std::string problem = text_heap_problem({static_cast<const char*>(begin), bytes});
  if (!problem.empty()) throw Refusal(problem);
  heaps_are_sound_ = true;
}

void Walk::object(const H5::Group& parent, const std::string& name, const std::string& path,
                  int depth) {
  H5O_info_t info{};
  parent.getObjinfo(name, info);
  if (!seen_.emplace(info.fileno, info.addr).second) return;
  allow_time(seconds_);
  if (info.type == H5O_TYPE_GROUP) group(parent.openGroup(name), path, depth + 1);
  if (info.type == H5O_TYPE_DATASET) dataset(parent.openDataSet(name), path);
}

void Walk::dataset(H5::DataSet dataset, const std::string& path) {
  const H5::DSetCreatPropList made = dataset.getCreatePlist();
  if (made.getLayout() == H5D_VIRTUAL || made.getExternalCount() > 0) {
    throw Refusal(path + " keeps its elements in another file");
  }
  attributes(dataset, path);
  if (is_in_heap(dataset.getDataType())) require_sound_heaps();
  dataset.getStorageSize();  // goes through the index of its chunks
}

/// Words on the pipe are the refusal.
[[noreturn]] void walk(const std::filesystem::path& path, int pipe) {
  for (const int signal : polite_signals) std::signal(signal, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{};
  setrlimit(RLIMIT_CORE, &none);
  // The C library's last message is of no use.
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  std::string words;
  std::signal(SIGPROF, SIG_DFL);
  allow_time(seconds_for(path));
  try {
    const H5::H5File file = open_for_reading(path);
    Walk(path, file).group(file.openGroup("/"), "", 0);
  } catch (const Refusal& refusal) {
    words = refusal.what();
  } catch (const std::exception&) {  // the reader meets it too
  } catch (const H5::Exception&) {
  }
  const bool written =
      write(pipe, words.data(), words.size()) == static_cast<ssize_t>(words.size());
  _exit(written ? 0 : 1);
}

std::string read_all(int pipe) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

[[noreturn]] void no_process(const std::filesystem::path& path, const std::string& why) {
  throw std::runtime_error(
      fmt::format("cannot look at {} in a process of its own: {}", path.string(), why));
}

/// While this lives, the signals that ask a command to stop end it at once: nothing that it would
/// have to finish first waits for a file that is still to be read.
class EndedBySignals {
 public:
  EndedBySignals() {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      sigaction(polite_signals[i], nullptr, &before_[i]);
    }
    support::tidy_up_on_signals();
  }
  EndedBySignals(const EndedBySignals&) = delete;
  EndedBySignals& operator=(const EndedBySignals&) = delete;
  ~EndedBySignals() {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      sigaction(polite_signals[i], &before_[i], nullptr);
    }
  }

 private:
  std::array<struct sigaction, polite_signals.size()> before_{};
};

/// One at a time, for the sake of the handlers.
std::string walk_in_child(const std::filesystem::path& path) {
  const EndedBySignals ended_by_signals;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) no_process(path, std::strerror(errno));
  pid_t child = -1;
  int error = 0;
  plain_c::alone([&] {
    child = fork();
    error = errno;
    if (child == 0) walk(path, ends[1]);
  });
  close(ends[1]);
  std::string words = child < 0 ? "" : read_all(ends[0]);
  close(ends[0]);
  if (child < 0) no_process(path, std::strerror(error));
  const int status = status_of(child);
  if (status == 0) return words;
  if (!WIFSIGNALED(status)) return "it is damaged, HDF5 ends a process that reads it";
  const int signal = WTERMSIG(status);
  if (signal == SIGKILL || std::ranges::find(polite_signals, signal) != polite_signals.end()) {
    no_process(path, "a signal or a lack of memory ended it");
  }
  if (signal == SIGPROF) {
    return fmt::format("it is damaged, HDF5 computes for over {} s in one place",
                       seconds_for(path));
  }
  return fmt::format("it is damaged, HDF5 ends a process that reads it by signal {} ({})", signal,
                     strsignal(signal));
}

}  // namespace

H5::H5File open_for_reading(const std::filesystem::path& path) {
  return h5::attempt("it is damaged,", "HDF5 cannot open it", [&] {
    const H5::FileAccPropList access;
    access.setFcloseDegree(H5F_CLOSE_STRONG);
    // A finished file never changes, and locks fail on some network file systems.
    access.setFileLocking(false, true);
    plain_c::keep_metadata_small(access);
    return H5::H5File(path.string(), H5F_ACC_RDONLY, H5::FileCreatPropList::DEFAULT, access);
  });
}

std::string walk_problem(const std::filesystem::path& path) {
  using Version = std::tuple<dev_t, ino_t, off_t, time_t, long>;
  static std::mutex mutex;
  static std::set<Version> sound;
  struct stat status {};
  const bool known = stat(path.c_str(), &status) == 0;
  const Version version{status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                        status.st_mtim.tv_nsec};
  const std::lock_guard lock(mutex);
  if (known && sound.contains(version)) return "";
  std::string problem = walk_in_child(path);
  if (known && problem.empty()) sound.insert(version);
  return problem;
}

}  // namespace assay::golden
