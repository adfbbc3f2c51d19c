# SPDX-License-Identifier: Apache-2.0
# Makes page_template.cpp: the report's page, bundled by npm and esbuild, or handed in ready-made; without either
# nothing, and reports are plain.
set(ASSAY_REPORT_TEMPLATE "" CACHE FILEPATH
    "Page of the report made elsewhere (npm run build in reports/page); empty to make it here")

set(page_source ${CMAKE_CURRENT_LIST_DIR})
set(page_folder ${CMAKE_BINARY_DIR}/reports/page)
set(page_cpp ${CMAKE_BINARY_DIR}/reports/page_template.cpp)
set(plain_page_cpp ${CMAKE_BINARY_DIR}/reports/plain_page_template.cpp)
set(page_plain FALSE)
file(MAKE_DIRECTORY ${page_folder})

if(ASSAY_REPORT_TEMPLATE)
  get_filename_component(page_template ${ASSAY_REPORT_TEMPLATE} ABSOLUTE BASE_DIR ${CMAKE_BINARY_DIR})
  if(NOT EXISTS ${page_template})
    message(FATAL_ERROR "ASSAY_REPORT_TEMPLATE names ${page_template}, which is not there")
  endif()
else()
  find_program(ASSAY_NODE NAMES node nodejs)
  find_program(ASSAY_NPM npm)
  if(NOT ASSAY_NODE OR NOT ASSAY_NPM)
    set(page_plain TRUE)
    message(NOTICE "report.html is plain: built without npm. For the full page install the packages nodejs and "
                   "npm, or hand in a page made elsewhere with -DASSAY_REPORT_TEMPLATE=FILE")
  endif()
endif()

if(NOT ASSAY_REPORT_TEMPLATE AND NOT page_plain)
  # The packages of the lock file, those that only the tests need only with them.
  set(page_packages ${page_folder}/node_modules/.package-lock.json)
  set(page_install ${ASSAY_NPM} ci --ignore-scripts --no-audit --no-fund)
  if(NOT ASSAY_TESTS)
    list(APPEND page_install --omit=dev)
  endif()
  add_custom_command(
    OUTPUT ${page_packages}
    COMMAND ${CMAKE_COMMAND} -E copy ${page_source}/package.json ${page_source}/package-lock.json
            ${page_source}/.npmrc ${page_folder}
    COMMAND ${CMAKE_COMMAND} "-DNAME=npm ci" -DLOG=${page_folder}/install.log -DFOLDER=${page_folder}
            -P ${page_source}/bundle.cmake -- ${page_install}
    COMMAND ${CMAKE_COMMAND} -E touch ${page_packages}
    DEPENDS ${page_source}/package.json ${page_source}/package-lock.json ${page_source}/.npmrc
            ${page_source}/bundle.cmake
    COMMENT "Installing the packages of the report's page" VERBATIM)

  set(page_template ${page_folder}/template.html)
  file(GLOB page_parts CONFIGURE_DEPENDS ${page_source}/src/*.js ${page_source}/src/*.css)
  add_custom_command(
    OUTPUT ${page_template}
    COMMAND ${CMAKE_COMMAND} -DNAME=esbuild -DLOG=${page_folder}/bundle.log -DFOLDER=${page_folder}
            -P ${page_source}/bundle.cmake -- ${ASSAY_NODE} ${page_source}/build.mjs ${page_template}
    DEPENDS ${page_packages} ${page_parts} ${page_source}/build.mjs ${page_source}/shell.html
    COMMENT "Bundling the report's page" VERBATIM)
endif()

# page_source_of(CPP [TEMPLATE]): a source with the template in it; without one it holds nothing.
function(page_source_of cpp)
  add_custom_command(
    OUTPUT ${cpp}
    COMMAND ${CMAKE_COMMAND} "-DTEMPLATE=${ARGN}" -DSOURCE=${cpp} -P ${page_source}/embed.cmake
    DEPENDS ${ARGN} ${page_source}/embed.cmake
    COMMENT "Embedding the report's page" VERBATIM)
endfunction()
page_source_of(${plain_page_cpp})
if(page_plain)
  page_source_of(${page_cpp})
else()
  page_source_of(${page_cpp} ${page_template})
endif()

# A target of its own: the sources wait for no library.
add_custom_target(report_page DEPENDS ${page_cpp} ${plain_page_cpp})

# page_test(NAME COMMAND...): laws of the page made here; one that was handed in has passed them elsewhere.
function(page_test name)
  if(ASSAY_TESTS AND NOT ASSAY_REPORT_TEMPLATE AND NOT page_plain)
    add_test(NAME page.${name} COMMAND ${ASSAY_NODE} ${ARGN} WORKING_DIRECTORY ${page_folder})
    set_tests_properties(page.${name} PROPERTIES LABELS page TIMEOUT 300)
  endif()
endfunction()
page_test(layout ${page_source}/test/layout_test.mjs)
page_test(bundle ${page_source}/test/bundle_test.mjs)
page_test(map ${page_source}/test/map_test.mjs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay)
page_test(sweep ${page_source}/test/sweep_test.mjs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay)
page_test(morning ${page_source}/test/morning_test.mjs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay)
page_test(access ${page_source}/test/access_test.mjs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay)
page_test(picture ${page_source}/test/picture_test.mjs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay
          ${PROJECT_SOURCE_DIR}/reports/guide)
page_test(browser ${page_source}/test/page_test.mjs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay
          ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assay-bench-report)
if(ASSAY_TESTS)
  add_test(NAME page.plain_build COMMAND /usr/bin/python3 ${page_source}/test/plain_build_test.py ${CMAKE_COMMAND}
                                         ${PROJECT_SOURCE_DIR})
  set_tests_properties(page.plain_build PROPERTIES LABELS page TIMEOUT 300)
endif()
