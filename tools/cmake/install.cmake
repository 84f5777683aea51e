# Where an installed tree keeps things: bin/playbook, which looks for ../libexec/playbook/<build>/ and reads the chapters of
# ../share/playbook/docs. Several presets may be installed into one prefix; the last one's playbook is the one in bin/.
# A build is called as its folder below build/: "gcc", "clang++-19/clang".
file(RELATIVE_PATH build_name ${PROJECT_SOURCE_DIR}/build ${PROJECT_BINARY_DIR})
if(build_name MATCHES "^\\.\\.")
  get_filename_component(build_name ${PROJECT_BINARY_DIR} NAME)  # a build folder of the user's own choice
endif()
set(PLAYBOOK_LIBEXEC libexec/playbook/${build_name})

install(DIRECTORY docs/ DESTINATION share/playbook/docs FILES_MATCHING PATTERN "*.md" PATTERN "results" EXCLUDE PATTERN "decisions" EXCLUDE)
