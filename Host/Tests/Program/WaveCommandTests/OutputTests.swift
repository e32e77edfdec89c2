import ArgumentParser
import Foundation
import Testing
import WaveCertificates
import WaveReceivers
import WaveSensorSources
import WaveSystem
import WaveTableFormats
import WaveUnits

@testable import WaveCommand
@testable import WaveServer

/// Numbers, tables and arguments of the command line, as they are written and read.
@Suite struct OutputTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "waveglass-\(UUID().uuidString)")

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  @Test(arguments: [
    (0.0, 3, "0"), (-0.0001, 3, "0"), (-0.001, 3, "-0.001"), (1.5, 3, "1.5"), (1.0005, 3, "1"),
    (100, 0, "100"),
    (99.96, 1, "100"), (-2.25, 1, "-2.2"), (1_234_567.891, 2, "1234567.89"), (10, 2, "10"),
  ])
  func aNumberHasNoMoreDecimalsThanItNeeds(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(Output.number(value, decimals) == text)
  }

  @Test(arguments: [
    (0.0, "0 Hz"), (999.9994, "999.999 Hz"), (1000, "1 kHz"), (-2500, "-2.5 kHz"), (999_999, "999.999 kHz"),
    (1e6, "1 MHz"), (99.5e6, "99.5 MHz"), (1e9, "1 GHz"), (2_400_000_001, "2.4 GHz"), (-1e9, "-1 GHz"),
  ])
  func aFrequencyHasTheLargestUnitThatFits(_ hertz: Double, _ text: String) {
    #expect(Output.frequency(hertz) == text)
  }

  @Test func aTableHasOneWidthAndLeavesOutWhatIsUnknown() {
    #expect(Output.table([("a", "1"), ("unknown", nil), ("long", "2")]) == ["a     1", "long  2"])
    #expect(Output.table([]) == [] && Output.table([("a", nil)]) == [])
  }

  @Test func aFileIsReplacedOnlyIfAskedFor() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Output.makeFolder(path("a/b"))
    try Output.write([1], to: path("a/b/x"), isReplacing: false)
    let refused = #expect(throws: CommandFailure.self) {
      try Output.write([2], to: path("a/b/x"), isReplacing: false)
    }
    #expect(refused?.code == .cannotCreate)
    #expect(FileManager.default.contents(atPath: path("a/b/x")) == Data([1]))
    try Output.write([3], to: path("a/b/x"), isReplacing: true)
    #expect(FileManager.default.contents(atPath: path("a/b/x")) == Data([3]))
    #expect(throws: CommandFailure.self) { try Output.makeFolder(path("a/b/x/y")) }
  }

  @Test(
    arguments: [
      ("100x100", "100 100 1.0"), ("8192x8192@4", "8192 8192 4.0"), ("390x844@0.5", "390 844 0.5"),
      ("99x100", nil), ("100x99", nil), ("8193x100", nil), ("100x8193", nil), ("390x844@0.4", nil),
      ("390x844@4.1", nil), ("390x844@nan", nil), ("390", nil), ("390x844x2", nil), ("390x844@2@2", nil),
      ("", nil),
      ("x", nil), ("390x844@", nil),
    ] as [(String, String?)])
  func aPictureHasASize(_ text: String, _ size: String?) {
    #expect(PictureSize(argument: text).map { "\($0.width) \($0.height) \($0.scale)" } == size)
  }

  @Test(
    arguments: [
      ("51.5,-0.1", "51.5 -0.1"), ("51.5N,0.1W", "51.5 -0.1"), ("34.6s, 58.4w", "-34.6 -58.4"),
      ("90,180", "90.0 180.0"),
      ("-90,-180E", nil), ("-34.6S,1", nil), ("91,0", nil), ("1", nil), ("1,2,3", nil), ("1,x", nil),
      ("1e1,2", nil),
      (",", nil), ("5E,5N", nil),
    ] as [(String, String?)])
  func aPlaceIsALatitudeAndALongitude(_ text: String, _ place: String?) {
    let found = PlaceArgument(argument: text)?.place
    #expect(found.map { "\($0.latitudeDegrees) \($0.longitudeDegrees)" } == place)
  }

  @Test(
    arguments: [
      ("30", 30), ("30m", 30), ("1.5km", 1500), ("2K", 2000), ("0", nil), ("-1", nil), ("m", nil),
      ("1e3", nil),
      ("999999km", 999_999_000), ("1000000km", nil), ("", nil), ("5cm", nil),
    ] as [(String, Double?)])
  func aLengthIsInMetersOrKilometers(_ text: String, _ meters: Double?) {
    #expect(LengthArgument(argument: text)?.meters == meters)
  }

  // MARK: - Recordings

  @Test(arguments: [
    (-5.0, "0 s"), (0.9, "0 s"), (1, "1 s"), (59.9, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"),
    (3600, "1 h 0 min"), (7260, "2 h 1 min"), (86_399, "23 h 59 min"), (86_400, "1 d 0 h"),
    (180_000, "2 d 2 h"),
  ])
  func aDurationHasTwoUnits(_ seconds: Double, _ text: String) {
    #expect(RecordCommand.duration(seconds) == text)
  }

  @Test func aSensorIsRecordedAndReplacedOnlyIfAskedFor() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Output.makeFolder(folder.path)
    func record(_ output: String, isReplacing: Bool) async throws(CommandFailure) -> String {
      try await SensorRecordCommand(
        source: "demo:ecg", output: output, seconds: 0.02, isReplacing: isReplacing
      ).run()
    }
    let first = try await record(path("a"), isReplacing: false)
    // A busy machine can lose samples, which the text then counts.
    #expect(first.hasPrefix("\(path("a")).wgs: ") && first.contains(" MB, "))
    let size = try #require(FileStamp(path: path("a.wgs"))).byteCount
    #expect(size > 0)
    let refused = await #expect(throws: CommandFailure.self) {
      try await record(path("a"), isReplacing: false)
    }
    #expect(refused?.code == .cannotCreate)
    let identity = FileStamp(path: path("a.wgs"))
    #expect(try await record(path("a.wgs"), isReplacing: true).contains(".wgs: "))
    #expect(FileStamp(path: path("a.wgs")) != identity)
    for wrong in [".wgs", folder.path + "/", path(".wgs")] {
      let error = await #expect(throws: CommandFailure.self) { try await record(wrong, isReplacing: false) }
      #expect(error?.code == .usage, "\(wrong)")
    }
  }

  @Test(arguments: [
    ["--seconds", "1e9"], ["--seconds", "0.001"], ["--samples", "1"], ["--samples", "2.4M"],
  ])
  func aRecordingHasALength(_ arguments: [String]) throws {
    _ = try WaveglassCommand.parseAsRoot(["record", "demo:", "-o", "a"] + arguments)
  }

  @Test(arguments: [
    ["--seconds", "1.1e9"], ["--seconds", "-1"], ["--samples", "0"], ["--samples", "1.5"],
    ["--samples", "1.1e18"],
  ])
  func aRecordingHasNoOtherLength(_ arguments: [String]) {
    #expect(throws: (any Error).self) {
      try WaveglassCommand.parseAsRoot(["record", "demo:", "-o", "a"] + arguments)
    }
  }

  // MARK: - The network

  private static func access(_ arguments: [String]) throws -> NetworkAccess {
    try NetworkAccess(NetworkOptions.parse(arguments), port: 8080)
  }

  @Test func aServerListensOnTheLoopbackUnlessToldOtherwise() throws {
    #expect(try Self.access([]).host == "127.0.0.1" && NetworkOptions.parse([]).listening == "127.0.0.1")
    #expect(try Self.access(["--host", "::1"]).host == "::1")
    #expect(try NetworkOptions.parse(["--lan", "--host", "10.0.0.1"]).listening == "10.0.0.1")
    let addresses = ServerAddresses(page: "P", local: "L", authority: nil)
    #expect(try Self.access([]).lines(addresses) == ["Waveglass is at P"])
    let proxied = try Self.access(["--behind-proxy", "https://radio.example.org", "--host", "0.0.0.0"])
    #expect(proxied.host == "0.0.0.0")
    #expect(proxied.lines(addresses) == ["Waveglass is at P", "The proxy forwards to L"])
    let offering = ServerAddresses(page: "P", local: "L", authority: "A")
    #expect(
      try Self.access([]).lines(offering) == ["Waveglass is at P", "Devices trust it after a visit to A"])
  }

  // MARK: - Tables

  @Test func whatAColumnHoldsIsSaidInWords() {
    let columns: [(CSVFormat.Kind, String)] = [
      (.integer, "integer"), (.real, "real"), (.text, "text"),
      (.epoch(.milliseconds), "time in milliseconds since 1970"),
      (.date(.dayMonthYear, .seconds), "dates, \(CSVFormat.Order.dayMonthYear.rawValue)"),
    ]
    for (kind, words) in columns {
      #expect(ColumnReport(CSVFormat.Column(name: "a", kind: kind)).text == words)
    }
  }

  @Test func aDownsampledTableHasTheRowsOfItsLens() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Output.makeFolder(folder.path)
    func lines(_ lens: String, _ more: [String] = []) throws -> [Substring] {
      var command = try WaveglassCommand.parseAsRoot(
        [
          "downsample", "demo:table", "--column", "walk", "--lens", lens, "--threshold", "12", "--force",
          "-o",
          path("out.csv"),
        ] + more)
      try command.run()
      let text = try String(contentsOfFile: path("out.csv"), encoding: .utf8)
      return text.split(separator: "\n", omittingEmptySubsequences: false)
    }
    for lens in ["m4", "MinMax", "lttb", "everynth", "mean"] {
      let found = try lines(lens)
      #expect(found.first == "row,walk" && found.last == "" && (4...14).contains(found.count), "\(lens)")
      let rows = found.dropFirst().dropLast().compactMap {
        $0.split(separator: ",").first.flatMap { Int($0) }
      }
      #expect(rows == rows.sorted() && rows.count == found.count - 2, "\(lens)")
    }
    #expect(try lines("lttb").dropFirst().first?.hasPrefix("0,") == true)
  }

  @Test(arguments: [["--lens", "median", "--threshold", "1"], ["--lens", "LTD", "--threshold", "10000000"]])
  func aLensHasAThreshold(_ arguments: [String]) throws {
    _ = try WaveglassCommand.parseAsRoot(["downsample", "demo:table", "--column", "walk"] + arguments)
  }

  @Test(arguments: [["--lens", "middle"], ["--threshold", "0"], ["--threshold", "10000001"]])
  func noOtherLensOrThreshold(_ arguments: [String]) {
    #expect(throws: (any Error).self) {
      try WaveglassCommand.parseAsRoot(["downsample", "demo:table", "--column", "walk"] + arguments)
    }
  }
}
