import Dispatch
import Synchronization
import WaveCoverageWire
import WaveServer
import WaveWire

/// Reads the blocks of terrain that one client requests, in their order, outside the event loop.
final class TerrainDesk: Sendable {
  /// Maximum number of waiting requests and unsent answers together.
  ///
  /// A client keeps at most a quarter as many requests in flight.
  static let asksLimit = 4 * WireLimits.terrainAsks

  private struct Answer {
    var key: TerrainBlockKey
    var message: TerrainMessage
    /// The content that the block is of; nil if a file was replaced while it was read.
    var content: TerrainStation.Content?
  }

  private struct State {
    var asks: [TerrainBlockKey] = []
    var answers: [Answer] = []
    var isWorking = false
    var isClosed = false
  }

  private let station: TerrainStation
  private let waker: ClientWaker
  private let state = Mutex(State())

  /// - Parameters:
  ///   - station: The tiles.
  ///   - waker: Called when answers for the client are ready.
  init(station: TerrainStation, waker: ClientWaker) {
    self.station = station
    self.waker = waker
  }

  // MARK: - On the event loop

  /// Queues a request; false if too many are waiting.
  func ask(_ key: TerrainBlockKey) -> Bool {
    let isTaken = state.withLock { state in
      guard state.asks.count + state.answers.count < Self.asksLimit else { return false }
      if !state.asks.contains(key) { state.asks.append(key) }
      return true
    }
    work()
    return isTaken
  }

  /// Removes a request that has not been started.
  func takeBack(_ key: TerrainBlockKey) { state.withLock { $0.asks.removeAll { $0 == key } } }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.asks = []
      state.answers = []
    }
  }

  var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

  /// Returns the answers that can be sent; blocks of a content that the client does not know are read again.
  ///
  /// - Parameter told: The tiles and contents that the client knows.
  /// - Returns: The messages, in the order in which they were answered.
  func takeAnswers(of told: ToldTerrain) -> [TerrainMessage] {
    defer { work() }
    return state.withLock { state in
      var due: [TerrainMessage] = []
      for answer in state.answers {
        // A refusal is sent in any case, even if the client does not know the content yet.
        let isBlock = if case .block = answer.message { true } else { false }
        if let content = answer.content, !isBlock || told.holds(content, ofTile: answer.key.tile) {
          due.append(answer.message)
        } else if !state.asks.contains(answer.key) {
          state.asks.append(answer.key)
        }
      }
      state.answers = []
      return due
    }
  }

  private func work() {
    let begins = state.withLock { state in
      guard !state.isWorking, !state.isClosed, !state.asks.isEmpty else { return false }
      state.isWorking = true
      return true
    }
    guard begins else { return }
    station.queue.async { self.run() }
  }

  // MARK: - Outside the event loop

  private func run() {
    while let key = next() {
      let before = station.content(of: key)
      let message = station.answer(key)
      let isSame = station.content(of: key) == before
      let answer = Answer(key: key, message: message, content: isSame ? before : nil)
      let isFirst = state.withLock { state in
        guard !state.isClosed else { return false }
        state.answers.append(answer)
        return state.answers.count == 1
      }
      if isFirst { waker.wake() }
    }
  }

  /// Returns the next request; nil if there is none, or while the client does not read its answers.
  private func next() -> TerrainBlockKey? {
    state.withLock { state in
      guard !state.isClosed, !state.asks.isEmpty, state.answers.count < WireLimits.terrainAsks else {
        state.isWorking = false
        return nil
      }
      return state.asks.removeFirst()
    }
  }
}
