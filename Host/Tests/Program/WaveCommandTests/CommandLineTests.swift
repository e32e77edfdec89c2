import ArgumentParser
import Foundation
import Testing
import WaveCertificates
import WaveReceivers
import WaveServer
import WaveSystem

@testable import WaveCommand

@Suite struct CommandLineTests {
  @Test func parsesServing() throws {
    let command = try #require(
      WaveglassCommand.parseAsRoot(["serve", "demo:", "a.csv", "--port", "0", "--web", "Web"])
        as? ServeCommand)
    #expect(command.sources == ["demo:", "a.csv"])
    #expect(command.options.port == 0)
    #expect(command.options.network.host == nil)
    #expect(!command.options.network.lan)
    #expect(command.options.web == "Web")
  }

  @Test(arguments: [
    ["--lan"], ["--lan", "--host", "192.168.1.5"], ["--lan", "--ca-port", "0"],
    ["--lan", "--tls-cert", "a", "--tls-key", "b"], ["--host", "::1"], ["--host", "127.0.0.2"],
    ["--behind-proxy", "https://radio.example.org"],
    ["--behind-proxy", "https://radio.example.org", "--host", "0.0.0.0"],
  ])
  func parsesWhoReachesIt(_ arguments: [String]) throws {
    _ = try #require(WaveglassCommand.parseAsRoot(["serve", "demo:"] + arguments) as? ServeCommand)
    _ = try #require(WaveglassCommand.parseAsRoot(["open", "x.csv"] + arguments) as? OpenCommand)
  }

  @Test func beyondTheLoopbackNamesLan() {
    do {
      _ = try WaveglassCommand.parseAsRoot(["serve", "demo:", "--host", "0.0.0.0"])
      Issue.record("parsed")
    } catch {
      #expect(WaveglassCommand.fullMessage(for: error).contains("--lan"))
      #expect(WaveglassCommand.fullMessage(for: error).contains("--behind-proxy"))
    }
  }

  @Test func parsesOpening() throws {
    let command = try #require(WaveglassCommand.parseAsRoot(["open", "x.csv.gz"]) as? OpenCommand)
    #expect(command.files == ["x.csv.gz"])
    #expect(command.options.port == nil)
  }

  @Test(arguments: [
    ["serve"], ["open"], ["serve", "demo:", "--port", "70000"], ["serve", "demo:", "--port", "x"],
    ["serve", "demo:", "--nonsense"], ["nonsense"],
    ["serve", "demo:", "--host", "0.0.0.0"], ["serve", "demo:", "--host", "192.168.1.5"],
    ["serve", "demo:", "--host", "lab"], ["serve", "demo:", "--lan", "--tls-cert", "a"],
    ["serve", "demo:", "--lan", "--tls-key", "a"], ["serve", "demo:", "--tls-cert", "a", "--tls-key", "b"],
    ["serve", "demo:", "--ca-port", "8081"], ["serve", "demo:", "--lan", "--ca-port", "70000"],
    ["serve", "demo:", "--lan", "--tls-cert", "a", "--tls-key", "b", "--ca-port", "8081"],
    ["serve", "demo:", "--behind-proxy", "radio.example.org"],
    ["serve", "demo:", "--lan", "--behind-proxy", "https://radio.example.org"],
    ["serve", "terrain:x", "--streets", "https://tiles.example.org/{z}/{x}/{y}.png"],
    ["serve", "terrain:x", "--streets-zoom", "25"], ["info", "a.cu8", "--rate", "0"],
    ["record", "demo:", "-o", "a", "--seconds", "1", "--samples", "5"],
    ["record", "demo:", "-o", "a", "--seconds", "0"],
    ["devices", "revoke"], ["devices", "revoke", "a", "--all"], ["doctor", "--tls-cert", "a"],
  ])
  func wrongUsageHasExitCode64(_ arguments: [String]) {
    do {
      _ = try WaveglassCommand.parseAsRoot(arguments)
      Issue.record("parsed \(arguments)")
    } catch {
      #expect(WaveglassCommand.exitCode(for: error).rawValue == 64)
    }
  }

  @Test(arguments: [
    ["serve", "terrain:x", "--streets", "https://tiles.example.org/{z}/{x}/{y}.png", "--streets-by", "me"],
    ["serve", "terrain:x", "--streets-by", "me"], ["serve", "terrain:x", "--streets-zoom", "24"],
    ["record", "demo:", "-o", "a", "--seconds", "1"], ["record", "demo:", "-o", "a", "--samples", "5"],
    ["devices", "revoke", "a"], ["devices", "revoke", "--all"],
    ["doctor", "--tls-cert", "a", "--tls-key", "b"], ["info", "a.cu8", "--rate", "1"],
  ])
  func optionsThatBelongTogetherAreAccepted(_ arguments: [String]) throws {
    _ = try WaveglassCommand.parseAsRoot(arguments)
  }

  @Test(arguments: [["--help"], ["serve", "--help"], ["open", "--help"]])
  func helpHasExamples(_ arguments: [String]) {
    do {
      var command = try WaveglassCommand.parseAsRoot(arguments)
      try command.run()
      Issue.record("no help for \(arguments)")
    } catch {
      #expect(WaveglassCommand.exitCode(for: error) == .success)
      #expect(WaveglassCommand.fullMessage(for: error).contains("EXAMPLES"))
    }
  }

  @Test func failuresSayWhatToDo() {
    let inUse = CommandFailure(ServerError.portInUse(8080))
    #expect(inUse.code == .unavailable)
    #expect(inUse.message == "port 8080 is in use by another program; choose another with --port")
    #expect(CommandFailure(ServerError.portNotAllowed(80)).code == .notPermitted)
    #expect(CommandFailure(ServerError.authorityPortNotAvailable(81)).message.contains("--ca-port"))
    #expect(CommandFailure(CertificateError.noKey(path: "x")).code == .data)
    #expect(CommandFailure(CertificateError.file(FileError(path: "x", cause: .notFound))).code == .noInput)
    #expect(
      CommandFailure(CertificateError.file(FileError(path: "x", cause: .notPrivate))).code == .notPermitted)
    #expect(CommandFailure(ServerError.noSuchAddress("1.2.3.4")).code == .noHost)
    #expect(CommandFailure(ServerError.fileMissing(name: "index.html", directory: "x")).code == .noInput)
    #expect(CommandFailure(ServerError.failed("x")).code == .inputOutput)
  }

  @Test func distinguishesWrongArgumentsMissingFilesAndWrongContent() throws {
    let error = SourceFailure.receiver(.noSpectrum(place: "b"))
    #expect(CommandFailure(error, argument: "usb:0").code == .usage)
    #expect(CommandFailure(error, argument: "demo:?seed=x").code == .usage)
    #expect(CommandFailure(error, argument: "/nowhere/at/all.csv").code == .noInput)
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent("a.csv")
    try Data("no spectrum".utf8).write(to: file)
    #expect(CommandFailure(error, argument: file.path).code == .data)
    #expect(CommandFailure(error, argument: "file:\(file.path)?speed=2").code == .data)
  }

  @Test func findsTheWebClientAboveTheExecutable() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let deep = root.appendingPathComponent("Host/.build/x86/release")
    let web = root.appendingPathComponent("Web")
    defer { try? FileManager.default.removeItem(at: root) }
    for directory in [deep, web] {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }
    let executable = deep.appendingPathComponent("waveglass").path
    #expect(WebDirectory.find(from: executable) == nil)
    try Data("page".utf8).write(to: web.appendingPathComponent("index.html"))
    let found = try #require(WebDirectory.find(from: executable))
    #expect(URL(fileURLWithPath: found).lastPathComponent == "Web")
    #expect(WebDirectory.find(from: nil) == nil)
  }
}
