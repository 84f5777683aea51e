#include "tools/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <system_error>

#include "tools/commands.h"

namespace playbook {
namespace {

bool IsOpen(int descriptor) {
  return fcntl(descriptor, F_GETFD) >= 0;
}

// The descriptor for the output, before its place is taken by something else.
int OutputDescriptor() {
  const int output = IsOpen(STDOUT_FILENO) ? STDOUT_FILENO : -1;
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free number is the one that is missing, since those below it are open by now.
    while (!IsOpen(standard) && open("/dev/null", O_RDWR) < 0 && errno == EINTR) {
    }
  }
  return output;
}

}  // namespace

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (sync() != 0) {
    return traits_type::eof();
  }
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

int DescriptorBuffer::sync() {
  for (const char* next = pbase(); next < pptr() && error_ == 0;) {
    const ssize_t written = write(descriptor_, next, static_cast<std::size_t>(pptr() - next));
    if (written >= 0) {
      next += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(block_.data(), block_.data() + block_.size());
  return error_ == 0 ? 0 : -1;
}

StandardStreams::StandardStreams() : output_(OutputDescriptor()), before_(std::cout.rdbuf(&output_)) {}

StandardStreams::~StandardStreams() {
  std::cout.rdbuf(before_);
}

int StandardStreams::End(int code) {
  std::cout.flush();
  int error = output_.error();
  // Some file systems report a full disk only here.
  if (error == 0 && close(STDOUT_FILENO) != 0) {
    error = errno;
  }
  if (error == 0 || error == EPIPE) {
    return code;
  }
  fmt::print(std::cerr, "error: cannot write the output: {}\n", std::generic_category().message(error));
  return kBadInput;
}

}  // namespace playbook
