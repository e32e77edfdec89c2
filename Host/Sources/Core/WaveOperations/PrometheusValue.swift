import CoreMetrics
import Synchronization

/// The current values of a series, each written under the metric's name with a suffix.
protocol PrometheusValue: AnyObject, Sendable {
  var samples: [(suffix: String, number: String)] { get }
}

/// An integer counter.
final class CountValue: PrometheusValue, CounterHandler {
  private let value = Atomic<Int64>(0)

  var samples: [(suffix: String, number: String)] { [("", String(value.load(ordering: .relaxed)))] }

  /// Adds an amount to the counter; amounts that are not positive are ignored.
  func increment(by amount: Int64) {
    guard amount > 0 else { return }
    value.wrappingAdd(amount, ordering: .relaxed)
  }

  func reset() { value.store(0, ordering: .relaxed) }
}

/// A floating-point number that can increase and decrease.
final class LevelValue: PrometheusValue, MeterHandler, RecorderHandler, FloatingPointCounterHandler {
  private let bits = Atomic<UInt64>(0)

  var samples: [(suffix: String, number: String)] {
    [("", PrometheusText.number(Double(bitPattern: bits.load(ordering: .relaxed))))]
  }

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }
  func decrement(by amount: Double) { increment(by: -amount) }
  func reset() { set(0.0) }

  func increment(by amount: Double) {
    var old = bits.load(ordering: .relaxed)
    while true {
      let (isDone, present) = bits.weakCompareExchange(
        expected: old, desired: (Double(bitPattern: old) + amount).bitPattern, ordering: .relaxed)
      if isDone { return }
      old = present
    }
  }
}

/// The count and the sum of recorded values.
final class SumValue: PrometheusValue, RecorderHandler, TimerHandler {
  private let sum = Mutex((count: Int64(0), total: 0.0))
  private let scale: Double

  /// Creates an empty sum.
  ///
  /// - Parameter scale: The factor that converts a value to the base unit.
  init(scale: Double) { self.scale = scale }

  var samples: [(suffix: String, number: String)] {
    let sum = sum.withLock { $0 }
    return [("_sum", PrometheusText.number(sum.total * scale)), ("_count", String(sum.count))]
  }

  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }

  func record(_ value: Double) {
    sum.withLock {
      $0.count += 1
      $0.total += value
    }
  }
}

/// A value that is read each time the metrics are written.
final class ReadValue: PrometheusValue {
  private let read: @Sendable () -> Double?

  init(_ read: @escaping @Sendable () -> Double?) { self.read = read }

  var samples: [(suffix: String, number: String)] { read().map { [("", PrometheusText.number($0))] } ?? [] }
}
