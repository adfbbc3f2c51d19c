// SPDX-License-Identifier: Apache-2.0
#include "runners/support/manual_pages.hpp"

#include "reports/manual/read_bullets.hpp"
#include "runners/support/embedded.hpp"

namespace assay::runners {

reports::ManualPages all_manual_pages() {
  reports::ManualPages pages;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name.ends_with("/bullets.md")) reports::read_manual_pages(file.text, pages);
  }
  return pages;
}

}  // namespace assay::runners
