import TestSupport
import Testing
import WaveRadioFormats

@Suite struct RTLTCPTests {
  @Test func readsAHeaderAsTheServerWritesIt() throws {
    let bytes: [UInt8] = [0x52, 0x54, 0x4C, 0x30, 0, 0, 0, 5, 0, 0, 0, 29]
    let header = try RTLTCPHeader(bytes.span)
    #expect(header == RTLTCPHeader(tuner: .r820t, gainCount: 29))
    #expect(header.bytes == bytes)
    let unknown = try RTLTCPHeader([0x52, 0x54, 0x4C, 0x30, 1, 2, 3, 4, 0, 0, 0, 0].span)
    #expect(unknown == RTLTCPHeader(tuner: .unknown, gainCount: 0))
  }

  @Test func refusesEverythingElseAndSaysWhere() {
    func failure(_ bytes: [UInt8]) -> RadioFormatError? {
      do throws(RadioFormatError) {
        _ = try RTLTCPHeader(bytes.span)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure([]) == .line(.truncated, byte: 0, line: 0))
    #expect(failure(Array("RTL0".utf8)) == .line(.truncated, byte: 4, line: 0))
    #expect(failure(Array("HTTP/1.1 400".utf8)) == .notRTLTCP(byte: 0))
    #expect(failure(Array("RTL1".utf8)) == .notRTLTCP(byte: 3))
    #expect(failure(Array("RTL0".utf8) + [0, 0, 0, 5, 0xFF, 0, 0, 0]) == .notRTLTCP(byte: 8))
    #expect("\(RadioFormatError.notRTLTCP(byte: 3))".contains("not an rtl_tcp server"))
  }

  /// Codes and numbers as rtl_tcp.c has them.
  @Test(
    arguments: [
      (RTLTCPCommand.frequency(433_920_000), [0x01, 0x19, 0xDD, 0x18, 0x00]),
      (.sampleRate(250_000), [0x02, 0, 0x03, 0xD0, 0x90]),
      (.tunerGainMode(isManual: true), [0x03, 0, 0, 0, 1]),
      (.tunerGain(-99), [0x04, 0xFF, 0xFF, 0xFF, 0x9D]), (.correction(-3), [0x05, 0xFF, 0xFF, 0xFF, 0xFD]),
      (.stageGain(stage: 2, -30), [0x06, 0, 2, 0xFF, 0xE2]), (.testMode(true), [0x07, 0, 0, 0, 1]),
      (.converterGainControl(true), [0x08, 0, 0, 0, 1]), (.directSampling(2), [0x09, 0, 0, 0, 2]),
      (.offsetTuning(false), [0x0A, 0, 0, 0, 0]),
      (.converterCrystal(28_800_000), [0x0B, 0x01, 0xB7, 0x74, 0]),
      (.tunerCrystal(1), [0x0C, 0, 0, 0, 1]), (.tunerGainIndex(28), [0x0D, 0, 0, 0, 28]),
      (.biasTee(true), [0x0E, 0, 0, 0, 1]), (.other(code: 0x40, 7), [0x40, 0, 0, 0, 7]),
    ] as [(RTLTCPCommand, [UInt8])])
  func commandsAreFiveBytes(_ command: RTLTCPCommand, _ bytes: [UInt8]) {
    var written: [UInt8] = []
    command.append(to: &written)
    #expect(written == bytes)
    var reader = RTLTCPCommandReader()
    #expect(reader.read(bytes.span) == [command])
  }

  @Test func anyBytesInAnyPiecesAreCommands() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var whole = RTLTCPCommandReader()
      let expected = whole.read(bytes.span)
      #expect(expected.count == bytes.count / 5)
      var pieces = RTLTCPCommandReader()
      var found: [RTLTCPCommand] = []
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + Int.random(in: 1...7, using: &random))
        found += pieces.read(Array(bytes[place..<end]).span)
        place = end
      }
      #expect(found == expected)
      var again: [UInt8] = []
      for command in expected { command.append(to: &again) }
      // What is switched on by any number is written as one.
      var reread = RTLTCPCommandReader()
      #expect(reread.read(again.span) == expected)
    }
  }

  @Test func tunersKnowTheirGains() {
    let counts: [RTLTCPTuner: Int] = [
      .e4000: 14, .fc0012: 5, .fc0013: 23, .fc2580: 1, .r820t: 29, .r828d: 29,
    ]
    for tuner in RTLTCPTuner.allCases {
      #expect(tuner.gains == tuner.gains.sorted() && tuner.gains.count == counts[tuner] ?? 1)
      #expect(tuner.lowHertz < tuner.highHertz)
    }
    #expect(RTLTCPTuner.r820t.gain(nearestTo: 300) == 297)
    #expect(RTLTCPTuner.r820t.gain(nearestTo: .max) == 496)
    #expect(RTLTCPTuner.fc0012.gain(nearestTo: .min) == -99)
    #expect("\(RTLTCPTuner.r820t.name)" == "R820T")
  }

  @Test(
    arguments: [
      (225_000, false), (225_001, true), (300_000, true), (300_001, false), (900_000, false), (900_001, true),
      (3_200_000, true), (3_200_001, false), (0, false), (UInt32.max, false),
    ] as [(UInt32, Bool)])
  func ratesAreThoseOfTheConverter(_ rate: UInt32, _ isValid: Bool) {
    #expect(RTLTCPRate.isValid(rate) == isValid)
  }

  @Test func theRateFollowsTheSpan() {
    #expect(RTLTCPRate.usual.allSatisfy(RTLTCPRate.isValid))
    func rate(_ span: Double, _ limit: UInt32 = 2_400_000) -> UInt32? {
      RTLTCPRate.rate(holding: span, limit: limit)
    }
    #expect(rate(1e3) == 250_000 && rate(200e3) == 250_000 && rate(201e3) == 300_000)
    #expect(rate(300e3) == 960_000 && rate(1.92e6) == 2_400_000 && rate(1.93e6) == nil)
    #expect(rate(2.5e6, 3_200_000) == 3_200_000 && rate(1.6e6, 2_048_000) == 2_048_000)
    #expect(rate(.nan) == nil && rate(0, 250_000) == 250_000)
  }
}
