import WavePropagation

/// Tells the worker's monotonic clock, in microseconds.
@_extern(wasm, module: "page", name: "clock") @_extern(c)
func pageClock() -> Double

/// The one root object: the worker calls from one thread.
nonisolated(unsafe) private var desk = SweepDesk()
nonisolated(unsafe) private var input: [UInt8] = []
nonisolated(unsafe) private var output: [UInt8] = []

/// How long is computed before a newer job is looked for, µs.
private let sliceMicroseconds = 8_000.0

/// Room for `count` bytes of a job; valid until the next call.
@_expose(wasm, "input") @c(sweep_input)
public func takeInput(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  input = [UInt8](repeating: 0, count: Int(Swift.max(0, count)))
  return input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// The bytes of the input are the next job, and without any there is none.
///
/// Answers 0 where they are neither.
@_expose(wasm, "begin") @c(sweep_begin)
public func begin() -> Int32 {
  defer { input = [] }
  return desk.begin(input, clock: pageClock) ? 1 : 0
}

/// Whether there is more to compute.
@_expose(wasm, "busy") @c(sweep_busy)
public func isBusy() -> Int32 { desk.isBusy ? 1 : 0 }

/// Computes for a slice of time; answers how many bytes `output` points at, 0 where there is nothing to tell yet.
@_expose(wasm, "advance") @c(sweep_advance)
public func advance() -> Int32 {
  output = []
  guard let result = desk.advance(for: sliceMicroseconds, clock: pageClock) else { return 0 }
  output = result.bytes
  return Int32(output.count)
}

/// The bytes to be told; valid until the next call.
@_expose(wasm, "output") @c(sweep_output)
public func giveOutput() -> UnsafePointer<UInt8>? {
  output.withUnsafeBufferPointer { $0.baseAddress }
}
