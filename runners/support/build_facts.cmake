# SPDX-License-Identifier: Apache-2.0
# Writes build_facts.cpp. cmake -D source=FOLDER -D git=PROGRAM -D version=TEXT -D out=FILE -P build_facts.cmake
set(commit unknown)
if(git)
  execute_process(COMMAND ${git} rev-parse HEAD WORKING_DIRECTORY ${source} OUTPUT_VARIABLE found RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit ${found})
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_facts.cpp.in ${out} @ONLY)
