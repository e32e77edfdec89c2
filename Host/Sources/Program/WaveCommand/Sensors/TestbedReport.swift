import WaveSensors

/// The results of a test bed run, for output as tables or JSON.
struct TestbedReport: Encodable {
  /// The results of a step of the test; the latencies are nil if nothing was drawn.
  struct Step: Encodable, Equatable {
    var streams: Int
    var rateHertz: Int
    var medianMilliseconds: Double?
    var percentile95Milliseconds: Double?
    var percentile99Milliseconds: Double?
    var framesPerSecond: Double
    var lostSamples: Int64
  }

  /// A series of measurements from the 2015 study with which the results are compared (eScholarship
  /// 1tt4h1v7).
  struct StudyStep: Encodable, Equatable {
    var number: Int
    var device: String
    var condition: String
    var outcome: String
    /// The measured points, each with a number of streams or a rate in hertz, and the latency in seconds.
    var points: [Point]

    struct Point: Encodable, Equatable {
      var value: Int
      var seconds: Double
      var isUpperBound: Bool
    }
  }

  var isSimulated = true
  var isComplete: Bool
  var viewRate: Int
  var againstStreams: [Step]
  var againstRate: [Step]
  var study2015: [StudyStep]

  init(_ results: [Testbed.Result], plan: Testbed.Plan) {
    isComplete = results.count >= plan.steps.count
    viewRate = plan.viewRate
    againstStreams = results.filter { $0.axis == .streams }.map(Step.init)
    againstRate = results.filter { $0.axis == .rate }.map(Step.init)
    study2015 = Testbed.study.map { series in
      StudyStep(
        number: series.number, device: "\(series.device)", condition: "\(series.condition)",
        outcome: "\(series.outcome)",
        points: series.points.map {
          StudyStep.Point(value: $0.value, seconds: $0.seconds, isUpperBound: $0.isBound)
        })
    }
  }

  /// The results as lines of text for people, with tables.
  var lines: [String] {
    var lines = [
      """
      Simulated streams, \(viewRate) frames a second at most: milliseconds from the newest sample\u{2019}s \
      arrival to the draw list.
      """
    ]
    for (title, steps) in [("against streams", againstStreams), ("against rate", againstRate)]
    where !steps.isEmpty {
      lines += [
        "", "  " + Self.row(["streams", "Hz", "median", "95 %", "99 %", "frames/s", "lost"]) + "   " + title,
      ]
      lines += steps.map { "  " + Self.row($0.cells) + "   " + study($0) }
    }
    if !isComplete { lines += ["", "cancelled: the other steps were not measured"] }
    lines += [
      "",
      """
      The study of 2015 (eScholarship 1tt4h1v7): arrival to submission for drawing, less the refresh interval
      """,
    ]
    lines += study2015.map { "  case \($0.number), \($0.device), \($0.condition): \($0.outcome)" }
    return lines
  }

  /// Returns the 2015 study's results for a step's number of streams, as text; empty if there are no results.
  private func study(_ step: Step) -> String {
    guard againstStreams.contains(step) else { return "" }
    let points = study2015.filter { $0.number == 2 }.compactMap { series -> String? in
      guard let point = series.points.first(where: { $0.value == step.streams }) else { return nil }
      let milliseconds = Output.number(point.seconds * 1000, 0)
      return "\(series.device), 50 Hz: \(point.isUpperBound ? "below " : "")\(milliseconds) ms"
    }
    return points.joined(separator: "; ")
  }

  static func row(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined()
  }
}

extension TestbedReport.Step {
  init(_ result: Testbed.Result) {
    func milliseconds(_ value: Double) -> Double? { value.isNaN ? nil : (value / 10).rounded() / 100 }
    let figures = result.figures
    self.init(
      streams: result.setting.streams, rateHertz: result.setting.rateHertz,
      medianMilliseconds: milliseconds(figures.median),
      percentile95Milliseconds: milliseconds(figures.percentile95),
      percentile99Milliseconds: milliseconds(figures.percentile99),
      framesPerSecond: (figures.framesPerSecond * 10).rounded() / 10, lostSamples: figures.lost)
  }

  var cells: [String] {
    let latencies = [medianMilliseconds, percentile95Milliseconds, percentile99Milliseconds].map {
      $0.map { Output.number($0, 2) } ?? "none"
    }
    return ["\(streams)", "\(rateHertz)"] + latencies + [Output.number(framesPerSecond, 1), "\(lostSamples)"]
  }
}
