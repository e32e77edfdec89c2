public import CoreMetrics
import Synchronization

/// A metrics factory that keeps metrics in memory, and writes them in Prometheus' text format 0.0.4 on
/// request.
///
/// A counter is incremented with a single atomic addition, without a lock or an allocation. Values that can
/// be read at any time, such as the number of clients, are read when the metrics are written.
///
/// Format: prometheus.io/docs/instrumenting/exposition_formats.
public final class PrometheusFactory: MetricsFactory {
  /// The maximum number of series per name, which limits memory if clients can choose labels.
  public static let seriesLimit = 256

  private struct State {
    var families: [String: PrometheusFamily] = [:]
    var help: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// Creates a factory with no metrics.
  public init() {}

  /// Sets the description of a metric.
  ///
  /// - Parameters:
  ///   - name: The metric's name, which ends with the unit and, for counters, `_total`.
  ///   - help: A description in one sentence.
  public func describe(_ name: String, _ help: String) { state.withLock { $0.help[name] = help } }

  /// Adds a metric whose value is read each time the metrics are written.
  ///
  /// - Parameters:
  ///   - name: The metric's name.
  ///   - help: A description in one sentence.
  ///   - isCounter: Whether the value never decreases.
  ///   - labels: The labels that distinguish the metric from others with the same name.
  ///   - read: A closure that returns the value, or nil to leave the metric out.
  public func observe(
    _ name: String, _ help: String, isCounter: Bool = false, labels: [(String, String)] = [],
    _ read: @escaping @Sendable () -> Double?
  ) {
    describe(name, help)
    _ = add(name, isCounter ? .counter : .gauge, labels) { ReadValue(read) }
  }

  /// All metrics as text, sorted by name.
  public var text: String {
    let (families, help) = state.withLock { ($0.families, $0.help) }
    var text = PrometheusText()
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      text.begin(name, family.kind, help: help[name])
      for (labels, value) in family.series.sorted(by: { $0.key < $1.key }) {
        for (suffix, number) in value.samples { text.append(name + suffix, labels, number) }
      }
    }
    return text.text
  }

  // MARK: - MetricsFactory

  /// Creates an integer counter.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    add(label, .counter, dimensions) { CountValue() }
  }

  /// Creates a floating-point counter.
  public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
    -> any FloatingPointCounterHandler
  {
    add(label, .counter, dimensions) { LevelValue() }
  }

  /// Creates a gauge, which can increase and decrease.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    add(label, .gauge, dimensions) { LevelValue() }
  }

  /// Creates a recorder of the last value or, if `aggregate` is true, of the count and the sum of all values.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    aggregate
      ? add(label, .summary, dimensions) { SumValue(scale: 1) }
      : add(label, .gauge, dimensions) { LevelValue() }
  }

  /// Creates a timer that records the count and the sum of durations, in seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    add(label, .summary, dimensions) { SumValue(scale: 1e-9) }
  }

  /// Removes a counter.
  public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
  /// Removes a counter.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
  /// Removes a meter.
  public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
  /// Removes a recorder.
  public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
  /// Removes a timer.
  public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

  /// Returns the series with a name and labels, creating it if it does not exist.
  ///
  /// A series beyond the limit is updated but never written. This also applies to a series whose type differs
  /// from the type of earlier series with the same name.
  private func add<Value: PrometheusValue>(
    _ name: String, _ kind: PrometheusKind, _ labels: [(String, String)], _ make: () -> Value
  ) -> Value {
    let name = PrometheusText.name(name)
    let labels = PrometheusLabels(labels)
    return state.withLock { state in
      var family = state.families[name] ?? PrometheusFamily(kind: kind)
      if let known = family.series[labels] as? Value { return known }
      let value = make()
      guard family.kind == kind, family.series[labels] == nil, family.series.count < Self.seriesLimit else {
        return value
      }
      family.series[labels] = value
      state.families[name] = family
      return value
    }
  }

  private func remove(_ handler: AnyObject) {
    state.withLock { state in
      for (name, family) in state.families {
        guard let labels = family.series.first(where: { $0.value === handler })?.key else { continue }
        state.families[name]?.series[labels] = nil
        if state.families[name]?.series.isEmpty == true { state.families[name] = nil }
      }
    }
  }
}

/// The type of a metric in Prometheus.
enum PrometheusKind: String, Sendable {
  case counter, gauge, summary
}

/// All series that have the same metric name.
struct PrometheusFamily: Sendable {
  let kind: PrometheusKind
  var series: [PrometheusLabels: any PrometheusValue] = [:]
}

/// Label names and values that distinguish series with the same name.
struct PrometheusLabels: Hashable, Comparable, Sendable {
  let names: [String]
  let values: [String]

  init(_ pairs: [(String, String)]) {
    names = pairs.map { PrometheusText.name($0.0) }
    values = pairs.map(\.1)
  }

  static func < (left: Self, right: Self) -> Bool { left.values.lexicographicallyPrecedes(right.values) }
}
