import WavePropagation

/// Tells the worker's monotonic clock, in microseconds.
@_extern(wasm, module: "page", name: "clock") @_extern(c)
func pageClock() -> Double

/// What computes, and the buffers that the worker reads and writes.
struct Sweeper {
  /// How long is computed before a newer job is looked for, µs.
  static let sliceMicroseconds = 8_000.0

  /// How many small maps are computed before the first pin; more of them make its map hardly quicker.
  static let rehearsalCount = 12

  var desk = SweepDesk()
  var rehearsals = 0
  /// Bytes of a job.
  var input: [UInt8] = []
  /// Bytes of a result.
  var output: [UInt8] = []
}

/// The one root object: the worker calls from one thread.
nonisolated(unsafe) private var sweeper = Sweeper()

/// Room for `count` bytes of a job; valid until the next call.
@_expose(wasm, "input") @c(sweep_input)
public func takeInput(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  sweeper.input = [UInt8](repeating: 0, count: Int(Swift.max(0, count)))
  return sweeper.input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// The bytes of the input are the next job, and without any there is none.
///
/// Answers 0 where they are neither.
@_expose(wasm, "begin") @c(sweep_begin)
public func begin() -> Int32 {
  let bytes = sweeper.input
  sweeper.input = []
  return sweeper.desk.begin(bytes, clock: pageClock) ? 1 : 0
}

/// Computes a small map that nobody sees, so that the browser has compiled well what the first pin waits for.
///
/// Answers whether another is to follow.
@_expose(wasm, "rehearse") @c(sweep_rehearse)
public func rehearse() -> Int32 {
  sweeper.rehearsals += 1
  // The default model most often; P.1812 shares little of its code.
  let isMade = SweepDesk.rehearse(sweeper.rehearsals % 3 == 0 ? .p1812 : .learned, clock: pageClock)
  return isMade && sweeper.rehearsals < Sweeper.rehearsalCount ? 1 : 0
}

/// Whether there is more to compute.
@_expose(wasm, "busy") @c(sweep_busy)
public func isBusy() -> Int32 { sweeper.desk.isBusy ? 1 : 0 }

/// Computes for a slice of time; answers how many bytes `output` points at, 0 where there is nothing to tell
/// yet.
@_expose(wasm, "advance") @c(sweep_advance)
public func advance() -> Int32 {
  sweeper.output = []
  guard let result = sweeper.desk.advance(for: Sweeper.sliceMicroseconds, clock: pageClock) else { return 0 }
  sweeper.output = result.bytes
  return Int32(sweeper.output.count)
}

/// The bytes to be told; valid until the next call.
@_expose(wasm, "output") @c(sweep_output)
public func giveOutput() -> UnsafePointer<UInt8>? {
  sweeper.output.withUnsafeBufferPointer { $0.baseAddress }
}
