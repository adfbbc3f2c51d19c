// SPDX-License-Identifier: Apache-2.0
// The only calls of HDF5's C interface: those for which its C++ interface (1.10.8) has nothing,
// each with the reason. Like the C++ interface, all of them throw H5::Exception.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace assay::golden::plain_c {

/// H5Pset_obj_track_times: no property list of the C++ interface knows it, and HDF5 would remember
/// when every object was made, so that equal contents gave unequal bytes.
void leave_out_times(const H5::PropList& creation);

/// H5Gcreate2: Group::createGroup takes a list for the link alone, none for the group.
H5::Group create_group(const H5::Group& parent, const std::string& name,
                       const H5::PropList& creation);

/// H5Dwrite_chunk: DataSet::write goes through the cache of chunks, which would copy and clear what
/// is written once and whole.
void write_chunk(const H5::DataSet& dataset, const std::vector<hsize_t>& start,
                 std::span<const std::byte> bytes);

/// A name in a group, and whether it is the object itself and no reference to another place.
struct Link {
  std::string name;
  bool hard = false;
};
/// H5Literate: Group::iterateElems gives names without the kinds of links.
std::vector<Link> links_of(const H5::Group& group);

/// H5Piterate: runs `step` while no other thread is inside HDF5, as a fork needs it; nothing in the
/// C++ interface holds the library's lock. `step` must not throw.
void alone(const std::function<void()>& step);

/// H5Pget_mdc_config and H5Pset_mdc_config: FileAccPropList knows the caches of data and not that
/// of metadata, which grows to 32 MiB of the file and several times as much in memory.
void keep_metadata_small(const H5::FileAccPropList& access);

/// H5FDregister and H5FDunregister: FileAccPropList::setDriver uses a driver, nothing makes one
/// known. A driver must outlive every file that uses it.
class Driver {
 public:
  explicit Driver(const H5FD_class_t& driver);
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  ~Driver();
  hid_t id() const { return id_; }

 private:
  hid_t id_;
};

/// H5Pget_driver_info: FileAccPropList returns a driver's identifier but not the pointer given to
/// setDriver with it. A null pointer if none was given.
const void* driver_info(hid_t access_list);

}  // namespace assay::golden::plain_c
