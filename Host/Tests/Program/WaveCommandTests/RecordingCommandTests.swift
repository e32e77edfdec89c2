import ArgumentParser
import Foundation
import Testing
import WaveReceivers
import WaveSensorSources
import WaveSignal
import WaveSpectra

@testable import WaveCommand

@Suite struct RecordingCommandTests {
  /// Samples of a tone of amplitude 0.5 on bin 64 of 1024, as cu8.
  private func withTone(_ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).cu8")
    var bytes: [UInt8] = []
    for index in 0..<8192 {
      let angle = 2 * Double.pi * Double(index % 16) / 16
      for value in [cos(angle), sin(angle)] {
        bytes.append(UInt8((127.5 + 127.5 * 0.5 * value).rounded()))
      }
    }
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func measuresWithTheFieldsThatProgramsReadBy() throws {
    try withTone { path in
      let settings = SampleSettings(rateHertz: 1_024_000, centerHertz: 100e6, fftCount: 1024)
      let measurement = try MeasureFile.measure(path: path, settings: settings)
      let object = try #require(
        JSONSerialization.jsonObject(with: Output.json(measurement)) as? [String: Any])
      #expect(object["unit"] as? String == "dBFS")
      for name in ["rbwHertz", "enbwHertz", "noiseFloor", "bandPower"] {
        #expect(object[name] is Double, "\(name)")
      }
      let peak = try #require((object["peaks"] as? [[String: Any]])?.first)
      let frequency = try #require(peak["frequencyHertz"] as? Double)
      let level = try #require(peak["level"] as? Double)
      #expect(abs(frequency - 100_064_000) < 10)
      #expect(abs(level + 6.02) < 0.05)
    }
  }

  @Test func reportsTheSameInLines() throws {
    try withTone { path in
      let settings = SampleSettings(rateHertz: 1_024_000, centerHertz: 100e6, fftCount: 1024)
      let lines = MeasureCommand.lines(try MeasureFile.measure(path: path, settings: settings))
      #expect(lines.contains { $0.hasPrefix("transform") && $0.hasSuffix("1024 points, blackman-harris") })
      #expect(lines.contains("peaks, strongest first"))
      #expect(lines.contains { $0.hasPrefix("  100.064 MHz  -6.0") })
      let about = InfoCommand.lines(try FileAnalysis(path: path, settings: settings))
      #expect(about.contains { $0.hasPrefix("samples") && $0.hasSuffix("8192") })
      #expect(about.contains { $0.hasPrefix("length") && $0.hasSuffix("0.008 s") })
    }
  }

  @Test func parsesWhatSamplesDoNotSay() throws {
    let command = try #require(
      WaveglassCommand.parseAsRoot([
        "measure", "a.cu8", "--rate", "2.4M", "--frequency", "99.5M", "--fft", "8192", "--window", "flat-top",
        "--offset", "-47.5", "--json",
      ]) as? MeasureCommand)
    #expect(command.samples.settings.rateHertz == 2_400_000)
    #expect(command.samples.settings.centerHertz == 99_500_000)
    #expect(command.fft == 8192)
    #expect(command.window == .flatTop)
    #expect(command.offset == -47.5)
    #expect(command.form.json)
    let usual = try #require(WaveglassCommand.parseAsRoot(["info", "a.cu8"]) as? InfoCommand)
    #expect(usual.samples.settings == SampleSettings())
  }

  @Test(arguments: [
    ["info"], ["measure"], ["measure", "a.cu8", "--fft", "1000"], ["measure", "a.cu8", "--fft", "32"],
    ["measure", "a.cu8", "--window", "round"], ["measure", "a.cu8", "--rate", "0"],
    ["measure", "a.cu8", "--rate", "2.4m"], ["measure", "a.cu8", "--offset", "nan"],
  ])
  func wrongUsageHasExitCode64(_ arguments: [String]) {
    do {
      _ = try WaveglassCommand.parseAsRoot(arguments)
      Issue.record("parsed \(arguments)")
    } catch {
      #expect(WaveglassCommand.exitCode(for: error).rawValue == 64)
    }
  }

  @Test func anUnknownRateIsSaidToBeUnknown() throws {
    try withTone { path in
      let about = InfoCommand.lines(try FileAnalysis(path: path))
      #expect(about.contains { $0.hasPrefix("rate") && $0.contains("unknown; give --rate") })
      #expect(
        about.contains { $0.hasPrefix("band") && $0.hasSuffix("-0.5 to 0.5 of the rate from the centre") })
      #expect(!about.contains { $0.contains("as given by") })
      let settings = SampleSettings(fftCount: 1024)
      let lines = MeasureCommand.lines(try MeasureFile.measure(path: path, settings: settings))
      #expect(lines.contains { $0.hasPrefix("  0.0625 of the rate  -6.0") })
      #expect(lines.contains { $0.hasPrefix("rate") && $0.contains("unknown; give --rate") })
      let given = InfoCommand.lines(try FileAnalysis(path: path, settings: SampleSettings(rateHertz: 1e6)))
      #expect(given.contains { $0.hasPrefix("rate") && $0.hasSuffix("1 MHz, as given by --rate") })
    }
  }

  @Test func helpNamesDefaultsAsTheyAreTyped() {
    func check(_ command: any ParsableCommand.Type) {
      let help = command.helpMessage()
      #expect(!help.contains("(value:") && !help.contains("Optional("), "\(command)")
      for child in command.configuration.subcommands { check(child) }
    }
    check(WaveglassCommand.self)
    #expect(PathCommand.helpMessage().contains("(default: 915M)"))
  }

  @Test func numbersAreShort() {
    #expect(Output.frequency(99_500_000) == "99.5 MHz")
    #expect(Output.frequency(1.09e9) == "1.09 GHz")
    #expect(Output.frequency(-1_200_000) == "-1.2 MHz")
    #expect(Output.frequency(0) == "0 Hz")
    #expect(Output.frequency(999.5) == "999.5 Hz")
    #expect(Output.number(-6, 2) == "-6")
    #expect(Output.number(-0.004, 2) == "0" && Output.number(-0.0, 0) == "0" && Output.number(-0.4, 0) == "0")
    #expect(Output.number(-0.05, 1) == "-0.1" || Output.number(-0.05, 1) == "0")
    #expect(Output.number(100, 0) == "100")
    #expect(Output.table([("a", "1"), ("long", nil), ("bc", "2")]) == ["a   1", "bc  2"])
  }
}
