# What the project stands on. The system's package is taken where there is one; FetchContent is the fallback for systems
# without it. docs/decisions/dependencies.md says why each was chosen. tools/setup knows the Debian package of each.
include(FetchContent)
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON)

set(BENCHMARK_ENABLE_TESTING OFF)
set(BENCHMARK_ENABLE_INSTALL OFF)
set(INSTALL_GTEST OFF)
set(FMT_INSTALL OFF)
FetchContent_Declare(benchmark GIT_REPOSITORY https://github.com/google/benchmark.git GIT_TAG v1.9.1 SYSTEM FIND_PACKAGE_ARGS)
FetchContent_Declare(googletest GIT_REPOSITORY https://github.com/google/googletest.git GIT_TAG v1.14.0 SYSTEM FIND_PACKAGE_ARGS NAMES GTest)
FetchContent_Declare(fmt GIT_REPOSITORY https://github.com/fmtlib/fmt.git GIT_TAG 9.1.0 SYSTEM FIND_PACKAGE_ARGS)
FetchContent_Declare(cli11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.1.2 SYSTEM FIND_PACKAGE_ARGS NAMES CLI11)
FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.2 SYSTEM FIND_PACKAGE_ARGS)
FetchContent_MakeAvailable(benchmark googletest fmt cli11 nlohmann_json)

find_package(Threads REQUIRED)

# Header and library pairs whose Debian packages carry no CMake configuration.
function(playbook_find_library name header library package)
  find_path(${name}_INCLUDE ${header})
  find_library(${name}_LIBRARY ${library})
  if(NOT ${name}_INCLUDE OR NOT ${name}_LIBRARY)
    message(FATAL_ERROR "${name}: <${header}> or lib${library} was not found; on Debian or Ubuntu: apt-get install ${package}")
  endif()
  add_library(playbook::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(playbook::${name} SYSTEM INTERFACE ${${name}_INCLUDE})
  target_link_libraries(playbook::${name} INTERFACE ${${name}_LIBRARY})
endfunction()

function(playbook_find_headers name header package)
  find_path(${name}_INCLUDE ${header})
  if(NOT ${name}_INCLUDE)
    message(FATAL_ERROR "${name}: <${header}> was not found; on Debian or Ubuntu: apt-get install ${package}")
  endif()
  add_library(playbook::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(playbook::${name} SYSTEM INTERFACE ${${name}_INCLUDE})
endfunction()

playbook_find_library(xxhash xxhash.h xxhash libxxhash-dev)
playbook_find_library(capstone capstone/capstone.h capstone libcapstone-dev)
playbook_find_library(elf libelf.h elf libelf-dev)
playbook_find_headers(rapidjson rapidjson/reader.h rapidjson-dev)
playbook_find_headers(boost_math boost/math/distributions/binomial.hpp libboost-dev)
