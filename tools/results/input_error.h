// What is thrown where a file or folder that somebody gave cannot be used?
//
// The text is a whole sentence for that person: what is wrong, where, and what to do about it. Commands print it after
// "error: " and end with exit code 3. Not for a programmer's error: that is an assertion.
//
//   throw InputError(fmt::format("{}: is empty; the filter matched no benchmark", path));
#ifndef TOOLS_RESULTS_INPUT_ERROR_H_
#define TOOLS_RESULTS_INPUT_ERROR_H_

#include <stdexcept>

namespace playbook {

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace playbook

#endif  // TOOLS_RESULTS_INPUT_ERROR_H_
