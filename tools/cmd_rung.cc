// `playbook rung`: where a time or a rate stands on this machine's ladder.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <system_error>

#include "fixtures/host/machine.h"
#include "tools/commands.h"
#include "tools/ladder/limits.h"
#include "tools/ladder/standing.h"
#include "tools/results/clean_text.h"
#include "tools/results/input_error.h"
#include "tools/units/quantity.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

// The ladder that was asked for. A message with the way to get one where there is none.
Ladder LimitsOf(const std::string& named, const std::string& key) {
  const fs::path path = named.empty() ? DefaultLimits(key) : fs::path(named);
  std::error_code error;
  if (named.empty() && !fs::exists(path, error)) {
    throw InputError(
        fmt::format("this machine's ladder is not known: {} is not there; measure it with: playbook ladder "
                    "--save",
                    path.string()));
  }
  return ReadLadder(path);
}

}  // namespace

int RunRung(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("Says where a time or a rate stands on this machine's ladder, and what it therefore rules out.", "rung");
  std::vector<std::string> words;
  std::string limits;
  app.add_option("QUANTITY", words, "a time such as 50us, or a rate such as 380GB/s")->required();
  app.add_option("--limits", limits, "a file that `playbook ladder --save` wrote; this machine's own by default");
  if (int code = 0; !Parse(app, arguments, out, err, code)) {
    return code;
  }
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  const std::optional<Quantity> quantity = ParseQuantity(text);
  if (!quantity) {
    fmt::print(
        err,
        "error: \"{}\" is no time and no rate; must be a number above 0 with a unit: {}\nsee playbook rung --help\n",
        CleanText(text), QuantityUnits());
    return kUsage;
  }
  const std::string key = MachineKey(ReadMachine());
  out << StandingText(LimitsOf(limits, key), *quantity, key);
  return kOk;
}

}  // namespace playbook
