import WaveUnits
import WaveWire

/// The writing end of a receiver's samples: blocks for which a slow reader leaves no room are dropped, and
/// counted where they are missing.
struct SampleOutlet: Sendable {
  /// The maximum number of waiting events: half a second of blocks of 10 ms.
  static let eventsWaiting = 50
  /// The buffering policy that the stream must have.
  static var policy: AsyncStream<SampleEvent>.Continuation.BufferingPolicy { .bufferingOldest(eventsWaiting) }

  private let continuation: AsyncStream<SampleEvent>.Continuation
  private var lostSamples = 0
  private var isLossUnknown = false
  /// A change that found no room; only the newest is kept.
  private var change: SampleProperties?

  init(_ continuation: AsyncStream<SampleEvent>.Continuation) { self.continuation = continuation }

  /// Counts samples that were lost; nil if their number is unknown.
  mutating func lose(samples: Int?) {
    if let samples { lostSamples = lostSamples.saturatingAdding(samples) } else { isLossUnknown = true }
  }

  /// Emits a change of properties, which applies to all later samples.
  mutating func emit(change properties: SampleProperties) {
    change = properties
    flush()
  }

  /// Emits samples, after pending losses and changes.
  mutating func emit(_ block: IQBlock, samples count: Int) {
    guard flush(), case .enqueued = continuation.yield(.samples(block)) else { return lose(samples: count) }
  }

  /// Emits a notice, if there is room.
  func emit(_ notice: Notice) { continuation.yield(.notice(notice)) }

  /// Emits pending losses and changes; false if there was no room.
  @discardableResult private mutating func flush() -> Bool {
    if isLossUnknown || lostSamples > 0 {
      guard case .enqueued = continuation.yield(.lost(samples: isLossUnknown ? nil : lostSamples)) else {
        return false
      }
      lostSamples = 0
      isLossUnknown = false
    }
    if let change {
      guard case .enqueued = continuation.yield(.changed(change)) else { return false }
      self.change = nil
    }
    return true
  }
}
