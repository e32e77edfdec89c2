import ArgumentParser
import Foundation
import Testing

@testable import WaveCommand
@testable import WaveSensors

/// The test bed without a screen.
@Suite struct TestbedCommandTests {
  private func plan() -> Testbed.Plan {
    Testbed.Plan(streams: [1, 13, 256], rates: [50], settleSeconds: 0.05, measureSeconds: 0.3)
  }

  @Test func measuresWhatItIsAskedFor() async throws {
    let plan = plan()
    let run = TestbedRun(plan: plan, size: TestbedRun.Size(width: 800, height: 600))
    var reported: [Int] = []
    let results = await run.run { reported.append($0.step) }
    #expect(reported == [1, 2, 3, 4])
    #expect(results.map(\.setting.streams) == [1, 13, 256, 13])
    #expect(results.map(\.setting.rateHertz) == [1000, 1000, 1000, 50])
    // A busy machine may draw nothing in a step as short as these.
    let drawn = results.filter { $0.figures.frames > 0 }
    #expect(!drawn.isEmpty)
    for result in drawn {
      #expect(result.figures.median <= result.figures.percentile95, "\(result)")
      #expect(result.figures.percentile95 <= result.figures.percentile99, "\(result)")
    }
    let report = TestbedReport(results, plan: plan)
    let text = report.lines.joined(separator: "\n")
    #expect(report.isComplete && report.againstStreams.count == 3 && report.againstRate.count == 1)
    for part in ["Simulated streams", "iPad 3, 50 Hz: 12888 ms", "case 3, iPad 2", "about 1 s at 150 Hz"] {
      #expect(text.contains(part), "\(part) is not in \(text)")
    }
    #expect(!text.contains("cancelled"))
    let json = try JSONSerialization.jsonObject(with: Output.json(report)) as? [String: Any]
    #expect((json?["againstStreams"] as? [[String: Any]])?[2]["streams"] as? Int == 256)
    #expect(json?["isSimulated"] as? Bool == true)
  }

  @Test func whatIsCancelledSaysSo() async {
    let plan = plan()
    let work = Task {
      await TestbedRun(plan: plan, size: TestbedRun.Size(width: 800, height: 600)).run { _ in }
    }
    work.cancel()
    let report = TestbedReport(await work.value, plan: plan)
    #expect(!report.isComplete)
    #expect(report.lines.contains { $0.contains("cancelled") })
  }

  @Test func aStepThatDrewNothingHasNoLatency() {
    let result = Testbed.Result(
      axis: .rate, setting: Testbed.Setting(streams: 13, rateHertz: 50), figures: Testbed.Figures(lost: 7))
    let step = TestbedReport.Step(result)
    #expect(step.medianMilliseconds == nil)
    #expect(step.cells == ["13", "50", "none", "none", "none", "0", "7"])
  }

  @Test(arguments: [
    ["testbed"], ["testbed", "--streams", "13,64", "--rates", "50,1k", "--seconds", "0.5", "--view", "30"],
    ["testbed", "--size", "390x844", "--json"], ["testbed", "--rates", "", "--rate", "2k", "--count", "1"],
  ])
  func parses(_ arguments: [String]) throws {
    _ = try #require(WaveglassCommand.parseAsRoot(arguments) as? TestbedCommand)
  }

  @Test(arguments: [
    ["--streams", "0"], ["--streams", "257"], ["--streams", "a"], ["--rates", "20k"], ["--rates", "1.5"],
    ["--view", "0"], ["--view", "61"], ["--seconds", "0"], ["--seconds", "nan"], ["--size", "1366"],
    ["--size", "10x10"], ["--streams", "", "--rates", ""], ["--count", "300"], ["--rate", "0"],
  ])
  func refuses(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try WaveglassCommand.parseAsRoot(["testbed"] + arguments) }
  }
}
