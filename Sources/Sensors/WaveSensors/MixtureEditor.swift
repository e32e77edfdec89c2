import WaveInteraction
import WaveSensorsWire

/// Makes streams of others: the draft that is edited, and whether one is awaited.
struct MixtureEditor: Sendable {
  /// The stream that is about to be made; nil while none is.
  private(set) var draft: MixtureDraft?
  private var isAwaiting = false

  /// Handles a control; `made` is nil where the server makes no streams.
  ///
  /// - Returns: What to ask of the server.
  mutating func handle(
    _ action: SensorsAction.Mixture, _ input: ControlInput, _ streams: Streams, of source: StreamSource?,
    made: [StreamMixture]?
  ) -> SetMixture? {
    switch (action, input) {
    case (.begin, .set): draft = MixtureDraft(streams, of: source)
    case (.discard, .set): draft = nil
    case (.make, .set):
      guard let source, let request = draft?.request(of: source) else { return nil }
      isAwaiting = true
      draft = nil
      return request
    case (.remove(let channel), .set):
      guard let source, made?.contains(where: { $0.channel == channel }) == true else { return nil }
      return .remove(source: source.source, channel: channel)
    default: draft?.handle(action, input)
    }
    return nil
  }

  /// The source has other streams: a draft is of those before.
  mutating func discard() { draft = nil }

  /// Streams have come.
  ///
  /// - Returns: Whether one was awaited.
  mutating func receive() -> Bool {
    defer { isAwaiting = false }
    return isAwaiting
  }
}
