import WaveLocal

/// The source within the page, and the buffers that the worker reads and writes.
private struct Desk: ~Copyable {
  var server: LocalServer?
  /// What is served in place of a spectrum, where it is streams.
  var streams: LocalStreams?
  /// Bytes from the page.
  var input: [UInt8] = []
  /// Samples from the microphone.
  var samples: [Float] = []
  /// Bytes for the page.
  var output: [UInt8] = []
}

/// The one root object: the worker calls from one thread.
nonisolated(unsafe) private var desk = Desk()

/// Most bytes or samples taken at once.
private let countLimit = 65_536

/// Room for `count` bytes from the page; valid until the next call, nil where that is too many.
@_expose(wasm, "input") @c(local_input)
public func input(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  guard count >= 0, count <= countLimit else { return nil }
  desk.input = [UInt8](repeating: 0, count: Int(count))
  return desk.input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Room for `count` samples; valid until the next call, nil where that is too many.
@_expose(wasm, "samples") @c(local_samples)
public func samples(_ count: Int32) -> UnsafeMutablePointer<Float>? {
  guard count >= 0, count <= countLimit else { return nil }
  if desk.samples.count != Int(count) { desk.samples = [Float](repeating: 0, count: Int(count)) }
  return desk.samples.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Becomes the simulated band of a seed; times in microseconds.
@_expose(wasm, "simulate") @c(local_simulate)
public func simulate(_ seed: Int32, _ now: Double, _ wall: Double) {
  desk.server = LocalServer(
    simulating: UInt64(UInt32(bitPattern: seed)), at: Int64(now), wallMicroseconds: Int64(wall))
}

/// Becomes a simulated electrocardiogram of a seed; times in microseconds.
@_expose(wasm, "simulateStreams") @c(local_simulate_streams)
public func simulateStreams(_ seed: Int32, _ now: Double, _ wall: Double) {
  desk.streams = LocalStreams(
    simulating: UInt64(UInt32(bitPattern: seed)), at: Int64(now), wallMicroseconds: Int64(wall))
}

/// Becomes the motion sensors of this device, of a rate; answers 0 where the rate is out of range.
@_expose(wasm, "move") @c(local_move)
public func move(_ rate: Double, _ now: Double, _ wall: Double) -> Int32 {
  do throws(LocalError) {
    desk.streams = try LocalStreams(motionAt: rate, at: Int64(now), wallMicroseconds: Int64(wall))
    return 1
  } catch {
    return 0
  }
}

/// The samples are one moment of motion.
@_expose(wasm, "takeMotion") @c(local_take_motion)
public func takeMotion(_ now: Double) {
  let samples = desk.samples
  desk.streams?.take(samples.span, at: Int64(now))
}

/// Becomes a microphone of a rate, or opens it anew; `processing` holds the bits of `MicrophoneProcessing`.
///
/// Answers 0 where the rate is out of range.
@_expose(wasm, "listen") @c(local_listen)
public func listen(_ rate: Double, _ processing: Int32, _ now: Double, _ wall: Double) -> Int32 {
  do throws(LocalError) {
    if desk.server != nil {
      try desk.server?.reopen(rateHertz: rate)
    } else {
      desk.server = try LocalServer(
        listeningAt: rate, processing: MicrophoneProcessing(rawValue: UInt8(truncatingIfNeeded: processing)),
        at: Int64(now), wallMicroseconds: Int64(wall))
    }
    return 1
  } catch {
    return 0
  }
}

/// The bytes of the input are messages of the client; answers 0 where they are none.
@_expose(wasm, "receive") @c(local_receive)
public func receive(_ now: Double) -> Int32 {
  do throws(LocalError) {
    let bytes = desk.input
    if desk.streams != nil {
      try desk.streams?.receive(bytes, at: Int64(now))
    } else {
      try desk.server?.receive(bytes, at: Int64(now))
    }
    return 1
  } catch {
    return 0
  }
}

/// The samples follow on those before where `frame` says so.
@_expose(wasm, "take") @c(local_take)
public func take(_ frame: Double, _ now: Double) {
  let samples = desk.samples
  desk.server?.take(samples.span, frame: Int64(frame), at: Int64(now))
}

/// Makes what is to be sent now; answers how many bytes `output` points at.
@_expose(wasm, "collect") @c(local_collect)
public func collect(_ now: Double) -> Int32 {
  let bytes = desk.streams?.collect(at: Int64(now))
  desk.output = bytes ?? desk.server?.collect(at: Int64(now)) ?? []
  return Int32(desk.output.count)
}

/// The bytes to be sent; valid until the next call.
@_expose(wasm, "output") @c(local_output)
public func output() -> UnsafePointer<UInt8>? {
  desk.output.withUnsafeBufferPointer { $0.baseAddress }
}

/// When to collect again, in microseconds; infinity where there is no need to.
@_expose(wasm, "wake") @c(local_wake)
public func wake() -> Double {
  let due = desk.streams == nil ? desk.server?.wakeMicroseconds : desk.streams?.wakeMicroseconds
  return due.map { Double($0) } ?? .infinity
}
