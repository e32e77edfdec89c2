public import WaveInteraction
import WaveUnits

/// The page's address, to be sent to somebody.
extension CoverageModel {
  private static let copiedMicroseconds: Int64 = 3_000_000

  func appendLink(to list: inout ControlListBuilder<CoverageAction>) {
    list.button(
      .copyLink, label: sceneState.copiedEnds == nil ? "Copy link" : "Link copied")
    appendRefusal(of: .copyLink, to: &list)
  }

  mutating func copyLink() {
    refusal = nil
    guard let scene else { return }
    request(.copy(scene.text))
  }

  /// A link was to be copied.
  ///
  /// - Parameters:
  ///   - isDone: Whether it was.
  ///   - now: The client's time.
  /// - Returns: What is to be done.
  public mutating func copied(_ isDone: Bool, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      model.sceneState.copiedEnds = nil
      guard isDone else {
        return model.refuse(
          .copyLink, "This browser lets no page copy. Copy the address from its bar.")
      }
      model.sceneState.copiedEnds = now + Self.copiedMicroseconds
      model.wake(at: now + Self.copiedMicroseconds)
    }
  }

  /// Ends saying so.
  mutating func settleCopied(at now: Int64) {
    guard let ends = sceneState.copiedEnds else { return }
    if now >= ends { sceneState.copiedEnds = nil } else { wake(at: ends) }
  }
}
