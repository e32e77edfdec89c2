public import WaveWire

/// The reason why a server within the page cannot continue.
public enum LocalError: Error, Equatable, Sendable {
  /// The microphone's rate is outside `MicrophoneSpectrum.rates`: choose another input.
  case rate(Double)
  /// The client's bytes are not a message: reload the page.
  case message(WireError)
  /// The client's message is not allowed: reload the page.
  case violation(ProtocolViolation)
}
