// SPDX-License-Identifier: Apache-2.0
#include "reports/html/page.hpp"

#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::string_view static_place = "<!--assay:static-->";
constexpr std::string_view data_place = "\"assay:data\"";

std::string element_of(std::string_view text) {
  std::string element = "<pre id=\"static\">";
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        element += "&amp;";
        break;
      case '<':
        element += "&lt;";
        break;
      case '>':
        element += "&gt;";
        break;
      default:
        element += c;
    }
  }
  return element + "</pre>";
}

}  // namespace

std::string page_of(std::string_view page_template, std::string_view text, std::string_view data) {
  const std::size_t body = page_template.find(static_place);
  const std::size_t program = page_template.find(data_place);
  std::string page(page_template.substr(0, body));
  page += element_of(text);
  page += page_template.substr(body + static_place.size(), program - body - static_place.size());
  page += data;
  page += page_template.substr(program + data_place.size());
  return page;
}

}  // namespace assay::reports
