# SPDX-License-Identifier: Apache-2.0
# Makes page_template.cpp of page.html, the built page. Only those who change the page's sources, and its tests, need npm.
set(page_source ${CMAKE_CURRENT_LIST_DIR})
set(page_folder ${CMAKE_BINARY_DIR}/reports/page)
set(page_cpp ${CMAKE_BINARY_DIR}/reports/page_template.cpp)
add_custom_command(
  OUTPUT ${page_cpp}
  COMMAND ${CMAKE_COMMAND} -DTEMPLATE=${page_source}/page.html -DSOURCE=${page_cpp} -P ${page_source}/embed.cmake
  DEPENDS ${page_source}/page.html ${page_source}/embed.cmake
  COMMENT "Embedding the report's page" VERBATIM)
# A target of its own, so that the command does not wait for the libraries of those that compile its output.
add_custom_target(report_page DEPENDS ${page_cpp})
if(NOT ASSAY_TESTS)
  return()
endif()

# Tests that need the npm packages name this fixture; without npm or a network it fails and says so.
file(MAKE_DIRECTORY ${page_folder})
add_test(NAME page.packages COMMAND sh ${page_source}/packages.sh ${page_folder})
set_tests_properties(page.packages PROPERTIES LABELS page TIMEOUT 300 FIXTURES_SETUP page_packages)

# page_test(NAME ARGUMENTS...): a test of the page, run by Node.js where the packages are.
function(page_test name)
  add_test(NAME page.${name} COMMAND node ${page_source}/test/${name}_test.mjs ${ARGN} WORKING_DIRECTORY ${page_folder})
  set_tests_properties(page.${name} PROPERTIES LABELS page TIMEOUT 300 COST 300 FIXTURES_REQUIRED page_packages)
endfunction()
set(page_assay ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay)
page_test(layout)
page_test(bundle)
page_test(map ${page_assay})
page_test(sweep ${page_assay})
page_test(baseline ${page_assay})
page_test(access ${page_assay})
page_test(picture ${page_assay} ${PROJECT_SOURCE_DIR}/reports/guide)
page_test(browser ${page_assay} ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay-bench-report)
