import WaveUnits
import WaveWire

/// The writing end of a receiver's samples: what a slow reader leaves waiting is not given, and counted where
/// it is missing.
struct SampleOutlet: Sendable {
  /// Events that wait at most; half a second of blocks of 10 ms.
  static let eventsWaiting = 50
  /// What the stream must be made with.
  static var policy: AsyncStream<SampleEvent>.Continuation.BufferingPolicy { .bufferingOldest(eventsWaiting) }

  private let continuation: AsyncStream<SampleEvent>.Continuation
  private var lostSamples = 0
  private var isLossUnknown = false
  /// A change that found no room; the newest counts.
  private var change: SampleProperties?

  init(_ continuation: AsyncStream<SampleEvent>.Continuation) { self.continuation = continuation }

  /// Counts samples that never came; nil where nobody knows how many.
  mutating func lose(samples: Int?) {
    if let samples { lostSamples = lostSamples.saturatingAdding(samples) } else { isLossUnknown = true }
  }

  /// Says that what follows is something else.
  mutating func give(change properties: SampleProperties) {
    change = properties
    flush()
  }

  /// Gives samples, after what is still to be said.
  mutating func give(_ block: IQBlock, samples count: Int) {
    guard flush(), case .enqueued = continuation.yield(.samples(block)) else { return lose(samples: count) }
  }

  /// Says something to people, as far as there is room.
  func give(_ notice: Notice) { continuation.yield(.notice(notice)) }

  /// Says what waits to be said; false where there was no room for it.
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
