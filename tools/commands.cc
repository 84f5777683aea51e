#include "tools/commands.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <system_error>

#include "tools/measure/nearest.h"
#include "tools/results/input_error.h"

namespace playbook {

extern const char* const kCommit;
extern const char* const kDirty;

namespace {

struct Verb {
  const char* name;
  const char* summary;
  int (*run)(const Arguments& arguments, std::ostream& out, std::ostream& err);
};

// In the order of the help.
const std::vector<Verb>& Verbs() {
  static const std::vector<Verb> verbs = {
      {"run", "measure the pairs and print what each build shows", RunRun},
      {"list", "name the pairs that there are", RunList},
      {"report", "print what a run showed, finished or not", RunReport},
      {"compare", "say row by row what a contender does to a base", RunCompare},
      {"explain", "print the core of a pair's chapter", RunExplain},
      {"ladder", "measure what this machine takes for what every program is made of", RunLadder},
      {"rung", "say where a time or a rate stands on the ladder, and what that rules out", RunRung},
      {"docs", "check the tables and snippets of the book, or make them anew", RunDocs},
  };
  return verbs;
}

void PrintHelp(std::ostream& stream) {
  stream << "usage: playbook VERB [ARGUMENTS]\n\nverbs:\n";
  for (const Verb& verb : Verbs()) {
    fmt::print(stream, "  {:<10}{}\n", verb.name, verb.summary);
  }
  stream << "\n`playbook VERB --help` explains a verb; `playbook --version` names what this program was built from.\n"
            "exit codes: 0 done, 1 an evidence, a benchmark or a gate failed, 2 usage, 3 bad input or environment, 4 "
            "refused,\n"
            "5 a gate cannot tell\n";
}

// "The following X." of the library becomes "the following X", as all our messages read.
std::string InOurStyle(std::string message) {
  const std::size_t line_end = message.find('\n');
  message = message.substr(0, line_end);
  if (message.size() > 1 && std::islower(static_cast<unsigned char>(message[1])) != 0) {
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  }
  while (!message.empty() && message.back() == '.') {
    message.pop_back();
  }
  return message;
}

// An option that was given and is empty is mostly a variable of a script that was not set; what is meant by it is not
// "as if it were absent". One that may be repeated may be so: it adds nothing.
bool HasNoEmptyValue(const CLI::App& app, const Arguments& arguments, std::ostream& err) {
  std::string option;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.rfind("--", 0) == 0 ? argument.find('=') : std::string::npos;
    const bool is_option = argument.rfind('-', 0) == 0;
    option = is_option ? argument.substr(0, equals) : option;
    if (argument.empty() || equals == argument.size() - 1) {
      const CLI::Option* const known = option.empty() ? nullptr : app.get_option_no_throw(option);
      if (known == nullptr || known->get_multi_option_policy() != CLI::MultiOptionPolicy::TakeAll) {
        fmt::print(err, "error: {} is \"\", must not be empty; leave it out instead\nsee playbook {} --help\n",
                   known == nullptr ? "an argument" : option, app.get_name());
        return false;
      }
    }
    option = is_option ? option : "";
  }
  return true;
}

}  // namespace

bool Parse(CLI::App& app, const Arguments& arguments, std::ostream& out, std::ostream& err, int& code) {
  code = kUsage;
  app.allow_extras();
  // The library wants them last first.
  Arguments reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    out << app.help();
    code = kOk;
    return false;
  } catch (const CLI::ParseError& error) {
    fmt::print(err, "error: {}\nsee playbook {} --help\n", InOurStyle(error.what()), app.get_name());
    return false;
  }
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty()) {
    return HasNoEmptyValue(app, arguments, err);
  }
  std::vector<std::string> options;
  for (const CLI::Option* const option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      options.push_back("--" + name);
    }
  }
  const std::string& unknown = rest.front();
  if (unknown.rfind('-', 0) == 0) {
    fmt::print(err, "error: {} has no option {}{}\n", app.get_name(), unknown, DidYouMean(unknown, options));
  } else {
    fmt::print(err, "error: {} does not take the argument \"{}\"\n", app.get_name(), unknown);
  }
  fmt::print(err, "see playbook {} --help\n", app.get_name());
  return false;
}

int Playbook(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty()) {
    PrintHelp(err);
    return kUsage;
  }
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    PrintHelp(out);
    return kOk;
  }
  if (name == "--version") {
    fmt::print(out, "playbook {} (commit {}{})\n", PLAYBOOK_VERSION, kCommit,
               std::string_view(kDirty) == "yes" ? ", with changes" : "");
    return kOk;
  }
  const auto verb = std::find_if(Verbs().begin(), Verbs().end(), [&name](const Verb& one) { return name == one.name; });
  if (verb == Verbs().end()) {
    std::vector<std::string> names;
    for (const Verb& one : Verbs()) {
      names.emplace_back(one.name);
    }
    fmt::print(err, "error: there is no verb \"{}\"{}\nthe verbs are: {}\n", name, DidYouMean(name, names),
               fmt::join(names, ", "));
    return kUsage;
  }
  try {
    return verb->run(Arguments(arguments.begin() + 1, arguments.end()), out, err);
  } catch (const InputError& error) {
    fmt::print(err, "error: {}\n", error.what());
  } catch (const std::system_error& error) {
    fmt::print(err, "error: {}\n", error.what());
  }
  return kBadInput;
}

}  // namespace playbook
