# Read by ctest after the lists of tests were made; see CMakeLists.txt.
foreach(label codegen threads)
  foreach(test IN LISTS catalogue_${label}_tests)
    set_tests_properties(${test} PROPERTIES LABELS "catalogue;${label}")
  endforeach()
endforeach()
