import TestSupport
import Testing

@testable import WaveBiosignals

/// What a reader made of some text.
private struct Lines {
  private(set) var reader: LineReader
  private(set) var values: [Double] = []

  init(_ text: String, pieces: Int = .max, inside: Bool = false, settling: Int? = nil) {
    reader = LineReader(mayBeginInside: inside)
    var rest = Array(text.utf8)[...]
    var given = 0
    while !rest.isEmpty {
      var piece = Array(rest.prefix(pieces))
      if let settling, given < settling { piece = Array(piece.prefix(settling - given)) }
      rest = rest.dropFirst(piece.count)
      given += piece.count
      reader.read(piece.span, into: &values)
      if given == settling { reader.settle(into: &values) }
    }
    reader.finish(into: &values)
    reader.settle(into: &values)
  }

  var labels: String { columns { $0.label } }
  var units: String { columns { $0.unit } }

  private func columns(_ text: (LineLayout.Column) -> [UInt8]) -> String {
    (reader.layout?.columns ?? []).map { String(decoding: text($0), as: UTF8.self) }.joined(separator: "|")
  }

  /// Frames behind one another, with a dot where a value is missing.
  var text: String {
    let width = max(1, reader.layout?.columns.count ?? 1)
    return stride(from: 0, to: values.count, by: width).map { start in
      values[start..<(start + width)].map { $0.isNaN ? "." : "\($0)" }.joined(separator: " ")
    }.joined(separator: "|")
  }
}

@Suite struct LineReaderTests {
  /// What the protocol of Arduino's plotter and tables allow.
  @Test(arguments: [
    ("1 2 3\n4 5 6\n", "channel 1|channel 2|channel 3", "1.0 2.0 3.0|4.0 5.0 6.0"),
    ("1\t2\t\n3\t4\t\n", "channel 1|channel 2", "1.0 2.0|3.0 4.0"),
    ("1,2\r\n3,-4e-1\r\n", "channel 1|channel 2", "1.0 2.0|3.0 -0.4"),
    ("1, 2\n3 , 4\n", "channel 1|channel 2", "1.0 2.0|3.0 4.0"),
    ("a:1,b:2\nb:4,a:3\n", "a|b", "1.0 2.0|3.0 4.0"),
    ("a:1 b:2\na:3\n", "a|b", "1.0 2.0|3.0 ."),
    ("t: 20.5 h: 3\nt: 21 h: nan\n", "t|h", "20.5 3.0|21.0 ."),
    ("Room 1: 20.5, Room 2: 21\nRoom 1: 3, Room 2: 4\n", "Room 1|Room 2", "20.5 21.0|3.0 4.0"),
    ("a:,b:\n1,2\n3,4\n", "a|b", "1.0 2.0|3.0 4.0"),
    ("temp,\"Lead, II\"\n1,2\n", "temp|Lead, II", "1.0 2.0"),
    ("x y z\n1 2 3\n", "x|y|z", "1.0 2.0 3.0"),
    ("a;b\n1,5;2\n-0,25;3\n", "a|b", "1.5 2.0|-0.25 3.0"),
    ("{\"a\":1,\"b\":2.5}\n{\"b\":3,\"n\":\"x\",\"a\":null}\n", "a|b", "1.0 2.5|. 3.0"),
    ("12:30:05,7\n12:30:06,8\n", "channel 1|channel 2", ". 7.0|. 8.0"),
    ("# remark\n5\n\n6\n", "channel 1", "5.0|6.0"),
    ("\u{FEFF}v\n5\n", "v", "5.0"),
  ])
  func detectsTheChannels(text: String, labels: String, values: String) {
    for pieces in [Int.max, 1, 3] {
      let lines = Lines(text, pieces: pieces)
      #expect(lines.labels == labels)
      #expect(lines.text == values)
    }
  }

  @Test func unitsStandInBrackets() {
    let lines = Lines("ECG (mV),Speed [m/s],Room (north)\n1,2,3\n")
    #expect(lines.labels == "ECG|Speed|Room (north)")
    #expect(lines.units == "mV|m/s|")
    #expect(Lines("T(°C):1\n").units == "°C")
  }

  /// What does not fit is missing, and never in another channel.
  @Test func whatDoesNotFitIsMissing() {
    let good = String(repeating: "1,2,3\n", count: 5)
    let lines = Lines(
      good + "4,5\n6,7,8,9\n1,nan,3\n1,inf,3\n1,abc,3\n,,3\n1,,\n" + "Calibrating\n" + "7,8,9\n",
      settling: good.utf8.count)
    #expect(
      lines.text
        == String(repeating: "1.0 2.0 3.0|", count: 5)
        + ". . .|. . .|1.0 . 3.0|1.0 . 3.0|1.0 . 3.0|. . 3.0|1.0 . .|7.0 8.0 9.0")
    let counts = lines.reader.counts
    #expect(counts.frames == 13 && counts.misfits == 2 && counts.textValues == 1 && counts.remarks == 1)
    #expect(counts.missingValues == 6 + 3 + 2 + 2)
  }

  @Test func labelsThatNobodyKnowsArePassedOver() {
    let known = "a:1,b:2\n"
    let lines = Lines(known + "a:3,c:4\nc:5\n6,7\na:8,a:9\na:x,b:1\n", settling: known.utf8.count)
    #expect(lines.text == "1.0 2.0|3.0 .|. .|. .|8.0 .|. 1.0")
    let counts = lines.reader.counts
    #expect(counts.unknownLabels == 4 && counts.misfits == 2 && counts.textValues == 1)
  }

  /// A line that was cut where reading began has another number than was meant.
  @Test func aFirstLineMayBeCut() {
    let inside = Lines("23,4\n123,4\n", inside: true)
    #expect(inside.text == "123.0 4.0" && inside.reader.counts.partialLines == 1)
    #expect(Lines("23,4\n123,4\n").text == "23.0 4.0|123.0 4.0")
    // A header is none the worse.
    #expect(Lines("a,b\n1,2\n", inside: true).labels == "a|b")
  }

  @Test func aBrokenConnectionEndsItsLine() {
    var reader = LineReader(mayBeginInside: true)
    var values: [Double] = []
    reader.read(Array("0\n11\n12\n1".utf8).span, into: &values)
    reader.settle(into: &values)
    reader.interrupt()
    reader.read(Array("3\n14\n".utf8).span, into: &values)
    #expect(values == [11, 12, 14])
    #expect(reader.counts.partialLines == 3)
  }

  @Test func lineThatIsTooLongIsOneMissingFrame() {
    let long = String(repeating: "1,", count: LineReader.lineLimit)
    let lines = Lines("1,2\n" + long + "\n3,4\n")
    #expect(lines.text == "1.0 2.0|. .|3.0 4.0")
    #expect(lines.reader.counts.longLines == 1)
    // More columns than there may be.
    let wide = Array(repeating: "7", count: 300).joined(separator: ",")
    #expect(Lines("1,2\n" + wide + "\n3,4\n").text == "1.0 2.0|. .|3.0 4.0")
  }

  /// Most lines decide, not the first one.
  @Test func wordsOfABootLoaderAreNoChannels() {
    let lines = Lines("ets Jun  8 2016\nrst:0x1 (POWERON)\nbaud: 115200\na,b\n1,2\n3,4\n5,6\n")
    #expect(lines.labels == "a|b" && lines.text == ". .|. .|1.0 2.0|3.0 4.0|5.0 6.0")
  }

  @Test func settlesByItselfWhenMuchIsHeld() {
    let count = LineReader.heldBytes / 10 + 10
    var reader = LineReader(mayBeginInside: false)
    var values: [Double] = []
    reader.read(Array(String(repeating: "12345,6789\n", count: count).utf8).span, into: &values)
    #expect(reader.layout != nil && values.count == 2 * count)
    // Words alone are not held for ever.
    var words = LineReader(mayBeginInside: false)
    var none: [Double] = []
    words.read(Array(String(repeating: "no number\n", count: 5000).utf8).span, into: &none)
    #expect(words.layout == nil && none.isEmpty)
    words.read(Array("1\n".utf8).span, into: &none)
    words.settle(into: &none)
    #expect(none == [1])
  }

  /// Else every packet of such lines would have all that is held read anew.
  @Test func linesWithoutChannelsAreNotReadAgain() {
    // More columns than there may be: lines of numbers that never show what the channels are.
    let wide = Array(repeating: "7", count: 300).joined(separator: ",")
    var reader = LineReader(mayBeginInside: false)
    var values: [Double] = []
    reader.read(Array("\(wide)\nhello\n".utf8).span, into: &values)
    #expect(!reader.mayShowChannels && !reader.settle(into: &values) && reader.dataLines == 1)
    reader.read(Array("1,2\n".utf8).span, into: &values)
    #expect(reader.mayShowChannels && reader.settle(into: &values) && !reader.mayShowChannels)
    #expect(reader.layout?.columns.count == 2 && reader.counts.misfits == 1)
    #expect(values.count == 4 && values[2...].elementsEqual([1, 2]))
  }

  /// A naive twin: whole lines of numbers, joined and parted again.
  @Test func equalsWhatWasWritten() {
    var random = SeededGenerator(seed: 7)
    for width in [1, 2, 13] {
      var expected: [Double] = []
      var text = ""
      for _ in 0..<50 {
        let numbers = (0..<width).map { _ in Double(Int(random.next() % 20_000)) / 16 - 600 }
        expected += numbers
        text +=
          numbers.map { "\($0)" }.joined(separator: [",", " ", "\t", ", "][Int(random.next() % 4)]) + "\n"
      }
      #expect(Lines(text, pieces: 5).values == expected)
    }
  }

  @Test func anyMutationKeepsTheCounts() {
    let text = Array("a,b,c\n1,2,3\nx:1 y:2\n4,5,6\n{\"a\":1}\n7,nan,9\n".utf8)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      var reader = LineReader(mayBeginInside: false)
      var values: [Double] = []
      reader.read(bytes.span, into: &values)
      reader.finish(into: &values)
      guard reader.settle(into: &values), let layout = reader.layout else { continue }
      #expect(values.count == Int(reader.counts.frames) * layout.columns.count)
      #expect(reader.counts.frames == reader.dataLines)
      #expect(values.filter { $0.isNaN }.count == Int(reader.counts.missingValues))
    }
  }
}
