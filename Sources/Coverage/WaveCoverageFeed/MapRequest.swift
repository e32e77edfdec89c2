import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

/// A client's latest map request, and the state of the answer.
struct MapRequest {
  /// The maximum number of loss messages sent before other clients get their turn.
  static let partsAtOnce = 4

  private enum State {
    /// There is no request, or the map is being computed.
    case open
    case refused([UInt8])
    case sending(CoverageMap, sentCount: Int)
  }

  private var state = State.open
  /// The latest unsent progress; nil if there is none.
  private var progress: CoverageProgress?
  /// The request's number, as chosen by the client.
  private var number: UInt16 = 0
  /// The number of the source request in progress; nil if there is none.
  private var question: UInt32?
  private var questionCount: UInt32 = 0

  /// Whether a message can be sent.
  var isDue: Bool {
    if case .open = state { progress != nil } else { true }
  }

  /// Begins a request; the previous one must have been ended.
  ///
  /// - Parameter number: The request's number, as chosen by the client.
  /// - Returns: The number of the request to the source.
  mutating func begin(_ number: UInt16) -> UInt32 {
    questionCount &+= 1
    (self.number, question) = (number, questionCount)
    return questionCount
  }

  /// Ends the request, and discards any unsent parts of the map.
  ///
  /// - Returns: The number of the source request to end, or nil if there is none.
  mutating func end() -> UInt32? {
    defer { (state, progress, question) = (.open, nil, nil) }
    return question
  }

  /// Ends the request if it has the given number; earlier requests have already ended.
  mutating func end(_ number: UInt16) -> UInt32? { number == self.number ? end() : nil }

  /// Receives the source's answer; answers to unknown or already answered source requests are ignored.
  mutating func accept(_ answer: MapAnswer, to question: UInt32) {
    guard question == self.question, case .open = state else { return }
    switch answer {
    case .progress(let doneCount, let rayCount):
      progress = CoverageProgress(number: number, doneCount: doneCount, rayCount: rayCount)
    case .map(let map) where map.geometry(number: number) != nil: state = .sending(map, sentCount: 0)
    case .map:
      state = .refused(TextWriter("The map has more posts than can be sent. Choose a smaller radius.").bytes)
    case .refused(let reason): state = .refused(reason)
    }
  }

  /// Appends messages to send, with only a few parts of a map so that other clients do not have to wait.
  ///
  /// - Returns: The number of the source request to end; nil if there is none.
  mutating func collect(into messages: inout [CoverageMessage]) -> UInt32? {
    if let progress { messages.append(.coverageProgress(progress)) }
    progress = nil
    switch state {
    case .open: return nil
    case .refused(let reason):
      messages.append(.coverageRefusal(CoverageRefusal(number: number, text: reason)))
    case .sending(let map, var sentCount):
      if sentCount == 0, let geometry = map.geometry(number: number) {
        messages.append(.coverageGeometry(geometry))
      }
      for _ in 0..<Self.partsAtOnce where sentCount < map.losses.count {
        let end = Swift.min(map.losses.count, sentCount + WireLimits.coverageLosses)
        let losses = Array(map.losses[sentCount..<end])
        messages.append(
          .coverageLosses(CoverageLosses(number: number, first: UInt32(sentCount), losses: losses)))
        sentCount = end
      }
      state = .sending(map, sentCount: sentCount)
      guard sentCount == map.losses.count else { return nil }
    }
    return end()
  }
}
