import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

@Suite struct RTLPowerReaderTests {
  @Test(arguments: ["three_hops.csv", "uncropped.csv", "hackrf.csv"])
  func readsAsTheNaiveReading(_ name: String) throws {
    let log = try FormatFixtures.log(name)
    let reading = Reading(try FormatFixtures.bytes(name))
    #expect(reading.error == nil)
    #expect(reading.sweeps.count == log.sweeps.count)
    #expect(reading.reader.hopCount == log.hops)
    #expect(reading.reader.levelsPerHop == log.levelsPerHop)
    let last = try #require(reading.sweeps.last)
    #expect(last.axis.count == log.count)
    #expect(abs(last.axis.firstHertz - log.firstHertz) < 0.02 * log.stepHertz)
    #expect(abs(last.axis.stepHertz - log.stepHertz) < 1e-5 * log.stepHertz)
    for (sweep, expected) in zip(reading.sweeps, log.sweeps) {
      let laid = sweep.laid(on: last.axis)
      #expect(laid.startMicroseconds == expected.start)
      #expect(laid.nonFiniteValues == expected.nonFinite)
      #expect(laid.decibels.map { $0.isNaN ? nil : $0 } == expected.levels.map { $0.map(Float.init) })
    }
  }

  @Test(arguments: [[1], [2, 3, 5, 7, 11], [64], [4096]])
  func readsTheSameInAnyPieces(_ pieces: [Int]) throws {
    let bytes = try FormatFixtures.bytes("three_hops.csv")
    let whole = Reading(bytes)
    let parts = Reading(bytes, pieces: pieces)
    #expect(parts.error == nil)
    #expect(parts.sweeps.map(\.startMicroseconds) == whole.sweeps.map(\.startMicroseconds))
    #expect(
      parts.sweeps.map { $0.decibels.map(\.bitPattern) } == whole.sweeps.map { $0.decibels.map(\.bitPattern) }
    )
  }

  @Test func reportsAMissingHop() throws {
    let reading = Reading(try FormatFixtures.bytes("three_hops.csv"))
    #expect(reading.sweeps.map(\.missingHops) == [0, 0, 0, 1, 0, 0, 0, 0])
    let gaps = reading.sweeps[3].decibels.filter(\.isNaN).count
    #expect(gaps == 12)
  }

  @Test func takesLineEndsBlanksAndMarks() throws {
    let plain = Reading(
      "2020-01-01, 00:00:00, 100, 200, 50, 1, -1, -2\n2020-01-01, 00:00:01, 100, 200, 50, 1, -3, -4\n")
    let odd = Reading(
      "\u{FEFF}2020-01-01,00:00:00,100,200,50,1,-1,-2\r\n\r\n \t2020-01-01 ,\t00:00:01, 100,200,50,1,-3,-4, ")
    #expect(plain.error == nil && odd.error == nil)
    #expect(plain.sweeps == odd.sweeps)
    #expect(plain.sweeps.map(\.decibels) == [[-1, -2], [-3, -4]])
    #expect(plain.sweeps[0].axis == BinAxis(firstHertz: 100, stepHertz: 50, count: 2))
    #expect(plain.sweeps[0].startMicroseconds == 1_577_836_800_000_000)
  }

  @Test func readsOneBinPerHopWithItsDouble() throws {
    let reading = Reading(
      """
      2020-01-01, 00:00:00, 24000000, 25000000, 1000000.00, 9, -20.5, -20.5
      2020-01-01, 00:00:00, 25000000, 26000000, 1000000.00, 9, -30.5, -30.5

      """)
    #expect(reading.error == nil)
    #expect(reading.sweeps.map(\.decibels) == [[-20.5, -30.5]])
    #expect(reading.sweeps.first?.axis == BinAxis(firstHertz: 24.5e6, stepHertz: 1e6, count: 2))
  }

  @Test func widensTheBandWhenTheFirstSweepWasShort() throws {
    let reading = Reading(
      """
      2020-01-01, 00:00:00, 300, 400, 50, 1, -1, -2
      2020-01-01, 00:00:01, 100, 200, 50, 1, -5, -6
      2020-01-01, 00:00:01, 300, 400, 50, 1, -3, -4

      """)
    #expect(reading.error == nil)
    let last = try #require(reading.sweeps.last)
    #expect(last.axis == BinAxis(firstHertz: 100, stepHertz: 50, count: 6))
    #expect(last.decibels.map { $0.isNaN ? 0 : $0 } == [-5, -6, 0, 0, -3, -4])
    let first = reading.sweeps[0].laid(on: last.axis)
    #expect(first.decibels.map { $0.isNaN ? 0 : $0 } == [0, 0, 0, 0, -1, -2])
  }

  static let good = "2020-01-01, 00:00:00, 100, 200, 50, 1, -1, -2\n"

  struct Wrong: Sendable {
    var text: String
    var error: RadioFormatError
    init(_ text: String, _ error: RadioFormatError, behindGood: Bool = false) {
      self.text = (behindGood ? RTLPowerReaderTests.good : "") + text
      self.error = error
    }
  }

  static let wrong: [Wrong] = [
    Wrong("", .empty),
    Wrong("\n \r\n", .empty),
    Wrong("2020-01-01, 00:00:00, 100\n", .line(.missingFields, byte: 0, line: 1)),
    Wrong("2020-01-01, 00:00:00, 100, 200, 50, 1\n", .line(.missingFields, byte: 0, line: 1)),
    Wrong("2020-02-30, 00:00:00, 100, 200, 50, 1, -1, -2\n", .line(.malformedTime, byte: 0, line: 1)),
    Wrong("2020-01-01, 24:00:00, 100, 200, 50, 1, -1, -2\n", .line(.malformedTime, byte: 0, line: 1)),
    Wrong("2020-01-01, 00:00:0x, 100, 200, 50, 1, -1, -2\n", .line(.malformedTime, byte: 0, line: 1)),
    Wrong("hello\n", .line(.missingFields, byte: 0, line: 1)),
    Wrong(
      "2020-01-01, 00:00:01, 100, 200, 50, 1, -1, -2x\n", .line(.malformedNumber, byte: 89, line: 2),
      behindGood: true),
    Wrong(
      "2020-01-01, 00:00:01, 100, 200, 50, 1, , -2\n", .line(.malformedNumber, byte: 85, line: 2),
      behindGood: true),
    Wrong(
      "2020-01-01, 00:00:01, 100, abc, 50, 1, -1, -2\n", .line(.malformedNumber, byte: 73, line: 2),
      behindGood: true
    ),
    Wrong(
      "2020-01-01, 00:00:01, 100, 200, 50, 1, -1\n",
      .line(.wrongCount(expected: 2, found: 1), byte: 68, line: 2),
      behindGood: true),
    Wrong(
      "2020-01-01, 00:00:00, 100, 200, 50, 1, -1\n",
      .line(.wrongCount(expected: 2, found: 1), byte: 22, line: 1)),
    Wrong(
      "2020-01-01, 00:00:00, 100, 200, 50, 1, 1, 2, 3, 4, 5, 6\n",
      .line(.wrongCount(expected: 2, found: 6), byte: 22, line: 1)),
    Wrong("2020-01-01, 00:00:00, 200, 100, 50, 1, -1, -2\n", .line(.badRange, byte: 22, line: 1)),
    Wrong("2020-01-01, 00:00:00, 100, 200, 0, 1, -1, -2\n", .line(.badRange, byte: 22, line: 1)),
    Wrong("2020-01-01, 00:00:00, nan, 200, 50, 1, -1, -2\n", .line(.badRange, byte: 22, line: 1)),
    Wrong("2020-01-01, 00:00:00, 100, inf, 50, 1, -1, -2\n", .line(.badRange, byte: 22, line: 1)),
    Wrong(
      "2020-01-01, 00:00:00, 100, 200, 50, 1, -1, -2\n", .line(.repeatedHop, byte: 68, line: 2),
      behindGood: true),
    Wrong(
      "2019-12-31, 23:59:59, 100, 200, 50, 1, -1, -2\n", .line(.timeNotIncreasing, byte: 46, line: 2),
      behindGood: true),
    Wrong(
      "2020-01-01, 00:00:00, 300, 500, 100, 1, -1, -2\n", .line(.stepChanged, byte: 68, line: 2),
      behindGood: true),
    Wrong(
      "2020-01-01, 00:00:00, 900000000, 900000100, 50, 1, -1, -2\n",
      .line(.tooManyBins(limit: 1 << 20), byte: 68, line: 2), behindGood: true),
    Wrong("2020-01-01, 00:00:01, 100, 200, 50, 1", .line(.truncated, byte: 46, line: 2), behindGood: true),
  ]

  @Test(arguments: wrong) func saysWhereItIsWrong(_ wrong: Wrong) {
    #expect(Reading(wrong.text).error == wrong.error)
  }

  @Test func keepsWhatCameBeforeACut() throws {
    let bytes = try FormatFixtures.bytes("three_hops.csv")
    let cut = Reading(Array(bytes.dropLast(30)))
    #expect(cut.sweeps.count == 8)
    #expect(cut.sweeps.last?.missingHops == 1)
    guard case .line(.truncated, _, line: 23) = cut.error else {
      Issue.record("\(String(describing: cut.error))")
      return
    }
  }

  @Test func refusesALineWithoutEnd() {
    let endless = Reading([UInt8](repeating: 0x31, count: RTLPowerReader.lineLimit + 2), pieces: [65_536])
    #expect(endless.error == .line(.lineTooLong(limit: RTLPowerReader.lineLimit), byte: 0, line: 1))
  }

  @Test func refusesTooManyHops() {
    var text = ""
    for hop in 0...RTLPowerReader.hopLimit {
      text += "2020-01-01, 00:00:00, \(hop * 100), \(hop * 100 + 100), 100, 1, -1\n"
    }
    guard
      case .line(.tooManyHops(RTLPowerReader.hopLimit), _, line: RTLPowerReader.hopLimit + 1) = Reading(text)
        .error
    else {
      Issue.record("no limit")
      return
    }
  }

  @Test func staysFailedAfterAnError() {
    var reader = RTLPowerReader()
    var first: RadioFormatError?
    var second: RadioFormatError?
    let bad = Array("rubbish\n".utf8)
    let good = Array(Self.good.utf8)
    do throws(RadioFormatError) { try reader.read(bad.span) { _ in } } catch { first = error }
    do throws(RadioFormatError) { try reader.read(good.span) { _ in } } catch { second = error }
    #expect(first == .line(.missingFields, byte: 0, line: 1))
    #expect(second == first)
  }

  @Test func everyErrorSaysWhereAndWhatToDo() {
    for error: RadioFormatError in [
      .empty, .line(.truncated, byte: 7, line: 3), .line(.malformedNumber, byte: 7, line: 3), .unknownKind,
      .line(.wrongCount(expected: 1, found: 2), byte: 7, line: 3), .mislabelled(as: .text),
      .compressedSamples,
    ] {
      #expect(error.description.contains(". "))
    }
    #expect(
      RadioFormatError.line(.malformedNumber, byte: 7, line: 3).description.hasPrefix("line 3, byte 7: "))
  }
}
