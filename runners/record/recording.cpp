// SPDX-License-Identifier: Apache-2.0
#include "runners/record/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

constexpr std::string_view suffix = ".calls";
constexpr std::string_view earlier = ".earlier.calls";
constexpr int version = 1;
/// No record of a call is larger: damaged lengths must not exhaust the machine.
constexpr std::uint64_t largest_record = std::uint64_t{1} << 32;
/// PadValue keeps the pattern of a custom pad below this bit.
constexpr std::uint64_t custom_pad = std::uint64_t{1} << 32;

/// A sentence without the name of the file.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::uint64_t checksum(std::uint64_t sum, std::span<const char> data) {
  constexpr std::uint64_t prime = 0x100000001b3;
  std::array<std::uint64_t, 4> sums{sum, sum + 1, sum + 2, sum + 3};
  std::size_t place = 0;
  for (; place + 32 <= data.size(); place += 32) {
    std::array<std::uint64_t, 4> words{};
    std::memcpy(words.data(), &data[place], 32);
    for (std::size_t i = 0; i < 4; ++i) sums[i] = (sums[i] ^ words[i]) * prime;
  }
  for (std::size_t i = 1; i < 4; ++i) sums[0] = (sums[0] ^ sums[i]) * prime;
  for (; place < data.size(); ++place) {
    sums[0] = (sums[0] ^ static_cast<unsigned char>(data[place])) * prime;
  }
  return sums[0];
}

/// A file of calls. What the kernel had not written when it died is in a file next to it.
class CallFile {
 public:
  explicit CallFile(const fs::path& file)
      : stream_(file, std::ios::binary), size_(fs::file_size(file)) {
    const std::string name = file.filename().string();
    const fs::path tail = file.parent_path() / (name.substr(0, name.find('.')) + ".tail");
    if (!name.ends_with(earlier) && fs::exists(tail)) read_tail(tail);
  }

  std::uint64_t size() const { return size_ + tail_.size(); }
  void read(std::uint64_t offset, std::span<char> to) {
    if (to.empty()) return;
    if (offset > size() || to.size() > size() - offset) throw Damage("it ends before its contents");
    const std::uint64_t written =
        offset < size_ ? std::min<std::uint64_t>(to.size(), size_ - offset) : 0;
    if (written > 0) {
      stream_.seekg(static_cast<std::streamoff>(offset));
      stream_.read(to.data(), static_cast<std::streamsize>(written));
      if (!stream_) throw Damage("it cannot be read");
    }
    const std::span<char> rest = to.subspan(written);
    if (!rest.empty()) std::memcpy(rest.data(), &tail_[offset + written - size_], rest.size());
  }

 private:
  void read_tail(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::array<std::uint64_t, 2> head{};  // where it belongs, and how many bytes it has
    stream.read(reinterpret_cast<char*>(head.data()), sizeof head);
    const std::uint64_t most = fs::file_size(file) - sizeof head;
    if (!stream || head[0] > size_ || head[1] > most) throw Damage("its tail is damaged");
    size_ = head[0];
    tail_.resize(head[1]);
    stream.read(tail_.data(), static_cast<std::streamsize>(tail_.size()));
    if (!stream) throw Damage("its tail is damaged");
  }

  std::ifstream stream_;
  std::uint64_t size_;
  std::vector<char> tail_;
};

struct Record {
  std::string kind;
  std::string text;
  std::vector<char> payload;
};

/// The records of one file. A last one that is cut short is none: the kernel died as it was
/// written.
class RecordFile {
 public:
  explicit RecordFile(const fs::path& file) : file_(file) {
    std::array<char, longest_head> begin{};
    const std::span<char> read =
        std::span(begin).first(std::min<std::uint64_t>(file_.size(), begin.size()));
    file_.read(0, read);
    const auto end = std::ranges::find(read, '\n');
    const Json head = Json::parse(read.begin(), end, nullptr, false);
    if (end == read.end() || !head.is_object() || !head.contains("assay_recording")) {
      throw Damage("it is no recording of a kernel");
    }
    if (head["assay_recording"] != version) {
      throw Damage(fmt::format("it has version {} of the format and this program reads version {}",
                               head["assay_recording"].dump(), version));
    }
    thread = head.value("thread", std::uint64_t{0});
    place_ = static_cast<std::uint64_t>(end - read.begin()) + 1;
  }

  std::optional<Record> next() {
    std::array<char, 24> head{};
    const std::uint64_t left = file_.size() - place_;
    if (left < head.size()) return std::nullopt;
    file_.read(place_, head);
    std::uint32_t text = 0;
    std::uint64_t payload = 0, sum = 0;
    std::memcpy(&text, &head[4], sizeof text);
    std::memcpy(&payload, &head[8], sizeof payload);
    std::memcpy(&sum, &head[16], sizeof sum);
    Record record{.kind = std::string(head.data(), 4), .text = {}, .payload = {}};
    if (kinds().count(record.kind) == 0 || payload > largest_record) throw damaged();
    if (left - head.size() < text + payload) return std::nullopt;
    record.text.resize(text);
    record.payload.resize(payload);
    file_.read(place_ + head.size(), record.text);
    file_.read(place_ + head.size() + text, record.payload);
    std::uint64_t found = checksum(0xcbf29ce484222325, std::span(head).first(16));
    found = checksum(checksum(found, record.text), record.payload);
    if (found != sum) throw damaged();
    place_ += head.size() + text + payload;
    ++count_;
    return record;
  }

  /// The next piece of memory in a payload, from `place` on: there, or where the file had it
  /// before.
  std::vector<std::byte> memory(const Record& record, std::size_t& place) {
    std::array<std::uint64_t, 2> head{};  // where, and how many bytes
    if (place + sizeof head > record.payload.size()) throw damaged();
    std::memcpy(head.data(), &record.payload[place], sizeof head);
    place += sizeof head;
    const bool here = head[0] == 0;
    if (head[0] >= place_ || head[1] > (here ? record.payload.size() - place : place_))
      throw damaged();
    std::vector<std::byte> bytes(head[1]);
    if (here && !bytes.empty()) std::memcpy(bytes.data(), &record.payload[place], bytes.size());
    if (!here) file_.read(head[0], std::span(reinterpret_cast<char*>(bytes.data()), bytes.size()));
    if (here) place += bytes.size();
    return bytes;
  }

  std::uint64_t thread = 0;

 private:
  static constexpr std::size_t longest_head = 256;
  static const std::set<std::string>& kinds() {
    static const std::set<std::string> all{"CALL", "DONE", "THRW", "END."};
    return all;
  }
  Damage damaged() const { return Damage(fmt::format("record {} is damaged", count_ + 1)); }

  CallFile file_;
  std::uint64_t place_ = 0;
  std::uint64_t count_ = 0;
};

template <typename Enum, std::size_t N>
Enum named(const Json& json, const char* what, const std::array<std::string_view, N>& names) {
  const auto text = json.value(what, std::string(names.front()));
  const auto* const found = std::ranges::find(names, text);
  if (found == names.end()) throw Damage(fmt::format("nothing is called {} {}", what, text));
  return static_cast<Enum>(found - names.begin());
}

ElementType element_in(const Json& json) {
  const auto name = json.at("element").get<std::string>();
  const auto found = element_named(name);
  if (!found) throw Damage(fmt::format("it has an element type '{}'", name));
  return *found;
}

template <std::size_t N>
std::array<std::int64_t, N> numbers_in(const Json& json, const char* what) {
  const Json& list = json.at(what);
  if (list.size() != N) throw Damage(fmt::format("{} has {} numbers", what, list.size()));
  std::array<std::int64_t, N> numbers{};
  for (std::size_t i = 0; i < N; ++i) numbers[i] = list[i].get<std::int64_t>();
  return numbers;
}

Location location_in(const Json& json) {
  static constexpr std::array<std::string_view, 9> names{
      "Vec", "Mat", "Left", "Right", "Acc", "Bias", "Scaling", "ScaleLeft", "ScaleRight"};
  return named<Location>(json, "location", names);
}

Pad pad_in(const Json& json) {
  static constexpr std::array<std::string_view, 4> names{"Null", "Zero", "Max", "Min"};
  const auto text = json.value("pad", std::string("Null"));
  const bool number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!number) return {.kind = named<PadKind>(json, "pad", names), .custom_bits = 0};
  return {.kind = PadKind::custom,
          .custom_bits = static_cast<std::uint32_t>(std::stoull(text) & (custom_pad - 1))};
}

TileSpec tile_in(const Json& json) {
  static constexpr std::array<std::string_view, 2> blocks{"RowMajor", "ColMajor"};
  static constexpr std::array<std::string_view, 3> boxes{"NoneBox", "RowMajor", "ColMajor"};
  static constexpr std::array<std::string_view, 4> modes{"Null", "Normal", "RowPlusOne",
                                                         "RowAlignedPadding"};
  const auto sizes = numbers_in<2>(json, "sizes");
  const auto fixed = numbers_in<2>(json, "fixed");
  const auto valid = numbers_in<2>(json, "valid");
  TileSpec tile;
  tile.type = {.element = element_in(json),
               .location = location_in(json),
               .blayout = named<BLayout>(json, "block", blocks),
               .slayout = named<SLayout>(json, "box", boxes),
               .fractal = json.at("fractal").get<int>(),
               .rows = sizes[0],
               .cols = sizes[1],
               .pad = pad_in(json),
               .compact = named<CompactMode>(json, "compact", modes),
               .dynamic_valid_rows = fixed[0] < 0,
               .dynamic_valid_cols = fixed[1] < 0,
               .conv = {}};
  tile.valid_rows = valid[0];
  tile.valid_cols = valid[1];
  return tile;
}

GlobalLayout layout_in(const Json& json) {
  const auto name = json.at("layout").get<std::string>();
  const auto layout = global_layout_named(name);
  if (!layout) throw Damage(fmt::format("nothing is called layout {}", name));
  return *layout;
}

TileSpec conv_in(const Json& json) {
  const Json& shape = json.at("shape");
  ConvShape conv{.layout = layout_in(json), .rank = static_cast<int>(shape.size())};
  if (shape.size() > conv.dims.size()) throw Damage("a convolution tile has too many dimensions");
  for (std::size_t i = 0; i < shape.size(); ++i) conv.dims[i] = shape[i].get<std::int64_t>();
  TileSpec tile;
  tile.type = {.element = element_in(json), .location = location_in(json), .conv = conv};
  tile.valid_cols = conv.elements();
  return tile;
}

GlobalSpec global_in(const Json& json) {
  const auto fixed_shape = numbers_in<5>(json, "fixed_shape");
  const auto fixed_stride = numbers_in<5>(json, "fixed_stride");
  GlobalSpec view{.element = element_in(json),
                  .layout = layout_in(json),
                  .shape = numbers_in<5>(json, "shape"),
                  .stride = numbers_in<5>(json, "stride")};
  for (std::size_t dim = 0; dim < 5; ++dim) view.dynamic_shape[dim] = fixed_shape[dim] < 0;
  view.dynamic_stride =
      std::ranges::any_of(fixed_stride, [](std::int64_t step) { return step < 0; });
  return view;
}

RecordedArgument argument_in(const Json& json) {
  const auto kind = json.at("kind").get<std::string>();
  if (kind == "name") return RecordedName{json.at("name").get<std::string>()};
  if (kind == "words") return RecordedWords{json.at("words").get<std::vector<std::uint64_t>>()};
  if (kind == "scalar") {
    return RecordedOperand{.value =
                               ScalarSpec{element_in(json), json.at("bits").get<std::uint64_t>()}};
  }
  if (kind == "other") return RecordedOther{};
  // A type that no page has.
  if (json.at("element").get<std::string>().empty()) return RecordedOther{.has_memory = true};
  RecordedOperand operand{.value = TileSpec{}};
  if (kind == "tile") operand.value = tile_in(json);
  if (kind == "conv") operand.value = conv_in(json);
  if (kind == "global") operand.value = global_in(json);
  operand.pointed = json.value("pointer", false);
  operand.at = json.at("at").get<std::uint64_t>();
  return operand;
}

RecordedCall call_in(const Record& record, RecordFile& file) {
  const Json json = Json::parse(record.text);
  RecordedCall call;
  call.number = json.at("call").get<std::uint64_t>();
  call.order = json.at("order").get<std::uint64_t>();
  call.thread = file.thread;
  if (json.contains("core")) call.core = json["core"].get<std::uint64_t>();
  call.op = json.at("op").get<std::string>();
  call.file = json.at("file").get<std::string>();
  call.line = json.at("line").get<std::int64_t>();
  for (const Json& one : json.at("templates")) {
    if (one != "type") call.templates.push_back(one.get<std::string>());
  }
  std::size_t place = 0;
  for (const Json& one : json.at("arguments")) {
    call.arguments.push_back(argument_in(one));
    if (!one.contains("at")) continue;
    std::vector<std::byte> memory = file.memory(record, place);
    auto* operand = std::get_if<RecordedOperand>(&call.arguments.back());
    if (operand != nullptr) operand->before = std::move(memory);
  }
  return call;
}

/// How the call ended, and what the operands hold then.
void end_call(RecordedCall& call, const Record& record, RecordFile& file) {
  call.end = record.kind == "THRW" ? CallEnd::threw : CallEnd::returned;
  if (call.end == CallEnd::threw) return;
  call.alone = record.text == fmt::to_string(call.order);
  std::size_t place = 0;
  for (RecordedArgument& one : call.arguments) {
    const auto* other = std::get_if<RecordedOther>(&one);
    if (other != nullptr && other->has_memory) file.memory(record, place);
    auto* operand = std::get_if<RecordedOperand>(&one);
    if (operand == nullptr || std::holds_alternative<ScalarSpec>(operand->value)) continue;
    operand->after = file.memory(record, place);
  }
}

/// False where `take` wants no more.
bool read_file(const fs::path& file, const std::function<bool(RecordedCall)>& take) {
  RecordFile records(file);
  std::optional<RecordedCall> open;
  while (std::optional<Record> record = records.next()) {
    if (record->kind == "END.") break;
    if (record->kind == "CALL") {
      if (open) throw Damage("a call begins before the last one ended");
      open = call_in(*record, records);
      continue;
    }
    if (!open) throw Damage("a call ends that did not begin");
    end_call(*open, *record, records);
    if (!take(*std::exchange(open, std::nullopt))) return false;
  }
  return !open || take(*std::move(open));
}

}  // namespace

std::string RecordedCall::place() const { return fmt::format("{}:{}", file, line); }

bool is_recording(const fs::path& folder) {
  std::error_code none;
  if (!fs::is_directory(folder, none)) return false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == suffix) return true;
  }
  return fs::exists(folder / recording_facts, none);
}

Recording::Recording(const fs::path& folder) : folder_(folder) {
  if (!is_recording(folder)) {
    throw UsageError(
        fmt::format("{} is no recording of a kernel; 'assay record' makes one", folder.string()));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == suffix) files_.push_back(entry.path());
  }
  // "thread-0001.earlier.calls" before "thread-0001.calls".
  std::ranges::sort(files_, {}, [](const fs::path& file) {
    const std::string name = file.filename().string();
    return std::pair(name.substr(0, name.find('.')), !name.ends_with(earlier));
  });
  read_facts();
  if (files_.empty()) {
    throw UsageError(fmt::format("{} has no call: was the kernel compiled with assay/record.hpp?",
                                 folder.string()));
  }
}

void Recording::read_facts() {
  const fs::path file = folder_ / recording_facts;
  if (!fs::exists(file)) return;
  std::ifstream stream(file);
  const Json facts = Json::parse(stream, nullptr, false);
  try {
    if (facts.at("assay_recording") != version)
      throw UsageError(fmt::format("{} is of another version", file.string()));
    ending_ = facts.at("ending").get<std::string>();
    if (facts.contains("signal")) signal_ = facts["signal"].get<int>();
    for (const auto& [name, bytes] : facts.at("files").items()) {
      const fs::path part = folder_ / name;
      if (fs::exists(part) && fs::file_size(part) == bytes.get<std::uint64_t>()) continue;
      throw UsageError(fmt::format(
          "{} had {} bytes when the kernel ended and now has {}; record again", part.string(),
          bytes.get<std::uint64_t>(), fs::exists(part) ? fs::file_size(part) : 0));
    }
  } catch (const Json::exception&) {
    throw UsageError(fmt::format("{} is damaged; record again", file.string()));
  }
}

std::size_t Recording::threads() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      files_, [](const fs::path& file) { return !file.filename().string().ends_with(earlier); }));
}

void Recording::read(const std::function<bool(RecordedCall)>& take) const {
  for (const fs::path& file : files_) {
    try {
      if (!read_file(file, take)) return;
    } catch (const Damage& damage) {
      throw UsageError(
          fmt::format("cannot read {}: {}; record again", file.string(), damage.what()));
    } catch (const Json::exception&) {
      throw UsageError(fmt::format(
          "cannot read {}: the description of a call is damaged; record again", file.string()));
    }
  }
}

}  // namespace assay::runners
