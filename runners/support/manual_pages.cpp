// SPDX-License-Identifier: Apache-2.0
#include "runners/support/manual_pages.hpp"

#include <fmt/format.h>

#include "runners/support/embedded.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

constexpr const char* founding = "suites/founding_pages.toml";

/// "constraint FORM NAME" is a test of the bullet, and so are results; the rest is named.
void add_holder(reports::ManualBullet& bullet, const std::string& holder) {
  const std::string kind = holder.substr(0, holder.find(' '));
  const std::string word = kind == "constraint" ? holder.substr(holder.rfind(' ') + 1) : "results";
  if (kind != "constraint" && kind != "result") {
    bullet.also += (bullet.also.empty() ? "" : "; ") + holder;
  } else if ((" " + bullet.why + " ").find(" " + word + " ") == std::string::npos) {
    bullet.why += (bullet.why.empty() ? "" : " ") + word;
  }
}

reports::ManualBullet bullet_of(const toml::table& fact) {
  reports::ManualBullet bullet{reports::Told::tested, text_at(fact, "fact", founding).value(), ""};
  if (const auto reason = text_at(fact, "not_tested_because", founding)) {
    bullet.told = reports::Told::untested;
    bullet.why = *reason;
  }
  if (const toml::array* holders = fact["held_by"].as_array()) {
    for (const toml::node& one : *holders) add_holder(bullet, one.value<std::string>().value());
  }
  return bullet;
}

/// The founding pages, which have the highest authority.
void add_founding_pages(reports::ManualPages& pages) {
  const toml::table table = parse_toml(embedded_file(founding), founding);
  for (const auto& [op, facts] : table) {
    reports::ManualPage page{fmt::format("{} manual page", op.str()), {}};
    for (const toml::node& fact : *facts.as_array())
      page.bullets.push_back(bullet_of(*fact.as_table()));
    pages[std::string(op.str())].push_back(std::move(page));
  }
}

}  // namespace

reports::ManualPages all_manual_pages() {
  reports::ManualPages pages;
  add_founding_pages(pages);
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name.ends_with("/bullets.md")) reports::read_manual_pages(file.text, pages);
  }
  return pages;
}

}  // namespace assay::runners
