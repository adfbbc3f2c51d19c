// SPDX-License-Identifier: Apache-2.0
#include "reports/html/page.hpp"

#include <fmt/format.h>

#include "reports/html/page_template.hpp"
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

std::string plain_page(std::string_view text) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<title>Assay: plain report</title>\n</head>\n<body>\n{}\n</body>\n</html>\n",
      element_of(text));
}

}  // namespace

std::string page_of(std::string_view page_template, std::string_view text, std::string_view data) {
  if (page_template.empty()) return plain_page(text);
  const std::size_t body = page_template.find(static_place);
  const std::size_t program = page_template.find(data_place);
  std::string page(page_template.substr(0, body));
  page += element_of(text);
  page += page_template.substr(body + static_place.size(), program - body - static_place.size());
  page += data;
  page += page_template.substr(program + data_place.size());
  return page;
}

std::string page_note(std::string_view file) {
  return page_template().empty() ? fmt::format("{} is plain: built without npm", file) : "";
}

}  // namespace assay::reports
