public import WaveWire

/// An error that stops a server within the page.
public enum LocalError: Error, Equatable, Sendable {
  /// The microphone's sample rate is outside `MicrophoneSpectrum.rates`: choose a different input.
  case rate(Double)
  /// The client's bytes are not a valid message: reload the page.
  case message(WireError)
  /// The client's message is not allowed: reload the page.
  case violation(ProtocolViolation)
}
