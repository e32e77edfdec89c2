import CoreMetrics
import Testing

@testable import WaveOperations

/// The text of metrics; Tests/Peers has Prometheus' own library read it.
@Suite struct PrometheusTests {
  private let factory = PrometheusFactory()

  @Test func writesEveryKind() {
    factory.describe("a_total", "Things.")
    Counter(label: "a_total", factory: factory).increment(by: 3)
    Meter(label: "b", dimensions: [("source", "1")], factory: factory).set(0.5)
    Timer(label: "c_seconds", factory: factory).recordSeconds(2)
    Recorder(label: "d_bytes", dimensions: [], aggregate: true, factory: factory).record(10)
    Recorder(label: "e", dimensions: [], aggregate: false, factory: factory).record(7)
    FloatingPointCounter(label: "f_total", factory: factory).increment(by: 0.25)
    factory.observe("g", "Read.") { .infinity }
    factory.observe("h", "Not there.") { nil }
    #expect(
      factory.text == """
        # HELP a_total Things.
        # TYPE a_total counter
        a_total 3
        # TYPE b gauge
        b{source="1"} 0.5
        # TYPE c_seconds summary
        c_seconds_sum 2
        c_seconds_count 1
        # TYPE d_bytes summary
        d_bytes_sum 10
        d_bytes_count 1
        # TYPE e gauge
        e 7
        # TYPE f_total counter
        f_total 0.25
        # HELP g Read.
        # TYPE g gauge
        g +Inf
        # HELP h Not there.
        # TYPE h gauge

        """)
  }

  @Test func escapesWhatOthersMayHaveChosen() {
    factory.describe("a", "one\\two\nthree \"four\"")
    Meter(label: "a", dimensions: [("n-ame", "x\"y\\z\n}")], factory: factory).set(1)
    #expect(
      factory.text == """
        # HELP a one\\\\two\\nthree "four"
        # TYPE a gauge
        a{n_ame="x\\"y\\\\z\\n}"} 1

        """)
    #expect(PrometheusText.name("9 lives") == "_9_lives")
    #expect(PrometheusText.name("") == "_")
  }

  @Test func theSameIsTheSame() {
    for _ in 0..<3 {
      Counter(label: "a_total", dimensions: [("k", "v")], factory: factory).increment()
    }
    #expect(factory.text.contains("a_total{k=\"v\"} 3\n"))
    let counter = Counter(label: "a_total", dimensions: [("k", "v")], factory: factory)
    counter.destroy()
    #expect(factory.text.isEmpty)
  }

  @Test func aNameHasOneKindAndAnEndToItsSeries() {
    Counter(label: "a_total", factory: factory).increment()
    Meter(label: "a_total", factory: factory).set(5)
    #expect(factory.text == "# TYPE a_total counter\na_total 1\n")
    for number in 0..<1000 {
      Counter(label: "b_total", dimensions: [("n", "\(number)")], factory: factory).increment()
    }
    #expect(factory.text.split(separator: "\n").count == 3 + PrometheusFactory.seriesLimit)
  }

  @Test func countsFromManyThreadsAndNeverBack() async {
    let counter = Counter(label: "a_total", factory: factory)
    let meter = Meter(label: "b", factory: factory)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 {
            counter.increment()
            meter.increment(by: 0.5)
          }
        }
      }
    }
    counter.increment(by: -5)
    #expect(factory.text.contains("a_total 8000\n"))
    #expect(factory.text.contains("b 4000\n"))
  }

  @Test(arguments: [
    (0.0, "0"), (-1, "-1"), (0.1, "0.1"), (1e21, "1e+21"), (.nan, "NaN"), (-.infinity, "-Inf"),
    (1_763_715_600.25, "1763715600.25"),
  ]) func writesNumbers(value: Double, text: String) {
    #expect(PrometheusText.number(value) == text)
  }
}
