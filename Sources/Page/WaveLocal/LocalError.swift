public import WaveWire

/// An error that stops a server within the page.
public enum LocalError: Error, Equatable, Sendable {
  /// The microphone's sample rate is outside `MicrophoneSpectrum.rates`; the user must choose a different
  /// input.
  case rate(Double)
  /// The client's bytes are not a valid message; the page must be reloaded.
  case message(WireError)
  /// The client's message is not allowed; the page must be reloaded.
  case violation(ProtocolViolation)
}
