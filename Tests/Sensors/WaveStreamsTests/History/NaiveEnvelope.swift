@testable import WaveStreams

/// Every sample that ever was, and what blocks of them come to, by looking at each.
struct NaiveEnvelope {
  let origin: UInt64
  var end: UInt64
  private(set) var samples: [(sequence: UInt64, value: Float)] = []

  init(origin: UInt64) {
    self.origin = origin
    end = origin
  }

  mutating func append(_ values: [Double]) {
    for value in values {
      if Float(value).isFinite { samples.append((end, Float(value))) }
      end += 1
    }
  }

  func valid(_ sequences: Range<UInt64>) -> [Float] {
    samples.filter { sequences.contains($0.sequence) }.map(\.value)
  }

  func reading(_ sequences: Range<UInt64>) -> StreamReading {
    let found = valid(sequences)
    guard let minimum = found.min(), let maximum = found.max(), let last = found.last else { return .empty }
    let squares = found.reduce(0) { $0 + Double($1) * Double($1) }
    return StreamReading(
      last: last, minimum: minimum, maximum: maximum,
      rootMeanSquare: Float((squares / Double(found.count)).squareRoot()), validCount: UInt64(found.count))
  }

  func sequences(_ block: UInt64, _ level: Int) -> Range<UInt64> {
    block << UInt64(level)..<(block + 1) << UInt64(level)
  }
}

/// The same number, or both none.
func same(_ left: Float, _ right: Float) -> Bool { left == right || (left.isNaN && right.isNaN) }

/// As good as the same: Float squares, summed in another order.
func close(_ left: Float, _ right: Float) -> Bool {
  same(left, right) || (left - right).magnitude <= 1e-5 * right.magnitude
}

extension EnvelopePyramid {
  mutating func append(_ values: [Double]) { append(values.span) }
  mutating func append(floats values: [Float]) { append(values.span) }
}
