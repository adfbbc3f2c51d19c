// SPDX-License-Identifier: Apache-2.0
#include "golden/hdf5/plain_c.hpp"

namespace assay::golden::plain_c {

void leave_out_times(const H5::PropList& creation) {
  if (H5Pset_obj_track_times(creation.getId(), false) < 0) {
    throw H5::PropListIException("leave_out_times", "H5Pset_obj_track_times failed");
  }
}

void keep_metadata_small(const H5::FileAccPropList& access) {
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  bool done = H5Pget_mdc_config(access.getId(), &config) >= 0;
  config.set_initial_size = true;
  config.initial_size = std::size_t{1} << 20U;
  config.min_size = std::size_t{1} << 20U;
  config.max_size = std::size_t{2} << 20U;
  done = done && H5Pset_mdc_config(access.getId(), &config) >= 0;
  if (!done) throw H5::PropListIException("keep_metadata_small", "H5Pset_mdc_config failed");
}

H5::Group create_group(const H5::Group& parent, const std::string& name,
                       const H5::PropList& creation) {
  const hid_t id =
      H5Gcreate2(parent.getId(), name.c_str(), H5P_DEFAULT, creation.getId(), H5P_DEFAULT);
  if (id < 0) throw H5::GroupIException("create_group", "H5Gcreate2 failed");
  H5::Group made(id);
  made.decRefCount();  // the constructor adds a reference to ours
  return made;
}

std::vector<Link> links_of(const H5::Group& group) {
  std::vector<Link> links;
  const auto take = [](hid_t, const char* name, const H5L_info_t* info, void* data) {
    static_cast<std::vector<Link>*>(data)->push_back({name, info->type == H5L_TYPE_HARD});
    return 0;
  };
  if (H5Literate(group.getId(), H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &links) < 0) {
    throw H5::GroupIException("links_of", "H5Literate failed");
  }
  return links;
}

void alone(const std::function<void()>& step) {
  const auto take = [](hid_t, const char*, void* data) {
    (*static_cast<const std::function<void()>*>(data))();
    return 1;
  };
  int index = 0;
  auto* data = const_cast<std::function<void()>*>(&step);
  if (H5Piterate(H5P_FILE_ACCESS, &index, take, data) < 0) {
    throw H5::PropListIException("alone", "H5Piterate failed");
  }
}

void write_chunk(const H5::DataSet& dataset, const std::vector<hsize_t>& start,
                 std::span<const std::byte> bytes) {
  if (H5Dwrite_chunk(dataset.getId(), H5P_DEFAULT, 0, start.data(), bytes.size(), bytes.data()) <
      0) {
    throw H5::DataSetIException("write_chunk", "H5Dwrite_chunk failed");
  }
}

Driver::Driver(const H5FD_class_t& driver) : id_(H5FDregister(&driver)) {
  if (id_ < 0) throw H5::LibraryIException("Driver", "H5FDregister failed");
}

Driver::~Driver() { H5FDunregister(id_); }

const void* driver_info(hid_t access_list) { return H5Pget_driver_info(access_list); }

}  // namespace assay::golden::plain_c
