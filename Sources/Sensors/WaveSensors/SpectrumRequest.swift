import WaveSensorsWire

/// Which spectrum the server was asked for.
struct SpectrumRequest: Sendable {
  private static let intervalMicroseconds: Int64 = 100_000

  private var asked: ShowSpectrum?
  private var askedAt: Int64 = .min / 2
  private var view: UInt16 = 0

  /// Asks anew: the server knows nothing of it, or it is of something else.
  mutating func forget() { asked = nil }

  /// Whether an answer is to what was asked last.
  func isAnswered(by answer: StreamSpectrum) -> Bool { answer.view == asked?.view }

  /// Asks where another spectrum is seen than was asked for, whose number does not count; nil for none.
  mutating func update(_ wish: ShowSpectrum?, at now: Int64) -> Dispatch {
    guard var wish else {
      guard let last = asked, last.view != 0 else { return .none }
      asked = nil
      return .send(.showSpectrum(ShowSpectrum(view: 0, source: last.source)))
    }
    wish.view = asked?.view ?? 0
    guard wish != asked else { return .none }
    let due = askedAt + Self.intervalMicroseconds
    guard now >= due else { return .wait(due) }
    askedAt = now
    view = view == .max ? 1 : view + 1
    wish.view = view
    asked = wish
    return .send(.showSpectrum(wish))
  }
}
