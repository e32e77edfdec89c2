import WavePropagation

/// Returns the worker's monotonic time in microseconds.
@_extern(wasm, module: "page", name: "clock") @_extern(c)
func pageClock() -> Double

/// The computation and the buffers that the worker reads and writes.
struct Sweeper {
  /// The computing time after which the worker checks for a newer job, in microseconds.
  static let sliceMicroseconds = 8_000.0

  /// The number of maps computed as a warm-up before the user sets the first pin; more would hardly help.
  static let rehearsalCount = 12

  var worker = SweepWorker()
  var rehearsals = 0
  /// The encoded job.
  var input: [UInt8] = []
  /// The encoded result.
  var output: [UInt8] = []
}

/// The state that the exported functions use; unsynchronised because the page has a single thread.
nonisolated(unsafe) private var sweeper = Sweeper()

/// Returns a buffer for `count` bytes of a job, valid until the next call.
@_expose(wasm, "input") @c(sweep_input)
public func makeInput(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  sweeper.input = [UInt8](repeating: 0, count: Int(Swift.max(0, count)))
  return sweeper.input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Starts the job in the input, or cancels the current job if the input is empty.
///
/// Returns 1, or 0 if the bytes are not a valid job.
@_expose(wasm, "begin") @c(sweep_begin)
public func begin() -> Int32 {
  let bytes = sweeper.input
  sweeper.input = []
  return sweeper.worker.begin(bytes, clock: pageClock) ? 1 : 0
}

/// Computes a small map and discards it, so that the browser has compiled the code when the first pin is set.
///
/// Returns 1 if it should be called again, otherwise 0.
@_expose(wasm, "rehearse") @c(sweep_rehearse)
public func rehearse() -> Int32 {
  sweeper.rehearsals += 1
  // Two of three maps use the default model. The third uses P.1812, which shares little code with the
  // default.
  let isMade = SweepWorker.warmUp(sweeper.rehearsals % 3 == 0 ? .p1812 : .learned, clock: pageClock)
  return isMade && sweeper.rehearsals < Sweeper.rehearsalCount ? 1 : 0
}

/// Returns 1 if there is more to compute, otherwise 0.
@_expose(wasm, "busy") @c(sweep_busy)
public func isBusy() -> Int32 { sweeper.worker.isBusy ? 1 : 0 }

/// Computes for one time slice, and returns the number of bytes in the result, or 0 if there is none yet.
@_expose(wasm, "advance") @c(sweep_advance)
public func advance() -> Int32 {
  sweeper.output = []
  guard let result = sweeper.worker.advance(for: Sweeper.sliceMicroseconds, clock: pageClock) else {
    return 0
  }
  sweeper.output = result.bytes
  return Int32(sweeper.output.count)
}

/// Returns the bytes of the result, valid until the next call.
@_expose(wasm, "output") @c(sweep_output)
public func resultBytes() -> UnsafePointer<UInt8>? {
  sweeper.output.withUnsafeBufferPointer { $0.baseAddress }
}
