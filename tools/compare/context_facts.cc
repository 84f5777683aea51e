#include "tools/compare/context_facts.h"

#include "tools/compare/measured.h"
#include "tools/measure/run_data.h"

namespace playbook {

bool IsOfOneProcess(std::string_view key) {
  return key == "date" || key == "mhz_per_cpu" || key.starts_with("load_avg") || key == "playbook.pair" ||
         key == "playbook.describe_hash" || IsMeasuredAnew(key);
}

void MergeContext(std::map<std::string, std::string>& context, const std::string& key, const std::string& value) {
  const auto [found, added] = context.emplace(key, value);
  if (!added && found->second != value && !IsOfOneProcess(key)) {
    found->second = kDiffersWithin;
  }
}

std::string ContextValue(const std::map<std::string, std::string>& context, const std::string& key) {
  const auto found = context.find(key);
  return found == context.end() ? std::string() : found->second;
}

}  // namespace playbook
