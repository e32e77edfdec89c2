import HostTestSupport
import Synchronization
import WaveSystem
@testable import WaveReceivers

/// A disk in memory that fails on request.
final class FaultingStore: RecordingStore {
  struct State {
    var data: [UInt8] = []
    var metadata: [[UInt8]] = []
    /// Length of the data when each of the metadata was written.
    var lengths: [Int] = []
    var appends: [Int] = []
    var isDiscarded = false
    var isReserved = false
  }

  private let capacity: Int
  private let metadataFailure: FileError.Cause?
  private let state = Mutex(State())
  /// Bytes that were written.
  let changes = Changes()

  /// - Parameters:
  ///   - capacity: Bytes of data that fit.
  ///   - metadataFailure: How writing metadata fails; nil where it does not.
  init(capacity: Int = .max, metadataFailure: FileError.Cause? = nil) {
    self.capacity = capacity
    self.metadataFailure = metadataFailure
  }

  var now: State { state.withLock(\.self) }

  var freeByteCount: Int? { state.withLock { capacity == .max ? nil : capacity - $0.data.count } }

  func begin() throws(FileError) { state.withLock { $0.isReserved = true } }

  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?) {
    defer { changes.note() }
    return state.withLock { state in
      let count = min(bytes.count, capacity - state.data.count)
      state.data += bytes[..<count]
      state.appends.append(count)
      return (count, count < bytes.count ? FileError(path: "disk", cause: .full) : nil)
    }
  }

  func cut(toByteCount byteCount: Int) throws(FileError) {
    state.withLock { $0.data.removeLast($0.data.count - byteCount) }
  }

  func synchronize() throws(FileError) {}

  func replaceMetadata(_ bytes: [UInt8]) throws(FileError) {
    if let metadataFailure { throw FileError(path: "disk", cause: metadataFailure) }
    let isFull = state.withLock { $0.isReserved && $0.data.count >= capacity - capacity % 2 }
    if isFull { throw FileError(path: "disk", cause: .full) }
    state.withLock {
      $0.metadata.append(bytes)
      $0.lengths.append($0.data.count)
    }
    changes.note()
  }

  func releaseReserve() { state.withLock { $0.isReserved = false } }

  func discard() { state.withLock { $0.isDiscarded = true } }
}

/// A source that gives the events of its script.
struct ScriptedSamples: SampleSource {
  var properties: SampleProperties
  var events: [SampleEvent]
  /// Whether it stays silent behind its events rather than end.
  var isEndless = false

  func samples() -> AsyncStream<SampleEvent> {
    AsyncStream { continuation in
      for event in events { continuation.yield(event) }
      if !isEndless { continuation.finish() }
    }
  }
}
