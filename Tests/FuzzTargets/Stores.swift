import TestSupport
import WaveStore
import WaveUnits

extension FuzzTarget {
  /// Stores: as they are, or records of any content whose sums are right.
  ///
  /// The first byte chooses; of records each is a kind, a length of two bytes and a payload.
  static let store = FuzzTarget("store", byteLimit: 4096) { bytes throws(Finding) in
    guard let choice = bytes.first else { return }
    let file = choice & 1 == 1 ? Array(bytes.dropFirst()) : summed(Array(bytes.dropFirst()))
    guard
      case .success(var reader) = Result(catching: { () throws(StoreError) in
        try StoreReader(StoreMemory(file))
      })
    else { return }
    try require(reader.byteCount <= UInt64(file.count), "a store ends in its file")
    try checkReading(&reader)
    guard
      case .success(var encoder) = Result(catching: { () throws(StoreError) in
        try StoreEncoder(resuming: &reader)
      })
    else { return }
    var counts: [UInt64] = []
    for group in 0..<reader.groupCount {
      counts.append(reader.receivedCount(group: group))
      let samples = Array(repeating: 1.5, count: reader.group(group).channels.count)
      do throws(StoreError) {
        try encoder.append(group: group, sequence: reader.nextSequence(group: group), samples: samples.span)
        counts[group] += 1
      } catch { try require(error == .beyondSequenceLimit, "a store can be gone on with: \(error)") }
    }
    encoder.close()
    let whole = Array(file[..<Int(reader.byteCount)]) + encoder.bytes
    guard
      case .success(let reopened) = Result(catching: { () throws(StoreError) in
        try StoreReader(StoreMemory(whole))
      })
    else { throw Finding("what was gone on with is a store") }
    try require(reopened.byteCount == UInt64(whole.count) && reopened.isClosed, "all of it is found")
    for group in counts.indices {
      try require(reopened.receivedCount(group: group) == counts[group], "frames are kept")
    }
  }

  /// Reads what there is in every way.
  private static func checkReading(_ reader: inout StoreReader<StoreMemory>) throws(Finding) {
    do throws(StoreError) { _ = try reader.notes() } catch { throw Finding("notes: \(error)") }
    for group in 0..<min(reader.groupCount, 4) {
      let range = reader.sequences(group: group)
      try require(
        reader.receivedCount(group: group) + reader.missingCount(group: group) == UInt64(range.count),
        "a frame is there or missing")
      do throws(StoreError) {
        let samples = try reader.samples(
          group: group, sequences: range.lowerBound..<(range.lowerBound + 100), channels: 0..<1)
        try requireStore(samples.count == 100)
        for level in [0, 1, 5, 6, 13, 40, 61] {
          let last = range.upperBound >> UInt64(level)
          let found = try reader.summaries(
            group: group, level: level, blocks: (last - min(last, 9))..<(last + 1), channels: 0..<1)
          try requireStore(!found.isEmpty)
        }
      } catch { throw Finding("samples: \(error)") }
    }
  }

  private static func requireStore(_ holds: Bool) throws(StoreError) {
    if !holds { throw .badRate }
  }

  /// A file of records, each a kind, a length and a payload, with the sums that they should have.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    let identifier: UInt64 = 7
    var file = StoreEncoder(identifier: identifier).bytes
    var place = 0
    var number: UInt64 = 0
    while place + 3 <= bytes.count {
      let count = min(Int(bytes[place + 1]) | Int(bytes[place + 2]) << 8, bytes.count - place - 3)
      let payload = Array(bytes[(place + 3)..<(place + 3 + count)])
      var header: [UInt8] = [0x57, 0x52, 0x45, 0x43, bytes[place], 0, 0, 0]
      header += little(UInt64(count)).prefix(4) + little(UInt64(sum(payload, identifier))).prefix(4)
      header += little(number) + [0, 0, 0, 0]
      header += little(UInt64(sum(header, identifier))).prefix(4)
      file += header + payload + [UInt8](repeating: 0, count: (8 - count % 8) % 8)
      place += 3 + count
      number += 1
    }
    return file
  }

  private static func sum(_ bytes: [UInt8], _ identifier: UInt64) -> UInt32 {
    let all = little(identifier) + bytes
    return CRC32.checksum(all.span)
  }

  private static func little(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
