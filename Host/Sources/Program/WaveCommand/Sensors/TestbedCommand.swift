import ArgumentParser
import WaveSensors
import WaveSensorsWire
import WaveSystem
import WaveUnits
import WaveWire

/// `waveglass testbed`: measures how many streams this machine can draw and at what latency, without a
/// display.
struct TestbedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "testbed",
    abstract: "Measure how many streams this machine can draw, and with what latency.",
    discussion: """
      Simulated streams pass through the same steps as with a server and its page: the feed, the wire, the \
      client's model and its draw list, here in one process and in real time; painting in a browser is not \
      included. Latency is from the newest sample's arrival at the source to the complete draw list. The \
      three cases of the study of 2015 are shown for comparison. In the page: Another source, Test this \
      device.

      EXAMPLES
        waveglass testbed
        waveglass testbed --streams 13,64,256 --rates 1000 --seconds 10
        waveglass testbed --json
      """)

  @Option(help: ArgumentHelp("Numbers of streams, 1 to 256.", valueName: "numbers"))
  var streams = "1,4,13,32,64,128,256"

  @Option(help: ArgumentHelp("Rates in hertz, 1 to 10k.", valueName: "numbers"))
  var rates = "50,100,250,500,1k,2k,4k"

  @Option(help: ArgumentHelp("The rate while streams are changed.", valueName: "hertz"))
  var rate: SINumber?

  @Option(help: ArgumentHelp("The number of streams while the rate is changed.", valueName: "number"))
  var count = 13

  @Option(help: ArgumentHelp("Maximum number of frames per second, 1 to 60.", valueName: "number"))
  var view = 60

  @Option(help: ArgumentHelp("Duration of each step.", valueName: "seconds"))
  var seconds = 2.0

  @Option(help: ArgumentHelp("Size of the screen in pixels.", valueName: "width>x<height"))
  var size = "1366x1024"

  @OptionGroup var form: OutputOptions

  func validate() throws {
    _ = try plan()
    try require((1...60).contains(view), "--view must be from 1 to 60 frames per second.")
    try require(seconds >= 0.1 && seconds <= 3600, "--seconds must be from 0.1 to 3600.")
    _ = try screen()
  }

  private func plan() throws -> Testbed.Plan {
    let (streamLimit, rateLimit) = (Double(WireLimits.channels), Double(TestbedControl.rateLimit))
    let plan = Testbed.Plan(
      streams: try Self.numbers(streams, "--streams", limit: streamLimit),
      rates: try Self.numbers(rates, "--rates", limit: rateLimit),
      rateHertz: try Self.whole(rate?.value ?? 1000, "--rate", limit: rateLimit),
      streamCount: try Self.whole(Double(count), "--count", limit: streamLimit), measureSeconds: seconds,
      viewRate: view)
    try require(
      !plan.steps.isEmpty, "There is nothing to measure. Give --streams or --rates at least one number.")
    return plan
  }

  private static func numbers(_ text: String, _ option: String, limit: Double) throws -> [Int] {
    try text.split(separator: ",").map { word in
      let number = try require(
        SINumber(argument: String(word)), "\(option) must be numbers, such as 13,64,256.")
      return try whole(number.value, option, limit: limit)
    }
  }

  private static func whole(_ value: Double, _ option: String, limit: Double) throws -> Int {
    try require(
      value >= 1 && value <= limit && value == value.rounded(),
      "\(option) must be whole numbers from 1 to \(Int(saturating: limit)).")
    return Int(saturating: value)
  }

  private func screen() throws -> TestbedRun.Size {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    try require(
      sides.count == 2 && sides.allSatisfy({ (100...8192).contains($0) }),
      "--size must have sides of 100 to 8192 pixels, such as 1366x1024.")
    return TestbedRun.Size(width: sides[0], height: sides[1])
  }

  func run() async throws {
    let plan = try plan()
    let screen = try screen()
    let status = StatusLine()
    let results = await StopSignals.result(status) {
      await TestbedRun(plan: plan, size: screen).run {
        status.show(
          "step \($0.step) of \($0.count): \($0.setting.streams) streams, \($0.setting.rateHertz) Hz")
      }
    }.get()
    let report = TestbedReport(results, plan: plan)
    do throws(CommandFailure) {
      try form.write(report, lines: report.lines)
    } catch { throw error.report() }
    // The exit code that shells report after an interrupt with Ctrl-C.
    if results.count < plan.steps.count { throw ExitCode(130) }
  }
}
