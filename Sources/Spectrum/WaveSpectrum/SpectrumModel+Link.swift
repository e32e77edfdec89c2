import WaveInteraction
import WaveSpectrumWire
import WaveWire

/// The connection: what happens to the display when the server does not respond.
extension SpectrumModel {
  /// Whether live data is expected; false while paused, because no live data is shown.
  package var isExpecting: Bool { !isPaused }

  package mutating func serverLost(at now: Int64) { changeTime(.hold, at: now) }

  /// Resumes time after a loss of connection, from the time on display.
  package mutating func serverReturned(at now: Int64) {
    shell.latency.forget()
    changeTime(.release, at: now)
  }
}
