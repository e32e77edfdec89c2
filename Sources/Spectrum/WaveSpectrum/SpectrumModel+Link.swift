import WaveInteraction
import WaveSpectrumWire
import WaveWire

/// The connection: what becomes of the picture where the server does not answer.
extension SpectrumModel {
  /// False while paused, since no live data are shown.
  package var isExpecting: Bool { !isPaused }

  package mutating func serverLost(at now: Int64) { changeTime(.hold, at: now) }

  /// Time flows again after a loss, from where it was looked at.
  package mutating func serverReturned(at now: Int64) {
    shell.latency.forget()
    changeTime(.release, at: now)
  }
}
