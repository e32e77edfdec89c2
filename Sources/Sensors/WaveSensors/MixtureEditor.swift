import WaveInteraction
import WaveSensorsWire

/// An editor for derived streams.
///
/// It contains the current draft, and remembers whether a new stream was requested.
struct MixtureEditor: Sendable {
  /// The draft that is being edited; nil if there is none.
  private(set) var draft: MixtureDraft?
  private var isAwaiting = false

  /// Handles an action that a control triggers.
  ///
  /// `made` lists the existing derived streams; it is nil if the server does not derive streams.
  ///
  /// - Returns: The request to send to the server; nil if there is none.
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

  /// Discards the draft when the source changes, because the draft's streams no longer exist.
  mutating func discard() { draft = nil }

  /// Handles a new list of derived streams.
  ///
  /// - Returns: Whether a new stream had been requested.
  mutating func receive() -> Bool {
    defer { isAwaiting = false }
    return isAwaiting
  }
}
