import WaveSensorsWire

/// The spectrum that was last requested from the server.
struct SpectrumRequest: Sendable {
  private static let intervalMicroseconds: Int64 = 100_000

  private var asked: ShowSpectrum?
  private var askedAt: Int64 = .min / 2
  private var view: UInt16 = 0

  /// Discards the last request, so that the spectrum is requested again.
  mutating func forget() { asked = nil }

  /// Returns whether a spectrum answers the latest request.
  func isAnswered(by answer: StreamSpectrum) -> Bool { answer.view == asked?.view }

  /// Decides whether to send a request: only if more than the view number differs from the last request.
  ///
  /// A nil request stops the spectra.
  mutating func update(_ request: ShowSpectrum?, at now: Int64) -> Dispatch {
    guard var request else {
      guard let last = asked, last.view != 0 else { return .none }
      asked = nil
      return .send(.showSpectrum(ShowSpectrum(view: 0, source: last.source)))
    }
    request.view = asked?.view ?? 0
    guard request != asked else { return .none }
    let due = askedAt + Self.intervalMicroseconds
    guard now >= due else { return .wait(due) }
    askedAt = now
    view = view == .max ? 1 : view + 1
    request.view = view
    asked = request
    return .send(.showSpectrum(request))
  }
}
