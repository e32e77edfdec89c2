// Records frames until it is killed, and says of each block how far it has come: StoreVictim PATH [resume].
//
// Time is counted in frames, a millisecond each, so that how fast the machine is does not matter.
import Synchronization
import WaveStorage
import WaveStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let time = Atomic<Int64>(0)
let path = CommandLine.arguments[1]
let writer =
  CommandLine.arguments.count > 2
  ? try StoreWriter(resuming: path) { time.load(ordering: .relaxed) }
  : try StoreWriter(path: path) { time.load(ordering: .relaxed) }
var sequence: UInt64 = 0
if CommandLine.arguments.count > 2 {
  sequence = try StoreFile(path: path).sequences(group: 0).upperBound
} else {
  let channels = (0..<13).map { StoreChannel(label: Array("channel \($0)".utf8), unit: Array("mV".utf8)) }
  _ = try await writer.add(StoreGroup(name: Array("victim".utf8), rateHertz: 1000, channels: channels))
}
while true {
  let count = Int(sequence % 41) + 1
  let samples = (0..<13).flatMap { channel in
    (0..<count).map { Double(sequence + UInt64($0)) + Double(channel) / 16 }
  }
  // Said before, so that what has come is never more than what was said.
  sequence += UInt64(count)
  var line = Array("\(sequence)\n".utf8)
  time.store(Int64(sequence) * 1000, ordering: .relaxed)
  try await writer.append(group: 0, sequence: sequence - UInt64(count), samples: samples)
  guard write(1, &line, line.count) == line.count else { exit(1) }
}
