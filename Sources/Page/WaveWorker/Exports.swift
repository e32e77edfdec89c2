import WaveLocal
import WaveSourceWorker
import WaveUnits

/// The worker for spectra; nil until the page has chosen its source.
nonisolated(unsafe) private var worker: SourceWorker<LocalServer>?

private func serve(_ source: consuming LocalServer) {
  let next = SourceWorker(source)
  next.start()
  worker = next
}

/// Becomes the simulated band of a seed; times in microseconds.
@_expose(wasm, "simulate") @c(local_simulate)
public func simulate(_ seed: Int32, _ now: Double, _ wall: Double) {
  serve(
    LocalServer(
      simulating: UInt64(UInt32(bitPattern: seed)), at: Int64(saturating: now),
      wallMicroseconds: Int64(saturating: wall)))
}

/// Becomes a microphone of a rate, or opens it anew; `processing` holds the bits of `MicrophoneProcessing`.
///
/// Answers 0 where the rate is out of range.
@_expose(wasm, "listen") @c(local_listen)
public func listen(_ rate: Double, _ processing: Int32, _ now: Double, _ wall: Double) -> Int32 {
  do throws(LocalError) {
    if let worker {
      try worker.source.reopen(rateHertz: rate)
    } else {
      serve(
        try LocalServer(
          listeningAt: rate,
          processing: MicrophoneProcessing(rawValue: UInt8(truncatingIfNeeded: processing)),
          at: Int64(saturating: now), wallMicroseconds: Int64(saturating: wall)))
    }
    return 1
  } catch {
    return 0
  }
}

/// The samples follow on those before where `frame` says so.
@_expose(wasm, "take") @c(local_take)
public func take(_ frame: Double, _ now: Double) {
  let samples = Worker.samples
  worker?.source.take(samples.span, frame: Int64(saturating: frame), at: Int64(saturating: now))
}
