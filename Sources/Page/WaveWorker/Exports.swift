import WaveLocal
import WaveSourceWorker
import WaveUnits

/// The worker for spectra, or nil until the page has chosen its source.
nonisolated(unsafe) private var worker: SourceWorker<LocalServer>?

/// Serves a band simulated from a seed; times are in microseconds.
@_expose(wasm, "simulate") @c(local_simulate)
public func simulate(_ seed: Int32, _ now: Double, _ wall: Double) {
  worker = SourceWorker.serve(
    LocalServer(
      simulating: UInt64(UInt32(bitPattern: seed)), at: Int64(saturating: now),
      wallMicroseconds: Int64(saturating: wall)))
}

/// Serves a microphone at a sample rate, or reopens it; `processing` is a set of `MicrophoneProcessing` bits.
///
/// Returns 1, or 0 if the rate is out of range.
@_expose(wasm, "listen") @c(local_listen)
public func listen(_ rate: Double, _ processing: Int32, _ now: Double, _ wall: Double) -> Int32 {
  do throws(LocalError) {
    if let worker {
      try worker.source.reopen(rateHertz: rate)
    } else {
      worker = SourceWorker.serve(
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

/// Receives the samples in the buffer; `frame` is the number of the first sample since the microphone was
/// opened.
@_expose(wasm, "take") @c(local_take)
public func receive(_ frame: Double, _ now: Double) {
  let samples = Worker.samples
  worker?.source.receive(samples.span, frame: Int64(saturating: frame), at: Int64(saturating: now))
}
