# SPDX-License-Identifier: Apache-2.0
# Runs one step of making the report's page and explains a failure in one sentence.
# cmake -DNAME=... -DLOG=FILE -DFOLDER=FOLDER -P bundle.cmake -- COMMAND...
set(command "")
foreach(number RANGE ${CMAKE_ARGC})
  if(started)
    list(APPEND command "${CMAKE_ARGV${number}}")
  elseif("${CMAKE_ARGV${number}}" STREQUAL "--")
    set(started TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed
                OUTPUT_FILE ${LOG} ERROR_FILE ${LOG})
if(failed)
  message(FATAL_ERROR "the report's page cannot be made because '${NAME}' failed (its messages are "
                      "in ${LOG}); give the build a network for npm, or hand in a page made "
                      "elsewhere with -DASSAY_REPORT_TEMPLATE=FILE")
endif()
