// SPDX-License-Identifier: Apache-2.0
#include "runners/record/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "reference/isa/types/element_type.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/unpaged.hpp"

namespace assay::runners {
namespace {

/// Whether all forms only bind memory: their tiles may have none before the call.
bool only_binds(const OpSpec& page) {
  return std::ranges::all_of(page.forms, [](const Form& form) { return form.has("storage"); });
}

std::set<std::string> instructions(const std::vector<std::string>& more) {
  std::set<std::string> all(more.begin(), more.end());
  for (const OpSpec& page : all_ops()) {
    if (!only_binds(page)) all.insert(page.mnemonic);
  }
  for (const Unpaged& one : all_unpaged()) all.insert(one.mnemonic);
  return all;
}

std::string element_names() {
  std::string text;
  for (const ElementFormat& one : all_formats()) {
    if (one.kind != ElementKind::floating && one.bits >= 8) continue;  // numbers of C++
    text += fmt::format("  }} else if constexpr (is_same_v<Type, {}>) {{\n    return \"{}\";\n",
                        one.manual_name, one.name);
  }
  return text;
}

void replace(std::string& text, const std::string& mark, const std::string& by) {
  text.replace(text.find(mark), mark.size(), by);
}

}  // namespace

std::string recorder_header(const std::vector<std::string>& more) {
  std::string text(embedded_file("runners/record/record.hpp.in"));
  std::string declarations, plain, macros;
  for (const std::string& one : instructions(more)) {
    const std::string call =
        fmt::format("assay_record::calls::{}_at(__FILE__, __LINE__).call", one);
    declarations += fmt::format("ASSAY_RECORD_OP({})\n", one);
    plain += fmt::format("#define {}(...) {}(__VA_ARGS__)\n", one, call);
    macros += fmt::format("#define {} {}\n", one, call);
  }
  replace(text, "@ELEMENTS@", element_names());
  replace(text, "@DECLARATIONS@\n", declarations);
  replace(text, "@PLAIN@", plain);
  replace(text, "@MACROS@", macros);
  return text;
}

}  // namespace assay::runners
