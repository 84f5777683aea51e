# Chooses the compiler once per build folder. The choice is kept in the cache, so that a later re-configure without the
# environment variable (ninja does one whenever a globbed folder changes) cannot change the compiler of a folder under way.
if(NOT PLAYBOOK_CXX)
  set(chosen "$ENV{${PLAYBOOK_CXX_VARIABLE}}")
  if(chosen STREQUAL "")
    set(chosen ${PLAYBOOK_CXX_DEFAULT})
  endif()
  set(PLAYBOOK_CXX "${chosen}" CACHE STRING "the C++ compiler of this build folder")
endif()
set(CMAKE_CXX_COMPILER "${PLAYBOOK_CXX}")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLAYBOOK_CXX)
