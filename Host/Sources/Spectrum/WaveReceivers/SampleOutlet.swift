import WaveUnits
import WaveWire

/// Sends samples to a stream.
///
/// Blocks that do not fit because the reader is slow are dropped. Each loss is reported at its position in
/// the stream.
struct SampleOutlet: Sendable {
  /// The maximum number of pending events: half a second of 10 ms blocks.
  static let eventsWaiting = 50
  /// The buffering policy that the stream must use.
  static var policy: AsyncStream<SampleEvent>.Continuation.BufferingPolicy { .bufferingOldest(eventsWaiting) }

  private let continuation: AsyncStream<SampleEvent>.Continuation
  private var lostSamples = 0
  private var isLossUnknown = false
  /// A change that is pending because the stream was full; only the newest is kept.
  private var change: SampleProperties?

  init(_ continuation: AsyncStream<SampleEvent>.Continuation) { self.continuation = continuation }

  /// Records that samples were lost; nil means an unknown number.
  mutating func lose(samples: Int?) {
    if let samples { lostSamples = lostSamples.saturatingAdding(samples) } else { isLossUnknown = true }
  }

  /// Emits new properties, which apply to all later samples.
  mutating func emit(change properties: SampleProperties) {
    change = properties
    flush()
  }

  /// Emits samples, preceded by pending losses and changes.
  mutating func emit(_ block: IQBlock, samples count: Int) {
    guard flush(), case .enqueued = continuation.yield(.samples(block)) else { return lose(samples: count) }
  }

  /// Emits a notice, which is dropped if the stream is full.
  func emit(_ notice: Notice) { continuation.yield(.notice(notice)) }

  /// Emits pending losses and changes; returns false if the stream is full.
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
