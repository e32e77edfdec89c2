import HostTestSupport
import Testing
import WaveSensorSources
import WaveReceivers
import WaveServer
import WaveSpectrumWire
import WaveSystem
import WaveWire

@testable import WaveCommand

@Suite struct SourceArgumentTests {
  private func failure(_ argument: String) async -> Explanation? {
    do throws(SourceFailure) {
      _ = try await SourceOpening.open(argument)
      return nil
    } catch {
      return error.explanation
    }
  }

  /// What a source of spectra is.
  private func info(_ argument: String) async throws -> SourceInfo {
    guard case .spectrum(let source) = try await SourceOpening.open(argument) else {
      throw SourceFailure.receiver(.noSpectrum(place: argument))
    }
    return await source.info
  }

  @Test func takesApartWhatIsWritten() throws {
    let file = try SourceArgument("file:/a b/c%20d.csv?speed=20&offset=-3")
    #expect(file.scheme == .file && file.path == "/a b/c%20d.csv")
    #expect(file.parameters == ["speed": "20", "offset": "-3"])
    #expect(try SourceArgument("file:odd?name.csv?speed=1").path == "odd?name.csv")
    #expect(try SourceArgument("plain?.csv").path == "plain?.csv")
    #expect(try SourceArgument("./with:colon").path == "./with:colon")
    #expect(try SourceArgument("C:x").path == "C:x")
    #expect(try SourceArgument("demo:").parameters.isEmpty)
    #expect(try SourceArgument("demo:?seed=7").parameters == ["seed": "7"])
  }

  @Test func readsNumbersWithSuffixes() throws {
    let argument = ArgumentReader<SourceFailure>(
      try SourceArgument("file:a?rate=2.4M&frequency=1.09G&fft=4k&offset=-3.5"))
    #expect(try argument.number("rate", in: 1...1e9) == 2.4e6)
    #expect(try argument.number("frequency", in: 0...1e12) == 1.09e9)
    #expect(try argument.number("fft", in: 0...1e6) == 4000)
    #expect(try argument.number("offset", in: -10...10) == -3.5)
    #expect(try argument.number("speed", in: 0...1) == nil)
    // As the options of the command line.
    let written = ArgumentReader<SourceFailure>(
      try SourceArgument("file:a?rate=2.4MHz&frequency=1 THz&offset=3m"))
    #expect(try written.number("rate", in: 1...1e9) == 2.4e6)
    #expect(try written.number("frequency", in: 0...1e12) == 1e12)
    #expect(throws: SourceFailure.self) { try written.number("offset", in: -10...10) }
  }

  @Test(arguments: [
    "demo:x", "demo:?seed", "demo:?seed=", "demo:?=7", "demo:?seed=x", "demo:?seed=-1", "demo:?sed=1",
    "file:",
    "http://host/a", "soapy:0", "file:/nowhere/none.csv", "/nowhere/none.csv", "", "file:/dev/null",
    "demo:?seed=nan", "demo:?seed=inf", "demo:?seed=1e300",
  ])
  func saysWhatToWriteInstead(_ argument: String) async throws {
    let error = try #require(await failure(argument))
    #expect(!error.what.isEmpty && !error.advice.isEmpty)
    #expect(error.description.contains(". "))
  }

  @Test(arguments: [
    ("speed=abc", "speed=abc is not a number", "Write, for example, speed=1"),
    ("speed=-1", "speed=-1 is too small", "Write, for example, speed=1"),
    ("fft=2M", "fft=2M is too large", "Write, for example, fft=64"),
  ])
  func saysWhatIsWrongWithANumber(setting: String, what: String, advice: String) async throws {
    let error = try #require(await failure("file:a?\(setting)"))
    #expect(error.what == what)
    #expect(error.advice == advice)
  }

  @Test func refusesSettingsOutOfRange() async throws {
    let path = Samples.fixture("tone.cu8")
    for setting in [
      "fft=63", "fft=100", "fft=131072", "fft=1M", "fft=16384", "rate=0", "rate=x", "window=square",
      "speed=-1",
      "sped=1",
      "frequency=-1", "offset=1e9",
    ] {
      let error = try #require(await failure("file:\(path)?\(setting)"))
      #expect(!error.advice.isEmpty)
    }
  }

  @Test func opensWhatItKnows() async throws {
    #expect(try await info("demo:?seed=3").flags == [.simulated, .tunable])
    #expect(try await info(Samples.fixture("three_hops.csv.gz")).unit == .relative)
    #expect(try await info("file:\(Samples.fixture("tone.cs16"))?rate=1M").unit == .fullScale)
  }

  @Test func aFolderHasNoSpectrum() async throws {
    let folder = try SourceArgument("/")
    let error = await #expect(throws: ReceiverError.self) { try await ReceiverFactory.open(folder) }
    #expect(error?.explanation.advice.isEmpty == false)
  }

  @Test(arguments: ["lines:udp://:5000", "demo:ecg", "demo:imu"])
  func sensorsHaveNoSpectrum(_ argument: String) async throws {
    let parsed = try SourceArgument(argument)
    let refusal = ReceiverError.noSpectrum(place: argument)
    await #expect(throws: refusal) { try await ReceiverFactory.open(parsed) }
    await #expect(throws: refusal) { try await ReceiverFactory.openSamples(parsed) }
    #expect(refusal.description.hasPrefix("\(argument): these are sensors, which have no spectrum. "))
  }
}
