// SPDX-License-Identifier: Apache-2.0
// Calls on their way into a file, by their static types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <string>
#include <vector>

#include "golden/calls/signature_rows.hpp"
#include "golden/golden.hpp"

namespace assay::golden {

/// Where a call is: row `row` of the group BASE/sNNNN.
struct SignaturePlace {
  std::uint64_t signature = 0;
  std::uint64_t row = 0;
};

/// The groups below one base, "/signatures" or "/calls". Cases are buffered in memory and written
/// in pieces of a few MiB. A group is finished when 1,024 others have had cases since its latest
/// one: a later case of that signature gets another group.
class SignatureStore {
 public:
  explicit SignatureStore(std::string base) : base_(std::move(base)) {}
  SignatureStore(const SignatureStore&) = delete;
  SignatureStore& operator=(const SignatureStore&) = delete;

  SignaturePlace put(const GoldenCase& golden, OutputFile& file);
  void finish(OutputFile& file);

 private:
  /// A signature that cases may still come for.
  struct Open {
    SignatureRows rows;
    std::string bucket;
    std::size_t pending = 0;  ///< bytes
    std::size_t latest = 0;   ///< how many cases there were at its latest
  };
  using Place = std::map<std::size_t, Open>::iterator;

  Place signature_of(const Call& call, OutputFile& file);
  Place oldest();
  void flush_half(OutputFile& file);
  void flush(Open& signature, OutputFile& file);
  void finish(Place place, OutputFile& file);

  std::string base_;
  // Memory that was written to once is not given back: fresh pages cost more than copying to them.
  // Larger blocks go back: of each size as many would be kept as there ever were at once.
  std::pmr::unsynchronized_pool_resource memory_{
      std::pmr::pool_options{.max_blocks_per_chunk = 16, .largest_required_pool_block = 1U << 12U}};
  std::map<std::size_t, Open> open_;  ///< by number
  std::map<std::string, std::vector<std::size_t>> buckets_;
  std::size_t signatures_ = 0;
  std::size_t retired_ = 0;  ///< finished so that another could come
  std::size_t pending_bytes_ = 0;
  std::size_t cases_ = 0;
};

}  // namespace assay::golden
