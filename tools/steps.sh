# shellcheck shell=sh disable=SC2154
# Shared by tools/run and tools/test, which source it: steps that are quiet when they go well and say what went wrong
# when they do not. Expects $source, the project's folder; works from any folder the caller is in.

# The build folder of a preset, as CMakePresets.json names it.
build_folder() {  # preset
  case $1 in
    gcc*) compiler=${PLAYBOOK_GCC:-} ;;
    *) compiler=${PLAYBOOK_CLANG:-} ;;
  esac
  echo "$source/build/${compiler:+$compiler/}$1"
}

# Runs a command with its output in a log. One line: what, and how long it took. On failure the log's end on stderr.
step() {  # what log command...
  what=$1
  log=$2
  shift 2
  mkdir -p "$(dirname "$log")" || return 3
  started=$(date +%s)
  printf '%s ... ' "$what"
  if "$@" >"$log" 2>&1 </dev/null; then
    echo "$(($(date +%s) - started)) s"
  else
    status=$?
    echo "failed after $(($(date +%s) - started)) s"
    {
      tail -n 40 "$log"
      echo "error: \"$what\" failed with exit code $status; the whole log is ${log#"$source"/}"
    } >&2
    return $status
  fi
}

in_source() { (cd "$source" && "$@"); }

configure() {  # preset
  step "configure $1" "$source/build/logs/$1.configure.log" in_source cmake --preset "$1"
}

# Builds targets of a preset, all without any. A warning leaves a mark in the build folder: an object file that was
# compiled with one would not be compiled, and so not warned of, again.
build() {  # preset [--target target...]
  preset=$1
  shift
  log=$source/build/logs/$preset.build.log
  mark=$(build_folder "$preset")/compiled-with-warnings
  step "build $preset" "$log" in_source cmake --build --preset "$preset" "$@" || return $?
  if grep -q 'warning:' "$log"; then
    grep 'warning:' "$log" >"$mark"
  fi
}
