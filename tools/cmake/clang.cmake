# The toolchain of the clang presets: PLAYBOOK_CLANG names the compiler, clang++ where it is unset.
set(PLAYBOOK_CXX_DEFAULT clang++)
set(PLAYBOOK_CXX_VARIABLE PLAYBOOK_CLANG)
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
