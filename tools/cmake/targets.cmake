# The shapes of target that the project is made of. Sources are globbed: a new file in the right folder is a new part.

# A library of all .cc files of one folder, tests and main programs left out.
function(playbook_library name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$|/playbook(_evidence)?\\.cc$")
  if(NOT sources)
    message(FATAL_ERROR "${name}: no source in ${folder}")
  endif()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()

# One test program of all *_test.cc below a folder. Its tests carry the label.
function(playbook_test_program name folder label)
  cmake_parse_arguments(arg "" "" "LIBRARIES;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*_test.cc)
  if(NOT sources)
    message(FATAL_ERROR "${name}: no test in ${folder}")
  endif()
  add_executable(${name} ${sources} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE PLAYBOOK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PLAYBOOK_BINARY_DIR="${PROJECT_BINARY_DIR}")
endfunction()
