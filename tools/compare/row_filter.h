// Which rows did the user ask for, and which of them go together though they are called differently?
//
// Applied before anything is counted: a row that is filtered out enters no correction, no mean and no list. Not for
// choosing metrics.
//
//   const RowFilter filter("BM_(Read|Write)");
//   filter.Takes("BM_Read/8")                        // true
//   const RowNames names = ParseRowNames("BM_Old=BM_New");
#ifndef TOOLS_COMPARE_ROW_FILTER_H_
#define TOOLS_COMPARE_ROW_FILTER_H_

#include <regex.h>

#include <memory>
#include <string>

namespace playbook {

class RowFilter {
 public:
  // The empty expression takes all. As --benchmark_filter has it: a POSIX extended regular expression that is searched
  // for in the name, and "-EXPRESSION" takes the rows that do not match. Throws std::invalid_argument with what is
  // wrong.
  explicit RowFilter(const std::string& expression);

  bool Takes(const std::string& name) const;

 private:
  std::shared_ptr<const regex_t> expression_;  // none: takes all
  bool negated_ = false;
};

struct RowNames {
  std::string base = {};
  std::string contender = {};

  bool operator==(const RowNames&) const = default;
};

// "A=B"; with '=' in a name, "A==B". Throws std::invalid_argument where that does not give two names.
RowNames ParseRowNames(const std::string& text);

}  // namespace playbook

#endif  // TOOLS_COMPARE_ROW_FILTER_H_
