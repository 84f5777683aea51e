// The main program of `playbook`; everything it can do is in commands.cc and cmd_<verb>.cc.
#include <exception>
#include <iostream>

#include "tools/commands.h"
#include "tools/standard_streams.h"

int main(int argc, char** argv) {
  playbook::StandardStreams streams;
  try {
    return streams.End(playbook::Playbook(playbook::Arguments(argv + 1, argv + argc), std::cout, std::cerr));
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return streams.End(playbook::kBadInput);
  }
}
