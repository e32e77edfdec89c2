import WaveInteraction

/// Handles a connection to a server that stops responding.
extension SpectrumModel {
  /// Whether live data is expected; false while paused, because no live data is shown.
  package var isExpecting: Bool { !isPaused }

  package mutating func serverLost(at now: Int64) { changeTime(.hold, at: now) }

  /// Resumes the display from the time shown, once the server responds again.
  package mutating func serverReturned(at now: Int64) {
    shell.latency.forget()
    changeTime(.release, at: now)
  }
}
