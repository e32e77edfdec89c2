import WaveUnits

/// The worker that serves the source within the page, and the buffers that it reads and writes.
struct Buffers {
  var worker: Worker?
  /// The bytes received from the page.
  var input: [UInt8] = []
  /// The latest samples received from the device.
  var samples: [Float] = []
  /// The bytes to send to the page.
  var output: [UInt8] = []
}

/// The buffers that the exported functions use; unsynchronised because the page has a single thread.
nonisolated(unsafe) private var buffers = Buffers()

/// The maximum number of bytes or samples received at once.
private let countLimit = 65_536

extension SourceWorker where Source: ~Copyable {
  /// Serves a source to the page from now on.
  ///
  /// - Parameter source: The source, which replaces any earlier one.
  /// - Returns: The worker that serves it.
  public static func serve(_ source: consuming Source) -> SourceWorker {
    let worker = SourceWorker(source)
    buffers.worker = worker
    return worker
  }
}

extension Worker {
  /// The latest samples received from the device.
  public static var samples: [Float] { buffers.samples }
}

/// Returns a buffer for `count` bytes from the page, valid until the next call, or nil if `count` is too
/// large.
@_expose(wasm, "input") @c(local_input)
public func input(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  guard count >= 0, count <= countLimit else { return nil }
  buffers.input = [UInt8](repeating: 0, count: Int(count))
  return buffers.input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Returns a buffer for `count` samples, valid until the next call, or nil if `count` is too large.
@_expose(wasm, "samples") @c(local_samples)
public func samples(_ count: Int32) -> UnsafeMutablePointer<Float>? {
  guard count >= 0, count <= countLimit else { return nil }
  if buffers.samples.count != Int(count) { buffers.samples = [Float](repeating: 0, count: Int(count)) }
  return buffers.samples.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Receives the input as messages from the client, and returns 1, or 0 if the messages are malformed.
@_expose(wasm, "receive") @c(local_receive)
public func receive(_ now: Double) -> Int32 {
  buffers.worker?.receive(buffers.input, at: Int64(saturating: now)) == false ? 0 : 1
}

/// Collects the messages to send now, and returns the number of bytes at `output`.
@_expose(wasm, "collect") @c(local_collect)
public func collect(_ now: Double) -> Int32 {
  buffers.output = buffers.worker?.collect(at: Int64(saturating: now)) ?? []
  return Int32(buffers.output.count)
}

/// Returns the bytes to send, valid until the next call.
@_expose(wasm, "output") @c(local_output)
public func output() -> UnsafePointer<UInt8>? {
  buffers.output.withUnsafeBufferPointer { $0.baseAddress }
}

/// Returns the time at which to call `collect` again, in microseconds, or infinity if there is no need.
@_expose(wasm, "wake") @c(local_wake)
public func wake() -> Double {
  buffers.worker?.wakeMicroseconds.map { Double($0) } ?? .infinity
}
