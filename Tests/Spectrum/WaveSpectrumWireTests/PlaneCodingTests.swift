import Foundation
import TestSupport
import Testing
import WaveSpectrumWire
import WaveWire

/// Rows as they are coded for the wire.
@Suite struct PlaneCodingTests {
  /// A plane coded by Tests/Fixtures/wire/make_rows.py.
  private struct Vector: Decodable {
    var name: String
    var isShortest: Bool
    var levels: [Int16]
    var bytes: String

    var plane: [UInt8] {
      let digits = Array(bytes)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
    }
  }

  private static func vectors() throws -> [Vector] {
    let file = Repository.fixture("wire/rows.json")
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  }

  @Test func planesOfAnotherEncoderDecode() throws {
    for vector in try Self.vectors() {
      let levels = try Planes.decode(vector.plane, columns: vector.levels.count)
      #expect(levels == vector.levels, "\(vector.name)")
    }
  }

  @Test func hardlyLongerThanTheShortestPlane() throws {
    for vector in try Self.vectors() where vector.isShortest {
      let byteCount = Planes.encode(vector.levels).count
      #expect(byteCount >= vector.plane.count, "\(vector.name)")
      #expect(byteCount <= vector.plane.count + vector.plane.count / 50 + 2, "\(vector.name)")
    }
  }

  @Test func planesOfAnyShapeComeBack() throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<4000 {
      let levels = Planes.anyShape(columnsMax: 300, &random)
      let plane = Planes.encode(levels)
      #expect(plane.count <= 1 + 2 * levels.count)
      #expect(try Planes.decode(plane, columns: levels.count) == levels)
    }
    for _ in 0..<100 {
      let levels = Planes.anyShape(columnsMax: WireLimits.columns, &random)
      #expect(try Planes.decode(Planes.encode(levels), columns: levels.count) == levels)
    }
  }

  @Test func aWriterThatIsKeptWritesTheSame() {
    var random = SeededGenerator(seed: 23)
    var writer = MessageWriter()
    var (bytes, apart): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<200 {
      let levels = Planes.anyShape(columnsMax: WireLimits.columns, &random)
      for message in [
        Planes.message(levels), .fetched(Fetched(view: 1, fromMicroseconds: 2, oldestMicroseconds: 3)),
      ] {
        writer.append(message, to: &bytes)
        message.encode(into: &apart)
      }
    }
    #expect(bytes == apart)
  }

  @Test func planesOfOneRowAreCodedAlone() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<100 {
      let planes = (0..<5).map { _ in
        Planes.noise(64, averaged: Int.random(in: 1...9, using: &random), &random)
      }
      let message = Planes.message(planes.flatMap { $0 }, planes: PlaneSet(rawValue: 31))
      var bytes: [UInt8] = []
      message.encode(into: &bytes)
      #expect(Array(bytes[Planes.headerBytes...]) == planes.flatMap { Planes.encode($0) })
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      #expect(try reader.next(in: bytes.span.bytes) == message)
    }
  }

  @Test func whiteNoiseTakesHardlyMoreThanItsEntropy() {
    var random = SeededGenerator(seed: 22)
    for (highest, limit) in [(1, 1.05), (4, 1.05), (16, 1.05)] {
      for _ in 0..<20 {
        let levels = Planes.noise(2048, highest: highest, &random)
        #expect(Double(Planes.encode(levels).count) <= limit * Planes.entropyBytes(levels), "\(highest)")
      }
    }
  }

  @Test func whatIsSmoothAlongFrequencyIsCodedAsDifferences() {
    var random = SeededGenerator(seed: 23)
    let levels = (0..<2048).map { column in
      Int16(-800 + 300 * sin(Double(column) / 200)) + Int16.random(in: -4...4, using: &random)
    }
    let plane = Planes.encode(levels)
    #expect(plane[0] & 3 == 2)
    #expect(Double(plane.count) < 0.6 * Planes.entropyBytes(levels))
  }

  @Test func gapsAreCheap() {
    #expect(Planes.encode([Int16](repeating: RowMessage.gap, count: 2048)).count <= 4)
    var random = SeededGenerator(seed: 24)
    var levels = Planes.noise(2048, &random)
    let whole = Planes.encode(levels).count
    for column in 500..<1524 { levels[column] = RowMessage.gap }
    #expect(Planes.encode(levels).count < whole / 2 + 30)
  }

  @Test func anythingDecodesAsItsNaiveTwinSays() {
    var random = SeededGenerator(seed: 25)
    var accepted = 0
    var refused = 0
    for _ in 0..<12_000 {
      let levels = Planes.anyShape(columnsMax: 40, &random)
      var plane = Planes.encode(levels)
      let changes = Int.random(in: 0...2, using: &random)
      for change in 0..<changes {
        // The first byte and the code are where most can go wrong.
        let reach = change == 0 ? min(plane.count, 8) : plane.count
        plane[Int.random(in: 0..<reach, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      if Int.random(in: 0...9, using: &random) == 0 {
        plane.removeLast(Int.random(in: 0..<plane.count, using: &random))
      }
      let twin = NaivePlane(plane, columns: levels.count)
      do throws(WireError) {
        let decoded = try Planes.decode(plane, columns: levels.count)
        if decoded != twin?.levels { Issue.record("\(plane): \(decoded)") }
        accepted += 1
      } catch {
        if twin != nil { Issue.record("\(plane): \(error)") }
        refused += 1
      }
    }
    #expect(accepted > 3000 && refused > 1000, "\(accepted) \(refused)")
  }

  @Test(
    arguments: [
      // Modes and bits that do not exist, then more gaps than columns, buckets without a complete code.
      ([3], 4), ([8, 0, 0], 4), ([0x10, 0, 0], 1), ([4, 0, 0], 1), ([5, 0x00, 0xFF], 4),
      ([1, 0, 0, 0x00, 0xA7, 0xFF, 0xFF], 4), ([1, 0, 0, 0, 0x00, 0x01, 0xFF, 0xFF, 0xFF], 4),
    ] as [([UInt8], Int)])
  func formsThatDoNotExistAreRefused(plane: [UInt8], columns: Int) {
    let answer = Result { () throws(WireError) in try Planes.decode(plane, columns: columns) }
    #expect(answer == .failure(.invalid(byte: Planes.headerBytes)))
  }

  @Test func aPlaneThatEndsTooEarlyIsTruncated() {
    var random = SeededGenerator(seed: 26)
    let plane = Planes.encode(Planes.noise(100, &random))
    for count in 0..<plane.count {
      let answer = Result { () throws(WireError) in
        try Planes.decode(Array(plane[..<count]), columns: 100)
      }
      guard case .failure(.truncated(let byte, let needed)) = answer else {
        Issue.record("\(count) of \(plane.count) bytes: \(answer)")
        continue
      }
      #expect(byte == Planes.headerBytes + count && needed > 0)
    }
  }

  /// After the byte for its mode, a plane of equal levels has 26 bits: the level, and a code of one bucket.
  ///
  /// Bits beyond the end are 0, so the code's last bit becomes 15 that start no number: 40 bits, five bytes.
  @Test(arguments: 1...4) func theMissingBytesOfAPlaneAreCounted(count: Int) {
    let plane = Planes.encode([Int16](repeating: -700, count: 9))
    #expect(plane.count == 5)
    let answer = Result { () throws(WireError) in
      try Planes.decode(Array(plane[..<count]), columns: 9)
    }
    #expect(answer == .failure(.truncated(byte: Planes.headerBytes + count, needed: 6 - count)))
  }

  @Test func whatFollowsAPlaneIsNotReadWithIt() throws {
    let levels = [Int16](repeating: -700, count: 9)
    #expect(try Planes.decode(Planes.encode(levels) + [1, 2, 3], columns: 9) == levels)
  }
}
