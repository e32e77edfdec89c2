import Foundation
import TestSupport

@testable import WaveSpectrumWire
@testable import WaveWire

/// Planes of levels on their way through messages.
enum Planes {
  /// Bytes of a row's message before its planes.
  static let headerBytes = 30

  static func message(_ levels: [Int16], planes: PlaneSet = .max) -> Message {
    .row(
      RowMessage(
        view: 1, axis: 1, flags: [], planes: planes, sequence: 1, startMicroseconds: 0,
        durationMicroseconds: 1, skipped: 0, columns: UInt16(levels.count / planes.count), values: levels))
  }

  /// A plane as it is coded.
  static func encode(_ levels: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    message(levels).encode(into: &bytes)
    return Array(bytes[headerBytes...])
  }

  /// The message of a row with one plane of the bytes given.
  static func frame(_ plane: [UInt8], columns: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    message([Int16](repeating: 0, count: columns)).encode(into: &bytes)
    bytes = Array(bytes[..<headerBytes]) + plane
    bytes[2] = UInt8((bytes.count - 4) & 255)
    bytes[3] = UInt8((bytes.count - 4) >> 8)
    return bytes
  }

  /// What a plane at the start of the bytes given decodes to; what follows it is not read.
  static func decode(_ plane: [UInt8], columns: Int) throws(WireError) -> [Int16] {
    let bytes = frame(plane, columns: columns)
    var levels = [Int16](repeating: RowMessage.gap, count: columns)
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(WireError) in
      var fields = UnsafeFieldReader(bytes, position: headerBytes, end: bytes.count)
      var decoder = PlaneDecoder()
      var span = levels.mutableSpan
      decoder.read(&fields, columns: 0..<columns, of: &span)
      try fields.finish()
    }
    return levels
  }

  /// Bytes that the levels take by their order-0 entropy: a code as good as can be that costs nothing to
  /// send.
  static func entropyBytes(_ levels: [Int16]) -> Double {
    var counts: [Int16: Int] = [:]
    for level in levels { counts[level, default: 0] += 1 }
    let total = Double(levels.count)
    return counts.values.reduce(0) { $0 - Double($1) * log2(Double($1) / total) } / 8
  }

  /// White noise as one transform shows it: each column's power is exponentially distributed.
  ///
  /// - Parameters:
  ///   - columns: How many columns.
  ///   - averaged: Powers averaged in a column.
  ///   - highest: Powers of which the highest counts.
  ///   - random: Where the noise comes from.
  /// - Returns: Tenths of a decibel.
  static func noise(
    _ columns: Int, averaged: Int = 1, highest: Int = 1, _ random: inout SeededGenerator
  ) -> [Int16] {
    (0..<columns).map { _ in
      var power = 0.0
      for _ in 0..<highest { power = max(power, -log(1 - Double.random(in: 0..<1, using: &random))) }
      for _ in 1..<averaged { power -= log(1 - Double.random(in: 0..<1, using: &random)) }
      return Int16((100 * log10(1e-9 * (power + 1e-9) / Double(averaged))).rounded())
    }
  }

  /// Levels of any shape, at most `columnsMax` columns.
  static func anyShape(columnsMax: Int, _ random: inout SeededGenerator) -> [Int16] {
    let columns =
      [1, 2, columnsMax, Int.random(in: 1...columnsMax, using: &random)]
      .randomElement(using: &random) ?? 1
    let spread = Int16(1) << Int16.random(in: 0...14, using: &random)
    let start = Int16.random(in: -16_000...16_000, using: &random)
    var level = start
    var levels: [Int16] =
      switch Int.random(in: 0..<7, using: &random) {
      case 0: [Int16](repeating: start, count: columns)
      case 1: (0..<columns).map { start &+ Int16(truncatingIfNeeded: $0 / 16) &* spread }
      case 2: (0..<columns).map { $0 % 2 == 0 ? -32_767 : 32_767 }
      case 3: noise(columns, averaged: Int.random(in: 1...16, using: &random), &random)
      case 4: (0..<columns).map { _ in start &+ Int16.random(in: 0...spread - 1, using: &random) }
      case 5:
        (0..<columns).map { _ in
          level &+= Int16.random(in: -spread / 2...spread / 2, using: &random)
          return level
        }
      default: (0..<columns).map { _ in Int16(truncatingIfNeeded: random.next()) }
      }
    let lost = Int.random(in: 0..<6, using: &random)
    for _ in 0..<(lost < 3 ? lost : 0) {
      let gap = Int.random(in: 0..<columns, using: &random)
      for column in gap..<Int.random(in: gap...columns, using: &random) { levels[column] = RowMessage.gap }
    }
    if lost == 3 { for column in stride(from: 0, to: columns, by: 3) { levels[column] = RowMessage.gap } }
    return levels
  }
}
