import ArgumentParser
import WaveReceivers
import WaveSystem
import WaveUnits

/// `waveglass simulate`: simulates receivers for testing other programs.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate a receiver for testing other programs.",
    subcommands: [SimulateRTLTCPCommand.self])
}

/// `waveglass simulate rtltcp`: simulates an rtl_tcp server without a receiver.
struct SimulateRTLTCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rtltcp",
    abstract: "Simulate an rtl_tcp server.",
    discussion: """
      With demo there are carriers of -40 dBFS at every 5 MHz, FM stations from 87.7 to 107.9 MHz and a \
      thermometer at 433.92 MHz; the band follows the frequency. A file of 8-bit IQ (.cu8) is repeated and \
      cannot be tuned.

      EXAMPLES
        waveglass simulate rtltcp
        waveglass simulate rtltcp --iq band.cu8 --rate 2.4M --port 1235
        rtl_433 -d rtl_tcp:127.0.0.1:1234 -f 433.92M         decodes the thermometer
        waveglass serve 'rtltcp://127.0.0.1:1234'            shows the band
      """)

  @Option(help: ArgumentHelp("demo, or a file of 8-bit IQ samples.", valueName: "demo|file"))
  var iq = "demo"

  @Option(help: ArgumentHelp("Port to listen on; 0 picks a free one.", valueName: "number"))
  var port = 1234

  @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("Sample rate until a client sets it.", valueName: "hertz"))
  var rate: SINumber?

  @Option(help: ArgumentHelp("Seed for the simulated stations and noise.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Error of the simulated crystal in parts per million.", valueName: "parts"))
  var ppm = 0.0

  func validate() throws {
    try require((0...65_535).contains(port), "The port must be a number from 0 to 65535.")
    try require(abs(ppm) <= 1000, "--ppm must be from -1000 to 1000.")
    try require(
      rate, where: { $0.value >= 1 && $0.value < 1e9 },
      "The rate must be at least 1 and below 1G, for example 2.4M.")
  }

  func run() async throws {
    do throws(ReceiverError) {
      let simulator = try RTLTCPSimulator(
        content: iq == "demo" ? .demo(seed: seed) : .file(path: iq),
        rateHertz: rate.map { UInt32(saturating: $0.value) },
        crystalError: ppm, say: Self.say)
      try await simulator.run(host: host, port: port) { [host] port in
        Self.say("rtl_tcp is at \(host):\(port)")
      }
    } catch { throw CommandFailure(iq == "demo" ? .unavailable : .noInput, error.description).report() }
  }

  @Sendable private static func say(_ line: String) {
    Output.writeIgnoringErrors([line])
  }
}
