import Foundation
import Testing
import WaveKit
import WaveSensorSources
import WaveSensorsWire
import WaveServer
import WaveStreams

@testable import WaveServing

/// Counts.
struct Counter: Sensor {
  var info = StreamSource("Counter", rateHertz: 1000, channels: [StreamChannel("n")])

  func read(into samples: inout SensorSamples) {
    for number in samples.due() { samples.append(Double(number)) }
  }
}

@Suite struct SensorServerTests {
  @Test func whatCannotBeServedIsSaidBeforeAnythingIsStarted() async {
    await #expect(throws: ServingError.noSensors) { try await SensorServer().run() }
    var server = SensorServer(webDirectory: "/nowhere")
    #expect(
      throws: ServingError.sensor(.filter(.corner(hertz: 500, nyquistHertz: 500), group: 0, rateHertz: 1000))
    ) { try server.add(Counter(), filters: [.lowPass(hertz: 500)]) }
    #expect(throws: ServingError.sensor(.noGroups)) {
      try server.add(Counter(info: StreamSource("x", groups: [])))
    }
    #expect(throws: Never.self) { try server.add(Counter(), filters: .diagnosticECG) }
    let ready = server
    await #expect(throws: ServingError.port(70_000)) { try await ready.run(port: 70_000) }
    await #expect(throws: ServingError.server(.fileMissing(name: "index.html", directory: "/nowhere"))) {
      try await ready.run(port: 0)
    }
  }

  @Test func everyErrorSaysWhatToDo() {
    let errors: [ServingError] = [
      .sensor(.noGroups), .noSensors, .port(-1), .noWebFiles, .server(.portInUse(80)),
      .server(.portNotAllowed(80)), .server(.fileMissing(name: "a", directory: "b")),
      .server(.noSuchAddress("a")), .server(.authorityPortNotAvailable(1)), .server(.failed("a")),
    ]
    for error in errors { #expect("\(error)".contains(". "), "\(error)") }
  }

  @Test func aSensorIsAskedAgainAndAgain() async throws {
    let source = try PolledSensor(Counter(), filters: [.lowPass(hertz: 40)])
    #expect(await source.filters == [.lowPass(hertz: 40)])
    var kinds: [String] = []
    var next: UInt64 = 0
    for await event in source.events() {
      switch event {
      case .timeMap: kinds.append("map")
      case .times(let times):
        kinds.append("times")
        #expect(times.sequence == 0)
        #expect(times.rateHertz == 1000)
      case .block(let group, let block):
        #expect(group == 0)
        // A reader that is late loses blocks, which their numbers show.
        #expect(block.sequence >= next)
        next = block.sequence + UInt64(block.samples.count)
        #expect(block.samples == (block.sequence..<next).map { Double($0) })
      default: Issue.record("\(event)")
      }
      if next > 40 { break }
    }
    #expect(kinds == ["map", "times"])
  }

  @Test(.timeLimit(.minutes(10))) func aTaskThatIsCancelledServesNoLonger() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = FileManager.default.createFile(
      atPath: folder.appendingPathComponent("index.html").path, contents: Data("page".utf8))
    var server = SensorServer(webDirectory: folder.path)
    try server.add(Counter())
    let (addresses, address) = AsyncStream.makeStream(of: String.self)
    let serving = Task { [server] in
      try await server.run(port: 0) {
        address.yield($0)
        address.finish()
      }
    }
    for await address in addresses { #expect(address.hasPrefix("http://127.0.0.1:")) }
    serving.cancel()
    try await serving.value
  }

  @Test func filesOfThePageAreFoundBesideTheSources() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "checkout-\(UUID().uuidString)")
    let web = folder.appendingPathComponent("Web")
    try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Host/Sources/Program/WaveServing/CheckedOut.swift").path
    _ = FileManager.default.createFile(atPath: web.appendingPathComponent("index.html").path, contents: nil)
    #expect(CheckedOut.webDirectory(from: file) == nil)
    _ = FileManager.default.createFile(atPath: web.appendingPathComponent("sensors.wasm").path, contents: nil)
    #expect(CheckedOut.webDirectory(from: file) == web.path)
  }
}
