#include "tools/compare/row_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace playbook {

RowFilter::RowFilter(const std::string& expression) {
  if (expression.empty()) {
    return;
  }
  negated_ = expression.front() == '-';
  const std::string wanted = expression.substr(negated_ ? 1 : 0);
  auto compiled = std::make_unique<regex_t>();
  if (const int fault = regcomp(compiled.get(), wanted.c_str(), REG_EXTENDED | REG_NOSUB); fault != 0) {
    std::array<char, 256> reason = {};
    regerror(fault, compiled.get(), reason.data(), reason.size());
    throw std::invalid_argument(fmt::format("--filter {} is no regular expression: {}", expression, reason.data()));
  }
  expression_ = std::shared_ptr<const regex_t>(compiled.release(), [](const regex_t* owned) {
    auto* const mine = const_cast<regex_t*>(owned);
    regfree(mine);
    delete mine;
  });
}

bool RowFilter::Takes(const std::string& name) const {
  return expression_ == nullptr || (regexec(expression_.get(), name.c_str(), 0, nullptr, 0) == 0) != negated_;
}

RowNames ParseRowNames(const std::string& text) {
  std::size_t at = text.find("==");
  std::size_t length = 2;
  bool only = at != std::string::npos && text.find("==", at + 1) == std::string::npos;
  if (at == std::string::npos) {
    at = text.find('=');
    length = 1;
    only = std::count(text.begin(), text.end(), '=') == 1;
  }
  if (!only || at == 0 || at + length == text.size()) {
    throw std::invalid_argument(
        fmt::format("--rows {} must be BASE_ROW=CONTENDER_ROW; where a name holds '=', BASE_ROW==CONTENDER_ROW", text));
  }
  return {text.substr(0, at), text.substr(at + length)};
}

}  // namespace playbook
