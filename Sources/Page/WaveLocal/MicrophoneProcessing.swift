import WaveUnits

/// Processing that a device applies to a microphone's samples even though the page asked it not to.
public struct MicrophoneProcessing: OptionSet, Equatable, Sendable {
  /// The bits, as passed by the page.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Echo cancellation, which removes the loudspeaker's sound.
  public static let echoCancellation = MicrophoneProcessing(rawValue: 1)
  /// Noise suppression, which removes sounds that are unlike speech.
  public static let noiseSuppression = MicrophoneProcessing(rawValue: 2)
  /// Automatic gain control, which amplifies quiet sounds.
  public static let automaticGain = MicrophoneProcessing(rawValue: 4)

  /// The warning for users in UTF-8, or an empty text if the samples are not processed.
  var warning: [UInt8] {
    guard !isEmpty else { return [] }
    var text = TextWriter()
    text.append("This device did not switch off its ")
    var isFirst = true
    func name(_ literal: StaticString, _ part: MicrophoneProcessing) {
      guard contains(part) else { return }
      if !isFirst { text.append(", ") }
      isFirst = false
      text.append(literal)
    }
    name("echo cancellation", .echoCancellation)
    name("noise suppression", .noiseSuppression)
    name("automatic gain", .automaticGain)
    text.append(": levels and quiet sounds are not as they were. Another microphone or browser may.")
    return text.bytes
  }
}
