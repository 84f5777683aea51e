#include "tools/measure/evidence_result.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"

namespace playbook {
namespace {

using nlohmann::json;

std::string Number(const json& value) {
  return value.is_null() ? "nothing" : value.is_string() ? value.get<std::string>() : value.dump();
}

// "write calls: 1 in wrong/buffer_bytes:1, expected exactly 2288890"
std::string ClaimFault(const json& claim) {
  std::string words = claim.at("name").get<std::string>();
  for (const json& row : claim.at("rows")) {
    if (!row.at("holds").get<bool>()) {
      words += fmt::format("; {} has {}, expected {}", row.at("row").get<std::string>(), Number(row.at("value")),
                           Number(row.at("expected")));
    }
  }
  if (const std::string reason = claim.value("reason", ""); !reason.empty()) {
    words += "; " + reason;
  }
  return words;
}

}  // namespace

std::vector<std::string> EvidenceFaults(const std::string& text) {
  std::vector<std::string> faults;
  try {
    const json evidence = json::parse(text);
    const json& verify = evidence.at("verify");
    if (!verify.at("passed").get<bool>()) {
      faults.push_back("verify fails: " + verify.at("detail").get<std::string>());
    }
    for (const json& claim : evidence.at("claims")) {
      const std::string status = claim.at("status").get<std::string>();
      if (status == "fails") {
        faults.push_back("a claim fails: " + ClaimFault(claim));
      } else if (status == "holds" && !claim.at("separates").get<bool>()) {
        faults.push_back("a claim does not separate wrong from right: " + ClaimFault(claim));
      }
    }
  } catch (const json::exception& error) {
    throw InputError(fmt::format("its evidence cannot be read: {}", error.what()));
  }
  for (std::string& fault : faults) {
    fault = CleanText(fault);
  }
  return faults;
}

}  // namespace playbook
