import TestSupport
import WaveStore

/// Every frame that was ever recorded, by its number.
struct NaiveStore {
  var frames: [UInt64: [Double]] = [:]
  var end: UInt64 = 0

  /// Takes what follows what is there; gives how many frames had come before.
  mutating func append(_ sequence: UInt64, _ added: [[Double]]) -> Int {
    var repeated = 0
    for (offset, frame) in added.enumerated() {
      let number = sequence + UInt64(offset)
      if frames.isEmpty || number >= end {
        frames[number] = frame
        end = number + 1
      } else {
        repeated += 1
      }
    }
    return repeated
  }

  func summary(_ channel: Int, _ level: Int, _ block: UInt64) -> StoreSummary {
    var summary = StoreSummary()
    for number in frames.keys.filter({ $0 >> UInt64(level) == block }).sorted() {
      summary.add(frames[number]?[channel] ?? .nan)
    }
    return summary
  }
}

/// The same bits, or both missing.
func sameSample(_ left: Double, _ right: Double) -> Bool {
  left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
}

/// The same but for sums, whose order differs.
func sameSummary(_ left: StoreSummary, _ right: StoreSummary) -> Bool {
  let isClose = { (left: Double, right: Double, size: Double) in
    left == right || (left - right).magnitude <= 1e-9 * size
  }
  return left.minimum == right.minimum && left.maximum == right.maximum
    && left.validCount == right.validCount && isClose(left.squares, right.squares, right.squares)
    && isClose(left.sum, right.sum, right.squares.squareRoot() * Double(right.validCount).squareRoot())
}

/// The channel-by-channel samples of frames.
func columns(_ frames: [[Double]]) -> [Double] {
  guard let first = frames.first else { return [] }
  return first.indices.flatMap { channel in frames.map { $0[channel] } }
}

extension StoreEncoder {
  @discardableResult mutating func append(
    _ group: Int, _ sequence: UInt64, _ frames: [[Double]]
  ) throws(StoreError) -> Int {
    let samples = columns(frames)
    return try append(group: group, sequence: sequence, samples: samples.span)
  }

  /// Moves what is ready to a file.
  mutating func drain(into file: inout [UInt8]) {
    file += bytes
    discardBytes()
  }
}

extension StoreReader {
  /// All frames of a group that have anything, in some stretch.
  mutating func frames(_ group: Int, _ sequences: Range<UInt64>) throws(StoreError) -> [UInt64: [Double]] {
    let channels = self.group(group).channels.indices
    let samples = try samples(group: group, sequences: sequences, channels: channels)
    var found: [UInt64: [Double]] = [:]
    for offset in 0..<sequences.count {
      let frame = channels.map { samples[$0 * sequences.count + offset] }
      if !frame.allSatisfy(\.isNaN) { found[sequences.lowerBound + UInt64(offset)] = frame }
    }
    return found
  }
}

extension StoreGroup {
  /// Some channels, one of which has integers.
  static func sample(channels: Int, chunkExponent: Int, rateHertz: Double = 100) -> StoreGroup {
    StoreGroup(
      name: Array("group".utf8), rateHertz: rateHertz, chunkExponent: chunkExponent,
      channels: (0..<channels).map {
        StoreChannel(
          label: Array("channel \($0)".utf8), unit: Array("mV".utf8), low: -5, high: 5,
          scale: StoreScale(zero: 1024, divisor: 200))
      })
  }
}
