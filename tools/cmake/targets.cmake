# The shapes of target that the project is made of. Sources are globbed: a new file in the right folder is a new part.
include(GoogleTest)

set(PLAYBOOK_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "fsanitize=")
  set(PLAYBOOK_SANITIZED ON)
endif()
# What these sanitizers know of each place in the code holds pointers, which would all be relocated at every start.
if(CMAKE_CXX_FLAGS MATCHES "fsanitize=address")
  add_link_options(-no-pie)
endif()

# A library of all .cc files of one folder, tests and main programs left out.
function(playbook_library name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$|/playbook(_evidence|_certify)?\\.cc$")
  if(NOT sources)
    message(FATAL_ERROR "${name}: no source in ${folder}")
  endif()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()

# One test program of all *_test.cc below a folder, and its tests, which carry the label; an own call of gtest_discover_tests
# takes the place of the latter where OWN_LIST is said. The libraries are tested as the preset builds them; the tests themselves
# are not optimised, and the headers that all of them include are compiled once, unless PRESET_FLAGS says that their own object
# code is what is tested.
#
# Each test is a process, so that a crash costs one. Where that takes longer to begin and end than most tests to run, the program
# says IN_ONE: it is one test, and fails if any of it is skipped, since ctest would not count that.
function(playbook_test_program name folder label)
  cmake_parse_arguments(arg "PRESET_FLAGS;IN_ONE;OWN_LIST" "PREFIX" "LIBRARIES;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*_test.cc)
  if(NOT sources)
    message(FATAL_ERROR "${name}: no test in ${folder}")
  endif()
  add_executable(${name} ${sources} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} fmt::fmt nlohmann_json::nlohmann_json GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE PLAYBOOK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PLAYBOOK_BINARY_DIR="${PROJECT_BINARY_DIR}")
  if(NOT arg_PRESET_FLAGS)
    target_compile_options(${name} PRIVATE -O0 -g1)
    target_precompile_headers(${name} REUSE_FROM playbook_test_headers)
  endif()
  if(arg_IN_ONE)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS ${label} COST 100 FAIL_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
  elseif(NOT arg_OWN_LIST)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${arg_PREFIX}" PROPERTIES LABELS ${label})
  endif()
endfunction()
