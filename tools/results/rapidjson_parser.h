// How is RapidJSON's event parser included?
//
// Its stack begins as a null pointer and compares that pointer plus a size with its end, before it allocates. clang's
// sanitizer for undefined behaviour rightly objects to an offset from null (RapidJSON 1.1.0, internal/stack.h,
// Reserve); nothing comes of it, and only for these headers is the objection turned off. Not for our own code.
//
//   #include "tools/results/rapidjson_parser.h"
//   rapidjson::Reader reader;
//   reader.Parse<kParserFlags>(stream, handler);
#ifndef TOOLS_RESULTS_RAPIDJSON_PARSER_H_
#define TOOLS_RESULTS_RAPIDJSON_PARSER_H_

#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif  // TOOLS_RESULTS_RAPIDJSON_PARSER_H_
