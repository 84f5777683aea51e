# The toolchain of the gcc presets: PLAYBOOK_GCC names the compiler, g++ where it is unset.
set(PLAYBOOK_CXX_DEFAULT g++)
set(PLAYBOOK_CXX_VARIABLE PLAYBOOK_GCC)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
