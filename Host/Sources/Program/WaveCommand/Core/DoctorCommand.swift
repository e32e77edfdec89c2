import ArgumentParser
import Foundation
import WaveDoctor
import WaveOperations
import WaveServer
import WaveSystem

/// Checks whether a source on this machine, such as a serial port or a recording, can be opened.
private struct NamedSource: Check {
  let argument: String

  func findings() async -> [Finding] {
    do throws(SourceFailure) {
      _ = try await SourceOpening.open(argument)
      return [.ok("source", "\(argument): can be opened")]
    } catch {
      var explanation = error.explanation
      let fix = explanation.advice.isEmpty ? "give another source" : explanation.advice
      explanation.advice = ""
      return [.problem("source", explanation.description, fix: fix)]
    }
  }
}

/// `waveglass doctor`: checks for problems and suggests fixes.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check for problems and suggest fixes.",
    discussion: """
      Checks receivers, serial ports, permissions, ports, certificates, disk, browser, page, clock and \
      limits, and changes nothing. A SOURCE is opened as by serve; network addresses are tested for an \
      answer. A server running on this machine is asked for its sources. The exit code is 0 if there is no \
      problem, otherwise 1; warnings do not count.

      EXAMPLES
        waveglass doctor
        waveglass doctor rtltcp://raspberry:1234
        waveglass doctor mqtt://broker/ward/ecg recording.edf
        waveglass doctor --port 9000 --tls-cert chain.pem --tls-key key.pem
        waveglass doctor --json
      """)

  @Argument(help: ArgumentHelp("Sources to check.", valueName: "source"))
  var sources: [String] = []

  @Option(help: ArgumentHelp("Port at which pages will be served.", valueName: "number"))
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "Port of the page that offers this machine's own certificate; by default the one after --port.",
      valueName: "number"))
  var caPort: Int?

  @Option(help: ArgumentHelp("Certificate to use, in PEM.", valueName: "file"))
  var tlsCert: String?

  @Option(help: ArgumentHelp("Key of that certificate, in PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp("Directory of the web client; usually found automatically.", valueName: "directory"))
  var web: String?

  @Option(help: ArgumentHelp("Folder for recordings; by default the current one."))
  var recordings = FileManager.default.currentDirectoryPath

  @OptionGroup var form: OutputOptions

  func validate() throws {
    try require((tlsCert == nil) == (tlsKey == nil), "--tls-cert and --tls-key must be given together.")
    try require(
      [port, caPort ?? 1].allSatisfy((1...65_535).contains), "The port must be a number from 1 to 65535.")
  }

  /// The JSON output, which contains all findings.
  private struct Report: Encodable {
    var version: String
    var verdict: Finding.Verdict
    var findings: [Finding]
  }

  func run() async throws {
    var findings: [Finding] = []
    do throws(CommandFailure) {
      for check in try checks() { findings += await check.findings() }
      let worst: Finding.Verdict =
        [.problem, .warning].first { verdict in findings.contains { $0.verdict == verdict } } ?? .ok
      try form.write(
        Report(version: ProgramVersion.text, verdict: worst, findings: findings), lines: Self.lines(findings))
    } catch { throw error.report() }
    guard !findings.contains(where: { $0.verdict == .problem }) else { throw ExitCode(1) }
  }

  private func checks() throws(CommandFailure) -> [any Check] {
    let environment = ProcessInfo.processInfo.environment
    let state = StateDirectory.path(environment: environment)
    let usb = USBReceivers()
    var checks: [any Check] = [usb, SerialPorts()]
    for source in sources {
      let found = try CommandFailure.converting(
        { (error: SourceFailure) in CommandFailure(error, argument: source) },
        SourceOpening.address(of: source))
      switch found {
      case (let address, true)?:
        checks.append(RemoteReceiver(host: address.host, port: address.port, isWanted: true))
      case (let address, false)?:
        checks.append(RemoteSource(name: source, host: address.host, port: address.port))
      case nil: checks.append(NamedSource(argument: source))
      }
    }
    if sources.isEmpty { checks.append(RemoteReceiver(isWanted: usb.hasDongle)) }
    checks += [
      StateFolder(path: state),
      Certificates(state: state, files: tlsCert.flatMap { certificate in tlsKey.map { (certificate, $0) } }),
      PortUse(name: "port", port: port, option: "--port") {
        UnsafeConnection.listening(port: $0, isLoopback: true)
      },
      RunningServer(port: port),
      PortUse(name: "lan-port", port: caPort ?? min(65_535, port + 1), option: "--ca-port") {
        UnsafeConnection.listening(port: $0, isLoopback: false)
      },
      DiskSpace(name: "recordings", path: recordings),
    ]
    if let state { checks.append(DiskSpace(name: "state-disk", path: state)) }
    return checks + [
      Browsers(path: environment["PATH"] ?? ""), PageFiles(folder: web ?? WebDirectory.find()),
      MachineClock(), OpenFiles(),
    ]
  }

  /// Returns a line for each finding, followed by a line with its fix if there is one.
  static func lines(_ findings: [Finding]) -> [String] {
    let width = findings.map(\.check.count).max() ?? 0
    return findings.flatMap { finding in
      let verdict = finding.verdict.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
      let check = finding.check.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      let fix = finding.fix.map { [String(repeating: " ", count: 9) + "fix: " + $0] } ?? []
      return [verdict + check + finding.found] + fix
    }
  }
}
