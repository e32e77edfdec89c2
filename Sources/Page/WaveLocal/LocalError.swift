public import WaveWire

/// Why a server within the page cannot go on.
public enum LocalError: Error, Equatable, Sendable {
  /// The microphone's rate is out of `MicrophoneSpectrum.rates`: choose another input.
  case rate(Double)
  /// The client's bytes are no message: load the page again.
  case message(WireError)
  /// The client's message is not allowed: load the page again.
  case violation(ProtocolViolation)
}
