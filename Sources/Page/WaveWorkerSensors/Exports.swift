import WaveLocal
import WaveSourceWorker
import WaveUnits

/// The worker for streams, or nil until the page has chosen its source.
nonisolated(unsafe) private var worker: SourceWorker<LocalStreams>?

/// Serves an electrocardiogram simulated from a seed; times are in microseconds.
@_expose(wasm, "simulate") @c(local_simulate)
public func simulate(_ seed: Int32, _ now: Double, _ wall: Double) {
  worker = SourceWorker.serve(
    LocalStreams(
      simulating: UInt64(UInt32(bitPattern: seed)), at: Int64(saturating: now),
      wallMicroseconds: Int64(saturating: wall)))
}

/// Serves test streams, which measure what this device can show; times are in microseconds.
@_expose(wasm, "test") @c(local_test)
public func test(_ now: Double, _ wall: Double) {
  worker = SourceWorker.serve(
    LocalStreams(testbedAt: Int64(saturating: now), wallMicroseconds: Int64(saturating: wall)))
}

/// Serves the motion sensors of this device at a sample rate; returns 1, or 0 if the rate is out of range.
@_expose(wasm, "move") @c(local_move)
public func move(_ rate: Double, _ now: Double, _ wall: Double) -> Int32 {
  do throws(LocalError) {
    worker = SourceWorker.serve(
      try LocalStreams(
        motionAt: rate, at: Int64(saturating: now), wallMicroseconds: Int64(saturating: wall)))
    return 1
  } catch {
    return 0
  }
}

/// Receives the values in the sample buffer as one motion sample.
@_expose(wasm, "takeMotion") @c(local_take_motion)
public func receiveMotion(_ now: Double) {
  let samples = Worker.samples
  worker?.source.receive(samples.span, at: Int64(saturating: now))
}
