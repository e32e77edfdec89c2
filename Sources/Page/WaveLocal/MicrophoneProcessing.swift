import WaveUnits

/// What a device does to a microphone's samples though it was asked not to.
public struct MicrophoneProcessing: OptionSet, Equatable, Sendable {
  /// The bits, as the page gives them.
  public let rawValue: UInt8
  /// From bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Takes away what the loudspeaker plays.
  public static let echoCancellation = MicrophoneProcessing(rawValue: 1)
  /// Takes away what does not sound like speech.
  public static let noiseSuppression = MicrophoneProcessing(rawValue: 2)
  /// Makes what is quiet louder.
  public static let automaticGain = MicrophoneProcessing(rawValue: 4)

  /// What people are to know of it, UTF-8; empty where the samples are as they came.
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
