import Foundation
import Testing
import WaveRadioFormats
import WaveSystem
import WaveWire
import WaveSpectra

@testable import WaveReceivers

@Suite struct RTLTCPArgumentTests {
  private func parsed(_ text: String) throws -> RTLTCPArgument {
    try RTLTCPArgument(.receiver(text))
  }

  @Test func takesHostPortAndSettings() throws {
    let plain = try parsed("rtltcp://radio")
    #expect(plain.host == "radio" && plain.port == 1234 && plain.settings == RTLTCPSettings())
    let full = try parsed(
      "rtltcp://10.0.0.7:4321?rate=2.048M&frequency=99.5M&tunergain=29.7&ppm=-3&biastee=on&agc=on")
    #expect(full.host == "10.0.0.7" && full.port == 4321)
    #expect(
      full.settings
        == RTLTCPSettings(
          rateHertz: 2_048_000, frequencyHertz: 99_500_000, tunerGain: 297, correction: -3, isBiasTeeOn: true,
          isConverterGainOn: true))
    #expect(try parsed("rtltcp://[::1]:1235/?tunergain=auto").host == "::1")
    #expect(try parsed("rtltcp://[::1]").port == 1234)
  }

  @Test(arguments: [
    "rtltcp://", "rtltcp://:1234", "rtltcp://radio:0", "rtltcp://radio:x", "rtltcp://radio?rate=500k",
    "rtltcp://radio?rate=x", "rtltcp://radio?frequency=-1", "rtltcp://radio?biastee=maybe",
    "rtltcp://radio?speed=2", "rtltcp://radio?ppm=2000",
  ]) func refusesInWords(_ text: String) {
    #expect(performing: { try parsed(text) }, throws: { $0 is any ExplainedError })
  }

  @Test func theAddressIsThatOfAReceiverBehindRTLTCPAlone() throws {
    let address = try #require(try ReceiverFactory.address(of: .receiver("rtltcp://10.0.0.7:4321")))
    #expect(address.host == "10.0.0.7" && address.port == 4321)
    #expect(try ReceiverFactory.address(of: .receiver("demo:")) == nil)
  }

  @Test func aFormatThatNobodyKnowsIsRefused() throws {
    func settings(_ text: String) throws -> SampleSettings {
      try ReceiverFactory.settings(ArgumentReader(.receiver(text)))
    }
    #expect(try settings("file:a.bin?format=cs16&rate=1M").format == .cs16le)
    #expect(try settings("file:a.bin?rate=1M").format == nil)
    #expect(throws: ReceiverError.unknownFormat("nonsense", place: "a.bin")) {
      try settings("file:a.bin?format=nonsense")
    }
  }

  @Test func controlsAreTheTunersOwn() throws {
    var settings = RTLTCPSettings()
    let list = RTLTCPControls.list(settings, tuner: .fc0012)
    let names = list.controls[0].texts
    #expect(list.controls[0].kind == .choice)
    #expect(
      names.map { String(decoding: $0, as: UTF8.self) } == [
        "Automatic", "-9.9 dB", "-4.0 dB", "7.1 dB", "17.9 dB", "19.2 dB",
      ])
    #expect(RTLTCPControls.list(settings, tuner: .fc2580).controls.count == 3)
    RTLTCPControls.adjust(&settings, tuner: .fc0012, control: RTLTCPControls.gain, value: 1)
    RTLTCPControls.adjust(&settings, tuner: .fc0012, control: RTLTCPControls.correction, value: -7)
    RTLTCPControls.adjust(&settings, tuner: .fc0012, control: RTLTCPControls.biasTee, value: 1)
    RTLTCPControls.adjust(&settings, tuner: .fc0012, control: RTLTCPControls.converterGain, value: 1)
    for value in [-1, 6, .nan, 1e300] {
      RTLTCPControls.adjust(&settings, tuner: .fc0012, control: RTLTCPControls.gain, value: value)
    }
    RTLTCPControls.adjust(&settings, tuner: .fc0012, control: RTLTCPControls.correction, value: .nan)
    RTLTCPControls.adjust(&settings, tuner: .fc0012, control: 99, value: 1)
    #expect(settings.tunerGain == -99 && settings.correction == -7)
    #expect(settings.isBiasTeeOn && settings.isConverterGainOn)
    #expect(RTLTCPControls.list(settings, tuner: .fc0012).controls.map(\.value) == [1, -7, 1, 1])
  }

  @Test func theCentreKeepsTheSpikeOutOfNarrowBands() {
    let center = RTLTCPSource.center(low: 100e6, high: 100.05e6, rate: 250_000)
    #expect(center < 100e6 && center + 100_000 >= 100.05e6)
    #expect(RTLTCPSource.center(low: 100e6, high: 100.2e6, rate: 250_000) == 100.1e6)
  }

  @Test func theSimulatedDongleObeys() throws {
    var dongle = SimulatedDongle(supply: .air(SimulatedReceiver(seed: 1)))
    #expect(dongle.header == RTLTCPHeader(tuner: .r820t, gainCount: 29))
    #expect(dongle.obey(.sampleRate(500_000)).contains("refused"))
    #expect(dongle.rateHertz == 2_048_000)
    #expect(!dongle.obey(.sampleRate(250_000)).contains("refused"))
    #expect(dongle.rateHertz == 250_000)
    #expect(dongle.obey(.tunerGain(300)).contains("29.7 dB"))
    #expect(dongle.obey(.tunerGainIndex(40)).contains("refused"))
    #expect(dongle.obey(.biasTee(true)) == "bias tee on")
    #expect(dongle.obey(.other(code: 0x77, 1)).contains("119"))
    _ = dongle.obey(.frequency(150_000_000))
    var bytes: [UInt8] = []
    try dongle.append(count: 5000, to: &bytes)
    #expect(bytes.count == 10_000)
  }

  @Test func aFileIsRepeatedAndSaysThatItCannotBeTuned() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".cu8")
    defer { try? FileManager.default.removeItem(at: path) }
    // The odd byte at the end is no sample.
    try Data([1, 2, 3, 4, 5, 6, 7]).write(to: path)
    var dongle = SimulatedDongle(supply: .loop(try FileLoop(path: path.path)))
    #expect(dongle.obey(.frequency(1)).contains("cannot be tuned"))
    var bytes: [UInt8] = []
    try dongle.append(count: 4, to: &bytes)
    try dongle.append(count: 1, to: &bytes)
    #expect(bytes == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4])
    #expect(throws: ReceiverError.self) { try FileLoop(path: "/no/such/file") }
  }
}
