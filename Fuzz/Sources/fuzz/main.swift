import FuzzTargets
import HostFuzzTargets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// libFuzzer's own entry. It passes over arguments that start with two dashes, and hands them on when it
// starts itself again.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

func say(_ text: String) {
  var line = text + "\n"
  _ = line.withUTF8 { write(2, $0.baseAddress, $0.count) }
}

let targets = FuzzTargets.all + HostFuzzTargets.all

/// Set once, before the fuzzer calls back.
nonisolated(unsafe) var chosen: FuzzTarget?

guard CommandLine.argc > 1, CommandLine.arguments[1] != "list" else {
  for target in targets { print(target.name, target.byteLimit) }
  exit(0)
}
chosen = targets.first { CommandLine.arguments.contains("--target=" + $0.name) }
guard chosen != nil else {
  say("Name the target first, such as --target=\(targets[0].name); `fuzz list` has their names.")
  exit(2)
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { start, count in
    do throws(Finding) {
      try chosen?.check([UInt8](UnsafeBufferPointer(start: start, count: count)))
    } catch {
      say("finding: \(error.what)")
      abort()
    }
    return 0
  })
