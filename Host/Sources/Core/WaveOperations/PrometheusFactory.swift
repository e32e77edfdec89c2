public import CoreMetrics
import Synchronization

/// Metrics kept in memory, and written as Prometheus' text format 0.0.4 when someone asks.
///
/// What counts does so by one atomic addition, without a lock and without allocation; what can be read at any
/// time, such as the number of clients, is read when it is written.
///
/// Format: prometheus.io/docs/instrumenting/exposition_formats.
public final class PrometheusFactory: MetricsFactory {
  /// Series of one name at most: a label must not be something that others choose.
  public static let seriesLimit = 256

  private struct State {
    var families: [String: PrometheusFamily] = [:]
    var help: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// Has no metrics yet.
  public init() {}

  /// Says what a metric is, for who reads it.
  ///
  /// - Parameters:
  ///   - name: Its name, with the unit and, where it counts, `_total` last.
  ///   - help: One sentence.
  public func describe(_ name: String, _ help: String) { state.withLock { $0.help[name] = help } }

  /// Adds a metric that is read when it is asked for.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - help: One sentence.
  ///   - isCounter: Whether it never goes back.
  ///   - labels: What tells it from others of the name.
  ///   - read: Gives its value; nil leaves it out.
  public func observe(
    _ name: String, _ help: String, isCounter: Bool = false, labels: [(String, String)] = [],
    _ read: @escaping @Sendable () -> Double?
  ) {
    describe(name, help)
    _ = add(name, isCounter ? .counter : .gauge, labels) { ReadValue(read) }
  }

  /// All metrics as text, in the order of their names.
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

  /// What counts upwards.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    add(label, .counter, dimensions) { CountValue() }
  }

  /// What counts upwards in fractions.
  public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
    -> any FloatingPointCounterHandler
  {
    add(label, .counter, dimensions) { LevelValue() }
  }

  /// What goes up and down.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    add(label, .gauge, dimensions) { LevelValue() }
  }

  /// The last value, or where it is an aggregate the number and the sum of all.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    aggregate
      ? add(label, .summary, dimensions) { SumValue(scale: 1) }
      : add(label, .gauge, dimensions) { LevelValue() }
  }

  /// The number and the sum of durations, in seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    add(label, .summary, dimensions) { SumValue(scale: 1e-9) }
  }

  /// Forgets a counter.
  public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
  /// Forgets a counter.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
  /// Forgets a meter.
  public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
  /// Forgets a recorder.
  public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
  /// Forgets a timer.
  public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

  /// The series of a name and its labels, made where there is none.
  ///
  /// One beyond the limit, or of another kind than those of its name, counts and is not written.
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

/// What a metric is to who reads it.
enum PrometheusKind: String, Sendable {
  case counter, gauge, summary
}

/// The series of one name.
struct PrometheusFamily: Sendable {
  let kind: PrometheusKind
  var series: [PrometheusLabels: any PrometheusValue] = [:]
}

/// Names and values that tell the series of a name apart.
struct PrometheusLabels: Hashable, Comparable, Sendable {
  let names: [String]
  let values: [String]

  init(_ pairs: [(String, String)]) {
    names = pairs.map { PrometheusText.name($0.0) }
    values = pairs.map(\.1)
  }

  static func < (left: Self, right: Self) -> Bool { left.values.lexicographicallyPrecedes(right.values) }
}
