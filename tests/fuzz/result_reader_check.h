// What does the reader promise of any input at all?
//
//   EXPECT_EQ(BrokenPromise(text), "");
#ifndef TESTS_FUZZ_RESULT_READER_CHECK_H_
#define TESTS_FUZZ_RESULT_READER_CHECK_H_

#include <string>

namespace playbook {

// Reads the text in both ways. The promise that was broken, or empty: nothing but InputError is thrown, messages and
// notes are clean for a terminal, every row has a name and belongs to a result, a failed one has no time, and the
// report counts what was delivered.
std::string BrokenPromise(const std::string& text);

}  // namespace playbook

#endif  // TESTS_FUZZ_RESULT_READER_CHECK_H_
