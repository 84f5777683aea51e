// Did everything that was to be told reach its reader?
//
// For the main() of a program whose standard output is its result. It makes sure that the descriptors 0 to 2 are open,
// so that no file that is opened later is taken for one of them, and writes std::cout itself, so that the first error
// of a write is known at the end: a full disk must not look like success. Not for code under test, which is given
// streams.
//
//   StandardStreams streams;
//   return streams.End(Playbook(arguments, std::cout, std::cerr));
#ifndef TOOLS_STANDARD_STREAMS_H_
#define TOOLS_STANDARD_STREAMS_H_

#include <array>
#include <streambuf>

namespace playbook {

// Writes to a descriptor and keeps errno of the first write that failed.
class DescriptorBuffer : public std::streambuf {
 public:
  // A descriptor of -1 fails as a closed one does.
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
    setp(block_.data(), block_.data() + block_.size());
  }
  int error() const { return error_; }

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  static constexpr std::size_t kBlock = 65'536;

  int descriptor_;
  int error_ = 0;
  std::array<char, kBlock> block_;
};

class StandardStreams {
 public:
  StandardStreams();
  // Gives std::cout its own buffer back.
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  // Writes what is left. The exit code of the program: kBadInput, with the reason on standard error, where output was
  // lost, else `code`. A reader that went away, as in `playbook list | head`, is no error and nothing is said.
  int End(int code);

 private:
  DescriptorBuffer output_;
  std::streambuf* before_;
};

}  // namespace playbook

#endif  // TOOLS_STANDARD_STREAMS_H_
