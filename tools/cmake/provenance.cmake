# What only the build knows, for the context of every result: the flags as given, the preset, and the commit that was built.
set(PLAYBOOK_PRESET "" CACHE STRING "the preset that configured this folder")
string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}} -std=c++${CMAKE_CXX_STANDARD}" PLAYBOOK_FLAGS)
get_filename_component(PLAYBOOK_CXX_NAME "${CMAKE_CXX_COMPILER}" NAME)

# The commit is looked up at every build, not at configure time; the file changes, and things relink, only when it does.
set(commit_source ${PROJECT_BINARY_DIR}/generated/commit.cc)
add_custom_target(playbook_commit_file
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${commit_source} -P ${CMAKE_CURRENT_LIST_DIR}/write_commit.cmake
  BYPRODUCTS ${commit_source} VERBATIM)
add_library(playbook_commit STATIC ${commit_source})
add_dependencies(playbook_commit playbook_commit_file)
