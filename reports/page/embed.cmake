# SPDX-License-Identifier: Apache-2.0
# Turns the page's template into a C++ source: cmake -DTEMPLATE=FILE -DSOURCE=FILE -P embed.cmake
file(READ ${TEMPLATE} text)
foreach(place "<!--assay:static-->" "\"assay:data\"")
  string(FIND "${text}" "${place}" first)
  string(FIND "${text}" "${place}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${TEMPLATE} is no template of the report: it must hold ${place} once")
  endif()
endforeach()
# Compilers limit one literal, so the text is cut.
string(LENGTH "${text}" length)
set(literals "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8000 part)
  string(APPEND literals "\n    R\"assay_page(${part})assay_page\"")
  math(EXPR at "${at} + 8000")
endwhile()
file(WRITE ${SOURCE} "// SPDX-License-Identifier: Apache-2.0
// Generated: the report's page, without the data of a run.
#include \"reports/html/page_template.hpp\"

namespace assay::reports {

std::string_view page_template() {
  return${literals};
}

}  // namespace assay::reports
")
